"""Random studies of labels, written as the tables that people have."""

import csv
import io
import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

ITEMS = [
    *("item", "id", "ID", "Unit", "subject", "Participant", "patient", "case", "case_no", "nr"),
    *("No.", "index", "Unnamed: 0", "segment_id", "sentence_id", "tweet_id", "doc_id", "sample"),
    *("utterance", "stimulus", "essay_id", "Record ID", "Fall", "Satz", "Einheit", "Paciente"),
    *("cas", "Unità", "编号", "示例 id", "document", "S No", "row_id", "instance_id", "text_id"),
]
CODER = ["coder", "annotator", "rater_id", "worker", "WorkerId", "user", "judge", "ann", "observer"]
CODER += ["Codierer", "anotador", "annotateur", "标注者", "reviewer", "Rater", "annotator_id"]
CATEGORY = ["label", "category", "rating", "code", "answer", "value", "Etikett", "annotation"]
CATEGORY += ["categoría", "class", "judgment", "标签", "sentiment", "Bewertung", "decision"]
STEMS = ["C{}", "R{}", "rater{}", "Rater {}", "coder_{}", "Annotator {}", "worker_{}", "judge{}"]
STEMS += ["Codierer {}", "obs{}", "A{}", "evaluador_{}", "label_rater{}", "annotator{}_label"]
PEOPLE = ["Anna", "Ben", "Clara", "David", "Emma", "Felix", "Maria", "Paul", "Sofia", "Tom"]
LABELS = [
    ["pos", "neg", "neu"],
    ["Stat", "IReq", "Chk", "Q"],
    ["ja", "nein"],
    ["0", "1"],
    ["yes", "no"],
    ["1", "2", "3", "4", "5"],
    ["hateful", "offensive", "neither"],
    ["正面", "负面", "中性"],
    ["PER", "LOC", "ORG", "O"],
]
WORDS = [
    "the",
    "a",
    "of",
    "school",
    "river",
    "green",
    "walked",
    "quickly",
    "after",
    "because",
    "morning",
    "never",
    "table",
    "seven",
]


@dataclass
class Written:
    """A table as text, the codings it holds, and how it was written."""

    text: str
    rows: set[tuple[str, str, str]]
    shape: str
    dimensions: int = 0
    options: dict[str, Any] = field(default_factory=dict)


def study(rng: Random, coders: int) -> tuple[list[str], list[dict[int, str]], list[str]]:
    """Names of items, the label of each coder (who may have left an item out), the categories."""
    labels = rng.choice(LABELS)
    n = rng.randint(8, 40)
    start = rng.choice(["{}", "s{:03}", "doc-{}", "x{}y"])
    items = [start.format(at + 1) for at in range(n)]
    agree, full = rng.uniform(0.4, 0.98), rng.random() < 0.5
    said = []
    for at in range(n):
        truth = labels[at % len(labels)] if at < len(labels) else rng.choice(labels)
        row = {}
        for c in range(coders):
            if full or rng.random() < 0.9 or at < 4:
                row[c] = truth if rng.random() < agree else rng.choice(labels)
        said.append(row)
    return items, said, labels


def extras(rng: Random, n: int) -> list[tuple[str, list[str]]]:
    """Columns that say something about items."""
    made = {
        "text": lambda: [" ".join(rng.choices(WORDS, k=rng.randint(6, 14))) for _ in range(n)],
        "date": lambda: [f"2023-0{rng.randint(1, 9)}-{rng.randint(10, 28)}" for _ in range(n)],
        "url": lambda: [f"https://example.org/{rng.randint(1, 9**6)}" for _ in range(n)],
        "email": lambda: [f"p{rng.randint(1, 99)}@example.org" for _ in range(n)],
        "length": lambda: [str(rng.randint(20, 900)) for _ in range(n)],
        "source": lambda: [rng.choice(["news", "forum", "wiki"]) for _ in range(n)],
        "split": lambda: [rng.choice(["train", "test"]) for _ in range(n)],
        "score": lambda: [f"{rng.random():.3f}" for _ in range(n)],
        "Sprache": lambda: [rng.choice(["de", "en", "fr"]) for _ in range(n)],
    }
    return [
        (name, made[name]()) for name in rng.sample(sorted(made), rng.choice([0, 0, 1, 1, 2, 3]))
    ]


