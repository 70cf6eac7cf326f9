"""The report in another language: every English sentence of it is looked up in one catalogue.

Sentences are made in English where they are computed. A file of `data/languages` for each language
has them, with named fields, and how they are said there; here a finished sentence is matched with
them, its fields are carried over (those whose names end in _ are translated in turn), and what has
no entry stays in English and is kept in `missing`. So no stage before the report knows about
languages, and a report in English (`wording.English`) comes nowhere near this file.
"""

import re
import tomllib
from importlib.resources import files

from accord._measure.catalogue import MEASURES
from accord._report.wording import English
from accord.errors import UnknownNameError

_FOLDER = files("accord").joinpath("data", "languages")

LANGUAGES = ("en", *sorted(file.name.removesuffix(".toml") for file in _FOLDER.iterdir()))
"""English, and each language that has a file."""

LONGEST = 4000
"""A text of more signs than these is a name that somebody made long, not a sentence."""

BEFORE = "the round before"
"""What an earlier round is called that was read from no file: the one name that is ours."""

_NUMBER = r"[−-]?[\d.]+"
_SHARE = r"[<>]?\d[\d.]*%"
_FIELDS = {
    **dict.fromkeys(("value", "v", "w", "x", "y", "t", "u", "low", "high"), _NUMBER),
    **dict.fromkeys(("p", "q", "r"), _SHARE),
    **dict.fromkeys(("n", "m"), r"[\d.,\u202f]+"),
    **dict.fromkeys(("a", "b"), r"[^;]+?"),
    "symbol": r"\S+(?: corrected)?",
    "pval": r"p [<=] [\d.]+",
    "setting": r"(?:`[^`]*`|--\S+(?: \S+)?)",
}
"""What a field may hold, where it is not any text."""


class Sayer(English):
    """Says English sentences of a report in another language.

    :param language: The language.
    :param sentences: How each sentence is said in it that is made where its numbers are.
    :param forms: How each is said that a template or a renderer has with its fields open.

    `missing` are the sentences that have no entry, in the order in which they were met.
    """

    def __init__(self, language: str, sentences: dict[str, str], forms: dict[str, str]) -> None:
        self.language = language
        self.missing: dict[str, None] = {}
        self.entries = {**forms, **sentences}
        self.symbols = {entry.symbol for entry in MEASURES.values()}
        # The longest first: the more words an entry has, the less it matches by accident.
        filled = sorted((en for en in sentences if "{" in en), key=_weight, reverse=True)
        self._patterns = [(re.split(r"\{\w+\}", en), en) for en in filled]

    def __call__(self, text: str) -> str:
        """The text in the language; a part without an entry as it is."""
        return self.said(text) or self._by_parts(text)

    def word(self, text: str) -> str:
        """A heading of a column or a word, which may also be a name of the user's."""
        return self.said(text) or text

    def form(self, text: str) -> str:
        """A sentence of the report's own, with its fields still open."""
        if text not in self.entries:
            self.missing.setdefault(text)
        return self.entries.get(text, text)

    def said(self, text: str) -> str | None:
        """The text as one entry says it; None where none does."""
        if text in self.symbols or not re.search(r"[^\W\d_]", text):
            return text  # symbols and numbers have no language
        if len(text) > LONGEST:
            return None
        for bare, end in ((text.removesuffix("."), "." * text.endswith(".")), (text, "")):
            lower = bare[:1].lower() + bare[1:]
            known = self.entries.get(bare) or _capital(self.entries.get(lower, ""))
            found = known or self._filled(bare, lower)
            if found:
                return found + end
        return None if re.search("[a-z]{3}", text) else text

    def _filled(self, text: str, lower: str) -> str | None:
        """The first entry whose words the text has, with its fields; a sentence may begin so."""
        for literals, english in self._patterns:
            first = literals[0]
            begun = lower if first and not text.startswith(first) else text
            if not begun.startswith(first) or any(part not in begun for part in literals):
                continue  # so that few are ever compiled
            match = _pattern(english).fullmatch(begun)
            if match is None:
                continue
            parts = match.groupdict()
            said = {k: self._whole(v) if k.endswith("_") else v for k, v in parts.items()}
            if "symbols" in said:
                said["symbols"] = parts["symbols"].replace(" or ", f" {self.entries['or']} ")
            if parts.get("round") == BEFORE:
                said["round"] = self.entries[BEFORE]
            if None not in said.values():
                found = self.entries[english].format_map(said)
                return found if begun == text else _capital(found)
        return None

    def _whole(self, text: str) -> str | None:
        """The text as one entry says it, or as several say all its clauses."""
        found = self.said(text)
        if found is not None:
            return found
        clauses = _divided(text, "; ")
        said = [self.said(clause) for clause in clauses] if len(clauses) > 1 else [None]
        known = [clause for clause in said if clause is not None]
        return self._clauses(known) if len(known) == len(said) else None

    def _clauses(self, parts: list[str]) -> str:
        return f"{self.entries[';']} ".join(parts)

    def _by_parts(self, text: str) -> str:
        """Sentence by sentence, then clause by clause; what is quoted is not divided."""
        sentences = _divided(text, r"(?<=[.!?]) (?=[A-ZΑ-Ωα-ω“])")
        if len(sentences) > 1:
            return " ".join(self(part) for part in sentences)
        clauses = _divided(text, "; ")
        if len(clauses) > 1:
            return self._clauses([self(part) for part in clauses])
        self.missing.setdefault(text)
        return text


def sayer(language: str) -> English:
    """What says the sentences of a report in this language.

    >>> sayer("de")("Three coders labelled 40 items with four categories.")
    'Drei Kodierende ordneten 40 Elemente vier Kategorien zu.'
    """
    if language == "en":
        return English()
    return Sayer(language, **entries(language))


def known(language: str) -> str:
    """The language, or the error that names those there are."""
    if language not in LANGUAGES:
        raise UnknownNameError.of("language", language, LANGUAGES)
    return language


def entries(language: str) -> dict[str, dict[str, str]]:
    """How every sentence of the report is said in a language, by its English."""
    text = _FOLDER.joinpath(f"{known(language)}.toml").read_text("utf-8")
    return tomllib.loads(text)


def _divided(text: str, sign: str) -> list[str]:
    """The parts of a text between these signs, where they stand in no quotation."""
    ends = [
        place.span()
        for place in re.finditer(sign, text)
        if text.count("“", 0, place.start()) == text.count("”", 0, place.start())
    ]
    begins = [0, *(end for _, end in ends)]
    return [text[a:b] for a, b in zip(begins, [*(a for a, _ in ends), len(text)], strict=True)]


def _weight(text: str) -> int:
    return len(re.sub(r"\{\w+\}", "", text))


def _pattern(text: str) -> re.Pattern[str]:
    seen: set[str] = set()
    parts = []
    for literal, name in re.findall(r"([^{]*)(?:\{(\w+)\})?", text):
        parts.append(re.escape(literal))
        if name:
            kind = _FIELDS.get(name, ".+?")
            parts.append(f"(?P={name})" if name in seen else f"(?P<{name}>{kind})")
            seen.add(name)
    return re.compile("".join(parts), re.S)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
