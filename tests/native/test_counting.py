"""Counting by the native core gives what NumPy and the engines give, to the last digit."""

import signal

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import accord
from accord.engine import label_arrays, pattern_keys, streamed_items
from accord.engine.count_frames import count_frame
from accord.engine.label_arrays import counts_of_arrays
from accord.engine.tally import Tally
from accord.errors import DataError
from accord.kinds.labels import words as numbered
from accord.kinds.labels.cells import LOST
from accord.native import core

needs_core = pytest.mark.skipif(core() is None, reason="the native core was not compiled")


def _parts(tally: Tally | None) -> object:
    """All that a tally holds, as plain data."""
    if tally is None:
        return None
    tables = {"patterns": tally.patterns.counts, **(tally.coder_tables or {})}
    rows = {
        name: (t.width, t.bounds.tolist(), t.category.tolist(), t.count.tolist())
        for name, t in tables.items()
    }
    merged = tally.merged
    who = None if merged is None else [x.tolist() for x in (merged.item, merged.who())]
    what = None if merged is None else merged.category.tolist()
    names = (list(tally.coders), list(tally.categories), tally.declared, tally.size)
    return names, rows, tally.patterns.multiplicity.tolist(), who, what


def _both(monkeypatch, found):
    """What `found` says with the core, and without it."""
    monkeypatch.setenv("ACCORD_NATIVE", "1")
    native = found()
    monkeypatch.setenv("ACCORD_NATIVE", "0")
    return native, found()


TYPES = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8"]


@st.composite
def _tables(draw):
    """Labels of some coders on some items, and how they stand in memory."""
    n, m = draw(st.integers(1, 60)), draw(st.integers(2, 7))
    kind = draw(st.sampled_from(TYPES))
    low = draw(st.integers(0, 5)) if kind[0] == "u" else draw(st.integers(-5, 5))
    size = draw(st.integers(1, 12))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    table = (rng.integers(low, low + size, (n, m))).astype(kind)
    if kind[0] == "f":
        table[rng.random((n, m)) < draw(st.sampled_from([0, 0.3, 1]))] = np.nan
    odd = draw(st.sampled_from([None, None, 0.5, 117, 2**30, np.inf, -np.inf, -1]))
    limits = None if kind[0] == "f" else np.iinfo(kind)
    fits = limits is None or (isinstance(odd, int) and limits.min <= odd <= limits.max)
    if odd is not None and fits:
        table[rng.integers(n), rng.integers(m)] = odd
    layout = draw(st.sampled_from(["rows", "columns", "backwards", "every second", "a part"]))
    if layout == "columns":
        return np.asfortranarray(table)
    if layout == "backwards":
        return table[::-1, ::-1].copy()[::-1, ::-1]
    if layout == "every second":
        wide = np.zeros((2 * n, m), kind)
        wide[::2] = table
        return wide[::2]
    if layout == "a part":
        wide = np.zeros((n + 3, m + 2), kind)
        wide[2 : 2 + n, 1 : 1 + m] = table
        return wide[2 : 2 + n, 1 : 1 + m]
    return table


