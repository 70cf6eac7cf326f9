"""The bibliography: one BibTeX file for docstrings, docs and `accord cite`."""

import re
from functools import cache
from importlib.resources import files

from accord.errors import UnknownNameError


@cache
def bibliography() -> dict[str, str]:
    """BibTeX entries by key."""
    text = files("accord").joinpath("references.bib").read_text("utf-8")
    found = re.findall(r"^(@\w+\{([^,\s]+),.*?^\})", text, flags=re.M | re.S)
    return {key: entry for entry, key in found}


def bibtex(key: str) -> str:
    """The BibTeX entry of one work."""
    entries = bibliography()
    if key not in entries:
        raise UnknownNameError.of("reference", key, entries)
    return entries[key]
