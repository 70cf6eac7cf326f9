"""One call of every command on hostile studies: every name in them tries to be more than a name."""

import csv
import io

import accord
from accord._report.todo_lists import write_todo
from accord.infer.rounds.disputes import disputes

CODERS = ("[/b]\x1b[31mAnn", "Bo\u202eb", "C\x07[link=x]")
LABELS = ("\x1b]0;owned\x07", "[bold]x[/bold]", "=cmd|' /C calc'!A0", "y\rfake\x9b2J")
NAME = "evil \x1b[2J[bold] \u2066.csv"


def _table(rows):
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(rows)
    return stream.getvalue().encode()


def _codings():
    rows = [["item", "coder", "category", "domain", "lemma"]]
    for i in range(12):
        for c, coder in enumerate(CODERS):
            label = LABELS[(i + (c == i % 5)) % 4]
            rows.append([f"i{i}\x1b[5m", coder, label, "d[/i]" if i % 2 else "e\x1b", "w[/u]"])
    return _table(rows)


def _units():
    rows = [["document", "coder", "begin", "end", "category"]]
    for c, coder in enumerate(CODERS):
        for k in range(4):
            rows.append(["doc\x1b[8m[/x]", coder, 10 * k + c % 2, 10 * k + 6, LABELS[k]])
    return _table(rows)


def _chains():
    rows = [["document", "coder", "begin", "end", "chain"]]
    for c, coder in enumerate(CODERS):
        rows += [
            ["doc\x1b[8m", coder, 5 * k, 5 * k + 3, "ab"[(k + (c == k)) % 2]] for k in range(6)
        ]
    return _table(rows)


def _deixis():
    rows = [["item", "coder", "begin", "end", "anaphor"]]
    rows += [[f"t{i}\x1b", who, 10 * i, 10 * i + 4, 10 * i + 8] for i in range(3) for who in CODERS]
    return _table(rows)


def _votes():
    rows = [["model_a", "model_b", "winner", "judge", "question"]]
    for i in range(12):
        first, second = LABELS[i % 3], LABELS[(i + 1 + i % 2) % 3]
        for c, judge in enumerate(CODERS):
            winner = ("model_a", "model_b", "tie")[(i + (c == i % 5)) % 3]
            rows.append([first, second, winner, judge, f"q{i}\x1b[5m"])
    return _table(rows)


def _ratings():
    rows = [["item", "coder", "category"]]
    for i in range(24):
        for c, coder in enumerate(CODERS):
            rows.append([f"i{i}\x1b[5m", coder, str(1 + (i * 7 + (c == i % 3)) % 5 - (c == 2))])
    return _table(rows)


def _systems():
    rows = [["item", "coder", "category", "system"]]
    for i in range(24):
        for c, coder in enumerate(CODERS):
            score = str(1 + (i * 7 + (c == i % 3)) % 5 - (c == 2))
            rows.append([f"i{i}\x1b[5m", coder, score, LABELS[i % 3]])
    return _table(rows)


FILES = {
    NAME: _codings(),
    "units \x1b[1m.csv": _units(),
    "chains \x1b.csv": _chains(),
    "deixis \x1b.csv": _deixis(),
    "votes \x1b.csv": _votes(),
    "ratings \x1b.csv": _ratings(),
    "tree \x1b.txt": b"root\x1b[1m\n  x[/b]\n",
    "systems \x1b.csv": _systems(),
    "people \x1b.csv": _table([["who", "group"], *((coder, "g\x1b[/b]") for coder in CODERS[:2])])
    + _table([[CODERS[2], "h\x1b"]]),
}
UNITS, CHAINS, DEIXIS, VOTES, RATINGS, TREE, SYSTEMS, PEOPLE = list(FILES)[1:]

_NOISE = ("--mistake", "noise=.2")

