"""How far the work is: told by every stage, shown on a terminal, said in lines where asked for."""

import sys
from dataclasses import replace

import pytest
from tests.laws.test_by_document import spans

import accord
from accord.cli import console
from accord.infer.advice.plan import plan_items
from accord.infer.tests.compare import compare
from accord.infer.tests.people import ceiling
from accord.infer.tests.slices import compare_slices
from accord.infer.why.breakdown import breakdown
from accord.infer.why.coders import by_pair, pair_matrix
from accord.infer.why.influence import influence

CODINGS = replace(
    accord.codings([(i, c, (i * n) % 3) for i in range(12) for n, c in enumerate("ABC", 1)]),
    about={"part": [i % 3 for i in range(12)]},
)
GAMMA = accord.bound("gamma", precision=None, samples=3)


@pytest.mark.parametrize(
    "work",
    [
        lambda tell: breakdown(spans(), "item", "span_f1", progress=tell),
        lambda tell: breakdown(spans(), "coder", GAMMA, progress=tell),
        lambda tell: breakdown(spans(), "pair", "span_f1", progress=tell),
        lambda tell: breakdown(CODINGS, "part", "pi", progress=tell),
        lambda tell: influence(CODINGS, "coder", "pi", progress=tell),
        lambda tell: influence(CODINGS, "category", "pi", progress=tell),
        lambda tell: pair_matrix(CODINGS, "pi", progress=tell),
        lambda tell: by_pair(CODINGS, "pi", progress=tell),
        lambda tell: ceiling(spans(), "c0", GAMMA, resamples=20, progress=tell),
        lambda tell: compare_slices(CODINGS, "part", "pi", progress=tell),
        lambda tell: compare(
            spans(), spans(2), "span_f1", method="basic", resamples=300, progress=tell
        ),
        lambda tell: plan_items("kappa", expected=0.7, width=0.2, resamples=5, progress=tell),
        lambda tell: accord.interval(spans(), "u_alpha", resamples=300, progress=tell),
    ],
)
def test_work_tells_how_far_it_is(work):
    """In several steps that rise to 1."""
    told = []
    work(told.append)
    assert len(told) > 1
    assert told == sorted(told)
    assert told[-1] == pytest.approx(1.0, abs=1e-12)


def test_lines_where_asked_for(capsys, monkeypatch):
    """A line says how much is done and how long it will take; not more often than every so many
    seconds, and none before anything is done."""
    monkeypatch.setattr(console, "SECONDS_BETWEEN", 0.0)
    show = console._in_lines("resampling")
    show(0.0)
    show(0.25)
    show(3, 4, what="aligning")
    said = capsys.readouterr().err.splitlines()
    assert said == ["resampling: 25%, about 1 s left", "aligning: 75%, about 1 s left"]


@pytest.mark.parametrize("asked", [[], ["--progress"]])
def test_pipes_get_nothing_unasked(asked, tmp_path, capsys, monkeypatch):
    """Without a terminal there are lines with `accord --progress` only."""
    monkeypatch.setattr(console, "SECONDS_BETWEEN", 0.0)
    rows = [
        "item,coder,label",
        *(f"{i},{c},{(i + i * n) % 3}" for i in range(9) for n, c in enumerate("ABC")),
    ]
    (tmp_path / "acts.csv").write_text("\n".join(rows), "utf-8")
    words = ["breakdown", str(tmp_path / "acts.csv"), "--by", "pair", "-m", "kappa"]
    with pytest.raises(SystemExit) as end:
        accord_main([*asked, *words])
    assert end.value.code == 0
    assert ("left" in capsys.readouterr().err) == bool(asked)


def accord_main(words):
    """The command line, in this process."""
    from accord.cli import main

    assert not sys.stderr.isatty()
    main(words)
