"""Boxes of the examples that come with kalphacv (Tschirschwitz et al. 2022), and by hand.

Three coders marked fruits in two images. The program's own tests assert the overlaps, who matches
whom, and α over matched categories, where a box that a coder lacks is a category of its own.
"""

import pytest

import accord
from accord.regions import Outline, Points, Regions, raster

FRUITS = [  # left, top, width, height, category
    *[("1", 57, 40, 353, 217.84, "Banana"), ("1", 228, 169, 153, 159, "Apple")],
    *[("1", 136, 173, 127, 147, "Apple"), ("2", 135, 176, 146, 141, "Apple")],
    *[("2", 229, 171, 152, 159, "Apple"), ("2", 56, 42, 352, 253, "Banana")],
    *[("3", 113, 163, 272, 181, "Apple"), ("3", 138, 173, 151, 146, "Banana")],
    ("3", 56, 38, 353, 246, "Apple"),
]
SMILE = [
    *[
        ("1", 30.22, 300.19, 278.61, 151.18, "Banana"),
        ("1", 119.31, 219.74, 104.75, 100.43, "Orange"),
    ],
    *[("1", 222.44, 126.33, 129.58, 134.44, "Apple"), ("1", 15.64, 23.2, 132.83, 126.89, "Apple")],
    *[
        ("2", 15.64, 291.55, 301.83, 168.46, "Banana"),
        ("2", 87.99, 201.38, 142.01, 131.74, "Orange"),
    ],
    *[("2", 206.24, 118.77, 150.1, 175.48, "Apple"), ("2", 9.16, 14.02, 176.56, 166.84, "Apple")],
    *[("3", 9.16, 249.97, 299.67, 204.64, "Banana"), ("3", 65.32, 200.3, 149.56, 131.2, "Orange")],
    *[("3", 202.46, 119.85, 162.54, 153.88, "Banana"), ("3", 16.18, 4.31, 207.34, 66.95, "Apple")],
]


def study(*images):
    """A study of lists of boxes."""
    return Regions.of(
        [
            (at, coder, (x, y, x + width, y + height), kind)
            for at, image in enumerate(images)
            for coder, x, y, width, height, kind in image
        ]
    )


def test_overlaps_of_fruits():
    """The overlaps that the program asserts: .84, .8808, .9689, .8388."""
    pairs = {(0, 5): 0.84, (0, 8): 0.8808, (1, 4): 0.9689, (2, 3): 0.8388}
    for (a, b), printed in pairs.items():
        both = study([("1", *FRUITS[a][1:5], ""), ("2", *FRUITS[b][1:5], "")])
        assert accord.regions.region_overlap(both).value == pytest.approx(printed, abs=5e-5)


def test_alpha_of_fruits():
    """Units: (B, B, A), (A, A, –), (A, A, B), (–, –, A): of 12 codings 4/12 agree, by chance
    (6·5 + 3·2 + 3·2) / (12·11); printed .0222."""
    found = accord.regions.region_label_alpha(study(FRUITS), unmatched="category")
    assert found.counts["m"] == 4
    assert found.observed == pytest.approx(1 - 4 / 12)
    assert found.expected == pytest.approx(1 - 42 / 132)
    assert found.value == pytest.approx(0.0222, abs=5e-5)


def test_alpha_of_labels_of_fruits():
    """Where a box that is lacking is missing: (B, B, A), (A, A), (A, A, B): 4/8 agree, by chance
    (5·4 + 3·2) / (8·7)."""
    found = accord.regions.region_label_alpha(study(FRUITS))
    assert (found.observed, found.expected) == pytest.approx((0.5, 1 - 26 / 56))
    assert found.value == pytest.approx(1 / 15)


def test_alpha_of_a_smile():
    """The second example prints .494."""
    found = accord.regions.region_label_alpha(study(SMILE), unmatched="category")
    assert found.value == pytest.approx(0.494, abs=5e-5)


def test_f1_of_fruits():
    """Between 1 and 2 all three are found; 1 and 3, 2 and 3 have two places in common but never
    the category."""
    found = accord.regions.region_f1(study(FRUITS))
    assert found.value == pytest.approx((1 + 0 + 0) / 3)
    places = accord.regions.region_f1(study(FRUITS), typed=False)
    assert places.value == pytest.approx((1 + 2 / 3 + 2 / 3) / 3)
    assert found.detail["overlaps"]["0.9"] == pytest.approx((1 / 3) / 3)  # only .9689 is left


