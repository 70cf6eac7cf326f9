"""Trees: what a tree is, edits against a plain recursion, both engines alike, reading."""

import os
import subprocess
import sys
from functools import cache

import numpy as np
import pytest
from hypothesis import given, strategies as st

import accord
from accord._measure.distances import edit_tables, metric, tree_distances
from accord._measure.distances.edit_tables import edits_of_pairs, text_edits, tree_edits
from accord.kinds.trees.study import of_same_tokens
from accord.native import core
from accord.trees import Constituents, Dependencies


@st.composite
def dependencies(draw, most=7):
    """A random tree: tokens in random order, each hung on one before it."""
    size = draw(st.integers(0, most))
    order = draw(st.permutations(range(1, size + 1)))
    heads = [0] * size
    for at, token in enumerate(order):
        heads[token - 1] = draw(st.sampled_from([0, *order[:at]]))
    return Dependencies.of(heads, [draw(st.sampled_from("ab")) for _ in heads])


def _forest(nodes):
    """Nested tuples of an ordered tree."""
    made = []
    for label, left in zip(*nodes, strict=True):
        inner = ()
        while made and made[-1][0] >= left:
            inner = (made.pop()[1], *inner)
        made.append((left, (label, inner)))
    return tuple(tree for _, tree in made)


@cache
def _apart(a, b):
    """The textbook's recursion on forests: remove, add or match the rightmost root."""
    if not a or not b:
        return sum(map(_size, a or b))
    (x, below), (y, under) = a[-1], b[-1]
    return min(
        _apart(a[:-1] + below, b) + 1,
        _apart(a, b[:-1] + under) + 1,
        _apart(below, under) + _apart(a[:-1], b[:-1]) + (x != y),
    )


def _size(tree):
    return 1 + sum(map(_size, tree[1]))


@given(st.lists(dependencies(), min_size=2, max_size=4))
def test_edits_are_the_textbooks(trees):
    """Zhang & Shasha's table is what the recursion over forests says."""
    nodes = [tree.nodes() for tree in trees]
    expected = [[_apart(_forest(a), _forest(b)) for b in nodes] for a in nodes]
    assert tree_edits(nodes).tolist() == expected


