"""The coefficient cube: percent agreement, S, π, κ, α, α′, β, κ_w, AC1, AC2.

One kernel makes them all: a distance, an observed disagreement, an idea of chance.

                  uniform   pooled   drawn without replacement   per coder     occasional
    nominal       S         π        α (nominal)                 κ             AC1
    any distance  S_w       α′       α                           β (two: κ_w)  AC2

Observed and expected always use the same distance. Each coefficient has its author's rule
for missing codings, the others on request:

    available   items with two or more codings count equally; chance rests on all codings,
                each item's codings weighted 1/n_i (Artstein & Poesio 2005, §5.1)
    pairable    items with one coding are dropped; an item counts by its number of codings
                (Krippendorff)
    complete    only items that every coder coded
"""

from typing import Any

from accord._measure.cube.kernel import coefficient
from accord._measure.settings import Missing
from accord.errors import NotApplicableError
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement


def percent(study: Codings, *, missing: Missing = "available") -> Agreement:
    """Percent agreement: how often pairs of coders chose the same label, mean over items.

    It is not corrected for chance: two coders who guess agree often when one category prevails.
    A_o = (1/i) Σ_i Σ_k n_ik (n_ik − 1) / (n_i (n_i − 1)).

    Undefined where no item has two codings. References: artstein2008.

    >>> import accord
    >>> round(accord.percent(["yes", "yes", "no", "no"], ["yes", "no", "no", "no"]), 3)
    0.75
    >>> table = accord.from_confusion([[20, 20], [10, 50]], categories=["STAT", "IREQ"])
    >>> accord.percent(table).value
    0.7
    """
    return coefficient("percent", "A_o", study, "nominal", "none", missing)


def s(study: Codings, *, missing: Missing = "available") -> Agreement:
    """Bennett's S (Brennan–Prediger κ): by chance, every category is equally likely.

    A_e = 1/k. Declare the categories: an unused one counts.
    Undefined with fewer than two categories. References: bennett1954, artstein2008.

    >>> import accord
    >>> round(accord.s(["yes", "yes", "no", "no"], ["yes", "no", "no", "no"]), 3)
    0.5
    >>> table = accord.from_confusion([[20, 20], [10, 50]], categories=["STAT", "IREQ"])
    >>> round(accord.s(table), 3)
    0.4
    """
    return coefficient("s", "S", study, "nominal", "uniform", missing)


def weighted_s(study: Codings, *, distance: Any, missing: Missing = "available") -> Agreement:
    """Weighted Brennan–Prediger (S_w): S with a distance between categories.

    D_e = Σ_kl d_kl / k². References: brennan1981, gwet2014, bennett1954.

    >>> import accord
    >>> table = accord.from_confusion([[20, 20], [10, 50]], categories=[1, 2])
    >>> round(accord.weighted_s(table, distance="interval").value, 3)
    0.4
    """
    return coefficient("weighted_s", "S_w", study, distance, "uniform", missing)


def pi(study: Codings, *, missing: Missing = "available") -> Agreement:
    """Scott's π; with three or more coders Fleiss' κ (multi-π).

    By chance, all coders use the labels in the same proportions, those of all labels together
    (Siegel & Castellan's K).
    A_e = Σ_k P(k)², P(k) the share of category k in all codings.
    Undefined where only one category is used. References: scott1955, fleiss1971, artstein2008.

    >>> import accord
    >>> round(accord.pi(["yes", "yes", "no", "no"], ["yes", "no", "no", "no"]), 3)
    0.467
    >>> table = accord.from_confusion([[20, 20], [10, 50]], categories=["STAT", "IREQ"])
    >>> round(accord.pi(table), 3)
    0.341
    """
    return coefficient("pi", "π", study, "nominal", "pooled", missing)


def kappa(study: Codings, *, missing: Missing = "available") -> Agreement:
    """Cohen's κ; with three or more coders Conger's κ (multi-κ).

    By chance, each coder uses the labels in that coder's own proportions (Davies & Fleiss;
    Conger; Hubert).
    A_e = mean over coder pairs of Σ_k P(k|c) P(k|c′).
    Undefined where all coders use the same single category.
    References: cohen1960, davies1982, artstein2008.

    >>> import accord
    >>> round(accord.kappa(["yes", "yes", "no", "no"], ["yes", "no", "no", "no"]), 3)
    0.5
    >>> table = accord.from_confusion([[20, 20], [10, 50]], categories=["STAT", "IREQ"])
    >>> round(accord.kappa(table), 3)
    0.348
    """
    return coefficient("kappa", "κ", study, "nominal", "per coder", missing)


