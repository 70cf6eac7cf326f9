"""Coins in files whose labels belong to the item: near 0 or asked, wherever they come in."""

import json
import re
import shlex

import numpy as np
import pandas
import pytest
from tests.cli.commands import called

import accord
from accord.serve.engine import Engine

RATERS = ("rater1", "rater2", "rater3")


def senses(rng):
    """300 tokens of 30 lemmas with two senses, two coins."""
    lemmas = [f"word{t % 30:02d}" for t in range(300)]
    coded = {who: [f"{lemma}.{rng.integers(2) + 1}" for lemma in lemmas] for who in RATERS[:2]}
    return pandas.DataFrame({"item": [f"t{t}" for t in range(300)], "lemma": lemmas, **coded})


def systems(rng):
    """200 pairs of 20 systems, three coins."""
    pairs = [(a, b) for a in range(20) for b in range(20) if a != b]
    chosen = [pairs[at] for at in rng.choice(len(pairs), 200, replace=False)]
    items = [(f"model{a:02d}", f"model{b:02d}") for a, b in chosen]
    coded = {who: [pair[rng.integers(2)] for pair in items] for who in RATERS}
    return pandas.DataFrame({"item": [" vs ".join(pair) for pair in items], **coded})


def mentions(rng):
    """300 mentions with two candidates of their own, two coins."""
    coded = {who: [f"Q{9 * m + rng.integers(2)}" for m in range(300)] for who in RATERS[:2]}
    frame = pandas.DataFrame({"item": [f"m{m}" for m in range(300)], **coded})
    return frame.melt("item", var_name="coder", value_name="label")


MADE = {"senses": senses, "systems": systems}


@pytest.fixture(params=MADE)
def coins(request, tmp_path):
    """A file of coins, and the frame it is of."""
    frame = MADE[request.param](np.random.default_rng(1))
    path = tmp_path / "coins.csv"
    frame.to_csv(path, index=False)
    return path, frame


def test_a_file_of_coins_is_near_0(coins, capsys):
    """`measure` leads with chance within, and no measure that pools stands beside it."""
    path, _ = coins
    found = json.loads(called(capsys, "measure", path, "--json", "--quiet").out)
    assert [one["measure"] for one in found] == ["alpha_within", "percent"]
    assert abs(found[0]["value"]) < 0.15
    printed = called(capsys, "choose", path).out
    assert "recommended  Krippendorff's α within items " in printed
    assert "recommended  Krippendorff's α  " not in printed


def test_a_file_of_coins_passes_no_gate(coins, capsys):
    """α is refused with its reason, and the recommended measure fails."""
    path, _ = coins
    assert "alpha_within" in called(capsys, "check", path, "--min", "alpha:0.4", code=3).err
    called(capsys, "check", path, "--min", "0.4", code=1)
    assert "--within all" in called(capsys, "measure", path, "-m", "kappa", code=1).err
    over_all = ("-m", "alpha", "--distance", "nominal", "--within", "all")
    pooled = json.loads(called(capsys, "measure", path, *over_all, "--json", "-q").out)
    assert pooled[0]["value"] > 0.35


def test_a_judge_of_coins_is_no_better_than_chance(coins, capsys):
    """A coin beside coins: α with the others is not shown to be above 0."""
    path, _ = coins
    found = json.loads(called(capsys, "judge", path, "--judge", "rater2", "--json").out)
    values = [row["measures"] for row in found["judges"][0]["beside"]]
    assert "alpha_within" in json.dumps(values)
    assert "better than chance" not in found["judges"][0]["decision"]["stated"]


def test_a_frame_of_coins_is_near_0_or_asked(coins):
    """The same from a data frame; α by its name is refused, with `within` it is within."""
    _, frame = coins
    told = {"item": frame.columns[0], "coders": [c for c in frame if c in RATERS]}
    found = accord.measure(frame, **told)
    assert abs(found["alpha_within"].value) < 0.15
    with pytest.raises(accord.NotApplicableError, match="within='all'"):
        accord.alpha(frame, **told)
    if "lemma" in frame:
        inside = accord.alpha(frame, within="lemma", **told)
        assert inside.value == found["alpha_within"].value
        sense = accord.labels.sense_alpha(
            accord.from_frame(frame, **told), distance="nominal", lemma=list(frame["lemma"])
        )
        assert sense.value == pytest.approx(inside.value, abs=1e-12)


