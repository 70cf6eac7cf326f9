"""Recall, precision and κ of each document, as Table 4 of Passonneau (1997) has them."""

from collections.abc import Hashable
from dataclasses import dataclass
from math import isnan, nan
from typing import Any

import numpy as np

from accord._measure.chains.coreference_chance import link_table
from accord.engine.any_data import takes_data
from accord.errors import NotApplicableError
from accord.kinds.chains.mentions import MatchingRule, MentionRule
from accord.kinds.chains.study import Partitions
from accord.model.showing import Result, Results


@dataclass(frozen=True, slots=True)
class Narrative(Result):
    """A document: κ of its links, and recall and precision of the second coder's by the first's.

    :param kappa: κ of its links.
    :param recall: The share of the first coder's links that the second has.
    :param precision: The share of the second coder's links that the first has.
    :param why: Why it has no table of links, where it has none.

    >>> import accord
    >>> chains = {"n1": {"A": ["ab", "cd"], "B": ["abc", "d"]}, "n2": {"A": ["ab"], "B": ["ab"]}}
    >>> [row.recall for row in accord.infer.narratives(accord.Partitions.of_chains(chains))]
    [0.5, 1.0, 0.25]
    """

    document: Hashable
    kappa: float
    recall: float
    precision: float
    why: str | None = None


SIGMA = "σ"
"""The name of the last row: the standard deviations of the columns."""


@takes_data
def narratives(
    study: Partitions, *, mentions: MentionRule = "marked", matching: MatchingRule = "exact"
) -> Results[Narrative]:
    """κ, recall and precision of every document by two coders, and σ of each column below.

    The first coder's chains are the key. σ is over the documents that have a value (divided by
    their number, as the paper does). A document without a table of links says why.
    References: passonneau1997.

    :param study: A study of coreference by two coders.
    :param mentions: How to treat mentions that only one coder marked: marked, common or singletons.
    :param matching: When two spans are the same mention: exact, head or overlap.

    >>> import accord
    >>> chains = {"n1": {"A": ["ab", "cd"], "B": ["abc", "d"]}, "n2": {"A": ["ab"], "B": ["ab"]}}
    >>> found = accord.infer.narratives(accord.Partitions.of_chains(chains))
    >>> [(row.document, row.recall, row.precision) for row in found]
    [('n1', 0.5, 0.5), ('n2', 1.0, 1.0), ('σ', 0.25, 0.25)]
    """
    rules: dict[str, Any] = {"mentions": mentions, "matching": matching}
    if len(study.coders) != 2:
        link_table(study, **rules)  # which says how to choose two
    rows = [_row(study.take([n]), name, rules) for n, name in enumerate(study.items)]
    sigma = Narrative(
        SIGMA,
        _deviation([row.kappa for row in rows]),
        _deviation([row.recall for row in rows]),
        _deviation([row.precision for row in rows]),
    )
    return Results([*rows, sigma])


def _row(document: Partitions, name: Hashable, rules: dict[str, Any]) -> Narrative:
    try:
        table = link_table(document, **rules)
    except NotApplicableError as error:
        return Narrative(name, nan, nan, nan, str(error))
    return Narrative(name, table.kappa, table.recall, table.precision)


def _deviation(values: list[float]) -> float:
    known = [value for value in values if not isnan(value)]
    return float(np.std(known)) if known else nan
