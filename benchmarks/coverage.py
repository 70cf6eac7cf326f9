"""How often 95% intervals hold the true value, tests reject a true hypothesis, and plans hold.

    make coverage       or    python benchmarks/coverage.py [STUDIES] [--part NAME] [--seconds S]

Every cell is a kind of study, simulated many times. A cell that is done stands in
docs/coverage.jsonl and is not done again unless more studies are asked for, so the run can be
stopped and taken up again; at the end the table in docs/coverage.md is written from that file.
An hour on one core for 1,000 studies a cell: the default interval of each, and every other kind
of interval of each fourth. Measures of units, boundaries and chains, and ICC, get a fifth of the
studies: making these takes longer.
"""

import hashlib
import json
import random
import sys
import time
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import simulated_studies as made_up
from simulated_studies import documents, simulated, streaks

import accord
from accord.infer.advice.plan import plan_items
from accord.infer.tests.permutation import permutation_test
from accord.infer.tests.significance import level_test, probability_below
from accord.infer.tests.slices import compare_slices
from accord.model.names import Names

DOCS = Path(__file__).parent.parent / "docs"
DONE, PAGE = DOCS / "coverage.jsonl", DOCS / "coverage.md"
FOUR = (0.4, 0.3, 0.2, 0.1)
RESAMPLES = 999
MEASURES = {
    "π": ("pi", {}),
    "κ": ("kappa", {}),
    "S": ("s", {}),
    "AC1": ("ac1", {}),
    "κ_w": ("weighted_kappa", {"distance": "interval"}),
    "α nominal": ("alpha", {"distance": "nominal"}),
    "α ordinal": ("alpha", {"distance": "ordinal"}),
    "α interval": ("alpha", {"distance": "interval"}),
    "ICC": ("icc", {}),
    "F1": ("span_f1", {}),
    "uα": ("u_alpha", {}),
    "γ": ("gamma", {}),
    "B": ("boundary_similarity", {}),
    "WindowDiff": ("window_diff", {}),
    "MUC": ("muc", {}),
    "κ_pairs": ("rand", {}),
    "F1_rel": ("relation_f1", {}),
    "F1_rel corrected": ("corrected_relation_f1", {}),
    "κ_rel": ("relation_kappa", {}),
    "F1_reg": ("region_f1", {}),
    "α_reg": ("region_alpha", {}),
    "UAS": ("uas", {}),
    "UAS corrected": ("corrected_uas", {}),
    "Smatch": ("smatch", {}),
    "ρ_c": ("ccc", {}),
    "W": ("kendall_w", {}),
}
OF_PARTS = {"units": ("F1", "uα", "γ"), "boundaries": ("B", "WindowDiff")}
OF_PARTS["chains"] = ("MUC", "κ_pairs")
OF_PARTS["relations"] = ("F1_rel", "F1_rel corrected", "κ_rel")
OF_PARTS["regions"] = ("F1_reg", "α_reg")
OF_PARTS["trees"] = ("UAS", "UAS corrected")
OF_PARTS["graphs"] = ("Smatch",)
GUESSED = ("F1_rel corrected", "κ_rel", "α_reg", "UAS corrected")
"""Measures that correct for chance, asked about coders who guess, too."""


