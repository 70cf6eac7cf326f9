"""What any study can be asked, whatever its kind."""

from typing import Any

from accord.kinds.kind import ability
from accord.model.audit import Counted
from accord.model.names import IntArray


def marked_by(study: Any) -> IntArray:
    """How much each coder marked: labels, spans, mentions, relations, regions or boundaries."""
    marked: IntArray = ability(study, "marked_by")(study)
    return marked


def seen_by(study: Any) -> tuple[IntArray, IntArray]:
    """Which item was seen by whom: two parallel arrays of positions, by item and coder."""
    item, coder = ability(study, "seen_by")(study)
    return item, coder


def names_of(study: Any) -> dict[str, Counted]:
    """The names of a study by what they name, with how often each occurs."""
    names: dict[str, Counted] = ability(study, "names_of")(study)
    return names


def alone(study: Any) -> str | None:
    """Why there is nothing to compare: nothing was annotated by two coders. None where there is.

    >>> from accord.kinds.labels.tabular import codings
    >>> alone(codings([("s1", "A", "x"), ("s2", "B", "y")])).partition(";")[0]
    'only one label per item, so there is nothing to compare'
    """
    why: str | None = ability(study, "alone")(study)
    return why
