"""Compile the core with the system's compiler; where there is none, do without it.

    python native/compile.py            into src/accord/native, where a source tree finds it
    ACCORD_NATIVE=0                     do not compile
    ACCORD_NATIVE=1                     no compiler, or one that fails, is an error
    CXX=clang++  CXXFLAGS="-O1 -g"      another compiler, other options

Only the standard library is used: this runs while the package is built.
"""

import ctypes
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCES = Path(__file__).parent
IN_PLACE = SOURCES.parent / "src" / "accord" / "native"

FLAGS = ["-std=c++17", "-O3", "-fPIC", "-shared", "-pthread", "-fvisibility=hidden"]
# Without it a compiler may fuse a·b + c, and numbers differ from NumPy's in the last digit.
FLAGS += ["-ffp-contract=off"]


def library_name(platform: str = sys.platform) -> str:
    """What the library is called on a platform."""
    ending = {"win32": "dll", "darwin": "dylib"}.get(platform, "so")
    return f"core.{ending}"


def compiler() -> list[str] | None:
    """The compiler that the user names, or the first that there is."""
    if given := os.environ.get("CXX"):
        return shlex.split(given)
    found = next(filter(shutil.which, ("c++", "g++", "clang++")), None)
    return found and [found]


def command(using: list[str], target: Path) -> list[str]:
    """The command that makes the library."""
    sources = sorted(str(path) for path in SOURCES.glob("*.cpp"))
    return [
        *using,
        *FLAGS,
        *shlex.split(os.environ.get("CXXFLAGS", "")),
        *sources,
        "-o",
        str(target),
    ]


def compiled(folder: Path) -> Path | None:
    """The library, made in `folder`; None without a compiler that works, unless one must be."""
    said = os.environ.get("ACCORD_NATIVE", "")
    if said == "0":
        return None
    using = compiler()
    why = "no C++ compiler was found; install one, or set CXX"
    if using is not None:
        # Moved into place when it is whole: a program that runs keeps the one that it loaded.
        with tempfile.TemporaryDirectory(dir=folder) as beside:
            made = Path(beside) / library_name()
            try:
                run = subprocess.run(
                    command(using, made), capture_output=True, text=True, check=False
                )
                why = run.stderr
                if run.returncode == 0:
                    ctypes.CDLL(str(made))  # what cannot be loaded here is no use here
                    os.replace(made, folder / library_name())
                    return folder / library_name()
            except OSError as error:
                why = str(error)
    if said == "1":
        raise SystemExit(f"ACCORD_NATIVE=1, but the native core was not compiled: {why}")
    return None


if __name__ == "__main__":
    (IN_PLACE / library_name()).unlink(missing_ok=True)
    print(compiled(IN_PLACE) or "accord works without its native core: NumPy computes everything")
