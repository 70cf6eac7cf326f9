"""A G-study with facets by name: analysis of variance by hand, nested facets, rows that are
missing, labels, and what the data cannot tell apart."""

import json

import numpy as np
import pytest

import accord
from accord.errors import DataError, NotApplicableError, UnknownNameError
from accord.infer.why.g_study import g_study

RNG = np.random.default_rng(5)
Y = (
    2 * RNG.normal(size=(6, 1, 1))
    + RNG.normal(size=(1, 3, 1))
    + RNG.normal(size=(6, 3, 1))
    + RNG.normal(size=(1, 1, 4))
    + RNG.normal(size=(6, 3, 4))
).round(3)
"""Six items by three coders by four tools."""


def _rows(nested=False):
    """Rows of Y; nested: the coders of each tool are other people."""
    return [
        {"item": i, "coder": f"{c}{t if nested else ''}", "tool": f"t{t}", "score": float(y)}
        for (i, c, t), y in np.ndenumerate(Y)
    ]


def _parts(found):
    return {part.name: part.variance for part in found.parts}


def test_crossed_facets_are_the_analysis_of_variance():
    """Mean squares of a complete design by their textbook formulas, and the variances that solve
    their expectations (Brennan 2001, §3.3)."""
    i, c, t = Y.shape
    m = {
        axes: Y.mean(axis=axes, keepdims=True)
        for axes in ((), (0,), (1,), (2,), (0, 1), (0, 2), (1, 2))
    }
    grand = Y.mean()
    ms_i = c * t * ((m[1, 2] - grand) ** 2).sum() / (i - 1)
    ms_c = i * t * ((m[0, 2] - grand) ** 2).sum() / (c - 1)
    ms_t = i * c * ((m[0, 1] - grand) ** 2).sum() / (t - 1)
    ms_ic = t * ((m[2,] - m[1, 2] - m[0, 2] + grand) ** 2).sum() / ((i - 1) * (c - 1))
    ms_it = c * ((m[1,] - m[1, 2] - m[0, 1] + grand) ** 2).sum() / ((i - 1) * (t - 1))
    ms_ct = i * ((m[0,] - m[0, 2] - m[0, 1] + grand) ** 2).sum() / ((c - 1) * (t - 1))
    rest = Y - m[2,] - m[1,] - m[0,] + m[1, 2] + m[0, 2] + m[0, 1] - grand
    ms_r = (rest**2).sum() / ((i - 1) * (c - 1) * (t - 1))
    expected = {
        "item": (ms_i - ms_ic - ms_it + ms_r) / (c * t),
        "coder": (ms_c - ms_ic - ms_ct + ms_r) / (i * t),
        "tool": (ms_t - ms_it - ms_ct + ms_r) / (i * c),
        "item × coder": (ms_ic - ms_r) / t,
        "item × tool": (ms_it - ms_r) / c,
        "coder × tool": (ms_ct - ms_r) / i,
        "rest": ms_r,
    }
    found = g_study(_rows(), "score", ["coder", "tool"])
    assert _parts(found) == pytest.approx(expected, abs=1e-9)
    plus = {name: max(part, 0) for name, part in expected.items()}
    error = plus["item × coder"] / 3 + plus["item × tool"] / 2 + plus["rest"] / 6
    assert found.relative(coder=3, tool=2) == pytest.approx(
        plus["item"] / (plus["item"] + error), abs=1e-9
    )
    error += plus["coder"] / 3 + plus["tool"] / 2 + plus["coder × tool"] / 6
    assert found.absolute(coder=3, tool=2) == pytest.approx(
        plus["item"] / (plus["item"] + error), abs=1e-9
    )
    assert "below 0" in str(found.notes) or min(expected.values()) >= 0


def test_nested_facets():
    """Other coders for each tool: coder:tool, with its own mean square."""
    i, c, t = Y.shape
    found = g_study(_rows(nested=True), "score", ["coder", "tool"])
    assert found.nested == {"coder": ("tool",)}
    by_it, by_ct = Y.mean(axis=1, keepdims=True), Y.mean(axis=0, keepdims=True)
    by_i, by_t = Y.mean(axis=(1, 2), keepdims=True), Y.mean(axis=(0, 1), keepdims=True)
    ms_r = ((Y - by_it - by_ct + by_t) ** 2).sum() / ((i - 1) * (c - 1) * t)
    ms_ct = i * ((by_ct - by_t) ** 2).sum() / ((c - 1) * t)
    ms_it = c * ((by_it - by_i - by_t + Y.mean()) ** 2).sum() / ((i - 1) * (t - 1))
    ms_i = c * t * ((by_i - Y.mean()) ** 2).sum() / (i - 1)
    ms_t = i * c * ((by_t - Y.mean()) ** 2).sum() / (t - 1)
    assert _parts(found) == pytest.approx(
        {
            "item": (ms_i - ms_it) / (c * t),
            "tool": (ms_t - ms_it - ms_ct + ms_r) / (i * c),
            "item × tool": (ms_it - ms_r) / c,
            "coder:tool": (ms_ct - ms_r) / i,
            "rest": ms_r,
        },
        abs=1e-9,
    )


