"""Codings that are counted where they are: saved counts and tables of an engine."""

from accord._measure.cube.kernel import Whole as Whole
from accord._measure.cube.sums import Sample as Sample, Sums as Sums
from accord.engine.count_files import count as count
from accord.engine.engine_rows import EngineRows as EngineRows
from accord.engine.engine_table import EngineTable as EngineTable
from accord.engine.merged_tallies import merge as merge
from accord.engine.tally import Tally as Tally
from accord.engine.tally_files import load as load, save as save
from accord.kinds.labels.patterns import Counts as Counts
from accord.lazy import suggesting as _suggesting

globals()["__getattr__"] = _suggesting(globals())
