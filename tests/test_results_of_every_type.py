"""Every type of result, made by the examples of the docstrings: shown, summed up and saved."""

import contextlib
import dataclasses
import doctest
import io
import json
import pkgutil
import sys
import warnings
from collections.abc import Mapping
from importlib import import_module

import pytest

import accord
from accord.model.showing import Result

MODULES = sorted(
    each.name
    for each in pkgutil.walk_packages(accord.__path__, "accord.")
    if not each.name.endswith(("__main__", "native.core")) and ".cli" not in each.name
)
SOME = 12
"""Every run takes one module of so many: all take a quarter of a minute, and minutes beside other
work; the full run takes all."""

NOT_MADE = 26
"""So many types of results have no example that makes one; there may only be fewer."""


def _results(value, depth=0):
    """The results in a value: itself, those in its fields, the first of those it lists."""
    if isinstance(value, Result):
        yield value
        if dataclasses.is_dataclass(value) and depth < 3:
            for each in dataclasses.fields(value):
                yield from _results(getattr(value, each.name), depth + 1)
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, (tuple, list)) and depth < 4:
        for one in value[:5]:
            yield from _results(one, depth + 1)


def _made(modules):
    """One result of each type that the examples of these modules make."""
    found = {}

    def seen(value):
        for one in _results(value):
            found.setdefault(type(one), one)
        if value is not None:
            print(repr(value))

    shown, finder = sys.__displayhook__, doctest.DocTestFinder(exclude_empty=True)
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    for name in modules:
        module = import_module(name)
        for example in finder.find(module, name):
            sys.__displayhook__ = seen
            try:
                runner.run(example, out=lambda text: None, clear_globs=False)
            finally:
                sys.__displayhook__ = shown
            for value in [*example.globs.values()]:
                for one in _results(value):
                    found.setdefault(type(one), one)
    return found


def _types(kind=Result):
    """All types of results that accord has, but for those that only others build on."""
    for one in kind.__subclasses__():
        if one.__module__.startswith("accord.") and not one.__name__.startswith("_"):
            yield f"{one.__module__}.{one.__name__}"
        yield from _types(one)


@pytest.mark.parametrize(
    "modules",
    [MODULES[::SOME], pytest.param(MODULES, marks=pytest.mark.full)],
    ids=["some", "all"],
)
def test_every_type_of_result_is_shown_and_saved(modules, tmp_path, monkeypatch):
    """A prompt shows a screen of text with no address and no bare class; a notebook a captioned
    table; it has a summary and opens as a page; each form is written, and JSON is JSON."""
    pytest.importorskip("docx")
    pytest.importorskip("altair")
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        found = _made(modules)
        for kind, one in found.items():
            lines = repr(one).splitlines()
            assert 1 <= len(lines) <= 25, kind
            assert max(map(len, lines)) <= 160, kind
            assert " object at 0x" not in repr(one), kind
            assert not repr(one).startswith(f"{kind.__name__}("), kind
            assert "caption" in one._repr_html_(), kind
            assert one.summary(), kind
            for ending in ("html", "docx", "tex", "md", "json", "csv"):
                path = one.save(tmp_path / f"{kind.__name__}.{ending}")
                assert path.stat().st_size > 1, (kind, ending)
            written = (tmp_path / f"{kind.__name__}.json").read_text("utf-8")
            json.loads(written, parse_constant=pytest.fail)
            one.show()
    assert len(opened) == len(found) > 5
    if modules != MODULES:
        return
    without = {*_types()} - {f"{kind.__module__}.{kind.__name__}" for kind in found}
    assert len(without) <= NOT_MADE, sorted(without)
