"""Evidence for and against a way to read a table: each feature with a table on either side."""

from dataclasses import replace

import pytest

import accord
from accord._read.door.read_options import Options
from accord._read.tables.column_names import IN_OBJECTS
from accord._read.tables.evidence import ALL, CONDEMNED, FEATURES, objection, weighed
from accord._read.tables.roles import Reading, Table, columns_of
from accord._read.tables.shapes import readings
from accord.words.said import said


def table(header, text, by_file=""):
    """A table of a header and of rows with a bar between them."""
    rows = [[cell.strip() for cell in row.split(",")] for row in text.split("|")]
    return Table("t.csv", tuple(header.split(",")), rows, [*range(len(rows))], (), by_file=by_file)


def long(coders, labels):
    """Rows of a long table: an item for each text of labels, one letter for each coder."""
    return "|".join(
        f"{n},{who},{label}"
        for n, row in enumerate(labels)
        for who, label in zip(coders, row, strict=True)
    )


def wide(header, *columns):
    """A reading with a column for each coder."""
    return Reading("wide", (header,) if header else (), columns=columns)


LONG = Reading("long", ("item",), "rater", "label")
WIDE = wide("item", "rater1", "rater2")
COUNTS = Reading("counts", ("item",), columns=("x", "y"))
SQUARE = Reading("contingency", ("rater",), columns=("x", "y", "z"))
LISTS = Reading("lists", ("item",), "raters", "labels")
SURVEY = Reading("transposed", columns=("q1", "q2"), why="a survey")

THREE, PAIR = "item,rater,label", "item,rater1,rater2"
GOOD = long("PQ", ("xx", "xy", "yy", "yx", "xx"))
PAIRS = "1,x,x|2,x,y|3,y,y|4,y,x|5,x,x"
SCORES = "1,3,4|2,5,5|3,1,2|4,4,4"
TWELVE = "|".join(f"{n},x,{'xy'[n % 2]}" for n in range(12))
NUMBERED = "|".join(f"i{n},x,{'xy'[n % 2]}" for n in range(20))
HALFWAY = [(1, 3), (2, 4), (5, 1), (3, 3), (2, 2), (4, 4), (1, 1), (5, 5)]
MEANS = "|".join(f"{n},{a},{b},{(a + b) // 2}" for n, (a, b) in enumerate(HALFWAY))
OTHERS = "|".join(f"{n},{a},{b},{a}" for n, (a, b) in enumerate(HALFWAY))
TRIPLE = wide("item", "rater1", "rater2", "rater3")
MEASURES = wide("item", "wage", "width")
APART = "|".join(f"i{n},{n * 7},{n * 5 % 12 * 7}" for n in range(12))
ALIKE = "|".join(f"i{n},{n * 7},{n * 7 + n % 2}" for n in range(12))
ASSIGNED = "|".join(f"{n},{101 + n % 5},{101 + (n + 1 + n % 3) % 5}" for n in range(25))
FINE = "|".join(f"{n},{100 + n},{103 + n * 7 % 29 + n % 2 * 30}" for n in range(25))
SAME = [f"{'xyz'[n % 3] * 2}" for n in range(30)]
CELLS = "x,9,2,0|y,1,7,1|z,0,3,8"


TAKEN = "1,P,x,no|1,Q,x,yes|2,P,y,no|2,Q,x,no"
IN_OTHER_WORDS = "1,P,x|1,Q,a|2,P,y|2,Q,b|3,P,x|3,Q,a"
SQUARES = "x,9,1,0|y,2,7,1|z,0,1,8"
SQUARE_OF_DAYS = Reading("contingency", ("",), columns=("Mon", "Tue", "Wed"))


def alike(same, items, long=False):
    """Two coders who agree in the first items only; each gives both labels as often."""
    pairs = [(n, "xy"[n % 2], "xy"[(n + (n >= same)) % 2]) for n in range(items)]
    if not long:
        return "|".join(",".join(map(str, row)) for row in pairs)
    return "|".join(f"{n},{who},{x}" for n, *own in pairs for who, x in zip("PQ", own, strict=True))


def meeting(times):
    """A hundred items with options of their own; in so many both coders chose the same one."""
    return long("PQ", [(f"{n}a", f"{n}{'ba'[n < times]}") for n in range(100)])


