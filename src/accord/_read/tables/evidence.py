"""Evidence for and against a way to read a table: declared features, weighed reading by reading.

That nothing speaks against a reading is not enough. Only where the columns are named after their
roles in words that mean nothing else (`lexicon`), and the cells fit, is a table read without a
question. A feature looks at names, at cells, at the shape of the table or at the columns beside
those of a reading; it speaks of some shapes, and has a weight and a reason. What it finds is a
doubt, which forbids to read the table at once, or a sign, which only ranks what is offered.

Long because every reason for and against a reading stands here, one beside the other.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import isclose
from typing import NamedTuple

import numpy as np

from accord._read.door.read_options import Options
from accord._read.tables import column_names as known
from accord._read.tables.label_rows import far_codes, never_a_label, sums_up
from accord._read.tables.lexicon import (
    LABEL_WORDS,
    MARKED_CODER_WORDS,
    NAME_WORDS,
    REFERENCE_WORDS,
    is_beside,
    is_reference,
    is_word,
    is_year,
    mark_of_coder,
    names_coders,
    names_items,
    names_labels,
)
from accord._read.tables.roles import (
    HALF,
    LETTERS_OF_TEXT,
    Column,
    Reading,
    Table,
    as_number,
    follows,
    is_number,
    is_person,
    names_an_item,
    words_of,
)
from accord.errors import Setting
from accord.model.names import FloatArray
from accord.words.said import said


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ROWS_LOOKED_AT = 20_000
"""Rows that are looked at for what depends on what; the study itself is checked on all."""

_FEW_ROWS = 10
"""Of fewer rows nobody can tell what is usual in a column: one label in common is enough."""

SHARED = 0.5
"""Of two coders' labels at least so many of the smaller set are the other's, too: who never gives
one of five labels still shares four; columns of other questions share none or the odd one."""

SAME_LABELS = 0.5
"""A column beside the coders' with this share of its values among their labels may be one more."""

PART_OF_SCALE = 0.25
"""The highest number of the strictest coder reaches this part of the highest of all: 3 on a scale
to 10, but not 1 (a share) beside 100 (per cent), nor an answer beside an age."""

REPEATED = 0.8
"""Labels come again: with more different ones than this share of the cells, they are names,
measurements or texts."""

SUSPICIOUSLY_EQUAL = 30
"""With so many items and not one disagreement, the label may be the item's own, not the coders'."""

WORDS_OF_TOTAL = 4
"""A row called "mean of all coders" sums up; a sentence with the word mean is an item."""

ROWS_OF_FORM = 300
"""Rows that are looked at for what names of items have in common."""

ROWS_OF_A_CODER = 3
"""So many labels of a coder that are all the same, with other coders' others, are no accident."""

ITEMS_WITH_ANSWERS = 3
"""Two items may differ in all their labels; three whose labels never meet are three questions."""

ITEMS_WITH_OPTIONS = 100
"""Of so many items the labels show by themselves that they belong to items (`own_labels`), and no
measure pools them; of fewer it is asked here."""

MET = 0.2
"""Options of an item are given by two coders in at least so many items; two who toss coins between
two meet in half of them, between five in a fifth."""

ABOVE_ALL = 3
"""A last row with three times the largest number above it, in every column, is no rating."""

ROWS_ABOVE_SUM = 3
"""Below fewer rows, a row that is the sum of the others is no rarity."""

LAST_ROWS = 6
"""Where sums stand below a table: sum, mean, deviation, median, agreement, and an empty one."""

ROWS_WITH_TRIALS = 2000
"""Items for practice come first, and those for checking are spread over all."""

CODERS_COMPARED = 40
"""Coders whose labels are compared two by two: 780 pairs, and more coders have the same labels."""

MEASURED = 10
"""Labels and ratings have few values; a column of more different numbers is measured or scored."""

PLACED_ALIKE = 0.3
"""Rank correlation that two columns of 30 rows with nothing in common exceed by chance in 1 of 20
pairs (.306); people who measure the same things at all place them more alike than that."""

_NEVER_MET = 0.01
"""In so few tables of coders who toss dice, with these numbers and so many rows, no two in a row
are alike: people who rate meet at times, and who is assigned to the same item never does."""

PAIR = 2
"""Only two coders are compared in a table of counted pairs."""

FULL_AGAIN = 0.1
"""Where some votes are lost, so many rows still have all of them; sums of anything else have one
highest."""

# What files are called that are parts of one study.
_PARTS = _set(
    "train training test testing dev valid validation split fold part batch round wave phase day "
    "run runs week teil runde partie lot parte ronda часть раунд results output"
)

# What rows are called that are no items: sums, and how well coders do.
SUMS = known.TOTALS | _set("precision recall accuracy fscore auc")

# What a row of sums is called that has no other word; "all of them" may be an item.
_ALL = {(word,) for word in _set("all overall alle alles tous ensemble todos todo tutti все")}

# How well something does.
_FIGURES = _set("precision recall accuracy fscore auc auroc bleu rouge loss perplexity rmse mae")

# What coders are called that are none: rounds, conditions, several at once, nobody.
NO_CODERS = known.OCCASIONS | _set(
    "pre post before after baseline followup retest control treatment condition both all team "
    "together joint everyone unknown vorher nachher kontrolle beide alle unbekannt avant apres "
    "controle tous inconnu antes despues ambos todos prima dopo tutti до после оба все"
)

# What items are called that coders practise on, or are tested with.
TRIALS = _set(
    "practice practise training attention check trap catch dummy demo honeypot gold ubung uebung "
    "probe entrainement essai practica prueba prova тренировка"
)

# What a form asks people about themselves.
ASKED_OF_PEOPLE = _set(
    "age gender sex education income occupation nationality alter geschlecht bildung beruf sexe "
    "profession edad sexo genero ingresos eta sesso genere возраст пол образование"
)

# What stands in a plan of who does what, and how far it is: neither of them is a label by itself,
# but "open" and "complete" are labels elsewhere, too.
_STATES = _set(
    "done todo pending progress finished started unstarted erledigt fertig ausstehend begonnen "
    "bearbeitung termine encours attente hecho pendiente terminado terminada curso fatto "
    "completato attesa feito concluido готово сделано ожидает работе закончено"
)
_WITH_STATES = _STATES | _set(
    "open closed complete completed incomplete assigned unassigned waiting ready not yet to do in "
    "offen zu tun abgeschlossen zugewiesen nicht noch en cours a faire fini fait ouvert non por "
    "hacer abierto completado asignado da fare finito aperto corso em andamento aberto не в начато "
    "открыто"
)

# What days and months are called, whole or cut.
_CALENDAR = _set(
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thurs fri "
    "sat sun january february march april may june july august september october november "
    "december jan feb mar apr jun jul aug sep sept oct nov dec montag dienstag mittwoch "
    "donnerstag freitag samstag sonntag mo di mi do fr sa so januar februar marz mai juni juli "
    "oktober dezember lundi mardi mercredi jeudi vendredi samedi dimanche janvier fevrier mars "
    "avril juin juillet aout lunes martes miercoles jueves viernes sabado domingo enero febrero "
    "marzo abril mayo junio julio agosto lunedi martedi mercoledi giovedi venerdi gennaio "
    "aprile maggio giugno luglio понедельник вторник среда четверг пятница суббота воскресенье "
    "пн вт ср чт пт сб вс"
)

