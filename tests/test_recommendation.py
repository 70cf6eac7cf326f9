"""One recommendation: `choose` names it, `measure` shows it first, the report leads with it."""

import json
import random

import numpy as np
import pytest

import accord
from accord._measure.catalogue import MEASURES
from accord.infer.advice.cases import EVERY, suited
from accord.infer.advice.choose import (
    MOST_UNITS,
    RARE_ALIKE,
    RARE_ORDER,
    chosen_distance,
    cost,
    default_measures,
    leading_measure,
    levels_of,
    recommended,
    share_of_alike,
    share_of_orders,
)
from accord.infer.advice.meaning import published_values
from accord.infer.resample.item_sums import sums_of
from tests.cli.commands import called, typed

STUDIES = {
    "names": (accord.from_coders({"A": list("xxyyx"), "B": list("xyyyx")}), "alpha"),
    "numbers": (accord.from_coders({"A": [1, 2, 3, 4], "B": [1, 2, 4, 4]}), "alpha"),
    "sets": (
        accord.codings(
            [
                (1, "A", frozenset("xy")),
                (1, "B", frozenset("x")),
                (2, "A", frozenset("y")),
                (2, "B", frozenset("y")),
            ]
        ),
        "alpha",
    ),
    "boundaries": (
        accord.Segmentations.from_masses(
            {"d": {"A": [3, 4, 5], "B": [4, 3, 5]}, "e": {"A": [5, 5], "B": [2, 8]}}
        ),
        "corrected_boundary_similarity",
    ),
    "spans": (
        accord.Unitizings.of(
            [("d", "A", 0, 5, "x"), ("d", "B", 1, 5, "x"), ("d", "A", 8, 9, "y")],
            extents={"d": (0, 12)},
        ),
        "gamma",
    ),
    "chains": (
        accord.Partitions.of_chains({"d": {"A": [[1, 2], [3]], "B": [[1, 2, 3]]}}),
        "chain_alpha",
    ),
}


@pytest.mark.parametrize("name", STUDIES)
def test_one_recommendation_everywhere(name):
    """What `choose` recommends, one measure with a reason, is what comes first everywhere."""
    study, expected = STUDIES[name]
    choices = [c for c in accord.choose(study) if c.verdict == "recommended"]
    assert [c.measure.name for c in choices] == [expected]
    assert choices[0].because
    measured = accord.measure(study)
    assert measured[0].measure == expected
    report = accord.report(study, resamples=50)
    assert report["answer"]["measure"] == expected
    assert report["answer"]["value"] == pytest.approx(measured[0].value, nan_ok=True)


def test_numbers_are_shown_with_every_level():
    """α of numbers: nominal, ordinal and interval, each as if it had been asked for."""
    study, _ = STUDIES["numbers"]
    rows = [row for row in accord.measure(study) if row.measure == "alpha"]
    assert [row.settings["d"] for row in rows] == ["nominal", "ordinal", "interval"]
    for row in rows:
        assert row.value == accord.alpha(study, distance=row.settings["d"]).value


def test_two_numbers_are_equal_or_not():
    """0 and 1 are as far apart by any distance: α stands once."""
    study = accord.from_coders({"A": [0, 1, 1, 0], "B": [0, 1, 0, 0]})
    assert [row.measure for row in accord.measure(study)].count("alpha") == 1


SHROUT_FLEISS = {
    "rater1": [9, 6, 8, 7, 10, 6],
    "rater2": [2, 1, 4, 1, 5, 2],
    "rater3": [5, 3, 6, 2, 6, 4],
    "rater4": [8, 2, 8, 6, 9, 7],
}


