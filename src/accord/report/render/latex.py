"""The report for papers: a LaTeX table and paragraph, all names escaped."""

import re
from typing import Any

from accord.report.overview import Report
from accord.report.wording import decimal

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "_": r"\_",
    "%": r"\%",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "−": "$-$",
    "–": "--",
    "α": r"$\alpha$",
    "β": r"$\beta$",
    "γ": r"$\gamma$",
    "κ": r"$\kappa$",
    "π": r"$\pi$",
    "′": r"$'$",
    "³": "$^3$",
    "“": "``",
    "”": "''",
    "…": r"\ldots{}",
    "\u202f": r"\,",
    "δ": r"$\delta$",
    "σ": r"$\sigma$",
    "·": r"$\cdot$",
    "×": r"$\times$",
    "Δ": r"$\Delta$",
    "χ": r"$\chi$",
    "²": "$^2$",
    "\n": " ",
    "\r": " ",
    "\t": " ",
}


def escaped(text: str) -> str:
    """Text as LaTeX prints it; nothing in it is a command.

    >>> escaped(r"50% of {A} & \\input")
    '50\\\\% of \\\\{A\\\\} \\\\& \\\\textbackslash{}input'
    """
    shown = "".join(_SPECIAL.get(sign, sign) for sign in text)
    return re.sub(r"[\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069]", "", shown)


def symbol(text: str) -> str:
    """A coefficient's symbol: what follows _ is a subscript."""
    head, _, tail = text.partition("_")
    return escaped(head) + (f"$_{{\\mathrm{{{escaped(tail)}}}}}$" if tail else "")


def latex(report: Report) -> str:
    """The methods paragraph and the tables of coefficients and categories, to be included."""
    parts = [
        f"% {_comment(report.title)}",
        escaped(report["methods"]["paragraph"]),
        "",
        latex_table(report),
    ]
    if "categories" in report:
        parts += ["", category_table(report["categories"])]
    return "\n".join(parts) + "\n"


def latex_table(report: Report) -> str:
    """The table of coefficients (needs the package booktabs)."""
    section = report["coefficients"]
    rows = []
    for row in section["rows"]:
        interval = row["interval"] or {}
        known = interval.get("low") is not None
        between = f"[{_n(interval['low'])}, {_n(interval['high'])}]" if known else "--"
        value = _n(row["value"]) if row["value"] is not None else "undefined"
        cells = [symbol(row["symbol"]), value, between, _n(row["A_o"]), _n(row["A_e"])]
        rows.append(" & ".join(cells) + r" \\")
    level = f"{100 * section['level']:g}"
    head = rf"coefficient & value & {level}\% interval & $A_o$ & $A_e$ \\"
    caption = f"Agreement. {escaped(report['study']['sentence'])}"
    return _table("lrcrr", head, rows, caption)


def category_table(section: dict[str, Any]) -> str:
    """The table of categories."""
    rows = [
        " & ".join(
            [escaped(row["category"]), _n(row["prevalence"]), _n(row["alpha"]), _n(row["share"])]
        )
        + r" \\"
        for row in section["rows"]
    ]
    head = r"category & share of codings & $\alpha$ & share of disagreement \\"
    return _table("lrrr", head, rows, "Each category against the rest.")


def _table(columns: str, head: str, rows: list[str], caption: str) -> str:
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            head,
            r"\midrule",
            *rows,
            r"\bottomrule",
            r"\end{tabular}",
            rf"\caption{{{caption}}}",
            r"\end{table}",
        ]
    )


def _n(value: float | None) -> str:
    return escaped(decimal(value))


def _comment(text: str) -> str:
    return re.sub(r"[\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]", " ", text)
