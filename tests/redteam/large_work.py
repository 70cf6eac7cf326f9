"""Small files that ask for much work: large numbers, many names, entangled spans, long chains."""

from pathlib import Path
from random import Random

from tests.redteam.hostile import given, hostile, table

SPANS = ("document", "coder", "begin", "end", "label")
CODINGS = ("item", "coder", "label")


def _units(rows):
    return table(SPANS, rows)


FAR = _units(
    [
        ("d", "A", 0, 10, "x"),
        ("d", "B", 0, 10, "x"),
        ("d", "A", 100_000_000, 100_000_010, "y"),
        ("d", "B", 100_000_000, 100_000_012, "x"),
    ]
)
for measure in (
    "u_alpha",
    "bar_u_alpha",
    "cu_alpha",
    "ku_alpha",
    "alpha_u_1995",
    "u_alpha_2013",
    "cu_alpha_2013",
    "kappa_d",
    "pi_d",
    "alpha_d",
    "slot_error_rate",
    "span_f1",
    "overlap_f1",
    "partial_f1",
    "atom_f1",
    "begin_f1",
    "gamma",
    "gamma_cat",
    "gamma_k",
):
    given(f"far units {measure}", "far.csv", FAR, "measure", "FILE", "-m", measure)
given("far units", "far.csv", FAR)
for command in ("report", "anatomy", "breakdown", "align", "inspect"):
    output = ("-o", "r.html") if command == "report" else ()
    given(f"far units {command}", "far.csv", FAR, command, "FILE", *output)
given("far units interval", "far.csv", FAR, "measure", "FILE", "--interval")


def _nested(coders: int, units: int) -> str:
    return _units(
        ("d", f"c{c}", n + c, 2000 - n - c, "xyz"[(n + c) % 3])
        for c in range(coders)
        for n in range(units)
    )


def _overlapping(coders: int, units: int, seed: int = 1) -> str:
    rng = Random(seed)
    rows = []
    for c in range(coders):
        for _ in range(units):
            begin = rng.randrange(1000)
            rows.append(("d", f"c{c}", begin, begin + rng.randrange(1, 400), rng.choice("xyz")))
    return _units(rows)


given(
    "nested units gamma",
    "nested.csv",
    _nested(2, 200),
    "measure",
    "FILE",
    "-m",
    "gamma",
    "--budget",
    "0.1",
)
given("nested units align", "nested.csv", _nested(2, 200), "align", "FILE", "--budget", "0.1")
given("nested units", "nested.csv", _nested(2, 200))
given("overlapping units gamma", "o.csv", _overlapping(5, 200), "measure", "FILE", "-m", "gamma")
given("overlapping units", "o.csv", _overlapping(5, 200))
given("overlapping units align", "o.csv", _overlapping(5, 200), "align", "FILE")
given("overlapping units report", "o.csv", _overlapping(5, 200), "report", "FILE", "-o", "r.html")
given("twelve coders gamma", "t.csv", _overlapping(12, 60), "measure", "FILE", "-m", "gamma")
given("twelve coders", "t.csv", _overlapping(12, 60))
given("twelve coders report", "t.csv", _overlapping(12, 60), "report", "FILE", "-o", "r.html")


@hostile("counts with a row of 10^12")
def counts_row(folder: Path) -> list[str]:
    """The number of a pattern is no reason to make room for all before it."""
    from tests.redteam.counts_files import written

    written(folder / "c.parquet", row=[0, 0, 10**12, 10**12])
    return ["measure", "c.parquet"]


def _codings(items: int, coders: int, label) -> str:
    return table(
        CODINGS,
        ((f"i{i}", f"c{c}", label(i, c)) for i in range(items) for c in range(coders)),
    )


MANY = _codings(20_000, 2, lambda i, c: f"l{(2 * i + c) % 38_571}")
given("38,571 labels", "l.csv", MANY)
given("38,571 labels skew", "l.csv", MANY, "skew", "FILE")
given("38,571 labels consensus", "l.csv", MANY, "consensus", "FILE")
given("38,571 labels one coin", "l.csv", MANY, "consensus", "FILE", "--method", "one-coin")
given("38,571 labels dawid_skene", "l.csv", MANY, "consensus", "FILE", "--method", "dawid-skene")
given("38,571 labels kappa interval", "l.csv", MANY, "measure", "FILE", "-m", "kappa", "--interval")
given(
    "38,571 labels alpha interval",
    "l.csv",
    MANY,
    "measure",
    "FILE",
    "-m",
    "alpha",
    "--distance",
    "nominal",
    "--interval",
)
given("38,571 labels report", "l.csv", MANY, "report", "FILE", "-o", "r.html")
given("38,571 labels breakdown", "l.csv", MANY, "breakdown", "FILE")
given("38,571 labels compare", "l.csv", MANY, "compare", "FILE", "FILE")
given("38,571 labels count", "l.csv", MANY, "count", "FILE", "-o", "c.parquet")
given("38,571 labels check", "l.csv", MANY, "check", "FILE", "--min", "0.5")
given("38,571 labels plan", "l.csv", MANY, "plan", "FILE")
given("38,571 labels simulate", "l.csv", MANY, "simulate", "FILE")

DAWID = _codings(400, 100, lambda i, c: f"l{(i * 7 + c * 31) % 3000}")
given("3,000 labels of 100 coders", "d.csv", DAWID, "consensus", "FILE", "--method", "dawid-skene")
given("3,000 labels of 100 coders report", "d.csv", DAWID, "report", "FILE", "-o", "r.html")
given("3,000 labels of 100 coders interval", "d.csv", DAWID, "measure", "FILE", "--interval")

