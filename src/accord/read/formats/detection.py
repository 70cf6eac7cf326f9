"""Which format a file is of, by its content: everybody who wants to know asks here."""

import re

from accord.errors import DataError, Setting
from accord.read.door.given import File, Head
from accord.read.formats.format import Format, Refused
from accord.read.formats.table import FORMATS, REFUSED


def detected(file: File, kind: str | None = None) -> Format | None:
    """The format of a file by its content, None where it is of no known one.

    Of files that two formats share, the one is taken that holds the `kind` of study the user
    names.
    """
    head = Head.of(file)
    if FORMATS["accord"].sniff(head):
        return FORMATS["accord"]
    if _refused(head) is not None:
        return None
    found = next((format for format in FORMATS.values() if format.sniff(head)), None)
    if found is not None and kind == "coreference" and found.chains:
        return FORMATS[found.chains]
    return found


def _refused(head: Head) -> Refused | None:
    return next((refused for refused in REFUSED if refused.signs.shown(head)), None)


def unknown(file: File) -> DataError:
    """Why a file cannot be read, as exactly as its beginning tells."""
    raw = file.head()
    if not raw.strip():
        return DataError(f"{file.name}: the file is empty")
    if (refused := _refused(Head.of(file))) is not None:
        return DataError(f"{file.name}: {refused}")
    if not raw.startswith((b"\xff\xfe", b"\xfe\xff")) and (at := raw.find(b"\x00")) >= 0:
        return DataError(
            f"{file.name}: holds binary data (a zero at byte {at}) of no known format; if it is "
            f"text, give {Setting('encoding')}, or repair the export"
        )
    root = re.search(rb"<(?![?!])([^\s>/]+)", raw)
    if root and raw.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"<":
        return DataError(
            f"{file.name}: XML of no known format (its root is "
            f"<{root[1].decode('utf-8', 'replace')[:60]}>)"
        )
    text = raw[:200].decode("utf-8", errors="replace").strip()
    shown = text.splitlines()[0][:60] if text else ""
    ending = file.suffix[1:]
    named = next((f.title for f in FORMATS.values() if ending in (f.name, *f.also)), None)
    also = f", and not a {named} file as its name says" if named else ""
    return DataError(
        f"{file.name}: unknown format{also} (it begins {shown!r}); name it with "
        f"{Setting('format')}, one of {', '.join(FORMATS)}"
    )
