"""What programs outside Python give for a study: R, SPSS, Stata, web pages, annotation tools.

Their rules are from their documentation, which `ABOUT_PROGRAMS` names with what was checked: a
program whose printed example our formulas reproduce (tests/docs/test_documented_programs.py), or
one of which only a description was at hand.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import isnan, nan
from types import MappingProxyType
from typing import Any

import numpy as np

from accord._measure.cube import coefficients as coding
from accord._measure.labels.correlation import light_kappa
from accord.infer.advice.rules import Rule, Rules, agrees
from accord.infer.advice.their_intervals import (
    TheirLimits,
    desctools_limits,
    gwet_limits,
    kalpha_limits,
)
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import codings as codings_of, declare
from accord.model.agreement import Agreement


@dataclass(frozen=True, slots=True)
class About:
    """Where a program's rules are from, and how sure they are.

    :param page: The documentation.
    :param says: What the numbers do not show: rounding, defaults, intervals.
    :param checked: What was compared with the program's own output.
    """

    page: str
    says: str
    checked: str

    def __str__(self) -> str:
        return f"{self.says}. Rules from {self.page}; {self.checked}."


_ONLY = "from description only: no printed example was at hand to check them"
_LISTWISE = "items with a missing coding are left out; ours takes what there is"
_LEVELS = {"nominal": 1, "ordinal": 2, "interval": 3, "ratio": 4}
_MANY = 12  # pairs of coders shown one by one


def _complete(study: Codings) -> Codings:
    """The items that every coder coded, with the categories that are left."""
    sizes = np.bincount(study.item, minlength=len(study.items))
    kept = study.take(np.flatnonzero(sizes == len(study.coders)))
    return codings_of(kept.rows()) if len(kept) else kept


def _seen(study: Codings) -> Codings:
    return codings_of(study.rows()) if study.declared else study


def _rule(call: str, theirs: Agreement | float, ours: Agreement, why: str) -> Rule:
    value = theirs.value if isinstance(theirs, Agreement) else theirs
    if isnan(value) and not isnan(ours.value):
        why = f"nothing: {_LISTWISE}" if why is _LISTWISE else f"nothing, or NaN: {why}"
    return call, value, ours, agrees(value, ours, why)


def _alphas(
    study: Codings, d: Any, call: Callable[[str], str], as_irr: bool = False
) -> Iterator[Rule]:
    """α of the programs that follow Krippendorff: numbers at any level, names nominally."""
    one = "one category alone: its value is not documented; ours is undefined"
    levels = ["nominal", *_LEVELS] if study.categories.numbers() is not None else ["nominal"]
    for level in dict.fromkeys(levels):
        if level != "nominal" and d not in ("nominal", level):
            continue
        theirs = coding.alpha(study, distance=level)
        ours = coding.alpha(study, distance=d) if d in _LEVELS else theirs
        why = f"this is the {level} level; ours is {d}, as asked"
        value = _as_irr(study, theirs) if as_irr else theirs.value
        if value != theirs.value and theirs.value == ours.value:
            why = (
                "with complete data it divides the coincidences by 1 instead of m − 1, so n − 1 is "
                "too large; ours divides by m − 1, as Krippendorff does"
            )
        yield _rule(call(level), value, ours, one if theirs.undefined else why)


def _as_irr(study: Codings, alpha: Agreement) -> float:
    """α as irr 0.84 and DescTools compute it from complete data of m > 2 coders: coincidences m − 1
    times as large, so that the n − 1 of D_e is n − 1/(m − 1)."""
    m, n = len(study.coders), len(study.item)
    if m < 3 or n != m * len(study.items) or isnan(alpha.value):
        return alpha.value
    return 1 - (1 - alpha.value) * (n - 1 / (m - 1)) / (n - 1)


def _kalpha(study: Codings, d: Any) -> Iterator[Rule]:
    yield from _alphas(study, d, lambda level: f"KALPHA …/level = {_LEVELS[level]}")


def _irr(study: Codings, d: Any) -> Iterator[Rule]:
    whole = _complete(study)
    if len(study.coders) == 2:
        yield _rule("kappa2(x)", coding.kappa(whole), coding.kappa(study), _LISTWISE)
        yield from _weighted(study, whole, d, 'kappa2(x, "{}")', ("equal", "squared"))
    yield from _many(study, whole, "kappam.fleiss(x)", "kappam.fleiss(x, exact=TRUE)")
    yield _rule("kappam.light(x)", _light(whole), light_kappa(study), _LISTWISE)
    yield from _alphas(study, d, lambda level: f'kripp.alpha(t(x), "{level}")', as_irr=True)
    yield _all_agree(study, whole, "agree(x)")


def _desctools(study: Codings, d: Any) -> Iterator[Rule]:
    whole = _complete(study)
    if len(study.coders) == 2:
        yield _rule("CohenKappa(a, b)", coding.kappa(whole), coding.kappa(study), _LISTWISE)
        names = ("Equal-Spacing", "Fleiss-Cohen")
        yield from _weighted(study, whole, d, 'CohenKappa(table(a, b), weights="{}")', names)
    conger = 'KappaM(x, method="Conger")'
    yield from _many(study, whole, "KappaM(x)", conger)
    yield _rule('KappaM(x, method="Light")', _light(whole), light_kappa(study), _LISTWISE)
    yield from _alphas(study, d, lambda level: f'KrippAlpha(t(x), "{level}")', as_irr=True)


def _many(study: Codings, whole: Codings, fleiss: str, conger: str) -> Iterator[Rule]:
    ours, named = coding.pi(study), coding.kappa(study)
    yield _rule(fleiss, coding.pi(whole), ours, _LISTWISE)
    yield _rule(conger, coding.kappa(whole), named, _LISTWISE)
    name = "it is π for many coders, not κ; ours is κ"
    yield _rule(f"{fleiss}, taken for κ", coding.pi(whole), named, name)


def _light(study: Codings) -> Agreement | float:
    return light_kappa(study) if len(study) else nan


def _weighted(
    study: Codings, whole: Codings, d: Any, call: str, names: tuple[str, str]
) -> Iterator[Rule]:
    """Weighted κ of two coders by the rank of the categories that occur; numbers only, since the
    order of names is the order of R's factor levels."""
    if study.categories.numbers() is None or not len(whole):
        return
    ranked = declare(whole, sorted(whole.categories, key=float))  # type: ignore[arg-type]
    for name, rank, mine in zip(
        names, ("linear", "quadratic"), ("linear", "interval"), strict=True
    ):
        theirs = coding.weighted_kappa(ranked, distance=f"rank-{rank}")
        ours = coding.weighted_kappa(study, distance=mine if d == "nominal" else d)
        why = "categories that occur count by their rank; ours by their value (rank- is theirs)"
        why = _LISTWISE if study.missing else why
        yield _rule(call.format(name), theirs, ours, why)


