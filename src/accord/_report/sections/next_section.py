"""The answer in one sentence, and what to do next: enough or not, whom to ask about what, what to
discuss first."""

from collections.abc import Mapping, Sequence
from math import isinf, isnan
from typing import Any

from accord._report.wording import label, plain_section, shortened
from accord.errors import Setting
from accord.infer.advice.next_steps import Level, MoreData, NextSteps
from accord.infer.why.border_habits import BorderHabit
from accord.infer.why.confused import ConfusedPair
from accord.infer.why.groups import GroupApart, Trend
from accord.infer.why.who_differs import CoderApart
from accord.kinds.kind import kind_of
from accord.model.agreement import Agreement
from accord.model.study import Study
from accord.words.said import capital, clauses, joined, said, sentences

_SURE = 0.95
"""The confidence from which on a level counts as reached."""

_FEWEST = 20
"""With fewer items, or documents, an interval is too rough for a verdict on a level."""

UNTESTED = ("discuss", "size", "combine", "guessing")
"""Steps that no test names."""

_NAMED = 4
"""At most so many of one kind are named."""


def next_section(
    steps: NextSteps, coders: Mapping[str, Any] | None, few: str = ""
) -> dict[str, Any]:
    """The verdict, then what to do, each with the rows of the list that it is about; `few` is said
    in place of a verdict that an interval of so few items cannot bear (`no_verdict`)."""
    # Only by the measure of the headline: another one beside it would be read as a change of it.
    same = coders is not None and coders["without_symbol"] == steps.measure
    rows = coders["rows"] if coders is not None and same else ()
    without = {row["coder"]: row["without"] for row in rows}
    guessing = {row.coder for row in steps.guessing}
    apart = [row for row in steps.coders if row.coder not in guessing]  # who are named already
    found = [
        *_combined(steps),
        *_guessing(steps),
        *(_coder(row, without, steps.measure) for row in apart[:_NAMED]),
        *(_habit(row) for row in steps.habits[:_NAMED]),
        *(_pair(row, steps) for row in steps.pairs[:_NAMED]),
        *(_unclear(name, value, steps) for name, value in steps.unclear[:_NAMED]),
        *(_group(row) for row in steps.groups[:_NAMED]),
        *([] if steps.trend is None else [_trend(steps.trend)]),
        *([] if steps.combined is not None else _discuss(steps)),  # a crowd does not meet
        *_more(steps.more),
    ]
    return plain_section(
        {
            "verdict": few if few and steps.levels else _verdict(steps),
            "reached": _reached(steps.levels),
            "levels": [
                {"level": row.level, "use": row.use, "probability": row.probability}
                for row in steps.levels
            ],
            "steps": found,
            "combined": None if steps.combined is None else steps.combined.as_dict(),
            "named": [row["what"] for row in found if row["what"] not in UNTESTED],
            "guessing": bool(guessing),
        }
    )


def _reached(levels: Sequence[Level]) -> str | None:
    """yes, in part, no; None where there is no level."""
    if not levels:
        return None
    sure = [row.probability >= _SURE for row in levels]
    return "yes" if sure[-1] else "part" if any(sure) else "no"


def _verdict(steps: NextSteps) -> str:
    if isnan(steps.value) or steps.unsure:
        return said(
            "next.undefined" if isnan(steps.value) else "next.no-interval", symbol=steps.measure
        )
    if not steps.levels:
        return said("next.no-level", symbol=steps.measure, setting=Setting("enough", 0.7))
    first, *others = ({"t": row.level, "p": row.probability} for row in steps.levels)
    sure = [said("next.confidence", symbol=steps.measure, **first)]
    sure += [said("next.confidence-too", **level) for level in others]
    return sentences(_enough(steps.levels), joined(sure) + ".")


def _enough(levels: Sequence[Level]) -> str:
    """What the value is enough for, as far as the data show it."""
    *lower, top = levels
    if top.probability >= _SURE:
        return said("next.enough", use=top.use)
    if lower and lower[-1].probability >= _SURE:
        return said("next.enough-in-part", use=lower[-1].use, more=top.use)
    least = levels[0]
    not_enough = least.probability < 1 - _SURE
    return said("next.not-enough" if not_enough else "next.not-shown-enough", use=least.use)


