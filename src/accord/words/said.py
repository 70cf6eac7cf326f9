"""`Said`: a finished English text that remembers which sentence it is, and with which facts.

A sentence is made where its facts are, by its key: `said("study.labels", coders=3, items=40)`. It
is a `str`, so JSON, printing and comparing see the English text. Whoever speaks another language
(`spoken`) asks for the key and the fields and says the same facts in its own words. No finished
sentence is ever read again.

A text has fields in braces, each with what its value is:

    {value:.3}              a coefficient with three digits         0.734     de 0,734
    {value:apa}             two digits, as APA style prints them    .73       de 0,73
    {level:bare}            a level, with the digits it has         0.8       de 0,8
    {share:percent}         a share; what is not nothing is <1%     38%       de 38 %
    {share:confidence}      a share that is never shown to be 0 or 1
    {share:level}           a level of confidence                   95%
    {share:.1%}             any format of Python, with the sign of the language
    {x:units}               a number in units of a scale            2.31      de 2,31
    {n:whole}               a count, thousands apart                12,000    de 12 000
    {n:several coder}       small numbers in words, with the noun   three coders
    {n:count item}          digits, with the noun                   1 item
    {n:was|were}            one of two words, by the plural of the language
    {p:p}                   a p-value                               p = 0.012
    {names:and} {names:or}  a list
    {name:repr}             as Python quotes it
    {text:capital}          as a sentence begins

A text of two (singular, plural) is chosen by its field `n`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from math import isclose, isnan
from typing import Any, SupportsIndex


class Said(str):
    """A text with the key of its sentence and the facts in it; fields may be `Said` themselves.

    >>> from accord.words.said import said
    >>> text = said("interval.no-items")
    >>> text, text.key
    ('no interval: no items', 'interval.no-items')
    """

    __slots__ = ("fields", "key")
    key: str
    fields: dict[str, Any]

    def __new__(cls, text: str, key: str, fields: dict[str, Any]) -> "Said":
        """Build it of the English text; `said` is how this is called."""
        self = str.__new__(cls, text)
        self.key, self.fields = key, fields
        return self

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Any, ...]:
        # Results travel between processes and are copied: the parts go with the text.
        return Said, (str(self), self.key, self.fields)

    def __add__(self, other: str) -> "Said":
        return joined([self, other])

    def __radd__(self, other: str) -> "Said":
        return joined([other, self])

    def with_fields(self, change: Callable[[Any], Any]) -> "Said":
        """The same sentence with other facts: `change` is called with every one of them.

        >>> said("interval.few-items", n=3).with_fields(lambda n: n + 1)
        'only 4 items: treat the interval as rough'
        """

        def changed(value: Any) -> Any:
            match value:
                case Said():
                    return value.with_fields(change)
                case list() | tuple():
                    return [changed(part) for part in value]
            return change(value)

        fields = {name: changed(value) for name, value in self.fields.items()}
        return Said(spoken("en")(Said(str(self), self.key, fields)), self.key, fields)


def said(key: str, **fields: Any) -> Said:
    """The sentence of this key with these facts."""
    return Said(spoken("en").text(key, fields), key, fields)


def worded(key: str, text: str) -> Said:
    """A text whose English an entry owns (the title of a measure, say), and its key in the others.

    >>> worded("title.alpha", "one distribution for all coders").key
    'title.alpha'
    """
    return Said(text, key, {})


def joined(parts: Iterable[str], between: str = "") -> Said:
    """Texts one after the other, with signs between them that every language shares.

    >>> joined([said("word.items"), "12"], ": ")
    'items: 12'
    """
    kept: list[str] = []
    for part in parts:
        if kept and between:
            kept.append(between)
        if isinstance(part, Said) and part.key == JOINED:
            kept += part.fields["parts"]  # flat, however often something was added
        else:
            kept.append(part)
    return Said("".join(kept), JOINED, {"parts": kept})


def sentences(*parts: str) -> Said:
    """Sentences one after the other; empty ones are left out."""
    return joined([part for part in parts if part], " ")


def clauses(parts: Iterable[str]) -> Said:
    """Clauses of one sentence, with the semicolon of the language between them."""
    listed = list(parts)
    return Said("; ".join(listed), CLAUSES, {"parts": listed})


def capital(text: str) -> Said:
    """The text as a sentence begins, whatever word comes first in the language.

    >>> capital(said("interval.no-items"))
    'No interval: no items'
    >>> capital("α is below 0.4")
    'α is below 0.4'
    """
    return Said(_capital(text), CAPITAL, {"text": text})


JOINED, CLAUSES, CAPITAL = "@joined", "@clauses", "@capital"
"""How texts are put together; no language has entries for these."""


LANGUAGES = ("en", "de", "fr")
"""Each has a file of its name beside this one."""


class Language:
    """Says facts in one language: `say(text)` for a sentence that came with the data, `say.of` for
    one by its key.

    >>> spoken("de").of("interval.few-items", n=3)
    'nur 3 Elemente: das Intervall ist nur ein grober Anhaltspunkt'
    """

    def __init__(self, name: str, words: Any) -> None:
        self.language = name
        self.sentences: Mapping[str, str | tuple[str, str]] = words.SENTENCES
        self.words = words

    def __call__(self, text: str) -> str:
        """The text in this language; a name of the user's, which has no key, as it is."""
        if not isinstance(text, Said):
            return text
        match text.key:
            case key if key == JOINED:
                return "".join(map(self, text.fields["parts"]))
            case key if key == CLAUSES:
                return f"{self.words.SEMICOLON} ".join(map(self, text.fields["parts"]))
            case key if key == CAPITAL:
                return _capital(self(text.fields["text"]))
        # What an entry owns (`worded`) is in English where the entry is.
        if self.language == "en" and text.key not in self.sentences:
            return str(text)
        return self.text(text.key, text.fields)

    def of(self, key: str, **fields: Any) -> str:
        """The sentence of a key with these facts."""
        return self.text(key, fields)

    def text(
        self, key: str, fields: Mapping[str, Any], shown: Callable[[str], str] | None = None
    ) -> str:
        """The sentence of a key with its facts; `shown` escapes each fact for where it goes."""
        form = self.sentences[key]
        if not isinstance(form, str):
            form = form[0 if fields["n"] in self.words.SINGULAR else 1]
        if "{" not in form:
            return form
        return "".join(self._parts(form, fields, shown))

    def _parts(
        self, form: str, fields: Mapping[str, Any], shown: Callable[[str], str] | None
    ) -> Iterator[str]:
        for literal, name, spec, _ in _parsed(form):
            yield literal
            if name is not None:
                text = self.format_field(fields[name], spec or "")
                yield text if shown is None else shown(text)

    def format_field(self, value: Any, format_spec: str) -> str:
        """A fact as the language writes it."""
        kind, _, noun = format_spec.partition(" ")
        if not kind:
            return self(value) if isinstance(value, str) else str(value)
        if "|" in format_spec:
            return format_spec.split("|")[0 if value in self.words.SINGULAR else 1]
        if kind in ("several", "count"):
            return getattr(self, kind)(value, noun)  # type: ignore[no-any-return]
        own = getattr(self, _SPECS.get(kind, ""), None)
        if own is not None:
            return own(value)  # type: ignore[no-any-return]
        if re.fullmatch(r"\.\d", kind):
            return self.decimal(value, int(kind[1:]))
        return self.signs(format(value, format_spec))

    def signs(self, number: str) -> str:
        """A number that Python wrote, with the decimal sign and the per cent of the language."""
        number = number.replace(".", self.words.POINT)
        return f"{number[:-1]}{self.words.PERCENT}" if number.endswith("%") else number

    def decimal(self, value: float | None, digits: int = 3) -> str:
        """A coefficient in print: a real minus sign, an en dash where there is nothing.

        >>> spoken("en").decimal(-0.5), spoken("fr").decimal(0.98765), spoken("de").decimal(None)
        ('−0.500', '0,988', '–')
        """
        if value is None or isnan(value):
            return "–"
        text = f"{value:.{digits}f}"
        if not float(text):
            text = text.lstrip("-")
        return self.signs(text.replace("-", "−"))

    def bare(self, level: float) -> str:
        """A level or a published value, with the digits that it has.

        >>> spoken("en").bare(0.8), spoken("de").bare(0.667)
        ('0.8', '0,667')
        """
        return self.decimal(level).rstrip("0") if level < 1 else self.decimal(level, 1)

    def apa(self, value: float) -> str:
        """Two digits, and the zero left out where papers of the language do.

        >>> spoken("en").apa(-0.05), spoken("en").apa(1.0), spoken("fr").apa(0.734)
        ('−.05', '1.00', '0,73')
        """
        text = self.decimal(value, 2)
        return re.sub(r"^(−?)0\.", r"\1.", text) if self.words.POINT == "." else text

    def percent(self, share: float | None) -> str:
        """A share as a percentage; what is not nothing is not shown as 0%.

        >>> spoken("en").percent(0.254), spoken("en").percent(0.0004), spoken("en").percent(0.9999)
        ('25%', '<1%', '>99%')
        """
        if share is None or isnan(share):
            return "–"
        # The next whole per cent would be 0 or 100, which the share is not.
        text = "<1%" if 0 < share < 0.005 else ">99%" if 0.995 <= share < 1 else f"{share:.0%}"
        return self.signs(text)

    def level(self, share: float) -> str:
        """A level of confidence, with the digits that it has.

        >>> spoken("en").level(0.95), spoken("de").level(0.975)
        ('95%', '97,5\\xa0%')
        """
        return self.signs(f"{100 * share:g}%")

    def confidence(self, share: float) -> str:
        """A probability or confidence, which resamples never prove to be 0 or 1.

        >>> [spoken("en").confidence(share) for share in (0.0, 0.42, 1.0)]
        ['<1%', '42%', '>99%']
        """
        return self.signs("<1%" if share < 0.01 else ">99%" if share > 0.99 else f"{share:.0%}")

    def between(self, low: float, high: float) -> str:
        """The limits of an interval; a comma could not stand beside decimal commas.

        >>> spoken("en").between(0.5, 0.75), spoken("de").between(0.5, 0.75)
        ('[0.500, 0.750]', '[0,500; 0,750]')
        """
        sign = "," if self.words.POINT == "." else ";"
        return f"[{self.decimal(low)}{sign} {self.decimal(high)}]"

    def units(self, value: float | None) -> str:
        """A number in units of the user's scale: three digits that count, never an exponent. A zero
        at the end is left out only where nothing was rounded.

        >>> spoken("en").units(-0.9), spoken("de").units(12.3456), spoken("en").units(1725.492)
        ('−0.9', '12,3', '1725')
        >>> spoken("en").units(7.0), spoken("en").units(7.0009), spoken("en").units(0.1 + 0.2)
        ('7', '7.00', '0.3')
        """
        if value is None or isnan(value):
            return "–"
        digits = 3 - len(f"{abs(value):.0f}") if abs(value) >= 1 else 3
        text = f"{value:.{max(digits, 0)}f}"
        if "." in text and isclose(float(text), value, rel_tol=1e-12):
            text = text.rstrip("0").rstrip(".")
        # What is smaller than the third decimal has its own digits: 0.00042.
        text = text if float(text) or not value else f"{value:.2g}"
        return self.signs(text.replace("-", "−"))

    def whole(self, number: float) -> str:
        """A count with its thousands apart, by the language.

        >>> spoken("en").whole(12000), spoken("fr").whole(12000)
        ('12,000', '12\\u202f000')
        """
        # Where a comma is the decimal sign, a thin space cannot be mistaken.
        return f"{number:,.0f}".replace(",", "," if self.words.POINT == "." else "\u202f")

    def p_value(self, p: float) -> str:
        """A p-value, with three digits.

        >>> spoken("en").p_value(0.0123), spoken("de").p_value(0.0001)
        ('p = 0.012', 'p < 0,001')
        """
        # Below the third digit the digits mean nothing: resamples and asymptotics differ there.
        return self.signs("p < 0.001" if p < 0.001 else f"p = {p:.3f}")

    def several(self, number: int, noun: str) -> str:
        """A count with its noun: small numbers in words.

        >>> spoken("en").several(3, "coder"), spoken("de").several(1, "coder")
        ('three coders', 'eine kodierende Person')
        """
        one, single, many = self.words.NOUNS[noun]
        if number == 1:
            return str(one)
        small = self.words.SMALL
        shown = small[number] if number < len(small) else self.whole(number)
        return f"{shown} {single if number in self.words.SINGULAR else many}"

    def count(self, number: int, noun: str) -> str:
        """A count with its noun, in digits.

        >>> spoken("en").count(1, "item"), spoken("fr").count(0, "item")
        ('1 item', '0 élément')
        """
        _, single, many = self.words.NOUNS[noun]
        return f"{number} {single if number in self.words.SINGULAR else many}"

    def all_of(self, names: Sequence[str]) -> str:
        """A list of which all hold: a, b and c."""
        return self._listed(names, self.words.AND)

    def any_of(self, names: Sequence[str]) -> str:
        """A list of which one holds: a, b or c."""
        return self._listed(names, self.words.OR)

    def capital(self, text: str) -> str:
        """The text as a sentence begins."""
        return _capital(self(text))

    def quoted(self, name: object) -> str:
        """A name as Python quotes it."""
        return repr(name)

    def _listed(self, names: Sequence[str], last: str) -> str:
        said = [*map(self, names)]
        return f" {last} ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)


_SPECS = {
    "bare": "bare",
    "percent": "percent",
    "level": "level",
    "confidence": "confidence",
    "whole": "whole",
    "units": "units",
    "p": "p_value",
    "and": "all_of",
    "or": "any_of",
    "capital": "capital",
    "repr": "quoted",
    "apa": "apa",
}
"""What a field is → what writes it."""


def _capital(text: str) -> str:
    """With a capital letter; the symbol of a measure stays, for Α and Κ are other letters."""
    return text if "α" <= text[:1] <= "ω" else text[:1].upper() + text[1:]


@cache
def _parsed(form: str) -> tuple[tuple[str, str | None, str | None, str | None], ...]:
    """A text as pairs of words and fields; once for each."""
    from string import Formatter  # costly where nothing is said

    return tuple(Formatter().parse(form))


@cache
def spoken(name: str) -> Language:
    """The language of this name; each is loaded with its first sentence, most numbers need none."""
    return Language(name, import_module(f"accord.words.{name}"))
