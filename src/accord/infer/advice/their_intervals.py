"""The intervals that other programs print, by the formulas that they state, beside ours.

irrCAC, kappaetc and AgreeStat linearise over items and take t with one degree of freedom less than
items (Gwet 2008; 2014, chapter 5). For A_o, S, π and AC1 this is our analytic interval but for
items with one coding, which theirs takes into the spread of A_o as items without agreement.
DescTools takes the standard error of Fleiss, Cohen &
Everitt (1969), KALPHA draws pairs of values (Hayes & Krippendorff 2007).
"""

from dataclasses import dataclass
from math import isnan, nan, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from accord._measure.bound import bound
from accord.infer.resample.interval import interval
from accord.infer.resample.replicates import by_t
from accord.infer.tests.analytic import standard_error
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray

NORMAL_975 = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class TheirLimits:
    """The limits that a program prints and ours, with the cause of the difference."""

    theirs: tuple[float, float]
    ours: tuple[float, float]
    why: str

    def __str__(self) -> str:
        (low, high), (own_low, own_high) = self.theirs, self.ours
        return f"{low:.4g} to {high:.4g}, ours {own_low:.4g} to {own_high:.4g}"


_SAME = "the same: linearised over items, t with one degree of freedom less than items"
_ONE = "theirs counts items with one coding as items without agreement; ours leaves them out of A_o"
_KAPPA = (
    "theirs is linearised over items, with t; ours is of Fleiss, Cohen & Everitt (1969) for two "
    "coders, and with missing codings weighs pairs of coders by what they coded"
)
_ALPHA = "theirs is that of α without its factor for small samples, 1 − 1/n of n codings"
_KALPHA = "theirs draws pairs of values, which are not independent within an item; ours draws items"


def _counts(study: Codings) -> FloatArray:
    """Items × categories: how many coders chose each."""
    counts: FloatArray = np.zeros((len(study.items), len(study.categories)))
    np.add.at(counts, (study.item, study.category), 1)
    some: FloatArray = counts[counts.sum(axis=1) > 0]
    return some


def conger_se(study: Codings) -> tuple[float, float, int]:
    """Conger's κ in Gwet's framework, its standard error over items, and how many items.

    With a_i the share of pairs of coders who agree on item i, and e_i what an item adds to A_e,
    p_gk the share of k in what coder g coded:

        A_e = Σ_k (Σ_g≠h p_gk p_hk) / (r (r − 1))
        e_i = Σ_gk n/n_g (δ_igk − (ε_ig − n_g/n) p_gk) (Σ_h p_hk − p_gk) / (r (r − 1))
        u_i = n/n₂ (a_i − A_e) / (1 − A_e) − 2 (1 − κ) (e_i − A_e) / (1 − A_e)
    """
    n, r, k = len(study.items), len(study.coders), len(study.categories)
    coded = np.zeros((n, r, k))
    coded[study.item, study.who(), study.category] = 1
    coded = coded[coded.sum(axis=(1, 2)) > 0]
    n = len(coded)
    of_coder = coded.sum(axis=(0, 2))
    shares = coded.sum(axis=0) / np.maximum(of_coder, 1)[:, None]
    total = shares.sum(axis=0)
    expected = float((total**2).sum() - (shares**2).sum()) / (r * (r - 1))
    there = coded.sum(axis=2)
    apart = coded - (there - of_coder / n)[:, :, None] * shares[None]
    weight = n / np.maximum(of_coder, 1)
    e_i = (apart * weight[None, :, None] * (total - shares)[None]).sum(axis=(1, 2))
    a_i, two = _agreeing(coded.sum(axis=1))
    if n < 2 or not two.any() or not expected < 1:
        return nan, nan, n
    observed = float(a_i[two].mean())
    value = (observed - expected) / (1 - expected)
    u = n / two.sum() * (a_i - expected * two) / (1 - expected)
    u = u - 2 * (1 - value) * (e_i / (r * (r - 1)) - expected) / (1 - expected)
    return value, sqrt(float(((u - value) ** 2).sum()) / (n * (n - 1))), n


def alpha_se(study: Codings, *, irrcac: bool = False) -> tuple[float, float, int]:
    """Nominal α in Gwet's framework, its standard error over items, and how many items.

    Over items with two codings or more, m̄ their mean number: α = 1 − (1 − α′) (1 − 1/Σm_i), and
    the standard error is that of α′. Where items have unequally many codings, irrCAC 1.0 takes
    A_o of α in it, kappaetc A_o of α′ (each gives what the program prints).
    """
    counts = _counts(study)
    counts = counts[counts.sum(axis=1) >= 2]
    if len(counts) < 2 or (counts.sum(axis=0) > 0).sum() < 2:
        return nan, nan, len(counts)
    m = counts.sum(axis=1)
    n, mean, small = len(counts), float(m.mean()), 1 / float(m.sum())
    a = (counts * (counts - 1)).sum(axis=1) / (mean * (m - 1))
    plain = float(a.mean())
    corrected = (1 - small) * plain + small
    shares = counts.mean(axis=0) / mean
    expected = float((shares**2).sum())
    value = (corrected - expected) / (1 - expected)
    prime = (plain - expected) / (1 - expected)
    more = (m - mean) / mean
    u = (a - (corrected if irrcac else plain) * more - expected) / (1 - expected)
    e = (counts @ shares) / mean - expected * more
    u = u - 2 * (1 - prime) * (e - expected) / (1 - expected)
    return value, sqrt(float(((u - prime) ** 2).sum()) / (n * (n - 1))), n


