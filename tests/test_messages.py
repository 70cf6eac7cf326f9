"""Messages speak to who reads them: Python shows keywords, the command line options."""

import ast
import inspect
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import click
import pytest

import accord
from accord.cli import COMMANDS
from accord.cli.console import in_options
from accord.errors import AccordError, DataError, Setting
from tests.cli.commands import typed

SOURCE = Path(accord.__file__).parent
OUTSIDE = [path for path in SOURCE.rglob("*.py") if "cli" not in path.relative_to(SOURCE).parts]
ABOUT_THE_COMMAND_LINE = {
    "__main__.py",
    "infer/advice/lookup.py",
    "kinds/documents/shown.py",
    "_report/sections/answer.py",
    "_read/formats/table.py",
    *(f"_read/formats/formats_of_{kind}.py" for kind in ("answers", "media", "text")),
}
"""Where the command line begins, and how a report was or can be computed, is about commands; the
table of formats is a page about both."""
TABLE = "item,coder,category\n1,A,low\n1,B,high\n2,A,low\n2,B,low\n"


def _named():
    """(place, name) of every setting that is named in the source outside the command line."""
    for path in OUTSIDE:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Setting":
                name = node.args[0]
                if isinstance(name, ast.Constant):
                    yield f"{path.relative_to(SOURCE)}:{node.lineno}", name.value


def _keywords(module):
    """The parameters of all that a public namespace offers."""
    for name in module.__all__ if hasattr(module, "__all__") else dir(module):
        found = getattr(module, name)
        if isinstance(found, ModuleType):
            yield from _keywords(found)
        elif str(getattr(found, "__module__", "")).startswith("accord") and callable(found):
            yield from inspect.signature(found).parameters


def _options(command):
    if isinstance(command, click.Group):
        for one in command.commands.values():
            yield from _options(one)
    for parameter in command.params:
        yield from parameter.opts


def test_settings_have_both_names():
    """A setting that a message names is a keyword of a public function and an option."""
    keywords = set(_keywords(accord))
    options = {name for path in COMMANDS.values() for name in _options(import_module(path).command)}
    named = list(_named())
    assert len(named) > 30
    for place, name in named:
        assert name in keywords, f"{place}: no public function takes {name}="
        assert in_options(f"{Setting(name)}") in options, f"{place}: no command takes {name}"


_OPTION = re.compile(r"(^|[\s(`])--[a-z]")


def _naming_options(path):
    """Where a module names an option, docstrings apart."""
    text = path.read_text("utf-8")
    if not _OPTION.search(text.replace('"', "`").replace("'", "`")):  # a string may begin with it
        return
    nodes = [*ast.walk(ast.parse(text))]
    spoken = {
        id(node.value)
        for node in nodes
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }  # docstrings
    for node in nodes:
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in spoken
            and _OPTION.search(node.value)
        ):
            yield f"{path}:{node.lineno}: {node.value}"


def test_no_options_outside_the_command_line():
    """Only the command line names options; elsewhere settings are data."""
    others = [p for p in OUTSIDE if str(p.relative_to(SOURCE)) not in ABOUT_THE_COMMAND_LINE]
    assert len(others) > 500
    assert [place for path in others for place in _naming_options(path)] == []
    about = [SOURCE / name for name in ABOUT_THE_COMMAND_LINE]
    assert any([*_naming_options(path)] for path in about)  # the rule can fail


def _ordinal(tmp_path):
    path = tmp_path / "acts.csv"
    path.write_text(TABLE)
    return path, ["-m", "alpha", "--distance", "ordinal"]


def _limited(tmp_path):
    path = tmp_path / "acts.csv"
    path.write_text(TABLE)
    return path, ["--limit", "file=3"]


def _twice(tmp_path):
    path = tmp_path / "acts.csv"
    path.write_text(TABLE + "1,A,high\n")
    return path, []


def _in_python(path, options):
    if "--limit" in options:
        return accord.read(path, limits=accord.Limits(file=3))
    study = accord.read(path)
    return accord.alpha(study, distance="ordinal") if "--distance" in options else study


