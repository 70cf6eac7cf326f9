"""Disputed spans: places where not all who saw the document marked the same span alike."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from math import isfinite
from typing import Any

from accord._measure.gamma.align.alignment import best_alignment
from accord._measure.gamma.dissimilarity import Dissimilarity
from accord._read.door.marks import Mark
from accord.errors import DataError
from accord.infer.rounds.disputes import DisputeProgress, Sifted, decided_category, span_in_text
from accord.infer.rounds.todo_table import (
    AGREED,
    ALONE,
    EDGES,
    NO,
    YES,
    Adjudication,
    Dispute,
    Drafted,
    Entry,
    Settled,
    TodoForm,
    open_note,
    said_text,
)
from accord.kinds.spans.parts import Continuum, Unit
from accord.kinds.spans.study import Unitizings
from accord.model.showing import cell


def todo_form(study: Unitizings) -> TodoForm:
    """A row for each span, with its words; begin, end and category may be decided apart."""
    return TodoForm(
        thing="span",
        place="document",
        shown=("text",),
        named=(),  # two coders' spans may lie at one place: only its number names a dispute
        how="fill in “decision”: yes (accept the proposal), a coder's name (use that coder's "
        "span) or - (no span). Or type your own start, end and label. To add a span, add a row "
        "with document, start, end and label",
        record=EDGES,
        near=("span_f1", "overlap_f1"),
        edges=EDGES,
        offered="category",
        categories=study.categories,
    )


def sifted(study: Unitizings, progress: DisputeProgress) -> Sifted:
    """Document by document, by γ's best alignment."""
    rule = Dissimilarity()
    if study.declared:
        rule = replace(rule, order=tuple(study.categories))
    for at, continuum in enumerate(study.continua):
        progress(at, len(study.continua))
        name = continuum.name
        if continuum.seen.sum() < 2:
            yield [], [Settled(name, unit, ALONE) for _, unit in continuum]
            continue
        disputed, settled = [], []
        for aligned in best_alignment(continuum, rule).gold():
            base = _most_marked(aligned.units)
            if len(set(aligned.units)) == 1:
                settled.append(Settled(name, base, AGREED))
                continue
            seen = [c for c, saw in zip(continuum.coders, continuum.seen, strict=True) if saw]
            said = tuple(zip(seen, aligned.units, strict=True))
            context = span_in_text(continuum.text, base.begin, base.end)
            one = Dispute(name, said, None, context, base)
            # What most others left unmarked is proposed to go.
            marked = aligned.units.count(base) == one.majority
            disputed.append(one._replace(proposed=base) if marked else one)
        disputed.sort(key=lambda one: place_of(one.base))
        yield disputed, settled


def _most_marked(units: Sequence[Unit | None]) -> Unit:
    """The span that most coders marked, with their begin, end and category. Of several the first in
    the text stands for the dispute, which then has no majority: nothing follows from which it is.
    """
    often = Counter(unit for unit in units if unit is not None)
    return min(often, key=lambda unit: (-often[unit], unit[:2], str(unit.category)))


def shown_of_dispute(study: Unitizings, one: Dispute) -> list[str]:
    """The words of the span with those around it."""
    return [one.context]


def decided_value(
    study: Unitizings, one: Dispute, filled: Sequence[str], more: Sequence[Hashable]
) -> Unit | None:
    """The span that a row describes; None for no span."""
    said, *edges = filled
    coders = {str(coder): unit for coder, unit in one.said}
    base = one.base
    if said == NO:
        if any(edges):
            raise DataError("the decision is - (no span), but begin, end or category is filled in")
        return None
    if said.lower() == YES and said not in coders:
        if not any(edges):
            if one.divided:
                raise DataError(
                    "the decision is yes, but there is no majority and so no proposal; expected "
                    "the "
                    f"name of a coder ({', '.join(coders)}) or -"
                )
            return one.proposed  # type: ignore[no-any-return]
    elif said:
        if said not in coders:
            raise DataError(
                f"decision {said!r}; expected yes, -, or the name of a coder who saw the document "
                f"({', '.join(coders)}); a category goes into the column 'category'"
            )
        base = coders[said]
        if base is None and not any(edges):
            return None
    return _placed(study, one.item, base, edges, more)


def added_value(
    study: Unitizings, document: Hashable, edges: Sequence[str], more: Sequence[Hashable]
) -> Unit:
    """A span that nobody marked."""
    return _placed(study, document, None, edges, more)


def _placed(
    study: Unitizings,
    document: Hashable,
    base: Unit | None,
    edges: Sequence[str],
    more: Sequence[Hashable],
) -> Unit:
    """The unit with what was filled in; it lies in its document."""
    filled = [_edge(text, name) for text, name in zip(edges[:2], EDGES[:2], strict=True)]
    if base is None and None in filled:
        raise DataError("a span needs begin and end; fill in both")
    begin = filled[0] if filled[0] is not None else base.begin  # type: ignore[union-attr]
    end = filled[1] if filled[1] is not None else base.end  # type: ignore[union-attr]
    category = None if base is None else base.category
    if edges[2]:
        category = decided_category(edges[2], study, more)
    elif base is None and any(name is not None for name in study.categories):
        raise DataError("a span needs a category; fill it in")
    part = document_of(study, document)
    if not part.begin <= begin < end <= part.end:
        raise DataError(
            f"{begin:g}–{end:g} is not inside document {document!r}, which goes from "
            f"{part.begin:g} to {part.end:g}; the end must be after the start"
        )
    return Unit(begin, end, category)


