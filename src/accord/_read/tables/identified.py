"""Whether a table says itself what it is: only then is it read without a question.

That nothing speaks against a reading is not enough. The columns must be named after their roles in
words that mean nothing else (`lexicon`), and the cells must fit. Whatever does not fit is a
sentence that says why; the reading is then offered, not taken.

Long because every reason not to read a table at once stands here, one beside the other.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from math import isclose

from accord._read.door.read_options import Options
from accord._read.tables import column_names as known
from accord._read.tables.lexicon import (
    CODER_WORDS,
    DOCUMENT_WORDS,
    ITEM_WORDS,
    LABEL_WORDS,
    MARKED_CODER_WORDS,
    NAME_WORDS,
    REFERENCE_WORDS,
    ROMAN,
)
from accord._read.tables.roles import (
    ROLES,
    Column,
    Reading,
    Table,
    as_number,
    called,
    words_of,
)
from accord.errors import Setting
from accord.words.said import said


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


ROWS_LOOKED_AT = 20_000
"""Rows that are looked at for what depends on what; the study itself is checked on all."""

FEW_ROWS = 10
"""Of fewer rows nobody can tell what is usual in a column: one label in common is enough."""

SHARED = 0.5
"""Of two coders' labels at least so many of the smaller set are the other's, too: who never gives
one of five labels still shares four; columns of other questions share none or the odd one."""

SAME_LABELS = 0.5
"""A column beside the coders' with this share of its values among their labels may be one more."""

PART_OF_SCALE = 0.25
"""The highest number of the strictest coder reaches this part of the highest of all: 3 on a scale
to 10, but not 1 (a share) beside 100 (per cent), nor an answer beside an age."""

REPEATED = 0.8
"""Labels come again: with more different ones than this share of the cells, they are names,
measurements or texts."""

SUSPICIOUSLY_EQUAL = 30
"""With so many items and not one disagreement, the label may be the item's own, not the coders'."""

WORDS_OF_TOTAL = 4
"""A row called "mean of all coders" sums up; a sentence with the word mean is an item."""

ROWS_OF_FORM = 300
"""Rows that are looked at for what names of items have in common."""

ROWS_OF_A_CODER = 3
"""So many labels of a coder that are all the same, with other coders' others, are no accident."""

ITEMS_WITH_ANSWERS = 3
"""Two items may differ in all their labels; three whose labels never meet are three questions."""

ITEMS_WITH_OPTIONS = 100
"""Of so many items the labels show by themselves that they belong to items (`own_labels`), and no
measure pools them; of fewer it is asked here."""

MET = 0.2
"""Options of an item are given by two coders in at least so many items; two who toss coins between
two meet in half of them, between five in a fifth."""

ABOVE_ALL = 3
"""A last row with three times the largest number above it, in every column, is no rating."""

ROWS_ABOVE_SUM = 3
"""Below fewer rows, a row that is the sum of the others is no rarity."""

LAST_ROWS = 6
"""Where sums stand below a table: sum, mean, deviation, median, agreement, and an empty one."""

# What files are called that are parts of one study.
PARTS = _set(
    "train training test testing dev valid validation split fold part batch round wave phase day "
    "week teil runde partie lot parte ronda часть раунд results output"
)

# What items belong to as often as coders do: two languages may have an item 3 each.
CONTAINERS = _set(
    "language lang sprache langue idioma lingua dataset corpus korpus project projekt batch split "
    "subset domain genre topic thema source quelle country land"
)

# What rows are called that are no items: sums, and how well coders do.
SUMS = known.TOTALS | _set("precision recall accuracy fscore auc")

# What runs jobs and is called worker, too.
MACHINES = _set("gpu cpu tpu node host server pod thread process proc celery queue rank localhost")

# What is written beside a label and is none itself.
BESIDE = known.COMMENTS | known.DATES | known.SURENESS


