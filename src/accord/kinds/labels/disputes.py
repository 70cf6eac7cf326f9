"""Disputed labels: items whose coders chose different categories, and what was decided."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from math import fsum
from typing import Any

import numpy as np

from accord._measure.bound import Asked, Bound, bound
from accord._measure.cube.kernel import Countable
from accord._measure.cube.rows import item_disagreement, steady
from accord._measure.distances.distance import Metric, distance as distance_of
from accord.errors import DataError
from accord.infer.advice.choose import chosen_distance
from accord.infer.rounds.decisions import NO
from accord.infer.rounds.disputes import Progress, Sifted, decided_category
from accord.infer.rounds.gold import Entry
from accord.infer.rounds.todo_table import (
    AGREED,
    ALONE,
    Dispute,
    Settled,
    TodoForm,
    said_text,
)
from accord.infer.why.breakdown import metric_for
from accord.infer.why.disagreements import ORDERED, Disagreement, Disagreements, not_listed
from accord.kinds.labels.patterns import Counts
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import from_columns
from accord.model.names import IntArray
from accord.model.showing import cell
from accord.words.said import said

SEEN = 20_000_000
"""At most so many cells has the table of who saw what: it is made of bytes."""


def recommended_alpha(study: Any, measure: Asked | None) -> Bound:
    """The measure whose distance counts: α with the level that the labels have, unless named."""
    level = chosen_distance(study, None)[0]
    return bound("alpha", distance=level) if measure is None else bound(measure)


def listed_disagreements(
    study: Codings, measure: Asked | None, limit: int | None, matched: None
) -> Disagreements:
    """Items on which coders chose different categories."""
    if isinstance(study, Countable):
        raise not_listed(study)
    return disagreements_of_labels(study, recommended_alpha(study, measure), limit)


def disagreements_of_labels(study: Codings, measure: Bound, limit: int | None) -> Disagreements:
    """The items with the largest part of the disagreement of a measure."""
    counts = Counts.of(study.item, study.category, len(study.items), len(study.categories))
    metric = metric_for(study, measure)
    disputed = np.flatnonzero(np.diff(counts.bounds) > 1)
    part = counts.totals * item_disagreement(counts, metric)
    order = disputed[np.argsort(-part[disputed], kind="stable")][:limit]
    apart = _apart(counts, order, metric)
    steps = _steps(study, measure, counts, order)
    total = steady(part[disputed]) or 1.0
    bounds, category = study.bounds, study.category
    rows = []
    for i in order.tolist():
        chosen = category[bounds[i] : bounds[i + 1]].tolist()
        if study.coder is None:
            who: list[Hashable] = [f"coding {n + 1}" for n in range(len(chosen))]
        else:
            who = [study.coders[int(c)] for c in study.coder[bounds[i] : bounds[i + 1]]]
        each = tuple(apart[i][k] for k in chosen)
        rows.append(
            Disagreement(
                study.items[i],
                _division(Counter(chosen)),
                fsum(each) / 2,
                len(chosen) * (len(chosen) - 1) // 2,
                float(part[i] / total),
                tuple((w, study.categories[k]) for w, k in zip(who, chosen, strict=True)),
                each,
                steps=steps.get(i),
            )
        )
    seen = None
    if len(order) == len(disputed) and len(study.items) * len(study.coders) <= SEEN:
        seen = np.zeros((len(study.items), len(study.coders)), dtype=bool)
        if study.coder is not None:
            seen[study.item, study.coder] = True
    compared = (counts.totals > 1).astype(np.int64)
    names, of = (study.items, study.coders), int(compared.sum())
    return Disagreements("item", *names, of, len(disputed), tuple(rows), order, compared, seen)


def _division(tally: Counter[int]) -> str:
    number, most = sum(tally.values()), max(tally.values())
    if number == 2:
        return said("read.two-coders-differ")
    return said("kind.one-against-rest") if most == number - 1 else "divided"


def _apart(counts: Counts, rows: IntArray, metric: Metric) -> dict[int, dict[int, float]]:
    """For each row its categories, each with the sum of distances to the codings of the row."""
    distinct = np.diff(counts.bounds)
    apart: dict[int, dict[int, float]] = {}
    for m in np.unique(distinct[rows]).tolist():
        these = rows[distinct[rows] == m]
        at = counts.bounds[these][:, None] + np.arange(m)
        category, count = counts.category[at], counts.count[at]
        total = np.zeros(category.shape)
        for a in range(m):
            others = [b for b in range(m) if b != a]
            parts = [count[:, b] * metric.between(category[:, a], category[:, b]) for b in others]
            total[:, a] = np.sort(np.stack(parts), axis=0).sum(axis=0)  # whatever their order
        for i, k, s in zip(these.tolist(), category.tolist(), total.tolist(), strict=True):
            apart[i] = dict(zip(k, s, strict=True))
    return apart


def _steps(study: Codings, measure: Bound, counts: Counts, rows: IntArray) -> dict[int, float]:
    """The mean number of steps of the scale between two codings of an item, where there is one.

    Of ranks one category to the next is a step, of amounts the unit they are in.
    """
    name = distance_of(measure.distance).name
    if name not in ORDERED:
        return {}
    numbers = study.categories.numbers()
    if name.startswith(("ordinal", "rank")) or numbers is None:
        order: IntArray = np.arange(len(study.categories))
        if numbers is not None and not study.declared:
            order = np.argsort(np.argsort(numbers))
        numbers = order.astype(np.float64)
    steps: dict[int, float] = {}
    for i in rows.tolist():
        at = slice(int(counts.bounds[i]), int(counts.bounds[i + 1]))
        value, often = numbers[counts.category[at]], counts.count[at]
        apart = np.abs(value[:, None] - value[None, :]) * often[:, None] * often[None, :]
        n = float(often.sum())
        steps[i] = float(apart.sum() / (n * (n - 1)))
    return steps


def todo_form(study: Codings) -> TodoForm:
    """A row for each item, with what is known about it."""
    return TodoForm(
        thing="item",
        place="item",
        shown=tuple(study.about),
        named=("item",),
        how="decision: a category, or - to leave the item out of gold",
        record=("category",),
        near=("percent", "alpha"),
        left_out="",  # no majority is no proposal to leave the item out
        categories=study.categories,
        whole=False,
    )


def sifted(study: Codings, progress: Progress) -> Sifted:
    """Item by item; the majority is proposed, where there is one."""
    who, bounds = study.who().tolist(), study.bounds.tolist()
    code, coders, names = study.category.tolist(), list(study.coders), list(study.categories)
    texts = study.about.get("text")
    for at, item in enumerate(study.items):
        here = range(bounds[at], bounds[at + 1])
        if not here:
            continue
        tally = Counter(code[row] for row in here)
        if len(tally) == 1:
            status = AGREED if len(here) > 1 else ALONE
            yield [], [Settled(item, names[code[here[0]]], status)]
            continue
        (best, most), (_, second) = tally.most_common(2)
        votes = tuple((coders[who[row]], names[code[row]]) for row in here)
        text = texts[at] if texts is not None and isinstance(texts[at], str) else ""
        yield [Dispute(item, votes, names[best] if most > second else None, text)], []


def shown_of_dispute(study: Codings, one: Dispute) -> list[Any]:
    """What is known about the item."""
    at = study.items.index(one.item)
    cells = (column[at] for column in study.about.values())
    return ["" if value is None else value for value in cells]


def decided_value(
    study: Codings, one: Dispute, filled: Sequence[str], more: Sequence[Hashable]
) -> Hashable:
    """The category that a row names; None where the item is left out."""
    (text,) = filled
    if text == NO and NO not in map(str, study.categories):
        return None
    return decided_category(text, study, more)


def decided_answer(
    study: Codings, labels: Sequence[Any], more: Sequence[Hashable], where: str
) -> Hashable:
    """The category of the one answer to a task."""
    if len(labels) != 1:
        raise DataError(f"{where}: {len(labels)} answers in the decision; needed one")
    (answer,) = labels
    sets = any(isinstance(name, frozenset) for name in study.categories)
    if isinstance(answer, frozenset) and not sets:
        if len(answer) != 1:
            raise DataError(f"{where}: chosen are {sorted(map(str, answer))}; needed one category")
        (answer,) = answer
    try:
        return decided_category(str(cell(answer)), study, more)
    except DataError as error:
        raise DataError(f"{where}: {error}") from None


def part_of(value: Hashable) -> None:
    """A label is of its item, which has no parts."""


def place_of(value: Hashable) -> tuple[()]:
    """An item stands in gold once, so that nothing is left to put in order."""
    return ()


def record_cells(value: Hashable) -> tuple[str]:
    """The category, in the record of gold."""
    return ("" if value is None else said_text(value),)


def gold_study(
    study: Codings, kept: Sequence[Entry], name: str, more: Sequence[Hashable]
) -> Codings:
    """Gold labels of one coder; the record of each stands beside what is known of the item."""
    place = {item: at for at, item in enumerate(study.items)}
    about = {key: [column[place[one.item]] for one in kept] for key, column in study.about.items()}
    for key, column in (("status", 2), ("decided_by", 3), ("note", 4)):
        while key in about:
            key += "_"  # noqa: PLW2901
        about[key] = [one[column] for one in kept]
    items = [one.item for one in kept]
    declared = [*study.categories, *more] if study.declared else None
    return from_columns(
        items,
        [name] * len(items),
        [one.value for one in kept],
        items=items,
        coders=[name],  # also where nothing is decided yet
        categories=None if declared is None else list(dict.fromkeys(declared)),
        about=about,
    )


def with_coder_of(study: Codings, gold: Codings) -> Codings:
    """The study with gold as one more coder."""
    rows = [*study.rows(), *gold.rows()]
    item, coder, category = zip(*rows, strict=True) if rows else ((), (), ())
    return from_columns(
        item,
        coder,
        category,
        items=list(study.items),
        coders=[*study.coders, *gold.coders],
        categories=list(gold.categories) if gold.declared else None,
    )


def as_decided(study: Codings, gold: Codings) -> Callable[[Dispute, Hashable, Any], bool]:
    """Whether what a coder said about a dispute is what gold says."""
    final = {item: category for item, _, category in gold.rows()}
    return lambda one, coder, label: final.get(one.item) == label
