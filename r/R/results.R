# A result in R: numbers, names, and the Python object that has the rest.

# A sentence of accord is more than a string of Python's, so it is not converted by itself.
text <- function(value) {
  if (is.null(reticulate::py_to_r(value))) NULL else reticulate::py_str(value)
}

number <- function(value) {
  if (is.null(value)) NA_real_ else as.double(value)
}

count <- function(counts, name) {
  if (is.null(counts[[name]])) NA_integer_ else as.integer(counts[[name]])
}

# A short name that every device can draw: the symbol where it is plain ASCII, as ICC(2,1).
term <- function(x) if (grepl("^[ -~]+$", x$symbol)) x$symbol else x$measure

agreement <- function(found) {
  has <- function(name) reticulate::py_to_r(reticulate::py_get_attr(found, name))
  counts <- has("counts")
  limits <- reticulate::py_get_attr(found, "interval")
  none <- is.null(reticulate::py_to_r(limits))
  limit <- function(name) if (none) NA_real_ else
    number(reticulate::py_to_r(reticulate::py_get_attr(limits, name)))
  structure(
    list(
      measure = has("measure"),
      symbol = has("symbol"),
      value = number(has("value")),
      low = limit("low"),
      high = limit("high"),
      observed = number(has("A_o")),
      expected = number(has("A_e")),
      items = count(counts, "i"),
      coders = count(counts, "c"),
      undefined = text(reticulate::py_get_attr(found, "undefined")),
      signature = has("signature"),
      shown = reticulate::py_repr(found),
      told = reticulate::py_to_r(found$summary()),
      python = found
    ),
    class = "accord_agreement"
  )
}

print.accord_agreement <- function(x, ...) {
  cat(x$shown, "\n", sep = "")
  invisible(x)
}

summary.accord_agreement <- function(object, ...) {
  cat(object$told, "\n", object$signature, "\n", sep = "")
  invisible(object)
}

as.double.accord_agreement <- function(x, ...) x$value

as.data.frame.accord_agreement <- function(x, row.names = NULL, optional = FALSE, ...) {
  data.frame(
    measure = term(x), value = x$value, low = x$low, high = x$high, observed = x$observed,
    expected = x$expected, items = x$items, coders = x$coders, signature = x$signature,
    row.names = row.names, stringsAsFactors = FALSE
  )
}

as.data.frame.accord_measures <- function(x, row.names = NULL, optional = FALSE, ...) {
  do.call(rbind, lapply(unclass(x), as.data.frame))
}

print.accord_measures <- function(x, ...) {
  for (one in unclass(x)) print(one)
  invisible(x)
}

print.accord_report <- function(x, ...) {
  cat(x$summary, "\n", sep = "")
  if (!is.null(x$file)) cat("written to ", x$file, "\n", sep = "")
  invisible(x)
}

summary.accord_report <- function(object, ...) {
  cat(object$summary, "\n", sep = "")
  invisible(object)
}

tidy.accord_agreement <- function(x, ...) {
  data.frame(term = term(x), estimate = x$value, conf.low = x$low, conf.high = x$high,
             stringsAsFactors = FALSE)
}

tidy.accord_measures <- function(x, ...) do.call(rbind, lapply(unclass(x), tidy.accord_agreement))

glance.accord_agreement <- function(x, ...) {
  data.frame(observed = x$observed, expected = x$expected, items = x$items, coders = x$coders,
             signature = x$signature, stringsAsFactors = FALSE)
}

plot.accord_agreement <- function(x, ...) {
  plot.accord_measures(structure(list(x), class = "accord_measures"), ...)
}

plot.accord_measures <- function(x, xlab = "agreement", ...) {
  rows <- as.data.frame(x)
  at <- rev(seq_len(nrow(rows)))
  reach <- range(0, 1, rows$value, rows$low, rows$high, na.rm = TRUE)
  plot(rows$value, at, xlim = reach, ylim = c(0.5, nrow(rows) + 0.5), yaxt = "n", pch = 19,
       xlab = xlab, ylab = "", ...)
  abline(v = 0, lty = 3)
  segments(rows$low, at, rows$high, at)
  axis(2, at = at, labels = rows$measure, las = 1)
  invisible(x)
}