def _combined(steps: NextSteps) -> list[dict[str, Any]]:
    """One label for each item, and how good it is expected to be."""
    if steps.combined is None:
        return []
    share = int(steps.combined.right * 100) / 100  # rounded down: no promise
    key = "next.combine-vote" if steps.combined.by == "vote" else "next.combine"
    text = said(key, p=share, q=steps.combined.unsure)
    return [{"what": "combine", "sentence": text, "filter": None}]


def _guessing(steps: NextSteps) -> list[dict[str, Any]]:
    """Coders of a crowd who might be guessing, those with most labels by name."""
    if not steps.guessing:
        return []
    most = sorted(steps.guessing, key=lambda row: -row.codings)[:_NAMED]
    names = [said("next.quoted", name=shortened(label(row.coder), 40)) for row in most]
    n = len(steps.guessing)
    key = "next.guessing" if n <= _NAMED else "next.guessing-many"
    text = said(key, n=n, names=names)
    return [{"what": "guessing", "sentence": text, "filter": None}]


def _coder(row: CoderApart, without: Mapping[str, Any], symbol: str) -> dict[str, Any]:
    name = label(row.coder)
    if isinf(row.times):
        talk = said("next.talk-others-never", name=name, pval=row.p)
    else:
        talk = said("next.talk", name=name, value=row.times, pval=row.p)
    if row.often:
        own, others = _decision(row.own), _decision(row.others)
        talk = clauses([talk, said("next.most-often", own=own, others=others, k=row.often)])
    value = without.get(name)
    alone = "" if value is None else said("next.without", name=name, symbol=symbol, value=value)
    filters: dict[str, Any] = {"coder": name}
    if row.often and row.own is not None and row.others is not None and row.own != row.others:
        filters |= {"first": label(row.others), "second": label(row.own)}
    text = sentences(talk + ".", alone)
    return {"what": "coder", "who": name, "sentence": text, "filter": filters}


def _decision(what: Any) -> str:
    if what is None:
        return said("next.nothing")
    return said("next.quoted", name=shortened(label(what), 40))


OFTEN = 3
"""A word that fewer borders take in is no habit."""


def _habit(row: BorderHabit) -> dict[str, Any]:
    name = label(row.coder)
    longer = row.longer > row.shorter
    more, less = (row.longer, row.shorter) if longer else (row.shorter, row.longer)
    text = said(
        "next.longer" if longer else "next.shorter",
        name=name,
        p=more / row.pairs,
        q=less / row.pairs,
        pval=row.p,
    )
    # A fifth of what is longer: less is a few words, not how the coder marks.
    if longer and row.word and row.often >= max(OFTEN, 0.2 * more):
        what = "determiner" if row.determiner else "word"
        word = shortened(row.word, 30)
        text = clauses([text, said(f"next.{what}-{row.side}", word=word, k=row.often)])
    return {
        "what": "habit",
        "who": name,
        "sentence": sentences(text + ".", said("next.say-what-belongs")),
        "filter": {"coder": name},
    }


def _pair(row: ConfusedPair, steps: NextSteps) -> dict[str, Any]:
    first, second = label(row.first), label(row.second)
    text = said("next.confused", a=first, b=second, p=row.share, q=row.expected, pval=row.p)
    advice = said("next.tell-apart")
    if row.gain is not None and row.merged is not None and row.gain > 0:
        before = row.merged - row.gain
        # Merging is tried by another measure where that of the headline is slow.
        if abs(before - steps.value) < 1e-9:
            facts = {"symbol": steps.measure, "value": row.merged, "w": before}
            advice = said("next.tell-apart-or-merge", **facts)
    filters = {"first": first, "second": second}
    pair = [first, second]
    return {"what": "pair", "pair": pair, "sentence": sentences(text, advice), "filter": filters}


def _unclear(name: Any, value: float, steps: NextSteps) -> dict[str, Any]:
    shown = label(name)
    parts = [said("next.unclear", a=shown)]
    if not isnan(value):
        parts.append(said("next.unclear-without", symbol=steps.measure, value=value))
    return {"what": "unclear", "sentence": clauses(parts) + ".", "filter": {"first": shown}}


