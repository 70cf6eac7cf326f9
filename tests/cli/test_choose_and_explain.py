"""Golden sessions of `accord choose --task` and `accord explain-difference`."""

import json

from tests.cli.commands import typed

WIDE = "item,coder Ann,coder Bob,coder Cyd\n" + "".join(
    f"s{n},{a},{b},{c}\n"
    for n, (a, b, c) in enumerate(
        ["aab", "aaa", "bbb", "bba", "ccb", "ccc", "aac", "bbb", "cca", "abb"]
    )
)


def test_choose_a_task(tmp_path):
    """A named task without data: what it must have, then the measures, γ first."""
    code, out, _ = typed("choose", "--task", "topic-transition", cwd=tmp_path)
    assert code == 0
    lines = out.splitlines()
    assert lines[0].startswith("topic transition: ")
    assert lines[1] == (
        "required: categories, units, embedding, overlap, many-coders; optional: gaps"
    )
    assert lines[6].split()[:7] == ["recommended", "γ", "(Mathet", "et", "al.)", "γ", "gamma"]
    assert "unsuitable" not in out


def test_choose_by_properties_as_json(tmp_path):
    """Properties instead of a name; JSON has the reasons of what is unsuitable too."""
    code, out, _ = typed("choose", "--task", "units,overlap", "--json", cwd=tmp_path)
    found = {c["measure"]: c for c in json.loads(out)["choices"]}
    assert code == 0
    assert found["u_alpha"]["verdict"] == "unsuitable"
    assert "overlap" in found["u_alpha"]["because"][0]


def test_choose_needs_something(tmp_path):
    """Neither file nor task is a usage error; an unknown task a line with suggestions."""
    assert typed("choose", cwd=tmp_path)[0] == 2
    code, _, err = typed("choose", "--task", "named-entitis", cwd=tmp_path)
    assert code == 1
    assert "did you mean named-entity" in err


def test_explain_difference(tmp_path):
    """Both numbers and the cause, for each call of the other program."""
    (tmp_path / "acts.csv").write_text(WIDE, "utf-8")
    code, out, _ = typed("explain-difference", "--vs", "nltk", "acts.csv", "-q", cwd=tmp_path)
    assert code == 0
    rows = {line.split("  ")[0]: line for line in out.splitlines()}
    assert " 0.3953 " in rows["kappa()"]
    assert " 0.3970 " in rows["kappa()"]
    assert "mean of the κ of all pairs" in rows["kappa()"]
    assert rows["pi()"].endswith("the same")


def test_explain_a_number(tmp_path):
    """Given the number that was printed, the call that gives it is named, or that none does."""
    (tmp_path / "acts.csv").write_text(WIDE, "utf-8")
    call = ("explain-difference", "--vs", "statsmodels", "acts.csv", "-q", "--value")
    out = typed(*call, "0.392", cwd=tmp_path)[1]
    assert "0.392 is what statsmodels gives by " in out
    assert "π for many coders" in out
    assert "none of these" in typed(*call, "0.77", cwd=tmp_path)[1]
    assert typed(*call, "high", cwd=tmp_path)[0] == 2
