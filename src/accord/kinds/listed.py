"""What every study answers alike that has its items one by one, whatever its kind.

Codings that are counts, or that stay in an engine, answer these questions themselves: they have
methods of the same names (`ability` asks the class first).
"""

from collections.abc import Hashable, Sequence
from typing import Any


def only_counts(study: Any) -> bool:
    """Whether single items are not there, only counts of them."""
    return False


def stays_in_engine(study: Any) -> bool:
    """Whether codings are asked where they are, because their patterns would not merge."""
    return False


def counts_again(study: Any) -> bool:
    """Whether some of the coders alone have to be counted again by an engine."""
    return False


def expanded(study: Any) -> Any:
    """The study itself; counts give the codings that they stand for."""
    return study


def itemized(study: Any, what: str) -> Any:
    """The study itself; counts refuse, because `what` needs items that have names."""
    return study


def too_long(study: Any) -> bool:
    """Whether labels of what is marked would be too large: only chains are labelled so."""
    return False


def merged_rows(study: Any) -> None:
    """Only labels have patterns."""


def rows_of_counts(study: Any) -> None:
    """Only labels are counted in rows."""


def who_chose(study: Any) -> None:
    """Only labels are one choice for each coder and item."""


def categories_of(study: Any) -> Sequence[Hashable]:
    """Its categories; what has none of its own, as dimensions, has them in its parts."""
    categories: Sequence[Hashable] = getattr(study, "categories", ())
    return categories
