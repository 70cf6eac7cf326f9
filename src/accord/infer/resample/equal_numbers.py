"""Items with unequal numbers of codings, brought down to equal numbers by dropping at random."""

from dataclasses import dataclass, replace
from math import nan

import numpy as np

from accord._measure.bound import Asked, bound
from accord.engine.any_data import takes_data
from accord.errors import NotApplicableError, Setting
from accord.infer.resample.replicates import seed_of
from accord.kinds.kind import only_labels
from accord.kinds.labels.order import in_order
from accord.model.names import FloatArray
from accord.model.showing import Result
from accord.model.study import Study
from accord.tasks import checked_run


@dataclass(frozen=True, slots=True)
class EqualNumbers(Result):
    """A measure on items with equally many codings, the mean over many ways to drop the others.

    :param measure: The measure.
    :param value: The mean over the draws.
    :param sd: How much the draws differ: what one draw alone, as in Fleiss 1971, hides.
    :param number: How many codings each item keeps.
    :param items: The items that have so many.
    :param dropped: The codings that each draw leaves out.
    :param values: The value of each draw.
    :param seed: The seed.

    >>> import accord
    >>> study = accord.from_coders({"A": "aabb", "B": "abbb", "C": ["a", None, "b", None]})
    >>> found = accord.infer.equal_numbers(study, "pi", resamples=50)
    >>> found.number, found.items, found.dropped
    (2, 4, 2)
    """

    _keys = "measure, value, sd, number, items, dropped, draws=values.size, seed"
    _columns = "measure, value, sd, number, items, dropped"

    measure: str
    value: float
    sd: float
    number: int
    items: int
    dropped: int
    values: FloatArray
    seed: int


@checked_run
@takes_data
def equal_numbers(
    study: Study,
    measure: Asked,
    *,
    number: int | None = None,
    resamples: int = 200,
    rng: "int | np.random.Generator" = 0,
) -> EqualNumbers:
    """A measure after codings were dropped at random until every item has equally many.

    Fleiss (1971) dropped diagnoses at random to bring all patients down to six. One such draw is
    one of many, so this is the mean over draws, with their standard deviation. Items with fewer
    codings than that are left out. References: fleiss1971, artstein2005.

    :param study: A study of labels.
    :param measure: A measure by name, or one bound to its settings.
    :param number: Codings to keep of each item; by default the fewest that an item with two has.
    :param resamples: How many draws.
    :param rng: The seed, or a NumPy generator.

    >>> import accord
    >>> study = accord.from_coders({"A": "aabb", "B": "abbb", "C": ["a", None, "b", None]})
    >>> round(accord.infer.equal_numbers(study, "percent").value, 2)
    0.75
    """
    entry, seed = bound(measure), seed_of(rng)
    labels, _ = in_order(only_labels(study, "equal numbers of codings are for labels; this"), None)
    sizes = np.diff(labels.bounds)
    if number is None:
        number = int(sizes[sizes > 1].min()) if (sizes > 1).any() else 2
    if number < 2 or resamples < 1:
        raise NotApplicableError(
            f"{Setting('number')} must be at least 2 and {Setting('resamples')} at least 1, "
            f"got {number} and {resamples}"
        )
    enough = np.flatnonzero(sizes >= number)
    if not len(enough):
        raise NotApplicableError(f"no item has {number} labels")
    whole = labels.take(enough)
    item = np.repeat(np.arange(len(enough)), sizes[enough])
    generator = np.random.default_rng(seed)
    begin = whole.bounds[:-1][item]
    values = np.empty(resamples)
    for at in range(resamples):
        # A random order within each item; the first `number` of it stay.
        order = np.lexsort((generator.random(len(item)), item))
        place = np.empty(len(item), dtype=np.int64)
        place[order] = np.arange(len(item))
        keep = place - begin < number
        drawn = replace(
            whole,
            item=whole.item[keep],
            coder=None if whole.coder is None else whole.coder[keep],
            category=whole.category[keep],
        )
        values[at] = entry.compute(drawn).value
    known = values[np.isfinite(values)]
    return EqualNumbers(
        entry.measure.name,
        float(known.mean()) if len(known) else nan,
        float(known.std(ddof=1)) if len(known) > 1 else nan,
        number,
        len(enough),
        int(len(item) - number * len(enough)),
        values,
        seed,
    )