def cells():
    """Every cell: what is asked and of which studies, as plain data."""
    usual = (("κ", 2), ("π", 3), ("α nominal", 3), ("α ordinal", 3))
    for (measure, coders), n, value in product(usual, (50, 200, 1000), (0.2, 0.5, 0.8, 0.95)):
        yield _cell("usual", measure, coders, n, value, FOUR)
    also = (("κ_w", 2), ("S", 3), ("AC1", 3), ("α interval", 3), ("ICC", 3))
    for (measure, coders), n, value in product(also, (50, 200), (0.5, 0.95)):
        yield _cell("usual", measure, coders, n, value, FOUR)
    rare = (("π", 2), ("κ", 2), ("α nominal", 2), ("π", 3), ("π", 5), ("AC1", 2))
    for (measure, coders), share, n, value in product(
        rare, (0.05, 0.02), (50, 100, 200, 500, 1000), (0.0, 0.5, 0.8)
    ):
        yield _cell("rare", measure, coders, n, value, (1 - share, share))
    for measure, n, size in product(("π", "α nominal"), (20, 50, 100), (5, 10, "1 to 20")):
        yield {**_cell("documents", measure, 3, n, 0.6, FOUR), "size": size}
    for measure in ("κ", "S", "AC1", "α interval", "ICC"):
        yield {**_cell("documents", measure, 3, 50, 0.6, FOUR), "size": "1 to 20"}
    for n, value, shares in product((50, 100), (0.0, 0.6, 0.9), (FOUR, (0.95, 0.05))):
        yield {**_cell("documents", "π", 2, n, value, shares), "size": "1 to 20"}
    for measure, coders in product(("π", "α nominal"), (3, 5, 10, 20)):
        yield _cell("coders", measure, coders, 100, 0.6, FOUR)
    yield from _cells_of_tests()
    yield from _cells_of_parts()


def _cells_of_parts():
    for part, measures in OF_PARTS.items():
        for measure, value in product(measures, (0.7, 0.9)):
            yield _cell(part, measure, 3, 50, value, ())
        for measure in measures:
            if measure in GUESSED:
                yield _cell(part, measure, 3, 50, 0.0, ())
    for measure, n, value in product(("ρ_c", "W"), (20, 50), (0.5, 0.9)):
        yield _cell("ratings", measure, 3, n, value, ())
    for coders, n, value in product((3, 8), (20, 50), (0.5, 0.9)):
        yield _cell("generalizability", "G", coders, n, value, ())


def _cells_of_tests():
    pairs = ((50, 50), (200, 40), (100, 100))
    for measure, (n, second), value, size in product(
        ("π", "α interval"), pairs, (0.4, 0.8), (1, 10)
    ):
        yield {**_cell("compare", measure, 3, n, value, FOUR), "second": second, "size": size}
    for slices, n in product((3, 5), (50, 200)):
        yield {**_cell("slices", "π", 3, n, 0.6, FOUR), "slices": slices}
    for measure, n, value in product(("π", "α nominal"), (30, 50, 100, 200), (0.667, 0.8)):
        yield _cell("probability", measure, 2, n, value, (0.5, 0.5))
    for n, size in product((60, 200), (1, 10)):
        yield {**_cell("permutation", "π", 3, n, 0.0, FOUR), "size": size}
    for value in (0.6, 0.8, 0.9):
        yield {**_cell("plan", "π", 2, 0, value, (0.5, 0.5)), "width": 0.2}
        yield {**_cell("plan", "α nominal", 3, 0, value, FOUR), "width": 0.15}


def _cell(part, measure, coders, n, value, shares):
    return {
        "part": part,
        "measure": measure,
        "coders": coders,
        "n": n,
        "value": value,
        "shares": list(shares),
    }


ASKED = {
    "usual": {m: {"method": m} for m in (None, "bca", "percentile", "jackknife", "analytic")},
    "rare": {m: {"method": m} for m in (None, "bca", "percentile", "analytic")},
    "documents": {None: {}, "over items": {"over": "items"}, "jackknife": {"method": "jackknife"}},
    "coders": {
        "over items": {"over": "items"},
        "over both": {"over": "both"},
        "over coders": {"over": "coders"},
    },
    "units": {None: {}},
    "boundaries": {None: {}},
    "chains": {None: {}},
    "relations": {None: {}},
    "regions": {None: {}},
    "trees": {None: {}},
    "graphs": {None: {}},
    "ratings": {None: {}},
}
"""The intervals that are asked for in each part; None is the default."""

FOURTH = 4
"""Of so many studies one is given to the intervals that are not the default."""


