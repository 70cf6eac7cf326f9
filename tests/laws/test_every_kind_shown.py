"""Laws over the table of kinds: a report on a study of each kind shows what only this kind has, in
every form and every language."""

import contextlib
import io
import json
from dataclasses import replace
from functools import cache
from html import escape

import pytest

import accord
from accord._report.render.charts import figure_specs
from accord._report.render.latex import latex, latex_text as in_latex
from accord._report.render.markdown import escaped as in_markdown, markdown
from accord._report.render.page import page
from accord._report.render.screen import screen
from accord._report.render.tables import said_tables
from accord.kinds.kind import kind_named, kind_of
from accord.kinds.table import KINDS
from accord.words.said import LANGUAGES
from tests.laws.one_of_each import EXAMPLES

EVERY = pytest.mark.parametrize("stored", KINDS)
SPOKEN = pytest.mark.parametrize("language", LANGUAGES)


@cache
def reported(stored, language="en"):
    """The report on the example of a kind: computed once, and said in each language."""
    if language != "en":
        return replace(reported(stored), language=language)
    return accord.report(EXAMPLES[stored](), resamples=20)


def section_of(stored):
    """The section that shows what was annotated: its own, or the one that stands for it."""
    kind = kind_named(stored)
    of_labels = "categories" if kind.own("label_sections") else "disagreements"
    return kind.section or of_labels


@EVERY
def test_data(stored):
    """The section is part of the data, which are plain."""
    data = reported(stored).as_dict()
    assert data["study"]["kind"] == stored
    assert data[section_of(stored)]
    assert json.loads(json.dumps(data, allow_nan=False)) == data


@EVERY
def test_one_kind_one_section(stored):
    """No report has the section of another kind."""
    others = {kind_named(other).section for other in KINDS} - {kind_named(stored).section, None}
    assert not others & reported(stored).data.keys()


@EVERY
@SPOKEN
def test_page(stored, language):
    """The page has the section among its details, under a title in its language."""
    report, name = reported(stored, language), section_of(stored)
    html = page(report, script="")
    assert f'id="{name}"' in html
    assert f'<summary><h3 id="{name}">' in html
    own = report[name].get("title") or report.say.of(
        f"page.{name}"
    )  # graphs are shown as trees are
    assert escape(report.say(own)) in html
    assert escape(report.say(report["study"]["sentence"])) in html


@EVERY
@SPOKEN
def test_markdown(stored, language):
    """Every table of the section is there, under its title."""
    report = reported(stored, language)
    own = kind_of(EXAMPLES[stored]()).own("own_tables")
    titles = [report.say(table.title) for table in own(report[section_of(stored)])] if own else []
    text = markdown(report)
    assert in_markdown(report.say(report["study"]["sentence"])) in text
    assert titles or kind_named(stored).section is None
    for title in (*titles, *(table.title for table in said_tables(report))):
        assert in_markdown(title) in text


@EVERY
@SPOKEN
def test_latex(stored, language):
    """LaTeX holds what papers print, who annotated what and the coefficients, for every kind."""
    report = reported(stored, language)
    text = latex(report)
    assert in_latex(report.say(report["study"]["sentence"])) in text
    assert in_latex(report.say(report["methods"]["paragraph"])) in text


@EVERY
@SPOKEN
def test_terminal(stored, language):
    """The terminal says who annotated what, what limits agreement, and the first tables."""
    report = reported(stored, language)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        screen(report)
    text = " ".join(out.getvalue().split())
    limits = report[section_of(stored)].get("limits", ())
    tables = [table.title for table in said_tables(report) if table.name == "coefficients"]
    for said in (report["study"]["sentence"], *limits, *tables):
        assert " ".join(report.say(said).split()) in text


@EVERY
def test_charts(stored):
    """A kind that draws its section has a chart of that name, which says what it draws."""
    kind = kind_named(stored)
    drawn = kind.own("page_chart") or kind.own("still_picture")
    specs = figure_specs(reported(stored))
    assert (kind.section in specs) == (drawn is not None)


@EVERY
def test_a_study_as_it_is(stored):
    """A study is drawn where its kind can be, else refused by its name."""
    study = EXAMPLES[stored]()
    if kind_of(study).ability("study_chart") is None:
        with pytest.raises(accord.NotApplicableError, match=type(study).__name__):
            accord.render.plot(study)
    else:
        assert accord.render.plot(study).to_dict()["data"]


def test_an_unknown_language_is_refused():
    """The error names the languages there are."""
    with pytest.raises(accord.UnknownNameError, match="language 'xx'; known: de, en, fr"):
        replace(reported("codings"), language="xx")
