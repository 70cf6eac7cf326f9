"""Published annotations whose tables do not say what they are: the first reading offered gives the
value that was computed apart from accord.

The files are not in the repository (their licences differ); ACCORD_SAMPLES names the folder that
holds them, and without it these tests are skipped.
"""

import os
from pathlib import Path

import pytest

import accord
from tests.confirming import confirmed

ATLAS = Path(os.environ.get("ACCORD_SAMPLES", "")) / "atlas" / "data"
pytestmark = pytest.mark.skipif(
    "ACCORD_SAMPLES" not in os.environ, reason="ACCORD_SAMPLES names no folder of samples"
)


@pytest.mark.parametrize(
    ("name", "distance", "wanted"),
    [
        ("crema-d/tabulatedVotes.csv", "nominal", 0.435077),
        ("emobank-reader/individual_reader_ratings.csv", "interval", 0.328335),
        ("structural-simplicity/structural_simplicity_ratings.csv", "ordinal", 0.461568),
        ("snhl-fulltext/full_text_reviews.csv", "nominal", 0.882943),
        ("product-fit/PR_cleaned_dataset.csv", "nominal", 0.326226),
        ("xsum-factuality/factuality_annotations_xsum_summaries.csv", "nominal", 0.771863),
        ("wordsim353/set1.csv", "interval", 0.666374),
        ("simpeval-2022/simpeval_2022.csv", "interval", 0.203260),
        ("hate-davidson/labeled_data.csv", "nominal", 0.537133),
        ("hbcp-entities/IrrSpreadsheetBinary.csv", "nominal", 0.765552),
    ],
)
def test_the_first_offer_gives_the_reference_value(name, distance, wanted):
    """Who answers y has α to six digits."""
    absent = {"absent": ["NULL"]} if "factuality" in name else {}
    with pytest.raises(accord.DataError, match="who the coders are"):
        accord.read(ATLAS / name, **absent)
    got = accord.alpha(confirmed(ATLAS / name, **absent), distance=distance).value
    assert got == pytest.approx(wanted, abs=1e-6)


def test_a_table_that_says_what_it_is_is_read():
    """Items, workers and ratings in words for them: α to six digits, and no question."""
    study = accord.read(ATLAS / "asset-simplicity" / "human_ratings.csv")
    assert accord.alpha(study, distance="interval").value == pytest.approx(0.434744, abs=1e-6)


def test_a_part_of_the_votes():
    """Shares of the votes in a cell; how many of three said yes, a column for each question."""
    shares = confirmed(ATLAS / "qadiscourse" / "europarl_qa_wide.tsv")
    assert accord.alpha(shares).value == pytest.approx(0.138510, abs=1e-6)
    name = ATLAS / "fluencybank" / "fluencybank_labels.csv"
    with pytest.raises(accord.DataError, match="who the coders are") as error:
        accord.read(name)
    wanted = {"NoStutteredWords": 0.535867, "Interjection": 0.598286}
    assert [one["categories"] for one in error.value.readings] == [[name] for name in wanted]
    for settings, value in zip(error.value.readings, wanted.values(), strict=True):
        assert accord.alpha(accord.read(name, **settings)).value == pytest.approx(value, abs=1e-6)


def test_a_table_for_each_expert():
    """A second in each row, a baby in each column: both are the item."""
    study = confirmed(ATLAS / "neonatal-seizures")
    assert accord.alpha(study).value == pytest.approx(0.864506, abs=1e-6)


def test_records_that_lie_deep():
    """One object a file, with talks and their turns: the path to these is offered."""
    with pytest.raises(accord.DataError, match="of no known format") as error:
        accord.read(ATLAS / "cams-dialogue")
    assert error.value.readings == ({"rows": "dialogues[].utterances[number]"},)
    with pytest.raises(accord.DataError, match="who the coders are") as second:
        accord.read(ATLAS / "cams-dialogue", **error.value.readings[0])
    assert {one["coder"] for one in second.value.readings} == {"user_id"}
    for one in second.value.readings:  # number and dialogue; a file is a coder's
        assert {"number", "dialogue_id"} <= {*one["item"], *one.get("dimensions", ())}
        assert "file" not in one["item"]


def test_spans_of_many_texts_are_asked_about():
    """Spans of 250 texts are never one document; confirmed, F1 is that of the reference."""
    name = "xsum-hallucination-spans/hallucination_annotations_xsum_summaries.csv"
    with pytest.raises(accord.DataError, match="which column names the documents"):
        accord.read(ATLAS / name)
    assert accord.spans.span_f1(confirmed(ATLAS / name)).value == pytest.approx(0.694139, abs=1e-6)


def test_ratings_without_a_header():
    """Two words, their mean and up to ten ratings: no header, and the mean is no rater."""
    name = ATLAS / "rare-words" / "rw.txt"
    with pytest.raises(accord.DataError, match="looks like data") as error:
        accord.read(name)
    assert error.value.readings == ({"header": "none"},)
    study = confirmed(name, header="none")
    assert accord.alpha(study, distance="interval").value == pytest.approx(0.398568, abs=1e-6)


def test_numbers_of_segments():
    """A row for each paragraph of a chapter, its segment by each annotator: boundaries."""
    study = confirmed(ATLAS / "moonstone" / "segmentations")
    assert study.kind == "segmentations"
    assert accord.boundaries.boundary_alpha(study).value == pytest.approx(0.292226, abs=1e-6)


def test_a_folder_of_coders_and_texts():
    """odin-swedish, thor-swedish …: asked which part is the coder; LAS of each text is right."""
    with pytest.raises(accord.DataError, match="which part of the file names") as error:
        accord.read(ATLAS / "ndt")
    study = accord.read(ATLAS / "ndt", **error.value.readings[0], layer="tree")
    assert list(study.coders) == ["odin", "thor"]
    tokens = 115 * 0.991304 + 1997 * 0.952929 + 1594 * 0.944166
    assert accord.trees.las(study).value == pytest.approx(tokens / (115 + 1997 + 1594), abs=1e-6)
