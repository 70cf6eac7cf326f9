"""Votes: which of two things a judge prefers, in the order in which they were shown.

    model_a, model_b, winner, judge, question_id, turn      a row for each judgement
    items "x vs y" or two columns about items               a study of pairs

A winner is the name of one of the two, first or second (model_a, left, 1 …), or a tie.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from typing import Any

import numpy as np

from accord.errors import DataError, NotApplicableError, Setting
from accord.infer.ranking.strengths import CountedVotes
from accord.infer.ranking.vote_files import COLUMNS_OF_VOTES, PARTS, records_of
from accord.kinds.kind import one_value
from accord.kinds.labels.cells import is_frame
from accord.kinds.labels.own_labels import shown_pairs
from accord.kinds.labels.pairs import BOTH_BAD, side_of
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import codings
from accord.model.names import BoolArray, FloatArray, IntArray, Names, factorize

FEWEST_SHOWN = 10
"""So many pairs, all in the order of their names, were not shown in it: once in a thousand."""


@dataclass(frozen=True, slots=True)
class Votes:
    """Judgements, one for each place of the arrays.

    :param things: What was compared; `first` and `second` are places in it.
    :param side: 1 where the first is preferred, 0 the second, ½ a tie.
    :param judge: The judge of each, a place in `judges`.
    :param prompt: What the two answered, a number for each; all different where it is not known.
    :param bad: Whether a tie says that neither is good.
    :param as_shown: Whether `first` was shown first; not where all pairs are in the order of names.
    """

    things: Names
    judges: Names
    first: IntArray
    second: IntArray
    side: FloatArray
    judge: IntArray
    prompt: IntArray
    bad: BoolArray
    as_shown: bool = True

    def __len__(self) -> int:
        return len(self.side)

    def where(self, keep: BoolArray) -> "Votes":
        """Some of the votes."""
        names = ("first", "second", "side", "judge", "prompt", "bad")
        return replace(self, **{name: getattr(self, name)[keep] for name in names})

    def of_judge(self, judge: int) -> "Votes":
        """The votes of one judge."""
        return self.where(self.judge == judge)

    @property
    def cells(self) -> CountedVotes:
        """The votes, counted."""
        return CountedVotes.of(self.first, self.second, self.side, len(self.things))

    def in_order(self) -> "Votes":
        """The same with things in an order that comes from the votes, not from names: sums and
        what is drawn go by position."""
        order = np.argsort(self._told_apart()[0], kind="stable")
        place = np.argsort(order)
        things = Names([self.things[at] for at in order.tolist()])
        return replace(self, things=things, first=place[self.first], second=place[self.second])

    def judges_in_order(self) -> list[int]:
        """Judges by position, in such an order."""
        found: list[int] = np.argsort(self._told_apart()[1], kind="stable").tolist()
        return found

    def _told_apart(self) -> tuple[list[int], list[int]]:
        """Ranks of things and of judges: by how often they were chosen and chose, then by whom and
        what they met, and so on, until nothing more is told apart; then by the place, too, so that
        the rest stays where every pair is turned round."""
        seen = zip(self.judge, self.first, self.second, 2 * self.side, strict=True)
        often = [(*map(int, key), n) for key, n in Counter(seen).items()]
        things, judges = [0] * len(self.things), [0] * len(self.judges)
        for place in (0, 1):
            told = 0
            while len({*things}) + len({*judges}) > told:
                told = len({*things}) + len({*judges})
                of_things: list[list[Any]] = [[] for _ in things]
                of_judges: list[list[Any]] = [[] for _ in judges]
                for who, i, j, side, n in often:
                    for one, other, won, at in ((i, j, side, 0), (j, i, 2 - side, place)):
                        of_things[one].append((at, judges[who], things[other], won, n))
                        of_judges[who].append((at, things[one], things[other], won, n))
                things, judges = _ranks(things, of_things), _ranks(judges, of_judges)
        return things, judges

    def by_prompt(self) -> list[CountedVotes] | None:
        """The votes of each prompt; None where no prompt has two."""
        number = np.unique(self.prompt)
        if len(number) == len(self):
            return None
        order = np.argsort(self.prompt, kind="stable")
        edges = np.flatnonzero(np.diff(self.prompt[order])) + 1
        return [
            CountedVotes.of(self.first[at], self.second[at], self.side[at], len(self.things))
            for at in np.split(order, edges)
        ]

    def study(self) -> Codings:
        """The same as codings of pairs of answers, whatever order they were shown in; a judge who
        saw both orders and turned is tied."""
        held: dict[tuple[Hashable, Hashable], dict[Hashable, list[float]]] = {}
        for i, j, side, who, of in zip(
            self.first.tolist(),
            self.second.tolist(),
            self.side.tolist(),
            self.judge.tolist(),
            self.prompt.tolist(),
            strict=True,
        ):
            # One item for both orders, or a judge who saw both would have two.
            a, b = min(i, j), max(i, j)
            item = (f"{self.things[a]}@{of}", f"{self.things[b]}@{of}")
            own = held.setdefault(item, {}).setdefault(self.judges[who], [])
            own.append(side if i == a else 1 - side)
        rows: list[tuple[Hashable, Hashable, Hashable]] = []
        for pair, by in held.items():
            for name, sides in by.items():
                mean = sum(sides) / len(sides)
                chosen = "tie" if mean == 0.5 else pair[0] if mean > 0.5 else pair[1]
                rows.append((pair, name, chosen))
        return replace(codings(rows), within="pair")

    def kept(self) -> tuple[int, int]:
        """Of pairs of answers that one judge saw in both orders: how many judgements stayed, of how
        many."""
        seen: dict[tuple[int, int, int, int], dict[bool, float]] = {}
        for i, j, side, who, of in zip(
            self.first.tolist(),
            self.second.tolist(),
            self.side.tolist(),
            self.judge.tolist(),
            self.prompt.tolist(),
            strict=True,
        ):
            turned = i > j
            key = (min(i, j), max(i, j), who, of)
            seen.setdefault(key, {})[turned] = 1 - side if turned else side
        both = [orders for orders in seen.values() if len(orders) == 2]
        return sum(orders[True] == orders[False] for orders in both), len(both)


def _ranks(before: list[int], found: list[list[Any]]) -> list[int]:
    """Which comes first by its rank before, then by what was found; the like share one."""
    keys = [(rank, *sorted(own)) for rank, own in zip(before, found, strict=True)]
    places = {key: at for at, key in enumerate(sorted(keys))}
    return [places[key] for key in keys]


def votes_of(data: Any, **named: str | Sequence[str] | None) -> Votes:
    """The votes of a study of pairs, of a table with a row for each vote, or of a file."""
    if isinstance(data, Votes):
        return data
    if isinstance(data, (str, PathLike)):
        data = records_of(data)
    if not is_frame(data) and not _are_records(data):
        return _of_study(data)
    import narwhals as nw

    if is_frame(data):
        frame = nw.from_native(data, eager_only=True)
        columns = {str(name): frame.get_column(name).to_list() for name in frame.columns}
    else:
        keys = dict.fromkeys(str(key) for row in data for key in row)
        columns = {key: [row.get(key) for row in data] for key in keys}
    return _of_columns(columns, named)


def _are_records(data: Any) -> bool:
    rows = data if isinstance(data, (list, tuple)) else ()
    return len(rows) > 0 and all(isinstance(row, Mapping) for row in rows[:3])


def _of_study(data: Any) -> Votes:
    if not one_value(data):
        raise NotApplicableError("a ranking needs votes for one of two things (labels of pairs)")
    shown = shown_pairs(data)
    if shown is None:
        raise DataError(
            "no votes found: items must be pairs such as 'x vs y', or two columns must name what "
            "was compared; labels must be one of the two, or a tie. Name the columns with "
            f"{Setting('first')}, {Setting('second')} and {Setting('winner')}"
        )
    pairs, prompts = zip(*(_without_prompt(pair, at) for at, pair in enumerate(shown)), strict=True)
    who = data.who().tolist()
    rows = zip(data.item.tolist(), data.category.tolist(), strict=True)
    labels = [(i, data.categories[k]) for i, k in rows]
    # Readers that do not know the order put pairs into that of names; by accident all are so in
    # one of 2ⁿ studies of n pairs.
    by_name = len(pairs) >= FEWEST_SHOWN and all(a < b for a, b in pairs)
    made = _made(
        [pairs[i][0] for i, _ in labels],
        [pairs[i][1] for i, _ in labels],
        [_named_side(label, shown[i], pairs[i]) for i, label in labels],
        [data.coders[c] for c in who],
        [prompts[i] for i, _ in labels],
    )
    return replace(made, as_shown=not by_name)


def _named_side(label: Hashable, shown: Sequence[Hashable], pair: Sequence[Hashable]) -> Hashable:
    """The label by the name of the thing without its prompt."""
    return pair[shown.index(label)] if label in shown else label


def _without_prompt(pair: Sequence[Hashable], at: int) -> tuple[tuple[str, str], Hashable]:
    """Two things and what both answered: "x@81.1" and "y@81.1" are x and y, of 81.1."""
    (one, _, of), (other, _, of_other) = (str(name).rpartition("@") for name in pair)
    if one and other and of == of_other:
        return (one, other), of
    return (str(pair[0]), str(pair[1])), at


def _of_columns(
    columns: Mapping[str, list[Any]], named: Mapping[str, str | Sequence[str] | None]
) -> Votes:
    lower = {name.strip().lower(): name for name in columns}
    found: dict[str, list[str]] = {}
    for role, known in COLUMNS_OF_VOTES.items():
        told = named.get(role)
        wanted = [told] if isinstance(told, str) else [*(told or ())]
        for name in wanted:
            if name not in columns:
                raise DataError(f"no column {name!r}. Columns: {', '.join(columns)}")
        found[role] = wanted or [lower[name] for name in known if name in lower]
    if not named.get("prompt") and found["prompt"]:
        found["prompt"] = [found["prompt"][0], *(lower[name] for name in PARTS if name in lower)]
    for role in ("first", "second", "winner"):
        if not found[role]:
            raise DataError(
                f"no column of the {role}. Columns: {', '.join(columns)}: name it with "
                f"{Setting(role)}"
            )
    judges = columns[found["judge"][0]] if found["judge"] else None
    number = len(columns[found["first"][0]])
    prompts = [tuple(columns[name][at] for name in found["prompt"]) or at for at in range(number)]
    return _made(
        columns[found["first"][0]],
        columns[found["second"][0]],
        columns[found["winner"][0]],
        ["judge"] * number if judges is None else judges,
        prompts,
    )


def _made(
    first: Sequence[Any],
    second: Sequence[Any],
    winner: Sequence[Any],
    judge: Sequence[Any],
    prompt: Sequence[Hashable],
) -> Votes:
    """Votes from columns; a vote without a winner is none."""
    there = [at for at, cell in enumerate(winner) if cell is not None and str(cell).strip()]
    sides, bad = [], []
    for at in there:
        pair = (str(first[at]).strip(), str(second[at]).strip())
        if pair[0] == pair[1]:
            raise DataError(f"vote {at + 1}: {pair[0]!r} is compared with itself")
        side = side_of(str(winner[at]).strip(), pair)
        if side is None:
            raise DataError(
                f"vote {at + 1}: {winner[at]!r} is neither {pair[0]!r} nor {pair[1]!r}; expected "
                "one "
                "of their names, first, second or tie"
            )
        sides.append(side)
        bad.append(str(winner[at]).strip().lower() in BOTH_BAD)
    if not there:
        raise DataError("no votes")
    # Things stand in the order of their names: the same votes are the same numbers in any order.
    names = sorted({str(c[at]).strip() for c in (first, second) for at in there})
    place = {name: at for at, name in enumerate(names)}
    who, judges = factorize([_judge(judge[at]) for at in there])
    return Votes(
        Names(names),
        judges,
        np.array([place[str(first[at]).strip()] for at in there]),
        np.array([place[str(second[at]).strip()] for at in there]),
        np.array(sides),
        who,
        factorize([str(prompt[at]) for at in there])[0],
        np.array(bad, dtype=bool),
    )


def _judge(value: Any) -> str:
    """A judge by name; a list is a model with its prompt."""
    if isinstance(value, (list, tuple)):
        return ", ".join(str(part) for part in value if part)
    return str(value)
