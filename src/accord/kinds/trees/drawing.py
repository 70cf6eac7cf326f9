"""Trees and graphs drawn as SVG: arcs over words, brackets over words, or nodes below each other;
what differs stands out."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from html import escape
from typing import Any

from accord.kinds.graphs.parts import Graph
from accord.kinds.trees.discourse import Discourse
from accord.kinds.trees.parts import Constituents, Dependencies

OTHER = "#c0392b"
"""The colour of what the other coder has otherwise."""

_LARGEST = 150
"""The most tokens of a tree that is drawn."""

_LETTER, _GAP, _ROW, _ARC = 7.5, 14.0, 30.0, 17.0


def drawing(tree: Any, other: Any = None) -> str:
    """A tree or graph as SVG; what the `other` lacks stands out. Empty where it is too large.

    :param tree: The tree or graph to draw.
    :param other: The one to compare it with.

    >>> import accord
    >>> one = accord.trees.Dependencies.of([2, 0], ["subj", "root"], ["We", "read"])
    >>> accord.trees.drawing(one, one).startswith('<svg'), 'subj' in accord.trees.drawing(one)
    (True, True)
    """
    if len(tree) > _LARGEST or not len(tree):
        return ""
    if isinstance(tree, Dependencies):
        return _arcs(tree, other)
    if isinstance(tree, (Constituents, Discourse)):
        return _spans(tree, other)
    return _outline(tree, other) if isinstance(tree, Graph) else ""


def side_by_side(one: Any, other: Any, names: tuple[str, str]) -> str:
    """Two trees of an item, each with what the other has not: side by side where there is room,
    else one below the other, with the same words at the same places."""
    parts = [
        f"<figure><figcaption>{escape(name)}</figcaption>{drawing(mine, theirs)}</figure>"
        for name, mine, theirs in ((names[0], one, other), (names[1], other, one))
    ]
    style = "display:flex;flex-wrap:wrap;gap:0 2rem;overflow-x:auto"
    return f'<div class="trees" style="{style}">{"".join(parts)}</div>'


def _words(tree: Any) -> list[str]:
    words = list(tree.texts if isinstance(tree, Discourse) else tree.words)
    if not words:
        words = [str(at) for at in range(1, len(tree) + 1)]
    return [word if len(word) <= 24 else word[:23] + "…" for word in words]


def _places(words: list[str], least: list[float]) -> tuple[list[float], float]:
    """The middle of each word, and where the last one ends."""
    at, middles = _GAP, []
    for word, wide in zip(words, least, strict=True):
        width = max(len(word) * _LETTER, wide)
        middles.append(at + width / 2)
        at += width + _GAP
    return middles, at


def _text(x: float, y: float, text: str, colour: str = "currentColor", size: int = 12) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" font-size="{size}" '
        f'text-anchor="middle">{escape(text)}</text>'
    )


def _svg(width: float, height: float, label: str, parts: list[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="{escape(label)}" '
        f'font-family="sans-serif">{"".join(parts)}</svg>'
    )


def _arcs(tree: Dependencies, other: Any) -> str:
    """Every token below its arc to its head, arcs above those that they span; the root has a line
    to the top. Tokens of two trees of a sentence stand at the same places."""
    words = _words(tree)
    same = isinstance(other, Dependencies) and len(other) == len(tree)
    names = [tree.relations, other.relations if same else tree.relations]
    least = [6.5 * max(map(len, both)) for both in zip(*names, strict=True)]
    middles, width = _places(words, least)
    levels = _levels(tree.heads)
    height = 26 + _ARC * (1 + max(levels, default=0))
    parts, labels = [], []
    for at, (head, relation) in enumerate(zip(tree.heads, tree.relations, strict=True)):
        differs = same and (other.heads[at], other.relations[at]) != (head, relation)
        colour = OTHER if differs else "currentColor"
        x, bottom = middles[at], height - 4
        if not head:
            parts.append(f'<path d="M{x:.1f} {bottom}V20" stroke="{colour}" fill="none"/>')
            labels.append(_text(x, 15, relation, colour, 11))
            continue
        to, peak = middles[head - 1], bottom - _ARC * levels[at]
        bend = min(24.0, abs(to - x) / 2) * (1 if to > x else -1)  # flat above: arcs do not cross
        parts.append(
            f'<path d="M{x:.1f} {bottom}C{x:.1f} {peak} {x:.1f} {peak} {x + bend:.1f} {peak}'
            f"H{to - bend:.1f}C{to:.1f} {peak} {to:.1f} {peak} {to:.1f} {bottom}"
            f'M{x - 3:.1f} {bottom - 5}l3 5l3 -5" '  # the arrow is at the dependent
            f'stroke="{colour}" fill="none"/>'
        )
        labels.append(_text((x + to) / 2, peak - 3, relation, colour, 11))
    labels += [_text(x, height + 14, word) for x, word in zip(middles, words, strict=True)]
    return _svg(width, height + 24, " ".join(words), parts + labels)


def _levels(heads: Sequence[int]) -> list[int]:
    """How high the arc of each token is: above all arcs within it; 0 for the root.

    >>> _levels([2, 0, 5, 5, 2])
    [1, 0, 2, 1, 3]
    """
    found = [0] * len(heads)
    ends = {at: sorted((at, head)) for at, head in enumerate(heads, start=1) if head}
    for at, (begin, end) in sorted(ends.items(), key=lambda arc: (arc[1][1] - arc[1][0], arc[0])):
        within = [found[n - 1] for n, (b, e) in ends.items() if begin <= b and e <= end and n != at]
        found[at - 1] = 1 + max(within, default=0)
    return found


def _spans(tree: Any, other: Any) -> str:
    """Brackets above their words, outer ones higher; each is a line with its label."""
    words = _words(tree)
    middles, width = _places(words, [30.0] * len(words))
    theirs: Collection[Any] = set(other.brackets()) if other is not None else ()
    rows = list(tree.brackets())
    levels: list[tuple[int, str, int, int]] = []
    heights: dict[tuple[int, int], int] = {}
    for label, begin, end in sorted(rows, key=lambda row: (row[2] - row[1], -row[1])):
        inside = [h for (b, e), h in heights.items() if begin <= b and e <= end]
        level = 1 + max(inside, default=-1)
        heights[begin, end] = level
        levels.append((level, label, begin, end))
    height = _ROW * (1 + max((level for level, *_ in levels), default=0)) + 10
    parts = []
    for level, label, begin, end in levels:
        differs = other is not None and (label, begin, end) not in theirs
        colour = OTHER if differs else "currentColor"
        left, right = middles[begin] - 12, middles[end - 1] + 12
        y = height - _ROW * level - 6
        parts.append(
            f'<path d="M{left:.1f} {y + 5:.1f}v-5H{right:.1f}v5" stroke="{colour}" fill="none"/>'
        )
        parts.append(_text((left + right) / 2, y - 4, label, colour, 11))
    parts += [_text(x, height + 12, word) for x, word in zip(middles, words, strict=True)]
    return _svg(width, height + 22, " ".join(words), parts)


def relations_of(graph: Graph) -> Iterator[tuple[str, str, str]]:
    """What a graph says, without a mapping of its nodes: relations with what is at both ends, and
    nodes with their concepts.

    >>> list(relations_of(Graph.parsed("(w / want :ARG0 (b / boy))")))
    [('ARG0', 'want', 'boy'), ('node', 'boy', ''), ('node', 'want', ''), ('top', 'want', '')]
    """
    names = graph.anchors or graph.concepts
    yield from ((r, names[s], names[t]) for s, r, t in graph.edges)
    yield from ((r, names[n], value) for n, r, value in graph.attributes)
    if not graph.anchors:
        yield from (("node", name, "") for name in names)
    if graph.top >= 0:
        yield "top", names[graph.top], ""


def _outline(graph: Graph, other: Any) -> str:
    """The graph from its top downwards, a line for each relation, as Penman writes it; a node that
    is met again is named again, without what lies below it."""
    theirs = Counter(relations_of(other)) if isinstance(other, Graph) else None
    names = [
        f"{name} {concept}" if graph.anchors and name != concept else concept
        for name, concept in zip(graph.anchors or graph.concepts, graph.concepts, strict=True)
    ]
    plain = graph.anchors or graph.concepts
    out: dict[int, list[tuple[str, int]]] = {}
    for source, relation, target in graph.edges:
        out.setdefault(source, []).append((relation, target))
    aimed = {target for _, _, target in graph.edges}
    starts = [graph.top] if graph.top >= 0 else []
    starts += [at for at in range(len(names)) if at not in aimed and at != graph.top]
    starts += [at for at in range(len(names)) if at in aimed and at != graph.top]
    lines: list[tuple[int, str, bool]] = []
    met: set[int] = set()

    def lacking(part: tuple[str, str, str]) -> bool:
        if theirs is None:
            return False
        theirs[part] -= 1
        return theirs[part] < 0

    for start in starts:
        if start in met:
            continue
        first = "top" if start == graph.top else "node"
        differs = (first == "top" or not graph.anchors) and lacking((first, plain[start], ""))
        todo = [(0, names[start], start, differs)]
        while todo:
            depth, text, at, differs = todo.pop()
            lines.append((depth, text, differs))
            if at < 0 or at in met:
                continue
            met.add(at)
            more = [
                (depth + 1, f":{r} {names[t]}", t, lacking((r, plain[at], plain[t])))
                for r, t in out.get(at, [])
            ]
            more += [
                (depth + 1, f":{r} {value}", -1, lacking((r, plain[at], value)))
                for n, r, value in graph.attributes
                if n == at
            ]
            todo += reversed(more)
    shown = [(depth, text if len(text) <= 48 else text[:47] + "…", d) for depth, text, d in lines]
    width = max(24.0 * min(depth, 20) + len(text) * _LETTER for depth, text, _ in shown) + 2 * _GAP
    parts = []
    for row, (depth, text, differs) in enumerate(shown):
        colour = OTHER if differs else "currentColor"
        parts.append(
            f'<text x="{_GAP + 24 * min(depth, 20):.1f}" y="{18 * row + 18:.1f}" fill="{colour}" '
            f'font-size="12">{escape(text)}</text>'
        )
    return _svg(width, 18 * len(shown) + 12, " ".join(graph.words) or str(graph)[:200], parts)
