"""Tables of edits: the fewest insertions, deletions and changes from one thing to another, for
every two texts, and for every two ordered trees. The native core computes them where it is there.

References: levenshtein1966, myers1999, zhang1989.
"""

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from accord.errors import TooLargeError
from accord.kinds.trees.parts import Nodes
from accord.model.names import FloatArray, IntArray
from accord.native import call, core, in_c

_MOST_COMPARED = 5000
"""Different texts or trees: the distances of all pairs take 200 MB."""

WORD = 64
"""Bits of a machine word: so many letters of a text are compared at once."""


def text_edits(texts: Sequence[Sequence[Hashable]], threads: int = 1) -> FloatArray:
    """Levenshtein's distance of every two texts.

    >>> text_edits(["kitten", "sitting", ""]).tolist()
    [[0.0, 3.0, 6.0], [3.0, 0.0, 7.0], [6.0, 7.0, 0.0]]
    """
    TooLargeError.unless(len(texts), _MOST_COMPARED, "different texts to compare two by two")
    known: dict[Hashable, int] = {}
    coded = [
        np.array([known.setdefault(one, len(known)) for one in text], dtype=np.int32)
        for text in texts
    ]
    if core() is not None:
        return _by_core("accord_text_edits", coded, (len(known),), [], threads)
    return _texts_by_numpy(coded, len(known))


def tree_edits(trees: Sequence[Nodes], threads: int = 1) -> FloatArray:
    """Zhang & Shasha's edit distance of every two trees, every edit at cost 1.

    >>> one, other = Nodes(("a", "b", "c"), (0, 1, 0)), Nodes(("a", "c"), (0, 0))
    >>> tree_edits([one, other]).tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """
    TooLargeError.unless(len(trees), _MOST_COMPARED, "different trees to compare two by two")
    labels, left = _in_numbers(trees)
    if core() is not None:
        return _by_core("accord_tree_edits", labels, (), left, threads)
    found = np.zeros((len(trees), len(trees)))
    plain = _as_plain(labels, left)
    for i, one in enumerate(plain):
        for j in range(i + 1, len(plain)):
            found[i, j] = found[j, i] = _zhang_shasha(one, plain[j])
    return found


def edits_of_pairs(trees: Sequence[Nodes], one: IntArray, other: IntArray) -> FloatArray:
    """The edit distance of some pairs of trees, given by position.

    >>> tree, bare = Nodes(("a", "b", "c"), (0, 1, 0)), Nodes(("a", "c"), (0, 0))
    >>> edits_of_pairs([tree, bare], np.array([0, 1]), np.array([1, 1])).tolist()
    [1.0, 0.0]
    """
    labels, left = _in_numbers(trees)
    if core() is None:
        plain = _as_plain(labels, left)
        pairs = zip(one.tolist(), other.tolist(), strict=True)
        return np.array([_zhang_shasha(plain[a], plain[b]) for a, b in pairs], dtype=np.float64)
    one, other = (np.ascontiguousarray(side, np.int64) for side in (one, other))
    if len(one) != len(other) or (len(one) and not min(one.min(), other.min()) >= 0):
        raise IndexError("pairs are two positions of trees each")
    if len(one) and max(one.max(), other.max()) >= len(trees):
        raise IndexError("pairs are two positions of trees each")
    out = np.zeros(len(one), dtype=np.int32)
    held = (_firsts(labels), _joined(labels), _joined(left))  # as long as the core looks at them
    call("accord_tree_pairs", len(labels), *in_c(*held, len(one), one, other, out))
    return out.astype(np.float64)


def _in_numbers(trees: Sequence[Nodes]) -> tuple[list[IntArray], list[IntArray]]:
    """The labels of trees as numbers, and their leftmost leaves."""
    known: dict[Hashable, int] = {}
    labels: list[IntArray] = [
        np.array([known.setdefault(one, len(known)) for one in tree.labels], dtype=np.int32)
        for tree in trees
    ]
    left: list[IntArray] = [np.array(tree.left, dtype=np.int32) for tree in trees]
    for below in left:  # the core trusts what it is given
        if ((below < 0) | (below > np.arange(len(below)))).any():
            raise ValueError("a leftmost leaf comes after its node")
    return labels, left


def _as_plain(labels: list[IntArray], left: list[IntArray]) -> "list[Plain]":
    return [
        (a.tolist(), b.tolist(), _keyroots(b.tolist())) for a, b in zip(labels, left, strict=True)
    ]


def _firsts(parts: Sequence[IntArray]) -> IntArray:
    """Where each part begins among all, and where the last one ends."""
    first = np.zeros(len(parts) + 1, dtype=np.int64)
    first[1:] = np.cumsum([len(part) for part in parts])
    return first


