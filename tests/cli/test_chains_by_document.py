"""`accord chains --by document`: recall, precision and κ of each narrative, σ below."""

import json

import pytest
from tests.cli.commands import called

import accord


def test_a_table_of_narratives(tmp_path, capsys):
    """The numbers of Python, a row a document and σ last, as a table and as JSON; without --by the
    rest of the command is as it was."""
    path = tmp_path / "chains.jsonl"
    chains = {
        "n1": {"key": ["ab", "cd"], "response": ["ab", "c", "d"]},
        "n2": {"key": ["abc", "de"], "response": ["abc", "de"]},
    }
    study = accord.Partitions.of_chains(chains)
    rows = [
        {"document": d, "coder": c, "mention": m, "chain": str(n)}
        for d, by in chains.items()
        for c, own in by.items()
        for n, chain in enumerate(own)
        for m in chain
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    found = json.loads(called(capsys, "chains", path, "--by", "document", "--json", "-q").out)
    wanted = accord.infer.narratives(study)
    assert [row["document"] for row in found] == ["n1", "n2", "σ"]
    for row, own in zip(found, wanted, strict=True):
        assert row["recall"] == pytest.approx(own.recall)
        assert row["precision"] == pytest.approx(own.precision)
    printed = called(capsys, "chains", path, "--by", "document", "-q").out
    assert printed.splitlines()[0].split() == ["document", "κ", "recall", "precision"]
    assert printed.splitlines()[3].startswith("σ ")
    whole = called(capsys, "chains", path, "-q").out
    assert "recall" in whole
    assert "σ" not in whole
