"""The sheet: may this model's labels or scores stand for people's? Everything on one page."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from math import isnan
from os import PathLike
from typing import Annotated, Any

import numpy as np

from accord._measure.cube.kernel import expanded
from accord._measure.distances.metric import AnyDistance
from accord.engine.any_data import listed_labels, study_with
from accord.errors import AccordError, DataError, NotApplicableError, Setting, UnknownNameError
from accord.infer.advice.choose import chosen_distance
from accord.infer.judges.bench import (
    ROUND,
    SAMPLE,
    Bench,
    bench,
    category_cells,
    category_scores,
    groups,
    numeric,
    read_beside,
    scale_key,
    several,
    unit_of_judging,
    vote,
)
from accord.infer.judges.beside_people import (
    People,
    people_first,
    trio,
)
from accord.infer.judges.decision import USES_OF_JUDGES, JudgeDecision
from accord.infer.judges.jury import Jury, jury
from accord.infer.judges.one_judge import Judged, JudgedWith, ToldOfJudge, judged
from accord.infer.judges.soft_labels import SoftLabels, soft_labels
from accord.infer.tests.people import EPSILON, MIN_ITEMS, PEOPLE_NEEDED
from accord.kinds.kind import kind_words
from accord.kinds.labels.cells import column_names, is_frame
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import from_columns
from accord.model.agreement import Interval
from accord.model.names import IntArray
from accord.model.showing import Result, fewer_lines, text_table
from accord.tasks import Progress, checked_run
from accord.version import __version__
from accord.words.said import Said, joined, said

MOST_NAMED_JUDGES = 8
"""Of more judges than these a headline counts the verdicts and names none."""

SCALE_DISTANCES = ("ordinal", "interval", "ratio")
"""Distances of scales, on which a judge can be higher or lower than people."""


@dataclass(frozen=True, slots=True, eq=False)
class JudgeSheet(Result):
    """The results of `accord.judge` for one judge or several.

    :param title: What was judged.
    :param people: People first.
    :param judges: Every judge, in the order of the study.
    :param jury: Several judges together.
    :param soft: Distributions of labels, where items have several people.
    :param settings: The settings that reproduce the results.
    :param notes: What a reader must know, in sentences.

    >>> import accord
    >>> people = {"A": "aabbbbbccccc" * 4, "B": "abbbbbcccccc" * 4, "C": "aabbbbbcccca" * 4}
    >>> study = accord.from_coders({**people, "gpt": "aabbbbbccccc" * 4})
    >>> sheet = accord.judge(study, "gpt", resamples=200)
    >>> sheet.decision.stated, round(sheet["gpt"].alternative.advantage, 3)
    ('can replace people', 1.0)
    """

    title: str
    people: People
    judges: tuple[Judged, ...]
    jury: Jury | None
    soft: SoftLabels | None
    settings: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def __getitem__(self, judge: Hashable) -> Judged:
        for one in self.judges:
            if judge in (one.judge, str(one.judge)):
                return one
        raise UnknownNameError.of("judge", str(judge), [str(one.judge) for one in self.judges])

    @property
    def decision(self) -> JudgeDecision:
        """Of the first judge."""
        return self.judges[0].decision

    @property
    def headline(self) -> str:
        """The answer in a sentence, for every judge."""
        if self.people.enough is False:
            return said("judge.headline.people")
        if len(self.judges) > MOST_NAMED_JUDGES:
            often = Counter(one.decision.verdict for one in self.judges)
            counts = {name: often[name] for name in ("replace", "no", "undecided")}
            return said("judge.headline.many", n=len(self.judges), **counts)
        return joined((_answer(one) for one in self.judges), " ")

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON; nan becomes None."""
        return {"accord": __version__, **Result.as_dict(self)}

    def __str__(self) -> str:
        return self.summary()

    def __repr__(self) -> str:
        """The answer, and a line for each judge."""
        return fewer_lines(f"{self.headline}\n{text_table(*self._table())}")

    def summary(self) -> str:
        """The decision on each judge, and the numbers that decide, in a few sentences."""
        return joined((judge_paragraph(self.people, one) for one in self.judges), "\n")

    def _table(self) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        shown = next((one.beside[-1].measures for one in self.judges if one.beside), ())
        second = shown[1].symbol if len(shown) > 1 else "κ"
        columns = ("judge", "decision", "α", second, "winning rate", "advantage", "corrected")
        rows = []
        for one in self.judges:
            last = one.beside[-1].measures if one.beside else ()
            test = one.alternative
            rows.append(
                (
                    one.judge,
                    one.decision.stated,
                    last[0].value if last else None,
                    last[1].value if len(last) > 1 else None,
                    None if test is None else test.winning_rate,
                    None if test is None else test.advantage,
                    None if one.score is None else one.score.corrected.value,
                )
            )
        return columns, rows


