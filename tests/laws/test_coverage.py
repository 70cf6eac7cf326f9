"""Absent is not empty: one study gives one number, whichever way it comes in, and where nobody
says who saw what it is asked."""

import itertools
import random

import pandas as pd
import pytest

import accord
from accord._report.write import rows_to_write
from accord.errors import DataError

TEXT = "Ann works for Acme in Rome, and Bob does not work at all."
WORDS = [(0, 3), (4, 9), (14, 18), (22, 26), (32, 35), (45, 49)]
CODERS = ("ann", "bob", "cyd")


def dealt(seed):
    """Spans in documents of which no coder saw all; some who saw one found nothing in it, but
    never all: no table has the length of a document without a row."""
    rng = random.Random(seed)
    rows, seen = {}, []
    for document in map(str, range(1, 7)):
        who = rng.sample(CODERS, rng.choice([1, 2, 2, 3]))
        for coder in CODERS:
            if coder in who:
                seen.append((document, coder))
                for place in rng.sample(WORDS, rng.choice([coder == who[0], 1, 2, 3])):
                    rows[document, coder, *place, rng.choice("XY")] = None
    texts = {str(n): TEXT for n in range(1, 7)}
    return list(rows), seen, texts


def studies(seed, folder):
    """One study in every form that can hold it, with the number of each."""
    rows, seen, texts = dealt(seed)
    whole = accord.Unitizings.of(rows, items=list(texts), coders=CODERS, texts=texts, seen=seen)
    frame = pd.DataFrame(rows, columns=["document", "coder", "begin", "end", "category"])
    frame["length"] = len(TEXT)
    frame.to_csv(folder / "rows.csv", index=False)
    pd.DataFrame(seen, columns=["document", "coder"]).to_csv(folder / "seen.csv", index=False)
    accord.write(whole, folder / "written.csv")
    for tool, name in (("label-studio", "x.json"), ("brat", "brat"), ("prodigy", "x.jsonl")):
        accord.write(whole, folder / name, format=tool)
        yield tool, accord.read(folder / name)
    yield "itself", whole
    yield "list in a file", accord.read(folder / "rows.csv", seen=str(folder / "seen.csv"))
    yield "pairs", accord.from_records(frame, seen=seen)
    yield "frame of pairs", accord.from_records(frame, seen=pd.read_csv(folder / "seen.csv"))
    by = {d: [c for e, c in seen if e == d] for d in texts}
    yield "coders of each", accord.from_records(frame, seen=by)
    listed = frame.assign(who=[";".join(by[d]) for d in frame["document"]])
    yield "column", accord.from_records(listed, seen="who")
    yield "seen_by", accord.from_records(listed.rename(columns={"who": "seen_by"}))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("measure", ["span_f1", "atom_f1", "u_alpha"])
def test_one_study_one_number(seed, measure, tmp_path):
    """CSV, frame, Label Studio, brat and Prodigy: the same number, rounding errors apart."""
    found = {
        name: float(accord.bound(measure).compute(study)) for name, study in studies(seed, tmp_path)
    }
    assert len(found) == 10
    for name, value in found.items():
        assert value == pytest.approx(found["itself"], abs=1e-12, nan_ok=True), name


ROWS = [("d1", "A"), ("d1", "B"), ("d2", "A"), ("d3", "A"), ("d3", "B")]
FRAMES = {
    "spans": [{"document": d, "coder": c, "begin": 0, "end": 5, "category": "x"} for d, c in ROWS],
    "boundaries": [{"document": d, "coder": c, "place": 3, "length": 9} for d, c in ROWS],
    "chains": [
        {"document": d, "coder": c, "begin": at, "end": at + 1, "chain": 1}
        for d, c in ROWS
        for at in (0, 2)
    ],
    "regions": [
        {"image": d, "coder": c, "x": 1, "y": 1, "w": 5, "h": 5, "label": "x"} for d, c in ROWS
    ],
}
MEASURED = {
    "spans": "span_f1",
    "boundaries": "boundary_similarity",
    "chains": "lea",
    "regions": "region_f1",
}


@pytest.mark.parametrize("kind", FRAMES)
def test_asked_where_nobody_says_it(kind):
    """B left nothing in d2: 1 where B did not see it, less where B found nothing; asked unless one
    of the two is said."""
    rows = FRAMES[kind]
    with pytest.raises(DataError, match="`seen='marked'`") as asked:
        accord.from_records(rows)
    assert asked.value.readings == ({"seen": "marked"}, {"seen": "all"})
    marked, every = (accord.from_records(rows, seen=how) for how in ("marked", "all"))
    assert [part.seen.tolist() for part in marked.documents] == [[1, 1], [1, 0], [1, 1]]
    assert all(part.seen.all() for part in every.documents)
    measure = accord.bound(MEASURED[kind])
    assert float(measure.compute(marked)) == 1
    assert float(measure.compute(every)) < 1


