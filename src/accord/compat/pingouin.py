"""pingouin's ICC, by its name: `from accord.compat.pingouin import intraclass_corr`."""

from typing import Any, Literal

import numpy as np

from accord.errors import DataError
from accord.infer.tests.icc_table import icc_table
from accord.kinds.labels.tabular import from_frame
from accord.tasks import checked_run

_TYPES = {
    **{"1,1": "ICC(1,1)", "2,1": "ICC(A,1)", "3,1": "ICC(C,1)"},
    **{"1,k": "ICC(1,k)", "2,k": "ICC(A,k)", "3,k": "ICC(C,k)"},
}
"""What pingouin calls the forms of Shrout and Fleiss: A for agreement, C for consistency."""


@checked_run
def intraclass_corr(
    data: Any = None,
    targets: str | None = None,
    raters: str | None = None,
    ratings: str | None = None,
    nan_policy: Literal["raise", "omit"] = "raise",
) -> Any:
    """The six ICCs with the arguments and columns of pingouin, as a pandas frame.

    The limits are by F, as pingouin has them. For the two forms of agreement they hold too seldom
    if raters differ much; `accord.infer.icc_table` has limits that hold.

    :param data: A long frame, one rating in each row.
    :param targets: The column of what was rated.
    :param raters: The column of the raters.
    :param ratings: The column of the ratings.
    :param nan_policy: raise, or omit to leave out targets without all ratings.

    >>> import accord
    >>> import pandas
    >>> frame = pandas.DataFrame({"wine": [1, 1, 2, 2, 3, 3], "judge": list("ABABAB"),
    ...                           "score": [1, 2, 4, 4, 6, 7]})
    >>> found = accord.compat.intraclass_corr(frame, "wine", "judge", "score")
    >>> found.set_index("Type").loc["ICC(A,1)", "ICC"].round(4).item()
    0.9487
    """
    import pandas as pd

    named = {"targets": targets, "raters": raters, "ratings": ratings}
    for what, column in named.items():
        if column not in data.columns:
            columns = ", ".join(map(str, data.columns))
            raise DataError(f"no column {column!r} for {what}. Columns: {columns}")
    wide = data.pivot(index=targets, columns=raters, values=ratings)
    if nan_policy == "raise" and wide.isna().any(axis=None):
        raise DataError(
            "some ratings are missing. Use nan_policy='omit' to leave out their targets, or "
            "accord.infer.icc_table, which uses all ratings"
        )
    full = wide.dropna().reset_index().melt(id_vars=targets, value_name=ratings)
    study = from_frame(full, item=targets, coder=raters, category=ratings)
    forms = icc_table(study, limits="F").forms
    return pd.DataFrame(
        {
            "Type": [_TYPES[one.form] for one in forms],
            "ICC": [one.value for one in forms],
            "F": [one.F for one in forms],
            "df1": [one.df1 for one in forms],
            "df2": [one.df2 for one in forms],
            "pval": [one.p for one in forms],
            "CI95": [np.array([one.low, one.high]) for one in forms],
        }
    )
