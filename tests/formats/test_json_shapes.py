"""JSON that is a table in one of the shapes that programs write by themselves."""

import json

import pytest
from tests.confirming import confirmed
from tests.laws.foreign_tables import alpha

import accord

PAIRS = ["aa", "ab", "bb", "bb", "aa", "ba", "cc", "cb"]


def read(folder, record, how=confirmed):
    """The study in a file of this object."""
    (folder / "t.json").write_text(json.dumps(record))
    return how(folder / "t.json")


def same(study):
    """α for names, computed apart."""
    value = accord.alpha(study, distance="nominal").value
    assert value == pytest.approx(alpha(list(map(tuple, PAIRS))), abs=1e-12)


@pytest.mark.parametrize("orient", ["columns", "index", "split", "records", "table"])
@pytest.mark.parametrize("indent", [None, 1])
def test_frames_as_pandas_writes_them(tmp_path, orient, indent):
    """DataFrame.to_json() in each of its forms is the frame, on one line or several."""
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([tuple(pair) for pair in PAIRS], columns=["rater1", "rater2"])
    path = tmp_path / "t.json"
    frame.to_json(path, orient=orient, indent=indent)
    study = accord.read(path)
    assert list(study.coders) == ["rater1", "rater2"]
    same(study)


def test_coders_with_numbered_items_are_columns(tmp_path):
    """{"rater1": {"0": …}} is the same table; numbers with a gap are names of items."""
    coders = {f"rater{c + 1}": {n: pair[c] for n, pair in enumerate(PAIRS)} for c in (0, 1)}
    same(read(tmp_path, coders, accord.read))
    gaps = {coder: {2 * n: label for n, label in mine.items()} for coder, mine in coders.items()}
    with pytest.raises(accord.DataError, match="'outer name' might be the coder"):
        read(tmp_path, gaps, accord.read)
    same(read(tmp_path, gaps))


def test_records_of_each_coder(tmp_path):
    """{"Ann": [{"id": 0, "label": "a"}, …]}: who the names are is asked."""
    coders = {
        who: [{"id": n, "label": pair[c]} for n, pair in enumerate(PAIRS)]
        for c, who in enumerate(("Ann", "Bob"))
    }
    with pytest.raises(accord.DataError, match="coder = outer name"):
        read(tmp_path, coders, accord.read)
    same(read(tmp_path, coders))


def test_items_of_several_documents(tmp_path):
    """{"doc": {"sentence": {"rater1": …}}}: sentences of two documents may have one name."""
    documents = {
        document: {
            f"s{n}": {"rater1": pair[0], "rater2": pair[1]}
            for n, pair in enumerate(PAIRS[at : at + 4])
        }
        for at, document in ((0, "d1"), (4, "d2"))
    }
    study = read(tmp_path, documents, accord.read)
    assert [*study.items][:2] == ["d1/s0", "d1/s1"]
    same(study)


@pytest.mark.parametrize(
    "record",
    [
        {"columns": ["rater1", "rater2"], "data": [["a", "b"], ["a"]]},  # a cell is missing
        {"columns": ["rater1", "rater1"], "data": [["a", "b"], ["a", "a"]]},  # one name twice
        {"schema": {"fields": []}, "data": [["a", "b"]]},  # no records
    ],
)
def test_damaged_frames_are_refused(tmp_path, record):
    """What is no frame is no table of anything else, either."""
    with pytest.raises(accord.DataError):
        read(tmp_path, record, accord.read)
