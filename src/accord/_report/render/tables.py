"""The report as tables: one list of them for Markdown, the terminal and CSV files."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from accord._read.formats.delimited import write_rows
from accord._report.overview import Report
from accord._report.wording import decimal, shortened, whole


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a report: numbers stay numbers until they are shown.

    The last `names` columns are called by names of the user's; of a column in `words` the cells
    are words of ours.
    """

    name: str
    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    notes: Sequence[str] = ()
    names: int = 0
    words: int | None = None

    def shown(self, width: int = 0) -> list[list[str]]:
        """The rows as text, cut to `width` signs a cell where one is given."""
        shown = [[_shown(cell) for cell in row] for row in self.rows]
        if not width:
            return shown
        return [[shortened(cell, width) for cell in row] for row in shown]


def _shown(cell: Any) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, float):
        return decimal(cell)
    return whole(cell) if isinstance(cell, int) and not isinstance(cell, bool) else str(cell)


def tables(report: Report) -> list[Table]:
    """Every table of the report, in the order of the page."""
    found = []
    for name, make in MAKERS.items():
        if report.data.get(name):
            found += make(report[name])
    return found


def said_tables(report: Report) -> list[Table]:
    """The same tables in the language of the report: titles, headings, words and notes."""
    say = report.say
    if say.language == "en":
        return tables(report)
    found = []
    for table in tables(report):
        own = len(table.columns) - table.names
        columns = [*(say(name) for name in table.columns[:own]), *table.columns[own:]]
        at, rows = table.words, table.rows
        if at is not None:
            rows = [[*row[:at], say(row[at]), *row[at + 1 :]] for row in rows]
        notes = [say(note) for note in table.notes]
        found.append(
            replace(table, title=say(table.title), columns=columns, rows=rows, notes=notes)
        )
    return found


def csv_text(report: Report, name: str = "coefficients") -> str:
    """One table of the report as CSV; cells that a spreadsheet would compute are quoted."""
    wanted = {table.name: table for table in tables(report)}
    name = "disagreements" if name in ("items", "places", "disputed") else name
    if name not in wanted:
        from accord.errors import UnknownNameError

        raise UnknownNameError.of("table of this report", name, wanted)
    table = wanted[name]
    stream = io.StringIO()
    write_rows(stream, [table.columns, *table.rows])
    return stream.getvalue()


def _coefficients(section: dict[str, Any]) -> list[Table]:
    rows = []
    for row in section["rows"]:
        interval = row["interval"] or {}
        rows.append(
            [
                row["symbol"],
                row["value"],
                interval.get("low"),
                interval.get("high"),
                row["A_o"],
                row["A_e"],
                interval.get("method"),
                interval.get("n") or None,
                row["signature"],
            ]
        )
    notes = [f"{row['symbol']}: {row['undefined']}" for row in section["rows"] if row["undefined"]]
    columns = ["coefficient", "value", "low", "high", "A_o", "A_e"]
    columns += ["interval by", "resamples", "signature"]
    return [Table("coefficients", "Coefficients", columns, rows, notes)]


def _categories(section: dict[str, Any]) -> list[Table]:
    rows = [
        [row["category"], row["prevalence"], row["alpha"], row["agreement"], row["share"]]
        for row in section["rows"]
    ]
    columns = ["category", "share of codings", "α", "agreement when used", "share of disagreement"]
    found = [Table("categories", "Categories", columns, rows)]
    if section["confusions"]:
        rows = [
            [row[key] for key in ("first", "second", "share", "expected", "p", "merged")]
            for row in section["confusions"]
        ]
        columns = ["category", "with", "share of disagreement", "by chance at most", "p"]
        columns.append("α if they were one")
        found.append(Table("confusions", "Confusions", columns, rows))
    return found


def _coders(section: dict[str, Any]) -> list[Table]:
    rows = [[row["coder"], row["mean"], row["without"], row["marked"]] for row in section["rows"]]
    symbol = section["symbol"]
    columns = ["coder", f"mean {symbol} with others", f"{symbol} without the coder", "marked"]
    matrix = [[name, *row] for name, row in zip(section["coders"], section["matrix"], strict=True)]
    return [
        Table("coders", "Coders", columns, rows),
        Table(
            "pairs",
            f"{symbol} of pairs of coders",
            ["coder", *section["coders"]],
            matrix,
            names=len(section["coders"]),
        ),
    ]


