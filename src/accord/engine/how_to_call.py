"""How a call is written that Python would only refuse: what is missing, and what it is called here.

interval(frame)                 needs `measure`: write interval(data, 'kappa')
kappa(y_true=one, y_pred=two)   give the labels without keywords: kappa(y_true, y_pred)
measure(frame, ci=True)         has no keyword 'ci'; say interval=True
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import Parameter, signature
from typing import Any, NoReturn

from accord.errors import UnknownNameError

_MOST_SHOWN = 60
"""A value that is longer than this is not repeated in a message."""

OF_DATA = {
    **dict.fromkeys(("y_true", "y_pred"), "{}(y_true, y_pred)"),
    **dict.fromkeys(("y1", "y2"), "{}(y1, y2)"),
    **dict.fromkeys(("rater1", "rater2"), "{}(rater1, rater2)"),
    **dict.fromkeys(("annotator1", "annotator2"), "{}(annotator1, annotator2)"),
    "reliability_data": "{}(reliability_data, coders='rows')",
    "ratings": "{}(ratings)",
    "df": "{}(df)",
    "x": "{}(x)",
    "value_counts": "{}(accord.from_counts(value_counts, categories=…))",
}
"""What other programs call the data, and how they are given here."""

COLUMN = {
    **dict.fromkeys(("targets", "subject", "subjects", "units", "unit", "id", "item_col"), "item"),
    **dict.fromkeys(("raters", "rater", "annotator", "annotators", "worker", "coder_col"), "coder"),
    **dict.fromkeys(("workers", "judges", "judge", "users", "user", "observers"), "coder"),
    **dict.fromkeys(("ratings", "rating", "label", "value", "label_col"), "category"),
    **dict.fromkeys(("columns", "cols"), "coders"),
    **dict.fromkeys(("labels", "classes", "value_domain"), "categories"),
}
"""What other programs call a column (or the categories), and the keyword for it here."""

SETTING = {
    **dict.fromkeys(
        ("weights", "weight", "wt"),
        "weights are distances: weighted_kappa(…, distance='rank-linear') or 'rank-quadratic', "
        "or accord.compat.cohen_kappa_score",
    ),
    **dict.fromkeys(
        ("level_of_measurement", "level", "metric", "method"),
        "say distance='nominal', 'ordinal', 'interval' or 'ratio'",
    ),
    **dict.fromkeys(
        ("ci", "confidence", "conf_level", "confidence_level", "conflev", "alpha_level"),
        "say interval=True, or interval={'confidence': 0.9}",
    ),
    **dict.fromkeys(
        ("n_boot", "nboot", "n_bootstrap", "bootstrap", "resamples", "n_resamples"),
        "say interval={'resamples': 1000}",
    ),
    **dict.fromkeys(("seed", "random_state"), "say rng=1"),
    **dict.fromkeys(("minimum", "threshold", "at_least"), "say min=0.67"),
    "sample_weight": "every item counts once; repeat an item by its row, or count equal ones",
    **dict.fromkeys(
        ("expect", "expected"), "without data say accord.infer.plan_items(expected=0.8, width=0.2)"
    ),
    "by": "accord.breakdown(data, 'coder', 'kappa') breaks a measure down",
}
"""What other programs call a setting, and how it is said here."""

EXAMPLE = {
    "measure": "'kappa'",
    "measures": "['kappa', 'pi']",
    "mistakes": "['noise']",
    "by": "'coder'",
    "system": "'gpt'",
    "vs": "'nltk'",
    "first": "'Ann'",
    "second": "'Bob'",
    "name": "'dialogue_acts'",
    "decisions": "'decided.csv'",
    "other": "other_data",
    "study": "data",
    "expected": "0.8",
    "distance": "'nominal'",
}
"""What one could give for a parameter."""


def refuse_call(
    function: Callable[..., Any],
    args: tuple[Any, ...],
    given: Mapping[str, Any],
    also: Iterable[str] = (),
) -> NoReturn:
    """The error of a call that does not fit the signature, with what to write; `also` are the
    keywords that are taken besides.

    >>> def interval(study, measure, *, method="bootstrap"): ...
    >>> refuse_call(interval, ([1, 2],), {})
    Traceback (most recent call last):
    ...
    TypeError: interval() needs measure: write interval(data, 'kappa')
    >>> refuse_call(interval, ([1, 2], "kappa"), {"methd": "bca"})
    Traceback (most recent call last):
    ...
    TypeError: interval() has no keyword 'methd'; did you mean method?
    """
    name, parameters = function.__name__, signature(function).parameters
    unknown = [key for key in given if key not in parameters and key not in also]
    if unknown:
        raise TypeError(unknown_keyword(name, unknown[0], {*parameters, *also}, given[unknown[0]]))
    plain = [p for p in parameters.values() if p.kind is Parameter.POSITIONAL_OR_KEYWORD]
    if len(args) > len(plain):
        rest = [f"{p.name}=" for p in parameters.values() if p.kind is Parameter.KEYWORD_ONLY]
        named = f"; name the others: {', '.join(rest[:6])}" if rest else ""
        raise TypeError(f"{name}() accepts {len(plain)} values without a name{named}")
    needed = [
        p.name
        for place, p in enumerate(parameters.values())
        if p.default is Parameter.empty
        and p.kind in (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
        and p.name not in given
        and place >= len(args)
    ]
    example = [
        f"{p.name}=" * (p.kind is Parameter.KEYWORD_ONLY) + EXAMPLE.get(p.name, p.name)
        for p in parameters.values()
        if p.default is Parameter.empty and p.kind is not Parameter.VAR_KEYWORD
    ]
    asked = " and ".join("data" if one == "study" else one for one in needed)
    raise TypeError(f"{name}() needs {asked}: write {name}({', '.join(example)})")


def no_data(name: str) -> str:
    """That a measure was given none.

    >>> no_data("kappa")
    'kappa() needs data: the labels of each coder (kappa(first, second)), a table or a path'
    """
    return (
        f"{name}() needs data: the labels of each coder ({name}(first, second)), a table or a path"
    )


def refuse_distance(name: str, last: str) -> None:
    """A distance among the labels of coders is meant as a distance.

    >>> refuse_distance("alpha", "ordinal")
    Traceback (most recent call last):
    ...
    TypeError: alpha() accepts labels without a name; write distance='ordinal'
    """
    from accord._measure.distances.distance import DISTANCES

    if last in DISTANCES:
        raise TypeError(f"{name}() accepts labels without a name; write distance={last!r}")


_SHAPES = {"coder": "coders", "item": "items", "category": "categories"}
"""The keyword for a list, where the one for a column's name was meant; and back."""


