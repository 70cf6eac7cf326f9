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


def number_text(value: float | None, digits: int = 4) -> str:
    """A number for a table; an empty cell where there is none."""
    return "" if value is None or isnan(value) else f"{value:z.{digits}f}"


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
    correlations (`forms`) with their limits and the question that each answers."""
    if forms is None:
        agreement_table(results, wording)
        return
    family = [one for one in results if FORM in one.settings]
    agreement_table([one for one in results if FORM not in one.settings], wording)
    print()
    rows = [
        [
            one.symbol,
            "no value" if one.undefined else number_text(one.value),
            _limits(one),
            forms[_form(one)].meaning,
        ]
        for one in family
    ]
    head = ["ICC", "value", f"{100 * forms.confidence:g}% CI", "question"]
    reasons = {one.undefined: one for one in family if one.undefined}
    table(head, rows, [f"{one.symbol}: {wording(why)}" for why, one in reasons.items() if why])


def icc_details(forms: "IccTable") -> None:
    """Print the six forms as papers and other programs do: F, df, p, the limits, those by F."""
    shown = [
        [
            f"ICC({one.form})",
            number_text(one.value),
            number_text(one.F, 2),
            "" if isnan(one.F) else f"{one.df1}, {one.df2}",
            p_value(one.p),
            _between(one.low, one.high),
            _between(one.f_low, one.f_high),
        ]
        for one in forms.forms
    ]
    level = f"{100 * forms.confidence:g}% CI"
    print()
    notes = ["ratings.f-missing"] if forms.holes else ["ratings.f-tests", "ratings.f-limits-narrow"]
    head = ["ICC", "value", "F", "df", "p", level, f"{level} by F"]
    table(head, [[cell or "–" for cell in row] for row in shown], [said(key) for key in notes])


def _form(one: Agreement) -> str:
    return str(one.settings[FORM]).replace("/", ",")


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
