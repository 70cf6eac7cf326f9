"""Files that were dropped: in a private folder, gone at the end, and after a kill at next start."""

import re
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_urlsafe
from shutil import disk_usage, rmtree
from typing import Any

from accord._read.door.read_options import Limits
from accord.errors import DataError
from accord.machine import held, hold, is_ours
from accord.whole_files import UNFINISHED
from accord.words.said import said

PREFIX = "accord-page-"
LOCK = "in-use"
DEEP, LONG = 20, 200
"""How many folders a name may have, and how many characters each part of it."""

ROOM = 64 << 20
"""Bytes that must stay free on the disk."""

_NO_NAME = re.compile(r"[\x00-\x1f\x7f<>:\"|?*]")
_DEVICES = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)


def safe_name(given: str) -> str:
    """The name of a dropped file, folders and all, if it stays where it is put.

    >>> safe_name("round 1/ann/doc1.txt")
    'round 1/ann/doc1.txt'
    >>> safe_name("../secret")
    Traceback (most recent call last):
    ...
    accord.errors.DataError: '../secret': not a valid file name
    """
    parts = given.replace("\\", "/").split("/")
    wrong = (
        not given
        or len(parts) > DEEP
        or any(not 0 < len(part.encode("utf-8", "surrogatepass")) <= LONG for part in parts)
        or any(part.strip(". ") == "" or part != part.strip() for part in parts)
        or any(_DEVICES.fullmatch(part) for part in parts)
        or any("\ud800" <= sign <= "\udfff" for sign in given)
        or _NO_NAME.search(given) is not None
    )
    if wrong:
        raise DataError(said("serve.upload.name", name=repr(given[:LONG])))
    return "/".join(parts)


@dataclass(slots=True)
class Store:
    """The private folder of one run of the page, with a folder for each person in it."""

    limits: Limits = field(default_factory=Limits)
    root: Path = field(init=False)
    _lock: Any = field(init=False)
    _sizes: dict[str, dict[str, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # A run that was killed leaves strangers' annotations behind: the next one removes them
        # first.
        clear_stale()
        made = Path(tempfile.mkdtemp(prefix="accord-new-"))  # mode 700
        self._lock = hold(made / LOCK)
        self.root = made.with_name(made.name.replace("accord-new-", PREFIX))
        made.rename(self.root)  # from now on others find it, and find it held
        UNFINISHED.add(str(self.root))  # a signal that ends everything removes it

    def new(self) -> str:
        """A folder for one person; its name cannot be guessed."""
        name = token_urlsafe(24)
        for part in ("files", "out"):
            (self.root / name / part).mkdir(parents=True, mode=0o700)
        self._sizes[name] = {}
        return name

    def folder(self, person: str) -> Path:
        """Where a person's files are; the person must be known."""
        if person not in self._sizes:
            raise KeyError(person)
        return self.root / person

    def place(self, person: str, name: str) -> Path:
        """Where a dropped file goes, which is inside the person's folder whatever its name is."""
        inside = self.folder(person) / "files"
        path = inside / safe_name(name)
        # The name was checked already; this holds whatever a link in the folder does.
        if not path.resolve().is_relative_to(inside.resolve()):
            raise DataError(said("serve.upload.name", name=repr(name)))
        if len(self._sizes[person]) >= self.limits.members:
            raise DataError(said("serve.upload.many", n=self.limits.members))
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def take(self, person: str, name: str, many: int) -> None:
        """Note that so many more bytes of a file come; refuse them beyond the limits."""
        sizes = self._sizes[person]
        sizes[name] = sizes.get(name, 0) + many
        for limit, found in (("file", sizes[name]), ("total", sum(sizes.values()))):
            if found > getattr(self.limits, limit):
                most = getattr(self.limits, limit)
                raise DataError(said("serve.upload.large", name=name, n=most))
        # Before the bytes are written: a full disk would take other programs down, too.
        if disk_usage(self.root).free < ROOM + many:
            raise DataError(said("serve.upload.full", name=name))

    def is_empty(self, person: str) -> bool:
        """Whether a person has dropped nothing, and taken no example."""
        return not any((self.folder(person) / "files").iterdir())

    def put(self, person: str, name: str, size: int) -> None:
        """Note a file that came in another way than by being dropped."""
        self._sizes[person][name] = size

    def forget(self, person: str, name: str) -> None:
        """A file that did not come whole is not there."""
        self._sizes[person].pop(name, None)

    def empty(self, person: str) -> None:
        """Remove what a person dropped and made; the folder stays for more."""
        for part in ("files", "out"):
            rmtree(self.folder(person) / part, ignore_errors=True)
            (self.root / person / part).mkdir(mode=0o700, exist_ok=True)
        self._sizes[person] = {}

    def remove(self, person: str) -> None:
        """Remove a person's folder."""
        if self._sizes.pop(person, None) is not None:
            rmtree(self.root / person, ignore_errors=True)

    def close(self) -> None:
        """Remove everything."""
        with suppress(OSError):
            self._lock.close()
        rmtree(self.root, ignore_errors=True)
        UNFINISHED.discard(str(self.root))


def _stale() -> Iterator[Path]:
    """Folders of runs that were killed: ours, and held by nobody."""
    for path in sorted(Path(tempfile.gettempdir()).glob(f"{PREFIX}*")):
        with suppress(OSError):
            if (
                is_ours(path.lstat())
                and path.is_dir()
                and not path.is_symlink()
                and not held(path / LOCK)
            ):
                yield path


def clear_stale() -> None:
    """Remove what killed runs left behind."""
    for path in _stale():
        rmtree(path, ignore_errors=True)
