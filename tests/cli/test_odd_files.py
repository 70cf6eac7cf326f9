"""Files as they come: piped, packed, damaged, from other countries; outputs that fail."""

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.commands import ENVIRONMENT, LONG

import accord


def test_standard_input(tmp_path):
    """A dash reads what is piped in, before and after the names of measures, packed too."""
    command = [sys.executable, "-m", "accord", "measure"]
    for arguments in (["-", "-m", "pi"], ["-m", "pi", "kappa", "-"]):
        for data in (LONG.encode(), gzip.compress(LONG.encode())):
            done = subprocess.run(
                [*command, *arguments],
                input=data,
                capture_output=True,
                cwd=tmp_path,
                env=ENVIRONMENT,
                check=True,
            )
            assert "Scott's π  0.3333" in done.stdout.decode()
            assert done.stderr.decode().startswith("standard input: long table")


def test_gzip(tmp_path):
    """A packed table is the table; a bomb and a broken one are refused."""
    path = tmp_path / "acts.csv.gz"
    path.write_bytes(gzip.compress(LONG.encode()))
    assert accord.pi(accord.read(path)).value == pytest.approx(1 / 3)
    path.write_bytes(gzip.compress(LONG.encode())[:-12])
    with pytest.raises(accord.DataError, match=r"acts.csv.gz: damaged or truncated gzip file"):
        accord.read(path)
    path.write_bytes(gzip.compress(LONG.encode() + b" " * (8 << 20)))
    with pytest.raises(
        accord.DataError,
        match=r"If you trust the file, raise the limit with `limits=Limits\(ratio=",
    ):
        accord.read(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("item,coder,label\n", "t.csv: a header (item, coder, label) and no rows"),
        ('item,coder,label\n1,A,"x\n1,B,x\n2,A,y\n', "t.csv:2: a quote is opened here and not"),
        ('item,coder,label\n1,A,x\n1,B,"x\n2,A,"y"\n', "t.csv:3: a quote is opened here and not"),
    ],
)
def test_damaged_tables_are_one_clear_line(tmp_path, content, message):
    """No rows are swallowed by a quote, nothing is measured where nothing is."""
    (tmp_path / "t.csv").write_text(content, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "accord", "measure", "t.csv"],
        text=True,
        capture_output=True,
        cwd=tmp_path,
        env=ENVIRONMENT,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"accord: {message}")
    assert len(done.stderr.splitlines()) == 1


def test_quotes_within_text_are_text(tmp_path):
    """Cells with line ends, doubled quotes and inches are read as they are."""
    (tmp_path / "t.csv").write_text('item,coder,label\n1,A,"x\ny"\n1,B,5" pipe\n', "utf-8")
    assert list(accord.read(tmp_path / "t.csv").categories) == ["x\ny", '5" pipe']


def test_decimal_commas(tmp_path):
    """Numbers with a decimal comma are numbers, and it is said; 1,500 may be a thousand."""
    path = tmp_path / "t.csv"
    path.write_text("item;coder A;coder B\n1;1,5;1,25\n2;-2;3,5\n", "utf-8")
    study = accord.read(path)
    assert list(study.categories) == [-2, 1.25, 1.5, 3.5]
    assert "labels read as numbers with a decimal comma" in study.audit.notes
    path.write_text("item;coder A;coder B\n1;1,500;1,250\n2;2;3,500\n", "utf-8")
    assert "1,500" in accord.read(path).categories


def test_byte_order_mark_and_line_ends(tmp_path):
    """A mark, Windows' and old Macs' line ends change nothing."""
    study = accord.read(_written(tmp_path, LONG.encode()))
    for data in (
        b"\xef\xbb\xbf" + LONG.encode(),
        LONG.replace("\n", "\r\n").encode(),
        LONG.replace("\n", "\r").encode(),
        LONG.encode("utf-16"),
    ):
        assert accord.read(_written(tmp_path, data)) == study


def _written(folder: Path, data: bytes) -> Path:
    path = folder / "t.csv"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    "arguments", [["measures"], ["cite", "pi"], ["measure", "t.csv", "--json"]]
)
def test_a_reader_who_leaves(tmp_path, arguments):
    """Output to a closed pipe ends in silence with code 0."""
    (tmp_path / "t.csv").write_text(LONG, "utf-8")
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "accord", *arguments],
        stdout=writing,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=ENVIRONMENT,
        check=False,
    )
    os.close(writing)
    assert done.returncode == 0
    assert b"Error" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk(tmp_path):
    """Output that cannot be written is one line and code 1."""
    (tmp_path / "t.csv").write_text(LONG, "utf-8")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "accord", "measure", "-q", "t.csv"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=tmp_path,
            env=ENVIRONMENT,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == "accord: output: cannot be written (No space left on device)\n"


BAR = """
import time
from accord.cli.console import progress_bar
with progress_bar("short"):
    pass
with progress_bar("never reports"):
    time.sleep(1.4)
"""


def test_long_work_shows_a_bar():
    """On a terminal, work of more than a second shows a bar even where it does not report."""
    pty = pytest.importorskip("pty")
    leader, follower = pty.openpty()
    subprocess.run([sys.executable, "-c", BAR], stderr=follower, env=ENVIRONMENT, check=True)
    os.close(follower)
    shown = os.read(leader, 65536).decode()
    os.close(leader)
    assert "never reports" in shown
    assert "short" not in shown
