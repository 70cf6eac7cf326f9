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

import numpy as np

from accord.errors import DataError, Setting
from accord.measure.cube.coefficients import alpha
from accord.measure.cube.rows import rows_of
from accord.measure.distances.distance import distance as as_distance
from accord.measure.entry import Measure
from accord.measure.settings import Missing
from accord.model.agreement import Agreement
from accord.model.codings.codings import Codings

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
    A lemma of which one sense is used only adds nothing to either sum. Undefined where all
    lemmas are so. References: artstein2008.

    >>> from accord.model.codings.tabular import from_coders
    >>> study = from_coders({"A": ["bank1", "bank2", "bank1", "bank2", "call1", "call2"],
    ...                      "B": ["bank1", "bank2", "bank1", "bank2", "call2", "call1"]})
    >>> words = ["bank"] * 4 + ["call"] * 2
    >>> round(sense_alpha(study, distance="nominal", lemma=words).value, 4)
    0.4474
    """
    recipe = as_distance(distance)
    parts, weights = {}, {}
    for word, part in studies_of_lemmas(study, lemma):
        own = recipe.within(str(word))
        parts[word] = alpha(part, distance=own, missing=missing)
        rows = rows_of(part, missing)
        weights[word] = float(rows.multiplicity @ rows.weight)
    total = sum(weights.values())
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
        {**study.counts(), "lemmas": len(parts)},
        detail={"lemmas": parts, "weights": weights},
    )
    if not total:
        return replace(result, undefined="no item has two codings, so there is no pair to compare")
    used = [word for word, part in parts.items() if part.expected is not None and weights[word]]
    observed = sum(weights[word] * parts[word].observed for word in used) / total
    expected = sum(weights[word] * (parts[word].expected or 0.0) for word in used) / total
    result = replace(
        result, observed=observed, expected=expected, unit=parts[used[0]].unit if used else 1.0
    )
    if not expected > 0:
        return replace(result, undefined="no lemma varies: each has one sense only")
    return result


def studies_of_lemmas(study: Codings, lemma: Lemmas) -> list[tuple[Hashable, Codings]]:
    """Each lemma with its items, whose categories are its own senses."""
    words = _words(study, lemma)
    places: dict[Hashable, list[int]] = {}
    for at, word in enumerate(words):
        places.setdefault(word, []).append(at)
    return [(word, _own(study.take(at))) for word, at in places.items()]


def _words(study: Codings, lemma: Lemmas) -> Sequence[Hashable]:
    if not isinstance(lemma, str):
        if len(lemma) != len(study.items):
            raise DataError(
                f"there are {len(lemma)} lemmas and {len(study.items)} items; "
                "give the lemma of each item"
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


def _own(part: Codings) -> Codings:
    """The same codings with the categories that occur: a lemma has its own senses."""
    used, code = np.unique(part.category, return_inverse=True)
    return replace(
        part,
        categories=part.categories.take(used),
        category=code.reshape(-1).astype(np.int32),
        declared=False,
    )


def _no_lemmas(study: Codings) -> str | None:
    if study.about:
        return None
    return "α_lemma needs the lemma of each item, and the data have no column about items"


ENTRIES: tuple[Measure, ...] = (
    Measure(
        sense_alpha,
        "α_lemma",
        Codings,
        "α with chance within the lemma (word senses)",
        also=("word sense agreement", "alpha within lemma"),
        chance="drawn",
        listed=False,
        objections=(_no_lemmas,),
    ),
)
