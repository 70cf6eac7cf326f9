"""The measures of trees: each function by its name, and every fact about it."""

from functools import partial

from accord._measure.entry import Leads, Measure, names_in

_entry = partial(Measure, kind="trees", needs_coders=True)

MEASURES: tuple[Measure, ...] = (
    _entry(
        "accord._measure.structures.random_trees:corrected_uas",
        "UAS corrected",
        display="Chance-corrected UAS",
        title="Words with the same head, compared with random trees over the same words",
        also=names_in("chance-corrected attachment; corrected UAS; kappa of heads"),
        chance="uniform",
        because="It counts heads that two coders share, corrected for what random trees over "
        "the same words would share.",
        leads=Leads(reliability=1, validity=1),
        documents="accord._measure.structures.random_trees:corrected_documents_of_uas",
        objections=("accord._measure.structures.tree_measures:heads_objection",),
    ),
    _entry(
        "accord._measure.structures.random_trees:corrected_las",
        "LAS corrected",
        display="Chance-corrected LAS",
        title="Words with the same head and relation, compared with random trees over the same "
        "words",
        also=names_in("chance-corrected labelled attachment; corrected LAS"),
        chance="uniform",
        documents="accord._measure.structures.random_trees:corrected_documents_of_las",
        objections=("accord._measure.structures.tree_measures:heads_objection",),
    ),
    _entry(
        "accord._measure.structures.tree_measures:tree_alpha",
        "α_tree",
        display="Krippendorff's α for trees (Skjærholt)",
        title="α with tree edit distance",
        also=names_in("tree edit distance; TED alpha; Skjærholt's alpha; syntax agreement"),
        chance="drawn",
        purpose="reliability",
        because="It compares whole trees from any number of coders, corrected for chance.",
        leads=Leads(reliability=2, validity=2),
        distance="optional",
        counted=True,
    ),
    _entry(
        "accord._measure.structures.random_trees:corrected_tree_edit",
        "TED corrected",
        display="Chance-corrected tree edit distance",
        title="Tree edit distance, compared with random trees over the same words",
        also=names_in("chance-corrected tree edit distance; random trees"),
        chance="random annotations",
        distance="optional",
        documents="accord._measure.structures.random_trees:edited_beyond",
        objections=("accord._measure.structures.tree_measures:analyses_objection",),
    ),
    _entry(
        "accord._measure.structures.tree_measures:las",
        "LAS",
        display="Labelled attachment score (LAS)",
        title="Share of words with the same head and relation. Not corrected for chance",
        also=("labelled attachment score", "labeled attachment score"),
        bounds=(0.0, 1.0),
        documents="accord._measure.structures.tree_measures:documents_of_las",
        objections=("accord._measure.structures.tree_measures:heads_objection",),
    ),
    _entry(
        "accord._measure.structures.tree_measures:uas",
        "UAS",
        display="Unlabelled attachment score (UAS)",
        title="Share of words with the same head. Not corrected for chance",
        also=("unlabelled attachment score", "unlabeled attachment score"),
        bounds=(0.0, 1.0),
        documents="accord._measure.structures.tree_measures:documents_of_uas",
        objections=("accord._measure.structures.tree_measures:heads_objection",),
    ),
    _entry(
        "accord._measure.structures.tree_measures:label_accuracy",
        "LA",
        display="Label accuracy (LA)",
        title="Share of words with the same relation label. Not corrected for chance",
        also=("label accuracy score", "dependency label accuracy"),
        bounds=(0.0, 1.0),
        documents="accord._measure.structures.tree_measures:documents_of_label_accuracy",
        objections=("accord._measure.structures.tree_measures:heads_objection",),
    ),
    _entry(
        "accord._measure.structures.tree_measures:parseval",
        "ParsEval",
        display="PARSEVAL (bracketing F1)",
        title="F1 of phrase brackets. Not corrected for chance",
        also=names_in("PARSEVAL; bracketing F1; labelled brackets; EVALB"),
        bounds=(0.0, 1.0),
        documents="accord._measure.structures.tree_measures:common_brackets",
        objections=("accord._measure.structures.tree_measures:brackets_objection",),
    ),
    _entry(
        "accord._measure.structures.tree_measures:bracket_kappa",
        "κ_span",
        display="κ over brackets (Marcu)",
        title="Cohen's κ with every possible span as an item: bracketed or not, or its label",
        also=names_in(
            "kappa of spans; RST kappa; kappa over nuclearity; kappa over brackets; Marcu"
        ),
        chance="per coder",
        documents="accord._measure.structures.tree_measures:labelled_spans",
        objections=("accord._measure.structures.tree_measures:spans_objection",),
    ),
    _entry(
        "accord._measure.structures.rhetorical_measures:rhetorical_f1",
        "F1_rst",
        display="RST F1 (Iruskieta)",
        title="F1 of rhetorical relations. Not corrected for chance",
        also=names_in("RST F-measure; RST-Tace; Iruskieta; qualitative comparison of RST"),
        bounds=(0.0, 1.0),
        documents="accord._measure.structures.rhetorical_measures:matched_relations",
        objections=("accord._measure.structures.rhetorical_measures:rhetoric_objection",),
    ),
)
