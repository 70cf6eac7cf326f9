"""No file makes accord take long, fill the memory or fail without a line that says why.

Every input runs as a user would type it, in a process of its own (`trials.py`): 10 seconds of
computing and 500 MB are the most that a file below a megabyte may cost.
"""

import pytest

from tests.redteam import crowds, damaged_files, large_files, large_work, odd_counts
from tests.redteam.hostile import HOSTILE
from tests.redteam.run import results, wrong

PARTS = (large_work, large_files, damaged_files, odd_counts, crowds)
AT_ONCE = 20
NAMES = sorted(HOSTILE)
SOME = NAMES[::10]
REST = [name for name in NAMES if name not in set(SOME)]


def _together(names):
    return [names[at : at + AT_ONCE] for at in range(0, len(names), AT_ONCE)]


SHARED = 2
"""In the tests of every day the machine may be busy; the limit itself is for `make full`."""


def _judged(names, folder, times=1):
    found = {one["name"]: wrong(one, times) for one in results(names, folder)}
    assert list(found) == list(names)
    assert {name: what for name, what in found.items() if what} == {}


def test_there_are_many_inputs():
    """Three hundred and more."""
    assert len(HOSTILE) >= 300


@pytest.mark.parametrize("names", _together(SOME), ids=lambda names: names[0])
def test_some_hostile_inputs(names, tmp_path):
    """A tenth of them, every time."""
    _judged(names, tmp_path, SHARED)


@pytest.mark.full
@pytest.mark.parametrize("names", _together(REST), ids=lambda names: names[0])
def test_all_other_hostile_inputs(names, tmp_path):
    """All others, before a release."""
    _judged(names, tmp_path)


def test_a_limit_can_be_passed():
    """What the judge looks for would be found."""
    good = {"code": 0, "seconds": 1.0, "memory": 1 << 20, "err": ""}
    assert wrong(good) == []
    for bad in (
        {"code": -9},
        {"code": 3, "err": "accord: refused"},  # of `check` alone
        {"code": 3, "name": "large check"},
        {"seconds": 11.0},
        {"memory": 600 << 20},
        {"code": 1},
        {"err": "Traceback (most recent call last):\nKeyError: 1"},
    ):
        assert wrong({**good, **bad})


def test_crowds(tmp_path):
    """Ten thousand coders and tens of thousands of labels, every time: refusals cost little."""
    names = [name for name in NAMES if name.startswith(("crowd: ", "labels: "))]
    _judged(names, tmp_path, SHARED)
