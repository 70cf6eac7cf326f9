"""JSON from strangers: depth is bounded, every failure has a place."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

from accord._read.door.given import File
from accord._read.door.read_options import Limits, Options
from accord.errors import DataError
from accord.native import core, run

LONG = 100_000  # so many letters are worth a look by the native core for keys that stand twice
_HALF = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|"
    r"(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)  # half of a pair that is not there
_DEEPER = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_QUOTE, _SLASH = b'"\\'
_NO_SIGNS = bytes(c for c in range(256) if c not in {*_DEEPER, _QUOTE, _SLASH, 0})


class _TwiceError(Exception):
    """A key stands twice in an object: which of the values is meant cannot be known."""

    at = -1


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        raise _TwiceError(Counter(key for key, _ in pairs).most_common(1)[0][0])
    return record


def _parsers(text: str) -> tuple[Callable[[str], Any] | None, json.JSONDecoder]:
    """The parser of msgspec, if it may be used, and Python's own.

    Python's can look at every object for a key that stands twice, which takes a fifth of its time;
    msgspec's cannot. Where the core is certain that no key does, nobody need look. What msgspec
    does not take (NaN, half characters, broken text) is left to Python's parser.
    """
    if len(text) < LONG or core() is None:
        return None, json.JSONDecoder(object_pairs_hook=_once)
    import numpy as np

    raw = np.frombuffer(text.encode("utf-8", "surrogatepass"), np.uint8)
    if run("accord_json_may_repeat", raw, len(raw)):
        return None, json.JSONDecoder(object_pairs_hook=_once)
    if find_spec("msgspec") is None:
        return None, json.JSONDecoder()
    import msgspec

    return msgspec.json.Decoder().decode, json.JSONDecoder()


def _parsed(text: str) -> Any:
    quick, decoder = _parsers(text)
    if quick is not None:
        with suppress(ValueError):
            return quick(text)
    return decoder.decode(text)


def _refused(text: str, where: str, error: _TwiceError) -> DataError:
    """The error, with the line of the object: read once more, slowly, by a reader that knows it."""

    def placed(begun: tuple[str, int], *rest: Any) -> Any:
        try:
            return json.decoder.JSONObject(begun, *rest)  # type: ignore[attr-defined]
        except _TwiceError as twice:
            twice.at = begun[1] if twice.at < 0 else twice.at
            raise

    decoder: Any = json.JSONDecoder(object_pairs_hook=_once)
    decoder.parse_object = placed
    decoder.scan_once = json.scanner.py_make_scanner(decoder)  # type: ignore[attr-defined]
    try:
        decoder.decode(text)
    except _TwiceError as twice:
        error = twice
    line = f":{_line(text, error.at)}" if "\n" in text else ""
    return DataError(f"{where}{line}: key {str(error)[:60]!r} stands twice in an object; keep one")


def _line_parser(text: str) -> Callable[[str], Any]:
    """What parses a line of the text."""
    quick, decoder = _parsers(text)
    decode, scan = decoder.decode, decoder.scan_once  # type: ignore[attr-defined]

    def quickly(line: str) -> Any:
        try:
            return quick(line)  # type: ignore[misc]
        except ValueError:
            return decode(line)

    def plainly(line: str) -> Any:
        """What `decode` does, less its search for space around the value."""
        try:
            value, end = scan(line, 0)
        except StopIteration:
            return decode(line)
        return value if end == len(line) or line[end:].isspace() else decode(line)

    return plainly if quick is None else quickly


def parse_json(text: str, source: str, limits: Limits) -> Any:
    """One JSON document."""
    if text.count("[") + text.count("{") > limits.depth and nesting(text) > limits.depth:
        deepest, at = _deepest(text)
        limits.check("depth", deepest, f"{source}:{_line(text, at)}", "JSON nesting")
    try:
        value = _parsed(text)
        _check_whole(text, value, source)
        return value
    except _TwiceError as error:
        raise _refused(text, source, error) from None
    except json.JSONDecodeError as error:
        raise DataError(
            f"{source}:{error.lineno}: not valid JSON ({error.msg}, column {error.colno})"
        ) from None
    except DataError:  # half a character, already told
        raise
    except (RecursionError, ValueError) as error:
        raise DataError(f"{source}:{_line_of_long(text)}: not valid JSON ({error})") from None


def json_of(file: File, options: Options) -> Any:
    """The JSON document that a file is."""
    return parse_json(file.text(options.encoding)[0], file.name, options.limits)


def _line_of_long(text: str) -> int:
    """The line of the first number that is too long to be one."""
    figure = re.search(r"\d{4301}", text)  # Python makes numbers of up to 4,300 digits
    return _line(text, figure.start() if figure else 0)


def _line(text: str, at: int) -> int:
    return 1 + text.count("\n", 0, at)


# What is done with a line that is not JSON, where it does not lose the others.
Skip = Callable[[DataError], None]


def json_lines(
    text: str, source: str, limits: Limits, skip: Skip | None = None
) -> Iterator[tuple[int, Any]]:
    """The values of JSON Lines, each with the number of its line; blank lines are left out.

    A line that is not JSON is an error, or is given to `skip`.
    """
    parse = _line_parser(text)
    depth = limits.depth
    escapes = "\\u" in text
    # Not str.splitlines: U+2028 and its like may stand inside JSON strings.
    for number, line in enumerate(text.split("\n"), start=1):
        if not line or line.isspace():
            continue
        if len(line) > depth and line.count("[") + line.count("{") > depth:
            limits.check("depth", nesting(line), f"{source}:{number}", "JSON nesting")
        try:
            value = parse(line)
            if escapes and "\\u" in line:
                _check_whole(line, value, f"{source}:{number}")
        except (_TwiceError, RecursionError, ValueError) as error:
            refusal = _not_json(error, line, f"{source}:{number}")
            if skip is None:
                raise refusal from None
            skip(refusal)
            continue
        yield number, value


def _not_json(error: Exception, line: str, where: str) -> DataError:
    """Why a line is not JSON."""
    if isinstance(error, DataError):
        return error
    if isinstance(error, _TwiceError):
        return _refused(line, where, error)
    if isinstance(error, json.JSONDecodeError):
        return DataError(
            f"{where}: not valid JSON Lines ({error.msg}, column {error.colno}); "
            "expected one JSON value on each line"
        )
    return DataError(f"{where}: not valid JSON ({error})")


def json_records(
    text: str, source: str, limits: Limits, skip: Skip | None = None
) -> Iterator[tuple[int, Any]]:
    """The numbered values of a JSON list, or of JSON Lines, one after the other."""
    if text.lstrip()[:1] == "[":
        return iter(enumerate(parse_json(text, source, limits), start=1))
    return json_lines(text, source, limits, skip)


def _check_whole(text: str, value: Any, where: str) -> None:
    """Half characters (lone surrogates), which only JSON can smuggle in, cannot be written."""
    if "\\ud" in text or "\\uD" in text:
        try:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError as error:
            half = error.object[error.start : error.start + 1]
            at = _HALF.search(text)
            line = "" if "\n" not in text or not at else f":{_line(text, at.start())}"
            raise DataError(
                f"{where}{line}: {half!r} is half a character (a lone surrogate); repair the export"
            ) from None


def nesting(text: str) -> int:
    """How deep brackets nest outside of strings.

    >>> nesting('{"a": [1, "]["]}')
    2
    """
    import numpy as np

    # In this order: of \\" the quote ends the string.
    plain = text.replace("\\\\", "\0").replace('\\"', "\0") if "\\" in text else text
    signs = plain.encode("utf-8", "surrogatepass").translate(None, _NO_SIGNS)
    sign = np.frombuffer(signs, np.uint8)
    outside = np.cumsum(sign == _QUOTE, dtype=np.uint8) % 2 == 0
    if (outside & ((sign == 0) | (sign == _SLASH))).any():
        return _deepest(text)[0]  # not JSON: quotes are not where they seem
    step = np.array([_DEEPER.get(letter, 0) for letter in range(256)], np.int8)
    return int(np.cumsum(step[sign] * outside, dtype=np.int32).max(initial=0))


def _deepest(text: str) -> tuple[int, int]:
    """How deep brackets nest outside of strings, and where."""
    deepest = depth = where = 0
    for start, piece in _outside_strings(text):
        for at, letter in enumerate(piece, start):
            if letter in "[{":
                depth += 1
                if depth > deepest:
                    deepest, where = depth, at
            elif letter in "]}":
                depth -= 1
    return deepest, where


def _outside_strings(text: str) -> Iterator[tuple[int, str]]:
    """Where each piece begins, and the piece."""
    at = 0
    while (quote := text.find('"', at)) >= 0:
        yield at, text[at:quote]
        at = quote + 1
        while (end := text.find('"', at)) >= 0:
            slashes = len(text[at:end]) - len(text[at:end].rstrip("\\"))
            at = end + 1
            if slashes % 2 == 0:
                break
        if end < 0:
            return
    yield at, text[at:]
