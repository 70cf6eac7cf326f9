"""The test files of NLTK, segeval, statsmodels and scikit-learn with accord in their place.

All pass but for what is listed: CONVENTIONS has every test that does not, and why. A test that is
listed and passes is a fault, too.
"""

import os
import re
import subprocess
import sys
import tarfile
from importlib.metadata import version
from pathlib import Path

import pytest

HERE = Path(__file__).parent

OWN_WORDS = "the same call is refused, with accord's message"
CONSTANT = "all labels are one: undefined (nan) here, 1 there"
TYPES = "types of boundaries are counted in the whole study here, in each pair there"

CONVENTIONS = {
    "nltk": {
        "test_easy3": CONSTANT,
        "test_perfect_agreement_coefficients": CONSTANT,
        "test_placeholder_counted_as_category_without_missing_values": "None is missing here",
        "test_error_handling": OWN_WORDS,
        "test_negative_window_width_rejected": OWN_WORDS,
        "test_pk_rejects_unequal_length": OWN_WORDS,
    },
    "segeval": {
        "TestBoundary::test_weight_t": "no functions that weigh edits",
        "TestPi::test_multiple_boundary_types": TYPES,
        "TestKappa::test_multiple_boundary_types": TYPES,
        "TestBias::test_multiple_boundary_types": TYPES,
        "TestBias::test_bias_complete": "16 digits here, 28 there",
    },
    "statsmodels": {},
    "sklearn": {
        "test_cohen_kappa_zero_division_warning": OWN_WORDS,
        "test_cohen_kappa_score_error_wrong_label": OWN_WORDS,
    },
}
"""Program → test → why it fails with accord in its place."""

FILES = {
    "nltk": ["test/unit/test_disagreement.py", "test/unit/test_segmentation.py"],
    "segeval": [
        *("window/pk_test.py", "window/windowdiff_test.py"),
        *("similarity/boundary_test.py", "similarity/segmentation_test.py"),
        *("agreement/pi_test.py", "agreement/kappa_test.py", "agreement/bias_test.py"),
    ],
    "statsmodels": ["stats/tests/test_inter_rater.py"],
    "sklearn": ["metrics/tests/test_classification.py"],
}

AT_LEAST = {"nltk": 34, "segeval": 109, "statsmodels": 11, "sklearn": 11}
"""How many tests ran when this was written: less would be a file that was not found."""


def outcomes(peer, root, *options):
    """The tests of a program that passed, and those that failed."""
    folder = root / peer
    run = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-n0", "-rA", "-q", "-p", "no:cacheprovider"),
            *("-p", "in_their_place", "-c", os.devnull, "--rootdir", str(root), "--noconftest"),
            *("-W", "ignore", *options, *(str(folder / name) for name in FILES[peer])),
        ],
        env=os.environ | {"PEER": peer, "PYTHONPATH": os.pathsep.join([str(HERE), str(root)])},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    found = {word: set() for word in ("PASSED", "FAILED", "ERROR")}
    for word, name in re.findall(r"^(PASSED|FAILED|ERROR) \S*?::(\S+)", run.stdout, re.M):
        found[word].add(name)
    assert not found["ERROR"], run.stdout[-3000:]
    return found["PASSED"], found["FAILED"]


def check(peer, passed, failed):
    """What fails is what is listed."""
    listed = set(CONVENTIONS[peer])
    unlisted = {name for name in failed if not any(name.endswith(one) for one in listed)}
    assert unlisted == set()
    assert {one for one in listed if not any(name.endswith(one) for name in failed)} == set()
    assert len(passed) + len(failed) >= AT_LEAST[peer]


@pytest.mark.parametrize(
    "peer", ["statsmodels", "segeval", pytest.param("sklearn", marks=pytest.mark.full)]
)
def test_of_installed_programs(peer):
    """Their own tests pass with accord in their place, but for the conventions that are listed."""
    installed = pytest.importorskip(peer)
    root = Path(installed.__file__).parents[1]
    options = ["-k", "cohen_kappa"] if peer == "sklearn" else []
    check(peer, *outcomes(peer, root, *options))


@pytest.mark.full
def test_of_nltk(tmp_path):
    """NLTK's wheel has no tests: those of the source archive of the same version."""
    pytest.importorskip("nltk")
    wanted = f"nltk=={version('nltk')}"
    options = ["--no-deps", "--no-binary", ":all:", "-q", "-d", str(tmp_path), wanted]
    loaded = subprocess.run(
        [sys.executable, "-m", "pip", "download", *options], capture_output=True, check=False
    )
    archives = list(tmp_path.glob("nltk*.tar.gz"))
    if loaded.returncode or not archives:
        pytest.skip("no network for the source archive of NLTK")
    with tarfile.open(archives[0]) as archive:
        archive.extractall(tmp_path, filter="data")
    root = next(path for path in tmp_path.iterdir() if path.is_dir())
    check("nltk", *outcomes("nltk", root))
