"""CrowdTruth: the quality of items, coders and labels, each weighed by the other two."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from accord._measure.latent.majority import Consensus, check_table
from accord.errors import AccordError, TooLargeError
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray, IntArray, Names

_MOST_PAIRS = 20_000_000
"""So many ordered pairs of codings of one item are held: a few GB of memory."""

NO_LABEL = "(none)"
"""What an empty set of labels is called: it is a choice, too, and agrees with its like."""


def crowdtruth(
    study: Codings, *, closed: bool = True, tolerance: float = 1e-3, max_iter: int = 100
) -> Consensus:
    """CrowdTruth 2.0: an item is clear if good coders agree on it, a coder is good who agrees with
    good coders on clear items, and a label is good if they take it for the same items.

    With V_cu(a) = 1 if coder c gives item u the label a, qualities W of coders, U of items and A
    of labels, all 1 at first, and the weighted cosine

        cos_A(x, y) = Σ_a A_a x_a y_a / √(Σ_a A_a x_a² · Σ_a A_a y_a²),

    each round computes, from the values of the round before,

        U_u = Σ_{c<e} W_c W_e cos_A(V_cu, V_eu) / Σ_{c<e} W_c W_e
        W_c = Σ_u Σ_{e≠c} W_e U_u cos_A(V_cu, V_eu) / Σ_u Σ_{e≠c} W_e U_u
              · Σ_u U_u cos_A(V_cu, Σ_{e≠c} W_e V_eu) / Σ_u U_u
        A_a = Σ_{c≠e} W_c W_e P_a(c|e) / Σ_{c≠e} W_c W_e,
              P_a(c|e) = Σ_u U_u V_cu(a) V_eu(a) / Σ_u U_u V_eu(a) over items that both labelled,

    until nothing changes by `tolerance`. `probabilities` are the scores of labels for each item,
    Σ_c W_c V_cu(a) / Σ_c W_c; where labels are sets they need not sum to 1. `of_items` has the
    quality of items, `of_coders` that of coders with its two factors, `of_categories` that of
    labels. None of them is corrected for chance: coders who guess do not score 0, and the more
    labels there are, the lower they score. Items with one coding are left out and have no
    quality; their scores follow from it. References: dumitrache2018.

    :param study: The study; labels that are sets count by their members.
    :param closed: Whether labels come from a fixed list. In open tasks (free text, tags of one's
        own) labels have no quality of their own, and all weigh the same.
    :param tolerance: How little a quality may change in the last round.
    :param max_iter: The most rounds.

    >>> import accord
    >>> labels = {"A": "xxyyxxyy", "B": "xxyyxxyy", "C": "xyyyxxyx", "D": "yxyxyxxy"}
    >>> found = accord.latent.crowdtruth(accord.from_coders(labels))
    >>> found.of_coders["quality"].round(2).tolist()
    [0.86, 0.86, 0.67, 0.2]
    >>> found.of_items["quality"].round(2).tolist()[:3]
    [0.79, 0.46, 1.0]
    """
    if max_iter < 1:
        raise AccordError("max_iter must be 1 or more")
    settings: dict[str, Any] = {"closed": closed, "tolerance": tolerance, "max": max_iter}
    names, vectors = _vectors(study)
    check_table(study, len(study.items) * len(names))
    if not len(study):
        study.who()
        return _nothing(study, names, settings)
    crowd = _Crowd.of(study, vectors)
    w, u, a = np.ones(len(study.coders)), np.ones(len(study.items)), np.ones(len(names))
    rounds, converged, factors = 0, False, (w, w)
    while rounds < max_iter and not converged:
        rounds += 1
        cosines = crowd.cosines(a)
        units = crowd.units(w, cosines)
        factors = crowd.with_others(w, u, cosines), crowd.with_sum(w, u, a)
        workers = factors[0] * factors[1]
        labels = crowd.labels(w, u) if closed else a
        moved = [np.abs(new - old).max() for new, old in ((units, u), (workers, w), (labels, a))]
        w, u, a = workers, units, labels
        converged = max(moved) < tolerance
    scores = crowd.scores(w)
    alone, idle = crowd.sizes == 1, crowd.pairs_of_coder == 0
    notes = _notes(crowd, w, rounds, converged, int(alone.sum()))
    if closed:
        notes += (_of_labels(names, np.where(crowd.labelled > 0, a, np.nan)),)
    coded = crowd.sizes > 0
    shares = np.nanmean(scores[coded], axis=0) if np.isfinite(scores).any() else a * np.nan
    known = {"quality": w, "agreement with coders": factors[0], "agreement with items": factors[1]}
    return Consensus(
        "crowdtruth",
        study.items,
        study.coders,
        names,
        scores,
        shares,
        iterations=rounds,
        converged=converged,
        notes=notes,
        settings=settings,
        of_coders={what: np.where(idle, np.nan, values) for what, values in known.items()},
        of_items={"quality": np.where(crowd.sizes > 1, u, np.nan)},
        of_categories={"quality": np.where(crowd.labelled > 0, a, np.nan)} if closed else {},
    )


def _vectors(study: Codings) -> tuple[Names, FloatArray]:
    """The labels, and which of them each category stands for: itself, or its members."""
    sets = [isinstance(name, frozenset) for name in study.categories]
    if not any(sets):
        return study.categories, np.eye(len(study.categories))
    groups = [
        (sorted(name, key=str) or [NO_LABEL]) if isinstance(name, frozenset) else [name]
        for name in study.categories
    ]
    names = list(dict.fromkeys(member for group in groups for member in group))
    at = {name: column for column, name in enumerate(names)}
    vectors = np.zeros((len(groups), len(names)))
    for row, group in enumerate(groups):
        vectors[row, [at[member] for member in group]] = 1
    return Names(names), vectors


def _notes(
    crowd: "_Crowd", w: FloatArray, rounds: int, converged: bool, alone: int
) -> tuple[str, ...]:
    notes = []
    if not converged:
        notes.append(f"qualities still changed after {rounds} rounds; allow more")
    if alone:
        notes.append(f"{alone} of {len(crowd.sizes)} items have one label and no quality")
    if not w.any():
        notes.append("no two coders agree anywhere: no coder has quality, and no label a score")
    return tuple(notes)


_MOST_NAMED = 8
"""So many labels are named in a note, the worst first; `of_categories` has them all."""


def _of_labels(names: Names, quality: FloatArray) -> str:
    worst = np.argsort(quality, kind="stable")[:_MOST_NAMED]
    listed = ", ".join(f"{names[k]} {quality[k]:.3f}" for k in worst if np.isfinite(quality[k]))
    more = " …" if len(names) > _MOST_NAMED else ""
    return f"quality of labels, lowest first: {listed or 'unknown'}{more}"


def _nothing(study: Codings, names: Names, settings: dict[str, Any]) -> Consensus:
    unknown = np.full(len(names), np.nan)
    return Consensus(
        "crowdtruth",
        study.items,
        study.coders,
        names,
        np.full((len(study.items), len(names)), np.nan),
        unknown,
        notes=("there are no labels",),
        settings=settings,
        of_coders={"quality": np.full(len(study.coders), np.nan)},
        of_items={"quality": np.full(len(study.items), np.nan)},
        of_categories={"quality": unknown},
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Crowd:
    """Codings, and the ordered pairs of codings of one item, by their rows.

    `label` is codings × labels; `both` is pairs × labels, 1 where both codings have the label.
    `within` adds up pairs of codings by the pair of coders.
    """

    item: IntArray
    coder: IntArray
    label: Any
    first: IntArray
    second: IntArray
    both: Any
    within: Any
    between: tuple[IntArray, IntArray]
    sizes: IntArray
    coders: int

    @classmethod
    def of(cls, study: Codings, vectors: FloatArray) -> "_Crowd":
        from scipy.sparse import csr_array

        item, coder = study.item.astype(np.int64), study.who().astype(np.int64)
        label = csr_array(vectors)[study.category]
        sizes = np.bincount(item, minlength=len(study.items))
        pairs = int((sizes * (sizes - 1)).sum())
        if pairs > _MOST_PAIRS:
            raise TooLargeError(
                f"{pairs:,} pairs of labels of one item; CrowdTruth compares at most "
                f"{_MOST_PAIRS:,}. Use fewer items or coders"
            )
        first, second = _pairs(sizes)
        n = len(study.coders)
        joined, at = np.unique(coder[first] * n + coder[second], return_inverse=True)
        ones = np.ones(len(first))
        within = csr_array((ones, (at, np.arange(len(first)))), (len(joined), len(first)))
        both = label[first].multiply(label[second]).tocsr()
        between = joined // n, joined % n
        return cls(item, coder, label, first, second, both, within, between, sizes, n)

    @property
    def pairs_of_coder(self) -> IntArray:
        """With how many codings of others each coder can be compared."""
        return np.bincount(self.coder[self.first], minlength=self.coders)

    @property
    def labelled(self) -> FloatArray:
        """How often each label was given to items that two or more coders labelled."""
        return np.asarray(self.label[self.sizes[self.item] > 1].sum(axis=0))

    def cosines(self, a: FloatArray) -> FloatArray:
        """cos_A of each pair."""
        length = np.sqrt(self.label @ a)
        return _ratio(self.both @ a, length[self.first] * length[self.second])

    def units(self, w: FloatArray, cosines: FloatArray) -> FloatArray:
        """U of each item; pairs in both orders, which changes nothing."""
        weight = w[self.coder[self.first]] * w[self.coder[self.second]]
        at = self.item[self.first]
        return _ratio(*(_sums(at, each, len(self.sizes)) for each in (weight * cosines, weight)))

    def with_others(self, w: FloatArray, u: FloatArray, cosines: FloatArray) -> FloatArray:
        """How well each coder agrees with each other coder."""
        weight = w[self.coder[self.second]] * u[self.item[self.first]]
        at = self.coder[self.first]
        return _ratio(*(_sums(at, each, self.coders) for each in (weight * cosines, weight)))

    def with_sum(self, w: FloatArray, u: FloatArray, a: FloatArray) -> FloatArray:
        """How well each coder agrees with the sum of the other coders of each item."""
        from scipy.sparse import diags_array

        rest = self._sum(w)[self.item] - diags_array(w[self.coder]) @ self.label
        length = np.sqrt((self.label @ a) * (rest.multiply(rest) @ a))
        cosine = _ratio(self.label.multiply(rest) @ a, length)
        weight = np.where(self.sizes > 1, u, 0.0)[self.item]
        return _ratio(*(_sums(self.coder, each, self.coders) for each in (weight * cosine, weight)))

    def labels(self, w: FloatArray, u: FloatArray) -> FloatArray:
        """A of each label."""
        from scipy.sparse import diags_array

        weighed = self.within @ diags_array(u[self.item[self.first]])
        given = weighed @ self.label[self.second]
        shared = (weighed @ self.both).multiply(given.power(-1))  # where nothing is given: none
        weight = w[self.between[0]] * w[self.between[1]]
        defined = (given > 0).astype(np.float64)
        return _ratio(shared.T @ weight, defined.T @ weight)

    def scores(self, w: FloatArray) -> FloatArray:
        """Σ W V / Σ W of each item and label, nan where no coder has quality."""
        weights = _sums(self.item, w[self.coder], len(self.sizes))
        # A coder without a partner has no quality; an item with one coding has that label.
        alone = (self.sizes == 1)[self.item]
        total = self._sum(w).toarray()
        total[self.item[alone]] = self.label[alone].toarray()
        weights[self.item[alone]] = self.label[alone].sum(axis=1)
        known = weights[:, None]
        none = np.full_like(total, np.nan)
        return np.asarray(np.divide(total, known, out=none, where=known > 0))

    def _sum(self, w: FloatArray) -> Any:
        """Σ W V of each item."""
        from scipy.sparse import csr_array

        n = len(self.item)
        add = csr_array((w[self.coder], (self.item, np.arange(n))), (len(self.sizes), n))
        return add @ self.label


def _pairs(sizes: IntArray) -> tuple[IntArray, IntArray]:
    """All ordered pairs of two codings of one item, codings being sorted by item."""
    starts = np.cumsum(sizes) - sizes
    row = np.repeat(np.arange(len(sizes)), sizes)
    own = np.arange(len(row))
    first = np.repeat(own, sizes[row])
    offset = np.arange(len(first)) - np.repeat(np.cumsum(sizes[row]) - sizes[row], sizes[row])
    second = starts[row[first]] + offset
    other = first != second
    return first[other], second[other]


def _sums(at: IntArray, each: FloatArray, n: int) -> FloatArray:
    return np.asarray(np.bincount(at, weights=each, minlength=n), dtype=np.float64)


def _ratio(top: FloatArray, bottom: FloatArray) -> FloatArray:
    """0 where nothing is below: no quality has been shown."""
    top, bottom = np.asarray(top, dtype=np.float64), np.asarray(bottom, dtype=np.float64)
    return np.asarray(np.divide(top, bottom, out=np.zeros_like(top), where=bottom > 0))
