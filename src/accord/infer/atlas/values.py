"""The values of the atlas: what was recomputed, and what is compared.

Compared are values of whole data sets of people at work. Of a data set of which only a cut is at
hand, the value of the whole file is that of the reference, which was computed apart from accord
and has no interval; the value of the cut is kept for tests and shown nowhere.
"""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from accord._measure.catalogue import MEASURES
from accord.errors import UnknownNameError
from accord.infer.advice.cases import EVERY
from accord.infer.atlas.recipe import Recipe, RecipePart, Wanted, recipes

_APART = ("form", "typed", "tolerance", "first")
"""Settings by which a measure asks another question, beside its distance."""

TAUGHT = ("percent", "kappa", "pi", "alpha", "ac1")
"""Measures of labels that all data sets get, to show how they differ."""


@cache
def _results() -> tuple[dict[str, Any], ...]:
    path = files("accord").joinpath("data", "atlas", "results.json")
    return tuple(json.loads(path.read_text("utf-8"))) if path.is_file() else ()


def kept_results() -> list[dict[str, Any]]:
    """All values that are kept, those of cuts and of single parts, too."""
    return [dict(row) for row in _results()]


def distance_of(settings: Mapping[str, Any]) -> str:
    """The distance of a value, "" where its measure has none.

    >>> distance_of({"distance": "ordinal"})
    'ordinal'
    """
    return str(settings.get("distance", "")).partition(":")[0]


def what_of(measure: str, settings: Mapping[str, Any]) -> str:
    """The symbol of a measure with what sets its values apart.

    >>> what_of("alpha", {"distance": "nominal"}), what_of("span_f1", {"typed": False})
    ('α nominal', 'F1 not typed')
    """
    told = [
        *(str(settings[key]) for key in ("distance", "form") if key in settings),
        *("not typed" for typed in [settings.get("typed", True)] if not typed),
        *(f"within {settings[key]:g}" for key in ["tolerance"] if key in settings),
    ]
    return " ".join([MEASURES[measure].symbol, *told])


def apart_in(signature: str) -> dict[str, str]:
    """What makes a value another measure's, from a signature: values that differ in it are not
    compared.

    >>> apart_in("span_f1|i:1|c:2|k:2|u:6|typed:no|pooled:pairs")
    {'typed': 'no'}
    """
    told = dict(part.partition(":")[::2] for part in signature.split("|"))
    return {key: told[key] for key in _APART if key in told}


@cache
def _rows() -> tuple[dict[str, Any], ...]:
    found = {
        (row["data_set"], row["part"], row["measure"], _key(row["settings"])): row
        for row in _results()
    }
    return tuple(
        row
        for recipe in recipes().values()
        if recipe.compared
        for part in recipe.parts
        if not part.aside
        for wanted in part.values
        if (row := _row(recipe, part, wanted, found)) is not None
    )


def _key(settings: Mapping[str, Any]) -> str:
    return json.dumps(settings, sort_keys=True)


def _row(
    recipe: Recipe, part: RecipePart, wanted: Wanted, found: Mapping[Any, Mapping[str, Any]]
) -> dict[str, Any] | None:
    """A value that is compared; None where only a cut of the data has one."""
    key = (recipe.name, part.name, wanted.measure, _key(wanted.settings))
    own = found.get(key)
    if own is None or (recipe.cut and wanted.whole is None):
        return None
    facts = recipe.facts
    whole = facts.get("whole", {})
    cut = bool(recipe.cut)
    return {
        "task": recipe.task,
        "data_set": recipe.name,
        "title": facts["title"],
        "about": facts.get("about", ""),
        "part": part.name,
        "kind": facts["kind"],
        "measure": wanted.measure,
        "settings": dict(wanted.settings),
        "what": what_of(wanted.measure, wanted.settings),
        "first": wanted is part.values[0],
        "value": wanted.whole if cut else own["value"],
        "low": None if cut else own["low"],
        "high": None if cut else own["high"],
        "items": whole.get("items", own["items"]) if cut else own["items"],
        "coders": whole.get("coders", own["coders"]) if cut else own["coders"],
        "categories": own["categories"],
        "largest": None if cut else own["largest"],
        "people": facts.get("people", "not stated"),
        "recomputed": not cut,
        "signature": own["signature"],
        "version": "" if cut else own["version"],
        "repository": facts["repository"],
        "commit": facts["commit"],
        "licence": facts["licence"],
        "published": facts.get("published", ""),
        "note": facts.get("note", ""),
    }


def atlas_rows(task: str | None = None) -> list[dict[str, Any]]:
    """All values that are compared, of one task or of all, by task and data set.

    >>> {row["data_set"] for row in atlas_rows("topic-boundaries")} == {"moonstone", "stargazer"}
    True
    """
    if task is not None and task not in EVERY:
        raise UnknownNameError.of("task", task, EVERY)
    rows = [dict(row) for row in _rows() if task in (None, row["task"])]
    return sorted(rows, key=lambda row: (row["task"], row["data_set"]))


def tasks_with_values(kind: str) -> list[str]:
    """The tasks of which there are values for one kind of study, the most data sets first.

    >>> tasks_with_values("segmentations")
    ['topic-boundaries', 'communicative-behaviour']
    """
    sets: dict[str, set[str]] = {}
    for row in atlas_rows():
        if row["kind"] == kind:
            sets.setdefault(row["task"], set()).add(row["data_set"])
    return sorted(sets, key=lambda task: (-len(sets[task]), task))


def csv_of_values(rows: Sequence[Mapping[str, Any]]) -> str:
    """The values as a table for other programs."""
    made = io.StringIO()
    header = [key for key in (rows[0] if rows else {}) if key not in ("settings", "first")]
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(["" if row[key] is None else row[key] for key in header] for row in rows)
    return made.getvalue()
