"""Decisions of the page, kept on disk from the moment they are made until somebody removes them.

Each set of dropped files has a folder, named by what the files hold: the same files dropped again
find their decisions, whatever ended the server. `work.json` is written whole and renamed at every
decision; beside it lie the files, so that `accord serve --resume` needs none dropped.
"""

import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from shutil import copyfile, rmtree
from typing import Any

from accord.errors import DataError
from accord.machine import hold, private_folder
from accord.serve.uploads import safe_name
from accord.whole_files import whole_file
from accord.words.said import said

WORK, FILES, LOCK = "work.json", "files", "in-use"

FORM_OF_KEPT = 1
"""The form of a kept work; another one is not touched."""

MOST_COPIED = 256 << 20
"""Bytes of files that are kept beside their decisions; larger ones are dropped again."""

_LONGEST = 10_000
"""Characters of one decision or note."""

WAITS, WAIT = 3000, 0.01
"""How often, and how many seconds each time, a work is waited for that another server writes.

Nobody queues, so it takes luck to come in between: of two that never paused, one gave up after ten
seconds on a machine with twelve times as much to do as it could."""

_FIELDS = ("decision", "begin", "end", "category", "note")


def content_name(folder: Path, names: Sequence[str]) -> str:
    """The name of the work on some files: by what they hold, and where there are several by what
    they are called."""
    found = sha256()
    for name in sorted(names):
        with (folder / safe_name(name)).open("rb") as file:
            content = sha256()
            while part := file.read(1 << 20):
                content.update(part)
        label = name if len(names) > 1 else ""
        found.update(f"{len(label)}:{label}:{content.hexdigest()}".encode("utf-8", "replace"))
    return found.hexdigest()[:40]


@dataclass(slots=True)
class Shelf:
    """All kept works of the person who runs this."""

    root: Path | None = None
    _names: dict[tuple[Any, ...], str] = field(default_factory=dict)

    def name(self, folder: Path, names: Any) -> str:
        """The work that belongs to files in a folder; DataError where they are not there."""
        if not isinstance(names, list) or not names or not all(isinstance(n, str) for n in names):
            raise DataError(said("serve.no_file"))
        try:
            stats = [(n, (folder / safe_name(n)).stat()) for n in names]
            key = (str(folder), *((n, one.st_size, one.st_mtime_ns) for n, one in stats))
            if key not in self._names:
                self._names[key] = content_name(folder, names)
            return self._names[key]
        except OSError:
            raise DataError(said("serve.not_dropped", name=names[0][:200])) from None

    def find(self, name: str) -> dict[str, Any] | None:
        """What is kept under a name."""
        try:
            found = json.loads((self._folder(name) / WORK).read_text("utf-8"))
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) and found.get("form") == FORM_OF_KEPT else None

    def keep(self, name: str, folder: Path, change: Mapping[str, Any]) -> int:
        """Put decisions to those that are there, on disk when this returns; gives their number."""
        checked = _checked(change)
        with self._held(name):
            there = self._folder(name) / WORK
            work = self.find(name)
            if work is None:
                if there.exists():  # nobody's to replace: another form, or damaged
                    there.rename(there.with_name(f"work-{time.time_ns()}.json"))
                whole = self._copied(name, folder, checked["files"])
                work = {"accord": "decisions", "form": FORM_OF_KEPT, "whole": whole, "lists": {}}
            one = work["lists"].setdefault(checked["list"], {"decisions": {}})
            one["decisions"] |= checked["decisions"]
            one |= {"of": checked["of"], "place": checked["place"], "given": checked["given"]}
            work |= {"files": checked["files"], "last": checked["list"], "by": checked["by"]}
            work["changed"] = time.time()
            with whole_file(there) as part:
                part.write_text(json.dumps(work, ensure_ascii=False), "utf-8", newline="\n")
            return _decided(one)

    def remove(self, name: str) -> None:
        """Away with a work."""
        rmtree(self._folder(name), ignore_errors=True)

    def all(self) -> list[dict[str, Any]]:
        """What is kept with its files and can be gone on with, the last first."""
        found = []
        with suppress(OSError):
            for folder in self._root().iterdir():
                work = self.find(folder.name)
                if work is not None and work.get("whole"):
                    last = work["lists"][work["last"]]
                    about = {"decided": _decided(last), "of": last["of"], "files": work["files"]}
                    found.append({"name": folder.name, "changed": work["changed"], **about})
        return sorted(found, key=lambda one: -one["changed"])

    def put_back(self, name: str, folder: Path) -> dict[str, Any]:
        """Put the files of a work where dropped ones are; gives the work."""
        work = self.find(name)
        if work is None or not work.get("whole"):
            raise DataError(said("serve.http.no_file"))
        for one in work["files"]:
            target = folder / safe_name(one)
            target.parent.mkdir(parents=True, exist_ok=True)
            copyfile(self._folder(name) / FILES / safe_name(one), target)
        return work

    def _root(self) -> Path:
        if self.root is None:
            self.root = private_folder("page")
        return self.root

    def _folder(self, name: str) -> Path:
        if len(name) != 40 or not all(sign in "0123456789abcdef" for sign in name):
            raise KeyError(name)
        return self._root() / name

    def _copied(self, name: str, folder: Path, names: Sequence[str]) -> bool:
        """Keep the files, too, unless they are large; whether they are kept."""
        if sum((folder / safe_name(one)).stat().st_size for one in names) > MOST_COPIED:
            return False
        for one in names:
            target = self._folder(name) / FILES / safe_name(one)
            target.parent.mkdir(parents=True, exist_ok=True)
            copyfile(folder / safe_name(one), target)
        return True

    @contextmanager
    def _held(self, name: str) -> Iterator[None]:
        """One server at a time changes a work."""
        folder = self._folder(name)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for left in reversed(range(WAITS)):
            try:
                lock = hold(folder / LOCK)
                break
            except BlockingIOError:
                if not left:
                    raise
                time.sleep(WAIT)
        try:
            yield
        finally:
            lock.close()


def _decided(one: Mapping[str, Any]) -> int:
    return sum(bool(row.get("decision")) for row in one["decisions"].values())


def _checked(change: Mapping[str, Any]) -> dict[str, Any]:
    """A change as it may be kept; DataError where it is none."""
    decisions, given = change.get("decisions"), change.get("given")
    wrong = (
        not isinstance(change.get("files"), list)
        or not isinstance(decisions, dict)
        or not isinstance(given, dict)
        or not isinstance(change.get("list"), str)
        or len(change["list"]) > 100
        or any(type(change.get(name)) is not int for name in ("of", "place"))
        or not isinstance(change.get("by"), str)
        or any(not _is_decision(key, row) for key, row in decisions.items())
    )
    if wrong:
        raise DataError(said("serve.http.object"))
    return {name: change[name] for name in ("files", "list", "of", "place", "given", "by")} | {
        "decisions": decisions
    }


def _is_decision(key: str, row: Any) -> bool:
    return (
        len(key) <= 100
        and isinstance(row, dict)
        and all(
            name in _FIELDS and isinstance(text, str) and len(text) <= _LONGEST
            for name, text in row.items()
        )
    )


def where_kept() -> str:
    """Where decisions are kept, as it is printed."""
    home, folder = os.path.expanduser("~"), str(private_folder("page", make=False))
    return folder.replace(home, "~", 1) if folder.startswith(home + os.sep) else folder
