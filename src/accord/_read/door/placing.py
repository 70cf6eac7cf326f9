"""Whose file is it, and of which document: from folders, names of files, or a pattern."""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from accord._read.door.given import File
from accord._read.door.quick_patterns import quick
from accord.errors import DataError, Setting
from accord.words.said import said

WAYS = ("field", "file", "folder", "suffix", "layer")
PSEUDO = {
    "initial_cas",
    "curation_user",
    "original markups",
    "gold",
    "silver",
    "bronze",
    "unannotated",
    "project",
    "review",
    "ground_truth",
    "prediction",
}
"""Names that tools give to what is not a coder: the raw text, the curator, the suggestions."""


def placed(
    files: Sequence[File], way: str, *, told: bool = False
) -> dict[str, tuple[str, str | None]]:
    """File name → (coder, document) in one of the WAYS, or by a pattern with one group.

    The document is None where all files are of one document that has no name. `told` is
    whether the user chose the way; otherwise it is what the format mostly does.
    """
    if way not in (*WAYS, "either"):
        return {file.name: _matched(file, way) for file in files}
    nested = way == "file"  # folder = document, as in projects of one folder for each document
    folders = {file.folder for file in files}
    bare = _bare(files) if way in ("either", "folder") and len(folders) > 1 else {}
    stems = Counter(bare.get(file.name, file.stem) for file in files)
    alone = all(file.path is not None and str(file.path) == file.given for file in files)
    if way == "either":
        way = "folder" if max(stems.values(), default=0) > 1 and len(folders) > 1 else "file"
    elif way == "folder" and not told and alone and len(files) > 1 and max(stems.values()) == 1:
        way = "file"  # several files were named one by one: one for each coder
    if way == "suffix":
        return {file.name: _split(file) for file in files}
    if way == "folder":
        shared = _shared([file.folder for file in files])
        return {
            file.name: (_folder_coder(file, shared), bare.get(file.name, file.stem))
            for file in files
        }
    documents = nested or (len(folders) > 1 and (max(stems.values(), default=0) > 1 or not alone))
    named = [(file.name, file.folder, file.stem) for file in files]
    alike = Counter((folder, stem) for _, folder, stem in named)
    return {  # files that differ in their suffix alone (a.key, a.response) keep it
        name: (
            stem if alike[folder, stem] == 1 else _last(name),
            (_last(folder) if documents else "") or None,
        )
        for name, folder, stem in named
    }


def _bare(files: Sequence[File]) -> dict[str, str]:
    """File name → its stem without the name of its folder, where every file repeats that name and
    folders then share files: henrik/0104-henrik, lotte/0104-lotte."""
    shared = _shared([file.folder for file in files])
    found: dict[str, str] = {}
    for file in files:
        coder = re.escape(_folder_coder(file, shared))
        rest = re.fullmatch(rf"(?:{coder}[_.\- ])?(.+?)(?:[_.\- ]{coder})?", file.stem)
        if rest is None or rest[1] == file.stem:
            return {}
        found[file.name] = rest[1]
    return found if max(Counter(found.values()).values(), default=0) > 1 else {}


def _crossed(stems: Sequence[str]) -> tuple[str, list[str], list[str]] | None:
    """The sign between two parts of names, and both parts, where every one stands with every other:
    ann-text1, ann-text2, bob-text1, bob-text2; None where they do not.

    >>> _crossed(["odin-a", "odin-b", "thor-a", "thor-b"])
    ('-', ['odin', 'thor'], ['a', 'b'])
    >>> _crossed(["odin-a", "odin-b", "thor-a"]), _crossed(["a-1", "a-2"])
    (None, None)
    """
    for sign in "-_. ":
        pairs = [tuple(stem.split(sign)) for stem in stems]
        if not all(len(pair) == 2 and all(pair) for pair in pairs):
            continue
        first, second = (list(dict.fromkeys(part)) for part in zip(*pairs, strict=True))
        if len(first) > 1 < len(second) and len(first) * len(second) == len(set(pairs)):
            return sign, first, second
    return None


def asked_about_parts(files: Sequence[File]) -> DataError | None:
    """The question which part of the files' names is the coder, where each has a document, too."""
    parts = _crossed([file.stem for file in files])
    if parts is None or len({file.folder for file in files}) > 1:
        return None
    sign, first, second = parts
    by_first = rf"([^/{re.escape(sign)}]+){re.escape(sign)}[^/]*$"
    ways = [(first, second, by_first), (second, first, "suffix")]
    # A document that all coders have is read by at least two; there are mostly more documents.
    ways.sort(key=lambda way: (not _are_coders(way[0]), len(way[0])))
    from accord._read.tables.asking import AS

    lines = []
    for number, (coders, documents, way) in enumerate(ways, start=1):
        names = {"coders": ", ".join(coders[:6]), "documents": ", ".join(documents[:6])}
        lines.append(f"{number}. {said('files.coders-and-documents', **names)}")
        lines.append(f"   {AS}{Setting('coder_from', way)}")
    return DataError(
        said("files.two-parts", file=files[0].name),
        tuple(lines),
        tuple({"coder_from": way} for _, _, way in ways),
    )


def _are_coders(names: Sequence[str]) -> bool:
    """Whether all names are people's, or a word for coders and a mark."""
    from accord._read.tables.lexicon import NAME_WORDS, mark_of_coder

    return all(name.casefold() in NAME_WORDS or mark_of_coder(name) for name in names)


def _last(path: str) -> str:
    return PurePosixPath(path).name


def _shared(folders: Sequence[str]) -> int:
    """How many leading parts all folders share."""
    parts = [PurePosixPath(folder).parts for folder in set(folders)]
    if len(parts) < 2:
        return 0
    alike = [len(set(level)) == 1 for level in zip(*parts, strict=False)]
    return next((n for n, same in enumerate(alike) if not same), len(alike))


def _folder_coder(file: File, shared: int) -> str:
    parts = PurePosixPath(file.folder).parts
    if len(parts) > shared:
        return "/".join(parts[shared:]) if shared else parts[-1]
    if file.path is not None:
        return file.path.resolve().parent.name or file.stem
    return parts[-1] if parts else Path(file.given).stem


def _split(file: File) -> tuple[str, str | None]:
    found = re.fullmatch(r"(.+)[_.\-]([^_.\-]+)", file.stem)
    if not found:
        raise DataError(
            f"{file.name}: no coder in the file name (expected doc_coder{file.suffix}). Say "
            f"where it is with {Setting('coder_from')}"
        )
    return found[2], found[1]


def _matched(file: File, pattern: str) -> tuple[str, str | None]:
    try:
        compiled = quick(pattern, file.name)
    except (re.error, RecursionError, OverflowError) as error:
        raise DataError(
            f"{Setting('coder_from', pattern)} is not one of {', '.join(WAYS)}, nor a regular "
            f"expression ({error})"
        ) from None
    if compiled.groups != 1:
        raise DataError(
            f"{Setting('coder_from', pattern)} is not one of {', '.join(WAYS)}; a regular "
            "expression needs exactly one group, which finds the coder, e.g. '_(a[0-9])'"
        )
    found = compiled.search(file.name)
    if not found or not found[1]:
        raise DataError(f"{file.name}: the pattern {pattern!r} finds no coder in this file name")
    rest = file.name[: found.start(1)] + file.name[found.end(1) :]
    return found[1], PurePosixPath(rest).stem.strip("_-. ") or None
