"""The atlas: recipes are valid, values are those of the references, and standings are true."""

import json
import os
from pathlib import Path

import pytest

import accord
from accord.infer.advice.cases import EVERY
from accord.infer.atlas import standing as standings
from accord.infer.atlas.adding import recipe_text
from accord.infer.atlas.recipe import hash_of_files, recipe_of, recipes
from accord.infer.atlas.recomputing import (
    ABSENT,
    CHANGED,
    DIFFERS,
    EQUAL,
    FAILED,
    NO_REFERENCE,
    differences,
    verified,
)
from accord.infer.atlas.values import atlas_rows, csv_of_values, kept_results
from tests.cli.commands import called, typed

SAMPLES = Path(os.environ.get("ACCORD_SAMPLES", "")) / "atlas"
NEEDS_SAMPLES = pytest.mark.skipif(
    "ACCORD_SAMPLES" not in os.environ, reason="ACCORD_SAMPLES names no folder of samples"
)
EVERY_RECIPE = pytest.mark.parametrize("recipe", recipes().values(), ids=lambda one: one.name)
UNEXPLAINED = {"rstmulti": NO_REFERENCE}
"""Data sets without a value that is equal to a reference: their recipes say why."""

MINE = "item,coder,label\n1,A,x\n1,B,x\n2,A,y\n2,B,x\n3,A,y\n3,B,y\n"
RECIPE = """
title = "Mine"
task = "text-classes"
kind = "codings"
repository = "me/mine"
commit = "0"
licence = "CC0"
files = ["mine.csv"]
sha256 = "{sha}"
[[part]]
values = [{{ measure = "alpha", distance = "nominal", reference = {value} }}]
"""


def _mine(folder, value, text=MINE):
    (folder / "mine").mkdir()
    path = folder / "mine" / "mine.csv"
    path.write_text(text, "utf-8")
    return recipe_of("mine", RECIPE.format(sha=hash_of_files(path.parent, [path]), value=value))


# Recipes ----------------------------------------------------------------------------------------


def test_there_is_a_recipe_for_each_data_set():
    """51 data sets of ten kinds of labels and marks, each with its source, licence and commit."""
    assert len(recipes()) == 51
    for recipe in recipes().values():
        assert len(recipe.facts["commit"]) == 40
        assert len(recipe.facts["sha256"]) == 64
        assert recipe.facts["licence"]
        assert recipe.facts["repository"].count("/") == 1


@EVERY_RECIPE
def test_a_value_without_a_reference_has_a_note(recipe):
    """Where no independent value is equal, the recipe says what the reference is and why."""
    without = not recipe.parts or any(
        one.reference is None for part in recipe.parts for one in part.values
    )
    assert not without or recipe.facts["note"]


@EVERY_RECIPE
def test_a_cut_is_marked_and_not_compared(recipe):
    """What is compared of a cut is the reference of the whole file, without an interval."""
    for row in atlas_rows():
        if row["data_set"] == recipe.name and recipe.cut:
            assert not row["recomputed"]
            assert row["low"] is None
            wanted = {one.whole for part in recipe.parts for one in part.values}
            assert row["value"] in wanted


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ('task = "nonsense"', "task in mine.toml"),
        ('kind = "nonsense"', "kind in mine.toml"),
        ("colour = 1", "key in mine.toml"),
        ("title = 1", "title must be a text"),
        ("files = 1", "files must be a list"),
        ('reading = { colum = "a" }', "setting in mine.toml"),
    ],
)
def test_a_recipe_with_a_fault_says_which(change, message):
    """Unknown tasks, kinds, keys and settings are refused by name."""
    key = change.partition(" ")[0]
    lines = [line for line in RECIPE.format(sha="0", value=0.5).splitlines() if line]
    lines = [change, *(line for line in lines if not line.startswith(key + " "))]
    with pytest.raises(accord.AccordError, match=message):
        recipe_of("mine", "\n".join(lines))


@pytest.mark.parametrize("key", ["measure", "reference"])
def test_a_value_with_a_fault_says_which(key):
    """A measure that is none, and a reference that is no number, are refused."""
    text = RECIPE.format(sha="0", value=0.5)
    text = text.replace('"alpha"', '"alfa"') if key == "measure" else text.replace("0.5", '"0.5"')
    with pytest.raises(accord.AccordError, match=key):
        recipe_of("mine", text)


