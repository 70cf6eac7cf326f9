"""Why another program prints another number: its rule as a formula in our terms, and the cause.

No other program is imported. Each rule was read in the program's source and is held to the
program itself in tests/docs/test_explain.py; `make peers` shows them on known traps.
"""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from math import isnan, nan
from typing import Any

import numpy as np

from accord._measure.bound import bound
from accord._measure.boundaries.windows import pk, window_diff
from accord._measure.cube import coefficients as coding
from accord._measure.cube.kernel import Countable, expanded
from accord._measure.distances.metric import AnyDistance
from accord.engine.any_data import listed_labels, takes_data
from accord.errors import NotApplicableError, Setting, UnknownNameError
from accord.infer.advice import dkpro
from accord.infer.advice.documented_programs import (
    ABOUT_PROGRAMS,
    DOCUMENTED_RULES,
    IRRCAC,
    LIMITS,
    About,
    gwet_rules,
)
from accord.infer.advice.icc_programs import ABOUT_ICC, ICC_RULES, icc_limits_of
from accord.infer.advice.rules import SAME_NUMBER, Rule, Rules, agrees
from accord.infer.advice.their_intervals import TheirLimits
from accord.infer.why.coders import by_pair
from accord.kinds.boundaries.study import Segmentations
from accord.kinds.chains.study import Partitions
from accord.kinds.kind import kind_words, one_value
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import codings as codings_of, declare
from accord.kinds.spans.study import Unitizings
from accord.model.agreement import Agreement
from accord.model.showing import Result, Results
from accord.model.study import Study


@dataclass(frozen=True, slots=True)
class Difference(Result):
    """What another program gives for a call, what accord gives, and why they differ.

    `theirs` is nan where the program refuses or fails, and `why` then says so.

    :param ours: What accord gives.
    :param source: Where the program's rules are from, where it was not run to check them.
    :param limits: The limits of the interval that the program prints, ours, and why they differ;
        None where no interval was asked for or none is documented.

    >>> import accord
    >>> study = accord.from_coders({"A": "aabbccabca", "B": "aabbccabcb", "C": "babbbbbbab"})
    >>> found = accord.explain(study, "nltk")[0]
    >>> found.call, round(found.theirs, 3), round(found.ours, 3), found.same
    ('kappa()', 0.387, 0.391, False)
    """

    _columns = "program, call, theirs, ours=ours.value, why, limits, source"
    program: str
    call: str
    theirs: float
    ours: Agreement
    why: str
    source: str = ""
    limits: TheirLimits | None = None

    @property
    def same(self) -> bool:
        """Whether the two numbers agree to ten digits (or both are undefined)."""
        if isnan(self.theirs) or isnan(self.ours.value):
            return isnan(self.theirs) and isnan(self.ours.value)
        # Other orders of summing differ in the last three or four of sixteen digits; formulas that
        # differ do so far earlier.
        return abs(self.theirs - self.ours.value) < 1e-10

    def matches(self, number: float, digits: int) -> bool:
        """Whether the program's number, rounded, is this one."""
        # Half of the last printed digit, and a hair more: programs round halves up or to even.
        return not isnan(self.theirs) and abs(self.theirs - number) <= 0.5000001 * 10**-digits