def named_readings(table: Table, columns: Sequence[Column], options: Options) -> Iterator[Reading]:
    """The readings that the names of columns suggest, whether or not the cells fit."""
    gone = {*options.ignore, options.gold}
    free = [c for c in columns if c.name not in gone and c.kind != "empty"]
    families: dict[str, dict[str, str]] = {}
    for column in free:
        mark = mark_of_coder(column.name)
        if mark is not None:
            families.setdefault(mark[0], {}).setdefault(mark[1], column.name)
    families = {stem: family for stem, family in families.items() if len(family) > 1}
    if len(families) == 1:
        names = tuple(next(iter(families.values())).values())
        yield Reading("wide", columns=names, why="called by a word for coders and a mark")
    coders = [c.name for c in free if names_coders(c.name)]
    labels = [c.name for c in free if names_labels(c.name) and not is_reference(c)]
    if len(coders) == len(labels) == 1:
        why = f"{coders[0]!r} names the coders"
        yield Reading("long", coder=coders[0], category=labels[0], why=why)


def objection(
    table: Table, columns: Sequence[Column], reading: Reading, options: Options
) -> str | None:
    """Why a reading is not identified; None where the table says it itself."""
    if table.by_file and (odd := _not_a_coder(table, reading)):
        return said("table.doubt.file", name=odd)
    rule = _RULES.get(reading.shape)
    if rule is None or (reading.shape == "long" and reading.coder is None):
        return said(f"table.unsaid.{reading.shape}")
    gone = {*options.ignore, options.gold, options.anonymous}
    doubt = rule(table, [c for c in columns if c.name not in gone], reading)
    if doubt is None and reading.shape == "long" and not _labels_are_told(options):
        return _own_answers(table, columns, reading)
    return doubt


def _labels_are_told(options: Options) -> bool:
    """Whether the user says what labels are: sets, a list of them, or what they belong to."""
    return not (options.sets is options.categories is options.within is None)


def _not_a_coder(table: Table, reading: Reading) -> str | None:
    """The first of several files that is not a coder's: not called by a word for coders and a
    mark, and not named by the user one by one, or called as a part of a study is."""
    whose = dict.fromkeys(cells_of(table, table.rows, (reading.coder or table.header[-1],)))
    for name in whose:
        parts = PARTS.isdisjoint(words_of(name)) and REFERENCE_WORDS.isdisjoint(words_of(name))
        if mark_of_coder(name) is None and not (table.listed and parts):
            return name
    return None


def _long(table: Table, columns: Sequence[Column], reading: Reading) -> str | None:
    """One column of coders, one of labels, one of items, and no other that could be one."""
    assert reading.coder is not None
    assert reading.category is not None
    if unnamed := _unnamed_role(reading, reading.coder, reading.category):
        return unnamed
    by_name = {c.name: c for c in columns}
    if not _are_names(by_name[reading.coder]):
        return f"the cells of {reading.coder!r} do not look like names of coders"
    label = by_name[reading.category]
    if label.kind in ("text", "links", "private") or (label.unique and label.rows > FEW_ROWS):
        return f"the cells of {reading.category!r} do not look like labels"
    rows = table.rows[:ROWS_LOOKED_AT]
    items = cells_of(table, rows, reading.item)
    coders = cells_of(table, rows, (reading.coder,))
    labels = cells_of(table, rows, (reading.category,))
    return (
        _sums(table, reading.item[-1])
        or _several_each(items, coders)
        or _ticks(labels)
        or _of_coders(coders, labels)
        or _another_column(table, rows, columns, reading, items, coders)
        or _never_differs(items, labels)
    )


def _unnamed_role(reading: Reading, coder: str, category: str) -> str | None:
    """The first role of a long table whose column does not say that it has it."""
    if not names_coders(coder):
        return said("table.doubt.coder", name=coder)
    if not names_labels(category):
        return said("table.doubt.category", name=category)
    if not reading.item or not names_items(reading.item[-1]):
        return said("table.doubt.item", name=" and ".join(reading.item))
    occasions = [n for n in reading.item[:-1] if not known.OCCASIONS.isdisjoint(words_of(n))]
    return said("table.doubt.occasions", name=occasions[0]) if occasions else None


def _are_names(column: Column) -> bool:
    """Whether every cell names one coder: no text, and not several with a sign between them."""
    if column.kind in ("text", "lists", "links", "dates"):
        return False
    if all(not MACHINES.isdisjoint(words_of(value)) for value in [*column.values][:ROWS_OF_FORM]):
        return False
    return not all(any(sign in value for sign in ",;|") for value in column.values)


