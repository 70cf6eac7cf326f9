"""A ranking from votes for one of two things: strengths, who agrees, who looks at the place.

References: bradley1952, davidson1970, rao1967, kendall1940.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, comb, nan
from typing import Any, Literal

import numpy as np

from accord._measure.labels.alpha_within import alpha_within
from accord._measure.labels.preferences import preference_u
from accord.errors import NotApplicableError, UnknownNameError
from accord.infer.ranking.pair_votes import Votes, votes_of
from accord.infer.ranking.strengths import CountedVotes, FittedStrengths, TieModel, fit
from accord.infer.ranking.triads import circular, most_triads, p_of_triads
from accord.infer.resample.replicates import seed_of
from accord.model.agreement import Agreement
from accord.model.names import FloatArray, IntArray
from accord.model.showing import Result
from accord.words.said import said

FEWEST_PROMPTS = 20
"""Prompts with several votes from which errors allow for votes of one prompt belonging together:
fewer estimate no variance."""

SIMULATED = 99
"""How often judges with the strengths of all are simulated."""

SAME_STRENGTH = 1e-6
"""Strengths that differ by less are the same but for rounding: no order."""

ERROR = 0.05
"""How often two neighbours may come out in the wrong order, where the votes for it are said."""

Ties = Literal["davidson", "rao-kupper", "none"]


@dataclass(frozen=True, slots=True)
class _Ranked(Result):
    """One thing in a ranking.

    :param strength: λ, in logits, mean 0 over all things.
    :param low: The lower limit of λ; `high` the upper.
    :param best: The best place that is not ruled out; `worst` the worst.
    :param votes: In how many votes it was.
    :param reversed: The chance that it truly stands behind the next one.
    :param more: How many votes in total it would take, of such as these, for that chance to be 5%.
    """

    name: Hashable
    strength: float
    low: float
    high: float
    best: int
    worst: int
    votes: int
    wins: float
    reversed: float
    more: float


@dataclass(frozen=True, slots=True)
class JudgeOfPairs(Result):
    """What one judge did.

    :param ties: The share of ties; `bad` the share of votes that call both bad.
    :param first: The share of decided votes for what was shown first.
    :param position: η, by how much being shown first helps (logits), with its error and p.
    :param kept: Of pairs that were seen in both orders, the share of judgements that stayed.
    :param circular: Circular triads; `triples` how many could be.
    :param zeta: Kendall's consistency, nan unless every pair is decided; `p_guess` the chance that
        a judge who guesses is as consistent.
    :param strengths: λ by this judge's votes alone, in the order of the ranking; empty where they
        do not connect all things.
    """

    judge: Hashable
    votes: int
    ties: float
    bad: float
    first: float
    position: float
    position_error: float
    p: float
    kept: float
    seen_twice: int
    circular: int
    triples: int
    zeta: float
    p_guess: float
    strengths: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Alike(Result):
    """Whether judges rank alike.

    :param judges: How many judges have a ranking of their own.
    :param g2: The likelihood ratio against one ranking for all, with its df and p.
    :param tau: The mean of Kendall's τ between two judges' rankings.
    :param expected: The same of judges with the strengths of all, who differ by their votes only.
    """

    judges: int
    g2: float
    df: int
    p: float
    tau: float
    expected: float


@dataclass(frozen=True, slots=True)
class Ranking(Result):
    """A ranking from votes, how sure it is, and what judges did.

    :param things: Every thing, the strongest first.
    :param judges: Every judge.
    :param votes: How many votes there are; `ties` the share of ties, `bad` of both bad.
    :param tie: log ν of Davidson, or log θ of Rao and Kupper.
    :param position: η over all judges, `position_error` its error, `p` its test; nan where each
        pair had one order.
    :param kept: Of pairs that a judge saw in both orders the share of judgements that stayed;
        `seen_twice` how many such pairs there are.
    :param agreement: α within the pair (ties as a third answer); `u` Kendall's, ties as halves.
    :param alike: Whether judges rank alike; None with one judge.
    :param signature: What reproduces it.
    :param notes: What a reader must know, in sentences.

    >>> import accord
    >>> rows = [{"model_a": a, "model_b": b, "winner": w, "judge": j} for a, b, w, j in [
    ...     ("x", "y", "x", "A"), ("y", "x", "x", "B"), ("y", "z", "y", "A"), ("z", "y", "y", "B"),
    ...     ("x", "z", "x", "A"), ("z", "x", "z", "B"), ("y", "z", "z", "B"), ("x", "y", "y", "A")]]
    >>> found = accord.labels.rank(rows)
    >>> [thing.name for thing in found.things]
    ['x', 'y', 'z']
    """

    things: tuple[_Ranked, ...]
    judges: tuple[JudgeOfPairs, ...]
    votes: int
    ties: float
    bad: float
    tie: float
    position: float
    position_error: float
    p: float
    kept: float
    seen_twice: int
    agreement: Agreement
    u: Agreement
    alike: Alike | None
    signature: str
    notes: tuple[str, ...] = field(default=())

    def _table(self) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        columns = ("name", "strength", "low", "high", "best", "worst", "votes", "wins")
        return columns, [tuple(getattr(one, name) for name in columns) for one in self.things]


TIE_MODELS = ("davidson", "rao-kupper", "none")


def rank(
    data: Any,
    *,
    ties: Ties = "davidson",
    confidence: float = 0.95,
    first: str | None = None,
    second: str | None = None,
    winner: str | None = None,
    judge: str | None = None,
    prompt: str | Sequence[str] | None = None,
    rng: "int | np.random.Generator" = 0,
) -> Ranking:
    """Rank things that judges compared two by two, by Bradley–Terry.

    Strengths λ are log odds: P(i over j) = 1/(1 + exp(λ_j − λ_i)). With ties the model is
    Davidson's (or Rao and Kupper's), without a model of them they are left out. Where some things
    never lost to the others, strengths are infinite: then the bias of the estimate is reduced
    (Firth), with ties each side of each compared pair gets half a win; the signature says so. Where
    votes of one prompt repeat, errors allow for that. Things that were never compared, directly or
    through others, have no common ranking, which is an error.
    References: bradley1952, davidson1970, rao1967, kendall1940, firth1993.

    :param data: Votes: a file, records or a data frame with a row for each, or a study of pairs.
    :param ties: The model of ties: "davidson", "rao-kupper", or "none".
    :param confidence: The confidence of the intervals.
    :param first: The column of what was shown first; second: what was shown second.
    :param second: The column of what was shown second.
    :param winner: The column of the preferred one.
    :param judge: The column of the judge.
    :param prompt: The column, or columns, of what was answered.
    :param rng: The seed, or a NumPy generator, of judges that are simulated.

    >>> import accord
    >>> votes = [{"model_a": "x", "model_b": "y", "winner": w} for w in "xxxyx"]
    >>> best = accord.labels.rank(votes).things[0]
    >>> best.name, round(2 * best.strength, 4)
    ('x', 1.3863)
    """
    if ties not in TIE_MODELS:
        raise UnknownNameError.of("model of ties", ties, TIE_MODELS)
    told = {"first": first, "second": second, "winner": winner, "judge": judge, "prompt": prompt}
    votes = votes_of(data, **told).in_order()
    _check_joined(votes)
    seed = seed_of(rng)
    clusters = votes.by_prompt()
    notes = []
    if clusters is not None and len(clusters) < FEWEST_PROMPTS:
        notes.append(said("rank.few-prompts", n=len(clusters)))
        clusters = None
    whole = fit(votes.cells, ties=ties, clusters=clusters)
    if whole.mend != "none":
        notes.append(said(f"rank.separated-{whole.mend.split()[0]}"))
    study = votes.study()
    kept, twice = votes.kept()
    eta = _position(votes, ties)
    order = _strongest_first(whole)
    judges = tuple(_judged(votes, at, ties, order) for at in range(len(votes.judges)))
    method = "prompts" if clusters is not None else "votes"
    return Ranking(
        _ranked(votes, whole, confidence),
        judges,
        len(votes),
        float((votes.side == 0.5).mean()),
        float(votes.bad.mean()),
        whole.tie,
        *eta,
        kept / twice if twice else nan,
        twice,
        alpha_within(study),
        preference_u(study),
        _alike(votes, seed) if len(votes.judges) > 1 else None,
        f"rank|ties:{whole.model}|separation:{whole.mend}|errors:{method}|n:{len(votes)}"
        f"|k:{len(votes.things)}|c:{len(votes.judges)}|seed:{seed}",
        tuple(notes),
    )


def _check_joined(votes: Votes) -> None:
    groups = votes.cells.groups()
    if len(groups) > 1:
        shown = "; ".join(", ".join(str(votes.things[at]) for at in one[:5]) for one in groups[:4])
        raise NotApplicableError(said("rank.not-joined", n=len(groups), groups=shown))


def _ranked(votes: Votes, whole: FittedStrengths, confidence: float) -> tuple[_Ranked, ...]:
    """Every thing with its limits and places, the strongest first."""
    from scipy.stats import norm

    z, z_error = float(norm.ppf((1 + confidence) / 2)), float(norm.ppf(1 - ERROR))
    order = _strongest_first(whole).tolist()
    errors = np.sqrt(np.diag(whole.covariance))
    cells = votes.cells
    found = []
    for place, at in enumerate(order):
        apart = [(whole.strengths[o] - whole.strengths[at], whole.error(o, at)) for o in order]
        ahead = sum(bool(d > z * e) for d, e in apart if e > 0)
        behind = sum(bool(-d > z * e) for d, e in apart if e > 0)
        wrong = more = nan
        if place + 1 < len(order):
            d, e = apart[place + 1]
            wrong = float(norm.cdf(d / e)) if e > 0 else nan
            more = len(votes) * (z_error * e / d) ** 2 if d else float("inf")
        mine = cells.votes[(cells.first == at) | (cells.second == at)].sum()
        won = cells.wins[cells.first == at].sum() + cells.losses[cells.second == at].sum()
        found.append(
            _Ranked(
                votes.things[at],
                float(whole.strengths[at]),
                float(whole.strengths[at] - z * errors[at]),
                float(whole.strengths[at] + z * errors[at]),
                1 + ahead,
                len(order) - behind,
                int(mine),
                float(won),
                wrong,
                float(more),
            )
        )
    return tuple(found)


def _strongest_first(whole: FittedStrengths) -> IntArray:
    """Things by position; those of one strength in the order in which they are."""
    steps = np.round(whole.strengths / SAME_STRENGTH)
    return np.asarray(np.argsort(-steps, kind="stable"))


def _position(votes: Votes, ties: TieModel) -> tuple[float, float, float]:
    """η, its error and p by likelihood ratio; nan where order and strength cannot be separated."""
    if not votes.as_shown:
        return nan, nan, nan
    cells = votes.cells
    decided = cells.decided()
    if not _in_both_orders(decided.first, decided.second) or len(cells.groups()) > 1:
        return nan, nan, nan
    from scipy.stats import chi2

    with_order = fit(cells, ties=ties, order=True)
    if with_order.mend != "none":  # the likelihood that was mended is no test
        return with_order.order, with_order.order_error, nan
    ratio = 2 * (with_order.log_likelihood - fit(cells, ties=ties).log_likelihood)
    clusters = votes.by_prompt()
    if clusters is not None and len(clusters) >= FEWEST_PROMPTS:
        robust = fit(cells, ties=ties, order=True, clusters=clusters)
        ratio = (robust.order / robust.order_error) ** 2
        with_order = robust
    return with_order.order, with_order.order_error, float(chi2.sf(max(ratio, 0.0), 1))


def _in_both_orders(first: Any, second: Any) -> bool:
    """Whether order is not one more ranking: things stand first and second, around a circle at
    least."""
    number = int(max(first.max(initial=0), second.max(initial=0))) + 1
    rows = np.zeros((len(first), number + 1))
    at = np.arange(len(first))
    rows[at, first] += 1
    rows[at, second] -= 1
    rows[:, -1] = 1
    return bool(np.linalg.matrix_rank(rows) > np.linalg.matrix_rank(rows[:, :-1]))


def _judged(votes: Votes, at: int, ties: TieModel, order: IntArray) -> JudgeOfPairs:
    own = votes.of_judge(at)
    decided = own.side != 0.5
    ahead = _ahead(own)
    around, triples = circular(ahead)
    n = len(votes.things)
    whole = triples == comb(n, 3) and n > 2
    joined = len(own.cells.groups()) == 1
    kept, twice = own.kept()
    return JudgeOfPairs(
        votes.judges[at],
        len(own),
        float((~decided).mean()),
        float(own.bad.mean()),
        float(own.side[decided].mean()) if decided.any() and votes.as_shown else nan,
        *(_position(own, ties) if joined else (nan, nan, nan)),
        kept / twice if twice else nan,
        twice,
        around,
        triples,
        1 - around / most_triads(n) if whole else nan,
        p_of_triads(around, n) if whole else nan,
        tuple(fit(own.cells, ties=ties).strengths[order].tolist()) if joined else (),
    )


def _ahead(votes: Votes) -> FloatArray:
    """1 where more votes are for the row than for the column, −1 for fewer, 0 for equally many."""
    n = len(votes.things)
    net = np.zeros((n, n))
    np.add.at(net, (votes.first, votes.second), 2 * votes.side - 1)
    return np.sign(net - net.T)


def _alike(votes: Votes, seed: int) -> Alike | None:
    """One ranking against one for each judge, over decided votes; and τ beside what noise gives."""
    k = len(votes.things)
    every = (votes.of_judge(at).cells.decided() for at in votes.judges_in_order())
    own = [cells for cells in every if len(cells.groups()) == 1]
    if len(own) < 2 or k < 2:
        return None
    pooled = fit(_together(own))
    g2, tau, apart = _compared(own, pooled)
    rng = np.random.default_rng(seed)
    drawn = []
    for _ in range(SIMULATED):
        again = [_redrawn(cells, pooled, rng) for cells in own]
        drawn.append(_compared(again, fit(_together(again))))
    df = (len(own) - 1) * (k - 1)
    if apart:  # χ² needs finite strengths
        p = (1 + sum(one[0] >= g2 for one in drawn)) / (1 + SIMULATED)
    else:
        from scipy.stats import chi2

        p = float(chi2.sf(g2, df))
    return Alike(len(own), g2, df, p, tau, float(np.mean([one[1] for one in drawn])))


def _compared(own: list[CountedVotes], pooled: FittedStrengths) -> tuple[float, float, bool]:
    """G², the mean τ between judges' rankings, and whether some strengths are infinite."""
    fits = [fit(cells) for cells in own]
    g2 = 2 * (sum(one.log_likelihood for one in fits) - pooled.log_likelihood)
    strengths = np.array([one.strengths for one in fits])
    a, b = np.triu_indices(strengths.shape[1], 1)
    apart_by = strengths[:, a] - strengths[:, b]
    signs = np.sign(np.where(np.abs(apart_by) < SAME_STRENGTH, 0.0, apart_by))
    between = (signs @ signs.T / len(a))[np.triu_indices(len(fits), 1)]
    apart = any(one.mend != "none" for one in (*fits, pooled))
    return g2, float(between.mean()), apart


