"""The book and the README are true: their code runs, their outputs are real, nothing is dead.

Blocks of a page run from top to bottom, in one namespace and one folder, by the same code that
builds the book (docs/_ext/execute.py).
"""

import ast
import html
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from urllib.parse import quote

import pytest

import accord
from accord._read.formats.table import FORMATS, REFUSED
from accord._report.citations import bibliography
from accord.infer.advice.cases import TASKS, TRAITS, suited, task

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
sys.path[:0] = [str(DOCS / "_ext"), str(DOCS / "_scripts")]

import execute  # noqa: E402
import links  # noqa: E402
import pages  # noqa: E402

import peers  # noqa: E402

AXE = Path(os.environ.get("ACCORD_AXE", ".venv/browser/node_modules/axe-core/axe.min.js"))

PAGES = sorted(p for p in DOCS.rglob("*.md"))
ACTS = "item,annotator,label\ns1,A,Stat\ns1,B,Stat\ns2,A,IReq\ns2,B,Stat\ns3,A,IReq\ns3,B,IReq\n"
RATINGS = "item,rater A,rater B,rater C\n" + "\n".join(
    f"{n},{a},{b},{c}"
    for n, (a, b, c) in enumerate(
        [("low", "low", "mid"), ("high", "high", "high"), ("mid", "mid", "low")] * 8
    )
)


def _runnable(path):
    kinds = (*execute.EXECUTED, "python", "console")
    return [b for b in execute.blocks(path.read_text("utf-8")) if b.kind in kinds]


def _needs(block):
    """The packages that a plain block of Python imports."""
    if block.kind != "python":
        return []
    found = (node for node in ast.walk(ast.parse(block.body)))
    names = [
        node.module if isinstance(node, ast.ImportFrom) else node.names[0].name
        for node in found
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    return sorted({name.partition(".")[0] for name in names} - {"accord"})


OTHERS = [(path, at) for path in PAGES for at, block in enumerate(_runnable(path)) if _needs(block)]


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.relative_to(DOCS).as_posix())
def test_the_code_of_every_page_runs(path):
    """All code of a page runs; published values agree to the last digit or are marked as slips."""
    found = [block for block in _runnable(path) if not _needs(block)]
    with execute.folder():
        execute.run(found, path)
    for block in found:
        assert "Traceback" not in block.output


@pytest.mark.parametrize(("path", "at"), OTHERS, ids=[f"{p.stem}-{at}" for p, at in OTHERS])
def test_the_code_of_other_programs_runs(path, at):
    """A block that shows another program runs where that is installed (`make peers` has all)."""
    block = _runnable(path)[at]
    for name in _needs(block):
        pytest.importorskip(name)
    with execute.folder():
        execute.run([block], path)
    assert block.output.strip()


def test_no_command_is_only_shown():
    """A command of accord stands in a block that runs, on every page."""
    for path in (*PAGES, ROOT / "README.md"):
        ran = {block.line for block in _runnable(path)}
        for block in execute.blocks(path.read_text("utf-8")):
            if block.line not in ran:
                assert "$ accord" not in block.body, f"{path.name}:{block.line}"


def test_the_readme_runs():
    """Python of the README runs, and its sessions print what it says they print."""
    found = _runnable(ROOT / "README.md")
    assert len(found) >= 3
    with execute.folder() as folder:
        (folder / "acts.csv").write_text(ACTS, "utf-8")
        (folder / "ratings.csv").write_text(RATINGS, "utf-8")
        rows = [line.split(",") for line in ACTS.splitlines()[1:]]
        records = [dict(zip(("item", "annotator", "label"), row, strict=True)) for row in rows]
        (folder / "export.json").write_text(json.dumps(records), "utf-8")
        for block in found:
            promised = [line for line in block.body.splitlines() if not line.startswith("$")]
            execute.run([block], ROOT / "README.md")
            if block.kind == "console" and any(promised):
                assert block.output.splitlines() == block.body.splitlines()


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("tutorial*.py")), ids=str)
def test_tutorials_are_scripts_that_run(path, capsys):
    """A tutorial is a text-paired notebook: cells of code and prose, run from top to bottom."""
    text = path.read_text("utf-8")
    assert text.count("# %% [markdown]") >= 3
    with execute.folder():
        exec(compile(text, str(path), "exec"), {"__name__": "__tutorial__"})
    assert "signature alpha|" in capsys.readouterr().out