# How long something took, and what it cost: 3 min, 1 h 20 min, 12 €.
_AMOUNT = re.compile(
    r"(?:[\d.,:]+\s*(?:h|hrs?|hours?|min|mins|minutes?|m|s|secs?|seconds?|ms|std|stunden?|minuten?"
    r"|sek|sekunden?|heures?|secondes?|horas?|minutos?|segundos?|ore|ora|minuti|secondi|ч|час|часа"
    r"|часов|мин|сек|days?|tage?|jours?|d[ií]as?|giorni|€|\$|£|eur|euros?|usd|chf|руб)\.?\s*)+"
    r"|(?:€|\$|£|eur|usd|chf)\s*[\d.,]+",
    re.IGNORECASE,
)

# What a file is called.
_FILE = re.compile(
    r"\S.*\.(?:txt|xml|json|jsonl|csv|tsv|ann|eaf|docx?|odt|pdf|wav|mp[34]|jpe?g|png|xlsx?|html?|md"
    r"|conll[ux]?|rs3|textgrid|zip)",
    re.IGNORECASE,
)

# What runs jobs and is called worker, too.
MACHINES = _set("gpu cpu tpu node host server pod thread process proc celery queue rank localhost")


# Features ---------------------------------------------------------------------------------------


@dataclass(frozen=True)  # no slots: what is looked at is found once
class _Seen:
    """What features look at: a table, its columns, and one way to read it."""

    table: Table
    columns: Sequence[Column]
    reading: Reading
    options: Options

    @cached_property
    def rows(self) -> Sequence[Sequence[str]]:
        """The rows that are looked at."""
        return self.table.rows[:_ROWS_LOOKED_AT]

    @cached_property
    def items(self) -> list[str]:
        """The item of each row."""
        return cells_of(self.table, self.rows, self.reading.item)

    @cached_property
    def coders(self) -> list[str]:
        """The coder of each row of a long table."""
        return cells_of(self.table, self.rows, (self.reading.coder or "",))

    @cached_property
    def labels(self) -> list[str]:
        """The label of each row of a long table."""
        return cells_of(self.table, self.rows, (self.reading.category or "",))

    @cached_property
    def mine(self) -> list[Column]:
        """The columns that a reading takes for those of coders, items or categories."""
        return [c for c in self.columns if c.name in self.reading.columns]

    @cached_property
    def others(self) -> list[Column]:
        """The columns beside those of coders and items."""
        used = (*self.reading.columns, *self.reading.item)
        return [c for c in self.columns if c.name not in used]

    @cached_property
    def who_and_what(self) -> list[Column]:
        """The columns of coders or categories; of a long table those of its coders and items."""
        reading = self.reading
        return self.mine or [c for c in self.columns if c.name in (reading.coder, *reading.item)]

    @cached_property
    def marks(self) -> set[str]:
        """What tells the coders of a wide table apart: 1, 2; A, B; their names."""
        return {mark[1] for mark in map(mark_of_coder, self.reading.columns) if mark}

    def column(self, name: str | None) -> Column:
        """The column of this name."""
        return next(c for c in self.columns if c.name == name)


class Feature(NamedTuple):
    """What a feature looks at (names, cells, shape, neighbours), of which shapes it speaks, what it
    weighs and why; and what it finds: a doubt, a sign, or nothing."""

    name: str
    looks_at: str
    shapes: tuple[str, ...]
    weight: int
    reason: str
    finds: Callable[[_Seen], str | bool | None]

    def speaks_of(self, reading: Reading) -> bool:
        """Whether it has anything to say about a reading of this shape."""
        return not self.shapes or reading.shape in self.shapes


LITTLE, PLAIN, MUCH, ALL = 1, 2, 4, 8
"""Weights: of what is seldom right alone, of what is seen in most tables of the kind, of what two
plain features cannot outweigh, and of what settles it."""

CONDEMNED = -ALL
"""A reading that weighs so little is not offered: its own doubt says that it is wrong."""

FEATURES: list[Feature] = []
"""All there is, in the order in which doubts are said."""

_Finder = Callable[[_Seen], str | bool | None]


def _feature(looks_at: str, shapes: str, weight: int, reason: str) -> Callable[[_Finder], _Finder]:
    def declared(finds: _Finder) -> _Finder:
        name = finds.__name__.strip("_")
        FEATURES.append(Feature(name, looks_at, (*shapes.split(),), weight, reason, finds))
        return finds

    return declared


def objection(
    table: Table, columns: Sequence[Column], reading: Reading, options: Options
) -> str | None:
    """Why a reading is not identified: the first doubt; None where the table says it itself."""
    seen = _seen(table, columns, reading, options)
    found = (one.finds(seen) for one in FEATURES if one.speaks_of(reading))
    return next((doubt for doubt in found if isinstance(doubt, str)), None)


def weighed(
    table: Table, columns: Sequence[Column], reading: Reading, options: Options
) -> dict[str, int]:
    """The features that speak for and against a reading, with their weights."""
    seen = _seen(table, columns, reading, options)
    some = [one for one in FEATURES if one.speaks_of(reading)]
    return {one.name: one.weight for one in some if one.finds(seen)}


def _seen(table: Table, columns: Sequence[Column], reading: Reading, options: Options) -> _Seen:
    gone = {*options.ignore, options.gold, options.anonymous}
    return _Seen(table, [c for c in columns if c.name not in gone], reading, options)


def named_readings(table: Table, columns: Sequence[Column], options: Options) -> Iterator[Reading]:
    """The readings that the names of columns suggest, whether or not the cells fit."""
    gone = {*options.ignore, options.gold}
    free = [c for c in columns if c.name not in gone and c.kind != "empty"]
    families: dict[str, dict[str, str]] = {}
    for column in free:
        mark = mark_of_coder(column.name)
        if mark is not None:
            families.setdefault(mark[0], {}).setdefault(mark[1], column.name)
    families = {stem: family for stem, family in families.items() if len(family) > 1}
    if len(families) == 1:
        names = tuple(next(iter(families.values())).values())
        yield Reading("wide", columns=names, why="called by a word for coders and a mark")
    coders = [c.name for c in free if names_coders(c.name)]
    labels = [c.name for c in free if names_labels(c.name) and not is_reference(c)]
    if len(coders) == len(labels) == 1:
        why = f"{coders[0]!r} names the coders"
        yield Reading("long", coder=coders[0], category=labels[0], why=why)


# Any shape --------------------------------------------------------------------------------------


