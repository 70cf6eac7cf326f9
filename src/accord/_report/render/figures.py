"""Files of a report: the page, the data, tables for papers, and every chart as a picture."""

import json
from collections.abc import Callable
from dataclasses import replace
from os import PathLike
from pathlib import Path
from struct import pack
from zlib import crc32

from accord._report.citations import cited
from accord._report.overview import Report
from accord._report.render.apa import word
from accord._report.render.charts import figure_specs
from accord._report.render.drawing import PICTURES, pictures
from accord._report.render.latex import latex
from accord._report.render.markdown import markdown
from accord._report.render.page import fitted, page
from accord._report.render.tables import csv_text
from accord._report.render.theme import filled, palette
from accord.errors import DataError, MissingExtraError
from accord.whole_files import SIGNED, whole_file, whole_folder

_WIDTH = 560
"""Pixels of a figure in a file: narrower than on the page, for the column of a paper."""


def as_json(report: Report) -> str:
    """The report's data as JSON."""
    return json.dumps(report.as_dict(), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


TABLE_WRITERS: dict[str, Callable[[Report], str | bytes]] = {
    ".html": page,
    ".htm": page,
    ".json": as_json,
    ".tex": latex,
    ".md": markdown,
    ".csv": csv_text,
    ".docx": word,
}
"""What a file holds, by the end of its name."""


def check_name(path: str | PathLike[str]) -> None:
    """Refuse a file that could not be written: an unknown end of its name, or a missing library."""
    suffix = Path(path).suffix.lower()
    if suffix not in TABLE_WRITERS:
        raise DataError(f"{path}: unknown file type; use {', '.join(TABLE_WRITERS)}")
    if suffix in (".html", ".htm"):
        MissingExtraError.unless("the page", "report", jinja2="jinja2", **_DRAWN)
    elif suffix == ".docx":
        MissingExtraError.unless("a Word document", "word", docx="python-docx")


_DRAWN = {"altair": "altair", "vl_convert": "vl-convert-python"}


def check_figures() -> None:
    """Refuse figures where no library could draw them."""
    MissingExtraError.unless("a figure", "report", **_DRAWN)


def write_report(report: Report, path: str | PathLike[str], *, language: str | None = None) -> None:
    """Write a report: .html, .json, .tex, .md, .docx in APA style, .csv the coefficients.

    Where a page cannot hold all disagreements, a CSV file beside it does. Beside LaTeX there is a
    .bib file with the works that it cites.

    :param report: A report, as `accord.report` makes it.
    :param path: The file; its ending says what is written.
    :param language: The language, en, de or fr; by default that of the report.

    >>> import accord
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> made = accord.report(accord.from_coders({"A": "aabbbb", "B": "abbbbb"}), resamples=50)
    >>> with TemporaryDirectory() as folder:
    ...     accord.render.write_report(made, Path(folder, "agreement.md"))
    ...     size = Path(folder, "agreement.md").stat().st_size
    >>> size > 100
    True
    """
    path = Path(path)
    check_name(path)
    if language not in (None, report.language):
        report = replace(report, language=language)
    writer = TABLE_WRITERS[path.suffix.lower()]
    if writer is page:
        fit, name = fitted(report.data), ""
        if fit[1]["rows"]:
            beside = path.with_name(f"{path.stem}.disagreements.csv")
            name = beside.name
            with whole_file(beside) as part:
                part.write_bytes(csv_text(report, "disagreements").encode("utf-8"))
        content: str | bytes = page(report, name, fit=fit)
    else:
        content = writer(report)
    if writer is latex:
        with whole_file(path.with_suffix(".bib")) as part:
            part.write_text("\n\n".join(cited(report.data)) + "\n", "utf-8", newline="\n")
    with whole_file(path) as part:
        part.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)


def figures(
    report: Report,
    folder: str | PathLike[str],
    formats: tuple[str, ...] = PICTURES,
    theme: str = "light",
) -> list[Path]:
    """Write every chart of the report into a folder; gives the files written.

    :param report: A report, as `accord.report` makes it.
    :param folder: The folder to write to.
    :param formats: svg, png or pdf.
    :param theme: light or dark.

    >>> import accord
    >>> from tempfile import TemporaryDirectory
    >>> made = accord.report(accord.from_coders({"A": "aabbbb", "B": "abbbbb"}), resamples=50)
    >>> with TemporaryDirectory() as folder:
    ...     names = {path.suffix for path in accord.render.figures(made, folder, formats=("svg",))}
    >>> names
    {'.svg'}
    """
    folder = Path(folder)
    written = []
    charts = [
        (name, _wide(filled(spec, palette(theme))), format)
        for name, spec in figure_specs(report).items()
        for format in formats
    ]
    drawn = pictures([(spec, format) for _, spec, format in charts])
    with whole_folder(folder) as part:
        for (name, _, format), content in zip(charts, drawn, strict=True):
            (part / f"{name}.{format}").write_bytes(signed(content, format))
            written.append(folder / f"{name}.{format}")
    return written


def picture(spec: dict[str, object], format: str) -> bytes:
    """A chart as a picture: svg, png or pdf."""
    return pictures([(_wide(spec), format)])[0]


def _wide(spec: dict[str, object]) -> dict[str, object]:
    """A chart that is as wide as its page needs a width of its own in a picture."""
    if spec.get("width") == "container":
        spec = {**spec, "width": _WIDTH}
        spec.pop("autosize", None)
    return spec


def signed(drawn: bytes, format: str) -> bytes:
    """A picture that says what made it, where a reader does not see it."""
    if format == "svg":
        return drawn + f"<!-- {SIGNED} -->\n".encode()
    if format == "pdf":
        return drawn + f"\n% {SIGNED}\n".encode()
    # In a PNG, one more piece of text before the end, which takes 12 bytes.
    text = b"tEXtSoftware\0" + SIGNED.encode()
    piece = pack(">I", len(text) - 4) + text + pack(">I", crc32(text))
    return drawn[:-12] + piece + drawn[-12:]
