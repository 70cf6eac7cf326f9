"""All six forms of the intraclass correlation with F, its degrees of freedom, p and limits."""

from dataclasses import dataclass
from math import nan
from typing import Any, Literal, get_args

import numpy as np

from accord._measure.labels.correlation import FORMS, IccForms, icc, icc_table_of
from accord._measure.labels.icc_limits import (
    IccLimit,
    default_limit,
    f_test,
    kind_of_limits,
    limit_of,
)
from accord._measure.labels.mean_squares import squares_of
from accord._read.door.in_memory import Data
from accord.engine.any_data import listed_labels, study_of
from accord.errors import NotApplicableError, UnknownNameError
from accord.model.names import FloatArray
from accord.model.showing import Result, text_table
from accord.tasks import checked_run
from accord.words.said import said

_QUESTIONS = {
    "1,1": "ratings.question-1-1",
    "2,1": "ratings.question-2-1",
    "3,1": "ratings.question-3-1",
    "1,k": "ratings.question-1-k",
    "2,k": "ratings.question-2-k",
    "3,k": "ratings.question-3-k",
}
"""What each form answers, in one line."""
_Limits = Literal["default", "F", "generalized", "profile", "jackknife"]


@dataclass(frozen=True, slots=True)
class IccForm(Result):
    """One form of the intraclass correlation, tested against 0.

    :param meaning: The question that the form answers.
    :param value: The intraclass correlation.
    :param F: The statistic; nan with holes.
    :param df1: Its first degrees of freedom.
    :param df2: Its second degrees of freedom.
    :param p: That the form is 0.
    :param low: The lower limit of the interval.
    :param high: The upper limit.
    :param limits: How these limits are found: "F", "generalized", "profile" or "jackknife".
    :param f_low: The lower limit by F, as R, SPSS and pingouin print it.
    :param f_high: The upper limit by F.

    >>> import accord
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
    ...            [6, 2, 4, 7]]
    >>> form = accord.infer.icc_table(ratings)["1,1"]
    >>> round(form.value, 2), round(form.F, 2), (form.df1, form.df2), round(form.p, 3)
    (0.17, 1.79, (5, 18), 0.165)
    """

    form: str
    meaning: str
    value: float
    F: float
    df1: int
    df2: int
    p: float
    low: float
    high: float
    limits: str
    f_low: float
    f_high: float


@dataclass(frozen=True, slots=True)
class IccTable(Result):
    """The six forms, of `items` of `of` items and `coders` coders.

    :param confidence: The confidence level of the intervals.
    :param holes: Whether some ratings are missing; then all is by REML.

    >>> import accord
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
    ...            [6, 2, 4, 7]]
    >>> table = accord.infer.icc_table(ratings)
    >>> [(form.form, round(form.value, 2)) for form in table.forms]
    [('1,1', 0.17), ('2,1', 0.29), ('3,1', 0.71), ('1,k', 0.44), ('2,k', 0.62), ('3,k', 0.91)]
    """

    _members = "forms"
    _columns = "form, question=meaning, ICC=value, F, df1, df2, p, low, high, limits, f_low, f_high"
    forms: tuple[IccForm, ...]
    confidence: float
    items: int
    of: int
    coders: int
    holes: bool

    def __getitem__(self, form: str) -> IccForm:
        return next(each for each in self.forms if each.form == form)

    def __str__(self) -> str:
        used = f"{self.items} of {self.of} items" if self.items < self.of else f"{self.of} items"
        how = "some ratings missing, by REML" if self.holes else "all ratings there"
        note = f"{used}, {self.coders} coders, {how}; {100 * self.confidence:g}% intervals"
        return text_table(*self._table(), (note,))


@checked_run
def icc_table(
    data: Data,
    *more: Data,
    confidence: float = 0.95,
    limits: _Limits = "default",
    **reading: Any,
) -> IccTable:
    """The six forms of Shrout & Fleiss (1979) with tests and limits.

    F tests whether a form is above 0. Limits: by F, exact for normal items and errors, for the
    forms without raters in them (1 and 3), with holes by the restricted likelihood; generalized
    limits for the two agreement forms (2), because F limits cover 68–92% there where raters vary
    as much as errors. `limits="F"` gives what R, SPSS and pingouin print (McGraw & Wong 1996),
    `limits="profile"` the likelihood's, as lme4 finds them; `limits="jackknife"` is for items far
    from normal.

    :param data: A study, or data that accord can read as one: a path, a data frame, arrays.
    :param more: The labels of each further coder, where `data` are one coder's.
    :param confidence: The confidence level.
    :param limits: How the limits are found.
    :param reading: How to read data that are not yet a study: item=, coder=, category= and so on.

    References: shrout1979, mcgraw1996.

    >>> import accord
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
    ...            [6, 2, 4, 7]]
    >>> one = accord.infer.icc_table(ratings)["1,1"]
    >>> round(one.value, 2), round(one.F, 2), round(one.p, 3), round(one.low, 2), round(one.high, 2)
    (0.17, 1.79, 0.165, -0.13, 0.72)
    """
    if limits not in get_args(_Limits):
        raise UnknownNameError.of("limits", limits, get_args(_Limits))
    study = study_of(data, more, **reading)
    if not listed_labels(study):
        raise NotApplicableError("the ICC works with ratings, not with counts or spans")
    values = {form: icc(study, form=form) for form in FORMS}
    first = next(iter(values.values()))
    if first.undefined is not None:
        raise NotApplicableError(f"the ICC cannot be computed: {first.undefined}")
    numbers = study.categories.from_lowest()
    assert numbers is not None
    table = icc_table_of(study, numbers, "reml")
    forms = [_form(form, values[form].value, table, confidence, limits) for form in FORMS]
    n, k = table.shape
    return IccTable(tuple(forms), confidence, n, len(study.items), k, bool(np.isnan(table).any()))


def _form(
    form: IccForms, value: float, table: FloatArray, confidence: float, limits: _Limits
) -> IccForm:
    holes = bool(np.isnan(table).any())
    test = (nan, 0, 0, nan) if holes else f_test(squares_of(table), form)
    if np.isnan(value):  # no limits either, which take their time where coders are many
        kind = kind_of_limits(table, form) if limits == "default" else limits
        return IccForm(form, said(_QUESTIONS[form]), value, *test, nan, nan, kind, nan, nan)
    kind, found = (
        default_limit(table, form)
        if limits == "default"
        else (limits, limit_of(table, form, limits))
    )
    low, high = _pair(found, confidence)
    f_low, f_high = _pair(limit_of(table, form, "F"), confidence)
    return IccForm(form, said(_QUESTIONS[form]), value, *test, low, high, kind, f_low, f_high)


def _pair(limit: IccLimit | None, confidence: float) -> tuple[float, float]:
    if limit is None:
        return nan, nan
    return limit((1 - confidence) / 2), limit((1 + confidence) / 2)
