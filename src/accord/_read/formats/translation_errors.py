"""Errors marked in translations: MQM as WMT publishes it, and ESA as Appraise exports it.

MQM is a TSV with a row for each error: system, doc, seg_id (or globalSegId), rater, source, target
with the error between <v> and </v>, category, severity; a row "No-error" says that the rater saw
the segment. ESA is a CSV without a header, a row for each segment and rater: login, system, item,
type, two languages, score, document, a flag, a list of errors as JSON, two times. A document of
the study is one segment of one system. There are two layers: `errors`, spans with the fields
category and severity, and `score`, a number for the segment: of ESA the one that the rater gave, of
MQM minus the sum of the weights of its errors (below): more is better in both.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.text.json_text import parse_json
from accord.errors import DataError

ERRORS, SCORE = "errors", "score"
CATEGORY, SEVERITY = "category", "severity"

_SEGMENTS = ("globalsegid", "global_seg_id", "seg_id", "segid", "docsegid", "doc_seg_id")
"""The column of the segment: of the whole test set before that of the document."""

_COLUMNS = ("system", "rater", "target", "category", "severity")

_WEIGHTS = {"neutral": 0.0, "minor": 1.0, "major": 5.0, "critical": 25.0}
"""What an error costs (Freitag et al. 2021; critical by MQM 2.0)."""

NON_TRANSLATION = 25.0
"""What a segment costs that is no translation at all (Freitag et al. 2021)."""

MINOR_PUNCTUATION = 0.1
"""What a minor error of punctuation costs (Freitag et al. 2021)."""

NO_ERROR = ("no-error", "no error", "noerror")

_TAG = re.compile(r"</?v>")
_ESA = re.compile(
    r"[^,\n]+,[^,\n]+,\d+,(?:TGT|REF|BAD|CHK)\w*,[a-z]{2,3},[a-z]{2,3},-?\d+(?:\.\d+)?,"
    r'[^,\n]+,(?:True|False),(?:"?\[)'
)
_FARTHEST = 10**9
"""No translation has so many letters."""
CHECKS = ("BAD", "CHK")
"""Types of items that test the attention of raters: they were spoilt on purpose."""


def sniff_mqm(head: Head) -> bool:
    """The columns of WMT's files of MQM, between tabs."""
    names = {name.strip().lower() for name in head.text.partition("\n")[0].split("\t")}
    return names.issuperset(_COLUMNS) and not names.isdisjoint(_SEGMENTS)


def sniff_esa(head: Head) -> bool:
    """The first row of Appraise's export of ESA."""
    return _ESA.match(head.text) is not None


