"""What coders disagree about: the disputes that somebody has to settle, and what is settled.

An item is disputed where two coders chose different categories; units are, where coders who saw
the document did not all mark the same span with the same category (units go together as γ aligns
them); a mention is, where its chain is not the same for all who saw the document. All that is not
disputed goes to gold as it is: agreed, or said by one coder alone, which is told apart.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any

from accord._measure.cube.kernel import expanded
from accord.engine.any_data import study_of
from accord.errors import DataError, NotApplicableError, Setting
from accord.infer.rounds.todo_table import Adjudication, Dispute, Settled
from accord.kinds.kind import kind_of, kind_words
from accord.model.showing import cell

NEARBY = 40
"""How many characters of the text stand on each side of a span: about half a line."""

DisputeProgress = Callable[[float, float], None]
Sifted = Iterator[tuple[list[Dispute], list[Settled]]]
"""Part by part, what is disputed and what is settled."""


def disputes(data: Any, *, progress: DisputeProgress | None = None, **reading: Any) -> Adjudication:
    """What is disputed in a study of labels, spans or chains, with a proposal for each dispute.

    The proposal is what more than half of the coders said who saw it: a label; of spans, which go
    together by γ's best alignment, a begin, an end and a category as those coders have them, or to
    leave it out. Exactly half is no majority, and without one nothing is proposed. For chains it is
    the coder's own that differ least from all others'.

    References: mathet2015.

    >>> from accord.kinds.labels.tabular import from_coders
    >>> todo = disputes(from_coders({"A": "aab", "B": "abb", "C": "abb"}))
    >>> todo.disputes[0].item, todo.disputes[0].proposed, len(todo.settled)
    (1, 'b', 2)
    """
    study = expanded(study_of(data, **reading))
    sifted = kind_of(study).ability("sifted")
    if sifted is None:
        raise NotApplicableError(
            f"adjudication works with labels, spans and chains; these data are {kind_words(study)}"
        )
    disputed: list[Dispute] = []
    settled: list[Settled] = []
    for open_ones, others in sifted(study, progress or (lambda done, of: None)):
        disputed += open_ones
        settled += others
    return Adjudication(study, tuple(disputed), tuple(settled))


def span_in_text(text: str | None, begin: float, end: float) -> str:
    """The words of a span with those around it, where there is a text; the span in »«."""
    # Times and fractions are no places in a text.
    if text is None or not float(begin).is_integer() or not float(end).is_integer():
        return ""
    first, last = int(begin), int(end)
    before, after = text[max(0, first - NEARBY) : first], text[last : last + NEARBY]
    head, tail = "…" * (first > NEARBY), "…" * (last + NEARBY < len(text))
    return " ".join(f"{head}{before}»{text[first:last]}«{after}{tail}".split())


def decided_category(text: str, study: Any, more: Sequence[Hashable]) -> Hashable:
    """The category that a cell names; DataError where the study has no such category.

    Numbers within the range of those that were seen are taken, unless categories were declared;
    and every set of known labels.
    """
    names: list[Hashable] = [name for name in (*study.categories, *more) if name is not None]
    known = {str(cell(name)): name for name in names}
    if text in known:
        return known[text]
    # A set need not have occurred as a whole: any combination of known labels may be decided.
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
        # Between the numbers that were used a new one is plausible (3.5); outside, or of a
        # declared scale, it rather is a slip.
        if not study.declared and numbers.min() <= value <= numbers.max():
            return int(value) if value.is_integer() else value
    raise DataError(_unknown(text, list(known)))


def _unknown(text: str, known: Sequence[str]) -> str:
    from difflib import get_close_matches

    # Looser than where names are guessed: the person sees the list and only needs a hint.
    near = get_close_matches(text, known, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(map(repr, near))}?" if near else f"known: {known[:20]}"
    return (
        f"{text!r} is not a category of the study; {hint} (a new category is declared with "
        f"{Setting('new_categories')})"
    )
