"""Models of what coders see and how they err: Dawid & Skene, latent classes, Aickin's α."""

from accord.measure.latent.dawid_skene import dawid_skene as dawid_skene
from accord.measure.latent.latent_class import (
    CodingsNeeded as CodingsNeeded,
    LatentClasses as LatentClasses,
    codings_needed as codings_needed,
    latent_classes as latent_classes,
)
from accord.measure.latent.majority import (
    CoderAccuracy as CoderAccuracy,
    Consensus as Consensus,
    majority as majority,
)
from accord.measures import aickin_alpha as aickin_alpha
