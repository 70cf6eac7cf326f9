# ruff: noqa: D103 - the name of a shape says what it is
"""Tables as people have them, with agreement and without, in six languages.

Written from what people do, without knowing how accord reads tables: the judge of its door.
A table with agreement carries the labels that each item was given; one without carries none, and
no number may come out of it.
"""

import csv
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random


@dataclass(frozen=True)
class Words:
    """How people of one language head their columns."""

    coders: tuple[str, ...]
    label: tuple[str, ...]
    item: tuple[str, ...]
    text: str
    final: str
    mean: str
    total: str
    date: str
    names: tuple[str, ...]
    scales: tuple[tuple[str, ...], ...]


LANGUAGES = {
    "en": Words(
        ("rater", "coder", "annotator", "Rater", "Annotator", "Coder"),
        ("label", "category", "code"),
        ("item", "item_id", "sentence_id", "document"),
        "text",
        "majority",
        "mean",
        "Total",
        "date",
        ("Anna", "Ben", "Carla", "David", "Emma", "Frank"),
        (
            ("yes", "no"),
            ("positive", "negative", "neutral"),
            ("A", "B", "C", "D"),
            ("agree", "disagree", "unclear"),
        ),
    ),
    "de": Words(
        ("Kodierer", "Annotator", "Beurteiler"),
        ("Kategorie", "Label"),
        ("Satz_ID", "Item", "Dokument"),
        "Text",
        "Mehrheit",
        "Mittelwert",
        "Summe",
        "Datum",
        ("Jürgen", "Käthe", "Uwe", "Heike", "Björn", "Sabine"),
        (("ja", "nein"), ("positiv", "negativ", "neutral"), ("Bitte", "Frage", "Aussage")),
    ),
    "fr": Words(
        ("annotateur", "codeur", "juge"),
        ("catégorie", "étiquette"),
        ("énoncé_id", "item", "document"),
        "texte",
        "consensus",
        "moyenne",
        "Total",
        "date",
        ("Élise", "Benoît", "Chloé", "Rémi", "Inès", "Luc"),
        (("oui", "non"), ("positif", "négatif", "neutre"), ("demande", "réponse", "autre")),
    ),
    "es": Words(
        ("anotador", "codificador", "evaluador"),
        ("etiqueta", "categoría"),
        ("frase_id", "ítem", "documento"),
        "texto",
        "mayoría",
        "media",
        "Total",
        "fecha",
        ("Íñigo", "Lucía", "Nuria", "Pablo", "Begoña", "Raúl"),
        (("sí", "no"), ("positivo", "negativo", "neutro"), ("queja", "duda", "elogio")),
    ),
    "it": Words(
        ("annotatore", "codificatore", "valutatore"),
        ("etichetta", "categoria"),
        ("frase_id", "item", "documento"),
        "testo",
        "maggioranza",
        "media",
        "Totale",
        "data",
        ("Nicolò", "Chiara", "Giulia", "Marco", "Elisa", "Piero"),
        (("sì", "no"), ("positivo", "negativo", "neutro"), ("domanda", "risposta", "altro")),
    ),
    "ru": Words(
        ("Эксперт", "аннотатор", "кодировщик"),
        ("метка", "категория"),
        ("предложение", "документ"),
        "текст",
        "большинство",
        "среднее",
        "Итого",
        "дата",
        ("Анна", "Борис", "Вера", "Глеб", "Дарья", "Егор"),
        (("да", "нет"), ("плюс", "минус", "ноль"), ("вопрос", "ответ", "просьба")),
    ),
}

FRUIT = [
    "apple",
    "house",
    "river",
    "stone",
    "garden",
    "window",
    "yellow",
    "quick",
    "silent",
    "morning",
    "paper",
    "engine",
]
CITIES = [
    "Oslo",
    "Bergen",
    "Lima",
    "Cusco",
    "Kyoto",
    "Osaka",
    "Porto",
    "Braga",
    "Lyon",
    "Nice",
    "Turin",
    "Bari",
]


