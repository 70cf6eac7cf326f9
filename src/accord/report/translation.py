"""The report in another language: every English sentence of it is looked up in one catalogue.

Sentences are made in English where they are computed. `data/translations.toml` has them with named
fields and in German and French; here a finished sentence is matched with them, its fields are
carried over (those whose names end in _ are translated in turn), and what has no entry stays in
English and is kept in `missing`. So no stage before the report knows about languages.
"""

import re
import tomllib
from dataclasses import dataclass, field
from importlib.resources import files

from accord.errors import UnknownNameError

LANGUAGES = ("en", "de", "fr")

_NUMBER = r"[−-]?[\d.]+"
_SHARE = r"[<>]?\d[\d.]*%"
_FIELDS = {
    **dict.fromkeys(("value", "v", "w", "x", "y", "t", "u", "low", "high"), _NUMBER),
    **dict.fromkeys(("p", "q", "r"), _SHARE),
    **dict.fromkeys(("n", "m"), r"[\d.,\u202f]+"),
    "symbol": r"\S+(?: corrected)?",
    "pval": r"p [<=] [\d.]+",
    "setting": r"(?:`[^`]*`|--\S+(?: \S+)?)",
}
"""What a field may hold, where it is not any text."""


@dataclass(frozen=True, slots=True)
class Sayer:
    """Says English sentences of a report in another language.

    :param language: The language.
    :param missing: Sentences that have no entry, in the order in which they were met.
    """

    language: str
    known: dict[str, str]
    patterns: tuple[tuple[re.Pattern[str], str], ...]
    missing: dict[str, None] = field(default_factory=dict)

    def __call__(self, text: str) -> str:
        """The text in the language; a part without an entry as it is."""
        return text if self.language == "en" else self._said(text) or self._by_parts(text)

    def word(self, text: str) -> str:
        """A heading of a column or a word, which may also be a name of the user's."""
        return text if self.language == "en" else self._said(text) or text

    def _said(self, text: str) -> str | None:
        if not re.search(r"[^\W\d_]", text):
            return text  # numbers have no language
        for bare, end in ((text.removesuffix("."), "." * text.endswith(".")), (text, "")):
            for form, again in ((bare, str), (bare[:1].lower() + bare[1:], _capital)):
                found = self.known.get(form) or self._filled(form)
                if found is not None:
                    return again(found) + end
        return None

    def _filled(self, text: str) -> str | None:
        for pattern, other in self.patterns:
            match = pattern.fullmatch(text)
            if match is None:
                continue
            parts = match.groupdict()
            said = {k: self._said(v) if k.endswith("_") else v for k, v in parts.items()}
            if "symbols" in said:
                said["symbols"] = parts["symbols"].replace(" or ", f" {self.known['or']} ")
            if None not in said.values():
                return other.format_map(said)
        return None

    def _by_parts(self, text: str) -> str:
        """Sentence by sentence, then clause by clause."""
        for sign in (r"(?<=\.) (?=[A-ZΑ-Ωα-ω“])", r"(?<=;) "):
            parts = re.split(sign, text)
            if len(parts) > 1:
                return " ".join(self(part) for part in parts)
        if text.endswith(";"):
            return self(text[:-1]) + ";"
        self.missing.setdefault(text)
        return text


def sayer(language: str | None) -> Sayer:
    """What says the sentences of a report in this language.

    >>> sayer("de")("Three coders labelled 40 items with four categories.")
    'Drei Kodierende kategorisierten 40 Elemente mit vier Kategorien.'
    """
    language = language or "en"
    if language not in LANGUAGES:
        raise UnknownNameError.of("language", language, LANGUAGES)
    if language == "en":
        return Sayer(language, {}, ())
    entries = {entry["en"]: entry[language] for entry in messages()}
    plain = {en: other for en, other in entries.items() if "{" not in en}
    # The longest first: the more words an entry has, the less it matches by accident.
    filled = sorted((en for en in entries if "{" in en), key=_weight, reverse=True)
    return Sayer(language, plain, tuple((_pattern(en), entries[en]) for en in filled))


def messages() -> list[dict[str, str]]:
    """Every entry of the catalogue, by language."""
    text = files("accord").joinpath("data", "translations.toml").read_text("utf-8")
    found: list[dict[str, str]] = tomllib.loads(text)["message"]
    return found


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
