"""More calls in the form that people know from elsewhere: each is right, or says what to write.

Every expected number is worked out apart from accord (`kappa_by_hand`, `alpha_by_hand`).
"""

import copy
import json
import math
import pickle
from types import SimpleNamespace

import numpy as np
import pytest

import accord
from accord import compat
from tests.test_what_people_type import A2, N1, N2, Y1, Y2, A, K, alpha_by_hand, kappa_by_hand

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")

WIDE = pandas.DataFrame({"ann": Y1, "bob": Y2})
NUMBERS = pandas.DataFrame({"ann": N1, "bob": N2})
LONG = pandas.DataFrame(
    [(i, who, row[who]) for i, row in WIDE.iterrows() for who in ("ann", "bob")],
    columns=["item", "coder", "label"],
)
KN = kappa_by_hand(N1, N2)
GAPS = alpha_by_hand([*zip([None, *N1[1:]], N2, strict=True)], lambda a, b: (a - b) ** 2)
CROSSED = [[20, 5], [10, 15]]
"""κ by hand: A_o = 35/50, A_e = (25·30 + 25·20)/50² = .5, κ = .4."""


class Tensor:
    """What PyTorch, JAX and others have in common: it becomes an array when asked."""

    def __init__(self, cells):
        self.cells = np.array(cells)

    def __array__(self, dtype=None, copy=None):
        return np.array(self.cells, dtype=dtype)

    def __len__(self):
        return len(self.cells)


