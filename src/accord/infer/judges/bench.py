"""Who is who in a study with judges: people, judges, and what they say as labels and as numbers."""

import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any

import numpy as np

from accord._measure.latent.majority import majority
from accord._read.tables.not_people import AGREED_LEFT_OUT, LEFT_OUT, references_in
from accord._read.tables.roles import EVERYBODY
from accord.errors import AccordError, DataError, Setting
from accord.infer.resample.replicates import clusters, unit_drawn
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import from_columns
from accord.model.names import FloatArray, IntArray
from accord.words.said import said

PASSES = frozenset(
    [
        *("1", "1.0", "pass", "passed", "passes", "yes", "y", "true", "t", "correct", "c"),
        *("right", "good", "success", "ok", "accept", "accepted", "acceptable", "safe", "relevant"),
    ]
)
FAILS = frozenset(
    [
        *("0", "0.0", "fail", "failed", "fails", "no", "n", "false", "f", "incorrect", "i"),
        *("wrong", "bad", "failure", "reject", "rejected", "unacceptable", "unsafe", "irrelevant"),
    ]
)
"""Labels that say of an answer that it passes, or that it fails, in small letters."""

NAMES_OF_MODELS = re.compile(
    r"(?i)(gpt|claude|gemini|gemma|llama|mistral|mixtral|qwen|deepseek|command-r|phi-?\d|grok|"
    r"sonnet|opus|haiku|o1|o3|o4|\bllm|judge|model|machine|scorer|grader|\bai\b|auto|eval|metric)"
)
"""What names of judges look like: only to suggest one, never to take one."""

_FAMILIES = re.compile(
    r"(?i)(^|[\W_])(chat)?(gpt|claude|gemini|gemma|llama|mistral|mixtral|qwen|deepseek|grok|llm)"
    r"(?=$|[\W_\d])"
)
"""Names that no person has: who is called so is not taken for one of the people."""

STEM = re.compile(r"([^\W\d_]{2,})[\W_\d]")
"""The word with which names of a series begin: judge-large, model_2."""


def is_model(name: Hashable, judges: Sequence[Hashable]) -> bool:
    """Whether a coder is another model: by the family in its name, or because its name begins with
    the word for models with which a judge's begins (judge-small beside judge-large).

    >>> is_model("gpt-4o", ["x"]), is_model("Claudette", ["x"])
    (True, False)
    >>> is_model("judge-small", ["judge-large"]), is_model("rater_1", ["rater_2"])
    (True, False)
    """
    if _FAMILIES.search(str(name)):
        return True
    own = STEM.match(str(name))
    stems = {found[1].lower() for one in judges if (found := STEM.match(str(one)))}
    return own is not None and own[1].lower() in stems and bool(NAMES_OF_MODELS.search(own[1]))


@dataclass(frozen=True, slots=True, eq=False)
class Bench:
    """People and judges of one study, by position; `study` holds nobody else.

    :param judges: The coders whose labels are to stand for people's.
    :param cells: Items × coders → category, −1 where there is none.
    :param models: Coders who are other models, and left out: names.
    """

    study: Codings
    people: tuple[int, ...]
    judges: tuple[int, ...]
    cells: IntArray
    models: tuple[Hashable, ...] = ()

    def name(self, coder: int) -> Hashable:
        """The name of a coder."""
        return self.study.coders[coder]


def category_cells(study: Codings) -> IntArray:
    """Items × coders → category, −1 where there is none."""
    found = np.full((len(study.items), len(study.coders)), -1, dtype=np.int64)
    found[study.item, study.who()] = study.category
    return found


