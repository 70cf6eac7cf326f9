"""Calderon, Reichart & Dror (2025): the alternative annotator test on two of their data sets.

The numbers are those that their notebook prints, to its two digits.
"""

import json
from pathlib import Path

import pytest

import accord
from accord.infer.judges.bench import bench, pair_with, vote
from accord.infer.judges.beside_people import verdict

DATA = json.loads(Path(__file__).with_name("calderon_2025.json").read_text("utf-8"))

PRINTED = {
    "wax": {
        "gemini_flash": ("0.38", "0.69"),
        "gemini_pro": ("0.50", "0.74"),
        "gpt-4o": ("0.50", "0.73"),
        "llama-31": ("0.00", "0.57"),
        "gpt-4o-mini": ("0.00", "0.59"),
        "mistral-v03": ("0.00", "0.50"),
    },
    "mtbench": {
        "gemini_flash": ("0.00", "0.72"),
        "gemini_pro": ("0.00", "0.76"),
        "gpt-4o": ("0.00", "0.77"),
        "llama-31": ("0.00", "0.69"),
        "gpt-4o-mini": ("0.00", "0.74"),
        "mistral-v03": ("0.00", "0.68"),
    },
}


def study_of(name, *models):
    """People and models of a data set; a dot is a missing label."""
    given = {**DATA[name]["people"], **{model: DATA[name]["models"][model] for model in models}}
    labels = {
        coder: [None if one == "." else one for one in signs] for coder, signs in given.items()
    }
    return accord.from_coders(labels)


@pytest.mark.parametrize("name", PRINTED)
@pytest.mark.parametrize("model", PRINTED["wax"])
def test_winning_rate_and_advantage_as_printed(name, model):
    """Winning rate and advantage probability are the authors', to the printed digits."""
    test = accord.alternative_annotator_test(
        study_of(name, model), model, epsilon=DATA[name]["epsilon"]
    )
    found = f"{test.winning_rate:.2f}", f"{test.advantage:.2f}"
    assert found == PRINTED[name][model]


def test_the_sheet_says_the_same():
    """The sheet prints what the test finds, passes where it passes, and follows it only where
    people agree enough: their α is .265 in wax, below the floor."""
    sheet = accord.judge(study_of("wax", "gpt-4o"), "gpt-4o", epsilon=0.1, resamples=50)
    one = sheet["gpt-4o"]
    assert f"{one.alternative.winning_rate:.2f} {one.alternative.advantage:.2f}" == "0.50 0.73"
    humans = accord.alpha(study_of("wax"), distance="nominal").value
    assert sheet.people.agreement.value == pytest.approx(humans, abs=1e-12)
    assert humans == pytest.approx(0.265, abs=5e-4)
    assert one.decision.verdict == "undecided"
    assert "people do not agree enough" in one.decision.reason
    lower = accord.judge(study_of("wax", "gpt-4o"), "gpt-4o", epsilon=0.1, floor=0.2, resamples=50)
    assert lower.decision.verdict == "replace"


def test_percent_agreement_on_mt_bench_is_not_kappa():
    """What the guide says: 87% without ties is κ = .75, 67% of all is κ = .48."""
    placed = bench(study_of("mtbench", "gpt-4o"), "gpt-4o", None)
    pair = pair_with(placed, 3, vote(placed.study, placed.people, False), "vote")
    assert f"{accord.percent(pair).value:.2f} {accord.kappa(pair).value:.2f}" == "0.67 0.48"
    tie = list(pair.categories).index("c")  # model_a, model_b, tie
    said = pair.category.reshape(-1, 2)
    clear = pair.take([at for at, both in enumerate(said) if tie not in both])
    assert f"{accord.percent(clear).value:.2f} {accord.kappa(clear).value:.2f}" == "0.87 0.75"


def test_z_is_of_mean_kappas():
    """Judge's Verdict z: the judge's mean κ against the mean and spread of people's mean κ."""
    study = study_of("mtbench", "gpt-4o")
    found = verdict(bench(study, "gpt-4o", None), 3, accord.bound("kappa"))

    def kappa(one, two):
        both = [study.coders.index(one), study.coders.index(two)]
        pair = study.only(both)
        shared = [at for at, size in enumerate(pair.bounds[1:] - pair.bounds[:-1]) if size == 2]
        return accord.kappa(pair.take(shared)).value

    people = list(DATA["mtbench"]["people"])
    own = [sum(kappa(a, b) for b in people if b != a) / 2 for a in people]
    mean = sum(own) / 3
    sd = (sum((x - mean) ** 2 for x in own) / 2) ** 0.5
    judge = sum(kappa("gpt-4o", a) for a in people) / 3
    assert found.z == pytest.approx((judge - mean) / sd, abs=1e-12)
    assert found.z < -1
    assert found.kind == "less consistent than people"
