"""JSON of text tools: Datasaur, UBIAI, LightTag, tagtog, Kili, SuperAnnotate, spaCy 2.

    Datasaur   {"sentences": [{"content": …, "tokens": […]}], "labels": […], "labelerInfo": …}
    UBIAI      {"document": …, "tokens": [{"start", "end", "entityLabel"}], "relations": […]}
    LightTag   {"examples": [{"content": …, "annotations": [{…, "annotated_by": […]}],
                "classifications": [{…, "classified_by": […]}]}]}
    tagtog     {"annotatable": …, "anncomplete": …, "entities": [{"classId", "part", "offsets"}]}
    Kili       [{"content": …, "labels": [{"author": …, "jsonResponse": {job: …}}]}]
    spaCy 2    [{"paragraphs": [{"sentences": [{"tokens": […]}], "cats": […]}]}], or
               [["text", {"entities": [[0, 5, "X"]], "cats": {…}}], …]

Spans are in code points; each format says where its coders are. What has another form is counted.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import Any

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.text import json_values as js
from accord._read.text.json_text import json_of, json_records, parse_json
from accord.errors import DataError, Setting

_CHOSEN = 0.5  # spaCy's own threshold: categories are scores from 0 to 1


def _records(file: File, options: Options, marks: Marks) -> Iterator[tuple[str, Any]]:
    """The records of a JSON list, one object, or JSON Lines, each with its place."""
    text, _ = file.text(options.encoding)
    if text.lstrip().startswith("["):
        yield from (
            (f"{file.name}: record {n}", one)
            for n, one in json_records(text, file.name, options.limits)
        )
        return
    try:
        yield file.name, parse_json(text, file.name, options.limits)
    except DataError:
        if "\n" not in text.strip():
            raise
        for line, one in json_records(text, file.name, options.limits, marks.skip):
            yield f"{file.name}:{line}", one


def _each(file: File, options: Options, marks: Marks, read: Callable[[str, Any], None]) -> Marks:
    marks.each(_records(file, options, marks), lambda numbered: read(*numbered))
    return marks


def read_datasaur(file: File, options: Options) -> Marks:
    """Read Datasaur's span labels: places are a cell, a token in it and a character in that.

    Both ends are inclusive. Offsets count through the document, a line for each cell.
    """
    from accord._read.formats.conll import is_columns

    if is_columns(file.text(options.encoding)[0]):
        raise DataError(
            f"{file.name}: Datasaur's tokens in columns, not its JSON; read them with "
            f"{Setting('format', 'conll')}"
        )
    marks = Marks(file.name, main="labels")

    def read(where: str, record: Any) -> None:
        sentences = js.needed(record, "sentences", where, list)
        cells, at, texts = [], 0, []
        for sentence in sentences:
            texts.append(js.optional(sentence, "content", where, str, ""))
            cells.append(_tokens(js.list_at(sentence, "tokens", where), texts[-1], at))
            # One more for the line break that joins sentences to a text.
            at += len(texts[-1]) + 1
        labels = [
            label
            for holder in (*sentences, record)
            for label in js.list_at(holder, "labels", where)
        ]
        # Datasaur exports a folder for each labeller, one of the bare text, one of the reviewer.
        folder = PurePosixPath(file.folder).name
        if folder.startswith("ROOT") and not labels:
            marks.drop("text", "without labels (ROOT)")
            return
        marks.texts[None] = "\n".join(texts)
        info = js.mapping_at(record, "labelerInfo", where)
        coder = js.text_at(info, "email", where) or js.text_at(info, "displayName", where)
        if folder == "REVIEW":
            coder = "REVIEW"  # what a reviewer made of the others
        marks.saw(None, coder)
        names = _datasaur_classes(record, where)
        for label in labels:
            marks.rows += 1
            with marks.skipping():
                _datasaur(label, coder, names, cells, where, marks)
        marks.drop("comment", "", len(js.list_at(record, "comments", where)))

    return _each(file, options, marks, read)


def _tokens(tokens: list[Any], text: str, start: int) -> list[tuple[int, int]]:
    """Where each token stands in the document; those after one that is not in the text do not."""
    places, at = [], 0
    for token in tokens:
        at = text.find(str(token), at)
        if at < 0:
            break
        places.append((start + at, start + at + len(str(token))))
        at += len(str(token))
    return places


def _datasaur_classes(record: Any, where: str) -> dict[str, str]:
    names: dict[str, str] = {}
    for one in js.list_at(record, "labelSets", where):
        for item in js.list_at(one, "labelItems", where):
            js.checked(item, "labelItems", where, dict)
            names[str(item.get("id"))] = str(item.get("labelName") or item.get("id"))
    return names


def _datasaur(
    label: Any,
    coder: str | None,
    names: dict[str, str],
    cells: list[list[tuple[int, int]]],
    where: str,
    marks: Marks,
) -> None:
    kind = str(js.optional(label, "type", where, str, "SPAN"))
    if kind != "SPAN":
        marks.drop("label", f"of the document or between labels ({kind})")
    elif "startTokenIndex" not in label:
        marks.drop("label", "whose place is not a cell, a token and a character")
    else:
        item = js.name_at(label, "labelSetItemId", where)
        begin, end = (_datasaur_place(label, side, cells, where) for side in ("start", "end"))
        # Datasaur's last character is within the label.
        marks.span(None, coder, "labels", names.get(item, item), where, begin, end + 1)


def _datasaur_place(label: Any, side: str, cells: list[list[tuple[int, int]]], where: str) -> int:
    """The character of the document at one end of a label."""
    cell, token, char = (
        js.whole(js.needed(label, f"{side}{key}", where), f"{side}{key}", where)
        for key in ("CellLine", "TokenIndex", "CharIndex")
    )
    try:
        begin, end = cells[cell][token]
    except IndexError:
        raise DataError(f"{where}: label {js.shown(label)} is on no token of the text") from None
    if begin + char >= end:
        raise DataError(f"{where}: label {js.shown(label)} ends after its token")
    return begin + char


def read_ubiai(file: File, options: Options) -> Marks:
    """Read UBIAI's spans and relations; the file is the coder."""
    marks = Marks(file.name, main="entities")
    number = 0

    def read(where: str, record: Any) -> None:
        nonlocal number
        number += 1
        name = str(js.text_at(record, "documentName", where) or number)
        text = marks.texts[name] = js.needed(record, "document", where, str)
        marks.saw(name, None)
        spans: dict[int, tuple[int, int]] = {}
        for one in js.list_at(record, "tokens", where):
            marks.rows += 1
            begin, end = js.edges_at(one, where)
            quoted = js.text_at(one, "text", where)
            if quoted is not None:
                marks.check_quoted(text, begin, end, quoted, where)
            # Relations name entities by their first token; where it is not said, none is meant.
            first = js.optional(one, "token_start", where, int, -1)
            spans[js.whole(first + 1, "token_start", where) - 1] = (begin, end)
            label = js.text_at(one, "entityLabel", where)
            marks.span(name, None, "entities", label, where, begin, end)
        for one in js.list_at(record, "relations", where):
            marks.rows += 1
            ends = [spans.get(js.needed(one, side, where, int)) for side in ("head", "child")]
            if ends[0] is None or ends[1] is None:
                raise DataError(f"{where}: relation {js.shown(one)} does not join two entities")
            kind = js.optional(one, "relationLabel", where, str, "related")
            marks.relation(name, None, kind, where, ends[0], ends[1])

    return _each(file, options, marks, read)


