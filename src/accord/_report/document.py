"""What a report and a sheet on judges are made of, before anybody sets them: blocks of sentences,
tables and figures. Texts of ours have keys (`Said`); whoever shows them chooses the language."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from accord._report.wording import shortened
from accord.words.said import Language


@dataclass(frozen=True, slots=True)
class Table:
    """A table: numbers stay numbers until they are shown.

    What is ours in it (`Said`) is said in the language of whoever shows it; names of the user's
    stay as they are.
    """

    name: str
    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    notes: Sequence[str] = ()

    def shown(self, say: Language, width: int = 0) -> list[list[str]]:
        """The rows as text, cut to `width` signs a cell where one is given."""
        shown = [[_shown(cell, say) for cell in row] for row in self.rows]
        if not width:
            return shown
        return [[shortened(cell, width) for cell in row] for row in shown]


def _shown(cell: Any, say: Language) -> str:
    match cell:
        case None:
            return "–"
        case str():
            return say(cell)
        case float():
            # What three digits would round to 0 is said to be small.
            return f"< {say.bare(0.001)}" if 0 < cell < 0.0005 else say.decimal(cell)
        case int() if cell is not True and cell is not False:
            return say.whole(cell)
    return str(cell)


@dataclass(frozen=True, slots=True)
class Figure:
    """Points with intervals on a line (forest, or difference with what follows from each), or
    against a diagonal (curve)."""

    kind: str
    caption: str
    points: tuple[tuple[Any, ...], ...]
    lines: tuple[tuple[str, float], ...] = ()
    level: float = 0.95


@dataclass(frozen=True, slots=True)
class Block:
    """One part: its title, what it says, and what it shows."""

    id: str
    title: str
    said: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()
    verdict: str = ""