def matched(study: Codings, wanted: str | Sequence[Any], what: str) -> list[int]:
    """The coders that names or patterns mean, in the order of the study."""
    whole = isinstance(wanted, str) and any(fnmatchcase(str(name), wanted) for name in study.coders)
    asked = [wanted] if whole else several(wanted)
    found: set[int] = set()
    for one in asked:
        own = [
            at
            for at, name in enumerate(study.coders)
            if name == one or str(name) == str(one) or fnmatchcase(str(name), str(one))
        ]
        if not own:
            raise AccordError(
                f"no coder {str(one)!r} for {Setting(what)}; coders are {_listed(study)}"
            )
        found.update(own)
    return sorted(found)


def _listed(study: Codings) -> str:
    names = [str(name) for name in study.coders[:20]]
    more = len(study.coders) - len(names)
    return ", ".join(names) + (f" and {more} more" if more > 0 else "")


def bench(
    study: Codings,
    judge: str | Sequence[Any] | None,
    people: str | Sequence[Any] | None,
    runs: Sequence[str | Sequence[Any] | None] = (),
) -> Bench:
    """Judges as named, people as named or else everybody who is nothing else."""
    if judge is None or (not isinstance(judge, str) and not list(judge)):
        # Only suggested: "Max Model" may be a person, and a wrong guess here would compare people
        # with people.
        looks = [str(name) for name in study.coders if NAMES_OF_MODELS.search(str(name))]
        near = f"{Setting('judge', looks[0])}" if looks else str(Setting("judge"))
        raise AccordError(
            f"which coder is the model? Name it with {near}. Coders: {_listed(study)}"
        )
    judges = matched(study, judge, "judge")
    taken = {*judges}
    for one in runs:
        if one is not None:
            taken |= {*matched(study, one, "runs")}
    models: list[int] = []
    if people is None:
        named = [study.coders[at] for at in judges]
        others = [at for at in range(len(study.coders)) if at not in taken]
        models = [at for at in others if is_model(study.coders[at], named)]
        humans = [at for at in others if at not in models]
    else:
        humans = matched(study, people, "people")
        # Somebody on both sides would be compared with itself and raise the agreement.
        if twice := {*humans} & {*judges}:
            name = study.coders[min(twice)]
            raise AccordError(f"{str(name)!r} is both a model and a person. Name it only once")
    if not humans:
        raise DataError(
            f"no people left to compare with. Name them with {Setting('people')}, or name fewer "
            "judges"
        )
    kept = study.only([*humans, *judges])
    number = len(humans)
    return Bench(
        kept,
        tuple(range(number)),
        tuple(range(number, len(kept.coders))),
        category_cells(kept),
        tuple(study.coders[at] for at in models),
    )


_Names = str | Sequence[Any] | None

_Told = Callable[[dict[str, Any]], Any]
"""Reads the data with more settings, and gives the study."""


def read_beside(
    read: _Told, header: Callable[[], Sequence[str]], judge: _Names, people: _Names
) -> Any:
    """The study in which the judges are coders.

    Where a table can be read in several ways, naming its judge says which is meant: the one
    reading that has the judge and somebody else as coders, or, with people named too, the columns
    of both.
    """
    asked = [str(one) for one in (*several(judge), *several(people))]
    try:
        study = read({})
    except DataError as error:
        # The reader refused because several readings are possible; naming the judge may leave one
        # of them. With two left it is still the user's to say.
        fitting = [one for one in error.readings if _fits(one, asked, people)]
        if len(fitting) == 1:
            return read(fitting[0])
        told = _by_columns(header(), judge, people)
        if told is None:
            raise
        return read(told)
    known = [str(name) for name in getattr(study, "coders", ())]
    # The table was read, but perhaps without the judge: programs beside people are left out by
    # default, so its column is asked for, or all who are named in the column of coders.
    gone = [one for one in asked if not any(fnmatchcase(name, one) for name in known)]
    if gone and (told := _by_columns(header(), judge, people)) is not None:
        return read(told)
    return _with_programs(study, read, asked) if gone or not asked else study