# Verification -----------------------------------------------------------------------------------


def test_equal_values_are_equal(tmp_path):
    """α of this table is 4/9, worked out by hand: D_o = 1/3, D_e = 2 · 3 · 3 / (6 · 5) = 3/5."""
    (one,) = verified(_mine(tmp_path, 0.444444), tmp_path)
    assert (one.state, round(one.found.value, 6)) == (EQUAL, 0.444444)
    assert (one.found.items, one.found.coders, one.found.categories) == (3, 2, 2)
    assert one.found.largest == 0.5


def test_the_share_of_the_largest_category_is_kept(tmp_path):
    """5 of 6 labels are x."""
    (one,) = verified(
        _mine(tmp_path, 0.5, MINE.replace("3,A,y", "3,A,x").replace("3,B,y", "3,B,x")), tmp_path
    )
    assert one.found.largest == pytest.approx(5 / 6, abs=1e-6)


def test_another_value_differs(tmp_path):
    """One unit in the sixth digit is a difference."""
    (one,) = verified(_mine(tmp_path, 0.444445), tmp_path)
    assert one.state == DIFFERS


def test_another_file_is_not_computed(tmp_path):
    """A file with another hash is not the data set, whatever its values are."""
    recipe = _mine(tmp_path, 0.444444)
    (tmp_path / "mine" / "mine.csv").write_text(MINE + "4,A,x\n4,B,x\n", "utf-8")
    (one,) = verified(recipe, tmp_path)
    assert (one.state, one.found) == (CHANGED, None)


def test_what_is_not_there_is_said(tmp_path):
    """A data set without files is neither right nor wrong."""
    assert [one.state for one in verified(recipes()["dogs"], tmp_path)] == [ABSENT]


def test_a_file_that_is_not_read_fails(tmp_path):
    """A reading that does not fit is a failure with its reason, never another reading."""
    recipe = _mine(tmp_path, 0.5, "a,b\n1,2\n3,4\n")
    (one,) = verified(recipe, tmp_path)
    assert one.state == FAILED
    assert one.why


def _beside(folder, value):
    """A recipe of one's own in a folder of data."""
    (folder / "mine.csv").write_text(MINE, "utf-8")
    sha = hash_of_files(folder, [folder / "mine.csv"])
    (folder / "mine.toml").write_text(RECIPE.format(sha=sha, value=value), "utf-8")


def test_verify_ends_with_1_where_a_value_differs(tmp_path, capsys):
    """The exit code says whether all is well; what is not on disk is no fault."""
    assert "1 not on disk" in called(capsys, "atlas", "verify", tmp_path, "--only", "dogs").out
    _beside(tmp_path, 0.4)
    told = called(capsys, "atlas", "verify", tmp_path, "--only", "mine", code=1)
    assert "1 differs" in told.out


def test_a_recipe_of_ones_own_is_verified_where_it_lies(tmp_path, capsys):
    """Beside its data, or beside the folder of its name; a name that is nowhere is refused, and
    TOML that is no recipe is left alone."""
    _beside(tmp_path, 0.444444)
    (tmp_path / "pyproject.toml").write_text("[project]\n", "utf-8")
    assert "1 equal" in called(capsys, "atlas", "verify", tmp_path, "--only", "mine").out
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine.csv").rename(tmp_path / "mine" / "mine.csv")
    assert "1 equal" in called(capsys, "atlas", "verify", tmp_path, "--only", "mine").out
    told = called(capsys, "atlas", "verify", tmp_path, "--only", "pyproject", code=1)
    assert "no data set 'pyproject'" in told.err


def test_differences_of_results_are_listed():
    """A value that is new, gone or changed has a line each; another version is no change."""
    old = kept_results()[:2]
    new = [{**old[0], "value": 0.123456, "version": "9"}, {**old[1], "data_set": "other"}]
    lines = differences(old, new)
    assert len(lines) == 3
    assert "0.123456" in lines[0]
    assert differences(old, [{**row, "version": "9"} for row in old]) == []


SMALL = ("hs-brexit", "armis", "snhl-fulltext", "stargazer", "varierr-nli", "irrcac", "kalpha-cv")


@NEEDS_SAMPLES
@pytest.mark.parametrize("name", SMALL)
def test_small_data_sets_have_the_reference_values(name):
    """Read as the recipe says, accord gives the independent values to six digits."""
    assert {one.state for one in verified(recipes()[name], SAMPLES)} == {EQUAL}


