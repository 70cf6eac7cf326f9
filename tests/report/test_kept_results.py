"""What every page needs is made once and kept, and a page is the same with and without it."""

import stat

import pytest

import accord
from accord import whole_files
from accord._report.render import drawing
from accord._report.render.page import page

NAME = "some.js"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A user who has no results yet, in a process that has none either."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(whole_files, "_HERE", {})
    return tmp_path / "accord" / "drawing"


def _forgotten(monkeypatch):
    monkeypatch.setattr(whole_files, "_HERE", {})


def test_what_was_kept_is_found_by_another_process(folder, monkeypatch):
    """It lies on disk under its name, where only this user may look."""
    assert whole_files.kept(NAME) is None
    whole_files.keep(NAME, b"draw()\r\n")
    _forgotten(monkeypatch)
    assert whole_files.kept(NAME) == b"draw()\r\n"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("damage", [b"", b"x", b"0" * 64 + b"evil()"])
def test_damaged_results_are_not_used(folder, monkeypatch, damage):
    """A file that is cut, or does not hold what was written, is as good as none."""
    whole_files.keep(NAME, b"draw()")
    (folder / NAME).write_bytes(damage)
    _forgotten(monkeypatch)
    assert whole_files.kept(NAME) is None


def test_files_of_others_are_not_used(folder, monkeypatch):
    """What belongs to another user goes into no page."""
    whole_files.keep(NAME, b"draw()")
    _forgotten(monkeypatch)
    monkeypatch.setattr(whole_files, "is_ours", lambda about: False)
    assert whole_files.kept(NAME) is None


def test_without_a_place_to_keep(tmp_path, monkeypatch):
    """Where the folder cannot be made, this process still has it, and nothing is said."""
    (tmp_path / "accord").write_text("a file where the folder would be", "utf-8")
    whole_files.keep(NAME, b"draw()")
    assert whole_files.kept(NAME) == b"draw()"
    _forgotten(monkeypatch)
    assert whole_files.kept(NAME) is None


def test_the_page_is_the_same(folder, monkeypatch):
    """To the last byte, with templates and scripts made now, from this process and from disk; the
    script is put together once only."""
    made = []

    def drawn(asked, what):
        made.append(asked["bundle"])
        return [b"var vegaEmbed;"]

    monkeypatch.setattr(drawing, "_drawn", drawn)
    report = accord.report(accord.from_coders({"A": "aabbbb", "B": "abbbbb"}), resamples=20)
    first, second = page(report), page(report)
    _forgotten(monkeypatch)
    third = page(report)
    assert first == second == third
    assert "var vegaEmbed;" in first
    assert len(made) == 1
    assert {path.name[:4] for path in folder.iterdir()} == {"page", "vega"}


def test_a_changed_template_is_compiled_anew(monkeypatch):
    """What was kept of a template is used only for the same text of it."""
    from accord._report.render import page as pages

    say = accord.report(accord.from_coders({"A": "ab", "B": "ab"}), resamples=5).say
    for text in ("one {{ 1 + 1 }}", "two {{ 1 + 2 }}"):
        monkeypatch.setattr(pages, "_template", lambda name, text=text: text)
        environment, _ = pages.page_environment(say)
        shown = environment.get_template("report.html").render()
        assert shown == text[:4] + str(2 if text[0] == "o" else 3)
