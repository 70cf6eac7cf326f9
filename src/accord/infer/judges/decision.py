"""The decision: can the judge replace people for a stated use? Shown, shown not, or not decided.

Every criterion has three answers. An interval on the right side of its bound shows that it is met,
one on the wrong side that it is not, and one that holds the bound decides nothing: then the sheet
says how many items would.
"""

from dataclasses import dataclass
from math import ceil, isfinite, isnan, log, nan, sqrt
from statistics import NormalDist

from accord.infer.judges.beside_people import Baselines, Beside, People
from accord.infer.judges.scoring import Scored
from accord.infer.tests.people import AlternativeAnnotator, Ceiling
from accord.model.agreement import Interval
from accord.model.showing import Result
from accord.words.said import Said, said

USES_OF_JUDGES = ("labels", "score")
"""labels: the judge labels items instead of people; score: the judge's mean is reported."""

_HALF = 0.5
"""The alternative annotator test is passed where the judge wins against half of the people."""

LEAST_SAVED = 0.1
"""A judge that saves a smaller share of labels than this is of no help to a corrected score."""

_POWER = 0.8
"""The chance that the items asked for decide, if the numbers stay as they are."""

HARDLY = 20
"""More than so many times the present items are no plan: then more items will hardly decide."""

_MANY = 2000
"""Up to so many they are one, however few there are: thirty items say nothing against 1,500."""

FEWEST_TO_PLAN = 10
"""From fewer scores than these no number of items is planned: the error of their own standard error
is a quarter of it and more, so a plan from it may be half or twice too large."""

NOTHING_VARIES = 1e-12
"""A standard error below it is that of numbers that are all the same."""

SCALE = 1.0
"""How far scores may be apart that were never seen to be: passed or failed, or a share."""

BISECTIONS = 60
"""Halvings of what a number of items lies between, far below one item."""


@dataclass(frozen=True, slots=True)
class Criterion(Result):
    """One number that decides.

    :param what: What is asked.
    :param value: What was found.
    :param needed: What it must be, in words.
    :param reached: Whether it is shown to be (True), shown not to be (False), or neither (None).
    :param items: Where neither is shown: how many items in total would decide; None where that
        cannot be said, or more of them would not help.
    :param interval: The interval that decides, where there is one.
    :param against: Where neither is shown: whether the number found is on the wrong side, so that
        more items would show that it is not.
    """

    what: str
    value: float | None
    needed: str
    reached: bool | None
    items: int | None = None
    interval: Interval | None = None
    against: bool = False


@dataclass(frozen=True, slots=True)
class CountedUnits:
    """How many items, documents or labels there are: what a plan for more of them starts from."""

    number: int
    unit: str = "items"


@dataclass(frozen=True, slots=True)
class JudgeDecision(Result):
    """The decision on a judge: it can replace people, it cannot, or that is not decided, and why.

    :param verdict: replace, undecided or no.
    :param use: What the judge is for: labels or score.
    :param margin: How much worse than people the model may be (non-inferiority margin).
    :param criteria: What was asked, in order.
    :param reason: In a sentence.
    :param helps: Whether it is shown to be of use beside people: better than chance, or sparing
        labels of a corrected score; None where it does not matter, since it replaces them, or
        where people labelled everything.
    :param items: How many items in total would decide what is not decided.
    :param more: How many of them are still to be had.
    :param unit: What is counted: items, documents, or (of a score) labels.

    >>> import accord
    >>> people = {"A": "aabbbbbccccc" * 4, "B": "abbbbbcccccc" * 4, "C": "aabbbbbcccca" * 4}
    >>> study = accord.from_coders({**people, "gpt": "aabbbbbccccc" * 4})
    >>> found = accord.judge(study, "gpt", resamples=200).decision
    >>> found.verdict, found.stated
    ('replace', 'can replace people')
    """

    _keys = "verdict, stated, use, margin, reason, helps, items, more, unit, criteria"
    _members = "criteria"
    _columns = "what, value, needed, reached, items"
    verdict: str
    use: str
    margin: float
    criteria: tuple[Criterion, ...]
    reason: str
    helps: bool | None = None
    items: int | None = None
    more: int | None = None
    unit: str = "items"

    @property
    def stated(self) -> str:
        """In words."""
        return said(f"judge.stated.{self.verdict}")

    def summary(self) -> str:
        """The verdict and its reason."""
        return said("judge.summary", stated=self.stated, reason=self.reason)