def intervals(cell, studies, seed):
    """For each way: the share of intervals that hold the truth, the mean width, and the share of
    those with a note that says what is special; undefined values are left out."""
    rng = np.random.default_rng(seed)
    name, settings = MEASURES[cell["measure"]]
    measure = accord.bound(name, **settings)
    found = {str(way or "default"): [] for way in ASKED[cell["part"]]}
    for at in range(studies):
        study, truth = made_up.of_cell(cell, rng)
        if truth is None:
            truth = made_up.true_value(cell["part"], name, cell["coders"], cell["value"])
        for way, how in ASKED[cell["part"]].items():
            if at % FOURTH and way is not None and None in ASKED[cell["part"]]:
                continue
            if cell["measure"] == "ICC" and way == "analytic":  # it has none
                continue
            made = accord.interval(study, measure, rng=at, resamples=RESAMPLES, **how)
            if not np.isnan(made.low):
                held = made.low - 1e-9 <= truth <= made.high + 1e-9
                special = [note for note in made.notes if not note.startswith("resampled over")]
                found[str(way or "default")].append((held, made.high - made.low, bool(special)))
    return {
        way: {
            "held": float(np.mean([row[0] for row in rows])) if rows else None,
            "width": round(float(np.mean([row[1] for row in rows])), 6) if rows else None,
            "noted": float(np.mean([row[2] for row in rows])) if rows else None,
            "studies": len(rows),
        }
        for way, rows in found.items()
    }


def generalized(cell, studies, seed):
    """How often the limits of Eρ² (relative) and Φ (absolute) of one coder hold them."""
    rng, rows = np.random.default_rng(seed), {"relative": [], "absolute": []}
    for _ in range(studies):
        study = made_up.severe(cell["n"], cell["coders"], cell["value"], rng)
        made = accord.infer.generalizability(study).single
        for way, (_, low, high) in zip(rows, made, strict=True):
            truth = made_up.true_rating(way, cell["coders"], cell["value"])
            if not np.isnan(low):
                rows[way].append((low <= truth <= high, high - low))
    return {
        way: {
            "held": float(np.mean([row[0] for row in own])) if own else None,
            "width": round(float(np.mean([row[1] for row in own])), 6) if own else None,
            "noted": 0.0,
            "studies": len(own),
        }
        for way, own in rows.items()
    }


def tests(cell, studies, seed):
    """The share of p below .05 where the hypothesis is true."""
    rng = np.random.default_rng(seed)
    name, settings = MEASURES[cell["measure"]]
    measure, found = accord.bound(name, **settings), {}
    p, value = np.asarray(cell["shares"]), cell["value"]
    for _ in range(studies):
        if cell["part"] == "compare":
            size = cell["size"]
            sides = [
                documents(n, size, cell["coders"], p, value, rng)
                if size > 1
                else simulated(n, cell["coders"], p, value, rng)
                for n in (cell["n"], cell["second"])
            ]
            sides = [_renamed(one, side) for side, one in zip("ab", sides, strict=True)]
            ways = {"default": accord.compare(*sides, measure).p}
        elif cell["part"] == "probability":
            study = simulated(cell["n"], cell["coders"], p, value, rng)
            ways = {
                "below the threshold": probability_below(study, measure, value),
                "level test": level_test(study, measure, value).p,
            }
        else:
            study = streaks(cell["n"], cell["size"], cell["coders"], p, rng)
            ways = {"default": permutation_test(study, measure, resamples=199).p}
        for way, one in ways.items():
            found.setdefault(way, []).append(one)
    return {
        way: {"rejected": float(np.mean(np.array(rows) < 0.05)), "studies": len(rows)}
        for way, rows in found.items()
    }