SESSIONS = {
    "adjudicate": ["adjudicate", NAME, "--json"],
    "merge": ["merge", NAME, "todo.csv", "--undecided", "propose"],
    "align": ["align", UNITS],
    "align consensus": ["align", UNITS, "--consensus", "gold \x1b.csv"],
    "anatomy": ["anatomy", UNITS],
    "breakdown": ["breakdown", NAME],
    "breakdown by": ["breakdown", NAME, "--by", "domain", "-m", "alpha", "--distance", "nominal"],
    "chains": ["chains", CHAINS],
    "check": ["check", NAME, "--min", "pi:0.1"],
    "atlas": ["atlas", "add", NAME, "--title", "[b]\x1b", "--task", "text-classes"],
    "choose": ["choose", NAME],
    "cite": ["cite", "alpha\x1b"],
    "doctor": ["doctor"],
    "find": ["find", "alpha\x1b"],
    "compare": ["compare", NAME, "-m", "pi", "--other", "s", "--resamples", "20"],
    "compare system": ["compare", NAME, "-m", "pi", "--system", CODERS[0], "--resamples", "20"],
    "consensus": ["consensus", NAME],
    "consensus quality": ["consensus", NAME, "--quality"],
    "convert": ["convert", NAME, "out \x1b.csv"],
    "count": ["count", NAME, "-o", "counts \x1b.parquet"],
    "deixis": ["deixis", DEIXIS],
    "explain-difference": ["explain-difference", NAME, "--vs", "nltk"],
    "inspect": ["inspect", NAME],
    "judge": ["judge", NAME, "--judge", CODERS[0], "--resamples", "20"],
    "judge file": ["judge", NAME, "--judge", CODERS[0], "--resamples", "20", "-o", "j \x1b.html"],
    "measure": ["measure", NAME],
    "measure pairs": ["measure", NAME, "-m", "pi", "--by", "pair"],
    "measure units": ["measure", UNITS],
    "measures": ["measures", "pi\x1b"],
    "plan": ["plan", NAME, "-m", "pi", "--width", "0.2"],
    "rank": ["rank", VOTES],
    "g-study": ["g-study", NAME, "--value", "category", "--facets", "coder"],
    "groups": ["groups", NAME, "--by", "group", "--people", PEOPLE],
    "raters": ["raters", RATINGS],
    "rho": ["rho", "--kappa", "0.8", "--items", "40", "--base-rate", "0.2"],
    "screening": ["screening", NAME, "--include", "a"],
    "stop": ["stop", NAME],
    "systems": ["systems", SYSTEMS, "--resamples", "20"],
    "report": ["report", NAME, "--resamples", "20"],
    "report file": ["report", NAME, "--resamples", "20", "-o", "page \x1b.json"],
    "report units": ["report", UNITS, "--resamples", "5"],
    "senses": ["senses", NAME, "--lemma", "lemma", "--distance", "nominal"],
    "simulate": ["simulate", "study", "made \x1b.csv", NAME, "--reference", CODERS[0], *_NOISE],
    "no coder": ["simulate", "study", "made.csv", NAME, "--reference", "\x1bno", *_NOISE],
    "no host": ["serve", "--host", "no\x1b[2J"],
    "no folder": ["mcp", "--folder", "no\x1b[2J"],
    "loglinear": ["loglinear", NAME],
    "skew": ["skew", NAME],
    "standing": ["standing", NAME, "--task", "text-classes"],
    "taxonomy": ["taxonomy", "show", TREE, NAME],
    "no project": ["pull", "doccano", "http://127.0.0.1:9/\x1b", "1\x1b", "pulled \x1b.json"],
    "no file": ["measure", "no \x1b[2J file"],
    "no column": ["measure", NAME, "--item", "no\x1b[2J"],
    "no measure": ["measure", NAME, "-m", "no\x1b[2J"],
    "no option": ["measure", NAME, "--no\x1b[2J"],
}
"""Name → what is typed; each command is there, and some mistakes that quote what was typed."""

DATA = {
    f"{name} {option}": [*SESSIONS[name], option]
    for name, option in [
        ("align", "--csv"),
        ("align", "--json"),
        ("anatomy", "--json"),
        ("breakdown", "--json"),
        ("chains", "--json"),
        ("compare", "--json"),
        ("consensus", "--csv"),
        ("consensus", "--json"),
        ("deixis", "--json"),
        ("explain-difference", "--json"),
        ("inspect", "--json"),
        ("judge", "--json"),
        ("judge", "--markdown"),
        ("measure", "--json"),
        ("measure pairs", "--json"),
        ("rank", "--json"),
        ("raters", "--json"),
        ("systems", "--json"),
        ("report", "--csv=items"),
        ("report", "--json"),
        ("report", "--latex"),
        ("report", "--markdown"),
        ("senses", "--json"),
        ("skew", "--json"),
    ]
}
"""The same for programs: JSON, CSV, LaTeX, Markdown."""


def hostile_folder(folder):
    """Write the files into a folder."""
    for name, content in FILES.items():
        (folder / name).write_bytes(content)
    write_todo(disputes(accord.read(folder / NAME)), folder / "todo.csv")
    return folder
