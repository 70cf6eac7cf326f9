"""What labels are asked, whether they are listed, counted, or stay in an engine.

Each function asks the study itself (`accord.kinds.kind.ability`), so that nobody has to know
which of the three it is; here the answers get their types.
"""

from typing import TYPE_CHECKING, Any, TypeGuard

from accord.kinds.kind import ability, one_value
from accord.kinds.labels.patterns import Counts
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray

if TYPE_CHECKING:  # engines load where somebody has one
    from accord.engine.engine_table import EngineTable
    from accord.engine.tally import Tally


def labelled(study: Any) -> "TypeGuard[Codings | Tally | EngineTable]":
    """Whether a coder gives an item one value, wherever the codings are."""
    return one_value(study)


def listed_labels(study: Any) -> TypeGuard[Codings]:
    """Whether these are labels (or trees, or graphs) whose items are there one by one."""
    return one_value(study) and not ability(study, "only_counts")(study)


def has_counts(study: Any) -> "TypeGuard[Codings | Tally]":
    """Whether these are labels of which it is known how many coders chose what, item by item or
    pattern by pattern: not where they stay in an engine."""
    return one_value(study) and not ability(study, "stays_in_engine")(study)


def stays_in_engine(study: Any) -> "TypeGuard[EngineTable]":
    """Whether codings are asked where they are, because their patterns would not merge."""
    return bool(ability(study, "stays_in_engine")(study))


def counts_again(study: Any) -> "TypeGuard[Tally | EngineTable]":
    """Whether some of the coders alone have to be counted again by an engine."""
    return bool(ability(study, "counts_again")(study))


def rows_of_counts(study: "Codings | Tally") -> tuple[Counts, FloatArray]:
    """Rows of category counts, and how many items have each: one row an item, or a pattern."""
    rows: tuple[Counts, FloatArray] = ability(study, "rows_of_counts")(study)
    return rows


def merged_rows(study: Any) -> tuple[Counts, FloatArray] | None:
    """The same with one row a pattern: None where these are no labels, or nothing merges."""
    rows: tuple[Counts, FloatArray] | None = ability(study, "merged_rows")(study)
    return rows


def who_chose(study: Any) -> tuple[Codings, FloatArray] | None:
    """The codings of each item, or of one for many alike, and how many items each stands for;
    None where nobody knows who chose what."""
    rows: tuple[Codings, FloatArray] | None = ability(study, "who_chose")(study)
    return rows


def n_by_coder(study: "Codings | Tally", missing: str) -> Counts:
    """n_ck, one row per coder, over the codings that count under the rule."""
    table: Counts = ability(study, "by_coder")(study, missing)
    return table