@_feature("names", "", -LITTLE, "files of a folder may be parts of a study as well as coders")
def _file(seen: _Seen) -> str | None:
    """The first of several files that is not a coder's: not called by a word for coders and a
    mark, and not named by the user one by one, or called as a part of a study is."""
    table = seen.table
    if not table.by_file:
        return None
    whose = (seen.reading.coder or table.header[-1],)
    for name in dict.fromkeys(cells_of(table, table.rows, whose)):
        coder = _PARTS.isdisjoint(words_of(name)) and REFERENCE_WORDS.isdisjoint(words_of(name))
        if mark_of_coder(name) is None and not (table.listed and coder):
            return said("table.doubt.file", name=name)
    return None


_SPOKEN = ("long", "wide", "contingency", "lists")


@_feature("shape", "", -LITTLE, "no name says that columns are categories, items or rounds")
def _unsaid(seen: _Seen) -> str | None:
    """Shapes whose names never tell what they are."""
    shape, coder = seen.reading.shape, seen.reading.coder
    if shape not in _SPOKEN or (shape == "long" and coder is None):
        return said(f"table.unsaid.{shape}")
    return None


# A row for each coding --------------------------------------------------------------------------


# Workers who have no number of a crowd are rated as often as they rate.
_WHO_WORKS = {("worker",), ("workers",), ("worker", "name")}
_GRADES = _set("rating score grade")


def who_works(name: str) -> bool:
    """Whether a column may name those who do some work or other, besides labelling."""
    return words_of(name) in _WHO_WORKS


@_feature("names", "long", -LITTLE, "only a word that means nothing else says what a column is")
def _unnamed_role(seen: _Seen) -> str | None:
    """The first role whose column does not say that it has it."""
    reading = seen.reading
    graded = not _GRADES.isdisjoint(words_of(reading.category or ""))
    if not names_coders(reading.coder or "") or (graded and who_works(reading.coder or "")):
        return said("table.doubt.coder", name=reading.coder)
    if not names_labels(reading.category or ""):
        return said("table.doubt.category", name=reading.category)
    if not reading.item or not names_items(reading.item[-1]):
        return said("table.doubt.item", name=" and ".join(reading.item))
    return None


@_feature("names", "long", LITTLE, "what was coded on two days is compared where somebody says so")
def _by_occasion(seen: _Seen) -> str | None:
    """Items that are others on every occasion."""
    before = [n for n in seen.reading.item[:-1] if not known.OCCASIONS.isdisjoint(words_of(n))]
    return said("table.doubt.occasions", name=before[0]) if before else None


@_feature("cells", "long", -MUCH, "a coder is one name: no text, no list, no machine")
def _no_names(seen: _Seen) -> str | None:
    """Cells of the coders that name no person: text, several with a sign between them, machines."""
    if seen.reading.coder is None:
        return None
    column = seen.column(seen.reading.coder)
    some = [*column.values][:ROWS_OF_FORM]
    odd = column.kind in ("text", "lists", "links", "dates")
    odd = odd or all(not MACHINES.isdisjoint(words_of(value)) for value in some)
    if odd or all(any(sign in value for sign in ",;|") for value in column.values):
        return said("table.doubt.no-names", name=column.name)
    return None


@_feature("cells", "long", -PLAIN, "rounds, conditions, scores and groups are in a coder's place")
def _no_coders(seen: _Seen) -> str | None:
    """Coders who are called as no person is: round 1, control, BLEU, both, Ann/Bob, Ann (2)."""
    names = (
        list(seen.column(seen.reading.coder).values)[:ROWS_OF_FORM] if seen.reading.coder else []
    )
    folded = {name.casefold() for name in names}
    if names and all(map(_is_time, names)):
        return said("table.doubt.no-coder", name=names[0])
    for name in names:
        parts = [part.strip() for part in _JOINT.split(name.casefold()) if part.strip()]
        again = _AGAIN.sub("", name.casefold())
        if (
            not _NO_CODERS.isdisjoint(words_of(name))
            or (len(parts) > 1 and folded.issuperset(parts))
            or (again != name.casefold() and again in folded)
        ):
            return said("table.doubt.no-coder", name=name)
    return None


# What nobody is called, in a column that names coders: when or where something was, a part of it.
_NO_NAMES = _PARTS | _set(
    "admin administrator demo default root guest testuser auto initial "
    "time day week month year session version tempo zeit tag woche monat jahr sitzung fassung "
    "temps jour semaine mois annee seance dia semana mes ano sesion giorno settimana mese anno "
    "sessione время день неделя месяц год версия sensor site device left right old new links "
    "rechts male female men women native frauen manner hommes femmes hombres mujeres uomini donne "
    "alt neu gauche droite ancien nouveau izquierda derecha viejo nuevo sinistra destra vecchio "
    "nuovo левый правый старый новый"
)

_NO_CODERS = (NO_CODERS | _FIGURES | _NO_NAMES) - NAME_WORDS  # Ola is a wave in Spanish


def _is_time(name: str) -> bool:
    """Whether a name is that of a year, a point in time or a version: 2019, T1, t0, v1.1."""
    return is_year(name) or re.fullmatch(r"[tT] ?\d|[vV]\d+(\.\d+)*", name) is not None


_JOINT = re.compile(r"[/&+]| and | und | et | y | e | и ")
_AGAIN = re.compile(r"\s*\(\d\)$")


@_feature("cells", "long wide", -LITTLE, "what coders practise on is no part of the study")
def _trials(seen: _Seen) -> str | None:
    """Some items, not all, that are called practice, check, trap or gold."""
    if not seen.reading.item:
        return None
    at = seen.table.at(seen.reading.item[-1:])[0]
    names = dict.fromkeys(row[at].strip() for row in seen.rows[:ROWS_WITH_TRIALS])
    short = [name for name in names if len(name) <= LETTERS_OF_TEXT]
    odd = _with_a_word(short, TRIALS)
    return said("table.doubt.trials", name=odd[0]) if 0 < len(odd) < HALF * len(names) else None


@_feature("cells", "long", -PLAIN, "questions about people have answers of different kinds")
def _about_people(seen: _Seen) -> str | None:
    """Items that are called age, gender, income: what a form asks coders about themselves."""
    names = dict.fromkeys(seen.items[:ROWS_WITH_TRIALS]) if seen.reading.coder else {}
    about = _with_a_word(names, ASKED_OF_PEOPLE)
    return said("table.doubt.about-people", name=about[0]) if len(about) > 1 else None


@_feature("cells", "long", -PLAIN, "labels are short and come again")
def _no_labels(seen: _Seen) -> str | None:
    """Cells of the label that are texts, links or private, or never come again."""
    label = seen.column(seen.reading.category)
    if label.kind in ("text", "links", "private", "dates") or (
        label.unique and label.rows > _FEW_ROWS
    ):
        return said("table.doubt.no-labels", name=label.name)
    return None


