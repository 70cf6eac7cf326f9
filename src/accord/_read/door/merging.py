"""Marks of several files into one: whose they are, of which document, and in the same words."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from accord._read.door.given import File
from accord._read.door.marks import Mark, Marks
from accord._read.door.placing import PSEUDO, asked_about_parts, placed
from accord._read.door.read_options import Options
from accord._read.formats.format import Format
from accord._read.text.offset_units import recount
from accord.errors import DataError, Setting
from accord.model.showing import counted
from accord.words.said import Said, said


def merged_marks(read: Sequence[tuple[File, Marks]], format: Format, options: Options) -> Marks:
    """All marks as one, every one with a coder and a document."""
    way = _way(read, format, options)
    by_layer = way == "layer"
    told = options.coder_from is not None
    files = [file for file, _ in read]
    places = {} if way in ("field", "layer") else placed(files, way, told=told)
    one_document = len(places) > 1 and all(document is None for _, document in places.values())
    if one_document and not told and (asked := asked_about_parts(files)) is not None:
        raise asked
    into = Marks(", ".join(_sources(read)))
    left: set[tuple[str | None, str | None]] = set()
    apart = len(read) == 1 or by_layer or (way == "field" and _are_documents(read, into))
    for file, marks in read:
        coder, document = places.get(file.name, (file.stem, None))
        if document is None:  # unnamed: the file where there is one, else what all share
            document = file.stem if apart else "document"
        forced = options.coder_from is not None and not by_layer and way != "field"
        if other := _other_sentences(into, marks, document, options):
            left |= other
            marks = replace(marks, words={})  # noqa: PLW2901 - they are not those of the others
        _add(into, marks, coder, document, by_layer, forced)
    if left:
        into.marks = [m for m in into.marks if (m.document, m.item) not in left]
        into.notes.append(f"left out because coders have different tokens: {_some(left)}")
    _check_broken(into, options)
    _check_quotes(into, options)
    if format.unsure:
        recount(into, options)
    _drop_pseudo(into, options)
    _note_coders(into, way, read, options)
    return into


def _way(read: Sequence[tuple[File, Marks]], format: Format, options: Options) -> str:
    """Where the coders are: as told, in the files, else as the format has it."""
    named = any(coder is not None for _, marks in read for _, coder in marks.seen)
    if options.coder_from == "layer" and named and all(marks.tiers for _, marks in read):
        return "field"  # the reader took the coders from the names of the tiers
    if options.coder_from is not None:
        if options.coder_from == "field" and not named:
            raise DataError(
                f"{read[0][0].name}: {format.title} files do not contain coder names. Say where "
                f"they are with {Setting('coder_from')}: file, folder, suffix, layer or a pattern"
            )
        return options.coder_from
    if named:
        return "field"
    if format.coder == "file" and _share_texts(read):
        return "folder"
    return "either" if format.coder == "field" else format.coder


def _share_texts(read: Sequence[tuple[File, Marks]]) -> bool:
    """Whether folders are coders where mostly they are documents.

    So it is where files of one name have one text (ann/d1.tsv, bob/d1.tsv), and those of one
    folder do not, or are but one.
    """
    stems: dict[str, list[str | None]] = {}
    folders: dict[str, list[str | None]] = {}
    for file, marks in read:
        if file.stem.lower() not in PSEUDO:
            stems.setdefault(file.stem, []).append(marks.texts.get(None))
            folders.setdefault(file.folder, []).append(marks.texts.get(None))
    alike = all(len(set(texts)) == 1 for texts in stems.values())
    several = bool(stems) and all(len(texts) > 1 for texts in stems.values())
    apart = any(len(set(texts)) > 1 for texts in folders.values())
    return alike and several and (apart or all(len(texts) == 1 for texts in folders.values()))


def _are_documents(read: Sequence[tuple[File, Marks]], into: Marks) -> bool:
    """Whether files that name their coders are a document each, rather than a coder each.

    They are of one document where each has a single coder of its own, and no two are called
    alike.
    """
    if not any(document is None for _, marks in read for document, _ in marks.seen):
        return False
    coders = [{coder for _, coder in marks.seen if coder is not None} for _, marks in read]
    named = [next(iter(found)) for found in coders if len(found) == 1]
    stems = {file.stem for file, _ in read}
    if len(set(named)) == len(read) == len(stems):
        into.notes.append(said("read.files-different-coders-one", n=len(read)))
        return False
    into.notes.append(said("read.documents-named-after-their", n=len(stems)))
    return True


def _sources(read: Sequence[tuple[File, Marks]]) -> list[str]:
    names = [file.name for file, _ in read]
    return names if len(names) <= 3 else [*names[:2], f"… {len(names)} files"]


def _add(
    into: Marks, marks: Marks, coder: str, document: str | None, by_layer: bool, forced: bool
) -> None:
    def who(mark_coder: str | None) -> str:
        return coder if forced or mark_coder is None else mark_coder

    def what(name: str | None) -> str | None:
        return document if name is None else name

    if by_layer:
        into.marks += [
            mark._replace(coder=mark.layer, layer="", document=what(mark.document))
            for mark in marks.marks
        ]
        layers = dict.fromkeys([*(mark.layer for mark in marks.marks), *marks.seen_in])
        into.seen.update({(what(d), layer): None for d, _ in marks.seen for layer in layers})
    else:
        if forced or any(mark[0] is None or mark[1] is None for mark in marks.marks):
            into.marks += [Mark(what(mark[0]), who(mark[1]), *mark[2:]) for mark in marks.marks]
        else:  # a file that names its documents and coders need not be gone through
            into.marks += marks.marks
        if forced or any(d is None or c is None for d, c in marks.seen):
            into.seen.update({(what(d), who(c)): None for d, c in marks.seen})
        else:
            into.seen.update(marks.seen)
        for layer, seen in marks.seen_in.items():
            into.seen_in.setdefault(layer, {}).update({(what(d), who(c)): None for d, c in seen})
    for name, text in marks.texts.items():
        _same(into.texts, what(name), text, marks.source, "character")
    for name, words in marks.words.items():
        _same(into.words, what(name), words, marks.source, "token")
    for name, (begin, end) in marks.extents.items():
        first, last = into.extents.get(what(name), (begin, end))
        into.extents[what(name)] = (_outer(first, begin, min), _outer(last, end, max))
    into.sizes.update({what(name): size for name, size in marks.sizes.items()})
    for key, column in marks.about.items():
        named = {what(name): v for name, v in column.items()} if None in column else column
        into.about.setdefault(key, {}).update(named)
    into.rows += marks.rows
    into.unlabelled += marks.unlabelled
    # One file that does not say who looked at what leaves it open for all.
    into.knows_seen = into.knows_seen and marks.knows_seen
    into.notes += [note for note in marks.notes if note not in into.notes]
    into.dropped.update(marks.dropped)
    into.closed.update(marks.closed)
    into.misquoted += marks.misquoted
    into.broken += marks.broken
    into.tiers = into.tiers or (marks.tiers and not by_layer)
    # The finest of all files: a coarser one would round what another tells apart.
    into.resolution = min(into.resolution, marks.resolution)
    into.within = into.within or marks.within
    into.main = into.main or (None if by_layer else marks.main)
    into.rather = into.rather or (None if by_layer else marks.rather)
    if into.main_field is None:
        into.main_field = marks.main_field


def _check_broken(into: Marks, options: Options) -> None:
    """Records that cannot be read: left out and said, unless they are most or none may be."""
    if not into.broken:
        return
    first, number = into.broken[0], len(into.broken)
    # Where most records are broken, the file is not what it is taken for.
    if options.strict or not into.marks or 2 * number > into.rows:
        raise DataError(first if number == 1 else f"{first} ({number} cases)")
    shown = "; ".join(into.broken[:3]) + ("; …" if number > 3 else "")
    facts = {"setting": Setting("strict", True), "what": shown}
    into.drop("record", Said(shown, "read.ignored-records-cannot-error", facts), number)


def _check_quotes(into: Marks, options: Options) -> None:
    """Text that is not what the files quote: shifted offsets, which would be measured as such."""
    if not into.misquoted:
        return
    if not options.trust_offsets:
        raise DataError(
            f"{into.misquoted[0]} ({counted(len(into.misquoted), 'case')}): "
            "offsets do not match the text. "
            f"Fix the files, or use the offsets anyway with {Setting('trust_offsets', True)}"
        )
    into.notes.append(
        f"{counted(len(into.misquoted), 'span')} not matching the quoted text, offsets used as "
        f"they are; the first: {into.misquoted[0]}"
    )


def _outer(a: float | None, b: float | None, choose: Any) -> float | None:
    # An end that one file does not know is not known.
    return None if a is None or b is None else choose(a, b)


def _other_sentences(
    into: Marks, marks: Marks, document: str | None, options: Options
) -> set[tuple[str | None, str | None]]:
    """Sentences whose trees have other tokens than those of the coders before: an error that names
    them, unless the user leaves them out."""
    if all(into.words.get(name or document, words) == words for name, words in marks.words.items()):
        return set()
    known = _sentences(into.marks, document)
    mine = _sentences(marks.marks, document)
    other = {key for key, words in mine.items() if known.get(key, words) != words}
    if other and not options.same_tokens:
        number = f"{len(other)} of {counted(len(mine), 'sentence')}"
        raise DataError(
            f"{marks.source}: the tokens of {number} are not "
            f"those of the other coders: {_some(other)}; use the same tokens, or leave these "
            f"sentences out with {Setting('same_tokens', True)} and {Setting('layer', 'tree')}"
        )
    return other


def _sentences(
    marks: Sequence[Mark], document: str | None
) -> dict[tuple[str | None, str | None], Any]:
    """The tokens of every tree, by document and sentence."""
    trees = [m for m in marks if m.layer == "tree" and getattr(m.value, "words", None)]
    return {(m.document or document, m.item): m.value.words for m in trees}  # type: ignore[attr-defined]


def _some(sentences: set[tuple[str | None, str | None]]) -> str:
    names = sorted(str(item) for _, item in sentences)
    return ", ".join(map(repr, names[:5])) + (
        f", … {len(names)} in total" if len(names) > 5 else ""
    )


def _same(known: dict[str | None, Any], name: str | None, new: Any, source: str, what: str) -> None:
    """Coders of one document must have marked the same text."""
    old = known.setdefault(name, new)
    # Offsets of one text mean nothing in another.
    if old == new:
        return
    at = next(n for n, (a, b) in enumerate(zip_longest(old, new)) if a != b)
    raise DataError(
        f"{source}: the text of {name or source!r} differs between coders ({what} {at + 1}: "
        f"{_part(new, at)} vs {_part(old, at)})"
    )


def _part(of: Sequence[Hashable], at: int) -> str:
    if at >= len(of):
        return "missing"
    return repr(of[at : at + 12]) if isinstance(of, str) else repr(of[at])


def _drop_pseudo(into: Marks, options: Options) -> None:
    """What tools file beside the coders is no coder, unless the user names it."""
    coders = dict.fromkeys(coder for _, coder in into.seen)
    wanted = None if options.coders is None else _named(into, options.coders, coders)
    gone = {c for c in coders if c is not None and _unwanted(c, wanted)}
    if wanted is not None:
        # In the order in which they were named, which is that of tables and charts.
        order = {coder: at for at, coder in enumerate(options.coders or ())}
        pairs = sorted(into.seen, key=lambda pair: order.get(str(pair[1]), len(order)))
        into.seen = dict.fromkeys(pairs)
    if not gone:
        return
    kept: list[Mark] = [mark for mark in into.marks if mark.coder not in gone]
    if wanted is None:
        for name in sorted(gone):
            theirs = [mark for mark in into.marks if mark.coder == name]
            number = len(
                {
                    (
                        m.document,
                        m.where,
                        m.begin,
                        m.end,
                        m.item,
                        m.layer if m.begin is None else "",
                    )
                    for m in theirs
                }
            )
            keep = f"which is not a coder (use {Setting('coders')} to keep it)"
            facts = {"name": name, "setting": Setting("coders")}
            about = Said(f"of {name!r}, {keep}", "read.ignored-marks-not-coder", facts)
            into.drop("mark", about, number)
            if not number:
                into.notes.append(f"ignored {name!r}, {keep}; it has no marks")
    into.marks = kept
    into.seen = {(d, c): None for d, c in into.seen if c not in gone}
    for layer, seen in into.seen_in.items():
        into.seen_in[layer] = {(d, c): None for d, c in seen if c not in gone}


def _named(into: Marks, wanted: Sequence[str], coders: Iterable[Hashable]) -> set[str]:
    """The coders whose names, or patterns, are given."""
    from accord._read.tables.chosen_coders import positions

    names = [str(coder) for coder in coders if coder is not None]
    return {names[at] for at in positions(names, wanted, into.source)}


def _unwanted(coder: str, wanted: set[str] | None) -> bool:
    if wanted is not None:
        return coder not in wanted
    return coder.lower() in PSEUDO or coder.startswith("prediction:")


CODERS_FROM = {
    "field": "read.coders-from-files",
    "file": "read.coders-from-names",
    "folder": "read.coders-from-folders",
    "layer": "read.coders-from-layers",
    "suffix": "read.coders-from-suffixes-file",
    "either": "read.coders-from-file-names",
}
"""Where the names of coders stood → how that is said."""


def _note_coders(
    into: Marks, way: str, read: Sequence[tuple[File, Marks]], options: Options
) -> None:
    found = list(dict.fromkeys(str(coder) for _, coder in into.seen))
    shown = ", ".join(found[:6]) + (", …" if len(found) > 6 else "")
    told: str = f"{counted(len(found), 'coder')} from the pattern {way!r}: {shown}"
    if way in CODERS_FROM:
        told = said(CODERS_FROM[way], n=len(found), names=shown)
    if into.tiers and len(found) == 1:
        told += f"; tiers are layers (if they are coders, {Setting('coder_from', 'tier')})"
    into.notes.insert(0, told)
