"""Measure: one entry of the catalogue, which owns every fact about a measure.

An entry is data: it names its function as text, "package.module:function", so that finding, listing
and choosing measures imports none of them. What the function says itself is not repeated: its
options and its rules for missing codings (the signature), and the works it rests on ("References:"
in the docstring); they are read when somebody asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, Literal

from accord.errors import AS_COUNTS
from accord.kinds.kind import ability, kind_named, kind_of, kind_words
from accord.kinds.labels.study import may_belong
from accord.kinds.table import KINDS
from accord.lazy import named_thing
from accord.model.keywords import renamed
from accord.words.said import said, worded

if TYPE_CHECKING:
    from accord._measure.cube.kernel import Countable
    from accord._measure.settings import Option
    from accord.model.agreement import Agreement
    from accord.model.study import Study

CRITERIA: dict[str, str] = {
    "categorizing": "ignores the labels",
    "segmentation": "does not compare segment boundaries",
    "unitizing": "does not compare where spans start and end",
    "overlap": "cannot handle overlapping spans of one coder",
    "weighted": "treats all disagreements as equally bad",
    "chance": "not corrected for chance",
    "alignment": "does not match spans one to one",
    "many_coders": "defined for two coders; with more, the mean over pairs",
}
"""What a measure may satisfy, and what it means if it does not."""

IN_PART: dict[str, str] = {
    "chance": "chance does not depend on how often each category was used",
    "categorizing": "does not separate errors of label from errors of position",
    "unitizing": "sees only part of the position errors",
    "overlap": "works with overlapping spans, but was not designed for them",
    "segmentation": "not designed for boundaries",
    "weighted": "uses only the rank of boundary types",
}
"""What it means if a measure satisfies a criterion only in part."""


@dataclass(frozen=True, slots=True)
class _Suits:
    """A row of the table: the criteria that a measure satisfies, and those in part.

    `remark` is what to mind beside them. One that its author withdrew is never recommended.
    """

    full: frozenset[str]
    part: frozenset[str] = frozenset()
    remark: str = ""
    withdrawn: bool = False

    def cell(self, criterion: str) -> str:
        """■ satisfied, □ in part, nothing."""
        return "■" if criterion in self.full else "□" if criterion in self.part else ""

    def lacks(self, criterion: str) -> str | None:
        """What is missing for a criterion, None where it is satisfied."""
        if criterion in self.full:
            return None
        if criterion in self.part:
            return worded(f"in-part.{criterion}", IN_PART[criterion])
        return worded(f"lacks.{criterion}", CRITERIA[criterion])


def suits(full: str, part: str = "", remark: str = "", *, withdrawn: bool = False) -> _Suits:
    """A row of the table, its criteria separated by spaces.

    >>> suits("categorizing many_coders", part="chance").lacks("weighted")
    'treats all disagreements as equally bad'
    """
    return _Suits(frozenset(full.split()), frozenset(part.split()), remark, withdrawn)


def names_in(text: str) -> tuple[str, ...]:
    """The other names of a measure, separated by semicolons.

    >>> names_in("Scott's pi; multi-pi")
    ("Scott's pi", 'multi-pi')
    """
    return tuple(text.split("; "))


Where = str | Callable[..., Any]
"""A function: as text, or, of a measure that is not in the catalogue, itself."""

ANY_KIND = ""
"""The kind of a measure that is not in the catalogue: it takes any study."""


def function_at(where: Where) -> Callable[..., Any]:
    """The function that is meant, imported where it is written as text.

    >>> function_at("math:hypot")(3, 4)
    5.0
    """
    function: Callable[..., Any] = named_thing(where) if isinstance(where, str) else where
    return function


Purpose = Literal["reliability", "validity"]
"""Can others code like this (one distribution for all), or do these coders agree?"""

ChanceCorrection = Literal[
    "none",
    "uniform",
    "pooled",
    "drawn",
    "per coder",
    "occasional",
    "hard items",
    "shuffled",
    "random annotations",
    "rewired",
]
"""The idea of chance: all categories alike; one distribution for all coders, with or without
replacement; one for each coder; sometimes, by how the categories are spread; on hard items only;
segmentations or annotations like the observed ones, elsewhere; relations that go anywhere."""

Question = Literal["breakdown", "influence", "categories", "parts", "permutation", "analytic"]
"""What a measure can be asked beside its value and an interval by resampling: by coder, pair or
item, and without one of them; by category, and with categories merged; its observed disagreement
as a sum of parts; p against chance by permutation; a standard error without resampling."""


@dataclass(frozen=True, slots=True)
class Leads:
    """The place of a measure among those to report for its kind of study: 1 first, 0 none."""

    reliability: int = 0
    validity: int = 0


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure: what it computes, on which studies, what it is for, and what can be asked of it.

    `listed` is whether it is computed when a user names no measure. `costly` measures have their
    own sampling, are not bootstrapped unless asked, and listed only where they lead.
    `needs_coders`: who coded what must be known, as in all studies but codings, and where chance
    is per coder. `counted` measures of codings are of the coefficient cube: sums over items are
    all they need, so counted patterns are enough. `by_document`: each document has a D_o and a
    D_e of its own, whose sums are all it needs. `documents` makes of a study, with the settings of
    the measure, what each document adds: then every resample of documents is known.
    `own_interval`: it comes with a standard error of its own, which is cheap. `limits` gives, from
    the study and the settings, limits of its own for any confidence, and how they are called.
    `unasked` are questions that make no sense for it, though they do for its kind of study.
    `pools`: chance in it is over all labels, which is wrong where labels belong to items; `inside`
    names the measure that is meant there.
    `variants` are names that say settings, too: ICC(3,k). `scale`: it is shown for ratings and
    measurements without being asked for; `ordinal`: for ratings whose order counts, with each of
    these distances.

    `suits` says what it can do and `because` why it is recommended; `nominal` names the measure
    that it is where categories are equal or not. `formulas` are the works whose closed forms
    hold for it (standard errors, tests, resamples, numbers of items). `bounds` are the least and
    the largest value it can have, None where there is no such; `largest` is the worst value of
    an error rate without a bound, given a result. `also_takes` are kinds of study that it sees
    as its own.

    :param function: The function, a study in, an agreement out: as text, or itself.
    :param symbol: The symbol of the measure, such as α.
    :param kind: The kind of study that it takes.
    :param title: What it measures, in one line.
    :param distance: Whether it takes a distance: "none" where it is nominal by definition,
        "required" where there is no silent level of measurement.
    :param name: What it is called.
    :param display: The name by which people know it, "Krippendorff's α"; with more than two
        coders `display_many`, where that is another one ("Fleiss' κ (multi-π)").
    :param also: Other names it goes by.
    :param purpose: Reliability or validity, where it serves one of them.
    :param leads: Whether it may be the one recommended.
    :param better: Whether higher or lower values are better.
    :param two_coders: Whether it takes two coders only.
    :param objections: What speaks against it for a given study.

    >>> import accord
    >>> kappa = accord.MEASURES["kappa"]
    >>> kappa.symbol, kappa.display, kappa.title
    ('κ', "Cohen's κ", "Chance: each coder's own label frequencies")
    """

    function: Where
    symbol: str
    kind: str
    title: str
    _: KW_ONLY
    name: str = ""
    display: str = ""
    display_many: str = ""
    also: tuple[str, ...] = ()
    chance: ChanceCorrection = "none"
    purpose: Purpose | None = None
    suits: _Suits | None = None
    because: str = ""
    leads: Leads = Leads()
    nominal: str | None = None
    distance: Literal["none", "optional", "required"] = "none"
    formulas: tuple[str, ...] = ()
    bounds: tuple[float | None, float | None] = (None, 1.0)
    largest: Where | None = None
    better: Literal["higher", "lower"] = "higher"
    two_coders: bool = False
    needs_coders: bool = False
    listed: bool = True
    costly: bool = False
    counted: bool = False
    by_document: bool = False
    documents: Where | None = None
    own_interval: bool = False
    limits: Where | None = None
    unasked: tuple[Question, ...] = ()
    pools: bool = False
    inside: str | None = None
    objections: tuple[Where, ...] = ()
    also_takes: tuple[str, ...] = ()
    variants: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    scale: bool = False
    ordinal: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if isinstance(self.function, str):
            self._set("name", self.name or self.function.rpartition(":")[2])
        else:
            from accord._measure.settings import how_taken

            self._set("name", self.name or self.function.__name__)
            self._set("distance", how_taken(self.function, "distance"))
            self._set("kind", getattr(self.kind, "kind", self.kind))  # a class of studies
        self._set("display", self.display or self.symbol)
        if self.chance == "per coder":
            self._set("needs_coders", True)
        if self.costly:
            self._set("listed", False)

    def _set(self, field: str, value: object) -> None:
        object.__setattr__(self, field, value)

    def __repr__(self) -> str:
        return f"{self.name} ({self.symbol}): {self.title}"

    @property
    def takes_names(self) -> bool:
        """Whether a measure that requires a distance is also the one for names: α, and no κ_w."""
        return self.counted and self.nominal is None

    @property
    def compute(self) -> Callable[..., Agreement]:
        """The function itself: a study in, an agreement out."""
        return function_at(self.function)

    @property
    def study(self) -> type[Study]:
        """The class of the studies that it takes."""
        return kind_named(self.kind).study

    def largest_of(self, result: Agreement) -> float | None:
        """The worst value that an error rate without a bound can have on the data of a result."""
        return None if self.largest is None else float(function_at(self.largest)(result))

    @property
    def missing(self) -> tuple[str, ...]:
        """The rules for missing codings that it knows, its author's first."""
        rule = next((o for o in self._settings() if o.name == "missing"), None)
        if rule is None:
            return ()
        return (rule.default, *(name for name in rule.choices if name != rule.default))

    @property
    def options(self) -> tuple[Option, ...]:
        """What users may set beside the distance and the rule for missing codings."""
        return tuple(o for o in self._settings() if o.name != "missing")

    def _settings(self) -> tuple[Option, ...]:
        from accord._measure.settings import options_of

        return options_of(self.compute)

    @property
    def source(self) -> tuple[str, ...]:
        """The works it rests on, keys of the bibliography."""
        import re

        cited = re.search(r"References: ([\w,\s]+?)\.(?:\s|$)", self.compute.__doc__ or "")
        return tuple(re.split(r"[,\s]+", cited[1].strip())) if cited else ()

    @property
    def has_levels(self) -> bool:
        """Whether Krippendorff's levels (.667, .8) were made for it: α in all its forms, and the
        coefficients of labels to which the field has carried them over."""
        alike = self.counted and self.chance in ("pooled", "per coder")
        return self.better == "higher" and (self.chance == "drawn" or alike)

    @property
    def asked(self) -> frozenset[Question]:
        """What it can be asked beside its value and an interval by resampling."""
        questions: set[Question] = {"breakdown", "influence"}
        if self.kind != ANY_KIND:
            kind = kind_named(self.kind)
            questions |= {*kind.questions}
            if self.counted and kind.like in KINDS.values():
                questions.add("permutation")  # trees of any two items can be compared
        if self.counted:
            questions |= {"parts", "analytic"}
        if self.own_interval or self.limits is not None:
            questions.add("analytic")
        return frozenset(questions - {*self.unasked})

    def objection(self, study: Study | Countable) -> str | None:
        """Why this measure does not apply to `study`, None where it does."""
        if not self.is_for(study):
            here = kind_words(study)
            return f"{self.symbol} works with {kind_words(self.kind)}; this file has {here}"
        if self.kind != ANY_KIND and not self.counted and ability(study, "only_counts")(study):
            return said("undefined.needs-codings-study", symbol=self.symbol, how=AS_COUNTS)
        coders = len(study.coders)
        if (self.needs_coders or self.two_coders) and not coders:
            return said("undefined.needs-know-who-coded", symbol=self.symbol)
        if self.two_coders and coders != 2:
            return said("undefined.two-coders-study-has", symbol=self.symbol, n=coders)
        own = ("accord._measure.objections:labels_belong",)
        belong = self.pools and may_belong(study)
        for objection in (*self.objections, *(own if belong else ())):
            reason: str | None = function_at(objection)(study)
            if reason is not None:
                return reason
        return None

    def is_for(self, study: Study | Countable) -> bool:
        """Whether it takes studies of this kind: a measure of labels also takes trees."""
        if self.kind in (ANY_KIND, study.kind):
            return True
        return kind_of(study).like == KINDS[self.kind]


# People who add measures of their own wrote the function and the class of studies by these names.
Measure.__init__ = renamed(compute="function", study="kind")(Measure.__init__)  # type: ignore[method-assign]
