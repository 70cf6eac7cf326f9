"""Tables of public annotation projects and of other programs, in small: read right, or refused.

The files have the shapes of real ones (columns and cells as their tools write them), with few rows
of our own. Values are computed here by α as pairs within items, not by accord.
"""

import csv
import io
import json
from collections import Counter
from contextlib import suppress
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

import accord
from tests.cli.commands import called
from tests.confirming import confirmed


def alpha(units):
    """Nominal α of lists of labels: pairs within items against pairs of all pairable labels."""
    units = [labels for labels in units if len(labels) > 1]
    observed = sum(
        sum(a != b for a, b in permutations(labels, 2)) / (len(labels) - 1) for labels in units
    )
    pooled = Counter(label for labels in units for label in labels)
    n = pooled.total()
    expected = sum(a * b for (k, a), (l, b) in permutations(pooled.items(), 2) if k != l) / (n - 1)
    return 1 - observed / expected


def table(name, *rows, sep=","):
    """A file of rows."""
    stream = io.StringIO()
    csv.writer(stream, delimiter=sep, lineterminator="\n").writerows(rows)
    Path(name).write_text(stream.getvalue(), "utf-8")
    return name


def cut(rows, *columns):
    """The labels in columns, row by row, without empty cells."""
    return [[row[c] for c in columns if row[c] not in ("", "NA", ".", "*")] for row in rows]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Files lie in a folder of their own."""
    monkeypatch.chdir(tmp_path)


TWO = [["x", "x"], ["y", "y"], ["x", "y"], ["z", "z"], ["y", "y"], ["x", "x"], ["z", "y"]] * 2
FOUR = [
    *(["1", "1", "", "1"], ["2", "2", "3", "2"], ["3", "3", "3", "3"], ["3", "3", "3", "3"]),
    *(["2", "2", "2", "2"], ["1", "2", "3", "4"], ["4", "4", "4", "4"], ["1", "1", "2", "1"]),
    *(["2", "2", "2", "2"], ["", "5", "5", "5"], ["", "", "1", "1"], ["", "3", "", ""]),
]
"""The reliability data of Krippendorff (2011), unit by unit: α nominal is .743."""

NAMES = [
    "item",
    "unit",
    "Units",
    "subject",
    "case",
    "Case_ID",
    "patient",
    "Participant",
    "participant_id",
    "segment_id",
    "doc_id",
    "nr",
    "Nr.",
    "no.",
    "number",
    "index",
    "Index",
    "Unnamed:",
    "sample_id",
    "text_id",
    "sentence_id",
    "tweet_id",
    "record_id",
    "Fall",
    "Einheit",
    "Satz-Nr.",
    "id",
    "ID",
    "stimulus",
    "utterance",
    "row",
]


def test_the_test_s_own_alpha():
    """The few lines above give Krippendorff's .743."""
    assert alpha([[v for v in row if v] for row in FOUR]) == pytest.approx(0.743, abs=0.0005)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("coders", [("C1", "C2"), ("ann", "bob")])
def test_the_names_that_people_give_to_items(name, coders):
    """31 names of a column that numbers the rows: it is the item, whatever it is called."""
    table("t.csv", [name, *coders], *([n, *row] for n, row in enumerate(TWO, start=1)))
    study = confirmed("t.csv")
    assert list(study.coders) == list(coders)
    assert [str(i) for i in study.items] == [str(n) for n in range(1, len(TWO) + 1)]
    assert accord.alpha(study, distance="nominal").value == pytest.approx(alpha(TWO))


def _four(empty, *, transposed=False):
    filled = [[cell or empty for cell in row] for row in FOUR]
    return [list(row) for row in zip(*filled, strict=True)] if transposed else filled


def _numbered(rows):
    return [[n, *row] for n, row in enumerate(rows, start=1)]


PASTED = {
    "irrCAC": [["Units", "Rater1", "Rater2", "Rater3", "Rater4"], *_numbered(_four("NA"))],
    "irrCAC with row names": [
        ["", "Units", "Rater1", "Rater2", "Rater3", "Rater4"],
        *([n, n, *row] for n, row in enumerate(_four("NA"), start=1)),
    ],
    "Krippendorff": [
        ["Units:", *range(1, 13)],
        *([f"Observer {c}", *r] for c, r in zip("ABCD", _four("", transposed=True), strict=True)),
    ],
    "Krippendorff with asterisks": [
        ["Units", *range(1, 13)],
        *([c, *r] for c, r in zip("ABCD", _four("*", transposed=True), strict=True)),
    ],
    "KALPHA": [["obs1", "obs2", "obs3", "obs4"], *_four(".")],
    "K-Alpha Calculator": [
        ["ID", "Rater 1", "Rater 2", "Rater 3", "Rater 4"],
        *_numbered(_four("")),
    ],
    "K-Alpha Calculator with names": [
        ["", "Coder 1", "Coder 2", "Coder 3", "Coder 4"],
        *([f"Item {n}", *row] for n, row in enumerate(_four(""), start=1)),
    ],
}


@pytest.mark.parametrize("program", PASTED)
@pytest.mark.parametrize("sep", [",", "\t", ";"])
def test_tables_of_other_programs_are_right_at_once(program, sep):
    """Krippendorff's data as people paste them from four programs: .743 from each."""
    study = confirmed(table("t.csv", *PASTED[program], sep=sep))
    assert (len(study.items), len(study.coders)) == (12, 4)
    assert accord.alpha(study, distance="nominal").value == pytest.approx(0.743, abs=0.0005)


