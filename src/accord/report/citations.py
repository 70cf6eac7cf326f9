"""The bibliography: one BibTeX file for docstrings, docs and `accord cite`."""

import re
from importlib.resources import files

from accord.errors import UnknownNameError


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
