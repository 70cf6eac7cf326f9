"""How much a reader takes from a stranger's file before it refuses; every limit can be raised."""

from dataclasses import dataclass, fields

from accord.errors import DataError, UnknownNameError

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
    """The limits of reading; a file beyond one is refused with the limit's name.

    `file` and `total` are bytes (of one file, of all files together after unpacking), `table`
    is bytes of a table of labels in CSV or Parquet (above it, let an engine count the table:
    `accord count`), `members` is the number of files in an archive or folder, `ratio` how many
    times larger than packed a member may become, `archives` how deep archives may lie in
    archives, `depth` how deep JSON and XML may nest.

    >>> Limits(depth=2).check("depth", 3, "a.json", "nesting")
    Traceback (most recent call last):
    ...
    accord.errors.DataError: a.json: nesting 3 is beyond the limit 2; if the file is to be
    trusted, raise it with --limit depth=3
    """

    file: int = 2 << 30
    total: int = 4 << 30
    table: int = 1 << 30
    members: int = 20_000
    ratio: int = 200
    archives: int = 2
    depth: int = 200

    def check(self, limit: str, found: int, source: str, what: str) -> None:
        """Refuse `found` where it is beyond the limit of that name."""
        allowed = getattr(self, limit)
        if found > allowed:
            where = "if the file is to be trusted"
            if limit == "table":
                where = "count it where it is (accord count), or where memory is enough"
            raise DataError(
                f"{source}: {what} {found} is beyond the limit {allowed}; {where}, raise it with "
                f"--limit {limit}={found}"
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