def cells_of(table: Table, rows: Sequence[Sequence[str]], names: Sequence[str]) -> list[str]:
    """The cells of a column, or of several as one."""
    at = table.at(names)
    if len(at) == 1:
        place = at[0]
        return [row[place].strip() for row in rows]
    return ["\x1f".join([row[c].strip() for c in at]) for row in rows]


def _several_each(items: list[str], coders: list[str]) -> str | None:
    """Coders code several items.

    That a coder codes an item twice is said when the study is built, with the row; that no item
    has two coders, by whoever compares: such codings can be read, joined and converted.
    """
    if len(set(coders)) == len(coders) and len(set(items)) > 1:
        return "every row has another coder: it could be a table about coders"
    return None


def _ticks(labels: list[str]) -> str | None:
    """One label and empty cells: whether they say no, or nothing, is for the user to say."""
    given = set(labels)
    if len(given) == 2 and "" in given:
        return said("table.doubt.ticks", name=max(given))
    return None


def _of_coders(coders: list[str], labels: list[str]) -> str | None:
    """Coders differ in what they give from item to item; their age or group stays the same."""
    given = set(labels) - {""}
    several = len(labels) >= ROWS_OF_A_CODER * len(set(coders))
    if several and len(given) > 1 and follows(coders, labels):
        return said("table.doubt.of-coders")
    return None


def _own_answers(table: Table, columns: Sequence[Column], reading: Reading) -> str | None:
    """Labels come again, and with other items: answers to different questions do not.

    Labels of one item alone that coders have in common are options of the item; that they belong to
    it is asked about when something is computed, with the remedy."""
    assert reading.category is not None
    if next(c for c in columns if c.name == reading.category).holds_numbers:
        return None
    rows = table.rows[:ROWS_LOOKED_AT]
    items = cells_of(table, rows, reading.item)
    labels = cells_of(table, rows, (reading.category,))
    pairs = [(label, item) for item, label in zip(items, labels, strict=True) if label]
    given, named = {label for label, _ in pairs}, {item for _, item in pairs}
    if len(named) < ITEMS_WITH_ANSWERS:
        return None
    if len(given) > REPEATED * len(pairs):
        return said("table.doubt.seldom")
    if len(given) > len(named) and follows(*zip(*pairs, strict=True)):
        met = len({item for (_, item), n in Counter(pairs).items() if n > 1})
        options = len(named) >= ITEMS_WITH_OPTIONS and met >= MET * len(named)
        return None if options else said("table.doubt.own-answers")
    return None


def _another_column(
    table: Table,
    rows: Sequence[Sequence[str]],
    columns: Sequence[Column],
    reading: Reading,
    items: list[str],
    coders: list[str],
) -> str | None:
    """A column that differs within items and within coders is a label, a question or a system."""
    used = {*reading.item, reading.coder, reading.category}
    for column in columns:
        if column.name in used or column.kind == "empty" or is_beside(column):
            continue
        if column.unique and column.kind != "text":
            continue  # the number of the row
        cells = cells_of(table, rows, (column.name,))
        by_item = follows(items, cells)
        if not by_item and column.about(known.OCCASIONS):
            return said("table.doubt.occasions", name=column.name)
        if not by_item and (column.about(CONTAINERS) or not follows(coders, cells)):
            return said("table.doubt.another", name=column.name)
    return None


def follows(first: Iterable[str], second: Iterable[str]) -> bool:
    """Whether the second of each pair follows from the first."""
    held: dict[str, str] = {}
    return all(held.setdefault(one, two) == two for one, two in zip(first, second, strict=True))


def _never_differs(items: list[str], labels: list[str]) -> str | None:
    several = sum(n > 1 for n in Counter(items).values())
    if several >= SUSPICIOUSLY_EQUAL and follows(items, labels):
        return "no two coders ever differ: it could be the item's own label"
    return None


