"""Who has opened which document, as an INCEpTION or WebAnno project export tells."""

import json
from pathlib import PurePosixPath
from typing import Any

from accord.read.door.given import File
from accord.read.door.marks import Marks


def seen_state(file: File, marks: Marks) -> bool:
    """Whether the coder saw the document: yes, unless the project says it was never opened."""
    state = _states(file).get((PurePosixPath(file.folder).name, file.stem))
    if state in ("NEW", "IGNORE"):
        marks.drop("document", f"in state {state} (never opened)")
        return False
    if state == "IN_PROGRESS":
        marks.notes.append("some documents are not finished (IN_PROGRESS)")
    marks.saw(None, None)
    return True


def _states(file: File) -> dict[tuple[str, str], str]:
    for name, other in file.among.items():
        if name.rpartition("/")[2].startswith("exportedproject") and name.endswith(".json"):
            if "states" not in other.memo:  # one list for all files of a project
                other.memo["states"] = _listed(other)
            states: dict[tuple[str, str], str] = other.memo["states"]
            return states
    return {}


def _listed(project: File) -> dict[tuple[str, str], str]:
    try:
        record: Any = json.loads(project.text()[0])
        found = record.get("annotation_documents") or []
        return {(one["name"], one["user"]): str(one["state"]) for one in found}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
