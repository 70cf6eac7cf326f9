"""What studies of boundaries hold."""

from accord.kinds.boundaries.study import Segmentations
from accord.kinds.documents.properties import some_missing
from accord.kinds.properties import Properties, level_of


def properties_of(study: Segmentations) -> Properties:
    """Segments cover everything, and every one touches the next."""
    return Properties(
        study.kind,
        len(study.items),
        len(study.coders),
        len(study.types),
        categorized=study.typed,
        unitized=True,
        neighbours=True,
        missing=some_missing(study),
        level=level_of(study.types),
    )