def test_a_page_of_coins_is_near_0(coins, tmp_path):
    """The page computes what the command line does."""
    path, _ = coins
    (tmp_path / "files").mkdir()
    path.rename(tmp_path / "files" / "coins.csv")
    engine = Engine(tmp_path)
    found = engine.call("compute", {"files": ["coins.csv"], "settings": {}, "interval": False})
    assert found["measure"] == "alpha_within"
    assert abs(found["value"]) < 0.15


def test_candidates_are_asked_about_everywhere(tmp_path, capsys):
    """300 mentions with two candidates: a question from file, frame and page; 0 with the answer."""
    frame = mentions(np.random.default_rng(2))
    folder = tmp_path / "files"
    folder.mkdir()
    path = folder / "mentions.csv"
    frame.to_csv(path, index=False)
    for command in (["measure"], ["choose"], ["report"], ["check", "--min", "0.4"], ["judge"]):
        more = ["--judge", "rater2"] if command == ["judge"] else []
        code = 3 if command[0] == "check" else 1
        assert "--within 2" in called(capsys, *command, path, *more, code=code).err
    told = {"item": "item", "coder": "coder", "category": "label"}
    with pytest.raises(accord.NotApplicableError, match="within=2"):
        accord.measure(frame, **told)
    answer = Engine(tmp_path).call("compute", {"files": ["mentions.csv"], "settings": {}})
    assert "within" in json.dumps(answer["problem"])
    found = json.loads(called(capsys, "measure", path, "--within", "2", "--json", "-q").out)
    assert abs(found[0]["value"]) < 0.15
    assert found[0]["measure"] == "alpha_within"


def test_a_ranking_of_votes(tmp_path, capsys):
    """`accord rank` reads rows of votes and studies of pairs, and prints the same as Python."""
    rng = np.random.default_rng(3)
    winners = ["model_a", "model_b", "tie"]
    rows = [
        (q, *rng.permutation(["x", "y", "z"])[:2], winners[rng.integers(3)], j)
        for q in range(40)
        for j in ("ann", "bob")
    ]
    names = ["question_id", "model_a", "model_b", "winner", "judge"]
    path = tmp_path / "votes.csv"
    pandas.DataFrame(rows, columns=names).to_csv(path, index=False)
    printed = json.loads(called(capsys, "rank", path, "--json").out)
    wanted = accord.labels.rank(pandas.DataFrame(rows, columns=names))
    assert [one["name"] for one in printed["things"]] == [one.name for one in wanted.things]
    assert printed["things"][0]["strength"] == wanted.things[0].strength
    shown = called(capsys, "rank", path, "--ties", "rao-kupper").out
    assert "ties:rao-kupper" in shown
    assert "Do judges rank the same way?" in shown
    pairs = tmp_path / "pairs.csv"
    systems(rng).to_csv(pairs, index=False)
    assert "model" in called(capsys, "rank", pairs).out


def test_the_report_of_pairs_has_a_ranking(tmp_path, capsys):
    """Strengths and judges stand in the page and in Markdown; other studies have no such part."""
    path = tmp_path / "pairs.csv"
    systems(np.random.default_rng(4)).to_csv(path, index=False)
    for name in ("r.html", "r.md"):
        called(capsys, "report", path, "-o", tmp_path / name)
        text = (tmp_path / name).read_text("utf-8")
        assert "Ranking" in text
        assert "Judges of paired comparisons" in text
    acts = accord.from_coders({"A": "aabbcc" * 3, "B": "aabbca" * 3})
    assert "ranking" not in accord.report(acts).data


