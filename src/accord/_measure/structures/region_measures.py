"""Agreement on regions of images: α, F1, how far matched regions overlap, α of their labels.

    match      one to one, the most overlap in all, each pair at least `overlap` (IoU, OKS)
    distance   a region that nobody matches 1, a matched one by its category and its place
    chance     what is matched between different images (α), or labels drawn from all (labels)

What nobody marked is not in the data, so regions that were marked by at least one coder are not
all that could have been marked. α therefore takes for chance what two coders have in common who
look at different images, laid on each other.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import fsum, isnan, nan
from typing import Annotated, Any, Literal, cast, get_args

import numpy as np

from accord._measure.by_document import (
    BY_PAIRS,
    ByDocument,
    DocumentSums,
    PairSums,
    f1_by_coders,
    f1_of,
    mean_known,
    mean_over_pairs,
)
from accord._measure.sampling_settings import Seed
from accord._measure.structures.region_matching import (
    Cells,
    Flat,
    Overlapping,
    RegionRules,
    TypedMatching,
    cells,
    lacking,
)
from accord.errors import DataError, Setting, UnknownNameError
from accord.kinds.joining import root
from accord.kinds.regions.parts import Region
from accord.kinds.regions.study import Regions
from accord.model.agreement import Agreement
from accord.model.keywords import keywords
from accord.model.names import FloatArray, IntArray
from accord.words.said import said

_THRESHOLDS = (0.5, 0.75, 0.9)
"""Overlaps at which F1 is told beside the one that was asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Placed(RegionRules):
    """Matching, how much the place of a matched region counts, and what is drawn for chance."""

    localisation: Annotated[
        float, "How much the place of a matched region counts: from 0 (not at all) to 1."
    ] = 1.0
    rng: Seed = 0

    def __post_init__(self) -> None:
        RegionRules.__post_init__(self)
        if not 0 <= self.localisation <= 1:
            raise DataError(f"{Setting('localisation', self.localisation)} is not from 0 to 1")

    @property
    def told(self) -> dict[str, Any]:
        """For signatures; the seed is said where it was needed."""
        told = RegionRules.told.fget(self)  # type: ignore[attr-defined]
        return {key: value for key, value in told.items() if key != "rng"}


