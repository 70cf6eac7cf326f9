"""How often corrected scores of judges hold the truth, and planted faults of judges are found.

    python benchmarks/coverage_of_judges.py [STUDIES]

The tables stand in docs/coverage.md between their marks; what they are made from is in
docs/coverage_of_judges.json. Ten minutes on one core for 2,000 studies a cell. The parts can be
made one by one: `python benchmarks/coverage_of_judges.py 2000 bias documents`.

Nulls are those that a critic would choose: longer answers are better and people err where judges
are fair; items of a document go together; judges are just at the margin.
"""

import json
import sys
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np

from accord import bound, judge as judge_sheet
from accord.infer.judges.calibration import calibration
from accord.infer.judges.consistency import swapped
from accord.infer.judges.corrected import (
    of_these_items,
    people_alone,
    prediction_powered,
    rogan_gladen,
    rogan_gladen_of,
    score_difference,
)
from accord.infer.judges.jury import effective_number
from accord.infer.judges.slopes import slopes
from accord.infer.tests.people import ceiling
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


def fair_labels(rng, n, people, wrong, link, *, slope=0.0, documents=None, labels=2):
    """A judge that is 90% right, `people` who err, and the length of answers, on which the truth
    depends by `link` and the judge by `slope` (both in log odds)."""
    of = None if documents is None else np.arange(n) % documents
    length, more, own = rng.normal(size=n), 0.0, 0.0
    if of is not None:
        length = (length + rng.normal(size=documents)[of]) / 2**0.5
        more, own = rng.normal(size=(2, documents))[:, of]
    if labels == 2:
        truth = rng.random(n) < 1 / (1 + np.exp(-link * length - more))
        chance = 1 / (1 + np.exp(-(np.where(truth, 1, -1) * np.log(9) + slope * length + own)))
        judge = rng.random(n) < chance
        said = truth[:, None] ^ (rng.random((n, people)) < wrong)
        return judge.astype(float), said.astype(float), {"length": length.tolist()}, of
    steps = np.outer(length, np.arange(labels) - 1) * link
    truth = _drawn_label(rng, steps)
    judge = _drawn_label(rng, 3.0 * (np.arange(labels) == truth[:, None]))
    other = (truth[:, None] + rng.integers(1, labels, size=(n, people))) % labels
    said = np.where(rng.random((n, people)) < wrong, other, truth[:, None])
    return judge.astype(float), said.astype(float), {"length": length.tolist()}, of


def _drawn_label(rng, pull):
    share = np.exp(pull) / np.exp(pull).sum(axis=1, keepdims=True)
    drawn = (rng.random(len(pull))[:, None] > share.cumsum(axis=1)).sum(axis=1)
    return np.minimum(drawn, pull.shape[1] - 1)


def fair_scores(rng, n, people, noise, link, *, slope=0.0, documents=None, shape="line"):
    """The same of scores: a line of truth; 1 to 5, rounded and cut off; or 1 to 5 from a judge
    whose scale is bent (1, 1, 3, 5, 5)."""
    of = None if documents is None else np.arange(n) % documents
    length, more, own = rng.normal(size=n), 0.0, 0.0
    if of is not None:
        length = (length + rng.normal(size=documents)[of]) / 2**0.5
        more, own = np.array([[0.7], [0.5]]) * rng.normal(size=(2, documents))[:, of]
    truth = link * length / 2 + rng.normal(size=n) + more
    if shape == "line":
        said = truth[:, None] + noise * rng.normal(size=(n, people))
        judge = 0.8 * truth + 0.5 + rng.normal(size=n) / 2 + slope * length + own
        return judge, said, {"length": length.tolist()}, of
    truth = np.clip(np.round(3 + truth), 1, 5)
    said = np.clip(np.round(truth[:, None] + noise * rng.normal(size=(n, people))), 1, 5)
    middle = truth + 0.5 if shape == "1 to 5" else np.array([0, 1, 1, 3, 5, 5])[truth.astype(int)]
    judge = np.clip(np.round(middle + 0.7 * rng.normal(size=n) + slope * length + own), 1, 5)
    return judge, said, {"length": length.tolist()}, of


