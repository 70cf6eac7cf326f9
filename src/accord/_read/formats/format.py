"""What a format is: the signs that tell it from others, its reader, where its coders are."""

import re
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Any

from accord._read.door.given import File, Head
from accord._read.door.read_options import Options

# What formats hold, by the stored names of the kinds of study.
LABELS, SPANS, CHAINS = ("codings",), ("unitizings",), ("partitions",)
TABLE = ("codings", "unitizings", "segmentations", "partitions")
OWN = (*TABLE, "relations", "regions")
REGIONS = ("regions",)
JSON = ("{", "[")

# Where coders are, as `coder` of a format says it → in words.
CODER_COMES_FROM = {
    "field": "fields of the file",
    "folder": "name of the folder",
    "file": "name of the file; the folder is the document",
    "either": "name of the file or folder",
    "suffix": "end of the file's name",
}


@dataclass(frozen=True, slots=True)
class Signs:
    """What a file of a format shows: the end of its name, or all the rest at its beginning.

    `magic` are its first bytes; `begins` lists how its text may begin, white space apart; `words`
    must all be there; `pattern` must match from the beginning: what it needs stands in `begins` and
    `words`, too, since to compile a pattern takes longer than to read a small file. No signs at
    all: any file.
    """

    endings: tuple[str, ...] = ()
    magic: bytes = b""
    begins: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    pattern: str = ""

    def shown(self, head: Head) -> bool:
        """Whether a file shows them."""
        if self.endings and head.file.name.lower().endswith(self.endings):
            return True
        if self.magic:
            return head.raw.startswith(self.magic)
        if self.endings and not (self.begins or self.words or self.pattern):
            return False
        if self.begins and not head.start.startswith(self.begins):
            return False
        for word in self.words:  # a loop, because this is asked of every file for many formats
            if word not in head.text:
                return False
        return not self.pattern or re.match(self.pattern, head.start) is not None


@dataclass(frozen=True, slots=True)
class Format:
    """A format: who writes it, what it holds, its signs, its reader, where its coders are.

    `reader` is the file of its reader. `coder` is "field" where the file names them, else "folder",
    "file", "either" (the folder where file names repeat, else the file) or "suffix" (doc_ann.xml).
    `companions` are suffixes of files that belong to it. With `needs_all` no file that cannot be
    read is left out: it would look like a code that was not used. Where it is `unsure` what offsets
    count, the marked words tell. `chains` names the format that finds coreference in the same
    files. `about`, `coders`, `offsets`, `layers` and `lost` (what is not read) say in words what
    docs/formats.md shows. `source` is the work on the tool, a key of the bibliography.
    """

    name: str
    title: str
    reader: str
    about: str
    holds: tuple[str, ...]
    signs: Signs = field(default_factory=Signs)
    coder: str = "field"
    coders: str = ""
    offsets: str = "–"
    layers: str = "–"
    lost: str = "–"
    also: tuple[str, ...] = ()
    extra: str = ""
    companions: tuple[str, ...] = ()
    needs_all: bool = False
    unsure: bool = False
    chains: str = ""
    source: str = ""

    def _module(self) -> ModuleType:
        return import_module(f"accord._read.formats.{self.reader}")

    def sniff(self, head: Head) -> bool:
        """Whether a file is of this format, as far as its name and its beginning tell."""
        if not self.signs.shown(head):
            return False
        sniff = getattr(self._module(), f"sniff_{self.name.replace('-', '_')}", None)
        return sniff is None or bool(sniff(head))

    def read(self, file: File, options: Options) -> Any:
        """What the reader finds in a file: Marks, a Table, records of chains, or a study."""
        return getattr(self._module(), f"read_{self.name.replace('-', '_')}")(file, options)


@dataclass(frozen=True, slots=True)
class Refused:
    """What is recognised and not read, and what to do instead."""

    what: str
    advice: str
    signs: Signs

    def __str__(self) -> str:
        return f"is {self.what}, which is not read; {self.advice}"
