"""A table is read at once only where it says who the coders are; else the question answers."""

import os
import pty
import select
import sys
from itertools import permutations
from pathlib import Path

import pytest

import accord
from accord._read.tables import evidence, lexicon
from accord._read.tables.lexicon import mark_of_coder, names_coders, names_items, names_labels
from accord.kinds.questions import alone
from tests.confirming import confirmed

CELLS = ["xx", "xy", "yy", "yy", "xx", "yx", "xx", "yy", "zz", "zz", "zy", "xx"]


def written(path, header, rows):
    """A table in a file."""
    lines = [header, *(",".join(map(str, row)) for row in rows)]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def wide(path, header, cells=CELLS, more=()):
    """A column for each coder."""
    return written(path, header, [*([n, *row] for n, row in enumerate(cells)), *more])


def long(path, header, extra=lambda n, who: (), cells=CELLS):
    """A row for each label."""
    rows = [
        (n, who, row[at], *extra(n, at))
        for n, row in enumerate(cells)
        for at, who in enumerate(("P", "Q"))
    ]
    return written(path, header, rows)


@pytest.mark.parametrize(
    "names",
    [
        "rater1,rater2",
        "Rater A,Rater B",
        "Coder_03,Coder_07",
        "Annotator Søren,Annotator Łukasz",
        "Kodierer 2,Kodierer 3",
        "Kodierer*in 1,Kodierer*in 2",
        "juge_1,juge_2",
        "Эксперт 1,Эксперт 2",
        "evaluador 1,evaluador 2",
        "valutatore I,valutatore II",
        "rater1_label,rater2_label",
        "评分者1,评分者2",
        "Reviewer 1,Reviewer 2",
        "oceniający 1,oceniający 2",
        "bedømmer 1,bedømmer 2",
        "kodlayıcı 1,kodlayıcı 2",
        "оцінювач 1,оцінювач 2",
        "κωδικοποιητής 1,κωδικοποιητής 2",
    ],
)
def test_a_word_for_coders_and_a_mark_is_enough(tmp_path, names):
    """One coder word and a number, a letter or a name, in many languages."""
    study = accord.read(wide(tmp_path / "t.csv", f"item,{names}"))
    assert list(study.coders) == names.split(",")
    assert len(study) == 2 * len(CELLS)


@pytest.mark.parametrize(
    "names",
    [
        "Ann,Bob",
        "A,B",
        "T,N",
        "label1,label2",
        "1,2",
        "2019,2020",
        "EN,DE",
        "C1,C2",
        "user1,user2",
        "model1,model2",
        "worker_fluency,worker_adequacy",
        "q1,q2",
        "TP,FP",
        "ann1,ann2",
    ],
)
def test_other_names_are_asked_about(tmp_path, names):
    """Names of people, numbers, languages, dimensions: the right columns are offered first."""
    path = wide(tmp_path / "t.csv", f"item,{names}")
    with pytest.raises(accord.DataError, match="who the coders are") as error:
        accord.read(path)
    assert error.value.readings[0]["coders"] == names.split(",")
    assert len(error.value.readings) <= 2
    assert len(accord.read(path, **error.value.readings[0])) == 2 * len(CELLS)