def _answer(one: Judged) -> Said:
    """The verdict on a judge, with how many more items would decide."""
    found = one.decision
    if found.more is None:
        return said("judge.headline", judge=str(one.judge), stated=found.stated)
    return said(f"judge.headline.{found.unit}", judge=str(one.judge), n=found.more)


def judge_paragraph(people: People, one: Judged) -> Said:
    """A judge in a paragraph, as a paper could have it."""
    parts = [
        said(
            "judge.decided",
            judge=str(one.judge),
            stated=one.decision.stated,
            reason=one.decision.reason,
        )
    ]
    found = people.agreement
    if found is not None and not isnan(found.value):
        parts.append(
            said(
                "judge.paper.people",
                people=len(people.coders),
                value=_with_limits(found.value, found.interval),
                items=people.items,
                disputed=people.disputed,
            )
            if people.apart is None
            else said(
                "judge.paper.people.scale",
                people=len(people.coders),
                value=_with_limits(found.value, found.interval),
                items=people.items,
                apart=people.apart,
            )
        )
    if one.beside and one.beside[-1].measures:
        last = one.beside[-1]
        vote = said(scale_key("judge.paper.vote", one.scale))
        who = vote if last.who == "vote" else str(last.who)
        values = joined(
            (
                joined([f"{m.symbol} = ", _with_limits(m.value, m.interval)])
                if not isnan(m.value)
                else said("judge.paper.undefined", symbol=m.symbol)
                for m in last.measures[:2]
            ),
            ", ",
        )
        parts.append(
            said("judge.paper.only", who=who, values=values)
            if one.baselines is None
            else said(
                "judge.paper.with",
                who=who,
                values=values,
                agreed=last.agreed,
                items=last.items,
                constant=one.baselines.constant,
            )
        )
        if last.level is not None:
            ends = {"low": last.level.low, "high": last.level.high}
            low, high = last.level.interval
            between = "" if isnan(low) else said("judge.limits.units", low=low, high=high)
            parts.append(said("judge.paper.level", bias=last.level.bias, limits=between, **ends))
    if one.ceiling is not None and not isnan(one.ceiling.difference):
        gap = _with_limits(one.ceiling.difference, one.ceiling.interval)
        parts.append(said("judge.paper.gap", value=gap))
    test = one.alternative
    if test is not None and test.rows:
        rates = {"rate": test.winning_rate, "advantage": test.advantage}
        parts.append(said("judge.paper.annotator", epsilon=test.epsilon, **rates))
    if one.score is not None:
        s = one.score
        limits = s.corrected.interval
        parts.append(
            said(
                "judge.paper.score",
                what=s.what,
                judge=s.judge.value,
                labels=s.corrected.labels,
                value=s.corrected.value,
                limits=said("judge.paper.no_interval")
                if isnan(limits.low)
                else said("judge.paper.limits_3", low=limits.low, high=limits.high),
            )
        )
    return joined(parts, " ")


def _with_limits(value: float, interval: Interval | None) -> Said:
    """A number with its interval, as papers print them."""
    if interval is None or isnan(interval.low):
        return said("judge.paper.number", value=value)
    limits = said("judge.paper.limits", low=interval.low, high=interval.high)
    return said("judge.paper.value", value=value, limits=limits)


