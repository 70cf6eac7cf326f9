"""One judge: beside people, its consistency, its biases, its score, and the decision."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from accord._measure.bound import Bound
from accord.errors import AccordError, DataError, Setting, UnknownNameError
from accord.infer.judges.bench import (
    ROUND,
    SAMPLE,
    Bench,
    category_cells,
    codings_of_pair,
    groups,
    judge_scores,
    matched,
    mean_scores,
    pair_with,
    scale_key,
)
from accord.infer.judges.beside_people import (
    Baselines,
    Beside,
    Direction,
    JudgeVerdict,
    People,
    baselines,
    beside,
    direction,
    kappa_like,
    same_label,
    verdict,
)
from accord.infer.judges.by_slice import Slice, agreement_by_slice
from accord.infer.judges.calibration import Calibration, calibration
from accord.infer.judges.consistency import (
    JudgeDrift,
    Repeated,
    Swapped,
    by_round,
    judge_drift,
    repeated,
    swapped,
)
from accord.infer.judges.decision import (
    CountedUnits,
    JudgeDecision,
    decide_on_labels,
    decide_on_score,
)
from accord.infer.judges.scoring import Scored, scored_by_judge
from accord.infer.judges.slopes import (
    FEWEST_FOR_SLOPE,
    FEWEST_OF_PERSON,
    Slope,
    can_slope,
    has_two_people,
    slopes,
)
from accord.infer.tests.people import (
    AlternativeAnnotator,
    Ceiling,
    alternative_annotator_test,
    ceiling,
)
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray, IntArray
from accord.model.showing import Result
from accord.words.said import said

MOST_NAMED_LABELS = 20
"""With more categories than these (scores) a label of one's own says nothing."""


@dataclass(frozen=True, slots=True)
class Judged(Result):
    """One judge: beside people, its consistency, its biases, its score, and the decision.

    :param judge: Who it is.
    :param items: How many items it labelled.
    :param shared: How many of them a person labelled, too.
    :param beside: The judge with each person and with the vote.
    :param baselines: The lines of a constant and of a random judge.
    :param direction: Which labels it gives instead; on a scale `beside` has its level.
    :param ceiling: Agreement with people against agreement among people.
    :param alternative: The alternative annotator test.
    :param verdict: Judge's Verdict z.
    :param slices: The judge by slices of the items.
    :param runs: Repeated runs.
    :param order: The order of answers swapped.
    :param drift: Then and now.
    :param bias: Slopes given the same truth: on length, place, family, any column.
    :param bias_untested: Why there are none, where there are columns but too few people.
    :param calibration: Of its stated confidence.
    :param score: Its score, corrected.
    :param decision: Can it replace people: shown, shown not, or not decided.
    """

    judge: Hashable
    items: int
    shared: int
    beside: tuple[Beside, ...]
    baselines: Baselines | None
    direction: Direction | None
    ceiling: Ceiling | None
    alternative: AlternativeAnnotator | None
    verdict: JudgeVerdict | None
    slices: tuple[Slice, ...]
    runs: Repeated | None
    order: Swapped | None
    drift: JudgeDrift | None
    bias: tuple[Slope, ...]
    bias_untested: str | None
    calibration: Calibration | None
    score: Scored | None
    decision: JudgeDecision
    notes: tuple[str, ...] = ()
    scale: bool = False


@dataclass(frozen=True, slots=True)
class JudgedWith:
    """What all judges are asked with; `scale` where labels are numbers of a scale, so that none is
    right or wrong, only higher or lower."""

    bench: Bench
    distance: Any
    ordered: bool
    scale: bool
    lead: Bound
    sampling: dict[str, Any]
    confidence: float
    by: list[str]
    groups: IntArray | None


@dataclass(frozen=True, slots=True)
class ToldOfJudge:
    """What the user said about the judge."""

    epsilon: float
    margin: float
    use: str
    min_items: int
    bias: Sequence[str] | None
    own: str | None
    certainty: str | None
    runs: Any
    swapped: Any
    positions: bool
    mirror: Mapping[Any, Any] | None
    earlier: Any
    systems: str | None
    pairs: str | None
    rng: int


