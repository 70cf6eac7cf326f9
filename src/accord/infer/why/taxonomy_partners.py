"""Categories in a taxonomy: how far from each are the other codings of its items."""

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from accord.infer.why.matrices import coincidences
from accord.kinds.labels.study import Codings
from accord.kinds.labels.taxonomy import Taxonomy
from accord.model.showing import Result, Results


@dataclass(frozen=True, slots=True)
class Partners(Result):
    """A category in its place in the tree, its codings that can be paired, and how many of their
    partners are the same category, on its branch (above or below it), or elsewhere."""

    category: Hashable
    depth: int
    scope: str | None
    codings: float
    same: float
    branch: float

    @property
    def elsewhere(self) -> float:
        """Partners on another branch."""
        return self.codings - self.same - self.branch


MOST_UNUSED = 2000
"""Categories of a taxonomy that are shown whether or not somebody used them."""


def taxonomy_partners(study: Codings, taxonomy: Taxonomy) -> Results[Partners]:
    """The categories of the tree, children below their parent, with their partners.

    Partners of a coding are the other codings of its item. Of a taxonomy with thousands of
    categories those are left out that nobody used and that stand above none that was.
    """
    names = list(study.categories)
    table = coincidences(study)
    at = {name: k for k, name in enumerate(names)}
    above = {name: set(taxonomy.ancestors(name)) if name in taxonomy else set() for name in names}
    used = set(names).union(*above.values())
    found = []
    for place in _tree_order(taxonomy):
        if len(taxonomy) > MOST_UNUSED and taxonomy.names[place] not in used:
            continue
        name = taxonomy.names[place]
        k = at.get(name)
        row = table[k] if k is not None else np.zeros(len(names))
        branch = np.array(
            [
                other != name and (other in above.get(name, ()) or name in above[other])
                for other in names
            ]
        )
        found.append(
            Partners(
                name,
                int(taxonomy.depth[place]),
                taxonomy.scopes[place],
                float(row.sum()),
                float(row[k]) if k is not None else 0.0,
                float(row[branch].sum()),
            )
        )
    return Results(found)


def _tree_order(taxonomy: Taxonomy) -> list[int]:
    """Categories as they stand in the tree, children below their parent."""
    found: list[int] = []
    stack = [at for at, parent in enumerate(taxonomy.parents) if parent < 0][::-1]
    while stack:
        at = stack.pop()
        found.append(at)
        stack += list(taxonomy.children[at])[::-1]
    return found
