"""Names that load when they are first used, each written once: in the stub beside the package.

An `__init__.pyi` tells editors and type checkers what a package offers, and this module tells
Python the same: `from accord._measure.cube.coefficients import alpha as alpha` in the stub makes
`accord.alpha` import that module when somebody asks for it, and not before.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.machinery import ModuleSpec
from typing import Any, TypeVar

_Thing = TypeVar("_Thing")

_CLOSE = 0.66
"""A name that is at least so alike may be meant: alfa and alpha are .67, plot and report .6."""

# A stub holds nothing but imports, in the form that the formatter gives them: to find them by
# this takes a tenth of the time that a parser does, at every start.
_IMPORT = r"^from (\S+) import (?:\(([^)]*)\)|(.+))$"


def names_in_stub(spec: ModuleSpec) -> dict[str, tuple[str, str]]:
    """Name → (module, name there), from the import lines of the stub of a package."""
    assert spec.origin is not None
    stub = spec.origin.rpartition(".")[0] + ".pyi"
    text: bytes = spec.loader.get_data(stub)  # type: ignore[union-attr]  # also inside a zip file
    names = {}
    for module, several, line in re.findall(_IMPORT, text.decode(), flags=re.M):
        for part in filter(None, map(str.strip, (several or line).split(","))):
            there, _, here = part.partition(" as ")
            names[here or there] = (module, there)
    return names


@cache
def named_thing(where: str) -> Any:
    """What stands at "package.module:name", imported now.

    >>> named_thing("math:hypot")(3, 4)
    5.0
    """
    module, _, name = where.partition(":")
    return getattr(import_module(module), name)


class NamedThings(Mapping[str, _Thing]):
    """A table of things by name; those that are written as text are imported when they are read.

    >>> table = NamedThings({"longest side": "math:hypot"})
    >>> list(table), table["longest side"](3, 4)
    (['longest side'], 5.0)
    """

    def __init__(self, table: "Mapping[str, str | _Thing]") -> None:
        self._table = table

    def __getitem__(self, name: str) -> _Thing:
        thing: Any = self._table[name]
        loaded: _Thing = named_thing(thing) if isinstance(thing, str) else thing
        return loaded

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)


def near_name(wanted: str, names: Iterable[str], before: str = "", cutoff: float = _CLOSE) -> str:
    """The end of a message: the name that is spelled nearly so, if there is one.

    >>> near_name("kapa", ["alpha", "kappa"]), near_name("zzz", ["alpha"])
    ('; did you mean kappa?', '')
    """
    from difflib import get_close_matches

    lower = {name.lower(): name for name in names}
    near = get_close_matches(wanted.lower(), lower, n=1, cutoff=cutoff)
    return f"; did you mean {before}{lower[near[0]]}?" if near else ""


def suggesting(module: dict[str, Any]) -> Callable[[str], object]:
    """`__getattr__` of a namespace without a stub (its `globals()`): what may have been meant."""

    def get(wanted: str) -> object:
        name, near = module["__name__"], ""
        if not wanted.startswith("_"):
            names = [own for own in module if not own.startswith("_")]
            near = near_name(wanted, names, f"{name}.")
            near = near or named_thing("accord.infer.advice.elsewhere:elsewhere")(wanted)
        raise AttributeError(f"module {name!r} has no attribute {wanted!r}{near}")

    return get


def attach(
    package: dict[str, Any],
    instead: Callable[[str], str] = lambda wanted: "",
) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """`__getattr__`, `__dir__` and `__all__` for a package (its `globals()`) with a stub.

    `instead` says what somebody may have meant who asks for a name that is not there.
    """
    home = names_in_stub(package["__spec__"])
    name = package["__name__"]

    def get(wanted: str) -> object:
        if wanted not in home:
            other = (
                ""
                if wanted.startswith("_")
                else instead(wanted) or near_name(wanted, home, f"{name}.")
            )
            raise AttributeError(f"module {name!r} has no attribute {wanted!r}{other}")
        module, there = home[wanted]
        if module == name:  # a namespace: `from accord import spans as spans`
            found: object = import_module(f"{module}.{there}")
        else:
            found = getattr(import_module(module), there)
        package[wanted] = found
        return found

    def listed() -> list[str]:
        return sorted({*(own for own in package if own.startswith("__")), *home})

    return get, listed, sorted(home)