def families(cell, studies, seed):
    """The share of studies of slices that do not differ in which some two are said to differ."""
    rng = np.random.default_rng(seed)
    name, settings = MEASURES[cell["measure"]]
    measure, p, number = accord.bound(name, **settings), np.asarray(cell["shares"]), cell["slices"]
    least = {"Holm": [], "not adjusted": []}
    for _ in range(studies):
        study = simulated(number * cell["n"], cell["coders"], p, cell["value"], rng)
        study = replace(study, about={"slice": [at % number for at in range(len(study.items))]})
        rows = compare_slices(study, "slice", measure).rows
        for way, column in (("Holm", -2), ("not adjusted", -3)):
            least[way].append(min(row[column] for row in rows))
    return {
        way: {"family": float(np.mean(np.array(found) < 0.05)), "studies": studies}
        for way, found in least.items()
    }


def _renamed(study, side):
    """Items and documents of which no other study has any."""
    about = {key: [f"{side}{one}" for one in column] for key, column in study.about.items()}
    return replace(study, items=Names([f"{side}{one}" for one in study.items]), about=about)


def plans(cell, studies, seed):
    """The share of studies as planned whose interval is no wider than promised."""
    rng = np.random.default_rng(seed)
    name, settings = MEASURES[cell["measure"]]
    measure, p = accord.bound(name, **settings), np.asarray(cell["shares"])
    planned = plan_items(
        measure, expected=cell["value"], width=cell["width"], coders=cell["coders"], shares=p
    )
    threshold = cell["value"] - 0.15
    powered = plan_items(
        measure, expected=cell["value"], threshold=threshold, coders=cell["coders"], shares=p
    )
    narrow, shown = 0, 0
    for at in range(studies):
        study = simulated(planned.items, cell["coders"], p, cell["value"], rng)
        made = accord.interval(study, measure, resamples=RESAMPLES, rng=at)
        narrow += made.high - made.low <= cell["width"]
        study = simulated(powered.items, cell["coders"], p, cell["value"], rng)
        shown += probability_below(study, measure, threshold, resamples=RESAMPLES, rng=at) < 0.05
    return {
        "narrow enough (80% promised)": {"share": narrow / studies, "items": planned.items},
        "shown (80% power promised)": {"share": shown / studies, "items": powered.items},
    }


def run(cell, studies, seed=0):
    """What the cell shows."""
    ask = {"compare": tests, "probability": tests, "permutation": tests, "plan": plans}
    ask |= {"slices": families, "generalizability": generalized}
    return ask.get(cell["part"], intervals)(cell, studies, [seed, *_seed(cell)])


def _seed(cell):
    """Numbers that every part of the cell's description has a say in."""
    digest = hashlib.sha256(key(cell).encode()).digest()
    return [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 16, 4)]


def key(cell):
    """A cell as one string."""
    return json.dumps(cell, sort_keys=True, ensure_ascii=False)


def known():
    """The cells that are done, by their description; the last row of a cell counts."""
    if not DONE.exists():
        return {}
    rows = [json.loads(line) for line in DONE.read_text("utf-8").splitlines() if line]
    return {key(row["cell"]): row for row in rows}


def table(rows):
    """The page's tables, as lines of Markdown."""
    titles = {
        "usual": "Usual studies",
        "rare": "A rare category",
        "documents": "Items in documents",
        "coders": "Other coders",
        "units": "Units",
        "boundaries": "Boundaries",
        "chains": "Chains",
        "relations": "Relations",
        "regions": "Regions",
        "trees": "Trees",
        "graphs": "Graphs",
        "ratings": "Concordance of ratings",
        "generalizability": "Generalizability of one coder, of a population of coders",
        "compare": "Comparing two studies that do not differ: share of p < .05",
        "slices": "Slices that do not differ: share of studies with a p < .05",
        "probability": "The true value is the threshold: share of p < .05",
        "permutation": "Coders who do not agree: share of p < .05",
        "plan": "Plans",
    }
    lines = ["", f"{len(rows)} of {len(list(cells()))} cells are done."]
    for part, title in titles.items():
        mine = [row for row in rows if row["cell"]["part"] == part]
        if not mine:
            continue
        ways = list(dict.fromkeys(way for row in mine for way in row["found"]))
        lines += ["", f"## {title}", ""]
        lines.append("| measure | coders | n | true | studies | " + " | ".join(ways) + " |")
        lines.append("|---" * (5 + len(ways)) + "|")
        lines += [_line(row, ways) for row in mine]
    return lines


