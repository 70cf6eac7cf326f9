"""A study in the format of a tool, so that consensus or adjudicated labels return to it.

Every format is one function from a study to files; what the format cannot hold is refused where
the result would be wrong, and else said (`losses`). What it can hold is read back as it was.
"""

import io
import itertools
import json
import re
import zipfile
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5
from xml.sax.saxutils import quoteattr

from accord.errors import DataError, UnknownNameError
from accord.kinds.kind import kind_of, kind_words, one_value
from accord.kinds.spans.parts import Continuum, Unit
from accord.kinds.spans.study import Unitizings
from accord.model.study import Study
from accord.whole_files import whole_file, whole_folder


@dataclass(slots=True)
class Export:
    """The files of a study in a format: name → content; "" is the one file of a format that has
    one. `losses` says what the format cannot hold."""

    files: dict[str, str | bytes] = field(default_factory=dict)
    losses: list[str] = field(default_factory=list)

    def lose(self, what: str) -> None:
        """Say something once."""
        if what not in self.losses:
            self.losses.append(what)


def export(study: Study, to: str) -> Export:
    """The files of a study in a format of WRITERS.

    >>> units = Unitizings.of([("d", "A", 0, 3, "X")], texts={"d": "one two"})
    >>> export(units, "brat").files["A/d.ann"]
    'T1\\tX 0 3\\tone\\n'
    """
    if to not in EXPORTERS:
        raise UnknownNameError.of("format to write", to, EXPORTERS)
    if len(set(study.items)) < len(study.items):
        raise DataError("an item occurs twice (a bootstrap sample), which cannot be written")
    return EXPORTERS[to](study)


def write_back(study: Study, path: str | PathLike[str], to: str) -> list[str]:
    """Write a study in the format of a tool; what the format cannot hold.

    brat, WebAnno TSV and CoNLL-U are folders of files; Label Studio, Prodigy and REFI-QDA one file.
    """
    made, target = export(study, to), Path(path)
    with whole_file(target) if "" in made.files else whole_folder(target) as part:
        for name, content in made.files.items():
            place = part / name if name else part
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return made.losses


def _of_kind(study: Study, wanted: str, to: str) -> Callable[..., Any]:
    """What the kind of a study hands to a tool; DataError where the tool holds nothing of it."""
    function = kind_of(study).ability(wanted)
    if function is None:
        raise DataError(
            f"{to} works with spans; these data are {kind_words(study)}. Write .csv or .jsonl"
        )
    return function


def _units(study: Study, to: str) -> Unitizings:
    units: Unitizings = _of_kind(study, "in_texts", to)(study, to)
    return units


def seen_units(study: Unitizings) -> Iterator[tuple[Continuum, Hashable, tuple[Unit, ...]]]:
    """Every document with every coder who saw it, and what they marked."""
    for continuum in study.continua:
        for coder, saw in zip(study.coders, continuum.seen.tolist(), strict=True):
            if saw:
                yield continuum, coder, continuum.units(coder)


def single_labels(category: Hashable) -> list[str]:
    """The labels that a category is made of, as text."""
    return sorted(map(str, category)) if isinstance(category, frozenset) else [str(category)]


def _file_names(names: Iterator[Hashable] | Any, export: Export) -> dict[Hashable, str]:
    """Names of documents or coders as names of files: no slashes, none twice."""
    found: dict[Hashable, str] = {}
    for name in names:
        # Windows takes none of these signs, and drops dots and blanks at the end of a name.
        safe = re.sub(r'[\x00-\x1f/\\:*?"<>|]', "_", str(name)).strip(". ") or "_"
        # Windows and macOS take A.txt and a.txt for one file.
        while safe.lower() in {other.lower() for other in found.values()}:
            safe += "_"
        if safe != name:
            export.lose("names that cannot be names of files are changed")
        found[name] = safe
    return found


