"""Agreement on chains as labels: K, α, α′ and β with every mention an item, its label a set.

An exact comparison of sets asks too much of coders who forget mentions; a distance between sets
(passonneau, jaccard, dice, masi) gives part of the way.

Chance is how well labels of the same sizes would agree if their members were any mentions of the
document (`random_members`): coders who guess score 0, in short documents and long ones. What was
published draws two labels as they are, from one pool of labels; labels of other mentions may hold
the mention at hand, which its own label never does, so that guessing scores up to .2 where
documents are short, and with itself=True, as Passonneau (2004) has it, up to .13 in long ones:

    members    sizes from documents with about as many mentions, members at random; the default
    document   two labels from those of the document, Σ_d w_d D_o,d / Σ_d w_d D_e,d over documents
    pooled     two labels from all documents, which share no mention

`chain_conditions` makes the table of Artstein & Poesio (2005, Figure 2; 2008, Figure 3): as the
label grows from the antecedent to the full chain, K falls and α rises.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, Literal, get_args

import numpy as np

from accord._measure.by_document import ByDocument, RatioOfDocuments
from accord._measure.chains.crossing import MentionMatching, Mentions
from accord._measure.chains.label_chance import Labelling, members_at_random
from accord._measure.cube import coefficients as coding
from accord._measure.cube.within import Within, within
from accord._measure.distances.distance import distance as as_distance
from accord._measure.random_members import Idea
from accord._measure.sampling_settings import Seed
from accord.errors import UnknownNameError
from accord.kinds.chains.labelled import LABEL_RULES, LabelRule, label_chains
from accord.kinds.chains.mentions import Matched, common_mentions, match_mentions, with_singletons
from accord.kinds.chains.study import Partitions
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement
from accord.model.keywords import keywords
from accord.model.names import IntArray
from accord.model.showing import Keyed
from accord.tasks import checked_run
from accord.words.said import said

_ChanceRule = Literal["members", "document", "pooled"]
_CHANCES: tuple[_ChanceRule, ...] = get_args(_ChanceRule)
_Chance = Annotated[
    _ChanceRule,
    "Chance on chains: members (labels as large, of any mentions), or labels as they are, drawn "
    "from the document or pooled over all.",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """How chains become labels: the keywords of K on chains, and of α, α′ and β."""

    label: Annotated[
        LabelRule, "What labels a mention: its antecedent, part of its chain or all."
    ] = "full"
    itself: Annotated[bool, "Put a mention into its own label, as Passonneau did."] = False
    mentions: Mentions = "marked"
    matching: MentionMatching = "exact"
    chance: _Chance = "members"
    rng: Seed = 0

    def __post_init__(self) -> None:
        if self.chance not in _CHANCES:
            raise UnknownNameError.of("idea of chance", self.chance, _CHANCES)
        if self.label not in LABEL_RULES:
            raise UnknownNameError.of("label", self.label, LABEL_RULES)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLabels(Labels):
    """The same with a distance between sets: the keywords of α, α′ and β on chains."""

    distance: Any


@keywords(SetLabels)
def chain_alpha(study: Partitions, **given: Any) -> Agreement:
    """α on chains as labels, for any number of coders (Passonneau 2004).

    Each mention is an item, its label the set of other mentions in its chain (or a part of it, see
    `label_chains`; with itself=True the mention, too, as published), and `distance` compares sets.
    Chance: how large two labels are comes from the labels in documents with about as many mentions,
    never from one coder in one document twice; which mentions they hold is random. That is exact
    for set distances and full chains, elsewhere drawn. The published chance, two labels as they
    are, is chance="pooled", and "document" within each document.

    Undefined where no mention was marked twice or D_e = 0. References: passonneau2004,
    artstein2008, poesio2005.

    >>> import accord
    >>> study = accord.Partitions.of_chains(
    ...     {"d": {"Ann": [[1, 2, 3], [4, 5]], "Bob": [[1, 2], [3, 4, 5]]}})
    >>> round(accord.chains.chain_alpha(study, distance="jaccard").value, 4)
    0.1429
    >>> published = accord.chains.chain_alpha(
    ...     study, distance="jaccard", itself=True, chance="pooled")
    >>> round(published.value, 4)
    0.2941
    """
    return _on_labels(ALPHA, study, SetLabels(**given))


@keywords(SetLabels)
def chain_alpha_prime(study: Partitions, **given: Any) -> Agreement:
    """α′ on chains as labels: chance is one distribution of labels that all coders share.

    See `chain_alpha`; the sizes of two labels are any two of the pool, D_e otherwise as for α′.
    References: artstein2005, passonneau2004.

    >>> import accord
    >>> study = accord.Partitions.of_chains(
    ...     {"d": {"A": [[1, 2, 3], [4, 5]], "B": [[1, 2], [3, 4, 5]]}}
    ... )
    >>> round(accord.chains.chain_alpha_prime(study, distance="jaccard").value, 4)
    0.1429
    """
    return _on_labels(ALPHA_PRIME, study, SetLabels(**given))


@keywords(SetLabels)
def chain_beta(study: Partitions, **given: Any) -> Agreement:
    """β on chains as labels: chance is one distribution of labels for each coder.

    See `chain_alpha`; the size of each coder's label comes from the coder's own, D_e otherwise as
    for β. References: artstein2005, passonneau2004.

    >>> import accord
    >>> study = accord.Partitions.of_chains(
    ...     {"d": {"A": [[1, 2, 3], [4, 5]], "B": [[1, 2], [3, 4, 5]]}}
    ... )
    >>> round(accord.chains.chain_beta(study, distance="jaccard").value, 4)
    0.1429
    """
    return _on_labels(BETA, study, SetLabels(**given))


@keywords(Labels)
def chain_pi(study: Partitions, **given: Any) -> Agreement:
    """K (π) on chains as labels: chains agree wholly or not at all.

    Chance is one distribution of labels that all coders share; see `chain_alpha`. Few coders find
    every mention of a chain, so with label="full" K is low for coders who by and large agree; it is
    here because the contrast with α says so. References: artstein2005, artstein2008.

    >>> import accord
    >>> study = accord.Partitions.of_chains(
    ...     {"d": {"A": [[1, 2, 3], [4, 5]], "B": [[1, 2, 3], [4], [5]]}}
    ... )
    >>> round(accord.chains.chain_pi(study).value, 4)
    0.5506
    """
    return _on_labels(K, study, Labels(**given))


@dataclass(frozen=True, slots=True)
class _Coefficient:
    """A coefficient of the cube on chains: its names, its function, its idea of chance."""

    name: str
    symbol: str
    of: Callable[..., Agreement]
    idea: Idea


ALPHA = _Coefficient("chain_alpha", "α_chain", coding.alpha, "drawn")
ALPHA_PRIME = _Coefficient("chain_alpha_prime", "α′_chain", coding.alpha_prime, "pooled")
BETA = _Coefficient("chain_beta", "β_chain", coding.beta, "per coder")
K = _Coefficient("chain_pi", "K_chain", coding.pi, "pooled")


def _on_labels(which: _Coefficient, study: Partitions, given: Labels) -> Agreement:
    matched = match_mentions(study, given.matching)
    if given.chance == "members":
        result = _members(which, matched.study, given)
    else:
        result = _published(which, matched.study, given)
    return _told(which, matched, given, result)


def _told(which: _Coefficient, matched: Matched, given: Labels, result: Agreement) -> Agreement:
    """The result with its names, and all that it rests on."""
    told: dict[str, Any] = {
        "chance": given.chance,
        "label": given.label,
        "itself": "in" if given.itself else "out",
        "mentions": given.mentions,
        **matched.settings,
    }
    drawn = {key: result.settings[key] for key in ("draws", "rng") if key in result.settings}
    first = {key: value for key, value in result.settings.items() if key not in drawn}
    study = matched.study
    noted = given.itself and given.chance != "members"
    return replace(
        result,
        measure=which.name,
        symbol=which.symbol,
        settings={**first, **told, **drawn},
        counts={"i": len(study.items), "c": len(study.coders), "m": result.counts["m"]},
        detail={**result.detail, "matched": matched, **({"note": ITSELF} if noted else {})},
    )


def _members(which: _Coefficient, study: Partitions, given: Labels) -> Agreement:
    """Sizes from the pool, members at random."""
    study, how = _labelled(which, study, given)
    table = members_at_random(study, how)
    observed, expected, value = table.parts(np.ones((1, len(study.documents))))[0].tolist()
    why = None
    if np.isnan(observed):
        why = said("undefined.no-mention-twice")
    elif np.isnan(value):
        why = said("undefined.chains-leave-no-chance")
    rule = "pairable" if how.by_codings else "available"
    return Agreement(
        which.name,
        which.symbol,
        observed,
        expected,
        {"d": str(how.distance), "missing": rule, **how.told},
        {"m": sum(len(document) for document in study.documents)},
        undefined=why,
    )


def _labelled(
    which: _Coefficient, study: Partitions, given: Labels
) -> tuple[Partitions, Labelling]:
    """The study with the mentions that count, and how they are labelled and compared."""
    if given.mentions != "marked":
        study = common_mentions(study) if given.mentions == "common" else with_singletons(study)
    d = as_distance(given.distance if isinstance(given, SetLabels) else "nominal")
    # A generator gives one seed, so that each document draws from a stream of its own in any order.
    seed = given.rng if isinstance(given.rng, int) else int(given.rng.integers(2**62))
    return study, Labelling(given.label, given.itself, d, which.idea, seed)


def _published(which: _Coefficient, study: Partitions, given: Labels) -> Agreement:
    """Two labels drawn as they are, within each document or from all together."""
    compared = {"distance": given.distance} if isinstance(given, SetLabels) else {}

    def codings(documents: Partitions) -> Codings:
        return label_chains(documents, given.label, itself=given.itself, mentions=given.mentions)

    def one(_: Hashable, part: Codings) -> Agreement:
        return which.of(part, **compared)

    # Of one document the pool is the document.
    if given.chance == "pooled" or len(study.items) < 2:
        every = codings(study)
        return replace(one(None, every), counts={"m": len(every.items)})
    parts = [(at, codings(study.take([at]))) for at in range(len(study.items))]
    mentions = sum(len(part.items) for _, part in parts)
    return replace(_over_documents(within(parts, one)), counts={"m": mentions})


ITSELF = (
    "a mention is in its own label, so that coders who guess score above 0 (up to .13 with Jaccard "
    "where chains are short)"
)
"""What stands beside a value of labels that hold the mention itself, where chance draws labels as
they are."""


def _over_documents(found: Within) -> Agreement:
    """1 − Σ D_o/Σ D_e over documents, and the sums of each document: w, w D_o, w D_e."""
    rows = np.array([found.known.get(document, (0.0, 0.0, 0.0)) for document in found.parts])
    return replace(found.agreement(found.parts[0]), detail={"documents": rows})


def _by_document(which: _Coefficient, study: Partitions, **given: Any) -> ByDocument | None:
    """What each document adds; None where chance is drawn from all labels as they are."""
    rules = (Labels if which is K else SetLabels)(**given)

    def again(coders: Sequence[int] | IntArray) -> ByDocument:
        made = _by_document(which, study.only(coders), **given)
        assert made is not None
        return made

    if rules.chance == "members":
        made = members_at_random(*_labelled(which, _matched(study, rules), rules))
        return replace(made, again=again)
    rows = _on_labels(which, study, rules).detail.get("documents")
    return None if rows is None else RatioOfDocuments(rows, again)


def _matched(study: Partitions, rules: Labels) -> Partitions:
    return match_mentions(study, rules.matching).study


documents_of_alpha = partial(_by_document, ALPHA)
documents_of_alpha_prime = partial(_by_document, ALPHA_PRIME)
documents_of_beta = partial(_by_document, BETA)
documents_of_pi = partial(_by_document, K)


@checked_run
def chain_conditions(
    study: Partitions,
    *,
    distances: Sequence[Any] = ("passonneau", "jaccard", "dice", "masi"),
    labels: Sequence[LabelRule] = LABEL_RULES,
    itself: bool = True,
    mentions: Mentions = "marked",
    matching: MentionMatching = "exact",
    chance: _Chance = "document",
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
    :param chance: As in `chain_alpha`; by default as published, within each document.

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