def read_lighttag(file: File, options: Options) -> Marks:
    """Read LightTag: merged annotations with everybody who made them, and who saw the example."""
    marks = Marks(file.name, main="annotations")

    def read(where: str, record: Any) -> None:
        for at, example in enumerate(js.needed(record, "examples", where, list), start=1):
            place = f"{where}, example {at}"
            name = js.name_at(example, "example_id", place, at)
            marks.texts[name] = js.optional(example, "content", place, str, "")
            for one in js.list_at(example, "seen_by", place):
                marks.saw(name, _who(one, place))
            for one in js.list_at(example, "annotations", place):
                marks.rows += 1
                begin, end = js.edges_at(one, place)
                value = js.text_at(one, "value", place)
                if value is not None and marks.texts[name]:
                    marks.check_quoted(marks.texts[name], begin, end, value, place)
                for coder in _makers(one, "annotated_by", place, marks):
                    tag = js.text_at(one, "tag", place)
                    marks.span(name, coder, "annotations", tag, place, begin, end)
            labels: dict[str, set[str]] = {}
            for one in js.list_at(example, "classifications", place):
                marks.rows += 1
                chosen = js.needed(one, "classname", place, str)
                for coder in _makers(one, "classified_by", place, marks):
                    labels.setdefault(coder, set()).add(chosen)
            for coder, classes in labels.items():
                marks.label(name, coder, "classifications", frozenset(classes), place)
        marks.drop("relation", "", len(js.list_at(record, "relations", where)))

    return _each(file, options, marks, read)


