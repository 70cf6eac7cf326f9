"""What studies of relations hold."""

from accord.kinds.documents.properties import of_marks
from accord.kinds.properties import Properties
from accord.kinds.relations.study import Relations


def properties_of(study: Relations) -> Properties:
    """How many categories there are, and whether anything is missing."""
    return of_marks(study, (m for part in study.documents for mine in part.links for m in mine))
