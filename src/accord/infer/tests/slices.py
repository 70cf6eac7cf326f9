"""Every two slices of a study compared, with p adjusted for how many comparisons there are."""

from itertools import combinations

import numpy as np

from accord._measure.bound import Asked, bound
from accord._measure.cube.kernel import Countable, itemized
from accord.engine.any_data import takes_data
from accord.errors import UnknownNameError
from accord.infer.tests.compare import compare
from accord.infer.tests.significance import adjusted
from accord.infer.why.breakdown import Breakdown
from accord.model.names import factorize
from accord.model.study import Study
from accord.tasks import Progress, checked_run, watched


@checked_run
@takes_data
def compare_slices(
    study: Study | Countable,
    column: str,
    measure: Asked,
    *,
    over: str | None = None,
    confidence: float = 0.95,
    progress: Progress | None = None,
) -> Breakdown:
    """Every two values of a column about items compared, with p adjusted for their number.

    Documents that two slices share are taken as the same documents. "p (Holm)" controls the
    probability of any false difference, "p (BH)" the share of false ones.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param column: The column about items whose values are compared.
    :param measure: A measure by name, or one bound to its settings.
    :param over: What is resampled: items, coders, or a column about items.
    :param confidence: The confidence level.
    :param progress: A function that is called with the progress of the work.

    >>> import accord
    >>> from dataclasses import replace
    >>> study = accord.from_coders({"A": "aabbabab" * 6, "B": "aabbbbba" * 6})
    >>> study = replace(study, about={"round": ["one", "two"] * 24})
    >>> [
    ...     (row[0], row[1], round(row[2], 3))
    ...     for row in accord.infer.compare_slices(study, "round", "pi").rows
    ... ]
    [('one', 'two', -0.467)]
    """
    study = itemized(study, "a comparison")
    about = getattr(study, "about", {})
    if column not in about:
        raise UnknownNameError.of("column", column, about)
    code, names = factorize(list(about[column]))
    parts = {name: study.take(np.flatnonzero(code == at)) for at, name in enumerate(names)}
    pairs = [*combinations(names, 2)]
    found = [
        (one, two, compare(parts[one], parts[two], measure, over=over, confidence=confidence))
        for one, two in watched(pairs, len(pairs), progress)
    ]
    p = [each.p for *_, each in found]
    rows = tuple(
        (one, two, each.difference, each.interval.low, each.interval.high, each.p, holm, bh)
        for (one, two, each), holm, bh in zip(found, adjusted(p), adjusted(p, "bh"), strict=True)
    )
    columns = (column, "other", "difference", "low", "high", "p", "p (Holm)", "p (BH)")
    notes = tuple(dict.fromkeys(note for *_, each in found for note in each.notes))
    return Breakdown(column, bound(measure).name, columns, rows, notes)
