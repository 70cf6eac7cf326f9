"""`help()` is good: every public name says what it is, what it takes, what it gives, and how."""

import ast
import builtins
import inspect
import re
from doctest import DocTestParser
from types import ModuleType
from typing import Any

import pytest

import accord
from accord._measure.catalogue import MEASURES

PROTOCOLS = {"parts.Study", "parts.Result", "parts.Results", "parts.Contents", "parts.Keyed"}
"""Not called by users: what a study promises, what results can do, and several of them as one."""


def _public():
    """Every function and class of `accord` and its namespaces, once, by the name to type."""
    seen = {}
    for name in accord.__all__:
        thing = getattr(accord, name)
        inside = {name: thing}
        if isinstance(thing, ModuleType):
            listed = getattr(thing, "__all__", None) or dir(thing)
            inside = {f"{name}.{n}": getattr(thing, n) for n in listed if not n.startswith("_")}
        for path, one in inside.items():
            if callable(one) and not isinstance(one, ModuleType):
                seen.setdefault(id(one), (path, one))
    return dict(seen.values())


PUBLIC = _public()
FUNCTIONS = sorted(name for name, one in PUBLIC.items() if not inspect.isclass(one))
CLASSES = sorted(name for name, one in PUBLIC.items() if inspect.isclass(one))


def _named(text, parameter):
    return re.search(rf"\b{re.escape(parameter)}\b", text) is not None


def _parameters(thing):
    try:
        found = inspect.signature(thing).parameters
    except ValueError:  # a class that is built into Python
        return []
    return [name for name in found if name not in ("self", "args", "kwargs")]


def test_there_is_much_to_look_at():
    """The walk reaches the measures, the namespaces and the results."""
    assert {"alpha", "spans.gamma", "infer.plan_items", "compat.fleiss_kappa"} <= set(FUNCTIONS)
    assert {"Codings", "infer.Breakdown", "spans.Alignment"} <= set(CLASSES)
    assert len(FUNCTIONS) > 150


@pytest.mark.parametrize("name", sorted(set(CLASSES) - PROTOCOLS))
def test_every_field_is_named(name):
    """The text that `help` shows speaks of every field of a result, study or model."""
    text = inspect.getdoc(PUBLIC[name]) or ""
    assert text
    assert [p for p in _parameters(PUBLIC[name]) if not _named(text, p)] == []


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_parameter_of_a_function_is_explained(name):
    """Each has a line of its own, which editors show; prose alone is not found by them."""
    text = inspect.getdoc(PUBLIC[name]) or ""
    explained = set(re.findall(r"^:param (\w+): \S", text, re.MULTILINE))
    assert set(_parameters(PUBLIC[name])) - explained == set()


@pytest.mark.parametrize("name", CLASSES)
def test_every_class_shows_how_it_comes_about(name):
    """An example of its own, not its parent's: how one gets it, and what one does with it."""
    assert ">>>" in (PUBLIC[name].__doc__ or "")


BEHAVES = (
    "summary",
    "as_dict",
    "to_dict",
    "to_frame",
    "to_markdown",
    "to_latex",
    "_repr_html_",
    "plot",
)
NO_RESULT = {"infer.Replicates"}
"""What others are made of, and nobody prints."""
FOUND = [
    name
    for name in CLASSES
    if name.startswith(("infer.", "latent.")) and name not in NO_RESULT | PROTOCOLS
]


@pytest.mark.parametrize("name", FOUND)
def test_every_result_behaves_as_one(name):
    """What inference finds is a sentence, a dict, a frame, a table of a paper and a chart."""
    assert [one for one in BEHAVES if not hasattr(PUBLIC[name], one)] == []


def test_a_summary_is_short():
    """A sentence, or a table that a terminal holds: no tuples of tuples in a cell."""
    people = {"A": "aabbbbbccccc" * 4, "B": "abbbbbcccccc" * 4, "C": "aabbbbbcccca" * 4}
    study = accord.from_coders({**people, "gpt": "aabbbbbccccc" * 4})
    chains = {"Ann": [[1, 2, 3, 4]], "Bob": [[1, 2], [3, 4, 5]]}
    sheet = accord.judge(study, "gpt", resamples=60)
    for found in (
        accord.alternative_annotator_test(study, "gpt"),
        sheet.decision,
        accord.latent.latent_classes(study, classes=2),
        accord.chains.chain_anatomy(accord.Partitions.of_chains({"d": chains})),
        accord.infer.properties(study),
    ):
        assert "((" not in f"{found}{found.summary()}{found.to_markdown()}"
        assert max(map(len, str(found).splitlines())) < 170
    assert "passes the alternative annotator test" in str(
        accord.alternative_annotator_test(study, "gpt").summary()
    )
    assert sheet.decision.summary().startswith("can replace people: ")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_shows_an_example_and_what_it_gives(name):
    """An example, which the tests run with the docstring, and a result that has a type."""
    text = inspect.getdoc(PUBLIC[name]) or ""
    assert ">>>" in text
    assert inspect.signature(PUBLIC[name]).return_annotation is not inspect.Signature.empty
    if name.rpartition(".")[2] in MEASURES and not name.startswith("compat."):
        assert ":returns:" in text


@pytest.mark.parametrize("name", sorted({*FUNCTIONS, *CLASSES}))
def test_every_example_can_be_typed_as_it_stands(name):
    """It imports what it uses, as a user would: no name of the module that it is written in."""
    examples = DocTestParser().get_examples(inspect.getdoc(PUBLIC[name]) or "")
    nodes = [*ast.walk(ast.parse("".join(example.source for example in examples)))]
    made = {node.id for node in nodes if isinstance(node, ast.Name) and _stored(node)}
    made |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    made |= {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ExceptHandler)}
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            made |= {(one.asname or one.name).partition(".")[0] for one in node.names}
    used = {node.id for node in nodes if isinstance(node, ast.Name)}
    assert used - made - set(dir(builtins)) == set()


def _stored(node):
    return isinstance(node.ctx, ast.Store)


DATA = {
    *("study", "data", "other", "frame", "table", "reference", "hypothesis", "continuum"),
    *("reliability_data", "value_counts", "decisions", "again", "model", "swapped", "earlier"),
    *("against", "tree", "first", "second", "thing", "iterable", "rows", "cells", "whole"),
    *("value", "default", "dtype", "ratings", "result"),
}
"""Parameters that take data of any kind, a tree or a graph, any result, or any value at all."""


def test_any_stands_where_data_may_come():
    """`Any` tells an editor nothing: it is for frames and other data, and for keywords that are
    handed on. The measures take them by `data` and `more`, and are typed in the stub."""
    found = {}
    for name, thing in PUBLIC.items():
        if inspect.isclass(thing) and issubclass(thing, BaseException):
            continue
        try:
            parameters = inspect.signature(thing).parameters
        except ValueError:
            continue
        if {"data", "more"} <= parameters.keys():
            continue
        bare = [p.name for p in parameters.values() if p.annotation in (Any, "Any")]
        keywords = {p.name for p in parameters.values() if p.kind is p.VAR_KEYWORD}
        if not DATA | keywords >= {*bare}:
            found[name] = sorted({*bare} - DATA - keywords)
    assert found == {}
