"""Relations as Verspoor et al. 2013 compare them (BRAT-Eval), and worked by hand beyond chance.

The Variome corpus' relations match where type and both entities do; F1 is over all documents.
BRAT-Eval takes entities to match by span and type (READ-BioMed/brateval, `Document.findRelation`:
a relation finds the first of the other file with its type whose two entities match, which is then
gone), bratiaa counts entities in the same way (kldtz/bratiaa, `exact_match_instance_evaluation`).
"""

import pytest

import accord
from accord.relations import Relations

A = """T1\tGene 0 5\tBRCA1
T2\tMutation 6 12\t185del
T3\tDisease 16 22\tcancer
T4\tPerson 26 33\tpatient
R1\thas Arg1:T1 Arg2:T2
R2\tcauses Arg1:T2 Arg2:T3
R3\thas Arg1:T4 Arg2:T3
E1\tGene:T1 Theme:T3
"""
B = """T1\tGene 0 5\tBRCA1
T2\tMutation 6 12\t185del
T3\tSymptom 16 22\tcancer
T4\tPerson 26 33\tpatient
R1\thas Arg1:T1 Arg2:T2
R2\tcauses Arg1:T2 Arg2:T3
R3\thas Arg1:T3 Arg2:T4
R4\tcauses Arg1:T1 Arg2:T2
"""
TEXT = "BRCA1 185del in cancer of patient"


def brateval(one: str, other: str, *, types: bool) -> float:
    """F1 as BRAT-Eval counts: each relation of one file finds one of the other, or none."""
    found = []
    for text in (one, other):
        spans = {}
        for line in text.splitlines():
            if line[0] == "T":
                name, about, _ = line.split("\t")
                kind, *place = about.split()
                spans[name] = (*place, kind if types else "")
        lines = [line.split("\t")[1].split() for line in text.splitlines() if line[0] == "R"]
        found.append([(kind, *(spans[end.split(":")[1]] for end in ends)) for kind, *ends in lines])
    left, common = list(found[1]), 0
    for relation in found[0]:
        if relation in left:
            left.remove(relation)
            common += 1
    return 2 * common / (len(found[0]) + len(found[1]))


@pytest.fixture
def study(tmp_path):
    """The two files in folders of their coders."""
    for coder, text in (("ann", A), ("bob", B)):
        (tmp_path / coder).mkdir()
        (tmp_path / coder / "d.ann").write_text(text)
        (tmp_path / coder / "d.txt").write_text(TEXT)
    return accord.read(tmp_path, kind="relations", layer="relations")


def test_f1_is_that_of_brateval(study):
    """Entities must be of the same type (1 of 3 and 4 is shared), or the same span alone (2)."""
    found = accord.relations.relation_f1(study, arguments="labelled")
    assert found.value == pytest.approx(brateval(A, B, types=True)) == pytest.approx(2 / 7)
    found = accord.relations.relation_f1(study)
    assert found.value == pytest.approx(brateval(A, B, types=False)) == pytest.approx(4 / 7)
    undirected = accord.relations.relation_f1(study, directed=False)
    assert undirected.value == pytest.approx(6 / 7)
    assert found.detail["types"]["causes"] == {"common": 1, "first": 1, "second": 2, "f1": 2 / 3}


def test_entities_are_counted_as_bratiaa_does(study):
    """Label and offsets are the same for three of four entities."""
    assert accord.relations.entity_f1(study).value == pytest.approx(0.75)
    assert accord.relations.entity_f1(study, typed=False).value == 1


AGREE_2 = {
    ("ann1", "esp.train-doc-29"): "PER 4 17;LOC 18 24;ORG 34 37;PER 361 397;PER 563 567;PER 720 724"
    ";PER 1074 1078;PER 1081 1096;MISC 2376 2387;LOC 2498 2504",
    ("ann2", "esp.train-doc-29"): "PER 4 17;ORG 34 37;PER 361 397;PER 563 567;PER 720 724"
    ";PER 1081 1096;MISC 2376 2387;LOC 2498 2504",
    ("ann1", "esp.train-doc-46"): "LOC 0 8;ORG 18 21;ORG 192 195;PER 327 344;PER 454 465"
    ";ORG 650 653",
    ("ann2", "esp.train-doc-46"): "LOC 0 8;ORG 18 21;LOC 42 54;ORG 161 190;PER 327 344;ORG 408 426"
    ";PER 454 465;ORG 516 523;ORG 650 653",
}
"""What two coders marked in two texts: data/agreement/agree-2 of kldtz/bratiaa (MIT licence)."""


def test_the_value_that_bratiaa_has_for_its_own_files(tmp_path):
    """Its test (tests/bratiaa/test_agree.py) holds F1 .787878: 13 of 16 and 17 spans are shared."""
    for (coder, name), marks in AGREE_2.items():
        (tmp_path / coder).mkdir(exist_ok=True)
        lines = [f"T{n}\t{mark}\t…" for n, mark in enumerate(marks.split(";"), start=1)]
        (tmp_path / coder / f"{name}.ann").write_text("\n".join(lines) + "\n", "utf-8")
    study = accord.read(tmp_path)
    assert accord.spans.span_f1(study).value == pytest.approx(0.787878, abs=1e-6)
    entities = [
        (name, coder, tuple(map(int, mark.split()[1:])), mark.split()[0])
        for (coder, name), marks in AGREE_2.items()
        for mark in marks.split(";")
    ]
    found = accord.relations.entity_f1(Relations.of([], entities=entities))
    assert found.value == pytest.approx(0.787878, abs=1e-6)


