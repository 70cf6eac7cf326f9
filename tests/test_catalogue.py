"""The catalogue owns every fact about a measure, and nothing that a measure needs is missing."""

import ast
import re
from collections import Counter, defaultdict
from dataclasses import replace
from functools import cache
from math import isnan
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner

import accord
from accord._measure.catalogue import MEASURES, every_option
from accord._measure.entry import ChanceCorrection, Leads, Measure, Question, function_at
from accord._measure.sampling_settings import Seed
from accord._measure.settings import how_taken
from accord._report.citations import bibliography
from accord.cli import program
from accord.infer.tests.permutation import permutation_test
from accord.infer.why.breakdown import breakdown
from accord.infer.why.confused import decompose
from accord.infer.why.influence import influence
from accord.kinds.dimensions.study import dimensions
from accord.model.agreement import Agreement

ROOT = Path(__file__).parents[1]
SOURCE = Path(accord.__file__).parent
EVERY = pytest.mark.parametrize("measure", MEASURES.values(), ids=lambda m: m.name)


# Adding a coefficient: function, entry, published test, bibliography, changelog


SAID = {
    "value": {"value"},
    "observed": {"observed", "D_o", "A_o"},
    "expected": {"expected", "D_e", "A_e"},
}
"""What a published test asserts of a measure, and the attributes that say it."""


def _words(*nodes: ast.AST) -> set[str]:
    """The names, attributes and strings in code."""
    found: set[str] = set()
    for node in (inner for outer in nodes for inner in ast.walk(outer)):
        if isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
    return found


def _reached(words: set[str], known: dict[str, ast.AST]) -> set[str]:
    """The same, with what the functions and constants of the file say that are named there."""
    todo, found = set(words), set()
    while todo:
        word = todo.pop()
        found.add(word)
        todo |= _words(known[word]) - found if word in known else set()
    return found


def asserted_in(source: str) -> dict[str, set[str]]:
    """Word → which of value, observed and expected a test with that word in it asserts."""
    body = ast.parse(source).body
    known: dict[str, ast.AST] = {
        node.name: node for node in body if isinstance(node, ast.FunctionDef)
    }
    tests = [node for name, node in known.items() if name.startswith("test_")]
    known |= {ast.unparse(node.targets[0]): node for node in body if isinstance(node, ast.Assign)}
    found: dict[str, set[str]] = defaultdict(set)
    for test in tests:
        others = {name: node for name, node in known.items() if node is not test}
        others |= {
            ast.unparse(n.targets[0]): n.value for n in ast.walk(test) if isinstance(n, ast.Assign)
        }
        words = _reached(_words(test), others)
        checks = [n for name in words & {*others} for n in ast.walk(others[name])]
        checks = [n for n in (*ast.walk(test), *checks) if isinstance(n, ast.Assert)]
        said = _reached(_words(*checks), others)
        for word in words:
            found[word] |= {part for part, names in SAID.items() if names & said}
    return found


