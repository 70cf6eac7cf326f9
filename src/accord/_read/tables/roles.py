"""A table, and the evidence for what each of its columns is: its name and what stands in it.

Long because names, cells and neighbours of a column are weighed in one place.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cached_property, partial
from itertools import pairwise
from typing import Any

from accord._read.door.read_options import Options
from accord._read.tables import column_names as known
from accord.errors import DataError
from accord.model.names import stripped_cells


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# Role → names that columns of this role have, the surest first.
ROLES: Mapping[str, tuple[str, ...]] = {
    "item": _names(
        "item item_id unit subject task task_id question example example_id instance instance_id "
        "orig_id hitid _unit_id utterance sentence_id id"
    ),
    "coder": _names(
        "coder annotator annotator_id rater rater_id judge worker worker_id workerid _worker_id "
        "user user_id username observer labeler labeller annotated_by model"
    ),
    "category": _names(
        "category label labels value code class tag rating answer response score annotation choice "
        "judgment judgement"
    ),
    "document": _names("document doc doc_id file filename text_id dialogue"),
    "begin": _names("begin start onset start_offset begin_offset"),
    "end": _names("end stop offset_end end_offset offset"),
}

LISTS = "\x1f"  # separates the labels of a list inside a cell of a table that came with real lists

KEY = " · "  # between the parts of an item that several columns make

ROW = "row"  # what the item is called where it is the number of the row

EVERYBODY = ["*"]
"""All who are named in a column of coders, programs and references, too."""

ROWS_SEEN = 4000
"""Rows that are looked at for evidence; what is built from a table is checked on all."""

CODERS_NAMED = 12
"""Coders who are named in the line of what was taken for what."""


@dataclass(frozen=True, slots=True)
class Table:
    """Columns of cells, all strings, and where each row stands in the file.

    `lists` names columns whose cells were lists, now joined by a separator that does not occur
    in text; `places` is where rows stand, when they come from several files, and `lacking` has the
    columns that one of these files does not have. Names in `twice` had two columns, now "name (2)".
    `by_file` says where coders are named who have a file each ("file", "folder"), as nothing but
    these names tells; `listed`, whether the user named each of the files.
    """

    source: str
    header: tuple[str, ...]
    rows: Sequence[Sequence[str]]
    lines: Sequence[int]
    notes: tuple[str, ...]
    lists: frozenset[str] = frozenset()
    places: list[str] = field(default_factory=list)
    lacking: Mapping[str, str] = field(default_factory=dict)
    twice: tuple[str, ...] = ()
    by_file: str = ""
    listed: bool = False

    def used(self, *names: str | None) -> None:
        """Refuse columns that are used and that some of the files do not have."""
        for name in names:
            if name is not None and name in self.lacking:
                raise DataError(
                    f"{self.lacking[name]}: no column {name!r}, which is read in the other files; "
                    "call the columns that are used the same in all files"
                )

    def column(self, name: str) -> Sequence[str]:
        """The cells of one column, without the space around them."""
        if name not in self.header:
            raise DataError(
                f"{self.source}: no column {name!r}. Columns: {', '.join(self.header[:20])}"
            )
        return stripped_cells(self.rows, [self.header.index(name)])

    def at(self, names: Iterable[str]) -> list[int]:
        """Where columns stand."""
        places = {name: at for at, name in reversed([*enumerate(self.header)])}
        return [places[name] for name in names]

    def where(self, times: int = 1) -> Sequence[str]:
        """The place of each row, for error messages; of each of so many cells of it."""
        if self.places:
            return [place for place in self.places for _ in range(times)]
        return Places(self.source, self.lines, times)


def only_rows(table: Table, kept: list[int], note: str) -> Table:
    """The table with some of its rows."""
    return replace(
        table,
        rows=[table.rows[n] for n in kept],
        lines=[table.lines[n] for n in kept],
        places=[table.places[n] for n in kept] if table.places else [],
        notes=(*table.notes, note),
    )


@dataclass(frozen=True, slots=True)
class Places(Sequence[str]):
    """Where rows stand, put into words when somebody asks: there may be millions."""

    source: str
    lines: Sequence[int]
    times: int = 1

    def __len__(self) -> int:
        return len(self.lines) * self.times

    def __getitem__(self, at: Any) -> Any:
        return f"{self.source}:{self.lines[at // self.times]}"


@dataclass(frozen=True, slots=True)
class Roles:
    """The columns of a table by role: long (coder and category) or wide (coders)."""

    item: str | None = None
    coder: str | None = None
    category: str | None = None
    document: str | None = None
    begin: str | None = None
    end: str | None = None
    coders: tuple[str, ...] = ()
    about: tuple[str, ...] = ()

    def describe(self) -> str:
        """What was taken for what, in one line."""
        parts = [f"{role}={getattr(self, role)}" for role in ROLES if getattr(self, role)]
        if self.coders:
            more = f" … {len(self.coders)} in total" if len(self.coders) > CODERS_NAMED else ""
            parts.append(f"coders={','.join(self.coders[:CODERS_NAMED])}{more}")
        if self.about:
            parts.append(f"about={','.join(self.about)}")
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a table: its shape, its columns, why, and what speaks against it.

    `columns` are the coders' columns of a wide table, the items' of a transposed one, the
    categories' of counts and one-hot tables; no `item` is the number of the row. `apart` are
    columns with labels that are left out, with the reason. `by_file` is that of the table.
    `votes` is how many voted, where a table has only a part of the votes; `where` are the
    conditions of rows without those that sum up.
    """

    shape: str
    item: tuple[str, ...] = ()
    coder: str | None = None
    category: str | None = None
    columns: tuple[str, ...] = ()
    dimensions: tuple[str, ...] = ()
    why: str = ""
    doubts: tuple[str, ...] = ()
    apart: tuple[tuple[str, str], ...] = ()
    by_file: str = ""
    votes: str | None = None
    where: tuple[str, ...] = ()

    @property
    def certain(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.doubts

    @property
    def is_survey(self) -> bool:
        """Whether rows are those of respondents, as the columns of a program for surveys tell."""
        return self.shape == "transposed" and bool(self.why)

    @property
    def settings(self) -> dict[str, Any]:
        """The keywords of `accord.read` that ask for this reading."""
        return {**self._settings, "where": list(self.where)} if self.where else self._settings

    @property
    def _settings(self) -> dict[str, Any]:
        item: Any = self.item[0] if len(self.item) == 1 else list(self.item) or ROW
        settings: dict[str, Any] = {"item": item}
        if self.shape == "dimensions":
            settings["dimensions"] = list(self.dimensions)
            own = {"coder": self.coder, "category": self.category}
            own |= {"coder": None, "coder_from": self.by_file} if self.by_file else {}
            return {**settings, **{role: name for role, name in own.items() if name}}
        if self.shape == "shares":
            return {**settings, "category": self.category, "votes": self.votes}
        if self.shape == "grid":
            cells = {"item": ["column", ROW], "coder": self.by_file, "category": "value"}
            return {"rows": f"[{ROW}].{{column}}", "shape": "long", **cells}
        if self.shape == "contingency" and self.votes:
            return {"shape": self.shape, "coders": list(self.columns)}
        settings = {"shape": self.shape, **settings}
        if self.shape == "transposed":
            return {"shape": self.shape, "coder": self.coder or ROW, "item": list(self.columns)}
        if self.by_file:
            settings["coder_from"] = self.by_file
        elif self.coder or self.shape == "long":
            settings["coder"] = self.coder or ROW
        if self.category:
            settings["category"] = self.category
        # The order of rows in a table of counts is none of its categories: it would make a scale.
        if self.columns and self.shape != "contingency":
            settings["coders" if self.shape == "wide" else "categories"] = list(self.columns)
        return {**settings, "votes": self.votes} if self.votes else settings


def called(header: Sequence[str], names: Sequence[str], taken: Collection[str] = ()) -> str | None:
    """The column that has the first of these names that any has, case and spaces apart."""
    lowered = {name.lower().strip(): name for name in reversed(header) if name not in taken}
    return next((lowered[name] for name in names if name in lowered), None)


def named_columns(source: str, header: Sequence[str], wanted: Sequence[str]) -> tuple[str, ...]:
    """The columns that are named, or that fit a pattern like 'worker_*', in their order.

    >>> named_columns("t.csv", ["id", "worker_1", "worker_2"], ["worker_*"])
    ('worker_1', 'worker_2')
    """
    names: dict[str, None] = {}
    for name in wanted:
        fitting = [name] if name in header else [c for c in header if fnmatchcase(c, name)]
        if not fitting:
            near = [c for c in header if c.strip().lower() == name.strip().lower()]
            if not near:
                raise DataError(f"{source}: no column {name!r}. Columns: {', '.join(header[:20])}")
            fitting = near[:1]
        names.update(dict.fromkeys(fitting))
    return tuple(names)


# Evidence ---------------------------------------------------------------------------------------

_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[a-zA-Z]{2,}")
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}|(?:[0-9a-fA-F]{0,4}:){3,7}[0-9a-fA-F]{0,4}")
_URL = re.compile(r"(?:https?|ftp)://\S+|www\.\S+")
_DATE = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ].*)?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}(?:[ ,].*)?"
    r"|\d{1,2}:\d{2}(?::\d{2})?(?:[.:,]\d+)?(?:\s?[ap]m)?"
    r"|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d{4}.*|\d{1,2}\.? [A-Z][a-zä]{2,8}\.? \d{4}.*",
    re.IGNORECASE,
)
_LISTED = re.compile(r"\[.*\]|\{.*\}|\(.*,.*\)", re.DOTALL)
_NUMBER = re.compile(r"[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][-+]?\d+)?%?", re.ASCII)
_ORDER = re.compile(r"\s*[>=]\s*")
NOT_SHARED = "no item was coded by two coders"  # a doubt, and a reason not to offer a reading
PLAIN = ("labels", "scale", "flags", "numbers")  # kinds of content that can be somebody's labels


