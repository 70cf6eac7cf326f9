"""Tables with a row for each coder and a column for each item, as surveys are exported.

Qualtrics, LimeSurvey, REDCap, Google Forms and Microsoft Forms write columns of their own (when an
answer began, from which address …) beside those of the questions. Where such columns tell the
program, and all questions are answered on one scale, the respondents are the coders.
"""

import re
from collections.abc import Iterator
from itertools import combinations

from accord._read.door.read_options import Options
from accord._read.tables import column_names as known
from accord._read.tables.roles import (
    PLAIN,
    ROW,
    Column,
    Reading,
    Table,
    holds_coders,
    named_coder,
    names_an_item,
)
from accord._read.tables.votes import study_from_long
from accord._read.tables.wide_columns import COMPARED, answers_as, compared_columns, survey_of
from accord.errors import DataError
from accord.model.study import Study
from accord.words.said import said

FEWEST_QUESTIONS = 3
"""Two columns that answer alike may be anything."""

FEWEST_NUMBERED = 5
"""Fewer columns with numbers are more often questions than items."""

SHOWN_TO = 0.5
"""Whoever is shown all columns answers questions; of many items a coder is shown half at most."""

SAME_BEGINNING = 3
"""Questions whose names have more letters than these in common belong together."""


def _surveyed(columns: list[Column], options: Options) -> Iterator[Reading]:
    """The one reading of a survey, where all its questions have the same answers."""
    recognised = survey_of(columns)
    if recognised is None:
        return
    survey, rest = recognised
    asked = [c for c in rest if c.is_plain and c.name not in options.ignore]
    asked = [c for c in asked if c.name != options.gold and not _is_about(c)]
    others = [c for c in rest if c not in asked and c.name not in (*options.ignore, options.gold)]
    names = tuple(c.name for c in asked)
    whose = [c for c in columns if "".join(c.words) in survey.respondent]
    coder = options.coder or (whose[0].name if whose else None)
    if len(names) < FEWEST_QUESTIONS or (whose and not whose[0].unique) or not _on_one_scale(asked):
        return
    odd = [c for c in others if c.kind not in ("text", "empty") and not _is_about(c)]
    odd += [c for c in rest if c.is_coder_name]
    doubts = (said("table.doubt.item-or-coder", name=odd[0].name),) if odd else ()
    why = f"a question of a survey ({survey.name}), all on one scale"
    named = None if coder in (None, ROW) else coder
    yield Reading("transposed", (), named, None, names, why=why, doubts=doubts)


def _is_about(column: Column) -> bool:
    return bool(column.core) and all(word in known.ABOUT for word in column.core)


def _on_one_scale(asked: list[Column]) -> bool:
    """Whether columns are parts of one question and answered alike, or all have the same answers.

    Answers that only overlap do not do: a question for the gender, coded 1 and 2, is no part of a
    scale from 1 to 5.
    """
    if len(asked) > COMPARED:
        return False
    stems = {_QUESTION.match(c.name) for c in asked}
    parts = {part[1] for part in stems if part}
    if None not in stems and len(parts) == 1:
        return all(any(answers_as(c, o) for o in asked if o is not c) for c in asked)
    return all(one.shares(other) for one, other in combinations(asked, 2))


# A question of several parts: Q5_3, G01Q02[SQ001], "How clear is it? [Text 3]".
_QUESTION = re.compile(r"(.*[^\W_])(?:_\d+|\s*\[[^\]]*\])$", re.DOTALL)


def transposed_readings(table: Table, columns: list[Column], options: Options) -> Iterator[Reading]:
    """Rows are coders, columns are items."""
    items = options.item_columns
    if not items and options.coder is None:
        surveys = list(_surveyed(columns, options))
        yield from surveys
        if surveys:
            return
    if options.shape is None and not items:
        yield from _items_in_names(table, columns, options)
    whose = [] if options.coder else _respondents(columns)
    coder = options.coder or (whose[0].name if whose else None)
    if coder is None and options.shape is None:
        return
    survey = survey_of(columns)
    plain = survey[1] if survey else columns
    plain = [c for c in plain if c.is_plain and c.name not in (coder, *options.ignore)]
    plain = [c for c in plain if c.name != options.gold]
    who = next((c for c in columns if c.name == coder), None)
    sure = who is not None and (who.is_coder_name or holds_coders(who)) and not who.is_private
    if items:
        groups = [items]
    elif whose and all(names_an_item(c.name) for c in plain):
        groups = [tuple(c.name for c in columns if names_an_item(c.name))]
    else:
        groups = _answered_alike(plain)
        if survey and max(map(len, groups), default=0) < FEWEST_QUESTIONS:
            groups = [tuple(c.name for c in plain)]
    named = None if coder in (None, ROW) else coder
    why = "a row for each respondent of a survey" if survey else ""
    for names in groups[:2]:
        doubts = []
        if options.shape is None and not (options.coder and items):
            if len(names) < FEWEST_QUESTIONS:
                continue
            doubts = _doubts(names, sure, len(plain))
        if len(table.rows) > 1 and names:
            yield Reading("transposed", (), named, None, names, why=why, doubts=tuple(doubts))


