"""Agreement on chains as labels: K, α, α′ and β with every mention an item, its label a set.

An exact comparison of sets asks too much of coders who forget mentions; a distance between sets
(passonneau, jaccard, dice, masi) gives part of the way.

Chains of different documents share no mention. Chance that drew two labels from all documents
would nearly always draw labels of two documents, which differ in everything, and coders who guess
within each document would seem to agree. So chance stays within the document, and D_o and D_e are
summed over documents before they are divided, a document counting by its codings (α) or mentions:

    1 − Σ_d w_d D_o,d / Σ_d w_d D_e,d          chance="document", the default
    1 − D_o / D_e over all labels together     chance="pooled"

Both labels of a mention would hold the mention itself, which lets coders who guess agree (α up to
.13 with Jaccard where chains are short), so it is not in its own label unless itself=True, as
Passonneau (2004) has it.

`chain_conditions` makes the table of Artstein & Poesio (2005, Figure 2; 2008, Figure 3): as the
label grows from the antecedent to the full chain, K falls and α rises.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

import numpy as np

from accord._measure.chains.crossing import CHANCES, Chance, Matching, Mentions
from accord._measure.cube import coefficients as coding
from accord._measure.cube.within import Within, within
from accord.errors import UnknownNameError
from accord.kinds.chains.labelled import LABELS, LabelRule, label_chains
from accord.kinds.chains.mentions import match_mentions
from accord.kinds.chains.study import Partitions
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement
from accord.model.keywords import keywords
from accord.model.showing import Keyed


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """How chains become labels: the keywords of K on chains, and of α, α′ and β."""

    label: Annotated[
        LabelRule, "What labels a mention: its antecedent, part of its chain or all."
    ] = "full"
    itself: Annotated[bool, "Put a mention into its own label, as Passonneau did."] = False
    mentions: Mentions = "marked"
    matching: Matching = "exact"
    chance: Chance = "document"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLabels(Labels):
    """The same with a distance between sets: the keywords of α, α′ and β on chains."""

    distance: Any


@keywords(SetLabels)
def chain_alpha(study: Partitions, **given: Any) -> Agreement:
    """α on chains as labels, for any number of coders (Passonneau 2004).

    Chance: two labels drawn from all labels in the same document, whatever the mention (or, with
    chance="pooled", from all documents). Each mention is an
    item, its label the set of other mentions in its chain (or a part of it, see `label_chains`;
    with itself=True the mention, too, as published), and `distance` compares sets. D_o and D_e as
    for α.

    Undefined where no mention was marked twice or D_e = 0. References: passonneau2004,
    artstein2008, poesio2005.

    >>> import accord
    >>> study = accord.Partitions.of_chains(
    ...     {"d": {"Ann": [[1, 2, 3], [4, 5]], "Bob": [[1, 2], [3, 4, 5]]}})
    >>> def jaccard(a, b):
    ...     return 1 - len(a & b) / len(a | b)
    >>> round(accord.chains.chain_alpha(study, distance=jaccard, itself=True).value, 4)
    0.2941
    """
    return _on_labels(("chain_alpha", "α_chain"), coding.alpha, study, SetLabels(**given))


@keywords(SetLabels)
def chain_alpha_prime(study: Partitions, **given: Any) -> Agreement:
    """α′ on chains as labels: chance is one distribution of labels that all coders share.

    See `chain_alpha`; D_e as for α′. References: artstein2005, passonneau2004.

    >>> import accord
    >>> study = accord.Partitions.of_chains(
    ...     {"d": {"A": [[1, 2, 3], [4, 5]], "B": [[1, 2], [3, 4, 5]]}}
    ... )
    >>> round(accord.chains.chain_alpha_prime(study, distance="jaccard", itself=True).value, 4)
    0.2157
    """
    names = ("chain_alpha_prime", "α′_chain")
    return _on_labels(names, coding.alpha_prime, study, SetLabels(**given))


@keywords(SetLabels)
def chain_beta(study: Partitions, **given: Any) -> Agreement:
    """β on chains as labels: chance is one distribution of labels for each coder.

    See `chain_alpha`; D_e as for β. References: artstein2005, passonneau2004.

    >>> import accord
    >>> study = accord.Partitions.of_chains(
    ...     {"d": {"A": [[1, 2, 3], [4, 5]], "B": [[1, 2], [3, 4, 5]]}}
    ... )
    >>> round(accord.chains.chain_beta(study, distance="jaccard", itself=True).value, 4)
    0.2982
    """
    return _on_labels(("chain_beta", "β_chain"), coding.beta, study, SetLabels(**given))


@keywords(Labels)
def chain_pi(study: Partitions, **given: Any) -> Agreement:
    """K (π) on chains as labels: chains agree wholly or not at all.

    Chance is one distribution of labels that all coders share. Few coders find every mention of
    a chain, so with label="full" K is low for coders who by and large agree; it is here because
    the contrast with α says so. References: artstein2005, artstein2008.

    >>> import accord
    >>> study = accord.Partitions.of_chains(
    ...     {"d": {"A": [[1, 2, 3], [4, 5]], "B": [[1, 2, 3], [4], [5]]}}
    ... )
    >>> round(accord.chains.chain_pi(study, itself=True).value, 4)
    0.3103
    """
    return _on_labels(("chain_pi", "K_chain"), coding.pi, study, Labels(**given))


def _on_labels(
    names: tuple[str, str], coefficient: Callable[..., Agreement], study: Partitions, given: Labels
) -> Agreement:
    if given.chance not in CHANCES:
        raise UnknownNameError.of("idea of chance", given.chance, CHANCES)
    matched = match_mentions(study, given.matching)
    study = matched.study
    compared = {"distance": given.distance} if isinstance(given, SetLabels) else {}

    def codings(documents: Partitions) -> Codings:
        return label_chains(documents, given.label, itself=given.itself, mentions=given.mentions)

    def one(_: Hashable, part: Codings) -> Agreement:
        return coefficient(part, **compared)

    if given.chance == "pooled" or len(study.items) < 2:
        every = codings(study)
        result, mentions = one(None, every), len(every.items)
    else:
        parts = [(at, codings(study.take([at]))) for at in range(len(study.items))]
        mentions = sum(len(part.items) for _, part in parts)
        result = _over_documents(within(parts, one))
    told: dict[str, Any] = {
        "chance": given.chance,
        "label": given.label,
        "itself": "in" if given.itself else "out",
        "mentions": given.mentions,
        **matched.settings,
    }
    return replace(
        result,
        measure=names[0],
        symbol=names[1],
        settings={**result.settings, **told},
        counts={"i": len(study.items), "c": len(study.coders), "m": mentions},
        detail={**result.detail, "matched": matched, **({"note": ITSELF} if given.itself else {})},
    )


ITSELF = (
    "a mention is in its own label, so that coders who guess score above 0 (up to .13 with Jaccard "
    "where chains are short)"
)
"""What stands beside a value of labels that hold the mention itself."""


def _over_documents(found: Within) -> Agreement:
    """1 − Σ D_o/Σ D_e over documents, and the sums of each document: w D_o, w, w D_e, w."""
    rows = np.zeros((len(found.parts), 4))
    for row, document in zip(rows, found.parts, strict=True):
        w, observed, expected = found.known.get(document, (0.0, 0.0, 0.0))
        row[:] = observed, w, expected, w
    return replace(found.agreement(found.parts[0]), detail={"documents": rows})


def chain_conditions(
    study: Partitions,
    *,
    distances: Sequence[Any] = ("passonneau", "jaccard", "dice", "masi"),
    labels: Sequence[LabelRule] = LABELS,
    itself: bool = True,
    mentions: Mentions = "marked",
    matching: Matching = "exact",
    chance: Chance = "document",
) -> Keyed[tuple[str, str, str], Agreement]:
    """The table of conditions: (label, coefficient, distance) → agreement.

    K for each label, and α, α′, β for each label and distance; labels from the antecedent to
    the full chain (Artstein & Poesio 2005, Figure 2), or some of them: ids in no known order have
    full chains only. References: artstein2005, artstein2008.

    :param study: A study of coreference.
    :param distances: Set distances for α, α′ and β.
    :param labels: Which labels; by default all that the study can have.
    :param itself: Whether a mention counts as part of its own label.
    :param mentions: How to treat mentions that only one coder marked.
    :param matching: When two spans are the same mention: exact, head or overlap.
    :param chance: document: chance stays within each document; pooled: from all together.

    >>> import accord
    >>> study = accord.Partitions.of_chains(
    ...     {"d": {"A": [[1, 2, 3], [4, 5]], "B": [[1, 2], [3, 4, 5]]}}
    ... )
    >>> found = accord.chains.chain_conditions(study, distances=["jaccard"], labels=["full"])
    >>> {which[1]: round(float(value), 2) for which, value in found.items()}
    {'K': -0.35, 'α': 0.29, 'α′': 0.22, 'β': 0.3}
    """
    settings: dict[str, Any] = {
        "itself": itself,
        "mentions": mentions,
        "matching": matching,
        "chance": chance,
    }
    found: dict[tuple[str, str, str], Agreement] = {}
    for label in labels:
        found[label, "K", "nominal"] = chain_pi(study, label=label, **settings)
        for distance in distances:
            for symbol, compute in (
                ("α", chain_alpha),
                ("α′", chain_alpha_prime),
                ("β", chain_beta),
            ):
                result = compute(study, distance=distance, label=label, **settings)
                found[label, symbol, str(result.settings["d"])] = result
    return Keyed(["label", "coefficient", "distance"], found)