@_feature("cells", "long wide", -PLAIN, "how long work took, what it cost and how far it is")
def _of_work(seen: _Seen) -> str | None:
    """Cells that are times, sums of money or states of work: what coders did, not said."""
    labels = seen.mine or [c for c in seen.columns if c.name == seen.reading.category]
    cells = {value for c in labels for value in c.values}
    amounts = cells and all(map(_AMOUNT.fullmatch, cells))
    if cells and all(cell.endswith("%") for cell in cells):
        return said("table.doubt.percentages")
    if cells and all(map(_FILE.fullmatch, cells)):
        return said("table.doubt.no-labels", name=labels[0].name)
    words = [words_of(cell) for cell in cells]
    states = all(own and _WITH_STATES.issuperset(own) for own in words)
    if amounts or (states and any(not _STATES.isdisjoint(own) for own in words)):
        return said("table.doubt.of-work", name=labels[0].name)
    return None


@_feature("shape", "long", -LITTLE, "a row of sums counts every item again")
def _total_of_long(seen: _Seen) -> str | None:
    """A row above or below the codings that sums them up."""
    return _sums(seen.table, seen.reading.item[-1]) if seen.reading.item else None


@_feature("shape", "long", -PLAIN, "coders code several items")
def _several_each(seen: _Seen) -> str | None:
    """Another coder in every row.

    That a coder codes an item twice is said when the study is built, with the row; that no item
    has two coders, by whoever compares: such codings can be read, joined and converted.
    """
    coders = seen.coders if seen.reading.coder else []
    if coders and len(set(coders)) == len(coders) and len(set(seen.items)) > 1:
        return said("table.doubt.once-each")
    return None


@_feature("cells", "long wide", -LITTLE, "an empty cell beside the only label may mean no")
def _ticks(seen: _Seen) -> str | None:
    """One label and empty cells: whether they say no, or nothing, is for the user to say."""
    if seen.reading.shape == "long":
        given = set(seen.labels)
    else:
        places = seen.table.at(seen.reading.columns)
        given = {row[at].strip() for row in seen.rows for at in places}
    if len(given) == 2 and "" in given:
        return said("table.doubt.ticks", name=max(given))
    return None


@_feature("cells", "long", -PLAIN, "coders differ from item to item; their age or group does not")
def _of_coders(seen: _Seen) -> str | None:
    """Labels that follow from the coder."""
    coders, labels = (seen.coders if seen.reading.coder else []), seen.labels
    several = bool(coders) and len(labels) >= ROWS_OF_A_CODER * len(set(coders))
    if several and len(set(labels) - {""}) > 1 and follows(zip(coders, labels, strict=True)):
        return said("table.doubt.of-coders")
    return None


@_feature("neighbours", "long", -LITTLE, "what differs within items and within coders is a label")
def _another_column(seen: _Seen) -> str | None:
    """A column that could be the label, a question, a system or an occasion."""
    used = {*seen.reading.item, seen.reading.coder, seen.reading.category}
    for column in seen.columns if seen.reading.coder else ():
        if column.name in used or column.kind == "empty":
            continue
        # A time in words, pre and post, is an occasion; in numbers it is when somebody coded.
        worded = column.about(known.DATES) and column.kind not in _NOT_WORDS
        if is_beside(column) and not worded:
            continue
        if column.unique and column.kind != "text":
            continue  # the number of the row
        cells = cells_of(seen.table, seen.rows, (column.name,))
        by_item = follows(zip(seen.items, cells, strict=True))
        by_coder = by_item or follows(zip(seen.coders, cells, strict=True))
        if worded and not by_coder:
            continue
        if not by_item and (worded or column.about(known.OCCASIONS, known.DIMENSIONS, _STAGES)):
            return said("table.doubt.occasions", name=column.name)
        told = column.about(_OF_CODERS, known.CODERS) or column.kind == "text"
        of_coders = by_coder and told
        if not by_item and (column.about(known.CONTAINERS) or not of_coders):
            return said("table.doubt.another", name=column.name)
    return None


# How cells look that are no words which come again.
_NOT_WORDS = ("dates", "numbers", "scale", "running", "ids", "text", "lists", "links", "flags")

# What differs from coder to coder and says nothing of what was asked.
_OF_CODERS = ASKED_OF_PEOPLE | _set(
    "name names initials race ethnicity role expertise experience expert native country "
    "affiliation institution university department group condition guideline guidelines tool team "
    "site center centre hospital degree student party religion device platform pay wage "
    "approval trained "
    "rolle gruppe erfahrung land werkzeug groupe pays grupo pais gruppo paese группа роль"
)

_STAGES = _set("stage stages version draft revision stufe fassung entwurf etape fase etapa стадия")


@_feature("neighbours", "long", -LITTLE, "what was cancelled or rejected does not count")
def _cancelled(seen: _Seen) -> str | None:
    """A column that says yes for some rows that somebody took back."""
    for column in seen.columns:
        told = {value.casefold() for value in column.values}
        if column.about(_TAKEN_BACK) and len(told) > 1 and told <= known.TRUTHS:
            return said("table.doubt.cancelled", name=column.name)
    return None


_TAKEN_BACK = _set(
    "cancelled canceled skipped rejected discarded deleted ignored invalid superseded abgebrochen "
    "abgelehnt verworfen geloscht annule rejete ignore cancelado rechazado annullato rifiutato"
)


@_feature("cells", "long", -PLAIN, "labels that a coder alone gives say the same in other words")
def _one_set_of_each(seen: _Seen) -> str | None:
    """A coder who never gives a label that another gives: yes and no beside ja and nein."""
    own: dict[str, dict[str, int]] = {}
    if seen.options.sets or seen.reading.category in seen.table.lists:
        return None  # sets share parts of them
    for coder, label in zip(seen.coders if seen.reading.coder else (), seen.labels, strict=False):
        if label:
            labels = own.setdefault(coder, {})
            labels[label] = labels.get(label, 0) + 1
    if not 1 < len(own) <= CODERS_COMPARED:
        return None
    numbers = {one: number for given in own.values() for one in given if (number := _float(one))}
    for coder, given in own.items():
        others = {one for name, labels in own.items() if name != coder for one in labels}
        values = {numbers.get(one) for one in others} - {None}
        alone = given.keys().isdisjoint(others) and values.isdisjoint(map(numbers.get, given))
        if (
            alone
            and sum(given.values()) >= ROWS_OF_A_CODER
            and len(numbers) < len(others | {*given})
        ):
            other = next(name for name in own if name != coder)
            return said(
                "table.doubt.strangers", name=coder, other=other, setting=Setting("fold", True)
            )
    return None


@_feature("cells", "long", -LITTLE, "a sheet makes 1 of 001, and a gap 1.0 of 1")
def _spelt_items(seen: _Seen) -> str | None:
    """Items that are one number, and written in two ways, each by other coders."""
    first: dict[str, str] = {}
    twice = []
    for name in dict.fromkeys(seen.items):
        plain = re.sub(r"\.0+$", "", name).lstrip("0") or "0"
        if plain.isdecimal() and first.setdefault(plain, name) != name:
            twice.append((first[plain], name))
    if not twice or not seen.reading.coder:
        return None
    pairs = set(zip(seen.items, seen.coders, strict=True))
    for one, other in twice[:ROWS_OF_FORM]:
        if all((other, coder) not in pairs for item, coder in pairs if item == one):
            return said("table.doubt.spelt-items", name=one, other=other)
    return None


