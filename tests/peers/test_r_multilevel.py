"""r_WG and r_WG(J) beside R's multilevel, on its data of 99 companies of soldiers (bhr2000)."""

import csv
import io
import shutil
import subprocess

import pytest

import accord
from accord._measure.labels.within_group import r_wg, r_wg_j

pytestmark = pytest.mark.full

GROUPS = 10
PROGRAM = f"""
suppressMessages(library(multilevel)); data(bhr2000)
few <- bhr2000[bhr2000$GRP %in% unique(bhr2000$GRP)[1:{GROUPS}], ]
one <- rwg(few$RELIG, few$GRP, ranvar = 2)$rwg
skewed <- rwg(few$RELIG, few$GRP, ranvar = 0.9)$rwg
many <- rwg.j(few[, 2:12], few$GRP, ranvar = 2)$rwg.j
cat(paste(format(one, digits = 15), collapse = " "), "\n")
cat(paste(format(skewed, digits = 15), collapse = " "), "\n")
cat(paste(format(many, digits = 15), collapse = " "), "\n")
write.csv(few, row.names = FALSE)
"""


@pytest.fixture(scope="module")
def printed():
    """The three lines of values, and the rows of each company."""
    if shutil.which("Rscript") is None:
        pytest.skip("R is not installed")
    done = subprocess.run(
        ["Rscript", "-e", PROGRAM], capture_output=True, text=True, check=False, timeout=120
    )
    if "no package called" in done.stderr:
        pytest.skip("multilevel is not installed: apt-get install r-cran-multilevel")
    *lines, rest = done.stdout.split("\n", 3)
    companies = {}
    for row in csv.DictReader(io.StringIO(rest)):
        companies.setdefault(row.pop("GRP"), []).append(row)
    return [[float(x) for x in line.split()] for line in lines], list(companies.values())


def test_ten_companies_have_the_values_of_r(printed):
    """Ten companies, their religion (one question) and their leaders (eleven): R's values to
    twelve digits; below 0 R prints 0, which is negative="zero"."""
    (one, skewed, many), companies = printed
    assert len(one) == len(skewed) == len(many) == len(companies) == GROUPS
    assert 0.0 in skewed  # the rule for values below 0 is tried
    questions = list(companies[0][0])[:11]
    for company, even, lean, stepped in zip(companies, one, skewed, many, strict=True):
        faith = accord.from_wide([[float(row["RELIG"]) for row in company]])
        assert r_wg(faith, scale=5).value == pytest.approx(even, abs=1e-12)
        cut = r_wg(faith, scale=5, null="moderate", negative="zero").value
        assert cut == pytest.approx(lean, abs=1e-12)
        leaders = accord.from_wide([[float(row[name]) for row in company] for name in questions])
        assert r_wg_j(leaders, scale=5).value == pytest.approx(stepped, abs=1e-12)
