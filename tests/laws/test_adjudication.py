"""Adjudication: what is disputed is listed, what is decided comes back, nothing is lost."""

import csv
import io
import itertools
import json
import random
import re

import pytest

import accord
from accord._report.spreadsheet import SheetToWrite, workbook
from accord.errors import DataError, NotApplicableError, UnknownNameError
from accord.infer.rounds.disputes import disputes
from accord.infer.rounds.todo_table import said_text, todo_table
from accord.kinds.spans.parts import Unit
from accord.kinds.spans.study import Unitizings

TEXT = "Anna met Bob in New York today, and she told him = about +it."
WORDS = [(m.start(), m.end()) for m in re.finditer(r"\w+", TEXT)]


def _labels(seed, values=("x", "y z", "=1+1", "-w")):
    rng = random.Random(seed)
    rows = [
        (f"i{item}", coder, rng.choice(values) if rng.random() < 0.5 else values[0])
        for item in range(12)
        for coder in "ABC"
        if coder == "A" or rng.random() < 0.8
    ]
    return accord.codings(rows)


def _spans(seed):
    rng = random.Random(seed)
    rows = {}
    for name in ("d1", "d2", "d3"):
        for begin, end in rng.sample(WORDS, 5):
            kind = rng.choice(["PER", "LOC"])
            for coder in "ABC":
                if rng.random() < 0.8:
                    late = begin + (rng.random() < 0.2 and end - begin > 2)
                    said = kind if rng.random() < 0.8 else "ORG"
                    rows[name, coder, late, end, said] = None
    return Unitizings.of(
        list(rows),
        items=["d1", "d2", "d3", "d4"],
        coders=list("ABC"),
        texts=dict.fromkeys(("d1", "d2", "d3", "d4"), TEXT),
    )


def _chains(seed):
    rng = random.Random(seed)
    made = {}
    for name in ("d1", "d2", "d3"):
        truth = [rng.randrange(3) for _ in WORDS]
        made[name] = {}
        for coder in "ABC":
            chains = {}
            for at, mention in enumerate(WORDS[:8]):
                number = truth[at] if rng.random() < 0.9 or name == "d3" else rng.randrange(4)
                if rng.random() < 0.95 or name == "d3":
                    chains.setdefault(number, []).append(mention)
            made[name][coder] = list(chains.values())
    return accord.Partitions.of_chains(made, texts=dict.fromkeys(made, TEXT))


STUDIES = {"labels": _labels, "spans": _spans, "chains": _chains}


def _decide(found, seed):
    """A decision for each dispute: what some coder said, or to leave it out."""
    rng = random.Random(seed)
    by_row = {}
    for at, one in enumerate(found.disputes):
        if one.settled:
            continue
        options = [value for _, value in one.said]
        by_row[at] = rng.choice(options)
    if found.study.kind == "partitions":  # a whole group of mentions as one coder has it
        pick = {document: rng.randrange(3) for document in found.study.items}
        by_row = {at: found.disputes[at].said[pick[found.disputes[at].item]][1] for at in by_row}
    return by_row


def _expected(found, by_row):
    """Gold, made without the code that merges."""
    if found.study.kind == "codings":
        gold = {one.item: one.value for one in found.settled}
        gold |= {found.disputes[at].item: value for at, value in by_row.items()}
        return gold
    gold = {name: set() for name in found.study.items}
    for one in found.settled:
        gold[one.item].add(one.value)
    for at, value in by_row.items():
        one = found.disputes[at]
        if value is not None:
            gold[one.item].add(value if one.mention is None else (one.mention, value))
    if found.study.kind == "unitizings":
        return gold
    return {name: _sets(pairs) for name, pairs in gold.items()}


def _sets(pairs):
    chains = {}
    for mention, chain in pairs:
        chains.setdefault(chain, set()).add(mention)
    return {frozenset(members) for members in chains.values()}


