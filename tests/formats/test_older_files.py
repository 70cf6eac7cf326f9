"""Files of accord's own format that older versions wrote are read for good.

`accord/written_by_0.1.0` was written by accord 0.1.0 and is never written again: a change of the
reader that loses or changes any of it fails here.
"""

from math import inf
from pathlib import Path

import pytest

import accord
from accord._read.formats.accord_lines import READERS, VERSION

OLD = Path(__file__).parent / "accord" / "written_by_0.1.0"


def _labels():
    return accord.from_coders({"Ann": ["a", "b", "a", None], "Bob": ["a", "b", "b", "b"]})


def _sets():
    joy, fear, both = frozenset({"joy"}), frozenset({"fear"}), frozenset({"joy", "fear"})
    rows = [
        ("s1", "Ann", both),
        ("s1", "Bob", joy),
        ("s2", "Ann", frozenset()),
        ("s2", "Bob", fear),
    ]
    return accord.codings(rows)


def _numbers():
    return accord.codings([(1, "Ann", 1), (1, "Bob", 2.5), (2, "Ann", True), (2, "Bob", inf)])


def _units():
    rows = [("d1", "Ann", 0, 3, "PER"), ("d1", "Bob", 0, 4, "PER"), ("d2", "Bob", 4, 6, "LOC")]
    seen = [(document, coder) for document in ("d1", "d2") for coder in ("Ann", "Bob")]
    return accord.Unitizings.of(rows, seen=seen, extents={"d1": (0, 10), "d2": (0, 12)})


def _segments():
    rows = [("d", "Ann", 3, "t"), ("d", "Bob", 3, "t"), ("e", "Ann", 2, "t")]
    seen = [(document, coder) for document in "de" for coder in ("Ann", "Bob")]
    return accord.Segmentations.of(rows, lengths={"d": 7, "e": 5}, seen=seen)


def _chains():
    ann, bob = [[(0, 2), (5, 6)], [(8, 9)]], [[(0, 2), (8, 9)], [(5, 6)]]
    return accord.Partitions.of_chains({"d": {"Ann": ann, "Bob": bob}})


WRITTEN = {
    "codings": _labels,
    "sets": _sets,
    "numbers": _numbers,
    "unitizings": _units,
    "segmentations": _segments,
    "partitions": _chains,
}


@pytest.mark.parametrize("name", WRITTEN)
def test_what_0_1_0_wrote_is_read(name, tmp_path):
    """The study that was written then, and written again today it is still the same."""
    found, wanted = accord.read(OLD / f"{name}.jsonl"), WRITTEN[name]()
    assert found == wanted
    accord.write(found, tmp_path / "again.jsonl")
    assert accord.read(tmp_path / "again.jsonl") == wanted


def test_nothing_stored_is_left_out():
    """Every stored file is compared."""
    assert {path.stem for path in OLD.glob("*.jsonl")} == set(WRITTEN)


def test_every_version_up_to_the_present_has_a_reader():
    """No version was dropped."""
    assert sorted(READERS) == list(range(1, VERSION + 1))


@pytest.mark.parametrize(
    ("version", "said"),
    [
        (VERSION + 1, "written by a newer accord"),
        (0, "unknown version 0"),
        (-1, "unknown version -1"),
    ],
)
def test_other_versions_are_refused(tmp_path, version, said):
    """A newer file says that accord must be updated, an invented version that it is none."""
    path = tmp_path / "study.jsonl"
    path.write_text(f'{{"accord": "codings", "version": {version}, "coders": ["A"]}}\n', "utf-8")
    with pytest.raises(accord.DataError, match=rf"study\.jsonl:1: .*{said}"):
        accord.read(path)


def test_a_file_without_a_version_is_of_the_present_one(tmp_path):
    """Programs that write the format may leave it out."""
    path = tmp_path / "study.jsonl"
    lines = '{"accord": "codings", "coders": ["A", "B"]}\n'
    lines += "".join(f'{{"item": 1, "coder": "{c}", "category": "x"}}\n' for c in "AB")
    path.write_text(lines, "utf-8")
    assert accord.percent(accord.read(path)).value == 1