def _who(one: Any, where: str) -> str:
    return str(
        js.optional(one, "annotator", where, (str, int), None)
        or js.needed(one, "annotator_id", where, (str, int))
    )


def _makers(one: Any, key: str, where: str, marks: Marks) -> list[str]:
    makers = js.list_at(one, key, where)
    if not makers:
        marks.drop("annotation", f"that nobody made ({key} is empty)")
    return [_who(who, where) for who in makers]


def read_tagtog(file: File, options: Options) -> Marks:
    """Read tagtog's ann.json: the coders are in `confidence.who` or folders of members; parts are
    documents."""
    marks = Marks(file.name, main="entities")
    name = file.stem.removesuffix(".ann")
    member = _tagtog_member(file.folder)
    # Master is made of the members' versions: read beside them, it would agree with all.
    if member is None and _tagtog_has_members(file):
        marks.drop("file", "of the version that merges the members (master)")
        return marks

    def read(where: str, record: Any) -> None:
        coders: dict[str | None, None] = {} if member is None else {member: None}
        for one in js.list_at(record, "entities", where):
            marks.rows += 1
            for coder in _tagtog_users(one, where, marks):
                coders[coder] = None
                _tagtog(one, f"{name}/{js.needed(one, 'part', where, str)}", coder, where, marks)
        parts = js.list_at(js.mapping_at(record, "annotatable", where), "parts", where)
        for part in parts:
            for coder in coders:
                marks.saw(f"{name}/{part}", coder)
        metas = js.mapping_at(record, "metas", where)
        marks.drop("label", "of the document (metas)", len(metas))
        marks.drop("relation", "", len(js.list_at(record, "relations", where)))

    marks.knows_seen = member is not None
    marks.notes.append("names of classes are tagtog's ids (e_1 …): they stand in its legend")
    return _each(file, options, marks, read)


def _tagtog_member(folder: str) -> str | None:
    """Whose file it is where an export has a folder for each member."""
    parts = PurePosixPath(folder).parts
    at = parts.index("members") + 1 if "members" in parts else len(parts)
    return parts[at] if at < len(parts) else None


def _tagtog_has_members(file: File) -> bool:
    first = next(iter(file.among.values()), file)
    if "members" not in first.memo:  # looked for once: an export may have thousands of files
        folders = {other.folder for other in file.among.values()}
        first.memo["members"] = any(map(_tagtog_member, folders))
    return bool(first.memo["members"])


