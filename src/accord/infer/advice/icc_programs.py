"""What programs print of ratings: pingouin, R's psych, irr and epiR, SPSS. One table of names.

Of intraclass correlations all follow Shrout & Fleiss (1979) and McGraw & Wong (1996), so on
complete tables they differ in the names of the forms, in which one they take by default, and in the
limits of the agreement forms. With holes they leave out items that somebody did not rate, or fit a
mixed model.
"""

from collections.abc import Callable, Iterator
from math import isnan, nan
from typing import Any

from accord._measure.labels.concordance import ccc
from accord._measure.labels.correlation import FORMS, IccForms, icc, icc_table_of
from accord._measure.labels.mean_squares import squares_of
from accord.infer.advice.rules import SAME_NUMBER, Rule, Rules, agrees
from accord.infer.advice.their_intervals import TheirLimits
from accord.infer.tests.icc_table import icc_table
from accord.kinds.labels.study import Codings

_SINGLE = {"1": "ICC1", "2": "ICC2", "3": "ICC3"}
_IRR = {
    "1": 'model="oneway"',
    "2": 'model="twoway", type="agreement"',
    "3": 'model="twoway", type="consistency"',
}
_SPSS = {
    "1": "MODEL(ONEWAY)",
    "2": "MODEL(RANDOM) TYPE(ABSOLUTE)",
    "3": "MODEL(MIXED) TYPE(CONSISTENCY)",
}


def _pingouin(form: IccForms) -> str:
    own = {"1": "1", "2": "A", "3": "C"}[form[0]]
    old = f"{_SINGLE[form[0]]}{'k' if form.endswith('k') else ''}"
    return f"intraclass_corr(…), ICC({own},{form[2:]}), formerly {old}"


def _psych(form: IccForms) -> str:
    return f"ICC(x), {_SINGLE[form[0]]}{'k' if form.endswith('k') else ''}"


def _irr(form: IccForms) -> str:
    unit = "average" if form.endswith("k") else "single"
    return f'icc(ratings, {_IRR[form[0]]}, unit="{unit}")'


def _spss(form: IccForms) -> str:
    unit = "average" if form.endswith("k") else "single"
    return f"RELIABILITY /ICC={_SPSS[form[0]]}, {unit} measures"


_LISTWISE = "items that somebody did not rate are left out; ours takes all ratings, by REML"
_REFUSES = "refuses missing ratings unless nan_policy='omit'; ours takes all ratings, by REML"


def _rules(called: Callable[[IccForms], str], holes: str) -> Rules:
    """The six forms as a program calls them; with holes from complete items, or as `holes` says."""

    def rules(study: Codings, _: Any) -> Iterator[Rule]:
        if study.categories.numbers() is None:
            return
        for form in FORMS:
            ours = icc(study, form=form)
            if not study.missing or isnan(ours.value):
                yield called(form), ours.value, ours, SAME_NUMBER
                continue
            theirs = nan if holes is _REFUSES else icc(study, form=form, missing="complete").value
            yield called(form), theirs, ours, agrees(theirs, ours, holes)

    return rules


def _psych_rules(study: Codings, d: Any) -> Iterator[Rule]:
    """psych fits a mixed model by default: one rating with holes is REML's, as ours; where the
    variance of the items would be below 0 it is 0."""
    below = "a mixed model by default (lmer=TRUE): an item variance below 0 is 0; ours is not cut"
    for call, value, ours, why in _rules(_psych, _LISTWISE)(study, d):
        if study.missing:
            if "ICC1" not in call and not call.endswith("k"):
                yield call, ours.value, ours, SAME_NUMBER
        elif value < 0:
            yield call, 0.0, ours, below
        else:
            yield call, value, ours, why


def _epir(study: Codings, _: Any) -> Iterator[Rule]:
    """Lin's ρ_c of two raters, the overall one of more: what variances are divided by differs."""
    ours = ccc(study)
    numbers = study.categories.from_lowest()
    if numbers is None or study.missing or isnan(ours.value):
        return
    if len(study.coders) == 2:
        yield "epi.ccc(x, y)", ours.value, ours, SAME_NUMBER
        return
    s = squares_of(icc_table_of(study, numbers, "complete"))
    apart = s.between + (s.k - 1) * s.error + s.k * s.coders / s.n
    theirs = (s.between - s.error) / apart
    yield "epi.occc(ratings)", theirs, ours, agrees(theirs, ours, _BY_N)


_BY_N = "variances are divided by n − 1 there (for two raters by n), by n here, as Lin does"

ICC_RULES: dict[str, Rules] = {
    "pingouin": _rules(_pingouin, _REFUSES),
    "r-psych": _psych_rules,
    "r-irr-icc": _rules(_irr, _LISTWISE),
    "r-epir": _epir,
    "spss-icc": _rules(_spss, _LISTWISE),
}
"""Program → its intraclass correlations, or concordance."""

_GENERALIZED = (
    "theirs is by F (McGraw & Wong 1996), with degrees of freedom that take the raters' variance "
    "at its estimate; ours is generalized, which counts how little few raters say of it"
)
_CALLED: dict[str, Callable[[IccForms], str]] = {
    "pingouin": _pingouin,
    "r-psych": _psych,
    "r-irr-icc": _irr,
    "spss-icc": _spss,
}
_OWN_FORMULA = {"r-irr-icc": ("2,k",)}
"""irr has a formula of its own for the limits of ICC(A,k), which is not computed here."""


def icc_limits_of(program: str) -> Callable[[Codings, Any], dict[str, TheirLimits]]:
    """The limits that a program prints for each call, and ours."""

    def limits(study: Codings, _: Any) -> dict[str, TheirLimits]:
        if study.missing or study.categories.numbers() is None or program not in _CALLED:
            return {}
        table = icc_table(study)
        return {
            _CALLED[program](form): TheirLimits(
                (table[form].f_low, table[form].f_high),
                (table[form].low, table[form].high),
                SAME_NUMBER if table[form].limits == "F" else _GENERALIZED,
            )
            for form in FORMS
            if form not in _OWN_FORMULA.get(program, ())
        }

    return limits


ABOUT_ICC = {
    "pingouin": (
        "the documentation of pingouin.intraclass_corr",
        "it prints all six forms with limits by F, to two digits; the data must be balanced",
        "version 0.7 was run on 100 random tables: values, F and p are the same to 1e-14",
    ),
    "r-psych": (
        "the manual of psych on CRAN, function ICC",
        "it prints all six forms with limits by F, from a mixed model unless lmer=FALSE",
        "checked with its output for five data sets, lmer=FALSE",
    ),
    "r-irr-icc": (
        "the manual of irr on CRAN, function icc",
        "by default it is one-way, consistency and single: ICC(1,1)",
        "checked with its output for five data sets; its limits of ICC(A,k) are its own",
    ),
    "r-epir": (
        "the manual of epiR on CRAN, functions epi.ccc and epi.occc",
        "for two raters it divides variances by n, for more by n − 1",
        "checked with the output of version 2.0.57 for five data sets",
    ),
    "spss-icc": (
        "the documentation of RELIABILITY in IBM SPSS Statistics",
        "by default two-way mixed and consistency: ICC(3,1) and ICC(3,k). Random and mixed give "
        "the same number",
        "from description only: no printed example was at hand to check them",
    ),
}
"""Program → page, what it says, what was checked."""
