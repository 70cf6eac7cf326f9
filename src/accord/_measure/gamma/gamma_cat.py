"""γ-cat and γ-k: agreement on categories, given the alignment that γ finds.

γ says how far coders agree on place and category at once; γ-cat says how far they agree on
the category of what they both saw, and γ-k on one category.

    γ-cat = 1 − δ_cat / δ_cat,e     δ_cat = Σ w d_cat / Σ w over aligned pairs of units

with w = max(0, 1 − α d_pos) / (k − 1) in a unitary alignment of k units. γ-k takes only the
pairs in which one unit at least has category k. The expected values come from the best
alignments of the same random annotations as γ's. Units aligned with nothing are left out,
in the data and in chance alike; `detail["coverage"]` is the share of units that count.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import fsum, isnan, nan, sqrt
from typing import Any

import numpy as np

from accord._measure.gamma.align.alignment import Alignment
from accord._measure.gamma.disorder_sample import CategoryDisorder, ChanceSample, category_disorder
from accord._measure.gamma.dissimilarity import Fitted
from accord._measure.gamma.gamma import Disorders, disorders, unique
from accord._measure.gamma.parameters import Parameters, ParametersOfOne
from accord.errors import DataError
from accord.kinds.spans.parts import Continuum
from accord.kinds.spans.study import Unitizings
from accord.model.agreement import Agreement
from accord.model.keywords import keywords
from accord.words.said import said


@keywords(Parameters)
def gamma_cat(study: Unitizings | Continuum, **given: Any) -> Agreement:
    """γ-cat: agreement on the labels of aligned spans, apart from their positions.

    By chance, units would be aligned as they are in random annotations (see `gamma`), and
    have the categories that they then have. On predefined units it is close to α.

        γ-cat = 1 − δ_cat / δ_cat,e

    For several documents both are means over documents. Undefined where no two units are
    aligned, or where chance knows no disagreement. `detail["by_category"]` is γ-k for each
    category (None where undefined).

    References: mathet2017.

    >>> import accord
    >>> study = accord.Continuum.of({"A": [(0, 5, "x"), (8, 12, "y"), (20, 26, "x")],
    ...                       "B": [(0, 6, "x"), (8, 12, "x"), (20, 25, "x")]}, end=40)
    >>> round(accord.spans.gamma_cat(study).observed, 4)
    0.3352
    """
    return categorized(disorders(study, Parameters(**given)))


@keywords(ParametersOfOne)
def gamma_k(study: Unitizings | Continuum, **given: Any) -> Agreement:
    """γ-k: agreement on one label, for the aligned spans where a coder chose it.

    Chance is that of γ-cat, over the pairs in which one unit has category k.

        γ-k = 1 − δ_k / δ_k,e

    Undefined where no aligned unit has category k, in the data or by chance.

    References: mathet2017.

    >>> import accord
    >>> study = accord.Continuum.of({"A": [(0, 5, "x"), (8, 12, "y"), (20, 26, "x")],
    ...                       "B": [(0, 6, "x"), (8, 12, "x"), (20, 25, "x")]}, end=40)
    >>> accord.spans.gamma_k(study, category="y").observed
    1.0
    """
    parameters = ParametersOfOne(**given)
    found, k = disorders(study, parameters), parameters.category
    names = found.study.categories
    if k not in names and str(k) in map(str, names):  # a command line knows only words
        k = next(name for name in names if str(name) == str(k))
    if k is None and None not in names:
        blank = _blank(found, "gamma_k", "γ-k")
        return replace(blank, undefined=said("undefined.gamma-k-needs-category", names=list(names)))
    if k not in names:
        raise DataError(f"no span has the label {k!r}; the categories are {list(names)}")
    return categorized(found, names.index(k))


def categorized(found: Disorders, k: int | None = None) -> Agreement:
    """γ-cat (or γ-k for category number k) of alignments and chance that are already known."""
    name, symbol = ("gamma_cat", "γ-cat") if k is None else ("gamma_k", "γ-k")
    blank = _blank(found, name, symbol)
    if k is not None:
        blank = replace(blank, settings={"of": found.study.categories[k], **blank.settings})
    if found.undefined is not None or found.d.matrix is None:
        why = found.undefined or said("undefined.dissimilarity-has-no-part")
        return replace(blank, undefined=why)
    seen = _seen(found)
    pairs = _documents(found, seen, k)
    observed, expected = (_mean(column) for column in zip(*pairs, strict=True))
    detail = {
        "documents": pairs,
        "coverage": _coverage(found.alignments),
        "alignments": found.alignments,
        "se": _se(observed, expected, unique(found.chances), k),
        "disorders": found,
    }
    if k is None:
        detail["by_category"] = {
            category: _known(1 - _mean(seen_so) / by_chance)
            for at, category in enumerate(found.study.categories)
            for seen_so, chances in [zip(*_documents(found, seen, at), strict=True)]
            for by_chance in [_mean(chances)]
            if by_chance > 0
        }
    return replace(
        blank,
        observed=observed,
        expected=expected,
        detail=detail,
        undefined=_why(found, observed, expected, k),
    )


def _blank(found: Disorders, name: str, symbol: str) -> Agreement:
    settings = dict(found.settings)
    if found.chances:
        settings["samples"] = sum(len(c.disorders) for c in unique(found.chances))
    if not found.complete:
        late = any(chance.late for chance in found.chances)
        settings["partial"] = "budget" if late else "interrupted"
    if not found.exact:  # then the alignment may not be the best one
        settings["alignment"] = "not proved best"
    return Agreement(name, symbol, nan, nan, settings, found.study.counts())


def _seen(found: Disorders) -> list[CategoryDisorder]:
    known = found.alignments[: len(found.chances)]
    return [observed_categories(found.d, alignment) for alignment in known]


def observed_categories(d: Fitted, alignment: Alignment) -> CategoryDisorder:
    """The disorder of categories in one alignment."""
    block = np.zeros(len(alignment), dtype=np.int64)
    return category_disorder(d, alignment.continuum.spans, alignment.members, block, 1)[0]


def _documents(
    found: Disorders, seen: Sequence[CategoryDisorder], k: int | None
) -> list[tuple[float, float]]:
    """Observed and expected disorder of each document; both nan where nothing is aligned."""
    by_chance = {id(chance): _expected(chance, k) for chance in unique(found.chances)}
    pairs = []
    for one, chance in zip(seen, found.chances, strict=True):
        observed = one.of(k)
        pairs.append((observed, nan if isnan(observed) else by_chance[id(chance)]))
    return pairs


def _mean(values: Sequence[float]) -> float:
    known = [value for value in values if not isnan(value)]
    return fsum(known) / len(known) if known else nan


def _expected(chance: ChanceSample, k: int | None) -> float:
    return _mean([one.of(k) for one in chance.categories])


def _se(observed: float, expected: float, chances: Sequence[ChanceSample], k: int | None) -> float:
    """The standard error that comes from sampling, as if the samples were of one kind."""
    values = [one.of(k) for chance in chances for one in chance.categories]
    known = np.array([value for value in values if not isnan(value)])
    if len(known) < 2 or not expected > 0:
        return nan
    return observed / expected**2 * float(known.std(ddof=1)) / sqrt(len(known))


def _coverage(alignments: Sequence[Alignment]) -> float:
    together = sum(int(a.sizes[a.sizes > 1].sum()) for a in alignments)
    return together / max(1, sum(int(a.sizes.sum()) for a in alignments))


def _known(value: float) -> float | None:
    return None if isnan(value) else value


def _why(found: Disorders, observed: float, expected: float, k: int | None) -> str | None:
    key = "not-aligned" if isnan(observed) else "chance-not-aligned"
    if not isnan(observed) and expected > 0:
        return None
    if k is None:
        return said(f"undefined.{key}")
    return said(f"undefined.{key}-category", name=found.study.categories[k])
