"""Two rounds in one page: what got better and what got worse."""

from collections.abc import Sequence
from math import isnan
from typing import Any

from accord._report.wording import label, method_name, natural, plain_section
from accord.infer.why.two_rounds import Change, TwoRounds
from accord.words.said import said, sentences


def round_section(found: TwoRounds, name: str) -> dict[str, Any]:
    """The difference with its interval in a sentence, and tables of categories and coders."""
    both = found.comparison
    before, now = found.confused
    return plain_section(
        {
            "name": name,
            "symbol": both.first.symbol,
            "before": both.second.value,
            "now": both.first.value,
            "difference": both.difference,
            "low": both.interval.low,
            "high": both.interval.high,
            "p": both.p,
            "method": method_name(both.interval.method),
            "shared": both.shared,
            "notes": list(both.notes),
            "sentence": _sentence(found, name),
            "categories": _rows(found.categories),
            "coders": _rows(found.coders),
            "solved": _pairs(before, now),
            "arisen": _pairs(now, before),
            "remain": _pairs(now, now, of=before),
        }
    )


def _sentence(found: TwoRounds, name: str) -> str:
    both = found.comparison
    symbol, change = both.first.symbol, both.difference
    if isnan(change):
        return said("rounds.undefined", symbol=symbol)
    way = "higher" if change > 0 else "lower" if change < 0 else "no-different"
    text = said(
        f"rounds.{way}",
        symbol=symbol,
        value=both.first.value,
        w=both.second.value,
        round=name,
        x=abs(change),
    )
    if not isnan(both.interval.low):
        text += said(
            "rounds.interval",
            level=both.interval.confidence,
            low=both.interval.low,
            high=both.interval.high,
            p=both.p,
        )
    if isnan(both.p):
        return sentences(text + ".", said("rounds.no-test-difference"))
    sure = both.p <= 1 - both.interval.confidence
    return sentences(text + ".", said("rounds.differ" if sure else "rounds.not-shown-differ"))


def _rows(changes: Sequence[Change]) -> list[dict[str, Any]]:
    rows = [
        {
            "name": label(one.name),
            "before": one.before,
            "now": one.now,
            "difference": one.difference,
        }
        for one in changes
    ]
    return sorted(rows, key=lambda row: natural(str(row["name"])))


def _pairs(there: Sequence[Any], gone: Sequence[Any], of: Sequence[Any] = ()) -> list[str]:
    """The confused pairs of one round that are not among the other's (or are in both)."""
    known = {frozenset((pair.first, pair.second)) for pair in (of or gone)}
    kept = [pair for pair in there if (frozenset((pair.first, pair.second)) in known) == bool(of)]
    return [said("rounds.and", a=label(pair.first), b=label(pair.second)) for pair in kept]