def _doubts(names: tuple[str, ...], sure: bool, plain: int) -> list[str]:
    """What speaks against columns as items: whether the coders are known, how many are like it."""
    if not sure:
        return [said("table.doubt.rows-items")]
    if not all(map(names_an_item, names)):
        return [said("table.doubt.columns-no-items")]
    return [said("table.doubt.other-answers")] if len(names) < plain else []


def _items_in_names(table: Table, columns: list[Column], options: Options) -> Iterator[Reading]:
    """Columns called by the numbers of items, of which a row fills those that a coder was shown."""
    coder = options.coder or named_coder(columns, options.ignore)
    families: dict[tuple[str, str], list[Column]] = {}
    for column in columns:
        if (part := _NUMBERED.fullmatch(column.name)) and column.name not in options.ignore:
            families.setdefault((part[1], part[3]), []).append(column)
    for (begin, end), several in families.items():
        if coder is None or len(several) < FEWEST_NUMBERED or not (end or begin):
            continue
        plain = [c for c in several if c.kind in (*PLAIN, "empty")]
        fullest = max(c.filled for c in several)
        if len(plain) < len(several) or fullest > SHOWN_TO * len(table.rows):
            continue
        why = "called by the number of an item"
        doubt = (said("table.doubt.item-numbers", begin=begin, end=end),)
        names = tuple(c.name for c in several)
        yield Reading("transposed", (), coder, None, names, why=why, doubts=doubt)


_NUMBERED = re.compile(r"(.*?)(\d{2,})(\D*)")


def _respondents(columns: list[Column]) -> list[Column]:
    """Columns that name each row's coder, the likeliest first."""
    named = [c for c in columns if c.unique and (c.is_coder_name or holds_coders(c))]
    named = [c for c in named if not names_an_item(c.name)]  # its answers may look like initials
    if named:
        return named
    answers = {"response", "respondent", "record", "participant", "submission", "antwort"}
    respondents = [c for c in columns if c.unique and c.about(frozenset(answers))]
    if respondents:
        return respondents
    whose = {"name", "names", "nom", "nombre", "nome", "naam", "who", "wer", "initials", "kuerzel"}
    others = [c for c in columns[1:] if c.is_plain]
    if columns[0].unique and columns[0].about(frozenset(whose)) and len(others) > 2:
        return columns[:1] if all(names_an_item(c.name) for c in others) else []
    return []


def _answered_alike(plain: list[Column]) -> list[tuple[str, ...]]:
    """Groups of columns with the same answers, the largest first; no column is in two.

    Of very many columns only the first groups are made: no reading takes more than two.
    """
    groups: list[tuple[str, ...]] = []
    rest = list(plain)
    while rest and (len(plain) <= COMPARED or len(groups) < FEWEST_QUESTIONS):
        some = compared_columns(rest)
        group = max(([c for c in rest if c is one or c.meets(one)] for one in some), key=len)
        begin = known.shared_beginning([c.name for c in group])
        if len(begin) > SAME_BEGINNING:
            mine = {c.name for c in group}
            group += [c for c in rest if c.name not in mine and c.name.startswith(begin)]
        mine = {c.name for c in group}
        groups.append(tuple(c.name for c in plain if c.name in mine))
        rest = [c for c in rest if c.name not in mine]
    return sorted(groups, key=len, reverse=True)


def study_from_transposed(table: Table, reading: Reading, options: Options) -> Study:
    """Labels of coders who have a row each."""
    people = table.column(reading.coder) if reading.coder else []
    again = len(set(people)) < len(people)  # rows of one coder that fill different columns
    rows, lines = [], []
    at = table.at(reading.columns)
    filled: set[tuple[str, int]] = set()
    for n, row in enumerate(table.rows):
        who = people[n] if people else str(n + 1)
        if not who.strip():
            raise DataError(f"{table.where()[n]}: no coder name. Fill in the cell")
        own = [c for c in at if row[c].strip()] if again else at
        for c in own if again else ():
            if (who, c) in filled:
                raise DataError(
                    f"{table.where()[n]}: coder {who!r} has two rows with an answer to "
                    f"{table.header[c]!r}; keep one of them"
                )
            filled.add((who, c))
        rows += [[table.header[c], who, row[c]] for c in own]
        lines += [table.lines[n]] * len(own)
    return study_from_long(table, rows, lines, reading, options)
