"""Ratings beside R: psych on 100 random tables, lme4 on 30 with holes, eRm on ten rating scales."""

import csv
import io
import shutil
import subprocess

import numpy as np
import pytest

import accord
from accord._measure.labels.variance_components import components
from accord.infer.tests.icc_table import icc_table

pytestmark = pytest.mark.full

_TABLES = """
read_tables <- function(path) lapply(split(read.csv(path), ~t), function(d) {
  x <- matrix(NA, max(d$i), max(d$j)); x[cbind(d$i, d$j)] <- d$x; x })
out <- function(t, v) cat(t, format(v, digits = 15), "\\n")
tables <- read_tables(commandArgs(TRUE)[1])
"""
PSYCH = """
suppressMessages(library(psych))
for (t in names(tables)) {
  r <- ICC(tables[[t]], lmer = FALSE)$results
  out(t, c(r$ICC, r$F, r$p, r[["lower bound"]], r[["upper bound"]])) }
"""
LME4 = """
suppressMessages(library(lme4))
exact <- lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-10, maxfun = 1e5))
for (t in names(tables)) {
  x <- tables[[t]]
  d <- data.frame(x = c(x), i = factor(row(x)), j = factor(col(x)))
  m <- suppressMessages(lmer(x ~ 1 + (1 | i) + (1 | j), d, control = exact))
  v <- as.data.frame(VarCorr(m))
  of <- function(name) v$vcov[v$grp == name]
  out(t, c(of("i"), of("j"), of("Residual"), as.numeric(logLik(m)))) }
"""
ERM = """
suppressMessages(library(eRm))
for (t in names(tables)) {
  x <- tables[[t]] - 1
  m <- RSM(x, sum0 = TRUE)
  easy <- -m$betapar[grepl("[.]c1$", names(m$betapar))]
  out(t, c(easy - mean(easy), m$loglik)) }
"""


def printed(program, tables, folder):
    """What R prints for each table, by its number."""
    if shutil.which("Rscript") is None:
        pytest.skip("R is not installed")
    file, script = folder / "tables.csv", folder / "program.R"
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow("tijx")
    for t, table in enumerate(tables, 1):
        rows.writerows((t, i + 1, j + 1, repr(float(x))) for (i, j), x in np.ndenumerate(table))
    file.write_text(text.getvalue().replace("nan", ""), "utf-8")
    script.write_text(_TABLES + program, "utf-8")
    done = subprocess.run(
        ["Rscript", str(script), str(file)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    if "no package called" in done.stderr:
        pytest.skip(f"a package of R is not installed: {done.stderr.strip()[-60:]}")
    assert done.returncode == 0, done.stderr
    lines = (line.split() for line in done.stdout.splitlines())
    return {int(t): [float(x) for x in values] for t, *values in lines}


def drawn(seed, items, coders, holes=0.0):
    """Ratings of items and raters who differ, some of them missing; every item keeps two."""
    rng = np.random.default_rng(seed)
    n, k = int(rng.integers(*items)), int(rng.integers(*coders))
    table = rng.normal(0, 1, (n, 1)) + rng.normal(0, 0.5, (1, k)) + rng.normal(0, 0.7, (n, k))
    gone = rng.random((n, k)) < holes
    gone[:, :2] = False
    return np.where(gone, np.nan, table)


def test_six_forms_are_those_of_psych(tmp_path):
    """100 tables of 5–39 items and 2–5 raters: value, F, p and limits by F of all six forms; to
    1e-8, because psych takes its sums of squares from R's aov."""
    tables = [drawn(seed, (5, 40), (2, 6)) for seed in range(100)]
    theirs = printed(PSYCH, tables, tmp_path)
    assert len(theirs) == 100
    for t, table in enumerate(tables, 1):
        value, f, p, low, high = np.reshape(theirs[t], (5, 6))
        forms = icc_table(table, limits="F").forms
        assert [one.value for one in forms] == pytest.approx(value, abs=1e-8)
        assert [one.F for one in forms] == pytest.approx(f, rel=1e-8)
        assert [one.p for one in forms] == pytest.approx(p, rel=1e-6, abs=1e-12)
        there = [one for one, x in enumerate(forms) if np.isfinite(x.low)]
        assert len(there) >= 3
        assert [forms[one].low for one in there] == pytest.approx(low[there], abs=1e-7)
        assert [forms[one].high for one in there] == pytest.approx(high[there], abs=1e-7)


def test_holes_are_those_of_lme4(tmp_path):
    """30 tables, a third of the ratings missing: the restricted likelihood is at least lme4's and
    within 1e-5 of it, variances within 2e-3 of the largest (its optimizer stops there)."""
    tables = [drawn(seed, (15, 40), (3, 7), holes=0.33) for seed in range(30)]
    theirs = printed(LME4, tables, tmp_path)
    assert len(theirs) == 30
    for t, table in enumerate(tables, 1):
        item, coder, residual, likelihood = theirs[t]
        ours = components(table)
        assert ours.log_likelihood >= likelihood - 1e-8
        assert ours.log_likelihood == pytest.approx(likelihood, abs=1e-5)
        assert [ours.item, ours.coder, ours.residual] == pytest.approx(
            [item, coder, residual], abs=2e-3 * max(item, coder, residual)
        )


def test_severities_are_those_of_erm(tmp_path):
    """Ten tables of 60 items × 3–5 raters on 1–4: conditional severities and likelihood of the
    rating scale model; to 1e-4, where nlm of R stops."""
    tables = []
    for seed in range(10):
        x = drawn(seed, (60, 61), (3, 6))
        tables.append(np.clip(np.round(2.5 + 1.2 * x), 1, 4))
    theirs = printed(ERM, tables, tmp_path)
    assert len(theirs) == 10
    for t, table in enumerate(tables, 1):
        *severity, likelihood = theirs[t]
        ours = accord.latent.facets(accord.from_wide(table.tolist()), method="conditional")
        assert [one.severity for one in ours.raters] == pytest.approx(severity, abs=1e-4)
        assert ours.log_likelihood == pytest.approx(likelihood, abs=1e-4)
