"""Who has finished which document, as an INCEpTION or WebAnno project export tells."""

import json
from pathlib import PurePosixPath
from typing import Any

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord.errors import DataError, Setting


def seen_state(file: File, marks: Marks, options: Options) -> bool:
    """Whether the coder's document counts: yes, unless the project says it is not finished."""
    state = _states(file).get((PurePosixPath(file.folder).name, file.stem))
    # Files of documents that nobody opened are exported, too: empty, they would look like "no".
    if state in ("NEW", "IGNORE"):
        marks.drop("document", f"in state {state} (never opened)")
        return False
    if state == "IN_PROGRESS" and options.unfinished == "drop":
        marks.drop(
            "document",
            f"in state {state} (not finished; {Setting('unfinished', 'keep')} reads them)",
        )
        return False
    if state == "IN_PROGRESS":
        marks.notes.append("some documents are not finished (IN_PROGRESS)")
    marks.saw(None, None)
    return True


def serialized_only(files: list[File]) -> DataError:
    """Why a project that holds its documents only as Java-serialised CAS cannot be read."""
    return DataError(
        f"{files[0].given or files[0].name}: an INCEpTION or WebAnno project backup, whose "
        "annotations are Java-serialised (.ser) only; export the project again and choose a "
        "format of its documents: UIMA CAS XMI, UIMA CAS JSON or WebAnno TSV"
    )


def _states(file: File) -> dict[tuple[str, str], str]:
    first = next(iter(file.among.values()), file)
    if "states" not in first.memo:  # looked for once: a project may have thousands of files
        first.memo["states"] = _listed(file.among)
    states: dict[tuple[str, str], str] = first.memo["states"]
    return states


def _listed(files: dict[str, File]) -> dict[tuple[str, str], str]:
    lists = (
        file
        for name, file in files.items()
        if name.rpartition("/")[2].startswith("exportedproject") and name.endswith(".json")
    )
    project = next(lists, None)
    if project is None:
        return {}
    try:
        record: Any = json.loads(project.text()[0])
        listed = record.get("annotation_documents") or []
        return {(one["name"], one["user"]): str(one["state"]) for one in listed}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}  # without states all documents count, as if there were no project
