"""Two rounds in one page: what got better and what got worse."""

from collections.abc import Sequence
from typing import Any

from accord._report.sections.next_section import p_words
from accord._report.wording import decimal, label, natural, record
from accord.infer.why.two_rounds import Change, TwoRounds
from accord.words.said import said


def round_section(found: TwoRounds, name: str) -> dict[str, Any]:
    """The difference with its interval in a sentence, and tables of categories and coders."""
    both = found.comparison
    before, now = found.confused
    return record(
        {
            "name": name,
            "symbol": both.first.symbol,
            "before": both.second.value,
            "now": both.first.value,
            "difference": both.difference,
            "low": both.interval.low,
            "high": both.interval.high,
            "p": both.p,
            "method": both.interval.method,
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
    symbol = both.first.symbol
    if both.difference != both.difference:
        return said("rounds.undefined-one-two-cannot", symbol=symbol)
    way = "higher" if both.difference > 0 else "lower" if both.difference < 0 else "no different"
    text = (
        f"{symbol} is {decimal(both.first.value)} now and was {decimal(both.second.value)} in "
        f"{name}: {way}"
    )
    if both.difference:
        text += f" by {decimal(abs(both.difference))}"
    if both.interval.low == both.interval.low:
        text += (
            f" ({both.interval.confidence:.0%} interval of the difference "
            f"{decimal(both.interval.low)} to {decimal(both.interval.high)}, {p_words(both.p)})"
        )
    if both.p != both.p:
        return f"{text}. There is no test of the difference."
    sure = both.p <= 1 - both.interval.confidence
    return text + (". The rounds differ." if sure else ". The rounds are not shown to differ.")


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
