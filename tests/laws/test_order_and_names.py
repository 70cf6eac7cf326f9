"""Order and names do not matter: the same bits for the same annotations, whoever is called what.

Rows are shuffled (so items, coders and categories are met in another order), and items, coders and
categories get other names. Every measure of the catalogue, with its random draws for one seed, and
every inference gives the same numbers to the last bit.
"""

from math import nan

import numpy as np
import pytest

import accord
from accord._measure.bound import bound
from accord._measure.catalogue import MEASURES
from accord.kinds.dimensions.study import dimensions

ITEMS, CODERS = 24, 4


def _shuffled(rows: list, rng) -> list:
    return [rows[i] for i in rng.permutation(len(rows))]


def _new(names, rng, sign: str = "n") -> dict:
    """Other names, in another alphabetical order."""
    given = list(dict.fromkeys(names))
    return dict(zip(given, (f"{sign}{i}n" for i in rng.permutation(len(given))), strict=True))


def codings(rng, kind: str = "names", gaps: float = 0.2):
    """Rows (item, coder, label) of coders who mostly agree, some labels missing."""
    true = rng.choice(4, size=ITEMS, p=[0.45, 0.3, 0.15, 0.1])
    rows = []
    for i in range(ITEMS):
        for c in range(CODERS):
            if rng.random() >= gaps:
                k = int(true[i] if rng.random() < 0.65 else rng.integers(4))
                label = {"names": "abcd"[k], "numbers": [1, 2, 4, 7][k]}.get(kind)
                if kind == "sets":
                    label = frozenset("abcd"[j] for j in range(4) if j == k or rng.random() < 0.3)
                rows.append((f"i{i}", f"c{c}", label))
    return rows


def _build_codings(rows, lemma=None):
    about = None
    items = list(dict.fromkeys(r[0] for r in rows))
    if lemma is not None:
        about = {"lemma": [lemma[i] for i in items]}
    columns = [[r[at] for r in rows] for at in range(3)]
    return accord.from_columns(*columns, items=items, about=about)


def variants(rows, build, rename, times=3):
    """The study as it is, and some with rows shuffled and names changed; what names were."""
    yield build(rows, {}, {}, {}), {}
    for seed in range(times):
        rng = np.random.default_rng(100 + seed)
        other = _shuffled(rows, rng)
        names = [_new([r[at] for r in rows], rng, "pq"[at]) for at in (0, 1)]
        labels = _new(rename(rows), rng, "r") if rename else {}
        was = {new: old for given in (*names, labels) for old, new in given.items()}
        yield build(other, *names, labels), was


def label_variants(seed: int, kind: str):
    """Labels of one kind, in several guises."""
    rows = codings(np.random.default_rng(seed), kind)
    lemma = {f"i{i}": f"w{i % 3}" for i in range(ITEMS)}

    def build(rows, items, coders, labels):
        def call(label):
            if isinstance(label, frozenset):
                return frozenset(labels.get(one, one) for one in label)
            return labels.get(label, label)

        made = [(items.get(i, i), coders.get(c, c), call(k)) for i, c, k in rows]
        return _build_codings(made, {items.get(i, i): w for i, w in lemma.items()})

    def names(rows):
        flat = [k if isinstance(k, frozenset) else {k} for _, _, k in rows]
        return sorted({one for each in flat for one in each})

    return variants(rows, build, None if kind == "numbers" else names)


def unit_variants(seed: int):
    """Units in four documents."""
    rng = np.random.default_rng(seed)
    rows = []
    for d in range(4):
        for c in range(3):
            at = int(rng.integers(0, 6))
            while at < 60:
                end = at + int(rng.integers(2, 9))
                rows.append((f"d{d}", f"c{c}", at, end, "xyz"[rng.integers(3)]))
                at = end + int(rng.integers(0, 8))
    length = {f"d{d}": 80 + 10 * d for d in range(4)}

    def build(rows, items, coders, labels):
        made = [
            (items.get(d, d), coders.get(c, c), b, e, labels.get(k, k)) for d, c, b, e, k in rows
        ]
        extents = {items.get(d, d): (0, n) for d, n in length.items()}
        return accord.Unitizings.of(made, extents=extents)

    return variants(rows, build, lambda rows: [r[4] for r in rows], times=2)


def segment_variants(seed: int):
    """Boundaries in four documents."""
    rng = np.random.default_rng(seed)
    rows = [
        (f"d{d}", f"c{c}", int(p), 1)
        for d in range(4)
        for c in range(3)
        for p in np.flatnonzero(rng.random(39 + d) < 0.2) + 1
    ]
    length = {f"d{d}": 40 + d for d in range(4)}

    def build(rows, items, coders, labels):
        made = [(items.get(d, d), coders.get(c, c), p, k) for d, c, p, k in rows]
        return accord.Segmentations.of(
            made, lengths={items.get(d, d): n for d, n in length.items()}
        )

    return variants(rows, build, None, times=2)


