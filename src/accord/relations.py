"""Relations and events: F1, F1 corrected by rewiring, α of links, κ over candidate pairs."""

from accord.kinds.relations.parts import Link as Link, Linked as Linked
from accord.kinds.relations.study import Relations as Relations
from accord.lazy import suggesting as _suggesting
from accord.measures import (
    corrected_relation_f1 as corrected_relation_f1,
    entity_f1 as entity_f1,
    event_f1 as event_f1,
    relation_alpha as relation_alpha,
    relation_f1 as relation_f1,
    relation_kappa as relation_kappa,
)

globals()["__getattr__"] = _suggesting(globals())