def _held(gold):
    """What a gold study holds, in the same form."""
    if gold.kind == "codings":
        return {item: category for item, _, category in gold.rows()}
    if gold.kind == "unitizings":
        return {part.name: {unit for _, unit in part} for part in gold.continua}
    return {
        part.name: {frozenset(chain) for chain in part.chains("gold")} for part in gold.documents
    }


def _filled_rows(found, by_row):
    columns, rows = todo_table(found)
    for at, value in by_row.items():
        row, one = rows[at], found.disputes[at]
        row[columns.index("decided by")] = "Zoe"
        if isinstance(value, Unit):
            row[columns.index("begin")], row[columns.index("end")] = value.begin, value.end
            row[columns.index("category")] = value.category
        else:
            row[columns.index("decision")] = "-" if value is None else said_text(value)
        assert one.item == row[1]
    return columns, rows


def _fill_table(path, found, by_row):
    """Fill in a written table as a person would: row by row, by number."""
    columns, filled = _filled_rows(found, by_row)
    if path.suffix == ".csv":
        lines = list(csv.reader(io.StringIO(path.read_text("utf-8"))))
        assert lines[0] == columns
        for line, row in zip(lines[1:], filled, strict=True):
            for at, name in enumerate(columns):
                if name in ("decision", "begin", "end", "category", "decided by"):
                    line[at] = str(row[at])
        random.Random(0).shuffle(body := lines[1:])
        with path.open("w", encoding="utf-8", newline="") as stream:
            csv.writer(stream).writerows([lines[0], *body])
    else:
        random.Random(0).shuffle(filled)
        path.write_bytes(workbook([SheetToWrite("decisions", [columns, *filled])]))


def _fill_label_studio(path, found, by_row):
    """What Label Studio exports: tasks numbered anew, with one more annotation."""
    tasks = json.loads(path.read_text("utf-8"))
    expected = _expected(found, by_row)
    for number, task in enumerate(tasks, start=900):
        task["id"] = number
        item = task["data"]["accord_item"]
        result = []
        if found.study.kind == "codings":
            value = {"choices": [expected[item]]}
            result = [{"from_name": "label", "to_name": "text", "type": "choices", "value": value}]
        elif found.study.kind == "unitizings":
            result = [_region(f"r{n}", *unit) for n, unit in enumerate(expected[item])]
        else:
            for c, chain in enumerate(expected[item]):
                names = [f"{c}.{n}" for n in range(len(chain))]
                result += [_region(n, *m, "mention") for n, m in zip(names, chain, strict=True)]
                result += [
                    {"type": "relation", "from_id": a, "to_id": b, "direction": "right"}
                    for a, b in itertools.pairwise(names)
                ]
        who = {"id": 7, "email": "zoe@example.org"}
        task["annotations"].append({"completed_by": who, "result": result})
    path.write_text(json.dumps(tasks), "utf-8")


def _region(name, begin, end, label):
    value = {"start": begin, "end": end, "text": TEXT[begin:end], "labels": [label]}
    return {"id": name, "from_name": "l", "to_name": "t", "type": "labels", "value": value}


def _fill_brat(path, found, by_row):
    """What an adjudicator leaves in brat: spans as decided, no note that says disputed."""
    expected = _expected(found, by_row)
    for file in (path / "decision").glob("*.ann"):
        assert "disputed" in file.read_text("utf-8")
        lines, number = [], 0
        if found.study.kind == "unitizings":
            for number, (begin, end, kind) in enumerate(expected[file.stem], start=1):
                lines.append(f"T{number}\t{kind} {begin} {end}\t{TEXT[begin:end]}\n")
        else:
            for chain in expected[file.stem]:
                names = []
                for begin, end in chain:
                    number += 1
                    names.append(f"T{number}")
                    lines.append(f"T{number}\tMention {begin} {end}\t{TEXT[begin:end]}\n")
                if len(names) > 1:
                    lines.append(f"*\tEquiv {' '.join(names)}\n")
        file.write_text("".join(lines), "utf-8")


