"""What all formats have in common: marks of coders in documents, and who saw what."""

import dataclasses
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import isnan
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from accord._read.text.json_values import shown
from accord._read.text.offsets import misquoted
from accord.errors import DataError
from accord.kinds.regions.geometry import MOST_PIXELS, Shape, as_shape
from accord.model.audit import Audit
from accord.model.showing import counted
from accord.words.said import Said, said

Record = TypeVar("Record")


class Mark(NamedTuple):
    """One thing one coder marked: a label on an item, a span, or a mention in a chain.

    `document` and `coder` are None where the file does not say: its place does. `item` is a
    part of the document that is labelled as a whole (a token, a region). Offsets are
    half-open and count code points, tokens or seconds; `parts` are the pieces of a span
    that is interrupted. A layer with several features has one mark for each `field`. `head`
    is where the head of a mention stands, if known. `link` has the two ends of a relation, `shape`
    is that of a region of an image, `on` the span that a property is of.
    """

    document: str | None
    coder: str | None
    layer: str
    value: Hashable
    where: str
    begin: float | None = None
    end: float | None = None
    parts: tuple[tuple[float, float], ...] = ()
    item: str | None = None
    chain: Hashable = None
    field: str = ""
    head: Hashable = None
    link: tuple[tuple[float, float], tuple[float, float]] | None = None
    shape: Shape | None = None
    on: tuple[float, float] | None = None


