"""accord: inter-annotator agreement, how sure it is, and where disagreement comes from."""

from importlib import import_module
from typing import TYPE_CHECKING

from accord.errors import (
    AccordError,
    DataError,
    MissingExtraError,
    NotApplicableError,
    UnknownNameError,
)
from accord.measure.aickin import aickin_alpha
from accord.measure.align_lp import Budget
from accord.measure.alignment import Alignment, best_alignment, gold_standard
from accord.measure.boundary_edit import boundary_similarity, segmentation_similarity
from accord.measure.catalogue import MEASURES, find
from accord.measure.chain_labels import (
    chain_alpha,
    chain_alpha_prime,
    chain_beta,
    chain_conditions,
    chain_pi,
)
from accord.measure.coding import (
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
from accord.measure.consensus import Consensus, majority
from accord.measure.coreference import b_cubed, blanc, ceaf_e, ceaf_m, conll, lea, muc
from accord.measure.coreference_chance import LinkTable, link_kappa, link_table, rand
from accord.measure.correlation import association, icc, light_kappa
from accord.measure.dawid_skene import dawid_skene
from accord.measure.deixis import Antecedents, antecedents, deixis_readings
from accord.measure.dimensions import (
    DimensionAgreement,
    by_dimension,
    dimension_correlations,
    global_beta,
)
from accord.measure.discretized import alpha_d, kappa_d, pi_d
from accord.measure.dissimilarity import Dissimilarity, features
from accord.measure.distances import Distance, distance
from accord.measure.entry import Measure
from accord.measure.gamma import gamma
from accord.measure.gamma_cat import gamma_cat, gamma_k
from accord.measure.kappa_tw import kappa_tw
from accord.measure.latent_class import LatentClasses, codings_needed, latent_classes
from accord.measure.segmentation import (
    boundary_alpha,
    boundary_kappa,
    boundary_pi,
    ghd,
    pk,
    window_diff,
)
from accord.measure.segmentation_chance import (
    corrected_boundary_similarity,
    corrected_ghd,
    corrected_pk,
    corrected_segmentation_similarity,
    corrected_window_diff,
)
from accord.measure.senses import by_lemma, sense_alpha
from accord.measure.skew import Skew, bias, confusion, skew
from accord.measure.spans import atom_f1, overlap_f1, partial_f1, slot_error_rate, span_f1
from accord.measure.taxonomic import taxonomic
from accord.measure.unitizing import bar_u_alpha, cu_alpha, ku_alpha, u_alpha
from accord.measure.unitizing_1995 import alpha_u_1995
from accord.measure.unitizing_2013 import cu_alpha_2013, u_alpha_2013
from accord.model.agreement import Agreement, Interval, __version__
from accord.model.anaphora import from_links
from accord.model.blocks import split
from accord.model.codings import Codings
from accord.model.convert import (
    codings_to_segmentations,
    codings_to_units,
    segmentations_to_codings,
    segmentations_to_units,
    units_to_codings,
    units_to_segmentations,
    units_to_sets,
)
from accord.model.convert_chains import label_chains
from accord.model.dimensions import Dimensions, dimensions
from accord.model.label_sets import from_labels
from accord.model.mentions import common_mentions, match_mentions, with_singletons
from accord.model.partitions import Chains, Partitions
from accord.model.properties import Properties, properties
from accord.model.segmentations import Segmentation, Segmentations
from accord.model.tables import (
    codings,
    declare,
    from_coders,
    from_columns,
    from_confusion,
    from_counts,
    from_frame,
    from_wide,
)
from accord.model.tally import Tally
from accord.model.tally_parts import merge
from accord.model.taxonomy import Taxonomy
from accord.model.unitizings import Continuum, Unit, Unitizings
from accord.read.limits import Limits
from accord.read.reading import contents, read

if TYPE_CHECKING:
    from accord.infer.advice import Reading, advise, interpret
    from accord.infer.analytic import StandardError, standard_error
    from accord.infer.anatomy import Anatomy, Place, anatomy
    from accord.infer.breakdown import Breakdown, breakdown
    from accord.infer.chain_anatomy import ChainAnatomy, chain_anatomy
    from accord.infer.choose import Choice, choose
    from accord.infer.compare import Comparison, compare
    from accord.infer.decomposition import decompose
    from accord.infer.differences import Difference, explain
    from accord.infer.influence import adjudicate, collapse, influence
    from accord.infer.intervals import interval
    from accord.infer.krippendorff import coincidences
    from accord.infer.matrices import coincidence_matrix, confusion_matrix, pair_matrix
    from accord.infer.pairs import by_pair
    from accord.infer.people import alternative_annotator_test, ceiling, intra_coder
    from accord.infer.permutation import permutation_test
    from accord.infer.plan import (
        Plan,
        chance_agreements,
        krippendorff_minimum,
        plan_from_pilot,
        plan_items,
    )
    from accord.infer.resample import Replicates, replicates
    from accord.infer.significance import Significance, level_test, probability_below, z_test
    from accord.read.coreference import read_chains
    from accord.read.counting import count
    from accord.read.examples import example, example_taxonomy
    from accord.read.records import from_records
    from accord.read.tallies import load_tally, save_tally
    from accord.read.taxonomies import read_taxonomy
    from accord.report.charts import chart, charts
    from accord.report.figures import figures, write_report
    from accord.report.jsonl import write
    from accord.report.overview import Report, report_on
    from accord.simulate.chains import simulated_chains
    from accord.simulate.curves import Curves, curves
    from accord.simulate.desiderata import desiderata
    from accord.simulate.figures import FIGURES, figure
    from accord.simulate.references import (
        BoundaryModel,
        ChainModel,
        LabelModel,
        UnitModel,
        reference_of,
    )
    from accord.simulate.shuffling import MISTAKES, shuffle

_LATER = {
    "accord.infer.advice": "Reading advise interpret",
    "accord.infer.analytic": "StandardError standard_error",
    "accord.infer.anatomy": "Anatomy Place anatomy",
    "accord.infer.breakdown": "Breakdown breakdown",
    "accord.infer.chain_anatomy": "ChainAnatomy chain_anatomy",
    "accord.infer.choose": "Choice choose",
    "accord.infer.compare": "Comparison compare",
    "accord.infer.decomposition": "decompose",
    "accord.infer.influence": "adjudicate collapse influence",
    "accord.infer.intervals": "interval",
    "accord.infer.krippendorff": "coincidences",
    "accord.infer.matrices": "coincidence_matrix confusion_matrix pair_matrix",
    "accord.infer.pairs": "by_pair",
    "accord.infer.people": "alternative_annotator_test ceiling intra_coder",
    "accord.infer.permutation": "permutation_test",
    "accord.infer.plan": ("Plan chance_agreements krippendorff_minimum plan_from_pilot plan_items"),
    "accord.infer.resample": "Replicates replicates",
    "accord.infer.significance": "Significance level_test probability_below z_test",
    "accord.infer.differences": "Difference explain",
    "accord.read.coreference": "read_chains",
    "accord.read.counting": "count",
    "accord.read.examples": "example example_taxonomy",
    "accord.read.records": "from_records",
    "accord.read.tallies": "load_tally save_tally",
    "accord.read.taxonomies": "read_taxonomy",
    "accord.report.charts": "chart charts",
    "accord.report.figures": "figures write_report",
    "accord.report.jsonl": "write",
    "accord.report.overview": "Report report_on",
    "accord.simulate.chains": "simulated_chains",
    "accord.simulate.curves": "Curves curves",
    "accord.simulate.desiderata": "desiderata",
    "accord.simulate.figures": "FIGURES figure",
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
    "FIGURES", "MEASURES", "MISTAKES", "AccordError", "Agreement", "Alignment", "Anatomy",
    "Antecedents", "BoundaryModel", "Breakdown", "Budget", "ChainAnatomy", "ChainModel",
    "Chains", "Choice", "Codings", "Comparison", "Consensus", "Continuum", "Curves",
    "DataError", "Difference", "DimensionAgreement", "Dimensions", "Dissimilarity", "Distance",
    "Interval", "LabelModel", "LatentClasses", "Limits", "LinkTable", "Measure",
    "MissingExtraError", "NotApplicableError", "Partitions", "Place", "Plan", "Properties",
    "Reading", "Replicates", "Report", "Segmentation", "Segmentations", "Significance", "Skew",
    "StandardError", "Tally", "Taxonomy", "Unit", "UnitModel", "Unitizings", "UnknownNameError",
    "__version__", "ac1", "ac2", "adjudicate", "advise", "aickin_alpha", "alpha", "alpha_d",
    "alpha_prime", "alpha_u_1995", "alternative_annotator_test", "anatomy", "antecedents",
    "association", "atom_f1", "b_cubed", "bar_u_alpha", "best_alignment", "beta", "bias",
    "blanc", "boundary_alpha", "boundary_kappa", "boundary_pi", "boundary_similarity",
    "breakdown", "by_dimension", "by_lemma", "by_pair", "ceaf_e", "ceaf_m", "ceiling",
    "chain_alpha", "chain_alpha_prime", "chain_anatomy", "chain_beta", "chain_conditions",
    "chain_pi", "chance_agreements", "chart", "charts", "choose", "codings", "codings_needed",
    "codings_to_segmentations", "codings_to_units", "coincidence_matrix", "coincidences",
    "collapse", "common_mentions", "compare", "confusion", "confusion_matrix", "conll",
    "contents", "corrected_boundary_similarity", "corrected_ghd", "corrected_pk",
    "corrected_segmentation_similarity", "corrected_window_diff", "count", "cu_alpha",
    "cu_alpha_2013", "curves", "dawid_skene", "declare", "decompose", "deixis_readings",
    "desiderata", "dimension_correlations", "dimensions", "distance", "example",
    "example_taxonomy", "explain", "features", "figure", "figures", "find", "from_coders",
    "from_columns", "from_confusion", "from_counts", "from_frame", "from_labels", "from_links",
    "from_records", "from_wide", "gamma", "gamma_cat", "gamma_k", "ghd", "global_beta",
    "gold_standard", "icc", "influence", "interpret", "interval", "intra_coder", "kappa",
    "kappa_d", "kappa_tw", "krippendorff_minimum", "ku_alpha", "label_chains", "latent_classes",
    "lea", "level_test", "light_kappa", "link_kappa", "link_table", "load_tally", "majority",
    "match_mentions", "merge", "muc", "overlap_f1", "pair_matrix", "partial_f1", "percent",
    "permutation_test", "pi", "pi_d", "pk", "plan_from_pilot", "plan_items",
    "probability_below", "properties", "rand", "read", "read_chains", "read_taxonomy",
    "reference_of", "replicates", "report_on", "s", "save_tally", "segmentation_similarity",
    "segmentations_to_codings", "segmentations_to_units", "sense_alpha", "shuffle",
    "simulated_chains", "skew", "slot_error_rate", "span_f1", "split", "standard_error",
    "taxonomic", "u_alpha", "u_alpha_2013", "units_to_codings", "units_to_segmentations",
    "units_to_sets", "weighted_kappa", "weighted_s", "window_diff", "with_singletons", "write",
    "write_report", "z_test",
]  # fmt: skip
