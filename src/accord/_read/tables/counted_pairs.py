"""How often two coders chose each pair of labels, a row for each pair: frequencies of R and SPSS.

    rater1,rater2,Freq        as.data.frame(table(rater1, rater2))
    A,A,19
    A,B,3

Read as one item a row, such a table says little and the wrong thing: no pair comes twice.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from accord._read.door.read_options import Options
from accord._read.tables import column_names as known
from accord._read.tables.label_rows import typed_labels
from accord._read.tables.roles import Column, Reading, Table, is_count, words_of
from accord.errors import DataError, Setting
from accord.kinds.labels.tabular import from_confusion
from accord.model.audit import Audit
from accord.model.study import Study
from accord.words.said import said

# How often something occurs; "n" and "count" may also be a number of something in an item.
_FREQUENCIES = frozenset(
    (
        *("freq", "freqs", "frequency", "frequencies", "haufigkeit", "haeufigkeit"),
        *("effectif", "effectifs", "frequence", "frecuencia", "frequenza", "frequencia"),
        *("частота", "频数", "次数"),
    )
)
_NUMBERS = frozenset(("count", "counts", "n", "anzahl", "liczba", "antal", "aantal", "число"))

FEWEST_PAIRS = 4
"""Two labels of two coders make four pairs; fewer rows are no table of pairs."""

ALL_PAIRS = 0.6
"""Where no name says that pairs are counted, so many of all possible ones must be there: in a
table of items the common pairs come again long before the rare ones come once."""


def counted_pairs(
    table: Table, columns: Sequence[Column], options: Options
) -> tuple[tuple[str, str], str] | None:
    """The columns of the two coders and that of the counts; None where no pairs are counted."""
    filled = [c for c in columns if c.kind != "empty" and c.name not in options.ignore]
    told = tuple(options.coders or ()) if options.shape else ()
    filled = [c for c in filled if not _is_row_name(c)]
    counting = [c for c in filled if c.name not in told and all(map(is_count, c.values))]
    counting = [c for c in counting if told or not _numbers_rows(c)]
    named = [c for c in counting if _names_numbers(c.name)]
    counting = named or [c for c in counting if told or _may_count(c)]
    for count in counting[-1:]:
        if len(told) == 2:
            return (told[0], told[1]), count.name
        labels = [c for c in filled if c.name != count.name]  # whatever else stands there: items
        if len(labels) == 2 and _are_pairs(table, labels, count):
            return (labels[0].name, labels[1].name), count.name
    return None


def _is_row_name(column: Column) -> bool:
    """Whether a column without a name of its own numbers the rows, as R writes."""
    unnamed = not column.name or column.words[:1] in (("column",), ("row",))
    return unnamed and _numbers_rows(column)


def names_frequencies(name: str) -> bool:
    """Whether a name says how often, and nothing else.

    >>> names_frequencies("Freq"), names_frequencies("n"), names_frequencies("id")
    (True, False, False)
    """
    words = words_of(name)
    return bool(words) and _FREQUENCIES.issuperset(words)


def _names_numbers(name: str) -> bool:
    words = words_of(name)
    return bool(words) and (_FREQUENCIES | _NUMBERS).issuperset(words)


def _may_count(column: Column) -> bool:
    """Whether a column may say how often, by another name: no number of an item or of coders."""
    return not (column.is_item_name or column.about(known.IDS, known.CODERS, known.COUNTS))


def _numbers_rows(column: Column) -> bool:
    """Whether a column has the numbers of the rows, in whatever order: n. is called so, too."""
    rows = {str(n) for n in range(1, column.rows + 1)}
    return column.kind == "running" or (column.unique and column.values.keys() == rows)


def _are_pairs(table: Table, labels: Sequence[Column], count: Column) -> bool:
    """Whether each pair of labels that two columns share comes once, with a number beside it."""
    one, other = labels
    rows = len(table.rows)
    pairs = set(zip(table.column(one.name), table.column(other.name), strict=True))
    empty = any("" in pair for pair in pairs)
    if empty or len(pairs) < rows or rows < FEWEST_PAIRS or not one.meets(other):
        return False
    if one.unique or other.unique or all(a != b for a, b in pairs):
        return False  # items; or pairs of people, of whom nobody stands beside himself
    return _names_numbers(count.name) or rows >= ALL_PAIRS * len(one.values) * len(other.values)


def pairs_readings(table: Table, columns: list[Column], options: Options) -> Iterator[Reading]:
    """The reading of a table of counted pairs."""
    if options.shape not in (None, "contingency"):
        return
    found = counted_pairs(table, columns, options)
    if found is None and options.shape and len(options.coders or ()) == 2:
        raise DataError(
            f"{table.source}: no column says how often each pair of labels occurs; its cells must "
            "all be whole numbers"
        )
    if found is not None:
        pair, count = found
        yield Reading("contingency", columns=pair, votes=count, why="each pair of labels once")


def study_from_pairs(table: Table, reading: Reading, options: Options) -> Study:
    """The items that were counted."""
    assert reading.votes is not None
    first, second, numbers = (table.column(name) for name in (*reading.columns, reading.votes))
    labels = list(options.categories or dict.fromkeys((*first, *second)))
    place = {str(label): at for at, label in enumerate(labels)}
    counts = [[0] * len(labels) for _ in labels]
    for where, a, b, n in zip(table.where(), first, second, numbers, strict=True):
        if not is_count(n.strip()) or a not in place or b not in place:
            raise DataError(
                f"{where}: {a!r}, {b!r}, {n!r}: expected two labels and how often they occur; name "
                f"the columns of the coders with {Setting('coders')}"
            )
        counts[place[a]][place[b]] += int(n)
    one, other = reading.columns
    names, _, remarks = typed_labels([str(label) for label in labels], None)
    study = from_confusion(counts, categories=list(names), coders=(one, other))
    notes = (*table.notes, said("read.counted-pairs", name=reading.votes), *remarks)
    # The order in which pairs are listed is no scale.
    study = replace(study, declared=options.categories is not None)
    return replace(study, audit=Audit(table.source, "contingency table", len(table.rows), 0, notes))
