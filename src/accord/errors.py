"""Every exception accord raises on purpose.

    AccordError (ValueError)
    ├── DataError            the data are not what they should be: where, what, what to do
    ├── NotApplicableError   this measure cannot be computed on this kind of study
    │   └── TooLargeError    … because too much would have to be brought back from an engine
    ├── UnknownNameError     no such measure, distance, format, column …; did you mean?
    └── MissingExtraError    an optional library is needed; how to install it

A message has four parts where they apply: where · what was found, quoted · what was
needed · what to do. Degenerate data are not errors: the value is nan and says why.

A message that names a setting has it as data (`Setting`, `said`): Python shows the keyword,
the command line the option, and neither shows the other's.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

MOST = 4000
"""How long a message may be: what it quotes comes from files, which may be one endless line."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting that a message names, by its keyword in Python; without a value, any.

    >>> str(Setting("distance", "ordinal")), str(Setting("categories"))
    ("distance='ordinal'", 'categories=')
    """

    name: str
    value: Any = None

    def __str__(self) -> str:
        return f"{self.name}=" if self.value is None else f"{self.name}={self.value!r}"


class Said(str):
    """A message in Python's words that still knows which of them are settings."""

    parts: tuple[str | Setting, ...]

    def told(self, form: Callable[[Setting], str]) -> str:
        """The message with its settings in another form."""
        return "".join(form(part) if isinstance(part, Setting) else part for part in self.parts)


def said(*parts: str | Setting) -> Said:
    """A message from texts, settings and other messages.

    >>> said("for ordered names use ", Setting("distance", "ordinal"))
    "for ordered names use distance='ordinal'"
    """
    flat: list[str | Setting] = []
    for part in parts:
        flat += part.parts if isinstance(part, Said) else (part,)
    message = Said("".join(map(str, flat)))
    message.parts = tuple(flat)
    return message


class AccordError(ValueError):
    """Base of all errors that accord raises on purpose; `hint` holds the settings it names."""

    def __init__(self, message: str = "") -> None:
        if len(message) > MOST:
            message = f"{message[: MOST // 2]} … {message[-MOST // 2 :]}"
        super().__init__(message)
        self.message = message

    @property
    def hint(self) -> tuple[Setting, ...]:
        """The settings that the message names: which of them to change, to what."""
        parts = self.message.parts if isinstance(self.message, Said) else ()
        return tuple(part for part in parts if isinstance(part, Setting))


class DataError(AccordError):
    """The data are not what they should be."""


class NotApplicableError(AccordError):
    """The measure does not apply to this study."""


class TooLargeError(NotApplicableError):
    """More would have to be brought back from an engine than memory should hold."""


class UnknownNameError(AccordError):
    """A name that accord does not know."""

    @classmethod
    def of(cls, what: str, name: str, known: Iterable[str]) -> "UnknownNameError":
        """Build the error for `name`, with the nearest known names as a hint."""
        known = sorted(known)
        near = get_close_matches(name, known, n=3, cutoff=0.5)
        hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(known)}"
        return cls(f"no {what} {name!r}; {hint}")


class MissingExtraError(AccordError):
    """An optional library is needed."""

    @classmethod
    def of(cls, purpose: str, library: str, extra: str) -> "MissingExtraError":
        """Build the error that says how to install `extra`."""
        return cls(f"{purpose} needs {library}; install it with: pip install 'accord[{extra}]'")
