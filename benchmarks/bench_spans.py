"""Segmentation on 10⁶ atoms against segeval and NLTK; the unitizing alphas on 10 × 10⁵ units."""

import warnings
from time import process_time

import numpy as np
from timing import cpu, row

import accord


def masses(atoms: int, mean: int, seed: int) -> list[int]:
    rng = np.random.default_rng(seed)
    places = np.flatnonzero(rng.random(atoms - 1) < 1 / mean) + 1
    return np.diff(np.concatenate([[0], places, [atoms]])).tolist()


def string(given: list[int]) -> str:
    marks = np.zeros(sum(given) - 1, dtype=int)
    marks[np.cumsum(given)[:-1] - 1] = 1
    return "".join(map(str, marks.tolist()))


def against_nltk(atoms: int, k: int) -> None:
    from nltk.metrics.segmentation import ghd, pk, windowdiff

    one, other = masses(atoms, 20, 1), masses(atoms, 20, 2)
    study = accord.Segmentations.from_masses({"d": {"A": one, "B": other}})
    a, b = string(one), string(other)
    for name, theirs in (("window_diff", windowdiff), ("pk", pk)):
        ours_time, ours = cpu(
            lambda name=name: getattr(accord.boundaries, name)(study, window=k).value
        )
        their_time, value = cpu(lambda theirs=theirs: theirs(a, b, k), repeats=1)
        row(
            f"{name}, {atoms:,} atoms, k = {k}",
            ours_time,
            their_time,
            "NLTK",
            abs(ours - value) < 1e-12,
        )
    one, other = masses(10_000, 20, 3), masses(10_000, 20, 4)
    study = accord.Segmentations.from_masses({"d": {"A": one, "B": other}})
    ours_time, ours = cpu(lambda: accord.boundaries.ghd(study).value)
    a, b = string(one), string(other)
    their_time, value = cpu(lambda: ghd(a, b, 1.0, 1.0, 0.5), repeats=1)
    row("ghd, 10,000 atoms", ours_time, their_time, "NLTK", abs(ours - value) < 1e-6)


def against_segeval(atoms: int, similar: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            import segeval

            theirs = {n: getattr(segeval, n) for n in ("window_diff", "boundary_similarity")}
        except ImportError:
            print("segeval is not installed")
            return
    for name, size, settings in (
        ("window_diff", atoms, {"window_size": 10}),
        ("boundary_similarity", similar, {}),
    ):
        one, other = masses(size, 20, 1), masses(size, 20, 2)
        study = accord.Segmentations.from_masses({"d": {"A": one, "B": other}})
        ours = {"window": 10} if settings else {}
        ours_time, mine = cpu(
            lambda n=name, s=study, o=ours: getattr(accord.boundaries, n)(s, **o).value
        )
        their_time, value = cpu(
            lambda n=name, a=tuple(one), b=tuple(other), s=settings: theirs[n](a, b, **s), repeats=1
        )
        row(
            f"{name}, {size:,} atoms",
            ours_time,
            their_time,
            "segeval",
            abs(mine - float(value)) < 1e-12,
        )


def unitizing(coders: int, units: int, categories: int) -> None:
    rng = np.random.default_rng(0)
    start = np.arange(units) * 12.0
    begins, ends, who, what = [], [], [], []
    truth = rng.integers(categories, size=units)
    for coder in range(coders):
        begin = start + rng.integers(0, 3, units)
        end = begin + rng.integers(4, 9, units)
        noise = rng.random(units) < 0.1
        begins.append(begin)
        ends.append(end)
        who.append(np.full(units, coder))
        what.append(np.where(noise, rng.integers(categories, size=units), truth))
    begin = process_time()
    study = accord.Unitizings.from_arrays(
        np.zeros(coders * units, int),
        np.concatenate(who),
        np.concatenate(begins),
        np.concatenate(ends),
        np.concatenate(what),
        items=["d"],
        coders=[f"c{k}" for k in range(coders)],
        categories=[f"k{k}" for k in range(categories)],
        extents={"d": (0.0, 12.0 * units + 12)},
    )
    print(f"building {coders} coders × {units:,} units: {process_time() - begin:.2f} s")
    for measure in (
        accord.spans.u_alpha,
        accord.spans.bar_u_alpha,
        accord.spans.cu_alpha,
        accord.spans.u_alpha_2013,
        accord.spans.alpha_u_1995,
        accord.spans.span_f1,
        accord.spans.slot_error_rate,
    ):
        seconds, result = cpu(lambda m=measure: m(study), repeats=1)
        row(f"{measure.__name__} = {result.value:.4f}", seconds, None, "", True)


if __name__ == "__main__":
    against_nltk(1_000_000, 10)
    against_segeval(1_000_000, 20_000)
    unitizing(10, 100_000, 8)
