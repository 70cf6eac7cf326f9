"""Disputed labels: items whose coders chose different categories, and what was decided."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from accord.errors import DataError
from accord.infer.advice.choose import chosen_distance, is_scale
from accord.infer.rounds.disputes import DisputeProgress, Sifted, decided_category
from accord.infer.rounds.todo_table import (
    AGREED,
    ALONE,
    NO,
    Dispute,
    Entry,
    Settled,
    TodoForm,
    said_text,
)
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import from_columns
from accord.model.showing import cell


def todo_form(study: Codings) -> TodoForm:
    """A row for each item, with what is known about it."""
    return TodoForm(
        thing="item",
        place="item",
        shown=tuple(study.about),
        named=("item",),
        how="fill in “decision”: a label, or - to exclude the item from the gold standard",
        record=("category",),
        near=("percent", "alpha"),
        left_out="",  # no majority is no proposal to leave the item out
        categories=study.categories,
        whole=False,
    )


def sifted(study: Codings, progress: DisputeProgress) -> Sifted:
    """Item by item; the majority is proposed, where there is one. Ratings have none."""
    scale = is_scale(study, chosen_distance(study, None)[0])
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
        votes = tuple((coders[who[row]], names[code[row]]) for row in here)
        text = texts[at] if texts is not None and isinstance(texts[at], str) else ""
        best, most = tally.most_common(1)[0]
        proposed = names[best] if 2 * most > len(here) and not scale else None
        yield [Dispute(item, votes, proposed, text, scale=scale)], []


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
    # "-" leaves an item out, unless it is a category of the study.
    if text == NO and NO not in map(str, study.categories):
        return None
    return decided_category(text, study, more)


def decided_answer(
    study: Codings, labels: Sequence[Any], more: Sequence[Hashable], where: str
) -> Hashable:
    """The category of the one answer to a task."""
    if len(labels) != 1:
        raise DataError(f"{where}: {len(labels)} answers in the decision; expected one")
    (answer,) = labels
    sets = any(isinstance(name, frozenset) for name in study.categories)
    if isinstance(answer, frozenset) and not sets:
        if len(answer) != 1:
            raise DataError(
                f"{where}: chosen are {sorted(map(str, answer))}; expected one category"
            )
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
        # The study may have a column of that name, which must not be overwritten.
        while key in about:
            key += "_"  # noqa: PLW2901
        about[key] = [one[column] for one in kept]
    items = [one.item for one in kept]
    # What was decided may be new; a declared scale grows by it, at its end.
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
