"""The score of a judge, corrected: all estimates side by side, by slice, of two systems, and what
more labels would buy."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from accord.errors import UnknownNameError
from accord.infer.judges.budget import LabelBudget, label_budget, label_next
from accord.infer.judges.by_slice import ScoreSlice, members, scores_by_slice
from accord.infer.judges.clustered import mean_with_error
from accord.infer.judges.corrected import (
    Score,
    judge_alone,
    of_these_items,
    people_alone,
    prediction_powered,
    rogan_gladen_of,
    score_difference,
)
from accord.kinds.labels.study import Codings
from accord.model.agreement import Interval
from accord.model.names import FloatArray, IntArray
from accord.model.showing import Result
from accord.words.said import said

_SYSTEMS = 12
"""Of more systems than these not every two are compared."""


@dataclass(frozen=True, slots=True)
class SystemDifference(Result):
    """The corrected difference of two systems.

    :param paired: Whether the two answered the same questions.
    """

    first: Hashable
    second: Hashable
    score: Score
    paired: bool


@dataclass(frozen=True, slots=True)
class Scored(Result):
    """The judge's score of all items beside what people would say of them.

    :param what: What the score is: the share that pass, or the mean.
    :param bias: judge − people on the items that both scored, with its interval.
    :param rogan_gladen: For shares; None for means.
    :param corrected: PPI++, of more such items; people's own score where they labelled them all.
    :param these: Of just these items.
    :param next: Items to label next, drawn at random.
    """

    what: str
    judge: Score
    people: Score
    rogan_gladen: Score | None
    ppi: Score
    corrected: Score
    these: Score
    bias: float
    bias_interval: Interval
    slices: tuple[ScoreSlice, ...]
    differences: tuple[SystemDifference, ...]
    budget: LabelBudget
    next: tuple[Hashable, ...]
    notes: tuple[str, ...] = ()


def scored_by_judge(
    study: Codings,
    what: str,
    judge: FloatArray,
    people: FloatArray,
    *,
    by: Sequence[str] = (),
    systems: str | None = None,
    pairs: str | None = None,
    groups: IntArray | None = None,
    confidence: float = 0.95,
    rng: int = 0,
) -> Scored | None:
    """Every estimate of the score; None where the judge scored nothing that people scored."""
    use = np.isfinite(judge)
    f, y = judge[use], people[use]
    known = np.isfinite(y)
    # One label has no variance, and every corrected estimate needs one.
    if known.sum() < 2:
        return None
    of = None if groups is None else groups[use]
    # Rogan & Gladen's error rates exist for yes and no alone; the mean of several people is .5
    # somewhere.
    share = bool(np.isin(f, (0.0, 1.0)).all()) and bool(np.isin(y[known], (0.0, 1.0)).all())
    bias, limits = mean_with_error(
        f[known] - y[known], None if of is None else of[known], confidence
    )
    how: dict[str, Any] = {"groups": of, "confidence": confidence}
    note = said("judge.note.all_labelled" if known.all() else "judge.note.random")
    items = [study.items[at] for at in np.flatnonzero(use).tolist()]
    alone = people_alone(y, confidence, of)
    corrected = prediction_powered(f, y, **how)
    # With every item labelled both are people's mean, and have one interval.
    if known.all():
        corrected = replace(corrected, interval=alone.interval)
    return Scored(
        what,
        judge_alone(f, confidence, of),
        alone,
        rogan_gladen_of(f, y, of, confidence) if share else None,
        # PPI stands beside PPI++ because papers report it: PPI++ is never wider but for the noise
        # in λ.
        prediction_powered(f, y, power=1.0, **how),
        corrected,
        of_these_items(f, y, of, confidence),
        bias,
        limits,
        scores_by_slice(study, by, judge, people, groups, confidence),
        _differences(study, systems, pairs, judge, people, groups, confidence),
        label_budget(f, y, confidence=confidence, now=(corrected.width, alone.width)),
        label_next(items, y, rng=rng),
        (note,),
    )


def _differences(
    study: Codings,
    systems: str | None,
    pairs: str | None,
    judge: FloatArray,
    people: FloatArray,
    groups: IntArray | None,
    confidence: float,
) -> tuple[SystemDifference, ...]:
    """Every two systems, paired by question where a column says which outputs answer the same."""
    if systems is None:
        return ()
    if pairs is not None and pairs not in study.about:
        raise UnknownNameError.of("column about items", pairs, study.about)
    found = [(value, there & np.isfinite(judge)) for _, value, there in members(study, [systems])]
    rows = []
    # Not adjusted for the number of pairs; twelve systems already make 66 intervals.
    for (one, first), (two, second) in combinations(found[:_SYSTEMS], 2):
        a, b = np.flatnonzero(first), np.flatnonzero(second)
        if pairs is not None:
            question = [str(each) for each in study.about[pairs]]
            places = {question[at]: at for at in b.tolist()}
            both = [(at, places[question[at]]) for at in a.tolist() if question[at] in places]
            # Two questions in common give no variance of differences worth a test; then the
            # systems are compared as independent samples.
            if len(both) > 2:
                a, b = (np.array(side) for side in zip(*both, strict=True))
                score = score_difference(
                    (judge[a], people[a]),
                    (judge[b], people[b]),
                    paired=True,
                    groups=None if groups is None else groups[a],
                    confidence=confidence,
                )
                rows.append(SystemDifference(one, two, score, True))
                continue
        score = score_difference(
            (judge[a], people[a]),
            (judge[b], people[b]),
            groups=None if groups is None else groups[np.concatenate([a, b])],
            confidence=confidence,
        )
        rows.append(SystemDifference(one, two, score, False))
    return tuple(rows)