@pytest.mark.parametrize("kind", FRAMES)
def test_an_empty_row_says_it(kind):
    """A row of B without a mark in d2 says that B found nothing: nothing is asked, all saw all."""
    place = {"spans": "begin end category", "boundaries": "place", "chains": "begin end chain"}
    blank = dict.fromkeys(place.get(kind, "x y w h label").split(), None)
    one = FRAMES[kind][0]
    first = next(iter(one))
    rows = [*FRAMES[kind], {**one, first: "d2", "coder": "B", **blank}]
    assert all(part.seen.all() for part in accord.from_records(rows).documents)


def test_dealt_out_work_is_known():
    """Three of ten coders a document: who has no row did not see it, and that is said. With two
    in one document it is asked, and so it is where each document has a single coder."""
    trios = list(itertools.combinations(range(10), 3))[::9]
    rows = [
        {"document": n, "coder": f"c{c}", "begin": 0, "end": 5, "category": "x"}
        for n, trio in enumerate(trios)
        for c in trio
    ]
    study = accord.from_records(rows)
    assert [int(part.seen.sum()) for part in study.documents] == [3] * len(trios)
    assert float(accord.spans.span_f1(study)) == 1
    assert any("3 of 10 coders" in note for note in study.audit.notes)
    with pytest.raises(DataError, match="they did not see"):
        accord.from_records(rows[1:])
    with pytest.raises(DataError, match="they did not see"):
        accord.from_records([dict(row, document=row["coder"]) for row in rows])


NUMBERED = [
    {"item": f"s{n}", "coder": c, "code_1": k, "code_2": None if n % 2 else "deep"}
    for n in range(20)
    for c, k in (("A", "joy" if n % 3 else "fear"), ("B", "joy" if n % 3 else "fear"))
]


def test_sets_in_numbered_columns():
    """B has rows without a label for the second half: missing, or the empty set, not guessed."""
    rows = [
        dict(row, code_1=None, code_2=None)
        if row["coder"] == "B" and int(row["item"][1:]) > 9
        else row
        for row in NUMBERED
    ]
    how = {"shape": "numbered", "item": "item", "coder": "coder"}
    path = {}
    with pytest.raises(DataError, match="10 of 40 pairs of item and coder"):
        _numbered(rows, how)
    for seen in ("marked", "all"):
        path[seen] = _numbered(rows, {**how, "seen": seen})
    assert float(accord.alpha(path["marked"], distance="masi")) == 1
    assert float(accord.alpha(path["all"], distance="masi")) < 0.5
    assert len(path["marked"]) == 30
    assert len(path["all"]) == 40
    assert len(_numbered(NUMBERED, how)) == 40


def _numbered(rows, how, folder=None):
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as there:
        path = Path(there, "sets.csv")
        pd.DataFrame(rows).to_csv(path, index=False)
        return accord.read(path, **how)


def test_sets_with_a_row_for_each_label():
    """B has no row for s2: missing, or the empty set; a row with {} says that it is empty."""
    rows = [("s1", "A", "joy"), ("s1", "A", "fear"), ("s1", "B", "joy"), ("s2", "A", "joy")]
    rows += [("s3", "A", "joy"), ("s3", "B", "joy")]
    records = [dict(zip(("item", "coder", "label"), row, strict=True)) for row in rows]
    with pytest.raises(DataError, match="1 of 6 pairs of item and coder"):
        accord.from_records(records, sets="rows")
    assert len(accord.from_records(records, sets="rows", seen="marked")) == 5
    every = accord.from_records(records, sets="rows", seen="all")
    assert len(every) == 6
    told = [*records, {"item": "s2", "coder": "B", "label": "{}"}]
    assert accord.from_records(told, sets="rows") == every


