"""What speaks against measures of labels, apart from the measures: choosing loads none of them."""

from typing import TYPE_CHECKING, Any

from accord.errors import DataError, NotApplicableError, Setting
from accord.kinds.kind import ability
from accord.kinds.labels.study import Codings, may_belong
from accord.model.names import remembered
from accord.words.said import said

if TYPE_CHECKING:
    from accord.kinds.labels.own_labels import Choices

PAIRS_OF_CODERS = 50_000
"""The most pairs of coders that are compared one by one: some 300 coders."""


def one_coding_each(study: Any) -> str | None:
    """What speaks against a distribution for each coder, as in a crowd whose workers come once."""
    # Counts have no codings one by one; and two coders of one item each are no crowd.
    if not 2 < len(study.coders) == len(getattr(study, "category", ())):
        return None
    return (
        "every coder coded one item only, so chance by coder cannot be estimated; alpha and pi "
        "take one distribution for all coders"
    )


def too_many_pairs(study: Codings) -> str | None:
    """What speaks against a mean over all pairs of coders."""
    number = len(study.coders) * (len(study.coders) - 1) // 2
    if number > PAIRS_OF_CODERS:
        return said("undefined.pairs-coders-too-many", n=number)
    return None


def not_numbers(study: Codings) -> str | None:
    """Why a measure of numbers does not apply."""
    if study.categories.numbers() is not None:
        return None
    words = (c for c in study.categories if not isinstance(c, (int, float)))
    word = min(words, key=str, default=None)  # the same one, however the study was read
    if word is None:
        return said("undefined.numeric-categories-needed")
    return said("undefined.numeric-categories-needed-got", what=word)


def labels_belong(study: Any) -> str | None:
    """Why chance over all labels does not apply: each block of items has labels of its own."""
    if _only_counts(study):
        return _apart_in_counts(study) if may_belong(study) else None
    choices = _belonging(study)
    if choices is None:
        return None
    from accord.kinds.labels.own_labels import kind_of_choice, options_asked

    if choices.asks:
        return options_asked()
    return said(
        f"undefined.labels-belong-{kind_of_choice(choices)}",
        what=choices.by,
        n=choices.blocks,
        measure=Setting("measure", "alpha_within"),
        all=Setting("within", "all"),
    )


def labels_shared(study: Any) -> str | None:
    """Why α within what labels belong to does not apply: they belong to nothing, or it is not known
    how many options there were."""
    choices = _belonging(study)
    if choices is not None:
        from accord.kinds.labels.own_labels import options_asked

        return options_asked() if choices.asks else None
    return said("undefined.labels-shared", setting=Setting("within"))


def ask_for_options(study: Any) -> None:
    """Ask what labels belong to, where every item has its own and nobody knows how many."""
    if _only_counts(study):
        if (reason := labels_belong(study)) is not None:
            raise NotApplicableError(reason)
        return
    choices = _belonging(study)
    if choices is not None and choices.asks:
        from accord.kinds.labels.own_labels import options_asked

        raise NotApplicableError(options_asked())


def _belonging(study: Any) -> "Choices | None":
    if not may_belong(study):
        return None
    from accord.kinds.labels.own_labels import choices_of  # few labels never need it

    return choices_of(study)


def _only_counts(study: Any) -> bool:
    return bool(ability(study, "only_counts")(study))


def _apart_in_counts(study: Any) -> str | None:
    """The same of counts, which do not know the items within which chance would be taken."""
    if study.within is None and not remembered(study, _patterns_apart):
        return None
    told = Setting("within", study.within or "COLUMN")
    return said("undefined.labels-belong-counted", told=told, all=Setting("within", "all"))


def _patterns_apart(study: Any) -> bool:
    from accord.kinds.labels.own_labels import apart_in_counts

    merged = study.merged_rows()
    return merged is not None and apart_in_counts(study.categories, *merged)


def no_lemmas(study: Codings) -> str | None:
    """Why chance within the lemma cannot be known."""
    if study.about:
        return None
    return said("undefined.alpha-lemma-needs-lemma-each")


def not_pairs(study: Codings) -> str | None:
    """Why u does not apply: items are no pairs."""
    from accord.kinds.labels.pairs import REMEDY, SIGNS, pair_of

    first = next(iter(study.items), None)
    if not isinstance(first, str) or any(sign in first for sign in SIGNS):
        try:
            for item in study.items:
                pair_of(item)
            return None
        except DataError:  # of no one item, which counts have under another name
            pass
    rest = said(REMEDY, setting=Setting("item", ["first", "second"]))
    return said("undefined.items-not-pairs-two", rest=rest)
