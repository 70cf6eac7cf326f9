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
            raise DataError(f"{where}: offset {offset} is outside the text (0 to {length})")
        if not inside:
            return offset
        before = bisect_left(inside, offset)
        if before < len(inside) and inside[before] == offset:
            raise DataError(f"{where}: offset {offset} is inside a character; check the text")
        return offset - before

    return convert


def misquoted(text: str, begin: int, end: int, quoted: str) -> str:
    """What is wrong where a span of the text is not what the file quotes; "" if it is.

    White space is not compared: tools write line breaks in many ways.

    >>> misquoted("one two", 4, 7, "two")
    ''
    """
    there = text[begin:end]
    if end > len(text):
        return f"the span {begin}–{end} is outside the text (0–{len(text)})"
    if there == quoted or "".join(there.split()) == "".join(quoted.split()):
        return ""
    return f"at {begin}–{end} the text has {_cut(there)}, but the file quotes {_cut(quoted)}"


def _cut(text: str) -> str:
    # Two quotes of this length stand on one line of a terminal.
    return repr(text if len(text) <= 40 else text[:37] + "…")