@given(st.lists(dependencies(), min_size=2, max_size=5), st.lists(st.text("abc", max_size=80)))
def test_both_engines_count_alike(trees, texts):
    """With and without the native core: the same tables, to the last digit."""
    nodes = [tree.nodes() for tree in trees]
    found = tree_edits(nodes, threads=2), text_edits(texts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(edit_tables, "core", lambda: None)
        assert tree_edits(nodes).tolist() == found[0].tolist()
        assert text_edits(texts).tolist() == found[1].tolist()


def test_what_is_no_tree_is_said():
    """A circle, a head outside, too few relations."""
    with pytest.raises(accord.DataError, match="circle"):
        Dependencies.of([2, 1], ["a", "b"])
    with pytest.raises(accord.DataError, match="head 3"):
        Dependencies.of([3, 0], ["a", "b"])
    with pytest.raises(accord.DataError, match="each token has both"):
        Dependencies.of([0], [])
    with pytest.raises(accord.DataError, match="not closed"):
        Constituents.parsed("(S (NP x)")
    with pytest.raises(accord.DataError, match="not opened"):
        Constituents.parsed("(S x))")


def test_brackets_as_treebanks_write_them():
    """An outer bracket without label, function tags and empty elements do not count."""
    plain = Constituents.parsed("(S (NP (PRP She)) (VP (VBZ reads)))")
    rich = Constituents.parsed("( (S (NP-SBJ (PRP She)) (VP (VBZ reads) (NP (-NONE- *T*-1)))) )")
    assert plain == rich
    assert str(plain) == "(S (NP ·) (VP ·))"


def test_words_do_not_count():
    """Trees are the same category whatever their words and tags are."""
    assert Dependencies.of([0], ["root"], ["Go"], ["V"]) == Dependencies.of([0], ["root"])
    study = accord.from_coders(
        {
            "A": [Dependencies.of([0], ["r"], ["x"])] * 2,
            "B": [Dependencies.of([0], ["r"], ["y"])] * 2,
        }
    )
    assert len(study.categories) == 1


CONLL = "1\tShe\tshe\tPRON\t_\t_\t2\t{}\t_\t_\n2\treads\tread\tVERB\t_\t_\t0\troot\t_\t_\n\n"


def test_one_broken_tree_does_not_lose_the_rest(tmp_path):
    """A sentence with a head outside is left out and said; `strict` makes it an error."""
    outside = "1\ta\ta\tX\t_\t_\t2\tx\t_\t_\n2\tb\tb\tX\t_\t_\t7\tx\t_\t_\n\n"
    for coder, relation in (("ann", "subj"), ("bob", "obj")):
        (tmp_path / f"{coder}.conllu").write_text(CONLL.format(relation) + outside)
    study = accord.read(tmp_path, layer="tree")
    assert study.kind == "trees"
    assert len(study.items) == 1
    assert any("has head 7" in note for note in study.audit.notes)
    with pytest.raises(accord.DataError, match="has head 7"):
        accord.read(tmp_path, layer="tree", strict=True)


def test_heads_in_a_circle_are_heads(tmp_path):
    """LAS and UAS need no tree: a sentence whose heads go in a circle counts with all its tokens,
    and that is said; α and brackets hang the first token of the circle on the root."""
    rows = {"ann": (2, 1, 2), "bob": (2, 0, 2)}
    for coder, heads in rows.items():
        lines = [f"{n}\tw{n}\tw\tX\t_\t_\t{h}\tr\t_\t_\n" for n, h in enumerate(heads, 1)]
        (tmp_path / f"{coder}.conllu").write_text("".join(lines) + "\n")
    study = accord.read(tmp_path, layer="tree", strict=True)
    assert accord.trees.uas(study).value == pytest.approx(2 / 3)
    assert accord.trees.las(study).detail["tokens"] == 3
    assert any("form a circle" in note for note in study.audit.notes)
    tree = next(tree for tree in study.categories if tree.heads == (2, 1, 2))
    assert tree.rooted == (0, 1, 2)
    assert tree.nodes() == Dependencies.of([0, 1, 2], ["r", "r", "r"]).nodes()
    assert [*tree.brackets()] == [*Dependencies.of([0, 1, 2], ["r", "r", "r"]).brackets()]
    accord.write(study, tmp_path / "t.jsonl")
    assert accord.read(tmp_path / "t.jsonl") == study
    with pytest.raises(accord.DataError, match="no circle"):
        Dependencies.of([2, 1, 2], ["r", "r", "r"])


@pytest.mark.parametrize(
    ("heads", "cut"),
    [
        ([0], []),
        ([1], [1]),
        ([2, 3, 1], [1]),
        ([0, 3, 4, 2, 2], [2]),
        ([2, 1, 4, 3, 1], [1, 3]),
        ([3, 3, 2], [2]),
    ],
)
def test_circles_are_found_at_their_first_token(heads, cut):
    """One token each, the smallest of the ring; what leads into a ring is not in it."""
    from accord.kinds.trees.parts import circles_in

    assert circles_in(heads) == cut


def _tagged(path, tags, heads):
    lines = [
        f"{n}\tw{n}\tw\t{tag}\t_\t_\t{head}\tr\t_\t_\n"
        for n, (tag, head) in enumerate(zip(tags, heads, strict=True), start=1)
    ]
    path.write_text("".join(lines) + "\n")


@pytest.mark.parametrize(
    ("tags", "heads", "kind"),
    [
        ("NVN", (2, 0, 1), "trees"),  # tags as given, heads differ
        ("NVV", (2, 0, 1), "codings"),  # as many tags as heads: nothing shows that they were given
        ("NVN", (2, 0, 2), "codings"),  # nothing differs: as a file of one coder is read
        ("NNV", (2, 0, 2), "codings"),
        ("VVN", (0, 1, 1), "trees"),
    ],
)
def test_trees_are_read_where_heads_differ_more_than_tags(tags, heads, kind, tmp_path):
    """Tags that were given agree and say nothing: heads are what the coders annotated."""
    _tagged(tmp_path / "ann.conllu", "NVN", (2, 0, 2))
    _tagged(tmp_path / "bob.conllu", tags, heads)
    study = accord.read(tmp_path)
    assert study.kind == kind
    assert any("trees are read, not tags" in note for note in study.audit.notes) is (
        kind == "trees"
    )
    assert accord.read(tmp_path, layer="upos").kind == "codings"
    assert accord.read(tmp_path, kind="codings").kind == "codings"


def test_files_that_repeat_the_name_of_their_folder(tmp_path):
    """ann/1-ann.conllu and bob/1-bob.conllu are document 1 by two coders."""
    for coder in ("ann", "bob"):
        (tmp_path / coder).mkdir()
        for document in "12":
            (tmp_path / coder / f"{document}-{coder}.conllu").write_text(CONLL.format("subj"))
    study = accord.read(tmp_path, layer="tree")
    assert list(study.coders) == ["ann", "bob"]
    assert list(study.about["document"]) == ["1", "2"]
    assert las_value(study) == 1


def las_value(study):
    """LAS of a study."""
    return accord.trees.las(study).value


def test_the_command_line(tmp_path):
    """`measure --layer tree` leads with the corrected attachment scores."""
    for coder, relation in (("ann", "subj"), ("bob", "obj")):
        text = CONLL.format(relation) + CONLL.format("subj")
        (tmp_path / f"{coder}.conllu").write_text(text)
    run = subprocess.run(
        [sys.executable, "-m", "accord", "measure", str(tmp_path), "--layer", "tree"],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": "src"},
    )
    rows = [line.split("  ")[0] for line in run.stdout.splitlines()]
    assert rows[:3] == ["measure", "Chance-corrected UAS", "Chance-corrected LAS"]


def test_large_trees_are_quick():
    """Trees of 300 nodes, ten at once, in a table: the core does not care."""
    rng = np.random.default_rng(0)
    trees = [
        Dependencies.of([int(rng.integers(at + 1)) for at in range(60)], ["x"] * 60).nodes()
        for _ in range(6)
    ]
    found = tree_edits(trees)
    assert (found == found.T).all()
    assert (np.diagonal(found) == 0).all()


def _many_trees(items):
    """Two coders, the second of whom moves a token of every third tree."""
    rng = np.random.default_rng(5)
    ann = [
        Dependencies.of(
            [int(rng.integers(at + 1)) for at in range(size)], list(rng.choice([*"abcd"], size))
        )
        for size in rng.integers(6, 9, items).tolist()
    ]
    bob = [
        Dependencies.of([*tree.heads[:-1], 0], tree.relations) if at % 3 else tree
        for at, tree in enumerate(ann)
    ]
    return accord.from_coders({"Ann": ann, "Bob": bob})


def test_some_pairs_stand_for_all(monkeypatch):
    """Of many trees D_o is exact, D_e is near that of all pairs, in whatever order the trees
    stand, and the signature says so."""
    for module, name, number in ((metric, "MOST_COSTLY", 60), (tree_distances, "MOST_COSTLY", 60)):
        monkeypatch.setattr(module, name, number)
    monkeypatch.setattr(tree_distances, "PAIRS", 2_500)
    study = _many_trees(90)
    found = accord.trees.tree_alpha(study)
    trees = list(study.categories)
    assert len(trees) > 120
    table = tree_edits([tree.nodes() for tree in trees])
    often = np.bincount(study.category, minlength=len(trees))
    n = often.sum()
    expected = float(often @ table @ often) / (n * (n - 1))
    first, second = study.category.reshape(-1, 2).T
    assert found.observed == pytest.approx(table[first, second].mean(), abs=1e-12)
    # The standard error of 2,500 pairs is .7% of D_e here; a fixed seed draws them.
    assert found.expected == pytest.approx(expected, rel=0.03)
    assert found.expected != expected
    assert 2_000 < found.settings["pairs"] < 4_000
    assert "pairs:" in found.signature
    assert "drawn from all" in found.detail["note"]
    # The same trees in another order draw the same pairs, and the interval uses them.
    order = np.random.default_rng(1).permutation(90)
    again = accord.from_coders(
        {
            "Bob": [study.categories[c] for c in study.category[1::2][order]],
            "Ann": [study.categories[c] for c in study.category[::2][order]],
        }
    )
    assert accord.trees.tree_alpha(again).value == pytest.approx(found.value, abs=1e-12)
    low, high = accord.interval(study, "tree_alpha", resamples=100)
    assert low < found.value < high
    part = accord.trees.tree_alpha(study.take(range(20)))
    assert "pairs" not in part.settings  # 40 trees: every two are compared


def test_trees_are_written_and_read_back(tmp_path):
    """accord's own format holds trees, words and tags; a table does not, and says so."""
    deps = [Dependencies.of([2, 0], ["a", "b"], ["x", "y"], ["N", "V"]), Dependencies.of([0], "r")]
    cons = [Constituents.parsed("(S (NP (N x)) (VP (V y)))"), Constituents.parsed("(X (Y y))")]
    for trees in (deps, cons):
        study = accord.from_coders({"A": trees, "B": trees[::-1]})
        accord.write(study, tmp_path / "t.jsonl")
        again = accord.read(tmp_path / "t.jsonl")
        assert again == study
        assert [t.words for t in again.categories] == [t.words for t in study.categories]
        assert again.kind == "trees"
        (tmp_path / "t.jsonl").unlink()
    with pytest.raises(accord.DataError, match="no table form"):
        accord.write(study, tmp_path / "t.csv")


@pytest.mark.parametrize(
    "tree",
    [
        '{"dependencies": [[2, 7], ["a", "b"], [], []]}',
        '{"dependencies": [[0], [1], [], []]}',
        '{"constituents": [["S", "X"], [[0, 2], [1, 3]], [0, 1], [2], [], []]}',
    ],
)
def test_damaged_trees_are_refused(tmp_path, tree):
    """A head outside, a relation that is no text, a bracket outside: an error with its line."""
    path = tmp_path / "t.jsonl"
    path.write_text(
        '{"accord": "trees", "version": 1, "coders": ["A"]}\n'
        '{"item": "s", "coder": "A", "category": ' + tree + "}\n"
    )
    with pytest.raises(accord.DataError, match=r"t\.jsonl:2"):
        accord.read(path)


def test_sentences_with_other_tokens_are_named_and_left_out_on_request(tmp_path):
    """Other words in a sentence: the file is refused with the sentence's name; with `same_tokens`
    LAS is that of the others, which the audit says. Labels have no tokens: refused."""
    line = "{}\tw\tw\tNOUN\t_\t_\t{}\t{}\t_\t_"

    def sentence(name, heads):
        rows = [
            line.format(at, head, "obj" if head else "root") for at, head in enumerate(heads, 1)
        ]
        return "\n".join([f"# sent_id = {name}", *rows, ""])

    own = {
        "ann": {"s1": [2, 0, 2], "s2": [0, 1], "s3": [2, 0]},
        "bob": {"s1": [2, 0, 1], "s2": [0, 1, 1], "s3": [2, 0]},
    }
    for coder, sentences in own.items():
        text = "\n".join(sentence(name, heads) for name, heads in sentences.items())
        (tmp_path / f"{coder}.conllu").write_text(text + "\n")
    paths = [tmp_path / f"{coder}.conllu" for coder in own]
    with pytest.raises(
        accord.DataError, match=r"the tokens of 1 of 3 sentences are not .* 's2'; use"
    ):
        accord.read(paths, layer="tree")
    study = accord.read(paths, layer="tree", same_tokens=True)
    assert accord.trees.las(study).value == 4 / 5
    assert any(
        "left out because coders have different tokens" in note for note in study.audit.notes
    )
    one, two = Dependencies.of([0, 1], ["root", "obj"]), Dependencies.of([0], ["root"])
    unlike = accord.from_coders({"A": [one, one], "B": [two, one]})
    with pytest.raises(
        accord.DataError, match=r"in 1 of 2 items: 0 \(1 and 2\); use the same tokens"
    ):
        accord.trees.las(unlike)
    assert "in 1 of 2 items" in accord.find("las").objection(unlike)
    assert accord.trees.las(of_same_tokens(unlike)).value == 1
    assert of_same_tokens(study) is study
    (tmp_path / "t.csv").write_text("item,coder,label\n1,A,x\n1,B,x\n")
    with pytest.raises(accord.DataError, match="works with trees, not with labels"):
        accord.read(tmp_path / "t.csv", same_tokens=True)


@pytest.mark.parametrize("native", ["", "0"])
def test_pairs_of_trees_are_as_far_apart_as_in_a_table(monkeypatch, native):
    """Single pairs and the table of every two agree, with the core and without; the core may
    compare mirror images, so that combs that hang to the left and to the right are among them."""
    rng = np.random.default_rng(4)
    trees = [Dependencies.of([0], ["r"]), Dependencies.of([], [])]
    trees += [
        Dependencies.of(heads, list("abcdef"))
        for heads in (
            [0, 1, 2, 3, 4, 5],
            [2, 3, 4, 5, 6, 0],
            [0, 1, 1, 1, 1, 1],
            [6, 6, 6, 6, 6, 0],
        )
    ]
    for _ in range(6):
        size = int(rng.integers(2, 9))
        heads = [0, *(int(rng.integers(1, at + 1)) for at in range(1, size))]
        trees.append(Dependencies.of(heads, [str(rng.integers(3)) for _ in heads]))
    nodes = [tree.nodes() for tree in trees]
    monkeypatch.setenv("ACCORD_NATIVE", "0")
    expected = tree_edits(nodes)
    monkeypatch.setenv("ACCORD_NATIVE", native)
    assert tree_edits(nodes).tolist() == expected.tolist()
    one, other = (side.ravel() for side in np.indices(expected.shape))
    assert edits_of_pairs(nodes, one, other).tolist() == expected.ravel().tolist()
    assert edits_of_pairs(nodes, one[:0], other[:0]).tolist() == []


@pytest.mark.parametrize("wrong", [([0], [2]), ([-1], [0]), ([0, 1], [0])])
def test_pairs_that_are_no_trees_are_refused(wrong):
    """Positions beyond the trees never reach the core."""
    nodes = [Dependencies.of([0], ["r"]).nodes()] * 2
    if core() is None:
        pytest.skip("the native core was not compiled")
    with pytest.raises(IndexError, match="positions of trees"):
        edits_of_pairs(nodes, *map(np.array, wrong))
