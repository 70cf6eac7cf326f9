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

from functools import partial
from typing import Any

from accord._measure.cube.kernel import coefficient
from accord._measure.entry import Leads, Measure, named, suits
from accord._measure.settings import Missing
from accord.errors import NotApplicableError
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement


def percent(study: Codings, *, missing: Missing = "available") -> Agreement:
    """Percent agreement: the share of agreeing pairs of codings, mean over items.

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
    """S: chance is uniform over the declared categories (Bennett, Alpert & Goldstein).

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
    """S_w: S with a distance; chance is uniform over the declared categories.

    D_e = Σ_kl d_kl / k². References: brennan1981, gwet2014, bennett1954.

    >>> import accord
    >>> table = accord.from_confusion([[20, 20], [10, 50]], categories=[1, 2])
    >>> round(accord.weighted_s(table, distance="interval").value, 3)
    0.4
    """
    return coefficient("weighted_s", "S_w", study, distance, "uniform", missing)


def pi(study: Codings, *, missing: Missing = "available") -> Agreement:
    """π for two or more coders: chance is one distribution that all coders share.

    Scott's π for two coders, Fleiss' multi-π ("Fleiss' κ", Siegel & Castellan's K) for more.
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
    """κ for two or more coders: chance is one distribution for each coder.

    Cohen's κ for two coders, multi-κ (Davies & Fleiss; Conger; Hubert) for more.
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
    """κ_w for two coders: κ with a distance between categories (Cohen 1968).

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
            f"weighted_kappa is for two coders, this study has {len(study.coders)}; "
            "use beta, its form for more coders"
        )
    return coefficient("weighted_kappa", "κ_w", study, distance, "per coder", missing)


def alpha(study: Codings, *, distance: Any, missing: Missing = "pairable") -> Agreement:
    """Krippendorff's α with any distance, any number of coders, missing codings allowed.

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
    """α′ (π_w): α with the expected disagreement of π, a distribution that all coders share.

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
    """β: the weighted κ for any number of coders (Artstein & Poesio 2005).

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
    """AC1 (Gwet): chance agreement only on the items that are hard to code.

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
    """AC2 (Gwet): AC1 with a distance.

    A_e = T_w Σ_k P(k) (1 − P(k)) / (q (q − 1)), with weights w = 1 − d/d_max and T_w their sum.
    Undefined with fewer than two categories. References: gwet2014.

    >>> import accord
    >>> table = accord.from_confusion([[20, 20], [10, 50]], categories=[1, 2])
    >>> round(accord.ac2(table, distance="interval").value, 4)
    0.4495
    """
    return coefficient("ac2", "AC2", study, distance, "occasional", missing)


def _one_coding_each(study: Any) -> str | None:
    """What speaks against a distribution for each coder, as in a crowd whose workers come once."""
    if not isinstance(study, Codings) or not 2 < len(study.coders) == len(study.category):
        return None
    return (
        "every coder coded one item only, so chance by coder cannot be estimated; alpha and pi "
        "take one distribution for all coders"
    )


_entry = partial(Measure, study=Codings, counted=True)

ENTRIES: tuple[Measure, ...] = (
    _entry(
        percent,
        "A_o",
        title="percent agreement, not corrected for chance",
        also=("observed agreement", "raw agreement", "accuracy", "Holsti's CR"),
        suits=suits("categorizing many_coders"),
        bounds=(0.0, 1.0),
    ),
    _entry(
        s,
        "S",
        title="chance is uniform over the declared categories",
        also=named(
            "Brennan-Prediger; brennan prediger kappa; Bennett's S; free-marginal kappa; "
            "Kendall's u; Randolph's kappa; G index; RE; PABAK"
        ),
        chance="uniform",
        suits=suits("categorizing many_coders", part="chance"),
    ),
    _entry(
        weighted_s,
        "S_w",
        title="S with a distance",
        also=("weighted Brennan-Prediger",),
        chance="uniform",
        suits=suits("categorizing weighted many_coders", part="chance"),
        nominal="s",
    ),
    _entry(
        pi,
        "π",
        title="chance is one distribution for all coders",
        also=named(
            "Scott's pi; multi-pi; Fleiss' kappa; Fleiss kappa; K; Siegel & Castellan's K; "
            "Carletta's K; fixed-marginal kappa"
        ),
        chance="pooled",
        purpose="reliability",
        suits=suits("categorizing chance many_coders"),
        formulas=("scott1955", "fleiss1979", "siegel1988", "donner1992", "bloch1989"),
    ),
    _entry(
        kappa,
        "κ",
        title="chance is one distribution for each coder",
        also=named(
            "Cohen's kappa; multi-kappa; Davies-Fleiss kappa; Conger's kappa; Hubert's kappa"
        ),
        chance="per coder",
        purpose="validity",
        suits=suits("categorizing chance many_coders"),
        objections=(_one_coding_each,),
        because="κ is corrected for chance by each coder's own distribution, so it says how far "
        "these very coders agree.",
        formulas=("fleiss1969", "bloch1989"),
    ),
    _entry(
        weighted_kappa,
        "κ_w",
        title="κ with a distance, two coders",
        also=named(
            "Cohen's weighted kappa; kappa_w; linear weighted kappa; quadratic weighted kappa; QWK"
        ),
        chance="per coder",
        purpose="validity",
        suits=suits("categorizing weighted chance"),
        nominal="kappa",
        formulas=("fleiss1969",),
        two_coders=True,
    ),
    _entry(
        alpha,
        "α",
        title="any distance; chance from all codings, drawn without replacement",
        also=("Krippendorff's alpha", "canonical alpha"),
        chance="drawn",
        purpose="reliability",
        suits=suits("categorizing weighted chance many_coders"),
        because="α takes any number of coders, missing codings and any distance between "
        "categories, and chance in it is one distribution for all coders: it says whether others "
        "could code so.",
        leads=Leads(reliability=1, validity=2),
        formulas=("hayes2007", "donner1987", "bloch1989"),
    ),
    _entry(
        alpha_prime,
        "α′",
        title="π with a distance",
        also=("pi_w", "weighted pi", "weighted Fleiss kappa", "alpha'"),
        chance="pooled",
        purpose="reliability",
        suits=suits("categorizing weighted chance many_coders"),
        nominal="pi",
        formulas=("bloch1989",),
    ),
    _entry(
        beta,
        "β",
        title="κ with a distance, any number of coders",
        also=("weighted multi-kappa", "weighted Conger's kappa"),
        chance="per coder",
        purpose="validity",
        suits=suits("categorizing weighted chance many_coders"),
        objections=(_one_coding_each,),
        because="β is κ for any number of coders and any distance: chance in it is each coder's "
        "own distribution, so it says how far these very coders agree.",
        leads=Leads(validity=1),
        nominal="kappa",
        formulas=("fleiss1969",),
    ),
    _entry(
        ac1,
        "AC1",
        title="chance agreement only on hard items",
        also=("Gwet's AC1", "gamma (Gwet)"),
        chance="occasional",
        suits=suits("categorizing many_coders", part="chance"),
    ),
    _entry(
        ac2,
        "AC2",
        title="AC1 with a distance",
        also=("Gwet's AC2",),
        chance="occasional",
        suits=suits("categorizing weighted many_coders", part="chance"),
        nominal="ac1",
    ),
)
