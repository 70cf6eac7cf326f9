"""The sheet on a judge: a log of 100,000 scored outputs on the page, in CPU seconds.

The limit is 30 seconds on one core for reading, computing and writing together.
"""

import json
import tempfile
import time
from pathlib import Path

import numpy as np

import accord
from accord._report.render.judge_sheet import judge_page

LIMIT = 30.0


def inspect_log(rows):
    """A log of Inspect with samples run twice, one in twenty scored by two people."""
    rng = np.random.default_rng(0)
    truth = rng.integers(2, size=rows)
    judge = np.where(rng.random(rows) < 0.85, truth, 1)
    samples = []
    for at in range(rows):
        scores = {"judge": {"value": "IC"[judge[at]]}}
        if at % 20 == 0:
            for name, wrong in (("ann", 0.05), ("bob", 0.08)):
                scores[name] = {"value": "IC"[truth[at] ^ (rng.random() < wrong)]}
        samples.append({"id": f"s{at // 2}", "epoch": 1 + at % 2, "scores": scores})
    head = {"task": "t", "task_id": "a", "run_id": "b", "model": "openai/gpt-4o"}
    return {"version": 2, "status": "success", "eval": head, "samples": samples}


if __name__ == "__main__":
    for rows in (10_000, 100_000):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "log.json")
            path.write_text(json.dumps(inspect_log(rows)), "utf-8")
            begun = time.process_time()
            page = judge_page(accord.judge(path, "judge"))
            Path(folder, "sheet.html").write_text(page, "utf-8")
            spent = time.process_time() - begun
        times = f"{spent:.1f} s CPU, {LIMIT / spent:.1f} times below the limit of {LIMIT:g} s"
        print(f"{rows:,} outputs on the page: {times}", flush=True)
