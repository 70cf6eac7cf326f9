"""A table with a column for each coder: which columns these are, and which one names the items."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from accord._read.door.read_options import Options
from accord._read.tables import column_names as known
from accord._read.tables.computed_columns import computed
from accord._read.tables.lexicon import PROGRAMS
from accord._read.tables.roles import (
    POINTS,
    Column,
    Reading,
    Table,
    families,
    holds_coders,
    is_count,
    is_person,
    mark_of,
    named_coder,
    names_an_item,
    wide_item,
    with_numbers,
)
from accord.words.said import said

_ROUNDED = 0.03
"""Shares with two decimals may miss 1 by half a hundredth each, six of them by this."""

FEW_ROWS = 10
"""Of fewer rows nobody can tell what is usual in a column."""

TIMES_AS_MANY = 3
"""With few rows, and so many times as many columns, rows are more likely the coders."""

ROWS_WITH_ONE = 4
"""In so few rows, or fewer, two coders may have a single 1 in each by chance."""

VOTES = "table.doubt.votes"

ROWS_LOOKED_AT = 3000
"""Rows that are looked at for labels that come twice."""

INITIALS = range(2, 4)  # letters of initials; one letter and its number are a mark of their own

NAMED_ONCE = 0.75
"""Where items are called by a column, so many rows have a name of their own; of fewer, every item
has several rows, which are other coders, occasions or systems."""

COMPARED = 300
"""Where there are more columns, each is compared with the fullest, not with all the others."""

FULLEST = 30
"""The fullest of very many columns: together they have all labels."""


def wide_readings(table: Table, columns: list[Column], options: Options) -> Iterator[Reading]:
    """A column for each coder."""
    if options.coders is not None:
        item = options.item_columns or wide_item(table, columns, options.coders, options)
        mine = [c for c in columns if c.name in options.coders]
        apart = tuple(left_out(columns, mine, item, options))
        names = tuple(options.coders)
        yield Reading("wide", item, columns=names, why="as told", apart=apart)
        return
    chosen = coder_columns(columns, options)
    if chosen is None:
        yield from _items_or_coders(table, columns, options)
        yield from _dates_as_labels(table, columns, options)
    if chosen is None or [row[0].strip() for row in table.rows[:99]] == list(table.header[1:]):
        return  # rows called as the columns are: counts of two coders' pairs
    coders, why, doubts, others = chosen
    counted = computed(table, [c.name for c in coders])
    coders = [c for c in coders if c.name not in counted]
    names = tuple(c.name for c in coders)
    item = options.item_columns or wide_item(table, columns, names, options)
    apart = (*counted.items(), *left_out(columns, coders, item, options))
    if _several_labels(table, coders):
        return
    doubts = (*doubts, *_against_wide(table, columns, coders))
    turned = _turned(table, coders) and not options.coders
    if turned:
        doubts = (*doubts, said("table.doubt.turned", n=len(table.rows)))
    again = options.item is None and item and not _names_rows(table, item)
    if again:
        doubts = (*doubts, said("table.doubt.several-rows", name=" and ".join(item)))
    yield Reading("wide", item, columns=names, why=why, doubts=doubts, apart=apart)
    if again and _names_rows(table, item, NAMED_ONCE):
        yield Reading("wide", (), columns=names, why=why, doubts=doubts, apart=apart)
    if turned and options.shape is None:
        yield Reading("transposed", (), None, None, names, doubts=doubts[-1:])
    if others:
        both = {*names, *(c.name for c in others)}
        names = tuple(c.name for c in columns if c.name in both)
        yield Reading("wide", item, columns=names, why=why, doubts=doubts)


def _against_wide(table: Table, columns: list[Column], coders: list[Column]) -> Iterator[str]:
    """What speaks against a column for each coder: answers, categories, votes or shares."""
    if survey_of(columns) and not _named_as_coders(coders):
        yield said("table.doubt.respondents")
    if one_of_all(table, coders):
        yield said("table.doubt.one-hot")
    elif not _named_as_coders(coders) and votes_like(table, [c.name for c in coders]):
        yield said(VOTES)
    elif _only_numbered(coders):
        yield said("table.doubt.numbered")
    if _are_shares(table, columns):
        yield said("table.doubt.proportions")


def _names_rows(table: Table, item: tuple[str, ...], share: float = 1.0) -> bool:
    """Whether every row, or this share of them, has another item."""
    keys = set(zip(*(table.column(name) for name in item), strict=True))
    return len(keys) >= share * len(table.rows)


def survey_of(columns: list[Column]) -> tuple[known.Survey, list[Column]] | None:
    """The program that wrote a survey, and the columns of its questions."""
    plain = {c.name: "".join(c.words) for c in columns}
    there = set(plain.values())
    for survey in known.SURVEYS:
        if not any(told <= there for told in survey.told):
            continue
        if not survey.respondent and columns[0].kind != "dates":
            continue  # the time stands first
        rest = [
            c
            for c in columns
            if plain[c.name] not in survey.own
            and not (survey.endings and plain[c.name].endswith(survey.endings))
        ]
        return survey, rest
    return None


def _dates_as_labels(table: Table, columns: list[Column], options: Options) -> Iterator[Reading]:
    """Columns of the same days or times: labels only where the user says so, for most dates are
    not."""
    gone = {*options.item_columns, *options.ignore, options.gold}
    dates = [c for c in columns if c.kind == "dates" and c.name not in gone]
    dates = [c for c in dates if not c.about(known.DATES)]
    dates = [c for c in dates if any(c.meets(other) for other in dates if other is not c)]
    if len(dates) > 1:
        names = tuple(c.name for c in dates)
        item = options.item_columns or wide_item(table, columns, names, options)
        doubt = said("table.doubt.dates", names=" and ".join(names[:2]))
        yield Reading("wide", item, columns=names, doubts=(doubt,))


def _items_or_coders(table: Table, columns: list[Column], options: Options) -> Iterator[Reading]:
    """Columns that answer alike and are called as items and as coders may be: x1, x2, x3."""
    taken = {*options.item_columns, options.gold, *options.ignore, options.category}
    plain = [c for c in columns if c.is_plain and c.name not in taken and names_an_item(c.name)]
    letters = [c for c in plain if len(c.words[0]) == 1 and c.words[0].isalpha()]
    some = compared_columns(letters)
    alike = [c for c in letters if any(c.shares(other) for other in some if other is not c)]
    if len(alike) < 2 or named_coder(columns):
        return
    stems = {c.words[0] for c in alike}
    names = tuple(c.name for c in letters if c.words[0] in stems)
    item = options.item_columns or wide_item(table, columns, names, options)
    doubt = (said("table.doubt.coders-or-items"),)
    yield Reading("wide", item, columns=names, doubts=doubt)
    if options.shape is None and not item:
        yield Reading("transposed", (), None, None, names, doubts=doubt)


def _are_shares(table: Table, columns: list[Column]) -> bool:
    """Whether there are columns of decimals that add up to 1 in every row, but for rounding."""
    parts = [c.name for c in columns if all(_SHARE.fullmatch(v) for v in c.values)]
    at = table.at(parts)
    rows = [[float(row[c].strip() or 0) for c in at] for row in table.rows[:ROWS_LOOKED_AT]]
    whole = all(cell in (0, 1) for row in rows for cell in row)
    return not whole and len(rows) > 1 and all(abs(sum(row) - 1) < _ROUNDED for row in rows)


_SHARE = re.compile(r"0|1|0?\.[0-9]+|[01]\.0+")


def _turned(table: Table, coders: list[Column]) -> bool:
    """Whether columns that are only numbered are so many more than rows that these may be coders,
    as in a table that was turned."""
    bare = all(len(c.words) == 1 and c.words[0].isdecimal() for c in coders)
    return (
        bare and 1 < len(table.rows) <= FEW_ROWS and len(coders) >= TIMES_AS_MANY * len(table.rows)
    )


def _several_labels(table: Table, coders: list[Column]) -> bool:
    """Whether columns are called label 1, label 2 and never hold the same: one coder's labels."""
    marks = [mark_of(c) for c in coders]
    numbered = [mark for mark in marks if mark and mark[1].isdecimal() and len(mark[0]) > 1]
    if len(numbered) < len(marks) or any(w in known.CODERS for m in numbered for w in m[0].split()):
        return False
    at = table.at(c.name for c in coders)
    for row in table.rows[:ROWS_LOOKED_AT]:
        cells = [row[c].strip() for c in at if row[c].strip()]
        if len(set(cells)) < len(cells):
            return False
    return True


