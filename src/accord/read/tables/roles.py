"""A table, and which of its columns is which: guessed from the names people use, or as told."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from accord.errors import DataError, Setting


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


ROLES: Mapping[str, tuple[str, ...]] = {
    "item": _names(
        "item item_id unit subject task task_id question example example_id instance instance_id "
        "orig_id hitid _unit_id utterance sentence_id target id"
    ),
    "coder": _names(
        "coder annotator annotator_id rater judge worker worker_id workerid _worker_id user "
        "user_id username observer labeler labeller annotated_by model"
    ),
    "category": _names(
        "category label labels value code class tag rating answer response score annotation choice "
        "judgment judgement"
    ),
    "document": _names("document doc doc_id file filename text_id dialogue"),
    "begin": _names("begin start onset start_offset begin_offset"),
    "end": _names("end stop offset_end end_offset offset"),
}
"""Role → names that columns of this role have."""

ABOUT = _names(
    "text sentence comment comments note notes document doc domain genre source round batch split "
    "date time timestamp language topic lemma pos"
)
"""Names of columns that say something about an item and are never a coder's labels."""

SEGMENTS = {
    "masses": ("masses", "mass", "segment_masses", "segment_lengths"),
    "string": ("boundaries", "boundary_string", "segmentation", "cuts"),
    "place": ("place", "boundary", "position", "break", "cut"),
}
"""How segmentations are written → names of the column."""

LENGTHS = ("length", "document_length", "doc_length", "duration")
"""Names of the column that says where a document ends."""

CHAIN = ("chain", "entity", "entity_id", "cluster", "cluster_id", "coref", "coreference", "set")
MENTION = ("mention", "mention_id", "markable", "markable_id", "token", "id")

LISTS = "\x1f"
"""Separates the labels of a list inside a cell of a table that came with real lists."""


@dataclass(frozen=True, slots=True)
class Table:
    """Columns of cells, all strings, and where each row stands in the file.

    `lists` names columns whose cells were lists, now joined by a separator that does not occur
    in text; `places` is where rows stand, when they come from several files.
    """

    source: str
    header: tuple[str, ...]
    rows: list[list[str]]
    lines: list[int]
    notes: tuple[str, ...]
    lists: frozenset[str] = frozenset()
    places: list[str] = field(default_factory=list)

    def column(self, name: str) -> list[str]:
        """The cells of one column, without the space around them."""
        if name not in self.header:
            raise DataError(
                f"{self.source}: no column {name!r}; there are {', '.join(self.header[:20])}"
            )
        at = self.header.index(name)
        return [row[at].strip() for row in self.rows]

    def where(self) -> list[str]:
        """The place of each row, for error messages."""
        if self.places:
            return self.places
        return [f"{self.source}:{line}" for line in self.lines]


@dataclass(frozen=True, slots=True)
class Roles:
    """The columns of a table by role: long (coder and category) or wide (coders)."""

    item: str | None = None
    coder: str | None = None
    category: str | None = None
    document: str | None = None
    begin: str | None = None
    end: str | None = None
    coders: tuple[str, ...] = ()
    about: tuple[str, ...] = ()

    def describe(self) -> str:
        """What was taken for what, in one line."""
        parts = [f"{role}={getattr(self, role)}" for role in ROLES if getattr(self, role)]
        if self.coders:
            more = f" … {len(self.coders)} in all" if len(self.coders) > 12 else ""
            parts.append(f"coders={','.join(self.coders[:12])}{more}")
        if self.about:
            parts.append(f"about={','.join(self.about)}")
        return " ".join(parts)


def called(header: Sequence[str], names: Sequence[str], taken: Collection[str] = ()) -> str | None:
    """The column that has the first of these names that any has, case and spaces apart."""
    lowered = {name.lower().strip(): name for name in reversed(header) if name not in taken}
    return next((lowered[name] for name in names if name in lowered), None)


def assign(
    source: str,
    header: Sequence[str],
    given: Mapping[str, str | None],
    coders: Sequence[str] | None = None,
) -> Roles:
    """Give every column its role: what the user said, then what the names suggest."""
    for name in [*given.values(), *(coders or ())]:
        if name is not None and name not in header:
            raise DataError(f"{source}: no column {name!r}; there are {', '.join(header)}")
    found: dict[str, str | None] = {role: given.get(role) for role in ROLES}
    taken = {name for name in found.values() if name} | set(coders or ())
    for role, known in ROLES.items():
        if found[role] is None:
            found[role] = called(header, known, taken)
            taken |= {found[role] or ""}
    if found["begin"] is None or found["end"] is None:
        found["begin"] = found["end"] = None
    wide = bool(coders) or found["coder"] is None
    if not wide:
        _complete(source, header, found)
        rest = tuple(name for name in header if name not in found.values())
        return Roles(
            found["item"],
            found["coder"],
            found["category"],
            found["document"],
            found["begin"],
            found["end"],
            about=rest,
        )
    return _wide(source, header, found, given, coders)


def _wide(
    source: str,
    header: Sequence[str],
    found: dict[str, str | None],
    given: Mapping[str, str | None],
    coders: Sequence[str] | None,
) -> Roles:
    item = found["item"]
    if coders is None:
        apart = {item, *(name for name in given.values() if name)}
        rest = [name for name in header if name not in apart]
        coders = [name for name in rest if name.lower() not in ABOUT and name]
    if len(coders) < 2:
        raise DataError(
            f"{source}: no column looks like the coder ({', '.join(header)}); name the columns "
            f"with {Setting('item')}, {Setting('coder')} and {Setting('category')}, or the coders' "
            f"columns with {Setting('coders')}"
        )
    about = tuple(name for name in header if name not in coders and name != item)
    return Roles(item=item, coders=tuple(coders), about=about)


def _complete(source: str, header: Sequence[str], found: Mapping[str, str | None]) -> None:
    needed = ["coder"] if found["begin"] else ["item", "category"]
    for role in needed:
        if found[role] is None and not (role == "item" and found["document"]):
            raise DataError(
                f"{source}: column {found['coder']!r} looks like the coder, but none of "
                f"{', '.join(header)} looks like the {role}; name it with {Setting(role)}"
            )
