"""The report as tables: one list of them for Markdown, the terminal and CSV files."""

import io
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from accord._measure.catalogue import display_name
from accord._read.formats.delimited import write_rows
from accord._report.document import Table
from accord._report.overview import Report
from accord._report.section_types import (
    CategorySection,
    CoderSection,
    CoefficientSection,
    DisagreementSection,
    DocumentSection,
)
from accord._report.wording import method_name
from accord.infer.rounds.todo_table import MOST_CODER_COLUMNS
from accord.kinds.kind import kind_named
from accord.words.said import said

Makers = dict[str, Callable[..., list[Table]]]


def tables(report: Report) -> list[Table]:
    """Every table of the report, in the order of the page."""
    kind = kind_named(report["study"]["kind"])
    # Of its own folder only: trees are like labels, but have no tables of theirs.
    own = kind.own("own_tables")
    of_kind = {} if own is None or kind.section is None else {kind.section: own}
    makers = {**MAKERS, **of_kind, **OF_LABELS}
    there = [name for name in makers if report.data.get(name)]
    return [table for name in there for table in makers[name](report[name])]


def said_tables(report: Report) -> list[Table]:
    """The same tables for people, in the language of the report: titles, headings and notes, and
    measures by the names that people know."""
    say = report.say
    return [
        replace(
            table,
            title=say(table.title),
            columns=[*map(say, table.columns)],
            notes=[*map(say, table.notes)],
        )
        for one in tables(report)
        for table in [_named(one, report) if one.name == "coefficients" else one]
    ]


def _named(table: Table, report: Report) -> Table:
    """The table of coefficients, the name of each before its letter."""
    found = report["coefficients"]["rows"]
    shown = [[display_name(data), *row] for data, row in zip(found, table.rows, strict=True)]
    notes = [
        said("table.undefined", symbol=display_name(row), reason=row["undefined"])
        for row in found
        if row["undefined"]
    ]
    headings = [said("word.coefficient"), said("word.symbol"), *table.columns[1:]]
    return replace(table, columns=headings, rows=shown, notes=notes)


def words(names: str) -> list[str]:
    """Headings of columns, by their keys.

    >>> words("category with")
    ['category', 'with']
    """
    return [said(f"word.{name}") for name in names.split()]


def csv_text(report: Report, name: str = "coefficients") -> str:
    """One table of the report as CSV; cells that a spreadsheet would compute are quoted."""
    wanted = {table.name: table for table in tables(report)}
    # What the table was called before it held disagreements of every kind.
    old = name in ("items", "places", "disputed") and name not in wanted
    name = "disagreements" if old else name
    if name not in wanted:
        from accord.errors import UnknownNameError

        raise UnknownNameError.of("table of this report", name, wanted)
    table = wanted[name]
    stream = io.StringIO()
    write_rows(stream, [[*map(_heading, table.columns)], *table.rows])
    return stream.getvalue()


HEADINGS = {
    "word.places": "places",
    "word.codings": "codings",
    "word.units": "units",
    "word.unit": "unit",
    "word.low": "low",
    "word.high": "high",
    "word.interval-by": "interval by",
    "word.resamples": "resamples",
    "word.begin": "begin",
    "word.mean-others": "mean {symbol} with others",
    "word.without-coder": "{symbol} without the coder",
    "word.share-codings": "share of codings",
    "word.agreement-when-used": "agreement when used",
    "word.chance-most": "by chance at most",
    "word.alpha-if-one": "α if they were one",
    "word.mean-distance": "mean distance",
}
"""Headings of CSV files where people are told another word: programs read them, so they stay."""


def _heading(column: str) -> str:
    key = getattr(column, "key", "")
    return HEADINGS[key].format(**column.fields) if key in HEADINGS else column  # type: ignore[attr-defined]


def _coefficients(section: CoefficientSection) -> list[Table]:
    rows = []
    for row in section["rows"]:
        interval: Mapping[str, Any] = row["interval"] or {}
        rows.append(
            [
                row["symbol"],
                row["value"],
                interval.get("low"),
                interval.get("high"),
                row["A_o"],
                row["A_e"],
                method_name(interval["method"]) if interval else None,
                interval.get("n") or None,
                row["signature"],
            ]
        )
    notes = [
        said("table.undefined", symbol=row["symbol"], reason=row["undefined"])
        for row in section["rows"]
        if row["undefined"]
    ]
    columns = [*words("coefficient value low high"), "A_o", "A_e"]
    columns += words("interval-by resamples signature")
    return [Table("coefficients", said("page.coefficients"), columns, rows, notes)]