def items_to_decide(
    units: int, apart: float, error: float, confidence: float, chance: float = _POWER
) -> int | None:
    """How many units in total put a bound outside the interval of a number that is so far `apart`
    from it, with this chance if both stay: n · ((z + z_chance) · error / apart)².

    None where nothing is apart, or it takes more than `HARDLY` times as many, and over `_MANY`.

    >>> items_to_decide(600, 0.034, 0.0225, 0.95)  # 600 · (2.80 · .0225 / .034)² = 2063
    2100
    """
    if not apart or not isfinite(apart) or not isfinite(error):
        return None
    normal = NormalDist()
    z = normal.inv_cdf((1 + confidence) / 2) + normal.inv_cdf(chance)
    needed = units * (z * error / apart) ** 2
    return None if needed > _most(units) else _rounded(needed)


def _most(units: int) -> int:
    """More than so many are no plan."""
    return max(HARDLY * units, _MANY)


def items_to_show_within(
    units: int, bias: float, error: float, margin: float, confidence: float, chance: float = _POWER
) -> int | None:
    """How many units in total put the whole interval of a difference within ±margin, with this
    chance if its value and error stay: both limits must do so, Φ(u − z) + Φ(v − z) − 1 for the
    distances u and v of the two bounds in standard errors. None as for `items_to_decide`.

    >>> items_to_show_within(100, 0.0, 0.02, 0.05, 0.95)  # both sides: 100 · (3.24 · .02 / .05)²
    170
    """
    normal = NormalDist()
    z = normal.inv_cdf((1 + confidence) / 2)

    def reached(times: float) -> float:
        near, far = ((margin + side * abs(bias)) / error * sqrt(times) for side in (-1, 1))
        return normal.cdf(near - z) + normal.cdf(far - z) - 1

    low, high = 0.0, _most(units) / units
    if not isfinite(error) or reached(high) < chance:
        return None
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        low, high = (low, middle) if reached(middle) >= chance else (middle, high)
    return _rounded(units * high)


def items_that_never_differ(margin: float, most: float, confidence: float) -> int:
    """How many identical pairs bound their difference by the margin: if the share of pairs that
    differ, each by `most`, were larger, one of so many would (exact binomial limit).

    >>> items_that_never_differ(0.05, 1.0, 0.95)  # .95ⁿ ≤ .025
    72
    """
    return 1 if margin >= most else ceil(log((1 - confidence) / 2) / log(1 - margin / most))


def _rounded(number: float) -> int:
    """Up to the next ten, and above five hundred to the next fifty: it is a plan, no count."""
    step = 10 if number <= 500 else 50
    return step * ceil(number / step)


