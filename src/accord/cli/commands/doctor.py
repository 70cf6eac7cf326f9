"""`accord doctor`: what a report of a bug must say about the machine, and nothing private."""

import os
import platform
import re
import sys
from importlib import metadata
from typing import Any

from accord.cli import parsing as click
from accord.cli.console import json_text
from accord.machine import limits, memory
from accord.native import description
from accord.version import __version__

OTHER_EXTRAS = {"all", "bench", "docs", "mutants", "test"}
"""Extras that are others together, or with which accord itself is made."""

_REQUIREMENT = re.compile(
    r"^(?P<name>[\w.-]+)(?P<of>\[[^]]*])?(?P<version>[^;]*)(?:;(?P<when>.*))?$"
)


@click.command(name="doctor")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(as_json: bool) -> None:
    """Print what a bug report needs: versions, extras, native core, machine.

    No names of folders, files or people are printed.

    \b
        accord doctor
    """
    found = examined()
    if as_json:
        click.echo(json_text(found))
        return
    rows = [("accord", found["accord"]), ("Python", found["python"]), ("system", found["system"])]
    rows += [(name, found[name]) for name in ("machine", "limits", "console")]
    rows.append(("needs", _listed(found["needs"])))
    for extra, libraries in found["extras"].items():
        missing = None in libraries.values()
        rows.append((extra, _listed(libraries) + (_INSTALL.format(extra) if missing else "")))
    rows += [(name, value) for name, value in found["environment"].items()]
    width = max(len(name) for name, _ in rows)
    click.echo("\n".join(f"{name:{width}}  {value}" for name, value in rows))


_INSTALL = "  (pip install 'accord[{}]')"


def _listed(libraries: dict[str, str | None]) -> str:
    return ", ".join(f"{name} {version or 'missing'}" for name, version in libraries.items())


def examined() -> dict[str, Any]:
    """What is found, by name."""
    needs, extras = _libraries()
    return {
        "accord": f"{__version__}, {description()}",
        "python": f"{platform.python_version()} ({platform.python_implementation()})",
        "system": f"{platform.system()} {platform.release()}, {platform.machine()}",
        "machine": f"{os.cpu_count()} processors{_memory()}",
        "limits": _limits(),
        "console": f"{sys.stdout.encoding}, {'a' if sys.stdout.isatty() else 'not a'} terminal",
        "needs": needs,
        "extras": extras,
        "environment": {
            # A token is a secret and a folder is private: that there is one is all that is said.
            name: "set" if "TOKEN" in name or "/" in value or "\\" in value else value
            for name, value in sorted(os.environ.items())
            if name.startswith("ACCORD_") or name in ("OMP_NUM_THREADS", "PYTHONUTF8")
        },
    }


def _memory() -> str:
    size = memory()
    return "" if size is None else f", {size / 2**30:.0f} GB of memory"


def _limits() -> str:
    """What the system lets a process have."""
    said = []
    for name, most in limits().items():
        size = f"{(most or 0) / 2**30:.1f} GB" if name == "memory" else str(most)
        said.append(f"{name} {'without limit' if most is None else size}")
    return ", ".join(said) or "none known"


def _libraries() -> tuple[dict[str, str | None], dict[str, dict[str, str | None]]]:
    """The versions of what accord needs, and of each extra; None where a library is missing."""
    needs: dict[str, str | None] = {}
    extras: dict[str, dict[str, str | None]] = {}
    try:
        required = metadata.requires("accord") or []
    # A bug report from a checkout is as welcome, with fewer lines.
    except metadata.PackageNotFoundError:  # run from the sources, not installed
        required = []
    for line in required:
        parts = _REQUIREMENT.match(line)
        assert parts is not None, line
        extra = re.search(r"extra == ['\"]([\w-]+)['\"]", parts["when"] or "")
        if extra is None:
            needs[parts["name"]] = _version(parts["name"])
        elif extra[1] not in OTHER_EXTRAS and parts["name"] != "accord":
            extras.setdefault(extra[1], {})[parts["name"]] = _version(parts["name"])
    return needs, extras


def _version(library: str) -> str | None:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return None
