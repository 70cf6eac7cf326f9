"""Every exception accord raises on purpose.

    AccordError (ValueError)
    ├── DataError            the data are not what they should be: where, what, what to do
    ├── NotApplicableError   this measure cannot be computed on this kind of study
    │   └── TooLargeError    … because too much would have to be fetched, held or compared
    ├── UnknownNameError     no such measure, distance, format, column …; did you mean?
    └── MissingExtraError    an optional library is needed; how to install it

A message has four parts where they apply: where · what was found, quoted · what was
needed · what to do. Degenerate data are not errors: the value is nan and says why.

A message names settings by `Setting`, which can be found in it again: Python shows keywords,
the command line options, and neither shows the other's.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from accord.machine import WINDOWS
from accord.words.said import Said

AS_COUNTS = "read as counts, which do not identify items; read the labels instead"

_MOST = 1000
"""How long a message may be: what it quotes comes from files, which may be one endless line."""

_ACTIVE = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
"""Signs that do something to a terminal instead of being shown, but for tab and line feed, and
halves of characters: bytes of file names that are no text."""


def inert(text: str, line: bool = False) -> str:
    """Text of strangers as a terminal may show it: what acts is escaped, as JSON does it.

    With `line` it stays one line, and one cell.

    >>> print(inert("\\x1b[2Jgone"), inert("a\\tb", line=True))
    \\u001b[2Jgone a\\tb
    """
    text = re.sub(_ACTIVE, lambda sign: f"\\u{ord(sign[0]):04x}", text)
    return text.replace("\n", "\\n").replace("\t", "\\t") if line else text


def short(text: str, most: int = _MOST) -> str:
    """Text without its middle where it is long: messages begin with a place and end with a remedy.

    >>> short("x" * 9 + "remedy", 10)
    'xxxx … emedy'
    """
    half = most // 2
    return text if len(text) <= most else f"{text[: half - 1]} … {text[-half:]}"


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting that a message names, by its keyword in Python; without a value, any.

    It appears in the text between backquotes, so that the command line can show an option instead.

    :param name: The keyword.

    >>> from accord.parts import Setting
    >>> f"for ordered names use {Setting('distance', 'ordinal')} with {Setting('categories')}"
    "for ordered names use `distance='ordinal'` with `categories=`"
    """

    name: str
    value: Any = None

    def __str__(self) -> str:
        shown = "" if self.value is None else repr(self.value).replace("`", r"\x60")
        return f"`{self.name}={shown}`"

    @property
    def option(self) -> str:
        """The same as it is typed on the command line.

        >>> import accord
        >>> (
        ...     accord.parts.Setting("coders", ["Ann", "Bob"]).option,
        ...     accord.parts.Setting("shape", "wide").option,
        ... )
        ('--coders Ann,Bob', '--wide')
        """
        option = "--" + _OPTIONS.get(self.name, self.name).replace("_", "-")
        if self.name == "shape":  # a flag for each
            return f"--{self.value or 'wide'}"
        flag = self.value is None or self.value is True
        return option if flag else f"{option} {_typed(self.value)}"


_OPTIONS = {"method": "interval", "n_jobs": "jobs", "limits": "limit"}
"""Settings that the command line calls by another name."""


def _typed(value: Any) -> str:
    """A value as it is typed: lists with commas, in quotes where a shell needs them."""
    text = _listed(value) if isinstance(value, (list, tuple)) else str(value)
    text = re.sub(r"^Limits\((.*)\)$", r"\1", text)
    return text if re.fullmatch(r"[\w.:,=-]+", text) else quoted(text)


def quoted(word: str) -> str:
    """A word of a command as a shell takes it: cmd and PowerShell know double quotes alone.

    >>> print(quoted("acts.csv"))
    acts.csv
    """
    if not WINDOWS:
        from shlex import quote

        return quote(word)
    plain = word and all(sign.isalnum() or sign in "_-.,:=/\\@+" for sign in word)
    return word if plain else '"' + word.replace('"', '\\"') + '"'


def _listed(values: Sequence[Any]) -> str:
    """Values with commas between them; one that has a comma in quotes."""
    import csv
    from io import StringIO

    line = StringIO()
    csv.writer(line, lineterminator="").writerow(values)
    return line.getvalue()


_SETTING = r"`([a-z_]+)=([^`]*)`"


def reworded(message: str, form: Callable[[Setting], str]) -> str:
    """The message with its settings in another form.

    >>> reworded(f"use {Setting('sets', '|')}", lambda one: f"{one.name} {one.value}")
    'use sets |'
    """
    if isinstance(message, Said):
        # Part by part, so that it can still be said in another language.
        return message.with_fields(lambda part: _part_reworded(part, form))
    return re.sub(_SETTING, lambda setting: form(_setting(setting)), message)


def _part_reworded(part: Any, form: Callable[[Setting], str]) -> Any:
    if isinstance(part, Setting):
        return form(part)
    return reworded(part, form) if isinstance(part, str) else part


def _setting(written: "re.Match[str]") -> Setting:
    from ast import literal_eval

    name, shown = written.groups()
    try:
        return Setting(name, literal_eval(shown) if shown else None)
    except (ValueError, SyntaxError):  # not a literal: Limits(depth=3)
        return Setting(name, shown)


class AccordError(ValueError):
    """Base of all errors that accord raises on purpose.

    :param message: What happened, where, and what to do.
    :param most: The largest number of characters that are shown.

    >>> import accord
    >>> try:
    ...     accord.kappa("aab", "ab")
    ... except accord.AccordError as error:
    ...     print(error)
    the label lists have different lengths ('coder 1': 3, 'coder 2': 2). Use None for missing labels
    """

    def __init__(self, message: str = "", most: int = _MOST) -> None:
        super().__init__(inert(short(message, most)))
        # As it was given: a sentence with a key can still be said in another language.
        self.message = message

    @property
    def sentence(self) -> str:
        """The message as it is shown, with its key and its facts where it has them."""
        return self.message if self.message == str(self) else str(self)

    @property
    def hint(self) -> tuple[Setting, ...]:
        """The settings that the message names: which of them to change, to what.

        >>> import accord
        >>> accord.AccordError(f"choose one with {accord.parts.Setting('layer')}").hint
        (Setting(name='layer', value=None),)
        """
        return tuple(map(_setting, re.finditer(_SETTING, str(self))))


class DataError(AccordError):
    """The data are not as required.

    Where a table can be read in several ways, `readings` holds the keywords of `accord.read` for
    each, the likeliest first, and `beneath` the lines of the message that show them; `lines` are
    these as they can be said in other languages, too.

    :param message: What happened, where, and what to do.

    >>> import accord
    >>> try:
    ...     accord.codings([("s3", "B", "Stat"), ("s3", "B", "IReq")])
    ... except accord.DataError as error:
    ...     print(str(error).partition(";")[0])
    row 2: coder 'B' codes item 's3' twice ('Stat', then 'IReq')
    """

    def __init__(
        self,
        message: str = "",
        beneath: tuple[str, ...] = (),
        readings: tuple[dict[str, Any], ...] = (),
    ) -> None:
        self.beneath = tuple(inert(line, line=True) for line in beneath)
        self.lines = beneath
        self.readings = readings
        whole = "\n".join([inert(message, line=bool(beneath)), *self.beneath])
        super().__init__(whole, 4 * _MOST if beneath else _MOST)  # a table, and what to type
        if not beneath or hasattr(message, "key"):  # a sentence that other languages say, too
            self.message = message


class NotApplicableError(AccordError):
    """The measure does not apply to this study.

    :param message: What happened, where, and what to do.
    :param most: The largest number of characters that are shown.

    >>> import accord
    >>> study = accord.from_coders({"A": "ab", "B": "ab", "C": "aa"})
    >>> try:
    ...     accord.labels.bland_altman(study)
    ... except accord.NotApplicableError as error:
    ...     print(str(error).partition(";")[0])
    limits of agreement need two coders
    """

    @classmethod
    def of_counts(cls, what: str) -> "NotApplicableError":
        """Build the error for what needs single items, where a study is counts."""
        return cls(f"{what}: these data were {AS_COUNTS}")


class TooLargeError(NotApplicableError):
    """More would have to be fetched, held or compared than memory and time allow.

    :param message: What happened, where, and what to do.
    :param most: The largest number of characters that are shown.

    >>> import accord
    >>> issubclass(accord.parts.TooLargeError, accord.NotApplicableError)
    True
    """

    @classmethod
    def unless(cls, found: int, most: int, what: str, instead: str = "give less at once") -> None:
        """Refuse more of something than can be held or compared.

        >>> TooLargeError.unless(3, 2, "coders to compare two by two")
        Traceback (most recent call last):
        ...
        accord.errors.TooLargeError: 3 coders to compare two by two are too many (at most 2); give
        less at once
        """
        if found > most:
            raise cls(f"{found:,} {what} are too many (at most {most:,}); {instead}")


class UnknownNameError(AccordError):
    """A name that accord does not know.

    :param message: What happened, where, and what to do.
    :param most: The largest number of characters that are shown.

    >>> import accord
    >>> try:
    ...     accord.bound("alphaa")
    ... except accord.UnknownNameError as error:
    ...     print(error)
    unknown measure 'alphaa'. Did you mean alpha or u_alpha or mv_alpha (also called mvalpha)?
    """

    @classmethod
    def of(cls, what: str, name: str, known: Iterable[str]) -> "UnknownNameError":
        """Build the error for `name`, with the nearest known names as a hint."""
        from difflib import get_close_matches

        known = sorted(known)
        near = get_close_matches(name, known, n=3, cutoff=0.5)
        hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(known)}"
        return cls(f"no {what} {name!r}; {hint}")


class MissingExtraError(AccordError):
    """An optional library is needed.

    :param message: What happened, where, and what to do.
    :param most: The largest number of characters that are shown.

    >>> import accord
    >>> print(accord.MissingExtraError.of("this chart", "altair", "report"))
    this chart needs altair; install it with: pip install 'accord[report]'; in a clone of accord: \
pip install '.[report]'
    """

    @classmethod
    def of(cls, purpose: str, library: str, extra: str) -> "MissingExtraError":
        """Build the error that says how to install `extra`."""
        return cls(
            f"{purpose} needs {library}; install it with: pip install 'accord[{extra}]'; in a "
            f"clone of accord: pip install '.[{extra}]'"
        )

    @classmethod
    def unless(cls, purpose: str, extra: str, **libraries: str) -> None:
        """Raise it where one of the libraries (module → its name to install) is not there, so
        that it is said before the work and not after."""
        from importlib.util import find_spec

        for module, library in libraries.items():
            if find_spec(module) is None:
                raise cls.of(purpose, library, extra)