def coder_names(rng: Random, number: int) -> list[str]:
    """Names of coders' columns: a word and a number or letter, people, initials."""
    kind = rng.choice(["stem", "stem", "stem", "people", "letters"])
    if kind == "people":
        return rng.sample(PEOPLE, number)
    if kind == "letters":
        return ["A", "B", "C", "D", "E"][:number]
    stem = rng.choice(STEMS)
    marks = "ABCDE" if rng.random() < 0.3 and stem[-3:-2] in " _r" else "12345"
    return [stem.format(mark) for mark in marks[:number]]


def written(rng: Random) -> Written:
    """One study in one shape."""
    return rng.choice(SHAPES)(rng)


def _csv(rng: Random, header: list[str], rows: list[list[str]]) -> str:
    stream = io.StringIO()
    csv.writer(stream, delimiter=rng.choice(",;\t"), lineterminator="\n").writerows([header, *rows])
    return stream.getvalue()


def wide(rng: Random) -> Written:
    """A column for each coder, others before and after, a gold column at times."""
    number = rng.randint(2, 5)
    items, said, labels = study(rng, number)
    names = coder_names(rng, number)
    columns = [(rng.choice(ITEMS), items)]
    columns += extras(rng, len(items))
    columns += [(name, [row.get(c, "") for row in said]) for c, name in enumerate(names)]
    if rng.random() < 0.3:
        gold = rng.choice(["gold", "majority", "final_label", "adjudicated", "consensus"])
        columns.append((gold, [rng.choice(labels) for _ in items]))
    header = _distinct([name for name, _ in columns])
    rows = [list(row) for row in zip(*(cells for _, cells in columns), strict=True)]
    held = {(i, names[c], v) for i, row in zip(items, said, strict=True) for c, v in row.items()}
    return Written(_csv(rng, header, rows), held, "wide")


def _distinct(names: list[str]) -> list[str]:
    made: list[str] = []
    for name in names:
        made.append(name if name not in made else f"{name} (other)")
    return made


def long(rng: Random) -> Written:
    """A row for each coding; sentences may be numbered within their documents."""
    number = rng.randint(2, 5)
    items, said, _ = study(rng, number)
    people = rng.choice([rng.sample(PEOPLE, 5), [f"w{at}" for at in range(5)], list("12345")])
    about = [one for one in extras(rng, len(items)) if one[0] != "score"]
    nested = rng.random() < 0.25
    head = ["doc_id", "sentence"] if nested else [rng.choice(ITEMS[:-1])]
    header = _distinct([*head, *(n for n, _ in about), rng.choice(CODER), rng.choice(CATEGORY)])
    rows, held = [], set()
    for at, row in enumerate(said):
        key = [f"d{at // 5}", str(at % 5)] if nested else [items[at]]
        for c, value in row.items():
            rows.append([*key, *(cells[at] for _, cells in about), people[c], value])
            held.add((" · ".join(key), people[c], value))
    if rng.random() < 0.5:
        rng.shuffle(rows)
    return Written(_csv(rng, header, rows), held, "long")


def transposed(rng: Random) -> Written:
    """A row for each coder, a column for each item."""
    number = rng.randint(3, 6)
    items, said, _ = study(rng, number)
    stem = rng.choice(["item{}", "q{}", "Q{}", "{}", "Case {}", "sentence_{}"])
    names = [stem.format(at + 1) for at in range(len(items))]
    people = rng.sample(PEOPLE, number)
    rows = [[who, *(row.get(c, "") for row in said)] for c, who in enumerate(people)]
    held = {(n, people[c], v) for n, row in zip(names, said, strict=True) for c, v in row.items()}
    return Written(
        _csv(rng, [rng.choice(["Rater", "coder", "Annotator"]), *names], rows), held, "t"
    )


def counts(rng: Random) -> Written:
    """How many coders chose each category."""
    number = rng.randint(3, 6)
    items, _, _ = study(rng, number)
    kinds = rng.choice([["hate", "offensive", "neither"], ["happy", "sad", "angry", "calm"]])
    rows, held = [], set()
    for name in items:
        votes = rng.choices(kinds, k=number)
        rows.append([name, *(str(votes.count(kind)) for kind in kinds)])
        held |= {(name, kind, str(votes.count(kind))) for kind in kinds if kind in votes}
    return Written(_csv(rng, [rng.choice(ITEMS), *kinds], rows), held, "counts")