def _categories(section: CategorySection) -> list[Table]:
    rows = [
        [row["category"], row["prevalence"], row["alpha"], row["agreement"], row["share"]]
        for row in section["rows"]
    ]
    columns = [*words("category share-codings"), "α"]
    columns += words("agreement-when-used share-disagreement")
    found = [Table("categories", said("page.categories"), columns, rows)]
    if section["confusions"]:
        rows = [
            [row[key] for key in ("first", "second", "share", "expected", "p", "merged")]
            for row in section["confusions"]
        ]
        columns = [*words("category with share-disagreement chance-most"), "p"]
        columns += words("alpha-if-one")
        found.append(Table("confusions", said("table.confusions"), columns, rows))
    return found


def _coders(section: CoderSection) -> list[Table]:
    if section["crowd"]:
        return [_crowd(section)]
    rows = [[row["coder"], row["mean"], row["without"], row["marked"]] for row in section["rows"]]
    symbol = section["symbol"]
    columns = [
        said("word.coder"),
        said("word.mean-others", symbol=symbol),
        said("word.without-coder", symbol=symbol),
        said("word.marked"),
    ]
    matrix = [[name, *row] for name, row in zip(section["coders"], section["matrix"], strict=True)]
    return [
        Table("coders", said("page.coders"), columns, rows),
        Table(
            "pairs",
            said("table.pairs-coders", symbol=symbol),
            [said("word.coder"), *section["coders"]],
            matrix,
        ),
    ]


def _crowd(section: CoderSection) -> Table:
    """A row for each coder, the worst first."""
    rows = [
        [
            *(row["coder"], row["codings"], row["agreement"], row["low"], row["high"]),
            *(row["majority"], row["label"], row["same"], row["without"]),
            *([row["pace"]] if section["pace"] else []),
        ]
        for row in section["crowd"]
    ]
    columns = [
        said("word.coder"),
        said("coders.shared"),
        said("coders.beyond-chance"),
        *words("low high"),
        said("coders.with-majority"),
        said("coders.most-often"),
        said("coders.how-often"),
        said("word.without-coder", symbol=section["without_symbol"]),
        *([section["pace"]] if section["pace"] else []),
    ]
    return Table("coders", said("page.coders"), columns, rows, (said("coders.crowd-note"),))


def _disagreements(section: DisagreementSection) -> list[Table]:
    """Every disagreement, one column for each coder."""
    if not section["rows"]:
        return []
    coders = section["coders"]
    used = {column: any(row[at] is not None for row in section["rows"]) for at, column in _COLUMNS}
    rows = []
    for row in section["rows"]:
        cells = [_cell(section, column, row[at]) for at, column in _COLUMNS if used[column]]
        # The decisions stand in the last of the columns of the section.
        by = {decision[0]: _decided(section, decision) for decision in row[10]}
        if len(coders) > MOST_CODER_COLUMNS:
            rows.append([*cells, "; ".join(f"{coders[c]}: {what}" for c, what in by.items())])
        else:
            rows.append([*cells, *(by.get(c, "") for c in range(len(coders)))])
    columns = [said(f"word.{name}") for _, name in _COLUMNS if used[name]]
    number, of = section["disputed"], section["of"]
    title = said("table.disagreements", n=number, m=of, what=section["nouns"])
    who = ["codings"] if len(coders) > MOST_CODER_COLUMNS else coders
    return [Table("disagreements", title, [*columns, *who], rows)]


_COLUMNS = (
    *((0, "item"), (1, "document"), (2, "begin"), (3, "end"), (9, "text"), (4, "kind")),
    *((5, "disagreement"), (6, "pairs-coders"), (8, "steps"), (7, "share")),
)


def _cell(section: DisagreementSection, column: str, value: Any) -> Any:
    if value is None:
        return None
    if column == "document":
        return section["documents"][value]
    if column == "kind":
        return section["kinds"][value]
    return value[1] if column == "text" and isinstance(value, list) else value


def _decided(section: DisagreementSection, decision: list[Any]) -> str:
    """What a coder decided: a label, or units with their places; a dash for nothing."""
    what, names = decision[2:], section["labels"]
    if not what:
        return "–"
    # A label is one number, a unit three: label, begin and end.
    if len(what) < 3:
        return str(names[what[0]])
    units = [what[at : at + 3] for at in range(0, len(what), 3)]
    return " + ".join(
        f"{names[k] if k >= 0 else ''} {begin:g}–{end:g}".strip() for k, begin, end in units
    )


