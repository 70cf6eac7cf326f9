"""Degenerate data: undefined with the reason, or the right number; never an exception."""

import numpy as np
import pytest

import accord
from accord._measure.catalogue import MEASURES

CUBE = [*(m for m in MEASURES.of_kind("codings") if m.counted), MEASURES["light_kappa"]]


def _compute(measure, data):
    more = {"distance": "interval"} if measure.distance == "required" else {}
    return measure.compute(data, **more)


@pytest.mark.parametrize("measure", CUBE, ids=lambda m: m.name)
def test_constant_codings(measure):
    """All codings alike: coefficients that estimate chance from them are undefined, others 1."""
    data = accord.from_wide([[3, 3], [3, 3]], categories=[1, 2, 3])
    result = _compute(measure, data)
    if measure.chance in ("none", "uniform", "occasional"):  # not from the codings alone
        assert result.value == pytest.approx(1.0)
    else:
        assert result.undefined


@pytest.mark.parametrize("measure", CUBE, ids=lambda m: m.name)
@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([], "there are no labels"),
        ([("1", "A", 1), ("2", "A", 2)], "coder|pair"),
        ([("1", "A", 1), ("2", "B", 2)], "pair|no item"),
    ],
    ids=["empty", "one coder", "no pairable item"],
)
def test_nothing_to_compare(measure, rows, why):
    """No codings, one coder, no pairable item: nan, with the reason in words."""
    data = accord.codings(rows)
    if measure.two_coders and len(data.coders) != 2:
        assert measure.objection(data)
        return
    result = _compute(measure, data)
    assert np.isnan(result.value)
    assert result.undefined
    if measure.name != "light_kappa":
        assert any(part in result.undefined for part in why.split("|"))


@pytest.mark.parametrize("measure", CUBE, ids=lambda m: m.name)
def test_a_single_item(measure):
    """One item of two coders who disagree: A_o = 0, and no coefficient above 0."""
    data = accord.from_wide([[1, 2]])
    result = _compute(measure, data)
    assert result.undefined or result.value <= 1e-12


def test_one_category_declared():
    """S with one category is undefined: chance agreement is 1."""
    data = accord.from_wide([["a", "a"]])
    assert "list all possible categories" in accord.s(data).undefined
    assert "list all possible categories" in accord.ac1(data).undefined


def test_agreement_table_refuses_what_needs_coders():
    """π works without coders; κ says that the data do not tell who coded what."""
    table = accord.from_counts([[2, 1], [0, 3]], categories=["a", "b"])
    assert accord.pi(table).undefined is None
    with pytest.raises(accord.DataError, match="does not show who chose what"):
        accord.kappa(table)
    assert "which coder gave which label" in MEASURES["kappa"].objection(table)


def test_no_silent_level_of_measurement():
    """Names are never sorted into an ordinal scale, nor numbers guessed."""
    data = accord.from_wide([["low", "high"], ["mid", "mid"]])
    with pytest.raises(accord.AccordError, match="lowest first, with `categories=`"):
        accord.alpha(data, distance="ordinal")
    with pytest.raises(accord.AccordError, match="needs numeric categories, got 'low'"):
        accord.alpha(data, distance="interval")
    assert accord.alpha(data) == accord.alpha(data, distance="nominal")
    with pytest.warns(UserWarning, match="treats these numbers as names"):
        accord.alpha(accord.from_wide([[1, 2], [2, 3]]))
    with pytest.raises(accord.NotApplicableError, match="needs a distance"):
        accord.beta(data)
    ordered = accord.declare(data, ["low", "mid", "high"])
    assert accord.alpha(ordered, distance="ordinal").value < 1


def test_same_coder_twice_names_the_row():
    """A coder who codes an item twice is an error that names the row and both labels."""
    rows = [("s1", "A", "x"), ("s2", "A", "x"), ("s1", "A", "y")]
    with pytest.raises(accord.DataError, match=r"row 3: coder 'A' codes item 's1' twice \('x', th"):
        accord.codings(rows)


def test_missing_cells_are_not_a_category_unless_declared():
    """None, NaN and '' are absent; a declared '' is a category."""
    data = accord.from_wide([["a", ""], ["b", None], [float("nan"), "a"]])
    assert len(data) == 3
    declared = accord.from_wide([["a", ""], ["b", "b"]], categories=["a", "b", ""])
    assert len(declared) == 4


