"""A program to double-click, for people without Python: `accord serve` and all it needs.

    pip install ".[all]" pyinstaller
    python tools/program.py            # writes dist/accord (a folder), for this kind of machine

The program is built for the system on which it is built. Run without arguments it opens the page;
with arguments it is the command line.
"""

import subprocess
import sys
from multiprocessing import freeze_support
from pathlib import Path

WHOLE = ("accord", "altair", "docx", "narwhals", "uvicorn", "vl_convert")
"""Packages that are taken with all their data and modules, since they load parts by name."""

LEFT_OUT = (
    *("IPython", "dask", "distributed", "ibis", "matplotlib", "nltk", "pandas", "pkg_resources"),
    *("polars", "pyspark", "pytest", "setuptools", "sklearn", "spacy", "statsmodels", "torch"),
)
"""Libraries of the machine that accord could use and a program does not need."""


def build(arguments: list[str]) -> int:
    """Let PyInstaller make the program of this file."""
    call = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--name", "accord", "--onedir"]
    for name in WHOLE:
        call += ["--collect-all", name]
    for name in LEFT_OUT:
        call += ["--exclude-module", name]
    source = Path(__file__).resolve().parents[1] / "src"
    call += ["--paths", str(source), *arguments, str(Path(__file__).resolve())]
    return subprocess.run(call, check=False).returncode


if __name__ == "__main__":
    freeze_support()  # the page's own processes begin here, too
    if getattr(sys, "frozen", False) and sys.argv[-1].endswith("drawing_apart.py"):
        from accord._report.render.drawing_apart import main as draw

        draw()
    elif getattr(sys, "frozen", False):
        from accord.__main__ import main

        sys.argv += [] if len(sys.argv) > 1 else ["serve"]
        main()
    else:
        sys.exit(build(sys.argv[1:]))