@needs_core
@pytest.mark.parametrize("who", [True, False])
@pytest.mark.parametrize("kinds", [1 << 18, 50], ids=["one table of kinds", "a row an item"])
@settings(max_examples=60, deadline=None)
@given(table=_tables())
def test_labels_in_arrays_are_counted_alike(who, kinds, table):
    """Every type and layout, gaps, labels that come late, and what is no label."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(label_arrays, "ROWS_THAT_TELL", 3)
        patch.setattr(label_arrays, "MOST_ITEM_KINDS", kinds)
        patch.setattr(label_arrays, "PIECE", 4)
        columns = list(table.T)
        found = _both(patch, lambda: _parts(counts_of_arrays(columns[0], columns[1:], who=who)))
    assert found[0] == found[1]


@needs_core
def test_the_core_counts_what_numpy_counts(monkeypatch):
    """The core is truly asked for labels of one type, and NumPy for mixed ones."""
    asked = []
    monkeypatch.setattr(label_arrays, "run_when_needed", lambda *a: asked.append(a[0]) or real(*a))
    real = accord.native.run
    a = np.arange(5000) % 3
    expected = accord.kappa(list(map(str, a)), list(map(str, a[::-1]))).value
    asked.clear()
    assert accord.kappa(a, a[::-1]).value == expected
    assert asked == ["accord_count_kinds"]
    asked.clear()
    assert accord.kappa(a, a[::-1].astype(np.int8)).value == expected
    assert accord.kappa(a.astype(">i8"), a[::-1].astype(">i8")).value == expected
    assert asked == []


@needs_core
@pytest.mark.parametrize("kinds", [1 << 18, 50], ids=["one table of kinds", "a row an item"])
def test_ctrl_c_is_heard_between_two_pieces(kinds, monkeypatch):
    """A signal while the core counts ends the work after that piece: the other nine never begin."""
    pieces, real = [], accord.native.run

    def interrupted(name, kind, at, strides, rows, *more):
        pieces.append(rows)
        code = real(name, kind, at, strides, rows, *more)
        signal.raise_signal(signal.SIGINT)
        return code

    monkeypatch.setattr(label_arrays, "run_when_needed", interrupted)
    monkeypatch.setattr(label_arrays, "MOST_ITEM_KINDS", kinds)
    monkeypatch.setattr(label_arrays, "PIECE", 1000)
    table = np.arange(30_000).reshape(-1, 3) % 7
    with pytest.raises(KeyboardInterrupt):
        counts_of_arrays(table, [], who=False)
    assert pieces == [1000]


@pytest.mark.parametrize("native", ["0", ""], ids=["NumPy", "as it is"])
def test_a_view_of_a_table_is_counted_as_its_own_rows(native, monkeypatch):
    """α of every second row, or of the last rows, is that of a copy of these rows."""
    monkeypatch.setenv("ACCORD_NATIVE", native)
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 10, (2000, 1))
    sure = rng.random((2000, 30)) < np.linspace(0.1, 0.9, 2000)[:, None]
    table = np.where(sure, truth, rng.integers(0, 10, (2000, 30)))
    for view in (table[::2], table[1000:], table[:1000], table[:, ::3]):
        values = [accord.alpha(x, distance="nominal").value for x in (view, view.copy())]
        assert values[0] == values[1]


CODINGS = st.lists(
    st.tuples(
        st.integers(0, 12), st.integers(0, 4), st.sampled_from(["x", "y", " y", "z", "", None])
    ),
    max_size=60,
)


def _relation(rows, text, pad=""):
    """Rows as a table of DuckDB, items whole numbers or texts."""
    duckdb = pytest.importorskip("duckdb")
    pyarrow = pytest.importorskip("pyarrow")
    item = [f"{pad}item {i}" if text else i - 6 for i, _, _ in rows]
    table = pyarrow.table(
        {
            "item": pyarrow.array(item, pyarrow.string() if text else pyarrow.int64()),
            "coder": pyarrow.array([f"c{c}" for _, c, _ in rows], pyarrow.string()),
            "label": pyarrow.array([k for _, _, k in rows], pyarrow.string()),
        }
    )
    return duckdb.connect().from_arrow(table)


def _count(rows, text):
    """The parts of the tally, or the message of the error."""
    try:
        table = _relation(rows, text)
        found = count_frame(table, item="item", coder="coder", category="label")
    except DataError as error:
        return str(error).partition(" codes item")[0]
    return _parts(found) if isinstance(found, Tally) else type(found)


@needs_core
@pytest.mark.parametrize("joint", [4, 0], ids=["who chose what", "by category"])
@settings(max_examples=12, deadline=None)
@given(rows=CODINGS, text=st.booleans(), once=st.booleans())
def test_codings_of_an_engine_are_counted_alike(joint, rows, text, once):
    """Missing codings, spaces, items without codings, and coders who code an item twice."""
    if once:
        rows = [*{row[:2]: row for row in rows}.values()]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pattern_keys, "MOST_JOINT", joint)
        native, engine = _both(patch, lambda: _count(rows, text))
    assert native == engine or ("coder" in str(native)[:6] and "coder" in str(engine)[:6])


@needs_core
@pytest.mark.parametrize("text", [False, True], ids=["numbers", "texts"])
def test_many_items_in_any_order(text, monkeypatch):
    """More items than there was room for, their codings far apart: nothing is lost or mixed up."""
    asked = []
    real = streamed_items.run
    monkeypatch.setattr(streamed_items, "run", lambda *a: asked.append(a[0]) or real(*a))
    monkeypatch.setattr(streamed_items, "BATCH", 1000)
    rng = np.random.default_rng(1)
    coder = np.argsort(rng.random((9000, 4)), axis=1)[:, :2].reshape(-1)
    item = np.repeat(np.arange(9000), 2)
    label = np.array(["a", "b", "c"])[rng.integers(0, 3, len(item))]
    order = rng.permutation(len(item))
    rows = [*zip(item[order].tolist(), coder[order].tolist(), label[order].tolist(), strict=True)]
    native, engine = _both(monkeypatch, lambda: _count(rows, text))
    assert native == engine
    assert asked.count("accord_place_items") >= 2


@needs_core
def test_items_beyond_the_memory_limit_are_left_to_the_engine(monkeypatch):
    """Where items would take more memory than the engine may, the engine counts."""
    rows = [(i, c, "xy"[(i + c) % 2]) for i in range(9000) for c in range(2)]
    expected = _count(rows, False)
    monkeypatch.setattr(streamed_items, "MOST_BYTES", 100_000)
    asked = []
    real = streamed_items.run
    monkeypatch.setattr(streamed_items, "run", lambda *a: asked.append(a[0]) or real(*a))
    monkeypatch.setattr(streamed_items, "BATCH", 1000)
    assert _count(rows, False) == expected
    assert "accord_count_equal" not in asked


@needs_core
@pytest.mark.parametrize("items", [st.integers(-(2**63), 2**63 - 1), st.text(max_size=40)])
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_any_name_of_an_item_is_its_own(items, data):
    """Extreme numbers, empty texts, texts that begin alike, zero bytes: each is one item."""
    names = data.draw(st.lists(items, min_size=1, max_size=40))
    text = isinstance(names[0], str)
    held = streamed_items.Items.none(2, 24, 1, text)
    if text:
        raw = [name.encode("utf-8", "surrogatepass") for name in names]
        bounds = np.concatenate([[0], np.cumsum([len(r) for r in raw])]).astype(np.int32)
        key = (bounds, np.frombuffer(b"".join(raw) or b"\0", np.uint8))
    else:
        key = np.array(names, np.int64)
    coder = np.zeros(len(names), np.uint16)
    assert held.add(key, coder, np.zeros(len(names), np.uint16))
    assert held.number == len(set(names))
    first = np.array([name not in names[:at] for at, name in enumerate(names)], np.uint16)
    assert held.add(key, coder, first)
    sizes, single, _ = held.sizes(1, 1)
    assert sizes.tolist() == [0, len(set(names))]
    assert single.sum() == len(set(names))
    with pytest.raises(streamed_items.TwiceError):
        held.add(key, coder, first)


@pytest.mark.parametrize("native", ["0", ""], ids=["engine", "as it is"])
def test_no_items_no_patterns(native, monkeypatch):
    """A table without rows has no patterns, with and without the core."""
    monkeypatch.setenv("ACCORD_NATIVE", native)
    for rows, items in (([], 0), ([(1, 1, None), (1, 2, None), (2, 1, None)], 2)):
        found = count_frame(
            _relation(rows, text=False), item="item", coder="coder", category="label"
        )
        assert isinstance(found, Tally)
        assert found.counts()["i"] == items
        assert accord.find("pi").compute(found).undefined == "there are no labels"


WORD_COLUMNS = {
    "array": np.array,
    "list": list,
    "pandas": lambda labels: pytest.importorskip("pandas").Series(labels, dtype=object),
    "pandas text": lambda labels: pytest.importorskip("pandas").Series(labels, dtype="string"),
    "polars": lambda labels: pytest.importorskip("polars").Series(labels),
    "pyarrow": lambda labels: pytest.importorskip("pyarrow").array(labels),
    "chunks": lambda labels: pytest.importorskip("pyarrow").chunked_array([labels[:7], labels[7:]]),
}


@needs_core
@pytest.mark.parametrize("made", WORD_COLUMNS)
@pytest.mark.parametrize("who", [True, False])
@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    words=st.lists(st.text(max_size=9), min_size=1, max_size=7, unique=True),
    gaps=st.booleans(),
)
def test_words_are_counted_alike(made, who, seed, words, gaps):
    """Words in arrays, lists and series of other libraries, some missing, of any letters: what a
    study of the same labels gives, with the core and without it."""
    rng = np.random.default_rng(seed)
    words = [word.replace("\x00", "") or "x" for word in words]
    labels = [[words[k] for k in rng.integers(0, len(words), 60)] for _ in range(3)]
    if gaps and made != "array":
        for column in labels:
            column[int(rng.integers(60))] = None
    columns = [WORD_COLUMNS[made]([*column]) for column in labels]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(label_arrays, "ROWS_THAT_TELL", 3)
        patch.setattr(numbered, "ROWS_THAT_TELL", 3)
        native, numpy = _both(patch, lambda: counts_of_arrays(columns[0], columns[1:], who))
    expected = counts_of_arrays(labels[0], labels[1:], who)
    # Text that NumPy may have made of what is missing is not counted: the door says so.
    if made == "array" and not LOST.isdisjoint(set().union(*labels)):
        expected = None
    assert _parts(native) == _parts(numpy) == _parts(expected)


@needs_core
def test_many_words_are_left_to_the_door(monkeypatch):
    """More different words than are counted as labels: no numbers, and no harm."""
    monkeypatch.setattr(numbered, "ROWS_THAT_TELL", 3)
    many = np.array([f"w{n}" for n in range(numbered.MOST_WORDS + 1)])
    assert numbered.words_in_core(many) is None
    few = np.array([f"w{n}" for n in range(numbered.MOST_WORDS)] * 2)[::-1]
    found = numbered.words_in_core(few)
    assert [found.values[code] for code in found.codes] == few.tolist()


@needs_core
@settings(max_examples=150, deadline=None)
@given(
    texts=st.lists(
        st.one_of(
            st.text(st.sampled_from("ab\u00e9\u5b57\U0001f600"), max_size=20),
            st.integers(0, 40).map("x".__mul__),
        ),
        min_size=5,
        max_size=40,
    )
)
def test_texts_are_numbered_as_they_are_met(texts):
    """Empty ones, those that fill one word or two of the processor, longer ones, of any letters:
    each place has its own text."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(numbered, "ROWS_THAT_TELL", 3)
        found = numbered.texts_in_core(texts)
    assert found.values == list(dict.fromkeys(texts))
    assert [found.values[code] for code in found.codes] == texts


@needs_core
def test_what_is_no_plain_text_is_left(monkeypatch):
    """Zeros inside, half letters, numbers, nothing, what cannot be hashed, too many: looked up one
    by one; texts of a class of their own stay what they are."""
    monkeypatch.setattr(numbered, "ROWS_THAT_TELL", 3)
    odd = ["a\x00b", "\x00", "\ud800", 1, None, ["a"]]
    for one in odd:
        assert numbered.texts_in_core(["a", "b", "a", "b", one]) is None
        assert numbered.texts_in_core([one, "a", "b", "a", "b"]) is None
    assert numbered.texts_in_core(["a", "b", "a"]) is None  # too few to gain by it
    many = [f"w{n}" for n in range(numbered.MOST_WORDS + 1)]
    assert numbered.texts_in_core(many) is None
    assert numbered.texts_in_core(many[1:]).values == many[1:]

    class Label(str):
        """A text of somebody's own."""

    own = [Label("a"), "b", "a", "b", Label("b")]
    assert [type(value) for value in numbered.texts_in_core(own).values] == [Label, str]
    assert counts_of_arrays(own, [own]) is None