@dataclass(frozen=True)
class Strange:
    """A table: how it is written, and the labels of each item, or None where nobody agrees."""

    shape: str
    language: str
    rows: list[list[str]]
    labels: list[tuple[str, ...]] | None
    easy: bool = field(default=True)  # a person would name the coders at a glance


class Maker:
    """What one table is made of: a language, coders, items, labels."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.language = rng.choice(list(LANGUAGES))
        self.words = LANGUAGES[self.language]
        self.n = rng.randint(8, 60)
        self.m = rng.randint(2, 4)
        self.scale = rng.choice(self.words.scales)

    def codings(self, scale=None, missing=0.0) -> list[list[str]]:
        """Labels of each item: coders who mostly see the truth; some blank."""
        scale = scale or self.scale
        kept = self.rng.uniform(0.4, 0.95)
        table = []
        for _ in range(self.n):
            truth = self.rng.choice(scale)
            row = [
                truth if self.rng.random() < kept else self.rng.choice(scale) for _ in range(self.m)
            ]
            table.append(["" if self.rng.random() < missing else label for label in row])
        return table

    def ids(self) -> list[str]:
        """Names of items, as people give them."""
        style = self.rng.choice(("number", "padded", "prefix"))
        start = self.rng.choice((0, 1, 100))
        forms = {"number": "{}", "padded": "{:04d}", "prefix": "s{}"}
        return [forms[style].format(start + i) for i in range(self.n)]

    def texts(self) -> list[str]:
        """A sentence for each item."""
        return [
            " ".join(self.rng.choices(FRUIT, k=self.rng.randint(4, 9))) + f" {i}"
            for i in range(self.n)
        ]

    def people(self) -> list[str]:
        """Given names."""
        return self.rng.sample(self.words.names, self.m)

    def marked(self) -> list[str]:
        """One word for coders, each with a mark."""
        word = self.rng.choice(self.words.coders)
        style = self.rng.choice(("1", "_1", " 1", "_01", " A", "_a", "name"))
        if style == "name":
            return [f"{word} {name}" for name in self.people()]
        if style in (" A", "_a"):
            letters = "ABCD" if style == " A" else "abcd"
            return [f"{word}{style[0]}{letters[j]}" for j in range(self.m)]
        form = {"1": "{}{}", "_1": "{}_{}", " 1": "{} {}", "_01": "{}_{:02d}"}[style]
        return [form.format(word, j + 1) for j in range(self.m)]


def tuples(codings: list[list[str]]) -> list[tuple[str, ...]]:
    """What each item was labelled, whoever it was."""
    return [tuple(sorted(filter(None, row))) for row in codings]


def with_column(rows, name, cells, at=0):
    """The rows with one more column."""
    return [[*row[:at], cell, *row[at:]] for row, cell in zip(rows, [name, *cells], strict=True)]


# -- with agreement ---------------------------------------------------------------------------


def wide(maker: Maker, header: list[str], missing=0.0, scale=None):
    """A column for each coder, with the items' names in front or without."""
    codings = maker.codings(scale, missing)
    rows = [header, *codings]
    if maker.rng.random() < 0.8:
        rows = with_column(rows, maker.rng.choice(maker.words.item), maker.ids())
    return rows, tuples(codings)


def wide_marked(maker):
    return wide(maker, maker.marked())


def wide_marked_gaps(maker):
    return wide(maker, maker.marked(), missing=0.15)


def wide_marked_with_text(maker):
    rows, labels = wide(maker, maker.marked())
    return with_column(rows, maker.words.text, maker.texts(), at=maker.rng.randint(0, 1)), labels


def wide_marked_with_majority(maker):
    rows, labels = wide(maker, maker.marked())
    decided = [max(sorted(set(row)), key=row.count) for row in labels]
    return with_column(rows, maker.words.final, decided, at=len(rows[0])), labels


def wide_marked_with_mean(maker):
    scale = tuple("12345")
    rows, labels = wide(maker, maker.marked(), scale=scale)
    means = [f"{sum(map(int, row)) / len(row):.2f}" for row in labels]
    return with_column(rows, maker.words.mean, means, at=len(rows[0])), labels


