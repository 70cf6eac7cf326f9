"""The report for papers: a LaTeX table and paragraph, all names escaped.

pdfLaTeX, LuaLaTeX and XeLaTeX set it, with the packages booktabs and fontenc (T1). Signs that
pdfLaTeX has not (Chinese, Cyrillic, emoji, combining marks) stand there by their number, in a
command that a preamble for the other two can make show the sign itself.
"""

import re
from collections.abc import Sequence
from typing import Any

from accord._measure.catalogue import display_name
from accord._report.overview import Report
from accord._report.section_types import CategorySection, CoefficientRow
from accord._report.wording import decimals_of_raters
from accord.errors import inert
from accord.model.showing import cell_text
from accord.whole_files import SIGNED
from accord.words.said import Language


def _pairs(text: str) -> list[tuple[str, str]]:
    """Signs and their names, by turns."""
    words = text.split()
    return list(zip(words[::2], words[1::2], strict=True))


_MATHS = _pairs(
    "α alpha β beta γ gamma δ delta ε varepsilon ζ zeta η eta θ theta κ kappa λ lambda µ mu μ mu "
    "ξ xi π pi ρ rho σ sigma τ tau φ varphi χ chi ψ psi ω omega "
    "Γ Gamma Δ Delta Σ Sigma Φ Phi Ω Omega · cdot × times ± pm ÷ div"
)
_TEXT = _pairs(
    '\\ backslash ~ asciitilde ^ asciicircum < less > greater | bar " quotedbl ` asciigrave'
)
_SPECIAL = {
    **{sign: rf"\{sign}" for sign in "{}$&#_%"},
    **{sign: rf"\text{name}{{}}" for sign, name in _TEXT},
    **{sign: rf"$\{name}$" for sign, name in _MATHS},
    **{sign: f"$^{power}$" for sign, power in zip("¹²³", "123", strict=True)},
    **{sign: f"{{{sign}}}" for sign in "[]*"},  # after a line break they would mean something
    **dict.fromkeys("\n\r\t", " "),
    **{"−": "$-$", "–": "--", "′": "$'$", "“": "``", "”": "''", "…": r"\ldots{}"},
    **{"°": r"$^\circ$", "\u202f": r"\,", "\xa0": "~"},
}


_LETTERS = (
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ¡¿£§«»"
    "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻİăąćčďđěęğĺľłńňŋőŕřśšşťţűůźžżŒœıĐ’‘—"
)
"""What pdfLaTeX has in its usual encoding (T1), beside ASCII."""

_OTHER = re.compile(f"[^\\x20-\\x7e{_LETTERS}]")

_SIGN = r"""% Signs that pdfLaTeX has not stand here by their numbers. With LuaLaTeX or XeLaTeX
% and a font that has them, this line before the text shows them:
%   \newcommand{\accordsign}[1]{\symbol{"#1}}
\providecommand{\accordsign}[1]{\texttt{U+#1}}
"""


PREAMBLE = r"""% Needs \usepackage{booktabs} and \usepackage[T1]{fontenc} in the preamble.
% The works are in the .bib file beside this one: \bibliography{its name}."""
"""What a document must have that this is put into."""


def latex_text(text: str) -> str:
    """Text as LaTeX prints it; nothing in it is a command.

    >>> latex_text(r"50% of {A} & \\input")
    '50\\\\% of \\\\{A\\\\} \\\\& \\\\textbackslash{}input'
    >>> latex_text("Brennan–Prediger, a -- b, c---d")
    'Brennan--Prediger, a -{}- b, c-{}-{}-d'
    """
    # Two hyphens would print as a dash, which the en dash alone is.
    pairs = zip(text, text[1:] + " ", strict=False)
    return "".join(_set(sign) + "{}" * (sign == after == "-") for sign, after in pairs)


def _set(sign: str) -> str:
    """One sign: by its command, as it is, or by its number; what acts on terminals is left out."""
    if sign in _SPECIAL:
        return _SPECIAL[sign]
    if not _OTHER.match(sign):
        return sign
    return "" if inert(sign) != sign else f"\\accordsign{{{ord(sign):04X}}}"


def _with_signs(text: str) -> str:
    """The text, and before it the command for signs by number where there are some."""
    return _SIGN + text if r"\accordsign" in text else text


def _symbol(text: str) -> str:
    """A coefficient's symbol: what follows _ is a subscript."""
    head, _, tail = text.partition("_")
    return latex_text(head) + (f"$_{{\\mathrm{{{latex_text(tail)}}}}}$" if tail else "")


def latex(report: Report) -> str:
    """The methods paragraph and the tables of coefficients and categories, to be included."""
    keys = ",".join([*(work["key"] for work in report["methods"]["references"]), "accord"])
    parts = [
        f"% {_comment(report.title)}",
        PREAMBLE,
        rf"{latex_text(report.say(report['methods']['paragraph']))} \cite{{{keys}}}",
        "",
        _coefficients(report),
    ]
    if "ratings" in report:
        parts += ["", _raters(report)]
    if "categories" in report:
        parts += ["", _categories(report["categories"], report.say)]
    return f"% {SIGNED}\n" + _with_signs("\n".join(parts) + "\n")


