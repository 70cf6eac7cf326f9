"""Laws over the table of kinds: what every entry and every ability must satisfy."""

from importlib import import_module

import pytest

from accord.kinds.abilities import ABILITIES
from accord.kinds.kind import kind_named
from accord.kinds.table import KINDS

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
