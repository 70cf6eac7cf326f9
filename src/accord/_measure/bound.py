"""Bound: a measure with its settings, which is what interval, compare, breakdown … take."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any

from accord._measure.catalogue import MEASURES, find_measure, variant
from accord._measure.cube.kernel import Countable, itemized, only_counts
from accord._measure.entry import ANY_KIND, Measure, function_at
from accord.errors import NotApplicableError, Setting, UnknownNameError
from accord.kinds.kind import kind_of
from accord.kinds.table import KINDS
from accord.model.agreement import Agreement
from accord.model.study import Study

if TYPE_CHECKING:
    from accord._measure.by_document import ByDocument


@dataclass(frozen=True, slots=True)
class Bound:
    """A measure with its settings: one function from a study to an `Agreement`.

    >>> import accord
    >>> ordinal = accord.bound("alpha", distance="ordinal")
    >>> ordinal.signature
    'alpha|distance:ordinal'
    >>> study = accord.from_coders({"A": [1, 2, 3, 3], "B": [1, 2, 3, 4]})
    >>> round(ordinal.compute(study), 3)
    0.91
    """

    measure: Measure
    settings: Mapping[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        return self.signature

    @property
    def name(self) -> str:
        """The name of the measure."""
        return self.measure.name

    @property
    def symbol(self) -> str:
        """The letter of the measure."""
        return self.measure.symbol

    @property
    def distance(self) -> Any:
        """The distance between categories: the given one, else the measure's own, else nominal."""
        own = signature(self.measure.compute).parameters.get("distance")
        silent = own is None or own.default in (Parameter.empty, None)
        return self.settings.get("distance", "nominal" if own is None or silent else own.default)

    @property
    def missing(self) -> str:
        """The rule for missing codings: the given one, else the measure's own."""
        own = self.measure.missing[0] if self.measure.missing else "available"
        return str(self.settings.get("missing", own))

    @property
    def signature(self) -> str:
        """The measure and its settings in one line, e.g. alpha|distance:ordinal."""
        return "|".join([self.name, *(f"{key}:{value}" for key, value in self.settings.items())])

    @property
    def function(self) -> Callable[[Any], Agreement]:
        """The function that computes it, without its catalogue entry and without progress, so that
        it can be sent to another process."""
        settings = {key: value for key, value in self.settings.items() if key != "progress"}
        return partial(self.measure.compute, **settings)

    def compute(self, study: Study | Countable) -> Agreement:
        """The measure on the study, with these settings."""
        if self.measure.distance == "required" and "distance" not in self.settings:
            raise NotApplicableError(
                f"{self.name} needs a distance: add {Setting('distance', 'nominal')}, ordinal, "
                "interval or another one"
            )
        if not self.measure.counted:
            study = itemized(study, self.symbol)
        return self.measure.compute(study, **self.settings)

    def with_(self, **more: Any) -> "Bound":
        """The same measure with more settings; those given again change."""
        _check(self.measure, more)
        return Bound(self.measure, {**self.settings, **more})

    def sharing(self, number: int, units: int = 0) -> "Bound":
        """The same measure for several computations that share the time budget of one.

        `units` is how many units a study has: unless it is said, the budget follows from them.
        """
        if "budget" not in (_taken(self.measure) or ()):
            return self
        from accord._measure.gamma.align.cover import Budget

        budget = Budget.of(self.settings.get("budget"), units)
        return self.with_(budget=replace(budget, seconds=budget.seconds / max(number, 1)))

    def or_nominal(self) -> "Bound":
        """With the nominal distance where the measure requires one and none is given."""
        given = self.measure.distance != "required" or "distance" in self.settings
        return self if given else self.with_(distance="nominal")

    def nominal(self) -> "Bound":
        """The same measure where categories are equal or not, if it has a distance."""
        return self.with_(distance="nominal") if "distance" in self.settings else self

    def __str__(self) -> str:
        return self.signature


def documents_of(study: Study | Countable, measure: Bound) -> "ByDocument | None":
    """What each document of a study adds to the measure, None where that is not known."""
    where = measure.measure.documents
    if where is None or only_counts(study):
        return None
    documents: ByDocument | None = function_at(where)(study, **measure.settings)
    return documents


def own_limits(
    study: Study | Countable, measure: Bound
) -> tuple[str, Callable[[float], float], str] | None:
    """How a measure's own limits are called, what they are for any confidence, and over what they
    generalise; None without."""
    where = measure.measure.limits
    if where is None or only_counts(study):
        return None
    found: tuple[str, Callable[[float], float], str] | None = function_at(where)(
        study, **measure.settings
    )
    return found


Asked = Bound | Measure | str | Callable[..., Agreement]
"""A measure as users name it: by its name, its function, its entry, or bound to settings."""


