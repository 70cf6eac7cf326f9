r"""What a list of NVivo says: its code, its sources, and the passages of each.

The words differ by the language of NVivo; the signs, the numbers and their order do not.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

_COUNT = r"(?P<number>\d{1,9})\s[^\[\]]*\[[^\[\]%]*%[^\[\]]*\]"
_SOURCE = re.compile(rf"<?(?P<path>[^<>]*\\[^<>]*?)>?\s*-\s*(?:§\s*)?{_COUNT}")
_PATH = re.compile(r"<(?P<path>[^<>]*\\[^<>]*)>")  # on a Mac the count is a line of its own
_COUNTED = re.compile(rf"§?\s*{_COUNT}")
_REFERENCE = re.compile(
    r"R[eé]f[eéê]r\w*\s+(\d{1,9})(?:\s*[-–]\s*(\d{1,9}))?\s*[-–]\s*\d[\d.,]*\s*%.{0,60}"
)
_NAME = re.compile(r"(?:Name|Nom|Nombre|Nome)\s*:\s*(\S.*)")
AREA = re.compile(r"\w+\s\d+\s*:\s*\(\d+,\s*\d+\)\s*-\s*\(\d+,\s*\d+\)")
# What NVivo calls the folder of all sources, and of all codes, by version.
_ROOTS = ("files", "internals", "nodes", "codes")
LONGEST_HEADING = 2000  # a longer line is a passage: the patterns need not look at it


@dataclass(slots=True)
class _Reference:
    """One passage: the numbers of the references that it is, its place in the list, its quote."""

    first: int
    last: int
    where: str
    lines: list[str] = field(default_factory=list)


@dataclass(slots=True)
class NvivoSource:
    """A source and its passages, of which `number` references are announced."""

    path: tuple[str, ...]
    number: int
    where: str
    passages: list[_Reference] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The folders and the name, without the root that all sources have."""
        return "/".join(_unrooted(self.path))


@dataclass(slots=True)
class CodeList:
    """The name of the code, where the list has it, and the sources."""

    code: str | None
    sources: list[NvivoSource]


def name_of_code(lines: Sequence[str]) -> str | None:
    """The name of the code, where it stands before the first source."""
    for line in lines:
        if len(line) > LONGEST_HEADING:
            continue
        if _SOURCE.fullmatch(line) or _PATH.fullmatch(line):
            return None
        if name := _NAME.fullmatch(line):
            return "/".join(_unrooted(_parts(name[1]))) or None
    return None


def sources(lines: Sequence[str], name: str) -> Iterator[NvivoSource]:
    """The sources of a list with their passages, the lines of the quotes stripped."""
    source: NvivoSource | None = None
    path: str | None = None
    for at, raw in enumerate(lines, start=1):
        line = raw.strip()
        short = len(line) <= LONGEST_HEADING
        where = f"{name}:{at}"
        begun = _SOURCE.fullmatch(line) if short else None
        if begun is None and short and path is not None:
            begun = _COUNTED.fullmatch(line)
        if begun is not None:
            if source is not None:
                yield source
            parts = _parts(begun.groupdict().get("path") or path or "")
            source, path = NvivoSource(parts, int(begun["number"]), where), None
            continue
        if short and (alone := _PATH.fullmatch(line)):
            path = alone["path"]
            continue
        if not line or source is None:
            continue
        if path is not None and source.passages:  # not a heading after all
            source.passages[-1].lines.append(f"<{path}>")
        path = None
        due = source.passages[-1].last + 1 if source.passages else 1
        numbers = _REFERENCE.fullmatch(line) if short else None
        # A passage may quote such a line: only the number that is due begins a reference.
        if numbers is not None and int(numbers[1]) == due <= int(numbers[2] or numbers[1]):
            source.passages.append(_Reference(due, int(numbers[2] or due), where))
        elif source.passages:
            source.passages[-1].lines.append(line)
    if source is not None:
        yield source


def _parts(path: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in path.split("\\") if part.strip())


def _unrooted(path: tuple[str, ...]) -> tuple[str, ...]:
    return path[1:] if len(path) > 1 and path[0].lower() in _ROOTS else path
