"""Passonneau 1997, Applying Reliability Metrics to Co-Reference Annotation (CUCS-017-97)."""

import numpy as np
import pytest

import accord
from accord._measure.chains.coreference import muc
from accord._measure.chains.coreference_chance import LinkTable, link_kappa, link_table
from accord.errors import NotApplicableError
from accord.kinds.chains.study import Partitions

CA1 = ["ABDGI", "CEF", "HJ"]
CA2 = ["ABGI", "CDEF", "HJ"]
CA3 = ["ABGI", "CEF", ["D", "D'"], "HJ"]


def study(first: list, second: list) -> Partitions:
    """Two codings of the dialogue of Figure 1."""
    return Partitions.of_chains({"sample 2": {"first": first, "second": second}})


def test_table_1() -> None:
    """Table 1, the 2 × 2 coincidence matrix 47, 14, 10, 29: κ = .50, A_e = 52%."""
    table = LinkTable(47, 10, 14, 29)
    assert table.kappa == pytest.approx(0.5047, abs=1e-4)
    assert 1 - table.observed == pytest.approx(0.76)
    assert 1 - table.expected == pytest.approx(0.5154)


def test_muc_of_ca1_and_ca2() -> None:
    """Equations (12) and (15): recall and precision of CA1 by CA2 are both 6/7."""
    result = muc(study(CA1, CA2))
    assert result.detail["recall"][0, 1] == pytest.approx(6 / 7)
    assert result.detail["precision"][0, 1] == pytest.approx(6 / 7)
    assert result.value == pytest.approx(6 / 7)


def test_precision_of_one_class() -> None:
    """Text after (15): the precision of {C, E, F} is 2/3; the printed .33 is the loss."""
    result = muc(study(["CEF", "D"], ["CDEF"]))
    assert result.detail["precision"][0, 1] == pytest.approx(2 / 3)


def test_table_2() -> None:
    """Table 2, CA1 by CA3 with D' alone in CA1: a, b, c, d = 6, 1, 1, 2 and κ = .5238."""
    data = study([*CA1, ["D'"]], CA3)
    table = link_table(data)
    assert table == (6, 1, 1, 2)
    assert table.recall == table.precision == pytest.approx(6 / 7)
    result = link_kappa(data)
    assert result.A_o == pytest.approx(0.8)
    assert result.A_e == pytest.approx(0.58)
    assert result.D_e == pytest.approx(0.42)
    assert result.value == pytest.approx(0.5238, abs=5e-5)


def test_table_3() -> None:
    """Table 3: κ = .65; by (16), (17) recall is .93 and precision .90, printed exchanged."""
    table = LinkTable(166, 19, 13, 44)
    assert table.kappa == pytest.approx(0.6457, abs=5e-5)
    assert table.recall == pytest.approx(166 / 179)
    assert table.precision == pytest.approx(166 / 185)


def test_incommensurate_codings() -> None:
    """Section 2.1: codings of different mentions have no table; both remedies are on request."""
    data = study(CA1, CA3)
    result = link_kappa(data)
    assert result.undefined is not None
    assert "mentions='common'" in result.undefined
    assert "mentions='singletons'" in result.undefined
    with pytest.raises(NotApplicableError, match="0 only by the first, 1 only by the second"):
        link_table(data)
    assert link_table(data, mentions="singletons") == (6, 1, 1, 2)
    assert link_table(data, mentions="common") == (6, 0, 1, 2)
    assert "mentions:singletons" in link_kappa(data, mentions="singletons").signature


def test_negative_d() -> None:
    """Chains that cut each other crosswise leave d = 2 + 2 − 4 − 1 = −1: undefined, with why."""
    data = study(["ab", "cd"], ["ac", "bd"])
    assert link_table(data) == (0, 2, 2, -1)
    result = link_kappa(data)
    assert result.value != result.value
    assert "d = -1" in (result.undefined or "")


def test_a_table_of_narratives():
    """Table 4: κ, recall and precision of each narrative, and σ below, divided by their number;
    a document whose coders marked different mentions says why it has no row of numbers."""
    chains = {
        "2": {"K": ["ABDGI", "CEF", ["D'"], "HJ"], "R": ["ABGI", "CEF", ["D", "D'"], "HJ"]},
        "3": {"K": ["ab", "cd"], "R": ["ab", "c", "d"]},
        "4": {"K": ["ab"], "R": ["abx"]},
    }
    study = accord.Partitions.of_chains(chains)
    rows = accord.infer.narratives(study)
    assert [row.document for row in rows] == ["2", "3", "4", "σ"]
    assert rows[0].kappa == pytest.approx(0.5238, abs=1e-4)
    assert (rows[0].recall, rows[0].precision) == (6 / 7, 6 / 7)
    assert (rows[1].recall, rows[1].precision) == (0.5, 1.0)
    assert np.isnan(rows[2].kappa)
    assert "mark" in rows[2].why
    assert rows[3].recall == pytest.approx(np.std([6 / 7, 0.5]))
    assert rows[3].precision == pytest.approx(np.std([6 / 7, 1.0]))
    three = accord.Partitions.of_chains({"d": {c: ["ab"] for c in "ABC"}})
    with pytest.raises(accord.NotApplicableError, match="two coders"):
        accord.infer.narratives(three)


def test_when_training_may_stop():
    """§3: coders who still learn are trained on, those who do not any more are not, and rounds that
    are too small leave it open; worse is no gain, whichever way a measure counts."""

    def coded(n, errors):
        b = ["ab"[(k // 2) % 2] for k in range(n)]
        a = [("a" if x == "b" else "b") if k % errors == 0 else x for k, x in enumerate(b)]
        return accord.from_coders({"A": a, "B": b})

    poor, good = coded(400, 4), coded(400, 15)
    assert accord.infer.may_stop(poor, good, measure="kappa").verdict == "train"
    found = accord.infer.may_stop(poor, good, coded(402, 15), measure="kappa", margin=0.1)
    assert found.verdict == "stop"
    assert len(found.values) == 3
    assert found.gain == pytest.approx(found.values[2] - found.values[1])
    assert found.interval.low < 0 < found.interval.high < 0.1
    small = accord.infer.may_stop(coded(20, 5), coded(20, 7), measure="kappa")
    assert small.verdict == "open"
    assert accord.infer.may_stop(good, poor, measure="kappa").verdict == "stop"
    with pytest.raises(accord.AccordError, match="two rounds"):
        accord.infer.may_stop(good, measure="kappa")
