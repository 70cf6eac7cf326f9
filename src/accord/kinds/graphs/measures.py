"""The measures of graphs: each function by its name, and every fact about it."""

from functools import partial

from accord._measure.entry import Leads, Measure, names_in

_entry = partial(Measure, kind="graphs", needs_coders=True)

MEASURES: tuple[Measure, ...] = (
    _entry(
        "accord._measure.structures.graph_measures:graph_alpha",
        "α_graph",
        display="Krippendorff's α for graphs (AMR)",
        title="α with 1 − Smatch as distance",
        also=names_in(
            "alpha of graphs; AMR alpha; chance-corrected Smatch; meaning representations"
        ),
        chance="drawn",
        purpose="reliability",
        because="It compares whole graphs from any number of coders, corrected for what graphs "
        "of different items share.",
        leads=Leads(reliability=1, validity=1),
        distance="optional",
        counted=True,
    ),
    _entry(
        "accord._measure.structures.graph_measures:smatch",
        "Smatch",
        display="Smatch",
        title="F1 of graph triples. Not corrected for chance",
        also=names_in("Smatch++; AMR F1; semantic match; enhanced labelled attachment; ELAS"),
        bounds=(0.0, 1.0),
        documents="accord._measure.structures.graph_measures:shared_of_pairs",
    ),
)