def test_ranks_lead_where_raters_differ_in_level_alone():
    """The ratings of Shrout and Fleiss: no two raters use the same numbers, so what they confuse
    shows no order, and they place the items alike. Codes of names that were renumbered do not."""
    ratings = accord.from_coders(SHROUT_FLEISS)
    assert share_of_orders(ratings) > RARE_ORDER
    assert share_of_alike(ratings) <= RARE_ALIKE
    assert levels_of(ratings)[0] == "ordinal"
    assert "at their own level" in chosen_distance(ratings, None)[1]
    codes = [7, 3, 10, 1, 6, 9, 2, 8, 4, 5]  # other numbers for the same labels
    renamed = {who: [codes[x - 1] for x in own] for who, own in SHROUT_FLEISS.items()}
    assert share_of_alike(accord.from_coders(renamed)) > RARE_ALIKE
    assert levels_of(accord.from_coders(renamed))[0] == "nominal"


def test_numbers_that_are_codes_stay_names():
    """Of 100 studies of codes, by coders who know 60% of them, at most five are taken for ranks on
    that ground; of 30 studies of ten items by raters who differ in level, all are."""
    rng = np.random.default_rng(1)
    taken = 0
    for _ in range(100):
        k = int(rng.integers(5, 12))
        truth = rng.integers(1, k + 1, 30)
        knows = rng.random((3, 30)) < 0.6
        study = accord.from_coders(
            {
                who: np.where(knows[at], truth, rng.integers(1, k + 1, 30)).tolist()
                for at, who in enumerate("ABC")
            }
        )
        taken += share_of_alike(study) <= RARE_ALIKE
    assert taken <= 5
    for _ in range(30):
        truth = rng.normal(5, 2, 10)
        rated = {
            who: np.clip(np.rint(truth + by + rng.normal(0, 0.8, 10)), 1, 10).astype(int).tolist()
            for who, by in zip("ABCD", (2, -2, 0, 1.5), strict=True)
        }
        assert levels_of(accord.from_coders(rated))[0] == "ordinal"


def test_who_is_unknown_shows_no_levels():
    """Without coders, or where nothing varies, there is nothing to place alike."""
    votes = accord.from_counts([[2, 1, 0, 0], [0, 0, 3, 0], [0, 0, 1, 2]], categories=[1, 2, 3, 4])
    assert share_of_alike(votes) is None
    same = accord.from_coders({"A": [1, 1, 1], "B": [1, 1, 1]})
    assert share_of_alike(same) is None


def test_ranks_lead_where_the_data_show_an_order():
    """Of 120 orders of five categories only their own and its reverse are as near: 2/120; numbers
    that are names show none, three categories never can, and so many numbers are amounts."""
    near = accord.from_coders({"A": [1, 2, 3, 4, 5], "B": [2, 3, 4, 5, 4]})
    assert share_of_orders(near) == pytest.approx(2 / 120)
    assert levels_of(near)[0] == "ordinal"
    far = accord.from_coders({"A": [1, 2, 3, 4, 5], "B": [5, 5, 1, 2, 3]})
    assert share_of_orders(far) > 0.5
    assert levels_of(far)[0] == "nominal"
    three = accord.from_coders({"A": [1, 2, 3, 3], "B": [2, 3, 3, 2]})
    assert share_of_orders(three) == pytest.approx(2 / 6)
    assert share_of_orders(accord.from_coders({"A": [1, 2, 3], "B": [1, 2, 3]})) is None
    many = accord.from_coders({"A": list(range(20)), "B": list(range(20))})
    assert levels_of(many)[0] == "interval"
    names = {"A": ["a", "b", "c", "d", "e"], "B": ["b", "c", "d", "e", "d"]}
    assert levels_of(accord.from_coders(names)) == ("nominal",)
    assert levels_of(accord.from_coders(names, categories=list("abcde"))) == ("ordinal", "nominal")


def test_numbers_that_are_names_rarely_seem_ranks():
    """Five unordered categories, some confused more than others: ranks lead in at most 1 study of
    10 (the share of orders that counts as evidence), in 200 studies."""
    rng = np.random.default_rng(0)
    found = 0
    for _ in range(200):
        confused = rng.dirichlet(np.full(20, 0.5))
        pairs = [(a, b) for a in range(5) for b in range(5) if a != b]
        drawn = [pairs[at] for at in rng.choice(20, 30, p=confused)]
        same = list(range(5)) * 6
        study = accord.from_coders(
            {"A": same + [a for a, _ in drawn], "B": same + [b for _, b in drawn]}
        )
        found += levels_of(study)[0] == "ordinal"
    assert found <= 20


