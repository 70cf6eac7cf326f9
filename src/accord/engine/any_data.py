"""Whatever was given, as a study; and what labels are asked, wherever they are."""

from collections.abc import Callable, Sequence
from functools import wraps
from inspect import Signature, signature
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeGuard, TypeVar

import numpy as np

from accord._measure.cube.kernel import Countable, only_counts
from accord.errors import DataError, NotApplicableError, Setting
from accord.kinds.kind import ability, one_value
from accord.kinds.labels.patterns import Counts
from accord.kinds.labels.study import Codings, few_labels, may_belong
from accord.model.names import FloatArray
from accord.model.study import Study

if TYPE_CHECKING:  # engines load where somebody has one
    from accord.engine.engine_table import EngineTable
    from accord.engine.tally import Tally

AnyData = Any
"""A study, or data that can be read as one: `accord._read.door.in_memory` says what."""

COLUMN_KEYWORDS = (
    *("item", "coder", "category", "coders", "categories", "items"),
    *("within", "seen"),
)
"""How columns of data that are no study yet are named."""


def study_of(
    data: AnyData, more: Sequence[AnyData] = (), kind: str = "codings", **reading: Any
) -> Any:
    """The study that was given, or read, made or counted from what was given."""
    if hasattr(data, "by_who_saw") and not more:  # a Continuum is a study of one document
        from accord.kinds.spans.study import of_continuum

        data = of_continuum(data)
    if isinstance(data, (Study, Countable)) and not more and reading.keys() <= {"within"}:
        return _belonging(data, reading.get("within"))
    if not reading.keys() <= set(COLUMN_KEYWORDS):
        _known(reading)
    for one, many in ("coder", "coders"), ("category", "categories"):
        if isinstance(reading.get(one), (list, tuple)):
            names = reading[one]
            raise TypeError(f"{one}= is the name of one column; for a list say {many}={names!r}")
    if more and all(isinstance(one, str) for one in more):
        more, reading = _columns_named(data, more, reading)
    if _in_an_engine(data):
        from accord.engine.count_files import count
        from accord.engine.labels_apart import with_items
        from accord.kinds.labels.own_labels import ALL

        if "seen" in reading:
            raise DataError(
                "an engine counts labels, which already show who saw what. Leave out seen="
            )
        within = reading.pop("within", None)
        return with_items(count(data, within=None if within is None else ALL, **reading), within)
    from accord._read.door.in_memory import study_in_memory

    return _belonging(study_in_memory(data, more, kind, **reading), reading.get("within"))


def study_with(data: AnyData, names: Sequence[Any], **reading: Any) -> Any:
    """The study in which these (names or patterns) are coders: programs beside people are left out
    of a frame only where nobody asks for them."""
    from accord.kinds.labels.cells import is_frame

    if not (names and is_frame(data) and reading.keys() <= {"categories"}) or _in_an_engine(data):
        return study_of(data, **reading)
    from accord._read.door.frame_columns import from_frame_alone

    return _belonging(from_frame_alone(data, asked=names, **reading), None)


def _columns_named(
    data: AnyData, names: Sequence[Any], reading: dict[str, Any]
) -> tuple[Sequence[Any], dict[str, Any]]:
    """kappa(frame, "alice", "bob"): names of columns are the coders, labels of others stay."""
    from accord.kinds.labels.cells import column_names, is_frame

    if not is_frame(data):
        return names, reading
    from accord.engine.how_to_call import columns_named

    return (), {**reading, "coders": columns_named(column_names(data), names)}


def _belonging(study: Any, within: Any) -> Any:
    """The study with what its labels belong to, as told or as its data show: parts of it have the
    same blocks. Counts know no items."""
    counts: Any = study
    if only_counts(study) and (within is not None or may_belong(study)):
        from accord.engine.labels_apart import with_items

        return with_items(counts, within)
    if not one_value(study) or only_counts(study):
        if within is not None:
            raise NotApplicableError(f"{Setting('within')} works with labels of single items")
        return study
    if within is None and few_labels(study):
        return study
    from accord.kinds.labels.own_labels import settled

    return settled(study, within)


_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")


def takes_data(
    function: Callable[Concatenate[Any, _Given], _Found],
) -> Callable[Concatenate[AnyData, _Given], _Found]:
    """A function of a study, as one of anything that is a study.

    Columns are named as for a measure: `breakdown(frame, "category", item="id", …)`, and so are
    settings of the measure: `interval(frame, "alpha", distance="ordinal")`.
    """
    shape = signature(function)
    first, *others = shape.parameters
    columns = [name for name in COLUMN_KEYWORDS if name not in others]

    @wraps(function)
    def opened(*args: Any, **given: Any) -> _Found:
        reading = {name: given.pop(name) for name in columns if name in given}
        args, given = _fitting(function, shape, args, given, columns)
        _check_words(function, given)
        if args or first in given:
            bound = shape.bind(*args, **given)
            values = bound.arguments
            asked = [values[name] for name in ("system",) if name in values]
            values[first] = study_with(values[first], asked, **reading)
            _take_names(values)
            return function(*bound.args, **bound.kwargs)
        return function(*args, **given)

    return opened


def _take_names(values: dict[str, Any]) -> None:
    """A measure that a call names takes labels as names where nobody gives a distance; of numbers
    only the user knows what they are."""
    study = next(iter(values.values()))
    for name in ("measure", "other_measure"):
        if not isinstance(values.get(name), str) or values.get("distance") is not None:
            continue
        if one_value(study) and study.categories.numbers() is None:
            from accord._measure.bound import as_names, bound

            values[name] = as_names(bound(values[name]), study, stacklevel=5)


