"""The files that were given: single ones, folders, patterns, archives; never a path outside."""

import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from os import PathLike, fspath
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from accord._read.door.read_options import Limits
from accord.errors import DataError

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

_HEAD = 65_536
"""Bytes that tell formats apart: no file is read whole only to learn what it is not."""
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
"""How a text of two bytes a letter begins, where it says so."""
ZIP = b"PK\x03\x04"
GZIP = b"\x1f\x8b"
PACKED_DOCUMENTS = (
    *(".xlsx", ".xlsm", ".ods", ".docx", ".odt", ".npz", ".jar", ".eval", ".opf", ".asreview"),
)


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
        return self.load(_HEAD)

    def text(self, encoding: str | None = None) -> tuple[str, str]:
        """The decoded text and its encoding."""
        raw = self.raw()
        if encoding is None and not raw.startswith(UTF_16):
            try:  # nearly always
                text = raw.decode("utf-8-sig")
                if "\0" not in text[:_HEAD]:
                    return text, "utf-8-sig"
            except UnicodeDecodeError:
                pass
        from accord._read.text.letters import decode

        return decode(raw, self.name, encoding)

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
        encoding = "utf-8"
        if b"\0" in raw or raw.startswith(UTF_16):
            from accord._read.text.letters import wide_encoding

            encoding = wide_encoding(raw) or encoding
        text = raw.decode(encoding, errors="ignore")
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
    """A file on disk, called by this name; bytes of it that are no text are escaped."""
    name = name.encode("utf-8", "backslashreplace").decode("utf-8")
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
                size = os.fstat(stream.fileno()).st_size
                limits.check("file", size, name, "size in bytes")
                data = stream.read(size + 1)  # as much is set aside as is asked for
                if len(data) > size:  # it grows, or has no size of its own
                    data += stream.read(limits.file + 1 - len(data))
        except FileNotFoundError:
            raise DataError(f"{path}: no such file{_near(path)}") from None
        except OSError as error:
            raise DataError(f"{path}: cannot open ({error.strerror})") from None
        limits.check("file", len(data), name, "size in bytes")
        return data

    size = path.stat().st_size if path.is_file() else 0
    return File(name, load, {name: File(name, load)}, path=path, size=size)


def _near(path: Path) -> str:
    """A file beside it whose name is nearly the same, as a question."""
    from difflib import get_close_matches

    try:
        names = [entry.name for entry in islice(os.scandir(path.parent), 1000)]
    except OSError:
        return ""
    near = get_close_matches(path.name, sorted(names), n=1, cutoff=0.75)
    return f"; did you mean {near[0]!r}?" if near else ""


Paths = str | PathLike[str] | Sequence[str | PathLike[str]]
WILD = "*?["


def matching(path: Paths) -> list[str | PathLike[str]]:
    """The paths that were given; a pattern ("parts/*.csv") is the files that fit it."""
    paths = [path] if isinstance(path, (str, PathLike)) else path
    if not isinstance(paths, (Sequence, Iterator)):
        raise DataError(
            f"{type(path).__name__} is not a file; a data frame is read with accord.from_frame, "
            "a table of an engine is counted with accord.scale.count"
        )
    found = [file for one in paths for file in _fitting(one)]
    if not found:
        raise DataError("no file given")
    return found


def _fitting(path: str | PathLike[str]) -> list[str | PathLike[str]]:
    if fspath(path).startswith(("https://", "http://")):
        raise DataError(
            f"{path}: accord does not read addresses. Fetch the export of a running tool first: "
            "accord "
            "pull TOOL ADDRESS PROJECT OUT, where the tool is label-studio, argilla, inception or "
            "doccano and its token is in ACCORD_TOKEN; or download the file, and read that"
        )
    if not is_pattern(fspath(path)):
        return [path]
    from glob import glob

    found = sorted(glob(fspath(path), recursive=True))
    if not found:
        raise DataError(f"{path}: no matching files")
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
    return archived(file, limits) if file.is_archive else [file]


def _named(paths: Sequence[str | PathLike[str]]) -> str:
    return ", ".join(Path(path).name for path in paths[:3]) + (", …" if len(paths) > 3 else "")


def _shown(given: Path) -> str:
    """The end of a path that tells it from others: its folder and its name."""
    parts = [part for part in given.parts if part not in ("/", ".", "..")]
    shown = "/".join(parts[-2:]) or given.resolve().name
    return shown.encode("utf-8", "backslashreplace").decode("utf-8")


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
                notes.append(f"{relative}: link out of the folder not followed")
                continue
            if not path.is_file():  # a pipe would never end
                notes.append(f"{relative}: not a regular file, left out")
                continue
            found.append(on_disk(path, relative.as_posix(), limits))
            limits.check("members", len(found), folder.name, "number of files")
    if not found:
        raise DataError(f"{folder}: the folder is empty")
    return found