WAYS = [
    *((kind, "todo.xlsx", _fill_table) for kind in STUDIES),
    *((kind, "todo.csv", _fill_table) for kind in STUDIES),
    *((kind, "todo.json", _fill_label_studio) for kind in STUDIES),
    *((kind, "todo", _fill_brat) for kind in ("spans", "chains")),
]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("kind", "name", "fill"), WAYS, ids=[f"{k}-{n}" for k, n, _ in WAYS])
def test_decisions_come_back(tmp_path, kind, name, fill, seed):
    """Every decision is in gold, what was agreed is too, and nothing else."""
    study = STUDIES[kind](seed)
    found = accord.adjudicate(study, tmp_path / name)
    assert len(found) > 2
    by_row = _decide(found, seed)
    fill(tmp_path / name, found, by_row)
    gold = accord.gold(study, tmp_path / name, by="Zoe")
    assert _held(gold.study) == _expected(found, by_row)
    assert not gold.notes
    assert "undecided" not in gold.tally()
    decided = [one for one in gold.record if one.status == "decided"]
    assert decided
    assert {one.by for one in decided} <= {"Zoe", "zoe@example.org"}
    assert {one.by for one in gold.record if one.status == "agreed"} <= {""}


@pytest.mark.parametrize("kind", STUDIES)
@pytest.mark.parametrize("name", ["todo.xlsx", "todo.csv", "todo.json", "todo"])
def test_an_unfilled_list_decides_nothing(tmp_path, kind, name):
    """A list as it was written: all disputes undecided, and the agreed part is gold."""
    if (kind, name) == ("labels", "todo"):
        with pytest.raises(DataError, match="brat works with spans and chains"):
            accord.adjudicate(STUDIES[kind](0), tmp_path / name)
        return
    study = STUDIES[kind](0)
    found = accord.adjudicate(study, tmp_path / name)
    gold = accord.gold(study, tmp_path / name)
    assert _held(gold.study) == _expected(found, {})
    assert any("not decided" in note for note in gold.notes)
    with pytest.raises(DataError, match="without a decision"):
        accord.gold(study, tmp_path / name, undecided="refuse")
    taken = accord.gold(study, tmp_path / name, undecided="propose")
    proposals = {
        at: one.proposed
        for at, one in enumerate(found.disputes)
        if not one.settled and (one.proposed is not None or kind != "labels")
    }
    assert _held(taken.study) == _expected(found, proposals)


MAJORITIES = {
    "aab": ("a", "2 of 3"),
    "aabb": (None, "no majority"),  # exactly half
    "aaab": ("a", "3 of 4"),
    "abc": (None, "no majority"),
    "aabcd": (None, "no majority"),  # the most, but not more than half
    "aaabc": ("a", "3 of 5"),
    "ab": (None, "no majority"),
}


@pytest.mark.parametrize("labels", MAJORITIES)
def test_exactly_half_is_no_majority(labels):
    """More than half of the labels are proposed, exactly half or fewer are not, and the list says
    which; so of spans, where no span is an answer like any other."""
    proposed, shown = MAJORITIES[labels]
    coders = "ABCDE"[: len(labels)]
    study = accord.from_coders({who: [what] for who, what in zip(coders, labels, strict=True)})
    todo = disputes(study)
    assert todo.disputes[0].proposed == proposed
    columns, (row,) = todo_table(todo)
    assert row[columns.index("majority")] == shown
    assert row[columns.index("proposed")] == (proposed or "")
    taken = accord.gold(study, [], undecided="propose").record[0]
    assert (taken.status, taken.value) == ("proposed" if proposed else "undecided", proposed)
    for nothing in ("a", "b"):  # either label as "marked nothing"
        rows = [
            ("d", who, 0, 4, what)
            for who, what in zip(coders, labels, strict=True)
            if what != nothing
        ]
        spans = Unitizings.of(rows, items=["d"], coders=list(coders), texts={"d": TEXT})
        (one,) = disputes(spans).disputes
        left_out = nothing == "a" and proposed == "a"
        assert one.proposed == (Unit(0, 4, "a") if proposed and not left_out else None)
        taken = accord.gold(spans, [], undecided="propose").record[0]
        assert taken.status == ("left out" if left_out else "proposed" if proposed else "undecided")