def _all_agree(study: Codings, whole: Codings, call: str) -> Rule:
    ours = coding.percent(study)
    why = "in percent, and an item counts only where all coders agree; ours is the mean over pairs"
    if not len(whole):
        return _rule(call, nan, ours, _LISTWISE)
    same = [len(set(labels)) == 1 for labels in _by_item(whole)]
    value = 100 * float(np.mean(same))
    return call, value, ours, agrees(value, ours, why)


def _by_item(study: Codings) -> Iterator[list[int]]:
    bounds = study.bounds
    for at in range(len(study.items)):
        labels = study.category[bounds[at] : bounds[at + 1]].tolist()
        if labels:
            yield labels


@dataclass(frozen=True, slots=True)
class Calls:
    """What the coefficients of Gwet's handbook are called in a program."""

    brennan: str
    gwet: str
    fleiss: str
    conger: str
    krippendorff: str
    ordinal: str
    observed: str = ""


def gwet_rules(call: Calls) -> Rules:
    """The framework of Gwet's handbook, which irrCAC, kappaetc and AgreeStat follow."""

    def rules(study: Codings, d: Any) -> Iterator[Rule]:
        used = _seen(study)
        seen = "by default it counts the categories that occur; ours those that were declared"
        if call.observed:
            percent = coding.percent(study)
            yield _rule(call.observed, percent, percent, "")
        for name, measure in (
            (call.brennan, coding.s),
            (call.gwet, coding.ac1),
            (call.fleiss, coding.pi),
        ):
            yield _rule(name, measure(used), measure(study), seen)
        ours = coding.kappa(study)
        why = "with missing codings, pairs of coders weigh equally in A_e; ours by what they coded"
        yield _rule(call.conger, _conger(study, ours), ours, why)
        alpha = coding.alpha(study, distance="nominal")
        yield _rule(call.krippendorff, alpha, alpha, "")
        if d == "ordinal":
            k = len(study.categories)
            apart = np.abs(np.subtract.outer(np.arange(k), np.arange(k)))
            steps = (apart * (apart + 1) / 2).tolist()
            theirs = coding.alpha(study, distance=(list(study.categories), steps))
            ours = coding.alpha(study, distance="ordinal")
            why = "its ordinal weights count the categories between two labels, ours the codings"
            yield _rule(call.ordinal, theirs, ours, why)

    return rules


def _conger(study: Codings, ours: Agreement) -> float:
    counts = np.zeros((len(study.coders), len(study.categories)))
    np.add.at(counts, (study.who(), study.category), 1)
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    r = len(shares)
    A_e = float((shares.sum(axis=0) ** 2).sum() - (shares**2).sum()) / (r * (r - 1))
    return (1 - ours.D_o - A_e) / (1 - A_e) if A_e < 1 else nan


