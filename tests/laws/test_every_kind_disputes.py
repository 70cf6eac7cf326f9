"""Laws over the table of kinds: disagreements, disputes, to-do lists and gold."""

import itertools
import random
import re

import pytest

import accord
from accord._report.todo_lists import write_todo
from accord.errors import DataError, NotApplicableError
from accord.infer.rounds.disputes import disputes
from accord.infer.rounds.todo_table import todo_form, todo_table
from accord.kinds.dimensions.study import dimensions
from accord.kinds.kind import ability, kind_named
from accord.kinds.questions import marked_by
from accord.kinds.table import KINDS

TEXT = "Anna met Bob in New York today, and she told him about it."
WORDS = [(m.start(), m.end()) for m in re.finditer(r"\w+", TEXT)]
DOCUMENTS = ("d1", "d2", "d3")
CODERS = ("A", "B", "C")
SEEDS = range(4)


def _labels(choose):
    return accord.codings([(i, c, choose(i, "xyz")) for i in range(9) for c in CODERS])


def _spans(choose):
    rows = [
        (d, c, *word, kind)
        for d in DOCUMENTS
        for c in CODERS
        for word in WORDS[::2]
        if (kind := choose((d, word), ("PER", "LOC", None))) is not None
    ]
    return accord.Unitizings.of(
        rows, items=DOCUMENTS, coders=CODERS, texts=dict.fromkeys(DOCUMENTS, TEXT)
    )


def _boundaries(choose):
    first = {d: {c: choose(d, range(1, 20)) for c in CODERS} for d in DOCUMENTS}
    masses = {d: {c: [at, 20 - at] for c, at in by.items()} for d, by in first.items()}
    return accord.Segmentations.from_masses(masses)


def _chains(choose):
    chains = {}
    for d in DOCUMENTS:
        chains[d] = {}
        for c in CODERS:
            by_name = {}
            for word in WORDS[:7]:
                by_name.setdefault(choose((d, word), "pqr"), []).append(word)
            chains[d][c] = list(by_name.values())
    return accord.Partitions.of_chains(chains, texts=dict.fromkeys(DOCUMENTS, TEXT))


def _relations(choose):
    ends = list(itertools.pairwise(WORDS))[:5]
    rows = [(d, c, *two, choose((d, two), "st")) for d in DOCUMENTS for c in CODERS for two in ends]
    return accord.relations.Relations.of(rows)


def _regions(choose):
    rows = [
        (d, c, (20 * n, 0, 20 * n + 10, 9), choose((d, n), "st"))
        for d in DOCUMENTS
        for c in CODERS
        for n in range(4)
    ]
    return accord.regions.Regions.of(rows)


def _trees(choose):
    def tree(i):
        relation = choose(i, ("obj", "obl"))
        return accord.trees.Dependencies.of([2, 0, 2], ["subj", "root", relation])

    return accord.codings([(i, c, tree(i)) for i in range(6) for c in CODERS])


def _graphs(choose):
    def graph(i):
        return accord.graphs.Graph.parsed(f"(x / {choose(i, 'abc')} :p (y / b))")

    return accord.codings([(i, c, graph(i)) for i in range(6) for c in CODERS])


def _dimensions(choose):
    return dimensions(
        [
            (i, c, name, choose((i, name), labels))
            for i in range(6)
            for c in CODERS
            for name, labels in (("task", "ab"), ("turn", "xy"))
        ]
    )


MADE = {
    "codings": _labels,
    "unitizings": _spans,
    "segmentations": _boundaries,
    "partitions": _chains,
    "relations": _relations,
    "regions": _regions,
    "trees": _trees,
    "graphs": _graphs,
    "dimensions": _dimensions,
}
"""A study of each kind, from what is chosen for each of its parts."""

SETTLED = [stored for stored in KINDS if kind_named(stored).ability("todo_form") is not None]
"""The kinds whose disputes somebody can settle."""


def _study(stored, seed, noise):
    """Three coders who choose as one, or, that often, each as they like."""
    rng, truth = random.Random(seed), {}

    def choose(part, options):
        best = truth.setdefault(part, rng.choice(list(options)))
        return rng.choice(list(options)) if rng.random() < noise else best

    return MADE[stored](choose)


