"""Screening for a systematic review: how far reviewers agree on what to include, where they do
not, and the sentence for the paper (PRISMA 2020, items 8 and 16).

A record that a reviewer did not see has no label of theirs: it is never an exclusion. So every
coefficient is about the records that two or more saw, and the others are counted and named.
"""

from collections.abc import Collection, Hashable
from dataclasses import dataclass, field
from math import isnan
from typing import Any, Literal

import numpy as np

from accord._measure.bound import bound
from accord._measure.catalogue import display_names
from accord._measure.cube.kernel import only_counts
from accord.engine.any_data import takes_data
from accord.errors import DataError, NotApplicableError, Setting
from accord.infer.resample.interval import interval
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement, Interval
from accord.model.showing import Result
from accord.tasks import checked_run
from accord.version import __version__
from accord.words.said import Said, capital, said, sentences

INCLUDED, EXCLUDED, MAYBE = "included", "excluded", "maybe"

DECISION_WORDS = {
    INCLUDED: {"include", "included", "relevant", "yes", "1", "true"},
    EXCLUDED: {"exclude", "excluded", "irrelevant", "not relevant", "no", "0", "false"},
    MAYBE: {"maybe", "unclear", "unsure", "uncertain"},
}
"""What screening tools and tables call the three decisions."""

COUNTED_AS = {INCLUDED: "screening.maybe-included", EXCLUDED: "screening.maybe-excluded"}
"""What the text says of maybe."""

_MEASURES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("kappa", {}),
    ("ac1", {}),
    ("alpha", {"distance": "nominal"}),
)
"""What is reported: κ because reviews ask for it, AC1 because inclusions are rare, α because it
takes any number of reviewers and records that not all of them saw."""


@dataclass(frozen=True, slots=True)
class Reviewer(Result):
    """How one reviewer decided.

    :param reviewer: Their name.
    :param seen: How many records they decided on.
    :param included: How many of these they included.
    :param excluded: How many they excluded.
    :param maybe: How many they left open.

    >>> import accord
    >>> rows = [("1", "Ann", "yes"), ("1", "Bob", "no"), ("2", "Ann", "no")]
    >>> accord.infer.screening(accord.codings(rows)).reviewers[0].seen
    2
    """

    reviewer: Hashable
    seen: int
    included: int
    excluded: int
    maybe: int


@dataclass(frozen=True, slots=True)
class Conflict(Result):
    """A record that reviewers decided differently.

    :param record: The record.
    :param decisions: Reviewer → decision, in the words of the data.
    :param title: Its title, where the data have one.

    >>> import accord
    >>> rows = [("1", "Ann", "yes"), ("1", "Bob", "no"), ("2", "Ann", "no")]
    >>> accord.infer.screening(accord.codings(rows)).conflicts[0].decisions
    {'Ann': 'yes', 'Bob': 'no'}
    """

    record: Hashable
    decisions: dict[Hashable, Hashable]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Screening(Result):
    """Agreement of reviewers on what to include.

    :param reviewers: How each reviewer decided.
    :param records: Records that somebody screened.
    :param shared: Records that two or more reviewers screened: all values are about these.
    :param agreed: Of these, the records that all who saw them decided alike.
    :param values: κ, AC1 and α, as far as they can be computed.
    :param intervals: Their intervals.
    :param conflicts: Records that were decided differently.
    :param unshared: Records that one reviewer would include and nobody else saw.
    :param text: The sentences for the paper.
    :param settings: The settings that reproduce the result.

    >>> import accord
    >>> rows = [("1", "Ann", "yes"), ("1", "Bob", "no"), ("2", "Ann", "no"), ("2", "Bob", "no")]
    >>> found = accord.infer.screening(accord.codings([*rows, ("3", "Ann", "yes")]))
    >>> found.shared, found.agreed, found.unshared
    (2, 1, ('3',))
    """

    reviewers: tuple[Reviewer, ...]
    records: int
    shared: int
    agreed: int
    values: tuple[Agreement, ...]
    intervals: tuple[Interval, ...]
    conflicts: tuple[Conflict, ...]
    unshared: tuple[Hashable, ...]
    text: Said
    settings: dict[str, Any] = field(default_factory=dict)

    @property
    def signature(self) -> str:
        """Everything needed to reproduce it, in one line."""
        parts = [f"{key}:{value}" for key, value in self.settings.items()]
        return "|".join(["screening", *parts, f"v:{__version__}"])


