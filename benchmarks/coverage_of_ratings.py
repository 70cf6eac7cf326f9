"""How often limits of intraclass correlations hold, and how often raters are named rightly.

    python benchmarks/coverage_of_ratings.py   # docs/coverage_of_ratings.json, docs/coverage.md

Normal items, raters and errors. Three mean squares say all of a complete table, so none is drawn.
A share lies within its profile limits where its likelihood ratio is not above the bound, and
within generalized ones by the weight below it: neither needs a search for the limits themselves.
"""

import json
import sys
from pathlib import Path

import numpy as np

import accord
from accord._measure.labels.generalized_limits import Squares, weight_below
from accord._measure.labels.icc_limits import _by_f
from accord._measure.labels.mean_squares import MeanSquares

ROOT = Path(__file__).parents[1]
DONE, PAGE = ROOT / "docs" / "coverage_of_ratings.json", ROOT / "docs" / "coverage.md"
BEGIN, END = "<!-- ratings -->", "<!-- ratings end -->"
STUDIES, RATER_STUDIES = 3000, 1000
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
            print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
    return rows


def f_holds(means, n, k, form, truth):
    """Whether the limits by F hold."""
    item, rater, rest = means
    within = (rater + (n - 1) * rest) / n
    limit = _by_f(MeanSquares(n, k, item, within, rater, rest), np.empty(0), form)
    return limit(0.025) <= truth <= limit(0.975)


NOISE = 0.6
PLANTED = [
    ("nobody", 30, 3, 0.0, "normal"),
    ("nobody", 100, 5, 0.0, "normal"),
    ("nobody", 30, 3, 0.0, "1 to 7"),
    ("nobody", 100, 5, 0.0, "1 to 7"),
    ("noisy", 30, 3, 2.0, "normal"),
    ("noisy", 100, 5, 2.0, "normal"),
    ("severity", 30, 3, 0.9, "normal"),
    ("severity", 100, 5, 0.45, "normal"),
    ("severity", 30, 3, 1.0, "1 to 7"),
    ("severity", 100, 5, 0.45, "1 to 7"),
    ("drift", 30, 3, 3.5, "normal"),
    ("drift", 100, 5, 1.75, "normal"),
    ("drift", 100, 5, 1.75, "1 to 7"),
    ("range", 100, 5, 0.7, "normal"),
    ("range", 100, 5, 0.65, "1 to 7"),
]
"""What is planted in the first rater, in how many items and raters, how much, and on which scale:
severity and drift in standard deviations of the error, range as a share of the others', noise as a
multiple of theirs, which is no fault that may be named."""
MIDDLE, STEP = 4, 1.2
"""Where a scale from 1 to 7 has its middle, and how many of its points a standard deviation of the
items is."""


def drawn(rng, what, n, k, effect, scale):
    """Ratings in which the first rater has a fault."""
    noise = np.full(k, NOISE)
    noise[0] *= effect if what == "noisy" else 1
    signal = np.repeat(rng.standard_normal((n, 1)), k, axis=1)
    if what == "range":
        signal[:, 0] *= effect
    if what == "severity":
        signal[:, 0] -= effect * NOISE
    if what == "drift":
        signal[:, 0] += effect * NOISE * (np.arange(n) / (n - 1) - 0.5)
    table = signal + noise * rng.standard_normal((n, k))
    return table if scale == "normal" else np.clip(np.round(MIDDLE + STEP * table), 1, 7)


def named(table):
    """Who is said to be severe or lenient, to drift and to use less of the scale."""
    study = accord.from_coders({j: table[:, j].tolist() for j in range(table.shape[1])})
    people = accord.infer.raters(study).raters
    return {
        "severity": {one.rater for one in people if one.named},
        "drift": {one.rater for one in accord.infer.drift(study) if one.named},
        "range": {one.rater for one in people if one.narrow},
    }


def raters():
    """In what percentage of studies the planted rater is named for the planted fault, and anybody
    for a fault that nobody planted in them."""
    rows = []
    for what, n, k, effect, scale in PLANTED:
        rng = np.random.default_rng([n, k, len(what), len(scale)])
        hit, wrong = 0, dict.fromkeys(("severity", "drift", "range"), 0)
        for _ in range(RATER_STUDIES):
            for fault, people in named(drawn(rng, what, n, k, effect, scale)).items():
                hit += fault == what and 0 in people
                wrong[fault] += bool(people - {0} if fault == what else people)
        row = {"planted": what, "scale": scale, "n": n, "k": k, "effect": effect}
        row["found"] = round(100 * hit / RATER_STUDIES, 1) if what in wrong else None
        row |= {fault: round(100 * each / RATER_STUDIES, 1) for fault, each in wrong.items()}
        rows.append(row)
        print(json.dumps(row), file=sys.stderr, flush=True)
    return rows


def lines(data):
    """The tables of the page."""
    studies, of_raters = data["studies"]
    held = ["generalized", "profile", "F", "ICC(3,1)"]
    text = [
        "## Limits of intraclass correlations",
        "",
        f"Normal items, raters and errors, {studies} studies in each row (a standard error of 0.4 "
        "points); what percentage of 95% limits contain the true ICC(2,1), and the F limits of "
        "ICC(3,1) theirs.",
        "Generalized limits are the default; profile limits are the likelihood's; F limits are "
        "McGraw and Wong's, as other programs print them.",
        "Bold: outside 93 to 97%.",
        "",
        "| raters vary | items | raters | generalized | profile | F | ICC(3,1) |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in data["limits"]:
        shares = " | ".join(_bold(row[key]) for key in held)
        text.append(f"| {WORDS[row['raters vary']]} | {row['n']} | {row['k']} | {shares} |")
    text += [
        "",
        "## Raters who are severe, drift, or use less of the scale",
        "",
        f"What percentage of {of_raters} studies name the rater in whom a fault was planted, and "
        "what percentage name anybody for a fault that nobody planted in them (a standard error of "
        "0.7 points at 5%).",
        "Items vary with a standard deviation of 1, errors with 0.6; severity and drift are in "
        "standard deviations of the error, range is a share of the others'.",
        "A rater who is twice as noisy as the others has none of these faults.",
        "",
        "| planted | scale | items | raters | effect | found | severity, wrongly | drift, wrongly "
        "| range, wrongly |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for row in data["raters"]:
        wrong = " | ".join(f"{row[key]:.1f}" for key in ("severity", "drift", "range"))
        found = "–" if row["found"] is None else f"{row['found']:.1f}"
        effect = "–" if row["planted"] == "nobody" else f"{row['effect']:g}"
        design = f"{row['planted']} | {row['scale']} | {row['n']} | {row['k']} | {effect}"
        text.append(f"| {design} | {found} | {wrong} |")
    return text


WORDS = {
    "less": "less than errors",
    "more": "more than errors",
    "as much": "as much as errors",
    "not at all": "not at all",
}


def _bold(share):
    return f"{share:.1f}" if 93 <= share <= 97 else f"**{share:.1f}**"


def write(data):
    """Put the tables into the page."""
    text = PAGE.read_text("utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    inside = "\n".join(lines(data))
    PAGE.write_text(f"{before}{BEGIN}\n{inside}\n\n{END}{after}", "utf-8")


if __name__ == "__main__":
    done = {"studies": [STUDIES, RATER_STUDIES], "limits": limits(), "raters": raters()}
    DONE.write_text(json.dumps(done, indent=1, ensure_ascii=False) + "\n", "utf-8")
    write(done)