def _same(one, other):
    """Whether two studies of one coder each, of other names, hold the same."""
    both = ability(one, "with_coder_of")(one, other)
    marked = marked_by(both).tolist()
    return len(set(marked)) == 1 and accord.infer.disagreements(both).disputed == 0


@pytest.mark.parametrize("stored", KINDS)
def test_every_kind_has_a_study_here(stored):
    """A new kind is held to these laws, too."""
    study = _study(stored, 0, 0.3)
    assert study.kind == stored


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("stored", KINDS)
def test_coders_who_choose_as_one_do_not_disagree(stored, seed):
    """Nothing is listed of unanimous coders, whatever they marked."""
    listed = accord.infer.disagreements(_study(stored, seed, 0.0))
    assert (listed.disputed, len(listed.rows)) == (0, 0)
    assert listed.of > 0


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("stored", KINDS)
def test_what_is_listed_adds_up(stored, seed):
    """Coders who choose freely disagree; shares are parts of 1, each row says who decided what."""
    study = _study(stored, seed, 0.9)
    listed = accord.infer.disagreements(study)
    assert 0 < listed.disputed == len(listed.rows) <= listed.of
    # 1e-9: a sum of some ten shares that are rounded to double precision
    assert sum(row.share for row in listed) == pytest.approx(1, abs=1e-9)
    for row in listed:
        assert {who for who, _ in row.decisions} <= set(study.coders)
        assert 0 < row.weight == pytest.approx(sum(row.apart) / 2, abs=1e-9)


@pytest.mark.parametrize("noise", [0.0, 0.05, 0.5])
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("stored", SETTLED)
def test_disagreements_are_there_where_disputes_are(stored, seed, noise):
    """A document has a disagreement where it has a dispute, and only there."""
    study = _study(stored, seed, noise)
    disputed = {one.item for one in disputes(study).disputes if not one.settled}
    assert disputed == {row.item for row in accord.infer.disagreements(study)}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("stored", SETTLED)
def test_gold_of_unanimous_coders_is_the_coder(stored, seed):
    """Without a dispute and without a decision, gold is what every coder marked."""
    study = _study(stored, seed, 0.0)
    merged = accord.gold(study, [])
    assert set(merged.tally()) == {"agreed"}
    assert _same(study.only([0]), merged.study)


@pytest.mark.parametrize("form", ["todo.csv", "todo.tsv", "todo.xlsx", "todo.json", "todo/"])
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("stored", SETTLED)
def test_a_list_that_comes_back_unchanged_decides_nothing(stored, seed, form, tmp_path):
    """Gold of its proposals is the gold that there is without any list."""
    study = _study(stored, seed, 0.4)
    path = f"{tmp_path}/{form}"
    if form == "todo/" and not todo_form(study).whole:
        with pytest.raises(DataError, match="brat works with spans"):
            write_todo(disputes(study), path)
        return
    write_todo(disputes(study), path)
    back = accord.gold(study, path, undecided="propose", name="back")
    without = accord.gold(study, [], undecided="propose")
    assert back.tally() == without.tally()
    assert _same(without.study, back.study)


@pytest.mark.parametrize("stored", SETTLED)
def test_a_list_has_the_columns_that_its_form_names(stored):
    """What a kind says of its list is what the list has."""
    study = _study(stored, 1, 0.4)
    form, (columns, rows) = todo_form(study), todo_table(disputes(study))
    assert rows
    assert {form.place, *form.shown, *form.named, *form.edges, form.offered} <= set(columns)
    assert all(len(row) == len(columns) for row in rows)
    record, _ = accord.gold(study, [])._table()
    assert set(form.record) <= set(record)


@pytest.mark.parametrize("stored", [stored for stored in KINDS if stored not in SETTLED])
def test_other_kinds_say_that_nobody_settles_them(stored):
    """Adjudication of what has no to-do list is an error in words."""
    with pytest.raises(NotApplicableError, match="adjudication works with"):
        disputes(_study(stored, 0, 0.5))