def test_a_resample_of_boundaries_takes_its_chance_along():
    """The sums of documents give B corrected itself, and for weighted documents what the same
    shuffles give by hand."""
    masses = {
        "d": {"A": [3, 4, 5], "B": [4, 3, 5], "C": [3, 9]},
        "e": {"A": [5, 5], "B": [2, 8], "C": [5, 5]},
        "f": {"A": [2, 2, 6], "B": [2, 3, 5]},
    }
    study = accord.Segmentations.from_masses(masses)
    asked = accord.bound("corrected_boundary_similarity")
    found = asked.compute(study)
    sums = sums_of(study, asked, found)
    weight, room = np.moveaxis(found.detail["documents"], -1, 0)  # document × copy × pair
    value = sums.value(sums.total[None, :])
    assert value[0] == pytest.approx(found.value, abs=1e-12)
    draws = np.array([[2.0, 1.0, 0.0], [0.0, 1.0, 2.0]])
    for times in draws:
        edits, could = np.tensordot(times, weight, 1), np.tensordot(times, room, 1)
        lost = [
            np.mean([e / c for e, c in zip(*row, strict=True) if c])
            for row in zip(edits, could, strict=True)
        ]
        by_hand = 1 - lost[0] / np.mean(lost[1:])
        rows = np.repeat(found.detail["documents"].reshape(3, -1), times.astype(int), axis=0)
        assert sums.value(rows.sum(axis=0)[None, :])[0] == pytest.approx(by_hand, abs=1e-12)


def test_decimals_lead_with_the_interval_distance():
    """Measurements are hardly ever equal: α interval leads, nominal is left to who asks."""
    study = accord.from_coders({"A": [1.5, 2.25, 3.0], "B": [1.25, 2.5, 3.0]})
    rows = [row for row in accord.measure(study) if row.measure == "alpha"]
    assert [row.settings["d"] for row in rows] == ["interval", "ordinal"]
    assert accord.report(study, resamples=20)["answer"]["settings"]["d"] == "interval"


def test_a_distance_that_was_named_is_the_only_one():
    """With a distance there is nothing to choose: one α."""
    study, _ = STUDIES["numbers"]
    rows = [r for r in accord.measure(study, distance="ordinal") if r.measure == "alpha"]
    assert [row.settings["d"] for row in rows] == ["ordinal"]


def test_too_many_units_for_gamma():
    """Beyond the limit γ does not lead, and its cost is named with how to have it."""
    n = MOST_UNITS // 2 + 1
    start = np.tile(np.arange(n) * 10.0, 2)
    study = accord.Unitizings.from_arrays(
        np.zeros(2 * n, int),
        np.repeat([0, 1], n),
        start,
        start + 5,
        np.zeros(2 * n, int),
        items=["d"],
        coders=["A", "B"],
        categories=["x"],
    )
    assert leading_measure(study, "reliability", None) is MEASURES["u_alpha"]
    assert default_measures(study)[0].name == "u_alpha"
    assert cost(study) == (
        "γ is recommended but slow for 20,002 spans (more than 20,000). "
        "To compute it anyway, use `measure='gamma'`."
    )
    assert cost(STUDIES["spans"][0]) is None


def test_the_command_line_says_why_and_how_to_choose(tmp_path):
    """`accord measure` names each level in its row, and says in one line why the first is first."""
    rows = "item,coder,rating\n" + "".join(
        f"{item},{coder},{1 + (item + (coder == 'B' and item == 3)) % 4}\n"
        for item in range(6)
        for coder in "AB"
    )
    (tmp_path / "ratings.csv").write_text(rows, encoding="utf-8")
    code, out, _ = typed("measure", "ratings.csv", cwd=tmp_path)
    lines = out.splitlines()
    assert code == 0
    assert [line.split()[1:3] for line in lines[1:4]] == [
        ["α", "(nominal)"],
        ["α", "(ordinal)"],
        ["α", "(interval)"],
    ]
    assert sum(line.startswith("Krippendorff's α works with") for line in lines) == 1
    code, out, _ = typed("measure", "ratings.csv", "-m", "kappa", cwd=tmp_path)
    assert "works with" not in out