def _by_core(
    name: str,
    parts: Sequence[IntArray],
    more: tuple[int, ...],
    other: Sequence[IntArray],
    threads: int,
) -> FloatArray:
    from ctypes import POINTER, c_int32, c_int64

    number, first = len(parts), _firsts(parts)
    held = [_joined(parts), *([_joined(other)] if other or name == "accord_tree_edits" else [])]
    out = np.zeros((number, number), dtype=np.int32)
    call(
        name,
        c_int64(number),
        first.ctypes.data_as(POINTER(c_int64)),
        *(array.ctypes.data_as(POINTER(c_int32)) for array in held),
        *(c_int64(value) for value in more),
        c_int64(max(1, threads)),
        out.ctypes.data_as(POINTER(c_int32)),
    )
    return out.astype(np.float64)


def _joined(parts: Sequence[IntArray]) -> Any:
    return np.ascontiguousarray(np.concatenate([np.zeros(0, np.int32), *parts]), np.int32)


Plain = tuple[list[int], list[int], list[int]]
"""Labels, leftmost leaves and keyroots of a tree."""


def _keyroots(left: list[int]) -> list[int]:
    """The nodes that no later node shares its leftmost leaf with."""
    return sorted({below: at for at, below in enumerate(left)}.values())


def _zhang_shasha(one: Plain, other: Plain) -> int:
    label_a, left_a, roots_a = one
    label_b, left_b, roots_b = other
    trees = [[0] * len(label_b) for _ in label_a]
    for x in roots_a:
        for y in roots_b:
            a, b = left_a[x], left_b[y]
            forest = [list(range(y - b + 2))]
            for i in range(a, x + 1):
                before, now = forest[-1], [i - a + 1]
                whole, tree, back = left_a[i] == a, trees[i], forest[left_a[i] - a]
                for j in range(b, y + 1):
                    column = j - b + 1
                    least = min(before[column], now[-1]) + 1
                    if whole and left_b[j] == b:
                        least = min(least, before[column - 1] + (label_a[i] != label_b[j]))
                        tree[j] = least
                    else:
                        least = min(least, back[left_b[j] - b] + tree[j])
                    now.append(least)
                forest.append(now)
    return trees[-1][-1] if label_a and label_b else len(label_a) + len(label_b)


def _texts_by_numpy(coded: Sequence[IntArray], letters: int) -> FloatArray:
    """One text is compared with all longer ones at once: a column of the table of edits is kept as
    bits that say where it rises and falls, 64 rows to a word (Myers 1999)."""
    order = np.argsort([len(text) for text in coded], kind="stable")
    longest = max((len(text) for text in coded), default=0)
    table = np.full((len(coded), longest), letters, dtype=np.intp)
    for row, at in enumerate(order):
        table[row, : len(coded[at])] = coded[at]
    sizes = np.array([len(coded[at]) for at in order], dtype=np.intp)
    found = np.zeros((len(coded), len(coded)))
    for row, at in enumerate(order):
        later = order[row + 1 :]
        if len(later):
            apart = _edits_from(coded[at], table[row + 1 :], sizes[row + 1 :], letters)
            found[at, later] = found[later, at] = apart
    return found


def _edits_from(pattern: IntArray, texts: IntArray, sizes: IntArray, letters: int) -> IntArray:
    """The edits from one text to each of several."""
    if not len(pattern):
        return sizes.copy()
    words = -(-len(pattern) // WORD)
    one = np.uint64(1)
    equal = np.zeros((letters + 1, words), dtype=np.uint64)  # the last row is of no letter
    at = np.arange(len(pattern))
    np.bitwise_or.at(equal, (pattern, at // WORD), one << (at % WORD).astype(np.uint64))
    tops = np.full(words, WORD - 1, dtype=np.uint64)
    tops[-1] = (len(pattern) - 1) % WORD
    rises = np.full((words, len(texts)), ~np.uint64(0))
    falls = np.zeros((words, len(texts)), dtype=np.uint64)
    score = np.full(len(texts), len(pattern), dtype=np.intp)
    for column in range(int(sizes.max(initial=0))):
        met = equal[texts[:, column]]
        up = np.ones(len(texts), dtype=np.uint64)  # the first row rises by one a column
        down = np.zeros(len(texts), dtype=np.uint64)
        for word in range(words):
            same, rise, fall = met[:, word], rises[word], falls[word]
            across = same | fall
            same = same | down
            along = (((same & rise) + rise) ^ rise) | same
            more, less = fall | ~(along | rise), rise & along
            top = tops[word]
            more_out, less_out = (more >> top) & one, (less >> top) & one
            more, less = (more << one) | up, (less << one) | down
            rises[word], falls[word] = less | ~(across | more), more & across
            up, down = more_out, less_out
        going = column < sizes
        score += going * (up.astype(np.intp) - down.astype(np.intp))
    return score