def chain_variants(seed: int):
    """Chains in four documents."""
    rng = np.random.default_rng(seed)
    rows = [
        (f"d{d}", f"c{c}", (m, m + 1), int(rng.integers(4)))
        for d in range(4)
        for m in range(12)
        for c in range(3)
    ]

    def build(rows, items, coders, labels):
        made = [(items.get(d, d), coders.get(c, c), m, (labels.get(k, k))) for d, c, m, k in rows]
        return accord.Partitions.of(made)

    return variants(rows, build, lambda rows: [r[3] for r in rows])


def dimension_variants(seed: int):
    """Codings in two dimensions."""
    rng = np.random.default_rng(seed)
    rows = [
        (f"i{i}", f"c{c}", name, None if rng.random() < 0.3 else "abc"[rng.integers(3)])
        for i in range(15)
        for c in range(3)
        for name in ("task", "turn")
    ]

    def build(rows, items, coders, labels):
        return dimensions(
            [(items.get(i, i), coders.get(c, c), n, labels.get(k, k)) for i, c, n, k in rows]
        )

    return variants(rows, build, lambda rows: [r[3] for r in rows if r[3]])


def tree_variants(seed):
    """Trees whose relations are the labels that change their names."""
    rng = np.random.default_rng(seed)
    rows = []
    for i in range(12):
        size = int(rng.integers(2, 6))
        for c in range(3):
            heads = tuple(int(rng.integers(at + 1)) for at in range(size))
            rows.append(
                (f"i{i}", f"c{c}", heads, tuple("abc"[k] for k in rng.integers(3, size=size)))
            )

    def build(rows, items, coders, labels):
        def tree(heads, relations):
            return accord.trees.Dependencies.of(heads, [labels.get(r, r) for r in relations])

        return accord.codings(
            [(items.get(i, i), coders.get(c, c), tree(h, r)) for i, c, h, r in rows]
        )

    return variants(rows, build, lambda rows: [label for r in rows for label in r[3]])


def graph_variants(seed):
    """Graphs of two concepts, which are the labels that change their names."""
    rng = np.random.default_rng(seed)
    rows = [
        (f"i{i}", f"c{c}", "".join("pqr"[k] for k in rng.integers(3, size=2)))
        for i in range(6)
        for c in range(3)
    ]

    def build(rows, items, coders, labels):
        def graph(two):
            first, second = (labels.get(label, label) for label in two)
            return accord.graphs.Graph.of({"x": first, "y": second}, [("x", "of", "y")], (), "x")

        return accord.codings(
            [(items.get(i, i), coders.get(c, c), graph(two)) for i, c, two in rows]
        )

    return variants(rows, build, lambda rows: [label for r in rows for label in r[2]])


def rhetorical_variants(seed):
    """Rhetorical structures of four units, whose relations are the labels."""
    rng = np.random.default_rng(seed)
    rows = [
        (f"i{i}", f"c{c}", "".join("pqr"[k] for k in rng.integers(3, size=2)))
        for i in range(8)
        for c in range(3)
    ]

    def build(rows, items, coders, labels):
        def tree(two):
            first, second = (labels.get(label, label) for label in two)
            outer = [(0, 0, 3, "", ""), (1, 0, 2, "N", "span"), (1, 2, 3, "S", second)]
            inner = [(2, 0, 1, "N", "span"), (2, 1, 2, "S", first)]
            return accord.trees.Discourse.of([*outer[:2], *inner, outer[2]], 3)

        return accord.codings(
            [(items.get(i, i), coders.get(c, c), tree(two)) for i, c, two in rows]
        )

    return variants(rows, build, lambda rows: [label for r in rows for label in r[2]])


def preference_variants(seed):
    """Paired comparisons, some in both orders; the things are the labels."""
    rng = np.random.default_rng(seed)
    pairs = [(a, b) for a in "vwxyz" for b in "vwxyz" if a < b] + [("w", "v"), ("z", "y")]
    rows = [
        (f"i{i}", f"c{c}", (pair, ["tie", *pair][int(rng.integers(3))]))
        for i, pair in enumerate(pairs)
        for c in range(3)
    ]

    def build(rows, items, coders, labels):
        made = []
        for _, coder, (pair, said) in rows:
            things = tuple(labels.get(one, one) for one in pair)
            made.append((things, coders.get(coder, coder), labels.get(said, said)))
        return accord.codings(made)

    return variants(rows, build, lambda rows: [*"vwxyz"])


def relation_variants(seed):
    """Links between entities of four documents, one coder without one of the documents."""
    rng = np.random.default_rng(seed)
    rows = []
    for d in range(4):
        for c in range(3):
            for s, t in rng.integers(6, size=(7, 2)).tolist():
                if (d, c) != (3, 2):
                    ends = (10 * s, 10 * s + 5 + c * (s == 2)), (10 * t, 10 * t + 5 + c * (t == 2))
                    rows.append((f"d{d}", f"c{c}", *ends, "xyz"[rng.integers(3)]))

    def build(rows, items, coders, labels):
        made = [
            (items.get(d, d), coders.get(c, c), s, t, labels.get(k, k)) for d, c, s, t, k in rows
        ]
        seen = [row[:2] for row in made]
        return accord.relations.Relations.of(made, seen=seen)

    return variants(rows, build, lambda rows: [r[4] for r in rows])


