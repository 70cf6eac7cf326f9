"""Relations: what a study of them is, chance by rewiring, alignment, files, the command line."""

import json
import pickle
from itertools import pairwise

import numpy as np
import pytest
from click.testing import CliRunner

import accord
from accord._measure.entry import function_at
from accord._measure.structures.near_types import common_links
from accord._report.write import lines
from accord.cli import program
from accord.kinds.properties import properties
from accord.kinds.relations.parts import joined_entities
from accord.relations import Relations

CORRECTED = ("corrected_relation_f1", "relation_alpha", "relation_kappa")
MEASURES = [m.name for m in accord.MEASURES.of_kind("relations") if m.name != "event_f1"]


def drawn(seed, *, keep=1.0, documents=6, size=12, coders="AB"):
    """Documents with a true set of links; a coder keeps each or sends it elsewhere."""
    rng = np.random.default_rng(seed)
    rows, entities = [], []
    for d in range(documents):
        others = [[t for t in range(size) if t != s] for s in range(size)]
        true = [(s, int(rng.choice(others[s])), "xy"[int(rng.integers(2))]) for s in range(size)]
        for c in coders:
            entities += [(d, c, (4 * e, 4 * e + 3), "E") for e in range(size)]
            for s, t, kind in true:
                to = t if rng.random() < keep else int(rng.choice(others[s]))
                rows.append((d, c, (4 * s, 4 * s + 3), (4 * to, 4 * to + 3), kind))
    return Relations.of(rows, entities=entities)


def value(name, study, **given):
    """A measure of relations."""
    return getattr(accord.relations, name)(study, **given).value


@pytest.mark.parametrize("name", MEASURES)
def test_equal_coders_agree(name):
    """Coders with the same links have 1, however arguments are compared."""
    for arguments in ("exact", "labelled", "overlap"):
        for study in (drawn(0), drawn(1, coders="ABC")):
            assert value(name, study, arguments=arguments) == pytest.approx(1.0)


@pytest.mark.parametrize("name", CORRECTED)
def test_agreement_falls_from_1_to_0_as_targets_are_drawn(name):
    """The more links go elsewhere, the less is left; in the end nothing but chance."""
    curve = [
        np.mean([value(name, drawn(seed, keep=keep)) for seed in range(6)])
        for keep in (1.0, 0.8, 0.5, 0.2, 0.0)
    ]
    assert curve[0] == pytest.approx(1.0)
    assert all(a > b for a, b in pairwise(curve))
    assert abs(curve[-1]) < 0.05


@pytest.mark.parametrize(
    ("directed", "keeps"), [(True, "source"), (True, "number"), (False, "number")]
)
def test_chance_is_the_mean_of_rewired_studies(directed, keeps):
    """What is shared by chance without drawing is what drawing gives, within its error."""
    study = drawn(3, keep=0.6, documents=1, size=5)
    given = {"directed": directed, "keeps": keeps}
    expected = accord.relations.corrected_relation_f1(study, **given).expected
    source = keeps == "source"
    rng = np.random.default_rng(0)
    found = []
    for _ in range(1000):
        rows = []
        for c, links in zip(study.coders, study.documents[0].links, strict=True):
            places = [one for one, _ in study.documents[0].entities[0]]
            pairs = [(a, b) for a in places for b in places if (a != b if directed else a < b)]
            keys = [(link.source, link.type) if source else link.type for link in links]
            if not directed:  # a link in both directions is one
                ends = {(frozenset(link[:2]), link.type) for link in links}
                keys = [kind for _, kind in ends]
            for key in dict.fromkeys(keys):
                kind = key[1] if source else key
                able = [p for p in pairs if p[0] == key[0]] if source else pairs
                for at in rng.choice(len(able), size=keys.count(key), replace=False):
                    rows.append(("d", c, *able[int(at)], kind))
        found.append(1 - value("relation_f1", Relations.of(rows), directed=directed))
    assert np.mean(found) == pytest.approx(expected, abs=4 * np.std(found) / 1000**0.5)


