"""The decision: may the judge replace people, assist them, or neither, for a stated use."""

from dataclasses import dataclass
from math import isfinite, isnan

from accord.infer.judges.beside_people import Baselines, Beside, People
from accord.infer.judges.scoring import Scored
from accord.infer.tests.people import AlternativeAnnotator, Ceiling
from accord.model.showing import Result
from accord.words.said import said

USES_OF_JUDGES = ("labels", "score")
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

    _keys = "verdict, stated, use, margin, reason, criteria"
    _members = "criteria"
    verdict: str
    use: str
    margin: float
    criteria: tuple[Criterion, ...]
    reason: str

    @property
    def stated(self) -> str:
        """In words."""
        return said(f"judge.stated.{self.verdict}")

    def summary(self) -> str:
        """The verdict and its reason."""
        return said("judge.summary", stated=self.stated, reason=self.reason)


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
    # People come first in the list and in the decision: where they do not agree, neither the test
    # nor the margin has anything to compare with.
    first = _people(people)
    omega = None if test is None or isnan(test.winning_rate) else test.winning_rate
    second = Criterion(
        said("judge.criterion.annotator")
        if test is None
        else said("judge.criterion.annotator_by", epsilon=test.epsilon),
        omega,
        said("judge.needed.at_least", value=HALF),
        None if omega is None else omega >= HALF,
    )
    low = None if ceiling is None or isnan(ceiling.interval.low) else ceiling.interval.low
    third = Criterion(
        said("judge.criterion.ceiling"),
        low,
        said("judge.needed.at_least_minus", value=margin),
        None if low is None else low >= -margin,
    )
    fourth = _better(beside, lines)
    replaces = first.reached and second.reached and third.reached
    # The order of the branches is the order of the claims: replacing needs all three, disagreement
    # among people rules out even assisting, and a criterion that is unknown (None) can do no more
    # than assist.
    if replaces:
        verdict, why = "replace", said("judge.reason.equal")
    elif first.reached is False:
        verdict, why = "no", said("judge.reason.people")
    elif fourth.reached:
        unknown = [one.what for one in (first, second, third) if one.reached is None]
        verdict = "assist"
        why = said(
            "judge.reason.unknown"
            if unknown and not any(one.reached is False for one in (second, third))
            else "judge.reason.chance"
        )
    else:
        verdict, why = "no", said("judge.reason.nothing")
    return JudgeDecision(verdict, "labels", margin, (first, second, third, fourth), why)


def _people(people: People) -> Criterion:
    value = None if people.agreement is None else people.agreement.value
    value = None if value is None or isnan(value) else value
    needed = said("judge.needed.at_least", value=people.floor)
    return Criterion(said("judge.criterion.people"), value, needed, people.enough)


def _better(beside: tuple[Beside, ...], lines: Baselines | None) -> Criterion:
    """With the vote, or with the only person: the lower limit of α above 0."""
    last = beside[-1] if beside else None
    found = last.measures[0] if last is not None and last.measures else None
    low = None if found is None or found.interval is None else found.interval.low
    low = None if low is None or not isfinite(low) else low
    who = "vote" if last is not None and last.who == "vote" else "people"
    reached = None if low is None else low > 0
    # Above chance is not enough: with a frequent label a judge that always says it is right more
    # often than a judge who tries.
    if reached and lines is not None and lines.judge < lines.constant:
        return Criterion(
            said(f"judge.criterion.constant_{who}"),
            lines.judge,
            said("judge.needed.at_least_share", value=lines.constant),
            False,
        )
    return Criterion(
        said(f"judge.criterion.alpha_{who}"), low, said("judge.needed.above_0"), reached
    )


def decide_on_score(people: People, scored: Scored | None, margin: float) -> JudgeDecision:
    """Replace: the judge's mean is within the margin of people's. Assist: with people's labels of
    some items it makes the corrected score more precise than those labels alone."""
    first = _people(people)
    limits = None if scored is None else scored.bias_interval
    worst = None
    if limits is not None and isfinite(limits.low) and isfinite(limits.high):
        # The farther limit counts: "within the margin" must hold for every bias that the interval
        # allows, as in a test of equivalence.
        worst = max(abs(limits.low), abs(limits.high))
    second = Criterion(
        said("judge.criterion.score"),
        worst,
        said("judge.needed.at_most", value=margin),
        None if worst is None else worst <= margin,
    )
    saved = None if scored is None or isnan(scored.budget.saved) else scored.budget.saved
    third = Criterion(
        said("judge.criterion.saved"),
        saved,
        said("judge.needed.at_least", value=LEAST_SAVED),
        None if saved is None else saved >= LEAST_SAVED,
    )
    if first.reached is False:
        verdict, why = "no", said("judge.reason.people")
    elif second.reached:
        verdict, why = "replace", said("judge.reason.within")
    elif third.reached:
        verdict, why = "assist", said("judge.reason.saves")
    else:
        verdict, why = "no", said("judge.reason.hardly")
    return JudgeDecision(verdict, "score", margin, (first, second, third), why)


LEAST_SAVED = 0.1
"""A judge that saves a smaller share of labels than this is of no help to a corrected score."""