@checked_run
def judge(
    data: Any,
    judge: str | Sequence[Any] | None = None,
    *,
    people: Annotated[
        str | Sequence[Any] | None, "Coders who are people (default: all others).", "NAME,…"
    ] = None,
    use: Annotated[
        str, "What you want to use the model for: its labels, or its average score."
    ] = "labels",
    margin: Annotated[
        float, "How much worse than people the model may be (non-inferiority margin)."
    ] = 0.05,
    floor: Annotated[float, "minimum α among people for a decision."] = 0.4,
    epsilon: Annotated[float, "Bonus of the judge in the test against each person."] = EPSILON,
    min_items: Annotated[int, "Fewest items of a person."] = MIN_ITEMS,
    distance: AnyDistance | None = None,
    passes: Annotated[
        str | Sequence[Any] | None, "Labels that count as a pass in the score.", "NAME,…"
    ] = None,
    by: Annotated[
        str | Sequence[str], "Columns about items whose values are slices.", "NAME,…"
    ] = (),
    bias: Annotated[
        str | Sequence[str] | None,
        "Columns to test for bias, such as answer length (default: all suitable).",
        "NAME,…",
    ] = None,
    own: Annotated[str | None, "What the judge's own family made.", "COLUMN=PATTERN"] = None,
    certainty: Annotated[str | None, "Column of the confidence the judge states.", "COLUMN"] = None,
    runs: Annotated[
        str | Sequence[Any] | None,
        "Coders that are runs of this judge (epochs, seeds, prompts).",
        "NAME,…",
    ] = None,
    swapped: Annotated[Any, "This judge with the two answers swapped.", "CODER"] = None,
    positions: Annotated[bool, "Preferences name places, not answers."] = False,
    mirror: Annotated[
        Mapping[Any, Any] | None, "The two labels that change places when swapped.", "A=B"
    ] = None,
    earlier: Annotated[Any, "This judge at an earlier time, for drift.", "CODER"] = None,
    systems: Annotated[str | None, "Column of the system; scores are compared.", "COLUMN"] = None,
    pairs: Annotated[str | None, "Column of the question that systems share.", "COLUMN"] = None,
    missing_as: Annotated[Hashable | None, "Label where the judge gave none.", "LABEL"] = None,
    confidence: float = 0.95,
    resamples: int | None = None,
    rng: int = 0,
    progress: Progress | None = None,
    **reading: Any,
) -> JudgeSheet:
    """Compare a model with people: can it label in their place?

    People first: below the `floor` of α among them there is nothing to agree with. Then the judge
    with each person and with their vote, against people's own agreement and the alternative
    annotator test (`epsilon`), by slices (`by`); its consistency (`runs`, `swapped`, `earlier`),
    its biases (`bias`, `own`, `certainty`), its score corrected by people's labels (`passes`,
    `systems`), several judges as a jury, and soft labels. The decision is for a `use`: "labels"
    (it labels instead of people) or "score" (its mean is reported), and a `margin`.

    :param data: A study of labels, or data that accord can read as one: a path, a data frame, a
        log.
    :param judge: The judge, or several: names of coders, or a pattern like "model_*".
    :param people: Who the people are; by default everybody else.
    :param distance: Distance between categories; by default chosen by what they are.
    :param use: What the judge is for: labels (it labels instead of people) or score (its mean is
        reported).
    :param margin: How much worse than people the judge may be.
    :param floor: α among people below which there is nothing yet to agree with.
    :param epsilon: The bonus of the judge in the alternative annotator test.
    :param min_items: People who share fewer items are not tested.
    :param passes: The label or labels that count as a pass in the score.
    :param by: Columns about items whose values are slices.
    :param bias: Columns about items on which the error may have a slope; by default all that can.
    :param own: "column=pattern": what the judge's own family made, e.g. "model=gpt*".
    :param certainty: Column of the confidence that the judge states.
    :param runs: Coders that are runs of this judge.
    :param swapped: The coder that is this judge with the two answers in the other order.
    :param positions: Whether labels of preferences name places (first, second), not answers.
    :param mirror: Labels of preferences that change places, e.g. {"A": "B"}.
    :param earlier: The coder that is this judge at an earlier time.
    :param systems: Column of the system that made each item's output; their scores are compared.
    :param pairs: Column of the question, where systems answered the same ones.
    :param missing_as: The label that counts where the judge gave none and people did.
    :param confidence: The confidence level.
    :param resamples: How many resamples.
    :param rng: The seed.
    :param progress: A function that is called with the progress of the work.
    :param reading: How to read data that are not yet a study: item=, coder=, category= and so on.

    >>> import accord
    >>> people = {"A": "aabbbbbccccc" * 4, "B": "abbbbbcccccc" * 4, "C": "aabbbbbcccca" * 4}
    >>> sheet = accord.judge(
    ...     accord.from_coders({**people, "gpt": "aabbbbbccccc" * 4}), "gpt", resamples=200
    ... )
    >>> sheet.decision.stated, round(sheet["gpt"].alternative.advantage, 3)
    ('can replace people', 1.0)
    """
    if use not in USES_OF_JUDGES:
        raise UnknownNameError.of("use", use, USES_OF_JUDGES)
    by, bias = [by] if isinstance(by, str) else by, [bias] if isinstance(bias, str) else bias
    told = locals()
    given = ToldOfJudge(**{each.name: told[each.name] for each in fields(ToldOfJudge)})

    coders = [*several(judge), *several(people)] if people else ["*"]

    def read(more: dict[str, Any]) -> Any:
        # Only files are asked for a shape; frames and rows are read by what they are.
        told = {key: value for key, value in more.items() if key != "shape" or _is_path(data)}
        return study_with(data, coders, **{**told, **reading})

    study = expanded(read_beside(read, lambda: _header(data), judge, people))
    if not listed_labels(study):
        raise NotApplicableError(
            f"a model is compared on labels or scores; these data are {kind_words(study)}"
        )
    study.who()
    one_of = [each for each in (runs, swapped, earlier) if each is not None]
    placed = bench(study, judge, people, one_of)
    placed, filled = _filled(placed, missing_as)
    _check_shared(placed)
    # Nothing says of which judge the other run is; one guessed wrong would look like a judge that
    # contradicts itself.
    if len(placed.judges) > 1 and one_of:
        raise AccordError(
            f"{Setting('runs')}, {Setting('swapped')} and {Setting('earlier')} are about one "
            f"judge; {len(placed.judges)} are named"
        )
    d = chosen_distance(placed.study, distance)[0]
    # One plan for the whole sheet: documents, or samples that a log ran several times, or items.
    over = unit_of_judging(placed.study)
    sampling = {"confidence": confidence, "resamples": resamples, "rng": rng, "over": over}
    asked = JudgedWith(
        placed,
        d,
        has_scale(placed.study, d),
        has_scale(placed.study, d) and numeric(placed.study) is not None,
        trio(placed.study, d)[0],
        sampling,
        confidence,
        list(by),
        groups(placed.study),
    )
    first = people_first(placed, asked.lead, floor, asked.sampling, asked.scale)
    # The vote is made once for all judges: they must be held to the same labels.
    labels = vote(placed.study, placed.people, asked.ordered)
    score, what = category_scores(placed.study, passes)
    if use == "score" and score is None:
        raise DataError(
            f"the labels are not numbers. Say which ones count as a pass with "
            f"{Setting('passes')}. Labels: "
            f"{', '.join(str(k) for k in placed.study.categories[:20])}"
        )
    found = []
    for at, one in enumerate(placed.judges):
        found.append(judged(study, asked, one, labels, first, score, what, given))
        if progress is not None:
            progress((at + 1) / len(placed.judges))
    # A jury counts who is right, and distributions count labels: scores are neither.
    many = _jury(asked, labels, rng) if len(placed.judges) > 1 and not asked.scale else None
    soft = None if asked.scale else _soft(asked, rng)
    notes = [said("judge.note.filled", n=filled, label=missing_as)] if filled else []
    if SAMPLE in placed.study.about and ROUND in placed.study.about:
        notes.append(_log_note(placed.study))
    if first.enough is False:
        notes.append(said("judge.note.floor", floor=floor))
    if len(placed.people) == 2:
        notes.append(said("judge.note.two_people", needed=PEOPLE_NEEDED))
    if placed.models:
        names = ", ".join(str(name) for name in placed.models)
        notes.append(said("judge.note.models", names=names, setting=str(Setting("people"))))
    notes.append(_plan(asked.groups, over))
    source = "" if study.audit is None else study.audit.source
    name = source.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]
    who = ", ".join(str(placed.name(one)) for one in placed.judges[:3])
    settings = {
        "judges": [str(placed.name(one)) for one in placed.judges],
        "people": [str(placed.name(one)) for one in placed.people],
        "distance": str(d),
        "use": use,
        "margin": margin,
        "floor": floor,
        "epsilon": epsilon,
        "level": confidence,
        "resamples": resamples,
        "seed": rng,
    }
    title = said("judge.title_in", who=who, file=name) if name else said("judge.title", who=who)
    return JudgeSheet(title, first, tuple(found), many, soft, settings, tuple(notes))


