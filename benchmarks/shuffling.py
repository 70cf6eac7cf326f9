"""Figures 24 to 30 of Mathet et al. 2015 in full: curves, verdicts, plots under docs/images/.

    python benchmarks/shuffling.py [--sets 20] [--step .1] [--jobs 2]

With the defaults 273 s on two cores that had other work too; γ on overlapping units (28a, 30)
takes most of it. The paper has 40 sets and steps of .05: --sets 40 --step .05 takes four times
as long.
"""

import argparse
import time
from pathlib import Path

from accord._report.render.curve_plot import save_curves
from accord.simulate import Curves, desiderata, figure
from accord.simulate.paper_figures import FIGURES

DOCS = Path(__file__).parent.parent / "docs"
SINGLE = [name for name in FIGURES if name != "29"]
OVERVIEW = ("26a", "26b", "27", "28a", "28b")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sets", type=int, default=20)
    parser.add_argument("--step", type=float, default=0.1)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    at = [round(m * given.step, 10) for m in range(round(1 / given.step) + 1)]
    if 0.05 not in at:
        at.insert(1, 0.05)  # the paper speaks of what happens there
    found, begun = {}, time.perf_counter()
    for name in SINGLE:
        start = time.perf_counter()
        found[name] = figure(name, magnitudes=at, sets=given.sets, n_jobs=given.jobs)
        save_curves(found[name], DOCS / "images" / f"curves-{name}.svg", title=title(name))
        print(f"figure {name}: {time.perf_counter() - start:.0f} s {found[name].notes or ''}")
    points = [point for name in OVERVIEW for point in found[name].points]
    found["29"] = Curves(tuple(points), {"figure": "29"})
    target = DOCS / "images" / "curves-29.svg"
    save_curves(found["29"], target, title=title("29"), by="measure")
    text = page(found, given.sets, len(at))
    (DOCS / "curves.md").write_text(text, "utf-8")
    print(text)
    print(f"all: {time.perf_counter() - begun:.0f} s")


def title(name):
    return f"Figure {name}: {FIGURES[name].title}"


def differences():
    """What the page says about the paper, kept from the page as it is: people write it."""
    old = (DOCS / "curves.md").read_text("utf-8")
    begin = old.index("## Where this differs")
    return old[begin : old.index("## Figure")].splitlines()


def page(found, sets, magnitudes):
    lines = [
        "# How measures react to mistakes",
        "",
        "The experiments of Mathet et al. 2015 (§6.3, Figures 24 to 30), made again with accord's "
        f"Corpus Shuffling Tool: three coders, {magnitudes} magnitudes, {sets} sets each, seed 0.",
        "The paper does not print its references' parameters, so shapes can be compared, "
        "not numbers.",
        "Error rates are drawn as 1 − rate; bands are one standard deviation over the sets.",
        "`python benchmarks/shuffling.py` makes this page.",
        "",
        "A measure should start at 1, reach 0 at magnitude 1 and never go below (*1 to 0*), and "
        "fall at every step (*decreasing*).",
        "",
        *differences(),
    ]
    for name in FIGURES:
        lines += [f"## {title(name)}", "", f"![{title(name)}](images/curves-{name}.svg)", ""]
        if name == "29":
            continue
        lines += ["| measure | first | last | lowest | 1 to 0 | decreasing | but |"]
        lines += ["|---|---|---|---|---|---|---|"]
        for v in desiderata(found[name]):
            yes = ["yes" if ok else "no" for ok in (v.full_range, v.decreasing)]
            numbers = f"{v.start:.2f} | {v.end:.2f} | {v.lowest:.2f}"
            symbol = v.symbol.replace("|", "\\|")
            lines.append(f"| {symbol} | {numbers} | {yes[0]} | {yes[1]} | {v.words} |")
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
