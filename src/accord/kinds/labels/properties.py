"""What studies of labels hold."""

from accord.kinds.labels.study import Codings
from accord.kinds.properties import Properties, level_of


def properties_of(study: Codings) -> Properties:
    """How many categories there are and what they look like; whether codings are missing."""
    return Properties(
        study.kind,
        len(study.items),
        len(study.coders) or study.counts()["c"],  # an agreement table has coders without names
        len(study.categories),
        categorized=True,
        unitized=False,
        missing=study.coder is not None and study.missing > 0,
        level=level_of(study.categories),
    )
