"""Labels as tools hold them that get a study back."""

from collections.abc import Hashable, Iterator, Mapping
from typing import Any

from accord._report.write_back import (
    Export,
    annotation,
    choice,
    coding,
    prodigy_line,
    single_labels,
)
from accord.errors import DataError
from accord.kinds.labels.study import Codings


def label_studio_tasks(study: Codings, export: Export) -> Iterator[dict[str, Any]]:
    """Items as tasks of Label Studio, answered by choices or numbers."""
    _known_coders(study)
    by_item: dict[Hashable, list[tuple[Hashable, Hashable]]] = {item: [] for item in study.items}
    for item, coder, category in study.rows():
        by_item[item].append((coder, category))
    for (item, codings), text in zip(by_item.items(), _texts(study), strict=True):
        if not codings:
            export.lose("items that nobody coded are not read again")
        answers = [annotation(coder, [choice(category, export)]) for coder, category in codings]
        data = {"text": text} if isinstance(text, str) else {}
        yield {"id": item, "data": data, "annotations": answers}


def prodigy_records(
    study: Codings, hashes: Mapping[Hashable, int], export: Export
) -> Iterator[dict[str, Any]]:
    """Codings as lines of Prodigy, each with all labels to choose from."""
    _known_coders(study)
    texts = dict(zip(study.items, _texts(study), strict=True))
    # A set is chosen label by label, so the options are the labels and not the sets.
    labels = dict.fromkeys(label for c in study.categories for label in single_labels(c))
    options = [{"id": label, "text": label} for label in labels]
    for item, coder, category in study.rows():
        if not isinstance(category, (str, frozenset)):
            export.lose("categories that are not text are written as text")
        chosen = {"options": options, "accept": single_labels(category), "_view_id": "choice"}
        yield prodigy_line(hashes[item], item, coder, texts[item]) | chosen


def refi_sources(
    study: Codings, users: Mapping[Hashable, str], codes: Mapping[str, str], export: Export
) -> list[tuple[Hashable, list[str], str]]:
    """Items as sources of REFI-QDA that are coded as a whole: name, codings, text."""
    _known_coders(study)
    export.lose("REFI-QDA does not say who saw what and did not code it")
    by_item: dict[Hashable, list[str]] = {item: [] for item in study.items}
    for item, coder, category in study.rows():
        labels = [codes[label] for label in single_labels(category)]
        by_item[item].append(coding(f"{item}{coder}", users[coder], labels))
    return [
        (item, inner, text if isinstance(text, str) else "")
        for (item, inner), text in zip(by_item.items(), _texts(study), strict=True)
    ]


def _known_coders(study: Codings) -> None:
    if study.coder is None:
        raise DataError("an agreement table does not show who chose what; write .csv or .jsonl")


def _texts(study: Codings) -> Any:
    return study.about.get("text") or [None] * len(study.items)
