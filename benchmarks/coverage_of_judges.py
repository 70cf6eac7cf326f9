"""How often corrected scores of judges hold the truth, and planted faults of judges are found.

    python benchmarks/coverage_of_judges.py [STUDIES]

The tables stand in docs/coverage.md between their marks; what they are made from is in
docs/coverage_of_judges.json. Five minutes on one core for 2,000 studies a cell.
"""

import json
import sys
from itertools import product
from pathlib import Path

import numpy as np

from accord.infer.judges.calibration import calibration
from accord.infer.judges.consistency import swapped
from accord.infer.judges.corrected import (
    people_alone,
    prediction_powered,
    rogan_gladen,
    score_difference,
)
from accord.infer.judges.jury import effective_number
from accord.infer.judges.slopes import slopes
from accord.kinds.labels.tabular import from_coders

DOCS = Path(__file__).parent.parent / "docs"
DONE, PAGE = DOCS / "coverage_of_judges.json", DOCS / "coverage.md"
BEGIN, END = "<!-- judges -->", "<!-- judges end -->"
ITEMS = 4000
JUDGES = ("good", "lenient", "length-biased")
LABELS = (50, 100, 200, 500, 1000)


def judged(rng, kind, share, labels, items=ITEMS):
    """A judge's scores of all items, and people's of some.

    good: 92% of passes and 88% of failures are seen; lenient: 97% and 50%; length-biased: 80 to
    99% and 90 to 30%, the longer the answer the more it passes.
    """
    truth = (rng.random(items) < share).astype(float)
    longer = 1 / (1 + np.exp(-1.5 * rng.normal(size=items)))
    right = {"good": 0.92, "lenient": 0.97, "length-biased": 0.8 + 0.19 * longer}[kind]
    wrong = {"good": 0.12, "lenient": 0.5, "length-biased": 0.1 + 0.6 * longer}[kind]
    judge = (rng.random(items) < np.where(truth == 1, right, wrong)).astype(float)
    people = np.full(items, np.nan)
    known = rng.choice(items, labels, replace=False)
    people[known] = truth[known]
    return judge, people


def of_shares(kind, share, labels, studies):
    """The three estimates of a share: how often they hold it, and their mean width."""
    rng = np.random.default_rng([labels, round(100 * share), JUDGES.index(kind)])
    found = {name: [] for name in ("PPI++", "Rogan–Gladen", "people alone")}
    for _ in range(studies):
        judge, people = judged(rng, kind, share, labels)
        known = np.isfinite(people)
        y, f, rest = people[known], judge[known], judge[~known]
        right = int(((y == 1) & (f == 1)).sum()), int((y == 1).sum())
        wrong = int(((y == 0) & (f == 0)).sum()), int((y == 0).sum())
        made = {
            "PPI++": prediction_powered(judge, people),
            "Rogan–Gladen": rogan_gladen(rest.sum(), len(rest), right, wrong, labelled=labels),
            "people alone": people_alone(people),
        }
        for name, one in made.items():
            if np.isfinite(one.interval.low):
                found[name].append((share in one.interval, one.width))
    return {name: _share_held(rows) for name, rows in found.items()}


def of_means(labels, studies):
    """PPI++ of a mean, and of differences of two systems, paired and not."""
    rng = np.random.default_rng(labels)
    found = {name: [] for name in ("mean", "difference, paired", "difference")}
    for _ in range(studies):
        hard = rng.normal(size=ITEMS)
        one, two = (hard + rng.normal(size=ITEMS) + more for more in (0.3, 0.0))
        seen = rng.permutation(ITEMS) < labels
        sides = [
            (truth + rng.normal(size=ITEMS) / 2 + 0.2, np.where(seen, truth, np.nan))
            for truth in (one, two)
        ]
        mean = prediction_powered(*sides[0])
        found["mean"].append((0.3 in mean.interval, mean.width))
        paired = score_difference(*sides, paired=True)
        found["difference, paired"].append((0.3 in paired.interval, paired.width))
        apart = rng.normal(size=ITEMS) + rng.normal(size=ITEMS)
        other = (apart + rng.normal(size=ITEMS) / 2, np.where(seen, apart, np.nan))
        free = score_difference(sides[0], other)
        found["difference"].append((0.3 in free.interval, free.width))
    return {name: _share_held(rows) for name, rows in found.items()}


def _share_held(rows):
    if not rows:
        return None
    held, width = np.array(rows, dtype=float).mean(axis=0)
    return {"held": round(float(held), 4), "width": round(float(width), 4), "studies": len(rows)}


