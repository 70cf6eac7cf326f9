"""Signatures and values stay the same within a minor version.

`tests/signatures.txt` holds them, one a line: the name of the call, the signature, the value. To
add those of new measures: `python -m tests.test_signatures`. A line that changes or goes is a
change that users see: it needs a new minor version and a line in the changelog.
"""

import inspect
from math import isnan
from pathlib import Path
from typing import Literal, get_args, get_origin

import pytest

import accord
from accord._measure.catalogue import MEASURES
from accord._measure.entry import Measure
from tests.test_catalogue import STUDIES, settings

KEPT = Path(__file__).with_name("signatures.txt")

DISTANCES = ("nominal", "ordinal", "interval", "ratio", "linear")


def _choices(annotation: object, default: object) -> list[object]:
    """The other values that a setting can have, where they can be listed."""
    if annotation is bool or isinstance(default, bool):
        return [not default]
    found = []
    for part in (annotation, *get_args(annotation)):
        if get_origin(part) is Literal:
            found += [value for value in get_args(part) if value != default]
    return found


def calls(measure: Measure) -> dict[str, dict[str, object]]:
    """The settings to try: those that are needed, and one change at a time."""
    needed = settings(measure)
    tried: dict[str, dict[str, object]] = {measure.name: needed}
    for name, one in inspect.signature(measure.compute).parameters.items():
        if name == "rng":
            tried[f"{measure.name} rng=7"] = needed | {"rng": 7}
        elif name == "distance" and measure.kind == "codings":
            for distance in DISTANCES:
                tried[f"{measure.name} distance={distance}"] = needed | {"distance": distance}
        else:
            for value in _choices(one.annotation, one.default):
                tried[f"{measure.name} {name}={value}"] = needed | {name: value}
    return tried


def found(measure: Measure, given: dict[str, object]) -> tuple[str, float] | None:
    """The signature and the value; None where a setting does not suit the study."""
    try:
        result = measure.compute(STUDIES[measure.kind][1], **given)
    except accord.AccordError:
        return None
    return result.signature, result.value


def _kept() -> list[tuple[str, str, float]]:
    rows = [line.split("\t") for line in KEPT.read_text("utf-8").splitlines()]
    return [(call, signature, float(value)) for call, signature, value in rows]


@pytest.mark.parametrize("name", sorted({call.split()[0] for call, _, _ in _kept()}))
def test_signatures_and_values_are_those_of_this_version(name):
    """Every kept call of a measure gives its signature and, to 10 digits, its value."""
    now = calls(MEASURES[name])
    for call, signature, value in _kept():
        if call.split()[0] == name:
            result = found(MEASURES[name], now[call])
            assert result is not None, call
            assert result[0] == signature
            assert result[1] == pytest.approx(value, rel=1e-10, abs=1e-10, nan_ok=True)


def test_two_hundred_are_kept():
    """Enough of them that hardly a setting is left out."""
    assert len(_kept()) >= 200


if __name__ == "__main__":
    known = {call for call, _, _ in _kept()}
    with KEPT.open("a", encoding="utf-8") as file:
        for measure in MEASURES.values():
            for call, given in calls(measure).items():
                result = found(measure, given)
                if call not in known and result is not None:
                    value = "nan" if isnan(result[1]) else repr(float(result[1]))
                    file.write(f"{call}\t{result[0]}\t{value}\n")