def test_no_page_prints_a_table_in_a_loop():
    """Results print themselves: no code of the book, README or tutorial prints inside a loop."""
    sources = {
        f"{path.name}:{block.line}": block.body
        for path in (*PAGES, ROOT / "README.md")
        for block in _runnable(path)
        if block.kind in ("{run}", "python")
    }
    sources |= {
        path.name: path.read_text("utf-8") for path in (ROOT / "examples").glob("tutorial*.py")
    }
    assert len(sources) > 50
    for where, code in sources.items():
        for loop in ast.walk(ast.parse(code)):
            if isinstance(loop, ast.For | ast.While):
                calls = [node.func for node in ast.walk(loop) if isinstance(node, ast.Call)]
                assert "print" not in [getattr(call, "id", "") for call in calls], where


def test_no_page_only_lists():
    """A page that shows a table or an API says first, in words, what it is for."""
    for path in PAGES:
        text = re.sub(r"^(`{3,}).*?^\1", "", path.read_text("utf-8"), flags=re.M | re.S)
        words = [line for line in text.splitlines() if not re.match(r"[|#>\s-]|$", line)]
        assert len(" ".join(words).split()) >= 20, path.name


def test_keys_of_works_exist():
    """Every work that a page cites is in the bibliography."""
    for path in PAGES:
        cited = set(re.findall(r"<work-(\w+)>", path.read_text("utf-8")))
        assert cited <= set(bibliography()), path.name


def test_published_values_are_many_and_slips_few():
    """The five papers and the classics: over 150 values, of which few are slips of the source."""
    rows = [
        row
        for path in sorted((DOCS / "papers").glob("*.md"))
        for block in execute.page(path)
        for row in block.rows
    ]
    assert len(rows) > 150
    assert 10 <= sum(row.slip for row in rows) <= 25


def test_a_wrong_value_would_stop_the_build(tmp_path):
    """A published row that does not agree, or a slip that does, is an error with its line."""
    for body, said in (("κ | 0.35 | 0.36", "ours is 0.36"), ("κ | 0.35 | 0.35 | slip", "agrees")):
        path = tmp_path / f"{said[:4]}.md"
        path.write_text(f"text\n\n```{{published}}\n{body}\n```\n", "utf-8")
        with pytest.raises(execute.PageError, match=rf":3: .*{said}"):
            execute.page(path)


def test_the_table_of_peers_holds_for_accord():
    """What `make peers` wrote for accord is what accord says now, and nothing was left out."""
    written = json.loads((DOCS / "peers.json").read_text("utf-8"))
    cases = {case["name"]: case["rows"] for case in written["cases"]}
    assert set(written["versions"]) == {"accord", "DKPro", *peers.PACKAGES}
    for name, _, _, rows in peers.CASES:
        for row, (program, call, compute, why) in zip(cases[name], rows(), strict=True):
            assert (row["program"], row["call"], row["why"]) == (program, call, why)
            assert row["prints"] != "not run"
            if program == "accord":
                assert row["prints"] == peers.shown(compute)


