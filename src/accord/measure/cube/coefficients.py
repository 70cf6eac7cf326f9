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

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from accord.engine.remote import Remote
from accord.engine.remote_cube import remote_coefficient
from accord.engine.tally import Tally
from accord.errors import AccordError, NotApplicableError, UnknownNameError
from accord.measure.cube import chance
from accord.measure.cube.chance import Basis, pair_sums
from accord.measure.cube.reasons import NO_CHANCE, ONE_CATEGORY, all_alike, no_pairs
from accord.measure.distances.distance import Metric, distance
from accord.measure.entry import Leads, Measure
from accord.measure.settings import RULES, Missing
from accord.measure.suits import suits
from accord.model.agreement import Agreement
from accord.model.codings.codings import Codings
from accord.model.codings.patterns import Counts
from accord.model.names import FloatArray

Chance = Callable[[Basis, Metric], float]


def percent(codings: Codings, *, missing: Missing = "available") -> Agreement:
    """Percent agreement: the share of agreeing pairs of codings, mean over items.

    It knows no chance: two coders who guess agree often when one category prevails.
    A_o = (1/i) Σ_i Σ_k n_ik (n_ik − 1) / (n_i (n_i − 1)).

    Undefined where no item has two codings. References: artstein2008.

    >>> from accord.model.codings.tabular import from_confusion
    >>> percent(from_confusion([[20, 20], [10, 50]], categories=["STAT", "IREQ"])).value
    0.7
    """
    return _coefficient("percent", "A_o", codings, "nominal", None, missing)


def s(codings: Codings, *, missing: Missing = "available") -> Agreement:
    """S: chance is uniform over the declared categories (Bennett, Alpert & Goldstein).

    A_e = 1/k. Declare the categories: an unused one counts.
    Undefined with fewer than two categories. References: bennett1954, artstein2008.

    >>> from accord.model.codings.tabular import from_confusion
    >>> round(s(from_confusion([[20, 20], [10, 50]], categories=["STAT", "IREQ"])).value, 3)
    0.4
    """
    return _coefficient("s", "S", codings, "nominal", chance.uniform, missing)


def weighted_s(codings: Codings, *, distance: Any, missing: Missing = "available") -> Agreement:
    """S_w: S with a distance; chance is uniform over the declared categories.

    D_e = Σ_kl d_kl / k². References: brennan1981, gwet2014, bennett1954.

    >>> from accord.model.codings.tabular import from_confusion
    >>> table = from_confusion([[20, 20], [10, 50]], categories=[1, 2])
    >>> round(weighted_s(table, distance="interval").value, 3)
    0.4
    """
    return _coefficient("weighted_s", "S_w", codings, distance, chance.uniform, missing)


def pi(codings: Codings, *, missing: Missing = "available") -> Agreement:
    """π for two and more coders: chance is one distribution that all coders share.

    Scott's π for two coders, Fleiss' multi-π ("Fleiss' κ", Siegel & Castellan's K) for more.
    A_e = Σ_k P(k)², P(k) the share of category k in all codings.
    Undefined where one category is used only. References: scott1955, fleiss1971, artstein2008.

    >>> from accord.model.codings.tabular import from_confusion
    >>> round(pi(from_confusion([[20, 20], [10, 50]], categories=["STAT", "IREQ"])).value, 3)
    0.341
    """
    return _coefficient("pi", "π", codings, "nominal", chance.pooled, missing)


def kappa(codings: Codings, *, missing: Missing = "available") -> Agreement:
    """κ for two and more coders: chance is one distribution for each coder.

    Cohen's κ for two coders, multi-κ (Davies & Fleiss; Conger; Hubert) for more.
    A_e = mean over coder pairs of Σ_k P(k|c) P(k|c′).
    Undefined where all coders use one same category.
    References: cohen1960, davies1982, artstein2008.

    >>> from accord.model.codings.tabular import from_confusion
    >>> round(kappa(from_confusion([[20, 20], [10, 50]], categories=["STAT", "IREQ"])).value, 3)
    0.348
    """
    return _coefficient("kappa", "κ", codings, "nominal", chance.per_coder, missing)


