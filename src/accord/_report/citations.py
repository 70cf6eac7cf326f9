"""The bibliography: one BibTeX file for docstrings, docs and `accord cite`."""

import re
from collections.abc import Mapping
from importlib import import_module
from importlib.resources import files
from typing import Any

from accord._measure.catalogue import MEASURES
from accord._measure.distances.distance import DISTANCES
from accord._measure.distances.taxonomic import TAXONOMIC
from accord.errors import UnknownNameError
from accord.version import __version__


def bibliography() -> dict[str, str]:
    """BibTeX entries by key; each begins with @ at the start of a line."""
    text = files("accord").joinpath("references.bib").read_text("utf-8")
    entries = (entry.strip() for entry in re.split(r"^(?=@)", text, flags=re.M))
    return {entry.partition("{")[2].partition(",")[0]: entry for entry in entries if entry}


def bibtex(key: str) -> str:
    """The BibTeX entry of one work."""
    entries = bibliography()
    if key not in entries:
        raise UnknownNameError.of("reference", key, entries)
    return entries[key]


def cited(report: Mapping[str, Any]) -> list[str]:
    """BibTeX for all that a report used: its measures, the tool whose files were read, accord.

    :param report: The data of a report.
    """
    audit = report["methods"]["audit"]
    read = tools(audit["format"]) if audit else ()
    keys = [work["key"] for work in report["methods"]["references"]]
    return [*map(bibtex, dict.fromkeys((*keys, *read))), own()]


def tools(format: str) -> tuple[str, ...]:
    """The works on the tool that writes a format, by the name or the title of the format."""
    from accord._read.formats.table import FORMATS

    return tuple(
        one.source
        for one in FORMATS.values()
        if one.source and format.lower() in (one.name, one.title.lower())
    )


def own() -> str:
    """The BibTeX entry of accord itself, with its version."""
    return (
        "@misc{accord,\n  author = {{the accord contributors}},\n"
        "  title = {accord: inter-annotator agreement},\n"
        f"  note = {{Version {__version__}}},\n  howpublished = {{Computer software}}}}"
    )


def keys_of(word: str) -> tuple[str, ...]:
    """The works on what a name of the field leads to: a measure, a distance, a task, a format.

    :param word: A name, as `accord find` takes it.

    >>> keys_of("MASI"), keys_of("KALPHA")[0], keys_of("argumentative zoning")
    (('passonneau2004', 'passonneau2006', 'artstein2008'), 'krippendorff2004', ('artstein2008',))
    """
    from accord.infer.advice.lookup import IN_TEXTS, lookup

    names = lookup(word)
    if names[0].how == IN_TEXTS:
        raise UnknownNameError(f"nothing that can be cited is called {word!r}")
    for found in names:
        if found.kind == "measure":
            return MEASURES[found.name].source
        if found.kind == "distance":
            maker: Any = DISTANCES.get(found.name) or TAXONOMIC[found.name]
            return works_in(import_module(maker.__module__).__doc__ or "")
        if found.kind == "task":
            from accord.infer.advice.meaning import published_values

            sources = dict.fromkeys(row.source for row in published_values(found.name))
            return tuple(key for key in sources if key in bibliography())
        if found.kind == "format":
            return tools(found.name)
    return ()


def works_in(text: str) -> tuple[str, ...]:
    """The keys after "References:" in a docstring."""
    found = re.search(r"References: ([\w,\s]+?)\.(?:\s|$)", text)
    return tuple(re.split(r"[,\s]+", found[1].strip())) if found else ()


def used(report: Any) -> str:
    """The BibTeX entries of `cited`, as text."""
    return "\n\n".join(cited(report.data)) + "\n"


_FIELD = re.compile(r"(\w+)\s*=\s*\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}")
_SIGNS = {
    "ae": "æ",
    "o": "ø",
    "ss": "ß",
    "aa": "å",
    "l": "ł",
    "alpha": "α",
    "gamma": "γ",
    "kappa": "κ",
    "pi": "π",
}
_MARKED = re.compile(r"[\\${}]|--")
_ACCENTS = {
    "'": "\u0301",
    "`": "\u0300",
    '"': "\u0308",
    "^": "\u0302",
    "~": "\u0303",
    "v": "\u030c",
    "u": "\u0306",
}


def works() -> dict[str, str]:
    """Every work by key: authors, year, title and where it appeared."""
    return {key: _line(fields(entry)) for key, entry in bibliography().items()}


def fields(entry: str) -> dict[str, str]:
    """The fields of a BibTeX entry as plain text."""
    return {name.lower(): _text(value) for name, value in _FIELD.findall(entry)}


def short_citation(measure: str, coders: int | None = None) -> str:
    """Who to cite for a measure: Artstein & Poesio 2008.

    A measure with another name for more than two coders has its second work for them.

    >>> short_citation("pi", 2), short_citation("pi", 3), short_citation("alpha", 3)
    ('Scott 1955', 'Fleiss 1971', 'Krippendorff 2004')
    """
    sources = MEASURES[measure].source if measure in MEASURES else ()
    if coders != 2 and coders is not None and sources and MEASURES[measure].display_many:
        sources = sources[1:]
    entries = bibliography()
    if not sources or sources[0] not in entries:
        return measure
    found = fields(entries[sources[0]])
    return f"{_surnames(found.get('author', ''))} {found.get('year', '')}".strip()


def _surnames(authors: str) -> str:
    names = [
        name.split(",")[0].split()[-1] if name.split(",")[0] else name
        for name in authors.split(" and ")
        if name
    ]
    if len(names) > 2:
        return f"{names[0]} et al."
    return " & ".join(names)


def _line(found: dict[str, str]) -> str:
    authors = "; ".join(found.get("author", found.get("editor", "")).split(" and "))
    where = found.get("journal") or found.get("booktitle") or found.get("publisher")
    where = where or found.get("institution") or found.get("school") or ""
    parts = [f"{authors} ({found.get('year', 'n.d.')}).", f"{found.get('title', '')}."]
    if where:
        volume = f" {found['volume']}" if "volume" in found else ""
        pages = f", {found['pages']}" if "pages" in found else ""
        parts.append(f"{where}{volume}{pages}.")
    if "doi" in found:
        parts.append(f"doi:{found['doi']}")
    return " ".join(parts)


def _text(value: str) -> str:
    if not _MARKED.search(value):  # most are plain, and there are a thousand
        return " ".join(value.split())
    import unicodedata

    def accent(match: re.Match[str]) -> str:
        return unicodedata.normalize("NFC", match[2] + _ACCENTS[match[1]])

    value = re.sub(r"""\{?\\(['`"^~]|[uv](?=\{))\{?(\w)\}?\}?""", accent, value)
    value = re.sub(r"\\text\w+\{([^{}]*)\}", r"\1", value)
    for name, sign in _SIGNS.items():
        value = re.sub(rf"\\{name}(?![a-zA-Z])\s?", sign, value)
    value = value.replace("$", "")
    value = (
        re.sub(r"\\c\{?c\}?", "ç", value).replace("\\&", "&").replace("--", "–").replace("\\", "")
    )
    return " ".join(re.sub(r"[{}]", "", value).split())
