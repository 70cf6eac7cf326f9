"""How often limits of intraclass correlations hold, and how often raters are named rightly.

    python benchmarks/coverage_of_ratings.py > docs/coverage_of_ratings.json

Normal items, raters and errors. Three mean squares say all of a complete table, so none is drawn.
A share lies within its profile limits where its likelihood ratio is not above the bound, and
within generalized ones by the weight below it: neither needs a search for the limits themselves.
"""

import json
import sys

import numpy as np

import accord
from accord._measure.labels.generalized_limits import Squares, weight_below
from accord._measure.labels.icc_limits import _by_f
from accord._measure.labels.mean_squares import MeanSquares
from accord.infer.ratings.findings import drift_findings
from accord.infer.ratings.summary import rating_summary

STUDIES, RATER_STUDIES = 3000, 400
DESIGNS = [(n, k) for n in (20, 50, 200) for k in (2, 3, 5)]
PARTS = {
    "less": (0.80, 0.05, 0.15),
    "more": (0.60, 0.30, 0.10),
    "as much": (0.60, 0.20, 0.20),
    "not at all": (0.60, 0.0, 0.40),
}
"""Shares of items, raters and residual: how raters vary, compared with the residual."""
Z2 = 1.959964**2
OF_RATERS = np.unique(np.concatenate([np.linspace(0, 0.99, 300), 1 - 10 ** -np.linspace(2, 5, 60)]))
"""Of what is no item's, the raters' share: the grid of the nuisance."""


def deviances(sums, n, k, of_items, of_raters):
    """−2 log restricted likelihood of studies with these sums of squares, but for a constant."""
    item, rater = 1 + k * of_items, 1 + n * of_raters
    rest = sums[0] / item + sums[1] / rater + sums[2]
    return (n - 1) * np.log(item) + (k - 1) * np.log(rater) + (n * k - 1) * np.log(rest)


def profile_holds(sums, n, k, truth):
    """In which studies the share of the items is within its profile limits."""
    of_raters = OF_RATERS / (1 - OF_RATERS)
    of_items = truth / (1 - truth) / (1 - OF_RATERS)
    here = deviances(sums[:, :, None], n, k, of_items, of_raters).min(axis=1)
    item, rater, rest = sums[0] / (n - 1), sums[1] / (k - 1), sums[2] / ((n - 1) * (k - 1))
    no_rater = (sums[1] + sums[2]) / (n * (k - 1))
    no_item = (sums[0] + sums[2]) / (k * (n - 1))
    ends = [  # REML of a complete table: inside, or with a variance of 0
        (np.maximum(item / rest - 1, 0) / k, np.maximum(rater / rest - 1, 0) / n),
        (np.maximum(item / no_rater - 1, 0) / k, 0.0),
        (0.0, np.maximum(rater / no_item - 1, 0) / n),
    ]
    best = np.min([deviances(sums, n, k, *each) for each in ends], axis=0)
    return here - best <= Z2


def limits():
    """Coverage in per cent by design and shares."""
    rows = []
    for name, (item, rater, rest) in PARTS.items():
        for n, k in DESIGNS:
            rng = np.random.default_rng([n, k, len(name)])
            df = n - 1, k - 1, (n - 1) * (k - 1)
            of = rest + k * item, rest + n * rater, rest
            sums = np.array([e * rng.chisquare(d, STUDIES) for e, d in zip(of, df, strict=True)])
            means = sums.T / df
            below = [weight_below(Squares(*each, df, k, n))(item) for each in means]
            held = {
                "generalized": [0.025 <= each <= 0.975 for each in below],
                "profile": profile_holds(sums, n, k, item),
                "F": [f_holds(each, n, k, "2,1", item) for each in means],
                "ICC(3,1)": [f_holds(each, n, k, "3,1", item / (item + rest)) for each in means],
            }
            row = {"raters vary": name, "n": n, "k": k}
            rows.append(row | {key: round(100 * np.mean(one), 1) for key, one in held.items()})
            print(rows[-1], file=sys.stderr)
    return rows


def f_holds(means, n, k, form, truth):
    """Whether the limits by F hold."""
    item, rater, rest = means
    within = (rater + (n - 1) * rest) / n
    limit = _by_f(MeanSquares(n, k, item, within, rater, rest), np.empty(0), form)
    return limit(0.025) <= truth <= limit(0.975)


NOISE = 0.6
PLANTED = {
    "severity": [(30, 3, 0.85), (100, 5, 0.45)],
    "drift": [(30, 3, 3.0), (100, 5, 1.5)],
    "range": [(100, 5, 0.7)],
    "nobody": [(30, 3, 0.0), (100, 5, 0.0)],
    "noisy": [(30, 3, 2.0), (100, 5, 2.0)],
}
"""What is planted in one rater: severity and drift in units of the error's standard deviation, the
share of the range, and how many times as noisy a rater is who does nothing else wrong."""


def raters():
    """How often the planted rater is named, and an innocent one."""
    rows = []
    for what, designs in PLANTED.items():
        for n, k, effect in designs:
            rng = np.random.default_rng([n, k, len(what)])
            hit = wrong = 0
            for _ in range(RATER_STUDIES):
                noise = NOISE * np.where(np.arange(k) == 0, effect if what == "noisy" else 1, 1)
                truth = rng.standard_normal((n, 1))
                table = truth + noise * rng.standard_normal((n, k))
                if what == "severity":
                    table[:, 0] -= effect * NOISE
                if what == "drift":
                    table[:, 0] += effect * NOISE * np.arange(n) / (n - 1)
                if what == "range":
                    table[:, 0] = effect * truth[:, 0] + noise[0] * rng.standard_normal(n)
                found = rating_summary(
                    accord.from_coders({f"r{j}": table[:, j].tolist() for j in range(k)})
                )
                if what == "drift":
                    named = {said.split()[0] for said in drift_findings(found)}
                elif what == "range":
                    named = {one.rater for one in found.raters.raters if one.narrow}
                else:
                    named = {one.rater for one in found.raters.raters if one.named}
                planted = what in ("severity", "drift", "range")
                hit += planted and "r0" in named
                wrong += bool(named - {"r0"} if planted else named)
            row = {"what": what, "n": n, "k": k, "effect": effect}
            row |= {"found": hit / RATER_STUDIES, "innocent": wrong / RATER_STUDIES}
            rows.append(row)
            print(row, file=sys.stderr)
    return rows


if __name__ == "__main__":
    json.dump({"limits": limits(), "raters": raters()}, sys.stdout, indent=1)
    print()
