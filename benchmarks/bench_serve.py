"""How quickly the page answers: its first page, a table of 1,000 items, changes of a slider.

The limits that are aimed at: first page 1 s, the answer 1 s, a change 200 ms.
"""

import io
import json
import sys
import time
from pathlib import Path
from statistics import median

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.serve.running import Running


def table(items: int, coders: int, categories: int) -> bytes:
    rng = np.random.default_rng(1)
    true = rng.integers(categories, size=items)
    text = io.StringIO()
    text.write("id," + ",".join(f"coder {c}" for c in range(coders)) + "\n")
    for i in range(items):
        seen = np.where(rng.random(coders) < 0.7, true[i], rng.integers(categories, size=coders))
        text.write(f"{i}," + ",".join(f"k{k}" for k in seen) + "\n")
    return text.getvalue().encode()


def timed(call, times: int = 1) -> float:
    took = []
    for at in range(times):
        began = time.perf_counter()
        call(at)
        took.append(time.perf_counter() - began)
    return median(took)


def main() -> None:
    began = time.perf_counter()
    with Running() as page:
        print(f"started                     {time.perf_counter() - began:6.2f} s")
        print(f"first page                  {timed(lambda _: page.ask('GET', '/')):6.3f} s")
        person = page.come()
        page.call(person, "about")
        for items in (1_000, 100_000):
            name = f"{items}.csv"
            page.drop(person, name, table(items, 5, 6))
            given = {"files": [name], "settings": {}}

            def first(_: int, given=given) -> None:
                page.call(person, "read", **given)
                page.call(person, "options", **given)
                answer, _ = page.call(person, "compute", **given)
                assert answer["value"] is not None, json.dumps(answer)

            print(f"{items:7} items, answered     {timed(first):6.3f} s")
            whole = {**given, "measure": "alpha", "distance": "nominal"}
            for what, change in {
                "confidence": lambda at: {"level": 0.8 + 0.01 * at},
                "coders": lambda at: {"coders": [c for c in range(5) if c != at % 5]},
                "merges": lambda at: {"merges": [[at % 5, at % 5 + 1]]},
            }.items():

                def changed(at: int, change=change, whole=whole) -> None:
                    page.call(person, "compute", **whole, **change(at))

                took = timed(changed, 9)
                print(f"{items:7} items, {what:12} {1000 * took:6.0f} ms")


if __name__ == "__main__":
    main()
