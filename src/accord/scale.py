"""Codings that are counted where they are: saved counts and tables of an engine."""

from accord.engine.saved import load_tally as load_tally, save_tally as save_tally
from accord.engine.tables_in_engines import count as count
from accord.engine.tally import Tally as Tally
from accord.engine.tally_parts import merge as merge
