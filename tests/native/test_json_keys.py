"""Keys that stand twice in JSON: what the core is certain of is so; long files read the same."""

import json
import random

import numpy as np
import pytest

import accord
from accord._read.door.read_options import Limits
from accord._read.text.json_text import LONG, json_lines, parse_json
from accord.errors import DataError
from accord.native import core, run

pytestmark = pytest.mark.skipif(core() is None, reason="the native core was not compiled")


def may_repeat(text):
    """What the core says."""
    raw = np.frombuffer(text.encode(), np.uint8)
    return bool(run("accord_json_may_repeat", raw, len(raw)))


def repeats(text):
    """Whether Python's parser meets an object with a key twice; text that is not JSON has none."""
    found = []

    def look(pairs):
        found.append(len(dict(pairs)) < len(pairs))
        return dict(pairs)

    for line in text.split("\n"):
        try:
            json.loads(line, object_pairs_hook=look)
        except ValueError:
            continue
    return any(found)


def made(rng, depth=0):
    """JSON as text: any space, few keys, some with escapes, strings that look like JSON."""
    space = rng.choice(["", " ", "\t", "  "])
    if depth < 4 and rng.random() < 0.6:
        keys = [rng.choice(["a", "b", "c", "", "\\u0061", "a:", 'a\\"', "é"]) for _ in range(4)]
        keys = keys[: rng.randint(0, 4)]
        parts = [f'"{key}"{space}:{space}{made(rng, depth + 1)}' for key in keys]
        return "{" + f"{space},{space}".join(parts) + "}"
    if depth < 4 and rng.random() < 0.4:
        return f"[{','.join(made(rng, depth + 1) for _ in range(rng.randint(0, 3)))}]"
    return rng.choice(["1", "-0.5", "null", '"{"', '"}"', '"\\""', '"a\\\\"', '": "', '"x"', "1e5"])


@pytest.mark.parametrize("seed", range(4))
def test_what_the_core_is_certain_of_is_so(seed):
    """Over damaged and sound lines: where the core says that no key stands twice, none does."""
    rng = random.Random(seed)
    certain = 0
    for _ in range(500):
        lines = [made(rng) for _ in range(rng.randint(1, 4))]
        if rng.random() < 0.3:
            at = rng.randrange(len(lines))
            cut = rng.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:cut] + rng.choice(["", "{", "}", '"', "\\"]) + lines[at][cut:]
        text = "\n".join(lines)
        if not may_repeat(text):
            certain += 1
            assert not repeats(text), text
    assert certain > 50  # else nothing was tried


@pytest.mark.parametrize(
    ("text", "certain"),
    [
        ('{"a": 1, "b": {"a": 2}}', True),
        ('[{"a": 1}, {"a": 2}]', True),
        ('{"a": ":", "b": "{\\"a\\":1}"}', True),
        ('{"a": 1, "a": 2}', False),
        ('{"a": {"b": 1, "c": [], "b" : 2}}', False),
        ('{"a": 1, "\\u0061": 2}', False),
        (json.dumps({str(n): n for n in range(40)}), True),
        (json.dumps({str(n): n for n in range(40)})[:-1] + ', "7": 0}', False),
        ('{"a": 1', False),
        ('{"a": "\n"}', False),
        ("}", False),
    ],
)
def test_plain_texts_by_hand(text, certain):
    """No doubt where there is no reason for any; doubt wherever a key stands twice."""
    assert may_repeat(text) is not certain


def _values(rng):
    odd = [0, -1, 2**63, -(2**70), 10**300, 1e308, 5e-324, 0.1, -0.0, 1e22, True, False, None]
    odd += ["", "é\u2028", "\U0001f600", 'a\tb"\\', "\x7f", [], {}, [[]], {"": [1, {"x": None}]}]
    return {f"k{n}": rng.choice(odd) for n in range(rng.randint(1, 6))}


def test_long_texts_give_the_values_that_short_ones_give():
    """Another parser reads long texts: value for value, and type for type, it is Python's."""
    rng = random.Random(1)
    values = [_values(rng) for _ in range(3000)]
    lines = [json.dumps(one, ensure_ascii=rng.random() < 0.5) for one in values]
    lines[7:7] = ['{"k": NaN, "l": 1e999}', ' {"k": 1}\t', '{"k": Infinity}']
    text = "\n".join(lines)
    assert len(text) > LONG
    assert not may_repeat(text)
    found = [value for _, value in json_lines(text, "long", Limits())]
    assert list(map(repr, found)) == [repr(json.loads(line)) for line in lines]
    whole = "[" + ",\n".join(lines) + "]"
    assert repr(parse_json(whole, "long", Limits())) == repr(json.loads(whole))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"item": 1, "item": 2}', r"long\.jsonl:6: key 'item' stands twice"),
        ('{"item": "\\ud800"}', r"long\.jsonl:6: .*half a character"),
        ('{"item": tru}', r"long\.jsonl:6: not valid JSON Lines \(Expecting value, column 10\)"),
    ],
)
def test_long_files_are_refused_as_short_ones_are(tmp_path, line, message):
    """The message of a damaged line does not depend on how long the file is."""
    sound = [json.dumps({"item": n // 2, "coder": n % 2, "label": "x" * 30}) for n in range(2000)]
    path = tmp_path / "long.jsonl"
    path.write_text("\n".join([*sound[:5], line, *sound[5:]]), "utf-8")
    assert path.stat().st_size > LONG
    with pytest.raises(DataError, match=message):
        accord.read(path, format="json-table")
