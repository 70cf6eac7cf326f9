"""What DKPro Agreement (Java) gives for a study: its rules as formulas in our terms.

Read in its source of the 2.2 line and held to what that source prints in
tests/peers/test_dkpro.py. Labels that are whole numbers are taken for Integer, other numbers
for Double, since its ordinal distance knows Integer alone.
"""

from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import isinf, isnan, nan
from typing import Any

import numpy as np

from accord._measure.cube import coefficients as coding
from accord._measure.distances.distance import distance
from accord._measure.spans.earlier_alphas import alpha_u_1995
from accord._measure.spans.sections import overlap_objection
from accord._measure.spans.unitizing import u_alpha
from accord.infer.advice.rules import SAME_NUMBER, Rule, agrees
from accord.kinds.labels.study import Codings
from accord.kinds.spans.study import Unitizings
from accord.model.agreement import Agreement
from accord.model.names import FloatArray

DKPRO_LEVELS = ("ordinal", "interval", "ratio")
_ONE = "refuses where fewer than two categories are known, and where all coders use one alone"
_TWO = "takes two coders, here are {}"
_UNUSED = "fails (NullPointerException) where a declared category was never used"
_ITEMS = "an item weighs by its number of codings; ours are equal"
_GAPS = f"missing codings: {_ITEMS}, and chance is divided by all items, coded or not"
_SHARES = f"missing codings: {_ITEMS}, and chance is the mean of the items' shares"
_PAIRS = "the expected disagreement is summed over the pairs of coders, and not averaged"
_SETS = {
    "masi": "its MASI is the product of the survey, ours is Passonneau's; survey-masi is theirs, "
    "but for the empty set, which lies inside all others",
    "passonneau": "the empty set lies inside all others, a third away; ours is 1 away",
}
_LARGEST = "D_o is divided by the largest distance seen within an item, D_e by the largest of all"


def _passonneau(a: Set[Any], b: Set[Any]) -> float:
    """Passonneau's steps; the empty set is inside every other, so a third away."""
    return 0 if a == b else 1 / 3 if a <= b or b <= a else 2 / 3 if a & b else 1


def _masi(a: Set[Any], b: Set[Any]) -> float:
    return _passonneau(a, b) * (1 - len(a & b) / len(a | b) if a | b else 1)


SETS = {"masi": _masi, "passonneau": _passonneau}
"""Distances between sets that go by these names."""


@dataclass(frozen=True)
class _Tables:
    """The counts that DKPro works with."""

    study: Codings

    @cached_property
    def by_item(self) -> FloatArray:
        """n_ik, with a row for every item, coded or not."""
        counts = np.zeros((len(self.study.items), len(self.study.categories)))
        item = np.repeat(np.arange(len(self.study.items)), np.diff(self.study.bounds))
        np.add.at(counts, (item, self.study.category), 1)
        return counts

    @cached_property
    def by_coder(self) -> FloatArray:
        """n_ck."""
        counts = np.zeros((len(self.study.coders), len(self.study.categories)))
        np.add.at(counts, (self.study.who(), self.study.category), 1)
        return counts

    @cached_property
    def said(self) -> FloatArray:
        """n_i, how many coders coded an item."""
        return np.asarray(self.by_item.sum(axis=1))

    @property
    def unused(self) -> bool:
        """Whether a category that is known was never used."""
        return bool((self.by_coder.sum(axis=0) == 0).any())

    @property
    def observed(self) -> float:
        """A_o: the agreeing pairs of an item, weighed by its codings."""
        pairable = self.said > 1
        if not pairable.any() or self.by_item.shape[1] < 2:
            return nan
        n, r = self.by_item[pairable], self.said[pairable]
        return float(((n * (n - 1)).sum(axis=1) / (r - 1)).sum() / r.sum())

    def kappa(self, A_e: float) -> float:
        """(A_o − A_e) / (1 − A_e), refused where both are 1."""
        A_o = self.observed
        if isnan(A_o) or (A_o == 1 and A_e == 1):
            return nan
        return A_o if A_e == 0 else (A_o - A_e) / (1 - A_e)

    def cohen(self) -> float:
        """Cohen's κ, and Hubert's of two coders."""
        return self.kappa(float(self.by_coder.prod(axis=0).sum()) / len(self.said) ** 2)

    def hubert(self) -> float:
        """Multi-κ; it fails where a known category was never used."""
        if self.unused:
            return nan
        m, total = len(self.by_coder), self.by_coder.sum(axis=0)
        both = float((total**2).sum() - (self.by_coder**2).sum())
        return self.kappa(both / (m * (m - 1) * len(self.said) ** 2))

    def scott(self) -> float:
        """Scott's π."""
        total = self.by_item[self.said > 1].sum(axis=0)
        return self.kappa(float((total**2).sum()) / (4 * len(self.said) ** 2))

    def fleiss(self) -> float:
        """Multi-π: chance is the mean share of a category in an item."""
        shares = (self.by_item / np.maximum(self.said, 1)[:, None]).sum(axis=0)
        return self.kappa(float((shares**2).sum()) / len(self.said) ** 2)

    def uniform(self) -> float:
        """S, of Bennett and of Randolph."""
        k = self.by_item.shape[1]
        return self.kappa(1 / k) if k else nan

    def weighted(self, given: Any) -> float:
        """Weighted κ, scaled by largest distances, its D_e a sum over pairs of coders."""
        if self.unused:
            return nan
        names, counts = self.study.categories, self.by_item[self.said > 1].sum(axis=0)
        d = distance(given).fit(names, counts, self.study.declared).matrix()
        m, items = len(self.by_coder), len(self.said)
        together = (self.by_item > 0).T.astype(float) @ (self.by_item > 0)
        seen = float(d[together > 0].max(initial=1.0))
        D_o = float(((self.by_item @ d) * self.by_item).sum()) / (seen * items * m * (m - 1))
        sums = sum(
            float(self.by_coder[a] @ d @ self.by_coder[b]) for a, b in combinations(range(m), 2)
        )
        D_e = sums / (items**2 * float(d.max(initial=1.0)))
        return 0.0 if D_o == D_e else 1 - D_o / D_e if D_e else nan