def test_a_check_without_a_measure_takes_the_recommended_one(tmp_path):
    """`accord check --min 0.5` holds α to it, with the distance that the report would take."""
    rows = "1,x,x\n2,y,y\n3,x,y\n4,y,y\n"
    (tmp_path / "acts.csv").write_text(f"item,coder A,coder B\n{rows}", encoding="utf-8")
    code, out, _ = typed("check", "acts.csv", "--min", "0.5", "--prob", "0", cwd=tmp_path)
    assert (code, out.partition(" =")[0]) == (0, "Krippendorff's α")
    assert "d:nominal" in out
    code, _, err = typed("check", "acts.csv", "--min", "0.9", cwd=tmp_path)
    assert code == 1
    assert "α = 0.5333 < 0.9" in err


def test_validity_has_its_own_recommendation():
    """For the question whether these coders agree, κ is recommended: each coder's own chance."""
    study, _ = STUDIES["names"]
    best = [c for c in accord.choose(study, purpose="validity") if c.verdict == "recommended"]
    assert [c.measure.name for c in best] == ["kappa"]


def _labels(coders, show, n=40, absent=0.0):
    rng = random.Random(1)
    rows = ["item,coder,category"]
    for item in range(n):
        truth = rng.randrange(5)
        for coder in coders:
            near = min(4, max(0, truth + rng.choice([-1, 1])))
            said = truth if rng.random() < 0.7 else near
            if rng.random() >= absent:
                rows.append(f"i{item},{coder},{show(said)}")
    return "\n".join(rows) + "\n"


def _sets():
    rng = random.Random(2)
    rows = [
        f"i{item},{coder},{'|'.join(sorted(rng.sample('xyz', rng.randint(1, 2))))}"
        for item in range(20)
        for coder in "AB"
    ]
    return "item,coder,category\n" + "\n".join(rows) + "\n"


def _spans():
    rng = random.Random(3)
    rows = [
        f"d{d},{coder},{20 * u + rng.randrange(9)},{20 * u + 9 + rng.randrange(9)},"
        f"{rng.choice('xxy')}"
        for d in range(4)
        for u in range(4)
        for coder in "AB"
    ]
    return "document,coder,begin,end,category\n" + "\n".join(rows) + "\n"


def _cuts():
    rng = random.Random(4)
    rows = []
    for d in range(6):
        cuts = rng.sample(range(2, 28), 3)
        for coder in "AB":
            near = {cut + rng.choice([0, 0, 1]) for cut in cuts}
            rows += [f"d{d},{coder},{place},30" for place in sorted(near)]
    return "document,coder,place,length\n" + "\n".join(rows) + "\n"


def _chains():
    rng = random.Random(5)
    rows = []
    for d in range(5):
        truth = [rng.randrange(3) for _ in range(8)]
        for coder in "AB":
            rows += [
                f"d{d},{coder},{5 * m},{5 * m + 3},{t if rng.random() < 0.8 else rng.randrange(3)}"
                for m, t in enumerate(truth)
            ]
    return "document,coder,begin,end,chain\n" + "\n".join(rows) + "\n"


def _dimensions():
    rng = random.Random(6)
    rows = [
        f"i{i},{coder},{'ab'[i % 2] if rng.random() < 0.8 else 'a'},{'pqr'[i % 3]}"
        for i in range(20)
        for coder in "AB"
    ]
    return "item,coder,task,turn\n" + "\n".join(rows) + "\n"


def _rankings():
    rng = random.Random(7)
    rows = []
    for i in range(20):
        truth = rng.sample("pqrs", 4)
        for coder in "ABC":
            said = truth[:]
            if rng.random() < 0.6:
                at = rng.randrange(3)
                said[at], said[at + 1] = said[at + 1], said[at]
            rows.append(f"i{i},{coder},{' > '.join(said)}")
    return "item,coder,category\n" + "\n".join(rows) + "\n"


