"""Studies that come with accord, small, to try things on: three invented ones, and tables that the
field computes by hand.

To add one: its file in `accord/data`, one line in EXAMPLES.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, NamedTuple

from accord._read.door.read import read
from accord._read.tables.taxonomies import read_taxonomy
from accord.errors import UnknownNameError
from accord.kinds.labels.taxonomy import Taxonomy
from accord.model.study import Study


class Example(NamedTuple):
    """A file of `accord/data`, what it holds, and how it is read."""

    file: str
    title: str
    reading: Mapping[str, Any] = {}


EXAMPLES: Mapping[str, Example] = {
    "dialogue_acts": Example(
        "dialogue_acts.csv",
        "Dialogue acts: 3 coders, 114 utterances, 11 dimensions",
        {
            "dimensions": [
                "task",
                "task: action",
                "auto feedback",
                "allo feedback",
                "turn",
                "time",
                "contact",
                "topic",
                "own",
                "structure",
                "social",
            ],
        },
    ),
    "entities": Example("entities.jsonl", "Named entities: 3 coders, spans in 8 texts"),
    "coreference": Example("coreference.jsonl", "Coreference: 3 coders, chains in 4 stories"),
    "krippendorff_2004": Example(
        "krippendorff_2004.csv",
        "Krippendorff (2004): 4 coders, 12 items, missing codings",
        {"shape": "wide", "item": "unit"},
    ),
    "fleiss_1971": Example(
        "fleiss_1971.csv",
        "Fleiss (1971): 6 psychiatrists, 30 patients, 5 diagnoses",
        {"shape": "counts", "item": "patient"},
    ),
    "cohen_1960": Example(
        "cohen_1960.csv",
        "Cohen (1960): 2 coders, 200 items, a table of counts",
        {"shape": "contingency"},
    ),
}
"""Name → file, title and how it is read."""

TAXONOMIES: Mapping[str, str] = {"dialogue_acts": "dialogue_acts.txt"}
"""Name of an example → the taxonomy of its categories."""


@contextmanager
def example_file(name: str) -> Iterator[Path]:
    """The file of an example."""
    if name not in EXAMPLES:
        raise UnknownNameError.of("example", name, EXAMPLES)
    with as_file(files("accord").joinpath("data", EXAMPLES[name].file)) as path:
        yield path


def example(name: str) -> Study:
    """A study that comes with accord.

    "dialogue_acts": three coders, 114 utterances of four dialogues, 11 dimensions in the
    manner of DIT++; its taxonomy is `example_taxonomy("dialogue_acts")`.
    "entities": three coders marked named entities in eight short news texts, some nested.
    "coreference": three coders marked who and what is meant in four short stories.
    "krippendorff_2004", "fleiss_1971", "cohen_1960": the tables of these works.

    :param name: Which one.

    >>> import accord
    >>> accord.example("dialogue_acts")
    Dimensions(114 items, 3 coders, 11 dimensions)
    >>> accord.example("entities").counts(), accord.example("coreference").counts()["m"]
    ({'i': 8, 'c': 3, 'k': 6, 'u': 253}, 83)
    """
    with example_file(name) as path:
        return read(path, **EXAMPLES[name].reading)


def example_taxonomy(name: str) -> Taxonomy:
    """The taxonomy of the categories of an example.

    :param name: Which one.

    >>> import accord
    >>> accord.example_taxonomy("dialogue_acts")
    Taxonomy(45 categories, 26 trees, 9 scopes)
    """
    if name not in TAXONOMIES:
        raise UnknownNameError.of("example with a taxonomy", name, TAXONOMIES)
    with as_file(files("accord").joinpath("data", TAXONOMIES[name])) as path:
        return read_taxonomy(path)
