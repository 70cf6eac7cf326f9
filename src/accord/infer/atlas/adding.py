"""A recipe from a file and how it is read, for people who add their data set to the atlas."""

import json
from collections.abc import Mapping, Sequence
from math import isnan
from pathlib import Path
from typing import Any

from accord._measure.bound import bound
from accord._read.door.read import SAVED, read, saved_beside
from accord._read.door.saved_reading import COLUMNS, saved_reading
from accord.errors import DataError, NotApplicableError
from accord.infer.advice.choose import default_measures
from accord.infer.atlas.recipe import hash_of_files, recipe_of
from accord.infer.atlas.recomputing import DIGITS

_OPEN = "TODO"
"""What stands where only a person knows."""


def recipe_text(
    path: Path,
    facts: Mapping[str, str],
    reading: Mapping[str, Any],
    measures: Sequence[str] = (),
    distance: str | None = None,
) -> str:
    """The text of a recipe for a file, with the values that accord computes.

    These stand as comments: a reference is one that another program computed.
    """
    if path.name.endswith(SAVED):
        raise DataError(f"{path}: this is a saved reading; give the file that it is about")
    saved = saved_beside([path])
    told = {} if saved is None else saved_reading(saved)
    told = {key: value for key, value in {**told, **reading}.items() if key != COLUMNS}
    study = read(path, **reading)
    asked = [
        bound(one, **({"distance": distance} if distance else {})) for one in measures
    ] or default_measures(study, distance)[:1]
    files = [path.name] if path.is_file() else ["**/*"]
    folder = path.parent if path.is_file() else path
    paths = [path] if path.is_file() else sorted(one for one in path.rglob("*") if one.is_file())
    lines = [f"title = {_text(facts['title'])}", 'about = ""']
    lines += [f"task = {_text(facts['task'])}", f"kind = {_text(study.kind)}"]
    lines += ["language = []", f"people = {_text(facts['people'])}", ""]
    lines += [f"repository = {_text(facts['repository'] or _OPEN)}", "paths = []"]
    lines += [f"commit = {_text(facts['commit'] or _OPEN)}", f"licence = {_text(facts['licence'])}"]
    lines += [f"files = {_text(files)}", f"sha256 = {_text(hash_of_files(folder, paths))}"]
    lines += ['left_out = ""']
    if told:
        lines += ["", "[reading]", *(f"{key} = {_text(value)}" for key, value in told.items())]
    lines += ["", "[[part]]", "values = ["]
    for one in asked:
        agreement = one.compute(study)
        if isnan(agreement.value):
            why = f"{one.signature} has no value here: {agreement.undefined}"
            raise NotApplicableError(f"{why}. Name another measure with -m")
        settings = "".join(f", {key} = {_text(_plain(v))}" for key, v in one.settings.items())
        lines.append(f"  # accord: {agreement.value:.{DIGITS}f}")
        lines.append(f"  {{ measure = {_text(one.name)}{settings} }},")
    text = "\n".join([*lines, "]"]) + "\n"
    recipe_of(path.stem, text)
    return text


def _plain(value: Any) -> Any:
    return value if isinstance(value, (str, int, float, bool)) else str(value)


def _text(value: Any) -> str:
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