@pytest.mark.parametrize("width", [2, 3, 4])
def test_recal_has_no_header(width):
    """Numbers only, a column for each coder: the first line is data, too."""
    rows = [row[:width] for row in _four("9")][1:]
    study = confirmed(table("t.csv", *rows))
    assert len(study.items) == len(rows)
    assert accord.alpha(study, distance="nominal").value == pytest.approx(alpha(rows))


def test_distributions_of_irrcac_are_votes():
    """A column for each category, how many raters chose it: the sum is the same in all rows."""
    rows = [[0, 0, 0, 6, 0], [0, 3, 0, 0, 3], [0, 1, 4, 0, 1], [0, 0, 0, 0, 6], [2, 0, 4, 0, 0]]
    rows += [[0, 3, 0, 3, 0], [1, 0, 0, 4, 1]]
    header = ["Units", "Depression", "Personality", "Schizophrenia", "Neurosis", "Other"]
    study = confirmed(table("t.csv", header, *_numbered(rows)))
    units = [[k for k, n in enumerate(row) for _ in range(n)] for row in rows]
    assert accord.alpha(study, distance="nominal").value == pytest.approx(alpha(units))


def test_a_contingency_table_is_one():
    """Rows called as columns, and counts: two coders' pairs, where the corner says so; what says
    nothing may be brands bought before and after, and is asked about."""
    rows = [["a", 3, 1], ["b", 2, 4]]
    study = confirmed(table("t.csv", ["", "a", "b"], *rows))
    assert accord.read(table("t.csv", ["rater A / rater B", "a", "b"], *rows)) == study
    units = [["a", "a"]] * 3 + [["a", "b"]] + [["b", "a"]] * 2 + [["b", "b"]] * 4
    assert accord.alpha(study, distance="nominal").value == pytest.approx(alpha(units))


def test_a_contingency_table_of_numbers_has_numbers():
    """As two columns of ratings have: 3 of 10 pairs differ by 4, so D_o = 3 · 4² / 10. Where one
    name is a word, all stay words."""
    rows = [["1", 3, 1], ["5", 2, 4]]
    study = confirmed(table("t.csv", ["", "1", "5"], *rows))
    assert list(study.categories) == [1, 5]
    assert accord.weighted_kappa(study, distance="interval").observed == pytest.approx(3 * 16 / 10)
    words = confirmed(table("u.csv", ["", "1", "none"], ["1", 3, 1], ["none", 2, 4]))
    assert list(words.categories) == ["1", "none"]


def test_the_alphabet_is_no_scale():
    """Programs write the names of a contingency table by the alphabet: it has no ranks until
    somebody says the order, which then is the scale in whatever order the table stands."""
    by_alphabet = (
        ["rater A / rater B", "high", "low", "mid"],
        *zip(["high", "low", "mid"], *_columns(), strict=True),
    )
    study = accord.read(table("t.csv", *by_alphabet))
    with pytest.raises(accord.AccordError, match="needs an order"):
        accord.alpha(study, distance="ordinal")
    scale = ["low", "mid", "high"]
    said = accord.read(table("u.csv", *by_alphabet), categories=scale)
    counts = [[12, 6, 0], [3, 10, 2], [4, 2, 10]]
    right = accord.alpha(accord.from_confusion(counts, categories=scale), distance="ordinal")
    assert accord.alpha(said, distance="ordinal").value == pytest.approx(right.value, abs=1e-12)
    written = (
        ["rater A / rater B", *scale],
        *([name, *row] for name, row in zip(scale, counts, strict=True)),
    )
    own = accord.alpha(accord.read(table("v.csv", *written)), distance="ordinal")
    assert own.value == pytest.approx(right.value, abs=1e-12)  # an order that somebody chose
    unused = [["rater A / rater B", "a", "b", "c"], ["a", 4, 2, 0], ["b", 1, 4, 0], ["c", 0, 0, 0]]
    assert accord.s(accord.read(table("w.csv", *unused))).expected == pytest.approx(1 - 1 / 3)


def _columns():
    return [10, 0, 2], [4, 12, 3], [2, 6, 10]


# Shapes of public projects ----------------------------------------------------------------------


def test_a_gold_column_is_named_and_not_a_coder():
    """Gold, majority and label beside raters are left out and said; --coders takes them."""
    rows = [[n, "some text of an item", *row, row[0], row[1]] for n, row in enumerate(TWO)]
    table("t.csv", ["id", "text", "rater1", "rater2", "gold", "label"], *rows)
    study = confirmed("t.csv")
    assert list(study.coders) == ["rater1", "rater2"]
    assert "'gold' is a gold standard or agreed label and not a coder" in study.audit.notes
    assert accord.alpha(study, distance="nominal").value == pytest.approx(alpha(cut(rows, 2, 3)))
    assert "label" not in confirmed("t.csv", ignore=["lab*"]).about
    asked = confirmed("t.csv", coders=["rater1", "rater2", "gold"])
    assert accord.alpha(asked, distance="nominal").value == pytest.approx(alpha(cut(rows, 2, 3, 4)))


def test_two_columns_of_one_name_are_asked_about():
    """The two labels of `item,label,label` are those of two coders if the user says so."""
    labels = ["xx", "xy", "yy", "yy", "xx"]
    rows = [[str(at), *both] for at, both in enumerate(labels)]
    path = table("twice.csv", ["item", "label", "label"], *rows)
    with pytest.raises(accord.DataError, match="who the coders are") as caught:
        accord.read(path)
    assert "two columns are named 'label'; the second is shown as 'label (2)'" in str(caught.value)
    (told,) = (one for one in caught.value.readings if one["shape"] == "wide")
    study = accord.read(path, **told)
    assert list(study.coders) == ["label", "label (2)"]
    assert accord.percent(study).value == pytest.approx(0.8, abs=1e-12)


