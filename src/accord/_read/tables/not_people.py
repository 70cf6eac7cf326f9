"""Coders of a table who are no people: programs (gpt-4) and references (gold, majority).

A column of coders names them as it names people. Beside two or more people they are left out, as
their columns are in a wide table, and the audit says so; naming coders takes them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from accord._read.tables.chosen_coders import only_at
from accord._read.tables.column_names import GOLD, TOTALS
from accord._read.tables.lexicon import (
    AGREED,
    NAMED_PROGRAMS,
    NAMESAKES,
    PROGRAMS,
    VERSION_OF_A_MODEL,
)
from accord._read.tables.roles import EVERYBODY, words_of
from accord.errors import Setting
from accord.kinds.kind import ability
from accord.model.audit import Audit
from accord.words.said import said

FEWEST_PEOPLE = 2
"""With fewer people beside them nothing could be compared, so programs count as coders then."""

LEFT_OUT, AGREED_LEFT_OUT = "read.left-out-programs", "read.left-out-references"
"""The keys of the notes that say who was left out."""

_MOST_NAMED = 12
"""Coders that a command lists: with more it could not be read."""


def programs_in(names: Iterable[str], known: frozenset[str] = NAMED_PROGRAMS) -> list[str]:
    """The names that are those of programs, by a word that is `known`, or by size or version.

    One who is called as people are, too, is a program beside another one, or with a number.

    >>> programs_in(["Anna", "Ben", "gpt4", "Claude"]), programs_in(["Anna", "Claude"])
    (['gpt4', 'Claude'], [])
    >>> programs_in(["Anna", "claude-3-opus", "tiny-7b", "A1"])
    ['claude-3-opus', 'tiny-7b']
    """
    return _programs({name: frozenset(words_of(name)) for name in names}, known)


def _programs(words: Mapping[str, frozenset[str]], known: frozenset[str]) -> list[str]:
    sure = {name for name, own in words.items() if _is_program(name, own, known - NAMESAKES)}
    return [name for name in words if name in sure or (sure and NAMESAKES & words[name])]


def _is_program(name: str, words: frozenset[str], known: frozenset[str]) -> bool:
    numbered = bool(NAMESAKES & words) and any(map(str.isdecimal, words))
    return bool(known & words) or numbered or VERSION_OF_A_MODEL.search(name.lower()) is not None


def references_in(names: Iterable[str]) -> list[str]:
    """The names that are those of what coders agreed upon, or of what was computed from them.

    >>> references_in(["Anna", "gold", "majority vote", "Max Golding"])
    ['gold', 'majority vote']
    """
    return [name for name in names if not AGREED.isdisjoint(words_of(name))]


def no_people(names: Iterable[str]) -> tuple[list[str], list[str]]:
    """The names of programs, and those of references.

    >>> no_people(["Anna", "gpt-4", "gold", "Ben"])
    (['gpt-4'], ['gold'])
    """
    words = {name: frozenset(words_of(name)) for name in names}
    programs = _programs(words, PROGRAMS)
    return programs, [n for n, own in words.items() if AGREED & own and n not in programs]


def without_programs(study: Any) -> Any:
    """The study without programs and references, where two people who share items remain."""
    names = [str(name) for name in study.coders]
    programs, agreed = no_people(names)
    people = [at for at, name in enumerate(names) if name not in (*programs, *agreed)]
    if not programs and not agreed:
        return _with_doubts(study, names)
    kept = only_at(study, people) if len(people) >= FEWEST_PEOPLE else None
    if kept is None or ability(kept, "alone")(kept) is not None:
        return _noting(study, "read.programs-count", [*programs, *agreed])
    for note in notes_on(programs, agreed):
        kept = replace(kept, audit=(kept.audit or Audit()).noting(note))
    return _with_doubts(kept, [names[at] for at in people])


def notes_on(programs: Sequence[str], agreed: Sequence[str]) -> list[str]:
    """What to say of programs and references that are left out, and how they are taken."""
    take = Setting("coders", EVERYBODY)
    some = ((LEFT_OUT, programs), (AGREED_LEFT_OUT, agreed))
    return [said(key, names=_shown(names), setting=take) for key, names in some if names]


def _with_doubts(study: Any, names: Sequence[str]) -> Any:
    """The study, whose audit names coders who may be references: alpha, official."""
    odd = [name for name in names if not (GOLD | TOTALS).isdisjoint(words_of(name))]
    rest = [name for name in names if name not in odd]
    if not odd or len(rest) < FEWEST_PEOPLE:
        return study
    take = Setting("coders", rest if len(rest) <= _MOST_NAMED else None)
    return _noting(study, "read.maybe-reference", odd, setting=take)


def _noting(study: Any, key: str, names: Sequence[str], **facts: Setting) -> Any:
    if not names:
        return study
    note = said(key, names=_shown(names), **facts)
    return replace(study, audit=(study.audit or Audit()).noting(note))


def _shown(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names[:_MOST_NAMED])) + (", …" if len(names) > _MOST_NAMED else "")