def weighted_kappa(codings: Codings, *, distance: Any, missing: Missing = "available") -> Agreement:
    """κ_w for two coders: κ with a distance between categories (Cohen 1968).

    Chance is each coder's own distribution: D_e = Σ_kl P(k|c1) P(l|c2) d_kl.
    For more coders use β. Undefined where D_e = 0. References: cohen1968, artstein2008.

    >>> from accord.model.codings.tabular import from_confusion
    >>> table = from_confusion([[46, 0, 0], [6, 32, 6], [0, 0, 10]], categories=["S", "I", "C"])
    >>> d = {("S", "I"): 1, ("S", "C"): 0.5, ("I", "C"): 0.5}
    >>> round(weighted_kappa(table, distance=d).value, 4)
    0.8163
    """
    if len(codings.coders) != 2:
        raise NotApplicableError(
            f"weighted_kappa is for two coders, this study has {len(codings.coders)}; "
            "use beta, its form for more coders"
        )
    return _coefficient("weighted_kappa", "κ_w", codings, distance, chance.per_coder, missing)


def alpha(codings: Codings, *, distance: Any, missing: Missing = "pairable") -> Agreement:
    """Krippendorff's α with any distance, any number of coders, missing codings allowed.

    Chance: two codings drawn without replacement from all pairable ones,
    D_e = Σ_kl n_k n_l d_kl / (n (n − 1)).
    There is no default distance: say "nominal", "ordinal", "interval" …
    Undefined where no item has two codings or D_e = 0. References: krippendorff2004, artstein2008.

    >>> from accord.model.codings.tabular import from_coders
    >>> study = from_coders({"A": "aabbbbbccccc", "B": "abbbbbcccccc"})
    >>> round(alpha(study, distance="nominal").value, 3)
    0.734
    """
    return _coefficient("alpha", "α", codings, distance, chance.drawn, missing)


def alpha_prime(codings: Codings, *, distance: Any, missing: Missing = "available") -> Agreement:
    """α′ (π_w): α with the expected disagreement of π, a distribution that all coders share.

    D_e = Σ_kl P(k) P(l) d_kl; the weighted form of π. References: artstein2005.

    >>> from accord.model.codings.tabular import from_confusion
    >>> table = from_confusion([[46, 0, 0], [6, 32, 6], [0, 0, 10]], categories=["S", "I", "C"])
    >>> d = {("S", "I"): 1, ("S", "C"): 0.5, ("I", "C"): 0.5}
    >>> round(alpha_prime(table, distance=d).value, 4)
    0.8146
    """
    return _coefficient("alpha_prime", "α′", codings, distance, chance.pooled, missing)


def beta(codings: Codings, *, distance: Any, missing: Missing = "available") -> Agreement:
    """β: the weighted κ for any number of coders (Artstein & Poesio 2005).

    Chance is one distribution for each coder:
    D_e = mean over coder pairs of Σ_kl P(k|c) P(l|c′) d_kl. References: artstein2005.

    >>> from accord.model.codings.tabular import from_confusion
    >>> table = from_confusion([[46, 0, 0], [6, 32, 6], [0, 0, 10]], categories=["S", "I", "C"])
    >>> d = {("S", "I"): 1, ("S", "C"): 0.5, ("I", "C"): 0.5}
    >>> round(beta(table, distance=d).value, 4)
    0.8163
    """
    return _coefficient("beta", "β", codings, distance, chance.per_coder, missing)


def ac1(codings: Codings, *, missing: Missing = "available") -> Agreement:
    """AC1 (Gwet): chance agreement only on the items that are hard to code.

    A_e = Σ_k P(k) (1 − P(k)) / (q − 1), q the number of declared categories.
    Undefined with fewer than two categories. References: gwet2008, gwet2014.

    >>> from accord.model.codings.tabular import from_confusion
    >>> round(ac1(from_confusion([[20, 20], [10, 50]], categories=["STAT", "IREQ"])).value, 4)
    0.4495
    """
    return _coefficient("ac1", "AC1", codings, "nominal", chance.occasional, missing)


def ac2(codings: Codings, *, distance: Any, missing: Missing = "available") -> Agreement:
    """AC2 (Gwet): AC1 with a distance.

    A_e = T_w Σ_k P(k) (1 − P(k)) / (q (q − 1)), with weights w = 1 − d/d_max and T_w their sum.
    Undefined with fewer than two categories. References: gwet2014.

    >>> from accord.model.codings.tabular import from_confusion
    >>> table = from_confusion([[20, 20], [10, 50]], categories=[1, 2])
    >>> round(ac2(table, distance="interval").value, 4)
    0.4495
    """
    return _coefficient("ac2", "AC2", codings, distance, chance.occasional, missing)


