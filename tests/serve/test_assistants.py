"""`accord mcp`: what an assistant can ask, what it must ask, and what it cannot reach."""

import json
import sys
from pathlib import Path

import pytest

import accord
from accord.serve.assistants import READING_KEYWORDS, Tools

ACTS = "item,annotator,label\n" + "".join(
    f"{item},{who},{label}\n"
    for who, labels in {"A": "xyxyxyxyyx", "B": "xyxyxyxxyx", "C": "xyyyxyxyyx"}.items()
    for item, label in enumerate(labels)
)
NAMES = "id,Ann,Bob,Eve\n" + "".join(
    f"{item},{a},{b},{c}\n"
    for item, (a, b, c) in enumerate(["xxx", "yyy", "xxx", "yyy", "xxy"] * 2)
)


@pytest.fixture
def folder(tmp_path):
    """A folder with a table that says what it is, one that does not, and a secret beside it."""
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "acts.csv").write_text(ACTS, "utf-8")
    (inside / "names.csv").write_text(NAMES, "utf-8")
    (inside / "countries.csv").write_text("country,area\nPeru,1285216\nChile,756102\n", "utf-8")
    (tmp_path / "secret.csv").write_text(ACTS, "utf-8")
    (inside / "link.csv").symlink_to(tmp_path / "secret.csv")
    return inside


def test_numbers_are_those_of_the_library(folder):
    """A value, its interval and its signature are what `accord.measure` gives."""
    asked = Tools(folder).measure("acts.csv", ["Krippendorff's alpha"], distance="nominal")
    (value,) = asked.values
    (found,) = accord.measure(
        accord.read(folder / "acts.csv"), "alpha", distance="nominal", interval=True
    )
    assert (value.value, value.low, value.high) == (found.value, *found.interval)
    assert value.signature == found.signature
    assert value.name == "Krippendorff's α"


def test_a_question_is_a_question(folder):
    """A table that does not say who its coders are gets no number, whichever tool is called, and
    the reading that a person confirms does."""
    tools = Tools(folder)
    for call in (
        tools.inspect("names.csv"),
        tools.measure("names.csv"),
        tools.report("names.csv"),
        tools.choose("names.csv"),
        tools.explain(file="names.csv", program="nltk"),
    ):
        assert call == type(call)(question=call.question)
        assert "Who are the coders?" in call.question.text
    assert not (folder / "report.html").exists()
    first = call.question.readings[0]
    assert set(first) <= set(READING_KEYWORDS)
    kappa = tools.measure("names.csv", ["kappa"], reading=first).values[0]
    own = accord.read(folder / "names.csv", coders=["Ann", "Bob", "Eve"], item="id")
    assert kappa.value == accord.kappa(own).value


def test_no_agreement_no_number(folder):
    """A list of countries is refused or asked about, never measured."""
    try:
        answer = Tools(folder).measure("countries.csv")
    except accord.AccordError:
        return
    assert answer.question is not None
    assert answer.values is None


@pytest.mark.parametrize("name", ["../secret.csv", "link.csv", "/etc/passwd", "a/../../secret.csv"])
def test_files_outside_are_refused(folder, name):
    """Neither a path that climbs, nor a link, nor an absolute name leaves the folder."""
    for call in (Tools(folder).inspect, Tools(folder).measure, Tools(folder).report):
        with pytest.raises(accord.DataError, match="outside the folder"):
            call(name)
    with pytest.raises(accord.DataError, match="outside the folder"):
        Tools(folder).report("acts.csv", output="../report.html")


@pytest.mark.parametrize("name", ["\0", "a\0.csv", "x" * 5000, "x/" * 3000])
def test_what_is_no_name_is_one_short_line(folder, name):
    """Signs that no name of a file has, and names that are too long."""
    with pytest.raises(accord.DataError, match="cannot be the name of a file") as caught:
        Tools(folder).inspect(name)
    assert len(str(caught.value)) < 100


def test_links_in_a_folder_do_not_lead_outside(folder):
    """A folder is read as one study; a link in it would bring a file from elsewhere along."""
    study = folder / "study"
    study.mkdir()
    (study / "A.csv").write_text(ACTS, "utf-8")
    (study / "B.csv").symlink_to(folder.parent / "secret.csv")
    with pytest.raises(accord.DataError, match="outside the folder"):
        Tools(folder).inspect("study")


def test_files_of_others_are_not_replaced(folder):
    """A report replaces a report, and nothing else; the data least of all."""
    tools = Tools(folder)
    for _ in range(2):
        assert tools.report("acts.csv", "report.md").file == "report.md"
    for taken in ("acts.csv", "names.csv"):
        before = (folder / taken).read_text("utf-8")
        with pytest.raises(accord.AccordError):
            tools.report("acts.csv", taken)
        assert (folder / taken).read_text("utf-8") == before


