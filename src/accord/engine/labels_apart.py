"""Labels that belong to items, in tables that an engine counts: told as in memory.

Patterns show blocks of labels that coders never leave, and labels of single items. Pairs of things,
lists of options and columns (lemma) stand in the rows, of which some are looked at.
"""

from dataclasses import replace
from typing import Any

from accord.engine.coding_rows import GROUP
from accord.engine.engine_table import EngineTable
from accord.engine.frames import CATEGORY, CODER, ITEM, fetched_columns, listed
from accord.engine.random_groups import randomly_grouped
from accord.engine.tally import Tally
from accord.errors import NotApplicableError, Setting
from accord.kinds.labels.own_labels import ALL, LOOKED_AT, choices_of, have_met
from accord.kinds.labels.study import Codings, few_labels
from accord.kinds.labels.tabular import codings

MOST_ROWS = 20_000
"""So many rows are brought back at most, to look at labels and items."""


def check_within(within: Any) -> None:
    """Refuse chance within what single items tell: a column, a pair, a number of options."""
    if within not in (None, ALL):
        raise NotApplicableError(
            f"{Setting('within', within)} needs the items, which are counted here; read the table "
            f"into memory instead, or say {Setting('within', ALL)}"
        )


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
    columns = {name: listed(cells) for name, cells in fetched_columns(rows.head(MOST_ROWS)).items()}
    keys = list(zip(columns.pop(ITEM), columns.pop(CODER), columns.pop(CATEGORY), strict=True))
    study = codings(dict.fromkeys((str(i), str(c), str(k)) for i, c, k in keys))
    first = {str(item): at for at, (item, _, _) in reversed([*enumerate(keys)])}
    about = {
        name: tuple(cells[first[str(item)]] for item in study.items)
        for name, cells in columns.items()
        if all(cells[at] == cells[first[str(item)]] for at, (item, _, _) in enumerate(keys))
    }
    return replace(study, about=about)
