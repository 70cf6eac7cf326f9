"""Keys of sentences: none is left that nothing says, none has the words of another."""

import re
from functools import cache
from pathlib import Path

import pytest

import accord
from accord.words.said import said, spoken
from tests.heard import SAID, unsaid

SOURCE = Path(accord.__file__).parent

COMPOSED = (
    *("word.*", "page.*", "study.*", "population.*", "why.*", "rounds.*", "disputes.*", "gold.*"),
    *("undefined.*", "undefined.*-category", "interval.*", "interval.few-*", "interval.rare-*"),
    *("interval.approximated-*", "next.*-*", "judge.asked.*", "judge.stated.*", "judge.column.*"),
    *("judge.criterion.constant_*", "judge.criterion.alpha_*", "judge.note.no_*"),
    *(
        "judge.headline.*",
        "judge.reason.open_*",
        "judge.reason.far_open_*",
        "judge.helps.*",
        "judge.helps_not.*",
    ),
    *("judge.jury.*", "judge.page.question.*", "judge.figure.*", "judge.next.*", "judge.open.*"),
    "method.*",
    *("judge.agreement.*", "judge.*.scale"),
    *("table.reading.*", "table.look.*", "table.unsaid.*", "table.asks.*", "table.reading.marks-*"),
    *("table.none.no-*", "table.role.*", "seen.asks-*", "seen.not-*", "seen.all-*", "seen.list-*"),
    *("serve.role.*", "serve.none_left.*", "serve.kind.*", "serve.goal.*", "serve.purpose.*"),
    *(
        "serve.verdict.*",
        "serve.take.*",
        "serve.stand.*",
        "undefined.labels-belong-*",
        "within.note-*",
        "judge.table.*",
        "judge.table.*.one",
        "judge.table.*.scale",
        "judge.table.*.scale.one",
        "judge.column.*.one",
        "rank.separated-*",
    ),
)
"""Keys that are put together where they are said: what stands for * is a word of the source."""


@cache
def _source():
    """All that can say a sentence: code, templates and scripts, without the languages."""
    files = [file for kind in ("py", "html", "js") for file in SOURCE.rglob(f"*.{kind}")]
    languages = {SOURCE / "words" / f"{name}.py" for name in ("en", "de", "fr")}
    return "\n".join(file.read_text("utf-8") for file in files if file not in languages)


@cache
def _words():
    return set(re.findall(r"[\w-]+", _source()))


@cache
def _is_word(text):
    """Whether the source has this word; of two words the key has a hyphen between them."""
    if text in _words():
        return True
    if re.fullmatch(r"\w+", text):  # a word, and not there
        return False
    forms = f"{re.escape(text)}|{re.escape(text.replace('-', ' '))}"
    return re.search(rf"(?<![\w-])(?:{forms})(?![\w-])", _source()) is not None


def _is_composed(key):
    for pattern in COMPOSED:
        found = re.fullmatch(re.escape(pattern).replace(r"\*", "(.+)"), key)
        if found is not None and all(map(_is_word, found.groups())):
            return True
    return False


def test_every_key_is_said_somewhere():
    """A key stands in the source, whole or put together; what nothing says is deleted."""
    written = set(re.findall(r"[\"'`]([a-z_]+\.[\w.-]+)[\"'`]", _source()))
    keys = spoken("en").sentences
    assert [key for key in keys if key not in written and not _is_composed(key)] == []


@pytest.mark.parametrize("pattern", COMPOSED)
def test_what_is_put_together_is_still_there(pattern):
    """Each way of putting keys together is needed by one, and the source has its beginning."""
    fixed = pattern.split("*")[0]
    # Code writes `said(f"next.{what}-{side}")`, scripts `choices("serve.goal", GOALS)`.
    beginning = re.escape(fixed.removesuffix("."))
    assert re.search(rf"[\"'`]{beginning}\.?[{{$\"'`]", _source()) is not None
    assert any(key.startswith(fixed) for key in spoken("en").sentences)


def test_what_is_said_is_heard():
    """Runs are judged by what they say: a sentence that is made here is noted, with its fields."""
    assert said("interval.few-items", n=said("word.items")).key in SAID
    assert not {"interval.few-items", "word.items"} & {*unsaid()}
    assert "no.such-key" not in unsaid()
