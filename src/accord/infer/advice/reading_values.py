"""How to read a number, which coefficient to choose, what to report: advice, never results.

No scale of words is part of any result. Thresholds are conventions of fields, the survey
doubts that one fits all purposes, and weighted coefficients do not share them.
"""

from dataclasses import dataclass
from math import isnan

from accord._measure.bound import Asked, bound
from accord._measure.catalogue import MEASURES
from accord.errors import UnknownNameError
from accord.model.agreement import Agreement
from accord.model.showing import Result

_FIFTHS = (
    (0.0, "slight"),
    (0.2, "fair"),
    (0.4, "moderate"),
    (0.6, "substantial"),
    (0.8, "almost perfect"),
)
_SCALES: dict[str, tuple[tuple[float, str], ...]] = {
    "landis-koch": _FIFTHS,
    "krippendorff": ((0.667, "good for tentative conclusions only"), (0.8, "good reliability")),
    "neuendorf": ((0.8, "acceptable in most situations"), (0.9, "acceptable to all")),
    "rietveld-van-hout": _FIFTHS,
}
"""Above which value the words apply."""

_BELOW = {
    "landis-koch": "poor",
    "krippendorff": "not reliable",
    "neuendorf": "great disagreement whether acceptable",
    "rietveld-van-hout": "none",
}
_AT_LEAST = ("krippendorff", "neuendorf")  # these name the value from which on, inclusive
_SOURCE = {
    "landis-koch": "landis1977",
    "krippendorff": "krippendorff2004",
    "neuendorf": "neuendorf2002",
    "rietveld-van-hout": "rietveld1993",
}


@dataclass(frozen=True, slots=True)
class Reading(Result):
    """What a convention says about a value, whose it is, and what to mind.

    :param scale: The convention.
    :param words: What it calls the value.
    :param source: Where it was published.
    :param caveats: What to mind, in sentences.

    >>> import accord
    >>> found = accord.interpret(0.78)
    >>> found.words, found.source
    ('good for tentative conclusions only', 'krippendorff2004')
    """

    scale: str
    words: str
    source: str
    caveats: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.words} ({self.scale}: {self.source})"


def interpret(agreement: Agreement | float, scale: str = "krippendorff") -> Reading:
    """What a convention calls this value, with its source; not a test.

    Scales: "landis-koch", "krippendorff", "neuendorf", "rietveld-van-hout". They are for
    coefficients whose best value is 1: an error rate (WindowDiff, SER) has words only at 0.

    :param agreement: A value, with its parts or as a number.
    :param scale: Whose convention.

    References: landis1977, krippendorff2004, neuendorf2002, rietveld1993, artstein2008.

    >>> import accord
    >>> print(accord.interpret(0.78))
    good for tentative conclusions only (krippendorff: krippendorff2004)
    """
    if scale not in _SCALES:
        raise UnknownNameError.of("scale", scale, _SCALES)
    value = float(agreement)
    words = _BELOW[scale]
    for above, name in _SCALES[scale]:
        # Landis & Koch's table has ".00–.20 slight", so 0 itself is inside; its other bounds
        # belong to the lower class.
        if value > above or (value == above and (not above or scale in _AT_LEAST)):
            words = name
    # Words of a scale for error rates would be upside down: .1 is good there.
    entry = MEASURES.get(agreement.measure) if isinstance(agreement, Agreement) else None
    if isnan(value):
        words = "no interpretation: there is no value"
    elif entry is not None and entry.better == "lower":
        words = "no interpretation: it counts errors, and the scale is for coefficients up to 1"
        words = "perfect: no error at all" if value == 0 else words
    return Reading(scale, words, _SOURCE[scale], _caveats(agreement))


def _caveats(agreement: Agreement | float) -> tuple[str, ...]:
    caveats = [
        "no single threshold fits all purposes; .8 is a good one if there must be one, and useful "
        "corpora have been made at .7 (Artstein & Poesio 2008, §5.3)"
    ]
    if not isinstance(agreement, Agreement):
        return tuple(caveats)
    if agreement.settings.get("d", "nominal") != "nominal":
        caveats.append(
            "weighted coefficients depend on the distance and do not share these thresholds; "
            "compare only values with the same distance"
        )
    if agreement.expected is None:
        caveats.append(
            "this measure is not corrected for chance, and the scales are for measures that are"
        )
    if agreement.interval is None:
        caveats.append("the value has no interval; add one before comparing it with a threshold")
    # .8 is the one threshold that all of these conventions share.
    elif agreement.interval.low < 0.8 < agreement.interval.high:
        caveats.append(f"the interval {agreement.interval} includes values on both sides of .8")
    return tuple(caveats)


def advise(measure: Asked) -> str:
    """What the coefficient is for, in a sentence. References: artstein2008.

    :param measure: A measure by name, or one bound to its settings.

    >>> import accord
    >>> accord.infer.advise("kappa").split(":")[0]
    'κ is for validity'
    """
    entry = bound(measure).measure
    if entry.purpose == "reliability":
        return (
            f"{entry.symbol} is for reliability: would other coders, with the same instructions, "
            "code the same? Chance is one distribution for all coders, so a coder's bias counts "
            "as disagreement"
        )
    if entry.purpose == "validity":
        return (
            f"{entry.symbol} is for validity: how far to trust what these coders agree on. Chance "
            "is each coder's own distribution, so agreement in spite of bias is rewarded; with "
            "many coders it nears the single-distribution coefficient"
        )
    if entry.chance in ("uniform", "occasional"):
        return (
            f"{entry.symbol} does not take chance from what coders did with all categories: extra "
            "categories that nobody uses raise it"
        )
    if entry.counted and entry.chance == "none":
        return (
            f"{entry.symbol} is not comparable between studies: with few or skewed categories it "
            "is high"
        )
    return f"{entry.symbol}: {entry.title}"


CHECKLIST: tuple[str, ...] = (
    *("checklist.coders", "checklist.independent", "checklist.items", "checklist.coefficient"),
    *("checklist.interval", "checklist.matrix", "checklist.categories", "checklist.bias"),
)
"""What a paper should report (Artstein & Poesio 2008, §4.1, §5.3)."""

CHECKLIST_OF_RATINGS: tuple[str, ...] = (*CHECKLIST[:5], "checklist.icc", "checklist.raters")
"""The same of ratings (Koo & Li 2016): the form instead of a matrix, levels instead of bias."""
