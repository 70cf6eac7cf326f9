"""The report as data: every kind of study, degenerate ones, and the numbers of the catalogue."""

import json
from dataclasses import replace

import numpy as np
import pytest

import accord
from accord._report.render.latex import latex
from accord._report.render.markdown import markdown
from accord._report.render.page import page
from accord._report.render.tables import tables
from accord._report.sections import next_section
from accord.errors import NotApplicableError
from accord.infer.advice.next_steps import MoreData
from accord.infer.why.chain_anatomy import shared_numbers
from accord.infer.why.coders import nominal_pairs, similar
from accord.infer.why.matrices import merged_alpha
from accord.kinds.labels.tabular import from_coders, from_counts
from tests import report_studies as studies

STUDIES = {
    "counts": lambda: from_counts([[3, 0], [2, 1], [0, 3], [3, 0]], categories=["x", "y"]),
    "sets": lambda: from_coders(
        {
            "A": [frozenset("ab"), frozenset("a"), frozenset("b")] * 3,
            "B": [frozenset("a"), frozenset("a"), frozenset("bc")] * 3,
        }
    ),
    "numbers": lambda: from_coders({"A": [1, 2, 3, 4, 5] * 3, "B": [1, 2, 3, 5, 5] * 3}),
    "one category": lambda: from_coders({"A": "aaaa", "B": "aaaa"}),
    "one item": lambda: from_coders({"A": "a", "B": "b"}),
    "one coder": lambda: from_coders({"A": "abab"}),
    "one document": lambda: accord.example("entities").take([0]),
    "no units": lambda: accord.Unitizings.of(
        [], items=["d"], coders=["A", "B"], extents={"d": (0, 10)}
    ),
}


@pytest.mark.parametrize("name", [*studies.MADE, *STUDIES])
def test_every_study_has_a_report_in_every_form(name):
    """Whatever the study, the data are JSON, and page, LaTeX and Markdown can be made."""
    ready = name in studies.MADE
    report = studies.report_on(name) if ready else accord.report(STUDIES[name](), resamples=20)
    text = json.dumps(report.as_dict(), allow_nan=False)
    assert json.loads(text) == json.loads(json.dumps(report.as_dict()))
    assert "<h1>" in page(report)
    assert latex(report)
    assert markdown(report).startswith("# ")
    assert report._repr_html_().startswith("<h3>")
    assert tables(report)[0].name == "coefficients"


def test_answer_is_the_catalogue_s_number():
    """The lead value, interval and probabilities are those of α and its interval."""
    study = studies.acts()
    report = accord.report(study, resamples=100)
    answer = report["answer"]
    alpha = accord.bound("alpha", distance="nominal")
    assert answer["value"] == accord.alpha(study, distance="nominal").value
    found = accord.interval(study, accord.bound("alpha", distance="nominal"), resamples=100)
    shown = (answer["interval"]["low"], answer["interval"]["high"])
    # sums over all items may be added up in another order
    assert shown == pytest.approx((found.low, found.high), abs=1e-12)
    under = accord.infer.probability_below(study, alpha, 0.8, resamples=100)
    assert answer["below"][1]["probability"] == pytest.approx(under, abs=1e-9)


def test_purpose_and_measure_choose_the_lead():
    """Validity leads with κ, a named measure with itself, an unsuitable one is refused."""
    study = studies.acts()
    assert accord.report(study, purpose="validity", resamples=5)["answer"]["symbol"] == "κ"
    assert accord.report(study, measure="fleiss kappa", resamples=5)["answer"]["symbol"] == "π"
    with pytest.raises(NotApplicableError, match="two coders"):
        accord.report(study, measure="weighted_kappa", distance="nominal")


def test_reliability_of_a_category_is_alpha_of_the_recoded_study():
    """α of a category from coincidences equals α after recoding all others as one."""
    study = studies.acts()
    for row in accord.report(study, resamples=5)["categories"]["rows"]:
        alone = study.recode(lambda name, k=row["category"]: name == k)
        value = accord.alpha(alone, distance="nominal").value
        assert row["alpha"] == pytest.approx(value, abs=1e-12)  # same sums in another order


