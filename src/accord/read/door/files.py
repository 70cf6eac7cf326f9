"""The files that were given: single ones, folders, archives; never a path outside of them."""

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path, PurePosixPath
from typing import Any

from accord.errors import DataError
from accord.read.door.limits import Limits
from accord.read.tables.delimited import decode

HEAD = 65_536


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
                on_disk = self.path.parent / name
                if on_disk.is_file() and not on_disk.is_symlink():
                    return _on_disk(on_disk, name, Limits())
        return None


def given_files(
    paths: Sequence[str | PathLike[str]], limits: Limits
) -> tuple[list[File], list[str]]:
    """All files of the given paths, folders and archives unpacked, and notes on what was not."""
    from accord.read.door.archive import archived, is_archive

    found: list[File] = []
    notes: list[str] = []
    several = len(paths) > 1
    for given in map(Path, paths):
        if given.is_dir():
            files = _walked(given, limits, notes)
        elif str(given) == "-" and not given.exists():
            files = [_standard_input(limits)]
        else:
            files = [_on_disk(given, given.name, limits)]
        unpacked = [
            member
            for file in files
            for member in (archived(file, limits) if is_archive(file) else [file])
        ]
        single = not given.is_dir() and unpacked == files
        for file in unpacked:
            if several:
                file.name = _shown(given) if single else f"{_shown(given)}/{file.name}"
            file.given = str(given)
        found += unpacked
    limits.check("members", len(found), _named(paths), "number of files")
    among = {file.name: file for file in found}
    for file in found:
        file.among = among
    return found, notes


def _named(paths: Sequence[str | PathLike[str]]) -> str:
    return ", ".join(Path(path).name for path in paths[:3]) + (", …" if len(paths) > 3 else "")


def _shown(given: Path) -> str:
    """The end of a path that tells it from others: its folder and its name."""
    parts = [part for part in given.parts if part not in ("/", ".", "..")]
    return "/".join(parts[-2:]) or given.resolve().name


def _on_disk(path: Path, name: str, limits: Limits) -> File:
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

    return File(name, load, {name: File(name, load)}, path=path)


def _standard_input(limits: Limits) -> File:
    """What is piped in, read once."""
    held: list[bytes] = []

    def load(most: int | None) -> bytes:
        if not held:
            held.append(sys.stdin.buffer.read(limits.file + 1))
            limits.check("file", len(held[0]), "standard input", "size in bytes")
        return held[0][:most]

    return File("standard input", load)


def _walked(folder: Path, limits: Limits, notes: list[str]) -> list[File]:
    """The files below a folder, in order; links that lead out of it are not followed."""
    inside = folder.resolve()
    found = []
    for at, _, names in sorted(os.walk(folder, followlinks=False)):
        for name in sorted(names):
            path = Path(at, name)
            relative = path.relative_to(folder)
            if any(part.startswith((".", "__MACOSX")) for part in relative.parts):
                continue
            if path.is_symlink() and not path.resolve().is_relative_to(inside):
                notes.append(f"{relative}: a link that leads out of the folder, not followed")
                continue
            found.append(_on_disk(path, relative.as_posix(), limits))
            limits.check("members", len(found), folder.name, "number of files")
    if not found:
        raise DataError(f"{folder}: the folder is empty")
    return found
