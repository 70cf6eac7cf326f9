"""Labels of a file that may mean something else than they say: they are asked about.

NA, k.A., s/d, — may be labels or say that there is none: as a category one of them changes every
number, and left out it may be an answer that is lost. "3,4" may be a number or two answers.
"""

from collections.abc import Sequence
from typing import Any

from accord._read.door.read_options import Options
from accord._read.tables.column_names import WORDS_OF_MISSING
from accord._read.tables.roles import Table
from accord.errors import DataError, Setting
from accord.kinds.kind import kind_of
from accord.words.said import said

MOST_NAMED = 12  # labels that a command lists: with more it could not be read


def doubted(
    study: Any, tables: Sequence[Table], names: Sequence[str], options: Options
) -> DataError | None:
    """The question about labels of a study, None where there is none or it is answered."""
    if not kind_of(study).plain or options.sets:
        return None
    where = ", ".join(names[:3])
    if not (options.absent or options.categories):
        codes = [one for one in study.categories if str(one).strip().lower() in WORDS_OF_MISSING]
        if 0 < len(codes) < len(study.categories):
            return _about_missing(where, codes, [str(one) for one in study.categories])
    notes = () if study.audit is None else study.audit.notes
    if said("read.labels-numbers-decimal-comma") in notes and not _with_other_signs(tables):
        return _asked(
            f"{where}: cells like '3,4' may be several answers, or numbers with a decimal comma, "
            "so nothing is computed; write numbers with a point, or separate cells by semicolons.",
            ("several answers in a cell", {"sets": ","}),
        )
    return None


def _about_missing(where: str, codes: list[str], labels: list[str]) -> DataError:
    keep: dict[str, Any] = {"categories": labels if len(labels) <= MOST_NAMED else None}
    return _asked(
        f"{where}: {', '.join(map(repr, codes))} may be a label, or say that there is none, so "
        "nothing is computed.",
        ("they say that there is none", {"absent": codes}),
        ("it is a label of its own: name all labels", keep),
    )


def _asked(message: str, *offers: tuple[str, dict[str, Any]]) -> DataError:
    """A question with its answers, as one about columns has them."""
    from accord._read.tables.asking import AS

    lines = []
    for number, (says, settings) in enumerate(offers, start=1):
        ((name, value),) = settings.items()
        lines += [f"{number}. {says}", f"   {AS}{Setting(name, value)}"]
    whole = tuple(settings for _, settings in offers if None not in settings.values())
    return DataError(message, tuple(lines), whole)


def _with_other_signs(tables: Sequence[Table]) -> bool:
    """Whether another sign than a comma separates the cells."""
    others = {said("read.delimiter", sign=sign) for sign in ";\t| "}
    return any(not others.isdisjoint(table.notes) for table in tables)
