"""What a summary of ratings says, in sentences: of error, of limits, of raters."""

from math import isnan

from accord.infer.ratings.raters import LEVEL, Drift, Rater
from accord.infer.ratings.summary import RatingSummary
from accord.words.said import said


def _between(low: float, high: float) -> str:
    return "" if isnan(low) or isnan(high) else said("ratings.ci", low=low, high=high)


def error_findings(found: RatingSummary) -> list[str]:
    """How far a rating may be off, in units of the scale."""
    error = found.error
    if error is None or isnan(error.agreement):
        return []
    same = error.consistency
    limits = _between(*error.agreement_limits)
    return [
        said("ratings.sem", x=error.agreement, y=same, limits=limits),
        said("ratings.sdc", x=error.detectable, y=error.detectable_consistency),
        said("ratings.repeatability", y=same),
    ]


def limit_findings(found: RatingSummary) -> list[str]:
    """Bland & Altman's limits of two raters, or those around the mean of more."""
    two, many = found.limits, found.with_mean
    if two is not None:
        a, b = map(str, found.table.raters)
        ends = {"low": two.low, "high": two.high, "limits": _between(*two.bias_interval)}
        lines: list[str] = [said("ratings.limits-two", a=a, b=b, bias=two.bias, **ends)]
        if two.sd > 0:
            (a_low, b_low), (c_high, d_high) = two.low_exact, two.high_exact
            lines.append(said("ratings.limits-ends", a=a_low, b=b_low, c=c_high, d=d_high))
        lines += _concordance(found)
        if two.slope_p < LEVEL:
            lines.append(said("ratings.limits-slope", x=two.slope, pval=two.slope_p))
        return lines
    if many is None or isnan(many.limit):
        return []
    return [said("ratings.limits-mean", x=many.limit, limits=_between(many.low, many.high))]


def _concordance(found: RatingSummary) -> list[str]:
    """Lin's ρ_c, ICC(3,1) and Pearson's r of two raters, and what each ignores."""
    one = found.concordance
    if one is None or isnan(one.ccc):
        return []
    limits = "" if isnan(one.low) else said("ratings.limits-of", low=one.low, high=one.high)
    text = said(
        "ratings.concordance", ccc=one.ccc, icc=one.consistency, r=one.pearson, limits=limits
    )
    return [text]


def named_raters(found: RatingSummary) -> tuple[list[Rater], list[Rater]]:
    """Those shown to rate lower than the others, and those shown to rate higher."""
    named = [] if found.raters is None else [one for one in found.raters.raters if one.named]
    lower = sorted((one for one in named if one.apart < 0), key=lambda one: one.apart)
    higher = sorted((one for one in named if one.apart > 0), key=lambda one: -one.apart)
    return lower, higher


def level_findings(found: RatingSummary) -> list[str]:
    """Who rates lower or higher than the others; of two raters only that they differ."""
    if found.raters is None:
        return []
    if found.coders == 2:
        return [_two_levels(found)]
    lower, higher = named_raters(found)
    lines: list[str] = [
        said(key, names=[str(one.rater) for one in ones], n=len(ones))
        for key, ones in (("ratings.lower", lower), ("ratings.higher", higher))
        if ones
    ]
    left = [one for one in found.raters.raters if not one.named]
    if lines and len(left) == 2 and (left[0].low > 0 or left[0].high < 0):
        # Those two were compared with each other alone: nobody is left to say who of them is off.
        first, second = left if left[0].apart > 0 else left[::-1]
        names = {"a": str(first.rater), "b": str(second.rater), "x": first.apart}
        limits = _between(first.low, first.high)
        lines.append(said("ratings.two-apart", **names, limits=limits))
    return lines or [said("ratings.none-apart")]


def _two_levels(found: RatingSummary) -> str:
    assert found.raters is not None
    first, second = found.raters.raters
    limits = found.limits
    low, high = (first.low, first.high) if limits is None else limits.bias_interval
    bias = first.apart if limits is None else limits.bias
    if low <= 0 <= high or isnan(low):
        a, b = str(first.rater), str(second.rater)
        return said("ratings.two-alike", a=a, b=b, limits=_between(low, high))
    if bias < 0:
        first, second, bias, low, high = second, first, -bias, -high, -low
    more = {"a": str(first.rater), "b": str(second.rater), "x": bias}
    return said("ratings.two-apart", **more, limits=_between(low, high))


def rater_findings(found: RatingSummary) -> list[str]:
    """Levels, range and drift of raters, and ratings that stand out."""
    if found.raters is None:
        return []
    lines = level_findings(found)
    lines += [
        said("ratings.narrow", name=str(one.rater), x=one.range, pval=one.range_p)
        for one in found.raters.raters
        if one.narrow
    ]
    lines += constant_findings(found)
    lines += drift_findings(found)
    lines += [
        said(
            "ratings.odd",
            rater=str(one.rater),
            item=str(one.item),
            x=one.value,
            y=one.expected,
            pval=one.p,
        )
        for one in found.odd
    ]
    return lines


def constant_findings(found: RatingSummary) -> list[str]:
    """Who gave one number to everything, where others did not."""
    people = () if found.raters is None else found.raters.raters
    if not any(one.sd > 0 for one in people):
        return []
    return [
        said("ratings.constant", name=str(one.rater), x=one.mean, n=one.items)
        for one in people
        if one.sd == 0
    ]


def drift_findings(found: RatingSummary) -> list[str]:
    """Raters whose drift is shown; of two, one drifts against the other, and nobody knows who."""
    return [_drifts(one) for one in found.drift if one.named]


def _drifts(one: Drift) -> str:
    key = "ratings.drifts-up" if one.change > 0 else "ratings.drifts-down"
    return said(key, name=str(one.rater), x=abs(one.change), pval=one.p)
