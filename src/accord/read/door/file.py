"""One file of what was given: its bytes, its text, its beginning, and what lies beside it."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from accord.errors import DataError, Setting
from accord.read.door.limits import Limits

HEAD = 65_536
ZIP = b"PK\x03\x04"
GZIP = b"\x1f\x8b"
PACKED_DOCUMENTS = (".xlsx", ".xlsm", ".ods", ".docx", ".odt", ".npz", ".jar")


@dataclass(slots=True, eq=False)
class File:
    """One file of what was given, on disk or in an archive.

    `name` is its path from what was given, with slashes; `among` holds all files by name, so
    that a reader finds companions (the text of a stand-off file) and nothing else. `memo` keeps
    what was found in a file that is needed again.
    """

    name: str
    load: Callable[[int | None], bytes]
    among: dict[str, "File"] = field(default_factory=dict, repr=False)
    given: str = ""
    path: Path | None = None
    size: int = 0
    memo: dict[str, Any] = field(default_factory=dict, repr=False)

    @property
    def stem(self) -> str:
        """The name without folder and last suffix."""
        return PurePosixPath(self.name).stem

    @property
    def suffix(self) -> str:
        """The last suffix, lower case."""
        return PurePosixPath(self.name).suffix.lower()

    @property
    def folder(self) -> str:
        """The path of the folder, "" at the top."""
        parent = str(PurePosixPath(self.name).parent)
        return "" if parent == "." else parent

    @property
    def is_archive(self) -> bool:
        """Whether it is an archive of files, not a document that happens to be packed."""
        if self.suffix in PACKED_DOCUMENTS:
            return False
        try:
            return self.load(4).startswith((ZIP, GZIP))
        except DataError:
            return False

    def raw(self) -> bytes:
        """All bytes."""
        return self.load(None)

    def head(self) -> bytes:
        """The first bytes, enough to tell the format."""
        return self.load(HEAD)

    def text(self, encoding: str | None = None) -> tuple[str, str]:
        """The decoded text and its encoding."""
        return decode(self.raw(), self.name, encoding)

    def beside(self, *names: str) -> "File | None":
        """The first of these files that lies in the same folder.

        A companion of a file that was given by itself may lie beside it on disk.
        """
        for name in names:
            found = self.among.get(f"{self.folder}/{name}" if self.folder else name)
            if found is not None:
                return found
            if self.path is not None and str(self.path) == self.given and "/" not in name:
                lying = self.path.parent / name
                if lying.is_file() and not lying.is_symlink():
                    return on_disk(lying, name, Limits())
        return None


@dataclass(frozen=True, slots=True)
class Head:
    """The beginning of a file, for telling formats apart."""

    file: File
    raw: bytes
    text: str

    @classmethod
    def of(cls, file: File) -> "Head":
        """The head of a file."""
        raw = file.head()
        utf16 = raw.startswith((b"\xff\xfe", b"\xfe\xff"))
        text = raw.decode("utf-16" if utf16 else "utf-8", errors="ignore")
        return cls(file, raw, text.removeprefix("\ufeff"))

    @property
    def start(self) -> str:
        """The text without leading white space."""
        return self.text.lstrip()

    @property
    def lines(self) -> list[str]:
        """The first lines, the last of which may be cut."""
        return self.text[:8192].splitlines()


def on_disk(path: Path, name: str, limits: Limits) -> File:
    """A file on disk, called by this name."""
    pipe = path.exists() and not path.is_file()
    piped: bytes | None = None

    def load(most: int | None) -> bytes:
        nonlocal piped
        if piped is not None:
            return piped[:most]
        try:
            with path.open("rb") as stream:
                if pipe:  # a pipe can be read only once
                    piped = stream.read(limits.file + 1)
                    limits.check("file", len(piped), name, "size in bytes")
                    return piped[:most]
                if most is not None:
                    return stream.read(most)
                limits.check("file", os.fstat(stream.fileno()).st_size, name, "size in bytes")
                data = stream.read(limits.file + 1)
        except FileNotFoundError:
            raise DataError(f"{path}: no such file") from None
        except OSError as error:
            raise DataError(f"{path}: cannot be read ({error.strerror})") from None
        limits.check("file", len(data), name, "size in bytes")
        return data

    size = path.stat().st_size if path.is_file() else 0
    return File(name, load, {name: File(name, load)}, path=path, size=size)


def decode(raw: bytes, source: str, encoding: str | None = None) -> tuple[str, str]:
    """The text of a file and the encoding: as told, by its mark, UTF-8, else Windows-1252."""
    if encoding is None:
        marked = raw.startswith((b"\xff\xfe", b"\xfe\xff"))
        encoding = "utf-16" if marked else "utf-8-sig"
    try:
        return raw.decode(encoding), encoding
    except LookupError:
        raise DataError(
            f"{source}: no encoding {encoding!r}; try utf-8, utf-16 or cp1252"
        ) from None
    except UnicodeDecodeError as error:
        if encoding != "utf-8-sig":
            raise DataError(
                f"{source}: byte {error.start} is not {encoding}; give the right "
                f"{Setting('encoding')}"
            ) from None
    try:
        return raw.decode("cp1252"), "cp1252"
    except UnicodeDecodeError as error:
        raise DataError(
            f"{source}: neither UTF-8 nor Windows-1252 (byte {error.start}); give "
            f"{Setting('encoding')}"
        ) from None
