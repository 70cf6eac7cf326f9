"""The measures as people call them. Written by tools/stub.py."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Unpack

import numpy as np

from accord._measure.distances.metric import Distance
from accord._measure.gamma.align.cover import Budget
from accord._measure.gamma.dissimilarity import Dissimilarity
from accord._read.door.in_memory import Data, DataKeywords
from accord.model.agreement import Agreement
from accord.tasks import Tasks

DistanceName = Literal[
    "nominal",
    "ordinal",
    "interval",
    "ratio",
    "circular",
    "bipolar",
    "linear",
    "rank-linear",
    "rank-quadratic",
    "passonneau",
    "jaccard",
    "dice",
    "masi",
    "survey-masi",
    "edit",
    "chrf",
    "ngrams",
    "kendall",
    "footrule",
    "spearman",
    "cosine",
    "euclidean",
    "tree-edit",
    "tree-edit-diff",
    "tree-edit-norm",
    "smatch",
]
AnyDistance = DistanceName | Distance | Mapping[Any, Any] | Callable[..., float]

def percent(
    data: Data,
    *more: Data,
    missing: Literal["available", "pairable", "complete"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Percent agreement: how often pairs of coders chose the same label, mean over items."""

def s(
    data: Data,
    *more: Data,
    missing: Literal["available", "pairable", "complete"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Bennett's S (Brennan–Prediger κ): by chance, every category is equally likely."""

def weighted_s(
    data: Data,
    *more: Data,
    distance: AnyDistance,
    missing: Literal["available", "pairable", "complete"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Weighted Brennan–Prediger (S_w): S with a distance between categories."""

def pi(
    data: Data,
    *more: Data,
    missing: Literal["available", "pairable", "complete"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Scott's π; with three or more coders Fleiss' κ (multi-π)."""

def kappa(
    data: Data,
    *more: Data,
    missing: Literal["available", "pairable", "complete"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Cohen's κ; with three or more coders Conger's κ (multi-κ)."""

def weighted_kappa(
    data: Data,
    *more: Data,
    distance: AnyDistance,
    missing: Literal["available", "pairable", "complete"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Cohen's weighted κ: two coders, with a distance between categories (Cohen 1968)."""

def alpha(
    data: Data,
    *more: Data,
    distance: AnyDistance = ...,
    missing: Literal["available", "pairable", "complete"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Krippendorff's α: any number of coders, missing labels, any distance."""

def alpha_prime(
    data: Data,
    *more: Data,
    distance: AnyDistance,
    missing: Literal["available", "pairable", "complete"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Weighted π (weighted Fleiss' κ, α′): π with a distance between categories."""

def beta(
    data: Data,
    *more: Data,
    distance: AnyDistance,
    missing: Literal["available", "pairable", "complete"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Weighted multi-κ (β): weighted κ for any number of coders (Artstein & Poesio 2005)."""

def ac1(
    data: Data,
    *more: Data,
    missing: Literal["available", "pairable", "complete"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Gwet's AC1: chance agreement only on items that are hard to label."""

def ac2(
    data: Data,
    *more: Data,
    distance: AnyDistance,
    missing: Literal["available", "pairable", "complete"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Gwet's AC2: AC1 with a distance between categories."""

def light_kappa(
    data: Data,
    *more: Data,
    missing: Literal["available", "pairable", "complete"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Light's κ: the mean of Cohen's κ over all pairs of coders."""

def icc(
    data: Data,
    *more: Data,
    form: Literal["1,1", "2,1", "3,1", "1,k", "2,k", "3,k"] = ...,
    missing: Literal["reml", "complete"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Intraclass correlation (ICC) of ratings, in the six forms of Shrout & Fleiss (1979)."""

def kendall_w(
    data: Data,
    *more: Data,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Kendall's W: do the coders rank the items in the same order? Corrected for ties."""

def spearman(
    data: Data,
    *more: Data,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Mean of Spearman's ρ over coder pairs: do they put the items in the same order?"""

def tau_b(
    data: Data,
    *more: Data,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Mean of Kendall's τ-b over coder pairs: how often do they put two items in the same order?"""

def ccc(
    data: Data,
    *more: Data,
    missing: Literal["available", "pairable", "complete"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Lin's concordance correlation ρ_c for two coders, the overall ρ_c for more."""

def aickin_alpha(
    data: Data,
    *more: Data,
    easy: Literal["constant", "linear"] = ...,
    max_iter: int = ...,
    tolerance: float = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Aickin's α (a): the share of easy items, by maximum likelihood, for two or more coders."""

def u_alpha(
    data: Data,
    *more: Data,
    atom: float | str | Mapping[Any, Any] | None = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Krippendorff's uα (2016): agreement on the whole text, marked or not, and on the labels."""

def bar_u_alpha(
    data: Data,
    *more: Data,
    atom: float | str | Mapping[Any, Any] | None = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Krippendorff's |uα (2016): agreement on what is marked, ignoring labels."""

def cu_alpha(
    data: Data,
    *more: Data,
    distance: AnyDistance = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Krippendorff's cuα (2016): agreement on labels where spans of two coders overlap."""

def ku_alpha(
    data: Data,
    *more: Data,
    category: Any = ...,
    distance: AnyDistance = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
) -> Agreement:
    """Krippendorff's (k)uα (2016): agreement on one label where its spans overlap others."""

def alpha_u_1995(
    data: Data,
    *more: Data,
    category: Any = ...,
    atom: float | str | Mapping[Any, Any] | None = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
) -> Agreement:
    """α_U (Krippendorff 1995, with the expected disagreement of 2004)."""

def u_alpha_2013(
    data: Data,
    *more: Data,
    atom: float | str | Mapping[Any, Any] | None = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """uα of Krippendorff 2013: squared lengths of the intersections that do not match."""

def cu_alpha_2013(
    data: Data,
    *more: Data,
    distance: AnyDistance = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """c|uα of Krippendorff 2013: how far categories agree where units meet, with a distance."""

def kappa_d(
    data: Data,
    *more: Data,
    atom: float | str | Mapping[Any, Any] | None = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """κ_d: κ on atoms, each with the category of the unit at its middle, or blank."""

def pi_d(
    data: Data,
    *more: Data,
    atom: float | str | Mapping[Any, Any] | None = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """π_d: π on atoms; chance is one distribution of categories (blank among them) for all."""

def alpha_d(
    data: Data,
    *more: Data,
    distance: AnyDistance = ...,
    atom: float | str | Mapping[Any, Any] | None = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """α_d: α on atoms; chance draws two of all atoms, blanks included."""

def slot_error_rate(
    data: Data,
    *more: Data,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """SER: errors of one coder against another as reference, per unit of the reference."""

def span_f1(
    data: Data,
    *more: Data,
    typed: bool = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """F1 of exact spans: a unit is found if the other coder has the same span and category."""

def overlap_f1(
    data: Data,
    *more: Data,
    typed: bool = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """F1 of overlapping spans: a unit is found if any unit of the other coder overlaps it."""

def partial_f1(
    data: Data,
    *more: Data,
    typed: bool = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """F1 with partial credit: 1 for the same span, one half for a span that overlaps."""

def atom_f1(
    data: Data,
    *more: Data,
    typed: bool = ...,
    atom: float | str | Mapping[Any, Any] | None = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """F1 of atoms (tokens, characters): an atom in a unit is found if the other has it too."""

def corrected_span_f1(
    data: Data,
    *more: Data,
    match: Literal["exact", "overlap", "partial"] = ...,
    typed: bool = ...,
    atom: float | str | Mapping[Any, Any] | None = ...,
    rng: int | np.random.Generator = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """F1 of spans corrected for chance: what is found beyond the same spans anywhere."""

def begin_f1(
    data: Data,
    *more: Data,
    tolerance: float = ...,
    first: bool = ...,
    pooled: Literal["pairs", "spans"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """F1 of where spans begin: one is found if the other coder has one within `tolerance`."""

def pk(
    data: Data,
    *more: Data,
    window: int | str = ...,
    reference: Any = ...,
    boundary_type: Any = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """P_k: the share of windows whose two ends are in one segment for one coder only."""

def window_diff(
    data: Data,
    *more: Data,
    window: int | str = ...,
    reference: Any = ...,
    boundary_type: Any = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """WindowDiff: the share of windows in which two coders have different numbers of boundaries."""

def ghd(
    data: Data,
    *more: Data,
    insertion: float = ...,
    deletion: float = ...,
    shift: float = ...,
    boundary_type: Any = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """GHD: the cheapest way of turning one coder's boundaries into the other's."""

def boundary_kappa(
    data: Data,
    *more: Data,
    edges: bool = ...,
    boundary_type: Any = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """κ on boundaries: each place between two atoms is an item, boundary or not."""

def boundary_pi(
    data: Data,
    *more: Data,
    edges: bool = ...,
    boundary_type: Any = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """π (K) on boundaries: each place between two atoms is an item, boundary or not."""

def boundary_alpha(
    data: Data,
    *more: Data,
    distance: AnyDistance = ...,
    edges: bool = ...,
    boundary_type: Any = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """α on boundaries: each place between two atoms is an item, boundary or not."""

def boundary_similarity(
    data: Data,
    *more: Data,
    n_t: int = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """B: edits that remain, weighted, per pair of boundaries that could have matched (Fournier)."""

def segmentation_similarity(
    data: Data,
    *more: Data,
    n_t: int = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """S: edits that remain, weighted, per place where a boundary could be (Fournier & Inkpen)."""

def pi_b(
    data: Data,
    *more: Data,
    n_t: int = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """π_B: boundary similarity with one probability of a boundary for all coders (Fournier)."""

def kappa_b(
    data: Data,
    *more: Data,
    n_t: int = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """κ_B: boundary similarity with each coder's own probability of a boundary (Fournier)."""

def corrected_pk(
    data: Data,
    *more: Data,
    window: int | str = ...,
    chance: Literal["segments", "places"] = ...,
    samples: int = ...,
    rng: int | np.random.Generator = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """P_k corrected for chance: 1 − P_k / mean P_k of shuffled segmentations."""

def corrected_window_diff(
    data: Data,
    *more: Data,
    window: int | str = ...,
    chance: Literal["segments", "places"] = ...,
    samples: int = ...,
    rng: int | np.random.Generator = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """WindowDiff corrected for chance: 1 − WD / mean WD of shuffled segmentations."""

def corrected_ghd(
    data: Data,
    *more: Data,
    insertion: float = ...,
    deletion: float = ...,
    shift: float = ...,
    chance: Literal["segments", "places"] = ...,
    samples: int = ...,
    rng: int | np.random.Generator = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """GHD corrected for chance: 1 − GHD / mean GHD of shuffled segmentations."""

def corrected_boundary_similarity(
    data: Data,
    *more: Data,
    n_t: int = ...,
    chance: Literal["segments", "places"] = ...,
    samples: int = ...,
    rng: int | np.random.Generator = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """B corrected for chance: 1 − (1 − B) / mean (1 − B) of shuffled segmentations."""

def corrected_segmentation_similarity(
    data: Data,
    *more: Data,
    n_t: int = ...,
    chance: Literal["segments", "places"] = ...,
    samples: int = ...,
    rng: int | np.random.Generator = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """S corrected for chance: 1 − (1 − S) / mean (1 − S) of shuffled segmentations."""

def segment_alpha(
    data: Data,
    *more: Data,
    overlap_by: Literal["dice", "jaccard"] = ...,
    chance: Literal["segments", "places"] = ...,
    samples: int = ...,
    rng: int | np.random.Generator = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """α over segments: the segments of two coders at a place, compared by Dice or Jaccard."""

def muc(
    data: Data,
    *more: Data,
    mentions: Literal["marked", "common", "singletons"] = ...,
    matching: Literal["exact", "head", "overlap"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """MUC: the links of one coder's chains that the other's have too (Vilain et al. 1995)."""

def b_cubed(
    data: Data,
    *more: Data,
    mentions: Literal["marked", "common", "singletons"] = ...,
    matching: Literal["exact", "head", "overlap"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """B³: for each mention, the share of its chain that the other coder has too."""

def ceaf_m(
    data: Data,
    *more: Data,
    mentions: Literal["marked", "common", "singletons"] = ...,
    matching: Literal["exact", "head", "overlap"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """CEAF-m: the mentions that chains share when chains are matched one to one (Luo 2005)."""

def ceaf_e(
    data: Data,
    *more: Data,
    mentions: Literal["marked", "common", "singletons"] = ...,
    matching: Literal["exact", "head", "overlap"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """CEAF-e: how similar chains are when they are matched one to one (Luo 2005, φ₄)."""

def blanc(
    data: Data,
    *more: Data,
    mentions: Literal["marked", "common", "singletons"] = ...,
    matching: Literal["exact", "head", "overlap"] = ...,
    lacking: Literal["luo", "recasens"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """BLANC: pairs of mentions that corefer and pairs that do not, equally important."""

def lea(
    data: Data,
    *more: Data,
    mentions: Literal["marked", "common", "singletons"] = ...,
    matching: Literal["exact", "head", "overlap"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """LEA: how much of each chain is resolved, chains weighted by their size."""

def conll(
    data: Data,
    *more: Data,
    mentions: Literal["marked", "common", "singletons"] = ...,
    matching: Literal["exact", "head", "overlap"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """CoNLL score: the mean of the F of MUC, B³ and CEAF-e (Pradhan et al. 2012)."""

def link_kappa(
    data: Data,
    *more: Data,
    mentions: Literal["marked", "common", "singletons"] = ...,
    matching: Literal["exact", "head", "overlap"] = ...,
    chance: Literal["document", "pooled"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """κ of coreference links (Passonneau 1997), the chains of two coders as a 2 × 2 table."""

def rand(
    data: Data,
    *more: Data,
    mentions: Literal["marked", "common", "singletons"] = ...,
    matching: Literal["exact", "head", "overlap"] = ...,
    chance: Literal["document", "pooled"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """κ over all pairs of mentions: the adjusted Rand index."""

def gamma(
    data: Data,
    *more: Data,
    alpha: float = ...,
    beta: float = ...,
    distance: AnyDistance = ...,
    f_cat: Literal["identity", "forbidding"] | Any = ...,
    delta: float = ...,
    dissimilarity: Dissimilarity | None = ...,
    chance: Literal["auto", "continuum", "corpus", "model"] = ...,
    precision: float | None = ...,
    confidence: float = ...,
    samples: int = ...,
    rng: int | np.random.Generator = ...,
    n_jobs: Tasks | int | None = ...,
    budget: Budget | float | None = ...,
    progress: Callable[..., Any] | None = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """γ: agreement on position and label together, for spans that may overlap or be nested."""

def gamma_cat(
    data: Data,
    *more: Data,
    alpha: float = ...,
    beta: float = ...,
    distance: AnyDistance = ...,
    f_cat: Literal["identity", "forbidding"] | Any = ...,
    delta: float = ...,
    dissimilarity: Dissimilarity | None = ...,
    chance: Literal["auto", "continuum", "corpus", "model"] = ...,
    precision: float | None = ...,
    confidence: float = ...,
    samples: int = ...,
    rng: int | np.random.Generator = ...,
    n_jobs: Tasks | int | None = ...,
    budget: Budget | float | None = ...,
    progress: Callable[..., Any] | None = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """γ-cat: agreement on the labels of aligned spans, apart from their positions."""

def gamma_k(
    data: Data,
    *more: Data,
    alpha: float = ...,
    beta: float = ...,
    distance: AnyDistance = ...,
    f_cat: Literal["identity", "forbidding"] | Any = ...,
    delta: float = ...,
    dissimilarity: Dissimilarity | None = ...,
    chance: Literal["auto", "continuum", "corpus", "model"] = ...,
    precision: float | None = ...,
    confidence: float = ...,
    samples: int = ...,
    rng: int | np.random.Generator = ...,
    n_jobs: Tasks | int | None = ...,
    budget: Budget | float | None = ...,
    progress: Callable[..., Any] | None = ...,
    category: Any = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
) -> Agreement:
    """γ-k: agreement on one label, for the aligned spans where a coder chose it."""

def chain_pi(
    data: Data,
    *more: Data,
    label: Literal["antecedent", "partial", "full"] = ...,
    itself: bool = ...,
    mentions: Literal["marked", "common", "singletons"] = ...,
    matching: Literal["exact", "head", "overlap"] = ...,
    chance: Literal["members", "document", "pooled"] = ...,
    rng: int | np.random.Generator = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """K (π) on chains as labels: chains agree wholly or not at all."""

def chain_alpha(
    data: Data,
    *more: Data,
    label: Literal["antecedent", "partial", "full"] = ...,
    itself: bool = ...,
    mentions: Literal["marked", "common", "singletons"] = ...,
    matching: Literal["exact", "head", "overlap"] = ...,
    chance: Literal["members", "document", "pooled"] = ...,
    rng: int | np.random.Generator = ...,
    distance: AnyDistance,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """α on chains as labels, for any number of coders (Passonneau 2004)."""

def chain_alpha_prime(
    data: Data,
    *more: Data,
    label: Literal["antecedent", "partial", "full"] = ...,
    itself: bool = ...,
    mentions: Literal["marked", "common", "singletons"] = ...,
    matching: Literal["exact", "head", "overlap"] = ...,
    chance: Literal["members", "document", "pooled"] = ...,
    rng: int | np.random.Generator = ...,
    distance: AnyDistance,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """α′ on chains as labels: chance is one distribution of labels that all coders share."""

def chain_beta(
    data: Data,
    *more: Data,
    label: Literal["antecedent", "partial", "full"] = ...,
    itself: bool = ...,
    mentions: Literal["marked", "common", "singletons"] = ...,
    matching: Literal["exact", "head", "overlap"] = ...,
    chance: Literal["members", "document", "pooled"] = ...,
    rng: int | np.random.Generator = ...,
    distance: AnyDistance,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """β on chains as labels: chance is one distribution of labels for each coder."""

def alpha_within(
    data: Data,
    *more: Data,
    chance_from: Literal["auto", "block", "position", "options", "pair"] = ...,
    distance: AnyDistance = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """α with chance within the block, the item or the pair that a label was chosen from."""

def kappa_tw(
    data: Data,
    *more: Data,
    distance: AnyDistance,
    missing: Literal["available", "pairable", "complete"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """κ_tw: the mean over all pairs of coders of κ_w with a taxonomic distance."""

def sense_alpha(
    data: Data,
    *more: Data,
    distance: AnyDistance,
    lemma: str | Sequence[Any] = ...,
    missing: Literal["available", "pairable", "complete"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """α with chance within the lemma: agreement on senses, pooled over words."""

def global_beta(
    data: Data,
    *more: Data,
    distance: AnyDistance,
    dimension_weights: Mapping[Any, Any] | str | None = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """β_g: agreement on whole annotations, all dimensions of an item together."""

def sigma(
    data: Data,
    *more: Data,
    distance: AnyDistance,
    share: float = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """σ: the share of pairs of codings of an item that are closer than nearly all chance pairs."""

def ks(
    data: Data,
    *more: Data,
    distance: AnyDistance,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """KS: how far the distances within items lie below those between items, at most."""

def mv_alpha(
    data: Data,
    *more: Data,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """mvα: α of sets of labels; a value that two coders share is no disagreement."""

def augmented_kappa(
    data: Data,
    *more: Data,
    first: float = ...,
    sharing: Literal["minimum", "product"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Augmented κ: Cohen's κ if a coder may give a first and a second label."""

def majority_percent(
    data: Data,
    *more: Data,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Percent agreement with the majority opinion: codings that are the commonest of their item."""

def boundary_majority(
    data: Data,
    *more: Data,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Percent agreement with the majority opinion on boundaries: each place between atoms is an"""

def alpha_elsewhere(
    data: Data,
    *more: Data,
    distance: AnyDistance,
    source: Any = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """α against the chance of other codings, or of a known distribution of categories."""

def preference_u(
    data: Data,
    *more: Data,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Kendall's u: how well judges agree on which of two things is better, beyond chance."""

def r_wg(
    data: Data,
    *more: Data,
    null: Literal["uniform", "slight", "moderate", "heavy", "triangular", "normal"] = ...,
    scale: int | None = ...,
    null_variance: float | None = ...,
    negative: Literal["kept", "zero"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """r_WG, within-group agreement: how much less coders vary than random answers would."""

def r_wg_j(
    data: Data,
    *more: Data,
    null: Literal["uniform", "slight", "moderate", "heavy", "triangular", "normal"] = ...,
    scale: int | None = ...,
    null_variance: float | None = ...,
    target: str | None = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """r_WG(J), within-group agreement on a scale of J items about one target."""

def boundary_f1(
    data: Data,
    *more: Data,
    boundary_type: Any = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """F1 of boundaries: one is found if the other coder has one at the same place."""

def corrected_uas(
    data: Data,
    *more: Data,
    heads_by: Literal["trees", "offsets"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Attachment beyond chance: tokens with the same head, beside random trees over the tokens."""

def corrected_las(
    data: Data,
    *more: Data,
    heads_by: Literal["trees", "offsets"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Labelled attachment beyond chance: tokens with the same head and relation, beside random"""

def corrected_tree_edit(
    data: Data,
    *more: Data,
    distance: AnyDistance = ...,
    rng: int | np.random.Generator = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Edit distance of trees beyond chance: beside that of random trees over the same tokens."""

def tree_alpha(
    data: Data,
    *more: Data,
    distance: AnyDistance = ...,
    missing: Literal["available", "pairable", "complete"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """α for trees: Krippendorff's α with the edit distance of two analyses."""

def las(
    data: Data,
    *more: Data,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Labelled attachment: the share of tokens with the same head and the same relation."""

def uas(
    data: Data,
    *more: Data,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Unlabelled attachment: the share of tokens with the same head."""

def label_accuracy(
    data: Data,
    *more: Data,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Label accuracy: the share of tokens with the same relation, whatever their head."""

def parseval(
    data: Data,
    *more: Data,
    labelled: bool = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """ParsEval: F1 of the brackets of two coders, 2 |A ∩ B| / (|A| + |B|), over all items."""

def bracket_kappa(
    data: Data,
    *more: Data,
    of: Literal["labels", "spans", "nuclearity"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """κ over spans: every span of tokens (of elementary units) is an item, bracketed or not."""

def rhetorical_f1(
    data: Data,
    *more: Data,
    question: Literal["relation", "nuclearity", "constituent", "attachment"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """F1 of rhetorical relations: how many relations of two coders agree on a question."""

def graph_alpha(
    data: Data,
    *more: Data,
    distance: AnyDistance = ...,
    missing: Literal["available", "pairable", "complete"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """α for graphs: Krippendorff's α with 1 − Smatch as the distance of two analyses."""

def smatch(
    data: Data,
    *more: Data,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Smatch: F1 of the triples of two coders, 2 · shared / (of one + of the other)."""

def corrected_relation_f1(
    data: Data,
    *more: Data,
    arguments: Literal["exact", "labelled", "overlap", "head", "gamma"] = ...,
    typed: bool = ...,
    directed: bool = ...,
    shared: bool = ...,
    types: AnyDistance | None = ...,
    keeps: Literal["number", "source"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """F1 of relations corrected for chance: what is shared beyond links that go anywhere."""

def relation_kappa(
    data: Data,
    *more: Data,
    arguments: Literal["exact", "labelled", "overlap", "head", "gamma"] = ...,
    typed: bool = ...,
    directed: bool = ...,
    window: float | str = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """κ over candidate pairs: every two entities that both coders have, linked or not."""

def relation_f1(
    data: Data,
    *more: Data,
    arguments: Literal["exact", "labelled", "overlap", "head", "gamma"] = ...,
    typed: bool = ...,
    directed: bool = ...,
    shared: bool = ...,
    types: AnyDistance | None = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """F1 of relations: one is found if the other coder has it between the same arguments."""

def entity_f1(
    data: Data,
    *more: Data,
    arguments: Literal["exact", "labelled", "overlap", "head", "gamma"] = ...,
    typed: bool = ...,
    directed: bool = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """F1 of the entities that relations could join, whatever the relations."""

def relation_alpha(
    data: Data,
    *more: Data,
    arguments: Literal["exact", "labelled", "overlap", "head", "gamma"] = ...,
    typed: bool = ...,
    directed: bool = ...,
    distance: AnyDistance = ...,
    chance: Literal["members", "document"] = ...,
    rng: int | np.random.Generator = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """α of what entities are linked to: each entity is an item, its label a set of links."""

def region_alpha(
    data: Data,
    *more: Data,
    overlap: float = ...,
    sigma: float = ...,
    scale: float = ...,
    localisation: float = ...,
    rng: int | np.random.Generator = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """α of regions: how well coders mark the same things, compared with different images."""

def region_label_alpha(
    data: Data,
    *more: Data,
    overlap: float = ...,
    sigma: float = ...,
    scale: float = ...,
    unmatched: Literal["missing", "category"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """α of the categories of matched regions, of any number of coders."""

def region_f1(
    data: Data,
    *more: Data,
    overlap: float = ...,
    sigma: float = ...,
    scale: float = ...,
    typed: bool = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """F1 of regions: one is found if the other coder has one in the same place."""

def region_overlap(
    data: Data,
    *more: Data,
    overlap: float = ...,
    sigma: float = ...,
    scale: float = ...,
    typed: bool = ...,
    ratio: Literal["iou", "dice"] = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """How far the regions that two coders share overlap: mean IoU, or Dice, of matched regions."""

def event_f1(
    data: Data,
    *more: Data,
    arguments: Literal["exact", "labelled", "overlap", "head", "gamma"] = ...,
    typed: bool = ...,
    directed: bool = ...,
    roles: bool = ...,
    interval: bool | Mapping[str, Any] = ...,
    p: bool = ...,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """F1 of events: one is found if the other coder has the same trigger, type and roles."""