@cache
def in_published_tests() -> dict[str, frozenset[str]]:
    """What the tests of published or hand-worked examples assert, by measure."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in (ROOT / "tests" / "published").glob("test_*.py"):
        for word, said in asserted_in(path.read_text("utf-8")).items():
            found[word] |= said
    return {word: frozenset(said) for word, said in found.items()}


def unpublished(measure: Measure) -> list[str]:
    """What no published test asserts; without chance D_o is 1 − value, so one of them is enough."""
    said = in_published_tests().get(measure.name, frozenset())
    if measure.chance == "none":
        return [] if said & {"value", "observed"} else ["value"]
    return [part for part in SAID if part not in said]


def test_an_assertion_that_is_missing_is_seen():
    """A test that uses a measure and asserts its value alone has not asserted D_o and D_e."""
    lone = "def test_a():\n    assert zeta(DATA).value == 1\nDATA = 1\n"
    assert asserted_in(lone)["zeta"] == {"value"}
    idle = "def test_a():\n    a = zeta(1)\n    unused = a.value\n    assert a.D_o == 1\n"
    assert asserted_in(idle)["zeta"] == {"observed"}
    by_helper = (
        "def parts(a):\n    return a.value, a.A_o, a.A_e\n"
        "def test_a():\n    assert parts(zeta(1)) == (1, 2, 3)\n"
    )
    assert asserted_in(by_helper)["zeta"] == {*SAID}


def lacking(measure: Measure) -> list[str]:
    """What is still to be done for a measure, in words."""
    works, changes = bibliography(), (ROOT / "CHANGELOG.md").read_text("utf-8")
    unknown = [key for key in measure.source if key not in works]
    todo = {
        "function: a docstring with a formula or a definition": not measure.compute.__doc__,
        "function: a line 'References: key, key.' in its docstring": not measure.source,
        f"bibliography: {', '.join(unknown)} in references.bib": bool(unknown),
        "entry: its place in kinds/<kind>/measures.py": MEASURES.get(measure.name) is not measure,
        "entry: a known idea of chance, or 'none'": measure.chance
        not in get_args(ChanceCorrection),
        f"published test: {', '.join(unpublished(measure))} asserted in tests/published": bool(
            unpublished(measure)
        ),
        f"changelog: a line with `{measure.name}`": f"`{measure.name}`" not in changes,
    }
    return [what for what, missing in todo.items() if missing]


@EVERY
def test_nothing_is_missing(measure):
    """Every measure has function, entry, published test, bibliography and a line of changelog."""
    assert not lacking(measure), f"{measure.name} lacks " + "; ".join(lacking(measure))


def test_what_is_missing_is_named():
    """A coefficient that was only just written is told all that it lacks, and nothing else."""

    def digamma_of_nobody(study: accord.Codings, *, rng: Seed = 0) -> Agreement:
        """Ϝ, an invention. References: nobody1999."""
        raise NotImplementedError

    said = [
        what.split(":")[0]
        for what in lacking(Measure(digamma_of_nobody, "Ϝ", accord.Codings, "invented"))
    ]
    assert said == ["bibliography", "entry", "published test", "changelog"]


# Facts that hang together


@EVERY
def test_an_entry_is_data_that_is_true(measure):
    """What an entry names as text is there, and it says rightly whether a distance is needed."""
    assert isinstance(measure.function, str)
    named = [measure.function, measure.documents, measure.largest, *measure.objections]
    assert all(callable(function_at(where)) for where in named if where is not None)
    assert measure.name == measure.compute.__name__
    assert measure.distance == how_taken(measure.compute, "distance")
    assert measure.study.kind == measure.kind


def test_an_entry_may_hold_its_function():
    """A measure that is not in the catalogue is said with its function and its class of studies."""
    plain = MEASURES["alpha"]
    own = Measure(plain.compute, "α", accord.Codings, "the same")
    assert (own.name, own.kind, own.distance) == (plain.name, plain.kind, plain.distance)


@EVERY
def test_options_are_said(measure):
    """Every option has a sentence, a default of its type or none, and choices that hold it."""
    for option in measure.options:
        assert re.fullmatch(r"[\w(].*\.", option.help), option
        assert option.default is None or isinstance(option.default, (option.type, int, float, str))
        assert not option.choices or option.default in option.choices


def test_the_command_line_has_every_option():
    """`accord measure` takes each option of each measure, and each of its choices."""
    shown = CliRunner().invoke(program, ["measure", "--help"], terminal_width=200).output
    for name in every_option():
        flag = {"rng": "--seed", "n_jobs": "--jobs"}.get(name, "--" + name.replace("_", "-"))
        assert flag in shown
    both = every_option()["chance"].choices
    for measure in ("gamma", "corrected_pk"):
        own = next(o for o in MEASURES[measure].options if o.name == "chance")
        assert set(own.choices) <= set(both)


@EVERY
def test_formulas_are_in_the_bibliography(measure):
    """Closed forms are named by the works that have them."""
    assert set(measure.formulas) <= set(bibliography())


def test_leads_are_ranked_without_gaps():
    """For each kind of study and purpose there is one first measure, one second …"""
    for purpose in Leads.__slots__:
        ranks: dict[str, list[int]] = {}
        for measure in MEASURES.values():
            rank = getattr(measure.leads, purpose)
            if rank:
                ranks.setdefault(measure.kind, []).append(rank)
        assert set(ranks) == {m.kind for m in MEASURES.values()}
        assert all(sorted(found) == [*range(1, len(found) + 1)] for found in ranks.values())


# What the facts say is so


def same_and_other() -> dict[str, tuple[accord.model.study.Study, accord.model.study.Study]]:
    """For each kind of study: two coders who agree in everything, and two who do not."""
    one, other = [1, 2, 3, 1, 2, 3, 3, 2], [1, 2, 3, 1, 1, 3, 2, 2]
    about = {"lemma": ["bank"] * 4 + ["call"] * 4}
    units, moved = (
        [(0, 4, "x"), (6, 9, "y"), (12, 16, "x")],
        [(0, 4, "x"), (7, 9, "x"), (12, 17, "x")],
    )
    chains, cut = [[1, 2, 3], [4, 5], [6]], [[1, 2], [3, 4, 5], [6]]

    def coded(b: list[int]) -> accord.Codings:
        return replace(accord.from_coders({"A": one, "B": b}), about=about)

    def marked(b: list[tuple[int, int, str]]) -> accord.Unitizings:
        rows = [("d", coder, *unit) for coder, row in (("A", units), ("B", b)) for unit in row]
        return accord.Unitizings.of(rows, extents={"d": (0, 20)})

    def placed(b: list[int]) -> accord.Segmentations:
        return accord.Segmentations.from_masses({"d": {"A": [3, 4, 5, 3], "B": b}})

    def linked(b: list[list[int]]) -> accord.Partitions:
        return accord.Partitions.of_chains({"d": {"A": chains, "B": b}})

    def together(b: list[int]) -> accord.Dimensions:
        rows = [(i, "A", "task", k) for i, k in enumerate(one)]
        return dimensions([*rows, *((i, "B", "task", k) for i, k in enumerate(b))])

    def drawn(b: str) -> accord.trees.Trees:
        heads = [[2, 0, 2], [0, 1], [3, 1, 0, 3], [0, 1, 2, 2], [2, 0]]
        a = [accord.trees.Dependencies.of(h, ["dep"] * len(h)) for h in heads]
        changed = [accord.trees.Dependencies.of(h, [b] * len(h)) for h in heads[:2]]
        return accord.from_coders({"A": a, "B": [*changed, *a[2:]]})

    def meant(b: str) -> accord.graphs.Graphs:
        texts = ["(w / want :ARG0 ({} / boy))", "(r / rain)", "(s / see :ARG1 (d / {}))"]
        a, changed = (
            [accord.graphs.Graph.parsed(text.format(name)) for text in texts] for name in ("b", b)
        )
        return accord.from_coders({"A": a, "B": changed})

    def argued(b: str) -> accord.trees.Trees:
        made = [
            accord.trees.Discourse.of(
                [(0, 0, 2, "", ""), (1, 0, 1, "S", name), (1, 1, 2, "N", "span")], 2
            )
            for name in ("cause", b)
        ]
        return accord.from_coders({"A": [made[0]] * 2, "B": made})

    def related(kind: str) -> accord.relations.Relations:
        ends = [((0, 2), (4, 6)), ((4, 6), (8, 9)), ((12, 14), (0, 2)), ((8, 9), (12, 14))]
        rows = [(d, "A", *both, "of") for d in "de" for both in ends]
        rows += [(d, "B", *both, kind if d == "d" else "of") for d in "de" for both in ends]
        return accord.relations.Relations.of(rows)

    def framed(name: str) -> accord.regions.Regions:
        places = [(0, 0, 10, 10), (20, 5, 40, 30), (50, 50, 60, 80), (5, 60, 30, 90)]
        said = ["cat", "dog", "cat", "dog"]
        both = [*zip("abcd", places, said, strict=True)]
        rows = [(image, "A", place, kind) for image, place, kind in both]
        return accord.regions.Regions.of(
            [
                *rows,
                *(
                    (i, "B", (x + (i == "b"), *p), name if i == "b" else k)
                    for i, (x, *p), k in both
                ),
            ]
            if name != "dog"
            else [*rows, *((i, "B", p, k) for i, p, k in both)]
        )

    def preferred(b: str) -> accord.Codings:
        pairs = ["x · y", "y · z", "x · z", "w · x"]
        rows = [(pair, coder, pair[0]) for pair in pairs for coder in "AB"]
        return accord.codings([*rows, ("w · z", "A", "w"), ("w · z", "B", b)])

    return {
        "preference_u": (preferred("w"), preferred("z")),
        "regions": (framed("dog"), framed("cat")),
        "relations": (related("of"), related("in")),
        "trees": (drawn("dep"), drawn("subj")),
        "rhetorical_f1": (argued("cause"), argued("condition")),
        "graphs": (meant("b"), meant("x")),
        "codings": (coded(one), coded(other)),
        "unitizings": (marked(units), marked(moved)),
        "segmentations": (placed([3, 4, 5, 3]), placed([4, 3, 5, 3])),
        "partitions": (linked(chains), linked(cut)),
        "dimensions": (together(one), together(other)),
    }


STUDIES = same_and_other()


def studies(measure: Measure) -> tuple[accord.model.study.Study, accord.model.study.Study]:
    """The two studies for a measure: those of its kind, unless it has its own."""
    return STUDIES.get(measure.name, STUDIES[measure.kind])


def settings(measure: Measure) -> dict[str, object]:
    """What a measure must be told on these studies."""
    chosen: dict[str, object] = {"distance": "nominal"} if measure.distance == "required" else {}
    about = {"ku_alpha": {"category": "x"}, "gamma_k": {"category": "x"}, "alpha_u_1995": {}}
    return chosen | about.get(measure.name, {})


@EVERY
def test_bounds_and_which_end_is_good(measure):
    """Coders who agree in everything are at the good end; no value lies beyond a bound."""
    same, other = (measure.compute(study, **settings(measure)) for study in studies(measure))
    low, high = measure.bounds
    if high is None and measure.better == "higher":  # the best value depends on the data
        assert same.value >= other.value
    else:
        assert same.value == pytest.approx(0.0 if measure.better == "lower" else 1.0, abs=1e-3)
    assert (same.value < other.value) == (measure.better == "lower") or other.value == same.value
    for found in (same.value, other.value):
        assert low is None or found >= low
        assert high is None or found <= high + 1e-12
    if measure.largest is not None:
        assert high is None
        assert measure.largest_of(other) >= other.value


@EVERY
def test_a_measure_without_chance_expects_nothing(measure):
    """D_e is there only where there is an idea of chance."""
    found = measure.compute(studies(measure)[1], **settings(measure))
    if measure.chance == "none":
        assert found.expected is None
    if found.expected is not None:
        assert measure.chance != "none"


@pytest.mark.parametrize(
    "measure", [m for m in MEASURES.values() if m.nominal], ids=lambda m: m.name
)
def test_the_nominal_sibling(measure):
    """With the nominal distance a weighted measure is the one that the entry names."""
    study, sibling = studies(measure)[1], MEASURES[measure.nominal]
    assert sibling.distance == "none"
    assert sibling.chance == measure.chance
    weighted = measure.compute(study, distance="nominal")
    assert weighted.value == pytest.approx(sibling.compute(study).value, abs=1e-12)


ANSWERS = {
    "breakdown": lambda study, measure: breakdown(study, "coder", measure),
    "influence": lambda study, measure: influence(study, "item", measure),
    "categories": lambda study, measure: breakdown(study, "category", measure),
    "parts": lambda study, measure: decompose(study, "items", measure),
    "permutation": lambda study, measure: permutation_test(study, measure, resamples=9),
    "analytic": lambda study, measure: accord.interval(study, measure, method="analytic"),
}


@pytest.mark.parametrize("question", get_args(Question))
@EVERY
def test_what_can_be_asked(measure, question):
    """A question of the entry is answered; any other is refused and not answered at random."""
    study = studies(measure)[1]
    asked = accord.bound(measure, **settings(measure))
    if question in measure.asked:
        found = ANSWERS[question](study, asked)
        number = getattr(found, "p", getattr(found, "low", 0.0))
        assert not isnan(number) or found.notes
    else:
        with pytest.raises(accord.AccordError):
            ANSWERS[question](study, asked)


# Nobody else knows measures by name

KNOW_NAMES = {
    "infer/advice/differences.py": "what other programs call measures, and what they compute",
    "infer/advice/dkpro.py": "what DKPro calls measures",
    "infer/why/tree_anatomy.py": "its tables have columns called as the shares that they hold",
    "_measure/distances/distance.py": "distances: two are called as measures are, smatch, spearman",
    "_measure/gamma/parameters.py": "γ's weights are called alpha and beta, which are no measures",
    "_report/citations.py": "TeX's letters",
    "simulate/paper_figures.py": "which measures the figures of a paper show",
}


def by_name(tree: ast.AST) -> list[int]:
    """Lines in which code decides by the name of a measure: comparisons, and tables keyed by it."""

    def names(node: ast.AST | None) -> list[str]:
        parts = node.elts if isinstance(node, (ast.Tuple, ast.List, ast.Set)) else [node]
        values = [p.value for p in parts if isinstance(p, ast.Constant)]
        return [v for v in values if v in MEASURES]

    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            asks = any(
                isinstance(s, ast.Attribute) and s.attr in ("name", "measure") for s in sides
            )
            if asks and any(names(side) for side in sides):
                found.append(node.lineno)
        elif isinstance(node, ast.Dict):
            keys = Counter(name for key in node.keys for name in names(key))
            if len(keys) > 1:
                found.append(node.lineno)
    return found


@pytest.mark.parametrize(
    "path",
    [p for p in sorted(SOURCE.rglob("*.py")) if p.relative_to(SOURCE).parts[0] != "_read"],
    ids=lambda p: str(p.relative_to(SOURCE)),
)
def test_no_table_of_measures_outside_the_catalogue(path):
    """No module decides by the name of a measure or keeps a table of them."""
    if str(path.relative_to(SOURCE)) not in KNOW_NAMES:
        assert not by_name(ast.parse(path.read_text("utf-8")))


def test_a_table_of_measures_is_seen():
    """The check above sees what it is for."""
    assert by_name(ast.parse('X = {"alpha": 1, "kappa": 2}')) == [1]
    assert by_name(ast.parse('if entry.name in ("pi", "x"):\n    pass')) == [1]
    assert by_name(ast.parse('if entry.name == "gamma":\n    pass')) == [1]
    assert not by_name(ast.parse('row = {"alpha": 1, "share": 2}\nif kind == "pi":\n    pass'))