def _line(row, ways):
    cell = row["cell"]
    n = str(cell["n"])
    if len(cell["shares"]) == 2 and cell["part"] in ("rare", "documents"):
        n += f", {cell['shares'][1]:.0%}"
    if cell.get("second"):
        n += f" and {cell['second']}"
    if cell.get("size", 1) != 1:
        n += f" documents of {cell['size']}"
    if cell["part"] in OF_PARTS:
        n += " documents"
    if "slices" in cell:
        n += f" in each of {cell['slices']}"
    if cell["part"] == "plan":
        n = ", ".join(str(one["items"]) for one in row["found"].values())
    shown = " | ".join(_shown(row["found"].get(way), row["studies"]) for way in ways)
    head = f"| {cell['measure']} | {cell['coders']} | {n} | {cell['value']:g} | {row['studies']}"
    return f"{head} | {shown} |"


def _shown(one, studies):
    """A share in percent, bold where it is outside what is promised by more than chance; † where
    nine intervals of ten or more have a note."""
    if one is None:
        return ""
    if "held" in one:
        if one["held"] is None:
            return "none"
        error = 2 * (0.95 * 0.05 / max(one["studies"], 1)) ** 0.5
        bold = not 0.93 - error <= one["held"] <= 0.97 + error
        noted = "†" if one["noted"] >= NOTED else ""
        text = f"{100 * one['held']:.1f}{noted} ({one['width']:.2f})"
    elif "family" in one:
        bold = one["family"] > 0.07 + 2 * (0.95 * 0.05 / studies) ** 0.5
        text = f"{one['family']:.3f}"
    elif "rejected" in one:
        error = 2 * (0.95 * 0.05 / studies) ** 0.5
        bold = not 0.03 - error <= one["rejected"] <= 0.07 + error
        text = f"{one['rejected']:.3f}"
    else:
        bold = not 0.8 - 2 * (0.16 / studies) ** 0.5 <= one["share"]
        text = f"{100 * one['share']:.0f}%"
    return f"**{text}**" if bold else text


NOTED = 0.9
"""In so many studies of a cell, or more, a note stands with the interval."""


def write():
    """Put the tables into the page, after its words."""
    head = PAGE.read_text("utf-8").split("<!-- table -->")[0]
    done = known()
    rows = [done[at] for at in map(key, cells()) if at in done]
    PAGE.write_text(head + "<!-- table -->\n" + "\n".join(table(rows)) + "\n", "utf-8")
    DONE.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")


def _dear(cell):
    """Whether a study takes long to make."""
    return cell["part"] in (*OF_PARTS, "ratings", "generalizability") or cell["measure"] == "ICC"


def main(arguments):
    """Do what is not done yet, then write the page."""
    wanted = next((int(a) for a in arguments if a.isdigit()), 1000)
    part = arguments[arguments.index("--part") + 1] if "--part" in arguments else None
    limit = float(arguments[arguments.index("--seconds") + 1]) if "--seconds" in arguments else None
    begun, done = time.monotonic(), known()
    order = list(cells())
    random.Random(0).shuffle(order)  # stopped early, the table still has cells of every kind
    for cell in sorted(order, key=_dear):
        if limit is not None and time.monotonic() - begun > limit:
            break
        studies = wanted // 5 if _dear(cell) else wanted
        before = done.get(key(cell), {"studies": 0})["studies"]
        if before >= studies or part not in (None, cell["part"]):
            continue
        found = run(cell, studies)
        row = {"cell": cell, "studies": studies, "found": found}
        with DONE.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
        print(_line(row, list(found)), flush=True)
    write()


if __name__ == "__main__":
    main(sys.argv[1:])
