"""The command line takes Parquet wherever it takes CSV, and prints the same."""

import re

import pytest
from tests.cli.commands import called

arrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")
csv = pytest.importorskip("pyarrow.csv")

ITEMS = [n // 3 for n in range(36)]
LABELS = {
    "item": ITEMS,
    "coder": [*"ABC"] * 12,
    "label": [*"xxyxxxyyxyyyxyzzzzzzyxxxyyyxxxzzzxxx"],
    "lemma": ["bank" if n % 2 else "line" for n in ITEMS],
}
UNITS = {
    "document": [*"ddddee"],
    "coder": [*"AABBAB"],
    "begin": [0, 5, 1, 5, 0, 2],
    "end": [3, 9, 3, 8, 4, 4],
    "label": [*"xyxyxx"],
}
CHAINS = {
    "document": [*"dddd"],
    "coder": [*"AABB"],
    "begin": [0, 4, 0, 4],
    "end": [3, 6, 3, 6],
    "chain": [1, 1, 1, 2],
}
ANTECEDENTS = {
    "item": [1, 1, 2, 2],
    "coder": [*"ABAB"],
    "begin": [0, 1, 9, 9],
    "end": [4, 4, 12, 13],
    "anaphor": [6, 6, 15, 15],
}
COMMANDS = {
    "measure": (LABELS, "measure FILE --json"),
    "interval": (LABELS, "measure FILE -m alpha --distance nominal --interval --json"),
    "breakdown": (LABELS, "breakdown FILE -m kappa --by item --json"),
    "check": (LABELS, "check FILE --min pi:0.1"),
    "choose": (LABELS, "choose FILE"),
    "compare": (LABELS, "compare FILE FILE -m pi --json"),
    "groups": (LABELS, "compare FILE -m pi --groups A,B/B,C --json"),
    "consensus": (LABELS, "consensus FILE --json"),
    "convert": (LABELS, "convert FILE OUT.csv"),
    "explain": (LABELS, "explain-difference FILE --vs nltk"),
    "plan": (LABELS, "plan FILE -m pi --width 0.2"),
    "report": (LABELS, "report FILE -o OUT.json"),
    "senses": (LABELS, "senses FILE --lemma lemma --distance nominal"),
    "skew": (LABELS, "skew FILE"),
    "align": (UNITS, "align FILE"),
    "anatomy": (UNITS, "anatomy FILE --json"),
    "gamma": (UNITS, "measure FILE -m gamma --json"),
    "chains": (CHAINS, "chains FILE --json"),
    "deixis": (ANTECEDENTS, "deixis FILE --json"),
}


DELIMITER = re.compile(r"""\s*"delimiter ','",""")  # what only a CSV can say of itself


@pytest.mark.parametrize(("columns", "command"), COMMANDS.values(), ids=COMMANDS)
def test_parquet_prints_what_csv_prints(tmp_path, capsys, columns, command):
    """The same table in CSV and in Parquet gives the same output, to the last digit."""
    table = arrow.table(columns)
    csv.write_csv(table, tmp_path / "study.csv")
    parquet.write_table(table, tmp_path / "study.parquet")
    found = []
    for kind in ("csv", "parquet"):
        file, out = tmp_path / f"study.{kind}", tmp_path / f"out-{kind}"
        words = command.replace("FILE", str(file)).replace("OUT", str(out)).split()
        printed = called(capsys, *words).out
        written = [path.read_text("utf-8") for path in tmp_path.glob(f"out-{kind}.*")]
        told = "\n".join([printed, *written]).replace(f"study.{kind}", "study")
        found.append(DELIMITER.sub("", told))
    assert found[0] == found[1]
    assert found[0].strip()
