"""Systems ranked by scores: means, places, τ between coders and its error."""

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import kendalltau

import accord
from accord import DataError, NotApplicableError, codings
from accord.cli import main
from accord.infer import systems


def scored(table, about=None):
    """Codings of rows (system, segment, coder, score), with the system and segment of items."""
    study = codings([(f"{s}/{i}", c, x) for s, i, c, x in table])
    columns = {
        "system": [item.split("/")[0] for item in study.items],
        "segment": [item.split("/")[1] for item in study.items],
    }
    return replace(study, about=columns if about is None else about)


def sample(seed, agree, quality=(0.0, 0.5, 1.0, 1.5, 2.0), segments=40):
    """Scores of three coders; with `agree` of the same qualities, else each of their own."""
    rng = np.random.default_rng(seed)
    rows = []
    for c in "ABC":
        own = np.array(quality) if agree else rng.permutation(quality)
        for s in range(len(quality)):
            rows += [(f"s{s}", i, c, float(own[s] + rng.normal())) for i in range(segments)]
    return rows


def test_by_hand():
    """Three systems, two coders: A ranks a, b, c; B ranks a, c, b: τ = (2 − 1) / 3."""
    rows = []
    for s, one, two in (("a", 5, 9), ("b", 4, 1), ("c", 1, 6)):
        rows += [(s, 1, "A", one), (s, 1, "B", two), (s, 2, "A", one + 1), (s, 2, "B", two - 1)]
    found = systems(scored(rows))
    assert found.tau == pytest.approx(1 / 3)
    assert [(one.coders, one.tau) for one in found.pairs] == [(("A", "B"), pytest.approx(1 / 3))]
    assert [one.system for one in found.systems] == ["a", "c", "b"]
    assert [one.mean for one in found.systems] == pytest.approx([7.0, 3.5, 2.5])
    assert [(one.segments, one.scores) for one in found.systems] == [(2, 4)] * 3


@pytest.mark.parametrize("seed", range(4))
def test_as_scipy(seed):
    """τ of each pair is SciPy's τ-b of the means over common segments, ties too, to 1e-12."""
    rng = np.random.default_rng(seed)
    rows = [
        (f"s{s}", i, c, int(rng.integers(3)))
        for s in range(6)
        for i in range(4)
        for c in "ABC"
        if rng.random() < 0.8
    ]
    found = systems(scored(rows), resamples=2)
    assert len(found.pairs) == 3
    for pair in found.pairs:
        (one, two), value = pair.coders, pair.tau
        given = {}
        for s, i, c, x in rows:
            given.setdefault((s, i), {})[c] = x
        both = [(s, by[one], by[two]) for (s, _), by in given.items() if one in by and two in by]
        names = sorted({s for s, _, _ in both})
        means = [
            [np.mean([row[at] for row in both if row[0] == s]) for s in names] for at in (1, 2)
        ]
        assert value == pytest.approx(kendalltau(*means).statistic, abs=1e-12)


def test_guessing_is_zero():
    """Coders whose rankings have nothing to do with each other: the mean τ of 60 studies is 0
    within three standard errors; coders who agree have a τ near 1."""
    taus = [systems(scored(sample(seed, False)), resamples=2).tau for seed in range(60)]
    assert abs(np.mean(taus)) < 3 * np.std(taus) / np.sqrt(60)
    assert np.std(taus) > 0.1
    assert systems(scored(sample(0, True)), resamples=2).tau > 0.8


def test_error_is_the_spread():
    """The standard error is about the spread of τ over new samples of segments: the means of both
    differ by less than half."""
    quality = (0.0, 0.1, 0.2, 0.3, 0.4)
    found = [systems(scored(sample(s, True, quality)), resamples=200) for s in range(12)]
    spread = np.std([one.tau for one in found], ddof=1)
    errors = np.mean([one.error for one in found])
    assert 0.5 * spread < errors < 2 * spread
    assert all(one.low <= one.tau + 0.2 and one.tau - 0.2 <= one.high for one in found)


def test_segments_are_resampled_together():
    """A hard segment is hard for all systems: resampled over segments, places stay; over items,
    they do not."""
    rng = np.random.default_rng(3)
    hard = rng.normal(0, 10, 30)
    rows = [
        (s, i, c, float(hard[i] + better))
        for s, better in (("a", 1.0), ("b", 0.0))
        for i in range(30)
        for c in "AB"
    ]
    study = scored(rows)
    together = systems(study)
    assert [(one.best, one.worst) for one in together.systems] == [(1, 1), (2, 2)]
    apart = systems(replace(study, about={"system": study.about["system"]}))
    assert apart.settings["over"] == "item"
    assert [(one.best, one.worst) for one in apart.systems] == [(1, 2), (1, 2)]