def one_of_all(table: Table, coders: list[Column]) -> bool:
    """Whether cells are 0 and 1, and every row has a single 1, as one-hot tables have."""
    at = table.at(c.name for c in coders)
    ones = [[row[c].strip() for c in at].count("1") for row in table.rows[:ROWS_LOOKED_AT]]
    flags = all(set(c.values) <= {"0", "1"} for c in coders)
    return flags and len(ones) > ROWS_WITH_ONE and set(ones) == {1}


def _named_as_coders(coders: list[Column]) -> bool:
    """Whether the name of each has a word for a coder, or all are known names of people."""
    return all(c.about(known.CODERS) or not known.PEOPLE.isdisjoint(c.words) for c in coders)


def votes_like(table: Table, names: Sequence[str]) -> bool:
    """Whether cells are counts whose sum varies less than independent columns' would.

    Coders who agree at all rise and fall together; votes for one category are lost to another.
    """
    at = table.at(names)
    rows = [[row[c].strip() or "0" for c in at] for row in table.rows[:ROWS_LOOKED_AT]]
    if not all(is_count(cell) for row in rows for cell in row):
        return False
    cells = [[int(cell) for cell in row] for row in rows]
    return max(map(sum, cells)) > 1 and _variance([*map(sum, cells)]) <= sum(
        map(_variance, zip(*cells, strict=True))
    )


