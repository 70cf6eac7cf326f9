"""Labels that belong to items, in engines and in counts: as in files; else as ever."""

import numpy as np
import pytest
from tests.laws.test_own_labels import mentions, ordinary, tokens, votes

import accord
from accord.cli import main
from accord.engine.count_frames import remote
from accord.engine.engine_table import EngineTable
from accord.engine.labels_apart import belonging
from accord.errors import AccordError, NotApplicableError

polars = pytest.importorskip("polars")
duckdb = pytest.importorskip("duckdb")
COLUMNS = {"item": "item", "coder": "coder", "category": "label"}


def _frame(study, **about):
    rows = list(study.rows())
    columns = dict(zip(COLUMNS.values(), zip(*rows, strict=True), strict=True))
    columns["item"] = tuple(map(str, columns["item"]))
    place = {str(item): at for at, item in enumerate(study.items)}
    columns |= {name: [values[place[i]] for i in columns["item"]] for name, values in about.items()}
    return polars.DataFrame(columns)


def _coins(name):
    rng = np.random.default_rng(3)
    if name == "lemma":
        study, words = tokens(rng)
        return _frame(study, lemma=words)
    if name == "options":
        study = mentions(rng, items=60)
        return _frame(study, options=[f"Q{1000 * m}|Q{1000 * m + 1}" for m in range(60)])
    made = {"senses": lambda: tokens(rng)[0], "pairs": lambda: votes(rng, items=150)}
    return _frame(made.get(name, lambda: mentions(rng))())


ENGINES = {
    "polars": lambda frame: frame.lazy(),
    "duckdb": lambda frame: duckdb.from_arrow(frame.to_arrow()),
}
COINS = ["lemma", "senses", "pairs", "mentions", "options"]


WITHIN = {"lemma": "lemma", "pairs": "pair", "mentions": 2, "options": "options"}


@pytest.mark.parametrize(
    ("name", "engine"),
    [  # in every run each has one engine, by turns
        pytest.param(name, engine, marks=[pytest.mark.full] * ((n + e) % 2))
        for n, name in enumerate(COINS)
        for e, engine in enumerate(ENGINES)
    ],
)
def test_coins_are_near_0_wherever_they_are_counted(name, engine):
    """Rows of an engine whose labels belong to items are measured as those in memory: near 0, or
    asked where nobody can know how many options there are; with within="all" the number of
    before."""
    frame = _coins(name)
    table, in_memory = ENGINES[engine](frame), frame.to_pandas()
    for ask in (
        lambda t, **more: accord.alpha(t, distance="nominal", **COLUMNS, **more),
        lambda t, **more: accord.kappa(t, **COLUMNS, **more),
    ):
        with pytest.raises(NotApplicableError, match=r"its own|separate blocks|is a pair"):
            ask(table)
        assert ask(table, within="all").value > 0.3
    assert accord.measure(table, **COLUMNS, within="all")["alpha"].value > 0.3
    if name == "mentions":
        with pytest.raises(NotApplicableError, match="within=2"):
            accord.measure(table, **COLUMNS)
        with pytest.raises(NotApplicableError, match="within=2"):
            accord.choose(table, **COLUMNS)
    else:
        found = accord.measure(table, **COLUMNS)["alpha_within"]
        assert abs(found.value) < 0.2
        assert accord.choose(table, **COLUMNS)[0].measure.name == "alpha_within"
    if name in WITHIN:
        told = accord.alpha(table, **COLUMNS, within=WITHIN[name])
        assert abs(told.value) < 0.2
        wanted = accord.alpha(in_memory, **COLUMNS, within=WITHIN[name])
        assert told.value == pytest.approx(wanted.value, abs=1e-12)
        assert told.signature == wanted.signature


def test_a_wide_table_of_an_engine_keeps_its_columns():
    """A lemma beside a column for each coder is there when rows are brought back."""
    study, words = tokens(np.random.default_rng(3))
    cells = {(str(i), c): k for i, c, k in study.rows()}
    items = [str(i) for i in study.items]
    wide = polars.DataFrame(
        {
            "item": items,
            "lemma": words,
            "rater1": [cells[i, "c0"] for i in items],
            "rater2": [cells[i, "c1"] for i in items],
        }
    )
    told = {"item": "item", "coders": ["rater1", "rater2"], "within": "lemma"}
    found = accord.alpha(wide.lazy(), **told)
    assert found.value == pytest.approx(accord.alpha(wide.to_pandas(), **told).value, abs=1e-12)