def test_merging_in_the_coincidences_is_merging_categories():
    """α with two categories as one equals α of the study recoded so."""
    study = studies.acts()
    table = accord.infer.coincidences(study)
    first, second = study.categories[0], study.categories[2]
    merged = study.recode(lambda name: first if name == second else name)
    expected = accord.alpha(merged, distance="nominal").value
    assert merged_alpha(table, 0, 2) == pytest.approx(expected, abs=1e-12)  # another order of sums


def test_pairs_of_coders_at_once_are_pairs_one_by_one():
    """The matrix by products equals α of every pair, missing codings included."""
    study = studies.acts(coders=4)
    matrix, _ = nominal_pairs(study)
    for a in range(4):
        for b in range(a):
            value = accord.alpha(study.only([b, a]), distance="nominal").value
            assert matrix[a, b] == pytest.approx(value, abs=1e-12)  # another order of sums


def test_clusters_stand_together():
    """Two groups who agree among themselves only are not mixed in the order."""
    alike = np.array([[1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1]], dtype=float)
    order = [int(at) % 2 for at in similar(alike)]
    assert order in ([0, 0, 1, 1], [1, 1, 0, 0])


def test_chains_of_coders_share_numbers():
    """The same chain has the same number for all coders, a chain of its own another."""
    study = accord.Partitions.of_chains(
        {"d": {"A": [[1, 2], [3, 4]], "B": [[3, 4], [1, 2, 5]], "C": [[5]]}}
    )
    numbers = shared_numbers(study.documents[0])
    assert numbers[0].tolist() == [*numbers[1].tolist()[:4], -1]
    assert numbers[1, 4] == numbers[1, 0] == numbers[2, 4]


def test_items_are_ranked_and_limited():
    """The worst items come first, no more than asked for, with every coder's label."""
    section = accord.report(studies.acts(), resamples=5, worst=4)["disagreements"]
    at = {name: n for n, name in enumerate(section["columns"])}
    values = [row[at["share"]] for row in section["rows"]]
    assert values == sorted(values, reverse=True)
    assert len(values) == section["listed"] == 4 < section["disputed"]
    assert section["text"] == "text"
    assert all(len(row[at["decisions"]]) >= 2 for row in section["rows"])


def test_unit_kinds():
    """Aligned units are told apart by what differs, and by who has none."""
    study = accord.Unitizings.of(
        [
            ("d", "A", 0, 5, "x"),
            ("d", "B", 0, 5, "x"),
            ("d", "A", 10, 15, "x"),
            ("d", "B", 10, 15, "y"),
            ("d", "A", 20, 25, "x"),
            ("d", "B", 20, 26, "x"),
            ("d", "B", 40, 45, "x"),
        ],
        texts={"d": "t" * 50},
    )
    document = accord.report(study, resamples=5)["units"]["documents"][0]
    assert sorted(document["kinds"]) == ["agreed", "alone", "category", "place"]
    assert len(document["units"]) == 7


def test_the_tree_counts_partners_near_and_far():
    """Partners of a category are the same, on its branch, or elsewhere, and add up."""
    tree = accord.Taxonomy.from_paths(["Q > YNQ", "Q > WHQ", "S"])
    study = from_coders({"A": ["YNQ", "Q", "WHQ", "S"], "B": ["YNQ", "YNQ", "S", "S"]})
    section = accord.report(study, taxonomy=tree, resamples=5)["taxonomy"]
    rows = {row["category"]: row for row in section["rows"]}
    assert (rows["YNQ"]["same"], rows["YNQ"]["branch"], rows["YNQ"]["elsewhere"]) == (2, 1, 0)
    assert (rows["WHQ"]["same"], rows["WHQ"]["branch"], rows["WHQ"]["elsewhere"]) == (0, 0, 1)
    assert [row["depth"] for row in section["rows"]] == [0, 1, 1, 0]


def test_same_report_twice():
    """Nothing in a report depends on when it is made."""
    study = studies.acts()
    assert accord.report(study, resamples=20) == accord.report(study, resamples=20)


def test_study_is_left_alone():
    """A report changes nothing in the study."""
    study = studies.acts()
    copy = replace(study)
    accord.report(study, resamples=5)
    assert study == copy


