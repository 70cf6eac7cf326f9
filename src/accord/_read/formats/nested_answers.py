"""Answers of coders that lie as objects in lists inside records of JSON: a row for each.

    {"article": "…", "sentences": [{"sentence": "…", "responses":
        [{"worker_id": 3, "response": "yes"}, {"worker_id": 8, "response": "no"}]}]}

become

    item   worker_id   response   sentence
    1.1    3           yes        …
    1.1    8           no         …

Only where every object of the lists has words for who answered and what, in any language, and no
place in a text or an image. The item is the record and the places in the lists above. What becomes
of the rows is decided as for every table: where the words mean something else, too, accord asks.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from accord._read.tables.column_names import CATEGORIES, CODERS
from accord._read.tables.roles import ROLES, words_of
from accord._read.text import json_values as js

_Record = dict[str, Any]
_Answer = tuple[str, _Record, _Record]  # item, what stands around the answer, the answer

# Who answered, where no word says it more plainly; "model" is what was asked as often as who
# answered, so it is in neither.
_WHO = {("author",), ("by",), ("name",), ("who",)}
# An answer with one of these is a span, a region or a link: another kind of study.
_PLACES = frozenset(
    (
        *("begin", "start", "end", "stop", "offset", "length", "start_offset", "end_offset"),
        *("span", "spans", "token", "tokens", "bbox", "points", "x", "y", "left", "top", "shape"),
        *("segmentation", "region", "head", "child", "from", "to", "result", "results"),
    )
)
# An answer that names its item says that the list is not about one.
_ITEMS = frozenset(ROLES["item"]) - {"id"}
_IDS = ("id", "item", "item_id", "example_id", "instance_id", "doc_id", "uid")
_SHARE = 0.5  # of all records that hold answers: fewer are no table of answers
_TRIED = 200  # records that are looked at first: a million plain ones need not be gone through
_DEEPEST = 3  # lists in lists: a record, its sentences, their answers


def _is_label(key: str) -> bool:
    """Whether a key says what the answer is: label, worker_answer, but no label_annotator."""
    *first, last = words_of(key) or ("",)
    return last in CATEGORIES or not (CATEGORIES.isdisjoint(first) or {*first, last} & CODERS)


def _is_coder(key: str) -> bool:
    """Whether a key says who answered."""
    words = words_of(key)
    return not _is_label(key) and (not CODERS.isdisjoint(words) or words[-1:] in _WHO)


def _is_answer(part: Any) -> bool:
    """Whether a value is an object that names a coder and a label, and no place or item.

    Where there are but two keys, the other one is the label, in whatever language.
    """
    keys = js.as_mapping(part).keys()
    coders = [*filter(_is_coder, keys)]
    labels = [key for key in keys if key not in coders and (_is_label(key) or len(keys) == 2)]
    return (
        bool(coders and labels)
        and not any(key.lower() in _PLACES | _ITEMS for key in keys)
        and not any(js.is_nested(part[key]) for key in (*coders, *labels))
    )


def _is_answers(value: Any) -> bool:
    """Whether a value is a list of objects that name a coder and a label each."""
    parts = js.as_list(value)
    return bool(parts) and all(map(_is_answer, parts))


def _plain(record: Mapping[str, Any]) -> _Record:
    return {key: value for key, value in record.items() if not js.is_nested(value)}


def _found(record: Any, item: str, around: _Record, depth: int) -> Iterator[_Answer]:
    own = {**around, **_plain(js.as_mapping(record))}
    lists = {
        key: value
        for key, value in js.as_mapping(record).items()
        if any(map(js.is_mapping, js.as_list(value)))
    }
    answers = [key for key, value in lists.items() if _is_answers(value)]
    for key in answers[:1] if len(answers) == 1 else ():
        yield from ((item, own, part) for part in lists[key])
    if answers or depth == _DEEPEST:
        return
    for key, parts in lists.items():
        inner = f"{item}.{key}" if len(lists) > 1 else item
        for at, part in enumerate(parts, start=1):
            yield from _found(part, f"{inner}.{at}", own, depth + 1)


def rows_of_answers(
    records: Sequence[tuple[int, Any]],
) -> tuple[list[tuple[int, _Record]], set[str]] | None:
    """A flat record for each answer, with the number of its record, and the keys that are left
    out; None where there are no answers."""
    key = next((name for name in _IDS if _names_all(records, name)), None)
    rows: list[tuple[int, _Record]] = []
    left: set[str] = set()
    with_answers = 0
    if not any(True for number, one in records[:_TRIED] for _ in _found(one, str(number), {}, 0)):
        return None
    for number, record in records:
        name = str(record[key]) if key else str(number)
        found = list(_found(record, name, {}, 0))
        with_answers += bool(found)
        rows += [(number, _row(*answer, left)) for answer in found]
    return (rows, left) if rows and with_answers >= _SHARE * len(records) else None


def _names_all(records: Sequence[tuple[int, Any]], key: str) -> bool:
    values = [js.as_mapping(record).get(key) for _, record in records]
    return all(map(js.is_name, values)) and len(set(map(str, values))) == len(values)


def _row(item: str, around: _Record, answer: _Record, left: set[str]) -> _Record:
    """One row: what stands around an answer is about the item, unless it is called like a label
    or a coder: that is a reference, or somebody else's."""
    own = {key: value for key, value in answer.items() if key.lower() not in _IDS}
    taken = {key.lower() for key in own}
    around = {key: value for key, value in around.items() if key.lower() not in _IDS}
    other = {key for key in around if key.lower() in taken or _is_coder(key) or _is_label(key)}
    left |= other
    return {"item": item, **own, **{key: around[key] for key in around if key not in other}}
