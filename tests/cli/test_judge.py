"""`accord judge` and the gates of `accord check --judge`."""

import json
from pathlib import Path

import pytest
from tests.cli.commands import called

PEOPLE = {"ann": "aabbbbbccccc" * 4, "bob": "abbbbbcccccc" * 4, "eve": "aabbbbbcccca" * 4}


@pytest.fixture
def path(tmp_path):
    """Three people and two models, 48 items, with a column about items."""
    labels = {**PEOPLE, "gpt": "aabbbbbccccc" * 4, "llama": "abcabcabcabc" * 4}
    lines = ["item,coder,label,domain"]
    for coder, own in labels.items():
        lines += [f"s{at},{coder},{k},{'law' if at % 2 else 'news'}" for at, k in enumerate(own)]
    file = tmp_path / "answers.csv"
    file.write_text("\n".join(lines) + "\n", "utf-8")
    return str(file)


def test_the_sheet_as_text(path, capsys):
    """The decision first, with what decides; then people, agreement and a paragraph for a paper. By
    default only the first screen, which names the way to the rest."""
    asked = ("judge", path, "-q", "--judge", "gpt", "--people", "ann,bob,eve", "--by", "domain")
    out, _ = called(capsys, *asked, "--details")
    short, _ = called(capsys, *asked)
    lines = out.splitlines()
    assert lines[0] == "gpt compared with people in answers.csv"
    assert lines[2] == "gpt can replace people."
    assert lines[4] == "DECISION"
    assert "Margin: 0.05" in lines[5]
    assert "ε = 0.1" in lines[5]
    assert "3 people." in lines[5]
    assert lines[8] == "WHY THIS VERDICT"
    assert lines[9].startswith("gpt can replace people: within the margin of 0.05")
    assert "WHAT TO DO NEXT\nUse gpt for items like these." in out
    assert "winning rate ω = 1.00, advantage probability ρ = 1.00" in out
    assert "AGREEMENT AMONG PEOPLE\n3 people; 48 items judged by two or more of them" in out
    assert "Always answering “b” would reach" in out
    assert "domain  law " in out
    assert out.index("AGREEMENT") < out.index("SOFT LABELS") < out.index("TEXT FOR A PAPER")
    answer, more = short.rstrip().rsplit("\n", 1)
    assert out.startswith(answer)
    assert "WHAT TO DO NEXT\nUse gpt for items like these." in answer
    assert "AGREEMENT AMONG PEOPLE" not in answer
    assert "--details" in more


def test_several_judges_by_a_pattern(path, capsys):
    """`--judges` takes patterns; every judge has its decision, and all of them are a jury."""
    out, _ = called(
        capsys, "judge", path, "-q", "--judges", "gpt,l*ma", "--json", "--resamples", "50"
    )
    data = json.loads(out)
    assert [one["judge"] for one in data["judges"]] == ["gpt", "llama"]
    assert [one["decision"]["verdict"] for one in data["judges"]] == ["replace", "no"]
    assert data["jury"]["best"] == "gpt"
    assert data["settings"]["people"] == ["ann", "bob", "eve"]


def test_files_and_forms(path, tmp_path, capsys):
    """A page, JSON, Markdown and text of the same numbers; an unknown type is refused first."""
    pytest.importorskip("jinja2")
    names = [str(tmp_path / f"sheet.{end}") for end in ("html", "json", "md", "txt")]
    outputs = [word for name in names for word in ("-o", name)]
    options = ("--judge", "gpt", "--people", "ann,bob,eve", "--resamples", "50")
    out, err = called(capsys, "judge", path, "-q", *options, *outputs)
    assert out == ""
    assert err.count("wrote ") == 4
    page, data, markdown, text = (Path(name).read_text("utf-8") for name in names)
    advantage = json.loads(data)["judges"][0]["alternative"]["advantage"]
    assert advantage == 1.0
    for form in (page, markdown, text):
        assert "ρ = 1.00" in form
    assert "http" not in page.replace("http-equiv", "")
    assert markdown.startswith("# gpt compared with people in answers.csv")
    _, err = called(capsys, "judge", path, "-q", *options, "-o", "sheet.xls", code=1)
    assert "unknown file type; use .html" in err
    out, _ = called(capsys, "judge", path, "-q", *options, "--summary")
    assert out.startswith("gpt can replace people")


def test_mistakes_are_said(path, capsys):
    """No judge, an unknown one, a mirror that is none."""
    _, err = called(capsys, "judge", path, "-q", code=1)
    assert "ich coder is the model? Name it with --judge gpt" in err
    _, err = called(capsys, "judge", path, "-q", "--judge", "claude", code=1)
    assert "no coder 'claude' for --judge; coders are ann, bob" in err
    options = ("--judge", "gpt", "--swapped", "llama", "--mirror", "AB")
    _, err = called(capsys, "judge", path, "-q", *options, code=1)
    assert "--mirror 'AB': write the two labels with = between, A=B" in err