def _variance(numbers: Sequence[int]) -> float:
    mean = sum(numbers) / len(numbers)
    return sum((number - mean) ** 2 for number in numbers)


def _only_numbered(coders: list[Column]) -> bool:
    """Whether columns are called class 1, class 2 …: a number behind what is no coder's word."""
    marks = [mark_of(c) for c in coders]
    numbered = [mark for mark in marks if mark and mark[1].isdecimal() and len(mark[0]) > 1]
    words = {word for mark in numbered for word in mark[0].split()}
    if not numbered or any(word in part for word in words for part in (known.CODERS, known.PEOPLE)):
        return False
    plain = known.BY_CODERS | ({"label", "labels"} if coders[0].kind == "labels" else set())
    return plain.isdisjoint(words)


def coder_columns(
    columns: list[Column], options: Options
) -> tuple[list[Column], str, tuple[str, ...], list[Column]] | None:
    """The columns that hold coders' labels, why, what speaks against it, and others like them."""
    taken = {*options.item_columns, options.gold, *options.ignore, options.category}
    columns = [_as_ratings(c, first=not at) for at, c in enumerate(columns)]
    plain = [c for c in columns if c.is_plain and c.name not in taken]
    free = [c for c in plain if not _apart(c)]
    family = _family(plain, columns) or _initialled(free)
    if family:
        coders, why = family
        if _has_dimensions(coders, plain):
            return None
    else:
        people = [c for c in free if is_person(c)]
        coders, why = people, "named like people or initials"
        if len(people) > 1:  # others who are called otherwise, and answer alike
            sure = {c.name for c in people}
            known_ones = compared_columns(people)
            coders = [c for c in free if c.name in sure or _is_stranger(c, known_ones)]
    if len(coders) > 1:
        coders, doubts = _alike(coders)
        mine = {c.name for c in coders} | taken
        unlike = [c for c in columns if c.kind in ("ids", "text") and not _apart(c)]
        others = [*free, *(replace(c, kind="labels") for c in unlike)]  # no two cells are alike
        others = [c for c in others if c.name not in mine]
        some = compared_columns(coders)
        others = [
            c
            for c in others
            if any(map(c.shares, some)) or _may_join(c, some) or _within(c, coders)
        ]
        others = [c for c in others if not (c.is_item_name or _is_beside(c))]
        if others and len(coders) > 1:
            shown = ", ".join(repr(c.name) for c in others[:4])
            doubts.append(said("table.doubt.also-coders", names=shown, n=len(others)))
        if len(coders) > 1:
            return coders, why, tuple(doubts), others
    about = (known.ABOUT, known.DATES, known.PRIVATE)
    fitting = [c for c in plain if not c.about(*about)]
    sharers = _sharing(free) or _sharing(fitting)
    if sharers is None:
        return None
    coders, why, sharing = sharers
    mine = {c.name for c in coders}
    rest = [c for c in fitting if c.name not in mine and not c.about(known.GOLD)]
    return coders, why, sharing, [c for c in rest if _within(c, coders)]


def _as_ratings(column: Column, first: bool) -> Column:
    """A column of which no two cells are alike as what it may be besides the name of an item: a
    ranking, ratings on a long scale, or the labels of few items. Of words, and of what stands
    first, only a coder's name tells."""
    if column.kind not in ("running", "ids") or column.is_item_name or column.is_coder_name:
        return column
    named = column.about(known.CODERS) or (is_person(column) and column.words != ("n",))
    numbers = _holds_numbers(column)
    if not named and (first or not numbers):
        return column
    few = len(column.values) <= POINTS and all(len(value) <= 2 for value in column.values)
    return replace(column, kind="labels" if not numbers else "scale" if few else "numbers")


