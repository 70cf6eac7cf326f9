"""Keywords of functions: those that are the fields of a frozen class, each written once, there; and
those that were renamed, which keep working for a while, with a note that says so."""

import sys
import warnings
from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, Concatenate, ParamSpec, TypeVar

_Keywords = ParamSpec("_Keywords")
_First = TypeVar("_First")
_Result = TypeVar("_Result")


def keywords(
    parameters: Callable[_Keywords, object],
) -> Callable[
    [Callable[Concatenate[_First, ...], _Result]], Callable[Concatenate[_First, _Keywords], _Result]
]:
    """For functions that have the same keywords: those of a frozen class, said once.

    Editors see them through the type, `help` through the signature.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, kw_only=True)
    ... class Weights:
    ...     alpha: float = 1.0
    >>> @keywords(Weights)
    ... def measure(study: str, **given: Any) -> float:
    ...     return Weights(**given).alpha
    >>> measure("any", alpha=2.0), str(signature(measure))
    (2.0, '(study: str, *, alpha: float = 1.0) -> float')
    """

    def signed(function: Any) -> Any:
        own = signature(function)
        first = next(iter(own.parameters.values()))
        shared = signature(parameters).parameters.values()
        function.__signature__ = own.replace(parameters=[first, *shared])
        return function

    return signed


_OWN = f"{__name__.partition('.')[0]}."

_Given = ParamSpec("_Given")
_Returned = TypeVar("_Returned")

SINCE, UNTIL = "0.3", "0.5"
"""The version that has the new names, and the one that has no others: two are enough to change."""


def renamed(
    **names: str,
) -> Callable[[Callable[_Given, _Returned]], Callable[_Given, _Returned]]:
    """A function that also takes keywords by their old names: `@renamed(sets="resamples")`.

    Only the new name is part of its signature, so help, editors and the command line, which follow
    from the signature, know no other.

    >>> @renamed(sets="resamples")
    ... def drawn(*, resamples: int) -> int:
    ...     return resamples
    >>> drawn(resamples=3)
    3
    """

    def decorated(function: Callable[_Given, _Returned]) -> Callable[_Given, _Returned]:
        # People write the name of a class, not that of what makes one.
        of_class = function.__name__ == "__init__"
        name = function.__qualname__.partition(".")[0] if of_class else function.__name__

        @wraps(function)
        def called(*args: _Given.args, **given: _Given.kwargs) -> _Returned:
            for old in names.keys() & given.keys():
                _take(name, given, old, names[old])
            return function(*args, **given)

        return called

    return decorated


def old_name(old: str, new: str) -> None:
    """Say that a function is called by its old name."""
    warnings.warn(
        f"{old} is called {new} since accord {SINCE}, and will be gone in {UNTIL}",
        DeprecationWarning,
        stacklevel=_outside(),
    )


def _take(function: str, given: dict[str, Any], old: str, new: str) -> None:
    """Move a keyword to its new name."""
    if new in given:
        raise TypeError(f"{function}() got {old}= and {new}=, which are two names of one thing")
    warnings.warn(
        f"{old}= of {function} is called {new}= since accord {SINCE}, and will be gone in {UNTIL}",
        DeprecationWarning,
        stacklevel=_outside(),
    )
    given[new] = given.pop(old)


def _outside() -> int:
    """How far up, seen from who asks, the first line stands that is not accord's own: other
    decorators may stand between a function and its caller."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(_OWN):
        frame, level = frame.f_back, level + 1
    return level
