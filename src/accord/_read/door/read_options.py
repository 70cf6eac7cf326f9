"""What the user says about files: how they are read, and how much of a stranger's file is taken."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field as default, fields
from typing import Any

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
    accord.errors.DataError: a.json: nesting 3 exceeds the limit of 2; if you trust the file,
    raise it with `limits=Limits(depth=3)`
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
            unless = "if you trust the file"
            if limit == "table":
                unless = "count it instead of reading it, or, if memory suffices"
            raise DataError(
                f"{source}: {what} {found} exceeds the limit of {allowed}; {unless}, raise it with "
                f"{Setting('limits', Limits(**{limit: found}))}"
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
                raise DataError(f"limit {text!r}: needed a whole number, e.g. {name}=1000")
            chosen[name] = int(number)
        return cls(**chosen)


MOST_COLUMNS = 10_000
"""The most columns of a table: each is looked at by its name and its cells."""


def check_width(source: str, width: int) -> None:
    """Refuse a table with too many columns."""
    if width > MOST_COLUMNS:
        raise DataError(
            f"{source}: {width:,} columns, and a table has {MOST_COLUMNS:,} at most; write one row "
            "for each coding (item, coder, category)"
        )


KINDS = ("codings", "unitizings", "segmentations", "coreference", "relations", "regions")
"""What can be said to have been annotated."""

SHAPES = {
    "long": "a row for each coding",
    "wide": "a column for each coder",
    "transposed": "a row for each coder, a column for each item",
    "counts": "how many coders chose each category, a column for each",
    "one-hot": "a column for each category, 1 where a coder chose it",
    "lists": "all labels of an item in one cell",
    "numbered": "several labels of a coder in numbered columns",
    "contingency": "how often two coders chose each pair of categories",
}
"""Shapes of tables of labels."""

COUNTS = ("code-points", "utf-16")
"""What offsets may count."""


UNFINISHED = ("drop", "keep")
"""What to do with documents that a coder has not finished, where the tool says so."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the user said about the files; None where accord is to find out."""

    kind: str | None = None
    shape: str | None = None
    item: str | tuple[str, ...] | None = None
    coder: str | None = None
    category: str | None = None
    gold: str | None = None
    ignore: tuple[str, ...] = ()
    coders: tuple[str, ...] | None = None
    categories: tuple[Hashable, ...] | None = None
    absent: tuple[str, ...] = ()
    delimiter: str | None = None
    encoding: str | None = None
    layer: str | None = None
    field: str | None = None
    coder_from: str | None = None
    discontinuous: str = "refuse"
    trust_offsets: bool = False
    offsets: str | None = None
    anonymise: bool = False
    same_tokens: bool = False
    limits: Limits = default(default_factory=Limits)
    progress: Callable[[int, int], None] | None = None
    sets: str | None = None
    header: str | int | None = None
    dimensions: tuple[str, ...] | None = None
    strict: bool = False
    unfinished: str = "drop"
    fold: bool = False
    codes: bool = False
    anonymous: str | None = None

    @classmethod
    def of(cls, **given: Any) -> "Options":
        """The options as users give them: lists where tuples are kept, no limits for the usual."""
        kind = given.get("kind")
        if kind is not None and kind not in KINDS:
            raise UnknownNameError.of("kind of study", kind, KINDS)
        if given.get("coder_from") == "tier":  # what speech tools call a layer
            given["coder_from"] = "layer"
        chosen = given.get("unfinished", "drop")
        if chosen not in UNFINISHED:
            raise UnknownNameError.of("way to treat unfinished documents", chosen, UNFINISHED)
        if given.get("limits", ...) is None:
            del given["limits"]
        shape = given.get("shape")
        if shape is not None and shape not in SHAPES:
            raise UnknownNameError.of("shape of a table", shape, SHAPES)
        for name in ("coders", "categories", "absent", "dimensions", "ignore"):
            if given.get(name) is not None:
                told = given[name]
                given[name] = (told,) if isinstance(told, str) else tuple(told)
        if isinstance(given.get("item"), list):
            given["item"] = tuple(given["item"])
        return cls(**given)

    @property
    def item_columns(self) -> tuple[str, ...]:
        """The columns that make the item, where they were told and found."""
        return self.item if isinstance(self.item, tuple) else ()

    @property
    def one_item(self) -> str | None:
        """The column of the item, where it must be one."""
        if isinstance(self.item, tuple):
            if len(self.item) != 1:
                raise DataError(f"{Setting('item', list(self.item))}: one column is needed here")
            return self.item[0]
        return self.item

    @property
    def columns(self) -> dict[str, str | None]:
        """The columns of a table with a row for each coding or unit, as far as they are named."""
        return {
            "item": self.one_item,
            "coder": self.coder,
            "category": self.category or self.field,
        }