@pytest.mark.parametrize("name", MEASURES)
def test_resamples_are_the_measure_of_the_documents_taken(name):
    """Sums of documents, taken twice or not at all, are what the measure says of that study."""
    study = drawn(4, keep=0.6, coders="ABC")
    taken = [0, 0, 2, 3, 5, 5]
    entry = accord.MEASURES[name]
    whole = getattr(accord.relations, name)(study.take(taken))
    if entry.documents is not None:
        often = np.bincount(taken, minlength=6)[None].astype(float)
        assert function_at(entry.documents)(study).parts(often)[0, 2] == pytest.approx(whole.value)
        for coders in ([0, 2], [1, 2]):
            some = function_at(entry.documents)(study).only(coders).parts(np.ones((1, 6)))[0, 2]
            assert some == pytest.approx(value(name, study.only(coders)))
    found = accord.interval(study, name, resamples=200)
    if name == "entity_f1":  # all coders have the same entities, whichever documents are drawn
        assert np.isnan(found.low)
    else:
        assert found.low <= value(name, study) <= found.high


def test_arguments_that_overlap_are_aligned_one_to_one():
    """Those that share most go together first; two entities of one coder are never joined."""
    names = joined_entities([[(0, 10), (12, 20)], [(0, 4), (3, 10), (11, 20)]])
    assert names[1][0, 4] == (0, 4)
    assert names[1][3, 10] == names[0][0, 10]
    assert names[1][11, 20] == names[0][12, 20]
    study = Relations.of(
        [("d", "A", (0, 10), (12, 20), "x"), ("d", "B", (3, 10), (11, 20), "x")],
        entities=[("d", "B", (0, 4), None)],
    )
    assert value("relation_f1", study) == 0
    assert value("relation_f1", study, arguments="overlap") == 1


def test_where_agreement_is_lost():
    """Entities missed lower F1 of relations; among shared entities it is whole."""
    study = Relations.of(
        [
            ("d", "A", (0, 1), (2, 3), "x"),
            ("d", "A", (4, 5), (6, 7), "x"),
            ("d", "B", (0, 1), (2, 3), "x"),
        ]
    )
    assert value("relation_f1", study) == pytest.approx(2 / 3)
    assert value("relation_f1", study, shared=True) == 1
    assert value("entity_f1", study) == pytest.approx(2 / 3)


def test_absent_is_not_no():
    """A coder who did not see a document is not compared in it; one who saw it is."""
    rows = [
        ("d", "A", (0, 1), (2, 3), "x"),
        ("e", "A", (0, 1), (2, 3), "x"),
        ("d", "B", (0, 1), (2, 3), "x"),
    ]
    both = [("d", "A"), ("e", "A"), ("d", "B")]
    assert value("relation_f1", Relations.of(rows, seen=both)) == 1
    assert value("relation_f1", Relations.of(rows)) == pytest.approx(2 / 3)


def test_undefined_is_said():
    """Nothing linked, nowhere else to go, no entity of two coders, no candidates."""
    nothing = Relations.of([], items=["d"], coders=["A", "B"])
    for name in MEASURES:
        found = getattr(accord.relations, name)(nothing)
        assert np.isnan(found.value), name
        assert found.undefined, name
    alone = Relations.of([("d", c, (0, 1), (2, 3), "x") for c in "AB"])
    assert accord.relations.corrected_relation_f1(alone).value == 1  # it could go the other way
    for elsewhere in ({"keeps": "source"}, {"directed": False}):
        assert (
            "go elsewhere" in accord.relations.corrected_relation_f1(alone, **elsewhere).undefined
        )
    assert (
        "nobody links anything"
        in accord.relations.relation_alpha(
            Relations.of(
                [], items=["d"], entities=[("d", c, (e, e + 1), "x") for c in "AB" for e in (0, 2)]
            )
        ).undefined
    )
    apart = Relations.of([("d", "A", (0, 1), (2, 3), "x"), ("d", "B", (4, 5), (6, 7), "x")])
    assert "overlap" in accord.relations.relation_alpha(apart).undefined
    assert "no two entities within the window" in accord.relations.relation_kappa(apart).undefined


