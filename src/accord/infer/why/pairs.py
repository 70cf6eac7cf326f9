"""One value for each pair of coders."""

from collections.abc import Callable, Hashable, Iterator
from itertools import combinations
from typing import Any

from accord.engine.held import pair_tallies
from accord.engine.remote import Remote
from accord.engine.tally import Tally
from accord.errors import NotApplicableError
from accord.model.agreement import Agreement
from accord.model.study import Study


def by_pair(
    study: Study, compute: Callable[..., Agreement], **settings: Any
) -> list[tuple[tuple[Hashable, Hashable], Agreement]]:
    """The measure `compute` for every two coders of the study.

    >>> from accord.measure.cube.coefficients import kappa
    >>> from accord.model.codings.tabular import from_coders
    >>> study = from_coders({"A": "xyxy", "B": "xyxx", "C": "xyyy"})
    >>> [(pair, round(a.value, 2)) for pair, a in by_pair(study, kappa)]
    [(('A', 'B'), 0.5), (('A', 'C'), 0.5), (('B', 'C'), 0.2)]
    """
    if not len(study.coders):
        raise NotApplicableError("the data do not say who coded what, so there are no coder pairs")
    return [
        ((study.coders[a], study.coders[b]), compute(pair, **settings))
        for a, b, pair in coder_pairs(study)
    ]


def coder_pairs(study: Study) -> Iterator[tuple[int, int, Study]]:
    """Every two coders (by position) and the study of them alone.

    Where an engine holds the codings and counts do not say who met whom, it makes the tables of
    all pairs at once.
    """
    if isinstance(study, Remote) or (isinstance(study, Tally) and study.merged is None):
        found = pair_tallies(study)
        if found is not None:
            yield from found
            return
    for a, b in combinations(range(len(study.coders)), 2):
        yield a, b, study.only([a, b])