def _wide(table: Table, columns: Sequence[Column], reading: Reading) -> str | None:
    """Columns called by one word for coders and a mark, with one set of labels, and no other."""
    marks = [mark_of_coder(name) for name in reading.columns]
    stems = {mark[0] for mark in marks if mark}
    if None in marks or len(stems) != 1:
        odd = next((n for n, m in zip(reading.columns, marks, strict=True) if m is None), None)
        return said("table.doubt.column", name=odd or reading.columns[0])
    if len({mark[1] for mark in marks if mark}) < len(marks):
        return "two columns are one coder's"
    mine = [c for c in columns if c.name in reading.columns]
    others = [c for c in columns if c.name not in (*reading.columns, *reading.item)]
    places = table.at(reading.columns)
    called_so = {name.strip().casefold() for name in reading.columns}
    return (
        _row_names(table, columns, reading)
        or _computed_row(table, mine)
        or _ticks([row[at].strip() for row in table.rows[:ROWS_LOOKED_AT] for at in places])
        or _are_people(mine)
        or _one_set(mine)
        or _named_columns(others, {mark[1] for mark in marks if mark})
        or _named_columns(others, called_so)
        or _with_the_marks(others, {mark[1] for mark in marks if mark})
        or _same_labels(mine, others)
        or _one_of_them(table, columns, reading)
    )


def _row_names(table: Table, columns: Sequence[Column], reading: Reading) -> str | None:
    """The rows must be items: called so, or not called at all."""
    named = [c for c in columns if c.name not in reading.columns and names_items(c.name)]
    keys = [c for c in columns if c.name in reading.item]
    if len(reading.item) == 1 and not all(c.unique for c in keys):
        return said("table.doubt.several-rows", name=reading.item[0])
    if named and not any(c.unique for c in named) and len(reading.item) < 2:
        return said("table.doubt.several-rows", name=named[0].name)
    for column in keys:
        if not names_items(column.name) and column.kind != "text":
            return said("table.doubt.item", name=column.name)
    coders = {name.strip().casefold() for name in reading.columns}
    for column in columns[:1]:
        if column.name not in reading.columns and coders & {v.casefold() for v in column.values}:
            return "rows are called as the coders are"
    return next(filter(None, (_sums(table, c.name) for c in columns[:3])), None)


def _sums(table: Table, name: str) -> str | None:
    """A row above or below the items that sums them up, or has no name."""
    at = table.header.index(name)
    outer = [row[at].strip() for row in (*table.rows[:1], *table.rows[-LAST_ROWS:])]
    for cell in outer:
        words = words_of(cell)
        if len(words) <= WORDS_OF_TOTAL and not SUMS.isdisjoint(words):
            return said("table.doubt.sums", name=cell)
    inner = [row[at] for row in table.rows[1:-LAST_ROWS][:ROWS_OF_FORM]]
    odd = _called_otherwise(inner, outer)
    if odd is not None and names_items(name):
        return said("table.doubt.called-otherwise", name=odd)
    if names_items(name) and outer and not outer[-1] and sum(map(bool, table.column(name))) > 1:
        return f"the last row has no {name!r}: it could sum up the others"
    return None


def _computed_row(table: Table, mine: Sequence[Column]) -> str | None:
    """A last row without a name that has the sums or means of the columns above it."""
    if len(table.rows) <= ROWS_ABOVE_SUM or not all(c.holds_numbers for c in mine):
        return None
    columns = [[_float(row[at]) for row in table.rows] for at in table.at([c.name for c in mine])]
    if all(_is_computed(numbers[:-1], numbers[-1]) for numbers in columns):
        return said("table.doubt.computed")
    return None


def _float(cell: str) -> float | None:
    try:
        return as_number(cell.strip())
    except ValueError:
        return None


def _is_computed(above: Sequence[float | None], last: float | None) -> bool:
    """Whether a number is the sum of others, far above all, or a fraction below whole numbers."""
    numbers = [number for number in above if number is not None]
    if last is None or not numbers:
        return False
    whole = all(number.is_integer() for number in numbers)
    far = abs(last) > ABOVE_ALL * max(map(abs, numbers))
    return far or isclose(last, sum(numbers)) or (whole and not last.is_integer())


