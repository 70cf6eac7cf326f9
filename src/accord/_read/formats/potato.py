"""potato: <user>/user_state.json. Every annotation scheme is a layer.

Labels that are ticked make sets of names; a tick is "true", the name again, or the key of the
button, a number that is always the same for a name. Others (text, sliders, "scale_3") are the
value itself. An instance that was assigned but has no labels was not annotated: nobody knows
whether it was seen.
"""

from collections.abc import Iterator
from typing import Any

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.text import json_values as js
from accord._read.text.json_text import json_of

# Names that potato gives to what is filled in, not ticked.
INPUTS = {"", "text_box", "textbox", "slider", "number", "scale", "value"}


def read_potato(file: File, options: Options) -> Marks:
    """Read one user's state."""
    state = json_of(file, options)
    marks = Marks(file.name)
    coder = js.name_at(state, "user_id", file.name, file.folder or file.stem)
    labels = js.mapping_at(state, "instance_id_to_label_to_value", file.name)
    spans = js.mapping_at(state, "instance_id_to_span_to_value", file.name)
    keys = _keys(labels)
    for item, answers in labels.items():
        where = f"{file.name}: instance {item}"
        schemes: dict[str, list[tuple[str, Any]]] = {}
        for what, value in _pairs(answers):
            marks.rows += 1
            name = js.name_at(what, "name", where, "")
            schemes.setdefault(js.text_at(what, "schema", where) or "", []).append((name, value))
        for layer, pairs in schemes.items():
            marks.label(item, coder, layer, _value(pairs, keys.get(layer, {})), where)
    for item, answers in spans.items():
        where = f"{file.name}: instance {item}"
        marks.saw(item, coder)
        for what, _ in _pairs(answers):
            marks.rows += 1
            begin, end = js.edges_at(what, where)
            layer = str(js.optional(what, "schema", where, str, "spans"))
            marks.span(
                item,
                coder,
                layer,
                str(js.optional(what, "name", where, str, "")),
                where,
                begin,
                end,
            )
    if js.mapping_at(state, "instance_id_to_link_to_value", file.name):
        marks.drop("link", "", len(state["instance_id_to_link_to_value"]))
    marks.knows_seen = bool(spans)
    return marks


def _pairs(answers: Any) -> Iterator[tuple[Any, Any]]:
    """Pairs of what and value: a list of pairs, or an object with JSON-like keys."""
    # potato's documentation shows an object, the files it writes have a list of pairs.
    for key, value in js.as_mapping(answers).items():
        schema, _, name = str(key).rpartition(":::")
        yield {"schema": schema or "labels", "name": name}, value
    for pair in js.as_list(answers):
        if len(js.as_list(pair)) == 2:
            yield pair[0], pair[1]
        elif js.is_mapping(pair):
            yield pair, "true"


def _keys(labels: dict[str, Any]) -> dict[str, dict[str, set[str]]]:
    """The values that each name of each scheme has, over all instances."""
    keys: dict[str, dict[str, set[str]]] = {}
    for answers in labels.values():
        for what, value in _pairs(answers):
            if js.is_mapping(what):
                names = keys.setdefault(str(what.get("schema") or ""), {})
                names.setdefault(str(what.get("name", "")), set()).add(str(value))
    return keys


def _value(pairs: list[tuple[str, Any]], keys: dict[str, set[str]]) -> Any:
    chosen = [name for name, value in pairs if _is_ticked(name, str(value), keys)]
    if chosen:
        return frozenset(chosen)
    values = [value if js.is_scalar(value) else js.shown(value) for _, value in pairs]
    return values[0] if len(values) == 1 else frozenset(map(str, values))


def _is_ticked(name: str, value: str, keys: dict[str, set[str]]) -> bool:
    if value.lower() == "true" or value == name:
        return True
    # The key of a button is the same number wherever its name is ticked; a slider's is not.
    key = value.isdecimal() and keys.get(name) == {value} and name not in INPUTS
    return key and not name.endswith(value)  # "scale_3" with 3 is the value of a scale
