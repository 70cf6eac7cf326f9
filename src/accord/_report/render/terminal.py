"""Numbers for people at a terminal: plain columns when piped, a table on a screen."""

import sys
from collections.abc import Callable, Mapping, Sequence
from math import isnan
from typing import TYPE_CHECKING, Any

from accord.errors import inert, short
from accord.model.agreement import Agreement

if TYPE_CHECKING:
    from accord.infer.why.coders import PairAgreement


def number(value: float | None, digits: int = 4) -> str:
    """A number for a table; an empty cell where there is none."""
    return "" if value is None or isnan(value) else f"{value:z.{digits}f}"


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
    """What rows are called: their symbols, with the distance where two would be called the same."""
    symbols = [result.symbol for result in results]
    return [
        f"{result.symbol} {result.settings.get('d', '')}".rstrip()
        if symbols.count(result.symbol) > 1
        else result.symbol
        for result in results
    ]


def agreement_table(results: Sequence[Agreement], wording: Callable[[str], str] = str) -> None:
    """Print one line per result: value, interval, A_o, A_e and the signature; then, in the
    wording of whoever asks, why some are undefined."""
    with_interval = any(r.interval is not None for r in results)
    with_distance = any(r.unit is None and not isnan(r.D_o) for r in results)
    columns = ["measure", "value", *(["interval"] if with_interval else []), "A_o", "A_e"]
    columns += ["D_o", "D_e"] if with_distance else []
    rows = []
    labels = row_labels(results)
    for label, result in zip(labels, results, strict=True):
        row = [label, "undefined" if result.undefined else number(result.value)]
        row += [_limits(result)] if with_interval else []
        row += [number(result.A_o), number(result.A_e)]
        row += [_short(result.D_o), _short(result.D_e)] if with_distance else []
        rows.append([*row, result.signature])
    reasons: dict[str, list[str]] = {}
    for label, result in zip(labels, results, strict=True):
        if result.undefined:
            reasons.setdefault(result.undefined, []).append(label)
    notes = [f"{', '.join(symbols)}: {wording(why)}" for why, symbols in reasons.items()]
    table([*columns, "signature"], rows, notes)


def pair_table(tables: Mapping[str, Sequence["PairAgreement"]]) -> None:
    """Print one line per pair of coders, one column per measure."""
    pairs: dict[tuple[Any, Any], list[str]] = {}
    for results in tables.values():
        for two in results:
            shown = "undefined" if two.agreement.undefined else number(two.agreement.value)
            pairs.setdefault(two.coders, []).append(shown)
    rows = [[str(a), str(b), *values] for (a, b), values in pairs.items()]
    table(["coder", "coder", *tables], rows)


def _limits(result: Agreement) -> str:
    """The interval, nothing where there is none: notes say why."""
    found = result.interval
    return "" if found is None or isnan(found.low) else str(found)


def _short(value: float | None) -> str:
    return "" if value is None or isnan(value) else f"{value:.4g}"
