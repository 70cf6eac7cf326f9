"""Screening for systematic reviews: ASReview, Rayyan, Covidence. A record nobody saw has no label.

| | decisions | reviewers |
|---|---|---|
| ASReview project, `.asreview` (zip) | `results` of its database: 1, 0, none | the file |
| ASReview export | column asreview_label, or included beside asreview_ranking | the file |
| Rayyan: CSV, RIS, BibTeX | RAYYAN-INCLUSION: {"Ann"=>"Included"} in the notes | names there |
| Rayyan: customizations_log.csv | the last `included` of a user: 1, 0, -1 | user_id |
| Covidence, data extraction | every other column | Reviewer Name |

A project of ASReview 1 has reviews/*/results.sql and its data set; one of ASReview 2 has
reviews/*/results.db and data_store.db; one of ASReview 3 has results.db alone. Numbers of records
are rows of the data set, so an item is called by its number and title: two reviewers with different
data sets share none. Prior knowledge, which reviewers are often given, is left out unless the layer
`with-priors` is asked for.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from accord._read.door.given import File, Head, archived
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.formats.delimited import delimited_file, header_names
from accord._read.text import json_values as js
from accord._read.text.database import opened
from accord._read.text.json_text import parse_json
from accord.errors import DataError, Setting

DECISION = "decision"
RELEVANT = {1: "relevant", 0: "irrelevant", -1: None, None: None}
"""ASReview's labels; -1 and none stand for records that nobody looked at."""

LONGEST_TITLE = 80
"""Letters of a title that are part of the name of an item: enough to tell two records apart."""

_PAIR = r'"(?:[^"\\]|\\.)*"\s*=>\s*"(?:[^"\\]|\\.)*"'
_INCLUSION = re.compile(rf"RAYYAN-INCLUSION:\s*\{{\s*((?:{_PAIR}\s*,?\s*)*)\}}")
_DECIDED = re.compile(r'"((?:[^"\\]|\\.)*)"\s*=>\s*"((?:[^"\\]|\\.)*)"')
_REASONS = re.compile(r"RAYYAN-EXCLUSION-REASONS:\s*([^|}]*)")
RAYYAN = {"included": "Included", "excluded": "Excluded", "maybe": "Maybe", "undecided": None}
LOGGED = {"1": "Included", "0": "Maybe", "-1": "Excluded", "deleted": None}
LOG = ("created_at", "user_id", "article_id", "key", "value")
REASON = "__EXR__"
"""How the log marks a reason for exclusion."""


def sniff_asreview(head: Head) -> bool:
    """A project by its name, an export by its columns."""
    names = header_names(head)
    return head.file.suffix == ".asreview" or bool({"asreview_label", "asreview_ranking"} & names)


def read_asreview(file: File, options: Options) -> Marks:
    """Read a project of ASReview, or the table that it exports."""
    marks = Marks(file.name, main=DECISION)
    rows = (
        _exported(file, options) if file.suffix != ".asreview" else _project(file, options, marks)
    )

    def read(number: int, where: str, row: tuple[Any, ...]) -> None:
        item, label, prior, text = row
        if label not in RELEVANT:
            raise DataError(f"{where}: label {label!r} is neither 1, 0 nor empty")
        decision = RELEVANT[label]
        marks.about.setdefault("text", {})[item] = text
        if decision is None:
            return
        marks.label(item, None, "with-priors", decision, where)
        if prior:
            marks.drop(
                "record", f"of prior knowledge ({Setting('layer', 'with-priors')} takes them, too)"
            )
        else:
            marks.label(item, None, DECISION, decision, where)

    return marks.numbered(enumerate(rows, 1), read, "record")


def _project(file: File, options: Options, marks: Marks) -> Iterator[tuple[Any, ...]]:
    """Item, label, whether it was known before, and title of each record with a decision."""
    members = {member.name: member for member in archived(file, options.limits)}
    if "project.json" not in members:
        raise DataError(f"{file.name}: no project.json: this is no project of ASReview")
    told = members["project.json"].text()[0]
    config = parse_json(told, f"{file.name}/project.json", options.limits)
    if js.as_mapping(config).get("mode") == "simulate":
        marks.notes.append("a simulation: its decisions are the labels of its data set")
    named = [name for name in members if re.fullmatch(r"(reviews/[^/]+/)?results\.(db|sql)", name)]
    if len(named) != 1:
        raise DataError(
            f"{file.name}: expected one database of results, found {len(named)}. Export the "
            "project "
            "again"
        )
    titles = _titles(file, members, js.as_mapping(config), options)
    own = titles.keys()
    with opened(_inner(file, members[named[0]]), options.limits) as results:
        if "results" not in results.tables:
            raise DataError(f"{file.name}: no table 'results' in {named[0]}")
        old = "query_strategy" in results.tables["results"]
        columns = ("record_id", "label", "query_strategy" if old else "querier")
        for record, label, querier in results.rows("results", columns):
            if own and record not in own:  # one of several copies of a record
                marks.drop("duplicate record", "")
                continue
            prior = querier == "prior" if old else querier is None
            yield _item(record, titles.get(record, "")), label, prior, titles.get(record, "")