@takes_data
def explain(
    study: Study | Countable, vs: str, *, distance: AnyDistance = "nominal", intervals: bool = False
) -> Results[Difference]:
    """What another program, `vs`, gives for this study, our value, and why they differ.

    Programs: "nltk", "scikit-learn", "statsmodels", "krippendorff", "irrcac", "dkpro" for
    codings; "nltk" and "segeval" for segmentations; "pygamma-agreement" and "dkpro" for units.
    Of the programs that the survey papers name: "kalpha" (Hayes & Krippendorff), "gamma-software"
    (the Java package that reads Glozz) for units, "muc-scorer" for chains.
    From their documentation also, for codings: "kalpha" (SPSS, SAS), "r-irr", "r-irrcac",
    "kappaetc" (Stata), "desctools", "pingouin", "r-psych", "r-irr-icc", "r-epir", "spss-icc",
    "recal", "k-alpha-calculator", "agreestat", "label-studio" and "inception"; `source` of each row
    says which page, and what could be checked.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param vs: The other program.
    :param distance: The distance for measures that need one.
    :param intervals: Whether to compute the 95% intervals that the program prints, too: of KALPHA,
        irrCAC, kappaetc, AgreeStat and DescTools' CohenKappa.

    >>> import accord
    >>> study = accord.from_coders({"A": "aabbccabca", "B": "aabbccabcb", "C": "babbbbbbab"})
    >>> for found in accord.explain(study, "nltk")[:2]:
    ...     print(found.call, round(found.theirs, 3), round(found.ours.value, 3), found.same)
    kappa() 0.387 0.391 False
    multi_kappa() 0.391 0.391 True
    """
    name = vs.strip().lower().replace("_", "-")
    name = SPELLINGS.get(name.replace(" ", "-"), name.replace(" ", "-"))
    if name not in DOCUMENTED_PROGRAMS:
        raise UnknownNameError.of("program", vs, DOCUMENTED_PROGRAMS)
    study = expanded(study)
    rules = DOCUMENTED_PROGRAMS[name].get(study.kind)
    if rules is None:
        known = ", ".join(DOCUMENTED_PROGRAMS[name])
        raise NotApplicableError(f"{name} works with {known}; these data are {kind_words(study)}")
    # Every one of these programs takes one column or row for each coder; votes without names
    # cannot be given to them.
    if one_value(study) and len(study.coders) < 2:
        raise NotApplicableError(
            f"to compare with {name}, the data must show the labels of each of two or more coders; "
            f"here are {len(study.coders)}"
        )
    about = ABOUT_PROGRAMS.get(name) or (About(*ABOUT_ICC[name]) if name in ABOUT_ICC else "")
    source = str(about)
    limits: Mapping[str, TheirLimits] = {}
    if intervals and listed_labels(study):
        made = icc_limits_of(name) if name in ICC_RULES else LIMITS.get(name)
        limits = made(study, distance) if made is not None else {}
    return Results(
        Difference(name, call, theirs, ours, why, source, limits.get(call))
        for call, theirs, ours, why in rules(study, distance)
    )


def _mixed(observed: float, chance: Agreement, share: float | None = None) -> float:
    """A_o with a distance, A_e without: what NLTK's coefficients with a distance are."""
    A_e = chance.A_e if share is None else share
    if A_e is None or isnan(observed):
        return nan
    # NLTK answers 1 where the coefficient is undefined.
    return 1.0 if A_e == 1 else (1 - observed - A_e) / (1 - A_e)


_MIXED = "A_o uses the distance and A_e does not, which is not a published coefficient"
_ONE = "1 by convention where only one category was used; ours is undefined"
_GAPS = "fails: codings are missing, and it takes complete tables only"


def _nltk(study: Codings, d: Any) -> Iterator[Rule]:
    nominal, gaps = d == "nominal", study.missing > 0
    many = "the mean of the κ of all pairs of coders; ours is multi-κ (light_kappa is theirs)"
    pairs = [] if gaps else [two.agreement for two in by_pair(study, bound(_nltk_kappa, d=d))]
    theirs = float(np.mean([pair.value for pair in pairs])) if pairs else nan
    ours = coding.kappa(study) if nominal else coding.beta(study, distance=d)
    why = _GAPS if gaps else _ONE if ours.undefined else many if nominal else _MIXED
    yield "kappa()", theirs, ours, agrees(theirs, ours, why)
    if not gaps:
        observed = coding.beta(study, distance=d).D_o
        theirs = _mixed(observed, coding.kappa(study))
        yield "multi_kappa()", theirs, ours, agrees(theirs, ours, _nltk_why(ours, nominal))
        ours = coding.pi(study) if nominal else coding.alpha_prime(study, distance=d)
        theirs = _mixed(observed, coding.pi(study))
        yield "pi()", theirs, ours, agrees(theirs, ours, _nltk_why(ours, nominal))
        yield from _nltk_s(study, d, observed)
        yield from _nltk_weighted(study, d)
    yield from _nltk_alpha(study, d)


def _nltk_why(ours: Agreement, nominal: bool) -> str:
    if ours.undefined:
        return _ONE
    return _MIXED if not nominal else SAME_NUMBER


def _nltk_kappa(study: Codings, *, d: Any) -> Agreement:
    """κ of two coders as NLTK computes it."""
    observed = coding.beta(study, distance=d).D_o
    value = _mixed(observed, coding.kappa(study))
    return Agreement("nltk_kappa", "κ", observed, estimate=value)


def _nltk_s(study: Codings, d: Any, observed: float) -> Iterator[Rule]:
    used = len(set(study.category.tolist()))
    theirs = _mixed(observed, coding.s(study), 1 / used) if used else nan
    ours = coding.s(study) if d == "nominal" else coding.weighted_s(study, distance=d)
    why = (
        _MIXED
        if d != "nominal"
        else (
            f"it counts the {used} categories that occur, ours the {len(study.categories)} declared"
        )
    )
    yield "S()", theirs, ours, agrees(theirs, ours, why)


