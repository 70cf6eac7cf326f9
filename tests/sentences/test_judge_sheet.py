"""The sheet on judges in German and French: every text has a key, and nothing stays in English."""

import json
import random
import re
from dataclasses import replace
from functools import cache

import pytest

import accord
from accord._report.render.judge_sheet import judge_json, judge_markdown, judge_page, judge_text
from accord._report.sections.judge_blocks import judge_blocks
from accord.words.said import LANGUAGES, Said, spoken
from tests.cli.commands import called
from tests.report.test_translation import _ours

OTHERS = LANGUAGES[1:]
ENGLISH = re.compile(
    r"\b(the|of|and|with|that|each|are|is|by|not|for|which|how|these|from|there|they|people|judge|"
    r"judges|items?|agreement|labels? (?!von|de)|undefined|chance|yes|unknown|share|share right)\b"
)
KEPT = re.compile(r"\bJudge’s Verdict\b|`[^`]*`|\(use\W.*?\)|'[^']*'")
"""The name of a test, settings, and what is quoted."""
PEOPLE = {"A": "aabbbbbccccc" * 4, "B": "abbbbbcccccc" * 4, "C": "aabbbbbcccca" * 4}


def _three_judges():
    """A judge as good as people, two that are not, and a jury of all."""
    labels = {"gpt": "aabbbbbccccc" * 4, "x1": "abcabcabcabc" * 4, "x2": "abcabcabcabb" * 4}
    return accord.judge(accord.from_coders({**PEOPLE, **labels}), [*labels], resamples=20)


