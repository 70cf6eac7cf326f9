"""Make what is published, into dist/, and check it: one command for a person who then uploads it.

The source archive, the wheels of `tools/wheels.py`, and a bill of materials (CycloneDX). Archive
and pure wheel are made twice and must be the same bytes; twine and check-wheel-contents must have
nothing to say; the pure wheel, and where they were made the one of this system, are installed in
new environments without a compiler on the path, where the README's lines and a command must run.
"""

import argparse
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))
from wheels import pure_wheel  # noqa: E402

ACTS = "item,annotator,label\ns1,A,x\ns1,B,x\ns2,A,y\ns2,B,x\ns3,A,y\ns3,B,y\n"
"""κ = .4: A_o = 2/3, A_e = 2/3 · 1/3 + 1/3 · 2/3 = 4/9."""


def readme_lines() -> str:
    """The lines of Python that the README shows."""
    text = (ROOT / "README.md").read_text("utf-8")
    return text.partition("```python\n")[2].partition("```")[0]


def source_archive(folder: Path) -> Path:
    """The source archive."""
    code = (
        "import sys; from hatchling.builders.sdist import SdistBuilder; "
        "print(*SdistBuilder(sys.argv[1]).build(directory=sys.argv[2], versions=['standard']))"
    )
    told = run(sys.executable, "-c", code, str(ROOT), str(folder))
    return Path(told.split()[-1])


def run(*command: str, **variables: str) -> str:
    """What a command prints; the end of the work where it fails."""
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, **variables}
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def _is_linux() -> bool:
    return sys.platform == "linux" and platform.machine() == "x86_64"


def digest(path: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def installed(wheel: Path, python: str, folder: Path) -> None:
    """Install a wheel for one Python in an environment of its own, and use it."""
    environment = folder / "environment"
    shutil.rmtree(environment, ignore_errors=True)
    run(python, "-m", "venv", str(environment))
    there = environment / ("Scripts" if os.name == "nt" else "bin")
    run(str(there / "python"), "-m", "pip", "install", "-q", str(wheel), PATH=str(there))
    printed = run(str(there / "python"), "-I", "-c", readme_lines())
    if "alpha|d:nominal|" not in printed:
        raise SystemExit(f"{wheel.name} with {python}: the README's lines printed {printed}")
    table = folder / "acts.csv"
    table.write_text(ACTS, "utf-8")
    said = run(str(there / "accord"), "measure", str(table), "-m", "kappa")
    if "0.4000" not in said:
        raise SystemExit(f"{wheel.name} with {python} printed {said}")
    print(wheel.name, "works with", run(str(there / "python"), "--version").strip(), flush=True)


def bill_of_materials(folder: Path) -> Path:
    """What the package needs, with the versions of the environment it was tried in."""
    target = folder / "accord.cdx.json"
    run(
        *(sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible"),
        *("--pyproject", str(ROOT / "pyproject.toml"), "--of", "JSON", "-o", str(target)),
        str(folder / "environment"),
    )
    held = json.loads(target.read_text("utf-8"))
    names = sorted(part["name"] for part in held["components"])
    if missing := {"numpy", "scipy", "narwhals", "joblib", "rich-click"} - set(names):
        raise SystemExit(f"the bill of materials lacks {missing}")
    return target


def main() -> None:
    """Make, compare, check, install."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--to", type=Path, default=ROOT / "dist", help="where all of it goes")
    parser.add_argument(
        "--python", action="append", default=[], help="another Python to install for (repeatable)"
    )
    parser.add_argument("--pure", action="store_true", help="leave out the wheels of platforms")
    given = parser.parse_args()
    shutil.rmtree(given.to, ignore_errors=True)
    given.to.mkdir(parents=True)
    source = source_archive(given.to)
    if not given.pure:
        print(run(sys.executable, str(ROOT / "tools" / "wheels.py"), "--to", str(given.to)), end="")
    wheel = pure_wheel(given.to)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for first, again in ((source, source_archive), (wheel, pure_wheel)):
            if digest(first) != digest(again(folder)):
                raise SystemExit(f"{first.name} is not the same bytes when it is made again")
        files = sorted(str(path) for path in given.to.iterdir())
        run(sys.executable, "-m", "twine", "check", "--strict", *files)
        run(sys.executable, "-m", "check_wheel_contents", *(f for f in files if f.endswith("whl")))
        own = sorted(given.to.glob("*manylinux*x86_64.whl")) if _is_linux() else []
        for python in (*given.python, sys.executable):
            for one in (*own, wheel):
                installed(one, python, folder)
        shutil.copy(bill_of_materials(folder), given.to)
    for path in sorted(given.to.iterdir()):
        print(f"{digest(path)}  {path.name}  {path.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
