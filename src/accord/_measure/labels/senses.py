"""Word senses: each lemma has its own categories, so chance is computed within the lemma.

Senses of different words are never confused, and α over all words together would count that
as agreement beyond chance. Grouped senses are a taxonomy with a scope for each lemma; several
senses for one occurrence are sets of labels with a set distance.

References: artstein2008, veronis1998.
"""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from math import nan
from typing import Annotated, Any

from accord._measure.cube.coefficients import alpha
from accord._measure.cube.within import by_group, within
from accord._measure.distances.distance import distance as as_distance
from accord._measure.settings import Missing
from accord.errors import DataError, Setting
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement
from accord.words.said import said

Lemmas = str | Sequence[Hashable]
"""The lemma of each item: a column about items, or one value for each item."""

Lemma = Annotated[Lemmas, "Column of the lemma (word senses)."]


def sense_alpha(
    study: Codings, *, distance: Any, lemma: Lemma = "lemma", missing: Missing = "pairable"
) -> Agreement:
    """α with chance within the lemma: agreement on senses, pooled over words.

    Chance draws two codings of the same lemma. D_o and D_e are means over lemmas, each lemma
    counting by its codings (with missing="available" by its items):
    α = 1 − Σ_w n_w D_o,w / Σ_w n_w D_e,w.
    A lemma of which only one sense is used adds nothing to either sum. Undefined where all
    lemmas are like that. References: artstein2008.

    >>> import accord
    >>> study = accord.from_coders({"A": ["bank1", "bank2", "bank1", "bank2", "call1", "call2"],
    ...                      "B": ["bank1", "bank2", "bank1", "bank2", "call2", "call1"]})
    >>> words = ["bank"] * 4 + ["call"] * 2
    >>> round(accord.labels.sense_alpha(study, distance="nominal", lemma=words).value, 4)
    0.4474
    """
    recipe = as_distance(distance)

    def one(word: Hashable, part: Codings) -> Agreement:
        return alpha(part, distance=recipe.within(str(word)), missing=missing)

    found = within(studies_of_lemmas(study, lemma), one)
    settings = {
        "d": recipe.name,
        "missing": missing,
        "within": lemma if isinstance(lemma, str) else "lemma",
    }
    result = Agreement(
        "sense_alpha",
        "α_lemma",
        nan,
        None,
        settings,
        {**study.counts(), "lemmas": len(found.parts)},
        detail={"lemmas": found.parts, "weights": found.weights},
    )
    result = found.agreement(result)
    if found.total and not found.expected() > 0:
        return replace(result, undefined=said("undefined.no-lemma-varies-each"))
    return result


def studies_of_lemmas(study: Codings, lemma: Lemmas) -> list[tuple[Hashable, Codings]]:
    """Each lemma with its items, whose categories are its own senses."""
    return by_group(study, _words(study, lemma))


def _words(study: Codings, lemma: Lemmas) -> Sequence[Hashable]:
    if not isinstance(lemma, str):
        if len(lemma) != len(study.items):
            raise DataError(
                f"{len(lemma)} lemmas for {len(study.items)} items; give the lemma of each item"
            )
        return lemma
    if lemma not in study.about:
        there = ", ".join(study.about) or "none"
        if lemma in set(study.coders):
            raise DataError(
                f"column {lemma!r} was read as a coder; name the columns of the coders with "
                f"{Setting('coders')}"
            )
        raise DataError(
            f"no column {lemma!r} about the items (there are: {there}); "
            f"name the column of the lemma with {Setting('lemma')}"
        )
    return study.about[lemma]
