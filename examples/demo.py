"""Reports on the three studies that come with accord: dialogue acts, entities, coreference."""

from pathlib import Path
from typing import Any

import accord

FOLDER = Path("demo-output")


def settings(name: str) -> dict[str, Any]:
    """Dialogue acts have a taxonomy, so near functions disagree less than far ones."""
    if name != "dialogue_acts":
        return {}
    tree = accord.example_taxonomy(name)
    return {"taxonomy": tree, "distance": accord.labels.taxonomic(tree, "geertzen-bunt")}


def main() -> None:
    """Write one page for each study, and say where it is and what it says."""
    FOLDER.mkdir(exist_ok=True)
    titles = {
        "dialogue_acts": "Dialogue acts, three coders, eleven dimensions",
        "entities": "Named entities, three coders",
        "coreference": "Coreference, three coders",
    }
    for name, title in titles.items():
        report = accord.report(accord.example(name), title=title, **settings(name))
        path = FOLDER / f"{name}.html"
        accord.render.write_report(report, path)
        answer = report["answer"]
        interval = answer["interval"]
        print(f"{path.resolve()}")
        print(f"  {report['study']['sentence']}")
        print(
            f"  {answer['symbol']} = {answer['value']:.3f}, "
            f"{interval['level']:.0%} interval {interval['low']:.3f} to {interval['high']:.3f}. "
            f"{answer['sentence']}"
        )
        if answer["limits"]:
            print(f"  {answer['limits'][0]['sentence']}")


if __name__ == "__main__":
    main()