def wide_ratings(maker):
    return wide(maker, maker.marked(), scale=tuple("1234567"))


def wide_with_model(maker):
    rows, labels = wide(maker, maker.marked())
    column = [maker.rng.choice(maker.scale) for _ in labels]
    return with_column(
        rows, maker.rng.choice(("gpt-4o", "claude-3-opus", "llama-3-70b")), column, at=len(rows[0])
    ), labels


def wide_with_confidence(maker):
    header = maker.marked()
    codings = maker.codings()
    rows = [[cell for name in header for cell in (name, f"{name}_confidence")]]
    for row in codings:
        rows.append([cell for label in row for cell in (label, f"{maker.rng.uniform(0.3, 1):.2f}")])
    return with_column(rows, maker.words.item[0], maker.ids()), tuples(codings)


def wide_people(maker):
    return wide(maker, maker.people())


def wide_people_gaps(maker):
    return wide(maker, maker.people(), missing=0.1)


def wide_people_with_text(maker):
    rows, labels = wide(maker, maker.people())
    return with_column(rows, maker.words.text, maker.texts(), at=len(rows[0])), labels


def wide_initials(maker):
    initials = [name[0] + maker.rng.choice("KLMS") for name in maker.people()]
    if len(set(initials)) < len(initials):
        initials = ["JK", "AM", "TS", "RL"][: maker.m]
    return wide(maker, initials)


def wide_numbers_as_names(maker):
    codings = maker.codings()
    rows = [[str(j + 1) for j in range(maker.m)], *codings]
    return with_column(rows, maker.words.item[0], maker.ids()), tuples(codings)


def wide_numbered_labels(maker):
    word = maker.rng.choice(maker.words.label)
    return wide(maker, [f"{word}{j + 1}" for j in range(maker.m)])


def long_rows(maker, header, shuffled=True, some=1.0):
    """A row for each coding."""
    codings, names, ids = maker.codings(), maker.people(), maker.ids()
    rows, kept = [], [[] for _ in ids]
    for i, row in enumerate(codings):
        who = [j for j in range(maker.m) if maker.rng.random() < some]
        for j in who if len(who) > 1 else range(2):
            rows.append([ids[i], names[j], row[j]])
            kept[i].append(row[j])
    if shuffled:
        maker.rng.shuffle(rows)
    return [header, *rows], [tuple(sorted(row)) for row in kept]


def long_header(maker):
    words = maker.words
    return [
        maker.rng.choice(words.item),
        maker.rng.choice(words.coders),
        maker.rng.choice(words.label),
    ]


def long_named(maker):
    return long_rows(maker, long_header(maker))


def long_incomplete(maker):
    return long_rows(maker, long_header(maker), some=0.7)


def long_with_date(maker):
    rows, labels = long_rows(maker, long_header(maker))
    dates = [f"2024-0{maker.rng.randint(1, 9)}-{maker.rng.randint(10, 28)}" for _ in rows[1:]]
    return with_column(rows, maker.words.date, dates, at=3), labels


def long_odd_names(maker):
    header = maker.rng.choice(
        (["unit", "who", "value"], ["nr", "user", "choice"], ["ref", "person", "decision"])
    )
    return long_rows(maker, header, shuffled=False)


def turned(maker):
    codings, ids = maker.codings(), [f"s{i}" for i in range(maker.n)]
    rows = [[maker.rng.choice(maker.words.coders), *ids]]
    rows += [[name, *(row[j] for row in codings)] for j, name in enumerate(maker.people())]
    return rows, tuples(codings)


def headless(maker):
    codings = maker.codings()
    return [[i, *row] for i, row in zip(maker.ids(), codings, strict=True)], tuples(codings)


def lists_in_cells(maker):
    codings = maker.codings()
    mark = maker.rng.choice((";", "|"))
    rows = [[maker.words.item[0], "annotations"]]
    rows += [[i, mark.join(row)] for i, row in zip(maker.ids(), codings, strict=True)]
    return rows, tuples(codings)