_MOSTLY = 0.75
"""Coders of one scale may leave out or prefer a category; questions share few answers."""

HALF = 0.5
"""Where less than half of it is in common, two columns are about different things: an age and a
year, the answers to two questions."""

LIKE_MOST = 0.8
"""Two cells in ten may be errors, or notes of people who had no other place for them."""

CELLS_LIKE = 500
"""Different cells that are looked at for what most are: enough to tell eight of ten."""

NAMES_OF_CODERS = 50
"""Names in cells that are looked at for whether coders are called so: more only take longer."""

WORDS_OF_CODER = 4
"""A sentence may have a word for coders, too, but not in every cell so few words."""

TRUTHS_TOLD = 3
"""Yes, no, and one sign for neither; more are a scale."""

NEW_CELLS = 0.3
"""Labels come again: of free text, three cells in ten or more are new ones."""

FEW_NEW = 5
"""So many different cells are no sign of free text, however few rows there are."""

NAMED_IN_WORDS, NAMED_IN_SENTENCES = 8, 4
"""Categories that are named in several words, and in whole sentences: no study has more of them."""

WORDS_OF_SENTENCE = 6
"""Words of a whole sentence, on average."""

WORDS_OF_TEXT, LETTERS_OF_TEXT = 4, 45
"""Four words, or 45 letters of a language without spaces: longer than names of categories."""