@NEEDS_SAMPLES
@pytest.mark.full
@EVERY_RECIPE
def test_every_value_is_that_of_the_reference(recipe):
    """All values of all data sets are equal to the reference, or their recipe explains why not;
    what is kept in results.json is what accord computes."""
    made = list(verified(recipe, SAMPLES))
    states = {one.state for one in made}
    assert states <= {EQUAL, UNEXPLAINED.get(recipe.name, EQUAL)}
    kept = {
        (row["part"], row["measure"], json.dumps(row["settings"], sort_keys=True)): row["value"]
        for row in kept_results()
        if row["data_set"] == recipe.name
    }
    for one in made:
        if one.found is not None:
            settings = json.dumps(dict(one.found.settings), sort_keys=True)
            assert kept[one.part, one.found.measure, settings] == round(one.found.value, 6)


# Results ----------------------------------------------------------------------------------------


def test_kept_results_are_the_references():
    """Every kept value that has a reference is that reference, to six digits."""
    wanted = {
        (recipe.name, part.name, one.measure, json.dumps(one.settings, sort_keys=True)): one
        for recipe in recipes().values()
        for part in recipe.parts
        for one in part.values
    }
    found = {
        (row["data_set"], row["part"], row["measure"], json.dumps(row["settings"], sort_keys=True))
        for row in kept_results()
    }
    assert set(wanted) <= found
    for row in kept_results():
        key = (row["data_set"], row["part"], row["measure"], json.dumps(row["settings"]))
        one = wanted.get(key)
        if one is not None and one.reference is not None:
            assert row["value"] == pytest.approx(one.reference, abs=5e-7)


def test_kept_results_are_whole():
    """Each has its counts, signature and version; an interval holds its value."""
    for row in kept_results():
        assert row["signature"].startswith(row["measure"])
        assert row["version"]
        assert row["items"] > 0
        if row["low"] is not None:
            assert row["low"] <= row["value"] <= row["high"]
        if row["largest"] is not None:
            assert 1 / row["categories"] - 1e-6 <= row["largest"] <= 1


def test_dimensions_are_apart():
    """SummEval has four values and no pooled one; the pooled one is inflated."""
    rows = [row for row in atlas_rows("text-quality") if row["data_set"] == "summeval"]
    assert {row["part"] for row in rows} == {"coherence", "consistency", "fluency", "relevance"}
    pooled = [row for row in kept_results() if row["part"] == "pooled"]
    assert pooled


def test_examples_are_not_compared():
    """Examples of packages and papers are recipes, but no data sets to compare with."""
    assert {"irrcac", "kalpha-cv"}.isdisjoint(row["data_set"] for row in atlas_rows())


def test_the_table_for_other_programs_has_all_rows():
    """A header, and a row for each value."""
    rows = atlas_rows()
    assert len(csv_of_values(rows).splitlines()) == len(rows) + 1


# Standing ---------------------------------------------------------------------------------------


def _row(name, value, **more):
    return {
        "task": "hate-speech",
        "data_set": name,
        "part": "",
        "title": name,
        "kind": "codings",
        "measure": "alpha",
        "settings": {"distance": "nominal"},
        "signature": "alpha|d:nominal|i:9|c:3|k:2|missing:pairable",
        "value": value,
        "coders": 3,
        "categories": 2,
        "people": "crowd",
        **more,
    }


@pytest.fixture
def four(monkeypatch):
    """An atlas of data sets with these values."""

    def made(*rows):
        monkeypatch.setattr(standings, "atlas_rows", lambda task: list(rows))

    return made


VALUE = accord.alpha(accord.from_coders({"A": "aabbccab", "B": "aabbccaa"}), distance="nominal")


def test_three_data_sets_say_nothing(four):
    """Fewer than four are no ground to stand on; four are."""
    rows = [_row(name, 0.1) for name in "abcd"]
    four(*rows[:3])
    assert accord.standing(VALUE, task="hate-speech") is None
    four(*rows)
    assert accord.standing(VALUE, task="hate-speech").above == 4