def vote_counts(maker):
    codings = maker.codings()
    rows = [[maker.words.item[0], *maker.scale]]
    rows += [
        [i, *(str(row.count(k)) for k in maker.scale)]
        for i, row in zip(maker.ids(), codings, strict=True)
    ]
    return rows, tuples(codings)


def contingency(maker):
    maker.m = 2
    codings = maker.codings()
    a, b = (f"{maker.words.coders[0]} {mark}" for mark in "AB")
    rows = [[f"{a} / {b}", *maker.scale]]
    rows += [[k, *(str(codings.count([k, l])) for l in maker.scale)] for k in maker.scale]
    return rows, tuples(codings)


EASY = [
    wide_marked,
    wide_marked_gaps,
    wide_marked_with_text,
    wide_marked_with_majority,
    wide_marked_with_mean,
    wide_ratings,
    wide_with_model,
    wide_with_confidence,
    wide_people,
    wide_people_gaps,
    wide_people_with_text,
    wide_initials,
    wide_numbers_as_names,
    long_named,
    long_incomplete,
    long_with_date,
    long_odd_names,
    turned,
    contingency,
]
# What a person could not be sure of either: only a wrong number counts against accord.
HARD = [wide_numbered_labels, headless, lists_in_cells, vote_counts]


# -- without agreement ------------------------------------------------------------------------


