"""What to do next, in sentences: enough or not, whom to ask about what, what to discuss first."""

from collections.abc import Mapping, Sequence
from math import isfinite, isinf, isnan
from typing import Any

from accord._report.wording import (
    decimal,
    label,
    percent,
    probability,
    record,
    several,
    shortened,
)
from accord.errors import Setting
from accord.infer.advice.next_steps import Level, MoreData, NextSteps
from accord.infer.why.border_habits import BorderHabit
from accord.infer.why.confused import ConfusedPair
from accord.infer.why.groups import GroupApart, Trend
from accord.infer.why.who_differs import CoderApart
from accord.words.said import said

SURE = 0.95
"""The confidence from which on a level counts as reached."""

NAMED = 4
"""At most so many of one kind are named."""


def next_section(steps: NextSteps, coders: Mapping[str, Any] | None) -> dict[str, Any]:
    """The verdict, then what to do, each with the rows of the list that it is about."""
    without = {row["coder"]: row["without"] for row in (coders or {}).get("rows", ())}
    symbol = (coders or {}).get("without_symbol") or steps.measure
    found = [
        *(_coder(row, without, symbol) for row in steps.coders[:NAMED]),
        *(_habit(row) for row in steps.habits[:NAMED]),
        *(_pair(row, steps) for row in steps.pairs[:NAMED]),
        *(_unclear(name, value, steps) for name, value in steps.unclear[:NAMED]),
        *(_group(row) for row in steps.groups[:NAMED]),
        *([] if steps.trend is None else [_trend(steps.trend)]),
        *_discuss(steps),
        *_more(steps.more),
    ]
    return record(
        {
            "verdict": _verdict(steps),
            "reached": _reached(steps.levels),
            "levels": [
                {"level": row.level, "use": row.use, "probability": row.probability}
                for row in steps.levels
            ],
            "steps": found,
            "named": [row["what"] for row in found if row["what"] not in ("discuss", "size")],
        }
    )


def _reached(levels: Sequence[Level]) -> str | None:
    """yes, in part, no; None where there is no level."""
    if not levels:
        return None
    sure = [row.probability >= SURE for row in levels]
    return "yes" if sure[-1] else "part" if any(sure) else "no"


def _verdict(steps: NextSteps) -> str:
    if isnan(steps.value) or steps.unsure:
        what = "is undefined" if isnan(steps.value) else "has no interval"
        return f"{steps.measure} {what}, so nothing can be said about whether it is enough."
    if not steps.levels:
        return said(
            "next.no-level-agreed-enough", symbol=steps.measure, setting=Setting("enough", 0.7)
        )
    *lower, top = steps.levels
    sure = ", ".join(
        f"at least {decimal(row.level, 3).strip('0')}: {probability(row.probability)}"
        for row in steps.levels
    )
    tail = f"Confidence that {steps.measure} is {sure}."
    if top.probability >= SURE:
        return f"Enough for {top.use}. {tail}"
    if lower and lower[-1].probability >= SURE:
        return f"Enough for {lower[-1].use}, not shown to be enough for {top.use}. {tail}"
    least = steps.levels[0]
    if least.probability < 1 - SURE:
        return f"Not enough for {least.use}. {tail}"
    return f"Not shown to be enough for {least.use}. {tail}"


def p_words(p: float) -> str:
    """A p-value as papers print it."""
    return "p < .001" if p < 0.001 else f"p = {p:.3f}".replace("0.", ".")


def _coder(row: CoderApart, without: Mapping[str, Any], symbol: str) -> dict[str, Any]:
    name = label(row.coder)
    often = (
        "while these never differ"
        if isinf(row.times)
        else (f"{decimal(row.times, 1)} times as much as they differ among themselves")
    )
    text = f"Talk to “{name}”, who differs from the others {often} ({p_words(row.p)})"
    if row.often:
        own, others = _decision(row.own), _decision(row.others)
        text += f"; most often {own} where most others have {others} ({several(row.often, 'time')})"
    text += "."
    value = without.get(name)
    if value is not None:
        text += f" Without “{name}”, {symbol} is {decimal(value)}."
    filters: dict[str, Any] = {"coder": name}
    if row.often and row.own is not None and row.others is not None and row.own != row.others:
        filters |= {"first": label(row.others), "second": label(row.own)}
    return {"what": "coder", "who": name, "sentence": text, "filter": filters}


def _decision(what: Any) -> str:
    return "nothing" if what is None else f"“{shortened(label(what), 40)}”"