def _called_otherwise(inner: list[str], outer: list[str]) -> str | None:
    """The name of the first or last row, where it is a word and all the others have a number."""
    if len(inner) < FEW_ROWS or not all(any(map(str.isdecimal, cell)) for cell in inner):
        return None
    return next((cell for cell in outer if cell and not any(map(str.isdecimal, cell))), None)


def _one_set(mine: Sequence[Column]) -> str | None:
    """All coders have the same labels, and these come again."""
    odd = next((c for c in mine if not c.is_plain and c.filled), None)
    if odd is not None:
        return f"the cells of {odd.name!r} do not look like labels"
    filled = [c for c in mine if c.filled]
    if len(filled) < 2:
        return "fewer than two of the columns have labels"
    if all(c.holds_numbers for c in filled):
        return _one_scale(filled)
    return _one_vocabulary(filled)


def _one_vocabulary(filled: Sequence[Column]) -> str | None:
    """Names of labels, most of which coders share and give again and again."""
    for one, two in combinations(filled[:40], 2):
        few = max(one.filled, two.filled) < FEW_ROWS
        least = 1.0 if few else SHARED * min(len(one.values), len(two.values))
        if len(one.values.keys() & two.values.keys()) < max(1.0, least):
            fold = f"add {Setting('fold', True)} if they differ in spelling only"
            return f"{one.name!r} and {two.name!r} have different labels ({fold})"
    different = {value for c in filled for value in c.values}
    if len(filled[0].values) > 1 and len(different) > REPEATED * sum(c.filled for c in filled):
        return said("table.doubt.seldom")
    return None


def _one_scale(columns: Sequence[Column]) -> str | None:
    """Numbers of one scale: no coder stays in a small part of it, however strict."""
    highest = [max(map(abs, c.range)) for c in columns]
    low = min(range(len(columns)), key=highest.__getitem__)
    if highest[low] < PART_OF_SCALE * max(highest):
        return f"{columns[low].name!r} has much smaller numbers"
    return None


def _are_people(mine: Sequence[Column]) -> str | None:
    """Cells that are names of people say who coded, not what."""
    if all(word in NAME_WORDS for c in mine for v in c.values for word in words_of(v) or ("",)):
        return said("table.doubt.people", name=mine[0].name)
    return None


def _named_columns(others: Sequence[Column], marks: set[str]) -> str | None:
    """A column whose cells are the marks of the others chooses among these: winner, best."""
    for column in others:
        if (
            len(column.values) > 1
            and {value.strip().casefold() for value in column.values} <= marks
        ):
            return f"{column.name!r} chooses among the columns"
    return None


def _with_the_marks(others: Sequence[Column], marks: set[str]) -> str | None:
    """Other columns with the same marks are the labels, or answers to other questions."""
    rests: dict[tuple[str, ...], list[str]] = {}
    for column in others:
        if column.kind == "empty" or is_beside(column):
            continue
        for mark in marks & set(column.words):
            rest = tuple(word for word in column.words if word != mark)
            rests.setdefault(rest, []).append(column.name)
    twice = next((names for names in rests.values() if len(names) > 1), None)
    return f"{twice[0]!r} and {twice[1]!r} could hold the coders' labels" if twice else None


def _same_labels(mine: Sequence[Column], others: Sequence[Column]) -> str | None:
    """Another column with these labels that is not known to be a reference or a model."""
    labels = {value for c in mine for value in c.values}
    for column in others:
        if column.kind in ("empty", "running") or is_reference(column) or is_beside(column):
            continue
        if names_items(column.name) and column.unique:
            continue
        values = column.values.keys()
        if mark_of_coder(column.name) is not None or (
            len(values & labels) >= SAME_LABELS * len(values) and len(values) <= max(len(labels), 2)
        ):
            return said("table.doubt.same-labels", name=column.name)
    return None


def _one_of_them(table: Table, columns: Sequence[Column], reading: Reading) -> str | None:
    """In every row one column is filled, or one is 1, or all differ: who had the item, or which
    coders were compared."""
    at = table.at(reading.columns)
    rows = [[row[c].strip() for c in at] for row in table.rows[:ROWS_LOOKED_AT]]
    if all(sum(map(bool, row)) < 2 for row in rows):
        return "no row has the labels of two coders"
    pairs = [[cell for cell in row if cell] for row in rows]
    counted = any(c.kind == "numbers" for c in columns if c.name in reading.columns)
    if not counted and all(len(set(row)) == len(row) for row in pairs):
        return "in no row are two labels the same: the cells could name coders"
    if len(rows) > 2 and all(set(row) <= {"0", "1"} and row.count("1") == 1 for row in rows):
        return "exactly one column is 1 in every row"
    return None


