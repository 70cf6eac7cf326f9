"""What users may set of a measure, read off its signature: each parameter says it itself.

    Atom = Annotated[float, "Length of an atom, in which lengths are counted."]

    def u_alpha(study: Unitizings, *, atom: Atom = 1.0) -> Agreement: ...

A parameter whose annotation carries a sentence is an option of the command line and of the
documentation; its default is that of the signature, its choices are those of a `Literal`. The
sentence is written once, where the parameter is named, for all measures that have it. A second
text is what one types after the flag: `Annotated[str, "Column of the system.", "COLUMN"]`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from inspect import Parameter, signature
from types import UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    Union,
    get_args,
    get_origin,
)

MissingRule = Literal["available", "pairable", "complete"]
RULES: tuple[MissingRule, ...] = get_args(MissingRule)
MISSING = "How to treat missing labels (default: as the measure's author defined)."
Missing = Annotated[MissingRule, MISSING]


@dataclass(frozen=True, slots=True)
class Option:
    """A keyword of a measure that users may set, for the command line and the docs.

    :param name: The keyword.
    :param type: What it takes.
    :param default: What it is by default.
    :param help: What it means, in a sentence.
    :param choices: The names it may be, where it is one of some.
    :param takes: What is typed after the flag, where its type does not say: "COLUMN".

    >>> import accord
    >>> options = {one.name: one for one in accord.MEASURES["gamma"].options}
    >>> options["alpha"].default, options["alpha"].help
    (1.0, 'γ: weight of position.')
    """

    name: str
    type: type
    default: Any
    help: str
    choices: tuple[str, ...] = ()
    takes: str | None = None

    def joined(self, other: "Option") -> "Option":
        """One option for two measures that have a setting of this name: what either may take."""
        said = self.help if other.help in self.help else f"{self.help} {other.help}"
        choices = tuple(dict.fromkeys((*self.choices, *other.choices)))
        kind = self.type if self.type is other.type else object  # a number, or else a word
        return replace(self, type=kind, help=said, choices=choices)


@cache
def options_of(compute: Callable[..., Any]) -> tuple[Option, ...]:
    """The options of a measure: its parameters whose annotations carry a sentence.

    >>> Seed = Annotated[int, "Seed of random numbers."]
    >>> def measure(study: Any, *, rng: Seed = 0, missing: Missing = "pairable") -> None: ...
    >>> [(option.name, option.type, option.default) for option in options_of(measure)]
    [('rng', <class 'int'>, 0), ('missing', <class 'str'>, 'pairable')]
    """
    # Sphinx writes defaults as text into the signature; the function keeps its own.
    defaults = getattr(compute, "__kwdefaults__", None) or {}
    found = []
    for name, parameter in signature(compute, eval_str=True).parameters.items():
        if get_origin(parameter.annotation) is Annotated:
            given, sentence, *more = get_args(parameter.annotation)
            members = list(_members(given))
            literal = [part for part in members if get_origin(part) is Literal]
            choices = tuple(text for part in literal for text in get_args(part))
            default = defaults.get(name, parameter.default)
            default = None if default is Parameter.empty else default
            found.append(Option(name, _typed(members), default, sentence, choices, *more))
    return tuple(found)


def how_taken(compute: Callable[..., Any], name: str) -> Literal["none", "optional", "required"]:
    """Whether a function takes an argument of this name, and can do without it."""
    parameter = signature(compute).parameters.get(name)
    if parameter is None:
        return "none"
    return "required" if parameter.default is Parameter.empty else "optional"


def _members(hint: Any) -> Iterator[Any]:
    """The parts of a union, also of a union within it; of Annotated what is annotated."""
    if get_origin(hint) in (Union, UnionType):
        for part in get_args(hint):
            yield from _members(part)
    elif get_origin(hint) is Annotated:
        yield from _members(get_args(hint)[0])
    else:
        yield hint


def _typed(members: list[Any]) -> type:
    """The type of what is typed on the command line: text, unless all of it are numbers."""
    if bool in members:
        return bool
    if str not in members and not any(get_origin(part) is Literal for part in members):
        for kind in (float, int):
            if kind in members:
                return kind
    return str
