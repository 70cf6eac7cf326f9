"""Which regions are disputed, image by image, and how far coders share each category."""

from collections.abc import Mapping
from dataclasses import dataclass

from accord._measure.structures.region_measures import grouped, region_f1
from accord.kinds.regions.parts import Region
from accord.kinds.regions.study import Regions


@dataclass(frozen=True, slots=True)
class RegionAnatomy:
    """For images with disputed regions these (coder by position, region): what not all who saw the
    image marked, or not with the same category; and for each category common regions and F1."""

    disputed: Mapping[int, frozenset[tuple[int, Region]]]
    categories: Mapping[str, Mapping[str, float]]


def region_anatomy(study: Regions) -> RegionAnatomy:
    """What is disputed in regions that are matched by their overlap (IoU .5)."""
    disputed: dict[int, set[tuple[int, Region]]] = {}
    for image, by in grouped(study):
        saw = int(study.documents[image].seen.sum())
        if saw > 1 and (len(by) < saw or len({one.category for one in by.values()}) > 1):
            disputed.setdefault(image, set()).update(by.items())
    return RegionAnatomy(
        {image: frozenset(found) for image, found in disputed.items()},
        region_f1(study).detail["categories"],
    )