def _disagreements(section: dict[str, Any]) -> list[Table]:
    """Every disagreement, one column for each coder."""
    if not section["rows"]:
        return []
    coders = section["coders"]
    used = {column: any(row[at] is not None for row in section["rows"]) for at, column in _COLUMNS}
    rows = []
    for row in section["rows"]:
        cells = [_cell(section, column, row[at]) for at, column in _COLUMNS if used[column]]
        by = {decision[0]: _decided(section, decision) for decision in row[10]}
        rows.append([*cells, *(by.get(c, "") for c in range(len(coders)))])
    columns = [name for _, name in _COLUMNS if used[name]]
    title = f"Disagreements: {section['disputed']} of {section['of']} {section['nouns']}"
    # A kind is a word of ours, but of dimensions it is the name of one.
    words = columns.index("kind") if "kind" in columns and section["noun"] != "annotation" else None
    return [
        Table("disagreements", title, [*columns, *coders], rows, names=len(coders), words=words)
    ]


_COLUMNS = (
    *((0, "item"), (1, "document"), (2, "begin"), (3, "end"), (9, "text"), (4, "kind")),
    *((5, "disagreement"), (6, "pairs of coders"), (8, "steps"), (7, "share")),
)


def _cell(section: dict[str, Any], column: str, value: Any) -> Any:
    if value is None:
        return None
    if column == "document":
        return section["documents"][value]
    if column == "kind":
        return section["kinds"][value]
    return value[1] if column == "text" and isinstance(value, list) else value


def _decided(section: dict[str, Any], decision: list[Any]) -> str:
    """What a coder decided: a label, or units with their places; a dash for nothing."""
    what, names = decision[2:], section["labels"]
    if not what:
        return "–"
    if len(what) < 3:
        return str(names[what[0]])
    units = [what[at : at + 3] for at in range(0, len(what), 3)]
    return " + ".join(
        f"{names[k] if k >= 0 else ''} {begin:g}–{end:g}".strip() for k, begin, end in units
    )


def _documents(section: dict[str, Any]) -> list[Table]:
    found = []
    if section["documents"]:
        rows = [list(row.values()) for row in section["documents"]]
        columns = ["document", section["nouns"], "disputed", "share", "mean distance"]
        found.append(Table("documents", "Documents", columns, rows))
    if section["groups"]:
        rows = [list(row.values()) for row in section["groups"]]
        columns = ["column", "group", "items", "mean distance", "in the rest", "p"]
        found.append(Table("groups", "Groups", columns, rows))
    return found


def _dimensions(section: dict[str, Any]) -> list[Table]:
    rows = [
        [row["dimension"], *row["values"], row["pairs"], row["ap_ratio"], row["presence"]]
        for row in section["rows"]
    ]
    columns = ["dimension", *section["symbols"], "pairs", "ap-ratio", "κ of presence"]
    return [Table("dimensions", "Dimensions", columns, rows)]


def _units(section: dict[str, Any]) -> list[Table]:
    found = []
    if section["anatomy"]:
        part = section["anatomy"]
        rows = [[row["category"], *row["counts"]] for row in part["rows"]]
        columns = ["category", *part["kinds"]]
        found.append(Table("anatomy", "Anatomy of disagreement", columns, rows))
    return found


def _chains(section: dict[str, Any]) -> list[Table]:
    rows = [
        [*row["coders"], row["split"], row["merged"], row["missed"], row["extra"]]
        for row in section["pairs"]
    ]
    columns = ["first", "second", "split", "merged", "missed", "extra"]
    return [Table("anatomy", "Anatomy of disagreement", columns, rows)]


def _boundaries(section: dict[str, Any]) -> list[Table]:
    rows = [[row["coder"], *row["counts"]] for row in section["rows"]]
    return [Table("boundaries", "Boundaries", ["coder", *section["kinds"]], rows)]


def _trees(section: dict[str, Any]) -> list[Table]:
    rows = [[row["label"], row["used"], row["shared"], row["f1"]] for row in section["labels"]]
    columns = ["label", "used", "shared", "F1"]
    found = [Table("labels", "Agreement by label", columns, rows)]
    if section["tags"]:
        rows = [[row["tag"], row["tokens"], row["uas"], row["las"]] for row in section["tags"]]
        columns = ["part of speech", "tokens", "UAS", "LAS"]
        found.append(Table("tags", "Agreement by part of speech", columns, rows))
    return found


def _regions(section: dict[str, Any]) -> list[Table]:
    rows = [
        [row["category"], row["used"], row["common"], row["f1"]] for row in section["categories"]
    ]
    columns = ["category", "used", "shared", "F1"]
    return [Table("regions", "Agreement by category of regions", columns, rows)]


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
    columns = ["category", "codings", "same", "same branch", "elsewhere"]
    return [Table("taxonomy", "Taxonomy", columns, rows)]


MAKERS = {
    "coefficients": _coefficients,
    "disagreements": _disagreements,
    "coders": _coders,
    "documents": _documents,
    "dimensions": _dimensions,
    "units": _units,
    "chains": _chains,
    "boundaries": _boundaries,
    "trees": _trees,
    "regions": _regions,
    "categories": _categories,
    "taxonomy": _taxonomy,
}
"""Section → the tables it makes."""