def unknown_keyword(name: str, keyword: str, known: Iterable[str], value: Any = None) -> str:
    """That a function has no such keyword, and what it is called here, in the right shape.

    >>> unknown_keyword("icc", "raters", ["coder"])
    "icc() has no keyword 'raters'; say coder="
    >>> unknown_keyword("kappa", "raters", ["coder", "coders"], ["ann", "bob"])
    "kappa() has no keyword 'raters'; say coders=['ann', 'bob']"
    """
    listed = sorted(known)
    said = f"{name}() has no keyword {keyword!r}" if name else f"no keyword {keyword!r}"
    if keyword in OF_DATA and keyword not in COLUMN:
        return f"{said}; give the labels without keywords: {OF_DATA[keyword].format(name)}"
    if (own := _shaped(COLUMN.get(keyword), value)) in listed:
        return f"{said}; say {own}={_shown(value)}"
    if keyword in SETTING:
        return f"{said}; {SETTING[keyword]}"
    from difflib import get_close_matches

    near = get_close_matches(keyword, listed, n=2)
    return f"{said}; did you mean {' or '.join(near)}?" if near else said


def _shaped(keyword: str | None, value: Any) -> str | None:
    """A column's name goes to `coder`, a list of names to `coders`, and so on."""
    if isinstance(value, str):
        return {many: one for one, many in _SHAPES.items()}.get(keyword or "", keyword)
    return _SHAPES.get(keyword or "", keyword) if isinstance(value, (list, tuple)) else keyword


def _shown(value: Any) -> str:
    """A value as it is written, if it is a name or a few names."""
    short = repr(value)
    return short if isinstance(value, (str, list, tuple)) and len(short) <= _MOST_SHOWN else ""


def columns_named(columns: Sequence[Any], names: Sequence[str]) -> list[Any]:
    """The columns of a frame that are named one by one: kappa(frame, "alice", "bob").

    >>> columns_named(["id", "ann", "bob"], ["ann", "bbo"])
    Traceback (most recent call last):
    ...
    accord.errors.UnknownNameError: no column 'bbo'; did you mean bob? Columns: id, ann, bob
    """
    by_name = {str(column): column for column in columns}
    for name in names:
        if name not in by_name:
            from accord.lazy import near_name

            near = near_name(name, by_name)
            listed = ", ".join(by_name)
            raise UnknownNameError(
                f"no column {name!r}{near}{'' if near else '.'} Columns: {listed}"
            )
    return [by_name[name] for name in names]