@_feature("neighbours", "long", -PLAIN, "a column that is 1 where the others are 0 is one category")
def _one_hot(seen: _Seen) -> str | None:
    """A label beside columns of 0 and 1, one of which is 1 in every row: one of the categories."""
    ones = [c.name for c in seen.columns if c.values.keys() <= {"0", "1"} and c.filled == c.rows]
    if len(ones) > 1 and seen.reading.category in ones:
        at = seen.table.at(ones)
        if all(sum(row[c].strip() == "1" for c in at) == 1 for row in seen.rows):
            return said("table.doubt.one-is-1")
    return None


@_feature("cells", "long", -PLAIN, "people who label that many items differ somewhere")
def _never_differs(seen: _Seen) -> str | None:
    """Labels that follow from the item."""
    several = sum(n > 1 for n in Counter(seen.items).values())
    if several >= SUSPICIOUSLY_EQUAL and follows(zip(seen.items, seen.labels, strict=True)):
        return said("table.doubt.never-differs")
    return None


@_feature("cells", "long", -PLAIN, "labels come again, and with other items; answers do not")
def _own_answers(seen: _Seen) -> str | None:
    """Labels of one item alone.

    Those that coders have in common are options of the item; that they belong to it is asked about
    when something is computed, with the remedy. Nothing is asked where the user says what labels
    are: sets, a list of them, or what they belong to."""
    options = seen.options
    told = not (options.sets is options.categories is options.within is None)
    if told or seen.reading.coder is None or seen.column(seen.reading.category).holds_numbers:
        return None
    pairs = [(label, item) for item, label in zip(seen.items, seen.labels, strict=True) if label]
    given, named = {label for label, _ in pairs}, {item for _, item in pairs}
    if len(named) < ITEMS_WITH_ANSWERS:
        return None
    if len(given) > REPEATED * len(pairs):
        return said("table.doubt.seldom")
    if len(given) > len(named) and follows(pairs):
        met = len({item for (_, item), n in Counter(pairs).items() if n > 1})
        options_of_items = len(named) >= ITEMS_WITH_OPTIONS and met >= MET * len(named)
        return None if options_of_items else said("table.doubt.own-answers")
    return None


# A column for each coder ------------------------------------------------------------------------


@_feature("names", "wide", -LITTLE, "a word for coders and a mark is what only coders are called")
def _unnamed_column(seen: _Seen) -> str | None:
    """A column that is not called by the one word for coders and a mark of its own."""
    names = seen.reading.columns
    marks = [mark_of_coder(name) for name in names]
    if None in marks or len({mark[0] for mark in marks if mark}) != 1:
        odd = next((n for n, m in zip(names, marks, strict=True) if m is None), names[0])
        return said("table.doubt.column", name=odd)
    both = _two_in_one(seen.marks)
    if both:
        return said("table.doubt.no-coder", name=both)
    return said("table.doubt.twice") if len(seen.marks) < len(marks) else None


def _two_in_one(marks: set[str]) -> str | None:
    """The mark that is made of two others, where these are single signs: 12 beside 1 and 2."""
    single = {mark for mark in marks if len(mark) == 1}
    longer = [mark for mark in marks if len(mark) == 2]
    if len(longer) == 1 and len({*longer[0]}) == 2 and single.issuperset(longer[0]):
        return longer[0]
    return None


@_feature("names", "wide", -LITTLE, "the rows of a wide table are items, each with a name or none")
def _row_names(seen: _Seen) -> str | None:
    """Rows that are not called as items are, or several of them alike."""
    reading = seen.reading
    named = [c for c in seen.columns if c.name not in reading.columns and names_items(c.name)]
    keys = [c for c in seen.columns if c.name in reading.item]
    if len(reading.item) == 1 and not all(c.unique for c in keys):
        return said("table.doubt.several-rows", name=reading.item[0])
    if named and not any(c.unique for c in named) and len(reading.item) < 2:
        return said("table.doubt.several-rows", name=named[0].name)
    for column in keys:
        if not names_items(column.name) and column.kind != "text":
            return said("table.doubt.item", name=column.name)
    return None


@_feature("neighbours", "wide", -LITTLE, "who does what on which day is a plan, not a study")
def _by_day(seen: _Seen) -> str | None:
    """Rows that nothing names but a day, a week or a month."""
    if any(names_items(c.name) or c.kind == "text" for c in seen.others) or seen.reading.item:
        return None
    for column in seen.others:
        cells = {word for value in column.values for word in words_of(value)}
        if column.kind == "dates" or (cells and cells <= _CALENDAR):
            return said("table.doubt.by-day", name=column.name)
    return None


@_feature("cells", "wide", -MUCH, "rows and columns of the same names compare coders, not items")
def _called_as_coders(seen: _Seen) -> str | None:
    """Rows that are called as the coders are."""
    coders = {name.strip().casefold() for name in seen.reading.columns}
    for column in seen.columns[:1]:
        if column not in seen.mine and coders & {value.casefold() for value in column.values}:
            return said("table.doubt.rows-as-coders")
    return None


@_feature("shape", "wide", -LITTLE, "a row of sums is no item")
def _total_of_wide(seen: _Seen) -> str | None:
    """A row that sums up the others, by its name."""
    return next(filter(None, (_sums(seen.table, c.name) for c in seen.columns[:3])), None)


@_feature("cells", "wide", -LITTLE, "a row of sums may have no name")
def _computed_row(seen: _Seen) -> str | None:
    """A last row that has the sums or means of the columns above it."""
    return said("table.doubt.computed") if ends_with_sums(seen.table, seen.mine) else None


@_feature("cells", "wide", -MUCH, "a mean or a sum of the others is no coder's")
def _computed_column(seen: _Seen) -> str | None:
    """A column that was computed from the others."""
    if len(seen.mine) <= 2 or not all(c.holds_numbers for c in seen.mine):
        return None
    from accord._read.tables.computed_columns import computed

    name = next(iter(computed(seen.table, seen.reading.columns)), None)
    return said("table.doubt.computed-column", name=name) if name else None


@_feature("cells", "wide", -MUCH, "names of people say who coded, not what")
def _people(seen: _Seen) -> str | None:
    """Columns whose cells are names of people."""
    cells = (words_of(value) or ("",) for c in seen.mine for value in c.values)
    if all(word in NAME_WORDS for words in cells for word in words):
        return said("table.doubt.people", name=seen.mine[0].name)
    return None


@_feature("cells", "wide", -PLAIN, "coders of one study have one set of labels")
def _one_set(seen: _Seen) -> str | None:
    """Columns of other labels, of other scales, or of cells that never come again."""
    odd = next((c for c in seen.mine if not c.is_plain and c.filled), None)
    if odd is not None:
        return said("table.doubt.no-labels", name=odd.name)
    filled = [c for c in seen.mine if c.filled]
    if len(filled) < 2:
        return said("table.doubt.fewer-than-two")
    return (_one_scale if all(c.holds_numbers for c in filled) else _one_vocabulary)(filled)


