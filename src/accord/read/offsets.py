"""Offsets as tools count them, into code points; and the check against quoted text."""

from bisect import bisect_left
from collections.abc import Callable

from accord.errors import DataError


def from_utf16(text: str) -> Callable[[int, str], int]:
    """A function from an offset in UTF-16 units of `text` to one in code points.

    >>> from_utf16("a😀b")(3, "doc")
    2
    """
    # Positions, in UTF-16 units, just behind the first half of each astral character.
    inside = [at + n + 1 for n, at in enumerate(i for i, c in enumerate(text) if c > "\uffff")]
    length = len(text) + len(inside)

    def convert(offset: int, where: str) -> int:
        if offset < 0 or offset > length:
            raise DataError(f"{where}: offset {offset} lies outside the text (0 to {length})")
        before = bisect_left(inside, offset)
        if before < len(inside) and inside[before] == offset:
            raise DataError(f"{where}: offset {offset} lies inside a character; check the text")
        return offset - before

    return convert


def check_quoted(text: str, begin: int, end: int, quoted: str, where: str) -> None:
    """The stretch of the text must be what the file quotes, white space apart."""
    found = text[begin:end]
    if end > len(text):
        raise DataError(f"{where}: the stretch {begin}–{end} lies outside the text (0–{len(text)})")
    if found != quoted and "".join(found.split()) != "".join(quoted.split()):
        raise DataError(
            f"{where}: at {begin}–{end} the text has {_cut(found)}, but the file quotes "
            f"{_cut(quoted)}; the offsets do not fit the text"
        )


def _cut(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "…")