SETS = _codings(8_000, 2, lambda i, c: "|".join(f"a{(i * 2 + c) >> b & 1}{b}" for b in range(14)))
SETTINGS = ("measure", "FILE", "--sets", "|")
given("16,000 sets", "s.csv", SETS, *SETTINGS)
given("16,000 sets masi", "s.csv", SETS, *SETTINGS, "-m", "alpha", "--distance", "masi")
given(
    "16,000 sets masi interval",
    "s.csv",
    SETS,
    *SETTINGS,
    "-m",
    "alpha",
    "--distance",
    "masi",
    "--interval",
)
given("16,000 sets interval", "s.csv", SETS, *SETTINGS, "--interval")
given("16,000 sets report", "s.csv", SETS, "report", "FILE", "-o", "r.html", "--sets", "|")
FEWER = _codings(1_000, 2, lambda i, c: "|".join(f"a{(i * 2 + c) >> b & 1}{b}" for b in range(11)))
given("2,000 sets report", "s.csv", FEWER, "report", "FILE", "-o", "r.html", "--sets", "|")
given("16,000 sets breakdown", "s.csv", SETS, "breakdown", "FILE", "--sets", "|")

PAIRS = _codings(3, 10_000, lambda i, c: "xy"[(i + c) % 2])
for measure in ("light_kappa", "kappa", "alpha", "ac1", "icc"):
    distance = ("--distance", "nominal") if measure == "alpha" else ()
    given(f"10,000 coders {measure}", "p.csv", PAIRS, "measure", "FILE", "-m", measure, *distance)
given("10,000 coders", "p.csv", PAIRS)
given("10,000 coders breakdown", "p.csv", PAIRS, "breakdown", "FILE", "--by", "pairs")
given("10,000 coders report", "p.csv", PAIRS, "report", "FILE", "-o", "r.html")
given("10,000 coders consensus", "p.csv", PAIRS, "consensus", "FILE")
given("10,000 coders interval", "p.csv", PAIRS, "measure", "FILE", "--interval")
OVER = ("--interval", "--over", "coders")
given("10,000 coders over coders", "p.csv", PAIRS, "measure", "FILE", *OVER)

CHAIN = table(
    ("document", "coder", "mention", "chain"),
    (("d", c, f"m{n}", "one") for c in "AB" for n in range(20_000)),
)
CHAINS = ("--kind", "coreference")
given("20,000 mentions in one chain", "m.csv", CHAIN, "measure", "FILE", *CHAINS)
for measure in (
    "muc",
    "b_cubed",
    "ceaf_m",
    "ceaf_e",
    "blanc",
    "lea",
    "conll",
    "link_kappa",
    "rand",
    "chain_pi",
    "chain_alpha",
    "chain_alpha_prime",
    "chain_beta",
):
    given(f"20,000 mentions {measure}", "m.csv", CHAIN, "measure", "FILE", *CHAINS, "-m", measure)
OTHERS = table(
    ("document", "coder", "mention", "chain"),
    (("d", c, f"m{n + at}", "one") for at, c in enumerate("AB") for n in range(1_580)),
)
given("1,580 mentions chain_pi", "m.csv", OTHERS, "measure", "FILE", *CHAINS, "-m", "chain_pi")
PARTIAL = ("-m", "chain_pi", "--label", "partial")
ORDERED = CHAIN.replace(",m", ",").replace("ention", "mention")
given("20,000 mentions partial", "m.csv", ORDERED, "measure", "FILE", *CHAINS, *PARTIAL)
given("20,000 mentions report", "m.csv", CHAIN, "report", "FILE", "-o", "r.html", *CHAINS)
given("20,000 mentions chains", "m.csv", CHAIN, "chains", "FILE", *CHAINS)
given("20,000 mentions anatomy", "m.csv", CHAIN, "anatomy", "FILE", *CHAINS)
SINGLES = table(
    ("document", "coder", "mention", "chain"),
    (("d", c, f"m{n}", f"{c}{n // 2}") for c in "AB" for n in range(12_000)),
)
given("6,000 chains", "m.csv", SINGLES, "measure", "FILE", *CHAINS)
given("6,000 chains report", "m.csv", SINGLES, "report", "FILE", "-o", "r.html", *CHAINS)

LONG = table(
    ("document", "coder", "boundaries", "length"),
    [("d", "A", "10 500 999999999", 10**12), ("d", "B", "11 500 999999998", 10**12)],
)
MASSES = table(
    ("document", "coder", "masses"),
    [("d", "A", "10 490 999999999500"), ("d", "B", "11 489 999999999500")],
)
SEGMENTS = ("--kind", "segmentations")
given("segmentation of length 10^12", "s.csv", MASSES, "measure", "FILE", *SEGMENTS)
for measure in (
    "pk",
    "window_diff",
    "ghd",
    "boundary_kappa",
    "boundary_pi",
    "boundary_alpha",
    "boundary_similarity",
    "segmentation_similarity",
    "corrected_pk",
    "corrected_window_diff",
    "corrected_ghd",
    "corrected_boundary_similarity",
    "corrected_segmentation_similarity",
):
    given(
        f"segmentation of length 10^12 {measure}",
        "s.csv",
        MASSES,
        "measure",
        "FILE",
        *SEGMENTS,
        "-m",
        measure,
    )
given(
    "segmentation of length 10^12 report",
    "s.csv",
    MASSES,
    "report",
    "FILE",
    "-o",
    "r.html",
    *SEGMENTS,
)
given("segmentation of length 10^12 anatomy", "s.csv", MASSES, "anatomy", "FILE", *SEGMENTS)
given(
    "segmentation of length 10^12 interval",
    "s.csv",
    MASSES,
    "measure",
    "FILE",
    *SEGMENTS,
    "--interval",
)
given("segmentation with lengths", "s.csv", LONG, "measure", "FILE", *SEGMENTS)
