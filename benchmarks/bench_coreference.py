"""All scores of coreference on 10⁵ mentions in 10⁴ chains, and scorch on a size it can do."""

from time import perf_counter

import numpy as np

import accord
from accord._measure.chains import coreference, coreference_chance

PEER = {"muc": "muc", "b_cubed": "b_cubed", "ceaf_m": "ceaf_m", "ceaf_e": "ceaf_e"}


def labels(mentions: int, chains: int, moved: float) -> np.ndarray:
    rng = np.random.default_rng(0)
    first = rng.integers(chains, size=mentions)
    second = first.copy()
    at = rng.random(mentions) < moved
    second[at] = rng.integers(chains, size=int(at.sum()))
    return np.stack([first, second])


def study(coded: np.ndarray) -> accord.Partitions:
    rows = [(0, c, m, k) for c, row in enumerate(coded.tolist()) for m, k in enumerate(row)]
    return accord.Partitions.of(rows)


def chains(row: np.ndarray) -> list[set[int]]:
    made: dict[int, set[int]] = {}
    for mention, chain in enumerate(row.tolist()):
        made.setdefault(chain, set()).add(mention)
    return list(made.values())


def large(moved: float) -> None:
    coded = labels(100_000, 10_000, moved)
    begin = perf_counter()
    data = study(coded)
    print(f"  building the study {perf_counter() - begin:.2f} s")
    total = 0.0
    for entry in (*coreference.ENTRIES, *coreference_chance.ENTRIES):
        begin = perf_counter()
        result = entry.compute(data)
        total += perf_counter() - begin
        shown = "undefined" if result.undefined else f"{result.value:.4f}"
        print(f"  {entry.symbol:8} {shown:>9}  {perf_counter() - begin:6.2f} s")
    print(f"10⁵ mentions, 10⁴ chains, {moved:.0%} moved: all scores in {total:.2f} s (target 5 s)")


def against_peer() -> None:
    try:
        from scorch import scores
    except ImportError:
        print("scorch is not installed")
        return
    coded = labels(5_000, 500, 0.1)
    key, response = chains(coded[0]), chains(coded[1])
    data = study(coded)
    for name, peer in PEER.items():
        begin = perf_counter()
        ours = getattr(accord.chains, name)(data).value
        middle = perf_counter()
        theirs = getattr(scores, peer)(key, response)[2]
        end = perf_counter()
        assert abs(ours - theirs) < 1e-9, (name, ours, theirs)
        mine, peers = middle - begin, end - middle
        print(f"5,000 mentions {name:8} {mine:7.4f} s, scorch {peers:7.4f} s: {peers / mine:.0f}×")


if __name__ == "__main__":
    for moved in (0.02, 0.1, 0.3):
        large(moved)
    against_peer()
