"""Keys: what is known of an item as a few whole numbers, which any engine can add up.

Every engine groups and sums; few have more in common. So a category (or a coder's category)
becomes a digit at a place of its own, the sum over an item's codings is its pattern, and equal
patterns are equal numbers. A word has 48 bits of digits: the rest is room for the carries of
codings that should not be there, so that these are found and not lost.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.model.names import FloatArray, IntArray

WORD = 48
CHAIN = 32
"""How many cases stand in one expression: engines limit how deep these nest."""


@dataclass(frozen=True, slots=True)
class Digits:
    """`number` digits of `bits` bits, in as many words as they need."""

    number: int
    bits: int

    @property
    def per_word(self) -> int:
        """How many digits a word has."""
        return max(WORD // self.bits, 1)

    @property
    def words(self) -> int:
        """How many words there are."""
        return -(-self.number // self.per_word)

    def cases(self, word: int, values: Sequence[Any]) -> list[tuple[Any, int]]:
        """(value, 1 at its place) for the values whose digit is in this word."""
        begin = word * self.per_word
        inside = values[begin : begin + self.per_word]
        return [(value, 1 << (self.bits * at)) for at, value in enumerate(inside)]

    def read(self, words: Sequence[IntArray]) -> tuple[IntArray, IntArray, IntArray]:
        """Row, digit and value of every digit that is not 0, sorted by row and digit."""
        rows, digits, values = [], [], []
        mask = (1 << self.bits) - 1
        for digit in range(self.number):
            word, at = divmod(digit, self.per_word)
            value = (words[word] >> (self.bits * at)) & mask
            row = np.flatnonzero(value)
            rows.append(row)
            digits.append(np.full(len(row), digit))
            values.append(value[row])
        if not rows:
            nothing = np.zeros(0, dtype=np.int64)
            return nothing, nothing, nothing
        row, digit_of = np.concatenate(rows), np.concatenate(digits)
        order = np.lexsort((digit_of, row))
        return row[order], digit_of[order], np.concatenate(values)[order]


def case(column: Any, cases: Sequence[tuple[Any, int]]) -> Any:
    """The number that belongs to a value of the column, 0 where none does."""
    import narwhals as nw

    chains = []
    for begin in range(0, len(cases), CHAIN):
        chain: Any = nw.lit(0, dtype=nw.Int64)
        for value, number in reversed(cases[begin : begin + CHAIN]):
            chain = nw.when(column == value).then(nw.lit(number, dtype=nw.Int64)).otherwise(chain)
        chains.append(chain)
    while len(chains) > 1:  # added up as a tree, not as a row
        pairs = [chains[at : at + 2] for at in range(0, len(chains), 2)]
        chains = [pair[0] + pair[1] if len(pair) == 2 else pair[0] for pair in pairs]
    return chains[0] if chains else nw.lit(0, dtype=nw.Int64)


def ones(words: Sequence[IntArray]) -> FloatArray:
    """How many bits are 1 in all words of each row."""
    total = np.zeros(len(words[0]) if words else 0)
    for word in words:
        for bit in range(63):
            total += (word >> bit) & 1
    return total