def _arrows():
    """Two coders who join the same six words of four texts, as brat keeps it."""
    rng = random.Random(8)
    text = " ".join(f"word{at:02}" for at in range(12)) + "\n"
    words = "".join(f"T{t + 1}\tWord {14 * t} {14 * t + 6}\tword{2 * t:02}\n" for t in range(6))
    files = {}
    for d in range(4):
        true = {tuple(rng.sample(range(6), 2)): rng.choice(["Cause", "Part"]) for _ in range(6)}
        for coder in "AB":
            drawn = [(*ends, kind) for ends, kind in true.items() if rng.random() < 0.8]
            arrows = "".join(
                f"R{n + 1}\t{kind} Arg1:T{a + 1} Arg2:T{b + 1}\t\n"
                for n, (a, b, kind) in enumerate(drawn)
            )
            files |= {f"{coder}/d{d}.txt": text, f"{coder}/d{d}.ann": words + arrows}
    return files


def _heads():
    """Two coders' dependency trees of twelve sentences of five words."""
    files = {}
    for coder in "AB":
        rng, lines = random.Random(coder), []
        for sentence in range(12):
            lines.append(f"# sent_id = s{sentence}")
            for word, usual in enumerate((2, 0, 2, 3, 3), start=1):
                head = max(2, usual - 1) if usual and rng.random() < 0.3 and word > 3 else usual
                label = "root" if not usual else "obj" if (sentence + word) % 2 else "nmod"
                lines.append(f"{word}\tw{word}\tw\tX\t_\t_\t{head}\t{label}\t_\t_")
            lines.append("")
        files[f"{coder}.conllu"] = "\n".join(lines) + "\n"
    return files


def written(given, folder, name="study.csv"):
    """The paths of a shape that was written to a folder: one table, or the files of two coders."""
    if isinstance(given, str):
        (folder / name).write_text(given, encoding="utf-8")
        return [name]
    for path, text in given.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return sorted({path.split("/")[0] for path in given})


