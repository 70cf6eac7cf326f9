"""In which language the page speaks: what was chosen in it, or what the browser prefers."""

from collections.abc import Mapping
from html import escape
from json import dumps
from re import Match, sub
from typing import Any

from accord.words.said import LANGUAGES, spoken

ENGLISH = "en"

_SHARED = frozenset(
    (
        *("answer.ci", "answer.is", "answer.measure", "answer.undefined"),
        *("page.coders", "page.dark-colours", "page.documents", "page.next", "page.repeat"),
        *("chart.distance", "disputes.divided", "judge.column.difference", "rounds.now"),
    )
)
"""Sentences of reports that the page says, too."""


def language_in(given: Mapping[str, Any]) -> str:
    """The language of a call; English where it names none that is known."""
    language = given.get("language")
    return language if language in LANGUAGES else ENGLISH


def preferred_language(header: str) -> str:
    """The language that a browser would rather have (Accept-Language); English where none fits.

    >>> preferred_language("da, fr-CA;q=0.7, de;q=0.8, en;q=0.1")
    'de'
    >>> preferred_language("da"), preferred_language("de;q=0")
    ('en', 'en')
    """
    weights: dict[str, float] = {}
    for part in header.split(","):
        tag, _, weight = part.partition(";q=")
        name = tag.strip().lower().split("-")[0]
        try:
            # The first of en-GB and en counts, as browsers list what they prefer first.
            weights.setdefault(name, float(weight or 1))
        except ValueError:  # not what the standard allows: as if it were not there
            continue
    wanted = {name: weight for name, weight in weights.items() if name in LANGUAGES and weight > 0}
    return max(wanted, key=wanted.__getitem__, default=ENGLISH)


def page_words(language: str) -> dict[str, str]:
    """What the scripts of the page say, by key, and the sign before decimals."""
    say = spoken(language)
    own = {
        key: str(form)
        for key, form in say.sentences.items()
        if key.startswith(("serve.", "word.")) or key in _SHARED
    }
    return {"point": say.words.POINT, **own}


def page_with_words(text: str, language: str) -> str:
    """The page with its words: the text of each element that names a key, and its attributes."""
    words = page_words(language)

    def attribute(match: Match[str]) -> str:
        return f'{match[0]} {match[1]}="{escape(words[match[2]])}"'

    def content(match: Match[str]) -> str:
        return match[0] + escape(words[match[1]], quote=False)

    text = sub(r'data-word-([a-z-]+)="([\w.-]+)"', attribute, text)
    text = sub(r'data-word="([\w.-]+)"[^>]*>', content, text)
    # Within a script element nothing ends it but its end tag, so "<" is written as JSON can.
    data = dumps(words, ensure_ascii=False).replace("<", "\\u003c")
    return text.replace('lang="en">', f'lang="{language}">', 1).replace("/*WORDS*/", data)
