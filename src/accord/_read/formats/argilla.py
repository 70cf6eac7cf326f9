"""Argilla records, as JSON, JSON Lines or rows of a data set on the Hugging Face Hub.

    {"id": "r1", "text": …, "mood.responses": ["joy", "fear"],
     "mood.responses.users": ["u1", "u2"], "mood.responses.status": ["submitted", "draft"]}

Every question is a layer; drafts and discarded responses are left out, suggestions are no
coders. The nested form, {"responses": {"mood": [{"value": …, "user_id": …}]}}, has no status: that
is noted. Feedback data sets of version 1 have {"mood": [{"user_id": …, "value": …, "status": …}],
"mood-suggestion": …}.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.text import json_values as js
from accord._read.text.json_text import json_records
from accord.errors import DataError

USERS = ".responses.users"  # the column that the Hub has for each question, beside the answers
UNTOLD = "the export does not say which responses are drafts or discarded: all are read"


def sniff_argilla(head: Head) -> bool:
    """Columns of responses with their users."""
    users = '"user_id"' in head.text
    nested = users and '"responses"' in head.text
    first = users and '-suggestion"' in head.text and '"status"' in head.text
    return f'{USERS}"' in head.text or nested or first


def read_argilla(file: File, options: Options) -> Marks:
    """Read Argilla records."""
    text, _ = file.text(options.encoding)
    marks = Marks(file.name)
    records = json_records(text, file.name, options.limits, marks.skip)
    return argilla_marks(records, marks)


def argilla_marks(records: Iterable[tuple[int, Any]], marks: Marks) -> Marks:
    """The marks with those of numbered records."""

    def read(line: int, where: str, record: Any) -> None:
        named = js.optional(record, "external_id", where, (str, int), line)
        item = js.name_at(record, "id", where, named)
        fields = js.mapping_at(record, "fields", where)
        text = js.as_text({**record, **fields}.get("text"))
        if text is not None:
            marks.about.setdefault("text", {})[item] = text
        marks.drop("suggestion", "", _suggested(record, where))
        for question, coder, value, status in _responses(record, where):
            if status not in (None, "submitted"):
                # A draft may still change, and a discarded record was declared not answerable.
                marks.drop(f"{status} response")
                continue
            if status is None and UNTOLD not in marks.notes:
                marks.notes.append(UNTOLD)
            _file(marks, item, coder, question, value, where)

    return marks.numbered(records, read)


def _suggested(record: Any, where: str) -> int:
    """How many suggestions a record has: an object of all, or a column for each question."""
    listed: Any = js.optional(record, "suggestions", where, (dict, list), {})
    columns = (".suggestion", "-suggestion")
    filled = [key for key, value in record.items() if key.endswith(columns) and value is not None]
    return len(listed) + len(filled)


def _responses(record: Any, where: str) -> Iterator[tuple[str, str, Any, str | None]]:
    """Question, coder, value and status of every response."""
    nested = js.as_mapping(js.optional(record, "responses", where, (dict, list), {}))
    for question, answers in nested.items():
        for one in js.checked(answers, question, where, list):
            coder = js.name_at(one, "user_id", where)
            yield question, coder, one.get("value"), one.get("status")
    for key, answers in record.items():
        # Version 1 has no key of responses: a question is told by the suggestion beside it.
        for one in js.as_list(answers) if f"{key}-suggestion" in record else ():
            user = js.name_at(one, "user_id", where)
            yield key, user, one.get("value"), js.text_at(one, "status", where)
        if not key.endswith(USERS):
            continue
        question = key.removesuffix(USERS)
        users = js.list_at(record, key, where)
        values = js.list_at(record, f"{question}.responses", where)
        statuses = js.optional(
            record, f"{question}.responses.status", where, list, [None] * len(users)
        )
        if not len(users) == len(values) == len(statuses):
            raise DataError(
                f"{where}: question {question!r} has {len(values)} responses, {len(users)} users "
                f"and {len(statuses)} states; expected as many of each"
            )
        for user, value, status in zip(users, values, statuses, strict=True):
            yield question, str(user), value, status


def _file(marks: Marks, item: str, coder: str, question: str, value: Any, where: str) -> None:
    parts = js.as_list(value)
    marks.saw(item, coder, question)
    if parts and "start" in js.as_mapping(parts[0]):
        for span in parts:
            begin, end = js.edges_at(span, where)
            label = js.optional(span, "label", where, (str, int), None)
            marks.span(item, coder, question, label, where, begin, end)
    elif parts and js.is_mapping(parts[0]):
        ranks = [
            (
                js.number_in(js.optional(one, "rank", where, (int, float), 0), "rank", where),
                str(js.optional(one, "value", where, object, None)),
            )
            for one in parts
        ]
        marks.label(item, coder, question, " > ".join(name for _, name in sorted(ranks)), where)
    elif js.is_list(value):
        marks.label(item, coder, question, frozenset(map(str, value)), where)
    else:
        marks.label(item, coder, question, js.plain_label(value), where)
