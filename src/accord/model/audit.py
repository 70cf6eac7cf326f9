"""What a reader did to the data on the way in."""

from dataclasses import asdict, dataclass
from typing import Any

from accord.model.showing import counted


@dataclass(frozen=True, slots=True)
class Audit:
    """Where a study came from, what was read, guessed, changed and dropped.

    `notes` are sentences for people, in the order in which things happened; nothing is
    dropped or changed without one.
    """

    source: str = ""
    format: str = ""
    rows: int = 0
    dropped: int = 0
    notes: tuple[str, ...] = ()

    def noting(self, *notes: str) -> "Audit":
        """The same audit with more notes."""
        return Audit(self.source, self.format, self.rows, self.dropped, (*self.notes, *notes))

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {**asdict(self), "notes": list(self.notes)}

    def __str__(self) -> str:
        read = counted(self.rows, "row")
        head = f"{self.source} ({self.format}): {read} read, {self.dropped} dropped"
        return "\n".join([head, *(f"  {note}" for note in self.notes)])