def _with_programs(study: Any, read: _Told, asked: list[str]) -> Any:
    """The study with the programs that were left out of it, and references that are asked for."""
    notes = getattr(getattr(study, "audit", None), "notes", ())
    keys = {getattr(note, "key", None) for note in notes}
    if keys.isdisjoint({LEFT_OUT, AGREED_LEFT_OUT}):
        return study
    whole = read({"coders": EVERYBODY})
    names = [str(name) for name in whole.coders]
    agreed = {name for name in references_in(names) if name not in asked}
    return whole.only([at for at, name in enumerate(names) if name not in agreed])


def _fits(reading: dict[str, Any], asked: list[str], people: _Names) -> bool:
    """Whether a reading has coders of all these names, and somebody beside the judges."""
    coders = [str(one) for one in several(reading.get("coders"))]
    hits = [{name for name in coders if fnmatchcase(name, one)} for one in asked]
    beside = people is not None or len(coders) > len(set().union(*hits))
    return bool(asked) and all(hits) and beside


def _by_columns(header: Sequence[str], judge: _Names, people: _Names) -> dict[str, Any] | None:
    """The columns of judges and people as coders; None where judges are no columns."""

    def columns(given: _Names) -> list[str]:
        asked = [str(one) for one in several(given)]
        return [name for name in header if any(fnmatchcase(name, one) for one in asked)]

    judges = columns(judge)
    if not judges:
        return None
    humans = [name for name in columns(people) if name not in judges]
    if not humans:
        others = ", ".join(name for name in header if name not in judges)
        raise DataError(
            f"Which columns are people? Name them with {Setting('people')}. Columns besides "
            f"{', '.join(judges)}: {others}"
        )
    return {"coders": [*humans, *judges]}


def several(given: Any) -> list[Any]:
    """Names as a list: none, one, or several with commas between them."""
    if given is None:
        return []
    if isinstance(given, str):
        return [part.strip() for part in given.split(",")]
    return list(given)


