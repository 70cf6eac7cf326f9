"""Boundaries: P_k, WindowDiff, GHD, similarities, and coefficients corrected for chance."""

from accord.kinds.boundaries.parts import Segmentation as Segmentation
from accord.lazy import suggesting as _suggesting
from accord.measures import (
    boundary_alpha as boundary_alpha,
    boundary_f1 as boundary_f1,
    boundary_kappa as boundary_kappa,
    boundary_majority as boundary_majority,
    boundary_pi as boundary_pi,
    boundary_similarity as boundary_similarity,
    corrected_boundary_similarity as corrected_boundary_similarity,
    corrected_ghd as corrected_ghd,
    corrected_pk as corrected_pk,
    corrected_segmentation_similarity as corrected_segmentation_similarity,
    corrected_window_diff as corrected_window_diff,
    ghd as ghd,
    kappa_b as kappa_b,
    pi_b as pi_b,
    pk as pk,
    segment_alpha as segment_alpha,
    segmentation_similarity as segmentation_similarity,
    window_diff as window_diff,
)

globals()["__getattr__"] = _suggesting(globals())
