"""Coders without their names: in the study, in its audit, and in what is said about items."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from accord.errors import DataError
from accord.kinds.kind import kind_words
from accord.model.names import Names
from accord.model.study import Study
from accord.words.said import said

_LISTS = re.compile(
    r"^(\d+ coders? from [^:]*|one table for each coder"
    r"|(?:merged )?coders that differ only in [^:]*): .*|(?<!`)(coders=).*?(?= about=|$)"
)
_HEX = "[0-9a-fA-F]{0,4}"
_ADDRESS = re.compile(rf"\d{{1,3}}(?:\.\d{{1,3}}){{3}}|{_HEX}(?::{_HEX}){{3,7}}")


def anonymous(study: Any) -> Study:
    """The study with coders called coder 1, coder 2 …; lists of coders in its audit are cut.

    Columns about items that hold addresses or coders are left out.
    """
    old = [str(coder) for coder in study.coders]
    names = Names(f"coder {n + 1}" for n in range(len(old)))
    try:
        study = replace(study, coders=names)
    except TypeError:
        raise DataError(
            f"coders of {kind_words(study)} cannot be renamed. Rename them in the file"
        ) from None
    for part in {"continua", "documents"} & {field.name for field in fields(study)}:
        renamed = tuple(replace(one, coders=names) for one in getattr(study, part))
        study = replace(study, **{part: renamed})
    about = getattr(study, "about", {})
    told = [key for key, column in about.items() if _tells(column, set(old))]
    if told:
        study = replace(study, about={k: v for k, v in about.items() if k not in told})
    if study.audit is not None:
        new = dict(zip(old, map(str, names), strict=True))
        # A note that names nobody stays as it is, with its key.
        changed = [(note, _renamed(_LISTS.sub(_cut, note), new)) for note in study.audit.notes]
        notes = [note if note == without else without for note, without in changed]
        notes.append(said("read.coders-renamed"))
        if told:
            notes.append(f"removed columns with addresses or coders: {', '.join(told)}")
        source = _renamed(study.audit.source, new)
        study = replace(study, audit=replace(study.audit, source=source, notes=tuple(notes)))
    done: Study = study
    return done


def _cut(found: "re.Match[str]") -> str:
    return found[1] or f"{found[2]}…"


def _tells(column: Sequence[Any], coders: set[str]) -> bool:
    """Whether the cells of a column are coders, or addresses of people or machines."""
    cells = {str(cell).strip() for cell in column if cell not in (None, "")}
    named = {name for name in coders if len(name) > 1 and not name.isdecimal()}
    return not cells.isdisjoint(named) or any(map(_is_address, cells))


def _is_address(cell: str) -> bool:
    """Whether a cell is a mail address (no spaces, an @, a dot after it) or one of a machine."""
    before, _, after = cell[1:].partition("@")
    mail = "." in after[1:-1] and not any(map(str.isspace, before + after))
    return mail or _ADDRESS.fullmatch(cell) is not None


def _renamed(text: str, new: Mapping[str, str]) -> str:
    """The text with names of coders replaced where they stand as words.

    Single letters and short numbers are left: they name nobody and are words and counts, too.
    """
    longest = sorted(new, key=len, reverse=True)
    words = [name for name in longest if len(name) > (4 if name.isdecimal() else 1)]
    if not words:
        return text
    found = re.compile(rf"(?<![\w@])(?:{'|'.join(map(re.escape, words))})(?![\w@])")
    return found.sub(lambda match: new[match[0]], text)