def test_twelve_tasks_have_an_answer():
    """Each task of the paper's appendix has a recommended measure; the hardest has γ alone."""
    assert len(TASKS) == 12
    for case in TASKS.values():
        assert {*case.must, *case.may} <= set(TRAITS)
        assert [c for c in suited(case) if c.verdict == "recommended"]
    for name in ("topic-transition", "units,categories,overlap"):
        best = [c.measure.name for c in suited(task(name)) if c.verdict == "recommended"]
        assert best == ["gamma"]
    with pytest.raises(accord.UnknownNameError, match="named-entity"):
        task("named-entitie")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The built book, warnings as errors; what its code prints is the business of other tests."""
    return _built(tmp_path_factory.mktemp("site"), executes=False)


BUILD = """
import gc, sys
gc.disable()  # pages stay until the end: looking for circles took a third of the time
from sphinx.cmd.build import main
sys.exit(main(sys.argv[1:]))
"""


def _built(out, executes):
    pytest.importorskip("sphinx")
    pytest.importorskip("myst_parser")
    pytest.importorskip("furo")
    run = subprocess.run(
        [
            sys.executable,
            "-c",
            BUILD,
            "-b",
            "html",
            "-E",
            "-n",
            "-W",
            "--keep-going",
            "-q",
            "-D",
            f"book_executes={int(executes)}",
            str(DOCS),
            str(out),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return out


@pytest.mark.full
def test_the_book_builds_with_what_its_code_prints(tmp_path):
    """As `make docs` does it: everything is run, and what it prints makes no warning either."""
    assert links.problems(_built(tmp_path, executes=True)) == []


def test_the_book_builds_without_a_warning_or_a_dead_link(site):
    """Every internal link and anchor leads somewhere, and nothing is fetched from outside."""
    assert links.problems(site) == []


def test_every_public_name_is_in_the_api(site):
    """The reference has an anchor for every function and class that is public."""
    anchors = set()
    for path in (site / "api").glob("*.html"):
        page = links.Links()
        page.feed(path.read_text("utf-8"))
        anchors |= page.anchors
    for space in ("accord", *pages.SPACES):
        full = "accord" if space == "accord" else f"accord.{space}"
        things = {n for n, thing in pages.offered(space).items() if callable(thing)}
        assert {f"{full}.{name}" for name in things} <= anchors


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.relative_to(DOCS).as_posix())
def test_files_stand_under_their_own_names(site, path):
    """Files of one content are told apart: each is shown under the name it is written to."""
    shown = (site / path.relative_to(DOCS)).with_suffix(".html").read_text("utf-8")
    names = re.findall(r'<div class="file-name[^>]*>\s*<p>(.*?)</p>', shown, flags=re.S)
    written = [b.argument for b in execute.blocks(path.read_text("utf-8")) if b.kind == "{file}"]
    assert [re.sub(r"<[^>]+>", "", name) for name in names] == written


@pytest.mark.parametrize(
    ("page", "first", "then"),
    [
        ("conformance", "published values:", "From its page"),
        ("differences", "Run with DKPro", "Two coders, three categories, nothing missing"),
    ],
)
def test_what_holds_for_a_list_is_said_before_it(site, page, first, then):
    """Counts and versions stand above the tables that they are about."""
    text = _text(site / f"{page}.html")
    assert 0 < text.index(first) < text.index(then)


QUESTIONS = {
    "which coefficient for overlapping spans": "handles overlapping and nested spans",
    "why κ is low though 90% agree": "most of that agreement is expected by chance",
    "why NLTK's MASI α differs from last year's": "M was rounded: .67 and .33",
    "how to cite": "Cite the paper of the measure first",
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_three_clicks(site, question):
    """The answer to each question is on a page at most three clicks from the start page."""
    start = (site / "index.html").resolve()
    near, seen = {start}, {start}
    for _ in range(3):
        near = {target for page in near for target in _targets(page)} - seen
        seen |= near
        if any(QUESTIONS[question] in _text(page) for page in near):
            return
    pytest.fail(f"no answer to {question!r} within three clicks")


WALKS = {
    "brat spans": (["guides/entities"], "accord measure brat"),
    "Excel ratings": (["guides/spreadsheet"], "-m alpha --distance ordinal"),
    "Excel ratings without a terminal": (["guides/without-a-terminal"], "accord serve"),
    "a judge's frame": (["guides/judges", "api/judges"], "JudgeSheet"),
    "a project lead: good enough?": (["questions/good-value"], "Krippendorff's conventions"),
    "a project lead: what next?": (["guides/report"], "accord report"),
    "a project lead: how many?": (["guides/how-many"], "accord plan --expect"),
    "a paper's number": (["differences"], "accord explain-difference --vs nltk"),
    "a paper recomputed": (["papers/artstein-poesio-2008", "conformance"], "slips of their source"),
}
"""User → the pages on the way from the start page, and what the last one must say."""


@pytest.mark.parametrize("user", WALKS)
def test_five_users_reach_their_number(site, user):
    """Every click of docs/ways-in.md is a link that is there, three at most."""
    clicks, said = WALKS[user]
    assert len(clicks) <= 3
    told = (DOCS / "ways-in.md").read_text("utf-8")
    page = (site / "index.html").resolve()
    for name in clicks:
        assert f"({name}.md)" in told
        following = (site / f"{name}.html").resolve()
        assert following in set(_targets(page)), f"{page.name} does not lead to {name}"
        page = following
    written = (DOCS / f"{clicks[-1]}.md").read_text("utf-8")  # commands are run by other tests
    assert said in html.unescape(_text(page)) or said in written


def test_every_message_of_the_index_is_one_that_accord_prints():
    """Each phrase of the table stands in what the page prints, under the heading it leads to."""
    text = (DOCS / "errors.md").read_text("utf-8")
    rows = re.findall(r"^\| (.+?) \| \[(.+?)\]\(#", text, re.MULTILINE)
    assert len(rows) >= 30
    printed = [block.output for block in execute.page(DOCS / "errors.md")]
    said = " ".join(" ".join(filter(None, printed)).split())
    said += str(accord.MissingExtraError.of("the page", "jinja2", "report"))  # installed here
    for phrase, heading in rows:
        assert phrase in said, phrase
        assert f"### {heading}\n" in text


def test_every_command_of_the_walks_is_run_on_its_page():
    """The walk names a command as the page it leads to runs it, but for files and options."""
    told = (DOCS / "ways-in.md").read_text("utf-8")
    pages_of = "".join((DOCS / f"{c[-1]}.md").read_text("utf-8") for c, _ in WALKS.values())
    named = re.findall(r"`accord ([\w-]+)", told)
    assert len(named) >= 4
    for command in named:
        assert f"$ accord {command} " in pages_of


def test_a_page_of_the_reference_is_one_room(site):
    """No page of the reference is endless: at most 45 functions and classes on each."""
    offered = {
        f"accord.{'' if space == 'accord' else space + '.'}{name}"
        for space in ("accord", *pages.SPACES)
        for name in pages.offered(space)
    }
    for path in sorted((site / "api").glob("*.html")):
        page = links.Links()
        page.feed(path.read_text("utf-8"))
        assert len(page.anchors & offered) <= 45, path.name


def test_parameters_are_explained_once(site):
    """Each is an entry of the list of parameters: no line of source, none said again below."""
    for path in sorted((site / "api").glob("*.html")):
        assert ":param" not in path.read_text("utf-8"), path.name
    shown = _text(site / "api" / "spans.html")
    assert shown.count("γ: weight of position.") == len(["gamma", "gamma_cat", "gamma_k"])


def test_every_page_is_in_the_sidebar_and_marked(site):
    """The list of pages is made once for all: on every page its links lead there, and the page
    itself is the current one."""
    for name in ("index", "choose", "api/spans", "questions/low-kappa"):
        text = (site / f"{name}.html").read_text("utf-8")
        tree = text.partition('<div class="sidebar-tree">')[2].partition("</div>")[0]
        links_of = links.Links()
        links_of.feed(tree)
        assert len(links_of.links) > 80
        assert all(
            link == "#" or (site / name).parent.joinpath(link).exists() for link in links_of.links
        )
        assert tree.count("current-page") == (name != "index")
        assert tree.count('checked=""') == name.count("/")


def test_the_search_has_every_section(site):
    """Its text holds all pages, what their code printed too, and no picture."""
    text = (site / "_static" / "sections.js").read_text("utf-8")
    sections = json.loads(text.removeprefix("var SECTIONS = ").rstrip(";\n"))
    assert {place.partition("#")[0] for place, *_ in sections} == {
        path.relative_to(DOCS).with_suffix(".html").as_posix() for path in PAGES
    }
    assert any("1 − D_o/D_e" in words for *_, words in sections)
    assert "base64" not in text


SOUGHT = {
    "Cohen's kappa": "questions/cohen-or-fleiss.html",
    "Cohen’s kappa": "questions/cohen-or-fleiss.html",
    "cohens kappa": "questions/cohen-or-fleiss.html",
    "ICC": "guides/raters.html",
    "sample size": "guides/how-many.html",
    "Likert": "questions/likert.html",
}
"""What people type, with whatever apostrophe, and the page that is among the first three."""


@pytest.fixture(scope="module")
def in_chromium():
    """A browser."""
    api = pytest.importorskip("playwright.sync_api")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("no chromium here")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


def test_the_search_finds_words_with_excerpts(site, in_chromium):
    """In a browser, from a file: sections with all words, each with the words in their place."""
    shown = in_chromium.new_page()
    shown.goto((site / "search.html").as_uri() + "?q=design+effect")
    shown.wait_for_selector("#found li")
    first = shown.locator("#found li").first
    assert "design effect" in shown.locator("#found").inner_text().lower()
    assert first.locator("mark").count() >= 2
    for asked, page in SOUGHT.items():
        shown.goto((site / "search.html").as_uri() + f"?q={quote(asked)}")
        shown.wait_for_selector("#found li")
        places = shown.locator("#found li a").evaluate_all(
            "links => links.slice(0, 3).map(link => link.getAttribute('href').split('#')[0])"
        )
        assert page in places, asked
    shown.goto((site / "search.html").as_uri() + "?q=qqqqzz")
    shown.wait_for_function("document.getElementById('how-many').textContent")
    assert "No section" in shown.locator("#how-many").inner_text()
    assert shown.locator("#found li").count() == 0


def test_the_search_knows_the_words_of_the_papers(site, in_chromium):
    """The book's search finds each of the words that were collected from the five papers."""
    table = (ROOT / "tests" / "words_of_the_papers.tsv").read_text("utf-8").splitlines()
    words = [line.split("\t")[0] for line in table if not line.startswith("#")]
    shown = in_chromium.new_page()
    shown.goto((site / "search.html").as_uri())
    counts = shown.evaluate("words => words.map(word => searched(word).length)", words)
    assert len(words) == 288
    assert [word for word, count in zip(words, counts, strict=True) if not count] == []


