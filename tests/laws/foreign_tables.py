"""Random studies as tables, by someone who has not seen how accord tells columns apart.

Header words, extra columns and ways to leave something out are chosen apart from those of the
other generator, and codings are missing more often, so that counts of votes have unlike sums.
"""

import csv
import io
import json
from collections import Counter, defaultdict
from dataclasses import dataclass
from random import Random


def _names(text: str) -> list[str]:
    return text.split("|")


ITEMS = _names(
    "Item|Units|Index|Id|Nr.|#|Case|Patient ID|Subject|segment|comment_id||key|image|file|question"
    "|qid|HITId|record_id|Beispiel|Nummer|élément|numéro|caso|objeto|essay|video|paper|pmid|url_id"
    "|article|study|example|post_id|uid|idx|clip|Text-ID|abstract_id|Zeile|photo|turn|trial|seg_no"
)
NUMBERED = _names(
    "Codeur {}|Coder{}|rater-{}|A{}_label|evaluator{}|Reader {}|Observer{}|expert_{}_rating|J{}"
    "|Bewerter_{}|reviewer {}|Ann. {}|labeler{}|Assessor {}|label_annotator_{}|juez {}|H{}|user{}"
)
CALLED = (
    ("anna", "ben", "carla", "dan", "eva"),
    ("Human 1", "Human 2", "GPT-4", "Claude", "Llama"),
    ("AB", "CD", "EF", "GH", "IJ"),
    ("Obs A", "Obs B", "Obs C", "Obs D", "Obs E"),
    ("label_mia", "label_tom", "label_eva", "label_jan", "label_ida"),
    ("Rater_x", "Rater_y", "Rater_z", "Rater_v", "Rater_w"),
)
PROGRAMS = ("GPT-4", "Claude", "Llama")
WHO = _names(
    "Coder|rater|annotator|worker_id|username|codeur|evaluator|expert|labeler|assessor|user_id"
)
WHAT = _names(
    "Label|Category|Code|rating|score|answer|tag|judgement|Kategorie|étiquette|stance|response"
)
KINDS = (
    ("yes", "no"),
    ("0", "1"),
    ("0", "1", "2", "3"),
    ("1", "2", "3", "4", "5"),
    ("A", "B", "C"),
    ("Frage", "Antwort", "Gruß"),
    ("true", "false"),
    ("mild", "moderate", "severe"),
    ("question", "answer", "other"),
    ("pos", "neg", "neu"),
    ("NP", "VP", "PP", "X"),
)
STEMS = ("cat{}", "class_{}", "label{}", "topic {}", "C{}", "code_{}", "k{}", "option {}", "n_{}")
WORDS = _names("rain|on|old|roofs|and|people|who|walked|home|through|busy|streets|of|towns")


@dataclass
class Foreign:
    """A table as text, its shape, and what each item was called, dimension by dimension.

    No labels at all are a table with nothing to compare.
    """

    text: str
    shape: str
    labels: list[list[tuple[str, ...]]]


def foreign(rng: Random) -> Foreign:
    """One study in one shape."""
    n, number, kinds = rng.randint(6, 40), rng.randint(2, 5), rng.choice(KINDS)
    sure, gaps = rng.choice([0.5, 0.8, 0.95]), rng.choice([0, 0, 0.1, 0.3])
    truth = [rng.choice(kinds) for _ in range(n)]
    said = [
        [
            "" if rng.random() < gaps else one if rng.random() < sure else rng.choice(kinds)
            for _ in range(number)
        ]
        for one in truth
    ]
    ids = [form.format(at) for at in range(n)] if (form := rng.choice(_FORMS)) else _hashes(rng, n)
    return rng.choice(SHAPES)(rng, ids, kinds, truth, said)


_FORMS = ("{}", "d{:03}", "9{:02}", "p-{}", "")


def _hashes(rng: Random, n: int) -> list[str]:
    return [f"{rng.getrandbits(64):016x}" for _ in range(n)]


def _people(rng: Random, number: int) -> list[str]:
    if rng.random() < 0.4:
        return list(rng.choice(CALLED)[:number])
    stem = rng.choice(NUMBERED)
    return [stem.format(at + 1) for at in range(number)]