def to_brat(study: Study) -> Export:
    """brat: a folder for each coder, .ann and .txt for each document."""
    units, made = _units(study, "brat"), Export()
    documents, coders = _file_names(units.items, made), _file_names(units.coders, made)
    for continuum, coder, marked in seen_units(units):
        place = f"{coders[coder]}/{documents[continuum.name]}"
        text = continuum.text or ""
        lines = []
        for number, unit in enumerate(marked, start=1):
            # A type in brat ends at the first blank, behind which the offsets stand.
            kind = re.sub(r"\s", "_", str(unit.category)) if unit.category is not None else "Unit"
            if kind != unit.category:
                made.lose("brat's types are words: other categories are written as one")
            # A line of brat is one annotation, so what it quotes has no line break.
            quoted = text[int(unit.begin) : int(unit.end)].replace("\n", " ")
            lines.append(f"T{number}\t{kind} {unit.begin} {unit.end}\t{quoted}\n")
        made.files[f"{place}.ann"] = "".join(lines)
        made.files[f"{place}.txt"] = text
    return made


_TOKEN = re.compile(r"\w+|[^\w\s]")
_SPECIAL = re.compile(r"(->|[\\\[\]|;\t\n_*])")


def to_webanno(study: Study) -> Export:
    """WebAnno TSV 3.3: a folder for each document, a file for each coder."""
    units, made = _units(study, "WebAnno TSV"), Export()
    documents, coders = _file_names(units.items, made), _file_names(units.coders, made)
    for continuum, coder, marked in seen_units(units):
        text = continuum.text or ""
        if re.search(r"[^\S ]|^\s|\s$", text):
            made.lose("white space other than single blanks between words is read as blanks")
        tokens = _tokens(text, marked)
        cells: list[list[str]] = [[] for _ in tokens]
        for number, unit in enumerate(marked, start=1):
            inside = [at for at, (b, e) in enumerate(tokens) if b >= unit.begin and e <= unit.end]
            if not inside:
                made.lose("spans of nothing but white space are left out")
                continue
            if (tokens[inside[0]][0], tokens[inside[-1]][1]) != (unit.begin, unit.end):
                made.lose("white space at the ends of spans is cut off")
            for at in inside:
                cells[at].append(f"{_label(unit.category)}[{number}]")
        made.files[f"{documents[continuum.name]}/{coders[coder]}.tsv"] = _tsv(text, tokens, cells)
    return made


def _tokens(text: str, marked: tuple[Unit, ...]) -> list[tuple[int, int]]:
    """Words and signs, cut where a span begins or ends, so that spans are of whole tokens."""
    edges = sorted({int(edge) for unit in marked for edge in (unit.begin, unit.end)})
    found = []
    for match in _TOKEN.finditer(text):
        begin, end = match.span()
        cuts = [begin, *(edge for edge in edges if begin < edge < end), end]
        found += [(a, b) for a, b in itertools.pairwise(cuts)]
    return found


def _label(category: Hashable) -> str:
    if category is None:
        return "*"
    text = str(category)
    if text.endswith("\\"):
        raise DataError(f"category {text!r} ends with a backslash, which WebAnno TSV cannot store")
    return _escaped(text)


def _escaped(text: str) -> str:
    letters = {"\t": "\\t", "\n": "\\n"}
    return _SPECIAL.sub(lambda m: letters.get(m[1], "\\" + m[1]), text)


def _tsv(text: str, tokens: list[tuple[int, int]], cells: list[list[str]]) -> str:
    # WebAnno is a Java program, whose strings count so: an emoji is two.
    units = [0]  # UTF-16 units before each character
    for letter in text:
        units.append(units[-1] + 1 + (letter > "\uffff"))
    lines = ["#FORMAT=WebAnno TSV 3.3", "#T_SP=webanno.custom.Span|value", "", ""]
    lines.append(f"#Text={_escaped(text)}")
    for at, ((begin, end), labels) in enumerate(zip(tokens, cells, strict=True), start=1):
        place = f"1-{at}\t{units[begin]}-{units[end]}"
        word = text[begin:end].replace("\\", "\\\\")
        lines.append(f"{place}\t{word}\t{'|'.join(labels) or '_'}\t")
    return "\n".join(lines) + "\n"


