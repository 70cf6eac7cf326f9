"""Boxes, outlines, masks and points in images: α, F1, overlap, α of labels."""

from accord.kinds.regions.geometry import (
    Box as Box,
    Outline as Outline,
    Points as Points,
    Raster as Raster,
    raster as raster,
)
from accord.kinds.regions.parts import Picture as Picture, Region as Region
from accord.kinds.regions.study import Regions as Regions
from accord.lazy import suggesting as _suggesting
from accord.measures import (
    region_alpha as region_alpha,
    region_f1 as region_f1,
    region_label_alpha as region_label_alpha,
    region_overlap as region_overlap,
)

globals()["__getattr__"] = _suggesting(globals())
