"""Screening for systematic reviews: values by hand, not seen is not excluded, guessing scores 0."""

import os
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import accord
from accord.cli.commands.screening import command
from accord.errors import DataError, NotApplicableError
from accord.infer.rounds.screened_records import DECISION_WORDS, screening
from accord.words.said import spoken

FILES = Path(__file__).parent / "formats"
RAYYAN = FILES / "rayyan" / "articles.csv"


def values(found):
    """κ, AC1 and α."""
    return [float(one) for one in found.values]


def test_values_by_hand():
    """Six records that both saw: 4 of 6 alike, each includes three, so κ = AC1 = (4/6 − 1/2)/(1/2).

    α: D_o = 2/6, D_e = 2·6·6/(12·11), so that α = 1 − (1/3)·(11/6) = 7/18.
    """
    found = accord.infer.screening(RAYYAN)
    assert values(found) == pytest.approx([1 / 3, 1 / 3, 7 / 18], abs=1e-12)
    assert (found.records, found.shared, found.agreed) == (7, 6, 4)
    ann, bob = found.reviewers
    assert (ann.reviewer, ann.seen, ann.included, ann.excluded, ann.maybe) == ("Ann", 6, 2, 3, 1)
    assert (bob.reviewer, bob.seen, bob.included, bob.excluded, bob.maybe) == ("Bob", 7, 3, 3, 1)
    assert [(one.record, one.decisions) for one in found.conflicts] == [
        ("rayyan-900004", {"Ann": "Maybe", "Bob": "Excluded"}),
        ("rayyan-900006", {"Ann": "Excluded", "Bob": "Maybe"}),
    ]
    assert found.conflicts[0].title == "Homework and bedtime"
    assert found.unshared == ("rayyan-900005",)


def test_maybe_three_ways():
    """Maybe counts as included, as excluded or for itself; a conflict is what then differs."""
    rows = [("1", "A", "maybe"), ("1", "B", "yes"), ("2", "A", "no"), ("2", "B", "maybe")]
    rows += [("3", "A", "maybe"), ("3", "B", "maybe"), ("4", "A", "no"), ("4", "B", "no")]
    for how, conflicts in {"included": ["2"], "excluded": ["1"], "apart": ["1", "2"]}.items():
        found = screening(accord.codings(rows), maybe=how)
        assert [one.record for one in found.conflicts] == conflicts
        said = "counted as an" in found.text
        assert said == (how != "apart")
    # Two of four alike; by chance maybe 2/4 · 2/4 and no 2/4 · 1/4.
    kappa = values(screening(accord.codings(rows), maybe="apart"))[0]
    assert kappa == pytest.approx((0.5 - 0.375) / (1 - 0.375))


def test_not_seen_is_not_excluded():
    """Records that a reviewer did not see change no value, however many there are."""
    both = [(n, who, "yes" if n in (0, n % 2) else "no") for n in range(8) for who in "AB"]
    both[3] = (1, "B", "no")
    alone = [(100 + n, "A", "no") for n in range(500)] + [(900, "B", "yes")]
    one, other = (screening(accord.codings(rows)) for rows in (both, both + alone))
    assert values(one) == values(other)
    assert [(i.low, i.high) for i in one.intervals] == [(i.low, i.high) for i in other.intervals]
    assert other.unshared == (900,)
    assert "501 records were screened by one reviewer only" in other.text.replace("\u2009", "")


def test_data_sets_that_differ_share_no_record(tmp_path):
    """Record 3 of another data set is another record: two projects of different data give no κ."""
    ann = "record_id,title,asreview_label,asreview_ranking\n1,Sleep,1,1\n2,Light,0,2\n"
    (tmp_path / "ann.csv").write_text(ann)
    (tmp_path / "bob.csv").write_text(ann.replace("Sleep", "Noise").replace("Light", "Food"))
    found = screening(accord.read([tmp_path / "ann.csv", tmp_path / "bob.csv"]))
    assert (found.records, found.shared, found.values) == (4, 0, ())


@pytest.mark.parametrize("version", ["v1", "v2", "v3"])
def test_projects_of_every_version(version):
    """ASReview 1, 2 and 3 keep the same decisions: 4 of 5 alike, includes 1 and 2 of 5.

    p_e = (1·2 + 4·3)/25, so κ = (.8 − .56)/.44.
    """
    folder = FILES / "asreview" / version
    found = screening(accord.read([folder / "ann.asreview", folder / "bob.asreview"]))
    assert values(found)[0] == pytest.approx((0.8 - 0.56) / 0.44, abs=1e-12)
    assert [one.record for one in found.conflicts] == ["3 Homework and bedtime"]
    assert found.unshared == ("4 Light at night", "8 Dreams of birds")


