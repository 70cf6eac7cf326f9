"""What the user says about files: how they are read, and how much of a stranger's file is taken."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field as field_, fields
from typing import Any, NamedTuple, get_args, get_origin

from accord.errors import DataError, Setting, UnknownNameError

BOUNDS = {
    "file": "one file, after unpacking",
    "total": "all members of an archive together",
    "table": "a table of labels (CSV, Parquet), after unpacking, that is read into memory",
    "members": "files in an archive or folder",
    "ratio": "unpacked over packed size of a member above 1 MiB; all cells over filled cells of a "
    "sheet",
    "archives": "archives in archives",
    "depth": "nesting of JSON and XML",
}
"""Name of a limit → what it bounds."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on what is read; a file beyond one is refused, and the error names the limit.

    `file` and `total` are bytes (of one file, of all files together after unpacking), `table`
    is bytes of a table of labels in CSV or Parquet (above it, let an engine count the table:
    `accord count`), `members` is the number of files in an archive or folder, `ratio` how many
    times larger than packed a member may become, `archives` how deep archives may lie in
    archives, `depth` how deep JSON and XML may nest.

    >>> import accord
    >>> accord.Limits(depth=2).check("depth", 3, "a.json", "nesting")
    Traceback (most recent call last):
    ...
    accord.errors.DataError: a.json: nesting is 3, above the limit of 2. If you trust the file,
    raise the limit with `limits=Limits(depth=3)`
    """

    file: int = 2 << 30
    total: int = 4 << 30
    table: int = 1 << 30
    members: int = 20_000
    ratio: int = 200
    archives: int = 2
    depth: int = 200

    def __repr__(self) -> str:
        """Only what differs from the default limits."""
        given = [(field.name, getattr(self, field.name), field.default) for field in fields(self)]
        return f"Limits({', '.join(f'{name}={n}' for name, n, usual in given if n != usual)})"

    def check(self, limit: str, found: int, source: str, what: str) -> None:
        """Refuse `found` where it is beyond the limit of that name."""
        allowed = getattr(self, limit)
        if found > allowed:
            unless = "If you trust the file"
            if limit == "table":
                unless = "Count it instead of reading it, or, if memory suffices"
            raise DataError(
                f"{source}: {what} is {found}, above the limit of {allowed}. {unless}, raise "
                f"the limit with {Setting('limits', Limits(**{limit: found}))}"
            )

    @classmethod
    def of(cls, given: "tuple[str, ...] | list[str]") -> "Limits":
        """The limits with some of them changed: ["depth=500", "ratio=1000"]."""
        known = {field.name for field in fields(cls)}
        chosen: dict[str, int] = {}
        for text in given:
            name, _, number = text.partition("=")
            if name not in known:
                raise UnknownNameError.of("limit", name, known)
            if not number.isdecimal() or not number.isascii() or len(number) > 18:
                raise DataError(f"limit {text!r}: expected a whole number, e.g. {name}=1000")
            chosen[name] = int(number)
        return cls(**chosen)


_MOST_COLUMNS = 10_000
"""The most columns of a table: each is looked at by its name and its cells."""


def check_width(source: str, width: int) -> None:
    """Refuse a table with too many columns."""
    if width > _MOST_COLUMNS:
        raise DataError(
            f"{source}: {width:,} columns, and a table has {_MOST_COLUMNS:,} at most; write one "
            "row for each label (item, coder, category)"
        )


_KINDS = ("codings", "unitizings", "segmentations", "coreference", "relations", "regions")
"""What can be said to have been annotated."""

SHAPES = {
    "long": "one label per row",
    "wide": "a column for each coder",
    "transposed": "a row for each coder, a column for each item",
    "counts": "how many coders chose each category, a column for each",
    "one-hot": "a column for each category, 1 where a coder chose it",
    "lists": "all labels of an item in one cell",
    "numbered": "several labels from one coder in numbered columns",
    "contingency": "how often two coders chose each pair of categories",
}
"""Shapes of tables of labels."""

OFFSETS_COUNT = ("code-points", "utf-16")
"""What offsets may count."""

GAPS = ("refuse", "split", "cover", "drop")
"""What to do with spans that have gaps; the first is done unless another is asked for."""

_UNFINISHED = ("drop", "keep")
"""What to do with documents that a coder has not finished, where the tool says so."""


class Offered(NamedTuple):
    """What people are told of an option, in the metadata of its field.

    :param help: What it means, on the command line; options without it are for Python only.
    :param page: The same beside the field of a form.
    :param uses: "kept": a saved reading may hold it; "counted": tables that an engine counts have
        it, too; "columns": it means nothing where there are no columns.
    :param metavar: What is typed after the flag.
    :param choices: What it may be, where it is one of some.
    """

    help: str
    page: str = ""
    uses: frozenset[str] = frozenset()
    metavar: str | None = None
    choices: tuple[str, ...] = ()


OFFERED = "offered"
"""Where the metadata of a field has it."""


def _said(help: str, page: str, uses: str = "", *, default: Any = None, **more: Any) -> Any:
    """A field of the options, with all that the command line and the page say of it."""
    about = Offered(help, page, frozenset(uses.split()), **more)
    return field_(default=default, metadata={OFFERED: about})


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the user says about the files; None where accord is to find out.

    Each option is written once, here: the keywords of `accord.read`, the flags of the command
    line, the form of the page and what a saved reading may hold follow, in this order.
    """

    kind: str | None = _said(f"Type of data: {', '.join(_KINDS)}.", "Type of data", "kept")
    format: str | None = _said(
        "Format of the files (default: detected from their content).", "Format of the files"
    )
    layer: str | None = _said(
        "Layer to read, if there are several (see accord inspect).",
        "Layer of annotations",
        "kept",
    )
    field: str | None = _said(
        "Field of the layer (feature, column, question).", "Field of the layer", "kept"
    )
    coder_from: str | None = _said(
        "Coder name comes from: field, file, folder, suffix, layer (or tier), or a pattern with "
        "one "
        "group.",
        "Coder name comes from: field, file, folder, suffix, layer",
        "kept",
    )
    shape: str | None = _said(
        "A table with {}.",
        "Table layout",
        "kept counted columns",
        choices=tuple(SHAPES),
    )
    rows: str | None = _said(
        "Path to the rows in nested data: fields, {column} for keys, [column] for lists, e.g. "
        "'{coder}.{item}' or 'dialogues[].turns[turn]'.",
        "Path to the rows in nested data",
        "kept",
        metavar="PATH",
    )
    where: Sequence[str] = _said(
        "Only rows where COLUMN=TEXT or COLUMN!=TEXT; several texts with |, several columns with "
        "commas.",
        "Only rows where column=text",
        "kept",
        default=(),
        metavar="COLUMN=TEXT",
    )
    votes: str | int | None = _said(
        "How many coders voted on each item, a number or a column: for counts of some labels only, "
        "and for shares.",
        "How many coders voted on each item: a number or a column",
        "kept columns",
        metavar="N|COLUMN",
    )
    item: str | Sequence[str] | None = _said(
        "Column of the item; several with commas; or 'row'.",
        "Item column(s), or “row”",
        "kept counted columns",
    )
    coder: str | None = _said("Coder column (long table).", "Coder column", "kept counted columns")
    category: str | None = _said(
        "Label column (long table).", "Label column", "kept counted columns"
    )
    coders: Sequence[str] | None = _said(
        "Columns of the coders, comma-separated, or a pattern like 'worker_*' (wide table); "
        "elsewhere the names of the coders to keep.",
        "Coder columns, or coders to include",
        "kept counted",
    )
    gold: str | None = _said(
        "Gold standard column, which is not a coder.",
        "Gold standard column",
        "kept counted columns",
    )
    ignore: Sequence[str] = _said(
        "Columns to leave out, comma-separated or a pattern.",
        "Columns to leave out",
        "kept counted columns",
        default=(),
    )
    categories: Sequence[Hashable] | None = _said(
        "All categories, comma-separated, in order.",
        "All labels, in order",
        "kept counted",
    )
    within: str | int | None = _said(
        "What labels belong to, if not all could be chosen for every item: a column (lemma, or "
        "a list of options), 'pair', the number of options of each item; 'all' if all could.",
        "What labels belong to: a column, “pair”, a number of options, or “all”",
        "kept counted",
        metavar="COLUMN|pair|N|all",
    )
    absent: Sequence[str] = _said(
        "Labels that mean “missing”, comma-separated.",
        "Labels that mean “missing”",
        "kept counted",
        default=(),
    )
    sets: str | None = _said(
        "Several labels per cell: their separator, e.g. '|' (or 'rows': one label per row).",
        "Separator between labels in a cell, e.g. |",
        "kept",
    )
    seen: str | Mapping[Any, Sequence[Any]] | Sequence[tuple[Any, Any]] | None = _said(
        "Who saw what, if marks do not show it: 'all', 'marked', a column, or a FILE with "
        "document and coder in each row.",
        "Who saw what: all, marked, or a column",
        "kept",
    )
    dimensions: Sequence[str] | None = _said(
        "Columns of several dimensions, comma-separated; or the one column that names the "
        "dimension.",
        "Columns of several dimensions",
        "kept columns",
    )
    header: str | int | None = _said(
        "Number of header rows; 'none'; or names of the columns of a table without a header.",
        "Number of header rows, or “none”",
        "kept",
    )
    sheet: str | None = _said(
        "Sheet of a workbook; several with commas, or '*', are a coder's each.",
        "Sheet of a workbook, or several with commas",
        "kept",
    )
    delimiter: str | None = _said(
        "Delimiter of the table, e.g. ';' or tab.", "Column separator, e.g. ;", "kept"
    )
    encoding: str | None = _said(
        "Encoding of the file, e.g. cp1252.", "Encoding, e.g. cp1252", "kept"
    )
    discontinuous: str = _said(
        "How to treat discontinuous spans.",
        "Discontinuous spans: refuse, split, cover or drop",
        default=GAPS[0],
        choices=GAPS,
    )
    trust_offsets: bool = _said(
        "Use offsets even where they do not match the quoted text.",
        "Use offsets that do not match the text",
        default=False,
    )
    offsets: str | None = _said(
        "What offsets count, if the format does not define it (doccano, Argilla, Glozz).",
        "Offsets count code points or UTF-16",
        choices=OFFSETS_COUNT,
    )
    unfinished: str = _said(
        "What to do with documents that a coder has not finished (default: drop).",
        "Unfinished documents: drop or keep",
        default=_UNFINISHED[0],
        choices=_UNFINISHED,
    )
    strict: bool = _said(
        "Refuse files with records that cannot be read.",
        "Refuse files with records that cannot be read",
        default=False,
    )
    anonymous: str | None = _said(
        "Rows without a coder: one coder for each value of this column, or 'drop'.",
        "Rows without a coder: a column, or “drop”",
        metavar="COLUMN",
    )
    fold: bool = _said(
        "Treat spellings as equal that differ only in case, spaces, invisible characters, "
        "Unicode form or 1 vs 1.0 (the most frequent one is kept).",
        "Merge labels that differ only in case or spaces",
        "counted",
        default=False,
    )
    codes: bool = _said(
        "SPSS and Stata: the codes instead of their value labels.",
        "SPSS/Stata: use codes, not value labels",
        default=False,
    )
    same_tokens: bool = _said(
        "Trees: leave out sentences in which coders have different tokens.",
        "Leave out trees over different tokens",
        default=False,
    )
    anonymise: bool = _said(
        "Rename the coders: coder 1, coder 2 …", "Rename the coders", default=False
    )
    # The page keeps the limits: whoever opens it is not always whose machine it runs on.
    limits: Limits = _said(  # noqa: RUF009
        f"Raise a limit: {', '.join(BOUNDS)}.", "", metavar="NAME=N", default=Limits()
    )
    progress: Callable[[int, int], None] | None = None

    def __post_init__(self) -> None:
        for what, value, known in (
            ("kind of study", self.kind, _KINDS),
            ("way to treat unfinished documents", self.unfinished, _UNFINISHED),
            ("shape of a table", self.shape, SHAPES),
            ("way to treat discontinuous spans", self.discontinuous, GAPS),
            ("unit of offsets", self.offsets, OFFSETS_COUNT),
        ):
            if value is not None and value not in known:
                raise UnknownNameError.of(what, value, known)
        own: dict[str, Any] = {
            name: (value,) if isinstance(value, str) else tuple(value)
            for name in LIST_OPTIONS
            if (value := getattr(self, name)) is not None
        }
        for name in ("coders", "dimensions"):
            if own.get(name) == ():
                raise DataError(f"{Setting(name, [])}: expected at least one name")
        if self.item is not None and not isinstance(self.item, str):
            own["item"] = tuple(self.item)
        if self.coder_from == "tier":  # what speech tools call a layer
            own["coder_from"] = "layer"
        if self.sheet is not None:  # and workbooks a sheet
            own |= {"layer": self.sheet, "sheet": None}
        if self.limits is None:
            own["limits"] = Limits()
        for name, value in own.items():
            object.__setattr__(self, name, value)

    @property
    def item_columns(self) -> tuple[str, ...]:
        """The columns that make the item, where they were told and found."""
        return () if self.item is None or isinstance(self.item, str) else tuple(self.item)

    @property
    def one_item(self) -> str | None:
        """The column of the item, where it must be one."""
        if self.item is None or isinstance(self.item, str):
            return self.item
        if len(self.item) != 1:
            raise DataError(f"{Setting('item', list(self.item))}: expected one column")
        return self.item[0]

    @property
    def columns(self) -> dict[str, str | None]:
        """The columns of a table with a row for each coding or unit, as far as they are named."""
        return {
            "item": self.one_item,
            "coder": self.coder,
            "category": self.category or self.field,
        }