def _contingency(table: Table, columns: Sequence[Column], reading: Reading) -> str | None:
    """Counts of pairs of labels; distances and numbers of shared things are symmetric."""
    corner = table.header[0].strip()
    if not corner.startswith("column ") and not _is_corner(corner):
        return said("table.doubt.corner", name=corner)
    cells = [[int(cell) for cell in row[1:]] for row in table.rows]
    size = range(len(cells))
    if max(map(max, cells)) == 1:
        return said("table.doubt.ones")
    if not any(cells[n][n] for n in size):
        return "the diagonal is empty: it could be a table of distances"
    if len(cells) > 2 and all(cells[a][b] == cells[b][a] for a in size for b in size):
        return "it is symmetric: it could count what things have in common"
    return None


def _is_corner(name: str) -> bool:
    """Whether the corner of a table of counts names coders or labels: rater A / rater B."""
    return any(_is_word(word, MARKED_CODER_WORDS | LABEL_WORDS) for word in words_of(name))


def _lists(table: Table, columns: Sequence[Column], reading: Reading) -> str | None:
    """A list of labels beside a list of as many coders, both named so."""
    assert reading.category is not None
    if not names_labels(reading.category):
        return f"{reading.category!r} does not say that it holds the labels of several coders"
    if reading.coder is None:
        return "nothing says whose labels stand in a cell"
    return None if names_coders(reading.coder) else f"{reading.coder!r} does not name coders"


_RULES: dict[str, Callable[[Table, Sequence[Column], Reading], str | None]] = {
    "long": _long,
    "wide": _wide,
    "contingency": _contingency,
    "lists": _lists,
}

# Items -------------------------------------------------------------------------------------------


ITEMS_LOOKED_AT = 3000
"""Items that are looked at, with all their rows, for what depends on what."""


def within_document(
    table: Table, columns: list[Column], item: str, taken: set[str]
) -> tuple[str, ...]:
    """The item with its document, where the same name stands in several documents."""
    for column in columns:
        document = column.about(known.DOCUMENTS) and column.kind not in ("text", "empty", "dates")
        if document and column.name not in taken and not column.unique:
            held: dict[str, str] = {}
            pairs = zip(table.column(item), table.column(column.name), strict=True)
            if any(held.setdefault(name, place) != place for name, place in pairs):
                return (column.name, item)
    return (item,)


def long_item(
    table: Table, columns: list[Column], taken: set[str], coder: str | None = None
) -> tuple[str, ...]:
    """The columns of the item of a long table: cells repeat, once for each coder."""
    exact = [called([c.name], ROLES["item"]) is not None for c in columns]
    ranked: list[tuple[int, int, Column]] = []
    for at, (column, usual) in enumerate(zip(columns, exact, strict=True)):
        odd = ("empty", "dates", "lists", "private", "links", "flags")
        if column.name in taken or (column.kind in odd and not usual):
            continue
        text = column.kind == "text"
        numbered = any(word in known.IDS for word in column.words)
        if usual:
            rank = 0
        elif column.is_item_name and not text:
            document = column.about(known.DOCUMENTS)
            rank = (1 if numbered else 2) + (2 if document else 0)
        elif column.kind in ("ids", "running") or (numbered and len(column.values) > 3):
            rank = 6
        elif text and not column.about(known.COMMENTS - {"comment"}):
            rank = 7
        else:
            continue
        if column.is_flag and column.rows > 3:
            rank += 20  # a label called question, say
        elif column.unique and column.rows > 3:
            rank += 10  # every row has its own: the row's name, or one coding an item
        elif coder and _may_be_label(column, rank) and _is_coded_again(table, column, coder):
            rank += 20  # a label whose name has a word for items
        ranked.append((rank, at, column))
    if not ranked:
        return ()
    best = min(ranked, key=lambda one: one[:2])[2].name
    return within_document(table, columns, best, {*taken, best})