def test_no_span_is_proposed_that_nobody_marked():
    """Three labels on three pairs of borders: no majority, so nothing is proposed, "yes" is refused
    with what to write, and a tool is given no prediction; the order of coders changes nothing."""
    rows = [("d", "A", 19, 60, "x"), ("d", "B", 20, 69, "b"), ("d", "C", 24, 69, "a")]
    study = Unitizings.of(rows, texts={"d": "a" * 80})
    for some in (study, study.only([2, 1, 0])):
        (one,) = disputes(some).disputes
        assert (one.proposed, one.base, one.divided) == (None, Unit(19, 60, "x"), True)
    with pytest.raises(DataError, match=r"no majority .* expected the name of a coder \(A, B, C\)"):
        accord.gold(study, [{"row": "1", "document": "d", "decision": "yes"}])
    two = Unitizings.of([*rows[:2], ("d", "C", 20, 69, "b")], texts={"d": "a" * 80})
    assert disputes(two).disputes[0].proposed == Unit(20, 69, "b")
    decided = accord.gold(two, [{"row": "1", "document": "d", "decision": "yes"}])
    assert decided.record[0].value == Unit(20, 69, "b")


def test_a_tie_that_a_tool_leaves_open_stays_open(tmp_path):
    """Of a folder of brat that comes back as it was, a majority is taken and a tie is not."""
    rows = [("d", "A", 0, 4, "x"), ("d", "B", 0, 4, "y"), ("d", "C", 0, 4, "z")]
    rows += [("d", who, 9, 12, "x" if who < "C" else "y") for who in "ABC"]
    rows += [("d", "A", 16, 24, "x")]
    study = Unitizings.of(rows, texts={"d": TEXT})
    accord.adjudicate(study, tmp_path / "todo")
    taken = accord.gold(study, tmp_path / "todo", undecided="propose")
    assert [(one.value[0], one.status) for one in taken.record] == [
        (0, "undecided"),
        (9, "proposed"),
        (16, "left out"),
    ]
    note = (tmp_path / "todo" / "decision" / "d.ann").read_text("utf-8")
    assert "proposed: nothing, no majority" in note
    assert "proposed: leave out" in note


def test_what_few_marked_is_proposed_to_be_left_out():
    """Of three coders who saw a document, one marked it: the proposal is no span."""
    study = Unitizings.of([("d", "A", 0, 4, "x")], coders=["A", "B", "C"], texts={"d": TEXT})
    (one,) = disputes(study).disputes
    assert (one.proposed, one.base) == (None, Unit(0, 4, "x"))
    gold = accord.gold(study, [], undecided="propose")
    assert [(e.status, e.value) for e in gold.record] == [("left out", Unit(0, 4, "x"))]


def test_one_coder_alone_is_told_apart():
    """An item that one coder coded is in gold, and the record says so."""
    study = accord.codings([("s1", "A", "x"), ("s2", "A", "x"), ("s2", "B", "x")])
    assert [(e.item, e.status) for e in accord.gold(study, []).record] == [
        ("s1", "one coder"),
        ("s2", "agreed"),
    ]