def test_unknown_category_names_the_row():
    """A label outside the declared list is an error with its place."""
    with pytest.raises(
        accord.DataError, match=r"row 2: label 'z' is not in the list of categories"
    ):
        accord.codings([("1", "A", "x"), ("1", "B", "z")], categories=["x", "y"])


def test_unknown_names_get_a_hint():
    """A misspelt measure or distance is answered with the nearest names."""
    with pytest.raises(accord.UnknownNameError, match=r"Did you mean pi \(also called Fleiss' kap"):
        accord.find("fleis")
    with pytest.raises(accord.UnknownNameError, match="did you mean ordinal"):
        accord.distance("ordnal")


def test_circular_needs_its_circumference():
    """Hours 23 and 1 are two hours apart on a clock of 24."""
    data = accord.from_wide([[23, 1], [12, 12]])
    with pytest.raises(accord.AccordError, match="circumference"):
        accord.alpha(data, distance="circular")
    fitted = accord.distance("circular:U=24").fit(data.categories, np.ones(3), False)
    assert fitted.matrix()[0, 2] == pytest.approx(np.sin(np.pi * 22 / 24) ** 2)


def test_bipolar_and_ratio_formulas():
    """(c−k)²/((c+k−2min)(2max−c−k)) and ((c−k)/(c+k))²."""
    from accord.model.names import Names

    names = Names([-2, 0, 2])
    bipolar = accord.distance("bipolar").fit(names, np.ones(3), False).matrix()
    assert bipolar[0, 1] == pytest.approx(4 / ((-2 + 4) * (4 + 2)))
    ratio = accord.distance("ratio").fit(Names([0, 1, 3]), np.ones(3), False).matrix()
    assert ratio.tolist() == [[0, 1, 1], [1, 0, 0.25], [1, 0.25, 0]]
    with pytest.raises(accord.AccordError, match="at least 0"):
        accord.distance("ratio").fit(names, np.ones(3), False)


def test_distances_are_checked():
    """Asymmetric, negative or incomplete distances are refused with the pair."""
    data = accord.from_wide([["a", "b"], ["b", "b"]])
    with pytest.raises(
        accord.DataError, match=r"d\('a', 'b'\) = 1 and d\('b', 'a'\) = 2.*symmetric"
    ):
        accord.alpha(data, distance=(["a", "b"], [[0, 1], [2, 0]]))
    with pytest.raises(accord.DataError, match=r"d\('a', 'b'\) = -1 and d\('b', 'a'\) = -1"):
        accord.alpha(data, distance=(["a", "b"], [[0, -1], [-1, 0]]))
    with pytest.raises(accord.DataError, match="no row for category 'b'"):
        accord.alpha(data, distance=(["a", "c"], [[0, 1], [1, 0]]))
    with pytest.raises(accord.DataError, match="no distance is given between"):
        accord.alpha(data, distance={("a", "b"): 1, ("a", "c"): 1})
    value = accord.alpha(data, distance=lambda a, b: float(a != b)).value
    assert value == pytest.approx(accord.alpha(data, distance="nominal").value)


def test_large_and_sparse_studies_take_other_paths():
    """Many categories, many coders, real values: the same numbers by definition."""
    rng = np.random.default_rng(0)
    for table in (
        rng.integers(0, 1000, (60, 4)),
        rng.integers(0, 3, (30, 40)),
        rng.normal(size=(50, 3)),
        rng.integers(0, 90, (40, 12)),
    ):
        data = accord.from_wide(table)
        flat = table.ravel().astype(float)
        N, (n, m) = flat.size, table.shape
        D_o = 2 * table.var(axis=1, ddof=1).mean()
        D_e = 2 * flat.var(ddof=1)
        result = accord.alpha(data, distance="interval")
        assert (result.D_o, result.D_e) == pytest.approx((D_o, D_e), rel=1e-10)
        linear = accord.alpha(data, distance="linear")
        gaps = np.abs(flat[:, None] - flat[None, :]).sum() / (N * (N - 1))
        inside = np.abs(table[:, :, None] - table[:, None, :]).sum() / (n * m * (m - 1))
        assert (linear.D_o, linear.D_e) == pytest.approx((inside, gaps), rel=1e-10)
