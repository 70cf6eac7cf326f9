"""Spans: γ and its alignment, the unitizing alphas, SER and F1, anatomy of disagreement."""

from accord._measure.gamma.align.alignment import (
    Alignment as Alignment,
    Proposal as Proposal,
    best_alignment as best_alignment,
    gold_standard as gold_standard,
)
from accord._measure.gamma.align.cover import Budget as Budget
from accord._measure.gamma.dissimilarity import (
    Dissimilarity as Dissimilarity,
    Fitted as Fitted,
    features as features,
)
from accord.infer.why.anatomy import Anatomy as Anatomy, Place as Place, anatomy as anatomy
from accord.kinds.spans.blocks import split as split
from accord.kinds.spans.parts import Spans as Spans
from accord.lazy import suggesting as _suggesting
from accord.measures import (
    alpha_d as alpha_d,
    alpha_u_1995 as alpha_u_1995,
    atom_f1 as atom_f1,
    bar_u_alpha as bar_u_alpha,
    begin_f1 as begin_f1,
    corrected_span_f1 as corrected_span_f1,
    cu_alpha as cu_alpha,
    cu_alpha_2013 as cu_alpha_2013,
    gamma as gamma,
    gamma_cat as gamma_cat,
    gamma_k as gamma_k,
    kappa_d as kappa_d,
    ku_alpha as ku_alpha,
    overlap_f1 as overlap_f1,
    partial_f1 as partial_f1,
    pi_d as pi_d,
    slot_error_rate as slot_error_rate,
    span_f1 as span_f1,
    u_alpha as u_alpha,
    u_alpha_2013 as u_alpha_2013,
)

globals()["__getattr__"] = _suggesting(globals())
