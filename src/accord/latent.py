"""Models of what coders see and how they err: Dawid & Skene, latent classes, Aickin's α."""

from accord.engine.any_data import takes_data as _takes_data
from accord.measure.latent.dawid_skene import dawid_skene as _dawid_skene
from accord.measure.latent.latent_class import (
    CodingsNeeded as CodingsNeeded,
    LatentClasses as LatentClasses,
    codings_needed as codings_needed,
    latent_classes as _latent_classes,
)
from accord.measure.latent.majority import (
    CoderAccuracy as CoderAccuracy,
    Consensus as Consensus,
    majority as _majority,
)
from accord.measures import aickin_alpha as aickin_alpha

dawid_skene = _takes_data(_dawid_skene)
latent_classes = _takes_data(_latent_classes)
majority = _takes_data(_majority)
