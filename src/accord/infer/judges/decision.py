"""The decision: may the judge replace people, assist them, or neither, for a stated use."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, isnan
from typing import Any

from accord.infer.judges.beside_people import Baselines, Beside, People
from accord.infer.judges.scoring import Scored
from accord.infer.tests.people import AlternativeAnnotator, Ceiling
from accord.model.showing import Result, picked

USES = ("labels", "score")
"""labels: the judge labels items instead of people; score: the judge's mean is reported."""

HALF = 0.5
"""The alternative annotator test is passed where the judge wins against half of the people."""


@dataclass(frozen=True, slots=True)
class Criterion(Result):
    """One number that decides.

    :param what: What is asked.
    :param value: What was found.
    :param needed: What it must be, in words.
    :param reached: Whether it is; None where it cannot be known.
    """

    what: str
    value: float | None
    needed: str
    reached: bool | None


@dataclass(frozen=True, slots=True)
class JudgeDecision(Result):
    """The decision on a judge: it may replace people, may assist them, or neither, and why.

    :param verdict: replace, assist or no.
    :param use: What the judge is for: labels or score.
    :param margin: How much worse than people it may be.
    :param criteria: What was asked, in order.
    :param reason: In a sentence.

    >>> import accord
    >>> people = {"A": "aabbbbbccccc" * 4, "B": "abbbbbcccccc" * 4, "C": "aabbbbbcccca" * 4}
    >>> study = accord.from_coders({**people, "gpt": "aabbbbbccccc" * 4})
    >>> found = accord.judge(study, "gpt", resamples=200).decision
    >>> found.verdict, found.stated
    ('replace', 'may replace people')
    """

    verdict: str
    use: str
    margin: float
    criteria: tuple[Criterion, ...]
    reason: str

    @property
    def stated(self) -> str:
        """In words."""
        return {"replace": "may replace people", "assist": "may assist people"}.get(
            self.verdict, "may not stand for people"
        )

    def _table(self) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        tables = [one._table() for one in self.criteria]
        return tables[0][0], [row for _, rows in tables for row in rows]

    def summary(self) -> str:
        """The verdict and its reason."""
        return f"{self.stated}: {self.reason}"

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return picked(self, "verdict stated use margin reason criteria")


def decide_on_labels(
    people: People,
    beside: tuple[Beside, ...],
    lines: Baselines | None,
    ceiling: Ceiling | None,
    test: AlternativeAnnotator | None,
    margin: float,
) -> JudgeDecision:
    """Replace: people agree, the judge passes the alternative annotator test, and is not worse than
    people by more than the margin. Assist: it is better than chance and than a constant judge."""
    first = _people(people)
    omega = None if test is None or isnan(test.winning_rate) else test.winning_rate
    epsilon = "" if test is None else f" (ε = {test.epsilon:g})"
    second = Criterion(
        f"alternative annotator test{epsilon}: share of people it wins against",
        omega,
        f"at least {HALF:g}",
        None if omega is None else omega >= HALF,
    )
    low = None if ceiling is None or isnan(ceiling.interval.low) else ceiling.interval.low
    third = Criterion(
        "agreement with people − agreement among people, lower limit",
        low,
        f"at least −{margin:g}",
        None if low is None else low >= -margin,
    )
    fourth = _better(beside, lines)
    replaces = first.reached and second.reached and third.reached
    if replaces:
        verdict, why = "replace", "it agrees with people as well as they agree with each other"
    elif first.reached is False:
        verdict = "no"
        why = "people agree too little with each other: there is nothing yet to agree with"
    elif fourth.reached:
        unknown = [one.what for one in (first, second, third) if one.reached is None]
        verdict = "assist"
        why = (
            "whether it could replace people cannot be determined: that takes at least two people "
            "who labelled the same items, and 30 items of each"
            if unknown and not any(one.reached is False for one in (second, third))
            else "it is better than chance, and not as good as people"
        )
    else:
        verdict, why = "no", "it is not shown to be better than a judge who knows nothing"
    return JudgeDecision(verdict, "labels", margin, (first, second, third, fourth), why)


def _people(people: People) -> Criterion:
    value = None if people.agreement is None else people.agreement.value
    value = None if value is None or isnan(value) else value
    return Criterion("α among people", value, f"at least {people.floor:g}", people.enough)


def _better(beside: tuple[Beside, ...], lines: Baselines | None) -> Criterion:
    """With the vote, or with the only person: the lower limit of α above 0."""
    last = beside[-1] if beside else None
    found = last.measures[0] if last is not None and last.measures else None
    low = None if found is None or found.interval is None else found.interval.low
    low = None if low is None or not isfinite(low) else low
    who = "the vote" if last is not None and last.who == "vote" else "people"
    reached = None if low is None else low > 0
    if reached and lines is not None and lines.judge < lines.constant:
        return Criterion(
            f"agrees with {who} more often than a constant judge does",
            lines.judge,
            f"at least {lines.constant:.3f}",
            False,
        )
    return Criterion(f"α with {who}, lower limit", low, "above 0", reached)


def decide_on_score(people: People, scored: Scored | None, margin: float) -> JudgeDecision:
    """Replace: the judge's mean is within the margin of people's. Assist: with people's labels of
    some items it makes the corrected score more precise than those labels alone."""
    first = _people(people)
    limits = None if scored is None else scored.bias_interval
    worst = None
    if limits is not None and isfinite(limits.low) and isfinite(limits.high):
        worst = max(abs(limits.low), abs(limits.high))
    second = Criterion(
        "judge − people, the limit farther from 0",
        worst,
        f"at most {margin:g}",
        None if worst is None else worst <= margin,
    )
    saved = None if scored is None or isnan(scored.budget.saved) else scored.budget.saved
    third = Criterion(
        "labels that the judge saves at the same width of the corrected score",
        saved,
        f"at least {LEAST:g}",
        None if saved is None else saved >= LEAST,
    )
    if first.reached is False:
        verdict = "no"
        why = "people agree too little with each other: there is nothing yet to agree with"
    elif second.reached:
        verdict, why = "replace", "its score is people's, within the margin"
    elif third.reached:
        verdict = "assist"
        why = "its own score is not people's; with their labels of some items it saves labels"
    else:
        verdict, why = "no", "its score is not people's, and it hardly saves labels"
    return JudgeDecision(verdict, "score", margin, (first, second, third), why)


LEAST = 0.1
"""A judge that saves a smaller share of labels than this is of no help to a corrected score."""
