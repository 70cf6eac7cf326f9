"""How fast coders labelled, where a table says when or how long: medians by coder, no codings."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from math import isfinite, nan
from typing import Any

COLUMNS_OF_TIME = frozenset(
    ("time", "date", "timestamp", "datetime", "created", "created_at", "day", "week", "round")
)
"""Names of columns that say when an item was annotated."""

MOMENTS = frozenset(
    (
        *("timestamp", "datetime", "created", "created_at", "updated", "updated_at"),
        *("submitted", "submitted_at", "submittime", "finished", "completed_at", "time"),
    )
)
"""Names of columns that say when a coder gave a label."""

DURATIONS = frozenset(
    (
        *("seconds", "secs", "duration", "duration_seconds", "duration_ms", "lead_time"),
        *("elapsed", "elapsed_time", "time_spent", "time_taken", "worktime", "worktimeinseconds"),
        *("response_time", "reaction_time", "rt", "annotation_time", "timeinseconds"),
        *("time_in_seconds", "dauer", "duree"),
    )
)
"""Names of columns that say how long a label took; in which unit is the column's own matter."""

_AT_ONCE = 0.5
"""Where more than this share of a coder's labels have the moment of the label before, somebody
stored them together, and the moments say nothing of the coder."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a label took each coder, by the median.

    :param column: The column of the table.
    :param between: Whether it holds moments, so that the time from one label of a coder to the
        next is counted, in seconds; else how long each took, as the column has it.
    :param medians: The median of each coder who has one.
    :param labels: How many labels it is about, by coder.
    """

    column: str
    between: bool
    medians: Mapping[Hashable, float]
    labels: Mapping[Hashable, int]

    def of(self, coder: Hashable, labels: int) -> float:
        """The median of a coder who has so many labels; nan for any other part of the study."""
        return self.medians.get(coder, nan) if self.labels.get(coder) == labels else nan


def pace_of(coders: Sequence[Hashable], columns: Mapping[str, Sequence[Any]]) -> Pace | None:
    """From the coder and the cells of each row; None where no column says it.

    How long a label took goes before when it was given.

    >>> found = pace_of("AABB", {"seconds": ["2", "4", "30", "50"]})
    >>> found.column, found.of("A", 2), found.of("B", 2), found.of("B", 1)
    ('seconds', 3.0, 40.0, nan)
    """
    for between, names in ((False, DURATIONS), (True, MOMENTS)):
        for column, cells in columns.items():
            if _word(column) not in names:
                continue
            values = [_instant(cell) if between else _duration(cell) for cell in cells]
            found = _by_coder(column, between, coders, values)
            if found.medians:
                return found
    return None


def timed(column: str) -> bool:
    """Whether the name of a column says when or how long."""
    return _word(column) in DURATIONS | MOMENTS


def _word(column: str) -> str:
    return str(column).strip().casefold().replace(" ", "_")


def _by_coder(
    column: str, between: bool, coders: Sequence[Hashable], values: Sequence[float]
) -> Pace:
    labels: dict[Hashable, int] = {}
    own: dict[Hashable, list[float]] = {}
    for coder, value in zip(coders, values, strict=True):
        labels[coder] = labels.get(coder, 0) + 1
        if isfinite(value):
            own.setdefault(coder, []).append(value)
    if between:
        own = {coder: _steps(moments) for coder, moments in own.items()}
    from statistics import median  # with decimal fractions: as long to load as a table to read

    medians = {coder: float(median(times)) for coder, times in own.items() if times}
    return Pace(column, between, medians, labels)


def _steps(moments: list[float]) -> list[float]:
    """From each label to the next; none where most were stored together."""
    ordered = sorted(moments)
    steps = [b - a for a, b in pairwise(ordered)]
    return [] if sum(step == 0 for step in steps) > _AT_ONCE * len(steps) else steps


def _instant(cell: Any) -> float:
    """A moment in seconds: an ISO date with the time of day, seconds or milliseconds since 1970
    (between 1973 and 2286); nan for a day alone, which says nothing of how long a label took."""
    if ":" in str(cell):
        return moment(cell)
    value = _duration(cell)
    if 1e8 <= value < 1e10:
        return value
    return value / 1000 if 1e11 <= value < 1e13 else nan


def _duration(cell: Any) -> float:
    try:
        value = float(str(cell).strip())
    except ValueError:
        return nan
    return value if value >= 0 else nan


def moment(cell: Any) -> float:
    """A number or an ISO date as a number; nan where it is neither."""
    if isinstance(cell, (int, float)):
        return float(cell)
    text = str(cell).strip()
    try:
        return float(text)
    except ValueError:
        pass
    try:
        # Offsets are dropped, so that dates with and without one can be ordered: a few hours do
        # not make a trend.
        return datetime.fromisoformat(text).replace(tzinfo=None).timestamp()
    except (ValueError, OverflowError, OSError):
        return nan
