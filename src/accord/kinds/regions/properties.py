"""What studies of regions hold."""

from accord.kinds.documents.properties import of_marks
from accord.kinds.properties import Properties
from accord.kinds.regions.study import Regions


def properties_of(study: Regions) -> Properties:
    """How many categories there are, and whether anything is missing."""
    return of_marks(study, (m for part in study.documents for mine in part.regions for m in mine))
