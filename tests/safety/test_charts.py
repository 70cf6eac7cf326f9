"""Charts show categories whatever they are called, and numbers of any size or a reason."""

import pytest

import accord
from accord._report.render.charts import figure_specs
from accord._report.render.figures import picture
from accord._report.render.theme import PALETTES, filled
from accord.errors import DataError

OBJECTS = ["constructor", "toString", "valueOf", "__proto__", "hasOwnProperty", "prototype"]
PLAIN = ["c1", "c2", "c3", "c4", "c5", "c6"]


def _drawn(names):
    """Every chart of a study whose coders and categories have these names, as SVG."""
    codings = {names[c]: [names[(i + (c == i % 4)) % 6] for i in range(24)] for c in range(3)}
    specs = figure_specs(accord.report(accord.from_coders(codings), resamples=10))
    return {
        name: picture(filled(spec, PALETTES["light"]), "svg").decode()
        for name, spec in specs.items()
        if name in ("confusions", "categories", "coders")
    }


def test_names_that_javascript_knows():
    """A category called `constructor` is drawn as any other: as many marks, and its name."""
    pytest.importorskip("vl_convert")
    known, plain = _drawn(OBJECTS), _drawn(PLAIN)
    assert {name: svg.count("<path") for name, svg in known.items()} == {
        name: svg.count("<path") for name, svg in plain.items()
    }
    assert all(name in known["categories"] for name in OBJECTS)


def test_numbers_that_cannot_be_squared():
    """Near the largest number there is no interval distance: the message says what to do."""
    values = [1e308, -1e308, 1.7e308, 5e307]
    study = accord.from_coders({"A": values, "B": values[::-1]})
    for compute in (accord.alpha, accord.report):
        with pytest.raises(DataError, match="divide all values by the same number"):
            compute(study, distance="interval")
    with pytest.raises(DataError, match="divide all values by the same number"):
        accord.icc(study)
    small = accord.from_coders(
        {"A": [v / 1e200 for v in values], "B": [-v / 1e200 for v in values]}
    )
    assert accord.alpha(small, distance="interval").value == pytest.approx(
        accord.alpha(
            accord.from_coders({"A": [10.0, -10, 17, 5], "B": [-10.0, 10, -17, -5]}),
            distance="interval",
        ).value,
        rel=1e-12,  # the same numbers but for a factor
    )
