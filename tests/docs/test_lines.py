"""One sentence a line, so that a change shows as the sentence it changed."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]

# A full stop after one letter (initials) or one of these is no end of a sentence.
SHORT = ("al", "cf", "vs", "e.g", "i.e", "pp", "p")
END = re.compile(r"(\S*)[.!?][)\"”*]* +[A-Z\"“(*]")


def sentences_inside(text: str) -> list[tuple[int, str]]:
    """Lines in which a sentence ends before the line does; tables, code and heads apart."""
    found, fenced = [], False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        if fenced or line.startswith(("|", "    ")):
            continue
        plain = re.sub(r"`[^`]*`", "code", line)
        plain = re.sub(r"^\s*(-|\d+\.)?\s*(\*\*[^*]*\*\*)?", "", plain)  # a number, a run-in head
        for end in END.finditer(plain):
            before = end[1].rsplit("(")[-1]
            if before not in SHORT and not re.fullmatch(r"[A-Z]", before):
                found.append((number, line))
                break
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_one_sentence_a_line(page):
    """No line of a page holds the end of one sentence and the beginning of the next."""
    assert sentences_inside(page.read_text(encoding="utf-8")) == []


def test_what_counts_as_a_sentence():
    """Initials, run-in heads, tables and code are left alone; two sentences are not."""
    kept = "**Head.** One sentence, by J. Cohen et al. (1960).\n| A. B | C. D |\n```\na. B\n```\n"
    assert sentences_inside(kept) == []
    assert sentences_inside("One. Two.") == [(1, "One. Two.")]