# Feature, reading, a table where it speaks of the reading, and one where it does not.
SIDES = [
    ("file", LONG, (THREE, GOOD.replace("P", "train"), "file"), (THREE, GOOD)),
    ("file", LONG, (THREE, GOOD, "file"), (THREE, long(("rater 1", "rater 2"), ("xy",)), "file")),
    ("unsaid", COUNTS, ("item,x,y", "1,2,1|2,1,2"), None),
    ("unsaid", replace(LONG, coder=None), (THREE, GOOD), None),
    ("unnamed_role", replace(LONG, coder="who"), ("item,who,label", GOOD), None),
    ("unnamed_role", replace(LONG, category="colour"), ("item,rater,colour", GOOD), None),
    ("unnamed_role", replace(LONG, item=("price",)), ("price,rater,label", GOOD), None),
    ("unnamed_role", LONG, None, (THREE, GOOD)),
    (
        "unnamed_role",
        replace(LONG, coder="worker", category="rating"),
        ("item,worker,rating", GOOD),
        None,
    ),
    (
        "unnamed_role",
        replace(LONG, coder="worker_id", category="rating"),
        None,
        ("item,worker_id,rating", GOOD),
    ),
    ("unnamed_role", replace(LONG, coder="worker"), None, ("item,worker,label", GOOD)),
    (
        "by_occasion",
        replace(LONG, item=("round", "item")),
        ("item,rater,label,round", GOOD.replace("|", ",2|") + ",2"),
        None,
    ),
    ("no_names", LONG, (THREE, GOOD.replace("P", "gpu 1").replace("Q", "gpu 2")), (THREE, GOOD)),
    ("no_names", LONG, (THREE, GOOD.replace("P", "P;Q").replace("Q", "Q;P")), None),
    ("no_labels", LONG, (THREE, long("PQ", [(f"a{n}", f"b{n}") for n in range(6)])), (THREE, GOOD)),
    (
        "total_of_long",
        LONG,
        (THREE, GOOD + "|total,P,5"),
        (THREE, GOOD + "|the total of it all,P,x"),
    ),
    ("several_each", LONG, (THREE, "1,P,x|2,Q,y|3,R,x"), (THREE, "1,P,x|2,Q,y|3,P,x")),
    ("ticks", LONG, (THREE, long("PQ", ("xx", ("x", ""), "xx"))), (THREE, GOOD)),
    ("ticks", WIDE, (PAIR, "1,x,|2,x,x|3,,x"), (PAIR, "1,x,|2,x,n|3,n,x")),
    ("of_coders", LONG, (THREE, long("PQ", ("xy",) * 3)), (THREE, long("PQ", ("xy",) * 2))),
    ("of_coders", LONG, None, (THREE, GOOD)),
    ("another_column", LONG, ("item,rater,label,stance", "1,P,x,a|1,Q,y,b|2,P,x,b|2,Q,x,a"), None),
    (
        "another_column",
        LONG,
        ("item,rater,label,time", "1,P,x,pre|1,Q,y,post|2,P,x,pre|2,Q,x,post"),
        ("item,rater,label,time", "1,P,x,pre|1,Q,y,post|2,P,x,post|2,Q,x,pre"),
    ),
    (
        "another_column",
        LONG,
        None,
        ("item,rater,label,time", "1,P,x,9:15|1,Q,y,9:20|2,P,x,9:15|2,Q,x,9:20"),
    ),
    ("another_column", LONG, None, ("item,rater,label,age", "1,P,x,9|1,Q,y,7|2,P,x,9|2,Q,x,7")),
    ("another_column", LONG, ("item,rater,label,lang", "1,P,x,a|1,Q,y,b|2,P,x,a|2,Q,x,b"), None),
    ("never_differs", LONG, (THREE, long("PQ", SAME)), (THREE, long("PQ", SAME[:29]))),
    ("own_answers", LONG, (THREE, long("PQ", ("ab", "cd", "ee", "fg"))), (THREE, GOOD)),
    ("own_answers", LONG, (THREE, long("PQR", ("aab", "ccd", "eef"))), None),
    ("own_answers", LONG, None, (THREE, long("PQR", ("aab", "ccd")))),
    ("unnamed_column", wide("item", "rater1", "Bob"), ("item,rater1,Bob", PAIRS), None),
    ("unnamed_column", wide("item", "rater1", "coder1"), ("item,rater1,coder1", PAIRS), None),
    ("unnamed_column", WIDE, None, (PAIR, PAIRS)),
    ("row_names", WIDE, (PAIR, "1,x,x|1,x,y|2,y,y"), (PAIR, PAIRS)),
    ("row_names", wide("price", "rater1", "rater2"), ("price,rater1,rater2", PAIRS), None),
    ("called_as_coders", WIDE, (PAIR, "rater1,x,y|rater2,y,x"), (PAIR, PAIRS)),
    ("total_of_wide", WIDE, (PAIR, PAIRS + "|Summe,5,5"), (PAIR, PAIRS)),
    ("total_of_wide", WIDE, (PAIR, NUMBERED + "|all,x,x"), (PAIR, NUMBERED + "|i99,x,x")),
    (
        "total_of_wide",
        WIDE,
        (PAIR, "all,1.5,2.5|old,1.1,2|new,2,3.1"),
        (PAIR, "all of it,1,2|b,2,2"),
    ),
    ("total_of_wide", WIDE, (PAIR, PAIRS + "|,x,x"), None),
    ("computed_row", WIDE, (PAIR, SCORES + "|5,13,15"), (PAIR, SCORES + "|5,3,5")),
    ("computed_row", WIDE, (PAIR, SCORES + "|5,3.25,3.75"), (PAIR, "1,1,2|2,1,1|3,2,3")),
    ("by_chance", WIDE, (PAIR, alike(11, 20)), (PAIR, alike(10, 19))),  # of 20 by an error
    ("by_chance", WIDE, (PAIR, alike(12, 20)), (PAIR, alike(13, 20))),
    ("by_chance", WIDE, (PAIR, alike(4, 10)), (PAIR, alike(6, 10))),
    ("by_chance", LONG, (THREE, alike(4, 10, long=True)), (THREE, alike(0, 9, long=True))),
    ("cancelled", LONG, (THREE + ",cancelled", TAKEN), (THREE + ",sent", TAKEN)),
    (
        "one_set_of_each",
        LONG,
        (THREE, IN_OTHER_WORDS),
        (THREE, IN_OTHER_WORDS.replace("1,Q,a", "1,Q,x")),
    ),
    ("one_set_of_each", LONG, None, (THREE, "1,P,x|1,Q,a|2,P,y|2,Q,b")),  # too few to tell
    ("spelt_items", LONG, (THREE, "01,P,x|1,Q,x|2,P,y"), (THREE, "0x,P,x|x,Q,x|2,P,y")),
    ("spelt_items", LONG, None, (THREE, "01,P,x|1,P,x|1,Q,y")),
    ("no_categories", SQUARE_OF_DAYS, (",Mon,Tue,Wed", SQUARES), None),
    ("no_categories", SQUARE, None, ("rater,x,y,z", SQUARES)),
    ("people", WIDE, (PAIR, "1,Anna,Iris|2,Iris,Anna|3,Anna,Anna"), (PAIR, PAIRS)),
    ("one_set", WIDE, (PAIR, "1,x,a|2,y,b|3,y,b"), (PAIR, "1,x,a|2,y,x|3,y,b")),
    ("one_set", WIDE, (PAIR, "1,1,5|2,2,9|3,1,9"), (PAIR, "1,1,5|2,2,8|3,1,8")),
    ("one_set", WIDE, (PAIR, "1,x,|2,y,|3,x,"), None),
    (
        "chosen_among",
        WIDE,
        (f"{PAIR},best", "1,x,x,1|2,x,y,2|3,y,y,1"),
        (f"{PAIR},best", PAIRS.replace("|", ",x|") + ",y"),
    ),
    (
        "with_the_marks",
        WIDE,
        (f"{PAIR},a1,a2", "1,x,x,p,q|2,x,y,q,p"),
        (f"{PAIR},a1,b2", "1,x,x,p,q|2,x,y,q,p"),
    ),
    (
        "same_labels",
        WIDE,
        (f"{PAIR},extra", "1,x,x,y|2,x,y,x|3,y,y,x"),
        (f"{PAIR},gold", "1,x,x,y|2,x,y,x|3,y,y,x"),
    ),
    ("same_labels", WIDE, None, (f"{PAIR},extra", "1,x,x,a|2,x,y,b|3,y,y,c")),
    ("one_of_them", WIDE, (PAIR, "1,x,|2,,y|3,,x"), (PAIR, "1,x,|2,x,y|3,,x|4,x,x")),
    ("one_of_them", WIDE, (PAIR, "1,x,y|2,y,x|3,z,x"), (PAIR, PAIRS)),
    ("one_of_them", WIDE, (PAIR, "1,1,0|2,0,1|3,0,1"), (PAIR, "1,1,0|2,0,1|3,1,1")),
    ("one_of_them", WIDE, (PAIR, ASSIGNED), (PAIR, FINE)),
    ("one_of_them", WIDE, None, (PAIR, "1,2.00,2|2,3.5,3|3,4,5.0")),
    ("one_of_them", WIDE, (PAIR, "1,1.0,0|2,0,1|3,0.0,1"), (PAIR, "1,1.0,1|2,0,1|3,0.0,1")),
    ("corner", SQUARE, ("price,x,y,z", CELLS), ("rater,x,y,z", CELLS)),
    ("no_pairs", SQUARE, ("rater,x,y,z", "x,1,1,0|y,1,0,1|z,0,1,0"), ("rater,x,y,z", CELLS)),
    ("no_pairs", SQUARE, ("rater,x,y,z", "x,0,2,1|y,1,0,1|z,3,3,0"), None),
    ("no_pairs", SQUARE, ("rater,x,y,z", "x,9,2,1|y,2,7,1|z,1,1,8"), None),
    ("unnamed_lists", replace(LISTS, coder=None), ("item,labels", "1,x;y|2,x;x"), None),
    ("unnamed_lists", replace(LISTS, coder="by"), ("item,by,labels", "1,P;Q,x;y"), None),
    ("unnamed_lists", replace(LISTS, category="list"), ("item,raters,list", "1,P;Q,x;y"), None),
    ("unnamed_lists", LISTS, None, ("item,raters,labels", "1,P;Q,x;y")),
    (
        "unnamed_lists",
        replace(LISTS, coder=None),
        ("item,labels", "1,{'rater1':'x'}|2,{'Bob':'x'}"),
        ("item,labels", "1,{'rater1':'x'}|2,{'rater2':'x'}"),
    ),
    (
        "counted_pairs",
        wide("", "rater1", "rater2"),
        ("rater1,rater2,n", "x,x,9|x,y,1|y,x,2|y,y,7"),
        ("rater1,rater2,n", "x,x,9|x,y,1|y,x,2|y,x,7"),
    ),
    (
        "names_in_objects",
        wide(*IN_OBJECTS),
        (",".join(IN_OBJECTS), SCORES),
        (",".join((*IN_OBJECTS, "more")), "1,2,3,4|2,3,2,1"),
    ),
    ("survey", SURVEY, ("q1,q2", "1,2|2,2"), None),
    ("survey", replace(SURVEY, why=""), None, ("q1,q2", "1,2|2,2")),
    ("votes", replace(WIDE, doubts=(said("table.doubt.votes"),)), (PAIR, SCORES), None),
    ("votes", WIDE, None, (PAIR, SCORES)),
    ("identifiers", wide("item", "user_id", "film_id"), ("item,user_id,film_id", SCORES), None),
    (
        "identifiers",
        wide("item", "rater1_id", "rater2_id"),
        None,
        ("item,rater1_id,rater2_id", SCORES),
    ),
    ("figures", wide("item", "recall", "f1"), ("item,recall,f1", SCORES), None),
    ("figures", wide("item", "recall", "Ann"), None, ("item,recall,Ann", SCORES)),
    *(
        ("no_coders", LONG, (THREE, long((one, two), ("xx", "xy", "yy"))), None)
        for one, two in [
            *(("round 1", "round 2"), ("pre", "post"), ("BLEU", "ROUGE"), ("control", "Ann")),
            *(("T1", "T2"), ("2019", "2020"), ("week 1", "week 2"), ("train", "test")),
            *(("v1.0", "v1.1"), ("links", "rechts"), ("male", "female")),
            *(("Ann", "both"), ("Ann", "Ann (2)"), ("Ann", "unknown"), ("Kontrolle", "Bea")),
        ]
    ),
    ("no_coders", LONG, (THREE, long(("Ann", "Bob", "Ann/Bob"), ("xxx", "xyx", "yyx"))), None),
    ("no_coders", LONG, None, (THREE, long(("Ann", "Ola", "B/C"), ("xxx", "xyx", "yyx")))),
    ("no_coders", LONG, None, (THREE, long(("T1", "Ann"), ("xx", "xy", "yy")))),
    ("no_coders", LONG, None, (THREE, long(("T12", "T13"), ("xx", "xy", "yy")))),
    ("no_coders", LONG, None, (THREE, long(("1001", "1002"), ("xx", "xy", "yy")))),
    ("no_coders", LONG, None, (THREE, long(("Bob", "Ann (2)", "R1"), ("xxx", "xyx", "yyx")))),
    ("trials", LONG, (THREE, "practice,P,x|practice,Q,x|" + GOOD), (THREE, GOOD)),
    ("trials", WIDE, (PAIR, "gold_1,x,x|" + PAIRS), (PAIR, "gold_1,x,x|gold_2,x,y|3,x,x")),
    ("about_people", LONG, (THREE, "age,P,3|age,Q,4|sex,P,1|sex,Q,2"), None),
    ("about_people", LONG, None, (THREE, "age,P,3|age,Q,4|size,P,1|size,Q,2")),
    ("computed_column", TRIPLE, (f"{PAIR},rater3", MEANS), (f"{PAIR},rater3", OTHERS)),
    ("one_hot", LONG, ("item,rater,label,other", "1,P,1,0|1,Q,0,1|2,P,0,1|2,Q,0,1"), None),
    ("one_hot", LONG, None, ("item,rater,label,other", "1,P,1,0|1,Q,0,1|2,P,1,1|2,Q,0,1")),
    ("frequencies", replace(LONG, category="freq"), ("item,rater,freq", GOOD), None),
    ("frequencies", LONG, None, (THREE, GOOD)),
    ("other_variables", MEASURES, ("item,wage,width", APART), ("item,wage,width", ALIKE)),
    ("other_variables", wide("item", "Ann", "Bob"), None, ("item,Ann,Bob", APART)),
    ("no_panel", COUNTS, ("item,x,y", "1,1,0|2,1,2|3,3,4|4,0,1"), ("item,x,y", "1,2,1|2,1,2")),
    ("no_panel", COUNTS, None, ("item,x,y", "1,3,4|2,1,2|3,3,4|4,0,1")),
    ("no_panel", replace(COUNTS, votes="7"), None, ("item,x,y", "1,1,0|2,1,2|3,3,4|4,0,1")),
    ("questions", replace(COUNTS, columns=("q1", "no")), ("item,q1,no", SCORES), None),
    ("questions", COUNTS, None, ("item,x,y", SCORES)),
    (
        "coders_as_labels",
        replace(COUNTS, columns=("ann1", "ann2")),
        ("item,ann1,ann2", SCORES),
        None,
    ),
    ("coders_as_labels", replace(COUNTS, columns=("ann1", "no")), None, ("item,ann1,no", SCORES)),
    ("years", replace(COUNTS, columns=("n 1999", "n 2001")), ("item,n 1999,n 2001", SCORES), None),
    ("years", replace(COUNTS, columns=("n 1799", "n 2001")), None, ("item,n 1799,n 2001", SCORES)),
    *(
        ("of_work", WIDE, (PAIR, f"1,{one},{two}|2,{two},{two}|3,{one},{one}"), None)
        for one, two in [
            *(("3 min", "4 min"), ("1 h 20 min", "50 min"), ("12 €", "$ 9"), ("8h", "7.5h")),
            *(("done", "open"), ("fertig", "in Bearbeitung"), ("terminé", "à faire")),
            *(("hecho", "pendiente"), ("fatto", "in corso"), ("готово", "в работе")),
            *(("a/x.xml", "a/y.xml"), ("2 days", "1 day")),
        ]
    ),
    ("of_work", LONG, (THREE, GOOD.replace("x", "3 min").replace("y", "2 min")), (THREE, GOOD)),
    *(
        ("of_work", WIDE, None, (PAIR, f"1,{one},{two}|2,{two},{two}|3,{one},{one}"))
        for one, two in [
            *(("open", "closed"), ("complete", "incomplete"), ("3", "4"), ("3 min", "late")),
            *(("done", "by me"), ("a.b", "c.d"), ("10 km", "12 km")),
        ]
    ),
    (
        "by_day",
        wide("", "rater1", "rater2"),
        ("day,rater1,rater2", "Mon,x,x|Tue,x,y|Mon,y,y"),
        ("day,rater1,rater2", "Mon,x,x|Late,x,y|Mon,y,y"),
    ),
    (
        "by_day",
        wide("", "rater1", "rater2"),
        ("at,rater1,rater2", "2024-01-03,x,x|2024-01-04,x,y|2024-01-03,y,y"),
        ("day,item,rater1,rater2", "Mon,1,x,x|Tue,2,x,y|Mon,3,y,y"),
    ),
    ("by_day", wide("day", "rater1", "rater2"), None, ("day,rater1,rater2", "Mon,x,x|Tue,x,y")),
    ("own_answers", LONG, (THREE, meeting(10)), (THREE, meeting(60))),
    ("measured_items", replace(LONG, item=("f",)), ("f,rater,label", ".5,P,x|.5,Q,y|.7,P,x"), None),
    ("measured_items", replace(LONG, item=("f",)), None, ("f,rater,label", "5,P,x|5,Q,y|7,P,x")),
]