def test_ticks_and_blanks():
    """Where "no" is written, a row without any answer is no coding; where only ticks are, it is
    asked."""
    rows = [(f"s{n}", c, "x" if n % 2 else "", "x") for n in range(6) for c in "AB"]
    rows[3] = ("s1", "B", "", "")
    header = ("item", "coder", "joy", "fear")
    how = {"shape": "one-hot", "item": "item", "coder": "coder", "categories": ["joy", "fear"]}
    with pytest.raises(DataError, match="1 of 12 pairs"):
        _numbered([dict(zip(header, row, strict=True)) for row in rows], how)
    zeros = [(i, c, a or "0", b or "0") for i, c, a, b in rows]
    zeros[3] = rows[3]
    study = _numbered([dict(zip(header, row, strict=True)) for row in zeros], how)
    assert len(study) == 11


def test_what_accord_writes_is_read_again(tmp_path):
    """A table that accord writes says who saw what, also where no row is empty."""
    for seed in range(12):
        rows, seen, texts = dealt(seed)
        marked = {row[:2] for row in rows}
        pairs = [pair for pair in seen if pair in marked]
        study = accord.Unitizings.of(
            rows, items=[d for d in texts if any(d == e for e, _ in pairs)], seen=pairs
        )
        accord.write(study, tmp_path / "x.csv")
        again = accord.read(tmp_path / "x.csv")
        assert [{*map(str, c.seen)} for c in again.continua] == [
            {*map(str, c.seen)} for c in study.continua
        ]
        assert again == study
        assert any("seen_by" in row for row in rows_to_write(study)) or all(
            part.seen.all() for part in study.documents
        )


def test_what_a_coder_marked_is_a_set(tmp_path):
    """A span that a coder has twice counts once, in a table as in a frame and in Prodigy's file."""
    rows = [
        ("d", "A", 0, 5, "x"),
        ("d", "A", 0, 5, "x"),
        ("d", "A", 6, 9, "x"),
        ("d", "B", 0, 5, "x"),
    ]
    frame = pd.DataFrame(rows, columns=["document", "coder", "begin", "end", "category"])
    frame.to_csv(tmp_path / "rows.csv", index=False)
    for study in (accord.from_records(frame), accord.read(tmp_path / "rows.csv")):
        assert float(accord.spans.span_f1(study)) == pytest.approx(2 / 3)
        assert any(
            "1 duplicate span by the same coder counted once" in note for note in study.audit.notes
        )


def test_a_list_of_something_else_is_refused():
    """Names that the data do not have, a column that is not there, pairs that are none."""
    rows = FRAMES["spans"]
    with pytest.raises(DataError, match="expected the same names"):
        accord.from_records(rows, seen=[("e1", "A"), ("e1", "B")])
    with pytest.raises(DataError, match="no column or file is called so"):
        accord.from_records(rows, seen="nowhere")
    with pytest.raises(DataError, match="pairs of document and coder"):
        accord.from_records(rows, seen=[("d1", "A", "x")])
    with pytest.raises(DataError, match="Leave out"):
        accord.from_records([{"item": 1, "coder": c, "label": "x"} for c in "AB"], seen="all")
    with pytest.raises(DataError, match="Leave out seen="):
        accord.kappa([["x", "x"], ["y", "y"]], seen="all")


def test_yes_and_no_about_the_coder_of_the_row():
    """A column of yes and no: the coder of the row saw the document, or did not."""
    rows = [dict(row, done="yes") for row in FRAMES["spans"]]
    rows.append({"document": "d2", "coder": "B", "begin": "", "end": "", "done": "no"})
    study = accord.from_records(rows, seen="done")
    assert [part.seen.tolist() for part in study.documents] == [[1, 1], [1, 0], [1, 1]]


def test_strangers_name_no_files_elsewhere(tmp_path):
    """A saved reading may name a list beside it, and the page one that was dropped on it; no
    other file is opened."""
    from accord.errors import AccordError
    from accord.serve.shown import checked_settings

    pd.DataFrame(FRAMES["spans"]).to_csv(tmp_path / "rows.csv", index=False)
    pd.DataFrame(ROWS, columns=["document", "coder"]).to_csv(tmp_path / "list.csv", index=False)
    (tmp_path / "rows.accord.toml").write_text('seen = "list.csv"\n')
    assert float(accord.spans.span_f1(accord.read(tmp_path / "rows.csv"))) == 1
    for elsewhere in (str(tmp_path / "list.csv"), "../list.csv"):
        (tmp_path / "rows.accord.toml").write_text(f'seen = "{elsewhere}"\n')
        with pytest.raises(DataError, match="must be in the same folder"):
            accord.read(tmp_path / "rows.csv")
        with pytest.raises(AccordError, match="a file of the page"):
            checked_settings({"seen": elsewhere})
    assert checked_settings({"seen": "marked"}) == {"seen": "marked"}