LIST_OPTIONS = ("coders", "categories", "absent", "dimensions", "ignore", "where")
"""Options that are lists; on the command line their parts have commas between them."""

OPTIONS = frozenset(each.name for each in fields(Options))
"""The names of all options."""

OFFERS: dict[str, Offered] = {
    each.name: each.metadata[OFFERED] for each in fields(Options) if OFFERED in each.metadata
}
"""Name of an option → what people are told of it."""


def that_are(use: str) -> tuple[str, ...]:
    """The names of the options of this use.

    >>> that_are("columns")
    ('shape', 'votes', 'item', 'coder', 'category', 'gold', 'ignore', 'dimensions')
    """
    return tuple(name for name, offered in OFFERS.items() if use in offered.uses)


def check_types(told: Mapping[str, Any], source: str) -> None:
    """Refuse values that an option cannot have, where a file or a program of others told them.

    >>> check_types({"coders": ["A", "B"], "votes": 3}, "acts.accord.toml")
    >>> check_types({"coders": 3}, "acts.accord.toml")
    Traceback (most recent call last):
    ...
    accord.errors.DataError: acts.accord.toml: coders is 3; expected a list or a text
    """
    for each in fields(Options):
        value = told.get(each.name)
        if value is not None and not _may_be(value, each.type):
            expected = " or ".join(sorted({_NAMED[kind] for kind in _kinds(each.type)}))
            raise DataError(f"{source}: {each.name} is {str(value)[:60]}; expected {expected}")


_NAMED = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    Sequence: "a list or a text",
    Mapping: "a table",
}
"""What a value that comes from outside may be, by its type."""


def _kinds(declared: Any) -> list[Any]:
    """The types that an option is declared with, without what their parts are."""
    kinds = get_args(declared) if get_origin(declared) not in _NAMED else (declared,)
    return [kind for one in kinds or (declared,) if (kind := get_origin(one) or one) in _NAMED]


def _may_be(value: Any, declared: Any) -> bool:
    """Whether a value as TOML and JSON have them is of a declared type."""
    kind = get_origin(declared) or declared
    if kind is Hashable:
        return isinstance(value, (str, int, float))
    if kind is tuple:
        return isinstance(value, (list, tuple)) and len(value) == len(get_args(declared))
    if kind is Sequence:
        parts = get_args(declared)
        return isinstance(value, str) or (
            isinstance(value, (list, tuple)) and all(_may_be(one, parts[0]) for one in value)
        )
    if kind in _NAMED:
        return isinstance(value, kind) and (kind is not int or not isinstance(value, bool))
    return any(_may_be(value, one) for one in get_args(declared))
