"""Which of two models answers a question better: MT-Bench judgements and arena votes.

    {"question_id": 81, "model_a": "x", "model_b": "y", "winner": "model_a", "judge": "j1",
     "turn": 1}

An item is a pair of answers, "x@81.1 vs y@81.1", in the order of the names: people are shown the
two in either order. Labels are "first", "second" and "tie". A judge that is a list is a model with
its prompt: beside people it is no coder. CSV with the same columns is read, too.
"""

from collections.abc import Iterable
from typing import Any

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.formats.delimited import delimited_file, header_names
from accord._read.text import json_values as js
from accord._read.text.json_text import json_records, parse_json
from accord.errors import AccordError, DataError

_KEYS = frozenset({"question_id", "model_a", "model_b", "winner", "judge"})


def sniff_pairwise_votes(head: Head) -> bool:
    """All keys in the first record, or in the first line of a table."""
    if head.start[:1] not in ("{", "["):
        return header_names(head) >= _KEYS
    if head.start.startswith("["):
        return all(f'"{key}"' in head.text for key in _KEYS)
    try:
        first = parse_json(head.start.partition("\n")[0], head.file.name, Options().limits)
    except AccordError:  # the first line may be cut
        return all(f'"{key}"' in head.text.partition("\n")[0] for key in _KEYS)
    return js.as_mapping(first).keys() >= _KEYS


def _records(file: File, options: Options) -> Iterable[tuple[int, Any]]:
    text = file.text(options.encoding)[0]
    if text.lstrip()[:1] in ("{", "["):
        return json_records(text, file.name, options.limits)
    table = delimited_file(file, options)
    rows = (dict(zip(table.header, row, strict=True)) for row in table.rows)
    return zip(table.lines, rows, strict=True)


def read_pairwise_votes(file: File, options: Options) -> Marks:
    """Read judgements of pairs of answers."""
    marks = Marks(file.name, main="preference", within="pair")
    records = list(_records(file, options))
    people = any(js.is_name(js.as_mapping(one).get("judge")) for _, one in records)
    judged: set[tuple[str, str]] = set()

    def read(_: int, where: str, one: Any) -> None:
        pair = [js.name_at(one, key, where).strip() for key in ("model_a", "model_b")]
        if pair[0] == pair[1] or not all(pair):
            raise DataError(
                f"{where}: model_a {pair[0]!r}, model_b {pair[1]!r}; expected two names"
            )
        side = _side(one, pair, where)
        question = js.name_at(one, "question_id", where)
        turn = js.optional(one, "turn", where, (int, str), "")
        of = f"{question}.{turn}" if turn != "" else question
        item = " vs ".join(f"{model}@{of}" for model in sorted(pair))
        judge = _judge(js.needed(one, "judge", where), where, people)
        if (item, judge) in judged:
            marks.drop("judgement", "of answers that the judge has judged before")
            return
        judged.add((item, judge))
        marks.label(item, judge, "preference", side, where)

    return marks.numbered(records, read)


def _judge(value: Any, where: str, people: bool) -> str:
    """A judge is a name, or a model and its prompt, which is no coder beside people."""
    if js.is_name(value) and str(value).strip():
        return str(value)
    parts = [js.as_text(part) for part in js.as_list(value)]
    if not parts or not all(parts):
        raise DataError(f"{where}: 'judge' is {js.shown(value)}, expected a name")
    return ("prediction:" if people else "") + ", ".join(filter(None, parts))


def _side(one: Any, pair: list[str], where: str) -> str:
    """Which of the two is better, in the order of their names."""
    winner = str(js.needed(one, "winner", where, (str, int))).strip()
    if winner.lower().startswith("tie"):
        return "tie"
    if winner in ("model_a", "model_b"):
        winner = pair[winner == "model_b"]
    if winner not in pair:
        raise DataError(
            f"{where}: 'winner' is {winner[:60]!r}, expected model_a, model_b, tie, or the name of "
            "one of the two"
        )
    return "first" if winner == sorted(pair)[0] else "second"