def decide_on_labels(
    people: People,
    beside: tuple[Beside, ...],
    lines: Baselines | None,
    ceiling: Ceiling | None,
    test: AlternativeAnnotator | None,
    margin: float,
    have: CountedUnits,
    min_items: int,
    scale: bool = False,
) -> JudgeDecision:
    """Replace: people agree, the judge passes the alternative annotator test, and is not worse than
    people by more than the margin; all three are shown. No: one of the last two is shown not to
    hold. Else nothing is decided.

    :param have: How many items, or documents, intervals are over.
    :param min_items: People with fewer items are not tested.
    :param scale: Whether labels are numbers of a scale, so that the vote is a median.
    """
    # People come first in the list and in the decision: where they do not agree, neither the test
    # nor the margin has anything to compare with.
    units = have.number
    first = _people(people, units)
    second = _annotator(test, units)
    third = _difference(ceiling, margin, units, _unseen(beside))
    helps = _better(beside, lines, scale)
    criteria = (first, second, third, helps)
    if first.reached and second.reached and third.reached:
        why = said("judge.reason.equal", margin=margin)
        return JudgeDecision("replace", "labels", margin, criteria, why)
    # Where people are shown to disagree, a judge that is farther from them is not at fault.
    if first.reached is not False and (worse := _worse(second, third, test, margin)) is not None:
        return _decided("no", "labels", margin, criteria, worse)
    return _open("labels", margin, criteria, _no_number(people, second, third, min_items), have)


def _worse(
    second: Criterion, third: Criterion, test: AlternativeAnnotator | None, margin: float
) -> Said | None:
    """Why the judge is shown not to be as good as people; None where that is not shown."""
    if third.reached is False:
        return said("judge.reason.worse", margin=margin)
    if second.reached is False and test is not None:
        return said("judge.reason.loses", epsilon=test.epsilon)
    return None


def _no_number(people: People, second: Criterion, third: Criterion, min_items: int) -> Said | None:
    """Why nothing can decide, and more items would not help; None where they would."""
    if people.enough is False:
        return said("judge.reason.people")
    if people.agreement is not None and people.agreement.undefined:
        return said("judge.reason.undefined", why=people.agreement.undefined)
    # Only one person, or nobody with enough items: not even a number is there that could decide.
    if second.value is None or third.value is None:
        return said("judge.reason.unknown", n=min_items)
    return None


def _decided(
    verdict: str, use: str, margin: float, criteria: tuple[Criterion, ...], why: Said
) -> JudgeDecision:
    helps = None if verdict == "replace" else _helps(use, criteria)
    return JudgeDecision(verdict, use, margin, criteria, why, helps)


def _helps(use: str, criteria: tuple[Criterion, ...]) -> bool | None:
    """Whether the judge is of use beside people; None where no label was left to be saved."""
    last = criteria[-1].reached
    return None if use == "score" and last is None else bool(last)


def _open(
    use: str,
    margin: float,
    criteria: tuple[Criterion, ...],
    why: Said | None,
    have: CountedUnits | None = None,
) -> JudgeDecision:
    """Not decided: for this reason, or because of the criteria that are open, which are named."""
    helps = _helps(use, criteria)
    if why is not None or have is None:
        return JudgeDecision("undecided", use, margin, criteria, why or "", helps)
    # Whether people agree does not hold up a score: with one person it cannot even be asked.
    asked = criteria[:-1] if use == "labels" else criteria[1:-1]
    missing = [one for one in asked if one.reached is None]
    names = [said(f"judge.open.{_kind_of(one)}") for one in missing]
    # Where it is people's own agreement that is low, more items show that, and decide nothing.
    if use == "labels" and criteria[0].reached is None and criteria[0].against:
        why = said("judge.reason.hardly_open", names=names)
        return JudgeDecision("undecided", use, margin, criteria, why, helps)
    items, in_items = _items_for_all(missing), have.unit == "items"
    if items is None:
        key = "judge.reason.far_open" if in_items else f"judge.reason.far_open_{have.unit}"
        why = said(key, names=names, most=_most(have.number))
        return JudgeDecision("undecided", use, margin, criteria, why, helps)
    key = "judge.reason.open" if in_items else f"judge.reason.open_{have.unit}"
    why = said(key, names=names, items=items, chance=_POWER)
    more = _rounded(max(items - have.number, 1))
    return JudgeDecision("undecided", use, margin, criteria, why, helps, items, more, have.unit)


def _kind_of(one: Criterion) -> str:
    """Which criterion it is, by the key of what it is called."""
    return str(getattr(one.what, "key", "")).rpartition(".")[2].removesuffix("_by")


