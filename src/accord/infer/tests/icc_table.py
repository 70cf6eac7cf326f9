"""All six forms of the intraclass correlation with F, its degrees of freedom, p and interval."""

from dataclasses import dataclass
from math import inf, nan
from typing import Any

from accord._measure.labels.correlation import FORMS, MeanSquares, icc, mean_squares
from accord._read.door.in_memory import Data
from accord.engine.any_data import study_of
from accord.engine.asked import listed_labels
from accord.errors import NotApplicableError
from accord.model.showing import Result, text_table
from accord.tasks import checked_run

ROUNDED = 1e-24
"""Squares of coders who differ by a constant alone are not quite 0: so much less is rounding."""

MEANING_OF_FORMS = {
    "1,1": "one coder, coders differ from item to item",
    "2,1": "one coder, these are a sample of coders",
    "3,1": "one coder, these coders only",
    "1,k": "mean of all coders, coders differ from item to item",
    "2,k": "mean of all coders, these are a sample of coders",
    "3,k": "mean of all coders, these coders only",
}


@dataclass(frozen=True, slots=True)
class IccForm(Result):
    """One form of the intraclass correlation, tested against 0.

    :param meaning: The form in words.
    :param value: The intraclass correlation.
    :param F: The statistic.
    :param df1: Its first degrees of freedom.
    :param df2: Its second degrees of freedom.
    :param p: That the form is 0.
    :param low: The lower limit of the interval.
    :param high: The upper limit.

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


@dataclass(frozen=True, slots=True)
class IccTable(Result):
    """The six forms; `items` of `of` items were coded by all coders, and only these are used.

    :param confidence: The confidence level of the intervals.

    >>> import accord
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
    ...            [6, 2, 4, 7]]
    >>> table = accord.infer.icc_table(ratings)
    >>> [(form.form, round(form.value, 2)) for form in table.forms]
    [('1,1', 0.17), ('2,1', 0.29), ('3,1', 0.71), ('1,k', 0.44), ('2,k', 0.62), ('3,k', 0.91)]
    """

    _members = "forms"
    _columns = "form, meaning, ICC=value, F, df1, df2, p, low, high"
    forms: tuple[IccForm, ...]
    confidence: float
    items: int
    of: int
    coders: int

    def __getitem__(self, form: str) -> IccForm:
        return next(each for each in self.forms if each.form == form)

    def __str__(self) -> str:
        used = f"{self.items} of {self.of} items" if self.items < self.of else f"{self.of} items"
        note = (
            f"{used} coded by all {self.coders} coders; {100 * self.confidence:g}% intervals by F"
        )
        return text_table(*self._table(), (note,))


@checked_run
def icc_table(data: Data, *more: Data, confidence: float = 0.95, **reading: Any) -> IccTable:
    """The six forms of Shrout & Fleiss (1979), as R and pingouin print them.

    F tests whether the form is above 0; intervals are those of McGraw & Wong (1996). Only items
    that every coder coded are used, and the table says how many these are.

    :param data: A study, or data that accord can read as one: a path, a data frame, arrays.
    :param more: The labels of each further coder, where `data` are one coder's.
    :param confidence: The confidence level.
    :param reading: How to read data that are not yet a study: item=, coder=, category= and so on.

    References: shrout1979, mcgraw1996.

    >>> import accord
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
    ...            [6, 2, 4, 7]]
    >>> one = accord.infer.icc_table(ratings)["1,1"]
    >>> round(one.value, 2), round(one.F, 2), round(one.p, 3), round(one.low, 2), round(one.high, 2)
    (0.17, 1.79, 0.165, -0.13, 0.72)
    """
    study = study_of(data, more, **reading)
    if not listed_labels(study):
        raise NotApplicableError("the intraclass correlation needs codings, not counts or spans")
    values = {form: icc(study, form=form) for form in FORMS}
    first = next(iter(values.values()))
    if first.undefined is not None:
        raise NotApplicableError(f"no intraclass correlation: {first.undefined}")
    squares = mean_squares(study)
    forms = [_form(form, values[form].value, squares, confidence) for form in FORMS]
    return IccTable(tuple(forms), confidence, squares.n, len(study.items), squares.k)


def stepped(one: float, k: float) -> float:
    """The reliability of the mean of k coders from that of one (Spearman & Brown).

    :param one: The reliability of one coder.
    :param k: How many coders there would be.

    >>> round(stepped(0.590, 13), 3)
    0.949
    """
    return k * one / (1 + (k - 1) * one) if one > -1 / max(k - 1, 1e-300) else nan


def _form(form: str, value: float, s: MeanSquares, confidence: float) -> IccForm:
    from scipy.special import fdtrc

    one_way = form[0] == "1"
    noise = s.within if one_way else s.error
    df1, df2 = s.n - 1, s.n * (s.k - 1) if one_way else (s.n - 1) * (s.k - 1)
    f = s.between / noise if noise > ROUNDED * s.between else inf
    upper = 1 - (1 - confidence) / 2
    if value == 1.0:  # perfect agreement: every limit of F is infinite
        low = high = 1.0
    elif form[0] == "2":
        low, high = _two_way_random(s, upper)
    else:  # an interval for F is one for the share of variance
        low, high = ((r - 1) / (r + s.k - 1) for r in _limits(f, df1, df2, upper))
    if form.endswith("k"):  # Spearman & Brown: from one coder to the mean of k
        low, high = stepped(low, s.k), stepped(high, s.k)
    return IccForm(
        form,
        MEANING_OF_FORMS[form],
        value,
        f,
        df1,
        df2,
        float(fdtrc(df1, df2, f)),
        float(low),
        float(high),
    )


def _limits(f: float, df1: float, df2: float, upper: float) -> tuple[float, float]:
    from scipy.special import fdtri

    return f / float(fdtri(df1, df2, upper)), f * float(fdtri(df2, df1, upper))


def _two_way_random(s: MeanSquares, upper: float) -> tuple[float, float]:
    """ICC(2,1): its variance mixes coders and error; degrees of freedom by Satterthwaite."""
    from scipy.special import fdtri

    n, k = s.n, s.k
    rho = (s.between - s.error) / (s.between + (k - 1) * s.error + k * (s.coders - s.error) / n)
    a = k * rho / (n * (1 - rho))
    b = 1 + k * rho * (n - 1) / (n * (1 - rho))
    mixed = a * s.coders + b * s.error
    v = mixed**2 / ((a * s.coders) ** 2 / (k - 1) + (b * s.error) ** 2 / ((n - 1) * (k - 1)))
    rest = k * s.coders + (k * n - k - n) * s.error
    f_low, f_high = float(fdtri(n - 1, v, upper)), float(fdtri(v, n - 1, upper))
    low = n * (s.between - f_low * s.error) / (f_low * rest + n * s.between)
    return low, n * (f_high * s.between - s.error) / (rest + n * f_high * s.between)
