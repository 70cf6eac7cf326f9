r"""Lists of coded references of NVivo: one code in a file, as text, web page or Word document.

    <Files\\Interviews\\Anna> - § 2 references coded  [4.06% Coverage]
    Reference 1 - 1.88% Coverage
    I used to go there on my own.
    Reference 2 - 2.18% Coverage
    ...

The code is in a line "Name: ..." before the first source, else it is the name of the file; the
coder is the folder. A reference quotes its passage and does not say where it is. Where the text of
a source lies among the files (Anna.txt, Anna.docx), a quote that it has exactly once is a span of
layer "references". Layer "sources" has the codes of each source.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.placing import placed
from accord._read.door.read_options import Options
from accord._read.formats.nvivo_lists import AREA, CodeList, NvivoSource, name_of_code, sources
from accord._read.text.document_lines import beginning, document_lines
from accord._read.text.quotations import Quotable
from accord.errors import DataError, Setting
from accord.model.showing import counted
from accord.words.said import said

LONGEST_QUOTE = 40  # characters of a passage in a message: enough to find it


@dataclass(slots=True)
class _Shelf:
    """All files that were given, looked through once: the lists, whose they are, and the texts."""

    lists: list[File]
    coders: dict[str, str]
    texts: dict[str, list[File]]
    sources: tuple[str, ...]
    one_sided: list[str]


def sniff_nvivo(head: Head) -> bool:
    """A source with a count of references stands among the first lines, and a reference below."""
    return any(source.passages for source in sources(beginning(head), ""))


def read_nvivo(file: File, options: Options) -> Marks:
    """Read the references of one code."""
    listed = _list(file, options)
    if listed is None:
        raise DataError(
            f"{file.name}: no source with a count of references (… - § 2 references coded [1.3% "
            "Coverage]); export the code from NVivo with its references"
        )
    _refuse_mixed(listed)
    shelf = _shelf(file, options)
    code = listed.code or _code_of_name(file, shelf, options)
    marks = Marks(file.name, main="sources", knows_seen=False)
    marks.closed["sources"] = "(none)"  # a source that a list does not name has not its code
    lost = 0
    for source in listed.sources:
        marks.rows += source.number
        if source.number:
            marks.label(source.name, None, "sources", frozenset([code]), source.where)
        there = source.passages[-1].last if source.passages else 0
        if there == source.number:
            lost += _locate(source, code, file, shelf, options, marks)
            continue
        marks.skip(
            DataError(
                f"{source.where}: source {source.name!r} should have "
                f"{counted(source.number, 'reference')}, but {there} "
                f"{'is' if there == 1 else 'are'} there; export the list again"
            )
        )
    for name in shelf.sources:
        marks.saw(name, None)
    if marks.main == "sources":
        marks.notes += [
            "NVivo's lists do not say where references are: only the codes of each source are "
            "compared; to compare passages, put the texts of the sources (NAME.txt or NAME.docx) "
            "beside the lists, or export the project as REFI-QDA (.qdpx)"
        ]
        marks.notes.append(said("read.format-does-not-say"))
        marks.drop("reference", "without a place", lost)
    else:
        marks.drop("reference", "to a source whose text is not among the files", lost)
    marks.notes += shelf.one_sided
    return marks


def _locate(
    source: NvivoSource, code: str, file: File, shelf: _Shelf, options: Options, marks: Marks
) -> int:
    """File the passages whose place the text tells; how many have no text to be looked up in."""
    quoted = []
    for passage in source.passages:
        if any(AREA.fullmatch(line) for line in passage.lines):
            marks.drop("reference", "to an area of a page")
        elif not passage.lines:
            marks.drop("reference", "without a quote")
        else:
            quoted.append(passage)
    try:
        text = _text(source, file, shelf, options)
    except DataError as error:
        marks.skip(error)
        return 0
    if text is None:
        return len(quoted)
    marks.main = "references"
    marks.texts[source.name] = text.text
    for passage in quoted:
        quote = " ".join(" ".join(passage.lines).split())
        places = text.places(quote)
        if len(places) == 1:
            begin, end = places[0]
            marks.span(source.name, None, "references", code, passage.where, begin, end)
        else:
            times = "twice or more often" if places else "not"
            marks.skip(
                DataError(
                    f"{passage.where}: the text of {source.name!r} has {_short(quote)} {times}, so "
                    "its place is unknown"
                )
            )
    return 0


def _refuse_mixed(listed: CodeList) -> None:
    """Passages that count twice are of two users, or of two codes: nobody knows whose the rest is.

    "References 1-2 - 1.88% Coverage" is how NVivo shows them.
    """
    # A list has no names of users: only the double count shows that there are several.
    twice = [one for source in listed.sources for one in source.passages if one.last > one.first]
    if twice:
        raise DataError(
            f"{twice[0].where}: {counted(len(twice), 'passage')} counted as several references "
            f"({twice[0].first}-{twice[0].last}): several users coded them, or the code aggregates "
            "others, and the list does not say which reference is whose; export the codes of one "
            "user, without aggregation, or the project as REFI-QDA (.qdpx)"
        )


def _code_of_name(file: File, shelf: _Shelf, options: Options) -> str:
    """The code that the name of the file has, where it does not have to name the coder."""
    way = options.coder_from
    if way in (None, "folder"):
        if way or len(shelf.lists) == 1 or shelf.coders[file.name] != file.stem:
            return file.stem
    elif way != "file":
        rest = placed([file], way, told=True)[file.name][1]
        if rest:
            return rest
    raise DataError(
        f"{file.name}: the name of the file is the code, so it cannot be the coder as well; put "
        "the lists of each coder into a folder of the coder's name and give the folders, or say "
        f"where the coder is with {Setting('coder_from')}: folder, suffix, or a pattern"
    )


def _shelf(file: File, options: Options) -> _Shelf:
    """What is given with a list; kept in the first file."""
    files = list(file.among.values()) or [file]
    if "shelf" not in files[0].memo:
        lists = [other for other in files if _is_list(other)] or [file]
        told = options.coder_from is not None
        known = options.coder_from in (None, "folder")
        places = placed(lists, "folder", told=told) if known else {}
        texts: dict[str, list[File]] = {}
        for other in files:
            if not _is_list(other):
                texts.setdefault(PurePosixPath(other.name).name, []).append(other)
        found = {other.name: _list(other, options) for other in lists}
        names = dict.fromkeys(s.name for one in found.values() if one for s in one.sources)
        coders = {name: coder for name, (coder, _) in places.items()}
        have: dict[str, list[str]] = {}
        for other in lists if known else ():
            one = found[other.name]
            have.setdefault((one and one.code) or other.stem, []).append(coders[other.name])
        files[0].memo["shelf"] = _Shelf(lists, coders, texts, tuple(names), _one_sided(have))
    shelf: _Shelf = files[0].memo["shelf"]
    return shelf


def _one_sided(have: Mapping[str, Sequence[str]]) -> list[str]:
    """Codes of which only some coders have a list."""
    coders = {coder for of in have.values() for coder in of}
    some = {code: sorted(set(of)) for code, of in have.items() if set(of) < coders}
    shown = ", ".join(f"{code!r} ({', '.join(of)})" for code, of in list(some.items())[:3])
    if not some:
        return []
    return [
        f"{counted(len(some), 'code')} with lists of some coders only: {shown}"
        f"{', …' if len(some) > 3 else ''}; the others count as never having used "
        f"{'it' if len(some) == 1 else 'them'}, so give all their lists"
    ]


def _is_list(file: File) -> bool:
    if "nvivo" not in file.memo:
        head = Head.of(file)
        # Every list has a path and a share; a Word document shows its text only when unpacked.
        likely = file.suffix == ".docx" or ("\\" in head.text and "%" in head.text)
        file.memo["nvivo"] = likely and sniff_nvivo(head)
    return bool(file.memo["nvivo"])


def _list(file: File, options: Options) -> CodeList | None:
    """What a list says; it is looked at once."""
    if "list" not in file.memo:
        lines = [line.strip() for line in document_lines(file, options)]
        found = list(sources(lines, file.name))
        file.memo["list"] = CodeList(name_of_code(lines), found) if found else None
    known: CodeList | None = file.memo["list"]
    return known


def _text(source: NvivoSource, file: File, shelf: _Shelf, options: Options) -> Quotable | None:
    """The text of a source, where it lies among the files or beside a single list."""
    name = source.path[-1]
    names = [name] if name.lower().endswith((".txt", ".docx")) else []
    names += [f"{name}.txt", f"{name}.docx"]
    folders = [part.lower() for part in source.path[-2::-1]]

    def shared(other: File) -> int:
        """How many folders of the source the path of a file repeats, from its end."""
        parts = [part.lower() for part in PurePosixPath(other.folder).parts[::-1]]
        pairs = zip(parts, folders, strict=False)
        return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(parts), len(folders)))

    there = [other for called in names for other in shelf.texts.get(called, ())]
    if not there and (beside := file.beside(*names)) is not None and not _is_list(beside):
        there = [beside]
    best = max(map(shared, there)) if len(there) > 1 else 0
    nearest = [other for other in there if len(there) == 1 or shared(other) == best]
    for other in nearest:
        if "text" not in other.memo:
            other.memo["text"] = Quotable.of("\n".join(document_lines(other, options)))
    texts = {other.memo["text"].text: other.memo["text"] for other in nearest}
    if len(texts) > 1:
        raise DataError(
            f"{source.where}: {nearest[0].name} and {nearest[1].name} may both be the text of "
            f"{source.name!r}; leave one of them out"
        )
    return next(iter(texts.values()), None)


def _short(quote: str) -> str:
    return repr(quote if len(quote) <= LONGEST_QUOTE else f"{quote[: LONGEST_QUOTE - 1]}…")
