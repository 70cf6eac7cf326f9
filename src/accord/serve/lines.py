"""The command line and the Python lines that give the numbers of the page again."""

from collections.abc import Mapping, Sequence
from typing import Any

from accord._measure.bound import Bound
from accord.errors import Setting, quoted
from accord.serve.selection import Selection
from accord.serve.shown import checked_settings

STUDY = "study.jsonl"
"""The file that holds a part of a study: options of the command line choose no part."""


def _tops(given: Mapping[str, Any]) -> list[str]:
    return [*dict.fromkeys(name.split("/")[0] for name in given["files"])]


def _own(asked: Bound) -> dict[str, Any]:
    """The settings of the measure that change the number."""
    return {k: v for k, v in asked.settings.items() if k in ("distance", "missing")}


def _read(given: Mapping[str, Any]) -> list[str]:
    """The files and how they are read, as a command takes them."""
    whole = Selection.of(given).is_all
    # No option of the command line chooses coders or documents, so a part is measured from the
    # file of that part (docs/decisions.md, The page in the browser).
    files = _tops(given) if whole else [STUDY]
    words = ["--"] if any(name.startswith("-") for name in files) else []
    words += map(quoted, files)
    if whole:
        settings = checked_settings(given.get("settings") or {})
        words += [Setting(name, value).option for name, value in settings.items()]
    return words


def resolving_lines(given: Mapping[str, Any]) -> str:
    """What to type to have the list of disagreements, and gold from it."""
    read = " ".join(_read(given))
    return (
        f"accord adjudicate {read} -o decisions.csv\n"
        f"accord merge {read} decisions.csv -o gold.jsonl"
    )


def command_lines(
    given: Mapping[str, Any], asked: Bound, level: float, command: str = "measure"
) -> str:
    """What to type in a terminal; where a part was chosen, on the file of that part."""
    words = ["accord", command, *_read(given)]
    if command == "measure" or given.get("measure"):
        words += [f"-m {asked.name}"]
    own = _own(asked)
    if command == "report":
        own = {"distance": given["distance"]} if given.get("distance") else {}
        words += [Setting("purpose", given["purpose"]).option] if given.get("purpose") else []
        words += [Setting("task", str(given["task"])).option] if given.get("task") else []
        words += ["-o report.html"]
    words += [Setting(name, str(value)).option for name, value in own.items()]
    if command == "measure":
        words += [Setting("method", True).option] if given.get("interval", True) else []
    if level != 0.95 and (command == "report" or given.get("interval", True)):
        words += [Setting("level", level).option]
    return " ".join(words)


def python_lines(
    given: Mapping[str, Any], chosen: Sequence[str], asked: Bound, level: float
) -> str:
    """What to run in Python."""
    files = _tops(given)
    path = repr(files[0] if len(files) == 1 else files)
    settings = checked_settings(given.get("settings") or {})
    said = "".join(f", {name}={value!r}" for name, value in settings.items())
    own = "".join(f", {name}={str(value)!r}" for name, value in _own(asked).items())
    interval = ""
    if given.get("interval", True):
        interval = ", interval=True" if level == 0.95 else f', interval={{"confidence": {level!r}}}'
    lines = [
        "import accord",
        "",
        f"study = accord.read({path}{said})",
        *chosen,
        f"found = accord.measure(study, [{asked.name!r}]{own}{interval})",
        "print(found)",
    ]
    return "\n".join(lines)
