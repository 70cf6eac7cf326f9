"""accord installs with and without a compiler, and gives the same numbers; wheels are whole."""

import base64
import hashlib
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from accord.native import PATH, core

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "native")]
from libraries import Library, read_library  # noqa: E402
from wheels import PLATFORMS, declared, objections, pure_wheel, wheel_with  # noqa: E402

PLAIN = {key: value for key, value in os.environ.items() if key not in ("ACCORD_NATIVE", "CXX")}

NUMBERS = """
import numpy as np, accord
from accord.native import core
draw = np.random.default_rng(0)
a, b = draw.integers(0, 4, (2, 5000))
units = [("d", "AB"[c], 9 * i + c, 9 * i + 7, "x") for c in range(2) for i in range(20)]
spans = accord.Unitizings.of(units)
sets = [frozenset("abc"[: 1 + i % 3]) for i in range(60)]
values = [accord.kappa(a, b), accord.spans.slot_error_rate(spans), accord.spans.partial_f1(spans)]
values += [accord.alpha(sets, sets[::-1], distance="masi")]
values += [accord.spans.gamma(spans, samples=30, precision=None)]
print(core() is not None, *(float(value).hex() for value in values))
"""


def _said(command, **environment):
    run = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**PLAIN, **environment}
    )
    assert run.returncode == 0, run.stderr[-2000:]
    return run.stdout.split()


@pytest.fixture(scope="module")
def pure(tmp_path_factory):
    """The wheel without the core."""
    pytest.importorskip("hatchling")
    return pure_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def tagged(pure, tmp_path_factory):
    """The wheel with the library that was compiled here, as for a platform."""
    if core() is None:
        pytest.skip("the native core was not compiled")
    return wheel_with(pure, PATH, "manylinux_2_17_x86_64", tmp_path_factory.mktemp("tagged"))


def test_wheels_with_and_without_the_core_give_the_same_numbers(pure, tagged, tmp_path):
    """Both unpacked, no compiler on the path: one has the core, and the numbers are the same."""
    found = {}
    for wheel in (pure, tagged):
        place = tmp_path / wheel.stem
        zipfile.ZipFile(wheel).extractall(place)
        environment = {"PYTHONPATH": str(place), "PATH": "/nowhere"}
        found[wheel] = _said([sys.executable, "-P", "-c", NUMBERS], **environment)
    assert found[pure][0] == "False"
    assert found[tagged][0] == "True"
    assert found[pure][1:] == found[tagged][1:]


def test_a_wheel_with_the_core_is_whole(pure, tagged):
    """Its tags say the platform, its record every file by digest, and the rest is as it was."""
    assert tagged.name.endswith("-py3-none-manylinux_2_17_x86_64.whl")
    before, after = zipfile.ZipFile(pure), zipfile.ZipFile(tagged)
    assert set(after.namelist()) - set(before.namelist()) == {f"accord/native/{PATH.name}"}
    record = next(name for name in after.namelist() if name.endswith("RECORD"))
    about = after.read(record.replace("RECORD", "WHEEL")).decode()
    assert "Root-Is-Purelib: false" in about
    assert [x for x in about.splitlines() if x.startswith("Tag")] == [
        "Tag: py3-none-manylinux_2_17_x86_64"
    ]
    rows = [line.rsplit(",", 2) for line in after.read(record).decode().splitlines()]
    assert {name for name, *_ in rows} == set(after.namelist())
    for name, digest, size in rows:
        if name != record:
            data = after.read(name)
            code = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=")
            assert (digest, int(size)) == (f"sha256={code.decode()}", len(data))


@pytest.mark.skipif(core() is None, reason="the native core was not compiled")
def test_a_library_is_read_from_its_bytes():
    """The library here offers the functions that the sources declare."""
    library = read_library(PATH)
    assert declared() <= library.offers
    assert "accord_count_kinds" in declared()


def test_what_is_wrong_with_a_library_is_said():
    """Another machine, a function less, a library or a system that may not be there."""
    glibc = PLATFORMS[0]
    fine = Library("linux", "x86_64", frozenset(declared()), ("libc.so.6",), (2, 17))
    assert objections(fine, glibc) == []
    odd = Library("linux", "aarch64", frozenset(), ("libstdc++.so.6",), (2, 34))
    assert [text.split(" ", 2)[1] for text in objections(odd, glibc)] == [
        "is",
        "does",
        "needs",
        "needs",
    ]


def test_what_is_no_library_is_refused(tmp_path):
    """A text is not a shared library."""
    (tmp_path / "core.so").write_text("no library")
    with pytest.raises(ValueError, match="not a shared library"):
        read_library(tmp_path / "core.so")


@pytest.mark.full
@pytest.mark.parametrize("compiler", [True, False], ids=["with a compiler", "without"])
def test_pip_installs_in_a_fresh_environment(compiler, tmp_path):
    """`pip install .` in a new environment: with a compiler the core is there, without not."""
    venv.create(tmp_path, with_pip=True)
    place = tmp_path / ("Scripts" if os.name == "nt" else "bin")
    path = PLAIN["PATH"] if compiler else str(place)
    python = str(place / "python")
    _said([python, "-m", "pip", "install", "-q", str(ROOT)], PATH=path)
    found = _said([python, "-P", "-c", NUMBERS], PATH=str(place))
    has_one = any((Path(p) / "c++").exists() for p in PLAIN["PATH"].split(os.pathsep))
    assert found[0] == str(compiler and has_one)
    assert found[1:] == _said([python, "-P", "-c", NUMBERS], ACCORD_NATIVE="0")[1:]