def to_label_studio(study: Study) -> Export:
    """Label Studio: tasks with an annotation for each coder; labels of texts, or choices."""
    made = Export()
    tasks = list(_of_kind(study, "label_studio_tasks", "Label Studio")(study, made))
    for at, task in enumerate(tasks, start=1):
        if not isinstance(task["id"], (int, str)):
            made.lose("names of tasks are text or numbers: others are written as text")
            task["id"] = str(task["id"])
        elif isinstance(task["id"], int):
            made.lose("names of items are read as text")
        task.setdefault("inner_id", at)
    made.files[""] = json.dumps(tasks, ensure_ascii=False, indent=1) + "\n"
    return made


def annotation(coder: Hashable, result: list[dict[str, Any]]) -> dict[str, Any]:
    """What one coder made of a task of Label Studio."""
    who = {"id": str(coder), "email": str(coder), "first_name": "", "last_name": ""}
    return {"completed_by": who, "was_cancelled": False, "ground_truth": False, "result": result}


def region(unit: Unit, text: str) -> dict[str, Any]:
    """A span of a text as Label Studio has it."""
    quoted = text[int(unit.begin) : int(unit.end)]
    value: dict[str, Any] = {"start": unit.begin, "end": unit.end, "text": quoted}
    if unit.category is not None:
        value["labels"] = [str(unit.category)]
    return {"from_name": "label", "to_name": "text", "type": "labels", "value": value}


def choice(category: Hashable, made: Export | None = None) -> dict[str, Any]:
    """A category as an answer in Label Studio: a number, or one or several choices."""
    # A truth value is a number to Python, and a choice to people.
    if isinstance(category, (int, float)) and not isinstance(category, bool):
        value: dict[str, Any] = {"number": category}
        return {"from_name": "label", "to_name": "text", "type": "number", "value": value}
    chosen = single_labels(category)
    if made is not None and not isinstance(category, (str, frozenset)):
        made.lose("categories that are not text are written as text")
    return {
        "from_name": "label",
        "to_name": "text",
        "type": "choices",
        "value": {"choices": chosen},
    }


def to_prodigy(study: Study) -> Export:
    """Prodigy: a line for each item and coder; spans, or choices."""
    made = Export()
    hashes = {item: _hash(item, at, made) for at, item in enumerate(study.items, start=1)}
    if len(set(hashes.values())) < len(hashes):
        raise DataError("items are numbers that differ in their writing only; rename them")
    records = _of_kind(study, "prodigy_records", "Prodigy")(study, hashes, made)
    made.files[""] = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records)
    return made


def _hash(item: Hashable, at: int, made: Export) -> int:
    # Only a number that is written as Python writes it comes back as the same name, and eighteen
    # digits fit into the 64 bits of a database.
    if isinstance(item, str) and re.fullmatch(r"-?(?:0|[1-9]\d{0,17})", item) and item != "-0":
        return int(item)
    made.lose("Prodigy numbers its items: their names are in meta.id")
    return -at


def prodigy_line(number: int, item: Hashable, coder: Hashable, text: str | None) -> dict[str, Any]:
    """What every line of Prodigy says, whatever was annotated."""
    told = {"text": text} if isinstance(text, str) else {}
    who = {"_annotator_id": str(coder), "_session_id": str(coder)}
    own = {
        "_input_hash": number,
        "_task_hash": number,
        "answer": "accept",
        "meta": {"id": str(item)},
    }
    return {**told, **own, **who}


