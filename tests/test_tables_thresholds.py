"""Numbers that decide what a table is: each has a name, a reason, and a table on either side."""

import ast
from itertools import pairwise
from pathlib import Path

import pytest

import accord
from accord._read.door.read_options import Options
from accord._read.tables import coder_rows, long_columns, roles, votes, wide_columns
from accord._read.tables.roles import Table, columns_of, holds_coders
from accord._read.tables.shapes import readings

ROOM = Path(accord.__file__).parent / "_read" / "tables"
DECIDING = (
    *("asking", "coder_rows", "computed_columns", "evidence", "long_columns", "not_people"),
    *("rare_shapes", "roles", "shapes", "votes", "wide_columns"),
)
FEWEST = 2
"""None, one and two are no thresholds: below two nothing can be compared."""


def table(header, rows):
    """A table of rows of cells."""
    cells = [[*map(str, row)] for row in rows]
    return Table("t.csv", tuple(header.split(",")), cells, [*range(len(cells))], ())


def column(cells, name="x"):
    """What is known of a column of these cells."""
    return columns_of(table(name, [[cell] for cell in cells]))[0]


@pytest.mark.parametrize("name", DECIDING)
def test_no_bare_number_decides(name):
    """What is compared, multiplied or divided by a number has a name for it, but for 0, 1 and 2."""
    tree = ast.parse((ROOM / f"{name}.py").read_text("utf-8"))
    bare = []
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            sides = []
            if isinstance(node, ast.Compare):
                sides = [node.left, *node.comparators]
            elif isinstance(node, ast.BinOp):
                sides = [node.left, node.right]
            numbers = [s.value for s in sides if isinstance(s, ast.Constant)]
            numbers = [n for n in numbers if isinstance(n, (int, float))]
            bare += [(node.lineno, n) for n in numbers if n != int(n) or abs(n) > FEWEST]
    assert bare == []


@pytest.mark.parametrize("module", [roles, long_columns, wide_columns, coder_rows, votes])
def test_every_threshold_has_its_reason_below_it(module):
    """A name in capitals for a number is followed by a sentence."""
    body = ast.parse(Path(module.__file__).read_text("utf-8")).body
    for node, after in pairwise(body):
        value = getattr(node, "value", None) if isinstance(node, ast.Assign) else None
        if isinstance(value, ast.Constant) and isinstance(value.value, (int, float)):
            assert isinstance(after, ast.Expr), ast.unparse(node)


SENTENCE = "this is what coders were told to look for"
WORDS = [f"{a} {b} more words" for a in "abc" for b in "defg"]


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (["yes", "no", "n", "yes"], "flags"),  # three signs, and four
        (["yes", "no", "n", "y"] * 2, "labels"),
        ([*range(11), 3], "scale"),  # eleven points, and twelve
        ([*range(12), 3], "numbers"),
        ([1, 100, 100, 1], "scale"),  # to 100, and above
        ([1, 101, 101, 1], "numbers"),
        ([n * 3 for n in range(12)], "numbers"),  # twelve different whole numbers, and thirteen
        ([n * 3 for n in range(13)], "ids"),
        ([100_000 + n % 2 for n in range(2)], "ids"),
        ([99_999, 100_000, 99_999], "numbers"),  # no rating is above
        ([99_999, 100_001, 99_999], "ids"),
        ([f"2020-01-{n:02}" for n in range(10, 14)] * 2 + ["odd"] * 2, "dates"),  # four of five
        ([f"2020-01-{n:02}" for n in range(10, 13)] * 2 + ["odd"] * 2, "labels"),  # three of four
        (["aa", "bb", "cc"], "labels"),  # three that differ, and four
        (["aa", "bb", "cc", "dd"], "ids"),
        (["a b", "c d", "e f", "g h"], "ids"),  # two words on average, and two and a half
        (["a b", "c d e", "f g", "h i j"], "text"),
        (WORDS[:8] * 4, "labels"),  # eight categories of four words, and nine
        (WORDS[:9] * 4, "text"),
        ([f"{SENTENCE} {n}" for n in range(4)] * 4, "labels"),  # four sentences, and five
        ([f"{SENTENCE} {n}" for n in range(5)] * 4, "text"),
    ],
)
def test_what_cells_are(cells, kind):
    """On either side of each number that tells scales, names, labels and texts apart."""
    assert column(cells).kind == kind


@pytest.mark.parametrize(("same", "shares", "meets"), [(15, True, True), (14, False, True)])
def test_columns_that_share_their_labels(same, shares, meets):
    """Three cells in four of each are the other's; in half of them they still meet."""
    one = column(["x", "y"] * 10)
    two = column([*(["x", "y"] * 10)[:same], *(["z", "w"] * 10)[: 20 - same]])
    assert one.shares(two) is shares
    assert one.meets(two) is meets


def test_columns_that_meet_in_half_of_their_cells():
    """Ten of twenty, and nine, where the other's are as few."""
    for same, meet in ((10, True), (9, False)):
        two = column([*["x"] * same, *["z"] * (20 - same)])
        one = column([*["x"] * same, *["q"] * (20 - same)])
        assert one.meets(two) is meet


def test_scales_that_overlap():
    """Half of the whole range, and less."""
    one = column([n / 2 for n in range(21)])
    assert one.shares(column([n / 2 for n in range(10, 31)])) is False
    assert one.shares(column([n / 2 for n in range(4, 25)])) is True


def test_names_of_coders_have_four_words_at_most():
    """A sentence that speaks of a coder is no name."""
    assert holds_coders(column(["coder of the north", "coder of the south"]))
    assert not holds_coders(column(["coder of the far north", "coder of the far south"]))


def shapes_of(header, rows):
    """The shapes that a table is offered as, with the columns that each takes."""
    return [(one.shape, one.item, one.columns) for one in readings(table(header, rows), Options())]


@pytest.mark.parametrize(("items", "there"), [(4, True), (5, False)])
def test_few_rows_and_many_numbered_columns(items, there):
    """Three times as many columns as rows, and fewer: rows may be the coders."""
    header = ",".join(map(str, range(1, 13)))
    rows = [[(n * at) % 3 for at in range(1, 13)] for n in range(1, items + 1)]
    turned = [one for one in shapes_of(header, rows) if one[0] == "transposed"]
    assert bool(turned) is there


@pytest.mark.parametrize(("rows", "said"), [(5, True), (4, False)])
def test_one_in_every_row(rows, said):
    """In five rows a single 1 in each is no chance; in four it may be."""
    cells = [[f"i{n}", int(n % 2 == 0), int(n % 2 == 1)] for n in range(rows)]
    ways = readings(table("item,Ann,Bob", cells), Options())
    doubts = [doubt for one in ways if one.shape == "wide" for doubt in one.doubts]
    assert any("categories" in doubt for doubt in doubts) is said


@pytest.mark.parametrize(("again", "part"), [(6, True), (5, False)])
def test_what_tells_the_codings_of_one_item_apart(again, part):
    """Where three rows in ten come again for coder and item, a column may say which is which."""
    rows = [(f"i{n // 2}", "PQ"[n % 2], "xy"[n % 3 % 2], "a") for n in range(20 - again)]
    rows += [(item, who, "x", "b") for item, who, *_ in rows[:again]]
    ways = readings(table("item,rater,label,aspect", rows), Options())
    assert any("aspect" in (*one.item, *one.dimensions) for one in ways) is part
