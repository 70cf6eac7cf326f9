"""SQLite databases from strangers: held in memory, read only, with bounds on work and size.

The bytes are opened as a database in memory, so that nothing is written, locked or followed on
disk. Only tables are read, never views, which can hide endless work; the authorizer allows nothing
but reading, and a query that takes too many steps is stopped.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from accord._read.door.given import File
from accord._read.door.read_options import Limits
from accord.errors import DataError

MAGIC = b"SQLite format 3\0"
"""How every such database begins."""

MOST_STEPS = 2_000
"""So many times is a query allowed to take another million steps: some minutes at most."""

MOST_ROWS = 5_000_000
"""So many rows of a table are read."""

_LONGEST = 1 << 28
"""Bytes of one cell: texts of interviews are far shorter."""

READ_ONLY = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION)

_WRITE_AHEAD = b"\2\2"  # bytes 18 and 19: changes go to a log beside the file


def tables_of(file: File, limits: Limits) -> dict[str, tuple[str, ...]] | None:
    """Table → its columns; None for a file that is no database, or a damaged one."""
    try:
        with opened(file, limits) as database:
            return database.tables
    except DataError:
        return None


class Database:
    """An open database: its tables, and their rows."""

    def __init__(self, connection: sqlite3.Connection, name: str) -> None:
        self.connection, self.name = connection, name
        named = "SELECT name FROM sqlite_master WHERE type = 'table'"
        names = [str(row[0]) for row in connection.execute(named).fetchmany(10_000)]
        self.tables = {name: self._columns(name) for name in names}

    def _columns(self, table: str) -> tuple[str, ...]:
        cursor = self.connection.execute(f"SELECT * FROM {_quoted(table)} LIMIT 0")
        return tuple(column[0] for column in cursor.description)

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        """The rows of a table, with None for a column that it does not have."""
        if table not in self.tables:
            return
        there = self.tables[table]
        chosen = ", ".join(_quoted(name) if name in there else "NULL" for name in columns)
        cursor = self.connection.execute(f"SELECT {chosen} FROM {_quoted(table)}")
        for number, row in enumerate(cursor):
            if number >= MOST_ROWS:
                raise DataError(
                    f"{self.name}: table {table!r} has more than {MOST_ROWS:,} rows, which is "
                    "above the limit. Split the project"
                )
            yield row


@contextmanager
def opened(file: File, limits: Limits) -> Iterator[Database]:
    """The database of a file; whatever SQLite objects to is a DataError in one line."""
    raw = file.raw()
    limits.check("file", len(raw), file.name, "size in bytes")
    if not raw.startswith(MAGIC):
        raise DataError(f"{file.name}: not an SQLite database")
    if raw[18:20] == _WRITE_AHEAD:
        # In memory there is no log beside the file; what it holds is lost unless it was closed.
        raw = raw[:18] + b"\1\1" + raw[20:]
    connection = sqlite3.connect(":memory:")
    steps = 0

    def stepped() -> int:
        nonlocal steps
        steps += 1
        return int(steps > MOST_STEPS)

    def allowed(action: int, *_: Any) -> int:
        return sqlite3.SQLITE_OK if action in READ_ONLY else sqlite3.SQLITE_DENY

    try:
        connection.deserialize(raw)
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA query_only = ON")
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
        connection.set_progress_handler(stepped, 1_000_000)
        connection.set_authorizer(allowed)
        yield Database(connection, file.name)
    except (sqlite3.Error, OverflowError, UnicodeError) as error:
        raise DataError(
            f"{file.name}: damaged SQLite database ({error}). Open the project in its program, "
            "save it again, and close the program"
        ) from None
    finally:
        connection.close()


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