def test_the_same_seed():
    """Same seed, same numbers; rows in another order change only rounding."""
    rows = sample(1, True)
    one, two = systems(scored(rows), resamples=50), systems(scored(rows), resamples=50)
    assert one.as_dict() == two.as_dict()
    moved = systems(scored(rows[::-1]), resamples=50)
    assert moved.tau == pytest.approx(one.tau, abs=1e-12)


def test_nothing_to_compare():
    """One coder a segment: means are shown, τ is unknown and says why; one document: no limits."""
    found = systems(scored([("a", 1, "A", 3), ("b", 1, "B", 4), ("a", 2, "B", 5)]))
    assert np.isnan(found.tau)
    assert "no two coders" in found.notes[0]
    assert [one.system for one in found.systems] == ["a", "b"]
    alone = systems(
        scored([("a", 1, "A", 3), ("b", 1, "A", 4), ("a", 1, "B", 1), ("b", 1, "B", 2)])
    )
    assert alone.tau == 1
    assert np.isnan(alone.error)
    assert alone.systems[0].best is None


def test_refusals():
    """Names instead of scores, no column of systems, an unknown column: what to do is said."""
    with pytest.raises(NotApplicableError, match="ranked by scores"):
        systems(scored([("a", 1, "A", "good"), ("a", 1, "B", "bad")]))
    study = scored([("a", 1, "A", 1), ("a", 1, "B", 2)])
    with pytest.raises(DataError, match=r"no column 'model' about the items. Columns: 'system'"):
        systems(study, "model")
    with pytest.raises(DataError, match="no column 'talk'"):
        systems(study, over="talk")


def test_on_the_command_line(capsys, tmp_path):
    """A file of MQM: the same numbers as in Python, as a table and as JSON; spans are refused."""
    path = tmp_path / "mqm.tsv"
    rows = ["system\tdoc\tseg_id\trater\tsource\ttarget\tcategory\tseverity"]
    for s, i, r, severity in (
        *(("a", 1, "r1", "No-error"), ("a", 1, "r2", "No-error"), ("b", 1, "r1", "Minor")),
        *(("b", 1, "r2", "Major"), ("a", 2, "r1", "Minor"), ("a", 2, "r2", "No-error")),
        *(("b", 2, "r1", "Major"), ("b", 2, "r2", "Major")),
    ):
        target = "Ja." if severity == "No-error" else "<v>Ja</v>."
        kind = severity if severity == "No-error" else "Style/Awkward"
        rows.append(f"{s}\td\t{i}\t{r}\tYes.\t{target}\t{kind}\t{severity}")
    path.write_text("\n".join(rows) + "\n", "utf-8")

    def called(*options):
        with pytest.raises(SystemExit) as ended:
            main(["systems", str(path), "-q", *options])
        return ended.value.code or 0

    assert called("--layer", "score", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["tau"] == 1
    assert [one["mean"] for one in found["systems"]] == pytest.approx([-0.25, -4.0])
    assert called("--layer", "score") == 0
    assert "Mean Kendall's τ = 1.000" in capsys.readouterr().out
    assert called() == 1
    assert "--layer score" in capsys.readouterr().err


def test_one_rater_a_segment_is_ranked_and_not_compared(capsys, tmp_path):
    """Means and places need one score a segment; τ needs two raters, and says so."""
    path = tmp_path / "mqm.tsv"
    rows = ["system\tdoc\tseg_id\trater\tsource\ttarget\tcategory\tseverity"]
    for segment in range(6):
        for name, severity in (("a", "Minor"), ("b", "Major")):
            rater = "pq"[segment % 2]
            rows.append(
                f"{name}\td\t{segment}\t{rater}\tYes.\t<v>Ja</v>.\tStyle/Awkward\t{severity}"
            )
    path.write_text("\n".join(rows) + "\n", "utf-8")
    with pytest.raises(SystemExit):
        main(["systems", str(path), "--layer", "score", "--json", "-q"])
    found = json.loads(capsys.readouterr().out)
    assert [(one["system"], one["mean"]) for one in found["systems"]] == [("a", -1), ("b", -5)]
    assert found["tau"] is None
    assert found["pairs"] == []
    assert "rankings cannot be compared" in found["notes"][0]
    hint = "each segment has one rater, so raters cannot be compared; 'accord systems' ranks"
    assert hint in " ".join(accord.read(path).audit.notes)
    # A second rater of one segment, or a file of one rater alone, which may lie beside others.
    path.write_text("\n".join([*rows, rows[1].replace("\tp\t", "\tq\t")]) + "\n", "utf-8")
    assert hint not in " ".join(accord.read(path).audit.notes)
    path.write_text("\n".join(row.replace("\tq\t", "\tp\t") for row in rows) + "\n", "utf-8")
    assert hint not in " ".join(accord.read(path).audit.notes)
