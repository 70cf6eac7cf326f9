"""Charts are drawn in a process apart.

vl_convert holds Python's lock while it draws, and ends the process where memory runs out or a
limit of the system is met: here Ctrl-C is heard all the time, and such an end is one line.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from accord.errors import DataError, MissingExtraError
from accord.whole_files import keep, kept

PICTURES = ("svg", "png", "pdf")

_SECONDS = 600.0
"""How long drawing may take: all charts of the largest report are there in a tenth of it."""


def script_bundle(version: str) -> str:
    """Vega, Vega-Lite (of this version, if it is there) and Vega-Embed as a script.

    vl_convert puts it together anew each time, which takes longer than most reports: it is kept.
    """
    from importlib.metadata import PackageNotFoundError, version as version_of

    try:
        name = f"vega-{version}-{version_of('vl-convert-python')}.js"
    except PackageNotFoundError:  # it is not there, or came in a way that does not say its version
        name = ""
    bundle = kept(name) if name else None
    if bundle is None:
        bundle = _drawn({"bundle": version}, "the page")[0]
        if name:
            keep(name, bundle)
    return bundle.decode()


def pictures(charts: Sequence[tuple[dict[str, Any], str]], scale: float = 2) -> list[bytes]:
    """Charts as pictures, each a specification and svg, png or pdf; `scale` is for png."""
    for _, format in charts:
        if format not in PICTURES:
            raise DataError(f"no picture format {format!r}; known: {', '.join(PICTURES)}")
    return _drawn({"pictures": charts, "scale": scale}, "a figure") if charts else []


def _drawn(asked: dict[str, Any], what: str) -> list[bytes]:
    found = find_spec("vl_convert")
    if found is None or not found.origin:
        raise MissingExtraError.of(what, "vl-convert-python", "report")
    asked["folder"] = str(Path(found.origin).parent.parent)
    # Not from the working directory (-P), where a stranger's data may lie beside a module.
    program = [sys.executable, "-P", str(Path(__file__).with_name("drawing_apart.py"))]
    try:
        pipe = subprocess.PIPE
        with subprocess.Popen(program, stdin=pipe, stdout=pipe, stderr=pipe) as child:
            try:
                out, said = child.communicate(json.dumps(asked).encode(), timeout=_SECONDS)
            except BaseException:
                child.kill()
                raise
    except subprocess.TimeoutExpired:
        raise DataError(f"{what}: the charts are not drawn after {_SECONDS:g} s") from None
    except OSError as error:
        raise DataError(f"{what}: drawing cannot start ({error.strerror})") from None
    if child.returncode:
        raise DataError(_why(what, child.returncode, said.decode("utf-8", "replace")))
    return _pieces(out)


def _pieces(out: bytes) -> list[bytes]:
    """What was drawn, each after its length."""
    found = []
    while out:
        end = 8 + int.from_bytes(out[:8], "big")
        found.append(out[8:end])
        out = out[end:]
    return found


def _why(what: str, code: int, said: str) -> str:
    """Why nothing was drawn, in one line."""
    lines = [line for line in said.splitlines() if line.strip()]
    # A library that ends its process writes many lines about its inside; a Python error is one.
    reason = lines[-1].strip() if lines and code > 0 else f"the drawing library ended ({code})"
    return (
        f"{what}: the charts cannot be drawn: {reason}; is a limit of memory or of open files set "
        "(ulimit)? Without charts: .md, .tex, .json, .csv or .docx"
    )