def _ratings():
    """Ratings with every part of the sheet: slices, systems, certainty, runs, an earlier judge."""
    draw = random.Random(3)
    truth = [draw.randint(1, 5) for _ in range(80)]
    near = {c: [min(5, max(1, t + draw.choice((-1, 0, 0, 1)))) for t in truth] for c in "ABCno"}
    rows = [
        (f"i{i}", coder, own[i])
        for coder, own in near.items()
        for i in range(80)
        if not (coder in "ABC" and i > 50) and not (coder == "n" and i % 17 == 3)
    ]
    about = {
        "tokens": [10 + i * 37 % 200 for i in range(80)],
        "system": ["xy"[i % 2] for i in range(80)],
        "q": [i // 2 for i in range(80)],
        "sure": [0.5 + i % 50 / 100 for i in range(80)],
    }
    study = replace(accord.codings(rows), about=about)
    more = {"by": "system", "systems": "system", "pairs": "q", "certainty": "sure"}
    return accord.judge(
        study, "n", people=[*"ABC"], earlier="o", runs=["o"], use="score", resamples=20, **more
    )


def _passes():
    """Passes and failures of which people labelled a few, with the answers swapped."""
    draw = random.Random(5)
    truth = [draw.random() < 0.7 for _ in range(120)]
    rows = [
        (i, coder, "pass" if (t if draw.random() < 0.9 else not t) else "fail")
        for coder in ("A", "B", "m", "s")
        for i, t in enumerate(truth)
        if coder in "ms" or i < 25
    ]
    return accord.judge(
        accord.codings(rows), "m", people=["A", "B"], swapped="s", resamples=20, missing_as="fail"
    )


def _guessing():
    """People who do not agree with each other."""
    draw = random.Random(2)
    labels = {name: "".join(draw.choice("ab") for _ in range(60)) for name in "ABCm"}
    study = accord.from_coders(labels)
    return accord.judge(study, "m", passes="a", use="score", resamples=20)


def _alone():
    """People who share no item."""
    rows = [(i, "AB"[i % 2], "ab"[i % 2]) for i in range(40)]
    rows += [(i, "m", "ab"[i % 2]) for i in range(40)]
    return accord.judge(accord.codings(rows), "m", resamples=20)


def _few():
    """Six items: nobody can be tested, and a label that only the judge has."""
    study = accord.from_coders({"A": "aabbcd", "B": "aabbcc", "m": "aabbce"})
    return accord.judge(study, "m", passes="a", resamples=20)


SHEETS = {
    made.__name__: cache(made)
    for made in (_three_judges, _ratings, _passes, _guessing, _alone, _few)
}


def _names(sheet):
    settings = sheet.settings
    return {*settings["judges"], *settings["people"], *settings}


@pytest.mark.parametrize("name", SHEETS)
def test_every_text_of_the_sheet_has_a_key(name):
    """Sentences, titles, captions and headings are by key, or are names of judges and labels."""
    sheet = SHEETS[name]()
    for block in judge_blocks(sheet):
        texts = [block.title, *block.said]
        texts += [table.title for table in block.tables]
        texts += [figure.caption for figure in block.figures]
        assert [text for text in texts if not isinstance(text, Said)] == []
        for table in block.tables:
            heads = [head for head in table.columns if not isinstance(head, Said)]
            # α, κ_w, AC1, names of judges, and labels
            assert [head for head in heads if len(head) > 3] in ([], ["pass", "fail"], ["ICC(3,1)"])
    assert isinstance(sheet.title, Said)
    assert isinstance(sheet.summary(), Said)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", SHEETS)
def test_no_form_is_left_in_english(name, language):
    """The text, the Markdown and the page have words of the language only."""
    pytest.importorskip("jinja2")
    sheet = SHEETS[name]()
    text, markdown = judge_text(sheet, language), judge_markdown(sheet, language)
    page = judge_page(sheet, language)
    assert f'<html lang="{language}">' in page
    for line in (*text.splitlines(), *markdown.replace("\\", "").splitlines(), *_ours(page)):
        first = re.split(r"  +|\|", line.strip("| "))[0].strip()
        if first not in _names(sheet):  # a row of the settings or of a person
            assert not ENGLISH.search(KEPT.sub("", line)), line


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", SHEETS)
def test_nothing_but_words_changes(name, language):
    """Every number stands in the sheet as in the English one, with a decimal comma."""
    sheet = SHEETS[name]()
    numbers = re.compile(r"(?<!\w)\d*[.,]\d{2,}")

    def shown(language):
        lines = judge_text(sheet, language).split("\n")
        tables = [line for line in lines if "  " in line]
        return [
            number.replace(",", ".").lstrip("0") for number in numbers.findall("\n".join(tables))
        ]

    assert shown(language) == shown("en")
    assert judge_json(sheet, language) == judge_json(sheet)
    assert spoken(language).of("judge.range", low=0.1, high=1)[:5] == "0,100"


def test_the_english_sheet_is_the_default():
    """Without a language everything is in English, word for word."""
    text = judge_text(SHEETS["_few"]())
    assert "m is undecided: people share too few items to decide" in text
    assert "two people with at least 30 shared items each" in text
    assert "1 item on which people tie has no majority label and is excluded." in text
    assert "The model uses labels that no person uses: 'e'." in text


def test_the_command_line_speaks(tmp_path, capsys):
    """`--language` is for all forms but the data; settings are named as options."""
    path = tmp_path / "answers.csv"
    labels = [(i, "ab"[i % 2]) for i in range(180)]
    rows = [f"{i},{label},{label},{label if i % 9 else ''}" for i, label in labels]
    path.write_text("\n".join(["item,ann,bob,gpt", *rows]) + "\n", "utf-8")
    run = ("judge", path, "-q", "--judge", "gpt", "--people", "ann,bob", "--resamples", "20")
    out, _ = called(capsys, *run, "--language", "de", "--details")
    assert out.startswith(
        "gpt im Vergleich mit Menschen in answers.csv\n\ngpt kann Menschen ersetzen.\n\nENT"
    )
    assert "--missing-as zählt sie als Label" in out
    out, _ = called(capsys, *run, "--language", "fr", "--summary")
    assert out.startswith("gpt peut")
    out, _ = called(capsys, *run, "--language", "fr", "--json")
    assert json.loads(out)["title"] == "gpt compared with people in answers.csv"
    file = tmp_path / "blatt.md"
    called(capsys, *run, "--language", "de", "-o", file)
    assert "zählt sie als Label" in file.read_text("utf-8")
    called(capsys, *run, "--language", "xx", code=2)


@pytest.mark.parametrize("show", [judge_text, judge_markdown, judge_page, judge_json])
def test_an_unknown_language_is_refused(show):
    """In every form, with the names of those there are."""
    with pytest.raises(accord.UnknownNameError, match="language 'xx'; known: de, en, fr"):
        show(_three_judges(), "xx")


def _identical():
    """Three people and a judge who all say the same, of 40 items."""
    labels = "abca" * 10
    return accord.judge(accord.from_coders(dict.fromkeys("ABCm", labels)), "m", resamples=20)


def test_no_p_is_printed_as_0():
    """The p of a judge who is identical to people is 0 as a float; no cell prints that."""
    sheet = _identical()
    assert sheet["m"].alternative.rows[0][4] == 0
    (table,) = [
        table
        for block in judge_blocks(sheet)
        for table in block.tables
        if "judge.table.left_out" in table.title.key
    ]
    assert [row[4] for row in table.shown(spoken("en"))] == ["< 0.001"] * 3


def test_what_has_no_value_has_no_sentence():
    """Two people and a judge who give nine items one label: no α, so no difference of two of them,
    and no widths that more labels would buy."""
    study = accord.from_coders({c: [1] * 9 for c in "ABm"})
    sheet = accord.judge(study, "m", use="score", resamples=20)
    text = judge_text(sheet)
    assert not re.search(r"\bby – ?\.|difference –|= –|: –|\d –|– \.", text)
    assert "α has no value, κ has no value" in text
    assert "0.000 (no interval)" in text
    assert sheet["m"].score.budget.rows == ()


def test_a_scale_with_one_person_names_that_person():
    """No caption speaks of a median where one person scored; with two it does."""
    draw = random.Random(1)
    truth = [draw.gauss(3, 1) for _ in range(60)]
    near = {c: [round(t + draw.gauss(0, 0.3), 2) for t in truth] for c in ("Ann", "Ben", "m")}
    about = {"genre": ["xy"[i % 2] for i in range(60)]}
    rows = [(i, c, own[i]) for c, own in near.items() for i in range(60)]

    def shown(*people):
        study = accord.codings([row for row in rows if row[1] in (*people, "m")])
        given = {"by": "genre", "resamples": 20}
        return judge_text(accord.judge(replace(study, about=about), "m", **given))

    assert "median" not in shown("Ann")
    assert "The model with Ann." in shown("Ann")
    assert "model minus Ann" in shown("Ann")
    assert "The model with each person and with people's median." in shown("Ann", "Ben")


@pytest.mark.parametrize(
    ("passes", "named"), [(None, "“yes”"), ("no", "“no”"), (["maybe"], "“maybe”")]
)
def test_a_share_names_the_label_that_counts(passes, named):
    """A label can be called good, bad or 1: the sentence says which one is counted. The table of
    widths has fewer judgements than there are, too."""
    rng = random.Random(4)
    truth = [rng.choice(("yes", "no", "maybe" if passes else "no")) for _ in range(60)]
    labels = {
        c: [rng.choice(("yes", "no")) if rng.random() < 0.2 else t for t in truth] for c in "ABm"
    }
    text = judge_text(accord.judge(accord.from_coders(labels), "m", passes=passes, resamples=20))
    assert f"The share that pass ({named}) for more items like these" in text
    assert f"The model's share that pass ({named}) is" in text
    assert "Width of the interval by number of human judgements" in text


def test_no_gap_is_left_where_there_is_no_interval():
    """A judge who is identical to people differs by .00, without limits and without a space."""
    text = judge_text(_identical())
    assert "differs from agreement among people by .00." in text
    assert not re.search(
        r" \.(?!\d)|\s,| {2,}\S", text.partition("TEXT FOR A PAPER")[2].splitlines()[1]
    )