def countries(maker):
    rows = [["country", "alpha2", "alpha3", "region"]]
    for i in range(maker.n):
        code = "".join(maker.rng.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ", k=3))
        rows.append([f"Land {i}", code[:2], code, maker.rng.choice(("Europe", "Asia", "Africa"))])
    return rows


def tags_of_one_person(maker):
    tags = ("sport", "art", "politics", "food", "travel")
    mark = maker.rng.choice((", ", ";", "|"))
    rows = [[maker.words.item[0], maker.words.text, "tags"]]
    rows += [
        [i, t, mark.join(maker.rng.sample(tags, maker.rng.randint(1, 3)))]
        for i, t in zip(maker.ids(), maker.texts(), strict=True)
    ]
    return rows


def two_tags_always(maker):
    rows = [[maker.words.item[0], "labels"]]
    rows += [[i, ",".join(maker.rng.sample(maker.scale, 2))] for i in maker.ids()]
    return rows


def one_label(maker):
    rows = [[maker.words.text, maker.rng.choice(maker.words.label)]]
    return rows + [[t, maker.rng.choice(maker.scale)] for t in maker.texts()]


def one_coder_each(maker):
    header = long_header(maker)
    return [
        header,
        *(
            [i, maker.rng.choice(maker.words.names), maker.rng.choice(maker.scale)]
            for i in maker.ids()
        ),
    ]


def scores_of_models(maker):
    rows = [["model", "precision", "recall", "f1"]]
    return rows + [
        [f"model-{i}", *(f"{maker.rng.random():.3f}" for _ in range(3))] for i in range(maker.n)
    ]


def outcomes_of_a_test(maker):
    rows = [["threshold", "TP", "FP", "FN", "TN"]]
    return rows + [
        [f"{i / maker.n:.2f}", *(str(maker.rng.randint(0, 9)) for _ in range(4))]
        for i in range(maker.n)
    ]


def translations(maker):
    rows = [["key", "EN", "DE", "FR"]]
    return rows + [[f"k{i}", *maker.rng.choices(FRUIT, k=3)] for i in range(maker.n)]


def years(maker):
    rows = [["region", *map(str, range(2015, 2021))]]
    return rows + [[c, *(str(maker.rng.randint(1, 5)) for _ in range(6))] for c in CITIES]


def gold_and_prediction(maker):
    rows = [["id", "gold", "predicted"]]
    return rows + [[i, *maker.rng.choices(maker.scale, k=2)] for i in maker.ids()]


def question_model_score(maker):
    rows = [["question_id", "model", "score"]]
    return rows + [
        [str(q), f"m{m}", str(maker.rng.randint(1, 10))] for q in range(maker.n) for m in range(3)
    ]


def survey(maker):
    rows = [["respondent", *(f"q{j}" for j in range(1, 7))]]
    return rows + [
        [f"r{i}", *(str(maker.rng.randint(1, 5)) for _ in range(6))] for i in range(maker.n)
    ]


def survey_words(maker):
    likert = ("agree", "neutral", "disagree")
    rows = [["age", "The food was good", "The staff was kind", "I would come again"]]
    return rows + [
        [str(maker.rng.randint(18, 80)), *maker.rng.choices(likert, k=3)] for _ in range(maker.n)
    ]


def records(maker):
    rows = [["name", "sex", "city", "married"]]
    return rows + [
        [
            maker.rng.choice(maker.words.names) + f" {i}",
            maker.rng.choice("MF"),
            maker.rng.choice(CITIES),
            maker.rng.choice(("yes", "no")),
        ]
        for i in range(maker.n)
    ]


def dialogue(maker):
    rows = [["turn", "speaker", "act", maker.words.text]]
    return rows + [
        [str(i), maker.rng.choice("AB"), maker.rng.choice(maker.scale), t]
        for i, t in enumerate(maker.texts())
    ]


def flags(maker):
    rows = [["id", "is_open", "has_parking", "has_wifi"]]
    return rows + [[i, *maker.rng.choices(("0", "1"), k=3)] for i in maker.ids()]


def lexicon(maker):
    rows = [["word", "polarity", "pos"]]
    return rows + [
        [
            f"{maker.rng.choice(FRUIT)}{i}",
            maker.rng.choice(("pos", "neg")),
            maker.rng.choice(("NN", "VB", "JJ")),
        ]
        for i in range(maker.n)
    ]


def matches(maker):
    rows = [["match", "team1", "team2", "winner"]]
    for i in range(maker.n):
        a, b = maker.rng.sample(CITIES[:5], 2)
        rows.append([str(i), a, b, maker.rng.choice((a, b))])
    return rows


def shifts(maker):
    rows = [["week", "Mon", "Tue", "Wed", "Thu", "Fri"]]
    return rows + [
        [str(i), *maker.rng.choices(("early", "late", "off"), k=5)] for i in range(maker.n)
    ]


def grades(maker):
    rows = [["student", "math", "art", "history"]]
    return rows + [[f"st{i}", *maker.rng.choices("ABCDF", k=3)] for i in range(maker.n)]


def before_after(maker):
    rows = [["patient", "pre", "post"]]
    return rows + [
        [f"p{i}", *(str(maker.rng.randint(0, 9)) for _ in range(2))] for i in range(maker.n)
    ]


def bugs(maker):
    rows = [["id", "reporter", "status", "priority"]]
    return rows + [
        [
            i,
            maker.rng.choice(maker.words.names),
            maker.rng.choice(("open", "closed")),
            maker.rng.choice(("low", "high")),
        ]
        for i in maker.ids()
    ]


def papers_and_reviewers(maker):
    """Columns called after coders that hold their names: who read what, not what they said."""
    rows = [["paper", "reviewer1", "reviewer2"]]
    return rows + [[i, *maker.rng.sample(maker.words.names, 2)] for i in maker.ids()]


def workers(maker):
    rows = [["worker", "units", "judgments", "trust"]]
    return rows + [
        [
            f"w{i}",
            str(maker.rng.randint(1, 9)),
            str(maker.rng.randint(10, 99)),
            f"{maker.rng.random():.2f}",
        ]
        for i in range(maker.n)
    ]


def one_rater_many_questions(maker):
    header = ["item", "rater1_q1", "rater1_q2", "rater1_q3"]
    return [header, *([i, *(str(maker.rng.randint(1, 5)) for _ in range(3))] for i in maker.ids())]


def distances(maker):
    rows = [["", *CITIES[:6]]]
    for a in range(6):
        rows.append([CITIES[a], *("0" if a == b else str(100 + 37 * a * b) for b in range(6))])
    return rows


def correlations(maker):
    names = FRUIT[:5]
    rows = [["", *names]]
    return rows + [
        [a, *("1.0" if a == b else f"{maker.rng.random():.2f}" for b in names)] for a in names
    ]


def two_rounds(maker):
    rows = [["item", "label_round1", "label_round2"]]
    return rows + [[i, *maker.rng.choices(maker.scale, k=2)] for i in maker.ids()]


def minutes_of_coders(maker):
    rows = [["item", "coder1_seconds", "coder2_seconds"]]
    return rows + [[i, *(str(maker.rng.randint(3, 400)) for _ in range(2))] for i in maker.ids()]


def comments_of_coders(maker):
    rows = [["item", "rater1_comment", "rater2_comment"]]
    return rows + [
        [i, *(" ".join(maker.rng.choices(FRUIT, k=4)) for _ in range(2))] for i in maker.ids()
    ]


def counts_of_words(maker):
    rows = [["word", "frequency", "rank"]]
    return rows + [[f"w{i}", str(maker.rng.randint(1, 900)), str(i + 1)] for i in range(maker.n)]


def measurements(maker):
    rows = [["time", "x", "y", "z"]]
    return rows + [
        [f"{i / 10:.1f}", *(f"{maker.rng.gauss(0, 1):.4f}" for _ in range(3))]
        for i in range(maker.n)
    ]


def two_tasks_of_one_person(maker):
    rows = [[maker.words.item[0], "sentiment", "stance"]]
    return rows + [[i, *maker.rng.choices(maker.scale, k=2)] for i in maker.ids()]


def codebook(maker):
    rows = [["code", "label", "description"]]
    return rows + [
        [str(i), k, " ".join(maker.rng.choices(FRUIT, k=5))] for i, k in enumerate(maker.scale)
    ]


def coders_themselves(maker):
    rows = [["annotator", "age", "gender", "language"]]
    return rows + [
        [name, str(maker.rng.randint(20, 60)), maker.rng.choice(("f", "m")), "en"]
        for name in maker.words.names
    ]


def cases_of_court(maker):
    rows = [["case_id", "judge", "verdict"]]
    return rows + [
        [i, maker.rng.choice(maker.words.names), maker.rng.choice(("guilty", "free"))]
        for i in maker.ids()
    ]


def summary_of_agreement(maker):
    rows = [["pair", "rater1", "rater2", "kappa"]]
    names = maker.words.names
    return rows + [
        [f"{a}-{b}", a, b, f"{maker.rng.random():.2f}"] for a in names for b in names if a < b
    ]


NOTHING = [
    countries,
    tags_of_one_person,
    two_tags_always,
    one_label,
    one_coder_each,
    scores_of_models,
    outcomes_of_a_test,
    translations,
    years,
    gold_and_prediction,
    question_model_score,
    survey,
    survey_words,
    records,
    dialogue,
    flags,
    lexicon,
    matches,
    shifts,
    grades,
    before_after,
    bugs,
    papers_and_reviewers,
    workers,
    one_rater_many_questions,
    distances,
    correlations,
    two_rounds,
    minutes_of_coders,
    comments_of_coders,
    counts_of_words,
    measurements,
    two_tasks_of_one_person,
    codebook,
    coders_themselves,
    cases_of_court,
    summary_of_agreement,
]


def strange(rng: Random) -> Strange:
    """One table of any shape."""
    maker = Maker(rng)
    if rng.random() < 0.45:
        make: Callable = rng.choice(NOTHING)
        return Strange(make.__name__, maker.language, make(maker), None)
    make = rng.choice(EASY * 2 + HARD)
    rows, labels = make(maker)
    return Strange(make.__name__, maker.language, rows, labels, easy=make in EASY)


def written(table: Strange, rng: Random) -> tuple[bytes, str]:
    """The file's bytes and its ending: delimiters, encodings, line ends."""
    delimiter, ending = rng.choice(((",", ".csv"), (",", ".csv"), (";", ".csv"), ("\t", ".tsv")))
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator=rng.choice(("\n", "\r\n")))
    writer.writerows(table.rows)
    encodings = ["utf-8", "utf-8", "utf-8-sig", "utf-16"]
    encodings.append("cp1251" if table.language == "ru" else "cp1252")
    try:
        return text.getvalue().encode(rng.choice(encodings)), ending
    except UnicodeEncodeError:
        return text.getvalue().encode("utf-8"), ending
