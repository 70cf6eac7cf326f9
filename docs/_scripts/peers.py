"""Run other programs and accord on published examples and known traps: `make peers`.

Writes docs/peers.json, which the page on differences shows. A program that is not installed
keeps the rows of the last run (DKPro, in Java, is run where DKPRO names its classes: dkpro.py).
Nothing here judges: `why` was written by people who read both formulas, and
tests/docs/test_docs.py checks that accord's own rows still hold.
"""

import contextlib
import io
import json
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import dkpro
from traps import CASES

import accord

OUT = Path(__file__).parents[1] / "peers.json"
PACKAGES = {
    "NLTK": "nltk",
    "scikit-learn": "scikit-learn",
    "statsmodels": "statsmodels",
    "krippendorff": "krippendorff",
    "irrCAC": "irrCAC",
    "segeval": "segeval",
    "pygamma-agreement": "pygamma-agreement",
}


def _installed() -> dict[str, str]:
    found = {}
    for name, package in PACKAGES.items():
        with contextlib.suppress(PackageNotFoundError):
            found[name] = version(package)
    java = dkpro.found()
    return found if java is None else {**found, "DKPro": java}


def shown(compute: Callable[[], Any]) -> str:
    """What a call gives: a number to five digits, undefined, or its error in a few words."""
    try:
        with warnings.catch_warnings(), _hushed():
            warnings.simplefilter("ignore")
            value = compute()
    except Exception as error:
        first = str(error).split("\n")[0].split(";")[0]
        return f"{type(error).__name__}: {first}".removesuffix(": ")[:90]
    if isinstance(value, accord.Agreement) and value.undefined:
        return "undefined, with the reason"
    return f"{float(value):.5f}"


@contextlib.contextmanager
def _hushed() -> Iterator[None]:
    """Solvers write pages to the terminal, past Python."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            yield
    finally:
        os.dup2(kept, 1)
        os.close(nowhere)


def run(before: dict[str, Any]) -> dict[str, Any]:
    """All cases; rows of programs that are not here come from the run before."""
    here = _installed()
    known = {
        (case["name"], row["program"], row["call"]): row["prints"]
        for case in before.get("cases", [])
        for row in case["rows"]
    }
    cases = []
    for name, title, about, rows in CASES:
        lines = []
        for program, call, compute, why in rows():
            run_now = program == "accord" or program in here
            prints = shown(compute) if run_now else known.get((name, program, call), "not run")
            lines.append({"program": program, "call": call, "prints": prints, "why": why})
        cases.append({"name": name, "title": title, "about": about, "rows": lines})
    versions = {**before.get("versions", {}), "accord": accord.__version__, **here}
    return {"versions": dict(sorted(versions.items())), "cases": cases}


if __name__ == "__main__":
    data = run(json.loads(OUT.read_text("utf-8")) if OUT.exists() else {})
    OUT.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", "utf-8")
    for case in data["cases"]:
        print(case["title"])
        for row in case["rows"]:
            print(f"  {row['program']:18} {row['call']:50} {row['prints']:26} {row['why']}")