def _beside(rng: Random, truth: list[str]) -> list[tuple[str, list[str]]]:
    """Columns that say something else about items."""
    n = len(truth)

    def text() -> str:
        return " ".join(rng.choices(WORDS, k=rng.randint(3, 14)))

    made = {
        rng.choice(["Text", "tweet", "body", "Satz"]): [text() for _ in range(n)],
        "created_at": [f"2024-0{rng.randint(1, 9)}-1{rng.randint(0, 9)} 10:00" for _ in range(n)],
        "link": [f"https://x.example/{rng.randint(1, 10**6)}" for _ in range(n)],
        rng.choice(["n_tokens", "age", "year"]): [str(rng.randint(5, 90)) for _ in range(n)],
        "mail": [f"p{rng.randint(1, 99)}@x.example" for _ in range(n)],
        "IPAddress": [f"10.0.{rng.randint(0, 255)}.{rng.randint(0, 255)}" for _ in range(n)],
        rng.choice(["genre", "batch", "domain"]): rng.choices(["news", "web", "chat"], k=n),
        "time_s": [f"{rng.random() * 60:.2f}" for _ in range(n)],
        "remarks": [text() if rng.random() < 0.2 else "" for _ in range(n)],
        "row_number": [str(at) for at in range(n)],
        "confidence": [f"{rng.random():.4f}" for _ in range(n)],
        rng.choice(["gold", "majority", "Consensus", "truth", "final"]): truth,
    }
    return [(name, made[name]) for name in rng.sample(list(made), rng.choice([0, 0, 1, 2, 3]))]


def _written(rng: Random, columns: list[tuple[str, list[str]]]) -> str:
    stream = io.StringIO()
    write = csv.writer(stream, delimiter=rng.choice([",", ",", ";", "\t"]), lineterminator="\n")
    write.writerow([name for name, _ in columns])
    write.writerows(zip(*(cells for _, cells in columns), strict=True))
    return stream.getvalue()


def _held(said):
    return [tuple(sorted(label for label in row if label)) for row in said]


def _of_people(people, said):
    """The labels of people: in a column of coders, programs beside them are left out."""
    return [
        [label for who, label in zip(people, row, strict=True) if who not in PROGRAMS]
        for row in said
    ]


def wide(rng, ids, _, truth, said):
    """A column for each coder, others before and behind, the item's at times missing."""
    people = _people(rng, len(said[0]))
    columns = list(zip(people, map(list, zip(*said, strict=True)), strict=True))
    beside = _beside(rng, truth)
    cut = rng.randint(0, len(beside))
    named = [] if rng.random() < 0.2 else [(rng.choice(ITEMS), ids)]
    return Foreign(
        _written(rng, [*named, *beside[:cut], *columns, *beside[cut:]]), "wide", [_held(said)]
    )


def long(rng, ids, _, truth, said):
    """A row for each coding, in any order of rows and columns."""
    people = _people(rng, len(said[0]))
    rows = [(i, c) for i in range(len(ids)) for c in range(len(people)) if said[i][c]]
    if rng.random() < 0.5:
        rng.shuffle(rows)
    columns = [
        (rng.choice(ITEMS[:-1]), [ids[i] for i, _ in rows]),
        (rng.choice(WHO), [people[c] for _, c in rows]),
        (rng.choice(WHAT), [said[i][c] for i, c in rows]),
    ]
    beside = [(n, cells) for n, cells in _beside(rng, truth) if cells is not truth]
    for name, cells in beside:
        if name in ("Text", "tweet", "body", "Satz", "genre", "batch", "link"):
            columns.insert(1, (name, [cells[i] for i, _ in rows]))
    if rng.random() < 0.3:
        columns.insert(0, ("", [str(at) for at in range(len(rows))]))
    if rng.random() < 0.3:
        rng.shuffle(columns)
    return Foreign(_written(rng, columns), "long", [_held(_of_people(people, said))])


