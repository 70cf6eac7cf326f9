"""Docstrings of accord as reStructuredText: plain text that reads in a terminal, made safe.

Indented formulas become literal blocks, `names` code, keys after "References:" links into the
bibliography; everything else that reStructuredText could take for markup is escaped.
"""

import re

from accord._measure.settings import options_of

_SPECIAL = re.compile(r"([*|\\])")
_TOKEN = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[~\w.]*Annotated\[|.""", re.S)
_CODE = re.compile(r"`([^`]+)`")


def process(app, what, name, obj, options, lines):
    """The hook that autodoc calls for each docstring; what it does not explain itself is added."""
    settings = options_of(obj) if what == "function" else ()
    said = {line.split(":")[1] for line in lines if line.startswith(":param ")}
    more = [one for one in settings if f"param {one.name}" not in said]
    lines[:] = convert([*lines, "", *(f"- `{option.name}`: {option.help}" for option in more)])


def signature(app, what, name, obj, options, given, returned):
    """Defaults that are made anew read as … in a signature; sentences stand below it."""
    return (_bare(given).replace("<factory>", "...") if given else given), returned


def _bare(text: str) -> str:
    """A signature in which Annotated[type, "sentence"] is the type alone."""
    done, depths, depth = [], [], 0
    for token in _TOKEN.findall(text):
        if token.endswith("Annotated["):
            depths.append(depth)
            depth += 1
        elif token in "([{":
            depth += 1
            done.append(token)
        elif token in ")]}":
            depth -= 1
            if depths and depth == depths[-1]:
                depths.pop()
                del done[-3:]  # comma, space and sentence
            else:
                done.append(token)
        else:
            done.append(token)
    return "".join(done)


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
    if first.startswith(("- ", ":param ", ":returns:")):  # their second lines are indented
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
