"""Where disagreement on chains comes from."""

import pytest

from accord.infer.why.chain_anatomy import chain_anatomy
from accord.kinds.chains.study import Partitions

STUDY = Partitions.of_chains(
    {
        "d1": {
            "Ann": [[(0, 3), (4, 7), (8, 11)], [(12, 14)]],
            "Bob": [[(0, 3), (4, 7)], [(8, 11), (12, 14)], [(20, 22)]],
            "Cleo": [[(0, 3), (4, 7), (8, 11)], [(12, 14)]],
        },
        "d2": {"Ann": [[(0, 1)]], "Bob": [[(0, 1)]]},
    },
    texts={"d1": "Ann Bob Amy it said more"},
)


def test_pairs() -> None:
    """Split, merged, missed and extra, and each is the other's mirror image."""
    anatomy = chain_anatomy(STUDY)
    pair = anatomy.pairs[0]
    assert (pair.first, pair.second) == ("Ann", "Bob")
    assert [broken.parts for broken in pair.split] == [(((0, 3), (4, 7)), ((8, 11),))]
    assert [broken.chain for broken in pair.merged] == [((8, 11), (12, 14))]
    assert pair.missed == ()
    assert pair.extra == (("d1", (20, 22)),)
    mirror = chain_anatomy(STUDY.only([1, 0])).pairs[0]
    assert (mirror.split, mirror.merged) == (pair.merged, pair.split)
    assert (mirror.missed, mirror.extra) == (pair.extra, pair.missed)


def test_identical_coders_have_nothing_to_adjudicate() -> None:
    """Ann and Cleo agree: no broken chains, no disputed mentions."""
    anatomy = chain_anatomy(STUDY.only([0, 2]))
    assert anatomy.disputed == ()
    assert anatomy.pairs[0].split == ()
    assert anatomy.pairs[0].missed == ()


def test_disputed_mentions() -> None:
    """Worst first: marked by one only 1; (8, 11) 3/4 for two pairs of three; shares add to 1."""
    disputed = chain_anatomy(STUDY).disputed
    assert disputed[0].mention == (20, 22)
    assert disputed[0].disagreement == 1.0
    assert disputed[1].mention == (8, 11)
    assert disputed[1].text == "Amy"
    assert disputed[1].disagreement == pytest.approx((3 / 4 + 3 / 4) / 3)
    assert disputed[1].chains["Bob"] == ((8, 11), (12, 14))
    assert sum(mention.share for mention in disputed) == pytest.approx(1.0)
    assert chain_anatomy(STUDY, limit=1).disputed == disputed[:1]