def _titles(
    file: File, members: Mapping[str, File], config: Mapping[str, Any], options: Options
) -> dict[Any, str]:
    """Record → its title, without copies of other records; {} where the data set is no table."""
    for name in ("results.db", "data_store.db"):
        if name in members:
            with opened(_inner(file, members[name]), options.limits) as store:
                columns = ("record_id", "title", "duplicate_of")
                rows = list(store.rows("record", columns))
            if rows:
                return {record: str(title or "") for record, title, copy in rows if copy is None}
    data = members.get(f"data/{config.get('dataset_path')}")
    if data is None or data.suffix not in (".csv", ".tsv"):
        return {}
    table = delimited_file(_inner(file, data), options)
    names = {name.strip().lower(): name for name in table.header}
    title = next((names[name] for name in ("title", "primary_title") if name in names), None)
    rows_of = table.column(title) if title else [""] * len(table.where())
    own = table.column(names["record_id"]) if "record_id" in names else range(len(rows_of))
    return {_number(record): text for record, text in zip(own, rows_of, strict=True)}


def _inner(file: File, member: File) -> File:
    member.name = f"{file.name}/{member.name}"
    return member


def _exported(file: File, options: Options) -> Iterator[tuple[Any, ...]]:
    table = delimited_file(file, options)
    names = {name.strip().lower(): name for name in table.header}
    label = next((names[n] for n in ("asreview_label", "included") if n in names), None)
    if label is None:
        raise DataError(f"{file.name}: no column 'asreview_label' or 'included'")
    blank = [""] * len(table.where())

    def cells(*wanted: str) -> list[str]:
        name = next((names[one] for one in wanted if one in names), None)
        return blank if name is None else list(table.column(name))

    keys = zip(
        cells("record_id", "asreview_record_id"),
        cells("doi"),
        cells("title", "primary_title"),
        strict=True,
    )
    for (number, doi, title), given, prior in zip(
        keys, table.column(label), cells("asreview_prior"), strict=True
    ):
        item = _item(number or doi, title)
        yield item, _number(given) if given.strip() else None, _number(prior) == 1, title


def _item(number: Any, title: str) -> str:
    name = " ".join(title.split())[:LONGEST_TITLE]
    return f"{number} {name}".strip()


def _number(cell: Any) -> Any:
    """A whole number, also where it is written 1.0."""
    text = str(cell).strip().removesuffix(".0")
    return int(text) if re.fullmatch(r"-?\d{1,18}", text) else text


def sniff_rayyan(head: Head) -> bool:
    """Records that are called rayyan-1234."""
    key = r"(?:^|\n)(?:\"?rayyan-\d+\"?[,;\t]|@\w+\{rayyan-\d+,|[A-Z][A-Z0-9]  - rayyan-\d+)"
    return re.search(key, head.text) is not None or "RAYYAN-INCLUSION: {" in head.text


def read_rayyan(file: File, options: Options) -> Marks:
    """Read the records of a review in Rayyan, with who decided what in their notes."""
    marks = Marks(file.name, main=DECISION)
    text = file.text(options.encoding)[0]
    if text.lstrip().startswith("@") or re.search(r"(?:^|\n)TY  - ", text):
        return marks.numbered(enumerate(_blocks(text, file.name), 1), _records(marks), "record")
    table = delimited_file(file, options)
    names = {name.strip().lower(): name for name in table.header}
    notes = next((names[name] for name in ("notes", "note") if name in names), None)
    if notes is None:
        raise DataError(f"{file.name}: no column 'notes', where Rayyan writes who decided what")
    blank = [""] * len(table.where())
    keys, titles = (table.column(names[n]) if n in names else blank for n in ("key", "title"))
    rows = zip(keys, titles, table.column(notes), strict=True)
    return marks.numbered(enumerate(rows, 2), _records(marks), "row")


def _blocks(text: str, name: str) -> Iterator[tuple[str, str, str]]:
    """Key, title and text of every record of a RIS or BibTeX file."""
    ris = not text.lstrip().startswith("@")
    blocks = re.split(r"\nER  -[^\n]*" if ris else r"\n(?=@\w+\{)", text)
    if "TY  - " in blocks[-1] if ris else not blocks[-1].rstrip().endswith("}"):
        raise DataError(f"{name}: the file ends inside its last record. Export it again")
    for block in blocks:
        if not block.strip():
            continue
        key = re.search(r"rayyan-\d+", block)
        of = r"\n(?:TI|T1)  - ([^\n]*)" if ris else r"\n\s*title\s*=\s*[{\"](.*)[}\"],?\s*\n"
        title = re.search(of, block)
        yield key.group() if key else "", title.group(1) if title else "", block


