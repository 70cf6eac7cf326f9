"""Relations in an order that comes from which entities are linked."""

from accord.kinds.documents.order import by_marks
from accord.kinds.relations.study import Relations
from accord.model.names import IntArray


def order_of(study: Relations) -> tuple[IntArray, IntArray]:
    """Documents and coders, by position; types are names and say nothing."""
    linked = [
        [sorted((str(a), str(b)) for a, b, _ in links) for links in document.links]
        for document in study.documents
    ]
    return by_marks(study, linked)