def test_guessing_scores_nothing():
    """Reviewers who include 5% at random: κ and α are 0, and AC1 is .89, as the guide says."""
    rng = np.random.default_rng(5)
    draws = rng.random((20_000, 2)) < 0.05
    seen = rng.random((20_000, 2)) < 0.8
    rows = [
        (n, "AB"[c], "yes" if draws[n, c] else "no")
        for n in range(len(draws))
        for c in (0, 1)
        if seen[n, c]
    ]
    kappa, ac1, alpha = values(screening(accord.codings(rows), resamples=2))
    assert (kappa, alpha) == pytest.approx((0, 0), abs=0.03)  # two errors of 1/sqrt(12,800)
    assert ac1 == pytest.approx((0.905 - 0.095) / 0.905, abs=0.02)


def test_labels_that_are_no_decisions_are_asked_about():
    """A label that is no known word is not guessed; `include` says what it means."""
    rows = [("1", "A", "1"), ("1", "B", "2"), ("2", "A", "2"), ("2", "B", "2")]
    with pytest.raises(DataError, match="'2' is no decision that screening knows"):
        screening(accord.codings(rows))
    found = screening(accord.codings(rows), include=["1"])
    assert [one.included for one in found.reviewers] == [1, 0]
    assert not {*DECISION_WORDS["included"]} & {*DECISION_WORDS["excluded"]}
    with pytest.raises(NotApplicableError, match="who decided"):
        screening(accord.from_counts([[2, 0], [1, 1]], categories=["yes", "no"]))


def test_the_text_in_every_language():
    """The text has the same numbers in each language, and says what only the authors know."""
    found = accord.infer.screening(RAYYAN)
    for language, kappa in {
        "en": "κ = 0.333",
        "de": "κ = 0,333",
        "fr": "κ de Cohen = 0,333",
    }.items():
        text = spoken(language)(found.text)
        assert kappa in text
        assert "[" in text  # how conflicts were resolved
    assert found.text.startswith("Two reviewers screened 7 records; 6 were screened by more than")


def test_the_command_lists_conflicts():
    """--csv has every conflict with the decisions of each reviewer, --json all of it."""
    run = CliRunner().invoke(command, [str(RAYYAN), "--csv", "-q"])
    assert run.output.splitlines()[:2] == [
        "record,title,Ann,Bob",
        "rayyan-900004,Homework and bedtime,Maybe,Excluded",
    ]
    run = CliRunner().invoke(command, [str(RAYYAN), "-q", "--json"])
    assert '"unshared": [\n  "rayyan-900005"\n ]' in run.output


@pytest.mark.skipif("ACCORD_SAMPLES" not in os.environ, reason="ACCORD_SAMPLES")
def test_a_real_review():
    """1,498 records of a review on hearing loss: κ .821504, α .821563 as computed elsewhere."""
    folder = Path(os.environ["ACCORD_SAMPLES"], "atlas", "data", "snhl-screening")
    study = accord.read(
        [folder / "LB_response_complete.csv", folder / "LD_response_complete.csv"],
        coder_from="file",
        item="ID",
        category="response",
    )
    found = screening(study, include=["1"], resamples=2)
    kappa, ac1, alpha = values(found)
    assert (kappa, alpha) == pytest.approx((0.821504, 0.821563), abs=5e-7)
    # Of 1,498 records each includes 17, and 6 are in conflict.
    p = 17 / 1498
    assert ac1 == pytest.approx((1492 / 1498 - 2 * p * (1 - p)) / (1 - 2 * p * (1 - p)), abs=1e-12)
    assert len(found.conflicts) == 6


@pytest.mark.parametrize("name", ["articles.ris", "articles.bib"])
def test_a_list_of_records_that_was_cut_is_refused(name, tmp_path):
    """Where a download broke off inside a record, no value is computed of the rest; without the
    last record, or with blank lines behind it, the list is whole."""
    text = (FILES / "rayyan" / name).read_text("utf-8")
    cut = tmp_path / name
    for share in (0.5, 0.8, 0.97):
        cut.write_text(text[: int(len(text) * share)], "utf-8")
        with pytest.raises(accord.DataError, match=f"{name}: the file ends inside its last"):
            accord.read(cut)
    last = text.rstrip().rindex("\nTY  -" if name.endswith("ris") else "\n@article")
    for whole, rows in ((text + "\n\n", 8), (text[:last], 7)):
        cut.write_text(whole, "utf-8")
        assert accord.read(cut).audit.rows == rows