def _items_for_all(missing: list[Criterion]) -> int | None:
    """How many items decide: one criterion that is shown not to be met is enough for a no, and a
    yes needs them all. None where that is no plan."""
    against = [one.items for one in missing if one.against]
    if against:
        return min((items for items in against if items is not None), default=None)
    needed = [one.items for one in missing]
    return None if None in needed else max(items or 0 for items in needed)


def _people(people: People, units: int) -> Criterion:
    found = people.agreement
    value = None if found is None or isnan(found.value) else found.value
    needed = said("judge.needed.above", value=people.floor)
    what = said("judge.criterion.people")
    if found is None or value is None:
        return Criterion(what, None, needed, None)
    reached, limits = people.enough, found.interval
    if reached is not None or limits is None:
        return Criterion(what, value, needed, reached, None, limits)
    items = items_to_decide(units, value - people.floor, _error(limits), limits.confidence)
    return Criterion(what, value, needed, None, items, limits, value < people.floor)


def _error(interval: Interval) -> float:
    """The standard error; where a method has none, the width says how large it is."""
    z = NormalDist().inv_cdf((1 + interval.confidence) / 2)
    return interval.se or (interval.high - interval.low) / (2 * z)


def _annotator(test: AlternativeAnnotator | None, units: int) -> Criterion:
    needed = said("judge.needed.at_least", value=_HALF)
    if test is None or isnan(test.winning_rate):
        return Criterion(said("judge.criterion.annotator"), None, needed, None)
    what = said("judge.criterion.annotator_by", epsilon=test.epsilon, people=len(test.rows))
    rate = test.winning_rate
    if rate >= _HALF:
        return Criterion(what, rate, needed, True)
    # That it does not win is no proof that it loses: that is a test of its own.
    if test.losing_rate > _HALF:
        return Criterion(what, rate, needed, False)
    items, against = _items_to_win(test, units)
    return Criterion(what, rate, needed, None, items, None, against)


def _items_to_win(test: AlternativeAnnotator, units: int) -> tuple[int | None, bool]:
    """Items for the person who decides: the last whom it takes to win against half of them, or to
    lose against more than half, whichever side that person is on; and whether it is the latter."""
    number = len(test.rows)
    half = ceil(number * _HALF)
    ordered = sorted(row[4] for row in test.rows)
    normal = NormalDist()
    p = min(max(ordered[half - 1], 1e-12), 1 - 1e-12)
    loses = p > _HALF
    # Benjamini & Yekutieli's level of the rank at which half of the people are won, or more lost.
    rank = number - half + 1 if loses else half
    level = rank * test.level / (number * sum(1 / j for j in range(1, number + 1)))
    return items_to_decide(units, abs(normal.inv_cdf(p)), 1.0, 1 - 2 * level), loses


def _unseen(beside: tuple[Beside, ...]) -> float:
    """How far α of a judge who never differs may be below 1 all the same: by its exact bound."""
    found = beside[-1].measures[0].interval if beside and beside[-1].measures else None
    return nan if found is None else 1 - found.low


def _difference(
    ceiling: Ceiling | None, margin: float, units: int, unseen: float = nan
) -> Criterion:
    what = said("judge.criterion.ceiling")
    needed = said("judge.needed.above_minus", value=margin)
    if ceiling is None or isnan(ceiling.difference):
        return Criterion(what, None, needed, None)
    gap, limits = ceiling.difference, ceiling.interval
    # A judge that is identical to people varies nowhere: the best case, and no interval. So few
    # items can all be alike though the judge is worse by more than the margin.
    if limits.se is not None and limits.se <= NOTHING_VARIES:
        if gap < -margin or not unseen > margin + max(gap, 0.0):
            return Criterion(what, gap, needed, gap >= -margin)
        enough = _rounded(ceil(units * unseen / (margin + max(gap, 0.0)))) if margin > 0 else None
        return Criterion(what, gap, needed, None, enough)
    if isnan(limits.low):
        return Criterion(what, None, needed, None)
    reached = True if limits.low >= -margin else False if limits.high < -margin else None
    items = None
    if reached is None:
        items = items_to_decide(units, gap + margin, _error(limits), limits.confidence)
    return Criterion(what, gap, needed, reached, items, limits, reached is None and gap < -margin)


