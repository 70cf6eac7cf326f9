"""Numbers that decide something say why they are what they are, and code says why where it must."""

import ast
import io
import tokenize
from itertools import pairwise
from pathlib import Path

import accord

SOURCE = Path(accord.__file__).parent

REASONS_IN_1000_LINES = 28.4
"""So many of a thousand lines are reasons: comments, and the sentence beside a constant. The number
may only rise (docs/decisions.md)."""

LANGUAGES = {"en.py", "de.py", "fr.py"}
"""Sentences, which are data and need no reasons."""


def _is_named_number(node):
    """Whether a statement gives a number a name in capitals: a threshold, a limit, a size."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            pass
        case ast.AnnAssign(target=ast.Name(id=name), value=value) if value is not None:
            pass
        case _:
            return False
    if isinstance(value, ast.UnaryOp):
        value = value.operand
    number = isinstance(value, ast.Constant) and isinstance(value.value, (int, float))
    return name.isupper() and number and not isinstance(value.value, bool)


def _said_beside(node):
    """Whether a statement is a sentence, as one stands below the constant that it is about."""
    constant = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return constant and isinstance(node.value.value, str)


def unexplained(text):
    """The named numbers of a module without a sentence below them or a comment at or above them."""
    body, lines = ast.parse(text).body, text.splitlines()
    for node, after in zip(body, [*body[1:], None], strict=True):
        if _is_named_number(node) and not _said_beside(after):
            above = lines[node.lineno - 2].lstrip() if node.lineno > 1 else ""
            if "#" not in lines[node.end_lineno - 1] and not above.startswith("#"):
                yield lines[node.lineno - 1]


def test_every_named_number_has_its_reason():
    """A threshold has a sentence beside it."""
    found = {path.name: [*unexplained(path.read_text("utf-8"))] for path in SOURCE.rglob("*.py")}
    assert {name: bare for name, bare in found.items() if bare} == {}


def test_a_number_without_a_reason_is_found():
    """A sentence below, a comment beside or above is a reason; a docstring of a module and the
    sentence of the next constant are none."""
    reasons = 'A = 1\n"""One."""\nB = 2  # two\n# Three.\nC = 3\n'
    assert [*unexplained(reasons)] == []
    assert [*unexplained('"""All."""\nA = 1\nB = -2.0\n"""Two."""\nnot_one = 3\n')] == ["A = 1"]


def reasons(text):
    """How many lines of a module are comments, or stand as a sentence below a constant."""
    lines = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        marks = ("# noqa", "# type:", "# ---")
        if token.type == tokenize.COMMENT and not token.string.startswith(marks):
            lines.add(token.start[0])
    for node in ast.walk(ast.parse(text)):
        body = getattr(node, "body", None)
        for one, after in pairwise(body) if isinstance(body, list) else ():
            if isinstance(one, (ast.Assign, ast.AnnAssign)) and _said_beside(after):
                lines.update(range(after.lineno, after.end_lineno + 1))
    return len(lines)


def test_reasons_do_not_become_rarer():
    """Comments and sentences beside constants, of all lines that are no sentences for users."""
    texts = [p.read_text("utf-8") for p in SOURCE.rglob("*.py") if p.name not in LANGUAGES]
    share = 1000 * sum(map(reasons, texts)) / sum(text.count("\n") for text in texts)
    assert share >= REASONS_IN_1000_LINES, share


def test_reasons_are_counted():
    """Marks for tools and docstrings are none."""
    text = '"""A module."""\n\nA = 1\n"""One,\nand why."""\nB = A  # noqa: X\n# Because.\n'
    assert reasons(text) == 3
