"""Models of what coders see and how they err: Dawid & Skene, MACE, GLAD, an ordinal model, latent
classes, log-linear models, Aickin's α, and how difficult items are; votes weighed by skill (Wawa,
zero-based skill), and CrowdTruth's qualities of items, coders and labels."""

from accord._measure.latent.crowdtruth import crowdtruth as _crowdtruth
from accord._measure.latent.dawid_skene import dawid_skene as _dawid_skene
from accord._measure.latent.facets import Facet as Facet, Facets as Facets, facets as _facets
from accord._measure.latent.glad import glad as _glad
from accord._measure.latent.item_difficulty import (
    ItemDifficulty as ItemDifficulty,
    item_difficulty as _item_difficulty,
)
from accord._measure.latent.latent_class import (
    CodingsNeeded as CodingsNeeded,
    LatentClasses as LatentClasses,
    codings_needed as codings_needed,
    latent_classes as _latent_classes,
)
from accord._measure.latent.log_linear import (
    LogLinear as LogLinear,
    LogLinearModel as LogLinearModel,
    log_linear as _log_linear,
)
from accord._measure.latent.mace import mace as _mace
from accord._measure.latent.majority import (
    CoderAccuracy as CoderAccuracy,
    Consensus as Consensus,
    majority as _majority,
)
from accord._measure.latent.signal_detection import ordinal_model as _ordinal_model
from accord._measure.latent.weighted_vote import (
    wawa as _wawa,
    zero_based_skill as _zero_based_skill,
)
from accord.engine.any_data import takes_data as _takes_data
from accord.lazy import suggesting as _suggesting
from accord.measures import aickin_alpha as aickin_alpha

crowdtruth = _takes_data(_crowdtruth)
dawid_skene = _takes_data(_dawid_skene)
facets = _takes_data(_facets)
glad = _takes_data(_glad)
item_difficulty = _takes_data(_item_difficulty)
latent_classes = _takes_data(_latent_classes)
log_linear = _takes_data(_log_linear)
mace = _takes_data(_mace)
majority = _takes_data(_majority)
ordinal_model = _takes_data(_ordinal_model)
wawa = _takes_data(_wawa)
zero_based_skill = _takes_data(_zero_based_skill)

globals()["__getattr__"] = _suggesting(globals())