def vote(study: Codings, people: Sequence[int], ordered: bool) -> tuple[Hashable | None, ...]:
    """What most people say of each item; the median where categories are a scale.

    None where they tie, or nobody said anything. Of an even number of numbers the median is the
    mean of the middle two; of ordered names whose middle two differ there is none.
    """
    humans = study.only(people)
    if not ordered:
        return majority(humans).labels
    number = numeric(study)
    bounds = humans.bounds
    found: list[Hashable | None] = []
    names = list(study.categories)
    for begin, end in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        own = sorted(humans.category[begin:end].tolist(), key=lambda k: _order(number, k))
        if not own:
            found.append(None)
            continue
        # An even number has two medians: their mean where categories are numbers, else no label,
        # as a tie has none.
        low, high = own[(len(own) - 1) // 2], own[len(own) // 2]
        if low == high:
            found.append(names[low])
        else:
            found.append(None if number is None else float(number[low] + number[high]) / 2)
    return tuple(found)


def _order(number: FloatArray | None, k: int) -> float:
    return float(k) if number is None else float(number[k])


def numeric(study: Codings) -> FloatArray | None:
    """The number that each category is; None where one is none."""
    kinds = (int, float, np.integer, np.floating)
    if not all(isinstance(k, kinds) for k in study.categories):
        return None
    return np.array([float(k) for k in study.categories], dtype=np.float64)  # type: ignore[arg-type]


def category_scores(
    study: Codings, passes: str | Sequence[Any] | None
) -> tuple[FloatArray | None, str]:
    """The score that each category is, and in words what the mean is; None where nothing says it.

    Labels that `passes` names are 1 and all others 0; so are two labels of which one plainly
    passes and one fails. Numbers are themselves.
    """
    names = list(study.categories)
    if passes is not None:
        asked = [passes] if isinstance(passes, (str, int, float)) else list(passes)
        wanted = {str(one) for one in asked}
        known = {str(name) for name in names}
        if not wanted & known:
            raise AccordError(
                f"no label {', '.join(sorted(wanted))!r} for {Setting('passes')}; labels are "
                f"{', '.join(sorted(known)[:20])}"
            )
        return _share([str(name) in wanted for name in names], names)
    number = numeric(study)
    seen = sorted({str(name).strip().lower() for name in names})
    # Words of passing before numbers: 0 and 1 are a share that passes, not a mean of scores,
    # though the numbers are the same.
    if len(seen) == 2 and seen[0] != seen[1]:
        low = [str(name).strip().lower() for name in names]
        if any(one in PASSES for one in low) and any(one in FAILS for one in low):
            return _share([one in PASSES for one in low], names)
    if number is not None:
        return number, said("judge.what.mean")
    return None, ""


def _share(passed: Sequence[bool], names: Sequence[Any]) -> tuple[FloatArray, str]:
    """1 for the labels that count as a pass, and the share that these are, by name."""
    counted = [
        said("next.quoted", name=str(one)) for one, ok in zip(names, passed, strict=True) if ok
    ]
    return np.array(passed, dtype=np.float64), said("judge.what.share", labels=counted)


def mean_scores(bench_: Bench, score: FloatArray) -> FloatArray:
    """The mean score of people for each item, nan where nobody gave one."""
    table = bench_.cells[:, list(bench_.people)]
    there = table >= 0
    number = there.sum(axis=1)
    total = np.where(there, score[np.maximum(table, 0)], 0.0).sum(axis=1)
    return np.where(number > 0, total / np.maximum(number, 1), np.nan)


def judge_scores(bench_: Bench, judge: int, score: FloatArray) -> FloatArray:
    """The score of a judge for each item, nan where there is none."""
    own = bench_.cells[:, judge]
    return np.where(own >= 0, score[np.maximum(own, 0)], np.nan)


def codings_of_pair(bench_: Bench, first: int, second: int) -> Codings:
    """The study of two coders and of the items that both coded."""
    table = bench_.cells[:, [first, second]]
    return bench_.study.only([first, second]).take(np.flatnonzero((table >= 0).all(axis=1)))


def pair_with(bench_: Bench, judge: int, labels: Sequence[Hashable | None], name: str) -> Codings:
    """The same of the judge and of labels that are given item by item."""
    study, own = bench_.study, bench_.cells[:, judge].tolist()
    items, names = list(study.items), list(study.categories)
    both = [at for at, k in enumerate(own) if k >= 0 and labels[at] is not None]
    paired = [names[own[at]] for at in both] + [labels[at] for at in both]
    # A median between two categories (2.5) is none of the declared ones; then the categories are
    # those that were seen.
    whole = study.declared and {*paired} <= {*names}
    made = from_columns(
        [items[at] for at in both] * 2,
        [study.coders[judge]] * len(both) + [name] * len(both),
        paired,
        items=[items[at] for at in both],
        coders=[study.coders[judge], name],
        categories=names if whole else None,
        about={key: [column[at] for at in both] for key, column in study.about.items()},
    )
    return replace(made, within=study.within)


def scale_key(key: str, scale: bool) -> str:
    """The key of a sentence about scores, where labels are numbers of a scale."""
    return f"{key}.scale" if scale else key


SAMPLE, ROUND = "sample", "round"
"""Columns of logs of evaluations: what was run, and the how manieth time."""


def unit_of_judging(study: Codings) -> str:
    """What intervals are over: documents, samples that a log ran several times, else items."""
    column = unit_drawn(study)
    rounds = {str(one) for one in study.about.get(ROUND, ())}
    # Rounds of one sample are not independent, as sentences of one document are not; a column of
    # documents goes first.
    return SAMPLE if column == "items" and len(rounds) > 1 and SAMPLE in study.about else column


def groups(study: Codings) -> IntArray | None:
    """The document, or the sample, of each item; None where items are independent."""
    column = unit_of_judging(study)
    return None if column == "items" else clusters(study, column)