@pytest.mark.parametrize(("name", "reading", "speaks", "silent"), SIDES)
def test_a_feature_speaks_where_it_must_and_nowhere_else(name, reading, speaks, silent):
    """Each has a table on either side; only what lowers a reading, or says why, is found."""
    for cells, there in ((speaks, True), (silent, False)):
        if cells is not None:
            one = table(*cells)
            assert (name in weighed(one, columns_of(one), reading, Options())) is there


def test_features_are_declared():
    """Each looks at something, speaks of shapes that there are, has a weight and a reason of its
    own, and a table on either side of it above."""
    shapes = {"long", "wide", "contingency", "lists", "counts", "transposed"}
    for one in FEATURES:
        assert one.looks_at in {"names", "cells", "shape", "neighbours"}
        assert shapes.issuperset(one.shapes)
        assert 0 < abs(one.weight) <= ALL
    assert len({one.reason for one in FEATURES}) == len(FEATURES)
    assert {name for name, *_ in SIDES} == {one.name for one in FEATURES}


def test_what_is_identified_has_no_doubt():
    """Neither names nor cells speak against it, and nothing is weighed."""
    for reading, cells in ((LONG, (THREE, GOOD)), (WIDE, (PAIR, PAIRS))):
        one = table(*cells)
        assert objection(one, columns_of(one), reading, Options()) is None
        assert weighed(one, columns_of(one), reading, Options()) == {}
        assert [way.certain for way in readings(one, Options())] == [True]


def test_what_weighs_more_is_offered_first():
    """And what its own doubt condemns is not offered: here no column may be a coder's."""
    one = table(
        "town,Labour,Tory,LibDem", "|".join(f"t{n},{n % 4},{n % 3},{n % 5}" for n in range(15))
    )
    ways = readings(one, Options())
    weights = [sum(weighed(one, columns_of(one), way, Options()).values()) for way in ways]
    assert weights == sorted(weights, reverse=True)
    assert min(weights) > CONDEMNED
    ids = table("user_id,film_id,stars", "|".join(f"{n % 7},{n % 5},{n % 4}" for n in range(40)))
    assert [way for way in readings(ids, Options()) if "film_id" in way.columns] == []


@pytest.mark.parametrize(
    "header", ["task,precision,recall,f1", "sku,price_2022,price_2023,price_2024"]
)
def test_nothing_is_offered_that_its_names_condemn(tmp_path, header):
    """Figures of how well something does, and prices of three years."""
    path = tmp_path / "t.csv"
    rows = [f"t{n},{n % 3},{n % 4},{(n * 7) % 5}" for n in range(20)]
    path.write_text("\n".join([header, *rows]))
    with pytest.raises(accord.DataError) as error:
        accord.read(path)
    assert error.value.readings == ()
