# From R to Python: columns as lists, so that NA stays missing and factors keep their order.
# Arrays of NumPy are not passed: Debian's reticulate knows NumPy 1 only.

python <- function(name) {
  tryCatch(
    reticulate::import(name, convert = FALSE),
    error = function(problem) {
      stop(
        "Python has no package '", name, "'. Install it, e.g. pip install accord pandas, and say ",
        "where it is: reticulate::use_python(\"path/to/python\")",
        call. = FALSE
      )
    }
  )
}

# A Python list of the same length: NA is None, whole numbers are int, factors are text.
column <- function(x) {
  if (is.factor(x)) x <- as.character(x)
  if (inherits(x, c("Date", "POSIXt"))) x <- format(x)
  if (is.logical(x)) x <- ifelse(x, "TRUE", "FALSE")
  if (!is.atomic(x)) stop("a column of type ", class(x)[1], " cannot be labels", call. = FALSE)
  whole <- is.double(x) && all(is.na(x) | (x == round(x) & abs(x) < 2^31 - 1))
  if (whole) x <- as.integer(x)
  # Codes and labels travel as vectors, a hundred times as fast as lists of labels; a vector of one
  # would arrive as a scalar.
  known <- unique(unname(x[!is.na(x)]))
  codes <- match(x, known, nomatch = 0L)
  decode <- reticulate::py_eval(
    "lambda codes, names: [None if code == 0 else names[code - 1] for code in codes]",
    convert = FALSE
  )
  reticulate::py_call(decode, several(codes), several(known))
}

several <- function(x) if (length(x) < 2) as.list(x) else x

columns <- function(data) {
  made <- reticulate::dict()
  for (name in names(data)) reticulate::py_set_item(made, name, column(data[[name]]))
  made
}

# The levels that all factors share, in their order; NULL where columns are no factors.
shared_levels <- function(data, wanted) {
  chosen <- if (is.null(wanted)) data else data[wanted]
  factors <- Filter(is.factor, chosen)
  if (length(factors) == 0) return(NULL)
  own <- unique(lapply(factors, levels))
  if (length(own) == 1) own[[1]] else NULL
}

# data.frame, tibble, matrix, or two vectors (first, second), as a data.frame.
as_columns <- function(data, second = NULL) {
  if (!is.null(second)) {
    if (length(data) != length(second)) {
      stop("two raters need equally many labels: ", length(data), " and ", length(second),
           call. = FALSE)
    }
    return(list(rater1 = data, rater2 = second))
  }
  if (is.matrix(data)) {
    names <- colnames(data)
    if (is.null(names)) names <- paste0("rater", seq_len(ncol(data)))
    return(split_columns(data, names))
  }
  if (is.table(data)) stop("a table of counts: use the ratings themselves", call. = FALSE)
  if (!is.data.frame(data)) stop("needed: a data frame, a matrix or two vectors", call. = FALSE)
  as.list(data)
}

split_columns <- function(data, names) {
  made <- lapply(seq_len(ncol(data)), function(at) data[, at])
  names(made) <- make.unique(names)
  made
}

# A frame that accord reads by its own rules: columns that share their labels are the raters, and a
# column of distinct values is the item.
frame <- function(data) {
  made <- columns(data)
  for (library in c("pandas", "polars", "pyarrow")) {
    if (reticulate::py_module_available(library)) {
      there <- reticulate::import(library, convert = FALSE)
      return(if (library == "pyarrow") there$table(made) else there$DataFrame(made))
    }
  }
  stop("Python needs pandas, polars or pyarrow for data frames: pip install pandas", call. = FALSE)
}

# What is measured, as the arguments of a function of accord: data, and how its columns are read.
reading <- function(data, second = NULL, item = NULL, coder = NULL, category = NULL, coders = NULL,
                    categories = NULL) {
  given <- as_columns(data, second)
  long <- !is.null(coder) || !is.null(category)
  for (name in c(item, coder, category, coders)) {
    if (!name %in% names(given)) {
      stop("no column '", name, "'; there are ", paste(names(given), collapse = ", "),
           call. = FALSE)
    }
  }
  if (is.null(categories)) categories <- shared_levels(given, if (long) category else coders)
  declared <- if (is.null(categories)) NULL else as.list(categories)
  # Columns of a matrix, two vectors and columns that are named are raters by declaration.
  if (is.null(coders) && !long && (is.matrix(data) || !is.null(second))) coders <- names(given)
  if (!is.null(coders) && is.null(item)) {
    made <- python("accord")$from_coders(columns(given[coders]), categories = declared)
    return(list(made))
  }
  named <- list(item = item, coder = coder, category = category,
                coders = if (is.null(coders)) NULL else as.list(coders), categories = declared)
  c(list(frame(given)), Filter(Negate(is.null), named))
}