def weighted_kappa(study: Codings, *, distance: Any, missing: Missing = "available") -> Agreement:
    """Cohen's weighted κ: two coders, with a distance between categories (Cohen 1968).

    Chance is each coder's own distribution: D_e = Σ_kl P(k|c1) P(l|c2) d_kl.
    For more coders use β. Undefined where D_e = 0. References: cohen1968, artstein2008.

    >>> import accord
    >>> table = accord.from_confusion(
    ...     [[46, 0, 0], [6, 32, 6], [0, 0, 10]], categories=["S", "I", "C"]
    ... )
    >>> d = {("S", "I"): 1, ("S", "C"): 0.5, ("I", "C"): 0.5}
    >>> round(accord.weighted_kappa(table, distance=d).value, 4)
    0.8163
    """
    if len(study.coders) != 2:
        raise NotApplicableError(
            f"weighted κ needs two coders; found {len(study.coders)}. Use beta (weighted κ for "
            f"more coders)"
        )
    return coefficient("weighted_kappa", "κ_w", study, distance, "per coder", missing)


def alpha(study: Codings, *, distance: Any, missing: Missing = "pairable") -> Agreement:
    """Krippendorff's α: any number of coders, missing labels, any distance.

    Chance: two codings drawn without replacement from all pairable ones,
    D_e = Σ_kl n_k n_l d_kl / (n (n − 1)).
    Give the distance ("nominal", "ordinal", "interval" …); without one `accord.alpha` treats labels
    as names, and warns where they are numbers.
    Undefined where no item has two codings or D_e = 0. References: krippendorff2004, artstein2008.

    >>> import accord
    >>> labels = {"Ann": ["yes", "yes", "no", "no"], "Bob": ["yes", "no", "no", "no"]}
    >>> round(accord.alpha(labels, distance="nominal"), 3)
    0.533
    >>> ratings = [[1, 1, 2], [3, 3, 3], [2, None, 2], [4, 5, 4]]  # items × coders
    >>> round(accord.alpha(ratings, distance="ordinal"), 3)
    0.926
    """
    return coefficient("alpha", "α", study, distance, "drawn", missing)


def alpha_prime(study: Codings, *, distance: Any, missing: Missing = "available") -> Agreement:
    """Weighted π (weighted Fleiss' κ, α′): π with a distance between categories.

    D_e = Σ_kl P(k) P(l) d_kl; the weighted form of π. References: artstein2005.

    >>> import accord
    >>> table = accord.from_confusion(
    ...     [[46, 0, 0], [6, 32, 6], [0, 0, 10]], categories=["S", "I", "C"]
    ... )
    >>> d = {("S", "I"): 1, ("S", "C"): 0.5, ("I", "C"): 0.5}
    >>> round(accord.alpha_prime(table, distance=d).value, 4)
    0.8146
    """
    return coefficient("alpha_prime", "α′", study, distance, "pooled", missing)


def beta(study: Codings, *, distance: Any, missing: Missing = "available") -> Agreement:
    """Weighted multi-κ (β): weighted κ for any number of coders (Artstein & Poesio 2005).

    Chance is one distribution for each coder:
    D_e = mean over coder pairs of Σ_kl P(k|c) P(l|c′) d_kl. References: artstein2005.

    >>> import accord
    >>> table = accord.from_confusion(
    ...     [[46, 0, 0], [6, 32, 6], [0, 0, 10]], categories=["S", "I", "C"]
    ... )
    >>> d = {("S", "I"): 1, ("S", "C"): 0.5, ("I", "C"): 0.5}
    >>> round(accord.beta(table, distance=d).value, 4)
    0.8163
    """
    return coefficient("beta", "β", study, distance, "per coder", missing)


def ac1(study: Codings, *, missing: Missing = "available") -> Agreement:
    """Gwet's AC1: chance agreement only on items that are hard to label.

    A_e = Σ_k P(k) (1 − P(k)) / (q − 1), q the number of declared categories.
    Undefined with fewer than two categories. References: gwet2008, gwet2014.

    >>> import accord
    >>> round(accord.ac1(["yes", "yes", "no", "no"], ["yes", "no", "no", "no"]), 3)
    0.529
    >>> table = accord.from_confusion([[20, 20], [10, 50]], categories=["STAT", "IREQ"])
    >>> round(accord.ac1(table), 4)
    0.4495
    """
    return coefficient("ac1", "AC1", study, "nominal", "occasional", missing)


def ac2(study: Codings, *, distance: Any, missing: Missing = "available") -> Agreement:
    """Gwet's AC2: AC1 with a distance between categories.

    A_e = T_w Σ_k P(k) (1 − P(k)) / (q (q − 1)), with weights w = 1 − d/d_max and T_w their sum.
    Undefined with fewer than two categories. References: gwet2014.

    >>> import accord
    >>> table = accord.from_confusion([[20, 20], [10, 50]], categories=[1, 2])
    >>> round(accord.ac2(table, distance="interval").value, 4)
    0.4495
    """
    return coefficient("ac2", "AC2", study, distance, "occasional", missing)