def _is_path(data: Any) -> bool:
    return isinstance(data, (str, PathLike))


def _header(data: Any) -> list[str]:
    """The columns of data that are a table, or a file with one."""
    if _is_path(data):
        from accord._read.door.read import contents

        tables = contents(data).tables
        return [] if not tables else [str(name) for name in tables[0].header]
    if is_frame(data):
        return [str(name) for name in column_names(data)]
    if isinstance(data, Sequence) and data and isinstance(data[0], Mapping):
        return [str(name) for name in data[0]]
    return []


def has_scale(study: Codings, distance: Any) -> bool:
    """Whether categories have an order, so that a judge can be higher or lower."""
    # A distance of scales on undeclared words would order them by name.
    return str(distance) in SCALE_DISTANCES and (numeric(study) is not None or study.declared)


def _filled(placed: Bench, label: Any) -> tuple[Bench, int]:
    """With a label wherever a judge gave none and a person did."""
    if label is None:
        return placed, 0
    study, cells = placed.study, placed.cells
    labelled = (cells[:, list(placed.people)] >= 0).any(axis=1)
    rows = study.rows()
    filled = 0
    for one in placed.judges:
        for at in np.flatnonzero(labelled & (cells[:, one] < 0)).tolist():
            rows.append((study.items[at], study.coders[one], _as_category(study, label)))
            filled += 1
    one_, two, three = zip(*rows, strict=True)
    names = list(study.categories)
    if study.declared and label not in names:
        names.append(label)
    made = from_columns(
        list(one_),
        list(two),
        list(three),
        items=list(study.items),
        coders=list(study.coders),
        categories=names if study.declared else None,
        about=study.about,
        audit=study.audit,
    )
    return replace(placed, study=made, cells=category_cells(made)), filled