def test_votes_of_an_arena_are_pairs_everywhere(tmp_path, capsys):
    """A file of votes says that labels are one of two: `measure` and `choose` take chance within
    the pair, `check` refuses α over all labels, the report ranks and says how many votes it would
    take; a name that hides the pair leaves labels as they are."""
    rng = np.random.default_rng(5)
    names = ["question_id", "model_a", "model_b", "winner", "judge"]
    winners = ["model_a", "model_b", "tie"]

    def votes(*models):
        rows = [
            (q, *rng.permutation(models)[:2], winners[rng.integers(3)], j)
            for q in range(60)
            for j in ("ann", "bob", "cem")
        ]
        path = tmp_path / "votes.csv"
        pandas.DataFrame(rows, columns=names).to_csv(path, index=False)
        return path

    path = votes("x", "y", "z")
    found = json.loads(called(capsys, "measure", path, "--json", "-q").out)
    assert found[0]["measure"] == "alpha_within"
    assert found[0]["value"] == accord.labels.alpha_within(accord.read(path)).value
    assert accord.choose(accord.read(path))[0].measure.name == "alpha_within"
    said = called(capsys, "check", path, "--min", "alpha:0.4", code=3).err
    assert "each item is a pair" in said
    section = accord.report(path, resamples=20).data["ranking"]
    wanted = accord.labels.rank(accord.read(path))
    assert [row["more"] for row in section["rows"]] == [
        pytest.approx(one.more, nan_ok=True) if one.more == one.more else None
        for one in wanted.things
    ]
    for name in ("r.html", "r.md"):
        called(capsys, "report", path, "-o", tmp_path / name, "--resamples", "20")
        text = (tmp_path / name).read_text("utf-8")
        assert "votes for 5%" in text
        assert "one order of each pair" in text
        assert "accord rank FILE" in text
    sheet = called(capsys, "judge", path, "--judge", "ann", "--details").out
    assert "circular triads" in sheet
    assert "accord rank FILE" in sheet
    assert accord.read(votes("x vs 1", "y vs 2", "z")).within is None


def test_the_order_of_names_is_no_order_of_showing():
    """Pairs that a reader put into the order of names say nothing about what is shown first; one
    pair the other way, or few pairs, and they may."""
    rng = np.random.default_rng(6)
    names = ["x", "y", "z", "w"]
    pairs = [tuple(sorted(rng.permutation(names)[:2].tolist())) for _ in range(60)]

    def ranked(pairs):
        rows = [
            (f"{a}@{n} vs {b}@{n}", judge, f"{(a, b)[rng.integers(2)]}@{n}")
            for n, (a, b) in enumerate(pairs)
            for judge in ("ann", "bob")
        ]
        return accord.labels.rank(accord.codings(rows))

    assert np.isnan(ranked(pairs).position)
    assert np.isnan(ranked(pairs).judges[0].first)
    assert np.isfinite(ranked([pairs[0][::-1], *pairs[1:]]).position)


def test_senses_lead_to_within(tmp_path, capsys):
    """The old command prints the same value, and how to have it from every other command, which
    works as it stands there; a gate by α is a gate by α within."""
    path = tmp_path / "sets.csv"
    rows = ["item,lemma,rater1,rater2"]
    for n in range(12):
        word = ("bank", "call")[n % 2]
        one, other = f"{word}{n % 3}", f"{word}{n % 4 % 3}"
        rows.append(f"{n},{word},{one}|{word}0,{other}")
    path.write_text("\n".join(rows) + "\n", "utf-8")
    told = ("--wide", "--item", "item", "--coders", "rater1,rater2", "--sets", "|")
    told += ("--distance", "masi")
    old = called(capsys, "senses", path, *told)
    value = re.search(r"α_lemma = (\S+)", old.out).group(1)
    line = next(line for line in old.err.splitlines() if "accord measure" in line)
    command = shlex.split(line[line.index("accord measure") :])[1:]
    new = called(capsys, *command)
    assert "α within items (masi)" in new.out
    assert value in new.out
    said = called(capsys, "check", path, *told, "--min", "alpha:0.99", "--within", "lemma", code=1)
    assert f"α within items (masi) = {value}" in said.err
    assert "accord measure" not in called(capsys, "senses", path, *told, "-q").err