def _edge(text: str, name: str) -> float | None:
    if not text:
        return None
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise DataError(f"{name} is {text!r}; expected a number")
    # A spreadsheet writes 3.0, and offsets that are whole stay whole.
    return int(value) if value.is_integer() else value


def decided_document(
    study: Unitizings,
    spans: Sequence[Mark],
    links: Sequence[Any],
    more: Sequence[Hashable],
    types: Mapping[str, Hashable],
    where: str,
) -> dict[Unit, Mark]:
    """The spans that a tool holds in the end; `types` are the tool's names of categories."""
    units: dict[Unit, Mark] = {}
    for mark in spans:
        try:
            category = _category(study, mark.value, more, types)
        except DataError as error:
            raise DataError(f"{mark.where}: {error}") from None
        units.setdefault(Unit(mark.begin, mark.end, category), mark)  # type: ignore[arg-type]
    return units


def _category(
    study: Unitizings, label: Any, more: Sequence[Hashable], types: Mapping[str, Hashable]
) -> Hashable:
    if isinstance(label, frozenset):
        (label,) = label or {None}
    if str(label) in types:
        return types[str(label)]
    if label is None and None in study.categories:
        return None
    return decided_category(str(cell(label)), study, more)


def part_of(value: Unit | None) -> Unit | None:
    """A span is a part of its document by itself."""
    return value


def place_of(value: Unit | None) -> tuple[float, ...]:
    """Where the span stands in its document."""
    return value[:2] if value else ()


def kept_of(agreed: set[Unit], values: Sequence[Unit]) -> set[Unit]:
    """What of a decided document is as agreed."""
    return agreed & set(values)


def record_cells(value: Unit | None) -> tuple[Any, Any, str]:
    """The two ends and the category, in the record of gold."""
    if value is None:
        return "", "", ""
    return value.begin, value.end, "" if value.category is None else said_text(value.category)


def gold_study(
    study: Unitizings, kept: Sequence[Entry], name: str, more: Sequence[Hashable]
) -> Unitizings:
    """Gold spans of one coder, in the texts of the study."""
    return Unitizings.of(
        # Two alignments may propose the same span, of which gold has one.
        list(dict.fromkeys((one.item, name, *one.value) for one in kept)),
        items=list(study.items),
        coders=[name],
        categories=list(dict.fromkeys([*study.categories, *more])),
        declared=study.declared,
        extents={part.name: (part.begin, part.end) for part in study.continua},
        texts={part.name: part.text for part in study.continua if part.text is not None},
        about=study.about,
        resolution=study.resolution,
    )


def with_coder_of(study: Unitizings, gold: Unitizings) -> Unitizings:
    """The study with gold as one more coder."""
    parts = [*study.continua, *gold.continua]
    return Unitizings.of(
        [(part.name, coder, *unit) for part in parts for coder, unit in part],
        items=list(study.items),
        coders=[*study.coders, *gold.coders],
        categories=list(gold.categories),
        declared=study.declared,
        extents={part.name: (part.begin, part.end) for part in study.continua},
        seen=[
            (part.name, coder)
            for part in parts
            for coder, saw in zip(part.coders, part.seen, strict=True)
            if saw
        ],
        resolution=study.resolution,
    )


def as_decided(study: Unitizings, gold: Unitizings) -> Callable[[Dispute, Hashable, Any], bool]:
    """Whether gold has the span that a coder marked, or none of those in dispute where none."""
    final = {part.name: {unit for _, unit in part} for part in gold.continua}

    def is_so(one: Dispute, coder: Hashable, said: Any) -> bool:
        marked = {unit for _, unit in one.said if unit is not None} | {one.base}
        there = marked & final[one.item]
        return said in there if there else said is None

    return is_so


def document_of(study: Unitizings, item: Hashable) -> Continuum:
    """A document by its name."""
    return study.continua[study.items.index(item)]


def drafted_by(part: Continuum, coder: Hashable) -> list[Drafted]:
    """What a coder marked in a document, for a tool."""
    return [Drafted(*unit) for unit in part.units(coder)]


def drafted(todo: Adjudication, item: Hashable, disputed: Sequence[Dispute]) -> list[Drafted]:
    """What a document would hold as agreed and as proposed, for a tool."""
    spans = [Drafted(*unit) for unit in todo.settled_in(item)]
    for one in disputed:
        if one.base is not None:
            left_out = one.proposed is None  # or divided: nothing is drafted as proposed
            spans.append(Drafted(*one.base, note=open_note(one), left_out=left_out))
    return sorted(spans, key=lambda one: one[:2])
