"""The measures as people call them: any data in, columns by name, an interval if asked for.

    accord.kappa(first, second)
    accord.alpha(frame, item="sentence", coder="annotator", category="label", interval=True)

Each is the function of the catalogue behind the one door for data; `measures.pyi`, which
`tools/stub.py` writes, has their types.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from inspect import Parameter, cleandoc, signature
from typing import Any

import numpy as np

from accord._measure.at_prompt import shown_with_limits
from accord._measure.bound import bound, warn_of_numbers
from accord._measure.catalogue import MEASURES
from accord._measure.entry import Measure
from accord._measure.settings import options_of
from accord.engine.any_data import COLUMN_KEYWORDS, AnyData, study_of
from accord.engine.label_arrays import counts_of_arrays
from accord.engine.tally import Tally
from accord.errors import NotApplicableError
from accord.kinds.kind import kind_named, kind_words
from accord.kinds.labels.cells import is_frame
from accord.kinds.labels.study import few_labels, may_belong
from accord.model.agreement import Agreement
from accord.tasks import check_run, check_words

NOTHING = object()
"""Where no data were given, which is said better than Python would."""


def called(entry: Measure) -> Callable[..., Agreement]:
    """The measure of an entry as a function of any data."""
    own = set(signature(entry.compute).parameters)
    required = entry.distance == "required"

    @wraps(entry.compute)
    def measured(
        data: AnyData = NOTHING,
        *more: AnyData,
        interval: bool | Mapping[str, Any] = False,
        p: bool = False,
        **given: Any,
    ) -> Agreement:
        reading = {
            key: given.pop(key) for key in COLUMN_KEYWORDS if key in given and key not in own
        }
        last = more[-1] if more and isinstance(more[-1], str) and not isinstance(data, str) else ""
        if data is NOTHING or last or not own.issuperset(given):
            _refuse(entry, own, given, data is NOTHING, last)
        check_run(given)
        check_words(entry.compute, given)
        unsaid = required and "distance" not in given
        if unsaid:
            _needs_distance(entry)
            given["distance"] = "nominal"
        if entry.counted and not (interval or p or reading or (more and is_frame(data))):
            counts = counts_of_arrays(data, more, who=entry.chance == "per coder")
            # Labels that fall apart may belong to items, which counts do not know.
            if counts is not None and (few_labels(counts) or counted_together(counts)):
                _hint(entry, unsaid, counts)
                return shown_with_limits(
                    entry.compute(counts, **given), counts, bound(entry, **given)
                )
        study = study_of(data, more, entry.kind, **reading)
        _check_kind(entry, study)
        told = reading.get("within") is not None and reading["within"] != "all"
        if entry.pools and (told or str(given.get("distance", "nominal")) == "nominal"):
            if entry.inside and told:  # as it was asked for
                inside = MEASURES[entry.inside]
                apart = {} if unsaid or "distance" not in given else {"distance": given["distance"]}
                return _with_more(study, inside, apart, inside.compute(study, **apart), interval, p)
            _refuse_pooled(study)
        _hint(entry, unsaid, study)
        found = _with_reading(entry.compute(study, **given), data, study)
        return _with_more(study, entry, given, found, interval, p)

    measured.__signature__ = _signature(entry)  # type: ignore[attr-defined]
    measured.__module__ = "accord.measures"
    measured.__doc__ = _documented(entry)
    return measured


def _check_kind(entry: Measure, study: Any) -> None:
    """Refuse data of another kind than the measure is for."""
    if not (entry.is_for(study) or study.kind in entry.also_takes):
        wanted, here = kind_words(entry.kind), kind_words(study)
        raise NotApplicableError(f"{entry.name} works with {wanted}; these data are {here}")


def _with_reading(found: Agreement, data: AnyData, study: Any) -> Agreement:
    """The number with a note on what a frame was taken for, where it was read without names."""
    audit = getattr(study, "audit", None)
    if study is data or audit is None or not is_frame(data):
        return found
    return replace(found, detail={**found.detail, "read": audit.notes})


def _refuse_pooled(study: Any) -> None:
    """Refuse chance over all labels where labels belong to items."""
    if not may_belong(study):
        return
    from accord._measure.objections import labels_belong

    if (objection := labels_belong(study)) is not None:
        raise NotApplicableError(objection)


def counted_together(counts: Tally) -> bool:
    """Whether labels that were counted meet in one block, as those of one list do."""
    from accord.kinds.labels.own_labels import have_met

    return have_met(counts.patterns.counts, counts.patterns.multiplicity)


def _refuse(
    entry: Measure, own: set[str], given: Mapping[str, Any], nothing: bool, last: str
) -> None:
    """Say how the call is written, where it is not written so."""
    from accord.engine import how_to_call

    for key in given:
        if key not in own:
            known = {*own, *COLUMN_KEYWORDS, "interval", "p"}
            raise TypeError(how_to_call.unknown_keyword(entry.name, key, known, given[key]))
    if nothing:
        raise TypeError(how_to_call.no_data(entry.name))
    how_to_call.refuse_distance(entry.name, last)  # text may also be labels: then it is not refused


def _needs_distance(entry: Measure) -> None:
    """Without one labels are names, where no other measure of the cube is meant for names."""
    if not entry.takes_names:
        raise NotApplicableError(
            f"{entry.name} needs a distance: write {entry.name}(…, distance='ordinal'), "
            "'interval', "
            "or another one"
        )


def _hint(entry: Measure, unsaid: bool, study: Any) -> None:
    if unsaid:
        warn_of_numbers(entry.name, study, stacklevel=4)


def _with_more(
    study: Any, entry: Measure, given: dict[str, Any], found: Agreement, interval: Any, p: bool
) -> Agreement:
    asked = bound(entry, **given)
    if not (interval or p):
        return shown_with_limits(found, study, asked)
    from accord.infer.resample.interval import interval_of
    from accord.infer.tests.permutation import permutation_test

    if not isinstance(interval, (bool, np.bool_, Mapping)):
        raise TypeError(
            f"interval is True or a dict, got {interval!r}; write interval={{'confidence': 0.9}}"
        )
    if interval:
        how = {"resamples": None, "rng": 0, "n_jobs": None, "progress": None}
        how |= dict(interval) if isinstance(interval, Mapping) else {}
        found = found.with_interval(interval_of(study, found, asked, **how)[0])
    found = replace(found, p=permutation_test(study, asked).p) if p else found
    return shown_with_limits(found, study, asked)


def _signature(entry: Measure) -> Any:
    """The settings of the measure, with data before them and how to read them behind."""
    first, *settings = signature(entry.compute).parameters.values()
    settings = [
        s.replace(default="nominal") if s.name == "distance" and entry.takes_names else s
        for s in settings
    ]
    own = {first.name, *(s.name for s in settings)}
    extra = [
        Parameter("interval", Parameter.KEYWORD_ONLY, default=False, annotation=bool | Mapping),
        Parameter("p", Parameter.KEYWORD_ONLY, default=False, annotation=bool),
        *(
            Parameter(k, Parameter.KEYWORD_ONLY, default=None)
            for k in COLUMN_KEYWORDS
            if k not in own
        ),
    ]
    data = Parameter("data", Parameter.POSITIONAL_OR_KEYWORD, annotation=AnyData)
    more = Parameter("more", Parameter.VAR_POSITIONAL, annotation=AnyData)
    whole = signature(entry.compute)
    return whole.replace(parameters=[data, more, *settings, *extra])


def _documented(entry: Measure) -> str:
    """What the measure is, then every parameter in the words of its own annotation."""
    said = {option.name: option.help for option in options_of(entry.compute)}
    said |= {name: text for name, text in MEANING.items() if name not in said}
    if not kind_named(entry.kind).plain:
        said["data"] = "The annotations: a study, records (dicts), a data frame or a path."
    lines = [
        f":param {name}: {said[name]}" for name in _signature(entry).parameters if name in said
    ]
    body = cleandoc(entry.compute.__doc__ or "")
    returned = ":returns: The value with its parts (D_o, D_e, counts); it can be used as a number."
    return "\n".join([body, "", *lines, returned])


MEANING = {
    "data": "The annotations: a study, a dict coder → labels, a table of items × coders, a data "
    "frame, a path, or the labels of one coder.",
    "more": "The labels of the other coders, if `data` has the labels of one coder.",
    "distance": "How different two categories are: nominal, ordinal, interval, ratio, a distance "
    "of sets, a mapping of pairs, or a function.",
    "dissimilarity": "How different two spans are, instead of the weights.",
    "progress": "A function that accord calls with the progress of the work.",
    "interval": "Whether to add a confidence interval: True, or a dict of keywords of "
    "`accord.interval`.",
    "p": "Whether to add a permutation test against chance.",
    "item": "The column with the items, or several columns that name them together.",
    "coder": "The column with the coders.",
    "category": "The column with the labels.",
    "coders": 'The columns of the coders; for an array, whether "rows" or "columns" are coders.',
    "categories": "All possible categories, in order.",
    "items": "The names of the items.",
    "within": "What labels belong to, if not all can be chosen for every item: a column, a value "
    'for each item, "pair", or the number of options; "all" if all can be chosen.',
    "seen": 'Who saw what, if the marks do not show it: "all", "marked", a column, or pairs of '
    "document and coder.",
}
"""What the parameters mean that are the same for all measures."""


def __getattr__(name: str) -> Callable[..., Agreement]:
    if name not in MEASURES:
        raise AttributeError(f"accord has no measure {name!r}")
    made = globals()[name] = called(MEASURES[name])
    return made