TREE = "root\n\tlow\n\t\ta\n\t\tb\n\thigh\n\t\tc\n\t\td\n\t\te\n"
ORDER = "one,two,three,four,five"
SHAPES = {
    "two coders": (_labels("AB", "abcde".__getitem__), [], "alpha", "nominal"),
    "many coders": (_labels("ABCDE", "abcde".__getitem__), [], "alpha", "nominal"),
    "missing": (_labels("ABC", "abcde".__getitem__, absent=0.2), [], "alpha", "nominal"),
    "scale": (_labels("ABC", (1).__add__), [], "alpha", "ordinal"),
    "declared order": (
        _labels("AB", ORDER.split(",").__getitem__),
        ["--categories", ORDER],
        "alpha",
        "ordinal",
    ),
    "measurements": (_labels("AB", (0.25).__add__), [], "alpha", "interval"),
    "sets": (_sets(), ["--sets", "|"], "alpha", "masi"),
    "spans": (_spans(), [], "gamma", "nominal"),
    "boundaries": (_cuts(), [], "corrected_boundary_similarity", None),
    "chains": (_chains(), [], "chain_alpha", "masi"),
    "dimensions": (_dimensions(), ["--dimensions", "task,turn"], "global_beta", "nominal"),
    "hierarchy": (
        _labels("AB", ("low", "a", "b", "high", "c").__getitem__),
        ["--taxonomy", "a tree.txt", "--distance", "geertzen-bunt"],
        "alpha",
        "geertzen-bunt:a=0.75,b=1@a6efd578",
    ),
    "rankings": (_rankings(), [], "alpha", "kendall"),
    "relations": (_arrows(), ["--kind", "relations"], "corrected_relation_f1", None),
    "trees": (_heads(), ["--layer", "tree"], "corrected_uas", None),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_one_number_and_one_interval_everywhere(shape, tmp_path, monkeypatch, capsys):
    """The same file: the same measure first, by the same distance, with the same reason, value and
    interval, from choose, measure, check and report; each has an interval."""
    text, options, expected, distance = SHAPES[shape]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a tree.txt").write_text(TREE, encoding="utf-8")
    sampled = ["--resamples", "60"]
    given = [*written(text, tmp_path), "-q", *options]
    choices = json.loads(called(capsys, "choose", *given, "--json").out)["choices"]
    best = [one for one in choices if one["verdict"] == "recommended"]
    assert [one["measure"] for one in best] == [expected]
    measured = json.loads(called(capsys, "measure", *given, *sampled, "--interval", "--json").out)
    first = measured[0] if isinstance(measured, list) else measured["global"]
    answer = json.loads(called(capsys, "report", *given, *sampled, "--json").out)["answer"]
    checked = called(capsys, "check", *given, *sampled, "--min", "-9", "--prob", "0.01").out
    assert (first["measure"], answer["measure"]) == (expected, expected)
    assert {one["settings"].get("d") for one in (first, answer)} == {distance}
    assert answer["value"] == first["value"]
    assert answer["interval"]["low"] == first["interval"]["low"]
    assert answer["interval"]["high"] == first["interval"]["high"]
    shown = f"{answer['value']:.4f} [{first['interval']['low']:.4f}, "
    assert f" = {shown}{first['interval']['high']:.4f}]" in checked
    assert answer["why"][0].rstrip(".") == best[0]["because"][0]
    if distance not in (None, "nominal") and expected == "alpha":
        assert any(distance in reason.lower() for reason in best[0]["because"])
        assert any(distance in reason.lower() for reason in answer["why"])


@pytest.mark.parametrize("name", EVERY)
def test_every_task_has_one_measure_and_a_reason(name, capsys):
    """Each task of the survey and of the table: one recommended measure that exists, with a
    reason, and the printed answer has the values that were reported."""
    best = [c for c in suited(EVERY[name]) if c.verdict == "recommended"]
    assert len(best) == 1
    assert best[0].because
    assert best[0].measure is MEASURES[best[0].measure.name]
    said = called(capsys, "choose", "--task", name).out
    values = published_values(name)
    assert EVERY[name].reported or values
    assert EVERY[name].reported in said
    assert ("published elsewhere" in said) == bool(EVERY[name].reported or values)
    assert all(f"{row.study} {row.year}" in said for row in values)


def test_tasks_lead_to_their_kind():
    """Chains, relations, trees, dimensions and boundaries each have their own measure."""
    leads = {
        "prosody": "global_beta",
        "dialogue-act-hierarchy": "alpha",
        "markables": "gamma",
        "nested-constituents": "gamma",
        "content-units": "chain_alpha",
        "discourse-connectives": "corrected_relation_f1",
        "parser-corrections": "corrected_uas",
        "relations": "corrected_relation_f1",
        "boxes": "region_alpha",
        "rankings": "alpha",
        "judges": "alpha",
        "free-text": "alpha",
        "anaphoric-chains": "chain_alpha",
        "rhetorical-relations": "corrected_relation_f1",
        "syntactic-trees": "corrected_uas",
        "dialogue-act-dimensions": "global_beta",
        "topic-boundaries": "corrected_boundary_similarity",
        "flat-dialogue-acts": "alpha",
    }
    for name, measure in leads.items():
        (best,) = [c for c in suited(EVERY[name]) if c.verdict == "recommended"]
        assert best.measure.name == measure


def test_a_breakdown_plan_and_comparison_take_what_is_recommended(tmp_path, capsys):
    """Without a measure: α with the distance that `choose` gives it, and the reason, as in
    `measure`; a measure that is named without its distance has that distance, too."""
    rows = zip([1, 2, 3, 4, 5] * 6, [2, 3, 4, 5, 4] * 6, [1, 2, 3, 4, 5] * 6, strict=True)
    study = accord.from_wide([*rows])
    asked = accord.bound("alpha", distance="ordinal")
    assert levels_of(study)[0] == "ordinal"
    for by in ("category", "item", "coder", "pair"):
        assert accord.breakdown(study, by) == accord.breakdown(study, by, asked)
    assert accord.plan(study, width=0.2) == accord.plan(study, asked, width=0.2)
    halves = study.take(range(15)), study.take(range(15, 30))
    assert accord.compare(*halves) == accord.compare(*halves, asked)
    nominal = accord.bound("alpha", distance="nominal")
    expected = accord.infer.plan_items(nominal, expected=0.8, width=0.2, assurance=0.5)
    assert accord.infer.plan_items(expected=0.8, width=0.2, assurance=0.5) == expected
    path = tmp_path / "rated.csv"
    accord.write(study, path)
    for command in (["breakdown"], ["plan", "--width", "0.2"], ["compare", "--groups", "0,1/0,2"]):
        words = (command[0], path, *command[1:], "-q")
        out, _ = called(capsys, *words)
        assert "α works with any number of raters" in out
        assert "are treated as ordered (ordinal distance)" in out
        out, _ = called(capsys, *words, "-m", "alpha")
        assert "works with any number" not in out
        assert "are treated as ordered (ordinal distance)" in out
        out, _ = called(capsys, *words, "-m", "alpha", "--distance", "nominal")
        assert "ordinal" not in out


def test_two_studies_are_compared_by_a_distance_that_both_can_have():
    """Numbers that look like ranks against names: nominal, the only one for both."""
    ranks = accord.from_coders({"A": [1, 2, 3, 4, 5] * 4, "B": [2, 3, 4, 5, 4] * 4})
    names = accord.from_coders({"A": list("vwxyz") * 4, "B": list("vwxyy") * 4})
    found = accord.compare(ranks, names)
    assert found.first.settings["d"] == found.second.settings["d"] == "nominal"
    assert found == accord.compare(ranks, names, accord.bound("alpha", distance="nominal"))


def test_a_breakdown_of_spans_says_what_would_lead():
    """γ would be computed anew without each coder: uα is taken, and the reasons name γ."""
    study, _ = STUDIES["spans"]
    lead = recommended(study, repeated=True)
    assert (recommended(study).measure.name, lead.measure.name) == ("gamma", "u_alpha")
    assert any("γ is recommended but slow" in reason for reason in lead.why)
    assert accord.breakdown(study, "item") == accord.breakdown(study, "item", "u_alpha")


def _typed(rng, numbers, wrong, off=None):
    """Two coders of 60 items: in a share of them the second gives another number, `off` by a few
    or any of them."""
    truth = rng.choice(numbers, 60)
    other = rng.choice(numbers, 60) if off is None else truth + rng.integers(-off, off + 1, 60)
    second = np.where(rng.random(60) < wrong, other, truth)
    return accord.from_coders({"A": truth.tolist(), "B": second.tolist()})


def test_identifiers_are_names_and_amounts_are_not():
    """Postcodes and identifiers that are mostly copied and else any other are names, in 9 of 10
    tables and more; ages that are off by 3 at most, scores, and one slip of the pen stay amounts.
    At level .1 the test of orders calls 1 in 10 tables of codes a scale."""
    rng = np.random.default_rng(3)
    codes = rng.integers(10_000, 99_999, 40)
    for numbers in (codes, range(1, 900)):
        found = [levels_of(_typed(rng, numbers, 0.2))[0] for _ in range(20)]
        assert found.count("nominal") >= 16, found
    ages = [levels_of(_typed(rng, range(18, 90), 0.4, off=3))[0] for _ in range(20)]
    assert ages.count("interval") == 20
    truth = np.round(60 + 15 * rng.standard_normal((40, 1)) + 6 * rng.standard_normal((40, 2)))
    assert levels_of(accord.from_coders({"A": truth[:, 0], "B": truth[:, 1]}))[0] == "interval"
    guesses = rng.integers(0, 101, (60, 2))
    assert levels_of(accord.from_coders({"A": guesses[:, 0], "B": guesses[:, 1]}))[0] == "interval"
    slip = {"A": [*range(30)], "B": [*range(29), 3]}
    assert levels_of(accord.from_coders(slip))[0] == "interval"