def shared_se(study: Codings, chance: str) -> tuple[float, float, int]:
    """A_o ("none"), S ("uniform"), π ("pooled") or AC1 ("occasional") in Gwet's framework: the
    value, its standard error over items, and how many items.

        u_i = n/n₂ (a_i − A_e) / (1 − A_e) − 2 (1 − value) (e_i − A_e) / (1 − A_e)

    with a_i = 0 and no A_e in the first part for an item with one coding.
    """
    counts = _counts(study)
    n, k = counts.shape
    if n < 2 or k < 2 or not (counts.sum(axis=1) > 1).any():
        return nan, nan, n
    each = counts / counts.sum(axis=1, keepdims=True)
    p = each.mean(axis=0)
    if chance == "pooled":
        expected, e = float((p**2).sum()), each @ p
    elif chance == "occasional":
        expected, e = float((p * (1 - p)).sum()) / (k - 1), each @ (1 - p) / (k - 1)
    else:
        expected = 0.0 if chance == "none" else 1 / k
        e = np.full(n, expected)
    a, two = _agreeing(counts)
    if not expected < 1:
        return nan, nan, n
    value = (float(a[two].mean()) - expected) / (1 - expected)
    u = n / two.sum() * (a - expected * two) / (1 - expected)
    u = u - 2 * (1 - value) * (e - expected) / (1 - expected)
    return value, sqrt(float(((u - value) ** 2).sum()) / (n * (n - 1))), n


def _agreeing(counts: FloatArray) -> tuple[FloatArray, Any]:
    """The share of agreeing pairs of each item, 0 where there is no pair, and where there is."""
    m = counts.sum(axis=1)
    two = m >= 2
    pairs = np.where(two, m * (m - 1), 1)
    return (counts * (counts - 1)).sum(axis=1) / pairs, two


def _by_t(found: tuple[float, float, int], confidence: float = 0.95) -> tuple[float, float]:
    value, se, n = found
    if isnan(se):
        return nan, nan
    limit = by_t(value, se, n - 1)
    return max(limit((1 - confidence) / 2), -1.0), min(limit((1 + confidence) / 2), 1.0)


def _ours(study: Codings, name: str, method: str = "analytic", **settings: Any) -> Any:
    found = interval(study, bound(name, **settings), method=method)
    return found.low, found.high


def gwet_limits(study: Codings, call: Any, *, irrcac: bool = False) -> dict[str, TheirLimits]:
    """The limits of irrCAC, kappaetc and AgreeStat, by the names of their coefficients."""
    found = {}
    single = bool((_counts(study).sum(axis=1) < 2).any())
    for name, measure, chance in (
        (call.observed, "percent", "none"),
        (call.brennan, "s", "uniform"),
        (call.gwet, "ac1", "occasional"),
        (call.fleiss, "pi", "pooled"),
    ):
        if name:
            theirs = _by_t(shared_se(study, chance))
            found[name] = TheirLimits(theirs, _ours(study, measure), _ONE if single else _SAME)
    found[call.conger] = TheirLimits(_by_t(conger_se(study)), _ours(study, "kappa"), _KAPPA)
    alpha = _ours(study, "alpha", distance="nominal")
    found[call.krippendorff] = TheirLimits(_by_t(alpha_se(study, irrcac=irrcac)), alpha, _ALPHA)
    return found


def desctools_limits(study: Codings) -> dict[str, TheirLimits]:
    """CohenKappa with conf.level: the normal distribution and Fleiss, Cohen & Everitt."""
    if len(study.coders) != 2:
        return {}
    se = standard_error(study, "kappa").se
    value = bound("kappa").compute(study).value
    theirs = (value - NORMAL_975 * se, value + NORMAL_975 * se)
    why = "the standard error of Fleiss, Cohen & Everitt (1969); its limits may lie beyond 1, and "
    why += "with full agreement they have no width"
    return {"CohenKappa(a, b)": TheirLimits(theirs, _ours(study, "kappa"), why)}


def kalpha_limits(study: Codings, level: str, call: str) -> dict[str, TheirLimits]:
    """KALPHA's bootstrap at one level."""
    theirs = _ours(study, "alpha", "krippendorff", distance=level)
    return {call: TheirLimits(theirs, _ours(study, "alpha", "bca", distance=level), _KALPHA)}