def _coefficient(
    name: str,
    symbol: str,
    codings: Codings | Tally | Remote,
    given: Any,
    by_chance: Chance | None,
    missing: str,
) -> Agreement:
    """The kernel: 1 − D_o/D_e for a distance and an idea of chance."""
    if isinstance(codings, Remote):
        return remote_coefficient(name, symbol, codings, given, by_chance, missing)
    tally = _tally(name, codings)
    if missing not in RULES:
        raise UnknownNameError.of("rule for missing codings", missing, RULES)
    table = tally.by_coder(missing) if by_chance is chance.per_coder else None
    recipe = distance(given)
    used = tally.usable(missing)
    metric = recipe.fit(tally.categories, tally.patterns.counts.columns(used), tally.declared)
    observed, pairs = observed_disagreement(tally, metric, missing)
    unit = metric.unit if by_chance is not chance.occasional else (metric.largest() or 1.0)
    settings: dict[str, Any] = {"d": recipe.name, "missing": missing}
    result = Agreement(name, symbol, observed, None, settings, tally.counts(), unit=unit)
    if not pairs:
        return replace(result, undefined=_no_pairs(tally, missing))
    if by_chance is None:
        return result
    if by_chance in (chance.uniform, chance.occasional) and metric.size < 2:
        return replace(result, undefined=ONE_CATEGORY)
    if table is not None and (table.totals > 0).sum() < 2:
        return replace(result, undefined="fewer than two coders have codings")
    expected = by_chance(_basis(tally, missing, table), metric)
    result = replace(result, expected=expected)
    from_data = by_chance not in (chance.uniform, chance.occasional)
    return replace(result, undefined=_no_variation(tally, used * from_data, metric, expected))


def _tally(name: str, codings: Codings | Tally) -> Tally:
    if isinstance(codings, Tally):
        return codings
    if not isinstance(codings, Codings):
        raise AccordError(
            f"{name} takes Codings, got {type(codings).__name__}; build them with accord.codings, "
            "accord.from_wide, accord.from_frame … or accord.read"
        )
    return Tally.of(codings)


def observed_disagreement(tally: Tally, metric: Metric, missing: str) -> tuple[float, bool]:
    """D_o under a rule for missing codings, and whether any item has two codings."""
    weights = item_weights(tally, missing)
    total = weights.sum()
    if not total:
        return float("nan"), False
    return float(weights @ item_disagreement(tally.patterns.counts, metric) / total), True


def item_weights(tally: Tally, missing: str) -> FloatArray:
    """How much each pattern counts in D_o: its items, under "pairable" its codings."""
    weights = tally.usable(missing) * (tally.sizes > 1)
    return weights * tally.sizes if missing == "pairable" else weights


def item_disagreement(counts: Counts, metric: Metric) -> FloatArray:
    """disagr_i of each row of counts: the mean distance of its pairs; 0 where n_i < 2."""
    sizes = counts.totals
    sums = pair_sums(counts, metric)
    if not (metric.nominal or metric.points is not None):  # a coding is not paired with itself
        sums = sums - counts.sums(counts.count * metric.diagonal()[counts.category])
    pairs = sizes * (sizes - 1)
    return np.divide(sums, pairs, out=np.zeros_like(sums), where=pairs > 0)


def _basis(tally: Tally, missing: str, by_coder: Counts | None) -> Basis:
    used, sizes = tally.usable(missing), tally.sizes
    # "available" gives every item the same weight, however many codings it has.
    weights = used if missing == "pairable" else used / np.maximum(sizes, 1.0)
    shares = tally.patterns.counts.columns(weights)
    return Basis(shares / shares.sum(), float(used @ sizes), by_coder)


def _no_pairs(tally: Tally, missing: str) -> str:
    usable = bool(tally.usable(missing).any())
    return no_pairs(bool(tally.sizes.any()), len(tally.coders), missing, usable)


def _no_variation(tally: Tally, used: FloatArray, metric: Metric, expected: float) -> str | None:
    """Why D_e is 0 in exact arithmetic, None where it is not; `used` are the items it rests on."""
    if metric.nominal and expected > 1e-12:
        return None
    seen = np.flatnonzero(tally.patterns.counts.columns(used))
    if len(seen) == 1 and (metric.nominal or metric.points is not None or expected <= 0):
        return all_alike(tally.categories[int(seen[0])])
    # A tiny D_e may be rounding or a tiny scale: the largest distance tells which.
    if expected < 1e-9 and expected <= 1e-12 * metric.largest():
        return NO_CHANCE
    return None


