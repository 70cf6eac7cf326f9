"""γ: alignment and agreement as one, for units that differ in place and category.

    γ = 1 − δ / δ_e

δ is the disorder of the best alignment, δ_e that of random annotations which have the same
numbers of units, lengths, gaps, overlaps and categories as the observed ones.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum, inf, nan, sqrt
from time import time
from typing import Any

import numpy as np

from accord._measure.gamma.align.alignment import Alignment, aligned, coder_places
from accord._measure.gamma.align.cover import Budget
from accord._measure.gamma.disorder_chance import (
    AnnotationSource,
    Corpus,
    DisorderModel,
    OneContinuum,
    SpansOfDocuments,
)
from accord._measure.gamma.disorder_sample import (
    ChanceSample,
    Sampling,
    chance_sample,
    threads_of,
    units_at_once,
)
from accord._measure.gamma.dissimilarity import Fitted
from accord._measure.gamma.parameters import Parameters, SamplingProgress
from accord.errors import NotApplicableError, Setting, UnknownNameError
from accord.kinds.boundaries.study import Segmentations
from accord.kinds.kind import kind_of
from accord.kinds.spans.order import order_of_units
from accord.kinds.spans.parts import Continuum
from accord.kinds.spans.study import Unitizings
from accord.kinds.table import KINDS
from accord.model.agreement import Agreement
from accord.model.keywords import keywords
from accord.model.names import IntArray
from accord.tasks import Tasks
from accord.words.said import said


@dataclass(frozen=True, slots=True)
class Disorders:
    """Everything γ, γ-cat and γ-k are computed from: alignments, and chance for each.

    `chances[i]` is the chance sample that belongs to `alignments[i]`.
    """

    study: Unitizings
    d: Fitted
    alignments: tuple[Alignment, ...]
    chances: tuple[ChanceSample, ...]
    settings: Mapping[str, Any]
    undefined: str | None = None

    @property
    def exact(self) -> bool:
        """Whether every alignment, of the data and of chance, is proved to be a best one."""
        sure = all(alignment.exact for alignment in self.alignments)
        return sure and all(chance.exact for chance in unique(self.chances))

    @property
    def complete(self) -> bool:
        """Whether chance was sampled for every document, as often as asked for."""
        known = len(self.chances) == len(self.alignments)
        return known and all(chance.complete for chance in self.chances)

    def means(self, of: Callable[[ChanceSample], float]) -> float:
        """The mean over documents of something of their chance samples."""
        return fsum(map(of, self.chances)) / len(self.chances) if self.chances else nan


@keywords(Parameters)
def gamma(study: Unitizings | Continuum | Segmentations, **given: Any) -> Agreement:
    """γ: agreement on position and label together, for spans that may overlap or be nested.

    By chance, coders would mark as many units, of such lengths, categories, gaps and overlaps
    as they did, but elsewhere: their own units moved along the continuum, or units of other
    documents (`chance`: "corpus" if there are at least as many documents as coders, else
    "continuum"; "model" draws units and gaps one by one).

        γ = 1 − δ / δ_e
        δ = (sum of the disorders of the unitary alignments) / (mean number of units per coder)

    For several documents δ and δ_e are means over the documents in which two coders at least
    saw the text and one at least marked a unit; `detail["by_item"]` has the γ of each with the
    corpus' expectation, as the authors recommend. At least `samples` random annotations are
    aligned, and as many as make δ_e precise to `precision` (2%) with `confidence` (95%);
    `precision=None` takes just `samples`. Segments count as units that cover everything.

    Undefined where there are no units, no two coders, or no disorder by chance. `detail` holds
    the alignments, every chance disorder, the standard error of γ that comes from sampling
    (`se`) and the interval that is certified where the `budget` (seconds of all alignments,
    those of random annotations included; 5, or a millisecond a unit) ended the search.

    References: mathet2015.

    >>> import accord
    >>> study = accord.Continuum.of({
    ...     "Alex": [(2, 9, 1), (11, 17, 2), (24, 30, 5), (32, 36, 6), (36, 44, 6), (44, 60, 7)],
    ...     "Paul": [(2, 9, 1), (11, 17, 3), (19, 25, 5), (32, 44, 6)],
    ...     "Suzan": [(2, 9, 1), (11, 17, 4), (21, 27, 5), (32, 36, 6), (36, 40, 6), (40, 44, 6)]})
    >>> found = accord.spans.gamma(study)
    >>> round(found.observed, 6), len(found.detail["alignment"])
    (0.653542, 6)
    """
    return _agreement(disorders(study, Parameters(**given), categories=False))


def disorders(
    study: Unitizings | Continuum | Segmentations, given: Parameters, *, categories: bool = True
) -> Disorders:
    """Align every document and sample what chance would do, with `categories` also to them."""
    study = _as_study(study)
    rule, sampling = given.rule(), given.sampling()
    if study.declared and rule.order is None:
        rule = replace(rule, order=tuple(study.categories))
    d = rule.fitted(study.categories, _counts(study))
    usable = [c for c in study.continua if c.seen.sum() > 1 and len(c)]
    chance = _kind(given.chance, usable)
    settings = given.settings(rule, chance)
    if not usable:
        return Disorders(study, d, (), (), settings, _why(study))
    tasks = Tasks.of(given.n_jobs)
    budget = _budget(given.budget, usable)
    observed = _observed(usable, d, budget, tasks)
    shown = None if given.progress is None else _Shown(given.progress, observed, chance)
    budget = replace(budget, until=budget.until + budget.seconds)
    marked = replace(study, continua=tuple(usable))
    slow = not all(alignment.exact for alignment in observed)
    samples = _samples(
        marked, d, chance, sampling, given.seed(), tasks, budget, shown, slow, categories
    )
    return Disorders(study, d, tuple(observed), tuple(samples), settings)


def _budget(given: Budget | float | None, usable: Sequence[Continuum]) -> Budget:
    """The time of all alignments together, half of it for the observed ones."""
    budget = Budget.of(given, sum(map(len, usable)))  # a large corpus is not a hard one
    half = budget.seconds / 2
    return replace(budget, seconds=half, until=time() + half)


def _observed(
    usable: Sequence[Continuum], d: Fitted, budget: Budget, tasks: Tasks
) -> list[Alignment]:
    """The best alignments; documents with as many coders are aligned together, some at a time."""
    numbers = np.array([int(c.seen.sum()) for c in usable])
    sizes = np.array([len(c) for c in usable])
    threads = threads_of(tasks)
    # Small enough for every process to have some, and for the last one not to be waited for.
    fair = int(sizes.sum()) // (8 * tasks.jobs) + 1 if tasks.jobs > threads else int(sizes.sum())
    together: list[list[int]] = []
    for n in np.unique(numbers):
        mine = np.flatnonzero(numbers == n)
        room = max(1, min(fair, units_at_once(int(n), tasks, threads)))
        batch = np.cumsum(sizes[mine]) // room
        together += [mine[batch == b].tolist() for b in np.unique(batch)]
    share = replace(budget, seconds=budget.seconds / len(together))
    each = [([usable[i] for i in at], d, share, threads) for at in together]
    if threads > 1:
        tasks = replace(tasks, n_jobs=1)
    done = tasks.stream(_aligned_rows, each, key=_aligned_key)
    found: dict[int, Alignment] = {}
    for at, some in zip(together, done, strict=True):
        for i, (members, *parts, disorder, lower) in zip(at, some, strict=True):
            seen = usable[i].by_who_saw()
            rows = np.asarray(members, dtype=np.int64).reshape(-1, len(seen.coders))
            cost, position, category = (np.asarray(part, dtype=np.float64) for part in parts)
            found[i] = Alignment(seen, rows, cost, position, category, disorder, lower)
    return [found[at] for at in range(len(usable))]


def _aligned_rows(
    continua: Sequence[Continuum], d: Fitted, budget: Budget, threads: int
) -> list[list[Any]]:
    """Alignments without their continua, which are known where they are wanted."""
    return [
        [a.members, a.disorders, a.position, a.category, a.disorder, a.lower]
        for a in aligned(continua, d, budget, threads)
    ]


def _aligned_key(continua: Sequence[Continuum], d: Fitted, budget: Budget, threads: int) -> Any:
    """All that the alignments depend on, as plain data."""
    units = [(c.begin, c.start, c.stop, c.coder, c.category, c.seen) for c in continua]
    rule = d.rule
    return units, rule.alpha, rule.beta, rule.delta, rule.function, d.matrix, budget.limits


def _as_study(study: Unitizings | Continuum | Segmentations) -> Unitizings:
    if isinstance(study, Continuum):
        return Unitizings((study,), study.coders, study.categories)
    known = getattr(study, "kind", None) in KINDS  # people hand over arrays and dicts, too
    as_units = kind_of(study).ability("as_units") if known else None
    if as_units is None:
        raise NotApplicableError(f"γ works with spans and segments; got {type(study).__name__}")
    units: Unitizings = as_units(study)
    return units


def _counts(study: Unitizings) -> IntArray:
    total = np.zeros(len(study.categories), dtype=np.int64)
    for continuum in study.continua:
        total += np.bincount(continuum.category, minlength=len(total))
    return total


def _kind(chance: str, usable: Sequence[Continuum]) -> str:
    most = max((int(c.seen.sum()) for c in usable), default=0)
    enough = len(usable) >= max(2, most)
    if chance == "auto":
        return "corpus" if enough else "continuum"
    if chance == "corpus" and not enough:
        raise UnknownNameError(
            f"chance 'corpus' needs as many documents with spans as there are coders ({most}), "
            f"got {len(usable)}; use {Setting('chance', 'continuum')}"
        )
    return chance


def _why(study: Unitizings) -> str:
    if len(study.coders) < 2 or not any(c.seen.sum() > 1 for c in study.continua):
        return said("undefined.no-document-seen-two-coders")
    return said("undefined.no-coder-marked-any-unit")


class _Shown:
    """Turns progress of chance disorders into γ so far, over all samples to be drawn."""

    def __init__(
        self, progress: SamplingProgress, observed: Sequence[Alignment], chance: str
    ) -> None:
        self.progress = progress
        self.observed = float(np.mean([alignment.disorder for alignment in observed]))
        self.parts = 1 if chance != "continuum" else len(observed)
        self.done = 0

    def __call__(self, done: int, planned: int, mean: float, se: float) -> None:
        value = 1 - self.observed / mean if mean > 0 else nan
        error = self.observed / mean**2 * se if mean > 0 else inf
        self.progress(self.done + done, planned * self.parts, value, error)
        if done == planned:
            self.done += done


def _samples(
    study: Unitizings,
    d: Fitted,
    chance: str,
    sampling: Sampling,
    seed: np.random.SeedSequence,
    tasks: Tasks,
    budget: Budget,
    shown: _Shown | None,
    slow: bool,
    categories: bool,
) -> list[ChanceSample]:
    """For each document its chance: its own, or that of the corpus for its number of coders.

    Documents, coders and equal spans are drawn from in an order that comes from the units.
    """
    order, _, named = order_of_units(study)
    usable, rank = study.continua, np.argsort(named)
    ordered = [usable[at] for at in order]
    places = coder_places(ordered, rank)
    numbers = [int(c.seen.sum()) for c in usable]
    own = chance == "continuum"
    if own:
        budget = replace(budget, seconds=budget.seconds / len(usable))
        seeds = dict(zip(order.tolist(), seed.spawn(len(usable)), strict=True))
    else:
        documents = SpansOfDocuments(ordered, places, rank)
        common: AnnotationSource = (
            DisorderModel.of(documents) if chance == "model" else Corpus(documents)
        )
        several = sorted(set(numbers))
        seeds = dict(zip(several, seed.spawn(len(several)), strict=True))
    known: dict[int, ChanceSample] = {}
    samples: list[ChanceSample] = []
    for at, (continuum, n) in enumerate(zip(usable, numbers, strict=True)):
        if own or n not in known:
            if not all(sample.complete for sample in known.values()):
                return samples  # interrupted: what is known so far
            source = common if not own else _alone(continuum, rank)
            try:
                known[n] = chance_sample(
                    source,
                    n,
                    d,
                    sampling=sampling,
                    seed=seeds[at if own else n],
                    tasks=tasks,
                    budget=budget,
                    report=shown,
                    slow=slow,
                    categories=categories,
                )
            except KeyboardInterrupt:
                if not samples or shown is None:
                    raise
                return samples  # the documents before this one are known
        samples.append(known[n])
    return samples


def _alone(continuum: Continuum, rank: IntArray) -> OneContinuum:
    return OneContinuum.of(continuum, coder_places([continuum], rank), rank)


def _agreement(found: Disorders) -> Agreement:
    blank = Agreement("gamma", "γ", nan, nan, dict(found.settings), found.study.counts(), unit=None)
    if found.undefined is not None:
        return replace(blank, undefined=found.undefined)
    known = found.alignments[: len(found.chances)]
    observed = fsum(alignment.disorder for alignment in known) / len(known)
    expected = found.means(lambda chance: chance.expected)
    undefined = None
    if not expected > 0:
        undefined = said("undefined.random-annotations-show-no")
    settings = dict(found.settings)
    settings["samples"] = sum(len(c.disorders) for c in unique(found.chances))
    if not found.complete:
        late = any(chance.late for chance in found.chances)
        settings["partial"] = "budget" if late else "interrupted"
    detail = _detail(found, known, observed, expected)
    if not detail["exact"]:  # never silently approximate
        settings["certified"] = "{:.4f}..{:.4f}".format(*detail["certified"])
    return replace(
        blank,
        observed=observed,
        expected=expected,
        settings=settings,
        undefined=undefined,
        detail=detail,
    )


def unique(chances: Sequence[ChanceSample]) -> list[ChanceSample]:
    """The chance samples, each once."""
    return list({id(chance): chance for chance in chances}.values())


def _detail(
    found: Disorders, known: Sequence[Alignment], observed: float, expected: float
) -> dict[str, Any]:
    by_item = {
        alignment.continuum.name: 1 - alignment.disorder / chance.expected
        for alignment, chance in zip(known, found.chances, strict=True)
        if chance.expected > 0
    }
    kinds = unique(found.chances)
    weights = [sum(c is kind for c in found.chances) / len(found.chances) for kind in kinds]
    se = sqrt(sum((w * kind.se) ** 2 for w, kind in zip(weights, kinds, strict=True)))
    low = fsum(a.lower for a in known) / len(known)
    least = found.means(lambda chance: float(chance.lower.mean()))
    ratio = observed / expected if expected > 0 else nan
    return {
        "alignment": known[0],
        "alignments": tuple(known),
        "chance": np.concatenate([kind.disorders for kind in kinds]),
        "by_item": by_item,
        "documents": [(a.disorder, c.expected) for a, c in zip(known, found.chances, strict=True)],
        "se": ratio * se / expected if expected > 0 else nan,
        "certified": (1 - observed / least, 1 - low / expected) if least > 0 else (-inf, 1.0),
        "exact": found.exact,
        "complete": found.complete,
        "left_out": [c.name for c in found.study.continua if c.seen.sum() < 2 or not len(c)],
        "disorders": found,
    }