def _habit(row: BorderHabit) -> dict[str, Any]:
    name = label(row.coder)
    longer = row.longer > row.shorter
    more, less = (row.longer, row.shorter) if longer else (row.shorter, row.longer)
    how, other = ("longer", "shorter") if longer else ("shorter", "longer")
    text = (
        f"“{name}” marks {how} units than the others: {percent(more / row.pairs)} of the pairs "
        f"{how}, {percent(less / row.pairs)} {other} ({p_words(row.p)})"
    )
    if longer and row.word and row.often >= max(3, 0.2 * more):
        what = "the determiner " if row.determiner else ""
        text += f"; most often with {what}“{shortened(row.word, 30)}” at the {row.side}"
        text += f" ({several(row.often, 'time')})"
    return {
        "what": "habit",
        "who": name,
        "sentence": f"{text}. Say in the guidelines what belongs to a unit.",
        "filter": {"coder": name},
    }


def _pair(row: ConfusedPair, steps: NextSteps) -> dict[str, Any]:
    first, second = label(row.first), label(row.second)
    text = (
        f"“{first}” and “{second}” are confused more than chance makes them: they are "
        f"{percent(row.share)} of all disagreements on categories, by chance at most "
        f"{percent(row.expected)} ({p_words(row.p)}). Make the guidelines tell them apart"
    )
    if row.gain is not None and row.merged is not None and row.gain > 0:
        symbol = steps.measure if abs(row.merged - row.gain - steps.value) < 1e-9 else "F1"
        text += (
            f", or merge them: {symbol} would be {decimal(row.merged)} instead of "
            f"{decimal(row.merged - row.gain)}, though coders who choose among fewer categories "
            "from the start decide differently"
        )
    filters = {"first": first, "second": second}
    return {"what": "pair", "pair": [first, second], "sentence": f"{text}.", "filter": filters}


def _unclear(name: Any, value: float, steps: NextSteps) -> dict[str, Any]:
    shown = label(name)
    text = said("next.confused-several-categories-divide", a=shown)
    if not isnan(value):
        text += f"; without its codings {steps.measure} is {decimal(value)}"
    return {"what": "unclear", "sentence": f"{text}.", "filter": {"first": shown}}


def _group(row: GroupApart) -> dict[str, Any]:
    how = (
        "while those of the rest never do"
        if row.rest < 1e-12
        else f"{decimal(row.disagreement / row.rest, 1)} times as much as those of the rest"
    )
    text = f"Look at {row.column} “{label(row.group)}”: its coders differ {how} ({p_words(row.p)})."
    return {
        "what": "group",
        "group": [row.column, label(row.group)],
        "sentence": text,
        "filter": None,
    }


def _trend(row: Trend) -> dict[str, Any]:
    falls = row.correlation < 0
    text = (
        f"Disagreement {'falls' if falls else 'rises'} over time ({row.column}): the mean "
        f"distance between two coders is {decimal(row.first, 2)} in the first quarter, "
        f"{decimal(row.last, 2)} in the last ({p_words(row.p)}). "
        + (said("next.learn-let-them-code") if falls else said("next.drift-apart-meet-again"))
    )
    return {"what": "trend", "sentence": text, "filter": None}


def _discuss(steps: NextSteps) -> list[dict[str, Any]]:
    if not steps.discuss:
        return []
    n = len(steps.discuss)
    text = (
        said("next.discuss-first-list-below", n=n, p=steps.share)
        if n > 1
        else said("next.discuss-one-disagreement-list")
    )
    if steps.settled is not None and isfinite(steps.settled):
        text += (
            f"; settled by their majority, {steps.measure} would be {decimal(steps.settled)} "
            f"instead of {decimal(steps.value)}"
        )
    return [{"what": "discuss", "sentence": f"{text}.", "filter": {}}]


def _more(row: MoreData | None) -> list[dict[str, Any]]:
    if row is None:
        return []
    shown = decimal(row.width, 2)
    now = decimal(row.now, 2 if decimal(row.now, 2) != shown else 3)
    if row.now <= row.width and row.items is None:
        text = said("next.interval-wide-but-too", v=now, what=row.what)
    elif row.now <= row.width:
        text = said("next.interval-wide-no-more", v=now, what=row.what)
    elif row.items is None:
        return []
    else:
        text = said(
            "next.interval-wide-width-takes-about", v=now, w=shown, n=row.items, what=row.what
        )
        if row.coders is not None:
            text += f", or about {row.coders} coders for the same {row.what}"
        text += "."
    return [{"what": "size", "sentence": text, "filter": None}]
