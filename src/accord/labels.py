"""Labels in sets, dimensions, taxonomies and senses; skew and bias."""

from accord._measure.distances.taxonomic import taxonomic as taxonomic
from accord._measure.labels.correlation import (
    Association as Association,
    association as _association,
)
from accord._measure.labels.preferences import (
    Preferences as Preferences,
    preferences as _preferences,
)
from accord._measure.labels.skew import (
    Skew as Skew,
    bias as _bias,
    confusion as _confusion,
    skew as _skew,
)
from accord._measure.labels.traces import (
    AgreementLimits as AgreementLimits,
    Traces as Traces,
    bland_altman as _bland_altman,
    on_grid as on_grid,
)
from accord.engine.any_data import takes_data as _takes_data
from accord.infer.ranking.ranking import (
    Ranking as Ranking,
    rank as rank,
    votes_needed as votes_needed,
)
from accord.infer.why.by_dimension import (
    DimensionAgreement as DimensionAgreement,
    DimensionCorrelations as DimensionCorrelations,
    by_dimension as by_dimension,
    dimension_correlations as dimension_correlations,
)
from accord.kinds.dimensions.study import dimensions as dimensions
from accord.kinds.labels.label_sets import from_labels as from_labels
from accord.lazy import suggesting as _suggesting
from accord.measures import (
    alpha_elsewhere as alpha_elsewhere,
    alpha_within as alpha_within,
    augmented_kappa as augmented_kappa,
    ccc as ccc,
    global_beta as global_beta,
    kappa_tw as kappa_tw,
    kendall_w as kendall_w,
    ks as ks,
    majority_percent as majority_percent,
    mv_alpha as mv_alpha,
    preference_u as preference_u,
    r_wg as r_wg,
    r_wg_j as r_wg_j,
    sense_alpha as sense_alpha,
    sigma as sigma,
    spearman as spearman,
    tau_b as tau_b,
)

association = _takes_data(_association)
bias = _takes_data(_bias)
bland_altman = _takes_data(_bland_altman)
confusion = _takes_data(_confusion)
preferences = _takes_data(_preferences)
skew = _takes_data(_skew)

globals()["__getattr__"] = _suggesting(globals())