def _recal(study: Codings, d: Any) -> Iterator[Rule]:
    gaps = "refuses: ReCal2 and ReCal3 take no missing codings (ReCal OIR does)"
    name = "ReCal2" if len(study.coders) == 2 else "ReCal3"
    ours = coding.percent(study)
    percent = nan if study.missing else 100 * ours.value
    why = gaps if study.missing else "the same, in percent"
    called = "percent agreement" if name == "ReCal2" else "average pairwise percent agreement"
    yield f"{name}, {called}", percent, ours, agrees(percent, ours, why)
    kappa, pi = coding.kappa(study), coding.pi(study)
    if name == "ReCal2":
        rows = [("Scott's pi", pi, pi), ("Cohen's kappa", kappa, kappa)]
    else:
        rows = [
            ("Fleiss' kappa", pi, pi),
            ("average pairwise Cohen's kappa", light_kappa(study), kappa),
        ]
    for label, theirs, mine in rows:
        other = (
            "the mean of Cohen's κ over pairs of coders; ours is multi-κ (light_kappa is theirs)"
        )
        value = nan if study.missing else theirs.value
        yield f"{name}, {label}", value, mine, agrees(value, mine, gaps if study.missing else other)
    yield from _alphas(study, d, lambda level: f"ReCal OIR, alpha ({level})")


def _calculator(study: Codings, d: Any) -> Iterator[Rule]:
    yield from _alphas(study, d, lambda level: f"Krippendorff's alpha, {level}")


def _label_studio(study: Codings, d: Any) -> Iterator[Rule]:
    ours = coding.percent(study)
    why = "the same, in percent, and not corrected for chance; see kappa or alpha"
    value = 100 * ours.value
    yield "task agreement, mean over tasks", value, ours, agrees(value, ours, why)
    for a, b in _pairs(study):
        mine = coding.percent(study.only([a, b]))
        call = f"agreement matrix, {study.coders[a]} and {study.coders[b]}"
        value = 100 * mine.value
        yield call, value, mine, agrees(value, mine, why)


def _pairs(study: Codings) -> list[tuple[int, int]]:
    return list(combinations(range(len(study.coders)), 2))[:_MANY]


def _inception(study: Codings, d: Any) -> Iterator[Rule]:
    one = "1 by convention where only one category was used; ours is undefined"
    for a, b in _pairs(study):
        two = study.only([a, b])
        whole = _complete(two)
        alone = len(set(whole.category.tolist())) == 1
        names = f"{study.coders[a]} and {study.coders[b]}"
        alpha = coding.alpha(two, distance="nominal")
        for call, theirs, ours in (
            ("Cohen's kappa", coding.kappa(whole), coding.kappa(two)),
            ("Fleiss' kappa", coding.pi(whole), coding.pi(two)),
            ("Gwet's AC1", coding.ac1(whole), coding.ac1(two)),
        ):
            yield _rule(
                f"{call}, {names}", 1.0 if alone else theirs, ours, one if alone else _LISTWISE
            )
        same = 1.0 if alpha.undefined and alpha.D_o == 0 else alpha.value
        yield _rule(f"Krippendorff's alpha (nominal), {names}", same, alpha, one)


IRRCAC = Calls(
    brennan="CAC(frame).bp()",
    gwet="CAC(frame).gwet()",
    fleiss="CAC(frame).fleiss()",
    conger="CAC(frame).conger()",
    krippendorff="CAC(frame).krippendorff()",
    ordinal='CAC(frame, weights="ordinal").krippendorff()',
)
"""The calls of irrCAC for Python."""

_R = Calls(
    observed="pa.coeff.raw(x)",
    brennan="bp.coeff.raw(x)",
    gwet="gwet.ac1.raw(x)",
    fleiss="fleiss.kappa.raw(x)",
    conger="conger.kappa.raw(x)",
    krippendorff="krippen.alpha.raw(x)",
    ordinal='krippen.alpha.raw(x, weights="ordinal")',
)
_STATA = Calls(
    observed="kappaetc: Percent Agreement",
    brennan="kappaetc: Brennan and Prediger",
    gwet="kappaetc: Gwet's AC",
    fleiss="kappaetc: Scott/Fleiss' Kappa",
    conger="kappaetc: Cohen/Conger's Kappa",
    krippendorff="kappaetc: Krippendorff's Alpha",
    ordinal="kappaetc, wgt(ordinal): Krippendorff's Alpha",
)
_AGREESTAT = Calls(
    observed="Percent Agreement",
    brennan="Brennan-Prediger",
    gwet="Gwet's AC1",
    fleiss="Fleiss' Kappa",
    conger="Conger's Kappa",
    krippendorff="Krippendorff's Alpha",
    ordinal="Krippendorff's Alpha, ordinal weights",
)

