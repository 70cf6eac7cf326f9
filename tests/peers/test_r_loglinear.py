"""Log-linear models of agreement beside R's glm, on the tables of the published examples."""

import shutil
import subprocess
from math import isinf

import pytest
from tests.published.test_log_linear import G_SQUARED, TABLES, models, parameter

pytestmark = pytest.mark.full

BY_GLM = tuple(name for name in G_SQUARED if name != "marginal homogeneity")
"""Marginal homogeneity is no model of the logarithms, so glm has none."""
PROGRAM = r"""
show <- function(model, fit, names = c()) {
  cat(model, "G2", fit$df.residual, format(fit$deviance, digits = 12), "\n", sep = "\t")
  for (name in names) {
    row <- summary(fit)$coefficients[name, 1:2]
    cat(model, name, format(row, digits = 12), "\n", sep = "\t")
  }
}
fits <- function(counts) {
  k <- sqrt(length(counts))
  at <- expand.grid(b = 1:k, a = 1:k)
  at$n <- counts; at$A <- factor(at$a); at$B <- factor(at$b); at$near <- at$a * at$b
  at$same <- as.numeric(at$a == at$b)
  each <- c()
  for (i in 1:k) {
    each <- c(each, paste0("same", i)); at[[paste0("same", i)]] <- at$same * (at$a == i)
  }
  at$pair <- factor(paste(pmin(at$a, at$b), pmax(at$a, at$b)))
  fit <- function(...) glm(as.formula(paste("n ~", ...)), family = poisson, data = at,
                           control = list(epsilon = 1e-14, maxit = 200))
  diagonal <- paste(each, collapse = " + ")
  show("independence", fit("A + B"))
  show("uniform agreement", fit("A + B + same"), "same")
  show("quasi-independence", fit("A + B +", diagonal), each)
  show("linear-by-linear", fit("A + B + near"), "near")
  show("linear-by-linear + agreement", fit("A + B + near + same"), c("near", "same"))
  show("linear-by-linear + diagonal", fit("A + B + near +", diagonal), each)
  show("quasi-symmetry", fit("A + pair"))
  show("symmetry", fit("pair"))
}
"""


@pytest.fixture(scope="module", params=TABLES)
def beside(request):
    """The models of a table here, and what R printed about them."""
    if shutil.which("Rscript") is None:
        pytest.skip("R is not installed")
    table = TABLES[request.param]
    counts = ", ".join(str(n) for row in table for n in row)
    done = subprocess.run(
        ["Rscript", "-"],
        input=f"{PROGRAM}\nfits(c({counts}))\n",
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return models(table), [line.split("\t") for line in done.stdout.splitlines()]


def test_deviances_are_those_of_glm(beside):
    """G² of eight models on four tables to seven digits after the point, and their df."""
    found, printed = beside
    deviances = {model: (df, g2) for model, name, df, g2, *_ in printed if name == "G2"}
    assert tuple(deviances) == BY_GLM
    for model, (df, g2) in deviances.items():
        assert found[model].g_squared == pytest.approx(float(g2), abs=1e-7), model
        assert found[model].df == int(df), model


def test_parameters_are_those_of_glm(beside):
    """δ, δ of each category and β, with their standard errors, to six digits; one that is without
    bound is said to be, where glm stops at some large number with a larger error."""
    found, printed = beside
    compared = 0
    for model, name, *numbers in printed:
        if name == "G2":
            continue
        known = {"same": "δ", "near": "β"}.get(name, name.replace("same", "δ "))
        one = parameter(found, model, known)
        estimate, error = map(float, numbers[:2])
        if isinf(one.estimate):
            assert error > abs(estimate)
            continue
        assert one.estimate == pytest.approx(estimate, abs=1e-6), (model, known)
        assert one.se == pytest.approx(error, abs=1e-6), (model, known)
        compared += 1
    assert compared >= 10
