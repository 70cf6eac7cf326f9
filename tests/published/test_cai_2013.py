"""Smatch (Cai & Knight 2013): the two files of the reference program, and α worked by hand."""

from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

import accord
from accord._measure.distances import graph_matches
from accord._measure.distances.graph_matches import Prepared, best_match
from accord.graphs import Graph, graph_alpha, smatch

FILES = Path(__file__).parents[1] / "formats" / "amr"


def test_the_files_of_the_reference_program():
    """smatch.py 1.0.4 prints P .833333, R .862069 and F .847458 for them, and F .842105, .571429
    and 1 for the three sentences."""
    study = accord.read([FILES / "test_input1.txt", FILES / "test_input2.txt"])
    found = smatch(study)
    assert found.value == pytest.approx(0.847458, abs=5e-7)
    assert found.detail == {"shared": 25, "triples": 59, "unproven": 0}
    alone = [smatch(study.take([at])).value for at in range(3)]
    assert alone == pytest.approx([0.842105, 0.571429, 1.0], abs=5e-7)


def test_alpha_by_hand():
    """Wanting of boy and girl share 3 of 4 triples, d = 1/4; with rain they share the top, d = 2/3:
    D_o = (1/4 + 0) / 2, D_e = (1/4 + 4 · 2/3 + 0) / 6."""
    a = [Graph.parsed("(w / want :ARG0 (b / boy))"), Graph.parsed("(r / rain)")]
    b = [Graph.parsed("(x / want :ARG0 (g / girl))"), Graph.parsed("(r / Rain)")]
    found = graph_alpha(accord.from_coders({"A": a, "B": b}))
    assert found.observed == pytest.approx(1 / 8, abs=1e-12)
    assert found.expected == pytest.approx((1 / 4 + 8 / 3) / 6, abs=1e-12)
    assert found.value == pytest.approx(1 - (1 / 8) / ((1 / 4 + 8 / 3) / 6), abs=1e-12)


def test_enhanced_dependencies_are_compared_token_by_token():
    """Four of five edges are the same: 2 · 4 / 10."""
    folder = FILES.parent / "conllu" / "enhanced"
    assert smatch(accord.read(folder, layer="enhanced")).value == pytest.approx(0.8, abs=1e-12)


@st.composite
def graphs(draw, most=4):
    """A small graph of few concepts and relations, so that much can be shared."""
    names = [f"v{at}" for at in range(draw(st.integers(1, most)))]
    nodes = {name: draw(st.sampled_from("ab")) for name in names}
    ends = st.sampled_from(names)
    edges = draw(st.lists(st.tuples(ends, st.sampled_from("xy"), ends), max_size=5))
    attributes = draw(st.lists(st.tuples(ends, st.just("p"), st.sampled_from("+-")), max_size=2))
    return Graph.of(nodes, edges, attributes, draw(ends))


def by_trying_all(one, other):
    """The most triples that any mapping of the nodes of one to those of the other shares."""
    certain, pairs = graph_matches._worths(one, other)
    best = 0
    for mapping in set(permutations([*range(other.nodes), *[-1] * one.nodes], one.nodes)):
        shared = sum(certain[i, j] for i, j in enumerate(mapping) if j >= 0)
        shared += sum(n for (i, j, k, l), n in pairs.items() if (mapping[i], mapping[k]) == (j, l))
        best = max(best, shared)
    return best


@given(graphs(), graphs(3))
def test_the_best_mapping_is_the_best(one, other):
    """Against all mappings; proven, the same both ways, and all of a graph with itself."""
    first, second = Prepared.of(one), Prepared.of(other)
    match = best_match(first, second)
    assert match == (by_trying_all(first, second), True)
    assert best_match(second, first) == match
    assert best_match(first, first) == (len(one), True)


@settings(max_examples=15)
@given(graphs(), graphs(3))
def test_the_integer_programme_and_trying_agree(one, other):
    """Small graphs are tried, larger ones go to the programme: both find the same."""
    first, second = Prepared.of(one), Prepared.of(other)
    certain, pairs = graph_matches._worths(first, second)
    tried = graph_matches._tried(certain, pairs)
    if pairs:
        assert graph_matches._programme(certain, pairs, 0, tried) == (tried, True)
    assert graph_matches._grown(certain, graph_matches._halves(first, second), pairs) <= tried


def test_mappings_of_large_graphs_grow_in_little_memory(monkeypatch):
    """A few numbers at a time give the same as all together."""
    names = [f"v{at}" for at in range(30)]
    nodes = {name: "abc"[at % 3] for at, name in enumerate(names)}
    edges = [(names[at // 2], "xy"[at % 2], names[at]) for at in range(1, 30)]
    one = Prepared.of(Graph.of(nodes, edges, [], "v0"))
    other = Prepared.of(Graph.of(nodes, edges[:20], [], "v0"))
    halves = graph_matches._halves(one, other)
    certain, pairs = graph_matches._worths(one, other)
    whole = graph_matches._grown(certain, halves, pairs)
    monkeypatch.setattr(graph_matches, "_DENSE", 2000)
    assert graph_matches._grown(certain, halves, pairs) == whole


@given(graphs(), st.randoms(use_true_random=False))
def test_names_of_variables_say_nothing(graph, random):
    """Other names, nodes in another order: all triples are shared, and mostly it is the same
    category."""
    names = [f"n{at}" for at in range(len(graph.concepts))]
    random.shuffle(names)
    rows = list(zip(names, graph.concepts, strict=True))
    random.shuffle(rows)
    other = Graph.of(
        dict(rows),
        [(names[s], r, names[t]) for s, r, t in graph.edges],
        [(names[n], r, v) for n, r, v in graph.attributes],
        names[graph.top],
    )
    match = best_match(Prepared.of(graph), Prepared.of(other))
    assert match.shared == len(graph)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(a / b", "1 bracket not closed"),
        ("(a / b :x)", "no target"),
        ("(a / b) c", "follows the end"),
        ("(/ b)", "expected a variable"),
        ("(a / b c)", "no relation"),
        ('(a / b :x "c)', "quotation mark"),
        ("(a / b :x (a / c))", "two concepts"),
        ("()", "without a variable"),
        ("", "no graph"),
        ("(a :x " * 300, "more than 250 brackets"),
        ("(a " + " ".join(f":x (b{n} / c)" for n in range(1100)) + ")", "more than 1000 nodes"),
    ],
)
def test_what_is_no_graph_is_said(text, said):
    """Damaged and hostile notation ends in one line."""
    with pytest.raises(accord.DataError, match=said):
        Graph.parsed(text)