def judged(
    whole: Codings,
    asked: JudgedWith,
    one: int,
    labels: Sequence[Hashable | None],
    people: People,
    score: FloatArray | None,
    what: str,
    given: ToldOfJudge,
) -> Judged:
    """Everything about one judge."""
    placed, confidence = asked.bench, asked.confidence
    study = placed.study
    pair = pair_with(placed, one, labels, "vote")
    rows = beside(placed, one, labels, asked.distance, asked.sampling, asked.scale)
    lines = None if asked.scale else baselines(pair)
    like_people = kappa_like(study, asked.distance, asked.scale)
    own = placed.cells[:, one] >= 0
    labelled = (placed.cells[:, list(placed.people)] >= 0).any(axis=1)
    alone = study.only([*placed.people, one])
    several = len(placed.people) > 1
    shared = own & (placed.cells[:, list(placed.people)] >= 0).sum(axis=1).astype(bool)
    roof = test = None
    # With one person there is no agreement among people to be measured against: neither a ceiling
    # nor the alternative annotator test.
    if several and people.items:
        beside_people = alone.take(np.flatnonzero(labelled))
        name = study.coders[one]
        roof = ceiling(beside_people, name, asked.lead, **asked.sampling)
        test = alternative_annotator_test(
            beside_people,
            name,
            epsilon=given.epsilon,
            distance=asked.distance,
            min_items=given.min_items,
            over=asked.sampling["over"],
        )
    made = None
    of = asked.groups
    judge_score = None if score is None else judge_scores(placed, one, score)
    people_score = None if score is None else mean_scores(placed, score)
    if judge_score is not None and people_score is not None:
        made = scored_by_judge(
            study,
            what,
            judge_score,
            people_score,
            by=asked.by,
            systems=given.systems,
            pairs=given.pairs,
            groups=of,
            confidence=confidence,
            rng=given.rng,
        )
    named = [] if given.bias is None else given.bias
    # Confidence is tested by calibration, and the columns of a log only number its rows, unless
    # the user names them.
    told = {given.certainty, SAMPLE, ROUND} - {*named}
    columns = {key: column for key, column in study.about.items() if key not in told}
    tilted, untold = _bias(asked, one, score, columns, given)
    have = CountedUnits(int(shared.sum()))
    if of is not None:
        have = CountedUnits(len(np.unique(of[shared])), "documents")
    decision = (
        decide_on_labels(
            people, rows, lines, roof, test, given.margin, have, given.min_items, asked.scale
        )
        if given.use == "labels"
        else decide_on_score(people, made, given.margin, have)
    )
    return Judged(
        study.coders[one],
        int(own.sum()),
        int(shared.sum()),
        rows,
        lines,
        None if asked.scale else direction(pair, asked.ordered, confidence),
        roof,
        test,
        verdict(placed, one, like_people),
        agreement_by_slice(pair, asked.by, like_people, confidence, asked.scale),
        _runs(whole, asked, one, given),
        _order(whole, asked, one, given),
        _drift(whole, asked, one, given, score),
        tilted,
        untold,
        _calibration(asked, pair, given),
        made,
        decision,
        tuple(_notes(asked, one, labels, given)),
        asked.scale,
    )


def _notes(
    asked: JudgedWith, one: int, labels: Sequence[Hashable | None], given: ToldOfJudge
) -> list[str]:
    """What a reader must know of one judge."""
    placed, study = asked.bench, asked.bench.study
    own = placed.cells[:, one] >= 0
    labelled = (placed.cells[:, list(placed.people)] >= 0).any(axis=1)
    lacking = int((labelled & ~own).sum())
    notes: list[str] = []
    if lacking:
        counts = {"lacking": lacking, "n": int(labelled.sum())}
        key = scale_key("judge.note.no_label", asked.scale)
        notes.append(said(key, **counts, setting=str(Setting("missing_as"))))
    if asked.scale and given.certainty is not None:
        notes.append(said("judge.note.right_or_wrong", column=given.certainty))
    used = [{*np.unique(placed.cells[:, list(who)]).tolist()} for who in ((one,), placed.people)]
    alone_in = sorted(used[0] - used[1] - {-1})
    # A label that only the judge uses often is a spelling (Yes, yes.); among scores of 0 to 100 it
    # is to be expected.
    if alone_in and not asked.scale and len(study.categories) <= MOST_NAMED_LABELS:
        names = ", ".join(repr(str(study.categories[k])) for k in alone_in[:5])
        notes.append(said("judge.note.own_labels", names=names))
    voted = np.array([label is not None for label in labels], dtype=np.bool_)
    ties = int((labelled & ~voted).sum())
    if ties and len(placed.people) > 1:
        notes.append(said("judge.note.ties", n=ties))
    if study.within == "pair":
        notes.append(said("judge.note.pairs"))
    return [*notes, *_copies(placed, one)]


def _copies(placed: Bench, one: int) -> list[str]:
    """People whose labels the judge shares to the last one, though others differ from them: one of
    the two may have seen the other's, and agreement with oneself shows nothing."""
    notes: list[str] = []
    for person in placed.people:
        both = (placed.cells[:, person] >= 0) & (placed.cells[:, one] >= 0)
        theirs = placed.cells[both, person]
        others = placed.cells[both][:, [c for c in placed.people if c != person]]
        apart = int(((others >= 0) & (others != theirs[:, None])).any(axis=1).sum())
        same = len(theirs) >= FEWEST_OF_PERSON and bool((theirs == placed.cells[both, one]).all())
        if same and apart:
            facts = {"who": placed.study.coders[person], "n": len(theirs), "m": apart}
            notes.append(said("judge.note.copies", **facts))
    return notes


