"""Values of a recipe's data, computed again, and compared with what is written down."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import isnan
from pathlib import Path
from typing import Any

import numpy as np

from accord._measure.bound import bound
from accord._read.door.read import read
from accord.errors import AccordError, DataError
from accord.infer.atlas.recipe import Recipe, RecipePart, hash_of_files
from accord.infer.resample.interval import interval_of
from accord.kinds.kind import kind_of
from accord.model.agreement import Agreement
from accord.model.study import Study
from accord.version import __version__

DIGITS = 6
"""To so many digits references are written, and compared."""

EQUAL, DIFFERS, ABSENT, NO_REFERENCE = "equal", "differs", "not on disk", "no reference"
CHANGED, FAILED, UNREAD = "other file", "not read", "no reading"
WRONG = (DIFFERS, CHANGED, FAILED)
"""States after which a verification has failed."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A value of the atlas.

    :param data_set: The name of the recipe.
    :param part: The part; "" for all of it.
    :param measure: The measure.
    :param settings: Its settings, as in the recipe.
    :param value: The value of the file at hand.
    :param low: The lower limit of its 95% interval; None where none was made.
    :param high: The upper limit.
    :param items: How many items, or documents.
    :param coders: How many coders; the most that an item has where they have no names.
    :param categories: How many categories; None where there are none.
    :param largest: The share of the category that is chosen most.
    :param signature: The measure and its settings in one line.
    :param version: The version of accord that computed it.
    """

    data_set: str
    part: str
    measure: str
    settings: Mapping[str, Any]
    value: float
    low: float | None
    high: float | None
    items: int
    coders: int
    categories: int | None
    largest: float | None
    signature: str
    version: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of a value, or of a data set that is not at hand.

    :param data_set: The name of the recipe.
    :param part: The part.
    :param measure: The measure with its settings; "" where nothing was computed.
    :param state: equal, differs, not on disk …
    :param reference: The reference value.
    :param found: What was computed.
    :param why: What else there is to say.
    """

    data_set: str
    part: str
    measure: str
    state: str
    reference: float | None = None
    found: _Found | None = None
    why: str = ""


def folder_of(folder: Path, name: str) -> Path | None:
    """The folder of a data set in that of all, or in a folder "data" there; or where its recipe
    lies."""
    for place in (folder / "data" / name, folder / name):
        if place.is_dir():
            return place
    return folder if (folder / f"{name}.toml").is_file() else None


def verified(
    recipe: Recipe, folder: Path, *, intervals: bool = False, extra: Sequence[str] = ()
) -> Iterator[Checked]:
    """Compute what a recipe asks for from the files on disk; with intervals for first values."""
    place = folder_of(folder, recipe.name)
    paths = [] if place is None else recipe.paths(place)
    if place is None or not paths:
        yield Checked(recipe.name, "", "", ABSENT)
        return
    if (there := hash_of_files(place, paths)) != recipe.facts["sha256"]:
        yield Checked(recipe.name, "", "", CHANGED, why=f"sha256 is {there}")
        return
    if not recipe.parts:
        yield Checked(recipe.name, "", "", UNREAD, why=recipe.facts.get("note", ""))
        return
    for part in recipe.parts:
        try:
            study = study_of_part(recipe, part, place)
        except AccordError as error:
            yield Checked(recipe.name, part.name, "", FAILED, why=str(error).splitlines()[0])
            continue
        for at, wanted in enumerate(part.values):
            asked = bound(wanted.measure, **wanted.settings)
            try:
                found = _found(recipe, part, study, wanted, intervals and at == 0)
            except AccordError as error:
                why = str(error).splitlines()[0]
                yield Checked(recipe.name, part.name, asked.signature, FAILED, why=why)
                continue
            if wanted.reference is None:
                state = NO_REFERENCE
            else:
                same = round(found.value, DIGITS) == round(wanted.reference, DIGITS)
                state = EQUAL if same else DIFFERS
            yield Checked(recipe.name, part.name, asked.signature, state, wanted.reference, found)
        if intervals:
            yield from _beside(recipe, part, study, extra)


