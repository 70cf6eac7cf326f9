"""Taxonomy: categories in a tree, or in several (a forest)."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from accord.errors import DataError, Setting, UnknownNameError
from accord.model.names import IntArray

_GENERAL = ("general-purpose", "general purpose", "*")
"""Names of the scope whose functions may be used in every dimension."""

Node = tuple[Hashable, Hashable | None, str | None]
"""A category, its parent, and the scope that both belong to."""


@dataclass(frozen=True, eq=False)
class Taxonomy:
    """Categories, each with its parent (None for the top of a tree), parents first.

    A category may belong to a scope: the dimension that a function is specific to, the lemma
    that a sense belongs to. Categories without a scope are general-purpose: they are there in
    every scope. The same name may occur in several scopes; `within` chooses one.

    :param names: The categories.
    :param source: Where the taxonomy came from.

    >>> import accord
    >>> tree = accord.Taxonomy.from_paths(["YNQ > CHECK > POSI", "YNQ > CHECK > NEGA", "WHQ"])
    >>> print(tree)
    YNQ
      CHECK
        POSI
        NEGA
    WHQ
    >>> tree.ancestors("POSI")
    ('CHECK', 'YNQ')
    """

    names: tuple[Hashable, ...]
    parents: tuple[int, ...]
    scopes: tuple[str | None, ...]
    source: str | None = field(default=None)

    @classmethod
    def of(cls, nodes: Iterable[Node], source: str | None = None) -> "Taxonomy":
        """Build one from (category, parent, scope), in any order."""
        given: dict[tuple[str | None, Hashable], Hashable | None] = {}
        place = f"{source}: " if source else ""
        for name, parent, scope in nodes:
            key = (_scope(scope), name)
            known = given.setdefault(key, parent)
            # The same line twice is no contradiction; two parents would make distances ambiguous.
            if known != parent:
                raise DataError(
                    f"{place}{name!r} is listed under {known!r} and under {parent!r}; a category "
                    "has "
                    "one parent: rename one of the two, or put them into scopes"
                )
        for (scope, name), parent in given.items():
            # A specific function may stand under a general-purpose one.
            if parent is not None and not {(scope, parent), (None, parent)} & given.keys():
                raise DataError(
                    f"{place}{name!r} has the parent {parent!r}, which is not in the taxonomy; add "
                    "it as a category"
                )
        return _ordered(given, source)

    @classmethod
    def from_paths(
        cls,
        paths: Iterable[str | Sequence[Hashable]],
        separator: str = ">",
        scope: str | None = None,
    ) -> "Taxonomy":
        """From paths from the top to a category: "A > B > C", or sequences."""
        nodes: list[Node] = []
        for path in paths:
            parts = (
                [part.strip() for part in path.split(separator)] if isinstance(path, str) else path
            )
            if not parts or any(isinstance(p, str) and not p for p in parts):
                raise DataError(f"path {path!r} has an empty part; write 'A {separator} B'")
            nodes += [(name, parts[at - 1] if at else None, scope) for at, name in enumerate(parts)]
        return cls.of(nodes)

    @classmethod
    def from_parents(cls, parents: Mapping[Hashable, Hashable | None]) -> "Taxonomy":
        """From category → parent; None for the top of a tree."""
        return cls.of((name, parent, None) for name, parent in parents.items())

    @classmethod
    def from_nested(cls, nested: Any, scopes: Iterable[str] = ()) -> "Taxonomy":
        """From nested mappings and lists; the top keys in `scopes` are scopes, not categories.

        >>> import accord
        >>> print(accord.Taxonomy.from_nested({"A": {"A1": None, "A2": ["x", "y"]}, "B": None}))
        A
          A1
          A2
            x
            y
        B
        """
        chosen, nodes = set(scopes), []
        for name, below in _branches(nested):
            if name in chosen:
                nodes += _nested(below, None, str(name))
            else:
                nodes += _nested({name: below}, None, None)
        return cls.of(nodes)

    def __len__(self) -> int:
        return len(self.names)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        roots = sum(parent < 0 for parent in self.parents)
        scopes = len(self.named_scopes)
        more = f", {scopes} scopes" if scopes else ""
        return f"Taxonomy({len(self)} categories, {roots} trees{more})"

    @cached_property
    def named_scopes(self) -> tuple[str, ...]:
        """The scopes (dimensions, lemmas), as met."""
        return tuple(dict.fromkeys(scope for scope in self.scopes if scope is not None))

    @cached_property
    def digest(self) -> str:
        """Eight signs that stand for this taxonomy in signatures, whatever the order of lines."""
        from hashlib import sha256

        over = [self.names[parent] if parent >= 0 else None for parent in self.parents]
        # Sorted: the same hierarchy written in another order must have the same signature.
        nodes = sorted(map(repr, zip(self.scopes, self.names, over, strict=True)))
        return sha256("\n".join(nodes).encode()).hexdigest()[:8]

    @cached_property
    def depth(self) -> IntArray:
        """The depth of each category, 0 at the top of a tree."""
        depth = np.zeros(len(self), dtype=np.intp)
        for at, parent in enumerate(self.parents):  # parents stand first
            depth[at] = 0 if parent < 0 else depth[parent] + 1
        return depth

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """The positions of the children of each category."""
        below: list[list[int]] = [[] for _ in self.names]
        for at, parent in enumerate(self.parents):
            if parent >= 0:
                below[parent].append(at)
        return tuple(map(tuple, below))

    @cached_property
    def _index(self) -> dict[Hashable, list[int]]:
        index: dict[Hashable, list[int]] = {}
        for at, name in enumerate(self.names):
            index.setdefault(name, []).append(at)
        return index

    def __contains__(self, name: object) -> bool:
        return name in self._index

    def index(self, name: Hashable) -> int:
        """The position of a category; an error that helps if it is unknown or ambiguous."""
        at = self._index.get(name)
        if at is None:
            known = [str(other) for other in self._index]
            raise UnknownNameError.of("category in the taxonomy", str(name), known)
        if len(at) > 1:
            scopes = " and in ".join(repr(self.scopes[one] or _GENERAL[0]) for one in at)
            raise DataError(
                f"category {name!r} is in {scopes}: measure one dimension at a time with "
                f"{Setting('dimensions')}"
            )
        return at[0]

    def ancestors(self, name: Hashable) -> tuple[Hashable, ...]:
        """The categories above `name`, the nearest first."""
        above, at = [], self.parents[self.index(name)]
        while at >= 0:
            above.append(self.names[at])
            at = self.parents[at]
        return tuple(above)

    def cut(self, name: Hashable, level: int) -> Hashable:
        """The category at `level` (1 = top) that `name` falls under; itself if it is higher."""
        path = (name, *self.ancestors(name))
        # A category above the level has nothing to be cut to, and dropping it would lose its
        # codings.
        return path[max(0, len(path) - level)]

    def within(self, scope: str) -> "Taxonomy":
        """The categories that may be used in a scope: its own and the general-purpose ones."""
        kept = [at for at, own in enumerate(self.scopes) if own is None or own == scope]
        new = {at: position for position, at in enumerate(kept)}
        return Taxonomy(
            tuple(self.names[at] for at in kept),
            tuple(new[self.parents[at]] if self.parents[at] >= 0 else -1 for at in kept),
            tuple(self.scopes[at] for at in kept),
            self.source,
        )

    def lines(self, counts: Mapping[tuple[str | None, Hashable], int] | None = None) -> list[str]:
        """The tree as indented text, which can be read back; with counts, drawn with branches."""
        if counts is None:
            return self._indented()
        return self._drawn(counts)

    def _indented(self) -> list[str]:
        shown: list[str] = []
        for scope in (None, *self.named_scopes):
            if scope is not None:
                shown.append(f"[{scope}]")
            shown += [
                "  " * int(self.depth[at]) + str(self.names[at])
                for at in range(len(self))
                if self.scopes[at] == scope
            ]
        return shown

    def _drawn(self, counts: Mapping[tuple[str | None, Hashable], int]) -> list[str]:
        total = [counts.get(key, 0) for key in zip(self.scopes, self.names, strict=True)]
        own = list(total)
        for at in reversed(range(len(self))):  # children after parents
            if self.parents[at] >= 0:
                total[self.parents[at]] += total[at]
        drawn: list[str] = []

        def draw(at: int, lead: str, branch: str, below: str) -> None:
            inside = f"  {total[at]} with all below" if self.children[at] else ""
            drawn.append(f"{lead}{branch}{self.names[at]}  {own[at]}{inside}")
            for child in self.children[at]:
                last = child == self.children[at][-1]
                draw(child, lead + below, "└─ " if last else "├─ ", "   " if last else "│  ")

        for scope in (None, *self.named_scopes):
            if scope is not None:
                drawn.append(f"[{scope}]")
            for at, parent in enumerate(self.parents):
                if parent < 0 and self.scopes[at] == scope:
                    draw(at, "", "", "")
        return drawn


def _scope(scope: str | None) -> str | None:
    return None if scope is None or scope.lower() in _GENERAL else scope


def _ordered(
    given: Mapping[tuple[str | None, Hashable], Hashable | None], source: str | None
) -> Taxonomy:
    """Depth first, children in the order given; a cycle is an error."""
    below: dict[tuple[str | None, Hashable] | None, list[tuple[str | None, Hashable]]] = {}
    for (scope, name), parent in given.items():
        over = None
        if parent is not None:
            over = (scope, parent) if (scope, parent) in given else (None, parent)
        below.setdefault(over, []).append((scope, name))
    names: list[Hashable] = []
    parents: list[int] = []
    scopes: list[str | None] = []
    waiting = [(key, -1) for key in reversed(below.get(None, []))]
    while waiting:
        key, parent_at = waiting.pop()
        at = len(names)
        names.append(key[1])
        parents.append(parent_at)
        scopes.append(key[0])
        waiting += [(child, at) for child in reversed(below.get(key, []))]
    # What no root leads to hangs on a cycle.
    if len(names) < len(given):
        odd = next(key for key in given if (key[0], key[1]) not in zip(scopes, names, strict=True))
        place = f"{source}: " if source else ""
        raise DataError(f"{place}{odd[1]!r} is its own ancestor; a taxonomy has no cycles")
    return Taxonomy(tuple(names), tuple(parents), tuple(scopes), source)


def _branches(nested: Any) -> list[tuple[Hashable, Any]]:
    if nested is None:
        return []
    if isinstance(nested, Mapping):
        return list(nested.items())
    if isinstance(nested, (str, int, float)):
        return [(nested, None)]
    if isinstance(nested, Sequence):
        return [branch for part in nested for branch in _branches(part)]
    raise DataError(f"a taxonomy nests mappings, lists and names, found {nested!r}")


def _nested(nested: Any, parent: Hashable | None, scope: str | None) -> list[Node]:
    nodes: list[Node] = []
    for name, below in _branches(nested):
        nodes.append((name, parent, scope))
        nodes += _nested(below, name, scope)
    return nodes