def faults(planted, studies):
    """How often a slope on length, the second place and the own family is found (n = 400); a place
    that is favoured under swap; confidence that is not calibrated."""
    rng = np.random.default_rng(int(planted))
    found = []
    for at in range(studies):
        n = 400
        truth = (rng.random(n) < 0.6).astype(float)
        length, place, family = rng.normal(size=n), rng.integers(2, size=n), rng.integers(2, size=n)
        tilt = 0.8 * length + 1.4 * place + 1.4 * family if planted else np.zeros(n)
        judge = (rng.random(n) < 1 / (1 + np.exp(-(3 * truth - 1.5 + tilt)))).astype(float)
        about = {
            "length": length.tolist(),
            "position": np.array(["first", "second"])[place].tolist(),
            "model": np.array(["gpt-4o", "llama"])[family].tolist(),
        }
        rows = slopes(judge - truth, about, own="model=llama*", control=truth)
        named = {row.column: row.found for row in rows}
        prefers = rng.random(200) < 0.5
        first = rng.random(200) < (0.2 if planted else 0.0)
        noise = rng.random((2, 200)) < 0.1
        said = [
            np.where(first, at_first, prefers ^ own)
            for at_first, own in ((1, noise[0]), (0, noise[1]))
        ]
        labels = {
            name: np.array(["B", "A"])[one.astype(int)]
            for name, one in zip("js", said, strict=True)
        }
        order = swapped(from_coders(labels), positions=False, confidence=0.95).found
        stated = rng.uniform(0.5, 1, size=300)
        right = rng.random(300) < stated - (0.1 if planted else 0.0)
        sure = calibration(stated, right, resamples=99, rng=at).p <= 0.05
        found.append([*named.values(), order, sure])
    names = ("length", "position", "own family", "order swapped", "calibration")
    shares = np.mean(found, axis=0)
    any_slope = float(np.any(np.array(found)[:, :3], axis=1).mean())
    return {
        **dict(zip(names, map(float, shares), strict=True)),
        "any of the three slopes": any_slope,
    }


def juries(studies=200):
    """The effective number of judges whose errors share an item's own with probability s."""
    rows = []
    for judges, shared in product((3, 5, 9), (0.0, 0.5, 0.8)):
        rng = np.random.default_rng([judges, int(10 * shared)])
        found = []
        for _ in range(studies):
            both = rng.random((500, 1)) < 0.3
            own = rng.random((500, judges)) < 0.3
            wrong = np.where(rng.random((500, judges)) < shared, both, own).astype(float)
            found.append(effective_number(wrong))
        true = judges / (1 + (judges - 1) * shared**2)
        rows.append((judges, shared, true, float(np.mean(found)), float(np.std(found))))
    return rows


def results(studies):
    """Everything that the page shows, as plain data."""
    cells = []
    for share, kind, labels in product((0.7, 0.9), JUDGES, LABELS):
        found = of_shares(kind, share, labels, studies)
        cells.append({"judge": kind, "true": share, "labels": labels, "found": found})
        print(kind, share, labels, found, flush=True)
    means = [{"labels": n, "found": of_means(n, studies // 2)} for n in LABELS]
    return {
        "studies": studies,
        "shares": cells,
        "means": means,
        "faults": {"planted": faults(True, studies // 10), "none": faults(False, studies // 2)},
        "juries": juries(),
    }


def _shown(one):
    """A share in percent with the mean width, bold where it is outside 93 to 97% by more than
    chance."""
    if one is None:
        return "none"
    error = 2 * (0.95 * 0.05 / one["studies"]) ** 0.5
    text = f"{100 * one['held']:.1f} ({one['width']:.3f})"
    return text if 0.93 - error <= one["held"] <= 0.97 + error else f"**{text}**"


def lines(data):
    """The tables, as lines of Markdown."""
    names = list(data["shares"][0]["found"])
    made = [
        "## Corrected scores of judges",
        "",
        f"{data['studies']} studies of {ITEMS} items in each row; what percentage of the 95% "
        "intervals contain the true share, and their mean width.",
        "Bold: outside 93 to 97% by more than chance.",
        "",
        "| judge | true share | labels | " + " | ".join(names) + " |",
        "|---" * (3 + len(names)) + "|",
    ]
    for cell in data["shares"]:
        shown = " | ".join(_shown(cell["found"][name]) for name in names)
        made.append(f"| {cell['judge']} | {cell['true']:g} | {cell['labels']} | {shown} |")
    names = list(data["means"][0]["found"])
    made += ["", "Means of scores, and differences of two systems, by PPI++:", ""]
    made += ["| labels | " + " | ".join(names) + " |", "|---" * (1 + len(names)) + "|"]
    for cell in data["means"]:
        shown = " | ".join(_shown(cell["found"][name]) for name in names)
        made.append(f"| {cell['labels']} | {shown} |")
    faults_ = data["faults"]
    made += [
        "",
        "How often a fault of a judge is found, where it is planted and where none is:",
        "",
    ]
    made += ["| fault | planted | none |", "|---|---|---|"]
    for name, share in faults_["planted"].items():
        made.append(f"| {name} | {100 * share:.0f}% | {100 * faults_['none'][name]:.1f}% |")
    made += [
        "",
        "The effective number of judges who share a part s of their errors, 500 items:",
        "",
    ]
    made += ["| judges | s | true | mean found | standard deviation |", "|---|---|---|---|---|"]
    for judges, shared, true, mean, sd in data["juries"]:
        made.append(f"| {judges} | {shared:g} | {true:.2f} | {mean:.2f} | {sd:.2f} |")
    return made


def write(data):
    """Put the tables into the page, between their marks."""
    text = PAGE.read_text("utf-8")
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    PAGE.write_text(f"{head}{BEGIN}\n" + "\n".join(lines(data)) + f"\n\n{END}{tail}", "utf-8")


if __name__ == "__main__":
    done = results(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
    DONE.write_text(json.dumps(done, ensure_ascii=False) + "\n", "utf-8")
    write(done)
