"""Projects of qualitative research as they are on disk: QualCoder, Taguette and RQDA (SQLite).

| | codings | texts | coders |
|---|---|---|---|
| QualCoder, data.qda | code_text: cid, fid, pos0, pos1 | source.fulltext | owner |
| Taguette, .sqlite3 | highlights, highlight_tags | documents.contents | who added it (commands) |
| RQDA, .rqda | coding: cid, fid, selfirst, selend | source.file | owner |

Codes are a tree: a code has the names of its categories before its own, with "/". Nobody knows who
read which text. Codings of pictures and recordings are counted and left out, as are those that
RQDA keeps as deleted (status 0). Taguette counts bytes of UTF-8 in the text without its tags.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from html.parser import HTMLParser
from itertools import accumulate
from typing import Any

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Limits, Options
from accord._read.text.database import MAGIC, Database, opened, tables_of
from accord._read.text.json_text import parse_json
from accord._read.text.offsets import from_utf16
from accord.errors import DataError

CODES = "codes"
_NEEDED = {
    "qualcoder": ("code_text", "code_name", "source"),
    "taguette": ("highlights", "highlight_tags", "tags", "documents"),
    "rqda": ("coding", "freecode", "source"),
}
"""The tables by which a project is known, and without which it has no codings."""

_DEEPEST = 100
"""Categories within categories: more are a circle."""


def _shows(head: Head, name: str) -> bool:
    if not head.raw.startswith(MAGIC):
        return False
    memo = head.file.memo
    if "tables" not in memo:  # three formats ask
        memo["tables"] = tables_of(head.file, Limits())
    tables = memo["tables"]
    # A damaged database is of the first of them, whose reader says what is wrong.
    return name == "qualcoder" if tables is None else tables.keys() >= {*_NEEDED[name]}


def sniff_qualcoder(head: Head) -> bool:
    """The tables of QualCoder."""
    return _shows(head, "qualcoder")


def sniff_taguette(head: Head) -> bool:
    """The tables of Taguette."""
    return _shows(head, "taguette")


def sniff_rqda(head: Head) -> bool:
    """The tables of RQDA."""
    return _shows(head, "rqda")


def read_qualcoder(file: File, options: Options) -> Marks:
    """Read a project of QualCoder."""
    marks = _marks(file)
    with opened(file, options.limits) as project:
        _need(project, "qualcoder")
        parents = {
            ("cat", catid): (name, ("cat", above))
            for catid, name, above in project.rows("code_cat", ("catid", "name", "supercatid"))
        }
        # Since QualCoder 4 a code may also lie below another code.
        above = {
            cid: (name, ("cat", catid) if supercid is None else ("code", supercid))
            for cid, name, catid, supercid in project.rows(
                "code_name", ("cid", "name", "catid", "supercid")
            )
        }
        parents |= {("code", cid): one for cid, one in above.items()}
        codes = {cid: _path(name, up, parents, file.name) for cid, (name, up) in above.items()}
        texts = {
            fid: (name, text)
            for fid, name, text in project.rows("source", ("id", "name", "fulltext"))
        }
        columns = ("cid", "fid", "pos0", "pos1", "owner", "seltext")
        _codings(marks, project.rows("code_text", columns), codes, texts, "code_text")
        for table, what in (("code_image", "of a picture"), ("code_av", "of a recording")):
            marks.drop("coding", what, sum(1 for _ in project.rows(table, ("cid",))))
    return marks


def read_rqda(file: File, options: Options) -> Marks:
    """Read a project of RQDA."""
    marks = _marks(file)
    with opened(file, options.limits) as project:
        _need(project, "rqda")
        names = {
            ("cat", catid): (name, None)
            for catid, name, status in project.rows("codecat", ("catid", "name", "status"))
            if status != 0
        }
        above: dict[Any, Any] = {}
        for cid, catid, status in project.rows("treecode", ("cid", "catid", "status")):
            if status != 0:
                above.setdefault(cid, ("cat", catid))
        codes = {
            cid: _path(name, above.get(cid), names, file.name)
            for cid, name, status in project.rows("freecode", ("id", "name", "status"))
            if status != 0
        }
        texts = {
            fid: (name, text)
            for fid, name, text, status in project.rows("source", ("id", "name", "file", "status"))
            if status != 0
        }
        columns = ("cid", "fid", "selfirst", "selend", "owner", "seltext", "status")
        kept = []
        for *coding, status in project.rows("coding", columns):
            if status == 0:
                marks.drop("coding", "that was deleted in RQDA")
            else:
                kept.append(tuple(coding))
        _codings(marks, kept, codes, texts, "coding")
    return marks


def read_taguette(file: File, options: Options) -> Marks:
    """Read a project of Taguette."""
    marks = _marks(file)
    with opened(file, options.limits) as project:
        _need(project, "taguette")
        who: dict[Any, str] = {}
        for number, login, payload in project.rows("commands", ("id", "user_login", "payload")):
            told = _payload(payload, f"{file.name}: table commands, id {number}", options)
            if told.get("type") == "highlight_add":  # also written where one is changed
                who.setdefault(told.get("highlight_id"), str(login))
        tags = {number: str(path) for number, path in project.rows("tags", ("id", "path"))}
        texts = {
            number: (name, _plain(str(html)))
            for number, name, html in project.rows("documents", ("id", "name", "contents"))
        }
        places = {number: _Bytes(text) for number, (_, text) in texts.items()}
        given: dict[Any, list[str]] = {}
        for highlight, tag in project.rows("highlight_tags", ("highlight_id", "tag_id")):
            if tag in tags:
                given.setdefault(highlight, []).append(tags[tag])
        rows = []
        columns = ("id", "document_id", "start_offset", "end_offset", "snippet")
        for number, fid, first, last, snippet in project.rows("highlights", columns):
            if number not in given:
                marks.drop("highlight", "without a tag")
                marks.rows += 1
                continue
            place = places.get(fid)
            begin, end = (place.letter(at) if place else at for at in (first, last))
            quote = _plain(str(snippet)) if snippet else None
            coder = who.get(number, "(no user)") if who else None
            rows += [(tag, fid, begin, end, coder, quote) for tag in sorted(given[number])]
        codes = {path: _tree(path, {*tags.values()}) for path in tags.values()}
        _codings(marks, rows, codes, texts, "highlights")
    return marks


def _marks(file: File) -> Marks:
    return Marks(file.name, main=CODES, knows_seen=False)


def _need(project: Database, name: str) -> None:
    missing = [table for table in _NEEDED[name] if table not in project.tables]
    if missing:
        raise DataError(
            f"{project.name}: no table {missing[0]!r}. The database is not a project of QualCoder, "
            "Taguette or RQDA; export the coded text as REFI-QDA (.qdpx) or as a table"
        )


def _codings(
    marks: Marks,
    rows: Iterable[tuple[Any, ...]],
    codes: Mapping[Any, str],
    texts: Mapping[Any, tuple[Any, Any]],
    table: str,
) -> None:
    """File the codings of a table: code, text, first letter, end, coder, quoted words."""
    twice = {name for name, n in _counts(name for name, _ in texts.values()).items() if n > 1}
    names = {
        fid: f"{name} ({fid})" if name in twice else str(name) for fid, (name, _) in texts.items()
    }
    for fid, (_, text) in texts.items():
        if isinstance(text, str) and text:
            marks.texts[names[fid]] = text
    rows = list(rows)
    units = {fid: from_utf16(texts[fid][1]) for fid in _in_utf16(rows, texts)}
    if units:
        told = ", ".join(repr(names[fid]) for fid in units)
        marks.notes.append(
            f"offsets in {told} count UTF-16 units, as the quoted words show; turned into letters"
        )

    def read(number: int, where: str, row: tuple[Any, ...]) -> None:
        cid, fid, first, last, owner, quote = row
        if fid not in names or cid not in codes:
            what = "text" if fid not in names else "code"
            marks.drop("coding", f"of a {what} that is not in the project")
            return
        first, last = (_whole(at) for at in (first, last))  # RQDA writes 12.0
        if not all(isinstance(at, int) and at >= 0 for at in (first, last)):
            raise DataError(f"{where}: the passage {first!r}–{last!r} is not two whole numbers")
        if fid in units:
            first, last = (units[fid](at, where) for at in (first, last))
        text = texts[fid][1]
        if isinstance(text, str) and last > len(text):
            raise DataError(
                f"{where}: the passage {first}–{last} ends after the text of {names[fid]!r}, which "
                f"has {len(text)} letters"
            )
        if isinstance(text, str) and isinstance(quote, str) and quote:
            marks.check_quoted(text, first, last, quote, where)
        coder = None if owner is None else str(owner).strip() or "(no user)"
        marks.span(names[fid], coder, CODES, codes[cid], where, first, last)

    marks.numbered(enumerate(rows, 1), read, f"table {table}, row")


def _in_utf16(
    rows: Iterable[tuple[Any, ...]], texts: Mapping[Any, tuple[Any, Any]]
) -> Iterator[Any]:
    """Texts with letters beyond U+FFFF whose quoted words stand at UTF-16 units, not at letters.

    QualCoder marks in a widget of Qt, which counts such a letter twice.
    """
    quoted: dict[Any, list[tuple[int, int, str]]] = {}
    for _, fid, first, last, _, quote in rows:
        if isinstance(quote, str) and isinstance(first, int) and isinstance(last, int):
            quoted.setdefault(fid, []).append((first, last, quote))
    for fid, (_, text) in texts.items():
        if fid in quoted and isinstance(text, str) and text and max(text) > "\uffff":
            raw = text.encode("utf-16-le", "surrogatepass")
            as_units = [
                (raw[2 * first : 2 * last].decode("utf-16-le", "replace"), text[first:last], quote)
                for first, last, quote in quoted[fid]
            ]
            if all(unit == q for unit, _, q in as_units) and any(p != q for _, p, q in as_units):
                yield fid


def _whole(at: Any) -> Any:
    return int(at) if isinstance(at, float) and at.is_integer() else at


def _counts(names: Iterable[Any]) -> dict[Any, int]:
    counts: dict[Any, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return counts


def _path(name: Any, above: Any, parents: Mapping[Any, tuple[Any, Any]], source: str) -> str:
    """The name of a code after those of its categories."""
    path = [str(name)]
    while above in parents:
        if len(path) > _DEEPEST:
            raise DataError(
                f"{source}: the categories of code {name!r} contain each other. Correct them in "
                "the program"
            )
        up, above = parents[above]
        path.append(str(up))
    return "/".join(reversed(path))


def _tree(path: str, known: set[str]) -> str:
    """A tag of Taguette below another: "joy.food" is "joy/food" where there is a tag "joy"."""
    pieces = path.split(".")
    parts, begun = [], 0
    for at in range(1, len(pieces)):
        if ".".join(pieces[:at]) in known:
            parts.append(".".join(pieces[begun:at]))
            begun = at
    return "/".join([*parts, ".".join(pieces[begun:])])


def _payload(payload: Any, where: str, options: Options) -> dict[str, Any]:
    told = parse_json(payload, where, options.limits) if isinstance(payload, str) else None
    return told if isinstance(told, dict) else {}


class _Text(HTMLParser):
    """What stands between tags."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []

    def handle_data(self, data: str) -> None:
        """Keep a piece of text."""
        self.parts.append(data)


def _plain(html: str) -> str:
    reader = _Text()
    reader.feed(html)
    reader.close()
    return "".join(reader.parts)


class _Bytes:
    """Which letter stands where so many bytes of UTF-8 have passed."""

    def __init__(self, text: str) -> None:
        self.length = len(text)
        self.plain = text.isascii()
        self.ends = [] if self.plain else [*accumulate(map(_size, text))]

    def letter(self, at: Any) -> Any:
        """The letter; what is no place of the text stays as it is, or lies behind its end."""
        if self.plain or not isinstance(at, int) or at <= 0:
            return at
        return bisect_left(self.ends, at) + 1 if at <= self.ends[-1] else self.length + 1


def _size(letter: str) -> int:
    code = ord(letter)
    return 1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4