@takes_data
@checked_run
def screening(
    study: Codings,
    *,
    include: Collection[Hashable] = (),
    maybe: Literal["included", "excluded", "apart"] = "included",
    confidence: float = 0.95,
    resamples: int | None = None,
    rng: int | np.random.Generator = 0,
) -> Screening:
    """How far reviewers agree on what a systematic review includes.

    κ, AC1 and α (nominal) of the records that two or more reviewers screened, with intervals; the
    records in conflict; those that one reviewer would include and nobody else saw; and sentences
    for the paper. "Maybe" means that a record goes on to the next stage: it counts as included, as
    Covidence counts it, unless `maybe` says otherwise.
    References: page2021.

    :param study: Decisions of reviewers on records; a record that was not seen has none.
    :param include: Labels that include a record, where they are other words than include,
        relevant or yes; all others then exclude it, but for maybe.
    :param maybe: What maybe counts as; "apart" keeps it as a third decision.
    :param confidence: The confidence level of the intervals.
    :param resamples: How many resamples they are made of.
    :param rng: The seed, or a NumPy generator.

    >>> import accord
    >>> rows = [(n, who, "no" if n % 3 else "yes") for n in range(12) for who in ("Ann", "Bob")]
    >>> [round(float(one), 2) for one in accord.infer.screening(accord.codings(rows)).values]
    [1.0, 1.0, 1.0]
    """
    if only_counts(study) or study.coder is None:
        raise NotApplicableError.of_counts("screening needs to know who decided on which record")
    meant = {label: _decision(label, include) for label in study.categories}
    counted_as = {INCLUDED: INCLUDED, EXCLUDED: EXCLUDED}
    counted_as[MAYBE] = MAYBE if maybe == "apart" else maybe
    merged = study.recode(lambda label: counted_as[meant[label]])
    sizes = np.bincount(study.item, minlength=len(study.items))
    decided: list[dict[Hashable, Hashable]] = [{} for _ in study.items]
    for item, coder, category in zip(
        study.item.tolist(), study.coder.tolist(), study.category.tolist(), strict=True
    ):
        decided[item][study.coders[coder]] = study.categories[category]
    shared = merged.take(np.flatnonzero(sizes > 1))
    titles = study.about.get("text", [""] * len(study.items))
    conflicts = tuple(
        Conflict(study.items[at], dict(one), str(titles[at] or ""))
        for at, one in enumerate(decided)
        if len({counted_as[meant[label]] for label in one.values()}) > 1
    )
    unshared = tuple(
        study.items[at]
        for at, one in enumerate(decided)
        if len(one) == 1 and counted_as[meant[next(iter(one.values()))]] != EXCLUDED
    )
    values, intervals = [], []
    for measure, given in _MEASURES if len(shared.items) else ():
        asked = bound(measure, **given)
        values.append(asked.compute(shared))
        intervals.append(
            interval(shared, asked, confidence=confidence, resamples=resamples, rng=rng)
        )
    reviewers = tuple(_reviewer(who, decided, meant) for who in study.coders)
    number = len(shared.items)
    text = _text(reviewers, len(decided), number, len(conflicts), values, intervals, maybe)
    settings = {"maybe": maybe, "i": number, "c": len(reviewers), "confidence": confidence}
    return Screening(
        reviewers,
        len(decided),
        number,
        number - len(conflicts),
        tuple(values),
        tuple(intervals),
        conflicts,
        unshared,
        text,
        settings,
    )


def _decision(label: Hashable, include: Collection[Hashable]) -> str:
    """What a label means: one of the three decisions."""
    name = str(label).strip().lower()
    own = {str(one).strip().lower() for one in include}
    if own:
        return INCLUDED if name in own else MAYBE if name in DECISION_WORDS[MAYBE] else EXCLUDED
    for decision, words in DECISION_WORDS.items():
        if name in words:
            return decision
    raise DataError(
        f"label {str(label)!r} is no decision that screening knows; name the labels that include "
        f"a record: {Setting('include')}"
    )


def _reviewer(
    who: Hashable, decided: list[dict[Hashable, Hashable]], meant: dict[Hashable, str]
) -> Reviewer:
    own = [meant[one[who]] for one in decided if who in one]
    return Reviewer(who, len(own), *(own.count(word) for word in (INCLUDED, EXCLUDED, MAYBE)))


def _text(
    reviewers: tuple[Reviewer, ...],
    records: int,
    shared: int,
    conflicts: int,
    values: list[Agreement],
    intervals: list[Interval],
    maybe: str,
) -> Said:
    parts = [capital(said("screening.who", n=len(reviewers), records=records, shared=shared))]
    if shared:
        share = (shared - conflicts) / shared
        parts.append(said("screening.agreed", n=shared - conflicts, shared=shared, share=share))
    for name, one, limits in zip(display_names(values), values, intervals, strict=True):
        if isnan(one.value):
            parts.append(said("screening.undefined", name=name, why=one.undefined or ""))
        elif isnan(limits.low):
            parts.append(said("screening.value", name=name, value=one.value))
        else:
            known = {"low": limits.low, "high": limits.high, "level": limits.confidence}
            parts.append(said("screening.interval", name=name, value=one.value, **known))
    if any(one.maybe for one in reviewers) and maybe in COUNTED_AS:
        parts.append(said(COUNTED_AS[maybe]))
    if conflicts:
        parts.append(said("screening.conflicts", n=conflicts))
    if records > shared:
        parts.append(said("screening.once", n=records - shared))
    return sentences(*parts)