def _may_be_label(column: Column, rank: int) -> bool:
    """Whether other words in the name of a possible item say that it may be a label."""
    pure = all(word in known.ITEMS for word in column.core)
    return rank in (2, 6) and column.is_plain and (not pure or column.is_category_name)


def _is_coded_again(table: Table, column: Column, coder: str) -> bool:
    """Whether coders would have several rows for most cells of a column, if these were items."""
    who, at = table.header.index(coder), table.header.index(column.name)
    rows = table.rows[:ITEMS_LOOKED_AT]
    return len({(row[at], row[who]) for row in rows}) < 0.5 * len(rows)  # two rows a pair or more


# Names ------------------------------------------------------------------------------------------

_SINGULAR = (("ies", "y"), ("es", ""), ("s", ""))


def _is_word(word: str, words: frozenset[str]) -> bool:
    """Whether a word, or what it is the plural of, is among some."""
    if word in words:
        return True
    endings = ((word[: -len(old)] + new) for old, new in _SINGULAR if word.endswith(old))
    return any(one in words for one in endings)


def _only(name: str, words: frozenset[str], allowed: frozenset[str]) -> bool:
    """Whether a name has a word of its role, and beside it only words that leave the meaning."""
    own = words_of(name)
    return any(_is_word(word, words) for word in own) and all(
        _is_word(word, words) or word in allowed for word in own
    )


_NAMING = _set("id ids nr no num number name names code key # the of anon username")


def names_coders(name: str) -> bool:
    """Whether a column says that its cells are names of coders.

    >>> names_coders("rater_id"), names_coders("user"), names_coders("annotator notes")
    (True, False, False)
    """
    return _only(name, CODER_WORDS, _NAMING)


def names_labels(name: str) -> bool:
    """Whether a column says that its cells are labels that somebody gave.

    >>> names_labels("Label"), names_labels("coder rating"), names_labels("price")
    (True, True, False)
    """
    return _only(name, LABEL_WORDS, CODER_WORDS | ITEM_WORDS | {"id", "name", "value", "text"})


def names_items(name: str) -> bool:
    """Whether a column says that its cells name items, or what items lie in.

    >>> names_items("tweet_id"), names_items("S No"), names_items("price")
    (True, True, False)
    """
    words = ITEM_WORDS | DOCUMENT_WORDS
    return name.startswith("column ") or _only(name, words, _NAMING | {"s", "sr", "sl", "lfd"})


def mark_of_coder(name: str) -> tuple[str, str] | None:
    """The word for a coder and the mark of one, where a name is these two: ("rater", "1").

    A word for labels may stand beside them: rater 1 label.

    >>> mark_of_coder("Rater B"), mark_of_coder("Annotator Søren"), mark_of_coder("rater_age")
    (('rater', 'b'), ('annotator', 'soren'), None)
    """
    words = words_of(name)
    coders = [word for word in words if word in MARKED_CODER_WORDS]
    rest = [word for word in words if word not in MARKED_CODER_WORDS and word not in _BLANK]
    labels = [word for word in rest if _is_word(word, LABEL_WORDS)]
    marks = [word for word in rest if word not in labels]
    if len(coders) != 1 or len(marks) != 1 or len(labels) > 1 or not _is_mark(marks[0]):
        return None
    return " ".join([coders[0], *labels]), marks[0]


_BLANK = _set("nr no num number #")  # not id or name: rater1_id holds the rater's


def _is_mark(word: str) -> bool:
    single = len(word) == 1 and word.isalpha()
    year = len(word) == 4 and word[:2] in ("19", "20")  # one coder in two years
    return (word.isdecimal() and not year) or single or word in ROMAN or word in NAME_WORDS


def is_reference(column: Column) -> bool:
    """Whether a column's name says that it is agreed, computed, or a program's."""
    return any(word in REFERENCE_WORDS for word in column.words)


def is_beside(column: Column) -> bool:
    """Whether a column is what coders write beside a label: a comment, a time, how sure."""
    return column.kind in ("dates", "private") or any(word in BESIDE for word in column.words)