def test_german_long_table():
    """segment_id;Codierer;Etikett."""
    rows = [[n, who, row[c]] for n, row in enumerate(TWO) for c, who in enumerate(["Anna", "Ben"])]
    study = accord.read(table("t.csv", ["segment_id", "Codierer", "Etikett"], *rows, sep=";"))
    assert accord.alpha(study, distance="nominal").value == pytest.approx(alpha(TWO))


def test_items_live_in_their_document():
    """The same sentence number in two documents is two items."""
    rows = [
        [f"d{n // 7}", n % 7, who, row[c]]
        for n, row in enumerate(TWO)
        for c, who in enumerate(["A", "B"])
    ]
    study = accord.read(table("t.csv", ["doc", "sentence", "coder", "label"], *rows))
    assert len(study.items) == len(TWO)
    assert accord.alpha(study, distance="nominal").value == pytest.approx(alpha(TWO))


def test_votes_with_their_number_beside_a_class():
    """Davidson et al.: count, a column for each class, the class, the tweet."""
    votes = [[0, 0, 3], [0, 3, 0], [1, 2, 0], [0, 2, 1], [3, 0, 0], [0, 0, 3], [0, 3, 0], [1, 1, 4]]
    rows = [[n, sum(v), *v, v.index(max(v)), f"a tweet of words {n}"] for n, v in enumerate(votes)]
    header = ["", "count", "hate_speech", "offensive_language", "neither", "class", "tweet"]
    study = confirmed(table("t.csv", header, *rows))
    units = [[k for k, n in enumerate(v) for _ in range(n)] for v in votes]
    assert accord.alpha(study, distance="nominal").value == pytest.approx(alpha(units))


def test_lists_of_sets_and_of_coders():
    """CrowS-Pairs: a list of a set of each coder, and the list of their names, as Python writes."""
    said = [
        [["race"], ["race"]],
        [["age"], []],
        [["age"], ["age"]],
        [["race"], ["age", "race"]],
    ] * 2
    rows = [
        [n, "a sentence of words", str(v), str(["a1", f"a{n + 2}"])] for n, v in enumerate(said)
    ]
    study = accord.read(table("t.csv", ["", "sent_more", "annotations", "anon_annotators"], *rows))
    units = [[frozenset(one) for one in v] for v in said]
    assert accord.alpha(study, distance="nominal").value == pytest.approx(alpha(units))


@pytest.mark.parametrize("named", [True, False])
def test_lewidi_and_snli_lists_in_json(named):
    """Records by name with annotations and annotators as text; records with a list of labels."""
    if named:
        told = {
            str(n): {
                "text": "words of an item",
                "number of annotations": 2,
                "annotations": ",".join(row),
                "annotators": "Ann1,Ann2",
                "soft_label": {"x": 0.5, "y": 0.5},
            }
            for n, row in enumerate(TWO)
        }
        Path("t.json").write_text(json.dumps(told, indent=1), "utf-8")
    else:
        told = [
            {"pairID": f"p{n}", "gold_label": "x", "annotator_labels": r} for n, r in enumerate(TWO)
        ]
        Path("t.json").write_text("\n".join(map(json.dumps, told)), "utf-8")
    study = confirmed("t.json")
    assert study.counts()["c"] == 2
    assert accord.alpha(study, distance="nominal").value == pytest.approx(alpha(TWO))


def test_one_hot_rows():
    """GoEmotions: text, id, rater_id and a column of 0 and 1 for each emotion."""
    chosen = [["joy"], ["joy", "fear"], [], ["love"], ["fear"], ["joy"], ["love"], ["love"]]
    kinds = ["joy", "fear", "love"]
    rows = [
        ["words of a text", f"e{n // 2}", n % 2, "FALSE", *(int(k in one) for k in kinds)]
        for n, one in enumerate(chosen)
    ]
    study = confirmed(
        table("t.csv", ["text", "id", "rater_id", "example_very_unclear", *kinds], *rows)
    )
    units = [[frozenset(chosen[n]), frozenset(chosen[n + 1])] for n in range(0, 8, 2)]
    assert accord.alpha(study, distance="nominal").value == pytest.approx(alpha(units))


def test_numbered_codes_of_a_file_for_each_coder():
    """Code 1 … Code 3 are one coder's set; a column that one file lacks does not matter."""
    one = [["r1", "a", "b", ""], ["r2", "a", "", ""], ["r3", "c", "a", "b"]]
    two = [["r1", "b", "a", "x"], ["r2", "c", "", "x"], ["r3", "c", "", "x"]]
    table("anna.csv", ["ResponseId", "Code 1", "Code 2", "Code 3"], *one)
    table("ben.csv", ["ResponseId", "Code 1", "Code 2", "Comment"], *two)
    study = confirmed(["anna.csv", "ben.csv"])
    units = [
        [frozenset(filter(None, a[1:])), frozenset(filter(None, b[1:3]))]
        for a, b in zip(one, two, strict=True)
    ]
    assert accord.alpha(study, distance="nominal").value == pytest.approx(alpha(units))


def test_two_header_rows_of_coders_and_dimensions():
    """Merged cells name the coder, the second row the dimension."""
    rows = [[n, row[0], "pro", row[1], "pro" if n % 3 else "con"] for n, row in enumerate(TWO)]
    above = [["", "A", "", "B", ""], ["item", "topic", "stance", "topic", "stance"]]
    study = confirmed(table("t.csv", *above, *rows))
    assert study.kind == "dimensions"
    assert accord.alpha(study["topic"], distance="nominal").value == pytest.approx(alpha(TWO))


