"""Regions in the report: F1 by category, and the disputed ones drawn over the image's outline."""

import accord
from accord.kinds.regions.shown import drawn_regions, own_section
from accord.regions import Outline, Points, Regions, raster

STUDY = Regions.of(
    [
        ("a", "Ann", (10, 10, 50, 40), "cat"),
        ("a", "<Bob>", (12, 10, 52, 40), "cat"),
        ("a", "Ann", Outline((((60, 60), (90, 60), (75, 90)),)), "d&g"),
        ("b", "Ann", (0, 0, 20, 20), "cat"),
        ("b", "<Bob>", (0, 0, 20, 20), "cat"),
    ],
    sizes={"a": (100, 100)},
)


def test_disputed_images_are_drawn():
    """Image a has one region that one coder lacks; b has none and is not drawn."""
    found = own_section(STUDY, None, None)
    assert [image["name"] for image in found["images"]] == ["a"]
    assert found["images"][0]["disputed"] == 1
    assert [(row["category"], row["f1"]) for row in found["categories"]] == [("d&g", 0), ("cat", 1)]
    svg = found["images"][0]["svg"]
    assert svg.count('stroke-width="2.5"') == 1
    assert svg.count('stroke-width="1"') == 2
    assert "M240.0 240.0 L360.0 240.0 L300.0 360.0 Z" in svg  # 100 pixels are drawn as 400


def test_names_are_no_markup():
    """Coders and categories that look like markup are text."""
    svg = drawn_regions(STUDY.documents[0], set())
    assert "<Bob>" not in svg
    assert "&lt;Bob&gt;: cat" in svg
    assert "d&amp;g" in svg


def test_masks_points_and_unknown_sizes():
    """A mask is drawn as the box around it, points as circles; without a size all is in view."""
    rows = [("a", "A", raster([[0, 0], [0, 1]]), "x"), ("a", "B", Points(((3, 4), None)), "x")]
    svg = drawn_regions(Regions.of(rows).documents[0], set())
    assert svg.count("<path") == 1
    assert svg.count("<circle") == 1


def test_the_page_has_them():
    """The section is in the page and among its tables."""
    report = accord.report(STUDY, resamples=20)
    assert report["regions"]["images"]
    assert "marked regions in two images" in report["study"]["sentence"]


def test_where_no_resample_differs_no_confidence_is_told():
    """Of two images only the sample itself has a value: no interval and nothing about levels."""
    answer = accord.report(STUDY, resamples=200)
    assert answer["answer"]["interval"]["low"] is None
    assert answer["answer"]["below"] == []
    assert "has no confidence interval, so it cannot be tested" in answer["next"]["verdict"]


def test_disputed_regions_are_named():
    """The category stands in the picture where coders differ."""
    assert ">d&amp;g</text>" in own_section(STUDY, None, None)["images"][0]["svg"]