def _beside(
    recipe: Recipe, part: RecipePart, study: Study, extra: Sequence[str]
) -> Iterator[Checked]:
    """Further measures of labels, for what the atlas teaches."""
    if not kind_of(study).plain or part.aside:
        return
    have = {bound(one.measure, **one.settings).signature for one in part.values}
    for name in extra:
        asked = bound(name).or_nominal()
        if asked.signature in have:
            continue
        try:
            found = _value(recipe, part, study, asked, dict(asked.settings), False)
        except AccordError:  # a measure for other labels, or for coders who have names
            continue
        if not isnan(found.value):
            yield Checked(recipe.name, part.name, asked.signature, NO_REFERENCE, None, found)


def study_of_part(recipe: Recipe, part: RecipePart, place: Path) -> Study:
    """The study of a part, read as the recipe says and not otherwise."""
    paths = recipe.paths(place, part)
    if not paths:
        raise DataError(f"{recipe.name}: no files {', '.join(part.files)}")
    # Where files lie in several folders, these have names that mean something: coders, texts.
    whole = len({path.parent for path in paths}) > 1
    given: Any = place if whole else paths[0] if len(paths) == 1 else paths
    return read(given, **recipe.reading(part))


def _found(recipe: Recipe, part: RecipePart, study: Study, wanted: Any, interval: bool) -> _Found:
    asked = bound(wanted.measure, **wanted.settings)
    return _value(recipe, part, study, asked, dict(wanted.settings), interval)


def _value(
    recipe: Recipe,
    part: RecipePart,
    study: Study,
    asked: Any,
    settings: dict[str, Any],
    interval: bool,
) -> _Found:
    agreement: Agreement = asked.compute(study)
    low = high = None
    if interval:
        limits, _ = interval_of(study, agreement, asked)
        low, high = (None if isnan(x) else round(x, DIGITS) for x in (limits.low, limits.high))
    categories, largest = _labels(study)
    return _Found(
        recipe.name,
        part.name,
        agreement.measure,
        settings,
        agreement.value,
        low,
        high,
        len(study.items),
        len(study.coders) or _most_codings(study),
        categories,
        largest,
        agreement.signature,
        __version__,
    )


def _most_codings(study: Any) -> int:
    """The most codings that an item has, where coders have no names."""
    return int(np.bincount(study.item).max()) if len(study.items) else 0


def _labels(study: Any) -> tuple[int | None, float | None]:
    """How many categories there are, and the share of the one that is chosen most."""
    if not kind_of(study).plain or not len(study):
        return None, None
    counts = np.bincount(study.category, minlength=len(study.categories))
    return int((counts > 0).sum()), round(float(counts.max() / counts.sum()), DIGITS)


def rows_of_recomputed(found: Sequence[_Found]) -> list[dict[str, Any]]:
    """Values as plain data, rounded as they are kept."""
    return [{**asdict(one), "value": round(one.value, DIGITS)} for one in found]


def results_text(found: Sequence[_Found]) -> str:
    """The file of all results, a line for each value."""
    lines = [json.dumps(row, ensure_ascii=False) for row in rows_of_recomputed(found)]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def differences(old: Sequence[Mapping[str, Any]], new: Sequence[Mapping[str, Any]]) -> list[str]:
    """What is other in new results, in lines: value, interval or counts; the version is not.

    >>> before = {"data_set": "a", "part": "", "measure": "pi", "settings": {}, "value": 0.5}
    >>> differences([before], [{**before, "value": 0.6, "version": "2"}])
    ['a pi: value 0.5 is now 0.6']
    """

    def named(row: Mapping[str, Any]) -> tuple[str, ...]:
        settings = (f"{key}:{value}" for key, value in row["settings"].items())
        return row["data_set"], row["part"], "|".join((row["measure"], *settings))

    before, after = ({named(row): row for row in rows} for rows in (old, new))
    lines = []
    for name in dict.fromkeys((*before, *after)):
        shown = " ".join(filter(None, name))
        if name not in after:
            lines.append(f"{shown}: gone")
        elif name not in before:
            lines.append(f"{shown}: new")
        else:
            lines += [
                f"{shown}: {key} {before[name].get(key)} is now {value}"
                for key, value in after[name].items()
                if key not in ("version", "signature") and before[name].get(key) != value
            ]
    return lines
