"""Codings of a DuckDB table, streamed through the native core: one pass, who chose what by item.

DuckDB reads and decodes, its coders and categories come as small numbers, and the core adds up
the codings of each item to words of digits, the ones that `pattern_keys` lets engines add up. An
item takes 12 to 20 bytes and its words, whatever order its codings come in.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.engine.frames import CATEGORY, CODER, ITEM, is_interrupt
from accord.model.names import IntArray
from accord.native import core, run

BATCH = 1 << 18
"""How many codings come at a time."""

MOST_ITEM_WORDS = 8
"""The most words of an item; with more coders the engine counts."""

MOST_BYTES = 3 << 30
"""The most memory for items, or the engine's limit where it is lower; beyond it the engine counts,
which can write to disk."""

ITEMS_IN_CALL = 1 << 20
"""How many items are looked at in one call."""


class TwiceError(Exception):
    """A coder codes an item a second time."""


@dataclass(slots=True)
class Items:
    """Items by number or text, each with its words; arrays have room for more than there are."""

    bits: int
    per_word: int
    each: int
    text: bool
    keys: Any
    words: Any
    slots: Any
    arena: Any
    number: int = 0

    @classmethod
    def none(cls, bits: int, per_word: int, each: int, text: bool) -> "Items":
        """No items yet."""
        room = 3 << 10
        keys = np.zeros(room + 1, np.int64)
        arena = np.empty(16 * room if text else 0, np.uint8)
        slots = np.zeros(room // 3 * 4, np.uint32)
        return cls(bits, per_word, each, text, keys, np.empty(room * each, np.uint64), slots, arena)

    @property
    def room(self) -> int:
        """How many items fit: three quarters of the slots."""
        return len(self.slots) // 4 * 3

    @property
    def bytes(self) -> int:
        """How much memory the arrays take when they are twice as large, with what they are now."""
        now = (self.keys, self.words, self.slots, self.arena)
        return 3 * sum(int(array.nbytes) for array in now)

    def add(self, item: Any, coder: Any, category: Any, most: float = MOST_BYTES) -> bool:
        """Add a batch of codings; False where it would take more than `most` bytes."""
        text = offsets = None
        if self.text:
            offsets, text = item
        state = np.array([self.number, 0, -1], np.int64)
        while True:
            run(
                "accord_add_codings",
                *(len(coder), None if self.text else item, offsets, text, coder, category),
                *(self.bits, self.per_word, self.each, self.keys),
                *(self.arena if self.text else None, len(self.arena), self.slots, len(self.slots)),
                *(self.words, self.room, state),
            )
            self.number = int(state[0])
            if state[2] >= 0:
                raise TwiceError
            if state[1] == len(coder):
                return True
            row = int(state[1])
            more = 0 if offsets is None else int(offsets[row + 1] - offsets[row])
            if self.bytes > most or len(self.slots) > 1 << 31:
                return False
            self._grow(more)

    def _grow(self, more: int) -> None:
        if self.text and int(self.keys[self.number]) + more > len(self.arena):
            self.arena = _larger(self.arena, 2 * len(self.arena) + more)
        if self.number == self.room:
            self.slots = np.zeros(2 * len(self.slots), np.uint32)
            self.keys = _larger(self.keys, self.room + 1)
            self.words = _larger(self.words, self.room * self.each)
            arena = self.arena if self.text else None
            table = (self.keys, arena, self.slots, len(self.slots))
            for begin in range(0, self.number, BATCH):  # Ctrl-C is heard in between
                run("accord_place_items", begin, min(begin + BATCH, self.number), *table)

    def sizes(self, coders: int, categories: int) -> tuple[IntArray, IntArray, IntArray]:
        """How many items have how many codings; coders × categories of items with one coding, and
        of items with all."""
        sizes = np.zeros(coders + 1, np.int64)
        single, complete = np.zeros((2, coders, categories), np.int64)
        for begin in range(0, self.number, ITEMS_IN_CALL):
            some = self._words(begin)
            run(
                "accord_item_sizes",
                *(len(some), some, self.each, self.bits, self.per_word, coders, categories),
                *(sizes, single, complete),
            )
        return sizes, single, complete

    def patterns(self, most: int) -> tuple[Any, IntArray] | None:
        """The different words of items and how many items have each; None beyond `most`."""
        equal = _Equal.none(self.each, most)
        for begin in range(0, self.number, ITEMS_IN_CALL):
            if not equal.add(self._words(begin)):
                return None
        return equal.found()

    def by_category(
        self, bits: int, per: int, words: int, most: int
    ) -> tuple[Any, IntArray] | None:
        """The same for how many coders chose each category, in digits of so many bits."""
        equal = _Equal.none(words, most)
        for begin in range(0, self.number, ITEMS_IN_CALL):
            some = self._words(begin)
            into = np.empty((len(some), words), np.uint64)
            run(
                "accord_category_words",
                *(len(some), some, self.each, self.bits, bits, per, words, into),
            )
            if not equal.add(into):
                return None
        return equal.found()

    def _words(self, begin: int) -> Any:
        stop = min(begin + ITEMS_IN_CALL, self.number)
        return self.words[begin * self.each : stop * self.each].reshape(-1, self.each)


@dataclass(slots=True)
class _Equal:
    """Rows of words that differ, and how often each was seen."""

    most: int
    distinct: Any
    times: Any
    slots: Any
    number: Any

    @classmethod
    def none(cls, words: int, most: int) -> "_Equal":
        slots = np.zeros(1 << (4 * most // 3).bit_length(), np.uint32)
        distinct, times = np.empty((most, words), np.uint64), np.empty(most, np.int64)
        return cls(most, distinct, times, slots, np.zeros(1, np.int64))

    def add(self, words: Any) -> bool:
        """Count the rows; False where there are too many different ones."""
        table = (self.most, self.slots, len(self.slots), self.distinct, self.times, self.number)
        run("accord_count_equal", len(words), words, words.shape[1], *table)
        return bool(self.number[0] <= self.most)

    def found(self) -> tuple[Any, IntArray]:
        number = int(self.number[0])
        return self.distinct[:number].astype(np.int64), self.times[:number].copy()


def _larger(array: Any, size: int) -> Any:
    more = np.empty(size, array.dtype)
    more[: len(array)] = array
    return more


def streamed(plan: Any, bits: int, per_word: int, each: int) -> Items | None:
    """The items of a plan with the columns ITEM, CODER (from 0) and CATEGORY (from 1, 0 for none);
    None where the core is not there, or the table is not for it."""
    import narwhals as nw

    kind = plan.collect_schema()[ITEM]
    text = kind == nw.String
    whole = kind.is_integer() and kind not in (nw.UInt64, nw.UInt128, nw.Int128)
    # Only DuckDB hands over its rows in batches without holding them all; other engines add up
    # themselves.
    if core() is None or not plan.implementation.is_duckdb() or each > MOST_ITEM_WORDS:
        return None
    if not (text or whole):
        return None
    import pyarrow

    item = nw.col(ITEM) if text else nw.col(ITEM).cast(nw.Int64)
    short = [nw.col(name).cast(nw.UInt16) for name in (CODER, CATEGORY)]
    relation = nw.to_native(plan.select(item, *short))
    items = Items.none(bits, per_word, each, text)
    most = _memory(relation)
    open_reader = getattr(relation, "to_arrow_reader", None) or relation.fetch_arrow_reader
    try:
        for batch in open_reader(BATCH):
            column, coder, category = batch.columns
            key = _text(column) if text else column.to_numpy()
            if not items.add(key, coder.to_numpy(), category.to_numpy(), most):
                return None
    except (pyarrow.ArrowException, OSError):  # the engine says in its own words what is wrong
        return None
    except Exception as error:
        if is_interrupt(error):
            raise KeyboardInterrupt from None
        raise
    return items


def _text(column: Any) -> tuple[Any, Any]:
    """Where each text of a column begins and ends, and all of them in one piece."""
    import pyarrow

    plain = column if column.type == pyarrow.string() else column.cast(pyarrow.string())
    _, bounds, data = plain.buffers()
    offsets = np.frombuffer(bounds, np.int32)[plain.offset : plain.offset + len(plain) + 1]
    return offsets, np.frombuffer(data or b"\0", np.uint8)


UNITS = {"bytes": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40}


def _memory(relation: Any) -> float:
    """How many bytes items may take: no more than the engine may."""
    told = relation.query("codings", "SELECT current_setting('memory_limit')").fetchall()[0][0]
    number, unit = told.split()
    return min(float(number) * UNITS.get(unit, MOST_BYTES), MOST_BYTES)
