skip_without_python <- function() {
  if (!reticulate::py_module_available("accord")) skip("Python has no accord")
}

ratings <- data.frame(
  rater1 = c("a", "b", "a", "b", "a", "c", "c", "a", "b", "b"),
  rater2 = c("a", "b", "b", "b", "a", "c", "a", "a", "b", "c"),
  rater3 = c("a", "b", "a", "b", "c", "c", "c", "a", "a", "b"),
  stringsAsFactors = FALSE
)
scores <- matrix(c(9, 6, 8, 7, 10, 6, 2, 1, 4, 1, 5, 2, 5, 3, 6, 2, 6, 4, 8, 2, 8, 6, 9, 7), nrow = 6)

# The same number from Python alone, without anything of this package.
in_python <- function(call) reticulate::py_to_r(reticulate::py_eval(paste0(
  "(lambda accord: float(", call, "))(__import__('accord'))"
), convert = FALSE))
lists <- function(data) paste0("{", paste(sprintf("'%s': [%s]", names(data), vapply(
  data, function(x) paste(ifelse(is.na(x), "None", if (is.numeric(x)) x else sprintf("'%s'", x)),
                          collapse = ","), ""
)), collapse = ","), "}")
exactly <- function(found, wanted) expect_equal(found$value, wanted, tolerance = 1e-12)

for (name in c("kappa", "pi", "ac1", "s", "percent", "light_kappa")) local({
  measure <- name
  test_that(paste(measure, "is Python's to the last digit"), {
    skip_without_python()
    found <- get(paste0("accord_", measure))(ratings)
    exactly(found, in_python(sprintf("accord.%s(%s)", measure, lists(ratings))))
    expect_true(found$low <= found$value && found$value <= found$high)
  })
})

for (name in c("nominal", "ordinal", "interval", "ratio")) local({
  level <- name
  test_that(paste("alpha with", level, "distance is Python's"), {
    skip_without_python()
    data <- as.data.frame(scores)
    exactly(accord_alpha(scores, distance = level),
            in_python(sprintf("accord.alpha(%s, distance='%s')", lists(data), level)))
  })
})

for (name in c("1,1", "2,1", "3,1", "1,k", "2,k", "3,k")) local({
  form <- name
  printed <- c("1,1" = .17, "2,1" = .29, "3,1" = .71, "1,k" = .44, "2,k" = .62, "3,k" = .91)
  test_that(paste0("ICC(", form, ") is the one that Shrout and Fleiss print"), {
    skip_without_python()
    expect_equal(accord_icc(scores, form = form)$value, printed[[form]], tolerance = .005 / .17)
  })
})

test_that("weighted kappa and AC2 take a distance", {
  skip_without_python()
  pair <- as.data.frame(scores[, 1:2])
  exactly(accord_weighted_kappa(pair[[1]], pair[[2]], distance = "interval"),
          in_python(sprintf("accord.weighted_kappa(%s, distance='interval')", lists(pair))))
  exactly(accord_ac2(scores, distance = "ordinal"),
          in_python(sprintf("accord.ac2(%s, distance='ordinal')", lists(as.data.frame(scores)))))
})

test_that("two vectors, a matrix and a data frame are the same study", {
  skip_without_python()
  one <- accord_kappa(ratings$rater1, ratings$rater2)
  exactly(accord_kappa(as.matrix(ratings[1:2])), one$value)
  exactly(accord_kappa(ratings[1:2]), one$value)
  exactly(accord_kappa(ratings, coders = c("rater1", "rater2")), one$value)
})

test_that("a column of distinct values is the item, not a rater", {
  skip_without_python()
  exactly(accord_pi(cbind(id = seq_len(10), ratings)), accord_pi(ratings)$value)
})

test_that("other columns are an error that names coders", {
  skip_without_python()
  other <- cbind(ratings, shade = c("x", "y", "x", "y", "x", "y", "x", "y", "x", "y"))
  expect_error(accord_pi(other), "coders")
  exactly(accord_pi(other, coders = names(ratings)), accord_pi(ratings)$value)
})

test_that("NA is missing, not a category, in text, numbers and factors", {
  skip_without_python()
  holes <- ratings
  holes$rater1[2] <- NA
  wanted <- in_python(sprintf("accord.alpha(%s, distance='nominal')", lists(holes)))
  exactly(accord_alpha(holes, distance = "nominal"), wanted)
  exactly(accord_alpha(as.data.frame(lapply(holes, factor)), distance = "nominal"), wanted)
  gaps <- scores
  gaps[2, 3] <- NA
  exactly(accord_alpha(gaps, distance = "interval"),
          in_python(sprintf("accord.alpha(%s, distance='interval')", lists(as.data.frame(gaps)))))
})