def broken() -> tuple[type[Exception], ...]:
    """What unpacking a damaged archive may raise; most files are none, and load no unpacker."""
    from lzma import LZMAError
    from zipfile import BadZipFile
    from zlib import error

    named = (BadZipFile, error, LZMAError, EOFError, OSError, RuntimeError, NotImplementedError)
    return (*named, ValueError, OverflowError, IndexError, KeyError)


def archived(
    file: File, limits: Limits, level: int = 1, unpacked: int = 0, packed_size: int = 0
) -> list[File]:
    """The files in an archive, archives in it unpacked too; bombs and escapes are refused.

    `unpacked` is how much the archives around and before this one hold already, `packed_size` the
    size of the outermost.
    """
    limits.check("archives", level, file.name, "an archive in an archive, level")
    if file.load(2) == GZIP:
        return [_gunzipped(file, limits)]
    from zipfile import ZipFile

    try:
        packed = ZipFile(io.BytesIO(file.raw()))
        members = [info for info in packed.infolist() if not info.is_dir()]
        members.sort(key=lambda info: info.filename)  # as in a folder
    except broken() as error:
        raise DataError(f"{file.name}: damaged or truncated zip archive ({error})") from None
    limits.check("members", len(members), file.name, "number of members")
    unpacked += sum(member.file_size for member in members)
    packed_size = packed_size or len(file.raw())
    _check_total(file, limits, unpacked, packed_size)
    found: list[File] = []
    for member in members:
        name = _safe(file.name, member, limits)
        if any(part.startswith((".", "__MACOSX")) for part in PurePosixPath(name).parts):
            continue
        inner = File(name, _loader(packed, member, file.name, limits), size=member.file_size)
        if level <= limits.archives and inner.is_archive:
            inside = archived(inner, limits, level + 1, unpacked, packed_size)
            unpacked += sum(deeper.size for deeper in inside)
            _check_total(file, limits, unpacked, packed_size)
            for deeper in inside:
                deeper.name = f"{PurePosixPath(name).parent}/{deeper.name}".removeprefix("./")
            found += inside
        else:
            found.append(inner)
        limits.check("members", len(found), file.name, "number of members")
    if not found:
        raise DataError(f"{file.name}: the archive is empty")
    return found


def _check_total(file: File, limits: Limits, unpacked: int, packed: int) -> None:
    """All members together: they may overlap, and each may be small."""
    limits.check("total", unpacked, file.name, "unpacked size in bytes")
    if unpacked > 1 << 24:
        ratio = unpacked // max(packed, 1)
        limits.check("ratio", ratio, file.name, "unpacked over packed size of all members")


def _gunzipped(file: File, limits: Limits) -> File:
    """The one file that gzip packed, under its name without .gz."""
    from gzip import GzipFile

    raw = file.raw()
    try:
        with GzipFile(fileobj=io.BytesIO(raw)) as stream:
            # A bomb is refused before it is unpacked: small text packs well, so some is allowed.
            most = min(limits.file, max(len(raw) * limits.ratio, 1 << 20))
            data = stream.read(most + 1)
    except broken() as error:
        raise DataError(f"{file.name}: damaged or truncated gzip file ({error})") from None
    if len(data) > most:
        limits.check("file", len(data), file.name, "unpacked size in bytes, at least")
        limits.check("ratio", len(data) // len(raw) + 1, file.name, "unpacked over packed size")
    name = str(PurePosixPath(file.name).with_suffix("")) if file.suffix == ".gz" else file.name
    return File(name, lambda most: data[:most], size=len(data))


def _safe(source: str, member: "ZipInfo", limits: Limits) -> str:
    """The member's name, refused where it leads out of the archive or hides a bomb."""
    name = member.filename.replace("\\", "/")
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or (path.parts and ":" in path.parts[0]):
        raise DataError(
            f"{source}: member {member.filename!r} points outside the archive; unpack the archive "
            "yourself if you trust it"
        )
    if member.flag_bits & 0x1:
        raise DataError(f"{source}: member {name!r} is encrypted; unpack it with the password")
    limits.check("file", member.file_size, f"{source}/{name}", "unpacked size in bytes")
    if member.file_size > 1 << 20:  # small text packs well; a bomb is large
        ratio = member.file_size // max(member.compress_size, 1)
        limits.check("ratio", ratio, f"{source}/{name}", "unpacked over packed size")
    return name


def _loader(
    packed: "ZipFile", member: "ZipInfo", source: str, limits: Limits
) -> Callable[[int | None], bytes]:
    # The header may lie about the size: never read more than it says.
    bound = min(member.file_size, limits.file)

    def load(most: int | None) -> bytes:
        try:
            with packed.open(member) as stream:
                data = stream.read(bound + 1 if most is None else min(most, bound + 1))
        except NotImplementedError:
            reason = f"this version of Python cannot unpack its member {member.filename!r}"
            raise DataError(f"{source}: {reason} (method {member.compress_type})") from None
        except broken() as error:
            reason = f"member {member.filename!r} is broken ({error})"
            raise DataError(f"{source}: {reason}") from None
        if len(data) > bound:
            raise DataError(f"{source}: member {member.filename!r} is larger than declared")
        return data

    return load
