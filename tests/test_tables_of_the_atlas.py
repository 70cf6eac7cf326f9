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
        ("asset-simplicity/human_ratings.csv", "interval", 0.434744),
    ],
)
def test_the_first_offer_gives_the_reference_value(name, distance, wanted):
    """Who answers y has α to six digits."""
    absent = {"absent": ["NULL"]} if "factuality" in name else {}
    with pytest.raises(accord.DataError, match="who the coders are"):
        accord.read(ATLAS / name, **absent)
    got = accord.alpha(confirmed(ATLAS / name, **absent), distance=distance).value
    assert got == pytest.approx(wanted, abs=1e-6)


def test_spans_of_many_texts_are_asked_about():
    """Spans of 250 texts are never one document; confirmed, F1 is that of the reference."""
    name = "xsum-hallucination-spans/hallucination_annotations_xsum_summaries.csv"
    with pytest.raises(accord.DataError, match="which column names the documents"):
        accord.read(ATLAS / name)
    assert accord.spans.span_f1(confirmed(ATLAS / name)).value == pytest.approx(0.694139, abs=1e-6)
