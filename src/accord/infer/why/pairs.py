"""One value for each pair of coders, and without each coder."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from accord.engine.engine_table import EngineTable
from accord.engine.table_parts import pair_tallies
from accord.engine.tally import Tally
from accord.errors import NotApplicableError
from accord.measure.bound import Asked, Bound, bound
from accord.measure.cube.kernel import Countable
from accord.model.agreement import Agreement
from accord.model.study import Study


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """The agreement of two coders."""

    coders: tuple[Hashable, Hashable]
    agreement: Agreement


def by_pair(study: Study | Countable, measure: Asked) -> list[PairAgreement]:
    """The measure for every two coders of the study.

    >>> from accord.model.codings.tabular import from_coders
    >>> study = from_coders({"A": "xyxy", "B": "xyxx", "C": "xyyy"})
    >>> [(two.coders, round(two.agreement.value, 2)) for two in by_pair(study, "kappa")]
    [(('A', 'B'), 0.5), (('A', 'C'), 0.5), (('B', 'C'), 0.2)]
    """
    if not len(study.coders):
        raise NotApplicableError("the data do not say who coded what, so there are no coder pairs")
    asked = bound(measure)
    return [
        PairAgreement((study.coders[a], study.coders[b]), asked.compute(pair))
        for a, b, pair in coder_pairs(study)
    ]


def without_each(study: Study | Countable, measure: Bound) -> list[float]:
    """The measure without each coder in turn."""
    c = len(study.coders)
    if c < 3:
        raise NotApplicableError(
            f"leaving one coder out needs three coders or more, this study has {c}"
        )
    rest = [[other for other in range(c) if other != left] for left in range(c)]
    return [measure.compute(study.only(coders)).value for coders in rest]


def coder_pairs(study: Study | Countable) -> Iterator[tuple[int, int, Any]]:
    """Every two coders (by position) and the study of them alone.

    Where an engine holds the codings and counts do not say who met whom, it makes the tables of
    all pairs at once.
    """
    if isinstance(study, EngineTable) or (isinstance(study, Tally) and study.merged is None):
        found = pair_tallies(study)
        if found is not None:
            yield from found
            return
    for a, b in combinations(range(len(study.coders)), 2):
        yield a, b, study.only([a, b])