def _within(column: Column, coders: list[Column]) -> bool:
    """Whether a column has labels of the coders only: who never gives one of them may be a coder,
    too; who gives others rates something else."""
    points = {value for c in coders for value in c.values}
    return column.values.keys() <= points and any(map(column.meets, compared_columns(coders)))


def _is_beside(column: Column) -> bool:
    """Whether a column beside those of coders is a label that all share, or a program's."""
    words = [word for word in column.words if word not in known.IDS]
    return bool(words) and all(
        word in known.CATEGORIES or word in known.MODELS or word == "judge" for word in words
    )


def _apart(column: Column) -> bool:
    """Whether a name says that a column is not one coder's; MS are somebody's initials as often as
    milliseconds."""
    initials = column.name.isupper() and is_person(column)
    return (
        column.about(known.GOLD, known.MODELS, known.PRIVATE, known.TOTALS)
        or (column.about(known.DATES) and not initials)
        or (bool(column.core) and all(word in known.ABOUT for word in column.core))
        or (column.is_item_name and (column.unique or column.words[-1:] == ("id",)))
        or not column.words
    )


def _family(plain: list[Column], columns: list[Column]) -> tuple[list[Column], str] | None:
    """The coders of the one family there is; columns that are only numbered are one, too."""
    alike = families(plain)
    if not alike:
        numbered = [c for c in plain if len(c.words) == 1 and c.words[0].isdecimal()]
        mine = {c.name for c in numbered}
        rows = any(c.is_coder_name or holds_coders(c) for c in columns if c.name not in mine)
        return None if len(numbered) < 2 or rows else (numbered, "columns without names")
    if len(alike) == 2:
        alike = _labels_of_named(alike)
    if len(alike) != 1:
        return None
    stem, family = alike.popitem()
    if any(len(several) > 1 for several in family.values()):
        return None
    return [several[0] for several in family.values()], f"named {stem!r} plus a number or name"


def _labels_of_named(
    alike: dict[str, dict[str, list[Column]]],
) -> dict[str, dict[str, list[Column]]]:
    """Of annotator1, annotator2 and label1, label2 the labels: beside them the others name who
    gave them."""
    (one, mine), (two, theirs) = alike.items()
    if mine.keys() != theirs.keys():
        return alike
    coders = [stem for stem in (one, two) if all(w in known.CODERS for w in stem.split())]
    labels = [stem for stem in (one, two) if any(w in known.CATEGORIES for w in stem.split())]
    return {labels[0]: alike[labels[0]]} if len(coders) == len(labels) == 1 else alike


def _initialled(free: list[Column]) -> tuple[list[Column], str] | None:
    """Columns of labels called alike but for initials: lb_response, ld_response; label_xy."""
    alike: dict[tuple[str, ...], list[Column]] = {}
    for column in free:
        first, *rest = column.words or ("",)
        *begin, last = column.words or ("",)
        for mark, others in ((first, rest), (last, begin)):
            named = not known.CATEGORIES.isdisjoint(others)
            if named and len(mark) in INITIALS and mark.isalpha() and not _is_known(mark):
                alike.setdefault(tuple(others), []).append(column)
    groups = [group for group in alike.values() if len(group) > 1]
    groups = [group for group in groups if all(c.meets(group[0]) for c in group)]
    marks = {word for c in groups[0] for word in (c.words[0], c.words[-1])} if groups else set()
    again = (
        [c for c in free if c not in groups[0] and not marks.isdisjoint(c.words)] if groups else []
    )
    if len(again) > 1:
        return None  # every coder has other columns, with other labels
    return (groups[0], "called alike but for initials") if len(groups) == 1 else None


def _is_known(word: str) -> bool:
    """Whether a short word has a meaning of its own: old and new are no initials."""
    lists = (known.IDS, known.ABOUT, known.DATES, known.CATEGORIES, known.ITEMS, known.TOTALS)
    return any(word in words for words in lists) or word in known.SHORT_WORDS


