"""accord: inter-annotator agreement, how sure it is, and where disagreement comes from."""

from importlib import import_module
from typing import TYPE_CHECKING

from accord.engine.tally import Tally
from accord.engine.tally_parts import merge
from accord.errors import (
    AccordError,
    DataError,
    MissingExtraError,
    NotApplicableError,
    UnknownNameError,
)
from accord.measure.boundaries.boundary_edit import boundary_similarity, segmentation_similarity
from accord.measure.boundaries.shuffled import (
    corrected_boundary_similarity,
    corrected_ghd,
    corrected_pk,
    corrected_segmentation_similarity,
    corrected_window_diff,
)
from accord.measure.boundaries.windows import (
    boundary_alpha,
    boundary_kappa,
    boundary_pi,
    ghd,
    pk,
    window_diff,
)
from accord.measure.catalogue import MEASURES, find
from accord.measure.chains.chain_labels import (
    chain_alpha,
    chain_alpha_prime,
    chain_beta,
    chain_conditions,
    chain_pi,
)
from accord.measure.chains.coreference import b_cubed, blanc, ceaf_e, ceaf_m, conll, lea, muc
from accord.measure.chains.coreference_chance import LinkTable, link_kappa, link_table, rand
from accord.measure.chains.deixis import Antecedents, antecedents, deixis_readings
from accord.measure.cube.coefficients import (
    ac1,
    ac2,
    alpha,
    alpha_prime,
    beta,
    kappa,
    percent,
    pi,
    s,
    weighted_kappa,
    weighted_s,
)
from accord.measure.distances.distance import Distance, distance
from accord.measure.distances.taxonomic import taxonomic
from accord.measure.entry import Measure
from accord.measure.gamma.align.alignment import Alignment, best_alignment, gold_standard
from accord.measure.gamma.align.cover import Budget
from accord.measure.gamma.dissimilarity import Dissimilarity, features
from accord.measure.gamma.gamma import gamma
from accord.measure.gamma.gamma_cat import gamma_cat, gamma_k
from accord.measure.labels.by_dimension import (
    DimensionAgreement,
    by_dimension,
    dimension_correlations,
    global_beta,
)
from accord.measure.labels.correlation import association, icc, light_kappa
from accord.measure.labels.kappa_tw import kappa_tw
from accord.measure.labels.senses import by_lemma, sense_alpha
from accord.measure.labels.skew import Skew, bias, confusion, skew
from accord.measure.latent.aickin import aickin_alpha
from accord.measure.latent.dawid_skene import dawid_skene
from accord.measure.latent.latent_class import LatentClasses, codings_needed, latent_classes
from accord.measure.latent.majority import Consensus, majority
from accord.measure.spans.discretized import alpha_d, kappa_d, pi_d
from accord.measure.spans.pairwise import atom_f1, overlap_f1, partial_f1, slot_error_rate, span_f1
from accord.measure.spans.unitizing import bar_u_alpha, cu_alpha, ku_alpha, u_alpha
from accord.measure.spans.unitizing_1995 import alpha_u_1995
from accord.measure.spans.unitizing_2013 import cu_alpha_2013, u_alpha_2013
from accord.model.agreement import Agreement, Interval, __version__
from accord.model.chains.labelled import label_chains
from accord.model.chains.links import from_links
from accord.model.chains.mentions import common_mentions, match_mentions, with_singletons
from accord.model.chains.partitions import Chains, Partitions
from accord.model.codings.codings import Codings
from accord.model.codings.dimensions import Dimensions, dimensions
from accord.model.codings.label_sets import from_labels
from accord.model.codings.tabular import (
    codings,
    declare,
    from_coders,
    from_columns,
    from_confusion,
    from_counts,
    from_frame,
    from_wide,
)
from accord.model.codings.taxonomy import Taxonomy
from accord.model.convert import (
    codings_to_segmentations,
    codings_to_units,
    segmentations_to_codings,
    segmentations_to_units,
    units_to_codings,
    units_to_segmentations,
    units_to_sets,
)
from accord.model.properties import Properties, properties
from accord.model.units.blocks import split
from accord.model.units.segmentations import Segmentation, Segmentations
from accord.model.units.unitizings import Continuum, Unit, Unitizings
from accord.read.door.limits import Limits
from accord.read.door.read import contents, read