def _as_category(study: Codings, label: Any) -> Hashable:
    """The category that is written so, where there is one: 0 of a command line is the number 0."""
    return next((name for name in study.categories if str(name) == str(label)), label)


def _plan(of: IntArray | None, over: str) -> Said:
    """What all intervals of the sheet are over, once."""
    if of is None:
        return said("judge.note.over_items")
    return said("judge.note.over_groups", n=len(np.unique(of)), column=over)


def _log_note(study: Codings) -> Said:
    """What a log of an evaluation holds: samples, rounds, models."""
    samples, rounds = ({str(one) for one in study.about[name]} for name in (SAMPLE, ROUND))
    made = sorted({str(one) for one in study.about.get("model", ()) if one is not None})
    # Logs of sweeps name dozens of models: a note has room for five.
    names = f"{', '.join(made[:5])}{' …' if len(made) > 5 else ''}"
    return said(
        "judge.note.log",
        samples=len(samples),
        rounds=len(rounds),
        models=said("judge.note.log_models", models=names) if made else "",
        over=said("judge.note.log_over") if len(rounds) > 1 else "",
    )


def _check_shared(placed: Bench) -> None:
    """Refuse judges who share no item with anybody."""
    labelled = (placed.cells[:, list(placed.people)] >= 0).any(axis=1)
    # Before any interval is drawn: items called otherwise in both files would else end as nan only
    # after all the work.
    for one in placed.judges:
        if not (labelled & (placed.cells[:, one] >= 0)).any():
            raise DataError(
                f"{str(placed.name(one))!r} labelled no item that people labelled; are the items "
                "called the same in both?"
            )


def _jury(asked: JudgedWith, labels: Sequence[Hashable | None], rng: int) -> Jury | None:
    study = asked.bench.study
    place = {name: k for k, name in enumerate(study.categories)}
    truth = np.array([place.get(label, -1) if label is not None else -1 for label in labels])
    columns = list(asked.bench.judges)
    return jury(
        [study.coders[one] for one in columns],
        asked.bench.cells[:, columns],
        truth,
        groups=asked.groups,
        order=[str(item) for item in study.items],
        confidence=asked.confidence,
        rng=rng,
    )


def _soft(asked: JudgedWith, rng: int) -> SoftLabels | None:
    """The judges together as a distribution beside people's, where items have several people."""
    placed = asked.bench
    humans = placed.study.only(placed.people)
    # Where each item has one label its distribution is that label, and the sheet would repeat the
    # share that agrees.
    if len(placed.people) < 2 or not (np.diff(humans.bounds) > 1).any():
        return None
    model = placed.study.only(placed.judges)
    return soft_labels(
        humans,
        model,
        ordered=asked.ordered,
        groups=asked.groups,
        confidence=asked.confidence,
        rng=rng,
    )
