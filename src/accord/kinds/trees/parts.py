"""Trees of sentences and documents: dependencies and constituents.

A tree is a category: one coder's analysis of one item. Two analyses are the same category where
their structure and their labels are the same; words and tags are for reading and for breakdowns,
and do not count. `nodes` gives any tree as its ordered nodes, which is what an edit distance
compares.

    dependencies   the head of every token (0 is the root), and the relation to it
    constituents   labelled brackets over the tokens
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import total_ordering
from typing import Any, ClassVar, NamedTuple, Protocol, runtime_checkable

from accord.errors import DataError

_DEEPEST = 250
"""The most brackets within each other: real trees have a tenth of it."""

ROOTS = ("ROOT", "TOP", "VROOT", "S1")
"""What treebanks call the bracket over a whole sentence."""


class Nodes(NamedTuple):
    """An ordered tree in postorder: the label of each node, and its leftmost leaf.

    :param labels: The label of each node.
    :param left: The place of the leftmost leaf below each node.

    >>> import accord
    >>> tree = accord.trees.Dependencies.of([2, 0, 2], ["subj", "root", "obj"])
    >>> tree.nodes().labels
    ('subj', 'obj', 'root', '')
    """

    labels: tuple[str, ...]
    left: tuple[int, ...]


@runtime_checkable
class Tree(Protocol):
    """What a tree of any kind can say of itself; its length is the number of its tokens.

    >>> import accord
    >>> tree = accord.trees.Constituents.parsed("(S (NP (PRP We)) (VP (VBP read)))")
    >>> isinstance(tree, accord.trees.Tree), len(tree), [*tree.brackets()][1]
    (True, 2, ('NP', 0, 1))
    """

    def nodes(self) -> Nodes:
        """The ordered nodes."""

    def brackets(self) -> Iterator[tuple[str, int, int]]:
        """Labelled spans of tokens."""

    def __len__(self) -> int: ...


def circles_in(heads: Sequence[int]) -> list[int]:
    """The first token of each circle that heads lead in; none in a tree.

    >>> circles_in([2, 0, 2]), circles_in([3, 0, 1])
    ([], [1])
    """
    found = []
    # Every token is walked once: what an earlier walk has passed is known.
    walked = [0] * (len(heads) + 1)  # by the walk of which token each was passed
    for token in range(1, len(heads) + 1):
        at = token
        while at and not walked[at]:
            walked[at] = token
            at = heads[at - 1]
        if at and walked[at] == token:  # this walk met itself
            ring, other = [at], heads[at - 1]
            while other != at:
                ring.append(other)
                other = heads[other - 1]
            found.append(min(ring))
    return found


@dataclass(frozen=True, slots=True)
@total_ordering
class Dependencies:
    """A dependency tree: the head of each token, counted from 1, 0 for the root.

    Heads as coders gave them may lead in a circle, which is no tree: measures of heads (LAS, UAS)
    take them as they are, and where a tree is needed the first token of the circle hangs on the
    root.

    :param heads: The head of each token.
    :param relations: The relation of each token to its head.
    :param words: The tokens, which are not compared.
    :param tags: Their parts of speech, which are not compared.

    >>> import accord
    >>> tree = accord.trees.Dependencies.of(
    ...     [2, 0, 2], ["subj", "root", "obj"], ["We", "read", "books"]
    ... )
    >>> str(tree)
    '(root subj obj)'
    """

    written_as: ClassVar[str] = "dependencies"

    heads: tuple[int, ...]
    relations: tuple[str, ...]
    words: tuple[str, ...] = field(default=(), compare=False)
    tags: tuple[str, ...] = field(default=(), compare=False)

    def columns(self) -> tuple[tuple[Any, ...], ...]:
        """All that it holds: heads, relations, words, tags."""
        return self.heads, self.relations, self.words, self.tags

    @classmethod
    def of(
        cls,
        heads: Sequence[int],
        relations: Sequence[str],
        words: Sequence[str] = (),
        tags: Sequence[str] = (),
        *,
        circles: bool = False,
    ) -> "Dependencies":
        """A tree from its columns; DataError where heads point nowhere or go in a circle.

        :param heads: The head of each token, counted from 1, 0 for the root.
        :param relations: The relation of each token to its head.
        :param words: The tokens, for reading.
        :param tags: Their parts of speech, for breakdowns.
        :param circles: Whether heads may lead in a circle.
        """
        size = len(heads)
        if len(relations) != size:
            raise DataError(f"{size} heads and {len(relations)} relations; each token has both")
        for token, head in enumerate(heads, start=1):
            if not 0 <= head <= size:
                raise DataError(f"token {token} has head {head}, but there are {size} tokens")
        if not circles and (cut := circles_in(heads)):
            raise DataError(f"the heads of token {cut[0]} lead back to it; a tree has no circle")
        return cls(tuple(heads), tuple(relations), tuple(words), tuple(tags))

    @property
    def rooted(self) -> tuple[int, ...]:
        """The heads of a tree: the first token of each circle hangs on the root.

        >>> Dependencies((2, 1, 2), ("a", "b", "c")).rooted
        (0, 1, 2)
        """
        cut = circles_in(self.heads)
        return (
            tuple(0 if token in cut else head for token, head in enumerate(self.heads, start=1))
            if cut
            else self.heads
        )

    def __len__(self) -> int:
        return len(self.heads)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Dependencies):
            return NotImplemented
        return (self.heads, self.relations) < (other.heads, other.relations)

    def nodes(self) -> Nodes:
        """Relations as labels under one empty root; dependents in the order of the words.

        >>> import accord
        >>> accord.trees.Dependencies.of([2, 0, 2], ["subj", "root", "obj"]).nodes()
        Nodes(labels=('subj', 'obj', 'root', ''), left=(0, 1, 0, 0))
        """
        below: list[list[int]] = [[] for _ in range(len(self) + 1)]
        for token, head in enumerate(self.rooted, start=1):
            below[head].append(token)
        labels: list[str] = []
        left: list[int] = []
        first = [0] * (len(self) + 1)
        # A stack and not recursion: a sentence of a thousand words may hang on a single chain.
        todo = [(0, False)]
        while todo:
            node, done = todo.pop()
            if not done:
                first[node] = len(labels)
                todo.append((node, True))
                todo += [(child, False) for child in reversed(below[node])]
            else:
                labels.append(self.relations[node - 1] if node else "")
                left.append(first[node])
        return Nodes(tuple(labels), tuple(left))

    def brackets(self) -> Iterator[tuple[str, int, int]]:
        """Every token with all that depends on it, as a span of tokens named by its relation."""
        low, high = list(range(len(self))), list(range(1, len(self) + 1))
        nodes = [[token] for token in range(len(self))]  # from a token up to the root
        heads = self.rooted
        for token, path in enumerate(nodes):
            at = heads[token]
            while at:
                path.append(at - 1)
                at = heads[at - 1]
        for token, path in enumerate(nodes):
            for above in path:
                low[above], high[above] = min(low[above], token), max(high[above], token + 1)
        yield from zip(self.relations, low, high, strict=True)

    def __str__(self) -> str:
        return tree_in_brackets(self.nodes(), skip_root=True)


@dataclass(frozen=True, slots=True)
@total_ordering
class Constituents:
    """A constituent tree: brackets (label, begin, end) over tokens, outer before inner.

    :param labels: The label of each bracket.
    :param spans: Its first token and the one after its last.
    :param depths: How many brackets hold it.
    :param size: How many tokens there are.
    :param words: The tokens, which are not compared.
    :param tags: Their parts of speech, which are not compared.

    >>> import accord
    >>> tree = accord.trees.Constituents.parsed(
    ...     "(S (NP (PRP We)) (VP (VBP read) (NP (NNS books))))"
    ... )
    >>> [*tree.brackets()]
    [('S', 0, 3), ('NP', 0, 1), ('VP', 1, 3), ('NP', 2, 3)]
    """

    written_as: ClassVar[str] = "constituents"

    labels: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    depths: tuple[int, ...]
    size: int
    words: tuple[str, ...] = field(default=(), compare=False)
    tags: tuple[str, ...] = field(default=(), compare=False)

    def columns(self) -> tuple[tuple[Any, ...], ...]:
        """All that it holds: labels, spans, depths, (size,), words, tags."""
        return self.labels, self.spans, self.depths, (self.size,), self.words, self.tags

    @classmethod
    def of(
        cls,
        labels: Sequence[str],
        spans: Sequence[tuple[int, int]],
        depths: Sequence[int],
        size: int,
        words: Sequence[str] = (),
        tags: Sequence[str] = (),
    ) -> "Constituents":
        """A tree from its brackets; DataError where they do not lie within each other.

        :param labels: The label of each bracket, outer before inner, from left to right.
        :param spans: Its first token and the one after its last.
        :param depths: How many brackets hold it.
        :param size: How many tokens there are.
        :param words: The tokens, for reading.
        :param tags: Their parts of speech.
        """
        if not len(labels) == len(spans) == len(depths):
            raise DataError("brackets need a label, a span and a depth each")
        above: list[tuple[int, int]] = []
        before = (0, 0)
        for (begin, end), depth in zip(spans, depths, strict=True):
            outer = above[depth - 1] if 0 < depth <= len(above) else (0, size)
            inside = outer[0] <= begin < end <= outer[1]
            if not 0 <= depth <= len(above) or not inside or (begin, -end) < (before[0], -size):
                raise DataError(f"bracket {begin}–{end} is not within the others")
            if depth < len(above) and begin < above[depth][1]:
                raise DataError(f"bracket {begin}–{end} overlaps the one before it")
            above[depth:] = [(begin, end)]
            before = (begin, end)
        made = tuple(tuple(span) for span in spans)
        parts = tuple(labels), made, tuple(depths), size
        return cls(*parts, tuple(words), tuple(tags))  # type: ignore[arg-type]

    @classmethod
    def parsed(cls, text: str) -> "Constituents":
        """A tree from brackets as the Penn Treebank writes them; tags are leaves with a word.

        Empty elements (-NONE-) are left out, with the brackets that hold nothing else; labels
        keep what is before the first of `-=|` (NP-SBJ is NP). A bracket over the whole sentence
        without a label, or called ROOT, TOP, VROOT or S1, does not count.
        """
        labels: list[str] = []
        spans: list[tuple[int, int]] = []
        depths: list[int] = []
        words: list[str] = []
        tags: list[str] = []

        def add(node: Sequence[object], depth: int) -> bool:
            label, inner = str(node[0]), node[1:]
            if len(inner) == 1 and isinstance(inner[0], str):
                # Traces and other empty elements stand for no word: coders could not have the same
                # tokens.
                if label != "-NONE-":
                    words.append(inner[0])
                    tags.append(label)
                return label != "-NONE-"
            at, begin = len(labels), len(words)
            if not depth and label in ROOTS and not any(isinstance(one, str) for one in inner):
                label = ""  # it stands over every tree and says nothing
            if label:
                labels.append(_plain(label))
                spans.append((begin, begin))
                depths.append(depth)
            for child in inner:
                if isinstance(child, str):  # a bare word, without a tag
                    words.append(child)
                    tags.append("")
                else:
                    assert isinstance(child, list)
                    add(child, depth + bool(label))
            if label and len(words) > begin:
                spans[at] = (begin, len(words))
            # A bracket over no word could be matched with nothing.
            elif label:  # nothing but empty elements
                del labels[at:], spans[at:], depths[at:]
            return len(words) > begin

        for node in _bracketed(text):
            add(node, 0)
        parts = tuple(labels), tuple(spans), tuple(depths), len(words)
        return cls(*parts, tuple(words), tuple(tags))

    def __len__(self) -> int:
        return self.size

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Constituents):
            return NotImplemented
        return (self.spans, self.labels) < (other.spans, other.labels)

    def brackets(self) -> Iterator[tuple[str, int, int]]:
        """Labelled spans of tokens, outer before inner."""
        for label, (begin, end) in zip(self.labels, self.spans, strict=True):
            yield label, begin, end

    def nodes(self) -> Nodes:
        """Brackets as nodes under one empty root, tokens as leaves without a label."""
        labels: list[str] = []
        left: list[int] = []
        open_: list[tuple[str, int, int]] = [("", 0, self.size)]  # label, first leaf, end
        waiting = list(zip(self.labels, self.spans, self.depths, strict=True))[::-1]
        depths = [-1]

        def close(until: int) -> None:
            while len(open_) > until:
                label, first, _ = open_.pop()
                depths.pop()
                labels.append(label)
                left.append(first)

        for token in range(self.size):
            while waiting and waiting[-1][1][0] == token:
                label, (_, end), depth = waiting.pop()
                while depths[-1] >= depth:
                    close(len(open_) - 1)
                open_.append((label, len(labels), end))
                depths.append(depth)
            labels.append("·")
            left.append(len(labels) - 1)
            while len(open_) > 1 and open_[-1][2] == token + 1:
                close(len(open_) - 1)
        close(0)
        return Nodes(tuple(labels), tuple(left))

    def __str__(self) -> str:
        return tree_in_brackets(self.nodes(), skip_root=True)


def _plain(label: str) -> str:
    for at, sign in enumerate(label):
        if at and sign in "-=|":
            return label[:at]
    return label


def _bracketed(text: str) -> list[list[object]]:
    """Nested lists: a label, then words and lists."""
    top: list[object] = []
    stack: list[list[object]] = []
    fresh = False
    for token in text.replace("(", " ( ").replace(")", " ) ").split():
        if token == "(":
            stack.append([])
            fresh = True
            if len(stack) > _DEEPEST:
                raise DataError(f"more than {_DEEPEST} brackets within each other")
        elif token == ")":
            if not stack:
                raise DataError("a bracket is closed that was not opened")
            done = stack.pop()
            if fresh:
                done.append("")
            (stack[-1] if stack else top).append(done)
            fresh = False
        else:
            if not stack:
                raise DataError(f"{token!r} is outside all brackets")
            stack[-1].append(token)
            fresh = False
        if token == "(" and len(stack) > 1 and not stack[-2]:
            stack[-2].append("")  # ( (S …)): a bracket without a label
    if stack:
        raise DataError(f"{len(stack)} bracket{'s' * (len(stack) > 1)} not closed")
    return top  # type: ignore[return-value]


def tree_in_brackets(nodes: Nodes, *, skip_root: bool) -> str:
    """A tree on one line: (label child child); a leaf is its label."""
    made: list[tuple[int, str]] = []
    for at, (label, left) in enumerate(zip(*nodes, strict=True)):
        inner: list[str] = []
        while made and made[-1][0] >= left:
            inner.append(made.pop()[1])
        inner.reverse()
        if skip_root and at == len(nodes.labels) - 1:
            return " ".join(inner)
        made.append((left, f"({label} {' '.join(inner)})" if inner else label))
    return " ".join(text for _, text in made)