def _documents(section: DocumentSection) -> list[Table]:
    found = []
    if section["documents"]:
        rows = [list(row.values()) for row in section["documents"]]
        columns = [said("word.document"), section["nouns"], *words("disputed share mean-distance")]
        found.append(Table("documents", said("page.documents"), columns, rows))
    if section["groups"]:
        rows = [list(row.values()) for row in section["groups"]]
        columns = [*words("column group items mean-distance rest"), "p"]
        found.append(Table("groups", said("page.groups"), columns, rows))
    return found


def _ranking(section: dict[str, Any]) -> list[Table]:
    things = [
        [
            *(row[name] for name in ("name", "strength", "low", "high", "best", "worst", "votes")),
            *(row[name] for name in ("reversed", "more")),
        ]
        for row in section["rows"]
    ]
    columns = words("name strength low high best worst votes p-reversed votes-for")
    notes = [note for note in (section["refused"], *section["notes"]) if note]
    if not section["refused"] and section["position"] is None:
        notes.insert(0, said("ranking.position-not-known"))
    found = [Table("ranking", said("page.ranking"), columns, things, notes=notes)]
    judges = [
        [row[name] for name in ("judge", "votes", "ties", "position", "p", "kept", "zeta")]
        for row in section["judges"]
    ]
    if judges:
        names = [
            said("judge.column.judge"),
            *words("votes ties position"),
            "p",
            *words("kept-turned"),
            "ζ",
        ]
        found.append(Table("judges of pairs", said("table.judges-pairs"), names, judges))
    return found


def _taxonomy(section: dict[str, Any]) -> list[Table]:
    rows = [
        [
            "· " * row["depth"] + row["category"],
            row["codings"],
            row["same"],
            row["branch"],
            row["elsewhere"],
        ]
        for row in section["rows"]
    ]
    columns = words("category codings same same-branch elsewhere")
    return [Table("taxonomy", said("page.taxonomy"), columns, rows)]


def _ratings(section: Mapping[str, Any]) -> list[Table]:
    """The six forms, raters, items whose ratings are apart, and how reliable more raters are."""
    forms = [
        [
            *(f"ICC({row['form']})", row["value"], row["low"], row["high"], row["limits"]),
            *(row["F"], row["df1"] or None, row["df2"] or None, row["p"]),
            *(row["f_low"], row["f_high"], row["meaning"]),
        ]
        for row in section["forms"]
    ]
    form_columns = ["ICC", *words("value low high interval-by"), "F", "df1", "df2", "p"]
    form_columns += [f"F {column}" for column in words("low high")]
    keys = (
        *("rater", "items", "mean", "sd", "apart", "low", "high", "t", "p"),
        *("range", "range_p", "drift", "drift_p"),
    )
    people = [[row[key] for key in keys] for row in section["raters"]]
    columns = [*words("rater ratings mean sd above-others low high"), "t", "p"]
    columns += [*words("range"), "p", *words("drift"), "p"]
    names = section["plot"]["raters"]
    shown = names if len(names) <= MOST_CODER_COLUMNS else []
    apart = [
        [row["item"], *(row["ratings"] if shown else ()), row["mean"], row["range"]]
        for row in section["items"]
        if row["range"]
    ]
    more = [[row[key] for key in ("raters", "value", "low", "high")] for row in section["more"]]
    notes = [*section["findings"], said("ratings.apart"), said("ratings.range")]
    found = [
        Table(
            "icc",
            said("ratings.part-forms"),
            [*form_columns, *words("question")],
            forms,
            section["notes"],
        ),
        Table("raters", said("ratings.part-raters"), columns, people, notes),
        Table(
            "items",
            said("ratings.table-items"),
            [said("word.item"), *shown, said("word.mean"), said("word.range")],
            apart,
            section["errors"],
        ),
        Table("more", said("ratings.part-more"), words("raters value low high"), more),
    ]
    return [table for table in found if table.rows]


MAKERS: Makers = {
    "ratings": _ratings,
    "coefficients": _coefficients,
    "disagreements": _disagreements,
    "coders": _coders,
    "documents": _documents,
}
"""Section → the tables it makes."""

OF_LABELS: Makers = {"ranking": _ranking, "categories": _categories, "taxonomy": _taxonomy}
"""The same, of what stands after the section of the kind itself."""
