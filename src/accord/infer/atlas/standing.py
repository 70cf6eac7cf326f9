"""Where a value stands among those that were recomputed from raw annotations of the same task."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any

from accord._measure.catalogue import MEASURES
from accord.errors import UnknownNameError
from accord.infer.advice.cases import EVERY
from accord.infer.atlas.values import apart_in, atlas_rows, distance_of, what_of
from accord.model.agreement import Agreement
from accord.model.showing import Result
from accord.words.said import said

FEWEST_DATA_SETS = 4
"""With fewer data sets nothing is said: the middle of three is no news, and one more data set would
change what is said altogether."""


@dataclass(frozen=True, slots=True)
class AtlasPlace(Result):
    """Where a value stands among recomputed values of the same task, measure and kind.

    A data set with several dimensions has a value for each; it counts as one, and as below only
    where all of its values are.

    :param task: The task.
    :param measure: The measure, with its distance.
    :param value: The value that is compared.
    :param rows: The values it is compared with, each with its data set.
    :param above: How many data sets it is above.
    :param among: How many data sets there are.
    :param low: The lowest of their values.
    :param high: The highest of their values.

    >>> import accord
    >>> found = accord.standing(accord.alpha("aabbccab", "aabbccaa", distance="nominal"),
    ...                         task="hate-speech")
    >>> found.above, found.among
    (4, 4)
    """

    task: str
    measure: str
    value: float
    rows: tuple[Mapping[str, Any], ...]
    above: int
    among: int
    low: float
    high: float

    def __str__(self) -> str:
        return self.sentence()

    def sentence(self) -> str:
        """Where it stands and how comparable the data sets are, in words."""
        sets = {row["data_set"]: row for row in self.rows}
        counts = [row["coders"] for row in self.rows if isinstance(row["coders"], int)]
        labels = [row["categories"] for row in self.rows if row["categories"]]
        facts: dict[str, Any] = {
            "m": self.above,
            "n": self.among,
            "task": self.task.replace("-", " "),
            "symbol": self.measure,
            "low": self.low,
            "high": self.high,
            "few": min(counts, default=0),
            "many": max(counts, default=0),
            "crowd": sum(row["people"] == "crowd" for row in sets.values()),
            "trained": sum(row["people"] == "trained" for row in sets.values()),
            "unsaid": sum(row["people"] not in ("crowd", "trained") for row in sets.values()),
        }
        if not labels:
            return said("atlas.standing", **facts)
        return said("atlas.standing-labels", **facts, least=min(labels), most=max(labels))


def standing(result: Agreement, *, task: str) -> AtlasPlace | None:
    """Compare a value with those recomputed from public annotations of the same task.

    Compared are values of the same measure with the same distance; dimensions of a scheme of
    ratings are not pooled. None where there are fewer than four such data sets. It is context and
    no norm: what other people reached on other data.

    :param result: The value.
    :param task: The task, by its name in `accord choose --task`.

    >>> import accord
    >>> value = accord.alpha("aabbccab", "aabbccaa", distance="nominal")
    >>> accord.standing(value, task="hate-speech").among
    4
    >>> accord.standing(value, task="image-classes") is None
    True
    """
    if task not in EVERY:
        raise UnknownNameError.of("task", task, EVERY)
    if isnan(result.value):
        return None
    rows, value = _comparable(result, task), result.value
    names = list(dict.fromkeys(row["data_set"] for row in rows))
    if len(names) < FEWEST_DATA_SETS:
        return None
    values = [row["value"] for row in rows]
    return AtlasPlace(
        task,
        what_of(result.measure, rows[0]["settings"]),
        value,
        tuple(rows),
        sum(_all_below(rows, name, value) for name in names),
        len(names),
        min(values),
        max(values),
    )


def usual(task: str) -> dict[str, tuple[float, float, int]]:
    """The lowest and the highest recomputed value of a task, and of how many data sets, for each
    measure that enough of them have.

    >>> usual("hate-speech")
    {'α nominal': (0.352076, 0.542799, 4)}
    >>> usual("image-classes")
    {}
    """
    values: dict[str, list[float]] = {}
    sets: dict[str, set[str]] = {}
    for row in atlas_rows(task):
        if row["first"]:
            values.setdefault(row["what"], []).append(row["value"])
            sets.setdefault(row["what"], set()).add(row["data_set"])
    return {
        what: (min(some), max(some), len(sets[what]))
        for what, some in values.items()
        if len(sets[what]) >= FEWEST_DATA_SETS
    }


def _comparable(result: Agreement, task: str) -> list[dict[str, Any]]:
    """Values of the same measure and kind, with the same distance and other settings that count."""
    apart = apart_in(result.signature)
    return [
        row
        for row in atlas_rows(task)
        if row["measure"] == result.measure
        and distance_of(row["settings"]) in ("", _distance(result))
        and apart_in(row["signature"]) == apart
        and row["kind"] == MEASURES[result.measure].kind
    ]


def _distance(result: Agreement) -> str:
    return str(result.settings.get("d", "")).partition(":")[0]


def _all_below(rows: Sequence[Mapping[str, Any]], name: str, value: float) -> bool:
    return all(row["value"] < value for row in rows if row["data_set"] == name)


def too_few(result: Agreement, task: str) -> str:
    """That there is nothing to compare a value with, in words."""
    by, apart = _distance(result), apart_in(result.signature)
    told = ({"distance": by} if by else {}) | (
        {"typed": False} if apart.get("typed") == "no" else {}
    )
    sets = len({row["data_set"] for row in _comparable(result, task)})
    symbol = what_of(result.measure, told)
    return said("atlas.too-few", n=sets, symbol=symbol, task=task.replace("-", " "))
