"""Trees: dependencies and constituents, α by edit distance, LAS, UAS, ParsEval."""

from accord.measures import (
    label_accuracy as label_accuracy,
    las as las,
    parseval as parseval,
    tree_alpha as tree_alpha,
    uas as uas,
)
from accord.model.structures.trees import (
    Constituents as Constituents,
    Dependencies as Dependencies,
    Nodes as Nodes,
    Tree as Tree,
    Trees as Trees,
)
