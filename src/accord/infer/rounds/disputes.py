"""What coders disagree about: the disputes that somebody has to settle, and what is settled.

An item is disputed where two coders chose different categories; units are, where coders who saw
the document did not all mark the same span with the same category (units go together as γ aligns
them); a mention is, where its chain is not the same for all who saw the document. All that is not
disputed goes to gold as it is: agreed, or said by one coder alone, which is told apart.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from accord._measure.cube.kernel import expanded
from accord._measure.gamma.align.alignment import best_alignment
from accord._measure.gamma.dissimilarity import Dissimilarity
from accord.engine.any_data import study_of
from accord.errors import DataError, NotApplicableError, Setting
from accord.infer.rounds.chain_disputes import chain_names, nearest_to_all
from accord.infer.rounds.todo_table import AGREED, ALONE, Adjudication, Dispute, Settled
from accord.kinds.chains.parts import Chains
from accord.kinds.chains.study import Partitions
from accord.kinds.labels.study import Codings
from accord.kinds.spans.parts import Continuum, Unit
from accord.kinds.spans.study import Unitizings
from accord.model.showing import cell
from accord.model.study import Study

NEARBY = 40
"""How many characters of the text stand on each side of a span."""

Progress = Callable[[float, float], None]


def disputes(data: Any, *, progress: Progress | None = None, **reading: Any) -> Adjudication:
    """What is disputed in a study of labels, spans or chains, with a proposal for each dispute.

    The proposal for a label is its majority, if there is one. For spans it comes from γ's best
    alignment: what at least half of those who marked the span include, the category of most of
    them, and to leave it out where fewer than half of those who saw the document marked it. For
    chains it is the coder's own that differ least from all others'.

    References: mathet2015.

    >>> from accord.kinds.labels.tabular import from_coders
    >>> found = disputes(from_coders({"A": "aab", "B": "abb", "C": "abb"}))
    >>> found.disputes[0].item, found.disputes[0].proposed, len(found.settled)
    (1, 'b', 2)
    """
    study = expanded(study_of(data, **reading))
    told = progress or (lambda done, of: None)
    if isinstance(study, Codings):
        parts: Iterator[tuple[list[Dispute], list[Settled]]] = _of_labels(study)
    elif isinstance(study, Unitizings):
        parts = _of_units(study, told)
    elif isinstance(study, Partitions):
        parts = _of_chains(study)
    else:
        raise NotApplicableError(_other(study))
    found: list[Dispute] = []
    settled: list[Settled] = []
    for disputed, rest in parts:
        found += disputed
        settled += rest
    return Adjudication(study, tuple(found), tuple(settled))


def _other(study: Study) -> str:
    if study.kind == "dimensions":
        return (
            "adjudication is for one dimension at a time: leave out the dimensions and name the "
            f"column of one with {Setting('category')}"
        )
    return f"adjudication is for labels, spans and chains, this study holds {study.kind}"


def _of_labels(study: Codings) -> Iterator[tuple[list[Dispute], list[Settled]]]:
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
        said = tuple((coders[who[row]], names[code[row]]) for row in here)
        text = texts[at] if texts is not None and isinstance(texts[at], str) else ""
        yield [Dispute(item, said, names[best] if most > second else None, text)], []


def _of_units(
    study: Unitizings, progress: Progress
) -> Iterator[tuple[list[Dispute], list[Settled]]]:
    rule = Dissimilarity()
    if study.declared:
        rule = replace(rule, order=tuple(study.categories))
    for at, continuum in enumerate(study.continua):
        progress(at, len(study.continua))
        name = continuum.name
        if continuum.seen.sum() < 2:
            yield [], [Settled(name, unit, ALONE) for _, unit in continuum]
            continue
        found, settled = [], []
        for gold in best_alignment(continuum, rule).gold():
            base = Unit(gold.begin, gold.end, gold.category)
            if len(set(gold.units)) == 1:
                settled.append(Settled(name, base, AGREED))
                continue
            seen = [c for c, saw in zip(continuum.coders, continuum.seen, strict=True) if saw]
            said = tuple(zip(seen, gold.units, strict=True))
            proposed = base if 2 * gold.support >= gold.coders else None
            found.append(Dispute(name, said, proposed, in_text(continuum, base), base))
        found.sort(key=lambda one: one.base[:2] if one.base else (0, 0))
        yield found, settled


def in_text(part: Continuum | Chains, unit: Unit) -> str:
    """The words of a unit with those around it, where there is a text; the unit in »«."""
    text = part.text
    if text is None or not float(unit.begin).is_integer() or not float(unit.end).is_integer():
        return ""
    begin, end = int(unit.begin), int(unit.end)
    before, after = text[max(0, begin - NEARBY) : begin], text[end : end + NEARBY]
    head, tail = "…" * (begin > NEARBY), "…" * (end + NEARBY < len(text))
    return " ".join(f"{head}{before}»{text[begin:end]}«{after}{tail}".split())


def _of_chains(study: Partitions) -> Iterator[tuple[list[Dispute], list[Settled]]]:
    """Mentions of documents in which some chain is disputed are all listed, the others settled."""
    for document in study.documents:
        seen = np.flatnonzero(document.seen)
        names, disputed = chain_names(document, seen)
        if len(seen) == 1 or not disputed.any():
            status = ALONE if len(seen) < 2 else AGREED
            first = names[0] if len(names) else []
            rest = [(m, first[at]) for at, m in enumerate(document.mentions) if first[at]]
            yield [], [Settled(document.name, pair, status) for pair in rest]
            continue
        proposed = nearest_to_all(document.chain[seen], disputed)
        found = []
        for at, mention in enumerate(document.mentions):
            said = tuple(
                (document.coders[int(c)], names[row][at] or None) for row, c in enumerate(seen)
            )
            value = names[proposed[at]][at] or None
            context = _words(document, mention)
            settled = not disputed[at]
            found.append(Dispute(document.name, said, value, context, None, mention, settled))
        kept = [
            Settled(document.name, (one.mention, one.proposed), AGREED)
            for one in found
            if one.settled
        ]
        yield found, kept


def _words(document: Chains, mention: Any) -> str:
    whole = isinstance(mention, tuple) and not isinstance(mention[0], tuple)
    return in_text(document, Unit(mention[0], mention[1])) if whole else ""


def decided_category(text: str, study: Any, more: Sequence[Hashable]) -> Hashable:
    """The category that a cell names; DataError where the study has no such category.

    Numbers within the range of those that were seen are taken, unless categories were declared;
    and every set of known labels.
    """
    names: list[Hashable] = [name for name in (*study.categories, *more) if name is not None]
    known = {str(cell(name)): name for name in names}
    if text in known:
        return known[text]
    singles = {str(one): one for name in names if isinstance(name, frozenset) for one in name}
    if singles:
        singles |= {str(name): name for name in more}
        parts = [] if text == "{}" else [part.strip() for part in text.split("|")]
        wrong = [part for part in parts if part not in singles]
        if wrong:
            raise DataError(_unknown(wrong[0], sorted(singles)))
        return frozenset(singles[part] for part in parts)
    numbers = study.categories.numbers()
    if numbers is not None and len(numbers):
        try:
            value = float(text)
        except ValueError:
            raise DataError(_unknown(text, list(known))) from None
        same = next((name for name in names if name == value), None)
        if same is not None:
            return same
        if not study.declared and numbers.min() <= value <= numbers.max():
            return int(value) if value.is_integer() else value
    raise DataError(_unknown(text, list(known)))


def _unknown(text: str, known: Sequence[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(text, known, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(map(repr, near))}?" if near else f"known: {known[:20]}"
    return (
        f"{text!r} is not a category of the study; {hint} (a new category is declared with "
        f"{Setting('new_categories')})"
    )