def lists(rng: Random) -> Written:
    """All labels of an item in one cell, with the names of their coders in another."""
    items, said, _ = study(rng, rng.randint(3, 5))
    named = rng.random() < 0.5
    header = [rng.choice(ITEMS[:8]), rng.choice(["annotations", "labels", "annotator_labels"])]
    header += ["annotators"] if named else []
    rows, held = [], set()
    for name, row in zip(items, said, strict=True):
        cell = json.dumps(list(row.values()), ensure_ascii=False)
        rows.append([name, cell, *([json.dumps([f"a{c}" for c in row])] if named else [])])
        if named:
            held |= {(name, f"a{c}", value) for c, value in row.items()}
        else:
            values = list(row.values())
            held |= {(name, value, str(values.count(value))) for value in values}
    return Written(_csv(rng, header, rows), held, "lists" if named else "counts")


def one_hot(rng: Random) -> Written:
    """A row for each item and coder, a column of 0 and 1 for each category."""
    items, said, _ = study(rng, 3)
    kinds = ["joy", "fear", "anger", "love"]
    rows, held = [], set()
    for name, row in zip(items, said, strict=True):
        for c in row:
            chosen = sorted(rng.sample(kinds, rng.randint(0, 2)))
            rows.append([name, f"r{c}", *("1" if kind in chosen else "0" for kind in kinds)])
            held.add((name, f"r{c}", "|".join(chosen)))
    return Written(_csv(rng, ["id", "rater_id", *kinds], rows), held, "sets")


def dimensions(rng: Random) -> Written:
    """Several dimensions of each coder, in one or two header rows."""
    items, _, _ = study(rng, 2)
    people = rng.choice([["A", "B"], ["rater1", "rater2"], ["Anna", "Ben", "Tom"]])
    kinds = {"topic": ["war", "sport", "art"], "stance": ["pro", "con"]}
    names = [(who, what) for who in people for what in kinds]
    rows = [[i, *(rng.choice(kinds[what]) for _, what in names)] for i in items]
    if rng.random() < 0.5:
        above = ["", *(who if at % 2 == 0 else "" for at, (who, _) in enumerate(names))]
        text = _csv(Random(0), above, [["item", *(what for _, what in names)], *rows])
    else:
        text = _csv(rng, ["item", *(f"{who}_{what}" for who, what in names)], rows)
    held = {
        (i, f"{who}/{what}", row[at + 1])
        for i, row in zip(items, rows, strict=True)
        for at, (who, what) in enumerate(names)
    }
    return Written(text, held, "dimensions", len(kinds))


def titled(rng: Random) -> Written:
    """A wide table with a title above its header."""
    made = wide(rng)
    first = made.text.partition("\n")[0]
    sign = next(s for s in "\t;," if s in first)
    cells = len(next(csv.reader([first], delimiter=sign)))
    return Written("Ratings of 2024" + sign * (cells - 1) + "\n" + made.text, made.rows, "wide")


def survey(rng: Random) -> Written:
    """Rows are respondents of a survey with three header rows."""
    items, said, _ = study(rng, rng.randint(3, 6))
    names = [f"Q{at + 1}" for at in range(len(items))]
    header = ["StartDate", "IPAddress", "ResponseId", *names]
    told = ["Start Date", "IP Address", "Response ID", *(f"Is text {n} hateful?" for n in names)]
    import_ids = [json.dumps({"ImportId": name}) for name in header]
    rows, held = [told, import_ids], set()
    for c in range(len({c for row in said for c in row})):
        who = f"R_{c}{rng.randint(10**6, 10**7)}"
        rows.append(["2024-01-02 10:11:12", f"10.0.0.{c}", who, *(row.get(c, "") for row in said)])
        held |= {(n, who, row[c]) for n, row in zip(names, said, strict=True) if c in row}
    return Written(_csv(rng, header, rows), held, "t")


SHAPES = [wide, wide, wide, wide, long, long, long, transposed, counts, lists, one_hot, dimensions]
SHAPES += [titled, survey]
