"""10⁵ boxes: two coders, 5,000 images of ten boxes each; values and intervals."""

import numpy as np
from timing import cpu, row

import accord
from accord.regions import Regions


def _study(images=5_000, boxes=10):
    """Boxes that coders move and size a little differently."""
    rng = np.random.default_rng(1)
    rows = []
    for image in range(images):
        place, size = rng.random((boxes, 2)) * 900, 20 + rng.random((boxes, 2)) * 80
        kinds = rng.integers(5, size=boxes).tolist()
        for who in "AB":
            corners = place + rng.normal(0, 3, (boxes, 2))
            sides = size + rng.normal(0, 2, (boxes, 2))
            for (x, y), (w, h), kind in zip(corners.tolist(), sides.tolist(), kinds, strict=True):
                rows.append((image, who, (x, y, x + w, y + h), str(kind)))
    return rows


if __name__ == "__main__":
    rows = _study()
    made, study = cpu(lambda: Regions.of(rows), 1)
    row("100,000 boxes: study", made, None, "", None)
    for name in ("region_f1", "region_overlap", "region_label_alpha", "region_alpha"):
        measure = getattr(accord.regions, name)
        time, found = cpu(lambda measure=measure: measure(study), 1)
        row(f"100,000 boxes: {name}", time, None, f"{found.value:.4f}", None)
    for name in ("region_f1", "region_alpha"):
        time, found = cpu(lambda name=name: accord.interval(study, name), 1)
        row(f"100,000 boxes: interval of {name}", time, None, str(found), None)
