"""The files that were given: single ones, folders, patterns, archives; never a path outside."""

import os
import sys
from collections.abc import Iterator, Sequence
from glob import glob
from os import PathLike, fspath
from pathlib import Path

from accord.errors import DataError
from accord.read.door.file import File, on_disk
from accord.read.door.limits import Limits

Paths = str | PathLike[str] | Sequence[str | PathLike[str]]
WILD = "*?["


def matching(path: Paths) -> list[str | PathLike[str]]:
    """The paths that were given; a pattern ("parts/*.csv") is the files that fit it."""
    paths = [path] if isinstance(path, (str, PathLike)) else path
    if not isinstance(paths, (Sequence, Iterator)):
        raise DataError(
            f"a {type(path).__name__} is no file; a data frame is read with accord.from_frame, "
            "a table of an engine is counted with accord.scale.count"
        )
    found = [file for one in paths for file in _fitting(one)]
    if not found:
        raise DataError("no file is given")
    return found


def _fitting(path: str | PathLike[str]) -> list[str | PathLike[str]]:
    if not is_pattern(fspath(path)):
        return [path]
    found = sorted(glob(fspath(path), recursive=True))
    if not found:
        raise DataError(f"{path}: no file fits this pattern")
    return [*found]


def is_pattern(path: str) -> bool:
    """Whether a path is a pattern of paths, and not a file that is called so."""
    return any(sign in path for sign in WILD) and not Path(path).exists()


def given_files(
    paths: Sequence[str | PathLike[str]], limits: Limits
) -> tuple[list[File], list[str]]:
    """All files of the given paths, folders and archives unpacked, and notes on what was not."""
    found: list[File] = []
    notes: list[str] = []
    several = len(paths) > 1
    for given in map(Path, paths):
        if given.is_dir():
            files = _walked(given, limits, notes)
        elif str(given) == "-" and not given.exists():
            files = [_standard_input(limits)]
        else:
            files = [on_disk(given, given.name, limits)]
        unpacked = [member for file in files for member in _unpacked(file, limits)]
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


def _unpacked(file: File, limits: Limits) -> list[File]:
    if not file.is_archive:
        return [file]
    from accord.read.door.archive import archived

    return archived(file, limits)


def _named(paths: Sequence[str | PathLike[str]]) -> str:
    return ", ".join(Path(path).name for path in paths[:3]) + (", …" if len(paths) > 3 else "")


def _shown(given: Path) -> str:
    """The end of a path that tells it from others: its folder and its name."""
    parts = [part for part in given.parts if part not in ("/", ".", "..")]
    return "/".join(parts[-2:]) or given.resolve().name


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
            found.append(on_disk(path, relative.as_posix(), limits))
            limits.check("members", len(found), folder.name, "number of files")
    if not found:
        raise DataError(f"{folder}: the folder is empty")
    return found
