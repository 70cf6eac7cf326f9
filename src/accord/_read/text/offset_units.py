"""Offsets of tools that do not say what they count: code points, or UTF-16 units of a browser.

doccano, Argilla and Glozz count one or the other, by version and setting. The two differ only
behind characters beyond U+FFFF (emoji), and there the marked words tell: spans begin and end
at words.
"""

from collections.abc import Callable, Iterable, Sequence

from accord._read.door.marks import Mark, Marks
from accord._read.door.read_options import OFFSETS_COUNT, Options
from accord._read.text.json_values import texts_of
from accord._read.text.offsets import from_utf16
from accord.errors import DataError, Setting, UnknownNameError
from accord.model.showing import counted

TextSpans = Iterable[tuple[str, Sequence[tuple[int, int]]]]


def recount(marks: Marks, options: Options) -> None:
    """Turn UTF-16 offsets of these marks into code points, and say so; as told, or by the words."""
    if options.offsets is not None and options.offsets not in OFFSETS_COUNT:
        raise UnknownNameError.of("way to count offsets", options.offsets, OFFSETS_COUNT)
    texts = {**marks.about.get("text", {}), **marks.texts}
    astral = {name: text for name, text in texts_of(texts).items() if text and max(text) > "\uffff"}
    placed: dict[str | None, list[tuple[int, int]]] = {name: [] for name in astral}
    for mark in marks.marks:
        if mark.document in placed and (edges := _offsets(mark)) is not None:
            placed[mark.document].append(edges)
    marked = [(text, placed[name]) for name, text in astral.items()]
    behind = sum(_is_behind(text, end) for text, spans in marked for _, end in spans)
    if not behind:
        return
    units = seems_utf16(marked) if options.offsets is None else options.offsets == "utf-16"
    if units:
        convert = {name: from_utf16(text) for name, text in astral.items()}
        marks.marks = [
            _moved(mark, convert[mark.document]) if mark.document in convert else mark
            for mark in marks.marks
        ]
    taken = "UTF-16 units, turned into code points" if units else "code points"
    why = "they fall on words" if units is not None else "no evidence either way"
    why = "as requested" if options.offsets else why
    marks.notes.append(
        f"offsets of {counted(behind, 'span')} after characters beyond U+FFFF read as {taken} "
        f"({why}; change with {Setting('offsets')})"
    )


def seems_utf16(marked: TextSpans) -> bool | None:
    """Whether spans, given with their texts, count UTF-16 units; None where nothing tells.

    >>> seems_utf16([("\\U0001f680 rocket", [(3, 9)])])
    True
    >>> seems_utf16([("\\U0001f680 rocket", [(2, 8)])])
    False
    """
    points = units = 0
    for text, spans in marked:
        convert = from_utf16(text)
        for begin, end in spans:
            if not _is_behind(text, end):
                continue
            if end > len(text):
                return True  # there is no such code point
            points += _fit(text, begin, end)
            try:
                units += _fit(text, convert(begin, ""), convert(end, ""))
            except DataError:  # inside of a character
                return False
    return None if points == units else units > points


def _is_behind(text: str, end: int) -> bool:
    """Whether the end of a span is counted differently."""
    return max(text[:end], default="") > "\uffff"


def _fit(text: str, begin: int, end: int) -> int:
    """How many of the edges of a span are edges of words."""
    inner = text[begin:end]
    if not inner:
        return 0
    before, after = text[begin - 1 : begin], text[end : end + 1]
    first = not inner[0].isspace() and not (inner[0].isalnum() and before.isalnum())
    last = not inner[-1].isspace() and not (inner[-1].isalnum() and after.isalnum())
    return first + last


def _moved(mark: Mark, convert: Callable[[int, str], int]) -> Mark:
    """The mark where its offsets count code points."""
    edges = _offsets(mark)
    if edges is None:
        return mark
    parts = tuple((convert(int(b), mark.where), convert(int(e), mark.where)) for b, e in mark.parts)
    begin, end = (convert(edge, mark.where) for edge in edges)
    return mark._replace(begin=begin, end=end, parts=parts)


def _offsets(mark: Mark) -> tuple[int, int] | None:
    """Begin and end that count characters; None for times, and for what has no place."""
    begin, end = mark.begin, mark.end
    return (begin, end) if isinstance(begin, int) and isinstance(end, int) else None