def differences_of_codings(study: Codings, d: Any) -> Iterator[Rule]:
    """DKPro's measures for codings, with the distance of its own that `d` names."""
    tables, theirs = _Tables(study), _their_distance(study, d)
    yield from _alpha(study, d, theirs)
    yield from _kappas(study, tables)
    ours = coding.percent(study)
    found = tables.observed
    yield "PercentageAgreement", found, ours, agrees(found, ours, _one(found, _ITEMS))
    yield from _weighted(study, d, theirs, tables)


def _their_distance(study: Codings, d: Any) -> Any:
    """What DKPro's distance of that name computes for labels of this type."""
    if d in SETS:
        return SETS[d]
    numbers = study.categories.numbers()
    if d not in DKPRO_LEVELS:
        return d
    if numbers is None or (d == "ordinal" and (numbers != np.rint(numbers)).any()):
        return "nominal"
    return d


def _one(theirs: float, why: str) -> str:
    return _ONE if isnan(theirs) else why


def _alpha(study: Codings, d: Any, its: Any) -> Iterator[Rule]:
    ours = coding.alpha(study, distance=d)
    alone = coding.alpha(study, distance=its)
    call = "KrippendorffAlphaAgreement" + ("" if d == "nominal" else f", {d}")
    if alone.undefined and alone.D_o == 0:
        few = len(study.categories) < 2
        why = "0 (1 since mid-2026) where one of several categories was used; ours is undefined"
        yield call, nan if few else 0.0, ours, SAME_NUMBER if few else why
        return
    why = _other_distance(d)
    yield call, alone.value, ours, agrees(alone.value, ours, why)


def _other_distance(d: Any) -> str:
    return _SETS[d] if d in SETS else f"its {d} distance is nominal for labels of this type"


def _kappas(study: Codings, tables: _Tables) -> Iterator[Rule]:
    kappa, pi, s = coding.kappa(study), coding.pi(study), coding.s(study)
    many = len(study.coders)
    if many == 2:
        found = tables.cohen()
        yield "CohenKappaAgreement", found, kappa, agrees(found, kappa, _one(found, _GAPS))
        found = tables.scott()
        yield "ScottPiAgreement", found, pi, agrees(found, pi, _one(found, _GAPS))
    else:
        yield "CohenKappaAgreement", nan, kappa, agrees(nan, kappa, _TWO.format(many))
    found = tables.hubert()
    why = _UNUSED if tables.unused else _one(found, _GAPS)
    yield "HubertKappaAgreement", found, kappa, agrees(found, kappa, why)
    found = tables.fleiss()
    yield "FleissKappaAgreement", found, pi, agrees(found, pi, _one(found, _SHARES))
    name = "it is π for many coders, not κ; ours is κ"
    yield "FleissKappaAgreement, taken for κ", found, kappa, agrees(found, kappa, _one(found, name))
    found = tables.uniform()
    call = "BennettSAgreement" if many == 2 else "RandolphKappaAgreement"
    yield call, found, s, agrees(found, s, _one(found, f"missing codings: {_ITEMS}"))
    if many > 2:
        yield _by_pairs(study, kappa)


def _by_pairs(study: Codings, kappa: Agreement) -> Rule:
    """Two coders at a time, as a page of INCEpTION shows it."""
    pairs = [
        _Tables(study.only(pair)).cohen() for pair in combinations(range(len(study.coders)), 2)
    ]
    found = float(np.mean(pairs))
    why = _one(found, "the mean over pairs of coders; ours is multi-κ")
    return "mean of CohenKappaAgreement", found, kappa, agrees(found, kappa, why)


def _weighted(study: Codings, d: Any, its: Any, tables: _Tables) -> Iterator[Rule]:
    ours = coding.beta(study, distance=d)
    found = tables.weighted(its)
    found = nan if isinf(found) else found
    why = _UNUSED if tables.unused else _PAIRS if len(study.coders) > 2 else _LARGEST
    if study.missing and len(study.coders) == 2:
        why = _GAPS
    elif its != d and len(study.coders) == 2 and not tables.unused:
        why = _other_distance(d)
    if ours.undefined and not isnan(found):
        why = "0 where nothing varies; ours is undefined"
    yield "WeightedKappaAgreement", found, ours, agrees(found, ours, why)


def differences_of_units(study: Unitizings, d: Any) -> Iterator[Rule]:
    """DKPro's α_U for units on one continuum, overall and by category."""
    call = "KrippendorffAlphaUnitizingAgreement"
    ours = alpha_u_1995(study)
    if len(study.continua) != 1:
        why = f"takes one continuum, here are {len(study.continua)}"
        yield call, nan, ours, agrees(nan, ours, why)
        return
    constant = "0 where units cannot disagree; ours is undefined"
    for name, part in (("", ours), *ours.detail.get("by_category", {}).items()):
        theirs = 0.0 if part.undefined and part.D_o == 0 else part.value
        told = f"{call}, category {name}" if name != "" else call
        yield told, theirs, part, agrees(theirs, part, constant)
    if overlap_objection(study) is not None:
        return  # uα takes no units that overlap
    newer = u_alpha(study)
    why = "it is α_U of 1995, corrected 2004 (alpha_u_1995 is theirs); uα is that of 2016"
    yield f"{call}, taken for uα", ours.value, newer, agrees(ours.value, newer, why)