BY_HAND = [
    [("A", 0, 0, 10, 10, "cat"), ("B", 0, 0, 10, 8, "cat"), ("A", 50, 50, 10, 10, "dog")],
    [("A", 0, 0, 10, 10, "cat"), ("B", 0, 0, 10, 10, "dog")],
]


def test_alpha_by_hand():
    """Image 0: of 3 regions two are matched with IoU .8, cost 3 − 2·.8 = 1.4; image 1: matched, but
    the category differs, cost 2 of 2. D_o = 3.4/5.

    Different images, each set with each: A0–A1 the cats are the same: 3 − 2 = 1 of 3; A0–B1 cat and
    dog: 3 of 3; B0–A1 IoU .8: 2 − 1.6 = .4 of 2; B0–B1: 2 of 2. D_e = 6.4/10.
    """
    found = accord.regions.region_alpha(study(*BY_HAND))
    assert found.observed == pytest.approx(3.4 / 5)
    assert found.expected == pytest.approx(6.4 / 10)
    assert found.value == pytest.approx(1 - (3.4 / 5) / 0.64)
    # Without the place: cost 1 of 3 and 2 of 2; by chance 1, 3, 0 and 2 of 10.
    apart = accord.regions.region_alpha(study(*BY_HAND), localisation=0)
    assert (apart.observed, apart.expected) == pytest.approx((3 / 5, 6 / 10))
    assert apart.value == pytest.approx(0.0)


def test_images_of_different_sizes_are_laid_on_each_other():
    """A box in the right half of a large image lies on one in the right half of a small one."""
    rows = [
        (i, who, place, "x")
        for who in "AB"
        for i, place in (("s", (50, 0, 100, 100)), ("l", (500, 0, 1000, 1000)))
    ]
    known = Regions.of(rows, sizes={"s": (100, 100), "l": (1000, 1000)})
    assert accord.regions.region_alpha(known).expected == pytest.approx(0.0)
    assert accord.regions.region_alpha(Regions.of(rows)).expected == pytest.approx(1.0)


def test_nine_of_ten_boxes():
    """Two coders who share nine of ten boxes of one category agree well; with regions somebody
    marked for all there could be, α would be below 0."""
    rows = []
    for image in range(10):
        place = (10 * image, 5 * image, 10 * image + 8, 5 * image + 9)
        other = (70, 10 * image, 79, 10 * image + 5)
        rows += [(image, "A", place, "x"), (image, "B", place if image else other, "x")]
    found = Regions.of(rows)
    assert accord.regions.region_f1(found).value == pytest.approx(0.9)
    assert accord.regions.region_alpha(found).value == pytest.approx(0.9, abs=0.01)
    assert accord.regions.region_label_alpha(found, unmatched="category").value < 0


def test_masks_by_dice():
    """A mask of 4 × 4 and one of 4 × 3 pixels inside it: IoU 12/16, Dice 24/28; the same as
    polygons; a mask and a polygon are compared pixel by pixel."""
    grid = [[x < 4 and y < 4 for x in range(8)] for y in range(8)]
    part = [[x < 4 and y < 3 for x in range(8)] for y in range(8)]
    ring = Outline((((0, 0), (4, 0), (4, 3), (0, 3)),))
    whole = Outline((((0, 0), (4, 0), (4, 4), (0, 4)),))
    for one, other in ((raster(grid), raster(part)), (whole, ring), (raster(grid), ring)):
        found = Regions.of([("a", "A", one, "x"), ("a", "B", other, "x")])
        assert accord.regions.region_overlap(found).value == pytest.approx(12 / 16)
        assert accord.regions.region_overlap(found, ratio="dice").value == pytest.approx(24 / 28)


def test_points_by_oks():
    """exp(−d² / (2 · area · (2σ)²)), COCO's: 2 and 0 away with σ = .1 and area 100, and a third
    that one coder did not mark."""
    one = Points(((0, 0), (10, 0), (5, 5)), 100.0)
    other = Points(((0, 2), (10, 0), None), 100.0)
    both = Regions.of([("a", "A", one, "x"), ("a", "B", other, "x")])
    found = accord.regions.region_overlap(both, sigma=0.1)
    assert found.value == pytest.approx((2.718281828459045 ** (-4 / 8) + 1 + 0) / 3)
    told = accord.regions.region_overlap(both)
    assert "COCO's spreads work with 17 points" in told.undefined
    bare = Regions.of([("a", who, Points(((0, 0),)), "x") for who in "AB"])
    assert "`scale=`" in accord.regions.region_overlap(bare, sigma=0.1).undefined
    assert accord.regions.region_overlap(bare, sigma=0.1, scale=10).value == 1.0
