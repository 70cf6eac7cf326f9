"""The measures of chains: each function by its name, and every fact about it."""

from functools import partial

from accord._measure.entry import Leads, Measure, named

_entry = partial(Measure, kind="partitions", needs_coders=True)

MEASURES: tuple[Measure, ...] = (
    _entry(
        "accord._measure.chains.coreference:muc",
        "MUC",
        title="links that chains share",
        also=("muc-6", "link-based F"),
        bounds=(0.0, 1.0),
        documents="accord._measure.chains.coreference:documents_of_muc",
    ),
    _entry(
        "accord._measure.chains.coreference:b_cubed",
        "B³",
        title="share of each mention's chain",
        also=named("b3; b-cubed; bcubed"),
        bounds=(0.0, 1.0),
        documents="accord._measure.chains.coreference:documents_of_b_cubed",
    ),
    _entry(
        "accord._measure.chains.coreference:ceaf_m",
        "CEAF-m",
        title="mentions shared by matched chains",
        also=("ceafm", "mention-based ceaf"),
        bounds=(0.0, 1.0),
        documents="accord._measure.chains.coreference:documents_of_ceaf_m",
    ),
    _entry(
        "accord._measure.chains.coreference:ceaf_e",
        "CEAF-e",
        title="likeness of matched chains",
        also=("ceafe", "entity-based ceaf"),
        bounds=(0.0, 1.0),
        documents="accord._measure.chains.coreference:documents_of_ceaf_e",
    ),
    _entry(
        "accord._measure.chains.coreference:blanc",
        "BLANC",
        title="coreferent and non-coreferent pairs, equally",
        also=("bilateral assessment of noun-phrase coreference",),
        bounds=(0.0, 1.0),
        documents="accord._measure.chains.coreference:documents_of_blanc",
    ),
    _entry(
        "accord._measure.chains.coreference:lea",
        "LEA",
        title="how much of each chain is resolved",
        also=("link-based entity-aware",),
        bounds=(0.0, 1.0),
        documents="accord._measure.chains.coreference:documents_of_lea",
    ),
    _entry(
        "accord._measure.chains.coreference:conll",
        "CoNLL",
        title="mean of MUC, B³ and CEAF-e",
        also=named("conll mean; conll-2012 score; mela"),
        bounds=(0.0, 1.0),
        documents="accord._measure.chains.coreference:documents_of_conll",
    ),
    _entry(
        "accord._measure.chains.coreference_chance:link_kappa",
        "κ_link",
        title="κ of coreference links",
        also=("passonneau's kappa", "kappa of links"),
        chance="per coder",
        documents="accord._measure.chains.coreference_chance:documents_of_link_kappa",
    ),
    _entry(
        "accord._measure.chains.coreference_chance:rand",
        "κ_pairs",
        title="κ over all pairs of mentions",
        also=named("adjusted rand index; ari; pair kappa"),
        chance="per coder",
        documents="accord._measure.chains.coreference_chance:documents_of_rand",
    ),
    _entry(
        "accord._measure.chains.chain_labels:chain_pi",
        "K_chain",
        title="K (π) on chains as labels",
        also=named("pi; K; k on chains"),
        chance="pooled",
        documents="accord._measure.chains.chain_labels:documents_of_pi",
    ),
    _entry(
        "accord._measure.chains.chain_labels:chain_alpha",
        "α_chain",
        title="α on chains as labels",
        also=named("alpha; α; passonneau's alpha"),
        chance="drawn",
        because="α on chains as labels takes any number of coders and mentions that some did "
        "not mark, is corrected for chance, and gives credit to chains that overlap.",
        leads=Leads(reliability=1, validity=2),
        distance="required",
        documents="accord._measure.chains.chain_labels:documents_of_alpha",
    ),
    _entry(
        "accord._measure.chains.chain_labels:chain_alpha_prime",
        "α′_chain",
        title="α′ on chains as labels",
        also=("alpha_prime", "α′"),
        chance="pooled",
        distance="required",
        documents="accord._measure.chains.chain_labels:documents_of_alpha_prime",
    ),
    _entry(
        "accord._measure.chains.chain_labels:chain_beta",
        "β_chain",
        title="β on chains as labels",
        also=("beta", "β"),
        chance="per coder",
        because="β on chains as labels is corrected for chance by each coder's own labels.",
        leads=Leads(validity=1),
        distance="required",
        documents="accord._measure.chains.chain_labels:documents_of_beta",
    ),
)