LABELS = accord.from_coders({"A": ["x", "x", "y"], "B": ["x", "y", "x"]})
SPANS = Unitizings.of(
    [("d", "A", 0, 4, "PER"), ("d", "B", 0, 4, "LOC"), ("d", "A", 9, 12, "PER")],
    texts={"d": TEXT},
)
WRONG = {
    "unknown category": (LABELS, {"item": "1", "decision": "z"}, "row 1: 'z' is not a category"),
    "near a category": (
        accord.from_coders({"A": ["Stat", "Req"], "B": ["Stat", "Stat"]}),
        {"item": "1", "decision": "stat"},
        "did you mean 'Stat'",
    ),
    "another item": (LABELS, {"item": "77", "decision": "x"}, "list of another project"),
    "not disputed": (LABELS, {"item": "0", "decision": "x"}, "is not disputed"),
    "no decision column": (LABELS, {"item": "1", "label": "x"}, "no column 'decision'"),
    "changed coding": (
        LABELS,
        {"item": "1", "coder A": "y", "decision": "x"},
        "column 'coder A' has 'y', but the data have 'x'; put it back",
    ),
    "outside the text": (
        SPANS,
        {"row": "1", "document": "d", "decision": "", "end": "999"},
        "is not inside document 'd'",
    ),
    "no number": (
        SPANS,
        {"row": "1", "document": "d", "decision": "", "end": "x"},
        "end is 'x'; expected a number",
    ),
    "neither coder nor yes": (
        SPANS,
        {"row": "1", "document": "d", "decision": "PER"},
        "a category goes into the column 'category'",
    ),
    "no, and a place": (
        SPANS,
        {"row": "1", "document": "d", "decision": "-", "begin": "3"},
        "but begin, end or category is filled in",
    ),
    "added without a category": (
        SPANS,
        {"row": "", "document": "d", "decision": "", "begin": "5", "end": "8"},
        "needs a category",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_taken_is_an_error_with_its_place(name):
    """No decision is guessed: the message has the row and what to do."""
    study, row, said = WRONG[name]
    with pytest.raises(DataError, match=re.escape(said)):
        accord.gold(study, [row])


def test_a_row_that_shows_other_codings_can_be_taken():
    """With changed="take" the decision counts, and the note says what differs."""
    gold = accord.gold(LABELS, [{"item": "1", "coder A": "y", "decision": "x"}], changed="take")
    assert "the study stays as it is" in gold.notes[0]
    assert gold.record[1][1:3] == ("x", "decided")


def test_rows_that_stand_twice():
    """Twice the same is counted once and said; twice otherwise is an error with both places."""
    once = {"item": "1", "decision": "x"}
    gold = accord.gold(LABELS, [once, {"item": "1", "decision": ""}, once])
    assert sum("counted once" in note for note in gold.notes) == 2
    with pytest.raises(DataError, match=r"row 2: decides 1 again, and differently from row 1"):
        accord.gold(LABELS, [once, {"item": "1", "decision": "y"}])


def test_five_mistakes_are_shown_and_the_rest_counted():
    """Five of five, and no "0 more"; of six five, and one more."""
    labels = {"A": "x" * 7, "B": "x" + "y" * 6}
    study = accord.from_coders(labels)
    for wrong, more in ((5, None), (6, "… and 1 more")):
        rows = [{"item": str(at), "decision": "nowhere"} for at in range(1, wrong + 1)]
        rows += [{"item": str(at), "decision": "x"} for at in range(wrong + 1, 7)]
        with pytest.raises(DataError) as caught:
            accord.gold(study, rows)
        text = str(caught.value)
        assert f"{wrong} rows cannot be used" in text
        assert ("more" in text.splitlines()[-1]) == (more is not None)
        assert more is None or more in text


def test_a_note_beside_a_decision_stays():
    """What the adjudicator wrote is kept, also the word that marks what was never disputed."""
    rows = [{"item": "1", "decision": "x", "note": "agreed"}]
    gold = accord.gold(LABELS, rows)
    assert [one.note for one in gold.record if one.status == "decided"] == ["agreed"]


def test_a_coder_whom_no_decision_concerns():
    """C saw neither dispute: no decision was C's, of none."""
    study = accord.from_coders({"A": "xxy", "B": "xyx", "C": ["x", None, None]})
    rows = [{"item": "1", "decision": "x"}, {"item": "2", "decision": "x"}]
    found = {row[0]: row[-2:] for row in accord.gold(study, rows).coders.rows}
    assert found == {"A": (1, 2), "B": (1, 2), "C": (0, 0)}


def test_rows_that_are_gone_are_undecided():
    """A row that was deleted is not a decision, and is named."""
    gold = accord.gold(LABELS, [{"item": "1", "decision": "x"}])
    assert any("not in the list, undecided: 2" in note for note in gold.notes)
    assert [one.status for one in gold.record] == ["agreed", "decided", "undecided"]


def test_a_span_may_be_corrected_added_or_taken_from_a_coder():
    """begin, end and category change the proposal; a row without a number is a new span."""
    rows = [
        {"row": "1", "document": "d", "decision": "B", "end": "8"},
        {"row": "2", "document": "d", "decision": "-"},
        {"row": "", "document": "d", "decision": "", "begin": "16", "end": "24", "category": "LOC"},
    ]
    gold = accord.gold(SPANS, rows, by="Zoe")
    assert _held(gold.study) == {"d": {Unit(0, 8, "LOC"), Unit(16, 24, "LOC")}}
    assert [(e.status, e.by) for e in gold.record] == [
        ("decided", "Zoe"),
        ("left out", "Zoe"),
        ("added", "Zoe"),
    ]


def test_new_categories_are_declared():
    """A category that no coder used needs to be named; numbers stay numbers."""
    gold = accord.gold(LABELS, [{"item": "1", "decision": "unclear"}], new_categories=["unclear"])
    assert gold.record[1].value == "unclear"
    ratings = accord.from_coders({"A": [1, 5, 2], "B": [1, 3, 2]})
    assert accord.gold(ratings, [{"item": "1", "decision": "4"}]).record[1].value == 4
    with pytest.raises(DataError, match="'6' is not a category"):
        accord.gold(ratings, [{"item": "1", "decision": "6"}])
    six = accord.gold(ratings, [{"item": "1", "decision": "6"}], new_categories=["6"])
    assert six.record[1].value == 6


def test_sets_of_labels():
    """A decision may be any set of known labels, the empty one included."""
    study = accord.codings(
        [("1", "A", frozenset("xy")), ("1", "B", frozenset("x")), ("2", "A", frozenset("z"))]
    )
    for text, value in (("z|x", frozenset("xz")), ("{}", frozenset())):
        gold = accord.gold(study, [{"item": "1", "decision": text}])
        assert gold.record[0].value == value
    with pytest.raises(DataError, match="'w' is not a category"):
        accord.gold(study, [{"item": "1", "decision": "x|w"}])


def test_a_minus_leaves_out_unless_it_is_a_category():
    """- is no label; where the study has a category "-", it is that."""
    gold = accord.gold(LABELS, [{"item": "1", "decision": "-"}])
    assert gold.record[1][1:3] == (None, "left out")
    minus = accord.from_coders({"A": ["-", "x"], "B": ["x", "x"]})
    assert accord.gold(minus, [{"item": "0", "decision": "-"}]).record[0][1:3] == ("-", "decided")


def test_coders_with_gold():
    """Agreement with gold is that of the two, and decisions are counted for whom they took."""
    rows = [{"item": "1", "decision": "x"}, {"item": "2", "decision": "y"}]
    gold = accord.gold(LABELS, rows)
    found = {row[0]: row[1:] for row in gold.coders.rows}
    both = accord.from_coders({"A": ["x", "x", "y"], "gold": ["x", "x", "y"]})
    other = accord.from_coders({"B": ["x", "y", "x"], "gold": ["x", "x", "y"]})
    assert found["A"] == (1.0, accord.alpha(both, distance="nominal").value, 2, 2)
    assert found["B"][0] == pytest.approx(1 / 3)
    assert found["B"][1] == pytest.approx(accord.alpha(other, distance="nominal").value)
    assert found["B"][2:] == (0, 2)


def test_two_adjudicators_in_label_studio(tmp_path):
    """Two decisions that differ need ground truth on one; skipped tasks are undecided."""
    path = tmp_path / "todo.json"
    accord.adjudicate(LABELS, path)
    tasks = json.loads(path.read_text("utf-8"))

    def answer(label, who, **more):
        value = {"from_name": "l", "type": "choices", "value": {"choices": [label]}}
        return {"completed_by": who, "result": [value], **more}

    tasks[0]["annotations"] += [answer("x", "zoe"), answer("y", "max")]
    tasks[1]["annotations"] += [answer("x", "zoe", was_cancelled=True)]
    path.write_text(json.dumps(tasks), "utf-8")
    with pytest.raises(DataError, match=r"task 1: decided differently by zoe and max"):
        accord.gold(LABELS, path)
    tasks[0]["annotations"][-1]["ground_truth"] = True
    path.write_text(json.dumps(tasks), "utf-8")
    gold = accord.gold(LABELS, path)
    assert gold.record[1][1:4] == ("y", "decided", "max")
    assert any("skipped by zoe" in note for note in gold.notes)


def test_files_of_another_study(tmp_path):
    """A list, an export or a folder of another study is refused, whatever it holds."""
    other = accord.codings([("q1", "A", "x"), ("q1", "B", "y"), ("q2", "A", "x")])
    for name in ("todo.xlsx", "todo.csv", "todo.json"):
        accord.adjudicate(other, tmp_path / name)
        with pytest.raises(DataError, match="another project"):
            accord.gold(LABELS, tmp_path / name)
    strange = Unitizings.of([("e", "A", 0, 4, "x"), ("e", "B", 0, 4, "y")], texts={"e": TEXT})
    accord.adjudicate(strange, tmp_path / "todo")
    with pytest.raises(DataError, match="another project"):
        accord.gold(SPANS, tmp_path / "todo")


def test_kinds_without_a_list():
    """Boundaries and dimensions are refused, with what to do."""
    cuts = accord.Segmentations.from_masses({"d": {"A": [3, 4], "B": [4, 3]}})
    with pytest.raises(NotApplicableError, match="labels, spans and chains"):
        accord.adjudicate(cuts)
    with pytest.raises(DataError, match=r"unknown file type; use \.xlsx"):
        accord.adjudicate(LABELS, "todo.docx")
    with pytest.raises(UnknownNameError, match="undecided"):
        accord.gold(LABELS, [], undecided="perhaps")


def test_workbooks_hold_text_and_are_the_same_bytes():
    """A cell that looks like a formula is a string; the same sheets are the same file."""
    sheets = [SheetToWrite("a", [["=1+1", 2, "x\x00<&>"]], choices={0: ("a", 1)})]
    assert workbook(sheets) == workbook(sheets)
    import zipfile

    xml = zipfile.ZipFile(io.BytesIO(workbook(sheets))).read("xl/worksheets/sheet1.xml").decode()
    assert "<f>" not in xml
    assert 't="inlineStr"><is><t xml:space="preserve">=1+1</t>' in xml
    assert "x\ufffd&lt;&amp;&gt;" in xml


def test_many_coders_stand_in_one_column(tmp_path):
    """Beyond 24 coders the list has one column of codings, and still comes back."""
    study = accord.from_coders({f"c{n}": ["x", "x" if n else "y"] for n in range(30)})
    found = accord.adjudicate(study, tmp_path / "todo.csv")
    columns, rows = todo_table(found)
    assert columns[:3] == ["row", "item", "codings"]
    assert rows[0][2].startswith("c0: y; c1: x")
    assert accord.gold(study, tmp_path / "todo.csv", undecided="propose").record[1].value == "x"
