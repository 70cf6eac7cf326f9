"""γ against pygamma-agreement: one best alignment, a whole γ, growth, and where time goes.

Sizes at which the peer takes minutes are in `bench_gamma_slow_peer.py`.

Data: reference units with gamma(4, 2.5) lengths, exponential gaps (mean 5), 4 categories;
coders are copies with N(0, 2) shifts of both ends, 10% dropped, 10% of categories redrawn.
"""

import logging
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from timing import cpu, peak_mb, row

# The peer imports the package coverage if it is there, and must not find the script beside us.
HERE = Path(__file__).resolve().parent
sys.path[:] = [path for path in sys.path if Path(path).resolve() != HERE]

import accord  # noqa: E402
from accord import Continuum, Unitizings  # noqa: E402
from accord.native import core, description  # noqa: E402

QUICK = {"precision": None, "samples": 30}


def unmatched() -> str:
    """Why a row has no time of the peer."""
    return "pygamma takes hours" if find_spec("pygamma_agreement") else "pygamma is not here"


def units(coders: int, size: int, seed: int = 0) -> dict[str, list[tuple[float, float, str]]]:
    rng = np.random.default_rng(seed)
    length, gap = rng.gamma(4, 2.5, size), rng.exponential(5, size)
    begin = np.cumsum(length + gap) - length
    category = rng.integers(4, size=size)
    found = {}
    for coder in range(coders):
        kept = rng.random(size) >= 0.1
        edges = np.stack([begin, begin + length]) + rng.normal(0, 2, (2, size))
        low, high = edges.min(axis=0), np.maximum(edges.max(axis=0), edges.min(axis=0) + 0.1)
        drawn = np.where(rng.random(size) < 0.1, rng.integers(4, size=size), category)
        columns = (low[kept].tolist(), high[kept].tolist(), drawn[kept].tolist())
        found[f"c{coder}"] = [(b, e, f"k{k}") for b, e, k in zip(*columns, strict=True)]
    return found


def peer_of(coders: dict[str, list[tuple[float, float, str]]]) -> tuple[Any, Any]:
    from pyannote.core import Segment
    from pygamma_agreement import CombinedCategoricalDissimilarity, Continuum as Peer

    continuum = Peer()
    for name, row_ in coders.items():
        for begin, end, category in row_:
            continuum.add(name, Segment(begin, end), category)
    return continuum, CombinedCategoricalDissimilarity(alpha=1, beta=1, delta_empty=1.0)


