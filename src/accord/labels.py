"""Labels in sets, dimensions, taxonomies and senses; skew and bias."""

from accord.infer.why.by_dimension import (
    DimensionAgreement as DimensionAgreement,
    DimensionCorrelations as DimensionCorrelations,
    by_dimension as by_dimension,
    dimension_correlations as dimension_correlations,
)
from accord.measure.distances.taxonomic import taxonomic as taxonomic
from accord.measure.labels.correlation import Association as Association, association as association
from accord.measure.labels.preferences import (
    Preferences as Preferences,
    preferences as preferences,
)
from accord.measure.labels.skew import (
    Skew as Skew,
    bias as bias,
    confusion as confusion,
    skew as skew,
)
from accord.measure.labels.traces import (
    AgreementLimits as AgreementLimits,
    Traces as Traces,
    bland_altman as bland_altman,
    on_grid as on_grid,
)
from accord.measures import (
    alpha_elsewhere as alpha_elsewhere,
    ccc as ccc,
    global_beta as global_beta,
    kappa_tw as kappa_tw,
    kendall_w as kendall_w,
    ks as ks,
    majority_percent as majority_percent,
    mv_alpha as mv_alpha,
    preference_u as preference_u,
    sense_alpha as sense_alpha,
    sigma as sigma,
    spearman as spearman,
    tau_b as tau_b,
)
from accord.model.codings.dimensions import dimensions as dimensions
from accord.model.codings.label_sets import from_labels as from_labels
