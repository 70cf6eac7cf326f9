"""Large tables split by the native core are what Python's csv module reads, to the last cell."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import accord
from accord._read.formats import delimited
from accord._read.text import split_cells
from accord.errors import DataError
from accord.model.names import Coded, distinct_of, factorize, objects
from accord.native import core

pytestmark = pytest.mark.skipif(core() is None, reason="the native core was not compiled")

ODD = ["", " ", "a", "b", " a", "ä", "字", '""', '"', "\t", "1", "1.0", "x y", "\u00a0", "\x1c"]
ENDS = ["\n", "\r\n", "\r", "\n\n", "\n \n"]


def _read(text, delimiter=","):
    """The rows and lines of a text, or what is wrong with it."""
    try:
        rows, lines = delimited._parsed(text, delimiter, "x.csv")
    except DataError as error:
        return str(error)
    return [tuple(row) for row in rows], list(lines)


def _both(do):
    """What comes of it with the core, whatever the size of a text, and without it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(delimited, "_LARGE", 0)
        native = do()
        patch.setenv("ACCORD_NATIVE", "0")
        return native, do()


CELL = st.one_of(
    st.sampled_from(ODD),
    st.builds('"{}"'.format, st.sampled_from(["", "a", 'a""b', "a,b", "a\nb", "a\r\nb", '""'])),
    st.text('ab,"\n\r ', max_size=4),
)


@settings(max_examples=600, deadline=None)
@given(
    rows=st.lists(st.lists(CELL, min_size=2, max_size=2), min_size=1, max_size=6),
    ends=st.lists(st.sampled_from(ENDS), min_size=6, max_size=6),
    last=st.booleans(),
    delimiter=st.sampled_from(",;\t"),
)
def test_texts_are_split_as_python_splits_them(rows, ends, last, delimiter):
    """Quotes, doubled and broken ones, blank and ragged rows, all ways to end a line, other
    alphabets: the same cells, the same lines, the same complaints."""
    text = "".join(delimiter.join(row) + end for row, end in zip(rows, ends, strict=False))
    text = text if last else text.rstrip("\r\n")
    native, python = _both(lambda: _read(text, delimiter))
    assert native == python


def test_the_core_truly_splits():
    """Well-formed quotes, blank lines and line ends of two signs need no Python, odd texts do."""
    plain = 'i,c\r\n1,"a ""b"""\r\n\r\n 2 ,"x\ny"\n , \n'
    rows, lines = split_cells.split_rows(plain, ",")
    assert [*rows] == [("i", "c"), ("1", 'a "b"'), (" 2 ", "x\ny")]
    assert lines == [1, 2, 5]
    assert rows.cells([0]) == ["i", "1", "2"]
    assert next(iter(rows[1:])) == rows[1] == ("1", 'a "b"')
    for odd in ("a,b\n1\n", 'a,b\n"x"y,1\n', 'a,b\n"x,1\n', "a,b\n1,2,3\n", ",\na,b\n", "", "\n"):
        assert split_cells.split_rows(odd, ",") is None


def test_cells_of_columns_know_which_are_the_same():
    """Spaces make no difference, nor does a header that comes again below: texts are numbered in
    the order in which the rows meet them."""
    rows, _ = split_cells.split_rows("x,y\nb,1\n x,2\nb ,1\n", ",")
    column = rows[1:].cells([0])
    assert isinstance(column, Coded)
    assert (column, column.distinct, column.codes.tolist()) == (
        ["b", "x", "b"],
        ["b", "x"],
        [0, 1, 0],
    )
    cells = rows[1:].cells([1, 0])
    assert (cells, cells.distinct) == (["1", "b", "2", "x", "1", "b"], ["1", "b", "2", "x"])


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(["a", "b", "", "1", "2.0", "2", " a"]), min_size=1, max_size=12))
def test_numbered_cells_are_factorized_as_lists_are(cells):
    """Codes and names of cells, of their numbers, and of some of them."""
    coded = Coded.of(objects(["z", *dict.fromkeys(cells)]), _codes(cells) + 1, str.strip)
    plain = [cell.strip() for cell in cells]
    assert coded == plain
    assert coded.distinct == distinct_of(plain)
    number = {"1": 1, "2.0": 2.0, "2": 2}
    for change in (str.upper, lambda cell: number.get(cell, 0)):
        one, other = factorize(coded.changed(change)), factorize([change(cell) for cell in plain])
        assert (one[0].tolist(), list(one[1])) == (other[0].tolist(), list(other[1]))
    keep = np.arange(len(plain)) % 2 == 0
    assert coded.where(keep) == plain[::2]


def _codes(cells):
    places = {cell: at for at, cell in enumerate(dict.fromkeys(cells))}
    return np.array([places[cell] for cell in cells], np.int32)


LABELS = ["yes", "no", " yes", "", "NA", "1", "2", "2.0", "maybe", "Yes"]


@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 10_000), wide=st.booleans(), some=st.sets(st.sampled_from(LABELS)))
def test_studies_of_large_files_are_those_of_small_ones(seed, wide, some, tmp_path_factory):
    """Long and wide tables with gaps, spaces, marks for missing, items twice, a row that sums up:
    the same study, audit and complaints, whoever split the text."""
    rng = np.random.default_rng(seed)
    labels = sorted(some) or ["a"]
    lines = ["item,rater1,rater2,rater3" if wide else "item,coder,label"]
    for i in range(rng.integers(3, 14)):
        item = f"i{i if seed % 7 else rng.integers(0, 12)}"
        cells = rng.choice(labels, 3)
        if wide:
            lines.append(f"{item},{','.join(cells)}")
        else:
            lines += [f"{item},{'ABC'[c]}{' ' * (seed % 2)},{cell}" for c, cell in enumerate(cells)]
    if seed % 5 == 0:
        lines.append("Total,3,3,3" if wide else "Total,A,3")
    path = tmp_path_factory.getbasetemp() / "split.csv"
    path.write_text("\n".join(lines) + "\n", "utf-8")

    def found():
        try:
            study = accord.read(path)
        except accord.AccordError as error:
            return str(error)
        return study.rows(), study.categories, study.items, study.audit

    native, python = _both(found)
    assert native == python


@pytest.mark.parametrize("as_met", [True, False])
def test_cells_that_know_which_are_the_same(as_met):
    """`Coded` holds the changed cells, its different ones come in the order in which they are met,
    and each code leads to its cell: however the table was numbered, and where changing makes two
    cells the same."""
    rng = np.random.default_rng(int(as_met))
    for at in range(40):
        table = ["a", "b", "a ", "c", " d", "e"][: int(rng.integers(1, 7))]
        codes = rng.integers(len(table), size=int(rng.integers(0, 12))).astype(np.int32)
        if as_met:
            seen = list(dict.fromkeys(codes.tolist()))
            codes = np.array([seen.index(code) for code in codes.tolist()], dtype=np.int32)
        change = str.strip if at % 2 else str
        cells = [change(table[code]) for code in codes.tolist()]
        found = Coded.of(objects(table), codes, change)
        assert list(found) == cells
        assert found.distinct == list(dict.fromkeys(cells))
        assert [found.distinct[code] for code in found.codes.tolist()] == cells