@pytest.mark.parametrize(
    "maker",
    [
        lambda: accord.spans.best_alignment(accord.example("entities").continua[0]),
        lambda: accord.breakdown(studies.hostile_codings(), "category"),
        lambda: accord.spans.anatomy(studies.hostile_units()),
        studies.hostile_codings,
        studies.hostile_units,
        studies.hostile_chains,
        studies.boundaries,
        lambda: accord.alpha(studies.hostile_codings(), distance="nominal"),
    ],
)
def test_results_show_themselves_in_notebooks(maker):
    """Studies, results, alignments and breakdowns have a table, with every name escaped."""
    shown = maker()._repr_html_()
    assert "<table>" in shown
    assert "<script>" not in shown
    assert "<img" not in shown


def test_charts_are_altair_charts_and_files(tmp_path):
    """Charts come as objects of the library, and as files of every format."""
    report = studies.report_on("codings")
    found = accord.render.charts(report)
    assert {"forest", "confusions", "categories", "coders", "coverage", "items"} == set(found)
    assert found["forest"].to_dict()["layer"]
    written = accord.render.figures(report, tmp_path, ("svg",))
    assert len(written) == 6
    few = accord.Report({part: report[part] for part in ("title", "study", "coefficients")})
    written += accord.render.figures(few, tmp_path, ("png", "pdf"))
    assert len(written) == 8
    starts = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"}
    for path in written:
        assert path.read_bytes().startswith(starts[path.suffix[1:]])


def test_page_without_pairs_of_coders():
    """Where pairs would take too long to measure the page has the table and no picture."""
    data = studies.report_on("codings").as_dict()
    coders = {**data["coders"], "matrix": [[None] * 3] * 3}
    made = page(accord.Report({**data, "coders": coders}))
    assert 'data-chart="coders"' not in made
    assert "Each coder compared with the others" in made


@pytest.mark.parametrize("name", ["units", "chains", "boundaries"])
def test_lanes_have_still_pictures(name, tmp_path):
    """What the page draws along a document is a chart too, for files and for Python."""
    report = studies.report_on(name)
    assert accord.render.chart(report, name).to_dict()
    alone = accord.Report({part: report[part] for part in ("title", "study", name)})
    accord.render.figures(alone, tmp_path, ("svg",))
    assert (tmp_path / f"{name}.svg").read_bytes().count(b"<path") > 5


def test_few_documents_do_not_promise_that_they_suffice():
    """A narrow interval over two documents is no reason to stop; what reads as the wished width is
    shown with a digit more."""
    steps = studies.report_on("boundaries")["next"]["steps"]
    assert steps[-1]["sentence"].endswith("with so few documents its width cannot be trusted.")
    wide = next_section._more(MoreData(0.1, 0.104, 51, None))
    assert wide[0]["sentence"].startswith("The interval is 0.104 wide. For a width of 0.10 you")


def test_whole_trees_are_no_categories():
    """Trees are compared as wholes: no table of confusions, nothing to merge."""
    values = [accord.trees.Dependencies.of(heads, "abc") for heads in ((0, 1, 1), (0, 1, 2))]
    rows = [(i, who, values[(i + (who == "B")) % 2]) for i in range(6) for who in "AB"]
    report = accord.report(accord.codings(rows), resamples=10)
    assert report["study"]["kind"] == "trees"
    assert "categories" not in report
    assert not any(step["what"] in ("pair", "unclear") for step in report["next"]["steps"])


def test_distances_above_one_are_told_as_distances(tmp_path):
    """Two trees that are three edits apart are not "3 of 1" pairs that differ; and a page about
    two files has both in its title."""
    from accord._report.render.page import page
    from accord.trees import Dependencies

    one = [Dependencies.of([2, 0, 2], ["a", "root", "b"]), Dependencies.of([0], ["root"])]
    other = [Dependencies.of([2, 0, 2], ["c", "root", "d"]), Dependencies.of([0], ["root"])]
    found = accord.report(accord.from_coders({"A": one, "B": other}), resamples=20)
    assert found["disagreements"]["far"]
    assert "mean distance between two coders" in page(found)
    plain = accord.report(accord.from_coders({"A": "aab", "B": "abb"}), resamples=20)
    assert not plain["disagreements"]["far"]
    for coder, kind in (("ann", "x"), ("bob", "y")):
        tree = f"1\tGo\tgo\tVERB\t_\t_\t0\t{kind}\t_\t_\n\n"
        (tmp_path / f"{coder}.conllu").write_text(tree)
    both = accord.read([tmp_path / "ann.conllu", tmp_path / "bob.conllu"], layer="tree")
    assert accord.report(both)["title"] == "Agreement in ann.conllu and bob.conllu"
