"""α for trees (Skjærholt 2014), attachment scores and ParsEval: by hand, and on his treebanks.

The treebanks (odin and thor, two coders) are in ACCORD_SAMPLES; the values were computed apart with
another Zhang–Shasha. Without them the examples by hand remain.
"""

import os
from pathlib import Path

import pytest

import accord
from accord.trees import Constituents, Dependencies, label_accuracy, las, parseval, tree_alpha, uas

SAMPLES = Path(os.environ.get("ACCORD_SAMPLES", "")) / "structures" / "trees"
HAVE = pytest.mark.skipif(
    not SAMPLES.is_dir(), reason="ACCORD_SAMPLES is not set to the folder with structures/trees"
)


def test_by_hand():
    """Two sentences, two coders, one relation differs: D_o = (1 + 0) / 2. The four trees: two of
    three words one edit apart, two of one word, each three nodes less and root for root, so 2
    deletions and no other edit: D_e = (1 + 4 · 2 + 0) / 6, α = 1 − .5 / 1.5."""
    long = [
        Dependencies.of([2, 0, 2], ["subj", "root", "obj"]),
        Dependencies.of([2, 0, 2], ["subj", "root", "iobj"]),
    ]
    short = Dependencies.of([0], ["root"])
    study = accord.from_coders({"A": [long[0], short], "B": [long[1], short]})
    found = tree_alpha(study)
    assert found.observed == pytest.approx(0.5, abs=1e-12)
    assert found.expected == pytest.approx(1.5, abs=1e-12)
    assert found.value == pytest.approx(2 / 3, abs=1e-12)
    # diff: 1, and 2 − 2 = 0 four times: D_e = 1/6; norm: 1/8, and 2/6 four times.
    assert tree_alpha(study, distance="tree-edit-diff").expected == pytest.approx(1 / 6, abs=1e-12)
    assert tree_alpha(study, distance="tree-edit-norm").observed == pytest.approx(1 / 16, abs=1e-12)
    assert tree_alpha(study, distance="tree-edit-norm").expected == pytest.approx(
        (1 / 8 + 4 / 3) / 6, abs=1e-12
    )
    assert las(study).value == pytest.approx(3 / 4)
    assert uas(study).value == 1
    assert label_accuracy(study).value == pytest.approx(3 / 4)


def test_parseval_by_hand():
    """The cat sat: S, NP(0–2), VP against S, NP(1–2), VP: 2 of 3 brackets, none crosses; with
    another label on NP the unlabelled score is the higher one."""
    a = Constituents.parsed("(S (NP (D the) (N cat)) (VP (V sat)))")
    b = Constituents.parsed("(S (D the) (NX (N cat)) (VP (V sat)))")
    c = Constituents.parsed("(S (NX (D the) (N cat)) (VP (V sat)))")
    d = Constituents.parsed("(S (D the) (VP (N cat) (V sat)))")
    assert parseval(accord.from_coders({"A": [a], "B": [b]})).value == pytest.approx(2 / 3)
    assert parseval(accord.from_coders({"A": [a], "B": [c]})).value == pytest.approx(2 / 3)
    assert parseval(accord.from_coders({"A": [a], "B": [c]}), labelled=False).value == 1
    crossing = parseval(accord.from_coders({"A": [a], "B": [d]}))
    assert crossing.value == pytest.approx(2 / 5)  # S only, of 3 + 2
    assert crossing.detail["crossing"] == 1  # NP 0–2 and VP 1–3 cross each other


@HAVE
@pytest.mark.parametrize(
    ("name", "plain", "diff", "norm", "labelled", "unlabelled"),
    [
        ("caterpillar", 0.982727, 0.951777, 0.988990, 0.991304, 0.991304),
        ("swedish", 0.939897, 0.836231, 0.949808, 0.944166, 0.961104),
    ],
)
def test_two_coders_of_a_treebank(name, plain, diff, norm, labelled, unlabelled):
    """α in its three forms and attachment scores of the sentences that both coders analysed."""
    paths = [SAMPLES / f"{who}-{name}.conll" for who in ("odin", "thor")]
    study = accord.read(paths, layer="tree")
    for form, value in (("", plain), ("-diff", diff), ("-norm", norm)):
        assert tree_alpha(study, distance=f"tree-edit{form}").value == pytest.approx(
            value, abs=1e-6
        )
    assert las(study).value == pytest.approx(labelled, abs=1e-6)
    assert uas(study).value == pytest.approx(unlabelled, abs=1e-6)
    if name == "swedish":
        assert tree_alpha(study).observed == pytest.approx(0.972727, abs=1e-6)
        assert tree_alpha(study).expected == pytest.approx(16.184226, abs=1e-6)


@HAVE
def test_four_coders_not_all_of_all():
    """The Spanish set: four coders in folders of their own, whose files repeat their names."""
    study = accord.read(SAMPLES / "cdt-es", layer="tree")
    assert list(study.coders) == ["henrik", "jonas", "lotte", "soren"]
    assert study.missing > 0
    assert tree_alpha(study).undefined is None
