"""Trees: dependencies, constituents and rhetorical structures, attachment and edits beyond chance,
α by edit distance, LAS, UAS, ParsEval, κ over spans, F1 of rhetorical relations."""

from accord.infer.why.tree_anatomy import (
    TreeAnatomy as TreeAnatomy,
    TreePair as TreePair,
    tree_anatomy as tree_anatomy,
)
from accord.kinds.trees.corrections import corrections as corrections
from accord.kinds.trees.discourse import (
    Discourse as Discourse,
    Part as Part,
    Rhetorical as Rhetorical,
)
from accord.kinds.trees.drawing import drawing as drawing
from accord.kinds.trees.parts import (
    Constituents as Constituents,
    Dependencies as Dependencies,
    Nodes as Nodes,
    Tree as Tree,
)
from accord.kinds.trees.study import Trees as Trees
from accord.lazy import suggesting as _suggesting
from accord.measures import (
    bracket_kappa as bracket_kappa,
    corrected_las as corrected_las,
    corrected_tree_edit as corrected_tree_edit,
    corrected_uas as corrected_uas,
    label_accuracy as label_accuracy,
    las as las,
    parseval as parseval,
    rhetorical_f1 as rhetorical_f1,
    tree_alpha as tree_alpha,
    uas as uas,
)

globals()["__getattr__"] = _suggesting(globals())
