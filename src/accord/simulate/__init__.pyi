"""Annotators who make mistakes: references, mistakes of a magnitude, curves of measures."""

from accord.simulate.antecedents import simulated_chains as simulated_chains
from accord.simulate.measure_curves import Curves as Curves, Point as Point, curves as curves
from accord.simulate.paper_figures import FIGURES as FIGURES, figure as figure
from accord.simulate.rate_of_mistakes import (
    MistakesLike as MistakesLike,
    mistakes_like as mistakes_like,
)
from accord.simulate.references import (
    BoundaryModel as BoundaryModel,
    ChainModel as ChainModel,
    LabelModel as LabelModel,
    UnitModel as UnitModel,
    reference_of as reference_of,
)
from accord.simulate.shuffling import MISTAKES as MISTAKES, shuffle as shuffle
from accord.simulate.structure_references import (
    RegionModel as RegionModel,
    RelationModel as RelationModel,
    TreeModel as TreeModel,
)
from accord.simulate.verdicts import Verdict as Verdict, desiderata as desiderata
