"""Every file that accord writes is whole or not there: it is renamed when it is complete.

A file is written under a name of its own beside its target, so a full disk, an error or a kill
leaves the target as it was.

What is the same for every page and slow to make is made once, and kept in a folder of the user.
Only this user may look into the folder. A file that is not what was written, because a disk was
full or somebody changed it, is made anew; where nothing can be kept, everything works as before.
"""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EINVAL, ENOTSUP
from os import PathLike
from pathlib import Path
from secrets import token_hex
from shutil import rmtree

from accord.errors import DataError
from accord.machine import is_ours, private_folder
from accord.version import __version__

SIGNED = f"made with accord {__version__}"
"""What accord writes into files that have a place for it, so that it knows them again."""

_EDGE = 65_536
"""How many bytes of the beginning and the end of a file are searched for the mark."""

_VERSION = rb"\d+\.\d+\.\d+[\w.+-]*"
_SIGN = rb"made with accord " + _VERSION

_MARKS = {
    ".htm": rb'<meta name="generator" content="accord ' + _VERSION + rb'">',
    ".html": rb'<meta name="generator" content="accord ' + _VERSION + rb'">',
    # A key "accord" alone is a French word; ours comes first, with a version and what follows it.
    ".json": rb'\A\{\s*"accord": "' + _VERSION + rb'",\s*"title"'
    rb'|"usermeta": \{\s*"accord": "' + _VERSION + rb'"\s*\}',
    ".jsonl": rb'\A\{"accord": "[a-z]+", "version": \d+[,}]',
    ".md": rb"<!-- " + _SIGN + rb" -->\s*\Z",
    ".parquet": _SIGN,
    ".pdf": rb"% " + _SIGN + rb"\s*\Z",
    ".png": rb"tEXtSoftware\x00" + _SIGN,
    ".svg": rb"<!-- " + _SIGN + rb" -->\s*\Z",
    ".tex": rb"\A% " + _SIGN,
    ".toml": rb"\A# How accord reads ",
    ".xml": rb"<!-- " + _SIGN + rb" -->",
}
"""What files of accord hold, and where, by the end of their names; a table of text has no place for
it."""


UNFINISHED: set[str] = set()
"""Files and folders that are being written: a signal that ends everything removes them."""


@contextmanager
def whole_file(path: str | PathLike[str]) -> Iterator[Path]:
    """A path to write to; it becomes `path` when the block ends well, and goes where it does not.

    A link stays a link: its target is written, if it is there. A pipe or a device is written as it
    is.
    """
    check_link(path)
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        if target.is_dir():
            raise DataError(f"{path}: cannot be written (Is a directory)")
        with _said(path):
            yield target
        return
    part = target.with_name(f".{target.name[:100]}.{token_hex(6)}.part")
    with _said(path), _unfinished(part):
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
        try:
            yield part
            if target.exists():
                part.chmod(target.stat().st_mode & 0o777)
            _settled(part)
            part.replace(target)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
        _renamed(target.parent)


@contextmanager
def whole_folder(path: str | PathLike[str]) -> Iterator[Path]:
    """The same for a folder of files: none of them is there before all are.

    Files of an existing folder that are not written again stay.
    """
    check_link(path)
    target = Path(os.path.realpath(path))
    with _said(path):
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists() and not target.is_dir():
            raise DataError(f"{path}: cannot be created (a file has this name)")
        part = target.with_name(f".{target.name[:100]}.{token_hex(6)}.part")
        with _unfinished(part):
            part.mkdir()
            try:
                yield part
                written = [file for file in sorted(part.rglob("*")) if file.is_file()]
                for file in written:
                    _settled(file)
                if target.exists():
                    for file in written:
                        there = target / file.relative_to(part)
                        check_link(there)
                        there.parent.mkdir(parents=True, exist_ok=True)
                        file.replace(there)
                else:
                    part.rename(target)
                _renamed(target.parent)
            finally:
                rmtree(part, ignore_errors=True)


def check_link(path: str | PathLike[str]) -> None:
    """Refuse a link that leads nowhere: who made it may mean a place that nobody writes to."""
    if os.path.islink(path) and not os.path.exists(path):
        raise DataError(
            f"{os.fspath(path)}: is a link to a file that is not there; remove the link, or give "
            "another name"
        )


def is_accords(path: str | PathLike[str]) -> bool:
    """Whether accord wrote a file: the file bears its mark."""
    path = Path(path)
    mark = _MARKS.get(path.suffix.lower())
    if mark is None or not path.is_file():
        return False
    with _said(path), path.open("rb") as stream:
        edges = stream.read(_EDGE)
        stream.seek(max(0, path.stat().st_size - _EDGE))
        edges += stream.read(_EDGE)
    return re.search(mark, edges) is not None


@contextmanager
def _unfinished(path: Path) -> Iterator[None]:
    UNFINISHED.add(str(path))
    try:
        yield
    finally:
        UNFINISHED.discard(str(path))


@contextmanager
def _said(path: str | PathLike[str]) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise DataError(f"{os.fspath(path)}: cannot be written ({reason})") from None


def _settled(path: Path) -> None:
    """What was written is on the disk: only now a full disk is known for sure."""
    handle = os.open(path, os.O_RDWR)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (EINVAL, ENOTSUP):  # a file system that does not tell
            raise
    finally:
        os.close(handle)


def _renamed(folder: Path) -> None:
    """The new name is on the disk, too, on systems that open folders."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


_HERE: dict[str, bytes] = {}
"""What this process has kept or read: a server and a notebook make many pages."""

_DIGEST = 64
"""Characters of a digest, which come before what was kept."""


def kept(name: str) -> bytes | None:
    """What was kept under this name, here or by an earlier run, if it is whole and ours."""
    if name not in _HERE:
        path = Path(private_folder("drawing", make=False), name)
        try:
            if not is_ours(path.stat()):
                return None
            found = path.read_bytes()
        except OSError:
            return None
        if found[:_DIGEST] != _digest(found[_DIGEST:]):
            return None
        _HERE[name] = found[_DIGEST:]
    return _HERE[name]


def keep(name: str, content: bytes) -> None:
    """Keep this under a name, on disk where that is possible."""
    _HERE[name] = content
    with suppress(OSError, DataError), whole_file(private_folder("drawing") / name) as part:
        part.write_bytes(_digest(content) + content)


def _digest(content: bytes) -> bytes:
    from hashlib import sha256

    return sha256(content).hexdigest().encode()
