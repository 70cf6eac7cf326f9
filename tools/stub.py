"""Write src/accord/measures.pyi: the types of the measures as people call them.

Editors and type checkers see every setting, with the words it can be; a test compares the file
with what this writes.
"""

import subprocess
from collections.abc import Callable
from inspect import Parameter, signature
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from accord._measure.catalogue import MEASURES
from accord._measure.distances.distance import DISTANCES
from accord._measure.entry import Measure
from accord.engine.any_data import COLUMN_KEYWORDS

STUB = Path(__file__).parents[1] / "src/accord/measures.pyi"

HEAD = '''"""The measures as people call them. Written by tools/stub.py."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Unpack

import numpy as np

from accord._measure.distances.metric import Distance
from accord._measure.gamma.align.cover import Budget
from accord._measure.gamma.dissimilarity import Dissimilarity
from accord._read.door.in_memory import Data, DataKeywords
from accord.model.agreement import Agreement
from accord.tasks import Tasks

DistanceName = Literal[{distances}]
AnyDistance = DistanceName | Distance | Mapping[Any, Any] | Callable[..., float]
'''


def text() -> str:
    """The whole stub."""
    distances = ", ".join(f'"{name}"' for name in DISTANCES)
    parts = [HEAD.replace("{distances}", distances)]
    return "\n".join([*parts, *(_definition(entry) for entry in MEASURES.values())])


def _definition(entry: Measure) -> str:
    settings = list(signature(entry.compute, eval_str=True).parameters.values())[1:]
    lines = [f"    {each.name}: {_typed(each)}{_default(each, entry)}," for each in settings]
    reading = (
        []
        if {s.name for s in settings} & set(COLUMN_KEYWORDS)
        else ["**reading: Unpack[DataKeywords],"]
    )
    return "\n".join(
        [
            f"def {entry.name}(",
            "    data: Data,",
            "    *more: Data,",
            *lines,
            "    interval: bool | Mapping[str, Any] = ...,",
            "    p: bool = ...,",
            *(f"    {line}" for line in reading),
            ") -> Agreement:",
            f'    """{(entry.compute.__doc__ or "").splitlines()[0]}"""',
            "",
        ]
    )


def _default(parameter: Parameter, entry: Measure) -> str:
    needed = parameter.default is parameter.empty and not entry.takes_names
    return "" if needed else " = ..."


def _typed(parameter: Parameter) -> str:
    if parameter.name == "distance":
        return "AnyDistance"
    if parameter.name == "types":
        return "AnyDistance | None"
    return _named(parameter.annotation)


def _named(hint: Any) -> str:
    """A type as it is written."""
    parts, origin = get_args(hint), get_origin(hint)
    if origin is Annotated:
        return _named(parts[0])
    if origin is Literal:
        return f"Literal[{', '.join(repr(word) for word in parts)}]"
    if origin in (Union, UnionType):
        return " | ".join(dict.fromkeys(_named(part) for part in parts))
    if origin is Callable:
        return "Callable[..., Any]"
    name = "None" if hint is type(None) else getattr(hint, "__name__", str(hint))
    if name in ("Sequence", "Mapping"):
        return "Sequence[Any]" if name == "Sequence" else "Mapping[Any, Any]"
    return f"np.random.{name}" if name == "Generator" else name


if __name__ == "__main__":
    STUB.write_text(text())
    subprocess.run(["ruff", "format", "--quiet", str(STUB)], check=True)
