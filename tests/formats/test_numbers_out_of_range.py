"""Numbers that no image, recording or list of classes has: said with the place, or left aside."""

import json

import pytest

import accord

HUGE = 10**400
BORIS = "Observation id,Total length,observer,Behavior,Behavior type,Start (s),Stop (s)\n"


def _coco(width, height):
    image = {"id": 1, "file_name": "a.jpg", "width": width, "height": height}
    marked = {"image_id": 1, "category_id": 1, "bbox": [0, 0, 5, 5], "id": 1}
    names = [{"id": 1, "name": "cat"}]
    return json.dumps({"images": [image], "annotations": [marked], "categories": names})


def _labelme(width, height):
    shape = {"label": "cat", "points": [[0, 0], [5, 5]], "shape_type": "rectangle"}
    told = {"imagePath": "a.jpg", "imageWidth": width, "imageHeight": height, "shapes": [shape]}
    return json.dumps({"version": "5.0", **told})


@pytest.mark.parametrize(
    "sides", [(HUGE, 10), (10, HUGE), (HUGE, HUGE), (HUGE, 0.5), (1e308, 1e308), (1 << 20, 1 << 20)]
)
@pytest.mark.parametrize(
    ("made", "format", "place"),
    [(_coco, "coco", r"a\.json: image 1"), (_labelme, "labelme", r"a\.json")],
)
def test_an_image_of_impossible_size_is_said(tmp_path, made, format, place, sides):
    """The message names the image and the size, and is short."""
    (tmp_path / "a.json").write_text(made(*sides))
    with pytest.raises(accord.DataError, match=rf"{place}: an image of .* pixels") as told:
        accord.read(tmp_path / "a.json", format=format)
    assert len(str(told.value)) < 300


def test_a_class_of_yolo_that_is_no_number_of_a_name_is_left_out(tmp_path):
    """5,000 digits are no class: the line is left out and said, the others are read."""
    for coder in ("ann", "bob"):
        (tmp_path / coder).mkdir()
        (tmp_path / coder / "classes.txt").write_text("cat\ndog\n")
        (tmp_path / coder / "a.txt").write_text("0 .5 .5 .2 .2\n")
    with (tmp_path / "bob" / "a.txt").open("a") as stream:
        stream.write(f"{'9' * 5000} .5 .5 .2 .2\n1 .1 .1 .1 .1\n")
    study = accord.read(tmp_path, format="yolo")
    (told,) = [note for note in study.audit.notes if "a.txt:2" in note]
    assert "class 99999999999999999999 of 2 that have names" in told
    assert len(told) < 300


@pytest.mark.parametrize("length", ["nan", "inf", "", "60 s", "1e999", "-inf"])
def test_a_boris_observation_without_a_known_length_ends_with_its_last_event(tmp_path, length):
    """A length that is no number is none: times and numbers are those of a file without it."""
    events = ["o1,{},ann,eat,STATE,1,8", "o1,{},bob,eat,STATE,2,8", "o1,{},bob,run,STATE,9,12"]
    (tmp_path / "events.csv").write_text(BORIS + "\n".join(e.format(length) for e in events))
    study = accord.read(tmp_path / "events.csv")
    (continuum,) = study.continua
    assert (continuum.begin, continuum.end) == (0, 12)
    (tmp_path / "plain.csv").write_text(BORIS + "\n".join(e.format(12) for e in events))
    assert study == accord.read(tmp_path / "plain.csv")
