"""A saved reading beside a stranger's folder: patterns take no time, unknown keys and values of no
use are refused."""

import random
import re
import time
from contextlib import suppress

import pytest

import accord
from accord._read.door.quick_patterns import quick
from accord._read.door.read_options import that_are
from accord.errors import AccordError, DataError

ENDLESS = [
    *(r"((a+)+)$", r"((a|a)*)$", r"(a|aa)+$", r"((a*)*)b", r"((a?){40}a{40})", r"(\w+\s?)*$"),
    *(r"(.*)*x", r"(a+)\1+$", r"((?=(a+))a*b)+", r"(x(a|b|ab)*)y", r"((a{1,9}){1,9})$"),
    r"a*" * 9 + "(b)",
]
PLAIN = [
    (r"_(a[0-9])", "doc_a1.ann", "a1"),
    (r".*_(\w+)\.ann", "doc_1_ann.ann", "ann"),
    (r"([^/]+)\.(?:ann|txt)$", "x/bob.ann", "bob"),
    (r"(?:round-)?([a-z]{3})", "round-ann.csv", "ann"),
    (r"(\d{2}-\d{2})", "d 11-12", "11-12"),
]


@pytest.mark.parametrize("pattern", ENDLESS)
def test_endless_patterns_are_refused(pattern):
    """In no time, by one line."""
    began = time.process_time()
    with pytest.raises(DataError, match=r"may (take|never)") as caught:
        quick(pattern, "a" * 200)
    assert time.process_time() - began < 1
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("pattern", "name", "coder"), PLAIN)
def test_usual_patterns_are_taken(pattern, name, coder):
    """What people write to find a coder in the name of a file."""
    assert quick(pattern, name).search(name)[1] == coder


def test_long_names_need_exact_patterns():
    """Either side of the limit: the same pattern for a short and for a long name."""
    quick(r".*_.*_(\w+)", "x" * 90)
    with pytest.raises(DataError, match="3 parts of any length"):
        quick(r".*_.*_(\w+)", "x" * 120)


def test_what_is_taken_is_quick():
    """Patterns drawn at random on names that nearly fit: whatever is taken searches within a
    second."""
    rng = random.Random(4)
    pieces = [
        "a",
        "a+",
        "a*",
        "(a+)",
        "a?",
        "(?:a|b)",
        "[ab]+",
        ".*",
        "b",
        "a{2,5}",
        "(?:ab)+",
        ")",
    ]
    taken = 0
    for _ in range(300):
        pattern = "".join(rng.choices(pieces, k=rng.randrange(1, 6))) + "c"
        name = "a" * rng.randrange(1, 200)
        try:
            found = quick(pattern, name)
        except (DataError, re.error):
            continue
        began = time.process_time()
        found.search(name)
        assert time.process_time() - began < 1, (pattern, name)
        taken += 1
    assert taken > 50


def test_a_saved_reading_of_a_stranger(tmp_path):
    """A pattern that takes for ever, and a key that nobody knows: one line, and at once."""
    (tmp_path / "round").mkdir()
    for who in ("ann", "bob"):
        (tmp_path / "round" / f"{'a' * 60}_{who}.csv").write_text("item,label\n1,x\n2,y\n")
    saved = tmp_path / "round.accord.toml"
    saved.write_text("coder_from = '_(ann|bob)'\n")
    read = accord.read(tmp_path / "round")
    assert list(read.coders) == ["ann", "bob"]
    assert "read as round.accord.toml says" in read.audit.notes
    saved.write_text("coder_from = '((a+)+)$'\n")
    with pytest.raises(AccordError, match="may never finish"):
        accord.read(tmp_path / "round")
    saved.write_text("command = 'rm -rf /'\n")
    with pytest.raises(AccordError, match="'command'"):
        accord.read(tmp_path / "round")


VALUES = [
    *("5", "-1", "1.5", "true", "false", "inf", "9223372036854775807", "1979-05-27"),
    *('""', '"x"', r'"\u0000"', '"*"', '"item"', '"A,B"', f'"{"x" * 3000}"'),
    *("[]", "[1]", "[true]", "[1.5]", '[""]', '["x", 1]', '["A", "A"]', '[["A"]]', '["item"]'),
    *("{}", "{a = 1}", "[{a = 1}]"),
]
TABLES = {
    "long": "item,coder,label\n1,A,x\n1,B,y\n2,A,x\n2,B,x\n",
    "wide": "id,A,B\n1,x,x\n2,y,x\n3,y,y\n",
}


@pytest.mark.parametrize("shape", TABLES)
@pytest.mark.parametrize("key", [*that_are("kept"), "columns"])
def test_values_of_no_use_are_refused(tmp_path, shape, key):
    """Whatever a key holds: a study, or a message, and never a mistake of Python."""
    table = tmp_path / "a.csv"
    table.write_text(TABLES[shape])
    for value in VALUES:
        (tmp_path / "a.accord.toml").write_text(f"{key} = {value}\n")
        with suppress(AccordError):
            accord.read(table)
    (tmp_path / "a.accord.toml").write_text(f"{key} = {{a = 1}}\n")
    with pytest.raises(AccordError, match=rf"a\.accord\.toml: {key} is .*expected a"):
        accord.read(table)
