"""Agreement on the senses of each lemma."""

from collections.abc import Hashable
from dataclasses import dataclass

from accord._measure.bound import Asked, bound
from accord._measure.distances.distance import distance
from accord._measure.labels.senses import Lemmas, studies_of_lemmas
from accord.engine.any_data import takes_data
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement
from accord.model.showing import Result, Results


@dataclass(frozen=True, slots=True)
class LemmaAgreement(Result):
    """A lemma, and how far coders agree on its senses.

    :param agreement: The value with its parts.

    >>> import accord
    >>> study = accord.from_coders({"A": ["bank1", "bank2", "call1", "call2"],
    ...                             "B": ["bank1", "bank2", "call2", "call1"]})
    >>> found = accord.infer.by_lemma(study, "pi", lemma=["bank", "bank", "call", "call"])
    >>> [(one.lemma, one.agreement.value) for one in found]
    [('bank', 1.0), ('call', -1.0)]
    """

    lemma: Hashable
    agreement: Agreement


@takes_data
def by_lemma(study: Codings, measure: Asked, *, lemma: Lemmas = "lemma") -> Results[LemmaAgreement]:
    """The measure for the items of each lemma, whose categories are its own senses.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param measure: A measure by name, or one bound to its settings.
    :param lemma: The lemma of each item, or the column that has it.

    >>> import accord
    >>> study = accord.from_coders({"A": ["bank1", "bank2", "bank1", "bank2", "call1", "call2"],
    ...                      "B": ["bank1", "bank2", "bank1", "bank2", "call2", "call1"]})
    >>> words = ["bank"] * 4 + ["call"] * 2
    >>> found = accord.infer.by_lemma(study, accord.bound("alpha", distance="nominal"), lemma=words)
    >>> [(one.lemma, round(one.agreement.value, 2)) for one in found]
    [('bank', 1.0), ('call', -0.5)]
    """
    asked = bound(measure)
    found = []
    for word, part in studies_of_lemmas(study, lemma):
        own = asked
        if "distance" in asked.settings:
            own = asked.with_(distance=distance(asked.distance).within(str(word)))
        found.append(LemmaAgreement(word, own.compute(part)))
    return Results(found)