@pytest.mark.parametrize("case", [_ordinal, _limited, _twice])
def test_each_hears_its_own_words(case, tmp_path):
    """The same error names keywords in Python and options on the command line."""
    path, options = case(tmp_path)
    with pytest.raises(AccordError) as caught:
        _in_python(path, options)
    message = str(caught.value)
    assert caught.value.hint
    assert "--" not in message
    assert all(f"{one.name}=" in message for one in caught.value.hint)
    code, _, heard = typed("measure", str(path), *options)
    assert code == 1
    assert "--" in heard
    assert "`" not in heard
    assert not any(f"{one.name}=" in heard for one in caught.value.hint)


def test_a_note_and_a_reason_hear_theirs(tmp_path):
    """What an audit notes and why a value is undefined follow the same rule."""
    path = tmp_path / "acts.csv"
    path.write_text(TABLE + "3,A,none\n3,B,none\n")
    assert any("`absent=['none']`" in note for note in accord.read(path).audit.notes)
    assert "use --absent none" in typed("measure", str(path))[2]


def test_hints_survive_other_text():
    """A setting is found again in a longer message, whatever its value holds."""
    for value in ("ordinal", "`", "a'b", ["x", "y"], True, None, 3):
        error = DataError(f"somewhere: {Setting('sets', value)}; and so on")
        assert error.hint == (Setting("sets", value),)


ROOT = SOURCE.parents[1]
SPOKEN = [
    *SOURCE.rglob("*.py"),
    *SOURCE.rglob("*.html"),
    *(ROOT / "docs").rglob("*.md"),
    *ROOT.glob("*.md"),
    *(ROOT / "paper").glob("*.md"),
]
PRIVATE = {
    r"\b[Ss]tretch(es)?\b": "a unit, or a span",
    r"cannot be told\b": "undefined, or cannot be estimated",
    r"drawn from all that there are": "drawn without replacement",
    r"\b[Hh]erself\b|\b[Ss]he\b": "the coder, they",
    r"\bpardons?\b": "tolerates",
    r"\bknows (no )?chance\b": "is (not) corrected for chance",
    r"\bHow sure\b": "How certain",
    r"does not stand in the file": "is not defined in the file",
    r"where (they|the coders) part\b": "where they differ",
    r"\bis no (file|measure|number|label)\b": "is not a …",
    r"\bwould else be\b|\binfinite else\b": "would otherwise be",
    r"\bone label an item\b|\bone a (line|coder)\b": "for each item, on each line",
    r"\b[Uu]nless (said|told)\b": "by default",
    r"\banything that is one\b": "data that accord can read as one",
    r"\bas the module says\b|\bsee the module\b": "what it says",
}
"""Words that nobody outside the project understands at once, and what is written instead."""


def test_one_word_for_one_thing():
    """Messages, docstrings and pages use the words of the glossary, and none of our own."""
    assert len(SPOKEN) > 500
    for path in SPOKEN:
        text = path.read_text("utf-8")
        for pattern, better in PRIVATE.items():
            found = re.search(pattern, text)
            assert found is None, f"{path}: {found[0]!r}, better: {better}"
        if path.suffix == ".py":  # of people who are named, pages may say her
            assert not re.search(r"\b[Hh]er\b", text), path


def test_numbers_agree_with_their_nouns(tmp_path):
    """One row is not "1 rows": audits count in the singular too."""
    path = tmp_path / "acts.csv"
    path.write_text("item,coder,category\n1,A,x\n1,B,y\n2,A,y\n2,B,x\n3,A,x\n3,B,\n")
    assert "1 empty cell treated as missing" in accord.read(path).audit.notes


def test_a_measure_that_needs_a_distance_says_how_to_give_one():
    """`interval(study, "alpha")` takes names as names; for numbers there is no silent level of
    measurement, and the error names the remedy."""
    study = accord.from_coders({"A": "abab", "B": "abbb"})
    assert accord.interval(study, "alpha") == accord.interval(study, "alpha", distance="nominal")
    study = accord.from_coders({"A": [1, 2, 3, 2], "B": [1, 2, 3, 3]})
    with pytest.raises(accord.NotApplicableError, match="add `distance='nominal'`"):
        accord.interval(study, "alpha")
    assert accord.interval(study, "alpha", distance="nominal").high <= 1
