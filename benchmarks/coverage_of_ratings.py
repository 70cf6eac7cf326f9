"""How often limits of intraclass correlations hold, and how often raters are named rightly.

    python benchmarks/coverage_of_ratings.py > docs/coverage_of_ratings.json

Normal items, raters and errors. A share lies within its profile limits where its likelihood ratio
is not above the bound, which needs no search for the limits themselves.
"""

import json
import sys

import numpy as np

import accord
from accord._measure.labels.icc_limits import limit_of
from accord._measure.labels.mean_squares import squares_of
from accord._measure.labels.variance_components import likelihood
from accord.infer.ratings.findings import drift_findings
from accord.infer.ratings.summary import rating_summary

STUDIES, RATER_STUDIES = 1000, 400
DESIGNS = [(n, k) for n in (20, 50, 200) for k in (2, 3, 5)]
PARTS = {"less": (0.80, 0.05, 0.15), "more": (0.60, 0.30, 0.10)}
"""Shares of items, raters and residual: raters vary less and more than the residual."""
Z2 = 1.959964**2


def drawn(rng, n, k, item, rater, rest):
    """One table of ratings."""
    return (
        np.sqrt(item) * rng.standard_normal((n, 1))
        + np.sqrt(rater) * rng.standard_normal((1, k))
        + np.sqrt(rest) * rng.standard_normal((n, k))
    )


def profile_holds(table, truth):
    """Whether the share of the items is within its profile limits, by a likelihood ratio."""
    asked = likelihood(table, "agreement")
    s = squares_of(table)
    item, rater = (s.between - s.error) / s.k, (s.coders - s.error) / s.n
    if item > 0 and rater > 0:  # then REML of a complete table is the analysis of variance
        deviance = asked.sums.fitted(item / s.error, rater / s.error)[0]
    else:
        deviance = asked.best()[2]
    return bool(asked.at(truth)[0] - deviance <= Z2)


def f_holds(table, form, truth):
    """Whether the limits by F hold."""
    limit = limit_of(table, form, "F")
    return limit(0.025) <= truth <= limit(0.975)


def limits():
    """Coverage in per cent by design and shares."""
    rows = []
    for name, (item, rater, rest) in PARTS.items():
        agreement, consistency = item, item / (item + rest)
        for n, k in DESIGNS:
            rng = np.random.default_rng([n, k, len(name)])
            held = np.zeros(3)
            for _ in range(STUDIES):
                table = drawn(rng, n, k, item, rater, rest)
                held += (
                    profile_holds(table, agreement),
                    f_holds(table, "2,1", agreement),
                    f_holds(table, "3,1", consistency),
                )
            profile, by_f, three = (100 * held / STUDIES).round(1).tolist()
            rows.append(
                {
                    "raters vary": name,
                    "n": n,
                    "k": k,
                    "profile": profile,
                    "F": by_f,
                    "ICC(3,1)": three,
                }
            )
            print(rows[-1], file=sys.stderr)
    return rows


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
