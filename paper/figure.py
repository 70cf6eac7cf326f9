"""The figure of the paper: how often 95% intervals hold the true value, from docs/coverage.jsonl.

python paper/figure.py writes paper/coverage.png.
"""

import json
from pathlib import Path

import altair as alt

HERE = Path(__file__).parent
WAYS = {"default": "over documents (accord)", "over items": "over items"}


def cells() -> list[dict[str, object]]:
    """Simulated studies of nominal α by three coders, a row for each size and way."""
    lines = (HERE.parent / "docs" / "coverage.jsonl").read_text("utf-8").splitlines()
    found = []
    for line in map(json.loads, lines):
        cell = line["cell"]
        if cell["part"] == "documents" and cell["measure"] == "α nominal":
            for way, words in WAYS.items():
                held = {"held": line["found"][way]["held"], "interval": words}
                found.append({"documents": cell["n"], "size": str(cell["size"]), **held})
    return found


def main() -> None:
    """Draw it."""
    scale = alt.Scale(domain=[0.6, 1])
    base = alt.Chart(alt.Data(values=cells()))
    dots = base.mark_point(filled=True, size=70).encode(
        x=alt.X("size:O", title="items a document", sort=["5", "10", "1 to 20"]).axis(labelAngle=0),
        y=alt.Y("held:Q", title="intervals that hold α", scale=scale).axis(format="%"),
        shape=alt.Shape("interval:N", title="95% interval"),
        color=alt.Color("interval:N", title="95% interval"),
    )
    aim = base.mark_rule(strokeDash=[4, 4]).encode(y=alt.Y(datum=0.95, scale=scale))
    panels = alt.layer(aim, dots).properties(width=130, height=150)
    chart = panels.facet(column=alt.Column("documents:O", title="documents"))
    chart.save(str(HERE / "coverage.png"), ppi=130)


if __name__ == "__main__":
    main()
