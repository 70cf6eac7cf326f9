"""Chains as labels: every mention is an item, and its label is a set of mentions.

    chain  a ← b ← c, and mention c       antecedent {b}   partial {a, b, c}   full {a, b, c}
                      and mention b       antecedent {a}   partial {a, b}      full {a, b, c}
                      and mention a       antecedent ∅     partial {a}         full {a, b, c}

So the coefficients for labels apply to coreference, for any number of coders, with a distance
between sets (Passonneau 2004; Artstein & Poesio 2005, 2008 §4.4).
"""

from collections.abc import Hashable, Iterator
from typing import Any, Literal, get_args

import numpy as np

from accord.errors import DataError, Setting, TooLargeError, UnknownNameError
from accord.kinds.chains.mentions import MENTIONS, common_mentions, match_mentions, with_singletons
from accord.kinds.chains.parts import Chains
from accord.kinds.chains.study import Partitions
from accord.kinds.labels.study import Codings
from accord.model.names import Names

LabelRule = Literal["antecedent", "partial", "full"]
LABEL_RULES: tuple[LabelRule, ...] = get_args(LabelRule)

Label = frozenset[Hashable]


MOST_MENTIONS = 5_000_000
"""The most mentions that labels list, all together."""


def label_chains(
    study: Partitions,
    label: str = "full",
    *,
    itself: bool = True,
    mentions: str = "marked",
    matching: str = "exact",
) -> Codings:
    """Codings with one item for each mention, its label a set of mentions.

    "antecedent": the antecedents that the coder marked, without marks the mention before it
    in its chain; empty where the mention is the first. "partial": its chain up to the
    mention. "full": its whole chain. With `itself` False the mention is taken out of its own
    partial or full chain. The label of an ambiguous mention is the union of its readings.

    `mentions` says what a mention is that some coders did not mark: "marked", no coding by
    them; "common", left out for all; "singletons", for them a chain of one.

    :param study: A study of coreference.
    :param label: antecedent, partial or full.
    :param itself: Whether a mention is part of its own label.
    :param mentions: How to treat mentions that only one coder marked: marked, common or singletons.
    :param matching: When two spans are the same mention: exact, head or overlap.

    >>> import accord
    >>> study = accord.Partitions.of_chains({"d": {"Ann": [[1, 2, 3]], "Bob": [[1, 2], [3]]}})
    >>> for _, coder, label in accord.chains.label_chains(study, "antecedent").rows():
    ...     print(coder, sorted(label))
    Ann []
    Bob []
    Ann [1]
    Bob [1]
    Ann [2]
    Bob []
    """
    for name, known, what in (
        (label, LABEL_RULES, "label"),
        (mentions, MENTIONS, "rule for mentions"),
    ):
        if name not in known:
            raise UnknownNameError.of(what, name, known)
    study = match_mentions(study, matching).study
    if mentions != "marked":
        study = common_mentions(study) if mentions == "common" else with_singletons(study)
    # Without the mention itself each label is another set: a chain of n lists n (n − 1) mentions.
    if not itself and label == "full" and _too_long(study):
        raise _too_many(label)
    # Mentions of two documents may have one name, and must not become one item.
    several = len(set(study.items)) > 1
    items: list[Hashable] = []
    rows: list[tuple[int, int, int]] = []
    codes: dict[Label, int] = {}
    size, code = 0, -1
    for document in study.documents:
        names = [(document.name, m) if several else m for m in document.mentions]
        for c in range(len(study.coders)):
            last: Any = None
            for m, members in labels_of_chains(document, c, label, itself=itself):
                if members is not last:  # mentions of one chain share its label
                    last, size = members, size + len(members)
                    if size > MOST_MENTIONS:
                        raise _too_many(label)
                    # A set that is made of a set takes half the room of one that grew.
                    made = frozenset({names[member] for member in members})
                    code = codes.setdefault(made, len(codes))
                rows.append((len(items) + m, c, code))
        items += names
    table = np.array(rows, dtype=np.int32).reshape(-1, 3)
    table = table[np.lexsort((table[:, 1], table[:, 0]))]
    of = [document.name for document in study.documents for _ in range(len(document))]
    return Codings(
        Names(items),
        study.coders,
        Names(codes),
        table[:, 0],
        table[:, 1],
        table[:, 2],
        about={"document": of},
        audit=study.audit,
    )


def _too_many(label: str) -> TooLargeError:
    return TooLargeError(
        f"labels of chains ({label!r}) would list more than {MOST_MENTIONS:,} mentions; use "
        f"{Setting('itself', True)}, which needs one label for each chain, or a measure of links "
        "(link_kappa, b_cubed)"
    )


def _too_long(study: Partitions) -> bool:
    """Whether labels of chains without the mention itself would list too many mentions."""
    sizes = [np.bincount(row[row >= 0]) for document in study.documents for row in document.chain]
    return sum(int(size.astype(np.int64) @ (size - 1)) for size in sizes) > MOST_MENTIONS


def labels_of_chains(
    document: Chains, coder: int, label: str, *, itself: bool
) -> Iterator[tuple[int, set[int] | frozenset[int]]]:
    """(mention, members of its label) for every mention that the coder marked."""
    if label != "full" and not document.ordered:
        raise DataError(
            f"document {document.name!r}: label {label!r} needs the order of the mentions, which "
            f"ids like {document.mentions[0]!r} do not show; use {Setting('label', 'full')}"
        )
    row = document.chain[coder]
    members: list[list[int]] = [[] for _ in range(int(row.max(initial=-1)) + 1)]
    for m in np.flatnonzero(row >= 0).tolist():
        members[row[m]].append(m)
    antecedents: dict[int, list[int]] = {}
    for _, m, antecedent in document.links[document.links[:, 0] == coder].tolist():
        antecedents.setdefault(m, []).append(antecedent)
    for chain in members:
        whole = frozenset(chain)
        for at, m in enumerate(chain):
            found = antecedents.get(m, chain[at - 1 : at] if at else [])
            if label == "antecedent":
                yield m, frozenset(found)
                continue
            # A mention may refer to several things at once (Poesio & Artstein 2005): it then has
            # all of them.
            other = {row[a] for a in found if row[a] >= 0} - {row[m]}
            if label == "full" and itself and not other:
                yield m, whole
                continue
            readings = set(chain).union(*(members[k] for k in other))
            if label == "partial":
                # The part of the chain that a reader has met so far.
                readings = {member for member in readings if member <= m}
            yield m, readings if itself else readings - {m}