if TYPE_CHECKING:
    from accord.engine.saved import load_tally, save_tally
    from accord.engine.tables_in_engines import count
    from accord.infer.advice.choose import Choice, choose
    from accord.infer.advice.differences import Difference, explain
    from accord.infer.advice.plan import (
        Plan,
        chance_agreements,
        krippendorff_minimum,
        plan_from_pilot,
        plan_items,
    )
    from accord.infer.advice.reading_values import Reading, advise, interpret
    from accord.infer.resample.interval import interval
    from accord.infer.resample.krippendorff import coincidences
    from accord.infer.resample.replicates import Replicates, replicates
    from accord.infer.tests.analytic import StandardError, standard_error
    from accord.infer.tests.compare import Comparison, compare
    from accord.infer.tests.people import alternative_annotator_test, ceiling, intra_coder
    from accord.infer.tests.permutation import permutation_test
    from accord.infer.tests.significance import Significance, level_test, probability_below, z_test
    from accord.infer.why.anatomy import Anatomy, Place, anatomy
    from accord.infer.why.breakdown import Breakdown, breakdown
    from accord.infer.why.chain_anatomy import ChainAnatomy, chain_anatomy
    from accord.infer.why.decomposition import decompose
    from accord.infer.why.influence import adjudicate, collapse, influence
    from accord.infer.why.matrices import coincidence_matrix, confusion_matrix, pair_matrix
    from accord.infer.why.pairs import by_pair
    from accord.read.door.chains import read_chains
    from accord.read.door.examples import example, example_taxonomy
    from accord.read.door.records import from_records
    from accord.read.tables.taxonomies import read_taxonomy
    from accord.report.overview import Report, report_on
    from accord.report.render.charts import chart, charts
    from accord.report.render.figures import figures, write_report
    from accord.report.write import write
    from accord.simulate.antecedents import simulated_chains
    from accord.simulate.curves import Curves, curves
    from accord.simulate.desiderata import desiderata
    from accord.simulate.paper_figures import FIGURES, figure
    from accord.simulate.references import (
        BoundaryModel,
        ChainModel,
        LabelModel,
        UnitModel,
        reference_of,
    )
    from accord.simulate.shuffling import MISTAKES, shuffle

_LATER = {
    "accord.infer.advice.reading_values": "Reading advise interpret",
    "accord.infer.tests.analytic": "StandardError standard_error",
    "accord.infer.why.anatomy": "Anatomy Place anatomy",
    "accord.infer.why.breakdown": "Breakdown breakdown",
    "accord.infer.why.chain_anatomy": "ChainAnatomy chain_anatomy",
    "accord.infer.advice.choose": "Choice choose",
    "accord.infer.tests.compare": "Comparison compare",
    "accord.infer.why.decomposition": "decompose",
    "accord.infer.why.influence": "adjudicate collapse influence",
    "accord.infer.resample.interval": "interval",
    "accord.infer.resample.krippendorff": "coincidences",
    "accord.infer.why.matrices": "coincidence_matrix confusion_matrix pair_matrix",
    "accord.infer.why.pairs": "by_pair",
    "accord.infer.tests.people": "alternative_annotator_test ceiling intra_coder",
    "accord.infer.tests.permutation": "permutation_test",
    "accord.infer.advice.plan": (
        "Plan chance_agreements krippendorff_minimum plan_from_pilot plan_items"
    ),
    "accord.infer.resample.replicates": "Replicates replicates",
    "accord.infer.tests.significance": "Significance level_test probability_below z_test",
    "accord.infer.advice.differences": "Difference explain",
    "accord.read.door.chains": "read_chains",
    "accord.engine.tables_in_engines": "count",
    "accord.read.door.examples": "example example_taxonomy",
    "accord.read.door.records": "from_records",
    "accord.engine.saved": "load_tally save_tally",
    "accord.read.tables.taxonomies": "read_taxonomy",
    "accord.report.render.charts": "chart charts",
    "accord.report.render.figures": "figures write_report",
    "accord.report.write": "write",
    "accord.report.overview": "Report report_on",
    "accord.simulate.antecedents": "simulated_chains",
    "accord.simulate.curves": "Curves curves",
    "accord.simulate.desiderata": "desiderata",
    "accord.simulate.paper_figures": "FIGURES figure",
    "accord.simulate.references": "BoundaryModel ChainModel LabelModel UnitModel reference_of",
    "accord.simulate.shuffling": "MISTAKES shuffle",
}
"""Names that are imported when they are first used: `import accord` stays cheap."""

_HOME = {name: module for module, names in _LATER.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'accord' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})


