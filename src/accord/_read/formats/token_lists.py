"""Tokens and their tags as lists in JSON Lines or a JSON list, as data sets of taggers have them.

    {"id": "s1", "tokens": ["Ann", "saw", "Rome"], "ner_tags": ["B-PER", "O", "B-LOC"]}

Every record is a document, called by its id, else by its number. Each list of tags is a layer: IOB
tags are spans of tokens, others are labels of tokens (numbers stand for names), and so are IOB tags
where the user asks for codings. Each coder has a file. A list of another length than the tokens
cannot be aligned, and its record is left out of the layer.
"""

import re
from collections.abc import Sequence
from typing import Any

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.formats.conll import spans
from accord._read.text import json_values as js
from accord._read.text.json_text import json_records, parse_json
from accord.errors import AccordError, DataError
from accord.kinds.kind import kind_named

_TOKENS = ("tokens", "words")
_IDS = ("id", "doc_id", "sent_id", "sentence_id", "document_id", "uid")
_TAG = re.compile(r"[BIESLUM]-\S+")
# "ner_tags", "tags", "pos_tags", "labels": what lists beside tokens are called.
_CALLED = re.compile(r"(?i)(?:.*_)?(?:tags?|labels?)(?:_.*)?")


def sniff_token_lists(head: Head) -> bool:
    """A first record with tokens and a list of as many tags: IOB, or called so."""
    start = head.start
    text = start.partition("\n")[0] if start.startswith("{") else _first(start)
    try:
        record = parse_json(text, head.file.name, Options().limits)
    except AccordError:
        return False
    return bool(_layers([record]))


def _first(text: str) -> str:
    """The first object of a JSON list, as far as its closing bracket."""
    begin, end = text.find("{"), text.find("}")
    return text[begin : end + 1]


def _tokens(record: Any) -> list[Any]:
    """The tokens of a record, empty where it has none."""
    found = (js.as_list(js.as_mapping(record).get(key)) for key in _TOKENS)
    return next((one for one in found if one and all(js.as_text(t) is not None for t in one)), [])


def _layers(records: Sequence[Any]) -> list[str]:
    """The keys of lists that hold a tag for each token somewhere, and are IOB or called tags."""
    found: dict[str, bool] = {}
    for record in records:
        length = len(_tokens(record))
        for key, value in js.as_mapping(record).items():
            tags = js.as_list(value)
            if key in _TOKENS or not tags or any(map(js.is_nested, tags)):
                continue
            fits = length > 0 and len(tags) == length
            found[key] = found.get(key, False) or (
                fits and (_is_iob(tags) or _CALLED.fullmatch(key) is not None)
            )
    return [key for key, fits in found.items() if fits]


def _is_iob(tags: Sequence[Any]) -> bool:
    return all(tag == "O" or _TAG.fullmatch(js.as_text(tag) or "") for tag in tags)


def read_token_lists(file: File, options: Options) -> Marks:
    """Read records of tokens and their tags."""
    text, _ = file.text(options.encoding)
    records = list(json_records(text, file.name, options.limits))
    layers = _layers([record for _, record in records])
    if not layers:
        raise DataError(
            f"{file.name}: no list next to {' or '.join(map(repr, _TOKENS))} has a tag for each "
            "token; expected e.g. 'ner_tags' of the same length"
        )
    iob = {
        layer: (options.kind is None or not kind_named(options.kind).one_value)
        and all(_is_iob(js.as_list(js.as_mapping(one).get(layer))) for _, one in records)
        for layer in layers
    }
    marks = Marks(file.name, main=layers[0] if len(layers) == 1 else None)
    called = next((key for key in _IDS if _names(records, key)), None)

    def read(number: int, where: str, record: Any) -> None:
        tokens = _tokens(record)
        if not tokens:
            raise DataError(f"{where}: no list of tokens ({' or '.join(_TOKENS)})")
        document = str(record[called]) if called else str(number)
        marks.saw(document, None)
        marks.words[document] = tokens
        marks.extents[document] = (0, len(tokens))
        for layer in layers:
            tags = js.as_list(record.get(layer))
            if len(tags) != len(tokens):
                marks.drop("list", f"of {layer!r} whose length is not that of the tokens")
                continue
            marks.saw(document, None, layer)
            _file(marks, document, layer, tags, where, as_spans=iob[layer])

    return marks.numbered(records, read)


def _names(records: Sequence[tuple[int, Any]], key: str) -> bool:
    """Whether the values of a key name all records, no two alike."""
    values = [js.as_mapping(record).get(key) for _, record in records]
    return all(map(js.is_name, values)) and len(set(map(str, values))) == len(values)


def _file(
    marks: Marks, document: str, layer: str, tags: list[Any], where: str, *, as_spans: bool
) -> None:
    if not as_spans:
        for at, tag in enumerate(tags, start=1):
            if tag is not None:
                marks.label(document, None, layer, str(js.label_in(tag)), where, item=str(at))
        return
    for begin, end, kind, _ in spans([(0, tag) for tag in tags]):
        marks.span(document, None, layer, kind, where, begin, end)