def _has_dimensions(coders: list[Column], plain: list[Column]) -> bool:
    """Whether every coder has other columns, with other labels: A_topic, A_stance, B_topic …"""
    own = [mark[1] for mark in map(mark_of, coders) if mark]
    beside = known.COMMENTS | known.DATES | known.SURENESS
    others: dict[tuple[str, ...], set[str]] = {}
    mine, marks = {c.name for c in coders}, set(own)
    for column in plain:
        words = {*column.words, *with_numbers(column.words)}
        for mark in marks & words:
            if column.name not in mine and not column.about(beside):
                rest = tuple(word for word in with_numbers(column.words) if word != mark)
                if not all(word in known.CODERS for word in rest):  # else it names the coder
                    others.setdefault(rest, set()).add(mark)
    return any(len(whose) == len(own) > 1 for whose in others.values())


def _is_stranger(column: Column, people: list[Column]) -> bool:
    """Whether a column is called by one unknown word, as a surname is, and answers as people do."""
    word = column.name.strip()
    common = (known.CATEGORIES, known.ABOUT, known.ITEMS, known.GOLD, known.MODELS, known.CODERS)
    return (
        word[:1].isupper()
        and word.isalpha()
        and not any(w in part for w in column.words for part in common)
        and any(column.shares(other) for other in people)
    )


def _alike(coders: list[Column]) -> tuple[list[Column], list[str]]:
    """Of columns called like coders those that answer alike: a few rows may differ by chance.

    Where two of them share their labels, a third with words of its own is something else.
    """
    some = compared_columns(coders)
    sharing = any(c.meets(o) for c in some for o in some if o is not c)
    alike = [
        c
        for c in coders
        if any(
            c.meets(o) if sharing and not _holds_numbers(c) else answers_as(c, o)
            for o in some
            if o is not c
        )
    ]
    mine = {c.name for c in alike}
    apart = [repr(c.name) for c in coders if c.name not in mine and len(c.values) > 1]
    doubts: list[str] = (
        [said("table.doubt.other-labels", names=", ".join(apart[:4]))] if alike and apart else []
    )
    numbers = [c for c in compared_columns(alike) if _holds_numbers(c)]
    words = [c for c in compared_columns(alike) if c not in numbers]
    if numbers and words and not any(c.meets(o) for c in numbers for o in words):
        shown = ", ".join(repr(c.name) for c in numbers[:4])
        doubts.append(said("table.doubt.numbers-and-words", names=shown))
    return alike, doubts


def compared_columns(columns: list[Column]) -> list[Column]:
    """The columns that others are compared with: all, or the fullest of very many."""
    if len(columns) <= COMPARED:
        return columns
    return sorted(columns, key=lambda c: -c.filled)[:FULLEST]


def answers_as(one: Column, other: Column) -> bool:
    """Whether two columns have the same answers; of few rows, answers of the same kind."""
    return one.meets(other) or (max(one.rows, other.rows) < FEW_ROWS and _same_kind(one, other))


def _may_join(column: Column, coders: list[Column]) -> bool:
    """Whether a column is called as people are, and could be a coder beside those of a family."""
    return is_person(column) and any(answers_as(column, coder) for coder in coders)


def _same_kind(one: Column, other: Column) -> bool:
    return one.kind == other.kind or (_holds_numbers(one) and _holds_numbers(other))


def _holds_numbers(column: Column) -> bool:
    cells = (value.lstrip("+-").replace(",", ".").replace(".", "", 1) for value in column.values)
    return all(map(str.isdecimal, cells))


def _sharing(columns: list[Column]) -> tuple[list[Column], str, tuple[str, ...]] | None:
    """The columns that share their categories, whatever they are called."""
    best: list[Column] = []
    for first in compared_columns(columns):
        group = [c for c in columns if c is first or c.shares(first)]
        if len(group) > len(best):
            best = group
    if len(best) < 2 or all(names_an_item(c.name) for c in best):
        return None
    return best, "they use the same labels", (said("table.doubt.questions"),)


def left_out(
    columns: list[Column], coders: list[Column], item: tuple[str, ...], options: Options
) -> Iterator[tuple[str, str]]:
    """Columns with the coders' categories that are not a coder's."""
    if options.gold:
        yield options.gold, "the reference, as told,"
    mine = {c.name for c in coders} | {*item, options.gold, *options.ignore}
    some = compared_columns(coders)
    for column in columns:
        if column.name in mine:
            continue
        if column.is_plain and any(column.shares(coder) for coder in some):
            if column.about(known.GOLD):
                yield column.name, "a gold standard or agreed label"
            elif column.about(known.MODELS, PROGRAMS) or column.words == ("judge",):
                yield column.name, "output of a model or judge"
            elif _is_beside(column):
                yield column.name, "an additional label"