@_feature("neighbours", "wide", -MUCH, "a column of the columns' names chooses among these")
def _chosen_among(seen: _Seen) -> str | None:
    """A column whose cells are the marks or the names of the others: winner, best."""
    called_so = {name.strip().casefold() for name in seen.reading.columns}
    for column in seen.others:
        cells = {value.strip().casefold() for value in column.values}
        if len(cells) > 1 and (cells <= seen.marks or cells <= called_so):
            return said("table.doubt.chooses", name=column.name)
    return None


@_feature("neighbours", "wide", -LITTLE, "two columns with a coder's mark: one may name the coder")
def _with_the_marks(seen: _Seen) -> str | None:
    """Other columns with the same marks are the labels, or answers to other questions."""
    rests: dict[tuple[str, ...], list[str]] = {}
    for column in seen.others:
        if column.kind == "empty" or is_beside(column):
            continue
        for mark in seen.marks & set(column.words):
            rest = tuple(word for word in column.words if word != mark)
            rests.setdefault(rest, []).append(column.name)
    twice = next((names for names in rests.values() if len(names) > 1), None)
    return said("table.doubt.same-marks", name=twice[0], other=twice[1]) if twice else None


@_feature("neighbours", "wide", -LITTLE, "one more column with these labels may be one more coder")
def _same_labels(seen: _Seen) -> str | None:
    """Another column with these labels that is not known to be a reference or a model."""
    labels = {value for c in seen.mine for value in c.values}
    for column in seen.others:
        if column.kind in ("empty", "running") or is_reference(column) or is_beside(column):
            continue
        if names_items(column.name) and column.unique:
            continue
        values = column.values.keys()
        if mark_of_coder(column.name) is not None or (
            len(values & labels) >= SAME_LABELS * len(values) and len(values) <= max(len(labels), 2)
        ):
            return said("table.doubt.same-labels", name=column.name)
    return None


@_feature("shape", "wide", -PLAIN, "coders fill one row together, and agree at times")
def _one_of_them(seen: _Seen) -> str | None:
    """In every row one column is filled, or one is 1, or all differ: who had the item, or which
    coders were compared."""
    at = seen.table.at(seen.reading.columns)
    rows = [[row[c].strip() for c in at] for row in seen.rows]
    if all(c.holds_numbers for c in seen.mine):  # 2 and 2.00 are one number
        own = {cell for row in rows for cell in row}
        numbers = {cell: str(_float(cell)) for cell in own if _float(cell) is not None}
        rows = [[numbers.get(cell, cell) for cell in row] for row in rows]
    if all(sum(map(bool, row)) < 2 for row in rows):
        return said("table.doubt.one-filled")
    filled = [[cell for cell in row if cell] for row in rows]
    if all(len(set(row)) == len(row) for row in filled) and _would_meet(seen.mine, filled):
        return said("table.doubt.all-differ")
    if len(rows) > 2 and all(
        set(row) <= _ZERO | _ONE and sum(cell in _ONE for cell in row) == 1 for row in rows
    ):
        return said("table.doubt.one-is-1")
    return None


PER_CENT = 100
"""What shares of a row add up to; counts of pairs do so in all rows only by design."""

_ZERO, _ONE = {"0", "0.0"}, {"1", "1.0"}


@_feature("cells", "long wide", -LITTLE, "what people label agrees more often than by chance")
def _by_chance(seen: _Seen) -> str | None:
    """Labels of many items that agree as labels of nobody would."""
    # Of so few rows it is never asked, and small tables need not import how it is. Sets that are
    # not the same have parts in common.
    if len(seen.rows) < _FEW_ROWS or seen.options.sets:
        return None
    from accord._read.tables.above_chance import as_matrix, labels_by_item, no_better_than_chance

    wide = seen.reading.shape == "wide"
    if wide:
        at = seen.table.at(seen.reading.columns)
        rows = [[row[c].strip() for c in at] for row in seen.rows]
    elif seen.reading.coder:
        rows = labels_by_item(seen.items, seen.labels)
    else:
        return None
    distinct = {cell: None for row in rows for cell in row if cell}
    cells = {cell: _float(cell) for cell in distinct}
    if cells and None not in cells.values():  # 2 and 2.00 are one number
        numbers = as_matrix([[cells.get(cell) for cell in row] for row in rows])
        rows = [[str(cells[cell]) if cell else "" for cell in row] for row in rows]
    else:
        numbers = None
    return (
        said("table.doubt.by-chance") if no_better_than_chance(rows, numbers, wide=wide) else None
    )


# Other shapes -----------------------------------------------------------------------------------


@_feature("names", "contingency", -LITTLE, "any square table of numbers may have such rows")
def _corner(seen: _Seen) -> str | None:
    """The corner of a table of counts names coders or labels: rater A / rater B; or, where pairs
    are counted in rows, the columns are called as coders are, and the counts as counts."""
    if seen.reading.votes is not None:
        from accord._read.tables.counted_pairs import names_frequencies  # few are looked at so

        told = names_frequencies(seen.reading.votes)
        other = [name for name in seen.reading.columns if mark_of_coder(name) is None]
        return (
            said("table.doubt.column", name=other[0])
            if told and other
            else (None if told else said("table.doubt.pairs", name=seen.reading.votes))
        )
    corner = seen.table.header[0].strip()
    words = MARKED_CODER_WORDS | LABEL_WORDS
    if any(is_word(word, words) for word in words_of(corner)):
        return None
    return said("table.doubt.corner", name=corner)


@_feature("cells", "contingency", -LITTLE, "distances and things in common are symmetric")
def _no_pairs(seen: _Seen) -> str | None:
    """Counts of something else than pairs of labels."""
    if seen.reading.votes is not None:
        return None
    # Few tables are square.
    from accord._read.tables.square_tables import likenesses, transitions, without_margins

    cells = [[int(cell) for cell in row[1:]] for row in without_margins(seen.table)]
    size = range(len(cells))
    turned = all(cells[a][b] == cells[b][a] for a in size for b in size)
    signs = (
        ("table.doubt.percentages", {sum(row) for row in cells} == {PER_CENT}),
        ("table.doubt.ones", max(map(max, cells)) == 1),
        ("table.doubt.diagonal", not any(cells[n][n] for n in size)),
        ("table.doubt.symmetric", len(cells) > 2 and turned),
        ("table.doubt.alike", likenesses(cells)),
        ("table.doubt.transitions", transitions(cells)),
    )
    return next((said(key) for key, holds in signs if holds), None)