def _nltk_weighted(study: Codings, d: Any) -> Iterator[Rule]:
    pairs = [two.agreement for two in by_pair(study, bound("beta", distance=d))]
    ours = coding.beta(study, distance=d)
    theirs = float(np.mean([pair.value for pair in pairs]))
    why = "the mean of κ_w over all pairs of coders; ours is β, the ratio of mean D_o and mean D_e"
    yield "weighted_kappa()", theirs, ours, agrees(theirs, ours, why)
    if d != "nominal":
        theirs = float(np.mean([1 - 2 * pair.D_o / pair.D_e for pair in pairs if pair.D_e]))
        why = "D_e is divided by max_distance and D_o is not, so only max_distance=1 is right"
        yield "weighted_kappa(max_distance=2)", theirs, ours, why


def _nltk_alpha(study: Codings, d: Any) -> Iterator[Rule]:
    ours = coding.alpha(study, distance=d)
    theirs = 1.0 if ours.undefined and ours.D_o == 0 else ours.value
    yield "alpha()", theirs, ours, agrees(theirs, ours, _ONE)
    if d == "masi":
        for call, formula, why in (
            ("alpha(), 3.3 to mid-2026", _masi_rounded, "M was .67 and .33, now it is in thirds"),
            ("alpha(), before 3.3", _masi_2012, "(1 − J)·M, where disjoint sets have distance 0"),
        ):
            theirs = coding.alpha(study, distance=formula).value
            yield call, theirs, ours, agrees(theirs, ours, why)


def _weight(a: frozenset[Any], b: frozenset[Any]) -> float:
    # As NLTK rounded them from 3.3 to mid-2026, when it went over to thirds.
    return 1 if a == b else 0.67 if a <= b or b <= a else 0.33 if a & b else 0


def _masi_rounded(a: frozenset[Any], b: frozenset[Any]) -> float:
    return 1 - (len(a & b) / len(a | b) if a | b else 1) * _weight(a, b)


def _masi_2012(a: frozenset[Any], b: frozenset[Any]) -> float:
    return (1 - (len(a & b) / len(a | b) if a | b else 1)) * _weight(a, b)


def _sklearn(study: Codings, d: Any) -> Iterator[Rule]:
    ours = coding.kappa(study)
    if len(study.coders) != 2:
        why = f"takes two coders, here are {len(study.coders)}"
        yield "cohen_kappa_score(a, b)", nan, ours, why
        return
    whole = coding.kappa(study, missing="complete")
    why = "takes complete tables only: items with a missing coding were left out"
    yield "cohen_kappa_score(a, b)", whole.value, ours, agrees(whole.value, ours, why)
    if len({isinstance(name, str) for name in study.categories}) > 1 or any(
        isinstance(name, (frozenset, tuple)) for name in study.categories
    ):
        return  # labels that cannot be sorted have no ranks
    names: list[Any] = list(study.categories)
    ranked = declare(study, sorted(names))
    for weights, mine in (("linear", "linear"), ("quadratic", "interval")):
        theirs = coding.weighted_kappa(ranked, distance=f"rank-{weights}", missing="complete")
        own, why = _own_weights(study, d, weights, mine)
        call = f'cohen_kappa_score(a, b, weights="{weights}")'
        yield call, theirs.value, own, agrees(theirs.value, own, why)


def _own_weights(study: Codings, d: Any, weights: str, mine: str) -> tuple[Agreement, str]:
    """The coefficient that a user most likely means, and why scikit-learn's differs."""
    if study.categories.numbers() is not None:
        why = "labels are taken by their rank, ours by their value (rank- distances are theirs)"
        return coding.weighted_kappa(study, distance=d if d != "nominal" else mine), why
    if study.declared:
        why = "labels are sorted by name; ours follow the order that was declared"
        return coding.weighted_kappa(study, distance=f"rank-{weights}"), why
    why = (
        f"labels are sorted by name; without a declared order ({Setting('categories')}) ours "
        "takes no order"
    )
    return coding.kappa(study), why


def _statsmodels(study: Codings, d: Any) -> Iterator[Rule]:
    filled = _filled(study)
    gaps = "a missing coding is counted as one more category"
    name = "it is π for many coders, not κ; ours is κ"
    for call, measure, ours in (
        ('fleiss_kappa(counts, "fleiss")', coding.pi, coding.pi(study)),
        ('fleiss_kappa(counts, "randolph")', coding.s, coding.s(study)),
    ):
        theirs = measure(filled).value
        yield call, theirs, ours, agrees(theirs, ours, gaps if study.missing else "")
    theirs, ours = coding.pi(filled).value, coding.kappa(study)
    yield "fleiss_kappa(counts), taken for κ", theirs, ours, agrees(theirs, ours, name)


