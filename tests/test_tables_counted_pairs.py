"""Tables of frequencies: a row for each pair of labels of two coders, with how often it occurs."""

import csv
from itertools import product

import pytest

import accord
from tests.confirming import confirmed
from tests.laws.foreign_tables import alpha

COUNTS = {("a", "a"): 19, ("a", "b"): 3, ("b", "a"): 2, ("b", "b"): 11, ("c", "c"): 6}
ITEMS = [pair for pair, n in COUNTS.items() for _ in range(n)]


def table(path, header, rows):
    """A file of these rows."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([header, *rows])
    return path


def rows(counts=COUNTS):
    """A row for each pair."""
    return [(*pair, n) for pair, n in counts.items()]


def same(study):
    """α for names of the 41 items, computed apart."""
    value = accord.alpha(study, distance="nominal").value
    assert value == pytest.approx(alpha(ITEMS), abs=1e-12)


@pytest.mark.parametrize("count", ["Freq", "Häufigkeit", "effectif"])
def test_counted_pairs_of_named_coders_are_read(tmp_path, count):
    """rater1, rater2, Freq says what it is; row names of R before it change nothing."""
    study = accord.read(table(tmp_path / "t.csv", ["rater1", "rater2", count], rows()))
    assert list(study.coders) == ["rater1", "rater2"]
    same(study)
    assert any("counted in" in note for note in study.audit.notes)
    named = [(n, *row) for n, row in enumerate(rows(), start=1)]
    same(accord.read(table(tmp_path / "r.csv", ["", "rater1", "rater2", count], named)))


def test_the_order_of_pairs_is_no_scale(tmp_path):
    """Which pair stands first says nothing about ranks; a list of categories does, and numbers."""
    header = ["rater1", "rater2", "Freq"]
    path = table(tmp_path / "t.csv", header, rows())
    with pytest.raises(accord.AccordError, match="needs an order"):
        accord.alpha(accord.read(path), distance="ordinal")
    scale = {"b": 1, "a": 2, "c": 3}
    numbers = {(scale[a], scale[b]): n for (a, b), n in COUNTS.items()}
    by_name = accord.read(path, categories=list(scale))
    by_number = accord.read(table(tmp_path / "n.csv", header, rows(numbers)))
    assert list(by_number.categories.numbers()) == [2, 1, 3]
    values = [accord.alpha(study, distance="ordinal").value for study in (by_name, by_number)]
    assert values[0] == pytest.approx(values[1], abs=1e-12)


@pytest.mark.parametrize(
    ("header", "doubt"),
    [
        (["Var1", "Var2", "Freq"], "'Var1' is not named like a coder"),
        (["rater1", "rater2", "weight"], "'weight' could count"),
        (["rater1", "rater2", "n"], "'n' could count"),
    ],
)
def test_what_no_name_says_is_asked(tmp_path, header, doubt):
    """Of all nine pairs, with zeros, or the most of them."""
    full = {pair: COUNTS.get(pair, 0) for pair in product("abc", repeat=2)}
    path = table(tmp_path / "t.csv", header, rows(full))
    with pytest.raises(accord.DataError, match=doubt):
        accord.read(path)
    same(confirmed(path))


def test_few_pairs_without_a_word_for_counts_are_items(tmp_path):
    """Six of nine pairs are pairs that were counted; five of nine may be five items with a time."""
    six = [*rows(), ("a", "c", 1)]
    header = ["rater1", "rater2", "seconds"]
    with pytest.raises(accord.DataError, match="'seconds' could count"):
        accord.read(table(tmp_path / "six.csv", header, six))
    assert len(accord.read(table(tmp_path / "five.csv", header, rows())).items) == 5


def test_items_with_a_number_are_items(tmp_path):
    """A column that names the rows, counts that number them, and pairs of people are no counted
    pairs: each was read as many items."""
    named = [(f"d{n}", *row) for n, row in enumerate(rows())]
    study = accord.read(table(tmp_path / "a.csv", ["item", "rater1", "rater2", "n"], named))
    assert len(study.items) == 5
    numbered = [(n, *row[:2]) for n, row in enumerate(rows(), start=1)]
    study = confirmed(table(tmp_path / "b.csv", ["n.", "rater1", "rater2"], numbered))
    assert len(study.items) == 5
    people = [("Ann", "Ben", 50), ("Ann", "Cyd", 40), ("Ben", "Cyd", 30), ("Cyd", "Ann", 20)]
    path = table(tmp_path / "c.csv", ["coder 1", "coder 2", "Freq"], people)
    with pytest.raises(accord.DataError) as error:
        accord.read(path)
    assert "contingency" not in [one.get("shape") for one in error.value.readings]


def test_items_come_again(tmp_path):
    """One pair twice: rows are items, and the number is a number."""
    path = table(tmp_path / "t.csv", ["rater1", "rater2", "seconds"], [*rows(), ("a", "a", 1)])
    assert len(accord.read(path).items) == 6


def test_three_rows_are_no_table_of_pairs(tmp_path):
    """Two labels of two coders make four pairs."""
    path = tmp_path / "t.csv"
    four = [("a", "a", 5), ("a", "b", 1), ("b", "a", 2), ("b", "b", 4)]
    assert len(accord.read(table(path, ["rater1", "rater2", "Freq"], four)).items) == 12
    with pytest.raises(accord.DataError, match="one column per coder"):
        accord.read(table(path, ["rater1", "rater2", "n"], four[:3]))


def test_a_count_must_be_a_whole_number(tmp_path):
    """What is no count is refused with its line."""
    path = table(tmp_path / "t.csv", ["r", "s", "n"], [*rows(), ("b", "c", "x")])
    with pytest.raises(accord.DataError, match="no column says how often"):
        accord.read(path, shape="contingency", coders=["r", "s"])


def test_a_frame_of_counted_pairs_is_no_frame_of_items():
    """In memory nothing is computed from rows that are pairs."""
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(rows(), columns=["rater1", "rater2", "Freq"])
    with pytest.raises(accord.DataError, match="chose each pair of labels"):
        accord.alpha(frame, distance="nominal")


@pytest.mark.parametrize("margins", [False, True])
def test_a_crosstab_is_a_contingency_table(margins):
    """Rows and columns have names and labels in common; margins are no category, and a label that
    only one gave is one of both."""
    pandas = pytest.importorskip("pandas")
    items = [*ITEMS, ("d", "a")]
    frame = pandas.DataFrame(items, columns=["Ann", "Bob"])
    crossed = pandas.crosstab(frame["Ann"], frame["Bob"], margins=margins)
    value = accord.alpha(crossed, distance="nominal").value
    assert value == pytest.approx(alpha(items), abs=1e-12)
    assert accord.kappa(crossed).value == pytest.approx(accord.kappa(frame).value, abs=1e-12)


def test_other_square_frames_are_no_contingency_table():
    """Correlations are no counts, and a frame whose rows have no name of their own has items."""
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"rater1": [1, 2, 2, 3], "rater2": [1, 2, 3, 3]})
    assert "i:4" in accord.alpha(frame, distance="nominal").signature
    near = pandas.DataFrame([[1.0, 0.5], [0.5, 1.0]], index=[1, 2], columns=[1, 2])
    near.index.name, near.columns.name = "a", "b"
    assert "i:2" in accord.alpha(near, distance="nominal").signature


@pytest.mark.parametrize("numbers", ["1234", "3142"])
def test_numbers_of_rows_are_no_counts(tmp_path, numbers):
    """The column n may number the items, in any order: two coders who rate four items."""
    pairs = ["a,b", "b,a", "a,a", "b,b"]
    lines = ["n,rater1,rater2", *(f"{n},{pair}" for n, pair in zip(numbers, pairs, strict=True))]
    path = tmp_path / "t.csv"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    assert len(confirmed(path).items) == 4


def test_coders_that_are_named_do_not_settle_what_rows_are(tmp_path):
    """`coders=` alone says who, not that each row is an item: both ways are offered, and each can
    be confirmed."""
    path = table(tmp_path / "t.csv", ["Ann", "Bob", "count"], rows())
    with pytest.raises(accord.DataError, match="'count' could count") as error:
        accord.read(path, coders=["Ann", "Bob"])
    pairs, items = error.value.readings
    same(accord.read(path, **pairs))
    assert len(accord.read(path, **items).items) == 5