def test_ragged_batches_are_read_and_said():
    """Mechanical Turk's header has Approve and Reject, which the rows have not."""
    header = ["HITId", "WorkerId", "AssignmentStatus", "Answer.mood", "Approve", "Reject"]
    rows = [[f"h{n}", f"w{c}", "Approved", row[c]] for n, row in enumerate(TWO) for c in (0, 1)]
    study = accord.read(table("t.csv", header, *rows))
    assert accord.alpha(study, distance="nominal").value == pytest.approx(alpha(TWO))


# What is asked, and what is refused -------------------------------------------------------------


def asked(error, **wanted):
    """The keywords that the error offers for a reading that has these."""
    return next(r for r in error.readings if all(r.get(k) == v for k, v in wanted.items()))


def test_qualtrics_rows_are_coders_and_addresses_are_not_shown(capsys):
    """Three header rows; the message names the command, which then gives the value."""
    header = ["StartDate", "IPAddress", "ResponseId", "Q1", "Q2", "Q3"]
    told = ["Start Date", "IP Address", "Response ID", "Text 1?", "Text 2?", "Text 3?"]
    ids = [json.dumps({"ImportId": name}) for name in header]
    rows = [
        ["2020-01-01 10:00:00", f"130.92.34.6{n}", f"R_{n}x", *answers]
        for n, answers in enumerate(
            [("yes", "no", "no"), ("yes", "no", "yes"), ("yes", "yes", "no")]
        )
    ]
    table("t.csv", header, told, ids, *rows)
    with pytest.raises(accord.DataError, match="who the coders are") as error:
        accord.read("t.csv")
    keywords = asked(error.value, shape="transposed")
    study = accord.read("t.csv", **keywords)
    units = [list(column) for column in zip(*(row[3:] for row in rows), strict=True)]
    assert accord.alpha(study, distance="nominal").value == pytest.approx(alpha(units))
    shown = called(capsys, "measure", "t.csv", code=1).err
    assert "130.92" not in shown
    assert "accord measure t.csv --transposed --coder ResponseId --item Q1,Q2,Q3" in shown