RIGHT = {
    "categoricals": (lambda: accord.kappa(pandas.Categorical(Y1), pandas.Categorical(Y2)), K),
    "categorical columns": (lambda: accord.kappa(WIDE.astype("category")), K),
    "categorical series": (lambda: accord.kappa(*(WIDE[c].astype("category") for c in WIDE)), K),
    "string columns": (lambda: accord.kappa(WIDE.astype("string")), K),
    "nullable integers": (lambda: accord.kappa(NUMBERS.astype("Int64")), KN),
    "series of Polars": (lambda: accord.kappa(polars.Series(Y1), polars.Series(Y2)), K),
    "arrays of Arrow": (lambda: accord.kappa(pyarrow.array(Y1), pyarrow.array(Y2)), K),
    "chunked arrays": (lambda: accord.kappa(*(pyarrow.chunked_array([y]) for y in (Y1, Y2))), K),
    "objects": (lambda: accord.kappa(np.array(Y1, dtype=object), Y2), K),
    "bytes": (lambda: accord.kappa(np.array(Y1, dtype="S"), np.array(Y2, dtype="S")), K),
    "generators": (lambda: accord.kappa((y for y in Y1), (y for y in Y2)), K),
    "booleans": (lambda: accord.kappa([True, False, True, True], [True, False, False, True]), 0.5),
    "booleans and 0, 1": (lambda: accord.kappa([True, False, True, True], [1, 0, 0, 1]), 0.5),
    "letters": (lambda: accord.kappa("aabb", "abbb"), 0.5),
    "None": (lambda: accord.kappa(["a", "b", "b"], ["a", None, "b"]), 1.0),
    "nan": (lambda: accord.kappa(["a", "b", "b"], ["a", math.nan, "b"]), 1.0),
    "NA": (lambda: accord.kappa(["a", "b", "b"], ["a", pandas.NA, "b"]), 1.0),
    "values": (lambda: accord.kappa(WIDE.values), K),
    "to_dict": (lambda: accord.kappa(WIDE.to_dict()), K),
    "dict of lists": (lambda: accord.kappa(WIDE.to_dict("list")), K),
    "records": (lambda: accord.kappa(WIDE.to_dict("records")), K),
    "long records": (lambda: accord.kappa(LONG.to_dict("records")), K),
    "long": (lambda: accord.kappa(LONG), K),
    "pivot": (lambda: accord.kappa(LONG.pivot(index="item", columns="coder", values="label")), K),
    "unstacked": (lambda: accord.kappa(LONG.set_index(["item", "coder"])["label"].unstack()), K),
    "rows of tuples": (lambda: accord.kappa(accord.codings(LONG.itertuples(index=False))), K),
    "turned frame": (lambda: accord.kappa(WIDE.T, coders="rows"), K),
    "turned array": (lambda: accord.kappa(WIDE.to_numpy().T, coders="rows"), K),
    "frame of an array": (lambda: accord.kappa(pandas.DataFrame(WIDE.to_numpy())), K),
    "tensor": (lambda: accord.kappa(Tensor(NUMBERS)), KN),
    "crosstab": (
        lambda: accord.kappa(accord.from_confusion(pandas.crosstab(WIDE.ann, WIDE.bob))),
        K,
    ),
    "contingency table": (lambda: accord.kappa(accord.from_confusion(CROSSED)), 0.4),
    "psych's name": (lambda: accord.measure(WIDE, "Cohen's kappa")[0], K),
    "names with commas": (lambda: accord.measure(WIDE, "pi, kappa")["kappa"], K),
    "measure by function": (lambda: accord.measure(WIDE, [accord.kappa])[0], K),
    "α of missing numbers": (
        lambda: accord.alpha([None, *N1[1:]], N2, distance="interval"),
        GAPS,
    ),
    "α of nullable integers": (
        lambda: accord.alpha(
            NUMBERS.astype("Int64").assign(ann=pandas.array([None, *N1[1:]], dtype="Int64")),
            distance="interval",
        ),
        GAPS,
    ),
    "α of Polars' nulls": (
        lambda: accord.alpha(
            polars.DataFrame({"a": [None, *N1[1:]], "b": N2}), distance="interval"
        ),
        GAPS,
    ),
    "α of Arrow's nulls": (
        lambda: accord.alpha(pyarrow.table({"a": [None, *N1[1:]], "b": N2}), distance="interval"),
        GAPS,
    ),
    "α of a masked array": (
        lambda: accord.alpha(
            np.ma.array([N1, N2], mask=[[1] + [0] * 9, [0] * 10]).T, distance="interval"
        ),
        GAPS,
    ),
    "krippendorff": (lambda: compat.krippendorff_alpha(reliability_data=[N1, N2]), A2),
    "krippendorff of names": (
        lambda: compat.krippendorff_alpha([Y1, Y2], level_of_measurement="nominal"),
        A,
    ),
    "comparison without a measure": (lambda: accord.compare(WIDE, WIDE).first, A),
    "report": (lambda: accord.report(WIDE, resamples=20)["answer"]["value"], A),
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_given_is_measured(name):
    """Frames, series, arrays and lists of every library, complete and with gaps."""
    call, expected = RIGHT[name]
    assert float(call()) == pytest.approx(expected, abs=1e-12)


WRONG = {
    "a frame as rows": (lambda: accord.codings(WIDE), "from_frame"),
    "words of three letters": (lambda: accord.codings(["ann", "bob"]), "three values"),
    "dicts as rows": (lambda: accord.codings([{"i": 1, "c": "A", "k": "x"}]), "three values"),
    "sets of labels": (lambda: accord.kappa(set(Y1), set(Y2)), "a set, which has no order"),
    "a contingency table": (lambda: accord.kappa(CROSSED), r"accord\.from_confusion\(table\)"),
    "the same as an array": (lambda: accord.kappa(np.array(CROSSED)), "from_confusion"),
    "rows and columns called otherwise": (
        lambda: accord.from_confusion(pandas.crosstab(WIDE.ann, WIDE.bob).drop(columns="cat")),
        "reindex",
    ),
    "a turned frame": (lambda: accord.kappa(WIDE.T), "coders='rows'"),
    "rows of a long table": (lambda: accord.kappa(LONG.to_numpy().tolist()), r"accord\.codings"),
    "groups": (lambda: accord.kappa(LONG.groupby("coder")), "the data frame itself"),
    "one series": (lambda: accord.kappa(WIDE["ann"]), "one coder"),
    "nothing": (lambda: accord.kappa(None), "cannot read data of type NoneType"),
    "numbers": (lambda: accord.kappa(1, 2), "sequence of labels"),
    "ragged rows": (lambda: accord.kappa([["a", "b"], ["a"]]), "row 2 has 1 values"),
    "unequal dict": (lambda: accord.kappa({"a": Y1, "b": Y2[1:]}), "different lengths"),
    "an empty frame": (lambda: accord.kappa(pandas.DataFrame()), "empty"),
    "a distance of scikit-learn": (
        lambda: accord.weighted_kappa(N1, N2, distance="quadratic"),
        "rank-quadratic",
    ),
    "weights that are none": (
        lambda: compat.cohen_kappa_score(Y1, Y2, weights="cubic"),
        "known: linear, quadratic",
    ),
    "a measure's name": (lambda: accord.measure(WIDE, "kapa"), "Did you mean kappa"),
    "a form of the ICC": (lambda: accord.icc(NUMBERS, form="ICC2"), "known: 1,1, 1,k"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_meant_is_refused(name):
    """No number, and what to write instead."""
    call, says = WRONG[name]
    with pytest.raises(accord.AccordError, match=says):
        call()


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: accord.kappa(Y1, Y2, weights="linear"), "distance='rank-linear'"),
        (lambda: accord.alpha(N1, N2, level_of_measurement="ordinal"), "say distance='nominal'"),
        (lambda: accord.kappa(Y1, Y2, ci=True), "say interval=True"),
        (lambda: accord.kappa(Y1, Y2, confidence=0.9), "interval={'confidence': 0.9}"),
        (lambda: accord.kappa(Y1, Y2, nonsense=1), r"kappa\(\) has no keyword 'nonsense'$"),
    ],
)
def test_keywords_of_other_programs_are_named(call, says):
    """A TypeError, as Python has it, that says how to say it here."""
    with pytest.raises(TypeError, match=says):
        call()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("fleiss_kappa", "it is accord.compat.fleiss_kappa, or accord.pi"),
        ("cohen_kappa", "did you mean accord.kappa?"),
        ("krippendorff_alpha", "it is accord.compat.krippendorff_alpha"),
        ("gwet_ac1", "did you mean accord.ac1?"),
        ("scott_pi", "did you mean accord.pi?"),
        ("gamma", "it is accord.spans.gamma"),
        ("nothing_like_it", "'nothing_like_it'"),
    ],
)
def test_names_of_other_programs_lead_to_ours(name, says):
    """accord.fleiss_kappa is not there, and the error says what is."""
    with pytest.raises(AttributeError) as caught:
        getattr(accord, name)
    assert str(caught.value).endswith(says)
    assert not hasattr(accord, name)


