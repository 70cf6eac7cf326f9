"""Labels of a table that may mean something else than they say: they are asked about.

NA, k.A., s/d, — may be labels or say that there is none: as a category one of them changes every
number, and left out it may be an answer that is lost. "3,4" may be a number or two answers.
"""

import re
from collections.abc import Sequence
from typing import Any

from accord._read.door.read_options import Options
from accord._read.tables.column_names import WORDS_OF_MISSING
from accord._read.tables.label_rows import far_codes, never_a_label, several_in_a_cell
from accord._read.tables.roles import Table, as_number, is_number
from accord.errors import DataError, Setting
from accord.kinds.kind import kind_of
from accord.words.said import joined, said

_Offer = tuple[str, dict[str, Any]]
"""One answer to a question: what it says, and the setting that says so."""

FEWEST_NUMBERS = 2
"""Beside so many numbers, one word is none of the scale; beside one number it may be."""

_MOST_NAMED = 12  # labels that a command lists: with more it could not be read


def doubted(
    study: Any, tables: Sequence[Table], names: Sequence[str], options: Options
) -> DataError | None:
    """The question about labels of a study, None where there is none or it is answered."""
    if not kind_of(study).plain or options.sets:
        return None
    where = ", ".join(names[:3])
    if not (options.absent or options.categories):
        asked = about_missing(where, study.categories)
        if asked is not None:
            return asked
        if (asked := about_sets(where, study.categories)) is not None:
            return asked
    notes = () if study.audit is None else study.audit.notes
    offer: _Offer = (said("labels.asks.answers"), {"sets": ","})
    return None if _with_other_signs(tables) else about_commas(where, notes, offer)


def about_missing(where: str, labels: Sequence[Any]) -> DataError | None:
    """The question about labels that may say that there is none, None where there are none."""
    known = {str(one).strip().lower() for one in labels}
    codes = [one for one in labels if _may_say_none(str(one).strip().lower(), known)]
    codes = codes or _apart(labels)
    if 0 < len(codes) < len(labels):
        return _about_missing(where, codes, [str(one) for one in labels])
    return None


_ABBREVIATED = re.compile(r"\w{1,2}(?:[./] ?\w{1,2})+\.?")
"""Letters with points or strokes between them, as in k.A., n/d, b.d. and n.v.t.; no number is."""


_FAULT_OF_A_SHEET = re.compile(r"#[^\W\d_/0]+(?:/[^\W_]+)?[!?]|#[^\W\d_]+/0!", re.IGNORECASE)
"""What a sheet shows where a formula has no value: #REF!, #BEZUG!, #DIV/0!, #NAME?."""


_IN_BRACKETS = re.compile(r"<[\w /]+>|\([\w /]+\)|\[[\w /]+\]|-[^\W\d][\w /]*-")
"""The one label with brackets around it: <none>, (blank), -нет-."""

_CUT_SHORT = re.compile(r"[^\W\d_]{2,5}\.")
"""The one label that is cut short: entf., uopl., fehl."""


def _may_say_none(label: str, known: set[str]) -> bool:
    odd = _IN_BRACKETS.fullmatch(label) and len(known) > 1
    short = _ABBREVIATED.fullmatch(label) and not any(map(str.isdecimal, label))
    short = short and known.isdisjoint(re.split(r"[./ ]+", label))  # b/c is two labels
    cut = _CUT_SHORT.fullmatch(label) and sum(one.endswith(".") for one in known) == 1
    cut = cut and label.rstrip(".") not in known  # yes. is yes
    if odd and sum(_IN_BRACKETS.fullmatch(one) is not None for one in known) == 1:
        return True
    return label in WORDS_OF_MISSING or bool(short or cut or _FAULT_OF_A_SHEET.fullmatch(label))


_WORD = re.compile(r"[^\W\d_]{2,}")  # one letter may be a grade


def _apart(labels: Sequence[Any]) -> list[Any]:
    """The one word among numbers, and numbers far from a scale that code books have for no answer:
    they are no labels of these coders."""
    words = [one for one in labels if not is_number(str(one))]
    if len(words) == 1 and len(labels) > FEWEST_NUMBERS and _WORD.fullmatch(str(words[0])):
        return words
    rest = [one for one in labels if is_number(str(one))]
    if len(rest) == 1 and len(labels) > FEWEST_NUMBERS and never_a_label(as_number(str(rest[0]))):
        return rest
    numbers = {str(one): float(one) for one in labels if isinstance(one, int | float)}
    far = far_codes(numbers) if len(numbers) == len(labels) else ([], 0, 0)
    return [one for one in far[0] if never_a_label(numbers[one])]


def about_sets(where: str, labels: Sequence[Any]) -> DataError | None:
    """The question about labels that are made of others, None where there are none."""
    texts = [label for label in labels if isinstance(label, str)]
    several = several_in_a_cell(texts) if len(texts) == len(labels) else None
    if several is None:
        return None
    keep: dict[str, Any] = {"categories": texts if len(texts) <= _MOST_NAMED else None}
    return _asked(
        said("labels.asks.several", where=where, name=several[0]),
        (said("labels.asks.of-coder"), {"sets": several[1]}),
        (said("labels.asks.each-one"), keep),
    )


def about_commas(where: str, notes: Sequence[str], *offers: _Offer) -> DataError | None:
    """The question about numbers with a comma, None where no note says that there are any."""
    if said("read.labels-numbers-decimal-comma") not in notes:
        return None
    return _asked(
        said("labels.asks.commas", where=where),
        *offers,
    )


def _about_missing(where: str, codes: list[str], labels: list[str]) -> DataError:
    keep: dict[str, Any] = {"categories": labels if len(labels) <= _MOST_NAMED else None}
    return _asked(
        said("labels.asks.missing", where=where, names=", ".join(map(repr, codes))),
        (said("labels.asks.absent"), {"absent": codes}),
        (said("labels.asks.own"), keep),
    )


def _asked(message: str, *offers: _Offer) -> DataError:
    """A question with its answers, as one about columns has them."""
    from accord._read.tables.asking import AS

    lines = []
    for number, (says, settings) in enumerate(offers, start=1):
        ((name, value),) = settings.items()
        lines += [joined([f"{number}. ", says]), f"   {AS}{Setting(name, value)}"]
    whole = tuple(settings for _, settings in offers if None not in settings.values())
    return DataError(message, tuple(lines), whole)


def _with_other_signs(tables: Sequence[Table]) -> bool:
    """Whether another sign than a comma separates the cells."""
    others = {said("read.delimiter", sign=sign) for sign in ";\t| "}
    return any(not others.isdisjoint(table.notes) for table in tables)
