"""Calls that Python would only refuse: the error says what to write, and that is right."""

import contextlib
import inspect

import pytest

import accord
from accord import compat
from accord.testing import assert_agreement

pandas = pytest.importorskip("pandas")

Y1, Y2 = list("xyxyxxzz"), list("xyxxxyzz")
WIDE = pandas.DataFrame({"A": Y1, "B": Y2})
SCORES = pandas.DataFrame({"wine": [1, 2, 3] * 2, "judge": list("AAABBB"), "score": range(6)})

CALLS = {
    "no measure": (lambda: accord.interval(WIDE), r"write interval\(data, 'kappa'\)"),
    "no measure for pairs": (lambda: accord.infer.by_pair(WIDE), r"by_pair\(data, 'kappa'\)"),
    "no measure to test": (lambda: accord.permutation_test(WIDE), "needs measure: write"),
    "two things missing": (lambda: accord.influence(WIDE), "needs by and measure: write"),
    "nothing to compare with": (
        lambda: accord.compare(WIDE, measure="kappa"),
        r"needs other: write compare\(data, other_data\)",
    ),
    "no coder to compare": (lambda: accord.ceiling(WIDE, "A"), r"ceiling\(data, 'gpt', 'kappa'\)"),
    "no data at all": (accord.plan, r"needs data: write plan\(data\)"),
    "no labels at all": (accord.kappa, r"kappa\(\) needs data: the labels of each coder"),
    "scikit-learn's names": (
        lambda: accord.kappa(y_true=Y1, y_pred=Y2),
        r"'y_true'; give the labels without keywords: kappa\(y_true, y_pred\)",
    ),
    "scikit-learn's labels": (lambda: accord.kappa(Y1, Y2, labels=["x"]), "say categories="),
    "krippendorff's names": (
        lambda: accord.alpha(reliability_data=[[1, 2], [1, 2]]),
        r"alpha\(reliability_data, coders='rows'\)",
    ),
    "krippendorff's counts": (
        lambda: accord.alpha(value_counts=[[2, 0], [1, 1]]),
        r"accord.from_counts\(value_counts, categories=",
    ),
    "pingouin's raters": (lambda: accord.icc(SCORES, raters="judge"), "say coder="),
    "pingouin's targets": (
        lambda: accord.infer.icc_table(SCORES, targets="wine"),
        "no keyword 'targets'; say item=",
    ),
    "columns": (lambda: accord.kappa(WIDE, columns=["A", "B"]), "say coders="),
    "a level": (lambda: accord.kappa(WIDE, interval=True, conflev=0.9), "'confidence': 0.9"),
    "an interval that is a number": (lambda: accord.kappa(WIDE, interval=0.9), "'confidence': 0.9"),
    "resamples": (lambda: accord.kappa(WIDE, n_boot=99), "interval={'resamples': 1000}"),
    "an interval of several": (lambda: accord.measure(WIDE, "pi", ci=True), "say interval=True"),
    "a distance by place": (lambda: accord.alpha(WIDE, "ordinal"), "write distance='ordinal'"),
    "a keyword": (lambda: accord.infer.as_if(WIDE), r"as_if\(data, distance='nominal'\)"),
    "a slip": (lambda: accord.interval(WIDE, "pi", resampels=9), "did you mean resamples?"),
    "a place too many": (lambda: accord.report(WIDE, "x.html"), "name the others: title="),
    "a breakdown": (lambda: accord.kappa(WIDE, by="A"), "accord.breakdown"),
    "a check that cannot fail": (lambda: assert_agreement(WIDE, "kappa"), "needs min= or max="),
}


@pytest.mark.parametrize("name", CALLS)
def test_what_to_write_is_said(name):
    """A TypeError, as Python has it, with the call that would be right."""
    call, says = CALLS[name]
    with pytest.raises(TypeError, match=says):
        call()


def test_what_is_said_works():
    """The calls that the errors propose are right."""
    assert accord.kappa(Y1, Y2, categories=["x", "y", "z"]).value == accord.kappa(Y1, Y2).value
    assert accord.alpha([[1, 2], [1, 2]], coders="rows").value == 1.0
    assert accord.alpha(accord.from_counts([[2, 0], [1, 1]], categories="ab")).value == 0.0
    assert (
        accord.kappa(WIDE, interval={"confidence": 0.9, "resamples": 50}).interval.confidence == 0.9
    )
    assert accord.icc(SCORES, item="wine", coder="judge", category="score").counts["i"] == 3


@pytest.mark.parametrize(
    ("thing", "name", "says"),
    [
        (accord.infer, "interval", "it is accord.interval"),
        (accord, "intraclass_corr", "accord.infer.icc_table for all forms"),
        (accord, "percent_agreement", "it is accord.percent"),
        (accord, "bootstrap", "it is accord.interval"),
        (accord, "read_csv", "it is accord.read"),
        (accord.kappa(Y1, Y2), "ci", "it is .interval"),
        (accord.kappa(Y1, Y2), "pvalue", "it is .p"),
        (accord.kappa(Y1, Y2), "kappa", "it is .value"),
        (accord.Interval(0.1, 0.9, 0.95, "x", 1, 0), "lower", "it is .low"),
        (accord.kappa(Y1, Y2), "nothing", "Agreement has no attribute 'nothing'"),
    ],
)
def test_names_lead_to_ours(thing, name, says):
    """An attribute that other programs have is not there, and the error says which one is."""
    with pytest.raises(AttributeError) as caught:
        getattr(thing, name)
    assert str(caught.value).endswith(says)
    assert not hasattr(thing, name)