def test_results_among_numbers():
    """NumPy, pandas, sets, sorting, percent signs: a result is its value everywhere."""
    k, one, none = accord.kappa(Y1, Y2), accord.kappa(Y1, Y1), accord.kappa("xxx", "xxx")
    assert np.array([k, one]).tolist() == pytest.approx([K, 1.0], abs=1e-12)
    assert np.array([k, one]).dtype == float
    assert np.nanmean([k, none]) == pytest.approx(K, abs=1e-12)
    assert (np.isnan(none), np.round(k, 2)) == (True, round(K, 2))
    assert pandas.Series([k, one]).mean() == pytest.approx((K + 1) / 2)
    assert f"{k:>8.2f} {k:.1%}" == f"{K:>8.2f} {K:.1%}"
    assert "%.3f" % k == f"{K:.3f}"  # noqa: UP031
    assert [each.value for each in sorted([one, k])] == [k.value, 1.0]
    assert max([k, one]) is one
    assert sum([k, one]) == pytest.approx(K + 1)
    assert math.sqrt(k) == pytest.approx(math.sqrt(K))
    assert len({k, accord.kappa(Y1, Y2), k.value}) == 1
    assert len({none, accord.kappa("xxx", "xxx")}) == 1
    assert (k == k.value, k != one, one == 1, k < one, k <= 1.0) == (True,) * 5
    assert pickle.loads(pickle.dumps(k)) == copy.deepcopy(k) == k


def test_results_as_json():
    """`as_dict` of every result can be written, undefined values as null."""
    study = accord.from_coders({"ann": Y1, "bob": Y2})
    made = [
        accord.kappa(study),
        accord.kappa("xxx", "xxx"),
        accord.interval(study, "kappa"),
        accord.measure(study),
        accord.breakdown(study, "category"),
        accord.compare(study, study, "pi", "kappa"),
        accord.choose(study),
        accord.infer.icc_table(NUMBERS),
    ]
    for result in made:
        assert json.loads(json.dumps(result.as_dict(), allow_nan=False))
    low, high = made[2]
    assert (made[2][0], made[2][1]) == (low, high)


def test_results_print_themselves():
    """`print` shows every result as a line or a table, never as the fields of a class."""
    study = accord.from_coders({"ann": Y1, "bob": Y2})
    drawn = accord.simulate.curves(["kappa"], ["noise"], magnitudes=[0, 1], resamples=2)
    chains = accord.Partitions.of_chains({"d": {"A": [[1, 2], [3]], "B": [[1], [2, 3]]}})
    conditions = accord.chains.chain_conditions(chains, distances=["dice"], labels=["full"])
    for result in (accord.standard_error(study, "kappa"), accord.interpret(0.7), drawn, conditions):
        assert not str(result).startswith(f"{type(result).__name__}(")
    assert str(drawn).splitlines()[0].split() == ["mistake", "measure", "0", "1"]
    assert drawn.to_frame("pandas")["mean"].tolist() == [p.mean for p in drawn.points]
    assert str(conditions).splitlines()[0].split()[:4] == [
        "label",
        "coefficient",
        "distance",
        "value",
    ]
    assert conditions["full", "K", "nominal"].value == conditions.as_dict()["rows"][0]["value"]
    assert conditions.to_frame("pandas").shape[0] == len(conditions) == 4


def test_a_table_that_was_turned_is_asked_about(tmp_path):
    """Two rows and ten columns called 0 … 9: rather two coders than ten; both ways are shown."""
    WIDE.T.to_csv(tmp_path / "turned.csv", index=False)
    with pytest.raises(accord.DataError, match="rows could be coders") as caught:
        accord.read(tmp_path / "turned.csv")
    told = {one["shape"]: one for one in caught.value.readings}
    turned = accord.read(tmp_path / "turned.csv", **told["transposed"])
    assert accord.kappa(turned) == pytest.approx(K, abs=1e-12)
    assert len(accord.read(tmp_path / "turned.csv", **told["wide"]).coders) == 10


def test_objects_that_only_look_like_something():
    """An object without data is refused by its type."""
    with pytest.raises(accord.DataError, match="cannot read data of type SimpleNamespace"):
        accord.kappa(SimpleNamespace())