DOCUMENTED_RULES: Mapping[str, Rules] = MappingProxyType(
    {
        "kalpha": _kalpha,
        "r-irr": _irr,
        "r-irrcac": gwet_rules(_R),
        "kappaetc": gwet_rules(_STATA),
        "desctools": _desctools,
        "recal": _recal,
        "k-alpha-calculator": _calculator,
        "agreestat": gwet_rules(_AGREESTAT),
        "label-studio": _label_studio,
        "inception": _inception,
    }
)
"""Program → its rules for codings."""

LIMITS: Mapping[str, Callable[[Codings, Any], Mapping[str, TheirLimits]]] = MappingProxyType(
    {
        "kalpha": lambda study, d: (
            kalpha_limits(study, d, f"KALPHA …/level = {_LEVELS[d]}") if d in _LEVELS else {}
        ),
        "r-irrcac": lambda study, d: gwet_limits(study, _R, irrcac=True),
        "kappaetc": lambda study, d: gwet_limits(study, _STATA),
        "agreestat": lambda study, d: gwet_limits(study, _AGREESTAT),
        "desctools": lambda study, d: desctools_limits(study),
    }
)
"""Program → the limits of its intervals, by call."""

ABOUT_PROGRAMS: Mapping[str, About] = MappingProxyType(
    {
        "gamma-software": About(
            "Mathet, Widlöcher & Métivier (2015), §5 and §7",
            "by default it draws chance until δ_e is within 2% with 95% confidence",
            "γ is checked with the paper's printed values; the Java program was not at hand",
        ),
        "muc-scorer": About(
            "Vilain et al. (1995) as Passonneau (1997) gives it",
            "the first coder is the key, the second the response",
            "recall and precision are checked with Passonneau's tables; the scorer was not at hand",
        ),
        "kalpha": About(
            "the page of the macro for SPSS and SAS and Hayes & Krippendorff (2007)",
            "by default KALPHA takes level 1 (nominal) and leaves out units with one judgment; "
            "its interval draws pairs of values, not items",
            "α is checked with Krippendorff's published values, its interval with limits quoted of "
            "the paper's example; the output of the macro was not at hand",
        ),
        "r-irr": About(
            "the manual of irr 0.84 on CRAN",
            "irr prints three digits, and tests κ = 0 with a standard error that holds under no "
            "agreement; kripp.alpha wants coders in rows",
            "checked with printed values for its data sets diagnoses and anxiety",
        ),
        "r-irrcac": About(
            "the README and the vignettes of irrCAC on CRAN",
            "irrCAC rounds to five digits, and its intervals use a t distribution with one degree "
            "of freedom less than items",
            "checked with the output printed there for cac.raw4raters, intervals too",
        ),
        "kappaetc": About(
            "the help of kappaetc for Stata (Klein 2018)",
            "kappaetc follows Gwet's handbook; its intervals use t with one degree of freedom less "
            "than items and end at −1 and 1",
            "checked with its printed output for Stata's rate2 and rvary2, intervals too",
        ),
        "desctools": About(
            "the manual of DescTools on CRAN",
            "KappaM and KrippAlpha come from irr; without conf.level there is no interval",
            "KappaM is checked with values that irr prints for diagnoses; the rest is from "
            "description only",
        ),
        "recal": About(
            "the pages of ReCal2, ReCal3 and ReCal OIR (Freelon)",
            "ReCal takes numbers for categories; ReCal OIR allows missing codings since 2017",
            _ONLY,
        ),
        "k-alpha-calculator": About(
            "the usage notes of k-alpha.org (Marzi et al. 2024)",
            "whole numbers only, NA for a missing coding",
            "α is checked with Krippendorff's published value for its sample file",
        ),
        "agreestat": About(
            "the examples on agreestat.com and Gwet's handbook",
            "AgreeStat prints standard error, interval and p-value with each coefficient",
            _ONLY,
        ),
        "label-studio": About(
            "the page on task agreement of Label Studio Enterprise",
            "a task's agreement is the mean over its pairs of annotations, 1 for the same choice "
            "and 0 for another (exact matching choices); the community edition computes none",
            _ONLY + ", and how it counts tasks with one annotation is not said; here they are "
            "left out",
        ),
        "inception": About(
            "the user guide of INCEpTION, section Agreement, and its source",
            "the page shows pairs of annotators; over several documents it prints the mean of the "
            "documents' values, here all items count as one document",
            "checked with the values that its own tests expect",
        ),
    }
)
"""Program → where its rules are from."""
