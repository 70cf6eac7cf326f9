"""What studies of documents hold."""

from collections.abc import Iterable
from typing import Any

from accord.kinds.documents.study import Documents
from accord.kinds.properties import Properties


def some_missing(study: Documents[Any]) -> bool:
    """Whether a coder did not see a document."""
    return any(not part.seen.all() for part in study.documents)


def of_marks(study: Documents[Any], marks: Iterable[tuple[Any, ...]]) -> Properties:
    """What a study of marks holds whose category, "" where there is none, stands last in each."""
    # Readers write "" where a format has no categories: one such label is none.
    categories = {mark[-1] for mark in marks}
    return Properties(
        study.kind,
        len(study.items),
        len(study.coders),
        len(categories),
        categorized=categories != {""},
        unitized=False,
        full_covering=False,
        missing=some_missing(study),
    )
