"""Laws over the table of kinds: what every entry and every ability must satisfy.

The laws are functions of a study, so that a kind that is not in the table can be held to them, too
(tests/test_toy_kind.py).
"""

from importlib import import_module

import numpy as np
import pytest

import accord
from accord._report.write import lines, rows_to_write
from accord.errors import DataError
from accord.kinds.canonical import in_canonical_order
from accord.kinds.folding import fold
from accord.kinds.kind import ABILITIES, ability, kind_named, kind_of
from accord.kinds.properties import properties
from accord.kinds.questions import alone, marked_by, names_of, seen_by
from accord.kinds.table import KINDS
from accord.simulate.shuffling import MISTAKES
from tests.laws.one_of_each import EXAMPLES

STUDIES = {
    "codings": "labels.study:Codings",
    "unitizings": "spans.study:Unitizings",
    "segmentations": "boundaries.study:Segmentations",
    "partitions": "chains.study:Partitions",
    "relations": "relations.study:Relations",
    "trees": "trees.study:Trees",
    "graphs": "graphs.study:Graphs",
    "regions": "regions.study:Regions",
    "dimensions": "dimensions.study:Dimensions",
}
"""The study of each kind, written down apart from the table."""


@pytest.mark.parametrize("stored", KINDS)
def test_an_entry_is_about_its_study(stored):
    """The entry is found by what the study says of itself, and has all its words."""
    entry = kind_named(stored)
    module, name = STUDIES[stored].split(":")
    study = getattr(import_module(f"accord.kinds.{module}"), name)
    assert study.kind == entry.stored == stored
    assert entry.name == KINDS[stored] == module.split(".")[0]
    words = (entry.one, entry.many, entry.document, entry.documents, entry.did)
    assert all(word.strip() for word in words)


@pytest.mark.parametrize("wanted", ABILITIES)
def test_an_ability_has_somebody_who_has_it(wanted):
    """A name in the table of abilities is answered by at least one kind."""
    assert any(kind_named(stored).ability(wanted) is not None for stored in KINDS)


def lines_come_back(study, folder):
    """What accord writes as its own lines, it reads as the same study."""
    if kind_of(study).ability("to_lines") is None:
        with pytest.raises(DataError, match="cannot be written as one file"):
            list(lines(study))
        return
    path = folder / "study.jsonl"
    accord.write(study, path)
    back = accord.read(path)
    assert type(back) is type(study)
    assert back == study
    assert dict(back.about) == dict(study.about)
    assert list(lines(back))[1:] == list(lines(study))[1:]


ONE_WAY = {"relations"}
"""Kinds whose table no reader of tables knows: it is for people and other programs."""


def rows_come_back(study, folder):
    """What accord writes as a table, it reads as a study with the same table."""
    try:
        rows = [*rows_to_write(study)]
    except DataError as error:
        assert "has no table form" in str(error)  # noqa: PT017
        return
    path = folder / "study.csv"
    accord.write(study, path)
    if study.kind in ONE_WAY:
        with pytest.raises(DataError, match=r"contains labels or .*, not relations"):
            accord.read(path, kind=study.kind)
        return
    back = accord.read(path)
    assert type(back) is type(study)
    assert [*rows_to_write(back)] == rows


def chosen_items_and_coders(study, folder):
    """`take` and `only` by position: all of them are the study, in any order names go along, and
    neither disturbs the other."""
    items, coders = range(len(study.items)), range(len(study.coders))
    same = study.take([*items]).only([*coders])
    assert repr(same) == repr(study)
    assert [*names_of(same)] == [*names_of(study)]
    order, some = [*items][::-1], [*coders][1:]
    one, other = study.take(order).only(some), study.only(some).take(order)
    assert [*one.items] == [*other.items] == [study.items[i] for i in order]
    assert [*one.coders] == [*other.coders] == [study.coders[c] for c in some]
    assert one.counts() == other.counts()
    assert marked_by(one).tolist() == marked_by(other).tolist()


def marks_are_counted_and_seen(study, folder):
    """Who marked something saw something; what is marked is counted coder by coder."""
    marked, (item, coder) = marked_by(study), seen_by(study)
    assert len(marked) == len(study.coders)
    assert marked.sum() > 0
    assert set(np.flatnonzero(marked)) <= set(coder.tolist())
    assert len({*zip(item.tolist(), coder.tolist(), strict=True)}) == len(item)
    for c in range(len(study.coders)):
        assert marked_by(study.only([c])).tolist() == [marked[c]]
        assert len(seen_by(study.only([c]))[0]) == (coder == c).sum()
    assert alone(study) is None
    assert "nothing to compare" in alone(study.only([0]))


def order_changes_nothing(study, folder):
    """In canonical order a study is the same, however its items and coders were shuffled."""
    ordered = in_canonical_order(study)
    assert sorted(ordered.items) == sorted(study.items)
    random = np.random.default_rng(1)
    for _ in range(5):
        mixed = study.take(random.permutation(len(study.items)))
        again = in_canonical_order(mixed.only(random.permutation(len(study.coders))))
        assert [*again.items] == [*ordered.items]
        assert [*again.coders] == [*ordered.coders]
        assert marked_by(again).tolist() == marked_by(ordered).tolist()
        if kind_of(study).ability("to_lines") is not None:
            assert again == ordered


def folding_nothing(study, folder):
    """Where no two names are spelt alike, folding gives the study itself; nor does renaming
    nothing change it."""
    assert fold(study) is study
    nothing = {what: {} for what in names_of(study)}
    same = ability(study, "folded")(study, nothing)
    assert repr(same) == repr(study)
    assert in_canonical_order(same).counts() == in_canonical_order(study).counts()
    if kind_of(study).ability("to_lines") is not None:
        assert same == study


def what_it_holds(study, folder):
    """Its properties say how many documents and coders there are, of which kind."""
    held = properties(study)
    assert held.kind == study.kind
    assert (held.documents, held.coders) == (len(study.items), len(study.coders))


def mistakes_of_no_size(study, folder):
    """At magnitude 0 no mistake changes what the reference marked."""
    entry = kind_of(study)
    own = [mistake.name for mistake in MISTAKES.values() if mistake.kind == study.kind]
    assert bool(own) == (entry.own("with_mistakes") is not None)
    reference = study.only([0])  # the first coder saw everything and is called coder 1
    for mistake in own:
        erring = accord.simulate.shuffle(reference, {mistake: 0.0}, coders=1)
        assert _marks(erring) == _marks(reference), mistake


def _marks(study):
    """What coders marked, as accord writes it, without what is about documents."""
    return [line for line in lines(study) if '"coder":' in line]


LAWS = (
    lines_come_back,
    rows_come_back,
    chosen_items_and_coders,
    marks_are_counted_and_seen,
    order_changes_nothing,
    folding_nothing,
    what_it_holds,
    mistakes_of_no_size,
)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("stored", KINDS)
def test_a_law_of_every_kind(stored, law, tmp_path):
    """Every kind of study has an example that obeys every law."""
    study = EXAMPLES[stored]()
    assert study.kind == stored
    law(study, tmp_path)