def _together(own: list[CountedVotes]) -> CountedVotes:
    """The votes of all judges; cells of the same pair need not be added up."""

    def joined(name: str) -> Any:
        return np.concatenate([getattr(one, name) for one in own])

    return CountedVotes(
        joined("first"),
        joined("second"),
        joined("wins"),
        joined("losses"),
        joined("ties"),
        own[0].things,
    )


def _redrawn(
    cells: CountedVotes, pooled: FittedStrengths, rng: np.random.Generator
) -> CountedVotes:
    """The same comparisons, decided by a judge with the strengths of all."""
    apart = pooled.strengths[cells.first] - pooled.strengths[cells.second]
    number = (cells.wins + cells.losses).astype(np.int64)
    wins = rng.binomial(number, 1 / (1 + np.exp(-apart))).astype(np.float64)
    return replace(cells, wins=wins, losses=number - wins)


def votes_needed(things: int, difference: float, *, error: float = ERROR) -> int:
    """How many votes in total a ranking needs, so that two neighbours come out right.

    In a round robin of k things of about equal strength the difference of two strengths has
    variance 8/(nk) after n votes for each pair, so that N = 4 (k − 1) z² / δ². An Elo difference is
    173.7 δ. References: bradley1952.

    :param things: How many things are ranked.
    :param difference: δ, the difference between neighbours that matters, in logits.
    :param error: How often they may come out reversed.

    >>> import accord
    >>> accord.labels.votes_needed(10, 0.1, error=0.0786)
    7204
    """
    from scipy.stats import norm

    if things < 2 or not difference > 0 or not 0 < error < 0.5:
        raise NotApplicableError(
            "a plan needs two things or more, a difference above 0 and an error between 0 and 0.5"
        )
    z = float(norm.ppf(1 - error))
    return ceil(4 * (things - 1) * z**2 / difference**2)
