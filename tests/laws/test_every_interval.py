"""Every measure with every method over every unit has an interval, or one line why not."""

from dataclasses import replace

import numpy as np
import pytest

import accord
from accord._measure.catalogue import MEASURES
from accord.errors import NotApplicableError
from accord.infer.resample.interval import METHODS
from tests.laws.test_infer import studies, study_for

UNITS = (None, "items", "coders", "both", "document")
ANEW = ("aickin_alpha",)  # half a second for each fit


def with_documents(study):
    """Every two items of the study are of one document."""
    names = [at // 2 for at in range(len(study.items))]
    if study.kind == "dimensions":
        return study
    return replace(study, about={**study.about, "document": names})


STUDIES = {
    2: {kind: with_documents(study) for kind, study in studies("AB").items()},
    3: {kind: with_documents(study) for kind, study in studies("ABC").items()},
}


@pytest.mark.parametrize("everything", [False, pytest.param(True, marks=pytest.mark.full)])
@pytest.mark.parametrize("measure", MEASURES.values(), ids=lambda m: m.name)
def test_every_pair_has_an_interval_or_a_reason(measure, everything):
    """Limits are in order and within what the measure can be; else a note or an error of one
    line. Measures that sample are asked for two methods, those that are slow for one.

    In every run each measure has every method and every unit, and a part of their product that is
    another one for each measure; the whole product is in `make full`.
    """
    study = study_for(STUDIES[2 if measure.two_coders else 3], measure)
    chosen = {"distance": "nominal"} if measure.distance == "required" else {}
    if measure.name == "gamma_k":
        chosen["category"] = "x"
    if measure.chance == "shuffled":
        chosen["samples"] = 5
    if measure.objection(study) is not None:
        pytest.skip(measure.objection(study))
    asked = accord.bound(measure, **chosen)
    units = UNITS if measure.kind != "dimensions" else UNITS[:-1]
    methods = (None, *METHODS)
    if measure.costly or measure.chance == "shuffled" or measure.name in ANEW:
        methods, units = ("percentile", "krippendorff"), (None, "coders")
    reasons, at = [], [*MEASURES].index(measure.name)
    for m, method in enumerate(methods):
        for o, over in enumerate(units):
            if not everything and m and o and (m + o + at) % 5:
                continue
            try:
                found = accord.interval(study, asked, method=method, over=over, resamples=3)
            except NotApplicableError as error:
                reasons.append(str(error))
                continue
            if np.isnan(found.low):
                assert found.notes, (method, over)
                continue
            assert found.low <= found.high, (method, over)
            least, most = measure.bounds
            assert least is None or found.low >= least, (method, over)
            assert most is None or found.high <= most, (method, over)
    assert all(reason and "\n" not in reason for reason in reasons)