@pytest.mark.parametrize(
    ("header", "rows"),
    [
        ("item,rater1,rater2", [*([n, *row] for n, row in enumerate(CELLS)), ("Total", "x", "y")]),
        ("item,rater1,rater2", [*([n, *row] for n, row in enumerate(CELLS)), ("Summe", "x", "y")]),
        ("item,rater1,rater2", [*([n, *row] for n, row in enumerate(CELLS)), ("", "x", "y")]),
        ("item,rater1,rater2,opinion", [(n, *row, row[0]) for n, row in enumerate(CELLS)]),
        (
            "item,rater1,rater2,rater1_mood,rater2_mood",
            [(n, *row, *"pq") for n, row in enumerate(CELLS)],
        ),
        (
            "item,annotator1,annotator2,label1,label2",
            [(n, *"JK", *row) for n, row in enumerate(CELLS)],
        ),
        ("item,rater1,rater2", [(n // 2, *row) for n, row in enumerate(CELLS)]),
        ("item,rater1,rater2", [(n, "abcdefghijkl"[n], "mnopqrstuvwx"[n]) for n in range(12)]),
        ("item,rater1,rater2", [(n, n % 2, 100 * (n % 3)) for n in range(12)]),
        (
            "item,rater1,rater2,kappa",
            [(1, "Ann", "Bo", 0.6), (2, "Ann", "Cy", 0.7), (3, "Bo", "Cy", 0.5)],
        ),
        (",rater1,rater2", [("rater1", 1, 0.4), ("rater2", 0.4, 1)]),
        ("item,rater1,rater2", [(n, n % 2, 1 - n % 2) for n in range(12)]),
        ("category,rater1,rater2", [(c, n, n + 1) for n, c in enumerate("abcdef")]),
    ],
)
def test_cells_must_fit_the_names(tmp_path, header, rows):
    """A row that sums up, other columns with the labels or the marks, items twice, other labels,
    other scales, a table of coders by coders, one column of two, counts of categories."""
    with pytest.raises(accord.DataError):
        accord.read(written(tmp_path / "t.csv", header, rows))


@pytest.mark.parametrize("beside", ["gold", "majority", "Mehrheit", "GPT-4", "model", "consensus"])
def test_a_reference_beside_the_coders_is_left_out(tmp_path, beside):
    """Known to be agreed or a program's: no coder, and no question."""
    rows = [(n, *row, row[0]) for n, row in enumerate(CELLS)]
    study = accord.read(written(tmp_path / "t.csv", f"item,rater1,rater2,{beside}", rows))
    assert list(study.coders) == ["rater1", "rater2"]


@pytest.mark.parametrize(
    "header",
    [
        "item,coder,label",
        "sentence_id,annotator,category",
        "Satz_ID,Kodierer,Kategorie",
        "cas,juge,étiquette",
        "caso,evaluador,etiqueta",
        "frase,giudice,giudizio",
        "предложение,эксперт,метка",
        "question,worker,answer",
        "document,rater id,code",
        "lp,sędzia,etykieta",
        "wypowiedź,koder,kategoria",
        "ytring,bedømmer,vurdering",
        "cümle,kodlayıcı,sınıf",
        "n°,codeur,étiquette",
        "номер,разметчик,тег",
        "plik,koder,kod",
        "claim_id,annotator,label",
    ],
)
def test_item_coder_and_label_by_name(tmp_path, header):
    """Three names that mean nothing else."""
    assert list(accord.read(long(tmp_path / "t.csv", header)).coders) == ["P", "Q"]


@pytest.mark.parametrize(
    "header",
    [
        "item,user,label",
        "question_id,model,score",
        "movie,user,rating",
        "item,coder,act",
        "place,coder,label",
        "item,reviewer,rating",
    ],
)
def test_a_name_that_may_mean_something_else_is_asked_about(tmp_path, header):
    """Each of the three names counts; the first offer has them."""
    path = long(tmp_path / "t.csv", header)
    with pytest.raises(accord.DataError, match="who the coders are"):
        accord.read(path)
    assert sorted(confirmed(path).coders) == ["P", "Q"]


@pytest.mark.parametrize(
    ("name", "cell", "asked"),
    [
        ("aspect", lambda n, at: ("fluency", "style", "order")[(n + at) % 3], True),
        ("score2", lambda n, at: (n + at) % 5, True),
        ("output", lambda n, at: f"a text of some words number {n} {at}", True),
        ("source", lambda n, at: "ab"[n % 2], False),  # of the item
        ("gender", lambda n, at: "fm"[at], False),  # of the coder
        ("comment", lambda n, at: "abc"[(n + at) % 3], False),
        ("confidence", lambda n, at: (n + 2 * at) % 3, False),
        ("row_id", lambda n, at: 100 + 2 * n + at, False),
    ],
)
def test_another_column_that_differs_within_items_and_coders(tmp_path, name, cell, asked):
    """A question, a second label or a system: asked; what is about items or coders is not."""
    path = long(tmp_path / "t.csv", f"item,coder,label,{name}", lambda n, at: (cell(n, at),))
    if asked:
        with pytest.raises(accord.DataError, match=name):
            accord.read(path)
    else:
        assert len(accord.read(path)) == 2 * len(CELLS)


@pytest.mark.parametrize(("last", "asked"), [("s", False), ("t", True)])
def test_rankings_are_labels(tmp_path, last, asked):
    """Orders of the same things are labels, however many; with another thing in one they are as
    any text is."""
    orders = [" > ".join(order) for order in permutations("pqrs")]
    rows = [(n, who, orders[(n + n % 3 * who) % 20]) for n in range(30) for who in (0, 1)]
    rows[-1] = (*rows[-1][:2], f"p > q = r > {last}")
    path = written(tmp_path / "t.csv", "item,coder,label", rows)
    if asked:
        with pytest.raises(accord.errors.DataError, match="do not look like labels"):
            accord.read(path)
    else:
        assert len(accord.read(path).items) == 30


def test_a_row_for_each_worker_is_no_coding(tmp_path):
    """Worker, unit and judgment may be counts of a table about workers."""
    rows = [(f"w{n}", 20 + n % 3, 40 + n % 2) for n in range(12)]
    with pytest.raises(accord.DataError):
        accord.read(written(tmp_path / "t.csv", "worker,unit,judgment", rows))


@pytest.mark.parametrize(("items", "asked"), [(29, False), (30, True)])
def test_labels_that_never_differ(tmp_path, items, asked):
    """With many items and no disagreement the label may be the item's own."""
    assert evidence.SUSPICIOUSLY_EQUAL == 30
    path = long(tmp_path / "t.csv", "item,coder,label", cells=["xx", "yy"] * 20)
    path.write_text("\n".join(path.read_text("utf-8").splitlines()[: 1 + 2 * items]), "utf-8")
    if asked:
        with pytest.raises(accord.DataError, match="ever differ"):
            accord.read(path)
    else:
        assert len(accord.read(path)) == 2 * items


@pytest.mark.parametrize(
    ("rows", "asked"),
    [
        ("a,9,1,0|b,2,7,1|c,0,1,8", False),
        ("a,9,2,0|b,2,7,1|c,0,1,8", True),  # symmetric
        ("a,0,1,0|b,2,0,1|c,0,3,0", True),  # nothing on the diagonal
    ],
)
def test_contingency_tables(tmp_path, rows, asked):
    """The same labels in rows and columns are counts of pairs, but for distances."""
    path = tmp_path / "t.csv"
    path.write_text("\n".join(["coder 1,a,b,c", *rows.split("|")]), "utf-8")
    if asked:
        with pytest.raises(accord.DataError):
            accord.read(path)
    else:
        assert len(accord.read(path).items) == 29


def test_files_of_a_folder_are_asked_about_and_listed_ones_are_coders(tmp_path):
    """A folder may hold parts; files that are listed one by one are one for each coder."""
    for name, column in (("ann", 0), ("bob", 1)):
        written(
            tmp_path / f"{name}.csv", "item,label", [(n, r[column]) for n, r in enumerate(CELLS)]
        )
    with pytest.raises(accord.DataError, match="a coder's file") as error:
        accord.read(tmp_path)
    assert error.value.readings[0]["coder_from"] == "file"
    folder = accord.read(tmp_path, **error.value.readings[0])
    listed = accord.read([tmp_path / "ann.csv", tmp_path / "bob.csv"])
    assert list(folder.coders) == list(listed.coders) == ["ann", "bob"]
    (tmp_path / "ann.csv").rename(tmp_path / "train.csv")
    with pytest.raises(accord.DataError, match="'train' is not named like"):
        accord.read([tmp_path / "train.csv", tmp_path / "bob.csv"])


def test_every_word_of_the_lexicon_has_a_reason_and_one_meaning():
    """A word for coders is none for labels or items; every entry says why it is safe."""
    for entries in (
        lexicon.CODERS,
        lexicon.CODERS_WITH_MARK,
        lexicon.LABELS,
        lexicon.ITEMS,
        lexicon.DOCUMENTS,
        lexicon.REFERENCES,
    ):
        assert all(one.words.split() and one.why for one in entries)
    assert not lexicon.MARKED_CODER_WORDS & lexicon.LABEL_WORDS
    assert not lexicon.MARKED_CODER_WORDS & (lexicon.ITEM_WORDS | lexicon.DOCUMENT_WORDS)
    assert not lexicon.LABEL_WORDS & (lexicon.ITEM_WORDS | lexicon.DOCUMENT_WORDS)
    assert not lexicon.REFERENCE_WORDS & lexicon.MARKED_CODER_WORDS
    assert {one.language for one in lexicon.CODERS} >= {*["en", "de", "fr", "es", "it", "ru"]}


def test_names_by_role():
    """Roles are told by whole words, with what leaves their meaning beside them."""
    assert names_coders("Rater-ID")
    assert not names_coders("rater age")
    assert names_labels("Annotator label")
    assert not names_labels("model label")
    assert names_items("Satz-Nr.")
    assert not names_items("item weight")
    assert mark_of_coder("rater mean") is None
    assert mark_of_coder("rater 1 2") is None


# The question on a terminal -----------------------------------------------------------------------


def on_terminal(folder, answers, *arguments):
    """What a person sees who types these answers, and the exit code."""
    pid, stream = pty.fork()
    if pid == 0:  # pragma: no cover - the other process
        os.chdir(folder)
        os.execv(sys.executable, [sys.executable, "-m", "accord", *arguments])
    seen, left = b"", list(answers)
    while select.select([stream], [], [], 60)[0]:
        try:
            got = os.read(stream, 4096)
        except OSError:
            break
        seen += got
        if left and b"n to stop:" in seen.rpartition(b"\n")[2]:
            os.write(stream, left.pop(0).encode() + b"\n")
            seen += b"\n"
        if not got:
            break
    return seen.decode(), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


@pytest.mark.parametrize("answer", ["y", "1", "Ann,Bob"])
def test_one_keystroke_answers_and_is_kept(tmp_path, answer):
    """y, a number or names: computed, kept beside the data, named and used next time."""
    path = wide(tmp_path / "t.csv", "item,Ann,Bob")
    seen, code = on_terminal(tmp_path, [answer], "measure", "t.csv", "-m", "percent")
    assert code == 0
    assert "Who are the coders?" in seen
    assert "kept in t.accord.toml" in seen
    assert 'coders = ["Ann", "Bob"]' in (tmp_path / "t.accord.toml").read_text("utf-8")
    assert "read as t.accord.toml says" in accord.read(path).audit.notes
    wide(path, "item,Ann,Bob,Cyd", [row + row[0] for row in CELLS])  # other columns now
    with pytest.raises(accord.DataError, match="who the coders are"):
        accord.read(path)


def test_no_answer_is_an_error_and_nothing_is_kept(tmp_path):
    """n ends with exit code 1, as a script does that nobody answers."""
    wide(tmp_path / "t.csv", "item,Ann,Bob")
    assert on_terminal(tmp_path, ["n"], "measure", "t.csv")[1] == 1
    assert not (tmp_path / "t.accord.toml").exists()


def said(path, settings):
    """The first line of what is said about a file; codes of missing labels are a question, too."""
    try:
        accord.read(path, **settings)
    except accord.AccordError as error:
        return str(error).split("\n")[0]
    return ""


SAMPLES = Path(os.environ.get("ACCORD_SAMPLES", "")) / "any"


@pytest.mark.skipif("ACCORD_SAMPLES" not in os.environ, reason="ACCORD_SAMPLES names no folder")
def test_every_reading_that_is_offered_reads_its_file():
    """No command that is offered for a file of a public project ends in the same question."""
    asked = 0
    for path in sorted(SAMPLES.iterdir()):
        try:
            accord.read(path)
        except accord.AccordError as error:
            first = str(error).split("\n")[0]
            for settings in getattr(error, "readings", ())[:2] if "who the coders" in first else ():
                asked += 1
                assert said(path, settings) != first, path.name
    assert asked > 50


@pytest.mark.parametrize(
    ("first", "second", "asked"),
    [
        ("abcdabcdabcd", "aefgaefgaefg", True),  # one label of four in common
        ("abcdabcdabcd", "abfgabfgabfg", False),  # two of four: SHARED
        ("abc", "ade", True),  # five different labels in six cells
        ("abc", "abd", False),  # four: REPEATED
    ],
)
def test_how_many_labels_coders_share(tmp_path, first, second, asked):
    """A case on either side of each threshold for labels in words."""
    rows = [(n, *row) for n, row in enumerate(zip(first, second, strict=True))]
    path = written(tmp_path / "t.csv", "item,rater1,rater2", rows)
    if asked:
        with pytest.raises(accord.DataError, match=r"different labels|occurs twice"):
            accord.read(path)
    else:
        assert len(accord.read(path)) == 2 * len(first)


def test_a_cell_with_several_coders_is_no_coder(tmp_path):
    """P;Q and R;S are two pairs, not two coders; nor is an item that one coder saw compared."""
    path = long(tmp_path / "t.csv", "item,coder,label")
    text = path.read_text("utf-8")
    path.write_text(text.replace(",P,", ",P;Q,").replace(",Q,", ",R;S,"), "utf-8")
    with pytest.raises(accord.DataError):
        accord.read(path)
    rows = [(n, "PQ"[n % 2], row[0]) for n, row in enumerate(CELLS)]
    study = accord.read(written(path, "item,coder,label", rows))  # to be joined or converted
    assert "nothing to compare" in alone(study)
    assert all(one.undefined for one in accord.measure(study))


def test_only_the_last_rows_sum_up(tmp_path):
    """An item called Total in the midst is an item; on top, or six rows from the end, a sum."""
    last = len(CELLS) - evidence.LAST_ROWS
    for at, asked in ((0, True), (1, False), (last - 1, False), (last, True)):
        rows = [("Total" if n == at else f"s{n}", *row) for n, row in enumerate(CELLS)]
        path = written(tmp_path / "t.csv", "item,rater1,rater2", rows)
        if asked:
            with pytest.raises(accord.DataError, match="looks like a total"):
                accord.read(path)
        else:
            assert len(accord.read(path).items) == len(CELLS)
