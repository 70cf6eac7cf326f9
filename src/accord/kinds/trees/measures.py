"""The measures of trees: each function by its name, and every fact about it."""

from functools import partial

from accord._measure.entry import Leads, Measure, named

_entry = partial(Measure, kind="trees", needs_coders=True)

MEASURES: tuple[Measure, ...] = (
    _entry(
        "accord._measure.structures.random_trees:corrected_uas",
        "UAS corrected",
        title="tokens with the same head beyond random trees over the same tokens",
        also=named("chance-corrected attachment; corrected UAS; kappa of heads"),
        chance="uniform",
        because="it counts heads that coders share beyond the one in n tokens that random trees "
        "share, in sentences of any length",
        leads=Leads(reliability=1, validity=1),
        documents="accord._measure.structures.random_trees:documents_of_uas",
        objections=("accord._measure.structures.tree_measures:heads_objection",),
    ),
    _entry(
        "accord._measure.structures.random_trees:corrected_las",
        "LAS corrected",
        title="tokens with the same head and relation beyond random trees over the same tokens",
        also=named("chance-corrected labelled attachment; corrected LAS"),
        chance="uniform",
        documents="accord._measure.structures.random_trees:documents_of_las",
        objections=("accord._measure.structures.tree_measures:heads_objection",),
    ),
    _entry(
        "accord._measure.structures.tree_measures:tree_alpha",
        "α_tree",
        title="α with the edit distance of trees",
        also=named("tree edit distance; TED alpha; Skjærholt's alpha; syntax agreement"),
        chance="drawn",
        purpose="reliability",
        because="it compares whole trees, of any size and any number of coders, beyond chance",
        leads=Leads(reliability=2, validity=2),
        distance="optional",
        counted=True,
    ),
    _entry(
        "accord._measure.structures.random_trees:corrected_tree_edit",
        "TED corrected",
        title="edit distance of trees beyond random trees over the same tokens",
        also=named("chance-corrected tree edit distance; random trees"),
        chance="random annotations",
        distance="optional",
        documents="accord._measure.structures.random_trees:edited_beyond",
        objections=("accord._measure.structures.tree_measures:analyses_objection",),
    ),
    _entry(
        "accord._measure.structures.tree_measures:las",
        "LAS",
        title="tokens with the same head and relation, not corrected for chance",
        also=("labelled attachment score", "labeled attachment score"),
        bounds=(0.0, 1.0),
        documents="accord._measure.structures.tree_measures:documents_of_las",
        objections=("accord._measure.structures.tree_measures:heads_objection",),
    ),
    _entry(
        "accord._measure.structures.tree_measures:uas",
        "UAS",
        title="tokens with the same head, not corrected for chance",
        also=("unlabelled attachment score", "unlabeled attachment score"),
        bounds=(0.0, 1.0),
        documents="accord._measure.structures.tree_measures:documents_of_uas",
        objections=("accord._measure.structures.tree_measures:heads_objection",),
    ),
    _entry(
        "accord._measure.structures.tree_measures:label_accuracy",
        "LA",
        title="tokens with the same relation, not corrected for chance",
        also=("label accuracy score", "dependency label accuracy"),
        bounds=(0.0, 1.0),
        documents="accord._measure.structures.tree_measures:documents_of_label_accuracy",
        objections=("accord._measure.structures.tree_measures:heads_objection",),
    ),
    _entry(
        "accord._measure.structures.tree_measures:parseval",
        "ParsEval",
        title="F1 of brackets, not corrected for chance",
        also=named("PARSEVAL; bracketing F1; labelled brackets; EVALB"),
        bounds=(0.0, 1.0),
        documents="accord._measure.structures.tree_measures:common_brackets",
        objections=("accord._measure.structures.tree_measures:brackets_objection",),
    ),
    _entry(
        "accord._measure.structures.tree_measures:bracket_kappa",
        "κ_span",
        title="κ over spans of tokens or units, bracketed or not",
        also=named("kappa of spans; RST kappa; kappa over nuclearity; kappa over brackets; Marcu"),
        chance="per coder",
        documents="accord._measure.structures.tree_measures:labelled_spans",
        objections=("accord._measure.structures.tree_measures:spans_objection",),
    ),
    _entry(
        "accord._measure.structures.rhetorical_measures:rhetorical_f1",
        "F1_rst",
        title="F1 of rhetorical relations by four questions, not corrected for chance",
        also=named("RST F-measure; RST-Tace; Iruskieta; qualitative comparison of RST"),
        bounds=(0.0, 1.0),
        documents="accord._measure.structures.rhetorical_measures:matched_relations",
        objections=("accord._measure.structures.rhetorical_measures:rhetoric_objection",),
    ),
)
