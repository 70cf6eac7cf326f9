"""The examples of the guide for frameworks that evaluate language models.

They run where the framework is installed: `pip install inspect-ai mlflow-skinny`.
"""

import pytest

import accord

JUDGE = ["yes", "no", "yes", "yes", "no", "no"]
PEOPLE = ["yes", "no", "no", "yes", "no", "yes"]
EXPECTED = (4 / 6 - 1 / 2) / (1 - 1 / 2)
"""κ by hand: four of six agree, and each says yes to half of the items."""


def test_a_metric_of_inspect():
    """A metric gets the scores of all samples; metadata holds what people said."""
    scorer = pytest.importorskip("inspect_ai.scorer", reason="pip install inspect-ai")

    @scorer.metric
    def kappa_with_people():
        def compute(scores):
            judge = [each.score.value for each in scores]
            people = [each.score.metadata["people"] for each in scores]
            return float(accord.kappa(judge, people))

        return compute

    scores = [
        scorer.SampleScore(score=scorer.Score(value=judge, metadata={"people": people}))
        for judge, people in zip(JUDGE, PEOPLE, strict=True)
    ]
    assert kappa_with_people()(scores) == pytest.approx(EXPECTED)


def test_a_scorer_of_mlflow():
    """A scorer judges one row; agreement is computed from what it said of all."""
    scorers = pytest.importorskip("mlflow.genai.scorers", reason="pip install mlflow-skinny")

    @scorers.scorer
    def judge(outputs, expectations):
        return outputs == expectations["people"]

    rows = zip(JUDGE, PEOPLE, strict=True)
    right = [judge(outputs=said, expectations={"people": people}) for said, people in rows]
    assert right.count(True) == 4
    judged = {"judge": JUDGE, "people": PEOPLE}
    assert accord.measure(judged, "kappa")["kappa"] == pytest.approx(EXPECTED)