@contextmanager
def hushed() -> Iterator[None]:
    """The peer's solver writes pages to the terminal."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


@contextmanager
def without_core() -> Iterator[None]:
    """NumPy computes."""
    os.environ["ACCORD_NATIVE"] = "0"
    try:
        yield
    finally:
        del os.environ["ACCORD_NATIVE"]


def beside(what: str, ours: float, function: Callable[[], Any]) -> None:
    """The same work without the native core, in the same run."""
    if core() is not None:
        with without_core():
            pure, _ = cpu(function, repeats=1)
        row(what, ours, pure, "NumPy alone", True)


def one_alignment(coders: int, size: int, peer: bool) -> None:
    data = units(coders, size)
    study = Continuum.of(data)
    ours, found = cpu(lambda: accord.spans.best_alignment(study))
    what = f"best alignment {coders} × {size}"
    beside(what, ours, lambda: accord.spans.best_alignment(study))
    if not peer:
        proof = "exact" if found.exact else f"in [{found.lower:.4f}, {found.disorder:.4f}]"
        return row(what, ours, None, f"{proof}; {unmatched()}", None)
    continuum, d = peer_of(data)
    with hushed():
        theirs, other = cpu(lambda: continuum.get_best_alignment(d), repeats=2)
    # The peer works in float32.
    return row(what, ours, theirs, "pygamma", abs(other.disorder - found.disorder) < 1e-4)


def whole_gamma(coders: int, size: int, peer: bool, fast: bool) -> None:
    data = units(coders, size)
    study = Continuum.of(data)
    ours, found = cpu(lambda: accord.spans.gamma(study, **QUICK), repeats=2)
    what = f"γ, 30 samples {coders} × {size}"
    beside(what, ours, lambda: accord.spans.gamma(study, **QUICK))
    value = f"γ = {float(found):.4f} ± {found.detail['se']:.4f}"
    if not peer:
        row(what, ours, None, f"{value}; {unmatched()}", None)
    if not peer and not fast:
        return
    continuum, d = peer_of(data)
    from pygamma_agreement import ShuffleContinuumSampler

    for called, fast_mode in (("pygamma", False), ("pygamma fast", True)):
        # The paper's chance (§5.2.1); the peer's default is a model of its own.
        settings = {"n_samples": 30, "sampler": ShuffleContinuumSampler(), "fast": fast_mode}
        if (called == "pygamma" and peer) or ("fast" in called and fast):
            with hushed():
                theirs, other = cpu(lambda s=settings: continuum.compute_gamma(d, **s), 1)
            # Chance differs: its cuts may be half a mean length apart, and end at offset 0.
            row(what, ours, theirs, called, abs(other.gamma - float(found)) < 0.05)


def corpus(documents: int = 200) -> None:
    """γ of many documents with its interval; 1,000 take five times as long."""
    rows = [
        (f"d{document}", coder, *unit)
        for document in range(documents)
        for coder, marked in units(3, 100, seed=document).items()
        for unit in marked
    ]
    study = Unitizings.of(rows)

    def interval() -> Any:
        return accord.interval(study, accord.bound("gamma", **QUICK))

    ours, _ = cpu(interval, repeats=1)
    beside(f"γ with interval, {documents} documents of 3 × 100", ours, interval)


def curves() -> None:
    """Curves of the paper with γ: two runs at each of 12 magnitudes."""
    for figure in ("24a", "27", "29"):

        def curve(figure: str = figure) -> Any:
            return accord.simulate.figure(figure, measures=["gamma"], sets=2)

        ours, _ = cpu(curve, repeats=1)
        beside(f"γ along Figure {figure} of Mathet et al. 2015", ours, curve)


def growth() -> None:
    print("\ngrowth with units, two coders, one best alignment")
    for size in (1_000, 10_000, 100_000):
        study = large(2, size)
        seconds, found = cpu(lambda s=study: accord.spans.best_alignment(s.continua[0]), 1)
        each = 1e6 * seconds / len(study.continua[0])
        print(
            f"  2 × {size:>7}: {seconds:7.3f} s   {each:5.1f} µs a unit   exact {found.exact}   "
            f"peak {peak_mb():.0f} MB"
        )


def large(coders: int, size: int) -> Unitizings:
    rows = [("d", c, *unit) for c, marked in units(coders, size).items() for unit in marked]
    return Unitizings.of(rows)


def ready() -> bool:
    """Say what computes; whether the peer is there, its code compiled, which is not counted."""
    print(f"accord {description()}")
    logging.disable(logging.WARNING)  # the peer warns in every solve that it has one solver only
    accord.spans.gamma(Continuum.of(units(3, 5)), **QUICK)
    begin = time.process_time()
    try:
        import pygamma_agreement  # noqa: F401
    except ImportError as missing:
        print(f"pygamma-agreement is not here ({missing}); accord alone")
        return False
    print(f"import of pygamma-agreement: {time.process_time() - begin:.1f} s of CPU")
    for first in ((2, 5), (3, 5)):
        continuum, d = peer_of(units(*first))
        with hushed():
            continuum.compute_gamma(d, n_samples=2)
            continuum.compute_gamma(d, n_samples=2, fast=True)
    return True


if __name__ == "__main__":
    peer = ready()
    for size in ((2, 100), (2, 1000), (3, 50), (3, 100), (3, 300)):
        one_alignment(*size, peer=peer)
    for size in ((5, 100), (8, 30), (10, 100)):
        one_alignment(*size, peer=False)
    for size in ((2, 100), (2, 1000), (3, 50), (3, 100)):
        whole_gamma(*size, peer=peer, fast=peer)
    for size in ((5, 50), (5, 100)):
        whole_gamma(*size, peer=False, fast=peer)
    whole_gamma(8, 30, peer=False, fast=False)
    corpus()
    curves()
    growth()
