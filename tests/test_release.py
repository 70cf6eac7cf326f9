"""A release: the version is changed everywhere at once, and what is published can be installed."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import accord

ROOT = Path(__file__).parents[1]


@pytest.fixture
def release(monkeypatch):
    """The program that makes a release."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import release

    return release


KEEPS = {
    "CHANGELOG.md": "what was true then",
    "docs/stability.md": "says what the first version was",
    "docs/atlas.csv": "the version that recomputed each value",
    "docs/peers.json": "the version that was compared",
    "docs/performance.json": "the version that was timed",
    "docs/whats-new.md": "says what the version before had",
    "tests/safety/test_writing.py": "files of strangers",
    "tests/test_release.py": "this one",
    "tools/release.py": "examples",
}
"""Where the version stands and stays, with the reason."""


def test_the_version_stands_where_the_release_changes_it(release):
    """Every tracked file that names the version of now is changed by a release, or is listed here
    with the reason why it is not."""
    now = release.version_now()
    assert now == accord.__version__
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "grep", "-lIF", now], capture_output=True, text=True, check=False
    )
    if listed.returncode == 128:
        pytest.skip("is not installed: the tests run outside of a clone")
    pattern = re.compile(rf"(?<![\d.]){re.escape(now)}(?![\d])")
    named = {
        name
        for name in listed.stdout.split()
        if pattern.search((ROOT / name).read_text("utf-8", errors="replace"))
    }
    # Results that are kept say which version computed them.
    ours = {name for name in named if not name.endswith("results.json")}
    assert ours - set(KEEPS) - set(release.HOLDS_VERSION) == set()
    assert set(release.HOLDS_VERSION) <= named


def test_other_numbers_stay(release):
    """Only the version itself is changed."""
    text = "v:0.2.0 10.2.0 0.2.01 1.0.2.0 0.2.0."
    assert release.with_version(text, "0.2.0", "0.3.0") == "v:0.3.0 10.2.0 0.2.01 1.0.2.0 0.3.0."


def test_the_changelog_is_closed_once(release):
    """The open section gets its day; without one there is no release."""
    text = "# Changelog\n\n## 0.3 (unreleased)\n\n- x\n\n## 0.2.0 (2026-01-01)\n"
    closed = release.closed_changelog(text, "0.3.0", "2026-12-01")
    assert "## 0.3.0 (2026-12-01)\n\n- x" in closed
    with pytest.raises(SystemExit, match="unreleased"):
        release.closed_changelog(closed, "0.3.1", "2026-12-02")


def test_this_changelog_can_be_closed(release):
    """What stands in the tree now has an open section for the next minor version."""
    major, minor, _ = release.version_now().split(".")
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert release.closed_changelog(text, f"{major}.{int(minor) + 1}.0", "2026-12-01") != text


def test_pip_installs_from_the_index_by_name(release, tmp_path):
    """A folder with the index is all that pip needs, and a damaged file is refused by its sum."""
    name = "accord-9.9.9-py3-none-any.whl"
    import zipfile

    with zipfile.ZipFile(tmp_path / name, "w") as wheel:
        wheel.writestr("accord_of_a_test.py", "here = 1\n")
        info = "accord-9.9.9.dist-info"
        wheel.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: accord\nVersion: 9.9.9\n")
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{info}/RECORD", "")
    index = release.simple_index(tmp_path)

    def downloaded():
        return subprocess.run(
            [
                *(sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-cache-dir"),
                *("--index-url", index.as_uri(), "-d", str(tmp_path / "got"), "accord==9.9.9"),
            ],
            capture_output=True,
            text=True,
            check=False,
        )

    done = downloaded()
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "got" / name).exists()
    (tmp_path / "got" / name).unlink()
    with (tmp_path / name).open("ab") as damaged:
        damaged.write(b"x")
    assert downloaded().returncode != 0


def test_the_book_is_packed_the_same_twice(release, tmp_path):
    """Same pages, same bytes; the sums name every file."""
    book = tmp_path / "site"
    (book / "a").mkdir(parents=True)
    (book / "a" / "index.html").write_text("x", "utf-8")
    to = tmp_path / "dist"
    to.mkdir()
    one = release.archived(book, to / "one.tar.gz").read_bytes()
    assert release.archived(book, to / "two.tar.gz").read_bytes() == one
    lines = release.sums(to).read_text("utf-8").splitlines()
    assert [line.split()[1] for line in lines] == ["one.tar.gz", "two.tar.gz"]
    assert len({line.split()[0] for line in lines}) == 1
