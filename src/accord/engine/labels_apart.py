"""Labels that belong to items, in tables that an engine counts: told as in memory.

Patterns show blocks of labels that coders never leave, and labels of single items. Pairs of things,
lists of options and columns (lemma) stand in the rows, of which some are looked at. Chance within
items needs the items: then the rows are brought back, and measured as a table in memory is.
"""

from dataclasses import replace
from typing import Any

from accord._measure.objections import labels_belong
from accord.engine.coding_rows import GROUP
from accord.engine.engine_table import EngineTable
from accord.engine.frames import CATEGORY, CODER, ITEM, column_values, fetched_columns
from accord.engine.random_groups import randomly_grouped
from accord.engine.tally import Tally
from accord.errors import NotApplicableError, Setting
from accord.kinds.labels.own_labels import ALL, LOOKED_AT, choices_of, have_met, settled
from accord.kinds.labels.study import Codings, few_labels
from accord.kinds.labels.tabular import codings

_MOST_ROWS = 20_000
"""So many rows are brought back at most, to look at labels and items."""

MOST_READ = 5_000_000
"""So many codings are brought back at most, to take chance within items: some 500 MB."""


def check_within(within: Any) -> None:
    """Refuse chance within what single items tell: a column, a pair, a number of options."""
    if within is not None and not _is_all(within):
        raise NotApplicableError(
            f"{Setting('within', within)} needs the items, which counts do not keep; measure the "
            f"table itself, with {Setting('within', within)}, not its counts; or use "
            f"{Setting('within', ALL)}"
        )


def with_items(found: Tally | EngineTable, within: Any) -> Tally | EngineTable | Codings:
    """The counts; where labels belong to items, as told or as found, the codings themselves."""
    if within is None and labels_belong(found) is None:
        return found
    if within is not None and _is_all(within):
        return replace(found, within=ALL)
    table = found.held
    if table is None:
        return _of_counts(found, within)
    if table.size > MOST_READ:
        if within is None:
            return found  # which is refused, and says what to type
        raise NotApplicableError(
            f"{Setting('within', within)} needs the items, and of {table.size:,} labels no more "
            f"than {MOST_READ:,} are read; measure whole items of a sample"
        )
    study: Codings = settled(_codings(table.table), within)
    return replace(study, audit=found.audit)


def _is_all(within: Any) -> bool:
    return isinstance(within, str) and within == ALL


def _of_counts(found: Tally | EngineTable, within: Any) -> Tally | EngineTable | Codings:
    """Saved counts: patterns say how many chose what, which is enough for a number of options and
    for blocks of labels; pairs and columns are of items that nobody can name."""
    if isinstance(found, Tally) and found.merged is not None:
        if within is None and found.within is None:
            return _as_blocks(found)
        if str(within).isdecimal():
            each: Codings = settled(replace(found.codings(), within=None), within)
            return each
    if within is not None:
        check_within(within)
    return found


def _as_blocks(found: Tally) -> Tally | Codings:
    """Codings whose labels fall into blocks; else the counts, which are refused."""
    each: Codings = settled(found.codings(), None)
    choices = choices_of(each)
    return found if choices is None or choices.asks else each


def belonging(found: Tally | EngineTable, within: str | None) -> str | None:
    """What labels of a table belong to: "all" as told, what its rows show, or None where only its
    patterns can tell."""
    within = found.within if within is None else within  # counts that were saved say it
    if within is not None or not _may_belong(found):
        return within
    table = found.held
    if table is None:
        return None
    # Patterns tell the rest, where there are any; the first rows are enough for what each shows.
    sample = _rows(table, whole_items=isinstance(found, EngineTable))
    choices = choices_of(sample)
    if choices is None or isinstance(found, EngineTable):
        return None if choices is None else choices.by
    in_rows = choices.sides is not None or choices.place is not None
    patterns = found.patterns
    if in_rows or (
        choices.by in sample.about and not have_met(patterns.counts, patterns.multiplicity)
    ):
        return choices.by
    return None


def _may_belong(found: Tally | EngineTable) -> bool:
    if isinstance(found, Tally):
        return not few_labels(found)
    import narwhals as nw

    text = found.table.collect_schema()[CATEGORY] in (nw.String, nw.Categorical, nw.Enum)
    return text and not found.declared


def _rows(table: EngineTable, whole_items: bool) -> Codings:
    """Some rows as codings with columns about items: the first ones, or all of some items."""
    rows = table.table
    if whole_items:
        groups = max(1, table.counts()["i"] // LOOKED_AT)
        import narwhals as nw

        rows = randomly_grouped(rows, groups).filter(nw.col(GROUP) == 0).drop(GROUP)
    return _codings(rows.head(_MOST_ROWS))


def _codings(rows: Any) -> Codings:
    """Rows of an engine as codings, with the columns that say one thing about each item."""
    columns = {name: column_values(cells) for name, cells in fetched_columns(rows).items()}
    keys = list(zip(columns.pop(ITEM), columns.pop(CODER), columns.pop(CATEGORY), strict=True))
    study = codings(dict.fromkeys((str(i), str(c), str(k)) for i, c, k in keys))
    first = {str(item): at for at, (item, _, _) in reversed([*enumerate(keys)])}
    about = {
        name: tuple(cells[first[str(item)]] for item in study.items)
        for name, cells in columns.items()
        if all(cells[at] == cells[first[str(item)]] for at, (item, _, _) in enumerate(keys))
    }
    return replace(study, about=about)