def test_assistants_find_every_page(site):
    """llms.txt lists each page of the book once, with a link that is there and what it says first,
    and tells an assistant to ask instead of guessing."""
    text = (site / "llms.txt").read_text("utf-8")
    links = re.findall(r"^- \[[^]]+\]\((\S+)\)", text, flags=re.M)
    assert len(links) == len(set(links)) > 60
    assert all((site / link).is_file() for link in links)
    assert links[0] == "five-minutes.html"
    assert "never choose a reading yourself" in text


def test_the_comparison_is_what_was_run():
    """Every row of the page on programs side by side is a call that was run; where another
    program is said to give the same number, both printed it."""
    table = pages.comparison()
    assert table.count("✓") > 20
    for row in table.splitlines()[2:]:
        assert "✓" in row or "–" in row


@pytest.mark.skipif(not AXE.exists(), reason="no axe-core: run tools/install_browser.sh")
def test_the_book_is_accessible(site, in_chromium):
    """axe-core finds no problem of roles and landmarks on a page of the book."""
    shown = in_chromium.new_page()
    for page in ("index", "choose", "search", "atlas", "api/spans"):
        shown.goto((site / f"{page}.html").as_uri())
        shown.add_script_tag(content=AXE.read_text("utf-8"))
        found = shown.evaluate("axe.run(document, {resultTypes: ['violations']})")
        told = [(p["id"], p["nodes"][0]["html"][:200]) for p in found["violations"]]
        wrong = [one for one in told if one[0] in ROLES]
        assert wrong == [], page