def _tagtog_users(one: Any, where: str, marks: Marks) -> list[str | None]:
    """Who made an entity; the file is the coder where it names nobody."""
    confidence = js.mapping_at(one, "confidence", where)
    if js.optional(confidence, "state", where, str, "") == "pre-removed":
        marks.drop("entity", "that was deselected (pre-removed)")
        return []
    who = [str(n) for n in js.list_at(confidence, "who", where)]
    people = [n.removeprefix("user:") for n in who if not n.startswith("ml:")]
    if who and not people:
        marks.drop("entity", "of a model (ml:)")
        return []
    return [*people] or [None]


def _tagtog(one: Any, part: str, coder: str | None, where: str, marks: Marks) -> None:
    offsets = js.needed(one, "offsets", where, list)
    parts = tuple(
        (
            begin := js.whole(js.needed(at, "start", where), "start", where),
            begin + len(js.needed(at, "text", where, str)),
        )
        for at in offsets
    )
    if not parts:
        raise DataError(f"{where}: entity {js.shown(one)} has no offsets")
    begin, end = min(p[0] for p in parts), max(p[1] for p in parts)
    marks.span(
        part,
        coder,
        "entities",
        js.needed(one, "classId", where, str),
        where,
        begin,
        end,
        parts=parts,
    )


def read_kili(file: File, options: Options) -> Marks:
    """Read Kili: every job is a layer; drafts, predictions and labels of reviewers are left out."""
    marks = Marks(file.name)

    def read(where: str, record: Any) -> None:
        name = str(
            js.text_at(record, "externalId", where) or js.optional(record, "id", where, str, where)
        )
        text = js.text_at(record, "content", where)
        if text is not None and not text.startswith("http"):  # else it is where the text lies
            marks.texts[name] = text
        labels = js.optional(record, "labels", where, list, None)
        latest = js.optional(record, "latestLabel", where, dict, None)
        for label in labels if labels is not None else [latest] if latest else []:
            marks.rows += 1
            kind = js.optional(label, "labelType", where, str, "DEFAULT")
            # Machines' labels, unfinished ones, and a reviewer's, who saw what the others chose.
            if kind in ("PREDICTION", "INFERENCE", "AUTOSAVE", "REVIEW"):
                marks.drop(f"{kind.lower()} label")
                continue
            author = js.mapping_at(label, "author", where)
            coder = str(
                js.text_at(author, "email", where)
                or js.optional(author, "id", where, str, "(no author)")
            )
            # One label of a person for an item: what was replaced is what the person no longer
            # says.
            if js.optional(label, "isLatestLabelForUser", where, bool, True) is False:
                marks.drop("earlier label", "of the same author")
                continue
            marks.saw(name, coder)
            for job, answer in js.mapping_at(label, "jsonResponse", where).items():
                _kili(js.checked(answer, job, where, dict), name, coder, job, where, marks)

    return _each(file, options, marks, read)


def _kili(
    answer: dict[str, Any], item: str, coder: str, job: str, where: str, marks: Marks
) -> None:
    if "categories" in answer:
        chosen = js.list_at(answer, "categories", where)
        names = [str(js.needed(one, "name", where, str)) for one in chosen]
        marks.label(item, coder, job, frozenset(names), where)
        for one in (*chosen, answer):  # jobs that are asked only where a category was chosen
            for inner, more in js.mapping_at(one, "children", where).items():
                _kili(js.checked(more, inner, where, dict), item, coder, inner, where, marks)
    elif js.as_text(answer.get("text")) is not None:
        marks.label(item, coder, job, answer["text"], where)
    elif "annotations" not in answer:
        frame = job.isdecimal()
        marks.drop("frame" if frame else "answer", "of a video" if frame else f"of {job}")
    for one in js.list_at(answer, "annotations", where):
        names = [
            str(js.needed(c, "name", where, str)) for c in js.list_at(one, "categories", where)
        ]
        if "beginOffset" not in one:
            marks.drop("annotation", f"of {job} that is no span of text")
            continue
        marks.drop("answer", "about an annotation", len(js.mapping_at(one, "children", where)))
        begin = js.whole(one["beginOffset"], "beginOffset", where)
        end = (
            js.whole(one["endOffset"], "endOffset", where)
            if "endOffset" in one
            else begin + len(js.needed(one, "content", where, str))
        )
        labels: list[str | None] = [*names] or [None]
        for label in labels:
            marks.span(item, coder, job, label, where, begin, end)