LONG = WIDE.reset_index().melt("index", var_name="coder", value_name="label")
OF_A_FRAME = {
    "latent.majority": lambda d, **k: accord.latent.majority(d, **k).labels,
    "latent.dawid_skene": lambda d, **k: accord.latent.dawid_skene(d, **k).labels,
    "latent.latent_classes": lambda d, **k: accord.latent.latent_classes(d, classes=2, **k).classes,
    "labels.bias": accord.labels.bias,
    "labels.skew": lambda d, **k: accord.labels.skew(d, **k).pabak,
    "labels.association": lambda d, **k: accord.labels.association(d, **k).chi_square,
    "confusion_matrix": lambda d, **k: str(accord.infer.confusion_matrix(d, "A", "B", **k)),
    "coincidence_matrix": lambda d, **k: str(accord.infer.coincidence_matrix(d, **k)),
    "confused": lambda d, **k: str(accord.infer.confused(d, "pi", **k)),
    "decompose": lambda d, **k: str(accord.infer.decompose(d, "categories", "pi", **k)),
    "disagreements": lambda d, **k: accord.infer.disagreements(d, **k).disputed,
    "who_differs": lambda d, **k: str(accord.infer.who_differs(d, "pi", **k)),
    "chance_agreements": lambda d, **k: str(accord.infer.chance_agreements(d, **k)),
    "plan": lambda d, **k: accord.plan(d, "kappa", width=0.5, assurance=0.5, **k).items,
}


@pytest.mark.parametrize("name", OF_A_FRAME)
def test_every_function_takes_what_is_a_study(name):
    """A frame with its columns named gives what the study gives."""
    named = {"item": "index", "coder": "coder", "category": "label"}
    study = accord.from_frame(LONG, **named)
    assert OF_A_FRAME[name](LONG, **named) == OF_A_FRAME[name](study)


NEEDS_A_STUDY = {"next_steps", "properties", "replicates", "soft_labels"}
"""Parts of others: they follow a study that was read, or (properties) stand before all readers."""


def test_inference_is_behind_the_door():
    """A new function of inference on a study takes any data, or is named above."""
    closed = set()
    for name in accord.infer.__all__:
        one = getattr(accord.infer, name)
        if inspect.isfunction(one) and "study" in list(inspect.signature(one).parameters)[:1]:
            closed |= set() if hasattr(one, "__wrapped__") else {name}
    assert closed <= NEEDS_A_STUDY


def test_the_names_of_scikit_learn_where_they_are():
    """What takes y_true and y_pred takes them by name, too."""
    by_name = compat.cohen_kappa_score(y1=Y1, y2=Y2)
    assert by_name == accord.kappa(Y1, Y2).value


def test_settings_of_the_measure_are_keywords():
    """`interval(data, "alpha", distance=…)` is the interval of the bound measure."""
    study = accord.from_wide([[1, 2, 1], [2, 2, 3], [3, 3, 3], [1, 1, 2], [5, 4, 5]])
    ordinal = accord.bound("alpha", distance="ordinal")
    wanted = accord.interval(study, ordinal)
    assert accord.interval(study, "alpha", distance="ordinal") == wanted
    assert accord.interval(study, measure="alpha", distance="ordinal") == wanted
    parts = accord.breakdown(study, "coder", "alpha", distance="ordinal")
    assert parts.rows == accord.breakdown(study, "coder", ordinal).rows
    plan = accord.infer.plan_items("alpha", expected=0.8, width=0.4, distance="nominal")
    assert plan.items > 20
    with pytest.raises(accord.AccordError, match=r"no setting 'distance'.*: miss"):
        accord.interval(study, "kappa", distance="ordinal")
    with pytest.raises(TypeError, match="distance= needs a measure"):
        accord.compare(study, study, distance="ordinal")
    with pytest.raises(TypeError, match="no keyword 'distanse'"):
        accord.interval(study, "alpha", distanse="ordinal")


def test_a_report_takes_a_measure_with_settings():
    """By keywords, as a bound measure or as a function; the call it prints gives it again."""
    rows = [[1, 2, 1], [2, 2, 3], [3, 3, 3], [1, 1, None], [5, 4, 5], [2, None, None]]
    study = accord.from_wide(rows)
    found = accord.report(study, measure="kappa", missing="complete", resamples=20)
    assert found["answer"]["value"] == accord.kappa(study, missing="complete").value
    again = eval(found["methods"]["command"], {"accord": accord, "study": study})
    assert again["answer"] == found["answer"]
    ordinal = accord.bound("alpha", distance="ordinal")
    found = accord.report(study, measure=ordinal, resamples=20)
    named = accord.report(study, measure="alpha", distance="ordinal", resamples=20)
    assert found.data == named.data
    function = accord.report(study, measure=accord.kappa, resamples=20)
    assert function.data == accord.report(study, measure="kappa", resamples=20).data


@pytest.mark.parametrize("given", [{"A": ["x", "y", "x"], "B": ["x", "y", "y"]}, 5, None])
@pytest.mark.parametrize(
    "call",
    [
        accord.write,
        lambda data, path: accord.simulate.reference_of(data, "A"),
        lambda data, path: accord.simulate.mistakes_like(data, "span_f1"),
        lambda data, path: accord.infer.border_habits(data),
    ],
    ids=["write", "reference_of", "mistakes_like", "border_habits"],
)
def test_what_takes_a_study_takes_data_or_says_why_not(call, given, tmp_path):
    """Also where the data are not of the kind that the function is for."""
    with contextlib.suppress(accord.AccordError):
        call(given, tmp_path / "study.csv")
    if isinstance(given, dict):
        accord.write(given, tmp_path / "again.csv")
        assert accord.kappa(accord.read(tmp_path / "again.csv")).value == accord.kappa(given).value