def test_a_job_summary(path, capsys):
    """`check --markdown` prints every gate as a row, passed or failed, and exits as before."""
    options = ("-q", "--judge", "gpt", "--people", "ann,bob,eve", "--markdown")
    out, err = called(
        capsys, "check", path, *options, "--min", "kappa:0.9", "--min-advantage", "1.1", code=1
    )
    assert out.splitlines()[0] == "### accord check: 1 of 2 passed"
    assert "| **failed** | advantage of gpt = 1.0000 &lt; 1.1 |" in out
    assert "| passed | Cohen's κ = 1.0000 " in out
    assert "confidence that it is at least 0.9: 0.9" in out
    assert "advantage of gpt = 1.0000 < 1.1" in err


def test_columns_of_a_table_are_named(tmp_path, capsys):
    """A column called judge would name coders of a long table; who is named as a judge, and who
    as people, are columns of a wide one; with the judge alone the people are asked for."""
    lines = ["item,tokens,judge,ann,bob"]
    lines += [f"q{at},{7 * at % 50},{at % 2},{at % 2},{at % 3 % 2}" for at in range(40)]
    file = tmp_path / "frame.csv"
    file.write_text("\n".join(lines) + "\n", "utf-8")
    _, err = called(capsys, "judge", file, "-q", "--judge", "judge", code=1)
    assert "Which columns are people? Name them with --people. Columns besides judge: item" in err
    out, _ = called(
        capsys, "judge", file, "-q", "--judge", "judge", "--people", "ann,bob", "--details"
    )
    assert "2 people; 40 items judged" in out


def test_a_log_names_samples_rounds_and_models(tmp_path, capsys):
    """A log of Inspect: scorers are coders, epochs rounds, and intervals are over samples."""
    samples = [
        {
            "id": i,
            "epoch": e,
            "scores": {name: {"value": "CI"[(i + e * k) % 4 == 0]} for k, name in enumerate("hjk")},
        }
        for i in range(30)
        for e in (1, 2)
    ]
    head = {"task": "t", "task_id": "a", "run_id": "b", "model": "openai/gpt-4o"}
    log = {"version": 2, "status": "success", "eval": head, "samples": samples}
    file = tmp_path / "log.json"
    file.write_text(json.dumps(log), "utf-8")
    out, _ = called(capsys, "judge", file, "-q", "--judge", "j", "--json", "--resamples", "50")
    data = json.loads(out)
    assert data["notes"][0] == (
        "a log of 30 samples in 2 rounds, made by openai/gpt-4o; scorers are coders; intervals "
        "are over samples"
    )
    one = data["judges"][0]
    assert one["runs"]["items"] == 30
    assert one["score"]["bias_interval"]["over"] == "clusters"
    assert one["beside"][0]["measures"]["alpha"]["interval"]["over"] == "sample"


def test_gates_of_a_pipeline(path, capsys):
    """`check --judge` passes and fails by the advantage, the winning rate, and the vote."""
    options = ("-q", "--judge", "gpt", "--people", "ann,bob,eve")
    out, _ = called(
        capsys, "check", path, *options, "--min-advantage", "0.9", "--min-winning", "0.5"
    )
    assert "advantage of gpt = 1.0000: at least 0.9 (ε = 0.1)" in out
    out, _ = called(capsys, "check", path, *options, "--min", "kappa:0.9")
    assert out.startswith(
        "Cohen's κ = 1.0000 [0.8816, 1.0000], confidence that it is at least 0.9: "
    )
    bad = ("-q", "--judge", "llama", "--people", "ann,bob,eve")
    _, err = called(capsys, "check", path, *bad, "--min-advantage", "0.9", code=1)
    assert "advantage of llama = 0.4" in err
    assert "< 0.9" in err
    _, err = called(capsys, "check", path, "-q", "--min-advantage", "0.9", code=2)
    assert "--min-advantage is for --judge; add it" in err
    _, err = called(capsys, "check", path, "-q", code=2)
    assert "othing to check. Add --min" in err
    more = ("--judge", "gpt", "--people", "ann", "--min-advantage", "0.5")
    _, err = called(capsys, "check", path, "-q", *more, code=3)
    assert "needs two people or more" in err


def test_check_reads_what_judge_reads(tmp_path, capsys):
    """A wide table whose judge is named is read by both commands, without a further option."""
    lines = ["item,tokens,judge,ann,bob"]
    lines += [f"q{at},{7 * at % 50},{at % 2},{at % 2},{at % 2}" for at in range(160)]
    file = tmp_path / "frame.csv"
    file.write_text("\n".join(lines) + "\n", "utf-8")
    named = ("-q", "--judge", "judge", "--people", "ann,bob")
    out, _ = called(capsys, "judge", file, *named, "--resamples", "20")
    assert "judge can replace people." in out
    out, _ = called(capsys, "check", file, *named, "--min-winning", "0.5")
    assert "winning rate of judge = 1.0000" in out
