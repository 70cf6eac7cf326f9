"""What is known of blocks of documents."""

from collections.abc import Mapping, Sequence
from typing import Any

from accord.model.names import Names


def about_blocks(
    about: Mapping[str, Sequence[Any]], names: Names, parents: list[int]
) -> dict[str, list[Any]]:
    """What is known of the documents, for each of their blocks, and which document it is of."""
    kept = {key: [column[at] for at in parents] for key, column in about.items()}
    return {**kept, "document": [names[at] for at in parents]}
