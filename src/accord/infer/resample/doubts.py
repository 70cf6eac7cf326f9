"""Which doubt about an interval is told, where there are several."""

from collections.abc import Sequence

FOREMOST = (
    *("pairs-coverage", "resamples-differ", "clustered-few", "few-", "clustered"),
    *("too-many-values", "disorder-expected", "resamples-undefined", "bca-fell-back"),
    *("no-disagreement", "rare-", "approximated"),
)
"""Doubts about an interval, the most important first: that it holds too seldom, what was drawn and
how few, then what became of the resamples, then why the method is another one."""


def foremost(notes: Sequence[str]) -> tuple[str, ...]:
    """The most important doubt about an interval alone: two of them may point in opposite
    directions. What a formula or a prior is stays, since it says what the interval is."""
    keys = [getattr(note, "key", "").removeprefix("interval.") for note in notes]
    ranks = [
        next((at for at, known in enumerate(FOREMOST) if key.startswith(known)), None)
        for key in keys
    ]
    first = min((rank for rank in ranks if rank is not None), default=None)
    once = ranks.index(first) if first is not None else -1
    return tuple(note for at, note in enumerate(notes) if ranks[at] is None or at == once)
