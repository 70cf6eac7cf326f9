"""Studies of every kind, plain and hostile, for the tests of reports, and the reports on them."""

from functools import cache

import accord
from accord.kinds.labels.tabular import from_columns

HOSTILE = (
    "<script>window.pwned = 1</script>",
    "</script><img src=x onerror='window.pwned=1'>",
    "\"quoted\" 'single' `back` & amp;",
    "=cmd|' /C calc'!A0",
    "שלום עולם",
    "👩‍👩‍👧 family",
    "{{ 7 * 7 }} ${7*7} \\input{x} |a|b| _it_ **b**",
    "line\u2028separator\tand\ttabs",
    "@ink",
)
"""Names that try to be more than names."""


def acts(items=40, coders=3):
    """Plain labels with texts, one coder worse than the others, some codings missing."""
    labels = ["statement", "question", "answer", "other"]
    rows = []
    for i in range(items):
        for c in range(coders):
            if (i + c) % 11 == 0:
                continue
            wrong = (i * 7 + c * 13) % 17 < 2 + 2 * c
            rows.append((f"u{i:03}", f"coder {c}", labels[(i * i + (i % 3 if wrong else 0)) % 4]))
    about = {f"u{i:03}": f"utterance number {i} of a long talk" for i in range(items)}
    study = from_columns(*zip(*rows, strict=True))
    from dataclasses import replace

    return replace(study, about={"text": [about[item] for item in study.items]})


def hostile_codings():
    """Labels, coders, items and texts that are hostile."""
    from dataclasses import replace

    rows = [
        (f"{HOSTILE[i % len(HOSTILE)]} {i}", HOSTILE[c], HOSTILE[(i + (c == i % 3)) % len(HOSTILE)])
        for i in range(27)
        for c in range(3)
    ]
    study = from_columns(*zip(*rows, strict=True))
    texts = [HOSTILE[at % len(HOSTILE)] for at in range(len(study.items))]
    return replace(study, about={HOSTILE[0]: texts, "text": texts})


def hostile_units():
    """A hostile text with hostile categories."""
    text = " ".join(HOSTILE)
    rows = []
    for c in range(3):
        for k, at in enumerate(range(0, len(text) - 12, 11)):
            rows.append((HOSTILE[1], HOSTILE[c], at + (c == k % 3), at + 8, HOSTILE[(k + c) % 4]))
    return accord.Unitizings.of(rows, texts={HOSTILE[1]: text})


def hostile_chains():
    """Hostile texts of mentions, documents and coders."""
    text = " ".join(HOSTILE)
    chains = {
        HOSTILE[0]: {
            HOSTILE[1]: [[(0, 8), (10, 20)], [(30, 45)]],
            HOSTILE[5]: [[(0, 8)], [(10, 20), (30, 45)], [(50, 60)]],
        }
    }
    return accord.Partitions.of_chains(chains, texts={HOSTILE[0]: text})


def boundaries():
    """Three coders who cut two documents."""
    return accord.Segmentations.from_masses(
        {
            "d1": {"A": [5, 7, 8, 20], "B": [5, 8, 7, 20], "C": [12, 28]},
            "d2": {"A": [10, 10, 10], "B": [9, 11, 10], "C": [10, 10, 10]},
        }
    )


MADE = {
    "codings": acts,
    "hostile": hostile_codings,
    "units": lambda: accord.example("entities").take([0, 5]),
    "hostile units": hostile_units,
    "chains": lambda: accord.example("coreference").take([0, 1]),
    "hostile chains": hostile_chains,
    "boundaries": boundaries,
    "dimensions": lambda: accord.example("dialogue_acts").take(range(24)),
}
"""A study of each kind."""


@cache  # many tests look at the same report, which is frozen
def report_on(kind):
    """The report on one of them, made once."""
    title = HOSTILE[1] if kind == "hostile" else None
    return accord.report(MADE[kind](), title=title, resamples=20)
