"""What a report of a bug says about the machine."""

import json
import sys
from importlib import metadata
from pathlib import Path

from tests.cli.commands import called

from accord.version import __version__


def test_versions_extras_and_native_core_are_named(monkeypatch, capsys):
    """What is needed to repeat a number elsewhere, and no secret and no folder."""
    monkeypatch.setenv("ACCORD_TOKEN", "a-secret")
    monkeypatch.setenv("ACCORD_NATIVE", "0")
    monkeypatch.setenv("ACCORD_SAMPLES", str(Path.cwd() / "samples"))
    said = called(capsys, "doctor").out
    assert f"{__version__}, without native core" in said
    assert f"numpy {metadata.version('numpy')}" in said
    assert "a-secret" not in said
    assert str(Path.home()) not in said
    assert str(Path.cwd()) not in said


def test_a_missing_library_is_named_with_the_command_that_installs_it(monkeypatch, capsys):
    """An extra without its library says how to get it."""
    version = metadata.version

    def without_jinja(name):
        if name == "jinja2":
            raise metadata.PackageNotFoundError(name)
        return version(name)

    monkeypatch.setattr(metadata, "version", without_jinja)
    said = called(capsys, "doctor").out
    assert "jinja2 missing" in said
    assert "pip install 'accord[report]'" in said


def test_where_the_system_sets_no_limits(monkeypatch, capsys):
    """Windows has neither limits of this kind nor this module."""
    monkeypatch.setitem(sys.modules, "resource", None)
    assert "none known" in called(capsys, "doctor").out


def test_json(capsys):
    """The same for programs."""
    found = json.loads(called(capsys, "doctor", "--json").out)
    assert found["needs"]["numpy"] == metadata.version("numpy")
    assert found["extras"]["report"]["jinja2"] == metadata.version("jinja2")
    assert not {"all", "test", "bench"} & set(found["extras"])
