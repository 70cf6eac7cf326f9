"""Libraries of others: no version with a known hole is allowed, each night somebody asks, and their
notices travel with what is copied from them."""

import re
import tomllib
from pathlib import Path

import pytest

import accord

ROOT = Path(__file__).parents[2]
WITHOUT_HOLES = {
    # CVE-2025-62727: Range headers take quadratic time; CVE-2026-48710: a wrong Host changes the
    # path; CVE-2026-54283: forms without limits
    "starlette": (1, 3, 1),
    "h11": (0, 16),  # CVE-2025-43859: chunked bodies that two programs end at different places
    "jinja2": (3, 1, 6),  # CVE-2025-27516: out of the sandbox by |attr
}
"""The first version without what is known of each."""


def _lower_bounds():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = [one for some in extras["optional-dependencies"].values() for one in some]
    found = [re.match(r"([\w-]+)>=([\d.]+)", one) for one in asked]
    return {one[1]: tuple(map(int, one[2].split("."))) for one in found if one}


def test_lower_bounds_are_above_known_holes():
    """The oldest version that pip may choose is the mended one."""
    bounds = _lower_bounds()
    assert {name: bounds[name] >= least for name, least in WITHOUT_HOLES.items()} == dict.fromkeys(
        WITHOUT_HOLES, True
    )


def test_every_night_somebody_asks_for_new_holes():
    """`make audit` is a part of the nightly workflow, and asks about the oldest versions, too."""
    nightly = (ROOT / ".github" / "workflows" / "nightly.yml").read_text("utf-8")
    (targets,) = re.findall(r"target: \[(.*)\]", nightly)
    assert "audit" in targets.split(", ")
    recipe = (ROOT / "Makefile").read_text("utf-8").partition("\naudit:\n")[2].partition("\n\n")[0]
    for versions in ("newest", "oldest"):
        assert f"pip-audit --strict --disable-pip --no-deps -r $(AUDIT)/{versions}.txt" in recipe


def test_notices_travel_in_the_report(tmp_path):
    """Vega's, D3's and others' licences ask that their notice goes with every copy of the code."""
    pytest.importorskip("vl_convert")
    study = accord.from_coders({"A": "aabbab", "B": "abbbab"})
    accord.report(study, resamples=10).save(tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text("utf-8")
    script = page.partition("/*!\n")[2]
    notice, _, code = script.partition("*/")
    assert "vega" in code[:2_000_000]
    for said in (
        *("University of Washington Interactive Data Lab", "Mike Bostock", "Joachim Wester"),
        *("Redistributions in binary form must reproduce", "this permission notice appear in all"),
    ):
        assert said in notice
