"""Run every benchmark script (bench_*.py), or those named on the command line.

What is printed goes into docs/performance.json, too, which the page on performance shows: the
machine, the versions, and for each script its rows, its other lines and the day it was run. Parts
that are not run keep what they had.
"""

import ast
import json
import os
import platform
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
OUT = HERE.parent / "docs" / "performance.json"
PROGRAMS = """numpy scipy narwhals pandas polars duckdb pyarrow scikit-learn statsmodels
krippendorff irrCAC nltk segeval pygamma-agreement crowd-kit scorch"""


def about() -> dict[str, str]:
    """The machine, and the versions of all that runs on it."""
    found = {}
    for name in PROGRAMS.split():
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return {
        "machine": f"{_processor()}, {os.cpu_count()} processors, {platform.system()}",
        "Python": f"{platform.python_version()} ({platform.python_implementation()})",
        "programs": ", ".join(f"{name} {number}" for name, number in found.items()),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "?"
    )


def ran(script: Path) -> dict[str, Any]:
    """One script: what it printed, its rows apart, and how busy the machine was."""
    sys.path.insert(0, str(HERE.parent / "src"))
    from accord.version import __version__

    with tempfile.TemporaryDirectory() as folder:
        rows = Path(folder, "rows.jsonl")
        rows.touch()
        variables = {**os.environ, "ACCORD_BENCH_ROWS": str(rows), "PYTHONUNBUFFERED": "1"}
        others = []
        with subprocess.Popen(
            [sys.executable, str(script)], env=variables, stdout=subprocess.PIPE, text=True
        ) as process:
            for line in process.stdout or ():
                print(line, end="", flush=True)
                others.append(line.rstrip())
        known = [json.loads(line) for line in rows.read_text("utf-8").splitlines()]
        printed = {row.pop("printed") for row in known}
    said = ast.get_docstring(ast.parse(script.read_text("utf-8"))) or ""
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    return {
        "name": script.stem.removeprefix("bench_"),
        "about": " ".join(said.split("\n\n")[0].split()),
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "version": __version__,
        "load": load,
        "finished": process.returncode == 0,
        "rows": known,
        "lines": [line for line in others if line.strip() and line not in printed],
    }


def kept(parts: list[dict[str, Any]]) -> None:
    """Write the parts over those of the same names."""
    before = json.loads(OUT.read_text("utf-8"))["parts"] if OUT.exists() else []
    found = {part["name"]: part for part in (*before, *parts)}
    whole = {"about": about(), "parts": [found[name] for name in sorted(found)]}
    OUT.write_text(json.dumps(whole, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    wanted = sys.argv[1:]
    for script in sorted(HERE.glob("bench_*.py")):
        if wanted and script.stem.removeprefix("bench_") not in wanted:
            continue
        print(f"\n== {script.stem.removeprefix('bench_')}", flush=True)
        part = ran(script)
        if part["finished"]:
            kept([part])
        else:
            print(f"{script.name} failed; the page keeps its last run", file=sys.stderr)
