"""Recipes of the atlas: where raw annotations are, how they are read, and what was found in them.

A recipe is a file of TOML in `data/atlas/`, one for each data set. It holds no data: these stay
where their authors put them, under their licence. `files` lists what is read, by patterns, in the
folder of the data set's name; `sha256` is the hash of the one file, or, of several, that of the
lines that `sha256sum` prints for them in the order of their names.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from accord._measure.catalogue import MEASURES
from accord._read.door.read_options import OPTIONS
from accord.errors import DataError, UnknownNameError
from accord.infer.advice.cases import EVERY
from accord.kinds.table import KINDS

_PEOPLE = ("trained", "crowd", "not stated")
"""Who annotated, as far as the authors say so."""

_NEEDED = ("title", "task", "kind", "repository", "commit", "licence", "files", "sha256")
_TEXTS = (
    *("title", "about", "task", "kind", "people", "repository", "commit", "licence", "sha256"),
    *("cut", "left_out", "published", "note"),
)
_LISTS = ("language", "paths", "files")
_OTHER = ("whole", "example", "reading", "part")
_OF_PARTS = ("name", "files", "aside", "reading", "values")
_OF_VALUES = ("measure", "reference", "whole")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A value that a recipe asks for.

    :param measure: The measure, by its name here.
    :param settings: Its settings.
    :param reference: What a computation apart from accord gave, to six digits; None without one.
    :param whole: The same of the whole file, where only a cut is at hand.
    """

    measure: str
    settings: Mapping[str, Any]
    reference: float | None = None
    whole: float | None = None


@dataclass(frozen=True, slots=True)
class RecipePart:
    """What is measured at once: a dimension, a file, or all there is.

    :param name: What it is called; "" where it is all there is.
    :param values: What to compute, the first one first.
    :param files: Its own files, where it has some.
    :param reading: What its reading has beside that of the recipe.
    :param aside: Why it is never compared with other data sets; "" where it is.
    """

    name: str
    values: tuple[Wanted, ...]
    files: tuple[str, ...] = ()
    reading: Mapping[str, Any] = field(default_factory=dict)
    aside: str = ""


@dataclass(frozen=True, slots=True)
class Recipe:
    """A data set of the atlas.

    :param name: Its name, which is that of the file.
    :param facts: What the file says of it.
    :param parts: What is measured.
    """

    name: str
    facts: Mapping[str, Any]
    parts: tuple[RecipePart, ...]

    @property
    def task(self) -> str:
        """The task, by its name in `accord choose --task`."""
        return str(self.facts["task"])

    @property
    def cut(self) -> str:
        """Which part of the data is at hand; "" where it is all."""
        return str(self.facts.get("cut", ""))

    @property
    def compared(self) -> bool:
        """Whether it is a data set of people at work and not an example."""
        return not self.facts.get("example", False)

    def reading(self, part: RecipePart) -> dict[str, Any]:
        """The keywords of `accord.read` for a part."""
        return {**self.facts.get("reading", {}), **part.reading}

    def paths(self, folder: Path, part: RecipePart | None = None) -> list[Path]:
        """The files of the data set, or of a part, that lie in a folder."""
        patterns = (part.files if part is not None else ()) or self.facts["files"]
        return sorted({path for pattern in patterns for path in folder.glob(pattern)})

    def address(self) -> str:
        """Where the raw data are, at the version that was read."""
        return f"https://github.com/{self.facts['repository']}/tree/{self.facts['commit']}"


def hash_of_files(folder: Path, paths: Sequence[Path]) -> str:
    """The hash of one file, or of the list of the hashes of several."""
    hashes = [sha256(path.read_bytes()).hexdigest() for path in paths]
    if len(hashes) == 1:
        return hashes[0]
    names = [path.relative_to(folder).as_posix() for path in paths]
    lines = sorted(zip(names, hashes, strict=True))
    return sha256("".join(f"{h}  {n}\n" for n, h in lines).encode()).hexdigest()


def recipe_of(name: str, text: str) -> Recipe:
    """The recipe that a text holds; what it lacks or does not know is said.

    >>> recipe_of("mine", "title = 'Mine'")
    Traceback (most recent call last):
    ...
    accord.errors.DataError: mine.toml: lacks task, kind, repository, commit, licence, files, sha256
    """
    source = f"{name}.toml"
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{source}: is not TOML ({error})") from None
    for key in told:
        if key not in (*_TEXTS, *_LISTS, *_OTHER):
            raise UnknownNameError.of(f"key in {source}", key, (*_TEXTS, *_LISTS, *_OTHER))
    if lacking := [key for key in _NEEDED if not told.get(key)]:
        raise DataError(f"{source}: lacks {', '.join(lacking)}")
    for key in _TEXTS:
        if not isinstance(told.get(key, ""), str):
            raise DataError(f"{source}: {key} must be a text")
    for key in _LISTS:
        if not _are_texts(told.get(key, [])):
            raise DataError(f"{source}: {key} must be a list of texts")
    _check(source, "task", told["task"], EVERY)
    _check(source, "kind", told["kind"], KINDS)
    _check(source, "people", told.get("people", _PEOPLE[-1]), _PEOPLE)
    _check_reading(source, told.get("reading", {}))
    parts = tuple(_part(source, one) for one in told.pop("part", []))
    if len({part.name for part in parts}) < len(parts):
        raise DataError(f"{source}: two parts have one name")
    return Recipe(name, told, parts)


def _check(source: str, what: str, value: Any, known: Any) -> None:
    if value not in known:
        raise UnknownNameError.of(f"{what} in {source}", str(value), known)


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _check_reading(source: str, reading: Any) -> None:
    if not isinstance(reading, dict):
        raise DataError(f"{source}: reading must be a table of settings of accord.read")
    for key in reading:
        _check(source, "setting", key, OPTIONS)


def _part(source: str, told: Any) -> RecipePart:
    for key in told:
        _check(source, "key of a part", key, _OF_PARTS)
    _check_reading(source, told.get("reading", {}))
    values = tuple(_wanted(source, one) for one in told.get("values", []))
    if not values:
        raise DataError(f"{source}: a part without values")
    return RecipePart(
        told.get("name", ""),
        values,
        tuple(told.get("files", ())),
        told.get("reading", {}),
        told.get("aside", ""),
    )


def _wanted(source: str, told: Any) -> Wanted:
    _check(source, "measure", told.get("measure", ""), MEASURES)
    settings = {key: value for key, value in told.items() if key not in _OF_VALUES}
    for key in ("reference", "whole"):
        if not isinstance(told.get(key, 0.0), float):
            raise DataError(f"{source}: {key} must be a number, e.g. 0.352076")
    return Wanted(told["measure"], settings, told.get("reference"), told.get("whole"))


def _folder() -> Any:
    return files("accord").joinpath("data", "atlas")


@cache
def recipes() -> dict[str, Recipe]:
    """All recipes by name.

    >>> recipes()["hs-brexit"].task
    'hate-speech'
    """
    found = sorted(one.name for one in _folder().iterdir() if one.name.endswith(".toml"))
    names = [name.removesuffix(".toml") for name in found]
    return {
        name: recipe_of(name, _folder().joinpath(f"{name}.toml").read_text("utf-8"))
        for name in names
    }


def recipes_with(folder: Path) -> dict[str, Recipe]:
    """All recipes, with those that lie in a folder of data (NAME.toml), which count first."""
    found = ((path.stem, path.read_text("utf-8", "replace")) for path in folder.glob("*.toml"))
    # Other TOML (a saved reading, a pyproject) has no hash of data.
    return recipes() | {name: recipe_of(name, text) for name, text in found if "sha256" in text}