Unmatched = Literal["missing", "category"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled(RegionRules):
    """Matching, and what becomes of a region that a coder does not have."""

    unmatched: Annotated[
        Unmatched,
        "A region that a coder lacks: missing (left out), or a category of its own.",
    ] = "missing"

    def __post_init__(self) -> None:
        RegionRules.__post_init__(self)
        if self.unmatched not in get_args(Unmatched):
            raise UnknownNameError.of("rule for regions", self.unmatched, get_args(Unmatched))


@keywords(_Placed)
def region_alpha(study: Regions, **given: Any) -> Agreement:
    """α of regions: how well coders mark the same things, compared with different images.

    Two coders' regions of an image are matched one to one (`overlap`: the least IoU, or OKS of
    points). A region without a match costs 1; a matched one costs 1 if the categories differ,
    else (1 − IoU) · `localisation`:

        D = sum of costs / number of regions of both coders

    D_o is over coders of the same image, D_e over sets of regions of different images, laid on each
    other (scaled to the same size where sizes are known). Coders who mark things where they always
    are, such as in the middle, gain nothing by it. Each image counts by its regions, and pairs of
    its m coders by 1 / (m − 1). With `localisation=0` it is F1 of regions with their categories,
    corrected for chance. With more than 20,000 pairs of images a sample of them is drawn. Undefined
    where fewer than two images were marked by two coders, or D_e = 0. References: krippendorff2004,
    braylan2022, tschirschwitz2026.

    >>> import accord
    >>> cats = [("a", (0, 0, 10, 10)), ("b", (20, 20, 30, 30)), ("c", (5, 40, 25, 50))]
    >>> study = accord.regions.Regions.of(
    ...     [(i, who, b, "cat") for i, b in cats for who in ("Ann", "Bob")]
    ...     + [("c", "Ann", (60, 60, 70, 70), "dog")]
    ... )
    >>> found = accord.regions.region_alpha(study)
    >>> round(found.observed, 4), round(found.expected, 4), round(found.value, 4)
    (0.1429, 1.0, 0.8571)
    """
    rules = _Placed(**given)
    table = chance_of_images(study, **given)
    observed, expected, _ = table.parts(np.ones((1, len(study.documents))))[0].tolist()
    told = {**rules.told, **({"rng": rules.rng} if table.drawn else {})}
    why = lacking(study, rules)
    if why is not None:
        observed = expected = nan
    elif isnan(observed):
        why = said("undefined.no-regions")
    elif isnan(expected):
        why = said("undefined.no-two-different-images")
    elif not expected > 0:
        why = said("undefined.regions-different-images-all")
    result = Agreement("region_alpha", "α_reg", observed, expected, told, study.counts())
    return replace(result, undefined=why, detail={"pairs of images": float(len(table.images))})


_PAIRS = 20_000
"""The most pairs of images that are compared for chance."""


@dataclass(frozen=True, eq=False)
class ImageSums(ByDocument):
    """Costs and numbers of regions: of every image (`own`), and of every two `images`, which are
    counted as often as both of them are."""

    own: FloatArray
    images: IntArray
    across: FloatArray
    again: Callable[[Sequence[int] | IntArray], ByDocument]
    drawn: bool

    def __len__(self) -> int:
        return len(self.own)

    def parts(self, often: FloatArray) -> FloatArray:
        """D_o, D_e and value for each row of `often`."""
        made = np.zeros((len(often), 3))
        for at, row in enumerate(often):
            weight = row[self.images[:, 0]] * row[self.images[:, 1]]
            both = ((self.own, row), (self.across, weight))
            for column, (part, times) in enumerate(both):
                # One value is the same in whatever order its images stand; resamples are many.
                cost, number = (
                    _exactly(part * times[:, None]) if len(often) == 1 else (times @ part).tolist()
                )
                made[at, column] = cost / number if number else nan
        with np.errstate(divide="ignore", invalid="ignore"):
            made[:, 2] = np.where(made[:, 1] > 0, 1.0 - made[:, 0] / made[:, 1], nan)
        return made

    def only(self, coders: Sequence[int] | IntArray) -> ByDocument:
        """The same of these coders."""
        return self.again(coders)


def _exactly(parts: FloatArray) -> tuple[float, float]:
    """Both sums, the same in whatever order."""
    return fsum(parts[:, 0].tolist()), fsum(parts[:, 1].tolist())


def chance_of_images(study: Regions, **given: Any) -> ImageSums:
    """The costs of every image, and of every two images laid on each other."""
    rules = _Placed(**given)
    flat = Flat.of(study)
    same = flat.pairs()
    images = len(study.documents)
    coders = np.bincount(flat.image, minlength=images)
    own = np.zeros((images, 2))
    # As in α of labels: what each coder marked counts once, however many coders it is compared
    # with.
    weight = 1.0 / np.maximum(coders[flat.image[same[:, 0]]] - 1, 1)
    costs = _costs(flat, same, rules, None)
    np.add.at(own, flat.image[same[:, 0]], costs * weight[:, None])
    names = list(study.items)
    first: dict[Any, int] = {}
    which = np.array([first.setdefault(name, at) for at, name in enumerate(names)], dtype=np.intp)
    # Regions that no other coder could have matched are no part of D_o, nor then of D_e.
    several = np.flatnonzero((coders > 1) & (which == np.arange(images)))
    chosen, drawn = _some(several, rules.rng)
    starts = np.searchsorted(flat.image, np.arange(images + 1))
    pairs, of = _across(chosen, starts)
    factors = _factors(study, flat, pairs)
    across = np.zeros((len(chosen), 2))
    np.add.at(across, of, _costs(flat, pairs, rules, factors))
    # An image that was drawn twice is one: what its copies add is what the first adds.
    if len(several) and len(first) < images:
        chosen, across = _copied(chosen, across, which)

    def again(who: Sequence[int] | IntArray) -> ByDocument:
        return chance_of_images(study.only(who), **given)

    return ImageSums(own, chosen, across, again, drawn)


def _some(images: IntArray, rng: Any) -> tuple[IntArray, bool]:
    """Every two images; of very many, each with as many others, drawn at random."""
    n = len(images)
    if n * (n - 1) // 2 <= _PAIRS:
        return images[np.column_stack(np.triu_indices(n, 1))], False
    order = np.random.default_rng(rng).permutation(images)
    # A ring and its chords: every image is compared with as many others, so none weighs more.
    shifts = range(1, max(1, _PAIRS // n) + 1)
    return np.concatenate([np.column_stack([order, np.roll(order, -s)]) for s in shifts]), True


def _copied(chosen: IntArray, across: FloatArray, which: IntArray) -> tuple[IntArray, FloatArray]:
    """The pairs of all copies of images, from the pairs of the first of each."""
    copies: dict[int, list[int]] = {}
    for at, one in enumerate(which.tolist()):
        copies.setdefault(one, []).append(at)
    rows = [
        (a, b, at)
        for at, (one, other) in enumerate(chosen.tolist())
        for a in copies[one]
        for b in copies[other]
    ]
    made: IntArray = np.array(rows, dtype=np.intp).reshape(-1, 3)
    return made[:, :2], across[made[:, 2]]


def _across(chosen: IntArray, starts: IntArray) -> tuple[IntArray, IntArray]:
    """Every set of one image with every set of another, and of which two images they are."""
    found, of = [], []
    for at, (one, other) in enumerate(chosen.tolist()):
        a = np.arange(starts[one], starts[one + 1])
        b = np.arange(starts[other], starts[other + 1])
        found.append(np.column_stack([np.repeat(a, len(b)), np.tile(b, len(a))]))
        of.append(np.full(len(a) * len(b), at))
    pairs: IntArray = np.concatenate([np.zeros((0, 2), dtype=np.intp), *found])
    return pairs, np.concatenate([np.zeros(0, dtype=np.intp), *of])


def _factors(study: Regions, flat: Flat, pairs: IntArray) -> FloatArray | None:
    """By how much the second image is made larger, where both sizes are known and differ."""
    size = np.array([p.size or (nan, nan) for p in study.documents], dtype=np.float64)
    size = size.reshape(-1, 2)
    with np.errstate(invalid="ignore", divide="ignore"):
        found = size[flat.image[pairs[:, 0]]] / size[flat.image[pairs[:, 1]]]
    # Where a size is unknown images are laid on each other as they are.
    found = np.where(np.isfinite(found) & (found > 0), found, 1.0)
    return None if bool((found == 1.0).all()) else found


def _costs(flat: Flat, pairs: IntArray, rules: _Placed, factors: FloatArray | None) -> FloatArray:
    """What the regions of two sets cost, and how many both have, for each pair of sets."""
    found = cells(flat, pairs, rules, least=rules.overlap, factors=factors)
    matched = found.matched(flat, rules.overlap)
    same = flat.category[matched.one] == flat.category[matched.other]
    alike = np.where(same, 1.0 - rules.localisation * (1.0 - matched.overlap), 0.0)
    number = flat.sizes[pairs].sum(axis=1).astype(np.float64)
    gain = 2.0 * np.bincount(matched.pair, alike, len(pairs))
    return np.column_stack([number - gain, number])


@keywords(TypedMatching)
def region_f1(study: Regions, **given: Any) -> Agreement:
    """F1 of regions: one is found if the other coder has one in the same place.

    Regions are matched one to one with the most overlap in all, each pair at least `overlap`
    (IoU, or OKS of points), within a category unless `typed=False`.
    F1 = 2 · matched / (regions of one + regions of the other) over all images that both saw, the
    mean over pairs of coders; not corrected for chance. `detail` has recall, precision and F1
    for each pair of coders, F1 for each category, and at other overlaps (.5, .75, .9).
    Undefined where no pair marked anything. References: hripcsak2005, lin2014.

    >>> import accord
    >>> study = accord.regions.Regions.of(
    ...     [
    ...         ("a", "Ann", (0, 0, 10, 10), "cat"),
    ...         ("a", "Bob", (0, 0, 10, 8), "cat"),
    ...         ("a", "Ann", (20, 0, 30, 10), "dog"),
    ...     ]
    ... )
    >>> round(accord.regions.region_f1(study).value, 4)
    0.6667
    """
    rules = TypedMatching(**given)
    flat, pairs = Flat.of(study), Flat.of(study).pairs()
    near = cells(flat, pairs, rules, least=min(rules.overlap, *_THRESHOLDS))
    table = _shared(study, flat, pairs, near.matched(flat, rules.overlap))
    sums = table.totals()
    value = mean_known(f1_of(sums))
    at = {
        f"{level:g}": mean_known(
            f1_of(_shared(study, flat, pairs, near.matched(flat, level)).totals())
        )
        for level in _THRESHOLDS
    }
    why = lacking(study, rules) or (said("undefined.no-regions") if isnan(value) else None)
    told = {**rules.told, **BY_PAIRS}
    result = Agreement("region_f1", "F1_reg", 1.0 - value, None, told, study.counts())
    detail = {
        "pairs": f1_by_coders(study.coders, table, sums),
        "categories": _by_category(flat, pairs, near.matched(flat, rules.overlap)),
        "overlaps": at,
    }
    if why is not None:
        result = replace(result, observed=nan)
    return replace(result, undefined=why, detail=detail)


def shared_regions(study: Regions, **given: Any) -> PairSums:
    """The regions that every two coders share in every image, and how many each has."""
    rules = TypedMatching(**given)
    flat = Flat.of(study)
    pairs = flat.pairs()
    near = cells(flat, pairs, rules, least=rules.overlap)
    return _shared(study, flat, pairs, near.matched(flat, rules.overlap))


def _shared(study: Regions, flat: Flat, pairs: IntArray, matched: Cells) -> PairSums:
    sizes = flat.sizes[pairs]
    number = np.bincount(matched.pair, minlength=len(pairs))
    rows = np.column_stack([number, sizes]).astype(np.float64)
    return _table(study, flat, pairs, rows, mean_over_pairs(f1_of))


def _table(
    study: Regions,
    flat: Flat,
    pairs: IntArray,
    rows: FloatArray,
    of: Callable[[FloatArray], FloatArray],
) -> PairSums:
    who = flat.coder[pairs]
    number = len(study.coders)
    code, pair = np.unique(who[:, 0] * number + who[:, 1], return_inverse=True)
    both = np.column_stack([code // max(number, 1), code % max(number, 1)]).astype(np.intp)
    document = flat.image[pairs[:, 0]]
    return PairSums(len(study.documents), both, document, pair.reshape(-1), rows, of)


def _by_category(flat: Flat, pairs: IntArray, matched: Cells) -> dict[str, dict[str, float]]:
    """Common (both regions of the category), of one and of the other, over all pairs of coders."""
    same = flat.category[matched.one] == flat.category[matched.other]
    common = Counter(flat.category[matched.one[same]].tolist())
    each: list[Counter[int]] = [Counter(), Counter()]
    often = [np.bincount(pairs[:, side], minlength=len(flat.sizes)) for side in (0, 1)]
    for side in (0, 1):
        times = np.repeat(often[side], flat.sizes)
        counts = np.bincount(flat.category, times, len(flat.categories))
        each[side].update(dict(enumerate(counts.tolist())))
    found = {}
    for at, name in enumerate(flat.categories):
        one, other = float(each[0][at]), float(each[1][at])
        if one + other:
            f1 = 2 * common[at] / (one + other)
            found[name] = {"common": common[at], "first": one, "second": other, "f1": f1}
    return found


@keywords(Overlapping)
def region_overlap(study: Regions, **given: Any) -> Agreement:
    """How far the regions that two coders share overlap: mean IoU, or Dice, of matched regions.

    Regions are matched as for F1; what has no match is left out, so it says how exactly things
    were outlined and not whether they were found. With `ratio="dice"` it is 2 · shared / (area of
    one + area of the other), as masks of organs are compared. Of points it is OKS. The mean over
    pairs of coders; not corrected for chance. Undefined where nothing is matched.
    References: lin2014, dice1945.

    >>> import accord
    >>> study = accord.regions.Regions.of(
    ...     [("a", "Ann", (0, 0, 10, 9), "cat"), ("a", "Bob", (0, 0, 8, 9), "cat")]
    ... )
    >>> (
    ...     accord.regions.region_overlap(study).value,
    ...     round(accord.regions.region_overlap(study, ratio="dice").value, 4),
    ... )
    (0.8, 0.8889)
    """
    rules = Overlapping(**given)
    sums = overlapping_regions(study, **given).totals()
    value = mean_known(_mean(sums))
    why = lacking(study, rules)
    if why is None and isnan(value):
        why = said("undefined.no-region-coder-matched")
    result = Agreement("region_overlap", "IoU", 1.0 - value, None, rules.told, study.counts())
    if why is not None:
        result = replace(result, observed=nan)
    return replace(result, undefined=why, detail={"matched": float(sums[:, 1].sum())})


def overlapping_regions(study: Regions, **given: Any) -> PairSums:
    """How far the matched regions of every two coders overlap, in all, and how many they are."""
    rules = Overlapping(**given)
    flat = Flat.of(study)
    pairs = flat.pairs()
    matched = cells(flat, pairs, rules, least=rules.overlap).matched(flat, rules.overlap)
    far = matched.overlap
    if rules.ratio == "dice":
        # Dice from IoU: 2I/(A+B) with I/(A+B−I).
        far = 2 * far / (1 + far)
    sums = [np.bincount(matched.pair, w, len(pairs)) for w in (far, np.ones_like(far))]
    rows: FloatArray = np.column_stack(sums).astype(np.float64)
    return _table(study, flat, pairs, rows, mean_over_pairs(_mean))


def _mean(sums: FloatArray) -> FloatArray:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(sums[..., 1] > 0, sums[..., 0] / sums[..., 1], nan)


@keywords(Labelled)
def region_label_alpha(study: Regions, **given: Any) -> Agreement:
    """α of the categories of matched regions, of any number of coders.

    Every group of matched regions is an item, and the category that each coder gave it is a coding;
    α is nominal, chance two categories drawn from all. Two coders' regions are matched with the
    most overlap in all; those of more coders are joined pair by pair, the largest overlap first,
    never two of one coder. A region that a coder lacks is missing: agreement on categories given
    that something was found. With `unmatched="category"` it is a category of its own, as in KαLOS
    and kalphacv, and an image in which nobody marked anything is one item about which all agree, as
    in KαLOS. That treats the regions somebody marked as all there could be: nobody can agree
    that there is none, and where most regions have one category the value is far too low.

    Undefined where nothing is matched, or all categories are the same.
    References: krippendorff2004, tschirschwitz2022, tschirschwitz2026.

    >>> import accord
    >>> marked = [("a", (0, 0, 9, 9), "cat", "cat"), ("b", (0, 0, 9, 9), "dog", "dog"),
    ...           ("c", (0, 0, 9, 9), "cat", "dog")]
    >>> study = accord.regions.Regions.of([row for i, b, x, y in marked
    ...                     for row in ((i, "Ann", b, x), (i, "Bob", b, y))])
    >>> found = accord.regions.region_label_alpha(study)
    >>> round(found.observed, 4), found.expected, round(found.value, 4)
    (0.3333, 0.6, 0.4444)
    """
    rules = Labelled(**given)
    table = cast(DocumentSums, labelled_regions(study, **given))
    rows = table.rows
    assert rows is not None
    result = table.of(np.array([fsum(column) for column in rows.T.tolist()]))
    why = lacking(study, rules)
    return result if why is None else replace(result, observed=nan, expected=nan, undefined=why)


def labelled_regions(study: Regions, **given: Any) -> ByDocument:
    """For every image: agreeing pairs of codings (of m codings by 1 / (m − 1)), items, and how
    often each category was given to an item that two coders have."""
    rules = Labelled(**given)
    flat = Flat.of(study)
    group = _groups(flat, rules)
    empty = len(flat.categories) if rules.unmatched == "category" else None
    width = len(flat.categories) + (empty is not None)
    image_of = np.repeat(flat.image, flat.sizes)
    coders = np.bincount(flat.image, minlength=len(study.documents))
    _, group = np.unique(group, return_inverse=True)
    group = group.reshape(-1)
    counts = np.zeros((int(group.max(initial=-1)) + 1, width))
    np.add.at(counts, (group, flat.category), 1.0)
    where = np.zeros(len(counts), dtype=np.intp)
    where[group] = image_of
    if empty is not None:
        counts[:, empty] = coders[where] - counts.sum(axis=1)
        nothing = np.setdiff1d(np.flatnonzero(coders), where)
        bare = np.zeros((len(nothing), width))
        bare[:, empty] = coders[nothing]
        counts, where = np.concatenate([counts, bare]), np.concatenate([where, nothing])
    m = counts.sum(axis=1)
    kept = m > 1
    counts, where, m = counts[kept], where[kept], m[kept]
    rows = np.zeros((len(study.documents), width + 2))
    agree = (counts * (counts - 1)).sum(axis=1) / (m - 1)
    np.add.at(rows, where, np.column_stack([agree, np.ones(len(m)), counts]))

    def of(sums: FloatArray) -> Agreement:
        return _alpha_of(sums, rules, study)

    def again(who: Sequence[int] | IntArray) -> ByDocument:
        return labelled_regions(study.only(who), **given)

    return DocumentSums(len(study.documents), rows, of, again)


def _alpha_of(sums: FloatArray, rules: Labelled, study: Regions) -> Agreement:
    """α of the counts of categories."""
    agree, items = float(sums[0]), float(sums[1])
    n = float(sums[2:].sum())
    observed = 1.0 - agree / n if n else nan
    expected = 1.0 - float((sums[2:] * (sums[2:] - 1)).sum()) / (n * (n - 1)) if n > 1 else nan
    why = None
    if not n:
        why = said("undefined.no-region-coder-matched")
    elif not expected > 0:
        why = said("undefined.all-matched-regions-have")
    counts = {**study.counts(), "m": round(items)}
    result = Agreement("region_label_alpha", "α_lab", observed, expected, rules.told, counts)
    return replace(result, undefined=why)


def _groups(flat: Flat, rules: RegionRules) -> IntArray:
    """Which regions are one thing: a number for each, the same for those that are joined."""
    pairs = flat.pairs()
    near = cells(flat, pairs, rules, least=rules.overlap)
    number = np.arange(len(flat.box))
    if (np.bincount(flat.image) <= 2).all():
        matched = near.matched(flat, rules.overlap)
        number[matched.other] = matched.one
        return number
    coder = np.repeat(flat.coder, flat.sizes).tolist()
    parent = number.tolist()
    of = [{who} for who in coder]

    same = flat.category[near.one] == flat.category[near.other]
    # Regions stand from left to right, so that ties are decided by where they are.
    order = np.lexsort((near.other, near.one, ~same, -np.round(near.overlap, 9)))
    for cell in order.tolist():
        one, other = root(parent, int(near.one[cell])), root(parent, int(near.other[cell]))
        # A coder has a thing once: two regions of one coder are two things.
        if one != other and not of[one] & of[other]:
            keep, lost = min(one, other), max(one, other)
            parent[lost] = keep
            of[keep] |= of[lost]
    return np.array([root(parent, at) for at in range(len(parent))], dtype=np.intp)


def grouped(study: Regions, **given: Any) -> list[tuple[int, dict[int, Region]]]:
    """The image of every group of matched regions, and the region of each coder who has one."""
    flat = Flat.of(study)
    group = _groups(flat, RegionRules(**given))
    found: dict[int, tuple[int, dict[int, Region]]] = {}
    sets = np.repeat(np.arange(len(flat.sizes)), flat.sizes)
    for at, (one, where) in enumerate(zip(group.tolist(), sets.tolist(), strict=True)):
        region = Region(flat.shapes[at], flat.categories[int(flat.category[at])])
        image, coder = int(flat.image[where]), int(flat.coder[where])
        found.setdefault(one, (image, {}))[1][coder] = region
    return list(found.values())