def latex_table(report: Report) -> str:
    """The table of coefficients, to be copied."""
    return _with_signs(_coefficients(report))


def _coefficients(report: Report) -> str:
    section, say = report["coefficients"], report.say
    rows = []
    # Ratings have no observed agreement: two columns without a number would say nothing.
    shown = [
        part
        for part in ("A_o", "A_e")
        if any(one["A_o"] is not None or one["A_e"] is not None for one in section["rows"])
    ]
    tested = any("test" in row and row["test"]["F"] is not None for row in section["rows"])
    for row in section["rows"]:
        interval = row["interval"] or {}
        known = interval.get("low") is not None
        # Brackets after a number mean nothing to LaTeX; latex_text() cannot know that.
        between = "--"
        if known:
            between = f"[{latex_text(say.between(interval['low'], interval['high'])[1:-1])}]"
        undefined = row["value"] is None
        value = latex_text(say.of("answer.undefined") if undefined else say.decimal(row["value"]))
        parts = (latex_text(say.decimal(row[part])) for part in shown)
        name = latex_text(say(display_name(row)))
        # The form of an ICC is its name: it would stand in two columns.
        symbol = "" if row["symbol"] == display_name(row) else _symbol(row["symbol"])
        cells = [name, symbol, value, between, *parts, *(_tested(row, say) if tested else ())]
        rows.append(" & ".join(cells) + r" \\")
    level = f"{100 * section['level']:g}"
    words = (say.of(f"word.{name}") for name in ("coefficient", "symbol", "value"))
    names = (*words, say.of("word.interval", level=level))
    more = [*(f"${part}$" for part in shown), *(("$F$", "$df$", "$p$") if tested else ())]
    head = " & ".join([*map(latex_text, names), *more]) + r" \\"
    caption = latex_text(f"{say.of('study.title')}. {say(report['study']['sentence'])}")
    return _table("llrc" + "r" * len(more), head, rows, caption)


def _tested(row: CoefficientRow, say: Language) -> tuple[str, str, str]:
    """F of an intraclass correlation, its degrees of freedom and p."""
    test = row.get("test")
    if test is None or test["F"] is None:
        return "--", "--", "--"
    f = latex_text(say.decimal(test["F"], 2))
    return f, f"{test['df1']}, {test['df2']}", latex_text(_p(test["p"], say))


def _raters(report: Report) -> str:
    """Who rates lower or higher than the others, in units of the scale."""
    section, say = report["ratings"], report.say
    keys = ("mean", "sd", "apart", "low", "high")
    places = decimals_of_raters(section["raters"])
    rows = [
        " & ".join(
            [
                latex_text(row["rater"]),
                *(latex_text(say.decimal(row[key], places)) for key in keys),
                latex_text(_p(row["p"], say)),
            ]
        )
        + r" \\"
        for row in section["raters"]
    ]
    names = ("rater", "mean", "sd", "above-others", "low", "high")
    head = " & ".join([*(latex_text(say.of(f"word.{name}")) for name in names), "$p$"]) + r" \\"
    caption = sentences_of(say, section["findings"]) or say.of("ratings.part-raters") + "."
    return _table("lrrrrrr", head, rows, latex_text(caption))


def _p(p: float | None, say: Language) -> str:
    """A p for a table: no p is 0."""
    return f"< {say.decimal(0.001)}" if p is not None and p < 0.001 else str(say.decimal(p))


def sentences_of(say: Language, texts: Sequence[str]) -> str:
    """Sentences one after the other, in the language of the report."""
    return " ".join(map(say, texts))


def _categories(section: CategorySection, say: Language) -> str:
    rows = [
        " & ".join(
            [
                latex_text(row["category"]),
                *(latex_text(say.decimal(row[key])) for key in ("prevalence", "alpha", "share")),
            ]
        )
        + r" \\"
        for row in section["rows"]
    ]
    share, disagreement = say.of("word.share-codings"), say.of("word.share-disagreement")
    names = (say.of("word.category"), share, "α", disagreement)
    head = " & ".join(map(latex_text, names)) + r" \\"
    return _table("lrrr", head, rows, latex_text(say.of("table.each-category-against-rest") + "."))


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


def _comment(text: str) -> str:
    return inert(text, line=True)


def result_latex(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A table of results in LaTeX (booktabs).

    :param columns: The names of the columns.
    :param rows: The values, row by row.

    >>> import accord
    >>> "Ann & 0.5" in accord.render.result_latex(["coder", "value"], [["Ann", 0.5]])
    True
    """
    lines = [" & ".join(latex_text(cell_text(c)) for c in row) + r" \\" for row in (columns, *rows)]
    head = [rf"\begin{{tabular}}{{{'l' * len(columns)}}}", r"\toprule", lines[0], r"\midrule"]
    return "\n".join([*head, *lines[1:], r"\bottomrule", r"\end{tabular}"])