def test_a_data_set_counts_once(four):
    """Dimensions of one data set are one data set, which is below only where all of them are."""
    four(*(_row("a", value, part=str(value)) for value in (0.1, 0.2, 0.3, 0.99)))
    assert accord.standing(VALUE, task="hate-speech") is None
    four(_row("a", 0.1, part="x"), _row("a", 0.99, part="y"), *(_row(name, 0.1) for name in "bcd"))
    place = accord.standing(VALUE, task="hate-speech")
    assert (place.above, place.among, place.low, place.high) == (3, 4, 0.1, 0.99)


@pytest.mark.parametrize(
    "change",
    [{"measure": "pi", "settings": {}}, {"settings": {"distance": "ordinal"}}, {"kind": "trees"}],
)
def test_only_the_same_measure_and_kind_is_compared(four, change):
    """Values of another measure, distance or kind are not there."""
    four(*(_row(name, 0.1) for name in "abc"), _row("d", 0.1, **change))
    assert accord.standing(VALUE, task="hate-speech") is None


def test_an_equal_value_is_not_below(four):
    """Higher means higher."""
    four(*(_row(name, VALUE.value) for name in "abcd"))
    assert accord.standing(VALUE, task="hate-speech").above == 0


def test_the_sentence_has_all_that_makes_values_comparable(four):
    """How many, the range, coders, categories, crowd or trained; and that it is no norm."""
    four(
        _row("a", 0.20, coders=2, people="trained"),
        _row("b", 0.3, categories=5),
        _row("c", 0.4, coders="3-9 per tweet"),
        _row("d", 0.95, coders=11),
    )
    sentence = accord.standing(VALUE, task="hate-speech").sentence()
    assert sentence == (
        "Higher than 3 of 4 data sets on hate speech (α nominal .20 to .95), all recomputed from "
        "raw annotations. They have 2 to 11 coders and 2 to 5 categories; annotated by crowds: "
        "3, by trained people: 1, not stated: 0. This is context, not a benchmark."
    )


def test_an_unknown_task_is_refused():
    """A task is one of `accord choose --task`."""
    with pytest.raises(accord.UnknownNameError):
        accord.standing(VALUE, task="hate")


def test_the_report_says_it_where_the_task_is_known():
    """With a task of four data sets or more; without a task, or with fewer, it says nothing."""
    study = accord.from_coders({"A": "aabbccab", "B": "aabbccaa"})
    for task, there in ((None, False), ("image-classes", False), ("hate-speech", True)):
        report = accord.report(study, resamples=20, task=task, distance="nominal")
        meaning = report["meaning"] or {}
        assert bool(meaning.get("atlas")) is there
    assert "data sets on hate speech" in meaning["atlas"]["sentence"]


def test_values_with_other_settings_are_not_compared():
    """F1 of typed spans is compared with typed ones, F1 of spans alone with those."""
    study = accord.Unitizings.of([("d", "A", 0, 5, "x"), ("d", "B", 0, 5, "y")])
    typed, alone = (accord.spans.span_f1(study, typed=which) for which in (True, False))
    assert str(standings.too_few(typed, "text-spans")).startswith("3 data sets")
    said = str(standings.too_few(alone, "text-spans"))
    assert said.startswith("1 data set ")
    assert "F1 not typed" in said


def test_standing_of_a_file(tmp_path, capsys):
    """The command prints the value, the sentence and the data sets; with too few it says so."""
    path = tmp_path / "labels.csv"
    path.write_text(MINE, "utf-8")
    said = called(capsys, "standing", path, "--task", "hate-speech").out
    assert "data sets on hate speech (α nominal" in said
    assert "HS-Brexit" in said
    said = called(capsys, "standing", path, "--task", "image-classes").out
    assert "2 data sets on image classes have a recomputed α nominal" in said
    said = called(capsys, "standing", "--task", "topic-boundaries").out
    assert "With fewer than 4 nothing is compared" in said


def test_every_task_of_a_recipe_is_listed(capsys):
    """`accord atlas` lists all values, or those of a task; its CSV can be read again."""
    said = called(capsys, "atlas", "--task", "hate-speech").out
    assert "hate-davidson" in said
    assert "dogs" not in said
    assert {row["task"] for row in atlas_rows()} <= set(EVERY)


# Adding -----------------------------------------------------------------------------------------


