"""KαLOS 0.8.0 and pycocotools 2.0.11: α over matched boxes, and the overlap of masks."""

import numpy as np
import pytest

import accord
from accord._read.formats.coco import raster_of
from accord.kinds.regions.geometry import area, overlap, raster
from accord.regions import Regions


@pytest.mark.parametrize("coders", [2, 3])
def test_alpha_over_matched_boxes(coders):
    """The global α of KαLOS with its greedy matching by IoU, a lacking box being a category."""
    core = pytest.importorskip("kalos.iaa.core")
    rng = np.random.default_rng(coders)
    names = [f"r{c}" for c in range(coders)]
    images, rows, number = {}, [], 0
    for image in range(15):
        base, kinds = rng.random((6, 2)) * 300, rng.integers(3, size=6).tolist()
        by = {name: [] for name in names}
        for name in names:
            for (x, y), kind in zip(base.tolist(), kinds, strict=True):
                if rng.random() < 0.85:
                    left, top = x + rng.normal(0, 4), y + rng.normal(0, 4)
                    said = kind if rng.random() < 0.8 else int(rng.integers(3))
                    number += 1
                    box = {"id": number, "bbox": [left, top, 40.0, 30.0], "image_id": image}
                    by[name].append({**box, "category_id": said, "rater_id": name})
                    rows.append((image, name, (left, top, left + 40, top + 30), str(said)))
        images[image] = {"annotations_by_rater": by, "rater_list": names}
    how = ("greedy", "bbox_iou_similarity", "negative_score", 0.5, False, False, False, names)
    theirs = core.calculate_iaa(images, {0: "a", 1: "b", 2: "c"}, *how)[1]
    study = Regions.of(rows, seen=[(image, name) for image in images for name in names])
    found = accord.regions.region_label_alpha(study, unmatched="category")
    assert found.value == pytest.approx(theirs, abs=1e-12)


def test_masks_of_coco():
    """Packed run lengths are unpacked as pycocotools packs them, and overlap as it says."""
    coco = pytest.importorskip("pycocotools.mask")
    rng = np.random.default_rng(1)
    for _ in range(50):
        shape = tuple(rng.integers(2, 40, 2).tolist())
        one, other = (rng.random(shape) < 0.2 + 0.6 * rng.random() for _ in range(2))
        one[0, 0] = other[0, 0] = True
        packed = [coco.encode(np.asfortranarray(m.astype(np.uint8))) for m in (one, other)]
        told = {"size": packed[0]["size"], "counts": packed[0]["counts"].decode()}
        assert raster_of(told, "here") == raster(one)
        common = overlap(raster(one), raster(other))
        share = common / (area(raster(one)) + area(raster(other)) - common)
        assert share == pytest.approx(coco.iou([packed[0]], [packed[1]], [0])[0][0])