def takes_settings(
    function: Callable[_Given, _Found],
) -> Callable[_Given, _Found]:
    """A function of a measure that takes the measure's settings, too."""
    shape = signature(function)

    @wraps(function)
    def opened(*args: Any, **given: Any) -> _Found:
        args, given = _fitting(function, shape, args, given, ())
        _check_words(function, given)
        return function(*args, **given)

    return opened


def _check_words(function: Callable[..., Any], given: dict[str, Any]) -> None:
    """Refuse a word that an option does not have."""
    if any(isinstance(value, str) for value in given.values()):
        from accord.tasks import check_words

        check_words(function, given)


def _fitting(
    function: Callable[..., Any],
    shape: Signature,
    args: tuple[Any, ...],
    given: dict[str, Any],
    columns: Sequence[str],
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The call with settings of its measure bound to the measure, or an error that says how it is
    written."""
    unknown = [name for name in given if name not in shape.parameters]
    if unknown and "measure" in shape.parameters:
        args, given = _settings_bound(shape, args, given, unknown)
    try:
        shape.bind(*args, **given)
    except TypeError:
        from accord.engine.how_to_call import refuse_call

        refuse_call(function, args, given, columns)
    return args, given


def _settings_bound(
    shape: Signature, args: tuple[Any, ...], given: dict[str, Any], unknown: list[str]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    from accord._measure.bound import bound, takes
    from accord._measure.catalogue import MEASURES

    own = [name for name in unknown if any(takes(entry, name) for entry in MEASURES.values())]
    if not own:
        return args, given
    place = list(shape.parameters).index("measure")
    asked = args[place] if place < len(args) else given.get("measure")
    if asked is None:
        raise TypeError(f"{own[0]}= needs a measure: measure='alpha'")
    measure = bound(asked).with_(**{name: given[name] for name in own})
    given = {name: value for name, value in given.items() if name not in own}
    if place < len(args):
        return (*args[:place], measure, *args[place + 1 :]), given
    return args, {**given, "measure": measure}


def _known(reading: dict[str, Any]) -> None:
    """Every keyword is one of a reader, whichever reads the data."""
    from accord._read.door.read import read
    from accord._read.door.records import from_records
    from accord.engine.count_files import count
    from accord.engine.how_to_call import unknown_keyword

    known = {
        *COLUMN_KEYWORDS,
        *(name for one in (count, from_records, read) for name in _keywords(one)),
    }
    for name in [name for name in reading if name not in known]:
        raise TypeError(unknown_keyword("", name, known, reading[name]))


def _keywords(function: Callable[..., Any]) -> list[str]:
    return [p.name for p in signature(function).parameters.values() if p.kind is p.KEYWORD_ONLY]


def _in_an_engine(data: Any) -> bool:
    """Whether it is a table that an engine holds: lazy for narwhals, unlike one in memory."""
    if isinstance(data, (str, bytes, Sequence, np.ndarray, dict)):
        return False
    import narwhals as nw

    try:
        return isinstance(nw.from_native(data), nw.LazyFrame)
    except TypeError:
        return False


# What labels are asked, whether they are listed, counted, or stay in an engine. Each function asks
# the study itself (`accord.kinds.kind.ability`), so that nobody has to know which of the three it
# is; here the answers get their types.


def labelled(study: Any) -> "TypeGuard[Codings | Tally | EngineTable]":
    """Whether a coder gives an item one value, wherever the codings are."""
    return one_value(study)


def listed_labels(study: Any) -> TypeGuard[Codings]:
    """Whether these are labels (or trees, or graphs) whose items are there one by one."""
    return one_value(study) and not ability(study, "only_counts")(study)


def has_counts(study: Any) -> "TypeGuard[Codings | Tally]":
    """Whether these are labels of which it is known how many coders chose what, item by item or
    pattern by pattern: not where they stay in an engine."""
    return one_value(study) and not ability(study, "stays_in_engine")(study)


def stays_in_engine(study: Any) -> "TypeGuard[EngineTable]":
    """Whether codings are asked where they are, because their patterns would not merge."""
    return bool(ability(study, "stays_in_engine")(study))


def counts_again(study: Any) -> "TypeGuard[Tally | EngineTable]":
    """Whether some of the coders alone have to be counted again by an engine."""
    return bool(ability(study, "counts_again")(study))


def rows_of_counts(study: "Codings | Tally") -> tuple[Counts, FloatArray]:
    """Rows of category counts, and how many items have each: one row an item, or a pattern."""
    rows: tuple[Counts, FloatArray] = ability(study, "rows_of_counts")(study)
    return rows


def merged_rows(study: Any) -> tuple[Counts, FloatArray] | None:
    """The same with one row a pattern: None where these are no labels, or nothing merges."""
    rows: tuple[Counts, FloatArray] | None = ability(study, "merged_rows")(study)
    return rows


def who_chose(study: Any) -> tuple[Codings, FloatArray] | None:
    """The codings of each item, or of one for many alike, and how many items each stands for;
    None where nobody knows who chose what."""
    rows: tuple[Codings, FloatArray] | None = ability(study, "who_chose")(study)
    return rows


def n_by_coder(study: "Codings | Tally", missing: str) -> Counts:
    """n_ck, one row per coder, over the codings that count under the rule."""
    table: Counts = ability(study, "by_coder")(study, missing)
    return table
