"""Measure: one entry of the catalogue, all that other stages know about a measure."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from accord.engine.remote import Remote
from accord.engine.tally import Tally
from accord.model.agreement import Agreement
from accord.model.codings.codings import Codings
from accord.model.study import Study

Objection = Callable[[Any], str | None]


@dataclass(frozen=True, slots=True)
class Option:
    """A keyword of a measure that users may set, for the command line and the docs."""

    name: str
    type: type
    default: Any
    help: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure: what it is called, what it computes, on which studies, by whom.

    `distance` says whether the measure takes one: "none" (it is nominal by definition),
    "optional" or "required" (there is no silent level of measurement). `missing` lists the
    rules for missing codings that it knows, its author's first. `listed` is whether it is
    computed when a user names no measure. `costly` measures have their own sampling and are
    not bootstrapped unless asked. `counted` measures of codings need only counted patterns
    (`Tally`). `own_interval`: it comes with a standard error of its own, which is cheap.
    """

    name: str
    symbol: str
    compute: Callable[..., Agreement]
    study: type[Study]
    title: str
    source: tuple[str, ...]
    also: tuple[str, ...] = ()
    distance: Literal["none", "optional", "required"] = "none"
    missing: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    two_coders: bool = False
    needs_coders: bool = False
    listed: bool = True
    costly: bool = False
    better: Literal["higher", "lower"] = "higher"
    counted: bool = False
    objections: tuple[Objection, ...] = ()
    own_interval: bool = False

    @property
    def kind(self) -> str:
        """The kind of study this measure takes."""
        return self.study.kind

    def objection(self, study: Study) -> str | None:
        """Why this measure does not apply to `study`, None where it does."""
        if isinstance(study, (Tally, Remote)) and self.study is Codings:
            if not self.counted:
                return f"{self.symbol} needs the codings themselves, this study is counted patterns"
        elif not isinstance(study, self.study):
            return f"{self.symbol} is for {self.kind}, this study holds {study.kind}"
        coders = len(study.coders)
        if (self.needs_coders or self.two_coders) and not coders:
            return f"{self.symbol} needs to know who coded what, and the data do not say"
        if self.two_coders and coders != 2:
            return f"{self.symbol} is for two coders, this study has {coders}"
        for objection in self.objections:
            reason = objection(study)
            if reason is not None:
                return reason
        return None
