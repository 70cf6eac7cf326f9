"""DKPro Agreement, a Java program, asked from Python: needs java and DKPro's classes.

DKPRO is a class path: a folder of compiled classes, or the jar, with slf4j-api where its version
wants that. `mvn dependency:copy -DoutputDirectory=jars -Dartifact=…` fetches the jar of
org.dkpro.statistics:dkpro-statistics-agreement:2.2.1. DKPRO_VERSION says what the class path holds.
One process answers all questions; DkproPeer.java says in which words.
"""

import os
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

PEER = Path(__file__).with_name("DkproPeer.java")


def found() -> str | None:
    """Which version can be run here, if any."""
    path = os.environ.get("DKPRO")
    if not path or not shutil.which("java"):
        return None
    return os.environ.get("DKPRO_VERSION") or Path(path.split(os.pathsep)[0]).stem


def coding(
    measure: str,
    items: Iterable[Sequence[Any]],
    distance: Any = "",
    *,
    kind: str = "String",
    categories: Iterable[Any] = (),
) -> float:
    """What a measure of DKPro gives for items × coders; None is a missing coding.

    `kind` is the Java type of the labels: String, Integer, Double or SetAnnotation.
    """
    if isinstance(distance, dict):
        distance = ",".join(f"{k}/{l}={d}" for (k, l), d in distance.items())
    elif distance:
        distance = f"{distance}DistanceFunction"
    told = " ".join(_label(label, kind) for label in categories)
    rows = ";".join(" ".join(_label(label, kind) for label in item) for item in items)
    return _ask("coding", f"{measure}Agreement", distance, kind, told, rows)


def units(
    coders: dict[str, list[tuple[int, int, str]]], begin: int, length: int, category: str = ""
) -> float:
    """α_U of DKPro for the units (begin, end, category) of each coder."""
    said = ";".join(
        f"{rater} {start} {stop - start} {name}"
        for rater, mine in enumerate(coders.values())
        for start, stop, name in mine
    )
    return _ask("units", category, str(len(coders)), str(begin), str(length), said)


class DkproError(Exception):
    """What DKPro threw; its subclasses bear the names of the Java exceptions."""


def _label(label: Any, kind: str) -> str:
    if label is None:
        return "."
    if kind == "SetAnnotation":
        return "+".join(sorted(map(str, label))) or "_"
    return str(int(label)) if kind == "Integer" else str(label)


def _ask(*parts: str) -> float:
    process = _process()
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\t".join(parts) + "\n")
    process.stdin.flush()
    answer = process.stdout.readline().rstrip("\n")
    if not answer:
        raise DkproError("no answer")
    if answer.startswith("!"):
        name, _, message = answer[1:].partition(": ")
        # What Java adds to a null pointer names variables of a compiled class.
        raise type(name, (DkproError,), {})("" if name == "NullPointerException" else message)
    return float(answer)


@cache
def _process() -> subprocess.Popen[str]:
    command = ["java", "-cp", os.environ["DKPRO"], str(PEER)]
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
    )
