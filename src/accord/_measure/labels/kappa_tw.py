"""κ_tw: weighted κ over a taxonomy, averaged over the pairs of coders."""

from dataclasses import replace
from itertools import combinations
from math import fsum, nan
from typing import Any

from accord._measure.cube.coefficients import weighted_kappa
from accord._measure.distances.distance import distance as as_distance
from accord._measure.settings import Missing
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement
from accord.words.said import said


def kappa_tw(study: Codings, *, distance: Any, missing: Missing = "pairable") -> Agreement:
    """κ_tw: the mean over all pairs of coders of κ_w with a taxonomic distance.

    Chance is each coder's own distribution, within each pair and over the items that both
    coders annotated:
    κ_tw = mean over pairs of 1 − Σ (1 − δ_kl) p_o,kl / Σ (1 − δ_kl) p_e,kl.
    Give it a distance made by `taxonomic`; with "nominal" it is Light's κ, for two coders κ_w.
    The pooled form, which averages D_o and D_e before dividing, is β with the same distance.

    Pairs whose κ_w is undefined take no part, and the signature counts them; undefined where
    no pair is left. D_o and D_e are means over pairs. References: geertzen2006.

    >>> import accord
    >>> acts = accord.Taxonomy.from_paths(["YNQ > CHECK", "WHQ"])
    >>> study = accord.from_coders({"A": ["WHQ", "YNQ", "YNQ"], "B": ["WHQ", "CHECK", "YNQ"]})
    >>> round(accord.labels.kappa_tw(study, distance=accord.labels.taxonomic(acts)).value, 4)
    0.8333
    """
    study.who()
    recipe = as_distance(distance)
    pairs = {
        (study.coders[a], study.coders[b]): weighted_kappa(
            study.only([a, b]), distance=recipe, missing=missing
        )
        for a, b in combinations(range(len(study.coders)), 2)
    }
    defined = [one for one in pairs.values() if one.undefined is None]
    settings: dict[str, Any] = {"d": recipe.name, "missing": missing}
    if len(defined) < len(pairs):
        settings["undefined-pairs"] = len(pairs) - len(defined)
    result = Agreement(
        "kappa_tw", "κ_tw", nan, None, settings, study.counts(), detail={"pairs": pairs}
    )
    if not defined:
        return replace(result, undefined=_why(pairs))
    return replace(
        result,
        observed=fsum(one.observed for one in defined) / len(defined),
        expected=fsum(one.expected or 0.0 for one in defined) / len(defined),
        estimate=fsum(one.value for one in defined) / len(defined),
        unit=defined[0].unit,
    )


def _why(pairs: dict[Any, Agreement]) -> str:
    reasons = dict.fromkeys(one.undefined for one in pairs.values() if one.undefined)
    if not reasons:
        return said("undefined.one-coder-only-agreement")
    return f"κ_w has no value for any pair of coders: {next(iter(reasons))}"
