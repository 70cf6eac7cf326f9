"""What the user says about files: how they are to be read."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field as default
from typing import Any

from accord.errors import UnknownNameError
from accord.read.door.limits import Limits

KINDS = ("codings", "unitizings", "segmentations", "coreference")
"""What can be said to have been annotated."""

COUNTS = ("code-points", "utf-16")
"""What offsets may count."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the user said about the files; None where accord is to find out."""

    kind: str | None = None
    item: str | None = None
    coder: str | None = None
    category: str | None = None
    coders: tuple[str, ...] | None = None
    categories: tuple[Hashable, ...] | None = None
    absent: tuple[str, ...] = ()
    delimiter: str | None = None
    encoding: str | None = None
    layer: str | None = None
    field: str | None = None
    coder_from: str | None = None
    discontinuous: str = "refuse"
    trust_offsets: bool = False
    offsets: str | None = None
    anonymise: bool = False
    limits: Limits = default(default_factory=Limits)
    progress: Callable[[int, int], None] | None = None
    sets: str | None = None
    header: str | None = None
    dimensions: tuple[str, ...] | None = None

    @classmethod
    def of(cls, **given: Any) -> "Options":
        """The options as users give them: lists where tuples are kept, no limits for the usual."""
        kind = given.get("kind")
        if kind is not None and kind not in KINDS:
            raise UnknownNameError.of("kind of study", kind, KINDS)
        if given.get("limits", ...) is None:
            del given["limits"]
        for name in ("coders", "categories", "absent", "dimensions"):
            if given.get(name) is not None:
                given[name] = tuple(given[name])
        return cls(**given)