def read_mqm(file: File, options: Options) -> Marks:
    """Read MQM errors of WMT."""
    marks = Marks(file.name, main=ERRORS, main_field=CATEGORY)
    text, _ = file.text(options.encoding)
    first, *lines = text.split("\n")
    header = [name.strip().lower() for name in first.rstrip("\r").split("\t")]
    segment = next((name for name in _SEGMENTS if name in header), None)
    if segment is None or not set(header).issuperset(_COLUMNS):
        wanted = ", ".join(_COLUMNS)
        raise DataError(f"{file.name}:1: the first line must name the columns {wanted} and seg_id")
    scores: dict[tuple[str, str], tuple[float, str]] = {}
    spoilt: set[tuple[str, str]] = set()

    def read(number: int, where: str, line: str) -> None:
        cells = line.rstrip("\r").split("\t")
        # The last columns (comments, metadata) may be missing, never one that is needed.
        row = dict(zip(header, cells, strict=False))
        if not all(name in row for name in (*_COLUMNS, segment)):
            raise DataError(
                f"{where}: {len(cells)} cells, and the header names {len(header)}. Put the row "
                "on one line"
            )
        document = "/".join(row[name] for name in ("system", "doc", segment) if row.get(name))
        rater = row["rater"].strip()
        category, severity = row["category"].strip(), row["severity"].strip().lower()
        clean = category.lower() in NO_ERROR or severity in NO_ERROR
        try:  # before anything is filed: a score without one of its errors would be too good
            parts = list(_tagged(row["target"], where))
            cost = 0.0 if clean else _cost(category.lower(), severity, where)
        except DataError:
            spoilt.add((document, rater))
            raise
        plain = _TAG.sub("", row["target"])
        if marks.texts.setdefault(document, plain) != plain:
            spoilt.add((document, rater))
            marks.drop("row", "whose translation is not that of other rows of the segment")
            return
        marks.about.setdefault("system", {})[document] = row["system"]
        source = "/".join(row[name] for name in ("doc", segment) if row.get(name))
        marks.about.setdefault("segment", {})[document] = source
        marks.saw(document, rater)
        before, _ = scores.setdefault((document, rater), (0.0, where))
        scores[document, rater] = before - cost, where
        if clean:
            return
        if not parts:
            in_source = "<v>" in row.get("source", "")
            about = "marked in the source" if in_source else "of the whole segment, without a place"
            marks.drop("error", about)
            return
        _error(marks, document, rater, where, parts, category, severity)

    rows = ((at, line) for at, line in enumerate(lines, 2) if line.strip())
    marks.numbered(rows, read)
    for (document, rater), (score, where) in scores.items():
        if (document, rater) in spoilt:
            marks.drop("score", "of a segment with a row that cannot be read")
            continue
        marks.label(document, rater, SCORE, score, where)
    # As in most campaigns of WMT. A file of one rater may lie beside those of others.
    if len({rater for _, rater in scores}) > 1 and len({one for one, _ in scores}) == len(scores):
        marks.notes.append(
            "each segment has one rater, so raters cannot be compared; 'accord systems' ranks the "
            "systems"
        )
    return marks


def _cost(category: str, severity: str, where: str) -> float:
    """The weight of an error."""
    if category.startswith("non-translation"):
        return NON_TRANSLATION
    if severity not in _WEIGHTS:
        known = ", ".join(_WEIGHTS)
        raise DataError(f"{where}: severity {severity!r}. Known: {known}, No-error")
    if severity == "minor" and category == "fluency/punctuation":
        return MINOR_PUNCTUATION
    return 0.0 if category.startswith("source") else _WEIGHTS[severity]


def _tagged(target: str, where: str) -> Iterator[tuple[int, int]]:
    """Where the text between <v> and </v> stands once the tags are gone."""
    begin, removed = None, 0
    for tag in _TAG.finditer(target):
        at = tag.start() - removed
        removed += len(tag[0])
        if (tag[0] == "<v>") != (begin is None):
            raise DataError(f"{where}: <v> and </v> do not come in pairs. Correct the target")
        if begin is None:
            begin = at
        else:
            yield begin, at
            begin = None
    if begin is not None:
        raise DataError(f"{where}: <v> without </v>. Correct the target")


def _error(
    marks: Marks,
    document: str,
    rater: str,
    where: str,
    parts: Sequence[tuple[int, int]],
    category: str | None,
    severity: str,
) -> None:
    begin, end = parts[0][0], parts[-1][1]
    if begin == end:
        marks.drop("error", "without length")
        return
    for field, value in ((CATEGORY, category), (SEVERITY, severity)):
        if value is not None:
            kept = tuple((float(a), float(b)) for a, b in parts if b > a)
            marks.span(document, rater, ERRORS, value, where, begin, end, parts=kept, field=field)


