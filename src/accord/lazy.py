"""Names that load when they are first used, each written once: in the stub beside the package.

An `__init__.pyi` tells editors and type checkers what a package offers, and this module tells
Python the same: `from accord._measure.cube.coefficients import alpha as alpha` in the stub makes
`accord.alpha` import that module when somebody asks for it, and not before.
"""

import ast
from collections.abc import Callable
from importlib import import_module
from importlib.machinery import ModuleSpec
from typing import Any


def names_in_stub(spec: ModuleSpec) -> dict[str, tuple[str, str]]:
    """Name → (module, name there), from the import lines of the stub of a package."""
    assert spec.origin is not None
    stub = spec.origin.rpartition(".")[0] + ".pyi"
    text = spec.loader.get_data(stub)  # type: ignore[union-attr]  # also inside a zip file
    return {
        alias.asname or alias.name: (node.module, alias.name)
        for node in ast.parse(text).body
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }


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
            other = "" if wanted.startswith("_") else instead(wanted)
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