ROLES = (
    *("aria-required-attr", "landmark-unique", "landmark-no-duplicate-main", "aria-allowed-role"),
    *("nested-interactive", "definition-list"),
)
"""Rules of axe-core about what a theme makes of a page."""


def _text(path):
    text = re.sub(r"<[^>]+>", "", path.read_text("utf-8"))
    return " ".join(text.replace("&#8217;", "'").split())


def _targets(path):
    page = links.Links()
    page.feed(path.read_text("utf-8"))
    for link in page.links:
        target = (path.parent / link.partition("#")[0]).resolve()
        if target.suffix == ".html" and target.exists():
            yield target


@pytest.mark.parametrize(
    "page",
    [
        "index",
        "guides/report",
        *(
            pytest.param(page, marks=pytest.mark.full)
            for page in ("guides/entities", "guides/migrate", "differences")
        ),
    ],
)
def test_a_browser_opens_it_in_silence(site, page, in_chromium):
    """A real browser shows the page without a console message, an error or a request outside."""
    said = []
    shown = in_chromium.new_page()
    shown.on("console", lambda message: said.append(message.text))
    shown.on("pageerror", lambda error: said.append(str(error)))
    shown.on("requestfailed", lambda request: said.append(request.url))
    shown.on("request", lambda r: said.append(r.url) if r.url.startswith("http") else None)
    shown.goto((site / f"{page}.html").as_uri())
    assert shown.locator("h1").count() == 1
    shown.close()
    assert said == []


def test_formats_of_the_book_are_those_of_the_table():
    """The page has no table of its own: formats, refusals and limits are made from accord's."""
    page = (DOCS / "formats.md").read_text("utf-8")
    assert "\n|" not in page
    made = {"formats": pages.formats, "refused": pages.refused, "limits": pages.limits}
    shown = {name: rows() for name, rows in made.items() if f"```{{{name}}}\n```" in page}
    assert shown.keys() == made.keys()
    for name in FORMATS:
        assert f"\n| `{name}` | " in shown["formats"]
    for refused in REFUSED:
        assert f"\n| {refused.what} | " in shown["refused"]
    for limit in fields(accord.Limits):
        assert f"\n| `{limit.name}` | " in shown["limits"]
