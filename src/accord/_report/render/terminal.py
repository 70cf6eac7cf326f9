"""Numbers for people at a terminal: plain columns when piped, a table on a screen."""

import sys
from collections.abc import Callable, Mapping, Sequence
from math import isnan
from typing import TYPE_CHECKING, Any

from accord.errors import inert, short
from accord.model.agreement import Agreement
from accord.words.said import said

if TYPE_CHECKING:
    from accord.infer.tests.icc_table import IccTable
    from accord.infer.why.coders import PairAgreement


def number_text(value: float | None, digits: int = 4, *, without: str = "") -> str:
    """A number for a table; an empty cell, or what stands for it, where there is none."""
    return without if value is None or isnan(value) else f"{value:z.{digits}f}"


def p_value(value: float | None, without: str = "–") -> str:
    """A p for a table: no p is 0, so below .001 it says so."""
    if value is None or isnan(value):
        return without
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def table(columns: Sequence[str], rows: Sequence[Sequence[str]], notes: Sequence[str] = ()) -> None:
    """Print a table: rich on a screen, aligned plain text when piped."""
    columns, *rows = ([_cell(cell) for cell in row] for row in [columns, *rows])
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        # Past the border of the command line, which would show colours as text.
        console = Console(file=getattr(sys.stdout, "beneath", None))
        shown = Table(box=None, pad_edge=False, header_style="bold")
        for name in columns:
            shown.add_column(Text(name), overflow="fold")
        for row in rows:
            shown.add_row(*(Text(cell) for cell in row))
        console.print(shown)
    else:
        widths = [max(len(row[at]) for row in [columns, *rows]) for at in range(len(columns))]
        for row in [columns, *rows]:
            cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
            print("  ".join(cells).rstrip())
    for note in notes:
        print(note)


def _cell(text: str) -> str:
    """A cell: one line, of a length that can be read, as the console will spell it."""
    text = inert(short(text, 500), line=True)
    if text.isascii():
        return text
    coding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(coding, getattr(sys.stdout, "errors", None) or "strict").decode(coding)


def row_labels(results: Sequence[Agreement]) -> list[str]:
    """What rows are called: the names that people know."""
    from accord._measure.catalogue import display_names

    return [*map(str, display_names(results))]


def agreement_table(results: Sequence[Agreement], wording: Callable[[str], str] = str) -> None:
    """Print one line per result: name, value, interval, observed and chance agreement; then, in
    the wording of whoever asks, why some have no value."""
    levels = [r.interval.confidence for r in results if r.interval is not None]
    labels = row_labels(results)
    values = ["no value" if one.undefined else number_text(one.value) for one in results]
    shown = {"measure": labels, "value": values}
    if levels:
        shown[f"{100 * levels[0]:g}% CI"] = [_limits(one) for one in results]
    # Observed and expected disagreement have no common scale: they are in the JSON.
    parts = {
        "observed": [number_text(one.A_o) for one in results],
        "by chance": [number_text(one.A_e) for one in results],
    }
    shown |= {name: cells for name, cells in parts.items() if any(cells)}
    rows = [[cell or "–" for cell in row] for row in zip(*shown.values(), strict=True)]
    reasons: dict[str, list[str]] = {}
    for label, result in zip(labels, results, strict=True):
        if result.undefined:
            reasons.setdefault(result.undefined, []).append(label)
    notes = [f"{', '.join(names)}: {wording(why)}" for why, names in reasons.items()]
    table([*shown], rows, notes)


def signature_lines(results: Sequence[Agreement]) -> None:
    """Print the exact settings of each result, at the end: a line each, which no column breaks."""
    print()
    if len(results) == 1:
        print(f"Signature: {inert(results[0].signature, line=True)}")
        return
    print("Signatures:")
    for result in results:
        print(inert(result.signature, line=True))


FORM = "form"
"""The setting of measures that are a family with a table of its own."""


def scale_tables(
    results: Sequence[Agreement], forms: "IccTable | None", wording: Callable[[str], str] = str
) -> None:
    """Print results; of ratings α and what else is made for numbers, then the intraclass
    correlations (`forms`) as papers and other programs print them, and the question of each."""
    if forms is None:
        agreement_table(results, wording)
        return
    family = [one for one in results if FORM in one.settings]
    agreement_table([one for one in results if FORM not in one.settings], wording)
    print()
    level = f"{100 * forms.confidence:g}% CI"
    columns = {"ICC": [one.symbol for one in family]}
    columns["value"] = ["no value" if one.undefined else number_text(one.value) for one in family]
    tested = [forms[str(one.settings[FORM]).replace("/", ",")] for one in family]
    notes: list[str] = []
    if not forms.holes:  # no program prints F of tables with holes
        columns["F"] = [number_text(one.F, 2) for one in tested]
        columns["df"] = [f"{one.df1}, {one.df2}" for one in tested]
        columns["p"] = [p_value(one.p) for one in tested]
        notes = [said("ratings.f-tests"), said("ratings.f-limits-narrow")]
    columns[level] = [_limits(one) for one in family]
    if not forms.holes:
        columns["by F"] = [_between(one.f_low, one.f_high) for one in tested]
    rows = [[cell or "–" for cell in row] for row in zip(*columns.values(), strict=True)]
    reasons = {one.undefined: one.symbol for one in family if one.undefined}
    table(
        [*columns],
        rows,
        [*notes, *(f"{symbol}: {wording(why)}" for why, symbol in reasons.items())],
    )
    print()
    table(["ICC", "question"], [[f"ICC({one.form})", one.meaning] for one in tested])


def pair_table(tables: Mapping[str, Sequence["PairAgreement"]]) -> None:
    """Print one line per pair of coders, one column per measure."""
    pairs: dict[tuple[Any, Any], list[str]] = {}
    for results in tables.values():
        for two in results:
            shown = "no value" if two.agreement.undefined else number_text(two.agreement.value)
            pairs.setdefault(two.coders, []).append(shown)
    rows = [[str(a), str(b), *values] for (a, b), values in pairs.items()]
    table(["coder", "coder", *tables], rows)


def _limits(result: Agreement) -> str:
    """The interval, nothing where there is none: notes say why."""
    found = result.interval
    return "" if found is None else _between(found.low, found.high)


def _between(low: float, high: float) -> str:
    return "" if isnan(low) else f"{number_text(low)} to {number_text(high)}"
