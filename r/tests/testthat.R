library(testthat)
library(accord)

test_check("accord")