def test_a_recipe_made_from_a_file_verifies(tmp_path):
    """What `add` writes is a valid recipe, and its data verify with it."""
    folder = tmp_path / "mine"
    folder.mkdir()
    path = folder / "mine.csv"
    path.write_text(MINE.replace("label", "answer"), "utf-8")
    facts = dict.fromkeys(("title", "people", "repository", "commit", "licence"), "not stated")
    reading = {"shape": "long", "item": "item", "coder": "coder", "category": "answer"}
    text = recipe_text(path, {**facts, "task": "text-classes"}, reading, ["alpha"], "nominal")
    assert "# accord: 0.444444" in text
    (one,) = verified(recipe_of("mine", text), tmp_path)
    assert (one.state, round(one.found.value, 6)) == (NO_REFERENCE, 0.444444)


def test_add_writes_a_recipe(tmp_path, capsys):
    """The command writes it where asked, with the saved reading of the file."""
    path = tmp_path / "mine.csv"
    path.write_text("text,rater1,rater2\n1,x,x\n2,y,x\n3,y,y\n", "utf-8")
    path.with_suffix(".accord.toml").write_text(
        'shape = "wide"\nitem = "text"\ncoders = ["rater1", "rater2"]\n', "utf-8"
    )
    target = tmp_path / "mine.toml"
    called(
        capsys,
        *("atlas", "add", path, "--title", "Mine", "--task", "text-classes"),
        *("-m", "alpha", "--distance", "nominal", "-o", target),
    )
    made = recipe_of("mine", target.read_text("utf-8"))
    assert made.reading(made.parts[0])["coders"] == ["rater1", "rater2"]


# The book ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def book():
    """The pages of the atlas, which the book makes from its values."""
    import sys

    sys.path.insert(0, str(DOCS / "_ext"))
    try:
        import atlas_pages
    finally:
        sys.path.remove(str(DOCS / "_ext"))
    return atlas_pages


DOCS = Path(__file__).parents[1] / "docs"


def test_the_download_has_the_values_of_now():
    """docs/atlas.csv is what `accord atlas --csv` prints."""
    assert (DOCS / "atlas.csv").read_text("utf-8") == csv_of_values(atlas_rows())


def test_every_point_leads_to_its_recipe(book):
    """A plot has a link for each value, and the page of recipes has each anchor."""
    plots, sets = book.atlas_by_task(), book.atlas_sets()
    for row in atlas_rows():
        if row["first"]:
            assert f"#atlas-{row['data_set']}" in plots
    for name in recipes():
        assert f"(atlas-{name})=" in sets


def test_a_strip_has_points_intervals_and_sizes(book):
    """Hollow points without interval are references; larger ones have more items."""
    small = {**_row("a", 0.5), "items": 10, "low": 0.4, "high": 0.6, "what": "α"}
    large = {**small, "data_set": "b", "items": 10_000, "low": None, "high": None, "value": 0.7}
    drawn = book.strip([{**small, "recomputed": True}, {**large, "recomputed": False}], "t")
    assert drawn.count("<circle") == 2
    assert drawn.count('stroke-width="2"') == 1
    assert 'fill="white"' in drawn
    sizes = [float(one.partition('"')[0]) for one in drawn.split(' r="')[1:]]
    assert sizes[0] < sizes[1]


def test_the_lessons_are_true(book):
    """What the page says in words holds for the numbers that it prints."""
    it = book.lessons()
    assert it["tau_kappa"] > max(it["tau_percent"], it["tau_ac1"])
    assert it["small"] > it["large"]
    assert it["below"] > it["sets"] / 2
    assert it["coarse"] > (it["n_small"] + it["n_large"]) / 2
    assert (round(it["pooled"], 2), round(min(it["apart"]), 2), round(max(it["apart"]), 2)) == (
        0.72,
        0.45,
        0.90,
    )
    assert it["pooled"] > sum(it["apart"]) / 4
    assert it["moved"]["largest"] > 0.5
    assert it["teen_pooled"] > sorted(it["teen"])[5]


def test_choosing_for_a_task_shows_what_is_usual():
    """Lowest and highest of the recomputed values where four data sets have the measure, with how
    many; with three or none nothing is said, not even the head of a table."""
    told = typed("choose", "--task", "hate-speech")[1]
    values = [row["value"] for row in atlas_rows("hate-speech") if row["first"]]
    assert f"α nominal {min(values):.3f} to {max(values):.3f} in 4 data sets" in told
    for task in ("image-classes", "prosody"):
        assert "recomputed from public annotations" not in typed("choose", "--task", task)[1]
    assert typed("standing", "--task", "prosody")[1].startswith("0 data sets on prosody.")
