"""Spans in an order that comes from where they are."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from accord.kinds.labels.patterns import Colours, by_colour, mixed, refined
from accord.kinds.spans.parts import Continuum
from accord.kinds.spans.study import Unitizings
from accord.model.names import IntArray, remembered


def order_of(study: Unitizings) -> tuple[IntArray, IntArray]:
    """Documents and coders, by position, in canonical order."""
    return order_of_units(study)[:2]


def in_order(study: Unitizings, cluster: IntArray | None) -> tuple[Unitizings, IntArray]:
    """The same units in canonical order, categories too where they have no order of their own,
    and which documents now stand where; documents are told apart without clusters. Each measure
    asks for it twice."""
    return remembered(study, _in_order)


def _in_order(study: Unitizings) -> tuple[Unitizings, IntArray]:
    items, coders, categories = order_of_units(study)
    ordered = study.take(items).only(coders)
    # A declared order is the scale, and numbers have their own.
    if study.declared or study.categories.numbers() is not None:
        return ordered, items
    rank, names = np.argsort(categories), study.categories.take(categories)
    continua = []
    for one in ordered.continua:
        category = rank[one.category]
        order = np.lexsort((category, one.stop, one.start, one.coder))
        continua.append(
            replace(
                one,
                categories=names,
                coder=one.coder[order],
                start=one.start[order],
                stop=one.stop[order],
                category=category[order].astype(one.category.dtype),
            )
        )
    return replace(ordered, continua=tuple(continua), categories=names), items


def order_of_units(study: Unitizings) -> tuple[IntArray, IntArray, IntArray]:
    """Documents, coders and categories; places count by their rank in the document, and only
    where that ties by where they are, so that neither origin nor scale matters."""
    continua, n = study.continua, len(study.continua)
    where = np.repeat(np.arange(n), np.array([len(c) for c in continua], dtype=np.int64))
    saw = np.array([c.seen for c in continua], dtype=bool).reshape(n, len(study.coders)).nonzero()
    ends = [
        np.concatenate([where, saw[0]]),
        np.concatenate([*(c.coder for c in continua), saw[1]]),
        np.concatenate(
            [*(c.category for c in continua), np.full(len(saw[0]), len(study.categories))]
        ),
        np.concatenate([np.arange(len(where)), np.full(len(saw[0]), -1)]),
    ]
    rank = _ranks(continua)
    ranks = np.append(rank[0] * np.uint64(1_000_003) + rank[1], np.uint64(0))
    number = n, len(study.coders), len(study.categories)
    sizes = n + 1, len(study.coders) + 1, len(study.categories) + 2
    first = refined(ends, [*(np.zeros(m, np.uint64) for m in sizes), ranks])
    known = [colours[:m] for colours, m in zip(first, number, strict=False)]
    if all(len(np.unique(colours)) == len(colours) for colours in known):  # nothing ties
        return by_colour(known[0]), by_colour(known[1]), by_colour(known[2])
    # Ranks come first, and lengths only where they tie: shifting and stretching change no rank.
    longest = max((c.length for c in continua), default=1.0) or 1.0
    lengths = np.array([round(1e6 * c.length / longest) for c in continua] + [0], np.int64)
    near = [
        np.rint(1e6 * np.concatenate([np.zeros(0), *each]) / longest).astype(np.int64)
        for each in ([c.start - c.begin for c in continua], [c.stop - c.begin for c in continua])
    ]
    exact = np.append(mixed(near[0]) + near[1].view(np.uint64), np.uint64(0))
    apart = [first[0] ^ mixed(lengths), first[1], first[2], first[3] ^ exact]
    second = refined(ends, apart)
    named = [second[0], second[1], second[2] ^ mixed(np.arange(sizes[2]))]
    third = refined(ends, [*named, second[3]])
    order = [
        by_colour(a[:m], b[:m], c[:m])
        for a, b, c, m in zip(first, second, third, number, strict=False)
    ]
    return order[0], order[1], order[2]


def _ranks(continua: Sequence[Continuum]) -> tuple[Colours, Colours]:
    """The ranks of begin and end of each unit among the different places of its document."""
    sizes = np.array([len(c) for c in continua], dtype=np.int64)
    ends = 2 * np.cumsum(sizes)
    place = np.concatenate([np.zeros(0), *(x for c in continua for x in (c.start, c.stop))])
    rank = np.empty(len(place), dtype=np.uint64)
    for low, high in pairwise([0, *ends.tolist()]):
        here = place[low:high]
        order = here.argsort(kind="stable")  # begins, and mostly ends, of each coder are in order
        there = here[order]
        new = np.zeros(high - low, dtype=np.uint64)
        np.not_equal(there[1:], there[:-1], out=new[1:], casting="unsafe")
        rank[low:high][order] = new.cumsum()
    begin = np.arange(len(place) // 2) + np.repeat(np.cumsum(sizes) - sizes, sizes)
    return rank[begin], rank[begin + np.repeat(sizes, sizes)]