def to_conllu(study: Study) -> Export:
    """CoNLL-U: a file for each coder; items are sentence/token, categories go to UPOS."""
    made = Export()
    labels_of: Any = study if one_value(study) else None
    if labels_of is None or labels_of.coder is None:
        raise DataError(
            "CoNLL-U stores labels of tokens; these data have none. Write .csv or .jsonl"
        )
    places = {}
    for item in study.items:
        found = re.fullmatch(r"(?:.*:)?([^\t\n]*?)/(\d+)", str(item))
        if not found:
            raise DataError(
                f"item {item!r} is not a token of CoNLL-U (sentence/number); write .csv or .jsonl"
            )
        places[item] = (found[1], int(found[2]))
    forms = dict(zip(study.items, study.about.get("form") or ["_"] * len(study.items), strict=True))
    if "form" not in study.about:
        made.lose("the study has no words: FORM is _")
    names = _file_names(study.coders, made)
    given: dict[Hashable, dict[Hashable, str]] = {coder: {} for coder in study.coders}
    for item, coder, category in labels_of.rows():
        # _ is how CoNLL-U says that a cell is empty.
        if re.search(r"[\t\n]", str(category)) or str(category) == "_":
            raise DataError(f"category {category!r} cannot be a cell of CoNLL-U")
        given[coder][item] = str(category)
    for coder, labels in given.items():
        lines, last = [], None
        for item in study.items:
            sentence, token = places[item]
            if sentence != last:
                lines += [*([""] if last is not None else []), f"# sent_id = {sentence}"]
                last = sentence
            cells = [str(token), str(forms[item]), "_", labels.get(item, "_"), *["_"] * 6]
            lines.append("\t".join(cells))
        made.files[f"{names[coder]}.conllu"] = "\n".join([*lines, ""]) + "\n"
    return made


def to_refi(study: Any) -> Export:
    """REFI-QDA: a .qdpx with the texts; spans are codings of passages, labels of whole sources."""
    made = Export()
    sources_of = _of_kind(study, "refi_sources", "REFI-QDA")
    flat = dict.fromkeys(label for c in study.categories for label in single_labels(c))
    codes = {label: guid("code", label) for label in flat}
    users = {coder: guid("user", str(coder)) for coder in study.coders}
    texts: dict[str, str] = {}
    sources = [
        _source(name, inner, text, texts)
        for name, inner, text in sources_of(study, users, codes, made)
    ]
    project = (
        '<?xml version="1.0" encoding="utf-8"?>\n<Project xmlns="urn:QDA-XML:project:1.0" '
        'name="accord" origin="accord"><Users>'
        + "".join(f"<User guid={quoteattr(g)} name={quoteattr(str(c))}/>" for c, g in users.items())
        + "</Users><CodeBook><Codes>"
        + "".join(
            f'<Code guid={quoteattr(g)} name={quoteattr(n)} isCodable="true"/>'
            for n, g in codes.items()
        )
        + f"</Codes></CodeBook><Sources>{''.join(sources)}</Sources></Project>\n"
    )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {"project.qde": project, **texts}.items():
            # The first day that zip files know: with the time of writing no two exports would be
            # equal.
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)
    made.files[""] = packed.getvalue()
    return made


def guid(kind: str, name: str) -> str:
    """The same guid for the same name, so that the same study is the same file."""
    return str(uuid5(NAMESPACE_URL, f"accord:{kind}:{name}"))


def coding(name: str, user: str, codes: list[str]) -> str:
    """A coding of REFI-QDA: who gave which codes."""
    refs = "".join(f'<CodeRef targetGUID="{code}"/>' for code in codes)
    return f'<Coding guid="{guid("coding", name)}" creatingUser="{user}">{refs}</Coding>'


def _source(name: Hashable, inner: list[str], text: str, texts: dict[str, str]) -> str:
    number = guid("source", str(name))
    texts[f"sources/{number}.txt"] = text
    told = f'guid="{number}" name={quoteattr(str(name))} plainTextPath="internal://{number}.txt"'
    return f"<TextSource {told}>{''.join(inner)}</TextSource>"


EXPORTERS: dict[str, Callable[[Study], Export]] = {
    "brat": to_brat,
    "webanno": to_webanno,
    "label-studio": to_label_studio,
    "prodigy": to_prodigy,
    "conllu": to_conllu,
    "refi": to_refi,
}
"""Name of a format → how a study is written in it."""