def _records(marks: Marks) -> Any:
    """Files one record: who decided what, and why it was excluded."""

    def read(number: int, where: str, row: tuple[str, str, str]) -> None:
        key, title, notes = row
        item = key.strip() or _item(number, title)
        marks.about.setdefault("text", {})[item] = title
        reasons = _REASONS.findall(notes)
        if reasons:  # nobody knows whose
            marks.about.setdefault("reasons", {})[item] = reasons[-1].strip()
        if '""=>""' in notes:  # quoted twice by a program that wrote the table again
            notes = notes.replace('""', '"')
        decided = _INCLUSION.findall(notes)
        if len(decided) != notes.count("RAYYAN-INCLUSION:"):
            raise DataError(
                f'{where}: RAYYAN-INCLUSION is not followed by {{"reviewer"=>"decision"}}'
            )
        for _ in decided[:-1]:  # of a review whose records were imported again
            marks.drop("earlier round", "of decisions in the notes of a record")
        for who, what in _DECIDED.findall(decided[-1] if decided else ""):
            if what.lower() not in RAYYAN:
                raise DataError(f"{where}: decision {what!r} is none of Rayyan's")
            decision = RAYYAN[what.lower()]
            if decision is not None:
                marks.label(item, re.sub(r"\\(.)", r"\1", who), DECISION, decision, where)

    return read


def sniff_rayyan_log(head: Head) -> bool:
    """The columns of a log of changes."""
    return set(LOG) <= header_names(head)


def read_rayyan_log(file: File, options: Options) -> Marks:
    """Read a log of changes: the last decision of each user about each record, and the reasons."""
    table = delimited_file(file, options)
    missing = [name for name in LOG if name not in table.header]
    if missing:
        raise DataError(f"{file.name}:1: no column {missing[0]!r}")
    marks = Marks(file.name, main=DECISION)
    times, users, records, keys, values = (table.column(name) for name in LOG)
    places = table.where()
    order = sorted(range(len(times)), key=lambda at: times[at])
    decisions: dict[tuple[str, str], tuple[str, str]] = {}
    reasons: dict[tuple[str, str], dict[str, None]] = {}
    for at in order:
        marks.rows += 1
        case, key = (
            (f"rayyan-{records[at].strip()}", users[at].strip()),
            keys[at].strip().strip('"'),
        )
        value = values[at].strip()
        if key == "included":
            if value not in LOGGED:
                marks.skip(DataError(f"{places[at]}: included {value!r} is neither 1, 0 nor -1"))
            else:
                decisions[case] = value, places[at]
        elif key.startswith(REASON):
            held = reasons.setdefault(case, {})
            if value == "1":
                held[key.removeprefix(REASON)] = None
            else:
                held.pop(key.removeprefix(REASON), None)
        else:
            marks.drop("change", "of a label or note")
    for (item, user), (value, where) in decisions.items():
        if LOGGED[value] is not None:
            marks.label(item, user, DECISION, LOGGED[value], where)
            held = reasons.get((item, user), {})
            if held and LOGGED[value] == "Excluded":
                marks.label(item, user, "reasons", frozenset(held), where)
    return marks


def sniff_covidence(head: Head) -> bool:
    """The columns of a data extraction."""
    names = header_names(head)
    return "Reviewer Name" in names and bool(names & {"Covidence #", "Study ID"})


def read_covidence(file: File, options: Options) -> Marks:
    """Read an export of data extraction or quality assessment."""
    table = delimited_file(file, options)
    if "Reviewer Name" not in table.header:
        raise DataError(f"{file.name}: no column 'Reviewer Name'")
    key = next((name for name in ("Covidence #", "Study ID") if name in table.header), None)
    if key is None:
        raise DataError(f"{file.name}: no column 'Covidence #' or 'Study ID'")
    answers = [
        name
        for name in table.header
        if name.strip(" :") and name not in ("Covidence #", "Study ID", "Title", "Reviewer Name")
    ]
    marks = Marks(file.name)
    items, reviewers, places = table.column(key), table.column("Reviewer Name"), table.where()
    marks.rows = len(places)
    own = [at for at, who in enumerate(reviewers) if who.strip().lower() != "consensus"]
    marks.drop("row", "of a consensus", len(places) - len(own))
    for layer in answers:
        cells = table.column(layer)
        for at in own:
            if cells[at].strip():
                marks.label(
                    items[at].strip(), reviewers[at].strip(), layer, cells[at].strip(), places[at]
                )
    return marks