WORDS_OF_TITLE = 2.5
"""Names that never come again have one or two words; more are titles and texts."""

ROWS_OF_IDS = 3
"""In so few rows, or fewer, labels may all differ by chance; in more they name the rows."""

LONGEST_SCALE = 12
"""No scale is longer: more different whole numbers name something."""

POINTS, HIGHEST = 11, 100
"""A scale has the points 0 to 10 at most, and ends at 100 (per cent) at the latest."""

NO_RATING = 100_000
"""No rating is larger; counts of something are, and come again."""


@dataclass(frozen=True)  # no slots: the range of its numbers is found once
class Column:
    """What is known of a column: the words of its name, how its cells look, what they are.

    `kind` is "empty", "running" (1, 2, 3 …), "ids", "dates", "private" (e-mail, network address),
    "links", "text", "lists", "flags" (yes and no), "scale" (few whole numbers), "numbers" or
    "labels".
    """

    name: str
    words: tuple[str, ...]
    rows: int
    filled: int
    values: Mapping[str, int]
    kind: str

    @property
    def unique(self) -> bool:
        """Whether no cell is empty and no two are alike."""
        return self.rows > 1 and len(self.values) == self.filled == self.rows

    @property
    def core(self) -> tuple[str, ...]:
        """The words without numbers, single letters and those that only say "identifier"."""
        return tuple(w for w in self.words if len(w) > 1 and w.isalpha() and w not in known.IDS)

    def about(self, *lists: frozenset[str]) -> bool:
        """Whether a word of the name is in one of the lists."""
        return any(not words.isdisjoint(self.words) for words in lists)

    @property
    def is_item_name(self) -> bool:
        """Whether the name is one that items have."""
        if not self.words or self.words[0] in ("unnamed", "column"):
            return True
        if self.words[0] in known.KINDS or self._counts_items:
            return False
        pure = {"s", "sl", "sr", "index", "lfd", "serial"} | known.IDS - {"name", "names", "code"}
        return pure.issuperset(self.words) or any(word in known.ITEMS for word in self.core)

    @property
    def _counts_items(self) -> bool:
        """Whether the name says how many there are: num_utterances, number of items."""
        several = self.words[-1][-1:] == "s" and self.words[-1] in known.ITEMS
        return len(self.words) > 1 and self.words[0] in known.HOW_MANY and several

    @property
    def is_coder_name(self) -> bool:
        """Whether the name is one that a column of coders has: no number or letter behind it."""
        others = (known.CATEGORIES, known.COMMENTS, known.DATES, known.COUNTS, known.GOLD)
        called_so = any(w in known.CODERS for w in self.core) and self.words[0] not in known.COUNTS
        numbers = sum(word.isdecimal() for word in self.words)
        both = numbers > 1 and not known.AND.isdisjoint(self.words)  # annotators 1 and 2
        return (
            called_so
            and (both or not any(word.isdecimal() or len(word) == 1 for word in self.words[1:]))
            and not self.about(known.PRIVATE, known.ABOUT - {"comment"}, frozenset({"of", "per"}))
            and not any(word in part for word in self.core for part in others)
        )

    @property
    def is_category_name(self) -> bool:
        """Whether the name is one that a column of labels has."""
        return any(word in known.CATEGORIES or word == "code" for word in self.words)

    @property
    def is_private(self) -> bool:
        """Whether its cells may tell who somebody is."""
        return self.kind == "private" or self.about(known.PRIVATE)

    @property
    def is_plain(self) -> bool:
        """Whether its cells could be labels."""
        return self.kind in PLAIN

    @property
    def is_flag(self) -> bool:
        """Whether every cell is 0 or 1."""
        return self.kind == "flags" and set(self.values) <= {"0", "1"} and self.filled == self.rows

    @property
    def holds_numbers(self) -> bool:
        """Whether every cell is a number, or stands for a missing one."""
        return bool(self.values) and all(
            is_number(value) for value in self.values if value not in known.MISSING_NUMBERS
        )

    def shares(self, other: "Column") -> bool:
        """Whether most cells of each are categories of the other, or both are real numbers."""
        if "numbers" in (self.kind, other.kind):
            return {self.kind, other.kind} <= {"numbers", "scale"} and self._overlaps(other)
        mine = sum(n for value, n in self.values.items() if value in other.values)
        theirs = sum(n for value, n in other.values.items() if value in self.values)
        return mine >= _MOSTLY * self.filled > 0 and theirs >= _MOSTLY * other.filled > 0

    def meets(self, other: "Column") -> bool:
        """Whether half the cells of one of them are categories of the other."""
        if self.shares(other):
            return True
        mine = sum(n for value, n in self.values.items() if value in other.values)
        theirs = sum(n for value, n in other.values.items() if value in self.values)
        return mine >= HALF * self.filled > 0 or theirs >= HALF * other.filled > 0

    def _overlaps(self, other: "Column") -> bool:
        low, high = self.range
        least, most = other.range
        return min(high, most) - max(low, least) >= HALF * (max(high, most) - min(low, least))

    @cached_property
    def range(self) -> tuple[float, float]:
        """Its smallest and its largest number."""
        numbers = [as_number(value) for value in self.values if is_number(value)]
        return (min(numbers), max(numbers)) if numbers else (0.0, 0.0)