def _bias(
    asked: JudgedWith,
    one: int,
    score: FloatArray | None,
    columns: dict[str, Sequence[Any]],
    given: ToldOfJudge,
) -> tuple[tuple[Slope, ...], str | None]:
    """The slopes of a judge, or why there are none although there are columns."""
    placed = asked.bench
    study = placed.study
    # Without a score each label is a truth of its own; with one its value says more.
    value = np.arange(len(study.categories), dtype=np.float64) if score is None else score
    said_by = np.where(placed.cells >= 0, value[np.maximum(placed.cells, 0)], np.nan)
    judge, humans = said_by[:, one], said_by[:, list(placed.people)]
    found = slopes(
        judge,
        humans,
        columns,
        labels=list(study.categories) if score is None else (),
        columns=given.bias,
        own=given.own,
        groups=asked.groups,
        confidence=asked.confidence,
    )
    if found or not columns:
        return tuple(found), None
    if not has_two_people(judge, humans):
        two = int((np.isfinite(humans).sum(axis=1) > 1).sum())
        if two:
            return (), said("judge.bias.few_shared", m=two, n=FEWEST_OF_PERSON)
        return (), said("judge.bias.one_person", n=FEWEST_OF_PERSON)
    named = {name: columns[name] for name in given.bias or columns}
    if can_slope(judge, humans, named, given.own, asked.groups):
        return (), said("judge.bias.disagree")
    return (), said("judge.bias.few", n=FEWEST_FOR_SLOPE) if given.bias else None


def _other(whole: Codings, asked: JudgedWith, one: int, name: Any, what: str) -> Codings:
    """The study of the judge and of one other coder, on the items that both have."""
    other = matched(whole, name, what)
    if len(other) != 1:
        raise AccordError(f"{Setting(what)} names {len(other)} coders; expected one")
    judge_at = whole.coders.index(asked.bench.name(one))
    if other[0] == judge_at:
        raise AccordError(f"{Setting(what)} names the model itself. Name the other coder")
    return codings_of_pair(Bench(whole, (), (), category_cells(whole)), judge_at, other[0])


def _runs(whole: Codings, asked: JudgedWith, one: int, given: ToldOfJudge) -> Repeated | None:
    if given.runs is not None:
        at = {*matched(whole, given.runs, "runs"), whole.coders.index(asked.bench.name(one))}
        return repeated(whole.only(sorted(at)), asked.lead, asked.sampling)
    rounds = by_round(asked.bench.study, one, (SAMPLE, ROUND))
    if rounds is None:
        return None
    # Rounds were made coders, so a sample is an item here and nothing is left to group by.
    found = repeated(rounds, asked.lead, {**asked.sampling, "over": "items"})
    if found is None:
        return None
    return replace(found, notes=(said("judge.note.rounds"),))


def _order(whole: Codings, asked: JudgedWith, one: int, given: ToldOfJudge) -> Swapped | None:
    if given.swapped is None:
        return None
    pair = _other(whole, asked, one, given.swapped, "swapped")
    return swapped(
        pair, positions=given.positions, mirror=given.mirror, confidence=asked.confidence
    )


def _drift(
    whole: Codings, asked: JudgedWith, one: int, given: ToldOfJudge, score: FloatArray | None
) -> JudgeDrift | None:
    if given.earlier is None:
        return None
    pair = _other(whole, asked, one, given.earlier, "earlier")
    if score is not None:
        place = {name: k for k, name in enumerate(asked.bench.study.categories)}
        known = [place.get(name) for name in pair.categories]
        # The other run may use labels that have no score; then the change of labels is shown
        # without a shift of the mean.
        score = None if None in known else score[np.array(known)]
    return judge_drift(pair, asked.lead, score, asked.confidence, asked.sampling)


def _calibration(asked: JudgedWith, pair: Codings, given: ToldOfJudge) -> Calibration | None:
    if given.certainty is None or asked.scale:
        return None
    if given.certainty not in asked.bench.study.about:
        raise UnknownNameError.of("column about items", given.certainty, asked.bench.study.about)
    if not len(pair.items):
        return None
    stated = []
    for item, value in zip(pair.items, pair.about[given.certainty], strict=True):
        try:
            stated.append(float(value) if value not in (None, "") else np.nan)
        except (TypeError, ValueError):
            raise DataError(
                f"item {str(item)!r}: {given.certainty} is {value!r}; expected a number from 0 to 1"
            ) from None
    return calibration(
        stated, same_label(pair), groups=groups(pair), confidence=asked.confidence, rng=given.rng
    )