def fair_degrees(rng, n, people, link, *, line=0.0, sharp=0.5, slope=0.0):
    """Two labels that cut a quality of degrees in two: the judge draws the line elsewhere than
    people, or sees more sharply than they."""
    length = rng.normal(size=n)
    quality = link * length / 2 + rng.normal(size=n)
    said = quality[:, None] + 0.5 * rng.normal(size=(n, people)) > 0
    judge = quality + sharp * rng.normal(size=n) + slope * length > line
    return judge.astype(float), said.astype(float), {"length": length.tolist()}, None


def accused(draw, studies, seed, **how):
    """How often length is found to matter; where it does, with the right sign."""
    rng = np.random.default_rng(seed)
    labels = list("abcdefg"[: how.get("labels", 2)]) if how.get("labels", 2) > 2 else []
    sign, found, tested = np.sign(how.get("slope", 0.0)), 0, 0
    for _ in range(studies):
        judge, people, about, of = draw(rng, **how)
        rows = slopes(judge, people, about, groups=of, labels=labels, columns=["length"])
        tested += bool(rows)
        found += any(row.found and (not sign or np.sign(row.slope) == sign) for row in rows)
    return {"found": round(found / studies, 4), "tested": round(tested / studies, 4)}


def bias(studies):
    """Fair judges who are accused, and biased ones who are found, in the whole grid."""
    rows = []

    def add(name, draw, **how):
        seed = [len(rows), how["n"]]
        fair = accused(draw, studies, seed, **how)
        longer, shorter = (
            (
                accused(draw, max(studies // 4, 20), seed, **how, slope=size)
                for size in ((0.5, -0.5) if draw is fair_labels else (0.2, -0.2))
            )
            if how.get("labels", 2) == 2
            else ({"found": None}, {"found": None})
        )
        row = {"what": name, "fair": fair, "longer": longer["found"], "shorter": shorter["found"]}
        rows.append({**row, **{key: how[key] for key in ("n", "people", "link")}})
        print(rows[-1], flush=True)

    for n, people, wrong, link in product((300, 1000), (1, 2, 3), (0.1, 0.2), (0, 1, 2)):
        name = f"labels, people err in {wrong:.0%}"
        add(name, fair_labels, n=n, people=people, wrong=wrong, link=link)
    for n, link in product((300, 1000), (0, 1, 2)):
        more = {"n": n, "people": 2, "link": link}
        add("labels in 30 documents", fair_labels, wrong=0.1, documents=30, **more)
        add("three labels", fair_labels, wrong=0.1, labels=3, **more)
    for shape, n, noise, link in product(
        ("line", "1 to 5", "1 to 5, bent"), (300, 1000), (0.5, 1.0), (0, 1, 2)
    ):
        more = {"n": n, "people": 2, "link": link, "noise": noise, "shape": shape}
        add(f"scores, {shape}, noise {noise:g}", fair_scores, **more)
    for n, link in product((300, 1000), (0, 1, 2)):
        more = {"n": n, "people": 2, "link": link, "noise": 0.7}
        add("scores in 30 documents", fair_scores, documents=30, **more)
    for n, people, link in product((300, 1000), (2, 3), (0, 1, 2)):
        more = {"n": n, "people": people, "link": link}
        add("labels by degrees, a stricter judge", fair_degrees, line=0.7, **more)
        add("labels by degrees, a sharper judge", fair_degrees, sharp=0.2, **more)
    return rows


def in_documents(rng, documents, size=10):
    """Labels of documents whose items are alike and of which some are harder for everybody."""
    of = np.repeat(np.arange(documents), size)
    n = len(of)
    truth = rng.random(n) < 1 / (1 + np.exp(-0.8 - 1.2 * rng.normal(size=documents)[of]))
    hard = 2 * rng.random(documents)[of]
    return of, [truth ^ (rng.random(n) < wrong * hard) for wrong in (0.12, 0.12, 0.15)]


def _alpha(one, two):
    share = np.concatenate([one, two]).mean()
    return 1 - (one != two).mean() / (2 * share * (1 - share))


def documents(studies, numbers=(20, 40)):
    """How often intervals over documents hold the truth, and those over items for comparison."""
    _, (first, second, judge) = in_documents(np.random.default_rng(0), 50_000)
    gap = (_alpha(judge, first) + _alpha(judge, second)) / 2 - _alpha(first, second)
    share = float(first.mean())
    measure = bound("alpha", distance="nominal")
    found = []
    for number in numbers:
        rng = np.random.default_rng(number)
        held = {name: [] for name in ("difference", "people alone", "Rogan–Gladen", "PPI++")}
        by_item = {name: [] for name in held}
        for _ in range(studies):
            of, (one, two, judge) = in_documents(rng, number)
            coders = {"A": one.astype(int), "B": two.astype(int), "m": judge.astype(int)}
            study = replace(from_coders(coders), about={"document": [f"d{at}" for at in of]})
            known = (rng.permutation(number) < number // 2)[of]
            people, scores = np.where(known, one, np.nan), judge.astype(float)
            for groups, rows in ((of, held), (None, by_item)):
                over = "items" if groups is None else "document"
                limits = ceiling(study, "m", measure, over=over, resamples=200).interval
                rows["difference"].append(gap in limits)
                rows["people alone"].append(share in people_alone(people, 0.95, groups).interval)
                rows["Rogan–Gladen"].append(
                    share in rogan_gladen_of(scores, people, groups).interval
                )
                rows["PPI++"].append(
                    share in prediction_powered(scores, people, groups=groups).interval
                )
        for name, rows in held.items():
            row = {"documents": number, "what": name, "held": round(float(np.mean(rows)), 4)}
            found.append({**row, "by_item": round(float(np.mean(by_item[name])), 4)})
            print(found[-1], flush=True)
    return found


def these(studies, items=400):
    """How often the interval of just these items holds their mean."""
    rows = []
    for share, labels in product((0.7, 0.9), (50, 100, 200)):
        rng = np.random.default_rng([labels, round(100 * share)])
        held = []
        for _ in range(studies):
            truth = (rng.random(items) < share).astype(float)
            judge = np.where(rng.random(items) < 0.9, truth, 1 - truth)
            known = rng.permutation(items) < labels
            found = of_these_items(judge, np.where(known, truth, np.nan))
            held.append((truth.mean() in found.interval, found.width))
        rows.append({"true": share, "labels": labels, **_share_held(held)})
    return rows


def verdicts(studies, n=300):
    """What is said of judges as good as people, of judges just at the margin, and of poor ones;
    and how often as many items as were asked for decide."""
    rows = []
    for name, wrong in (
        ("better", 0.02),
        ("as people", 0.1),
        ("at the margin", None),
        ("poor", 0.25),
    ):
        rng = np.random.default_rng([len(rows), n])
        said = Counter()
        # Errors are rare just at the margin, and are to be counted.
        number = 3 * studies if wrong is None else studies
        for _ in range(number):
            truth = rng.integers(2, size=n)
            # κ of two people who err by e is (1 − 2e)²; with the judge (1 − 2e)(1 − 2w): .05 lower.
            own = (1 - 0.59 / 0.8) / 2 if wrong is None else wrong
            labels = {
                coder: np.where(rng.random(n) < error, 1 - truth, truth)
                for coder, error in (("A", 0.1), ("B", 0.1), ("C", 0.1), ("m", own))
            }
            said[judge_sheet(from_coders(labels), "m", resamples=50).decision.verdict] += 1
        rows.append({"what": name, **{k: said[k] / number for k in ("replace", "undecided", "no")}})
        print(rows[-1], flush=True)
    return rows


def faults(planted, studies):
    """How often a place that is favoured under swap, and confidence that is not calibrated, are
    found."""
    rng = np.random.default_rng(int(planted))
    found = []
    for at in range(studies):
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
        found.append([order, sure])
    return dict(zip(("order swapped", "calibration"), np.mean(found, axis=0).tolist(), strict=True))


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


def shares(studies):
    """The three estimates of a share."""
    cells = []
    for share, kind, labels in product((0.7, 0.9), JUDGES, LABELS):
        found = of_shares(kind, share, labels, studies)
        cells.append({"judge": kind, "true": share, "labels": labels, "found": found})
        print(kind, share, labels, found, flush=True)
    return cells


PARTS = {
    "shares": shares,
    "means": lambda studies: [{"labels": n, "found": of_means(n, studies // 2)} for n in LABELS],
    "faults": lambda studies: {
        "planted": faults(True, studies // 10),
        "none": faults(False, studies // 2),
    },
    "juries": lambda _: juries(),
    "bias": lambda studies: bias(studies // 2),
    "documents": lambda studies: documents(studies // 2),
    "these": these,
    "verdicts": lambda studies: verdicts(studies // 4),
}
"""Everything that the page shows, as plain data, made one by one."""


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
        f"{data['studies']['shares']} studies of {ITEMS} items in each row; what percentage of the "
        "95% intervals contain the true share, and their mean width.",
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
    made += [
        "",
        "The share of just these items (400 of them, some labelled):",
        "",
        "| true share | labels | held (width) |",
        "|---|---|---|",
    ]
    for cell in data["these"]:
        made.append(f"| {cell['true']:g} | {cell['labels']} | {_shown(cell)} |")
    made += [
        "",
        "Documents of 10 items that go together, half of them labelled; in percent of "
        f"{data['studies']['documents'] // 2} studies, over documents as the sheet draws, and over "
        "items, which would be wrong:",
        "",
        "| documents | interval of | over documents | over items |",
        "|---|---|---|---|",
    ]
    for row in data["documents"]:
        held = f"{100 * row['held']:.1f} | {100 * row['by_item']:.1f}"
        made.append(f"| {row['documents']} | {row['what']} | {held} |")
    made += [
        "",
        "## Bias of judges",
        "",
        "How often a judge is found to favour length, or to punish it, in percent of "
        f"{data['studies']['bias'] // 2} studies (a quarter of them where it does).",
        "Longer answers are better by `link` (log odds of a label per standard deviation; half of "
        "it for scores), and people err: a fair judge must not be accused of it.",
        "Planted slopes are ±0.5 in log odds of a label and, per standard deviation, ±0.2 of a "
        "score or of a quality that labels cut in two; only those with the right sign count.",
        "With one person nothing is tested; where a curve of scores and bias cannot be separated, "
        "neither.",
        "",
        "| judged | items | people | link | tested | fair | favours | punishes |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in data["bias"]:
        planted = " | ".join(
            "–" if row[key] is None else f"{100 * row[key]:.0f}" for key in ("longer", "shorter")
        )
        fair = f"{100 * row['fair']['tested']:.0f} | {100 * row['fair']['found']:.1f}"
        made.append(
            f"| {row['what']} | {row['n']} | {row['people']} | {row['link']} | {fair} | {planted} |"
        )
    made += [
        "",
        "## Verdicts on judges",
        "",
        "Three people who err in 10% of 300 items of two labels, margin 0.05, ε = 0.1; in percent "
        f"of {data['studies']['verdicts'] // 4} studies (three times as many at the margin):",
        "",
        "| judge | can replace people | undecided | cannot |",
        "|---|---|---|---|",
    ]
    for row in data["verdicts"]:
        shown = " | ".join(f"{100 * row[key]:.0f}" for key in ("replace", "undecided", "no"))
        made.append(f"| {row['what']} | {shown} |")
    faults_ = data["faults"]
    made += [
        "",
        "## Other faults of judges",
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
    asked = sys.argv[1:]
    number = int(asked.pop(0)) if asked else 2000
    done = json.loads(DONE.read_text("utf-8")) if DONE.exists() else {}
    for part in asked or PARTS:
        done[part] = PARTS[part](number)
    done["studies"] = {**done.get("studies", {}), **dict.fromkeys(asked or PARTS, number)}
    DONE.write_text(json.dumps(done, ensure_ascii=False) + "\n", "utf-8")
    write(done)