def test_what_is_wrong_is_said():
    """Spans without length, unknown rules, windows that cannot be."""
    with pytest.raises(accord.DataError, match=r"document 'd', coder 'A': entity .* no length"):
        Relations.of([("d", "A", (3, 3), (5, 6), "x")])
    study = drawn(0)
    with pytest.raises(accord.AccordError, match="no arguments 'exct'; did you mean exact"):
        value("relation_f1", study, arguments="exct")
    with pytest.raises(accord.DataError, match="has no text"):
        value("relation_kappa", study, window="sentence")
    with pytest.raises(accord.DataError, match="is not document, sentence or a number"):
        value("relation_kappa", study, window="near")
    ids = Relations.of([("d", c, "e1", "e2", "x") for c in "AB"])
    with pytest.raises(accord.DataError, match="is an id"):
        value("relation_kappa", ids, window=3)


def test_a_window_of_sentences():
    """Four entities in two sentences: two ordered pairs in each."""
    text = "Ann met Bob. Cem met Dan."
    places = [(0, 3), (8, 11), (13, 16), (21, 24)]
    rows = [("d", c, places[0], places[1], "met") for c in "AB"]
    entities = [("d", c, place, None) for c in "AB" for place in places]
    study = Relations.of(rows, entities=entities, texts={"d": text})
    assert accord.relations.relation_kappa(study, window="sentence").detail["candidates"] == 4
    assert accord.relations.relation_kappa(study).detail["candidates"] == 12


def test_a_study_is_written_and_read_as_it_was(tmp_path):
    """Lossless in accord's lines; a table has a row for each relation; pickles are the same."""
    study = drawn(2, keep=0.5, coders="ABC")
    accord.write(study, tmp_path / "s.jsonl")
    again = accord.read(tmp_path / "s.jsonl")
    assert again == study
    assert [*lines(again)][1:] == [*lines(study)][1:]
    assert pickle.loads(pickle.dumps(study)) == study
    accord.write(study, tmp_path / "s.csv")
    assert len((tmp_path / "s.csv").read_text().splitlines()) == 1 + study.counts()["r"]


def test_spellings_are_merged():
    """Types that differ only in case are named, and one after `fold`."""
    study = Relations.of([("d", "A", (0, 1), (2, 3), "Of"), ("d", "B", (0, 1), (2, 3), "of")])
    assert "differ only in case" in study.audit.notes[0]
    assert value("relation_f1", accord.convert.fold(study)) == 1


@pytest.fixture
def nine(tmp_path):
    """Nine of ten relations shared, in brat's files."""
    text = " ".join(f"w{at:02}" for at in range(20))
    for coder, last in (("ann", 19), ("bob", 10)):
        ends = [*((at, at + 10) for at in range(9)), (9, last)]
        made = [f"T{at}\tX {4 * at} {4 * at + 3}\tw{at:02}" for at in range(20)]
        made += [f"R{n}\tof Arg1:T{s} Arg2:T{t}" for n, (s, t) in enumerate(ends)]
        (tmp_path / coder).mkdir()
        (tmp_path / coder / "d.ann").write_text("\n".join(made) + "\n")
        (tmp_path / coder / "d.txt").write_text(text)
    return tmp_path


