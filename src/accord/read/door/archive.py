"""Packed files (zip, gzip) from strangers: nothing is written to disk, every size is checked."""

import gzip
import io
import lzma
import zipfile
import zlib
from collections.abc import Callable
from pathlib import PurePosixPath

from accord.errors import DataError
from accord.read.door.given import GZIP, File
from accord.read.door.read_options import Limits

_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    RuntimeError,
    NotImplementedError,
    ValueError,
    OverflowError,
    IndexError,
)


def archived(file: File, limits: Limits, level: int = 1, unpacked: int = 0) -> list[File]:
    """The files in an archive, archives in it unpacked too; bombs and escapes are refused.

    `unpacked` is how much the archives around and before this one hold already.
    """
    limits.check("archives", level, file.name, "an archive in an archive, level")
    if file.load(2) == GZIP:
        return [_gunzipped(file, limits)]
    try:
        packed = zipfile.ZipFile(io.BytesIO(file.raw()))
        members = [info for info in packed.infolist() if not info.is_dir()]
        members.sort(key=lambda info: info.filename)  # as in a folder
    except _BROKEN as error:
        raise DataError(f"{file.name}: damaged or truncated zip archive ({error})") from None
    limits.check("members", len(members), file.name, "number of members")
    unpacked += sum(member.file_size for member in members)
    limits.check("total", unpacked, file.name, "unpacked size in bytes")
    found: list[File] = []
    for member in members:
        name = _safe(file.name, member, limits)
        if any(part.startswith((".", "__MACOSX")) for part in PurePosixPath(name).parts):
            continue
        inner = File(name, _loader(packed, member, file.name, limits), size=member.file_size)
        if level <= limits.archives and inner.is_archive:
            inside = archived(inner, limits, level + 1, unpacked)
            unpacked += sum(deeper.size for deeper in inside)
            limits.check("total", unpacked, file.name, "unpacked size in bytes")
            for deeper in inside:
                deeper.name = f"{PurePosixPath(name).parent}/{deeper.name}".removeprefix("./")
            found += inside
        else:
            found.append(inner)
        limits.check("members", len(found), file.name, "number of members")
    if not found:
        raise DataError(f"{file.name}: the archive is empty")
    return found


def _gunzipped(file: File, limits: Limits) -> File:
    """The one file that gzip packed, under its name without .gz."""
    raw = file.raw()
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(raw)) as stream:
            # A bomb is refused before it is unpacked: small text packs well, so some is allowed.
            most = min(limits.file, max(len(raw) * limits.ratio, 1 << 20))
            data = stream.read(most + 1)
    except _BROKEN as error:
        raise DataError(f"{file.name}: damaged or truncated gzip file ({error})") from None
    if len(data) > most:
        limits.check("file", len(data), file.name, "unpacked size in bytes, at least")
        limits.check("ratio", len(data) // len(raw) + 1, file.name, "unpacked over packed size")
    name = str(PurePosixPath(file.name).with_suffix("")) if file.suffix == ".gz" else file.name
    return File(name, lambda most: data[:most], size=len(data))


def _safe(source: str, member: zipfile.ZipInfo, limits: Limits) -> str:
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
    packed: zipfile.ZipFile, member: zipfile.ZipInfo, source: str, limits: Limits
) -> Callable[[int | None], bytes]:
    # The header may lie about the size: never read more than it says.
    bound = min(member.file_size, limits.file)

    def load(most: int | None) -> bytes:
        try:
            with packed.open(member) as stream:
                data = stream.read(bound + 1 if most is None else min(most, bound + 1))
        except _BROKEN as error:
            reason = f"member {member.filename!r} is broken ({error})"
            raise DataError(f"{source}: {reason}") from None
        if len(data) > bound:
            raise DataError(f"{source}: member {member.filename!r} is larger than declared")
        return data

    return load
