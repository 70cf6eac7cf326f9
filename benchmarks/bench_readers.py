"""How long reading takes: a million codings as CSV and as JSON Lines, against plain parsers.

pandas, csv and json only parse; accord also finds out the format and the columns, codes items,
coders and categories, looks for double codings, and keeps the line of every row for messages.
Seconds are of computing (process time), so that other work on the machine does not count.
"""

import csv
import json
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import accord

ROWS = 1_000_000


def seconds(function: Callable[[], Any]) -> tuple[float, Any]:
    before = time.process_time()
    result = function()
    return time.process_time() - before, result


def _lines(path: Path) -> list[Any]:
    with path.open(encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def _rows(path: Path) -> list[Any]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.reader(stream))


def main() -> None:
    import pandas as pd

    rng = random.Random(0)
    labels = [  # coders who agree: else it would be asked whether these are labels
        "abcde"[n // 5 % 5] if rng.random() < 0.7 else rng.choice("abcde") for n in range(ROWS)
    ]
    with tempfile.TemporaryDirectory() as folder:
        table, own, plain = (Path(folder) / name for name in ("t.csv", "own.jsonl", "t.jsonl"))
        with table.open("w") as stream:
            stream.write("item,coder,label\n")
            stream.writelines(f"i{n // 5},c{n % 5},{label}\n" for n, label in enumerate(labels))
        with plain.open("w") as stream:
            stream.writelines(
                f'{{"item": "i{n // 5}", "coder": "c{n % 5}", "label": "{label}"}}\n'
                for n, label in enumerate(labels)
            )
        took, study = seconds(lambda: accord.read(table))
        accord.write(study, own)
        pandas_took, frame = seconds(lambda: pd.read_csv(table))
        csv_took, _ = seconds(lambda: _rows(table))
        assert len(frame) == len(study) == ROWS
        print(
            f"CSV, 10⁶ rows          {took:6.2f} s   csv {csv_took:.2f} s   pandas "
            f"{pandas_took:.2f} s   ratio to csv {took / csv_took:.1f}   (limit 3 s)"
        )
        for name, path in (("own JSON Lines", own), ("JSON Lines table", plain)):
            took, again = seconds(lambda path=path: accord.read(path))
            json_took, _ = seconds(lambda path=path: _lines(path))
            assert again == study
            print(
                f"{name + ', 10⁶ lines':23}{took:6.2f} s   json {json_took:.2f} s   ratio to json "
                f"{took / json_took:.1f}   (limit 10 s)"
            )


if __name__ == "__main__":
    main()
