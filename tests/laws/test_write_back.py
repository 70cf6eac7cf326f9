"""What is written for a tool is read back as it was, as far as the tool's format can hold it."""

import random

import pytest

import accord
from accord._report.write_back import EXPORTERS, export
from accord.errors import DataError, UnknownNameError
from accord.kinds.spans.study import Unitizings

TEXTS = ("one two three.", "Zürich: no, yes!", "a 😀 rocket b", "it's x_1 [y] a|b \\ c")
LABELS = ("X", "Y-1", "loc/city", "[z]", "a|b", "_", "*")
SPANS = {
    "brat": "",
    "webanno": "",
    "label-studio": "x.json",
    "prodigy": "x.jsonl",
    "refi": "x.qdpx",
}
LABELLED = {"label-studio": "x.json", "prodigy": "x.jsonl", "refi": "x.qdpx"}


def _units(seed, labels=LABELS):
    """A study of spans at the edges of words, which overlap and repeat; every document is seen."""
    rng = random.Random(seed)
    texts = {str(at): rng.choice(TEXTS) for at in range(1, rng.randint(2, 4))}
    rows, seen = {}, []
    for name, text in texts.items():
        edges = [at for at, letter in enumerate(text) if not letter.isspace()]
        for coder in ("ann", "bob", "cyd"):
            if coder == "ann" or rng.random() < 0.8:
                seen.append((name, coder))
                for _ in range(rng.randint(coder == "ann", 4)):
                    begin, last = sorted(rng.sample(edges, 2))
                    rows[name, coder, begin, last + 1, rng.choice(labels)] = None
    coders = [c for c in ("ann", "bob", "cyd") if any(who == c for _, who in seen)]
    return Unitizings.of(list(rows), items=list(texts), coders=coders, texts=texts, seen=seen)


def _codings(seed, sets):
    rng = random.Random(seed)
    rows = []
    for item in range(1, 6):
        for coder in ("ann", "bob"):
            if coder == "ann" or rng.random() < 0.7:
                some = frozenset(rng.sample(["x", "y z", "w"], rng.randint(1, 2)))
                rows.append((str(item), coder, some if sets else rng.choice(["x", "y z"])))
    if sets:
        rows += [("6", "ann", frozenset(["x", "w"]))]
    return accord.codings(rows)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("to", SPANS)
def test_spans_return(tmp_path, to, seed):
    """Spans with overlaps, emoji and signs: the same units, texts and coders; and who saw what."""
    study = _units(seed)
    made = export(study, to)
    path = tmp_path / (SPANS[to] or "out")
    losses = accord.write(study, path, format=to)
    assert losses == made.losses
    again = accord.read(path, seen="marked" if to == "refi" and losses else None)
    if to == "refi":  # which cannot say who saw what, and says so
        assert [{*c} for c in again.continua] == [{*c} for c in study.continua]
        assert [c.text for c in again.continua] == [c.text for c in study.continua]
        assert any("who saw what" in loss for loss in losses) or again == study
    else:
        assert losses == []
        assert again == study


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("sets", [False, True], ids=["labels", "sets"])
@pytest.mark.parametrize("to", LABELLED)
def test_labels_return(tmp_path, to, sets, seed):
    """Labels and sets of labels of items: the same codings."""
    study = _codings(seed, sets)
    path = tmp_path / LABELLED[to]
    accord.write(study, path, format=to)
    if to == "refi":  # a source that a coder did not code is read as coded with nothing
        again = accord.read(path, layer="documents")
        rows = {(i, c): k for i, c, k in again.rows() if k not in ("(none)", frozenset(["(none)"]))}
        assert rows == {(i, c): k for i, c, k in study.rows()}
    else:
        assert accord.read(path) == study


def test_tags_of_tokens_return(tmp_path):
    """CoNLL-U: labels of tokens with their words, a file for each coder."""
    for name, tag in (("ann", "NOUN"), ("bob", "VERB")):
        row = "{}\t{}\t_\t{}\t_\t_\t_\t_\t_\t_\n"
        text = "# sent_id = s1\n" + row.format(1, "one", "NUM") + row.format(2, "run", tag)
        (tmp_path / f"{name}.conllu").write_text(
            text + "\n# sent_id = s2\n" + row.format(1, "x", "X")
        )
    study = accord.read([tmp_path / "ann.conllu", tmp_path / "bob.conllu"], layer="upos")
    losses = accord.write(study, tmp_path / "out", format="conllu")
    again = accord.read(
        [tmp_path / "out" / "ann.conllu", tmp_path / "out" / "bob.conllu"], layer="upos"
    )
    assert losses == []
    assert again == study
    assert again.about["form"] == study.about["form"] == ("one", "run", "x")


def test_consensus_returns_to_the_tool(tmp_path):
    """One coder's study, as consensus gives it, is written and read like any other."""
    study = _units(3, labels=("X",)).only([0])
    accord.write(study, tmp_path / "gold", format="brat")
    assert accord.read(tmp_path / "gold") == study


LOSSES = {
    "brat": ({"category": "two words"}, "brat's types are words"),
    "webanno": ({"text": "one  two\n"}, "white space"),
    "prodigy": ({"item": "interview"}, "Prodigy numbers its items"),
    "label-studio": ({"category": None}, "without a category"),
    "refi": ({"category": None}, "without a category"),
}


@pytest.mark.parametrize("to", LOSSES)
def test_what_a_format_cannot_hold_is_said(to):
    """Every format says what it loses."""
    changed, told = LOSSES[to]
    case = {"item": "1", "category": "X", "text": "one two", **changed}
    study = Unitizings.of(
        [(case["item"], "A", 0, 3, case["category"])], texts={case["item"]: case["text"]}
    )
    assert any(told in loss for loss in export(study, to).losses)


def test_what_would_be_wrong_is_refused(tmp_path):
    """Times are no characters, spans without text are no stand-off, items are no tokens."""
    times = Unitizings.of([("d", "A", 0.5, 1.5, "x")], texts={"d": "one two"})
    bare = Unitizings.of([("d", "A", 0, 1, "x")])
    labels = accord.codings([("i", "A", "x"), ("i", "B", "x")])
    for to in SPANS:
        with pytest.raises(DataError, match="has times"):
            accord.write(times, tmp_path / "x", format=to)
        with pytest.raises(DataError, match="needs the text"):
            accord.write(bare, tmp_path / "x", format=to)
    with pytest.raises(DataError, match="not a token"):
        accord.write(labels, tmp_path / "x", format="conllu")
    for to in ("brat", "webanno"):
        with pytest.raises(DataError, match="works with spans"):
            accord.write(labels, tmp_path / "x", format=to)
    with pytest.raises(UnknownNameError, match="did you mean brat"):
        accord.write(labels, tmp_path / "x", format="bratt")
    assert not (tmp_path / "x").exists()


def test_names_do_not_lead_out_of_the_folder(tmp_path):
    """A document called ../x is a file in the folder that was asked for."""
    study = Unitizings.of([("../../x", "a/b", 0, 3, "X")], texts={"../../x": "one two"})
    losses = accord.write(study, tmp_path / "out", format="brat")
    assert any("names of files" in loss for loss in losses)
    assert sorted(p.relative_to(tmp_path).parts[0] for p in tmp_path.rglob("*")) == ["out"] * 4


def test_every_writer_is_a_format():
    """What is written has the name of a format that is read."""
    from accord._read.formats.table import FORMATS

    assert EXPORTERS.keys() <= FORMATS.keys()
