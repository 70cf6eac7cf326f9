"""What people type, with the types that they may rely on: read by type checkers, never run."""

from typing import TYPE_CHECKING

import numpy as np

import accord
from accord import compat
from accord.testing import assert_agreement

if TYPE_CHECKING:
    k: accord.Agreement = accord.kappa(["a", "b"], ["a", "a"])
    a: accord.Agreement = accord.alpha(np.zeros((4, 2)), distance="ordinal", interval=True)
    g: accord.Agreement = accord.spans.gamma({"A": [(0, 5, "x")], "B": [(1, 5, "x")]}, rng=1)
    w: accord.Agreement = accord.boundaries.window_diff("010", "001", window=2)
    n: float = k + 1 - a * 2
    big: bool = k > 0.67
    text: str = f"{k:.2f} {k.summary()}"
    x: float = compat.cohen_kappa_score([1, 2], [1, 2], weights="linear")
    assert_agreement({"A": "ab", "B": "ab"}, "kappa", min=0.5)
    table: accord.Measured = accord.measure("acts.csv", "alpha kappa", distance="nominal")
    voted: accord.latent.Consensus = accord.latent.majority({"A": "ab", "B": "ab"})
    pairs: accord.infer.Breakdown = accord.breakdown({"A": "ab", "B": "ab"}, "pair", "kappa")
