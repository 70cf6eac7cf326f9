"""How a rule of another program is told: its call, its number, ours, and the cause."""

from collections.abc import Callable, Iterator
from math import isnan
from typing import Any

from accord.model.agreement import Agreement

SAME_NUMBER = "the same"

Rule = tuple[str, float, Agreement, str]
"""Call, what it gives (nan where it refuses or fails), what ours gives, why they differ."""

Rules = Callable[[Any, Any], Iterator[Rule]]
"""What a program says of a study of the kind that it is listed for, by a distance."""


def agrees(theirs: float, ours: Agreement, why: str) -> str:
    """`why`, but only where there is something to explain."""
    near = abs(theirs - ours.value) < 1e-10
    return SAME_NUMBER if near or (isnan(theirs) and isnan(ours.value)) else why