ENTRIES: tuple[Measure, ...] = (
    Measure(
        percent,
        "A_o",
        Codings,
        "percent agreement, not corrected for chance",
        also=("observed agreement", "raw agreement", "accuracy", "Holsti's CR"),
        suits=suits("categorizing many_coders"),
        bounds=(0.0, 1.0),
        counted=True,
    ),
    Measure(
        s,
        "S",
        Codings,
        "chance is uniform over the declared categories",
        also=(
            "Brennan-Prediger",
            "brennan prediger kappa",
            "Bennett's S",
            "free-marginal kappa",
            "Randolph's kappa",
            "G index",
            "RE",
            "PABAK",
        ),
        chance="uniform",
        suits=suits("categorizing many_coders", part="chance"),
        counted=True,
    ),
    Measure(
        weighted_s,
        "S_w",
        Codings,
        "S with a distance",
        also=("weighted Brennan-Prediger",),
        chance="uniform",
        suits=suits("categorizing weighted many_coders", part="chance"),
        nominal="s",
        counted=True,
    ),
    Measure(
        pi,
        "π",
        Codings,
        "chance is one distribution for all coders",
        also=(
            "Scott's pi",
            "multi-pi",
            "Fleiss' kappa",
            "Fleiss kappa",
            "K",
            "Siegel & Castellan's K",
            "Carletta's K",
            "fixed-marginal kappa",
        ),
        chance="pooled",
        purpose="reliability",
        suits=suits("categorizing chance many_coders"),
        formulas=("scott1955", "fleiss1979", "siegel1988", "donner1992", "bloch1989"),
        counted=True,
    ),
    Measure(
        kappa,
        "κ",
        Codings,
        "chance is one distribution for each coder",
        also=(
            "Cohen's kappa",
            "multi-kappa",
            "Davies-Fleiss kappa",
            "Conger's kappa",
            "Hubert's kappa",
        ),
        chance="per coder",
        purpose="validity",
        suits=suits("categorizing chance many_coders"),
        because="κ is corrected for chance by each coder's own distribution, so it says how far "
        "these very coders agree.",
        formulas=("fleiss1969", "bloch1989"),
        needs_coders=True,
        counted=True,
    ),
    Measure(
        weighted_kappa,
        "κ_w",
        Codings,
        "κ with a distance, two coders",
        also=(
            "Cohen's weighted kappa",
            "kappa_w",
            "linear weighted kappa",
            "quadratic weighted kappa",
            "QWK",
        ),
        chance="per coder",
        purpose="validity",
        suits=suits("categorizing weighted chance"),
        nominal="kappa",
        formulas=("fleiss1969",),
        two_coders=True,
        counted=True,
    ),
    Measure(
        alpha,
        "α",
        Codings,
        "any distance; chance from all codings, drawn without replacement",
        also=("Krippendorff's alpha", "canonical alpha"),
        chance="drawn",
        purpose="reliability",
        suits=suits("categorizing weighted chance many_coders"),
        because="α takes any number of coders, missing codings and any distance between "
        "categories, and chance in it is one distribution for all coders: it says whether others "
        "could code so.",
        leads=Leads(reliability=1, validity=2),
        formulas=("hayes2007", "donner1987", "bloch1989"),
        counted=True,
    ),
    Measure(
        alpha_prime,
        "α′",
        Codings,
        "π with a distance",
        also=("pi_w", "weighted pi", "weighted Fleiss kappa", "alpha'"),
        chance="pooled",
        purpose="reliability",
        suits=suits("categorizing weighted chance many_coders"),
        nominal="pi",
        formulas=("bloch1989",),
        counted=True,
    ),
    Measure(
        beta,
        "β",
        Codings,
        "κ with a distance, any number of coders",
        also=("weighted multi-kappa", "weighted Conger's kappa"),
        chance="per coder",
        purpose="validity",
        suits=suits("categorizing weighted chance many_coders"),
        because="β is κ for any number of coders and any distance: chance in it is each coder's "
        "own distribution, so it says how far these very coders agree.",
        leads=Leads(validity=1),
        nominal="kappa",
        formulas=("fleiss1969",),
        needs_coders=True,
        counted=True,
    ),
    Measure(
        ac1,
        "AC1",
        Codings,
        "chance agreement only on hard items",
        also=("Gwet's AC1", "gamma (Gwet)"),
        chance="occasional",
        suits=suits("categorizing many_coders", part="chance"),
        counted=True,
    ),
    Measure(
        ac2,
        "AC2",
        Codings,
        "AC1 with a distance",
        also=("Gwet's AC2",),
        chance="occasional",
        suits=suits("categorizing weighted many_coders", part="chance"),
        nominal="ac1",
        counted=True,
    ),
)
