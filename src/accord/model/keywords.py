"""Keywords of functions that are the fields of a frozen class: each is written once, there."""

from collections.abc import Callable
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