def region_variants(seed):
    """Boxes in four images, one coder without one of the images."""
    rng = np.random.default_rng(seed)
    rows = []
    for d in range(4):
        for c in range(3):
            for x, y in rng.integers(40, size=(5, 2)).tolist():
                if (d, c) != (3, 2):
                    box = (x + 0.25 * c, y, x + 14, y + 9 + c)
                    rows.append((f"d{d}", f"c{c}", box, "xyz"[rng.integers(3)]))

    def build(rows, items, coders, labels):
        made = [(items.get(d, d), coders.get(c, c), b, labels.get(k, k)) for d, c, b, k in rows]
        seen = [row[:2] for row in made]
        return accord.regions.Regions.of(made, seen=seen)

    return variants(rows, build, lambda rows: [r[3] for r in rows])


KINDS = {
    "preference_u": preference_variants,
    "regions": region_variants,
    "relations": relation_variants,
    "trees": tree_variants,
    "rhetorical_f1": rhetorical_variants,
    "graphs": graph_variants,
    "unitizings": unit_variants,
    "segmentations": segment_variants,
    "partitions": chain_variants,
    "dimensions": dimension_variants,
}


def cases():
    """(measure, settings, kind of labels): each entry with each sort of distance it may have."""
    for entry in MEASURES.values():
        options = {option.name for option in entry.options}
        own = {"samples": 10} if "samples" in options and entry.kind == "segmentations" else {}
        own |= {"samples": 10, "precision": None} if entry.name.startswith("gamma") else {}
        if entry.kind == "codings" and entry.name not in KINDS:
            kinds = ("nominal", "names"), ("interval", "numbers"), ("masi", "sets")
            for distance, kind in kinds if entry.distance != "none" else kinds[:1]:
                given = {"distance": distance} if entry.distance != "none" else {}
                what = "numbers" if entry.name == "icc" else kind
                yield pytest.param(entry.name, own | given, what, id=f"{entry.name}-{what}")
        else:
            required = entry.distance == "required"
            distance = "masi" if entry.kind == "partitions" else "nominal"
            given = {"distance": distance} if required else {}
            kind = entry.name if entry.name in KINDS else entry.kind
            yield pytest.param(entry.name, own | given, kind, id=entry.name)


def studies(kind: str, seed: int):
    """The same study in several guises."""
    return [study for study, _ in guises(kind, seed)]


def guises(kind: str, seed: int):
    """The same with what each name was before."""
    return KINDS[kind](seed) if kind in KINDS else label_variants(seed, kind)


def numbers(found) -> tuple:
    """What must not move."""
    return tuple(nan if x is None else x for x in (found.observed, found.expected, found.value))


@pytest.mark.parametrize("times", [1, pytest.param(6, marks=pytest.mark.full)])
@pytest.mark.parametrize(("name", "settings", "kind"), [*cases()])
def test_a_measure_has_the_same_bits(name, settings, kind, times):
    """D_o, D_e and the value, with the random draws that they may need."""
    entry = MEASURES[name]
    for seed in range(times):
        expected = None
        for study, was in guises(kind, seed):
            now = {old: new for new, old in was.items()}
            two = [study.coders.index(now.get(c, c)) for c in ("c0", "c2")]
            asked = study.only(two) if entry.two_coders else study
            if name in ("ku_alpha", "gamma_k"):
                settings = settings | {"category": now.get("y", "y")}
            found = numbers(bound(name, **settings).compute(asked))
            expected = expected or found
            assert found == pytest.approx(expected, abs=0, rel=0, nan_ok=True)


INFERRED = [
    ("alpha", {"distance": "nominal"}, "names"),
    ("alpha", {"distance": "interval"}, "numbers"),
    ("alpha", {"distance": "masi"}, "sets"),
    ("kappa", {}, "names"),
    ("pi", {}, "names"),
    ("light_kappa", {}, "names"),
    ("chain_alpha", {"distance": "masi"}, "partitions"),
    ("rand", {}, "partitions"),
    ("u_alpha", {}, "unitizings"),
    ("window_diff", {}, "segmentations"),
]


OVER = [(*case, over) for over in ("items", "coders") for case in INFERRED]
OVER += [(*case, "lemma") for case in INFERRED[:6]]


@pytest.mark.parametrize(("name", "settings", "kind", "over"), OVER)
def test_an_interval_has_the_same_bits(name, settings, kind, over):
    """Over items (or documents), over what groups them, and over coders; 60 resamples, one seed."""
    first, *others = studies(kind, 0)
    asked = bound(name, **settings)

    def limits(study):
        found = accord.interval(study, asked, over=over, resamples=60, method="percentile")
        return found.low, found.high

    expected = limits(first)
    for other in others:
        assert limits(other) == pytest.approx(expected, abs=0, rel=0, nan_ok=True)
