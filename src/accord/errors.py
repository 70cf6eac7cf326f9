"""Every exception accord raises on purpose.

    AccordError (ValueError)
    ├── DataError            the data are not what they should be: where, what, what to do
    ├── NotApplicableError   this measure cannot be computed on this kind of study
    │   └── TooLargeError    … because too much would have to be brought back from an engine
    ├── UnknownNameError     no such measure, distance, format, column …; did you mean?
    └── MissingExtraError    an optional library is needed; how to install it

A message has four parts where they apply: where · what was found, quoted · what was
needed · what to do. Degenerate data are not errors: the value is nan and says why.
"""

from collections.abc import Iterable
from difflib import get_close_matches

MOST = 4000
"""How long a message may be: what it quotes comes from files, which may be one endless line."""


class AccordError(ValueError):
    """Base of all errors that accord raises on purpose."""

    def __init__(self, message: str = "") -> None:
        if len(message) > MOST:
            message = f"{message[: MOST // 2]} … {message[-MOST // 2 :]}"
        super().__init__(message)


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