def transposed(rng, ids, _, __, said):
    """A row for each coder."""
    people = _people(rng, len(said[0]))
    stem = rng.choice(["Q{}", "Item {}", "frage{}", "case_{}"])
    columns = [(stem.format(at + 1), list(row)) for at, row in enumerate(said)]
    who = rng.choice(["rater", "Coder", "ResponseId", "respondent", "name"])
    return Foreign(_written(rng, [(who, people), *columns]), "transposed", [_held(said)])


def counts(rng, ids, kinds, _, said):
    """How many chose each category: sums differ where codings are missing, zeros may be empty."""
    stem = rng.choice(STEMS) if kinds[0].isdigit() or rng.random() < 0.4 else None
    names = {
        k: stem.format(k if k.isdigit() else at + 1) if stem else k for at, k in enumerate(kinds)
    }
    zero = "" if rng.random() < 0.15 else "0"
    columns = [(names[k], [str(row.count(k) or zero) for row in said]) for k in kinds]
    if rng.random() < 0.15:
        columns.append(
            (rng.choice(["total", "count"]), [str(len([*filter(None, r)])) for r in said])
        )
    votes = [[names[label] for label in row if label] for row in said]
    return Foreign(_written(rng, [(rng.choice(ITEMS), ids), *columns]), "counts", [_held(votes)])


def one_hot(rng, ids, kinds, _, said):
    """A row for each item and coder, a column of 0 and 1 for each category."""
    stem = "cat{}" if kinds[0].isdigit() else "{}"
    people = _people(rng, len(said[0]))
    rows = [(i, c) for i in range(len(ids)) for c in range(len(people)) if said[i][c]]
    columns = [
        (rng.choice(ITEMS[:-1]), [ids[i] for i, _ in rows]),
        (rng.choice(["rater_id", "annotator", "coder"]), [people[c] for _, c in rows]),
        *((stem.format(k), [str(int(said[i][c] == k)) for i, c in rows]) for k in kinds),
    ]
    own = _of_people(people, said)
    named = [[stem.format(label) for label in row if label] for row in own]
    return Foreign(_written(rng, columns), "one-hot", [_held(named)])


def lists(rng, ids, _, truth, said):
    """All labels of an item in a cell."""
    cells = [json.dumps([label for label in row if label]) for row in said]
    name = rng.choice(["annotations", "annotator_labels", "labels"])
    columns = [(rng.choice(ITEMS[:-1]), ids), *_beside(rng, truth)[:1], (name, cells)]
    return Foreign(_written(rng, columns), "lists", [_held(said)])


def dimensions(rng, ids, kinds, _, said):
    """Two dimensions of each coder."""
    people = _people(rng, len(said[0]))
    other = [[rng.choice(["a", "b"]) for _ in row] for row in said]
    columns = [(rng.choice(ITEMS), ids)]
    for c, who in enumerate(people):
        columns.append((f"{who}_topic", [row[c] for row in said]))
        columns.append((f"{who}_stance", [row[c] for row in other]))
    return Foreign(_written(rng, columns), "dimensions", [_held(said), _held(other)])


def one_label(rng, ids, _, truth, __):
    """Nobody's label twice."""
    text = [" ".join(rng.choices(WORDS, k=8)) for _ in ids]
    name = rng.choice(["label", "class", "category", "sentiment"])
    return Foreign(
        _written(rng, [(rng.choice(ITEMS), ids), ("text", text), (name, truth)]), "one label", []
    )


SHAPES = [wide, wide, wide, wide, long, long, long, transposed, counts, counts, one_hot, lists]
SHAPES += [dimensions, one_label]


def alpha(items: list[tuple[str, ...]]) -> float | None:
    """Krippendorff's α for names, from the labels of each item; None where it is not defined."""
    pairs: dict[tuple[str, str], float] = defaultdict(float)
    for labels in items:
        for at, one in enumerate(labels):
            for other in labels[:at] + labels[at + 1 :]:
                pairs[one, other] += 1 / (len(labels) - 1)
    margin: Counter[str] = Counter()
    for (one, _), weight in pairs.items():
        margin[one] += weight
    n = sum(margin.values())
    apart = sum(weight for (one, other), weight in pairs.items() if one != other)
    by_chance = n * n - sum(count * count for count in margin.values())
    return 1 - (n - 1) * apart / by_chance if by_chance > 1e-9 else None