def bound(measure: Asked, **settings: Any) -> Bound:
    """A measure with its settings.

    `measure` is a name, a function of the catalogue (or any function from a study to an
    `Agreement`), an entry, or what `bound` returned, to which the settings are added.

    :param measure: A name, a function from a study to an `Agreement`, an entry, or what `bound`
        returned.
    :param settings: Keywords of the measure.

    >>> import accord
    >>> accord.bound("alpha", distance="ordinal").signature
    'alpha|distance:ordinal'
    >>> accord.bound("pi", distance="ordinal")
    Traceback (most recent call last):
    ...
    accord.errors.UnknownNameError: pi has no setting 'distance'. Settings: missing
    """
    if isinstance(measure, Bound):
        return measure.with_(**settings) if settings else measure
    entry = _entry(measure)
    says = variant(entry, measure) if isinstance(measure, str) else {}
    return Bound(entry).with_(**{**says, **settings})


def taking(measure: Asked, given: Mapping[str, Any]) -> Bound:
    """The measure with those of the given settings that it takes; None means not given."""
    found = bound(measure)
    known = _taken(found.measure) or ()
    return found.with_(**{k: v for k, v in given.items() if k in known and v is not None})


def warn_of_numbers(name: str, study: Any, stacklevel: int) -> None:
    """Say that numbers are taken as names: right for codes, not for ratings, and only the user
    knows which they are. Two numbers are the same either way."""
    if len(study.categories) < 3 or study.categories.numbers() is None:
        return
    import warnings

    warnings.warn(
        f"{name} treats these numbers as names (distance='nominal'). For ratings use "
        "distance='ordinal' or distance='interval'",
        stacklevel=stacklevel,
    )


def as_names(asked: Bound, study: Any, stacklevel: int) -> Bound:
    """A measure without a distance takes labels as names, as `accord.alpha` does, and says so of
    numbers."""
    entry = asked.measure
    if entry.distance != "required" or "distance" in asked.settings or not entry.takes_names:
        return asked
    warn_of_numbers(entry.name, study, stacklevel + 1)
    return asked.with_(distance="nominal")


def distance_setting(study: Study | Countable, distance: Any) -> dict[str, Any]:
    """Which setting a distance is: of relations a taxonomy is one of their types, since any other
    distance would be one of sets of links; nothing where none is given."""
    if distance is None:
        return {}
    # A kind that somebody made for themselves has no entry.
    setting = kind_of(study).hierarchy if study.kind in KINDS else "distance"
    if setting == "distance":  # whatever it is, and taxonomies need not be loaded to know
        return {setting: distance}
    from accord._measure.distances.taxonomic import is_taxonomic

    return {setting if is_taxonomic(distance) else "distance": distance}


def no_hierarchy(measure: Measure, study: Study | Countable, distance: Any) -> str | None:
    """Why a measure of relations cannot have a hierarchy of types, where it is given one."""
    if "types" not in distance_setting(study, distance) or takes(measure, "types"):
        return None
    if "categories" not in measure.asked:
        return None
    return "types of relations are the same or not for it; F1_rel takes a hierarchy of them"


def takes(measure: Measure, setting: str) -> bool:
    """Whether a measure has a setting of this name."""
    known = _taken(measure)
    return known is None or setting in known


def _entry(given: Measure | str | Callable[..., Agreement]) -> Measure:
    if isinstance(given, Measure):
        return given
    if isinstance(given, str):
        return find_measure(given)
    function = getattr(given, "__wrapped__", given)  # as it is called with any data
    name = getattr(given, "__name__", "measure")
    entry = MEASURES.get(name)  # a measure has the name of its function
    if entry is not None and entry.compute is function:
        return entry
    return Measure(given, name, ANY_KIND, name, name=name)


def _check(measure: Measure, settings: Mapping[str, Any]) -> None:
    """Functions outside the catalogue are called with what is given: Python says what is wrong."""
    known = _taken(measure) if MEASURES.get(measure.name) is measure else None
    if known is None:
        return
    for name in settings:
        if name not in known:
            takes = ", ".join(known) or "none"
            raise UnknownNameError(f"{measure.name} has no setting {name!r}. Settings: {takes}")


def _taken(measure: Measure) -> tuple[str, ...] | None:
    """The names of a measure's settings; None where it takes any."""
    # What somebody made for themselves may be no key, and would be kept for ever.
    own = MEASURES.get(measure.name) is not measure
    return (_keywords_of if own else _known_keywords)(measure.compute)


def _keywords_of(compute: Callable[..., Any]) -> tuple[str, ...] | None:
    parameters = [*signature(compute).parameters.values()][1:]
    if any(parameter.kind is Parameter.VAR_KEYWORD for parameter in parameters):
        return None
    return tuple(parameter.name for parameter in parameters)


_known_keywords = cache(_keywords_of)