@_feature("names", "contingency", -LITTLE, "coders, people and days are no labels")
def _no_categories(seen: _Seen) -> str | None:
    """Rows and columns that are called as coders, as people or as days are."""
    names = seen.reading.columns
    if seen.reading.votes is not None:
        return None
    words = [words_of(name) or ("",) for name in names]
    if any(map(mark_of_coder, names)) or all(NAME_WORDS.issuperset(own) for own in words):
        return said("table.doubt.rows-as-coders")
    days = all(_CALENDAR.issuperset(own) for own in words)
    return said("table.doubt.by-day", name=names[0]) if days else None


@_feature("names", "lists", -LITTLE, "a list of labels may be one person's")
def _unnamed_lists(seen: _Seen) -> str | None:
    """Labels whose coders stand neither beside them in a list as long nor before each in the cell,
    or that are not named so."""
    coder, category = seen.reading.coder, seen.reading.category or ""
    if not names_labels(category):
        return said("table.doubt.lists", name=category)
    if coder is None:
        from accord._read.tables.votes import coders_in_cells  # lists are rare

        inside = coders_in_cells(seen.table, category)
        other = next((name for name in inside if mark_of_coder(name) is None), None)
        if other is not None:
            return said("table.doubt.column", name=other)
        return None if inside else said("table.doubt.whose-lists")
    return None if names_coders(coder) else said("table.doubt.coder", name=coder)


# Signs ------------------------------------------------------------------------------------------


@_feature("names", "transposed", PLAIN, "a program for surveys writes a row for each respondent")
def _survey(seen: _Seen) -> bool:
    """A survey, as the columns of the program that wrote it tell."""
    return seen.reading.is_survey


@_feature("cells", "wide", -LITTLE, "sums that vary less than those of independent columns")
def _votes(seen: _Seen) -> bool:
    """Cells that are as likely counts of votes as ratings."""
    return said("table.doubt.votes") in seen.reading.doubts


@_feature("names", "wide counts", -ALL, "what ends in id names things; nobody gives it as a label")
def _identifiers(seen: _Seen) -> bool:
    """Columns of which one is called an identifier, and another otherwise."""
    ids = any(c.words[-1:] in (("id",), ("ids",)) for c in seen.mine)
    return ids and len({c.core for c in seen.mine}) > 1


@_feature("names", "long wide counts transposed", -ALL, "figures of how well it goes are no labels")
def _figures(seen: _Seen) -> bool:
    """Columns of precision, recall, accuracy and the like."""
    called_so = [c.about(_FIGURES) or c.words == ("f", "1") for c in seen.who_and_what]
    return bool(called_so) and (any if seen.reading.shape == "long" else all)(called_so)


@_feature("cells", "wide", -ALL, "people who measure the same things place them alike")
def _other_variables(seen: _Seen) -> bool:
    """Columns of many different numbers, with names of their own that are no person's, that do not
    place the rows alike."""
    measured = [c for c in seen.mine if c.holds_numbers and len(c.values) > MEASURED]
    named = len({c.core for c in seen.mine}) == 1 or any(
        mark_of_coder(c.name) or is_person(c) for c in seen.mine
    )
    if named or len(measured) < max(2, len(seen.mine)):
        return False
    columns = cells_as_numbers(seen.table, [c.name for c in seen.mine])
    return columns.shape[1] >= _FEW_ROWS and _placed_alike(columns) < PLACED_ALIKE


@_feature("cells", "counts", -ALL, "lost votes leave rows that have them all")
def _no_panel(seen: _Seen) -> bool:
    """Sums that differ from row to row and stand in no column, of which hardly two are highest."""
    sums = cells_as_numbers(seen.table, [c.name for c in seen.mine], empty="0").sum(axis=0)
    told = seen.options.shape or seen.reading.votes  # a part of the votes, as the table says
    if told or not len(sums) or (sums == sums[0]).all():
        return False
    totals = (
        cells_as_numbers(seen.table, [c.name], empty="0") for c in seen.others if c.holds_numbers
    )
    if any(np.array_equal(one[0], sums) for one in totals):
        return False
    return int((sums == sums.max()).sum()) < max(2, FULL_AGAIN * len(sums))


@_feature("names", "counts", -PLAIN, "who gives labels is none of them")
def _coders_as_labels(seen: _Seen) -> bool:
    """Columns that are called as coders are."""
    return all(c.about(known.CODERS) for c in seen.mine)


@_feature("names", "counts", -PLAIN, "questions have answers; votes are for what can be chosen")
def _questions(seen: _Seen) -> bool:
    """Columns that are called as questions or items are: q1, item 2."""
    return any(names_an_item(c.name) for c in seen.mine)


@_feature("names", "wide counts", -ALL, "names in an object say who or what, and are no labels")
def _names_in_objects(seen: _Seen) -> bool:
    """Columns of names and values that stood in objects of JSON."""
    return seen.table.header == known.IN_OBJECTS


@_feature("cells", "wide", -ALL, "items with the same labels come again; pairs are counted once")
def _counted_pairs(seen: _Seen) -> str | None:
    """Rows that are no items: each pair of labels once, with how often it occurs."""
    from accord._read.tables.counted_pairs import counted_pairs  # few tables are looked at so

    if len(seen.mine) != PAIR:
        return None
    found = counted_pairs(seen.table, seen.columns, Options())
    return said("table.doubt.pairs", name=found[1]) if found else None


@_feature("names", "long", -ALL, "how often something was counted is not a label")
def _frequencies(seen: _Seen) -> bool:
    """Labels in a column that is called freq, count or n."""
    label = next((c for c in seen.columns if c.name == seen.reading.category), None)
    return label is not None and bool(label.words) and known.COUNTS.issuperset(label.words)


@_feature("names", "long counts", -ALL, "neither votes nor coders are counted by year")
def _years(seen: _Seen) -> bool:
    """Columns that differ in a year."""
    return bool(seen.who_and_what) and all(any(map(is_year, c.words)) for c in seen.who_and_what)


@_feature("cells", "long", -ALL, "items have names or numbers, and are not measured")
def _measured_items(seen: _Seen) -> bool:
    """Items that are decimal numbers."""
    return any(
        c.kind == "numbers" and not all(value.isdecimal() for value in c.values)
        for c in seen.columns
        if c.name in seen.reading.item and not names_items(c.name)
    )


# What features ask ------------------------------------------------------------------------------


def cells_of(table: Table, rows: Sequence[Sequence[str]], names: Sequence[str]) -> list[str]:
    """The cells of a column, or of several as one."""
    at = table.at(names)
    if len(at) == 1:
        place = at[0]
        return [row[place].strip() for row in rows]
    return ["\x1f".join([row[c].strip() for c in at]) for row in rows]


def _with_a_word(names: Iterable[str], words: frozenset[str]) -> list[str]:
    """The names that have one of some words; only what may have one is taken apart."""
    names = list(names)
    whole = "\n".join(names).lower()  # one search a word finds out that most are nowhere
    there = [word for word in words if word in whole]
    some = (n for n in names if not n.isascii() or any(word in n.lower() for word in there))
    return [name for name in some if not words.isdisjoint(words_of(name))]