def test_rows_that_are_missing():
    """Whatever is missing, sums of squares have the expectations that traces of matrices give:
    tr(P_a Z_b Z_b') less that of the mean, solved for the variances."""
    rows = [row for at, row in enumerate(_rows()) if at % 5]
    y = np.array([row["score"] for row in rows])
    n = len(y)

    def design(*names):
        keys = [tuple(row[name] for name in names) for row in rows]
        return np.array([[float(key == level) for level in sorted(set(keys))] for key in keys])

    z = [
        *(design("item"), design("coder"), design("tool"), design("item", "coder")),
        *(design("item", "tool"), design("coder", "tool"), np.eye(n)),
    ]
    mean = np.full((n, n), 1 / n)
    p = [one @ np.linalg.inv(one.T @ one) @ one.T - mean for one in z]
    equations = [[np.trace(a @ b @ b.T) for b in z] for a in p]
    expected = np.linalg.solve(equations, [y @ a @ y for a in p])
    found = g_study(rows, "score", ["coder", "tool"])
    assert [part.variance for part in found.parts] == pytest.approx(expected.tolist(), abs=1e-8)


def test_one_facet_is_the_plain_study():
    """With the coder as the only facet all parts and limits are those of `generalizability`."""
    rows = [row for row in _rows() if row["tool"] == "t0"][1:]
    plain = accord.infer.generalizability(
        accord.codings([(row["item"], row["coder"], row["score"]) for row in rows])
    )
    found = g_study(rows, "score", ["coder"])
    assert list(_parts(found).values()) == pytest.approx(
        [plain.item, plain.coder, plain.residual], abs=1e-9
    )
    assert found.parts[0].low == pytest.approx(plain.limits[0][0], rel=1e-6)
    assert found.parts[0].high == pytest.approx(plain.limits[0][1], rel=1e-6)


def test_labels_are_their_indicators():
    """Parts of labels are the sums of the parts of each label's indicator; names of labels, and
    numbers that are names, change nothing."""
    rows = [{**row, "tag": "abc"[int(abs(row["score"]) * 2) % 3]} for row in _rows()]
    found = _parts(g_study(rows, "tag", ["coder", "tool"]))
    by_label = [
        _parts(g_study([{**r, "is": float(r["tag"] == x)} for r in rows], "is", ["coder", "tool"]))
        for x in "abc"
    ]
    assert found == pytest.approx({name: sum(p[name] for p in by_label) for name in found})
    coded = [{**row, "tag": str("cab".index(row["tag"]) + 7)} for row in rows]
    assert _parts(g_study(coded, "tag", ["coder", "tool"], names=True)) == pytest.approx(found)
    assert _parts(g_study(coded, "tag", ["coder", "tool"])) != pytest.approx(found)


def test_what_cannot_be_told():
    """Columns that change together, constant ones, unknown ones, numbers among names, and facets
    that each item has only one of are refused or said; nothing is guessed."""
    rows = _rows()
    with pytest.raises(DataError, match="always change together"):
        g_study([{**row, "twin": row["tool"] * 2} for row in rows], "score", ["tool", "twin"])
    with pytest.raises(DataError, match="one value only"):
        g_study([{**row, "tool": "one"} for row in rows], "score", ["coder", "tool"])
    with pytest.raises(UnknownNameError, match="tol"):
        g_study(rows, "score", ["tol"])
    with pytest.raises(DataError, match="are they names"):
        g_study([{**rows[0], "score": "x"}, *rows[1:]], "score", ["coder"])
    with pytest.raises(DataError, match="each another column"):
        g_study(rows, "score", ["item"])
    # Items 0–2 with one tool, 3–5 with the other.
    apart = [row for row in rows if row["tool"] == ("t0" if row["item"] < 3 else "t1")]
    found = g_study(apart, "score", ["coder", "tool"])
    assert found.nested["item"] == ("tool",)
    with pytest.raises(NotApplicableError, match=r"cannot be (separated|estimated)"):
        found.absolute()
    # Each item has one tool for each coder: item × coder and item × tool are single rows.
    square = [row for row in rows if (row["item"] + int(row["coder"])) % 4 == int(row["tool"][1])]
    found = g_study(square, "score", ["coder", "tool"])
    assert found.hidden == ("item × coder", "item × tool")
    assert 0 <= found.absolute() <= found.relative() <= 1
    with pytest.raises(NotApplicableError, match="cannot be separated"):
        found.absolute(coder=2)


def test_the_command(tmp_path):
    """A file gives the same as rows; empty cells are left out and said."""
    from click.testing import CliRunner

    from accord.cli.commands.g_study import command

    rows = _rows()
    lines = [",".join(map(str, row.values())) for row in rows]
    path = tmp_path / "scores.csv"
    path.write_text("\n".join([",".join(rows[0]), *lines, "9,0,,1.5"]), "utf-8")
    call = [str(path), "--value", "score", "--facets", "coder,tool"]
    printed = CliRunner().invoke(command, call)
    assert printed.exit_code == 0, printed.output
    assert "1 row with an empty cell left out" in printed.output
    told = json.loads(CliRunner().invoke(command, [*call, "--json"]).output)
    expected = _parts(g_study(rows, "score", ["coder", "tool"]))
    assert {p["name"]: p["variance"] for p in told["parts"]} == pytest.approx(expected)
