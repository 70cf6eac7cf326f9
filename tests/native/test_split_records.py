"""Many flat records split by the native core are what a parser of JSON reads, value for value."""

import json
import random

import pytest

import accord
from accord._read.door.given import on_disk
from accord._read.door.read_options import Limits, Options
from accord._read.formats import json_table
from accord._read.text import split_records as split
from accord.errors import DataError
from accord.native import core

pytestmark = pytest.mark.skipif(core() is None, reason="the native core was not compiled")

VALUES = ["a", "", " ", "é", "\U0001f600", 'a"b\\', "}", '"x": 1, {', "1", "null", "\u2028"]
VALUES += [1, 1.0, -0.0, 0, 2**70, 1e308, 0.1, True, False, None]
RAW = ["1e5", "-1.50", "1E+2", '"\\u0061"', '"\\/"', "1e999"]
BROKEN = [
    "01",
    "1.",
    "-",
    "1-2",
    "tru",
    "NaN",
    '"a\tb"',
    '"\\x"',
    "[]",
    '{"a": 1}',
    '"\\ud800"',
    "",
]
KEYS = ["item", "c d", "", "é", "coder"]


@pytest.fixture
def however_small(monkeypatch):
    """Small texts are split, too."""
    monkeypatch.setattr(split, "LARGE", 0)
    monkeypatch.setattr(json_table, "MANY_ROWS", 0)


def _text(rng, broken):
    """Records as somebody may write them: some with other keys, other order, odd ends."""
    keys = rng.sample(KEYS, rng.randint(1, 4))
    in_lines = rng.random() < 0.5
    rows = []
    for _ in range(rng.randint(1, 6)):
        space = rng.choice(["", " ", "\t"] if in_lines else ["", " ", "\n", "\r\n\t"])
        now = list(keys)
        if rng.random() < broken:
            now = rng.choice([now[::-1], now[:-1], [*now, "more"], [*now, now[0]]])
        cells = [
            rng.choice(BROKEN if rng.random() < broken else RAW)
            if rng.random() < 0.3
            else json.dumps(rng.choice(VALUES), ensure_ascii=rng.random() < 0.5)
            for _ in now
        ]
        pairs = zip(now, cells, strict=True)
        inside = f"{space},{space}".join(f'"{k}"{space}:{space}{v}' for k, v in pairs)
        rows.append("{" + space + inside + space + "}")
    if in_lines:
        return rng.choice(["", "\n", " \n"]).join(["", *(row + "\n" for row in rows)])
    whole = "[" + ", ".join(rows) + "]"
    ends = ["", "\n", " "] if rng.random() >= broken else ["]", ",", " x", "\n{}"]
    return whole + rng.choice(ends)


def _read(path):
    """The table of a file, or what is wrong with it."""
    try:
        table = json_table.read_json_table(on_disk(path, path.name, Limits()), Options())
    except DataError as error:
        return str(error)
    return table.header, [tuple(row) for row in table.rows], list(table.lines), table.notes


@pytest.mark.parametrize("broken", [0.0, 0.1])
def test_records_are_split_as_a_parser_reads_them(however_small, tmp_path, broken, monkeypatch):
    """The same header, cells and lines with the core and without it, and the same complaints."""
    rng = random.Random(int(broken * 10))
    path = tmp_path / "records.json"
    taken = 0
    for _ in range(400):
        text = _text(rng, broken)
        path.write_text(text, "utf-8", newline="")
        taken += split.split_records(text) is not None
        native = _read(path)
        with monkeypatch.context() as patch:
            patch.setenv("ACCORD_NATIVE", "0")
            assert native == _read(path), text
    assert taken > 100  # else nothing was tried


def test_the_core_truly_splits(however_small):
    """Values as they are met, by hand; what is nested, incomplete or otherwise odd is left."""
    text = '[{"a": "x", "b": 1},\n {"a": "y", "b": 2.5}, {"a": "x", "b": null}]'
    values, lines = split.split_records(text)
    assert {key: (found, code.tolist()) for key, (found, code) in values.items()} == {
        "a": (["x", "y"], [0, 1, 0]),
        "b": ([1, 2.5, None], [0, 1, 2]),
    }
    assert lines == [1, 2, 3]
    assert split.split_records('{"a": 1}\n\n{"a": 2}\n')[1] == [1, 3]
    for odd in (
        '[{"a": [1]}]',
        '[{"a": 1}, {"b": 1}]',
        '[{"a": 1}, {"a": 1, "b": 2}]',
        '[{"a": 1}, {}]',
        '[{"a": 1},]',
        '[{"a": 1}',
        '[{"a": 1}] 1',
        '[{"a": 1} {"a": 1}]',
        '{"a": 1} {"a": 2}',
        '{"a":\n1}',
        '[{"a": 1, "a": 2}]',
        '[{"a": Infinity}]',
        '[{"a": "\\ud800"}]',
        '[{"a": 1}, 2]',
        "[{}]",
        "[]",
        "",
    ):
        assert split.split_records(odd) is None, odd


def test_studies_of_long_files_are_those_without_the_core(tmp_path, monkeypatch):
    """α of a file that is long enough as it stands, and its audit."""
    rng = random.Random(3)
    rows = [
        {"item": f"i{n // 3}", "annotator": f"Ä{n % 3}", "label": rng.choice(["x", "y", "zü"])}
        for n in range(json_table.MANY_ROWS + 1)
    ]
    path = tmp_path / "long.json"
    path.write_text(json.dumps(rows, indent=1), "utf-8")
    native = accord.read(path, coder="annotator", category="label")
    assert split.split_records(path.read_text("utf-8")) is not None
    monkeypatch.setenv("ACCORD_NATIVE", "0")
    plain = accord.read(path, coder="annotator", category="label")
    assert native == plain
    assert native.audit == plain.audit
