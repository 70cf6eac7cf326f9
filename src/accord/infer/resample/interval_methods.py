"""How an interval can be computed, by name; apart from the methods, for who only lists them."""

METHODS = (
    "bca",
    "score",
    "percentile",
    "basic",
    "poisson",
    "jackknife",
    "analytic",
    "krippendorff",
    "bayes",
)