def test_criteria_are_dimensions_or_a_part_of_the_item():
    """art_id, ann, criteriaID, annotation: both ways are shown, and each gives its value."""
    rows = [
        [n // 2, f"Ann. {c + 1}", ("bias", "tone")[n % 2], row[c]]
        for n, row in enumerate(TWO)
        for c in (0, 1)
    ]
    table("t.csv", ["art_id", "ann", "criteriaID", "annotation"], *rows)
    with pytest.raises(
        accord.DataError, match="'criteriaID' could be part of the item ID"
    ) as error:
        accord.read("t.csv")
    study = accord.read("t.csv", **asked(error.value, item=["art_id", "criteriaID"]))
    assert accord.alpha(study, distance="nominal").value == pytest.approx(alpha(TWO))
    apart = accord.read("t.csv", **asked(error.value, dimensions=["criteriaID"]))
    bias = [row for n, row in enumerate(TWO) if n % 2 == 0]
    assert accord.alpha(apart["bias"], distance="nominal").value == pytest.approx(alpha(bias))


@pytest.mark.parametrize(
    ("header", "rows"),
    [
        (["id", "toxic", "hate"], [[n, n % 2, n // 2 % 2] for n in range(20)]),
        (["id", "fluency", "adequacy"], [[n, n % 5 + 1, n * 2 % 5 + 1] for n in range(20)]),
        (
            ["id", "country_of_birth", "home"],
            [[n, ["DE", "FR", "IT"][n % 3], "FR"] for n in range(20)],
        ),
        (["Index", "C1", "C2", "D1", "D2"], [[n, n % 2, 0, n % 2, 1] for n in range(20)]),
    ],
)
def test_questions_are_not_coders(header, rows):
    """Columns with the same answers may be different questions: nothing is computed."""
    with pytest.raises(accord.DataError, match=r"nothing (was computed|to compare)"):
        accord.read(table("t.csv", header, *rows))


@pytest.mark.parametrize(
    ("header", "rows"),
    [
        (["text", "label"], [[f"words of text {n}", "xy"[n % 2]] for n in range(12)]),
        (
            ["entry_id", "author", "body", "level_1", "split"],
            [
                [f"e{n}", f"u{n % 5}", f"words of a text {n}", ("Hate", "None")[n % 2], "train"]
                for n in range(20)
            ],
        ),
        (["sen_id", "doc_id", "text"], [[n, n // 4, f"words of text {n}"] for n in range(12)]),
        (["CHAPTER", "O"], [[f"word{n}", "O" if n % 3 else "EVENT"] for n in range(20)]),
    ],
)
def test_no_second_coder_no_number(header, rows, capsys):
    """One label an item: nothing to compare, exit 1."""
    table("t.csv", header, *rows)
    assert (
        "only one label per item, so there is nothing to compare"
        in called(capsys, "measure", "t.csv", code=1).err
    )


def test_segments_that_nobody_shares_are_refused():
    """MQM: every segment of a system has one rater; the target is never the item."""
    rows = [
        [
            "sys" + "ABC"[n % 3],
            "talk",
            n // 3,
            f"rater{n % 3}",
            "a source text",
            f"target text {n}",
            "Acc",
        ]
        for n in range(30)
    ]
    header = ["system", "doc", "seg_id", "rater", "source", "target", "category"]
    with pytest.raises(accord.DataError, match="no item has labels from two coders") as error:
        accord.read(table("t.tsv", header, *rows, sep="\t"))
    assert all("target" not in reading["item"] for reading in error.value.readings)


def test_the_row_is_an_item_only_where_files_have_as_many():
    """item='row' of two files of different length would pair what is not a pair."""
    table("ann.csv", ["sentence", "label"], ["a b c", "x"], ["a b c", "y"], ["d", "x"])
    table("bob.csv", ["sentence", "label"], ["a b c", "x"], ["a b c", "y"], ["d", "y"])
    study = accord.read(["ann.csv", "bob.csv"], item="row")
    assert accord.alpha(study, distance="nominal").value == pytest.approx(
        alpha([["x", "x"], ["y", "y"], ["x", "y"]])
    )
    table("bob.csv", ["sentence", "label"], ["a b c", "x"])
    with pytest.raises(accord.DataError, match="different numbers of rows"):
        accord.read(["ann.csv", "bob.csv"], item="row")


# Options ----------------------------------------------------------------------------------------


def test_the_same_options_in_every_command(capsys):
    """compare, plan, report … take the options of reading; a pattern names columns."""
    rows = [[n, f"t{n}", *row, row[1]] for n, row in enumerate(TWO)]
    table("t.csv", ["title", "key", "left", "right", "foo"], *rows)
    told = ("--wide", "--item", "key", "--coders", "l*,r*", "--ignore", "foo")
    value = alpha(TWO)
    for words in (
        ("measure", "t.csv", "-m", "alpha", "--distance", "nominal", "--json"),
        ("plan", "t.csv", "-m", "pi", "--width", "0.2", "--json"),
        ("compare", "t.csv", "-m", "pi", "--other", "kappa", "--json"),
        ("choose", "t.csv", "--json"),
        ("breakdown", "t.csv", "--json"),
    ):
        out = called(capsys, *words, *told).out
        if words[0] == "measure":
            assert json.loads(out)[0]["value"] == pytest.approx(value)


def test_a_reading_is_kept_beside_the_table(capsys):
    """--save-reading writes what the next call, and a colleague's, reads by."""
    table("t.csv", ["name", "left", "right"], *([f"n{n}", *row] for n, row in enumerate(TWO)))
    call = ("measure", "t.csv", "-m", "alpha", "--distance", "nominal")
    called(capsys, *call, code=1)
    called(capsys, *call, "--coders", "left,right", "--save-reading", "t.accord.toml")
    assert 'coders = ["left", "right"]' in Path("t.accord.toml").read_text("utf-8")
    assert "read as t.accord.toml says" in called(capsys, *call).err
    assert list(accord.read("t.csv").coders) == ["left", "right"]
    Path("t.accord.toml").write_text('limits = "depth=9"\n', "utf-8")
    assert "no setting in t.accord.toml 'limits'" in called(capsys, *call, code=1).err


def test_inspect_says_what_each_column_is(capsys):
    """A line for each column with its role and the reason; codings; e-mails are never shown."""
    rows = [[n, f"p{n}@example.org", *row, row[0]] for n, row in enumerate(TWO)]
    table("t.csv", ["id", "email", "rater1", "rater2", "gold"], *rows)
    out = called(capsys, "inspect", "t.csv").out
    assert "column     email   about the item  personal data (hidden)" in out
    assert "column     gold    left out        a gold standard or agreed label" in out
    assert "label      0 · rater1 · x" in out
    assert "@example" not in out


# More shapes of public projects -----------------------------------------------------------------


def test_the_category_is_what_differs_between_coders_of_an_item():
    """POPQUORN: the text follows from the item, gender and age from the coder; the rest is it."""
    people = [("Man", "30-34"), ("Woman", "25-29")]
    rows = [
        [n, c, f"some words of text number {n}", "123"["xyz".index(row[c])], *people[c]]
        for n, row in enumerate(TWO)
        for c in (0, 1)
    ]
    header = ["instance_id", "user_id", "text", "offensiveness", "gender", "age"]
    study = confirmed(table("t.csv", header, *rows))
    assert accord.alpha(study, distance="nominal").value == pytest.approx(alpha(TWO))


def test_annotations_by_the_names_of_their_coders():
    """LeWiDi 2025: annotations is an object of coder and label; coders differ between items."""
    told = {
        str(n): {
            "text": {"context": "words", "response": "words"},
            "number of annotators": 2,
            "annotators": f"Ann{n},Ann{n + 1}",
            "annotations": {f"Ann{n}": row[0], f"Ann{n + 1}": row[1]},
            "split": "dev",
        }
        for n, row in enumerate(TWO)
    }
    Path("t.json").write_text(json.dumps(told, indent=1), "utf-8")
    study = confirmed("t.json")
    assert len(study.coders) == len(TWO) + 1
    assert accord.alpha(study, distance="nominal").value == pytest.approx(alpha(TWO))


def test_questions_of_a_survey_by_a_pattern():
    """REDCap: rows are coders, questions alternate with "how confident", which comes again."""
    sure = "How confident are you of this decision"
    header = ["Record ID", "Survey Timestamp", "What is your degree?"]
    answers = [("go", "stay", "go"), ("go", "stay", "stay"), ("go", "go", "go")]
    for n in range(3):
        header += [f"Question {n + 1}: vitals 120/80, what do you do", sure]
    header += ["Complete?", "Complete?"]
    rows = [
        [
            7 + c,
            "3/13/25 11:49",
            "MD",
            *(v for a in one for v in (a, 7 + c)),
            "Complete",
            "Complete",
        ]
        for c, one in enumerate(answers)
    ]
    table("t.csv", header, *rows)
    with pytest.raises(accord.DataError, match="who the coders are"):
        accord.read("t.csv")
    study = accord.read("t.csv", shape="transposed", coder="Record ID", item=["Question*"])
    units = [list(column) for column in zip(*answers, strict=True)]
    assert accord.alpha(study, distance="nominal").value == pytest.approx(alpha(units))


def test_several_columns_of_each_coder_s_file_are_asked_about():
    """Short stories: a file for each coder, two columns that both could be the category."""
    header = ["SENTENCE", "IS AGENT", "TYPE"]
    for name, column in (("one.csv", 0), ("two.csv", 1)):
        rows = [
            [f"words of sentence {n}", "TF"[n % 2 ^ column], row[column]]
            for n, row in enumerate(TWO)
        ]
        table(name, header, *rows)
    with pytest.raises(accord.DataError, match="several columns could contain the label") as error:
        accord.read(["one.csv", "two.csv"])
    study = accord.read(["one.csv", "two.csv"], **asked(error.value, category="TYPE"))
    assert accord.alpha(study, distance="nominal").value == pytest.approx(alpha(TWO))


def test_answers_in_a_column_for_each_item_are_not_a_shared_label():
    """MTurk's tools: `annotation` is the page of the HIT, the answers stand elsewhere."""
    rows = [
        [f"h{n // 4}", f"w{n % 4}", f"mthit-{n // 4}.html", "con" if n % 3 else "pro"]
        for n in range(16)
    ]
    with pytest.raises(accord.DataError, match="several columns could contain the label"):
        accord.read(table("t.csv", ["hitid", "workerid", "annotation", "Answer.12_stance"], *rows))


@pytest.mark.parametrize("names", ["id,a,b,c", "id,rater1,rater2,rater3"])
def test_a_column_with_other_labels_is_no_coder_of_a_few_rows(names, tmp_path):
    """Two coders share their labels; a third column of numbers is asked about, not counted."""
    path = tmp_path / "t.csv"
    path.write_text(f"{names}\n1,x,y,3\n2,y,y,1\n3,x,x,2\n4,x,x,3\n", "utf-8")
    with pytest.raises(accord.DataError, match="has different labels"):
        accord.read(path)


ROWS = [("d1", "Ann", 0, 12, "PER"), ("d1", "Bob", 0, 12, "PER"), ("d1", "Ann", 30, 36, "LOC")]
ROWS += [("d1", "Bob", 30, 36, "ORG"), ("d2", "Ann", 3, 6, "ORG"), ("d2", "Bob", 3, 6, "ORG")]


@pytest.mark.parametrize(
    "names",
    [
        "document,annotator,begin,end,type",
        "doc_id,annotator,start_char,end_char,entity_type",
        "file,rater,from,to,code",
        "Dokument,Codierer,Anfang,Ende,Typ",
        "doc,user,startOffset,endOffset,label",
        "video,coder,Start (s),Stop (s),behaviour",
        "file,coder,start_time,end_time,theme",
    ],
)
def test_tables_of_spans_are_known_by_their_edges(names, tmp_path):
    """Begin and end in other words are places, and the column of kinds is the category."""
    path = tmp_path / "spans.csv"
    path.write_text("\n".join([names, *(",".join(map(str, row)) for row in ROWS)]), "utf-8")
    study = confirmed(path)
    assert isinstance(study, accord.Unitizings)
    assert set(study.coders) == {"Ann", "Bob"}
    assert set(study.items) == {"d1", "d2"}
    assert accord.spans.span_f1(study).value == pytest.approx(2 / 3)  # two of three, each way


def test_kinds_of_spans_are_asked_for(tmp_path):
    """A column that could be the category is never dropped without a word."""
    path = tmp_path / "spans.csv"
    names = "document,annotator,begin,end,foo"
    path.write_text("\n".join([names, *(",".join(map(str, row)) for row in ROWS)]), "utf-8")
    with pytest.raises(accord.DataError, match=r"spans found, but which column is the label\?"):
        accord.read(path)
    assert len(accord.read(path, category="foo").categories) == 3
    alike = accord.read(path, ignore=["foo"])
    assert "spans are compared by position only" in " ".join(alike.audit.notes)
    assert accord.spans.span_f1(alike).value == 1.0


NUMBERED = [["1", "1", "2"], ["2", "2", "2"], ["3", "1", "3"], ["4", "4", "4"], ["5", "5", "4"]] * 2


def test_a_title_and_an_explanation_are_no_rows():
    """A title of one cell with an empty line below, and a row that says what to fill in."""
    header, rows = ["Item", "Rater A", "Rater B"], [[str(i), *r] for i, r in enumerate(TWO)]
    titled = table("titled.csv", ["Pilot, March 2024"], [], header, *rows)
    told = ["", "choose one of x, y, z", "choose one of x, y, z"]
    explained = table("explained.csv", header, told, *rows)
    for name in (titled, explained):
        study = accord.read(name)
        assert len(study.items) == len(TWO)
        assert accord.alpha(study, distance="nominal") == pytest.approx(alpha(TWO), abs=1e-12)
    assert len(accord.read(titled, header=2).items) == len(TWO)
    with pytest.raises(accord.DataError, match="empty lines do not count"):
        accord.read(titled, header=3)


def test_one_json_object_on_one_line():
    """Records by their names, as LeWiDi has them, also where a program wrote no line breaks."""
    records = {str(i): {"text": f"t {i}", "annotations": ",".join(r)} for i, r in enumerate(TWO)}
    Path("line.json").write_text(json.dumps(records), "utf-8")
    study = accord.read("line.json", category="annotations", shape="lists")
    assert accord.alpha(study, distance="nominal") == pytest.approx(alpha(TWO), abs=1e-12)


@pytest.mark.parametrize(
    ("header", "rows", "units"),
    [
        (["nr", "x1", "x2", "x3"], [[str(i), *r] for i, r in enumerate(NUMBERED)], NUMBERED),
        (
            ["文の名", "アノテータ", "ラベル"],
            [[str(i), who, r[c]] for i, r in enumerate(TWO) for c, who in enumerate("AB")],
            TWO,
        ),
    ],
)
def test_names_that_say_nothing_are_asked_about(header, rows, units):
    """The message names a command that reads the table right."""
    path = table("asked.csv", header, *rows)
    with pytest.raises(accord.DataError, match="who the coders are") as caught:
        accord.read(path)
    study = accord.read(path, **caught.value.readings[0])
    assert accord.alpha(study, distance="nominal") == pytest.approx(alpha(units), abs=1e-12)


def test_shares_of_labels_are_named():
    """Rows that add up to 1 are no labels of coders."""
    votes = ("0.0 0.0 1.0", "0.33 0.0 0.67", "0.67 0.33 0.0", "1.0 0.0 0.0", "0.33 0.33 0.33")
    rows = [[str(i), *row.split()] for i, row in enumerate(votes * 2)]
    path = table("shares.csv", ["id", "yes", "no", "unclear"], *rows)
    with pytest.raises(accord.DataError, match="proportions, not labels"):
        accord.read(path)


@pytest.mark.parametrize("seed", range(12))
def test_a_judge_beside_people_is_no_column_of_coders(seed, tmp_path):
    """Labels in a column called judge are never taken for the names of coders."""
    draw = Random(seed)
    labels = draw.choice([["good", "bad"], list("01"), list("12345"), ["pass", "fail"]])
    rows = ["item,tokens,domain,judge,ann,bob"]
    for item in range(1, draw.choice([6, 10, 20, 40]) + 1):
        truth = draw.choice(labels)
        given = [truth if draw.random() < 0.7 else draw.choice(labels) for _ in range(3)]
        about = f"{item},{draw.randint(20, 60)},{draw.choice(['law', 'news'])}"
        rows.append(f"{about},{','.join(given)}")
    path = tmp_path / "judged.csv"
    path.write_text("\n".join(rows), "utf-8")
    with suppress(accord.DataError):  # asked about, where the names are not enough
        study = accord.read(path)
        assert set(study.coders) == {"ann", "bob"}
        assert len(study.items) == len(rows) - 1


def test_a_delimiter_that_the_header_does_not_have_is_refused(tmp_path):
    """With ';' a comma table is one column whose cells would be taken for lists of labels."""
    path = tmp_path / "acts.csv"
    path.write_text("item,coder,label\ns1,A,x\ns1,B,x\ns2,A,y\ns2,B,x\n")
    with pytest.raises(accord.DataError, match="';' does not occur in the header, ',' does"):
        confirmed(path, delimiter=";")
    assert confirmed(path, delimiter=",").counts()["c"] == 2
    path.write_text("labels\nx,y\nx,x\ny,y\n")  # lists of labels, and a header that has no comma
    assert confirmed(path, delimiter=";").counts()["i"] == 3


RANKINGS = {
    "ranking in the middle": ("text", "rater1", "rater2", "rater3"),
    "rankings only": ("rater1", "rater2", "rater3"),
    "initials": ("item", "A", "B", "C"),
    "initials only": ("A", "B", "C"),
}


@pytest.mark.parametrize("header", RANKINGS.values(), ids=RANKINGS)
def test_a_coder_whose_numbers_all_differ_is_a_coder(header, tmp_path):
    """1, 2, 3 … below a coder's name is a ranking, not the number of the row."""
    ranks = [(1, 2, 1), (2, 1, 2), (3, 4, 3), (4, 3, 4), (5, 5, 6)]
    rows = [(f"t{at}", *row) if len(header) > 3 else row for at, row in enumerate(ranks)]
    study = confirmed(table(tmp_path / "ranks.csv", header, *rows))
    assert list(study.coders) == list(header[-3:])
    assert len(study.items) == 5


def test_ratings_on_a_long_scale_may_all_differ(tmp_path):
    """Fifteen ratings of 0 to 100, no two alike, are not the identifiers of the items."""
    rows = [(f"t{i}", 6 * i - 3, 5 * i // 10 * 10, 6 * i // 10 * 10) for i in range(1, 16)]
    name = table(tmp_path / "slider.csv", ("text", "rater1", "rater2", "rater3"), *rows)
    assert list(confirmed(name).coders) == ["rater1", "rater2", "rater3"]


def test_numbers_of_rows_stay_the_numbers_of_rows(tmp_path):
    """Whatever stands first and counts the rows is the item, unless a coder is named there."""
    rows = [(1, 2, 1), (2, 1, 2), (3, 4, 3), (4, 3, 4), (5, 5, 6)]
    for first in ("N", "no", "id", "probe", "#"):
        study = confirmed(table(tmp_path / "rows.csv", (first, "R1", "R2"), *rows))
        assert list(study.coders) == ["R1", "R2"], first


def test_numbers_that_may_be_a_coder_are_asked_about(tmp_path):
    """A column that counts the rows, after the item, with an unknown name."""
    rows = [("a", 1, 2, 1), ("b", 2, 1, 2), ("c", 3, 4, 3), ("d", 4, 3, 4), ("e", 5, 5, 6)]
    with pytest.raises(
        accord.AccordError, match="'rank' uses the same labels and could also be a coder"
    ):
        accord.read(table(tmp_path / "rank.csv", ("probe", "rank", "Kim", "Lee"), *rows))


def test_a_coder_whose_labels_all_differ_is_a_coder(tmp_path):
    """Of few items a coder may give each another label: they are not the names of the items."""
    cells = [
        ("cat", "cat", "cat"),
        ("dog", "dog", "dog"),
        ("cow", "cow", "hen"),
        ("cow", "pig", "pig"),
    ]
    rows = [(f"w{at}", *row) for at, row in enumerate(cells)]
    for coders in (("rater1", "rater2", "rater3"), ("Kim", "Lee", "Max")):
        study = confirmed(table(tmp_path / "few.csv", ("item", *coders), *rows))
        assert list(study.coders) == list(coders)
        assert accord.alpha(study, distance="nominal").value == pytest.approx(alpha(cells))
    with pytest.raises(
        accord.AccordError, match="'Quorvath' uses the same labels and could also be a coder"
    ):
        accord.read(table(tmp_path / "few.csv", ("item", "Kim", "Lee", "Quorvath"), *rows))


@pytest.mark.parametrize("header", [("A", "B", "C", "D"), ("rater1", "rater2", "rater3", "rater4")])
def test_numbers_beside_words_are_asked_about(header, tmp_path):
    """Two columns of ratings and two of words, called alike, are hardly four coders of one task."""
    rows = [(i % 5, (i + 1) % 5, "yn"[i % 2], "yn"[i % 3 == 0]) for i in range(16)]
    with pytest.raises(accord.AccordError, match="has numbers, the other columns have words"):
        accord.read(table(tmp_path / "mixed.csv", header, *rows))


@pytest.mark.parametrize("coders", [("rater1", "rater2", "rater3"), ("Kim", "Lee", "Max")])
def test_labels_of_several_words_that_all_differ_are_asked_about(coders, tmp_path):
    """They look like a text about the item, but are the labels that others gave."""
    none, some, much = "not at all", "a little bit", "very much so"
    rows = [(1, none, none, none), (2, some, some, some), (3, much, much, "do not know")]
    rows.append((4, much, some, much))
    with pytest.raises(
        accord.AccordError, match=f"'{coders[2]}' uses the same labels and could also be a coder"
    ):
        accord.read(table(tmp_path / "words.csv", ("item", *coders), *rows))


def test_a_list_for_each_column_in_json(tmp_path):
    """As pandas writes `to_dict("list")`; lists of different lengths, or of one, are no columns."""
    one, two = zip(*TWO, strict=True)
    path = Path("t.json")
    for text in (json.dumps({"rater1": one, "rater2": two}, indent=n) for n in (None, 1)):
        path.write_text(text)
        assert accord.alpha(accord.read(path)).value == pytest.approx(alpha(TWO), abs=1e-12)
    for odd in (two[:-1], [[x] for x in two], "x"):
        path.write_text(json.dumps({"rater1": one, "rater2": odd}))
        with pytest.raises(accord.DataError):
            accord.read(path)


def test_annotations_that_name_their_annotator_are_not_one_person_s():
    """In JSON Lines as in JSON: doccano's name a user or nobody."""
    records = [
        {
            "text": f"t{n}",
            "annotations": [{who: c, "label": x} for c, x in zip("AB", row, strict=True)],
        }
        for n, row in enumerate(TWO)
        for who in ["annotator"]
    ]
    path = Path("t.jsonl")
    path.write_text("\n".join(map(json.dumps, records)))
    study = accord.read(path)
    assert tuple(study.coders) == ("A", "B")
    assert accord.alpha(study).value == pytest.approx(alpha(TWO), abs=1e-12)
    path.write_text("\n".join(map(json.dumps, records)).replace("annotator", "user"))
    assert "doccano" in accord.read(path).audit.format


def test_yes_among_as_many_as_a_column_says():
    """A count of yes beside one of all who were asked: offered so, and read so."""
    path = table("t.csv", ["item", "yes", "total"], *([n, n * 7 % 6, 5] for n in range(12)))
    with pytest.raises(accord.DataError) as error:
        accord.read(path)
    reading = error.value.readings[0]
    assert reading == {
        "shape": "counts",
        "item": "item",
        "categories": ["yes"],
        "votes": "total",
    }
    votes = [["y"] * (n * 7 % 6) + ["n"] * (5 - n * 7 % 6) for n in range(12)]
    assert accord.alpha(accord.read(path, **reading)).value == pytest.approx(
        alpha(votes), abs=1e-12
    )
    path = table("u.csv", ["item", "yes", "total"], *([n, n * 7 % 6, 4] for n in range(12)))
    with pytest.raises(accord.DataError) as error:  # more yes than all
        accord.read(path)
    assert {"votes": "total"}.items() not in [one.items() for one in error.value.readings]


def test_dimensions_of_coders_who_are_numbered():
    """fluency_1, fluency_2, coherence_1, coherence_2: two coders, two dimensions."""
    header = ["item", "fluency_1", "fluency_2", "coherence_1", "coherence_2"]
    rows = [[n, n % 5, (n + n % 2) % 5, n * 3 % 5, n * 3 % 5] for n in range(20)]
    path = table("t.csv", header, *rows)
    with pytest.raises(accord.DataError) as error:
        accord.read(path)
    first = error.value.readings[0]
    assert first["dimensions"] == ["fluency", "coherence"]
    study = accord.read(path, **first)
    assert tuple(study["fluency"].coders) == ("1", "2")
