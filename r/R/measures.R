# The measures, by the names that R users know; settings are passed on to accord.

measured <- function(name, data, second, item, coder, category, coders, categories, interval,
                     settings) {
  data <- reading(data, second, item, coder, category, coders, categories)
  wanted <- c(data, list(interval = isTRUE(interval)), settings)
  agreement(do.call(python("accord")[[name]], wanted))
}

accord_kappa <- function(data, second = NULL, ..., item = NULL, coder = NULL, category = NULL,
                         coders = NULL, categories = NULL, interval = TRUE) {
  measured("kappa", data, second, item, coder, category, coders, categories, interval, list(...))
}

accord_weighted_kappa <- function(data, second = NULL, distance = "interval", ..., item = NULL,
                                  coder = NULL, category = NULL, coders = NULL, categories = NULL,
                                  interval = TRUE) {
  measured("weighted_kappa", data, second, item, coder, category, coders, categories, interval,
           list(distance = distance, ...))
}

accord_light_kappa <- function(data, second = NULL, ..., item = NULL, coder = NULL,
                               category = NULL, coders = NULL, categories = NULL, interval = TRUE) {
  measured("light_kappa", data, second, item, coder, category, coders, categories, interval,
           list(...))
}

accord_pi <- function(data, second = NULL, ..., item = NULL, coder = NULL, category = NULL,
                      coders = NULL, categories = NULL, interval = TRUE) {
  measured("pi", data, second, item, coder, category, coders, categories, interval, list(...))
}

accord_alpha <- function(data, second = NULL, distance, ..., item = NULL, coder = NULL,
                         category = NULL, coders = NULL, categories = NULL, interval = TRUE) {
  if (missing(distance)) {
    stop("alpha needs a level of measurement: distance = \"nominal\", \"ordinal\", \"interval\" ",
         "or \"ratio\"", call. = FALSE)
  }
  measured("alpha", data, second, item, coder, category, coders, categories, interval,
           list(distance = distance, ...))
}

accord_ac1 <- function(data, second = NULL, ..., item = NULL, coder = NULL, category = NULL,
                       coders = NULL, categories = NULL, interval = TRUE) {
  measured("ac1", data, second, item, coder, category, coders, categories, interval, list(...))
}

accord_ac2 <- function(data, second = NULL, distance = "interval", ..., item = NULL, coder = NULL,
                       category = NULL, coders = NULL, categories = NULL, interval = TRUE) {
  measured("ac2", data, second, item, coder, category, coders, categories, interval,
           list(distance = distance, ...))
}

accord_s <- function(data, second = NULL, ..., item = NULL, coder = NULL, category = NULL,
                     coders = NULL, categories = NULL, interval = TRUE) {
  measured("s", data, second, item, coder, category, coders, categories, interval, list(...))
}

accord_percent <- function(data, second = NULL, ..., item = NULL, coder = NULL, category = NULL,
                           coders = NULL, categories = NULL, interval = TRUE) {
  measured("percent", data, second, item, coder, category, coders, categories, interval, list(...))
}

accord_icc <- function(data, second = NULL, form = "2,1", ..., item = NULL, coder = NULL,
                       category = NULL, coders = NULL, interval = TRUE) {
  measured("icc", data, second, item, coder, category, coders, NULL, interval,
           list(form = form, ...))
}

accord_measure <- function(data, measures = NULL, second = NULL, distance = NULL, ..., item = NULL,
                           coder = NULL, category = NULL, coders = NULL, categories = NULL,
                           interval = TRUE) {
  data <- reading(data, second, item, coder, category, coders, categories)
  wanted <- c(data, list(
    measures = if (is.null(measures)) NULL else as.list(measures),
    distance = distance, interval = isTRUE(interval), ...
  ))
  found <- do.call(python("accord")$measure, wanted)
  all <- lapply(seq_len(reticulate::py_len(found)) - 1L, function(at) {
    agreement(reticulate::py_get_item(found, at))
  })
  structure(all, class = "accord_measures")
}

accord_report <- function(data, file = NULL, ..., second = NULL, item = NULL, coder = NULL,
                          category = NULL, coders = NULL, categories = NULL) {
  data <- reading(data, second, item, coder, category, coders, categories)
  made <- do.call(python("accord")$report, c(data, list(...)))
  if (!is.null(file)) made$save(path.expand(file))
  structure(
    list(file = file, summary = reticulate::py_to_r(made$summary()), python = made),
    class = "accord_report"
  )
}

accord_version <- function() reticulate::py_to_r(reticulate::py_get_attr(python("accord"),
                                                                         "__version__"))