def _better(beside: tuple[Beside, ...], lines: Baselines | None, scale: bool) -> Criterion:
    """With the vote, or with the only person: the lower limit of α above 0."""
    last = beside[-1] if beside else None
    found = last.measures[0] if last is not None and last.measures else None
    low = None if found is None or found.interval is None else found.interval.low
    low = None if low is None or not isfinite(low) else low
    who = "vote" if last is not None and last.who == "vote" else "people"
    reached = None if low is None else True if low > 0 else None
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
        said(f"judge.criterion.alpha_{'median' if scale and who == 'vote' else who}"),
        None if found is None or isnan(found.value) else found.value,
        said("judge.needed.above", value=0),
        reached,
        None,
        None if found is None else found.interval,
    )


def decide_on_score(
    people: People, scored: Scored | None, margin: float, have: CountedUnits
) -> JudgeDecision:
    """Replace: the judge's mean is shown to be within the margin of people's. No: it is shown to be
    outside. With people's labels of some items a judge helps that makes the corrected score more
    precise than those labels alone."""
    first = _people(people, have.number)
    second = _within(scored, margin)
    saved = None if scored is None or isnan(scored.budget.saved) else scored.budget.saved
    third = Criterion(
        said("judge.criterion.saved"),
        saved,
        said("judge.needed.at_least", value=LEAST_SAVED),
        None if saved is None else saved >= LEAST_SAVED,
    )
    criteria = (first, second, third)
    if first.reached is False:
        return _open("score", margin, criteria, said("judge.reason.people"))
    if second.reached:
        return _decided(
            "replace", "score", margin, criteria, said("judge.reason.within", margin=margin)
        )
    if second.reached is False:
        return _decided(
            "no", "score", margin, criteria, said("judge.reason.outside", margin=margin)
        )
    labels = 0 if scored is None else scored.corrected.labels
    if second.value is None or labels < FEWEST_TO_PLAN:
        return _open("score", margin, criteria, said("judge.reason.few_scores"))
    return _open("score", margin, criteria, None, CountedUnits(labels, "labels"))


def _within(scored: Scored | None, margin: float) -> Criterion:
    what, needed = said("judge.criterion.score"), said("judge.needed.within", value=margin)
    if scored is None or isnan(scored.bias):
        return Criterion(what, None, needed, None)
    bias, limits = scored.bias, scored.bias_interval
    labels = scored.corrected.labels
    if limits.se is not None and limits.se <= NOTHING_VARIES:
        # All differences are the same: that is the best case, if there are enough of them.
        enough = items_that_never_differ(margin, SCALE, limits.confidence)
        inside = abs(bias) <= margin
        reached = inside if labels >= enough or not inside else None
        return Criterion(what, bias, needed, reached, None if reached else _rounded(enough))
    if isnan(limits.low):
        return Criterion(what, None, needed, None)
    # "Within the margin" must hold for every bias that the interval allows, as in a test of
    # equivalence; "outside" for none of them.
    inside = -margin <= limits.low and limits.high <= margin
    outside = limits.low > margin or limits.high < -margin
    reached = True if inside else False if outside else None
    items = None
    if reached is None and abs(bias) > margin:
        items = items_to_decide(labels, margin - abs(bias), _error(limits), limits.confidence)
    elif reached is None:
        items = items_to_show_within(labels, bias, _error(limits), margin, limits.confidence)
    return Criterion(what, bias, needed, reached, items, limits)