def _group(row: GroupApart) -> dict[str, Any]:
    where = {"column": row.column, "group": label(row.group), "pval": row.p}
    if row.rest < 1e-12:  # a sum of distances that are 0, but for rounding
        text = said("next.group-rest-never", **where)
    else:
        text = said("next.group", **where, value=row.disagreement / row.rest)
    return {
        "what": "group",
        "group": [row.column, label(row.group)],
        "sentence": text,
        "filter": None,
    }


def _trend(row: Trend) -> dict[str, Any]:
    falls = row.correlation < 0
    change = said(
        "next.falls" if falls else "next.rises",
        column=row.column,
        v=row.first,
        w=row.last,
        pval=row.p,
    )
    text = sentences(change, said("next.they-learn" if falls else "next.they-drift"))
    return {"what": "trend", "sentence": text, "filter": None}


def _discuss(steps: NextSteps) -> list[dict[str, Any]]:
    n = len(steps.discuss)
    if not n:
        return []
    text = said("next.discuss-first", n=n, p=steps.share) if n > 1 else said("next.discuss-one")
    return [{"what": "discuss", "sentence": text + ".", "filter": {}}]


def _more(row: MoreData | None) -> list[dict[str, Any]]:
    if row is None or (row.now > row.width and row.items is None):
        return []
    two = said("number.two-digits", value=row.width)
    # Three digits where two would show the width there is as the width that is wanted.
    now = said("number.two-digits", value=row.now)
    now = said("number.three-digits", value=row.now) if now == two else now
    facts = {"v": now, "what": said(f"word.{row.what}")}
    if row.now <= row.width:
        text = said("next.too-few" if row.items is None else "next.wide-enough", **facts)
    elif row.coders is None:
        key = "next.more-never-coders" if row.never else "next.more"
        text = said("next.more-if-alike" if row.alike else key, **facts, w=two, n=row.items)
    else:
        text = said("next.more-or-coders", **facts, w=two, n=row.items, m=row.coders)
    return [{"what": "size", "sentence": text, "filter": None}]


def headline(
    study: Study,
    agreement: Agreement,
    levels: Sequence[Level],
    combined: Mapping[str, Any] | None = None,
) -> str:
    """The answer: the verdict where there is a level to reach, else how far it is from chance.

    Of a crowd (`combined`): what one label for each item, made of all of them, is worth."""
    if isnan(agreement.value):
        return said("headline.undefined", reason=agreement.undefined)
    if not levels:
        return _beside_chance(agreement)
    if few := no_verdict(study):
        return few
    if combined is not None and combined["right"] is not None:
        return _of_crowd(combined["right"], levels)
    return _level_reached(levels)


def no_verdict(study: Study) -> str:
    """That there are too few items or documents for a verdict; "" where there are enough."""
    if int(study.counts()["i"]) >= _FEWEST:
        return ""
    what = "items" if kind_of(study).document == "item" else "documents"
    return said("headline.few", what=said(f"word.{what}"))


def _level_reached(levels: Sequence[Level]) -> str:
    """What the value is enough for, as far as the data show it."""
    *lower, top = levels
    if top.probability >= _SURE:
        return said("headline.enough", use=top.use)
    if lower and lower[-1].probability >= _SURE:
        return said("headline.enough-in-part", use=lower[-1].use, more=top.use)
    least = levels[0]
    not_enough = least.probability < 1 - _SURE
    return said("headline.not-enough" if not_enough else "headline.open", use=least.use)


def _beside_chance(agreement: Agreement) -> str:
    """How far the coders are from chance, where no level says what is enough."""
    value, interval = agreement.value, agreement.interval
    low, high = (interval.low, interval.high) if interval is not None else (value, value)
    if agreement.expected is None or agreement.estimate is not None:
        return capital(said("headline.value", symbol=agreement.symbol, value=value))
    if value == 1:
        return said("headline.perfect")
    if high < 0:
        return said("headline.below-chance")
    if low <= 0:
        return said("headline.not-above-chance")
    return said("headline.of-chance", p=1 - value)


def _of_crowd(right: float, levels: Sequence[Level]) -> str:
    """What the combined labels are worth, and that one alone is not enough, where that is shown."""
    n = int(100 * right)  # rounded down: a model's own estimate
    alone = levels[0].probability < 1 - _SURE
    return said("headline.crowd-alone" if alone else "headline.crowd", n=n)