def test_more_rows_than_are_read_are_refused(monkeypatch):
    """Of a table that is too large the refusal says what can be done."""
    from accord.engine import labels_apart

    table = _coins("lemma").lazy()
    monkeypatch.setattr(labels_apart, "MOST_READ", 100)
    with pytest.raises(NotApplicableError, match="whole items of a sample"):
        accord.alpha(table, **COLUMNS, within="lemma")
    with pytest.raises(NotApplicableError, match=r"measure the table itself, with `?within="):
        accord.measure(table, **COLUMNS)


@pytest.mark.parametrize("name", COINS)
def test_saved_counts_remember(name, tmp_path, monkeypatch, capsys):
    """Counted by `accord count`, measured, checked and merged: refused with one line that says what
    to type, and that works; blocks of labels are seen in counts, and measured. With --within all
    they are measured, and counts that were made with it need no more words."""
    monkeypatch.chdir(tmp_path)
    _coins(name).write_csv("coins.csv")
    given = ["--item", "item", "--coder", "coder", "--category", "label", "-q"]

    def run(*words):
        with pytest.raises(SystemExit) as stop:
            main([*words])
        printed = capsys.readouterr()
        return stop.value.code, printed.out + printed.err

    assert run("count", "coins.csv", "-o", "a.parquet", *given)[0] == 0
    assert run("count", "coins.csv", "-o", "b.parquet", *given, "--within", "all")[0] == 0
    alpha = ["-m", "alpha", "--distance", "nominal", "-q"]
    code, printed = run("measure", "a.parquet", *alpha)
    assert code != 0
    code, again = run("measure", "a.parquet", "-q")
    if name == "senses":
        assert "form 30 separate blocks" in printed
        assert code == 0
        assert "α within items" in again
    else:
        assert code != 0
        for said in (printed, again):
            assert "each item seems to have its own labels" in said
            assert "measure the table itself, with --within" in said
    if name in WITHIN:
        word = str(WITHIN[name])
        assert run("measure", "coins.csv", *given, "--within", word)[0] == 0
        code, _ = run("measure", "a.parquet", "-q", "--within", word)
        assert (code == 0) == (name == "mentions")  # a number of options needs no names
    assert run("check", "a.parquet", "--min", "alpha:0.4")[0] != 0
    assert run("measure", "a.parquet", *alpha, "--within", "all")[0] == 0
    assert run("measure", "b.parquet", *alpha)[0] == 0


@pytest.mark.parametrize("name", ["mentions", "pairs", "lemma", "senses"])
def test_tables_that_do_not_merge(name):
    """Where codings stay in the engine, whole items of a sample show it."""
    table = remote(_coins(name).lazy(), "item", "coder", "label", None, None, ())
    assert isinstance(table, EngineTable)
    assert belonging(table, None) is not None
    assert belonging(table, "all") == "all"


@pytest.mark.parametrize("labels", [6, 12, 40])
@pytest.mark.parametrize("known", [0.0, 0.4, 0.95])
def test_one_list_for_all_is_counted_as_ever(labels, known):
    """Ordinary labels, few or many, with any agreement: the same number as in memory."""
    study = ordinary(np.random.default_rng(8), 300, labels, 3, known)
    table = _frame(study).lazy()
    wanted = accord.alpha(study, distance="nominal").value
    assert accord.alpha(table, distance="nominal", **COLUMNS).value == pytest.approx(wanted)
    held = remote(table, "item", "coder", "label", None, None, ())
    assert belonging(held, None) is None


def test_a_damaged_word_in_saved_counts_is_refused(tmp_path):
    """What labels belong to is text or nothing."""
    import json

    from pyarrow import parquet

    path = tmp_path / "c.parquet"
    study = accord.from_coders({"A": "xyxy", "B": "xxyy"})
    accord.scale.save(accord.scale.Tally.of(study), path)
    table = parquet.read_table(path)
    about = json.loads(table.schema.metadata[b"accord"])
    for word, fits in ((3, False), (["all"], False), (None, True), ("all", True)):
        said = {b"accord": json.dumps({**about, "within": word}).encode()}
        parquet.write_table(table.replace_schema_metadata(said), path)
        if fits:
            assert accord.scale.load(path).within == word
        else:
            with pytest.raises(AccordError, match="within"):
                accord.scale.load(path)
    del about["within"]  # as counts of before were
    parquet.write_table(
        table.replace_schema_metadata({b"accord": json.dumps(about).encode()}), path
    )
    assert accord.scale.load(path).within is None