def read_esa(file: File, options: Options) -> Marks:
    """Read error spans and scores of Appraise."""
    marks = Marks(file.name, main=ERRORS, main_field=SEVERITY)
    kept: dict[tuple[str, str, str], tuple[str, list[str]]] = {}
    for where, row in _rows(file, options):
        marks.rows += 1
        if len(row) < 12:
            raise DataError(
                f"{where}: {len(row)} cells, and Appraise writes 12 for ESA. Export the campaign "
                "again"
            )
        login, _, item, kind, _, _, _, document, whole, *_ = row
        if kind.startswith(CHECKS):
            marks.drop("row", "of attention checks (BAD, CHK)")
            continue
        if whole == "True":
            marks.drop("row", "that scores a whole document")
            continue
        before = kept.get((login, document, item))
        if before is not None:
            marks.drop("row", "that was answered again later")
        if before is None or _time(row, where) >= _time(before[1], before[0]):
            kept[login, document, item] = where, row
    marks.notes.append(
        "the file has no translations: a segment ends where its last error ends, so chance by "
        "position is rough"
    )
    batches = _batches(kept)
    for (login, document, item), (where, row) in kept.items():
        batch = f" (batch {batches[login] + 1})" if max(batches.values()) else ""
        with marks.skipping():
            _answer(marks, f"{document}/{item}{batch}", login, row, where, options)
    return marks


def _rows(file: File, options: Options) -> Iterator[tuple[str, list[str]]]:
    """The rows of the table, and where each ends."""
    text, _ = file.text(options.encoding)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        for row in reader:
            if row:
                yield f"{file.name}:{reader.line_num}", row
    except csv.Error as error:
        raise DataError(
            f"{file.name}:{reader.line_num}: damaged CSV ({error}). Export the campaign again"
        ) from None


def _time(row: Sequence[str], where: str) -> float:
    try:
        return float(row[11])
    except ValueError:
        raise DataError(f"{where}: the time {row[11]!r} is not a number") from None


def _batches(kept: Mapping[tuple[str, str, str], Any]) -> dict[str, int]:
    """Which raters had the same batch: items are numbered within one, so that item 7 of two batches
    are two segments. Raters have one batch where no number stands for two documents."""
    seen: dict[str, dict[str, str]] = {}
    for login, document, item in kept:
        seen.setdefault(login, {})[item] = document
    batches: list[dict[str, str]] = []
    found = {}
    for login, items in seen.items():
        for at, batch in enumerate(batches):
            common = batch.keys() & items.keys()
            if common and all(batch[item] == items[item] for item in common):
                batch.update(items)
                found[login] = at
                break
        else:
            found[login] = len(batches)
            batches.append(dict(items))
    return found


def _answer(
    marks: Marks, document: str, login: str, row: Sequence[str], where: str, options: Options
) -> None:
    try:
        score = float(row[6])
    except ValueError:
        raise DataError(f"{where}: the score {row[6]!r} is not a number") from None
    errors = parse_json(row[9], where, options.limits)
    if not isinstance(errors, list):
        raise DataError(f"{where}: the errors are not a JSON list. Export the campaign again")
    found = [_checked(error, where) for error in errors]  # all, before anything is filed
    marks.about.setdefault("system", {})[document] = row[1]
    marks.about.setdefault("document", {})[document] = row[7].partition("#")[0]
    marks.extents[document] = (0.0, None)
    marks.saw(document, login)
    for begin, end, category, severity in found:
        if begin is None or end is None:
            marks.drop("error", "of something that is missing, without a place")
        else:
            _error(marks, document, login, where, [(begin, end)], category, severity)
    marks.label(document, login, SCORE, score, where)


def _checked(error: Any, where: str) -> tuple[int | None, int | None, str | None, str]:
    """Where an error begins and ends, its category and severity; no place for a missing word."""
    if not isinstance(error, dict) or not {"start_i", "end_i", "severity"} <= error.keys():
        raise DataError(f"{where}: an error lacks start_i, end_i or severity")
    kind = error.get("error_type")
    category = "/".join(map(str, kind)) if isinstance(kind, list) else kind
    told = None if category is None else str(category), str(error["severity"]).lower()
    begin, end = error["start_i"], error["end_i"]
    if begin == "missing":
        return None, None, *told
    if not all(isinstance(at, int) and 0 <= at < _FARTHEST for at in (begin, end)) or end < begin:
        raise DataError(f"{where}: start_i and end_i must be whole numbers, the second not smaller")
    # Appraise counts letters that were clicked, the last one included.
    return begin, end + 1, *told
