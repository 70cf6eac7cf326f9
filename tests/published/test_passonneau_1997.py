"""Passonneau 1997, Applying Reliability Metrics to Co-Reference Annotation (CUCS-017-97)."""

import pytest

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