def _filled(study: Codings) -> Codings:
    """The study with a category of its own for every missing coding."""
    if not study.missing:
        return study
    said = {(item, coder) for item, coder, _ in study.rows()}
    # An object of its own equals no label: a study may well use "" or "missing" as a category.
    gap: Hashable = object()
    rows = [
        *study.rows(),
        *(
            (item, coder, gap)
            for item in study.items
            for coder in study.coders
            if (item, coder) not in said
        ),
    ]
    return codings_of(rows)


def _krippendorff(study: Codings, d: Any) -> Iterator[Rule]:
    ours = coding.alpha(study, distance=d)
    why = "refuses where only one category was used" if ours.undefined else SAME_NUMBER
    yield f'alpha(data, level_of_measurement="{d}")', ours.value, ours, why
    if d == "interval" or study.categories.numbers() is None:
        return
    theirs = coding.alpha(study, distance="interval")
    why = f"without a level it treats categories as an interval scale; this is {d}"
    yield "alpha(data)", theirs.value, ours, agrees(theirs.value, ours, why)


def _windows(window: str) -> Rules:
    def rules(study: Segmentations, d: Any) -> Iterator[Rule]:
        for measure in (window_diff, pk):
            theirs, ours = measure(study, window=window), measure(study)
            why = "its window comes from the reference (here the mean over both); ours from all"
            yield theirs.measure, theirs.value, ours, agrees(theirs.value, ours, why)

    return rules


def _pygamma(study: Unitizings, d: Any) -> Iterator[Rule]:
    from accord._measure.gamma.gamma import gamma

    theirs, ours = gamma(study, distance=d, chance="model"), gamma(study, distance=d)
    same = f"the disorder of the best alignment, {ours.D_o:.4f}, is the same; "
    why = same + "by default it draws chance from a model of units and gaps, ours moves the units"
    yield "compute_gamma(…).gamma, up to luck", theirs.value, ours, why


def _gamma_software(study: Unitizings, d: Any) -> Iterator[Rule]:
    from accord._measure.gamma.gamma import gamma

    theirs, ours = gamma(study, distance=d, chance="continuum"), gamma(study, distance=d)
    same = f"the disorder of the best alignment, {ours.D_o:.4f}, is the same; "
    why = (
        same
        + "it moves the units of each document for chance, within 2% as ours; the "
        + (
            "last digits are luck"
            if theirs.value == ours.value
            else "chance of several documents together, as its authors recommend, is ours"
        )
    )
    yield "γ of one continuum, up to luck", theirs.value, ours, why


def _muc_scorer(study: Partitions, d: Any) -> Iterator[Rule]:
    from accord._measure.chains.coreference import muc
    from accord._measure.chains.coreference_chance import link_kappa

    found, ours = muc(study), link_kappa(study)
    yield "F-measure", found.value, found, SAME_NUMBER
    why = "recall and precision of links count chance as agreement; ours is κ of the same links"
    yield "F-measure, taken for κ", found.value, ours, agrees(found.value, ours, why)


DOCUMENTED_PROGRAMS: dict[str, dict[str, Rules]] = {
    "nltk": {"codings": _nltk, "segmentations": _windows("nltk")},
    "scikit-learn": {"codings": _sklearn},
    "statsmodels": {"codings": _statsmodels},
    "krippendorff": {"codings": _krippendorff},
    "irrcac": {"codings": gwet_rules(IRRCAC)},
    "dkpro": {"codings": dkpro.differences_of_codings, "unitizings": dkpro.differences_of_units},
    "segeval": {"segmentations": _windows("segeval")},
    "pygamma-agreement": {"unitizings": _pygamma},
    "gamma-software": {"unitizings": _gamma_software},
    "muc-scorer": {"partitions": _muc_scorer},
    **{name: {"codings": rules} for name, rules in DOCUMENTED_RULES.items()},
    **{name: {"codings": rules} for name, rules in ICC_RULES.items()},
}
"""Program → kind of study → its rules."""

SPELLINGS = {
    "sklearn": "scikit-learn",
    "pygamma": "pygamma-agreement",
    "glozz": "gamma-software",
    "gamma.greyc.fr": "gamma-software",
    "hayes-krippendorff": "kalpha",
    "muc": "muc-scorer",
    "irr": "r-irr",
    "irr::icc": "r-irr-icc",
    "irr-icc": "r-irr-icc",
    "epir": "r-epir",
    "epi.ccc": "r-epir",
    "epi.occc": "r-epir",
    "psych": "r-psych",
    "psych::icc": "r-psych",
    "spss-reliability": "spss-icc",
    "spss": "kalpha",
    "stata": "kappaetc",
    "recal2": "recal",
    "recal3": "recal",
    "recal-oir": "recal",
    "k-alpha": "k-alpha-calculator",
    "agreestat360": "agreestat",
    "labelstudio": "label-studio",
}
"""Other names of these programs."""