@dataclass(slots=True)
class Marks:
    """What a reader found in one file; readers fill it, the door turns it into a study.

    `seen` has the (document, coder) pairs who looked, whether or not they marked anything;
    it is complete where `knows_seen`, else the format cannot tell; `seen_in` has the same for
    layers that have their own coders. `closed` names, for layers
    whose items exist only because somebody marked them, the category of a coder who looked
    and did not mark. `unlabelled` is how many items have no labels, where nobody knows whether
    they were seen: in a layer of labels they are left out. `words` are the tokens of documents
    whose offsets count tokens. `broken` says what of the file could not be read, and where.
    `sizes` are the width and height of images. `tiers` is whether layers are tiers, which may be
    coders; `rather` is a layer to read instead of the main one where coders differ more often in a
    third, its sign: trees, not the tags that they were given. `resolution` is the length of an atom
    where offsets are times. `within` is what labels belong to, where the format says it.
    """

    source: str
    rows: int = 0
    marks: list[Mark] = dataclasses.field(default_factory=list)
    seen: dict[tuple[str | None, str | None], None] = dataclasses.field(default_factory=dict)
    seen_in: dict[str, dict[tuple[str | None, str | None], None]] = dataclasses.field(
        default_factory=dict
    )
    knows_seen: bool = True
    texts: dict[str | None, str] = dataclasses.field(default_factory=dict)
    words: dict[str | None, Sequence[str]] = dataclasses.field(default_factory=dict)
    extents: dict[str | None, tuple[float | None, float | None]] = dataclasses.field(
        default_factory=dict
    )
    sizes: dict[str | None, tuple[float, float]] = dataclasses.field(default_factory=dict)
    about: dict[str, dict[str | None, Any]] = dataclasses.field(default_factory=dict)
    notes: list[str] = dataclasses.field(default_factory=list)
    dropped: Counter[tuple[str, str]] = dataclasses.field(default_factory=Counter)
    closed: dict[str, str] = dataclasses.field(default_factory=dict)
    unlabelled: int = 0
    main: str | None = None
    main_field: str | None = None
    rather: tuple[str, str] | None = None
    misquoted: list[str] = dataclasses.field(default_factory=list)
    broken: list[str] = dataclasses.field(default_factory=list)
    tiers: bool = False
    resolution: float = 1.0
    within: str | None = None

    def each(self, records: Iterable[Record], file: Callable[[Record], None]) -> None:
        """File records one by one; one that cannot be read is left out and kept in mind."""
        for record in records:
            begun = len(self.marks), len(self.seen)
            try:
                file(record)
            except DataError as error:
                self.skip(error, begun)

    def skip(self, error: DataError, begun: tuple[int, int] | None = None) -> None:
        """Leave out one record that cannot be read, with what was filed of it, and keep why."""
        self.broken.append(str(error))
        if begun is not None:
            del self.marks[begun[0] :]
            # The last are those of the broken record: a dict keeps the order in which they came.
            while len(self.seen) > begun[1]:
                self.seen.popitem()

    @contextmanager
    def skipping(self) -> Iterator[None]:
        """Leave out what cannot be read within the block, and keep why."""
        try:
            yield
        except DataError as error:
            self.skip(error)

    def numbered(
        self,
        records: Iterable[tuple[int, Record]],
        read: Callable[[int, str, Record], None],
        called: str = "",
    ) -> "Marks":
        """Count records and file each with its number and place: a line, or what it is called."""
        begin = f"{self.source}: {called} " if called else f"{self.source}:"

        def filed(numbered: tuple[int, Record]) -> None:
            self.rows += 1
            read(numbered[0], f"{begin}{numbered[0]}", numbered[1])

        self.each(records, filed)
        return self

    def check_quoted(self, text: str, begin: int, end: int, quoted: str, where: str) -> None:
        """Keep in mind where the text at the offsets is not what the file quotes."""
        wrong = misquoted(text, begin, end, quoted)
        if wrong:
            self.misquoted.append(f"{where}: {wrong}")

    def label(
        self,
        document: str | None,
        coder: str | None,
        layer: str,
        value: Hashable,
        where: str,
        *,
        item: str | None = None,
        field: str = "",
    ) -> None:
        """File a label on a document, or on an item in it; nan is not a label."""
        self.seen[document, coder] = None
        value = none_for_nan(value)
        self.marks.append(Mark(document, coder, layer, value, where, item=item, field=field))

    def span(
        self,
        document: str | None,
        coder: str | None,
        layer: str,
        value: Hashable,
        where: str,
        begin: float,
        end: float,
        *,
        parts: tuple[tuple[float, float], ...] = (),
        field: str = "",
        chain: Hashable = None,
        head: Hashable = None,
    ) -> None:
        """File a span; one without length is dropped and counted."""
        self.seen[document, coder] = None
        if end < begin:
            raise DataError(f"{where}: the span {begin}–{end} ends before it begins")
        # A span of nothing has no length, by which measures of spans weigh what they count.
        if end == begin:
            self.drop("span", "without length")
            return
        kept = parts if len(parts) > 1 else ()
        value = none_for_nan(value)
        self.marks.append(
            Mark(document, coder, layer, value, where, begin, end, kept, None, chain, field, head)
        )

    def relation(
        self,
        document: str | None,
        coder: str | None,
        value: str,
        where: str,
        source: tuple[float, float],
        target: tuple[float, float],
        *,
        layer: str = "relations",
    ) -> None:
        """File a labelled arrow between two spans; as a label, an item of a closed layer."""
        # Two spans that no arrow joins were looked at as well as those that one joins.
        self.closed[layer] = "(none)"
        self.seen[document, coder] = None
        item = f"{source[0]}–{source[1]} → {target[0]}–{target[1]}"
        label = frozenset([value])
        mark = Mark(document, coder, layer, label, where, item=item, link=(source, target))
        self.marks.append(mark)

    def region(
        self,
        document: str | None,
        coder: str | None,
        layer: str,
        value: str | None,
        where: str,
        shape: Any,
    ) -> None:
        """File a region of an image."""
        self.seen[document, coder] = None
        made = as_shape(shape, where)
        self.marks.append(Mark(document, coder, layer, value, where, shape=made))

    def size(self, document: str | None, width: Any, height: Any, where: str) -> None:
        """The size of an image, where the file has it."""
        if not isinstance(width, (int, float)) or not isinstance(height, (int, float)):
            return
        if width > 0 and height > 0:
            if max(width, height) > MOST_PIXELS or width * height > MOST_PIXELS:
                raise DataError(
                    f"{where}: an image of {shown(width)} × {shown(height)} pixels is too large"
                )
            self.sizes[document] = (float(width), float(height))

    def attribute(
        self,
        document: str | None,
        coder: str | None,
        layer: str,
        value: Hashable,
        where: str,
        on: tuple[float, float],
    ) -> None:
        """File a property of a span: an item of a layer whose items are all spans that could have
        it."""
        self.seen[document, coder] = None
        item, label = f"{on[0]}–{on[1]}", frozenset([value])
        self.marks.append(Mark(document, coder, layer, label, where, item=item, on=on))

    def saw(self, document: str | None, coder: str | None, layer: str | None = None) -> None:
        """The coder looked at the document; with a layer, for the sake of this layer alone."""
        self.seen[document, coder] = None
        if layer is not None:
            self.seen_in.setdefault(layer, {})[document, coder] = None

    def drop(self, one: str, about: str = "", number: int = 1) -> None:
        """Count something that was ignored: what one of them is called, and what it is about."""
        self.dropped[one, about] += number

    def seen_of(self, chosen: Sequence[Mark]) -> dict[tuple[str | None, str | None], None]:
        """Who looked at what, for the sake of the layer of these marks."""
        return self.seen_in.get(chosen[0].layer, self.seen)

    def audit(self, format: str, *notes: str) -> Audit:
        """What was read, dropped and changed."""
        told = tuple(dict.fromkeys([*self.notes, *self.ignored(), *notes]))
        return Audit(self.source, format, self.rows, sum(self.dropped.values()), told)

    def ignored(self) -> list[str]:
        """What was ignored, in words."""
        return [_ignored(one, about, n) for (one, about), n in self.dropped.items() if n]