def cells_as_numbers(table: Table, names: Sequence[str], empty: str = "") -> FloatArray:
    """Columns × rows: the numbers in the rows in which each of these columns has one."""
    places = table.at(names)
    rows = (
        [_float(row[at].strip() or empty) for at in places] for row in table.rows[:_ROWS_LOOKED_AT]
    )
    full = [row for row in rows if None not in row]
    return np.array(full, dtype=np.float64).reshape(-1, len(names)).T


def _placed_alike(columns: FloatArray) -> float:
    """Mean rank correlation of two columns; 0 where one is the same in all rows."""
    ranks = []
    for column in columns[:CODERS_COMPARED]:
        _, place, times = np.unique(column, return_inverse=True, return_counts=True)
        ranks.append((np.cumsum(times) - (times - 1) / 2)[place])
    if min(np.ptp(rank) for rank in ranks) == 0:
        return 0.0
    between = np.atleast_2d(np.corrcoef(ranks))
    return float(between[np.triu_indices(len(ranks), 1)].mean())


def without_sums(table: Table, columns: Sequence[Column], reading: Reading) -> Reading:
    """The reading without a last row that only the numbers in it, or another kind of name, tell
    from those of items; what is called a sum is left out by whoever reads."""
    if reading.shape != "wide" or not table.rows:
        return reading
    mine = [c for c in columns if c.name in reading.columns]
    name = (*reading.item, *table.header)[0]
    cells = table.column(name)
    inner = list(cells[1:-LAST_ROWS])[:ROWS_OF_FORM]
    outer = dict.fromkeys((cells[0], *cells[-LAST_ROWS:]))
    odd = {one for one in outer if not one or _called_otherwise(inner, [one])}
    odd -= {one for one in odd if sums_up(one)}
    if mine and ends_with_sums(table, mine) and not sums_up(cells[-1]):
        odd.add(cells[-1])
    if not odd or any(cells.count(one) > 1 or set(one) & set("|*?[") for one in odd):
        return reading
    return replace(reading, where=(f"{name}!={'|'.join(one for one in outer if one in odd)}",))


def _sums(table: Table, name: str) -> str | None:
    """A row above or below the items that sums them up, or has no name."""
    at = table.header.index(name)
    outer = [row[at].strip() for row in (*table.rows[:1], *table.rows[-LAST_ROWS:])]
    for cell in outer:
        words = words_of(cell)
        if words in _ALL or (len(words) <= WORDS_OF_TOTAL and not SUMS.isdisjoint(words)):
            return said("table.doubt.sums", name=cell)
    inner = [row[at] for row in table.rows[1:-LAST_ROWS][:ROWS_OF_FORM]]
    odd = _called_otherwise(inner, outer)
    if odd is not None and names_items(name):
        return said("table.doubt.called-otherwise", name=odd)
    if names_items(name) and outer and not outer[-1] and sum(map(bool, table.column(name))) > 1:
        return said("table.doubt.unnamed-row", name=name)
    return None


def _would_meet(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> bool:
    """Whether coders who know nothing of each other would have the same label in some row; names
    of labels are so few that all would."""
    if not any(c.kind == "numbers" for c in columns):
        return True
    one, two = sorted(columns, key=lambda c: -c.filled)[:2]
    alike = sum(n * two.values.get(value, 0) for value, n in one.values.items())
    by_chance = alike / max(1, one.filled * two.filled)
    return bool((1 - by_chance) ** sum(len(row) > 1 for row in rows) < _NEVER_MET)


def _float(cell: str) -> float | None:
    try:
        return as_number(cell.strip())
    except ValueError:
        return None


def _is_computed(above: Sequence[float | None], last: float | None) -> bool:
    """Whether a number is the sum of others, far above all, or a fraction below whole numbers."""
    numbers = [number for number in above if number is not None]
    if last is None or not numbers:
        return False
    whole = all(number.is_integer() for number in numbers)
    far = abs(last) > ABOVE_ALL * max(map(abs, numbers))
    return far or isclose(last, sum(numbers)) or (whole and not last.is_integer())


def ends_with_sums(table: Table, columns: Sequence[Column]) -> bool:
    """Whether the last row has what was computed of the columns above it: in all of them, or the
    only fractions in the table."""
    if len(table.rows) <= ROWS_ABOVE_SUM or not all(c.holds_numbers for c in columns):
        return False
    places = table.at([c.name for c in columns])
    numbers = [[_float(row[at]) for row in table.rows] for at in places]
    above = [n for column in numbers for n in column[:-1] if n is not None]
    last = [n for column in numbers if (n := column[-1]) is not None]
    fractions = all(n.is_integer() for n in above) and not all(n.is_integer() for n in last)
    return fractions or all(_is_computed(column[:-1], column[-1]) for column in numbers)


def _called_otherwise(inner: list[str], outer: list[str]) -> str | None:
    """The name of the first or last row, where it is a word and all the others have a number."""
    if len(inner) < _FEW_ROWS or not all(any(map(str.isdecimal, cell)) for cell in inner):
        return None
    return next((cell for cell in outer if cell and not any(map(str.isdecimal, cell))), None)


def _one_vocabulary(filled: Sequence[Column]) -> str | None:
    """Names of labels, most of which coders share and give again and again."""
    for one, two in combinations(filled[:CODERS_COMPARED], 2):
        few = max(one.filled, two.filled) < _FEW_ROWS
        least = 1.0 if few else SHARED * min(len(one.values), len(two.values))
        if len(one.values.keys() & two.values.keys()) < max(1.0, least):
            fold = Setting("fold", True)
            return said("table.doubt.strangers", name=one.name, other=two.name, setting=fold)
    mixed = [c for c in filled if any(map(is_number, c.values)) and not c.holds_numbers]
    words = [c for c in filled if not any(map(is_number, c.values))]
    if mixed and words:
        shown = repr(mixed[0].name)
        return said("table.doubt.numbers-and-words", names=shown)
    different = {value for c in filled for value in c.values}
    if len(filled[0].values) > 1 and len(different) > REPEATED * sum(c.filled for c in filled):
        return said("table.doubt.seldom")
    return None


def _one_scale(columns: Sequence[Column]) -> str | None:
    """Numbers of one scale: no coder stays in a small part of it, however strict."""
    signs = [{sign for value in c.values for sign in ".," if sign in value} for c in columns]
    if {"."} in signs and {","} in signs:
        return said("table.doubt.decimal-signs")
    numbers = {one: _float(one) for c in columns for one in c.values if _float(one) is not None}
    apart = {
        one for one in far_codes(numbers)[0] if never_a_label(numbers[one])
    }  # 99 for no answer is asked about with the labels
    highest = [
        max(
            (abs(numbers[one] or 0) for one in c.values if one in numbers and one not in apart),
            default=0,
        )
        for c in columns
    ]
    low = min(range(len(columns)), key=highest.__getitem__)
    if highest[low] < PART_OF_SCALE * max(highest):
        return said("table.doubt.smaller", name=columns[low].name)
    return None
