"""Studies that come with accord, small and invented, to try things on.

To add one: its file in `accord/data`, one line in EXAMPLES.
"""

from collections.abc import Mapping
from importlib.resources import as_file, files
from typing import Any

from accord.errors import UnknownNameError
from accord.model.codings.taxonomy import Taxonomy
from accord.model.study import Study
from accord.read.door.read import read
from accord.read.tables.taxonomies import read_taxonomy

EXAMPLES: Mapping[str, tuple[str, dict[str, Any]]] = {
    "dialogue_acts": (
        "dialogue_acts.csv",
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
    "entities": ("entities.jsonl", {}),
    "coreference": ("coreference.jsonl", {}),
}
"""Name → file and how it is read."""

TAXONOMIES: Mapping[str, str] = {"dialogue_acts": "dialogue_acts.txt"}
"""Name of an example → the taxonomy of its categories."""


def example(name: str) -> Study:
    """A study that comes with accord.

    "dialogue_acts": three coders, 114 utterances of four dialogues, 11 dimensions in the
    manner of DIT++; its taxonomy is `example_taxonomy("dialogue_acts")`.
    "entities": three coders marked named entities in eight short news texts, some nested.
    "coreference": three coders marked who and what is meant in four short stories.

    :param name: Which one.

    >>> example("dialogue_acts")
    Dimensions(114 items, 3 coders, 11 dimensions)
    >>> example("entities").counts(), example("coreference").counts()["m"]
    ({'i': 8, 'c': 3, 'k': 6, 'u': 253}, 83)
    """
    if name not in EXAMPLES:
        raise UnknownNameError.of("example", name, EXAMPLES)
    file, options = EXAMPLES[name]
    with as_file(files("accord").joinpath("data", file)) as path:
        return read(path, **options)


def example_taxonomy(name: str) -> Taxonomy:
    """The taxonomy of the categories of an example.

    :param name: Which one.

    >>> example_taxonomy("dialogue_acts")
    Taxonomy(45 categories, 26 trees, 9 scopes)
    """
    if name not in TAXONOMIES:
        raise UnknownNameError.of("example with a taxonomy", name, TAXONOMIES)
    with as_file(files("accord").joinpath("data", TAXONOMIES[name])) as path:
        return read_taxonomy(path)