_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[#№]|[^\W\d_]+")


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name, lower case and without accents.

    >>> words_of("RaterID"), words_of("worker_3"), words_of("Évaluateur 2"), words_of("S No")
    (('rater', 'id'), ('worker', '3'), ('evaluateur', '2'), ('s', 'no'))
    >>> words_of("Rater Søren"), words_of("Kodierer*in 2")
    (('rater', 'soren'), ('kodiererin', '2'))
    """
    if name.isascii():  # most are, and a thousand of our own words are cut at every start
        plain = _BOTH.sub(r"\1", name)
    else:
        whole = _BOTH.sub(r"\1", name.translate(_LETTERS))
        letters = unicodedata.normalize("NFKD", _NUMBER_SIGN.sub("no", whole))
        plain = "".join(c for c in letters if not unicodedata.combining(c))
    return tuple(map(str.casefold, _WORDS.findall(plain)))


# Letters that are none with an accent to Unicode: Søren, Łukasz, Äußerung, Yıldız.
_LETTERS = str.maketrans(
    {
        **{"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ı": "i", "ð": "d"},
        **{"æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ß": "ss", "þ": "th", "Þ": "Th"},
    }
)

_NUMBER_SIGN = re.compile(r"\bn°", re.IGNORECASE)  # French for № and nº

# Women and men in one German word: Kodierer*in, Kodierer:in, Kodierer_innen.
_BOTH = re.compile(r"(?<=[a-z]r)[*:_/·](in(?:nen)?)\b")


def names_an_item(name: str) -> bool:
    """Whether a column is called as an item or a question is: item 3, q2, 7."""
    words = words_of(name)
    numbered = bool(words) and words[-1].isdecimal()
    stem = [word for word in words if not word.isdecimal()]
    return (numbered and all(word in known.ITEMS or word in known.QUESTIONS for word in stem)) or (
        numbered and len(stem) == 1 and len(stem[0]) == 1 and stem[0] not in known.SINGLE
    )


def keyed(table: Table, item: tuple[str, ...]) -> tuple[Table, str | None]:
    """The table with one column for the item, and what that is called."""
    if item == (ROW,) and ROW not in table.header:
        return table, None
    if len(item) < 2:
        return table, item[0] if item else None
    parts = [table.column(name) for name in item]
    name = KEY.join(item)
    cells = [KEY.join(map(str.strip, key)) for key in zip(*parts, strict=True)]
    rows = [[*row, cell] for row, cell in zip(table.rows, cells, strict=True)]
    return replace(table, header=(*table.header, name), rows=rows), name


def columns_of(table: Table, ignored: Collection[str] = ()) -> list[Column]:
    """The evidence for every column that is not ignored."""
    rows = table.rows
    if len(rows) > ROWS_SEEN:  # the beginning, where items lie together, and rows from all over
        step = len(rows) // (ROWS_SEEN // 2)
        rows = [*rows[: ROWS_SEEN // 2], *rows[ROWS_SEEN // 2 :: step]]
    return [
        _column(name, [row[at] for row in rows], name in table.lists)
        for at, name in enumerate(table.header)
        if name not in ignored
    ]


def mark_of(column: Column) -> tuple[str, str] | None:
    """What a name has in common with those of other coders, and its own: ("rater", "2").

    The own part is a number, a letter or a name beside a word for coders or for labels; a
    person's name may stand beside any word.
    """
    words = [word for word in column.words if word not in known.IDS or word == "code"]
    if len(words) < 2:
        words = list(column.words)
    if len(words) > 2:
        words = with_numbers(words)
    coder = [word for word in words if word in known.CODERS]
    label = [word for word in words if word in known.CATEGORIES or word == "code"]
    if len(words) == 2 and words[1].isdecimal() and words[0] in known.SINGLE:
        return words[0], words[1]
    if len(words) < 2 or not (coder or label or any(word in known.PEOPLE for word in words)):
        return None
    own = [word for word in words if word not in coder and word not in label]
    people = [word for word in own if word in known.PEOPLE]
    short = [word for word in own if _is_short(word)]
    mark = people or short or (own if coder else [])
    if len(mark) != 1 or (mark[0] in known.ABOUT and not people):
        return None
    return " ".join(word for word in words if word != mark[0]), mark[0]


def with_numbers(words: Sequence[str]) -> list[str]:
    """Words of which a letter that stands for a coder is one with its number: a1, label."""
    joined: list[str] = []
    for word in words:
        if word.isdecimal() and joined and joined[-1] in known.SINGLE:
            joined[-1] += word
        else:
            joined.append(word)
    return joined


def _is_short(word: str) -> bool:
    return len(word) == 1 or word.isdecimal() or (word[0] in known.SINGLE and word[1:].isdecimal())


def families(columns: Iterable[Column]) -> dict[str, dict[str, list[Column]]]:
    """Columns called alike, as coders are (rater1, rater2; C1, C2; label_ann): by what they have
    in common, then by their own part."""
    alike: dict[str, dict[str, list[Column]]] = {}
    apart = (known.GOLD, known.COMMENTS, known.DATES, known.PRIVATE)
    for column in columns:
        mark = None if column.about(*apart) else mark_of(column)
        if mark is not None:
            alike.setdefault(mark[0], {}).setdefault(mark[1], []).append(column)
    return {stem: family for stem, family in alike.items() if len(family) > 1}


def is_person(column: Column) -> bool:
    """Whether a column is called by a person's name or initials."""
    name = column.name.strip()
    words = [word for word in column.words if not word.isdecimal()]
    initials = len(name) <= 2 and name.isalpha() and (name.isupper() or len(name) == 1)
    initials = initials and name.lower() not in known.IDS - {"n"}
    known_name = len(words) == 1 and words[0] in known.PEOPLE
    return initials or known_name or _EMAIL.fullmatch(name) is not None


def holds_coders(column: Column) -> bool:
    """Whether its cells are called as coders are: Coder A, Rater 1, Ann."""
    cells = list(column.values)[:NAMES_OF_CODERS]
    names = [replace(column, name=cell, words=words_of(cell)) for cell in cells]
    coders = [any(word in known.CODERS for word in one.words) or is_person(one) for one in names]
    short = all(len(one.words) <= WORDS_OF_CODER for one in names)
    return len(cells) > 1 and all(coders) and short


def named_coder(
    columns: list[Column], taken: Collection[str | None] = (), once: bool = False
) -> str | None:
    """The column whose name says that it names coders, and whose cells repeat; with `once` the
    one in which every row has another coder."""
    header = [c.name for c in columns]
    usual = [called([c.name], ROLES["coder"]) is not None for c in columns]
    likely = [
        c
        for c, known_name in zip(columns, usual, strict=True)
        if (known_name or c.is_coder_name)
        and c.name not in taken
        and c.kind not in ("empty", "lists", "dates", "links")
        and (c.kind != "running" or once)
        and (c.unique and c.rows > 2) is once
        and not all(any(sign in value for sign in ",;|") for value in c.values)
        and not _is_judge(c, columns)
        and not (is_person(c) and sum(map(is_person, columns)) > 1)
    ]
    exact = called([c.name for c in likely], ROLES["coder"])
    ranked = sorted(
        likely, key=lambda c: (c.rows - c.filled, c.name != exact, header.index(c.name))
    )
    return ranked[0].name if ranked else None


def _is_judge(column: Column, columns: list[Column]) -> bool:
    """Whether a column that is called like a coder holds a coder's labels, as others do."""
    repeated = [c for c in columns if c.is_item_name and c is not column and c.kind != "text"]
    if any(len(c.values) < c.filled for c in repeated):
        return False  # a row for each item and coder
    return column.is_plain and any(
        other.is_plain and other is not column and not other.is_coder_name and column.shares(other)
        for other in columns
        if len(other.values) > 1
    )


def _column(name: str, cells: list[str], listed: bool) -> Column:
    values = Counter(map(str.strip, cells))
    values.pop("", None)
    filled = sum(values.values())
    make = partial(Column, name, words_of(name), len(cells), filled, values)
    missing = known.MISSING_NUMBERS
    shown = [value for value in values if value not in missing] or list(values)
    if not shown:
        return make("empty")
    if listed or _most(_LISTED, shown):
        return make("lists")
    return make(_kind(shown, values, filled, cells))


def _kind(shown: list[str], values: Mapping[str, int], filled: int, cells: list[str]) -> str:
    for kind, pattern in (
        ("private", _EMAIL),
        ("private", _ADDRESS),
        ("links", _URL),
        ("dates", _DATE),
    ):
        if _most(pattern, shown) and not _most(_NUMBER, shown):
            return kind
    if {value.lower() for value in shown} <= known.TRUTHS and len(shown) <= TRUTHS_TOLD:
        return "flags"
    if all(map(is_number, shown)):
        return _numbers(shown, filled, cells)
    # Orders of the same things, as in b > a = c, are labels, however long they are.
    ranked = len({frozenset(_ORDER.split(v)) if ">" in v else v for v in shown}) == 1 < len(shown)
    return "labels" if ranked else _words(shown, filled, len(values) == filled == len(cells))


def _words(shown: list[str], filled: int, unique: bool) -> str:
    words = sum(len(value.split()) for value in shown) / len(shown)
    long = sum(map(len, shown)) / len(shown)
    many = len(shown) > max(NEW_CELLS * filled, FEW_NEW) or (len(shown) == filled and filled > 1)
    few = NAMED_IN_WORDS if words < WORDS_OF_SENTENCE else NAMED_IN_SENTENCES
    text = (words >= WORDS_OF_TEXT or long > LETTERS_OF_TEXT) and (many or len(shown) > few)
    if unique and filled > ROWS_OF_IDS:
        return "text" if text or words >= WORDS_OF_TITLE else "ids"
    return "text" if text else "labels"


def _numbers(shown: list[str], filled: int, cells: list[str]) -> str:
    numbers = [as_number(value) for value in shown]
    whole = all(number.is_integer() for number in numbers)
    unique = len(shown) == filled == len(cells)
    if whole and unique and filled > 2:
        some = [cell.strip() for cell in cells[: ROWS_SEEN // 2]]
        ordered = [as_number(cell) for cell in some if is_number(cell)]
        steps = {after - before for before, after in pairwise(ordered)}
        if steps == {1.0}:
            return "running"
        if filled > LONGEST_SCALE:
            return "ids"
    highest = max(map(abs, numbers))
    if whole and len(shown) <= POINTS and highest <= HIGHEST:
        return "scale"
    if whole and highest > NO_RATING and len(shown) > NEW_CELLS * filled:
        return "ids"
    return "numbers"


def _most(pattern: re.Pattern[str], values: Sequence[str]) -> bool:
    some = values[:CELLS_LIKE]
    return sum(pattern.fullmatch(value) is not None for value in some) >= LIKE_MOST * len(some)


DIGITS_OF_COUNT = 9
"""A billion votes for one thing are no votes, and of 4,300 digits Python makes no number."""


def is_count(cell: str) -> bool:
    """Whether a cell is a number of votes, of coders or of items."""
    return cell.isdecimal() and len(cell) <= DIGITS_OF_COUNT


def as_number(value: str) -> float:
    """The number that a cell is: 2.5, 2,5 or 25%, which is 25."""
    return float(value.replace(",", ".").rstrip("%"))


def is_number(value: str) -> bool:
    """Whether a cell is a number, with a point or a comma, or per cent."""
    return _NUMBER.fullmatch(value) is not None


# Which columns name the items --------------------------------------------------------------------

ITEMS_LOOKED_AT = 3000
"""Items that are looked at, with all their rows, for what depends on what."""


def follows(pairs: Iterable[tuple[str, str]]) -> bool:
    """Whether the second of each pair follows from the first."""
    held: dict[str, str] = {}
    return all(held.setdefault(one, two) == two for one, two in pairs)


def within_document(
    table: Table, columns: list[Column], item: str, taken: set[str], coder: str | None = None
) -> tuple[str, ...]:
    """The item with its document, where the same name stands in several documents; a file of each
    coder is none."""
    for column in columns:
        document = column.about(known.DOCUMENTS) and column.kind not in ("text", "empty", "dates")
        if not document or column.name in taken or column.unique:
            continue
        if coder is not None and _are_alike(table, coder, column.name):
            continue
        if not follows(zip(table.column(item), table.column(column.name), strict=True)):
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
        elif column.kind in ("ids", "running") or (numbered and len(column.values) > ROWS_OF_IDS):
            rank = 6
        elif text and not column.about(known.COMMENTS - {"comment"}):
            rank = 7
        else:
            continue
        if column.is_flag and column.rows > ROWS_OF_IDS:
            rank += 20  # a label called question, say
        elif column.unique and column.rows > ROWS_OF_IDS:
            rank += 10  # every row has its own: the row's name, or one coding an item
        elif coder and _may_be_label(column, rank) and _is_coded_again(table, column, coder):
            rank += 20  # a label whose name has a word for items
        ranked.append((rank, at, column))
    if not ranked:
        return ()
    best = min(ranked, key=lambda one: one[:2])[2].name
    return within_document(table, columns, best, {*taken, best}, coder)


def _are_alike(table: Table, one: str, other: str) -> bool:
    """Whether two columns name the same things: each value of one has its own of the other."""
    pairs = [*zip(table.column(one), table.column(other), strict=True)]
    return follows(pairs) and follows((b, a) for a, b in pairs)


def _may_be_label(column: Column, rank: int) -> bool:
    """Whether other words in the name of a possible item say that it may be a label."""
    pure = all(word in known.ITEMS for word in column.core)
    return rank in (2, 6) and column.is_plain and (not pure or column.is_category_name)


def _is_coded_again(table: Table, column: Column, coder: str) -> bool:
    """Whether coders would have several rows for most cells of a column, if these were items."""
    who, at = table.header.index(coder), table.header.index(column.name)
    rows = table.rows[:ITEMS_LOOKED_AT]
    return len({(row[at], row[who]) for row in rows}) < HALF * len(rows)  # two rows a pair or more


def wide_item(
    table: Table, columns: list[Column], coders: Sequence[str], options: Options
) -> tuple[str, ...]:
    """The column that names the items of a wide table: no two alike."""
    if options.item == ROW and ROW not in table.header:
        return ()
    taken = {*coders, options.gold or "", *options.ignore}
    rest = [c for c in columns if c.name not in taken and c.kind not in ("empty", "private")]
    exact = called([c.name for c in rest], ROLES["item"])
    named = [c for c in rest if c.name == exact] + [c for c in rest if c.is_item_name]
    whole = [c for c in named if c.unique and c.kind not in ("text", "links")]
    first = [c for c in rest if c.unique and (c.kind in ("ids", "running") or c is columns[0])]
    if whole or (first and not exact):
        return ((whole or first)[0].name,)
    for column in named:  # together with its document
        pair = within_document(table, columns, column.name, {*taken, column.name})
        if len(pair) == 2:
            keys = list(zip(*(table.column(name) for name in pair), strict=True))
            if len(set(keys)) == len(keys):
                return pair
    text = next((c.name for c in named if c.unique), None)
    name = exact or text
    return (name,) if name else ()