IGNORED = {
    "note": "read.ignored-notes",
    "note of the project": "read.ignored-notes-project",
    "crowd": "read.ignored-crowds",
    "interval on tiers that name no coder": "read.ignored-intervals-tiers-name",
    "coding of an area of a picture or a page": "read.ignored-codings-area-picture",
    "multiword token line": "read.ignored-multiword-token-lines",
    "empty node": "read.ignored-empty-nodes",
}
"""What readers leave out → its sentence, where it has one."""


def _ignored(one: str, about: str, n: int) -> str:
    """That so many were ignored; `about` may be the sentence itself, but for the number."""
    if isinstance(about, Said):
        return said(about.key, n=n, **about.fields)
    key = IGNORED.get(f"{one} {about}".rstrip())
    return f"ignored {counted(n, one)} {about}".rstrip() if key is None else said(key, n=n)


def none_for_nan(value: Any) -> Any:
    """A value, None where it is NaN, which programs write for what is missing."""
    return None if isinstance(value, float) and isnan(value) else value


def labels_in(marks: Iterable[Mark]) -> Iterable[Hashable]:
    """The labels of marks, those of sets one by one."""
    for mark in marks:
        if isinstance(mark.value, frozenset):
            yield from sorted(mark.value, key=str)
        elif mark.value is not None:
            yield mark.value


_OF_NO_LABEL = attrgetter("chain", "link", "shape", "begin")
"""What a mark has only where it is more than the label of a whole item."""


def kind_in(marks: Sequence[Mark]) -> str:
    """The kind of study that marks make: the first thing that any of them has decides."""
    if not set(map(_OF_NO_LABEL, marks)) - {(None, None, None, None)}:  # nearly always
        return "codings"
    if any(mark.chain is not None for mark in marks):
        return "partitions"
    if any(mark.link is not None for mark in marks):
        return "relations"
    if any(mark.shape is not None for mark in marks):
        return "regions"
    return "unitizings" if any(mark.begin is not None for mark in marks) else "codings"
