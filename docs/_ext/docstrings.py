"""Docstrings of accord as reStructuredText: plain text that reads in a terminal, made safe.

Indented formulas become literal blocks, `names` code, keys after "References:" links into the
bibliography; everything else that reStructuredText could take for markup is escaped.
"""

import re

_SPECIAL = re.compile(r"([*|\\])")
_CODE = re.compile(r"`([^`]+)`")


def process(app, what, name, obj, options, lines):
    """The hook that autodoc calls for each docstring."""
    lines[:] = convert(lines)


def signature(app, what, name, obj, options, given, returned):
    """Defaults that are made anew for each object read as … in a signature."""
    return (given.replace("<factory>", "...") if given else given), returned


def convert(lines: list[str]) -> list[str]:
    """The lines of a docstring as reStructuredText."""
    done: list[str] = []
    for paragraph in _paragraphs(lines):
        done += [*_paragraph(paragraph), ""]
    return done


def _paragraphs(lines: list[str]) -> list[list[str]]:
    found: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return [p for p in found if p]


def _paragraph(lines: list[str]) -> list[str]:
    first = lines[0].lstrip()
    if first.startswith(">>>"):
        return [".. code-block:: pycon", "", *("   " + line for line in lines)]
    indents = [len(line) - len(line.lstrip()) for line in lines]
    if first.startswith("- "):
        return [_text(line) for line in lines]
    if min(indents) > 0 or max(indents) > 0:  # a formula, a drawing, a table in plain text
        return ["::", "", *("   " + line for line in lines)]
    return _text("\n".join(lines)).split("\n")


def _text(text: str) -> str:
    parts = _CODE.split(text)
    for i, part in enumerate(parts):
        parts[i] = f"``{part}``" if i % 2 else _plain(part)
    return "".join(parts)


def _plain(text: str) -> str:
    text = _SPECIAL.sub(r"\\\1", text)
    text = re.sub(r"(\w)_(?=[^\w]|$)", r"\1\\_", text)
    return re.sub(r"References: ([\w, \n]+?)\.(?=\s|$)", _keys, text)


def _keys(match: re.Match[str]) -> str:
    keys = [key for key in re.split(r"[,\s]+", match[1]) if key]
    return "References: " + ", ".join(f":ref:`{key} <work-{key}>`" for key in keys) + "."
