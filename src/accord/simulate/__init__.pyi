"""Annotators who make mistakes: references, mistakes of a magnitude, curves of measures."""

from accord.kinds.boundaries.mistakes import BoundaryModel as BoundaryModel
from accord.kinds.chains.mistakes import ChainModel as ChainModel
from accord.kinds.labels.mistakes import LabelModel as LabelModel
from accord.kinds.regions.mistakes import RegionModel as RegionModel
from accord.kinds.relations.mistakes import RelationModel as RelationModel
from accord.kinds.spans.mistakes import UnitModel as UnitModel
from accord.kinds.trees.mistakes import TreeModel as TreeModel
from accord.simulate.antecedents import simulated_chains as simulated_chains
from accord.simulate.measure_curves import Curves as Curves, Point as Point, curves as curves
from accord.simulate.paper_figures import FIGURES as FIGURES, figure as figure
from accord.simulate.rate_of_mistakes import (
    MistakesLike as MistakesLike,
    mistakes_like as mistakes_like,
)
from accord.simulate.references import reference_of as reference_of
from accord.simulate.shuffling import MISTAKES as MISTAKES, shuffle as shuffle
from accord.simulate.verdicts import Verdict as Verdict, desiderata as desiderata