def sniff_superannotate(head: Head) -> bool:
    """Instances of text: tags and entities, not areas."""
    words = ('"entity"', '"tag"', '"freeText"')
    return '"points"' not in head.text and any(word in head.text for word in words)


def read_superannotate(file: File, options: Options) -> Marks:
    """Read a text item of SuperAnnotate: entities are spans, tags are labels."""
    marks = Marks(file.name, main="entities")

    def read(where: str, record: Any) -> None:
        about = js.mapping_at(record, "metadata", where)
        name = js.text_at(about, "name", where)
        tags: dict[str | None, set[str]] = {}
        for one in js.needed(record, "instances", where, list):
            marks.rows += 1
            coder = js.text_at(js.mapping_at(one, "createdBy", where), "email", where)
            kind, label = (
                js.optional(one, "type", where, str, "entity"),
                js.text_at(one, "className", where),
            )
            origin = js.optional(one, "creationType", where, str, "Manual")
            if origin in ("Prediction", "Preannotation"):
                marks.drop(origin.lower())
            elif kind == "entity":
                marks.span(name, coder, "entities", label, where, *js.edges_at(one, where))
            elif kind == "tag":
                tags.setdefault(coder, set()).add(str(label))
            else:
                marks.drop("instance", f"of type {kind!r}")
            marks.drop("attribute", "of an instance", len(js.list_at(one, "attributes", where)))
        for coder, chosen in tags.items():
            marks.closed["tags"] = "(none)"
            marks.label(name, coder, "tags", frozenset(chosen), where)
        marks.drop("tag", "that nobody made", len(js.list_at(record, "tags", where)))
        marks.drop("free text", "", int(bool(js.optional(record, "freeText", where, str, ""))))

    return _each(file, options, marks, read)


def sniff_spacy_json(head: Head) -> bool:
    """Training data of spaCy 2: pairs of a text and its annotations, or documents of paragraphs."""
    if '"paragraphs"' in head.text and '"sentences"' in head.text and '"orth"' in head.text:
        return True
    first = head.start[:1] == "[" and head.start[1:].lstrip()[:1] == "["
    return first and ('"entities"' in head.text or '"cats"' in head.text)


def read_spacy_json(file: File, options: Options) -> Marks:
    """Read training data of spaCy 2; the file is the coder."""
    marks = Marks(file.name, main="entities")
    records = json_of(file, options)

    def read(numbered: tuple[int, Any]) -> None:
        at, record = numbered
        where = f"{file.name}: record {at}"
        if js.is_mapping(record):
            _paragraphs(record, str(at), where, marks)
            return
        if len(js.as_list(record)) != 2 or js.as_text(record[0]) is None:
            raise DataError(f"{where}: found {js.shown(record)}, expected [text, annotations]")
        name, about = str(at), js.checked(record[1], "annotations", where, dict)
        marks.rows += 1
        marks.texts[name] = record[0]
        marks.saw(name, None)
        for one in js.list_at(about, "entities", where):
            if len(js.as_list(one)) < 3:
                raise DataError(
                    f"{where}: {js.shown(one)} is not a span; expected [begin, end, label]"
                )
            begin, end = (js.whole(edge, "entities", where) for edge in one[:2])
            marks.span(
                name, None, "entities", js.checked(one[2], "label", where, str), where, begin, end
            )
        cats = js.mapping_at(about, "cats", where)
        if cats:
            chosen = frozenset(k for k, v in cats.items() if (js.number_if_any(v) or 0) >= _CHOSEN)
            marks.label(name, None, "cats", chosen, where)
        left = [key for key in about if key not in ("entities", "cats", "text")]
        for key in left:
            marks.drop("layer", f"{key!r} of spaCy's training data")

    marks.each(enumerate(js.one_or_many(records), start=1), read)
    return marks