__all__ = [
    "FIGURES",
    "MEASURES",
    "MISTAKES",
    "AccordError",
    "Agreement",
    "Alignment",
    "Anatomy",
    "Antecedents",
    "BoundaryModel",
    "Breakdown",
    "Budget",
    "ChainAnatomy",
    "ChainModel",
    "Chains",
    "Choice",
    "Codings",
    "Comparison",
    "Consensus",
    "Continuum",
    "Curves",
    "DataError",
    "Difference",
    "DimensionAgreement",
    "Dimensions",
    "Dissimilarity",
    "Distance",
    "Interval",
    "LabelModel",
    "LatentClasses",
    "Limits",
    "LinkTable",
    "Measure",
    "MissingExtraError",
    "NotApplicableError",
    "Partitions",
    "Place",
    "Plan",
    "Properties",
    "Reading",
    "Replicates",
    "Report",
    "Segmentation",
    "Segmentations",
    "Significance",
    "Skew",
    "StandardError",
    "Tally",
    "Taxonomy",
    "Unit",
    "UnitModel",
    "Unitizings",
    "UnknownNameError",
    "__version__",
    "ac1",
    "ac2",
    "adjudicate",
    "advise",
    "aickin_alpha",
    "alpha",
    "alpha_d",
    "alpha_prime",
    "alpha_u_1995",
    "alternative_annotator_test",
    "anatomy",
    "antecedents",
    "association",
    "atom_f1",
    "b_cubed",
    "bar_u_alpha",
    "best_alignment",
    "beta",
    "bias",
    "blanc",
    "boundary_alpha",
    "boundary_kappa",
    "boundary_pi",
    "boundary_similarity",
    "breakdown",
    "by_dimension",
    "by_lemma",
    "by_pair",
    "ceaf_e",
    "ceaf_m",
    "ceiling",
    "chain_alpha",
    "chain_alpha_prime",
    "chain_anatomy",
    "chain_beta",
    "chain_conditions",
    "chain_pi",
    "chance_agreements",
    "chart",
    "charts",
    "choose",
    "codings",
    "codings_needed",
    "codings_to_segmentations",
    "codings_to_units",
    "coincidence_matrix",
    "coincidences",
    "collapse",
    "common_mentions",
    "compare",
    "confusion",
    "confusion_matrix",
    "conll",
    "contents",
    "corrected_boundary_similarity",
    "corrected_ghd",
    "corrected_pk",
    "corrected_segmentation_similarity",
    "corrected_window_diff",
    "count",
    "cu_alpha",
    "cu_alpha_2013",
    "curves",
    "dawid_skene",
    "declare",
    "decompose",
    "deixis_readings",
    "desiderata",
    "dimension_correlations",
    "dimensions",
    "distance",
    "example",
    "example_taxonomy",
    "explain",
    "features",
    "figure",
    "figures",
    "find",
    "from_coders",
    "from_columns",
    "from_confusion",
    "from_counts",
    "from_frame",
    "from_labels",
    "from_links",
    "from_records",
    "from_wide",
    "gamma",
    "gamma_cat",
    "gamma_k",
    "ghd",
    "global_beta",
    "gold_standard",
    "icc",
    "influence",
    "interpret",
    "interval",
    "intra_coder",
    "kappa",
    "kappa_d",
    "kappa_tw",
    "krippendorff_minimum",
    "ku_alpha",
    "label_chains",
    "latent_classes",
    "lea",
    "level_test",
    "light_kappa",
    "link_kappa",
    "link_table",
    "load_tally",
    "majority",
    "match_mentions",
    "merge",
    "muc",
    "overlap_f1",
    "pair_matrix",
    "partial_f1",
    "percent",
    "permutation_test",
    "pi",
    "pi_d",
    "pk",
    "plan_from_pilot",
    "plan_items",
    "probability_below",
    "properties",
    "rand",
    "read",
    "read_chains",
    "read_taxonomy",
    "reference_of",
    "replicates",
    "report_on",
    "s",
    "save_tally",
    "segmentation_similarity",
    "segmentations_to_codings",
    "segmentations_to_units",
    "sense_alpha",
    "shuffle",
    "simulated_chains",
    "skew",
    "slot_error_rate",
    "span_f1",
    "split",
    "standard_error",
    "taxonomic",
    "u_alpha",
    "u_alpha_2013",
    "units_to_codings",
    "units_to_segmentations",
    "units_to_sets",
    "weighted_kappa",
    "weighted_s",
    "window_diff",
    "with_singletons",
    "write",
    "write_report",
    "z_test",
]