test_that("factors keep the order of their levels", {
  skip_without_python()
  steps <- c("low", "mid", "high")
  made <- function(x) factor(steps[x], levels = steps)
  data <- data.frame(rater1 = made(c(1, 2, 3, 2, 1)), rater2 = made(c(1, 2, 3, 3, 2)))
  numbers <- data.frame(rater1 = c(1, 2, 3, 2, 1), rater2 = c(1, 2, 3, 3, 2))
  exactly(accord_alpha(data, distance = "ordinal"),
          accord_alpha(numbers, distance = "ordinal")$value)
})

test_that("levels that nobody used count where categories are declared", {
  skip_without_python()
  data <- data.frame(rater1 = c("a", "b", "a"), rater2 = c("a", "b", "b"))
  wide <- as.data.frame(lapply(data, factor, levels = c("a", "b", "c")))
  expect_gt(accord_s(wide)$value, accord_s(data)$value)
})

test_that("long data are read by item, coder and category", {
  skip_without_python()
  long <- data.frame(
    who = rep(names(ratings), each = 10), what = rep(1:10, 3), label = unlist(ratings)
  )
  exactly(accord_kappa(long, item = "what", coder = "who", category = "label"),
          accord_kappa(ratings)$value)
})

test_that("undefined is NA with the reason", {
  skip_without_python()
  found <- accord_kappa(c("a", "a"), c("a", "a"))
  expect_true(is.na(found$value))
  expect_match(found$undefined, ".")
})

test_that("alpha asks for its level", {
  expect_error(accord_alpha(ratings), "distance")
})

test_that("mistakes are said", {
  skip_without_python()
  expect_error(accord_kappa(1:3, 1:2), "equally many")
  expect_error(accord_kappa(ratings, coders = c("rater1", "rater9")), "rater9")
  expect_error(accord_kappa(list(1, 2)), "data frame")
})

test_that("results print, sum up and become rows", {
  skip_without_python()
  found <- accord_kappa(ratings)
  expect_output(print(found), "= 0\\.")
  expect_output(summary(found), found$signature, fixed = TRUE)
  expect_identical(as.double(found), found$value)
  expect_identical(as.data.frame(found)$value, found$value)
  expect_identical(nrow(as.data.frame(accord_measure(ratings, c("kappa", "pi")))), 2L)
})

test_that("results are drawn", {
  skip_without_python()
  file <- tempfile(fileext = ".pdf")
  grDevices::pdf(file)
  plot(accord_measure(ratings))
  plot(accord_kappa(ratings))
  grDevices::dev.off()
  expect_gt(file.size(file), 1000)
})

test_that("tidy and glance follow broom", {
  skip_without_python()
  skip_if_not_installed("generics")
  found <- accord_kappa(ratings)
  expect_identical(generics::tidy(found)$estimate, found$value)
  expect_identical(names(generics::tidy(found)), c("term", "estimate", "conf.low", "conf.high"))
  expect_identical(generics::glance(found)$items, 10L)
})

test_that("a report is written, and says its paragraph", {
  skip_without_python()
  file <- tempfile(fileext = ".md")
  made <- accord_report(ratings, file)
  expect_true(file.exists(file))
  expect_output(print(made), "Krippendorff")
})

test_that("the version is that of Python", {
  skip_without_python()
  expect_match(accord_version(), "^[0-9]+\\.[0-9]+")
})

test_that("columns arrive as they are, of whatever length and type", {
  skip_without_python()
  there <- function(x) reticulate::py_str(accord:::column(x))
  expect_equal(there(c("x", NA, "y")), "['x', None, 'y']")
  expect_equal(there("x"), "['x']")
  expect_equal(there(c(NA, NA)), "[None, None]")
  expect_equal(there(character(0)), "[]")
  expect_equal(there(c(1.5, NaN, 2.25, 1.5)), "[1.5, None, 2.25, 1.5]")
  expect_equal(there(c(0.1 + 0.2, 1e300)), "[0.30000000000000004, 1e+300]")
  expect_equal(there(c(2, 1, NA)), "[2, 1, None]")
  expect_equal(there(factor(c("b", "a"), levels = c("b", "a"))), "['b', 'a']")
  expect_equal(there(c(TRUE, NA)), "['TRUE', None]")
})
