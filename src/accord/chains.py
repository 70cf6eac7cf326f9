"""Coreference chains: MUC, B³, CEAF, BLANC, LEA, κ of links, α on chains; discourse deixis."""

from accord._measure.chains.chain_labels import chain_conditions as chain_conditions
from accord._measure.chains.coreference_chance import (
    LinkTable as LinkTable,
    link_table as link_table,
)
from accord._measure.chains.deixis import (
    Antecedents as Antecedents,
    antecedents as antecedents,
    deixis_readings as deixis_readings,
)
from accord.infer.why.chain_anatomy import (
    ChainAnatomy as ChainAnatomy,
    chain_anatomy as chain_anatomy,
)
from accord.kinds.chains.labelled import label_chains as label_chains
from accord.kinds.chains.links import from_links as from_links
from accord.kinds.chains.mentions import (
    Matched as Matched,
    common_mentions as common_mentions,
    match_mentions as match_mentions,
    with_singletons as with_singletons,
)
from accord.kinds.chains.parts import Chains as Chains
from accord.lazy import suggesting as _suggesting
from accord.measures import (
    b_cubed as b_cubed,
    blanc as blanc,
    ceaf_e as ceaf_e,
    ceaf_m as ceaf_m,
    chain_alpha as chain_alpha,
    chain_alpha_prime as chain_alpha_prime,
    chain_beta as chain_beta,
    chain_pi as chain_pi,
    conll as conll,
    lea as lea,
    link_kappa as link_kappa,
    muc as muc,
    rand as rand,
)

globals()["__getattr__"] = _suggesting(globals())