def _paragraphs(record: dict[str, Any], name: str, where: str, marks: Marks) -> None:
    """A document of spaCy 2's own JSON: tags and entities of tokens, categories of paragraphs."""
    from accord._read.formats.conll import spans

    tags: list[tuple[int, str | None]] = []
    words: list[str] = []
    paragraphs = js.list_at(record, "paragraphs", where)
    for at, paragraph in enumerate(paragraphs, start=1):
        chosen = _chosen(js.list_at(paragraph, "cats", where), where)
        if chosen is not None:
            item = str(at) if len(paragraphs) > 1 else None
            marks.label(name, None, "cats", chosen, where, item=item)
        for sentence in js.list_at(paragraph, "sentences", where):
            tokens = js.list_at(sentence, "tokens", where)
            for token in tokens:
                words.append(js.needed(token, "orth", where, str))
                ner = js.optional(token, "ner", where, str, "")
                marks.drop("entity tag", "missing (-): taken as outside", int(ner == "-"))
                tags.append((len(words), "O" if ner in ("", "-") else ner))
                if js.optional(token, "tag", where, str, ""):
                    marks.label(name, None, "tag", token["tag"], where, item=str(len(words)))
            marks.drop("dependency label", "", sum("dep" in token for token in tokens))
            marks.drop("bracket", "", len(js.list_at(sentence, "brackets", where)))
            tags.append((len(words), None))
    marks.rows += len(words)
    marks.saw(name, None)
    marks.words[name] = words
    marks.extents[name] = (0, len(words))
    for begin, end, kind, _ in spans(tags):
        marks.span(name, None, "entities", kind, f"{where}, token {begin + 1}", begin, end)


def _chosen(cats: list[Any], where: str) -> frozenset[str] | None:
    """The categories that are given to a paragraph, of those that are listed."""
    if not cats:
        return None
    values = {
        js.needed(one, "label", where, str): js.needed(one, "value", where, (int, float, bool))
        for one in cats
    }
    return frozenset(label for label, value in values.items() if value >= _CHOSEN)


def sniff_crowdflower_json(head: Head) -> bool:
    """Units with results that hold judgments."""
    try:
        line = head.start.partition("\n")[0]
        record = json.loads(line)
        return js.is_mapping(record) and "judgments" in record.get("results", {})
    except (ValueError, RecursionError, TypeError):
        return '"judgments"' in head.text and '"worker_id"' in head.text


def read_crowdflower_json(file: File, options: Options) -> Marks:
    """Read CrowdFlower's JSON: every answer of a judgment is a layer; gold and tainted ones go."""
    marks = Marks(file.name)

    def read(numbered: tuple[int, Any]) -> None:
        line, unit = numbered
        where = f"{file.name}:{line}"
        item = js.id_at(unit, "id", where)
        results = js.mapping_at(unit, "results", where)
        golden = js.optional(unit, "state", where, str, "") == "golden"
        for one in js.list_at(results, "judgments", where):
            marks.rows += 1
            js.checked(one, "judgments", where, dict)
            if golden or one.get("golden") is True:
                marks.drop("judgement", "of a test question")
                continue
            if one.get("tainted") is True or one.get("rejected"):
                marks.drop("judgement", "tainted or rejected")
                continue
            coder = js.id_at(one, "worker_id", where)
            for layer, value in js.mapping_at(one, "data", where).items():
                marks.label(item, coder, layer, _answer(value), where)

    text, _ = file.text(options.encoding)
    marks.each(json_records(text, file.name, options.limits, marks.skip), read)
    return marks


def _answer(value: Any) -> Any:
    return frozenset(map(str, value)) if js.is_list(value) else js.plain_label(value)
