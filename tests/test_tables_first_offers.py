"""The first reading that a question offers is the right one: shapes of published data sets."""

from random import Random

import pytest

import accord
from accord.serve.shown import columns_and_readings
from accord.words.said import spoken
from tests.laws.test_strange_tables import nominal_alpha


def written(path, header, rows):
    """A table in a file."""
    lines = [header, *(",".join(map(str, row)) for row in rows)]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def offered(path):
    """The settings of the readings that the question offers."""
    with pytest.raises(accord.DataError) as error:
        accord.read(path)
    return error.value.readings


def labels(n, coders=3, kinds="xyz", seed=0):
    """The labels of some coders who agree more often than by chance, a tuple for each item."""
    rng = Random(seed)
    rows = []
    for _ in range(n):
        truth = rng.choice(kinds)
        rows.append(
            tuple(truth if rng.random() < 0.7 else rng.choice(kinds) for _ in range(coders))
        )
    return rows


def test_votes_whose_sum_is_a_column(tmp_path):
    """Whatever the sum is called, it is no category, and a category called N is no sum."""
    rng = Random(1)
    rows = []
    for n in range(30):
        votes = [rng.randint(0, 4) for _ in "AHNS"]
        votes[n % 4] += 5
        rows.append((*votes, f"clip{n}.wav", sum(votes)))
    path = written(tmp_path / "t.csv", "A,H,N,S,fileName,numResponses", rows)
    assert offered(path)[0]["categories"] == list("AHNS")
    study = accord.read(path, **offered(path)[0])
    wanted = nominal_alpha(
        [[k for k, n in zip("AHNS", r, strict=False) for _ in range(n)] for r in rows]
    )
    assert accord.alpha(study, distance="nominal").value == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize(("lost", "asked"), [(0.2, True), (0.6, False)])
def test_votes_of_which_some_are_lost(tmp_path, lost, asked):
    """Rows with nearly as many votes as the fullest are votes; sums from 0 up are anything."""
    rng = Random(2)
    rows = []
    for n, row in enumerate(labels(60, coders=6, seed=3)):
        kept = [label for label in row if rng.random() > lost]
        rows.append((f"post {n}", *(kept.count(k) for k in "xyz")))
    readings = offered(written(tmp_path / "t.csv", "post,joy,fear,none", rows))
    assert any(one.get("shape") == "counts" for one in readings) is asked


def test_votes_are_shown_as_they_would_be_read(tmp_path):
    """How many chose what, for the first items."""
    rows = [(n, *(row.count(k) for k in "xyz")) for n, row in enumerate(labels(20))]
    with pytest.raises(accord.DataError) as error:
        accord.read(written(tmp_path / "t.csv", "post,joy,fear,none", rows))
    first = [line for line in str(error.value).splitlines() if line[:6].isspace()]
    best = max(zip(rows[0][1:], ("joy", "fear", "none"), strict=True))
    assert f"{best[0]} chose {best[1]}" in first[0]
    assert "chose" in first[1]


def test_initials_before_the_name_of_a_label(tmp_path):
    """lb_response and ld_response are two people's; other columns of 1 and 2 are not."""
    rows = [
        (f"p{n if n > 1 else 1}", 1, n % 2 + 1, *row) for n, row in enumerate(labels(16, 2, "12"))
    ]
    path = written(tmp_path / "t.csv", "ID,viewed,found,lb_text_response,ld_text_response", rows)
    assert offered(path)[0] == {
        "shape": "wide",
        "item": "row",  # p1 is there twice
        "coders": ["lb_text_response", "ld_text_response"],
    }


@pytest.mark.parametrize("names", ["old_label,new_label", "pre_score,raw_score"])
def test_short_words_are_no_initials(tmp_path, names):
    """Columns called old and new are not taken for people because they are short."""
    rows = [(n, *row) for n, row in enumerate(labels(16, 2))]
    with pytest.raises(accord.DataError) as error:
        accord.read(written(tmp_path / "t.csv", f"item,{names}", rows))
    assert "initials" not in str(error.value)