def run(*words):
    """The command line's output."""
    found = CliRunner().invoke(program, [str(word) for word in words], catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return found.stdout


def test_relations_are_never_labels_of_their_union_unless_told(nine):
    """By default a layer of relations is relations; as codings it says what it is."""
    study = accord.read(nine, layer="relations")
    assert study.kind == "relations"
    assert value("corrected_relation_f1", study) == pytest.approx(1 - 3.8 / 37)
    assert accord.read(nine, kind="relations") == study
    told = accord.read(nine, layer="relations", kind="codings")
    assert told.kind == "codings"
    assert accord.kappa(told).value == pytest.approx(-0.1)
    assert any("far too low" in note for note in told.audit.notes)


def test_the_command_line(nine):
    """measure, choose, inspect, breakdown and compare take relations; the corrected F1 leads."""
    rows = json.loads(run("measure", nine, "--layer", "relations", "--json"))
    assert "corrected_relation_f1" in json.dumps(rows)
    assert (
        "Chance-corrected relation F1"
        in run("measure", nine, "--layer", "relations").splitlines()[1]
    )
    assert "recommended" in run("choose", nine, "--layer", "relations")
    assert "relations: i=1 c=2 e=40 r=20" in run("inspect", nine, "--layer", "relations")
    assert "ann" in run("breakdown", nine, "--layer", "relations", "--by", "coder")


def test_a_set_of_equivalents_has_no_order(tmp_path):
    """brat's sets are every two of their members; what two sets share is shared."""
    marked = "T1\tX 0 1\ta\nT2\tX 2 3\tb\nT3\tX 4 5\tc\n*\tEquiv {}\n"
    for coder, names in (("ann", "T1 T2 T3"), ("bob", "T3 T1 T2"), ("cem", "T3 T1")):
        (tmp_path / coder).mkdir()
        (tmp_path / coder / "d.ann").write_text(marked.format(names))
    study = accord.read(tmp_path, kind="relations")
    assert value("relation_f1", study.only([0, 1])) == 1
    assert value("relation_f1", study.only([0, 2])) == pytest.approx(2 / 4)


def test_what_holds_no_relations_is_not_read_as_such(tmp_path):
    """A table of labels is refused where relations were asked for."""
    (tmp_path / "t.csv").write_text("item,coder,label\n1,a,x\n1,b,x\n")
    with pytest.raises(accord.DataError, match=r"contains labels or .*, not relations"):
        accord.read(tmp_path / "t.csv", kind="relations")


def test_mistakes_of_labels_are_not_simulated_in_relations():
    """Simulating says in a line which mistakes relations have."""
    with pytest.raises(
        accord.AccordError, match=r"works with labels; .* For these: drop_relations"
    ):
        accord.simulate.shuffle(drawn(0).only([0]), {"noise": 0.5})


def test_disagreements_are_listed():
    """Pairs of entities that not all linked, or not with the same types; the heaviest first."""
    rows = [("d", "A", (0, 1), (2, 3), "x"), ("d", "B", (0, 1), (2, 3), "y")]
    rows += [("d", c, (9, 10), (5, 6), "x") for c in "AB"]
    rows += [("d", "A", (9, 10), (0, 1), "z"), ("d", "A", (2, 3), (2, 3), "l")]
    found = accord.infer.disagreements(Relations.of(rows))
    assert str(found) == "3 of 4 relations are disputed"
    assert {(row.kind, row.begin, row.end) for row in found} == {
        ("types differ", 0, 3),
        ("found by one coder only", 0, 10),
        ("found by one coder only", 2, 3),
    }
    kinds = {row.kind: dict(row.decisions) for row in found if row.end == 10 or row.begin == 0}
    assert kinds["found by one coder only"] == {"A": "z ←", "B": None}
    assert kinds["types differ"] == {"A": "x →", "B": "y →"}


def test_a_report_of_relations(nine):
    """The page in Markdown leads with the corrected F1 and lists what is disputed."""
    run("report", nine, "--kind", "relations", "-o", nine / "r.md", "--resamples", "50")
    text = (nine / "r.md").read_text("utf-8")
    assert "Two coders linked entities in one document." in text
    assert "2 of 11 relations" in text


def test_a_window_on_the_command_line(nine):
    """A number is typed as text."""
    words = ("measure", nine, "--kind", "relations", "-m", "relation_kappa", "--window", "30")
    assert "window:30" in run(*words)


def test_ten_thousand_relations_take_seconds():
    """10⁴ relations of three coders: all measures, in less than 20 s on a slow machine."""
    from time import process_time

    study = drawn(0, keep=0.7, documents=84, size=40, coders="ABC")
    assert study.counts()["r"] > 10_000
    begun = process_time()
    for name in MEASURES:
        assert 0 < value(name, study, arguments="overlap") <= 1
    assert process_time() - begun < 20


def test_arguments_by_head_and_by_gamma():
    """[the old man] and [man] have the same last word; [the old] overlaps and does not."""
    links = {"A": ((0, 11), (20, 25)), "B": ((8, 11), (20, 25)), "C": ((0, 7), (20, 25))}
    rows = [("d", coder, *ends, "in") for coder, ends in links.items()]
    study = Relations.of(rows)
    found = {
        rule: [
            accord.relations.relation_f1(study.only(pair), arguments=rule).value
            for pair in ([0, 1], [0, 2], [1, 2])
        ]
        for rule in ("exact", "head", "overlap", "gamma")
    }
    assert found["exact"] == [0, 0, 0]
    assert found["head"] == [1, 0, 0]
    assert found["overlap"] == [1, 1, 0]
    assert found["gamma"][:2] == [1, 1]
    several = accord.relations.relation_alpha(study, arguments="gamma")
    assert several.counts["m"] == 2


def test_gamma_does_not_join_what_it_does_not_align():
    """Two entities at one place of which γ aligns one: names stay apart."""
    rows = [("d", "A", (0, 4), (10, 14), "r"), ("d", "B", (0, 4), (10, 14), "r")]
    entities = [("d", "A", (0, 4), "X"), ("d", "B", (0, 4), "X"), ("d", "B", (0, 5), "X")]
    study = Relations.of(rows, entities=entities)
    assert accord.relations.relation_f1(study, arguments="gamma").value == 1
    assert accord.relations.entity_f1(study, arguments="gamma").value == pytest.approx(4 / 5)


def test_types_of_a_hierarchy():
    """Types cut at their highest level are the same where only the lower one differs."""
    tree = accord.Taxonomy.from_paths(["influences > increases", "influences > decreases"])
    rows = [("d", "A", (0, 1), (2, 3), "increases"), ("d", "B", (0, 1), (2, 3), "decreases")]
    study = Relations.of(rows)
    assert accord.relations.relation_f1(study).value == 0
    assert accord.relations.relation_f1(study.recode(lambda kind: tree.cut(kind, 1))).value == 1


def test_events_by_hand():
    """Of two events of A and three of B one is the same with all roles, two by trigger and type."""
    buy, sell = (0, 3), (10, 14)
    both = [(buy, (4, 5), "Buy:who"), (buy, (6, 7), "Buy:what")]
    rows = [("d", "A", *link) for link in [*both, (sell, (4, 5), "Sell:who")]]
    rows += [("d", "B", *link) for link in [*both, (sell, (6, 7), "Sell:who")]]
    rows += [("d", "B", (20, 23), (4, 5), "Sell:who")]
    study = Relations.of(rows)
    assert accord.relations.event_f1(study).value == pytest.approx(2 * 1 / 5)
    assert accord.relations.event_f1(study, roles=False).value == pytest.approx(2 * 2 / 5)


def test_attributes_are_of_all_spans_that_could_have_them(tmp_path):
    """Four processes, of which one is negated by both and one by one coder: agreed on three of
    four; a thing has no negation, and a span of one coder alone is no disagreement."""
    spans = [f"T{n}\tProcess {4 * n} {4 * n + 3}\tw{n:02}" for n in range(4)]
    spans.append("T8\tThing 16 19\tw04")
    for coder, negated in (("ann", (1,)), ("bob", (1, 2))):
        (tmp_path / coder).mkdir()
        lines_ = [*spans, *(f"A{n}\tNegated T{n}" for n in negated)]
        lines_ += ["T9\tProcess 20 23\tw05"] if coder == "ann" else []
        (tmp_path / coder / "d.ann").write_text("\n".join(lines_))
        (tmp_path / coder / "d.txt").write_text(" ".join(f"w{n:02}" for n in range(6)))
    study = accord.read(tmp_path, layer="attribute Negated")
    assert len(study.items) == 5
    assert accord.percent(study).value == pytest.approx(3 / 4)
    assert not any("too low" in note for note in study.audit.notes)
    assert any("of a type that has the property: Process" in note for note in study.audit.notes)


def test_types_of_a_hierarchy_count_by_how_near_they_are():
    """Wu & Palmer: increases and decreases, both below affects, are ½ apart; located is 1 apart.
    Common: 1 + ½ + 0 of three relations each. By chance, relations join any of 20 ordered pairs and
    are then as near as their types are: 2 · (1 + ½ + ½) / 20. With its source kept, each goes to
    any of four others: 1.5 / 4."""
    ends = [((0, 2), (4, 6)), ((4, 6), (8, 9)), ((8, 9), (0, 2))]
    said = {"A": ["increases", "increases", "located"], "B": ["increases", "decreases", "binds"]}
    rows = [
        ("d", who, *both, kind)
        for who, kinds in said.items()
        for both, kind in zip(ends, kinds, strict=True)
    ]
    places = [(0, 2), (4, 6), (8, 9), (12, 14), (20, 22)]
    study = Relations.of(rows, entities=[("d", who, at, None) for who in "AB" for at in places])
    tree = accord.Taxonomy.from_paths(
        ["affects > increases", "affects > decreases", "affects > binds", "located"]
    )
    near = accord.labels.taxonomic(tree, "wu-palmer")
    found = accord.relations.relation_f1(study, types=near)
    assert found.value == pytest.approx(1.5 / 3)
    assert "types:wu-palmer@" in found.signature
    assert accord.relations.relation_f1(study).value == pytest.approx(1 / 3)
    beyond = accord.relations.corrected_relation_f1(study, types=near)
    assert beyond.expected == pytest.approx(1 - 2 * (4 / 20) / 6)
    kept = accord.relations.corrected_relation_f1(study, types=near, keeps="source")
    assert kept.expected == pytest.approx(1 - 2 * (1.5 / 4) / 6)
    asked = accord.bound("corrected_relation_f1", types=near)
    assert accord.interval(study, asked, resamples=20).notes  # one document: it says why not
    equal = accord.relations.corrected_relation_f1(study, types="nominal")
    plain = accord.relations.corrected_relation_f1(study)
    assert (equal.observed, equal.expected) == pytest.approx((plain.observed, plain.expected))


def test_two_relations_between_the_same_arguments_are_matched_one_to_one():
    """A has x and y, B y and z between the same two: x with y and y with z share 1.4, more than y
    with y and x with z."""
    near = {("x", "y"): 0.9, ("x", "z"): 0.0, ("y", "y"): 1.0, ("y", "z"): 0.5}
    one, other = [((1, 2), "x"), ((1, 2), "y")], [((1, 2), "y"), ((1, 2), "z")]
    assert common_links(one, other, near) == pytest.approx(0.9 + 0.5)


def test_properties_count_types_and_who_saw():
    """Relations have types and no continuum that units could cover."""
    rows = [("d", "A", (0, 1), (2, 3), "x"), ("d", "B", (0, 1), (2, 3), "y")]
    found = properties(Relations.of(rows, items=["d", "e"], seen=[("e", "A")]))
    assert (found.documents, found.coders, found.categories) == (2, 2, 2)
    assert found.missing
    assert not found.full_covering
    assert not found.unitized