def test_a_relation_is_found_once_as_brateval_has_it():
    """Of sixty relations the other coder has every third elsewhere and every seventh not, and
    every ninth entity with another type; counted apart."""
    lines = [f"T{n}\t{'AB'[n % 2]} {9 * n} {9 * n + 5}\tw" for n in range(40)]
    links = [f"R{n}\t{'xyz'[n % 3]} Arg1:T{n % 40} Arg2:T{(3 * n + 1) % 40}" for n in range(60)]
    other = [line.replace(" ", "b ", 1) if n % 9 == 0 else line for n, line in enumerate(lines)] + [
        line.rpartition("T")[0] + "T0" if n % 3 == 0 else line
        for n, line in enumerate(links)
        if n % 7
    ]
    files = "\n".join(lines + links), "\n".join(other)
    rows, entities = [], []
    for coder, text in zip("AB", files, strict=True):
        spans = {}
        for line in text.splitlines():
            name, about, *_ = line.split("\t")
            kind, one, two = about.split()
            if name[0] == "T":
                spans[name] = (int(one), int(two))
                entities.append(("d", coder, spans[name], kind))
            else:
                ends = (spans[end.partition(":")[2]] for end in (one, two))
                rows.append(("d", coder, *ends, kind))
    study = Relations.of(rows, entities=entities)
    for types, arguments in ((True, "labelled"), (False, "exact")):
        found = accord.relations.relation_f1(study, arguments=arguments).value
        assert found == pytest.approx(brateval(*files, types=types), abs=1e-12)
        assert 0.2 < found < 0.8


def nine_of_ten(**more) -> Relations:
    """Twenty entities, ten relations by each coder, nine of them shared."""
    places = [(3 * at, 3 * at + 2) for at in range(20)]
    ends = {c: [(at, at + 10) for at in range(9)] for c in "AB"}
    ends["A"].append((9, 19))
    ends["B"].append((9, 10))
    rows = [("d", c, places[s], places[t], "of") for c in "AB" for s, t in ends[c]]
    return Relations.of(rows, entities=[("d", c, p, None) for c in "AB" for p in places], **more)


def test_nine_of_ten():
    """Over the union of marked relations κ is −.10; of relations it is .90 in all ways."""
    found = accord.relations.relation_f1(nine_of_ten())
    assert found.value == pytest.approx(0.9)


def test_rewired_by_hand():
    """Ten of 380 ordered pairs by each coder: 100/380 are shared by chance, F1 1/38. With sources
    kept, each goes to one of 19 others: 10/19 are shared, F1 1/19."""
    found = accord.relations.corrected_relation_f1(nine_of_ten())
    assert found.observed == pytest.approx(0.1)
    assert found.expected == pytest.approx(37 / 38)
    assert found.value == pytest.approx(1 - 3.8 / 37)
    kept = accord.relations.corrected_relation_f1(nine_of_ten(), keeps="source")
    assert kept.expected == pytest.approx(18 / 19)
    assert kept.value == pytest.approx(1 - 1.9 / 18)


def test_rewired_by_hand_without_direction():
    """Ten of the 190 pairs by each coder: 100/190 are shared by chance."""
    found = accord.relations.corrected_relation_f1(nine_of_ten(), directed=False)
    assert found.expected == pytest.approx(1 - 2 * (100 / 190) / 20)


def test_sets_of_links_by_hand():
    """One of 20 entities differs; 40 labels: 20 empty ones, one thrice, eight twice, one once."""
    found = accord.relations.relation_alpha(nine_of_ten(), chance="document")
    assert found.observed == pytest.approx(1 / 20)
    assert found.expected == pytest.approx(1 - (20 * 19 + 3 * 2 + 8 * 2) / (40 * 39))
    assert found.value == pytest.approx(0.932642, abs=1e-6)


def test_links_to_anywhere_by_hand():
    """Half of the entities have one link, to any of 19 others: two empty labels are the same, an
    empty one and a link differ, two links are the same with 1/19."""
    found = accord.relations.relation_alpha(nine_of_ten())
    assert found.observed == pytest.approx(1 / 20)
    assert found.expected == pytest.approx(1 / 2 + 1 / 4 * 18 / 19)


def test_candidates_by_hand():
    """2 of 380 ordered pairs differ; by chance the same are 10 · 10 + 370 · 370 of 380²."""
    found = accord.relations.relation_kappa(nine_of_ten())
    assert found.observed == pytest.approx(2 / 380)
    assert found.expected == pytest.approx(7400 / 380**2)
    assert found.value == pytest.approx(1 - 760 / 7400)


def test_candidates_within_a_window():
    """With at most 25 characters between them: every entity and the next nine, on both sides; of
    the links, ten places on, none is inside, but one, B's from 9 to 10."""
    found = accord.relations.relation_kappa(nine_of_ten(), window=25)
    assert found.detail == {
        "candidates": 2 * sum(min(9, 19 - at) for at in range(20)),
        "outside": 19,
    }
    assert found.value == pytest.approx(0.0)


def test_whole_events_by_hand():
    """Both have one event, with another role in it: nothing in common, 1 by trigger and type."""
    rows = [("d", "A", (0, 3), (5, 9), "Buy:who"), ("d", "B", (0, 3), (5, 9), "Buy:what")]
    study = Relations.of(rows)
    assert accord.relations.event_f1(study).value == 0
    assert accord.relations.event_f1(study, roles=False).value == 1