def test_a_system_is_a_part_of_the_item(tmp_path):
    """Where a coder rates the outputs of several systems, the label is what repeats."""
    rows = [
        (n // 4, f"sys{n % 4}", who, label)
        for n, row in enumerate(labels(40, kinds="012"))
        for who, label in enumerate(row, start=1)
    ]
    first = offered(written(tmp_path / "t.csv", "sent_id,sys_name,rater_id,simplicity", rows))[0]
    assert first["item"] == ["sent_id", "sys_name"]
    assert first["category"] == "simplicity"


def test_a_system_is_no_label(tmp_path):
    """Of two columns that differ within items, the one called system made the text."""
    rows = [
        (
            30_000_000 + 7 * (n // 2),
            f"sys{n % 2}" if n < 12 else "sys0",
            f"a summary of text {n}",
            label,
            f"w{who}",
        )
        for n, row in enumerate(labels(120))
        for who, label in enumerate(row)
        if n < 12 or n % 2
    ]
    path = written(tmp_path / "t.csv", "bbcid,system,summary,is_factual,worker_id", rows)
    assert offered(path)[0]["category"] == "is_factual"
    assert offered(path)[0]["item"] == ["system", "bbcid"]


def test_other_occasions_are_other_items(tmp_path):
    """Codings of an item in five repetitions are not pooled unasked, nor offered first."""
    rows = [
        (n, turn, f"r{turn}{who}", label)
        for turn in range(3)
        for n, row in enumerate(labels(20, seed=turn))
        for who, label in enumerate(row)
    ]
    path = written(tmp_path / "t.csv", "ItemId,Repetition,Rater,Classification", rows)
    assert [one["item"] for one in offered(path)] == [["Repetition", "ItemId"], "ItemId"]
    once = [row for row in rows if row[1] == row[0] % 3]
    study = accord.read(written(tmp_path / "u.csv", "ItemId,Repetition,Rater,Classification", once))
    assert len(study.items) == 20  # every item has one repetition


def test_rows_of_an_item_by_nobody(tmp_path):
    """Several rows of every item and no coder: each row may be another's; α needs no more."""
    rows = [
        (f"s{n}", *pair)
        for n, row in enumerate(labels(30, 8))
        for pair in zip(row[:4], row[4:], strict=True)
    ]
    path = written(tmp_path / "t.csv", "id,V,A", rows)
    first, second = offered(path)
    assert first == {"shape": "long", "item": "id", "coder": "row", "category": "V"}
    assert second["category"] == "A"
    wanted = nominal_alpha([row[:4] for row in labels(30, 8)])
    got = accord.alpha(accord.read(path, **first), distance="nominal").value
    assert got == pytest.approx(wanted, abs=1e-12)


def test_means_are_no_coders_and_no_dimensions(tmp_path):
    """A mean beside the ratings of people, and of each person, is computed from them."""
    rows = [(n, *row, sum(map(int, row)) / 3) for n, row in enumerate(labels(20, kinds="1234"))]
    readings = offered(written(tmp_path / "t.csv", "Word,1,2,3,Human (mean)", rows))
    assert [one["coders"] for one in readings] == [["1", "2", "3"]]
    rows = [(n, *a, int(a[0]) / 2, int(a[1]) / 2) for n, a in enumerate(labels(20, 4, "1234"))]
    header = "URL,A1 agents,A2 agents,A1 events,A2 events,A1 average,A2 average"
    assert offered(written(tmp_path / "u.csv", header, rows))[0]["dimensions"] == [
        "agents",
        "events",
    ]


def spans(tmp_path, header, document):
    """Spans of two coders in four documents; the first coder found nothing in the last."""
    rows = []
    for n in range(4):
        for who in "ab":
            end = 20 if who == "a" or n % 2 else 24
            place = (-1, -1, "NULL") if (n, who) == (3, "a") else (3, end, "error")
            rows.append((*document(n), *place, f"wid_{who}"))
    return written(tmp_path / "t.csv", header, rows)


def test_spans_with_the_words_they_quote(tmp_path):
    """The edges of error_span are a span's, no document is guessed, −1 is nothing marked."""
    header = "bbcid,system,error_span,error_span_start,error_span_end,error_type,worker_id"
    path = spans(tmp_path, header, lambda n: (100234 + n // 2, f"sys{n % 2}", f"words {n}"))
    with pytest.raises(accord.DataError, match="which column names the documents") as error:
        accord.read(path)
    assert error.value.readings[0]["kind"] == "unitizings"
    study = accord.read(path, item=["bbcid", "system"], category="error_type")
    assert len(study.items) == 4
    assert study.counts()["u"] == 7
    assert any("1 row without start and end" in note for note in study.audit.notes)


def test_one_document_needs_no_column(tmp_path):
    """What follows from begin and end, such as the words, is about the span."""
    rows = [(who, b, b + 4, "PER", f"word{b}") for who in ("Ann", "Bob") for b in (0, 10, 30)]
    study = accord.read(written(tmp_path / "t.csv", "coder,begin,end,label,quote", rows))
    assert list(study.items) == [None]


@pytest.mark.parametrize(
    ("language", "asks", "reading", "doubt"),
    [
        ("en", "who the coders are", "one column per coder", "is not named like"),
        ("de", "wer kodiert hat", "eine Spalte je kodierender Person", "klingt nicht nach"),
        ("fr", "qui sont les annotateurs", "une colonne par annotateur", "ne ressemble pas"),
    ],
)
def test_the_question_in_each_language(tmp_path, language, asks, reading, doubt):
    """What is asked, what is offered and what speaks against it are sentences by key."""
    rows = [(n, *row) for n, row in enumerate(labels(16, 2))]
    path = written(tmp_path / "t.csv", "item,Ann,Bob", rows)
    with pytest.raises(accord.DataError) as error:
        accord.read(path)
    say = spoken(language)
    assert asks in say(error.value.message)
    shown = columns_and_readings(accord.contents(path), language)["readings"][0]
    assert reading in shown["reading"]
    assert doubt in shown["doubts"][0]


@pytest.mark.parametrize(("once", "offers"), [(2, True), (8, False)])
def test_most_items_must_come_again(tmp_path, once, offers):
    """Two items of thirty with one row are lost rows; eight say that rows are something else."""
    rows = [
        (f"s{n}", *pair)
        for n, row in enumerate(labels(30, 8))
        for pair in list(zip(row[:4], row[4:], strict=True))[: 1 if n < once else 4]
    ]
    with pytest.raises(accord.DataError) as error:
        accord.read(written(tmp_path / "t.csv", "id,V,A", rows))
    assert any(one.get("coder") == "row" for one in error.value.readings) is offers


# A part of the votes, and a table for each coder --------------------------------------------------

VOTES = [(3, 0), (2, 1), (0, 3), (3, 0), (1, 2), (0, 3), (2, 1), (0, 3), (0, 3), (3, 0)]


@pytest.mark.parametrize(("changed", "offered"), [(1, True), (2, False)])
def test_shares_of_votes_in_a_cell(tmp_path, changed, offered):
    """Offered with the column that says how many voted, where nine rows in ten are such shares."""
    rows = [f"i{n},yes:{a / 3:.4f}; no:{b / 3:.4f},3" for n, (a, b) in enumerate(VOTES)]
    for n in range(changed):
        rows[n] = f"i{n},yes:0.2; no:0.8,3"
    path = tmp_path / "t.csv"
    path.write_text("\n".join(["item,soft label,voters", *rows]))
    with pytest.raises(accord.DataError) as error:
        accord.read(path)
    settings = {"item": "item", "category": "soft label", "votes": "voters"}
    assert (settings in error.value.readings) is offered
    if offered:
        study = accord.read(path, **settings)
        pairs = sum((a * a + b * b - 3) / 6 for a, b in [(1, 2), *VOTES[1:]])
        assert accord.percent(study).value == pytest.approx(pairs / len(VOTES), abs=1e-12)


@pytest.mark.parametrize(("questions", "offered"), [(5, True), (4, False)])
def test_how_many_said_yes(tmp_path, questions, offered):
    """Five questions or more, most cells 0, all ending at the same number: votes of so many."""
    cells = [[3 if n == at else (n * at) % 4 % 3 % 2 for at in range(questions)] for n in range(12)]
    names = ["block", "repeat", "pause", "noise", "music"][:questions]
    rows = [",".join(map(str, (f"c{n}", *row))) for n, row in enumerate(cells)]
    path = tmp_path / "t.csv"
    path.write_text("\n".join([",".join(["clip", *names]), *rows]))
    with pytest.raises(accord.DataError) as error:
        accord.read(path)
    ways = [one for one in error.value.readings if one.get("votes") == "3"]
    assert bool(ways) is offered
    if offered:
        at = names.index(ways[0]["categories"][0])
        pairs = sum((row[at] ** 2 + (3 - row[at]) ** 2 - 3) / 6 for row in cells)
        value = accord.percent(accord.read(path, **ways[0])).value
        assert value == pytest.approx(pairs / len(cells), abs=1e-12)


def test_a_label_in_every_cell(tmp_path):
    """A file for each coder, and nothing but labels in it: rows and columns name the items."""
    for who, shift in (("north", 0), ("south", 1)):
        rows = [",".join("xyz"[(n // 2 + at * shift) % 3] for at in range(3)) for n in range(12)]
        (tmp_path / f"{who}.csv").write_text("\n".join(["a,b,c", *rows]))
    with pytest.raises(accord.DataError, match="who the coders are") as error:
        accord.read(tmp_path)
    first = error.value.readings[0]
    assert first["rows"] == "[row].{column}"
    study = accord.read(tmp_path, **first)
    assert (len(study.items), list(study.coders)) == (36, ["north", "south"])
    assert accord.percent(study).value == pytest.approx(1 / 3, abs=1e-12)


def measured(path, names, alike, rows=60):
    """Two columns of decimals of one scale: the second is near the first, or has nothing to do with
    it."""
    rng = Random(4)
    cells = []
    for n in range(rows):
        one, other = (50 + 9 * rng.gauss(0, 1) for _ in range(2))
        cells.append((f"p{n}", round(one, 1), round((4 * one + other) / 5 if alike else other, 1)))
    return written(path, f"patient,{names}", cells)


@pytest.mark.parametrize(
    ("names", "alike", "are_offered"),
    [("wage,tenure", False, False), ("wage,tenure", True, True), ("Ann,Bob", False, True)],
)
def test_variables_that_have_nothing_in_common_are_not_offered(tmp_path, names, alike, are_offered):
    """Two measurements that place people unlike each other are two variables, unless the columns
    are called as people are."""
    offers = offered(measured(tmp_path / "table.csv", names, alike))
    assert any(one.get("coders") == names.split(",") for one in offers) is are_offered


def test_numbers_whose_sums_vary_are_no_votes(tmp_path):
    """Where votes are lost the full number of them comes again."""
    rng = Random(2)
    ages = [(f"c{n}", rng.randint(8, 20), rng.randint(90, 110)) for n in range(30)]
    offers = offered(written(tmp_path / "ages.csv", "child,age,gesell", ages))
    assert [one for one in offers if one["shape"] == "counts"] == []
    votes = [(f"t{n}", yes := rng.randint(0, 9), 9 - yes) for n in range(24)]
    votes += [("t24", 5, 3), ("t25", 7, 1)]  # one vote lost
    offers = offered(written(tmp_path / "votes.csv", "text,yes,no", votes))
    assert offers[0]["shape"] == "counts"


def test_frequencies_are_no_labels(tmp_path):
    """A table of how often two things came together has no coders."""
    rows = [(a, b, 3 * len(a) + len(b)) for a in ("low", "mid", "highest") for b in ("no", "yes")]
    path = written(tmp_path / "table.csv", "income,satisfaction,Freq", rows)
    assert [one for one in offered(path) if one.get("category") == "Freq"] == []
