"""potato: <user>/user_state.json. Every annotation scheme is a layer.

Labels that are "true" make sets of names, others are the value itself. An instance that was
assigned but has no labels was not annotated: nobody knows whether it was seen.
"""

from collections.abc import Iterator
from typing import Any

from accord.read.files import File
from accord.read.json import needed, optional, parse_json, shown, whole
from accord.read.marks import Format, Head, Marks, Options


def sniff(head: Head) -> bool:
    """A user's state."""
    return (head.start[:1] == "{" and '"instance_id_to_label_to_value"' in head.text) or (
        head.file.name.endswith("user_state.json")
    )


def read_potato(file: File, options: Options) -> Marks:
    """Read one user's state."""
    state = parse_json(file.text(options.encoding)[0], file.name, options.limits)
    marks = Marks(file.name)
    coder = str(optional(state, "user_id", file.name, (str, int), file.folder or file.stem))
    labels = optional(state, "instance_id_to_label_to_value", file.name, dict, {})
    spans = optional(state, "instance_id_to_span_to_value", file.name, dict, {})
    for item, given in labels.items():
        where = f"{file.name}: {item}"
        found: dict[str, list[tuple[str, Any]]] = {}
        for what, value in _pairs(given):
            marks.rows += 1
            name = str(optional(what, "name", where, (str, int), ""))
            found.setdefault(str(optional(what, "schema", where, str, "")), []).append(
                (name, value)
            )
        for layer, pairs in found.items():
            marks.label(item, coder, layer, _value(pairs), where)
    for item, given in spans.items():
        where = f"{file.name}: {item}"
        marks.saw(item, coder)
        for what, _ in _pairs(given):
            marks.rows += 1
            begin, end = (whole(needed(what, key, where), key, where) for key in ("start", "end"))
            layer = str(optional(what, "schema", where, str, "spans"))
            marks.span(item, coder, layer, str(optional(what, "name", where, str, "")), where,
                       begin, end)  # fmt: skip
    if optional(state, "instance_id_to_link_to_value", file.name, dict, {}):
        marks.drop("links", len(state["instance_id_to_link_to_value"]))
    marks.knows_seen = bool(spans)
    return marks


def _pairs(given: Any) -> Iterator[tuple[Any, Any]]:
    """Pairs of what and value: a list of pairs, or an object with JSON-like keys."""
    if isinstance(given, dict):
        for key, value in given.items():
            schema, _, name = str(key).rpartition(":::")
            yield {"schema": schema or "labels", "name": name}, value
        return
    for pair in given if isinstance(given, list) else []:
        if isinstance(pair, list) and len(pair) == 2:
            yield pair[0], pair[1]
        elif isinstance(pair, dict):
            yield pair, "true"


def _value(pairs: list[tuple[str, Any]]) -> Any:
    chosen = [name for name, value in pairs if str(value).lower() == "true"]
    if chosen:
        return frozenset(chosen)
    values = [value if isinstance(value, (str, int, float)) else shown(value) for _, value in pairs]
    return values[0] if len(values) == 1 else frozenset(map(str, values))


FORMAT = Format("potato", "potato user state", sniff, read_potato)