def test_readings_may_say_only_what_readings_say(folder):
    """Limits and trust are not an assistant's to change; a key that is none is named."""
    for key in ("limits", "trust_offsets", "strict", "colour"):
        with pytest.raises(accord.DataError, match=f"a reading has no '{key}'"):
            Tools(folder).inspect("acts.csv", {key: True})


@pytest.mark.parametrize("reading", [{"coders": 3}, {"shape": ["wide"]}, {"item": {"a": 1}}])
def test_readings_of_wrong_types_are_one_line(folder, reading):
    """An assistant writes whatever it likes; what is expected is said."""
    (name,) = reading
    for call in (Tools(folder).inspect, Tools(folder).measure):
        with pytest.raises(accord.DataError, match=f"^reading: {name} is .*; expected a "):
            call("acts.csv", reading=reading)


def test_a_list_of_who_saw_what_is_inside_too(folder):
    """A reading may name a file with that list; one outside is not opened."""
    with pytest.raises(accord.DataError, match="outside the folder"):
        Tools(folder).inspect("acts.csv", {"seen": "../secret.csv"})


def test_undefined_is_said_in_json(folder):
    """nan is null with the reason: JSON knows no nan."""
    (folder / "one.csv").write_text("item,rater1,rater2\n1,x,x\n2,x,x\n3,x,x\n", "utf-8")
    (value,) = Tools(folder).measure("one.csv", ["kappa"]).values
    assert value.value is None
    assert value.undefined
    json.loads(json.dumps(vars(value), allow_nan=False))


QUESTIONS = [
    ("inspect", {"file": "acts.csv"}),
    ("measure", {"file": "acts.csv", "measures": ["Fleiss' kappa"]}),
    ("measure", {"file": "names.csv"}),
    ("report", {"file": "acts.csv", "output": "out.md"}),
    ("choose", {"task": "named-entity"}),
    ("explain", {"word": "KALPHA"}),
    ("explain", {"file": "acts.csv", "program": "nltk"}),
    ("judge", {"file": "acts.csv", "judge": "C", "people": ["A", "B"]}),
]


def test_a_client_over_stdio(folder):
    """A scripted client asks eight questions, one of them of a table that does not say who its
    coders are: it gets the question, answers it and gets the number; outside it gets nothing."""
    pytest.importorskip("mcp", reason="is not installed")
    import anyio
    from mcp.client import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    source = str(Path(accord.__file__).parents[1])
    program = StdioServerParameters(
        command=sys.executable,
        args=["-m", "accord", "mcp", "--folder", str(folder)],
        env={"PYTHONPATH": source, "PATH": "/usr/bin:/bin"},
    )

    async def asked():
        answers = []
        async with Client(stdio_client(program)) as client:
            listed = {tool.name for tool in (await client.list_tools()).tools}
            for name, given in QUESTIONS:
                answers.append(await client.call_tool(name, given))
            reading = answers[2].structured_content["question"]["readings"][0]
            again = {"file": "names.csv", "measures": ["kappa"], "reading": reading}
            answers.append(await client.call_tool("measure", again))
            outside = await client.call_tool("inspect", {"file": "../secret.csv"})
            more = {"file": "acts.csv", "confidence": 0.99}
            unheard = await client.call_tool("measure", more)
        return listed, answers, outside, unheard

    listed, answers, outside, unheard = anyio.run(asked)
    assert listed == {"inspect", "measure", "report", "choose", "explain", "judge"}
    assert not any(answer.is_error for answer in answers)
    seen = [answer.structured_content for answer in answers]
    assert seen[0]["coders"] == ["A", "B", "C"]
    fleiss = accord.pi(accord.read(folder / "acts.csv")).value
    assert seen[1]["values"][0]["value"] == pytest.approx(fleiss, abs=1e-15)
    assert [key for key, told in seen[2].items() if told is not None] == ["question"]
    assert (folder / "out.md").exists()
    assert seen[4]["choices"]
    assert "α" in seen[5]["lines"][0]
    assert any("kappa" in line for line in seen[6]["lines"])
    assert seen[7]["verdict"]
    own = accord.read(folder / "names.csv", coders=["Ann", "Bob", "Eve"], item="id")
    assert seen[8]["values"][0]["value"] == pytest.approx(accord.kappa(own).value, abs=1e-15)
    assert outside.is_error
    assert "outside the folder" in outside.content[0].text
    assert unheard.is_error  # left out in silence, its interval would be taken for 99%
    assert "measure has no argument 'confidence'; known: file, " in unheard.content[0].text
