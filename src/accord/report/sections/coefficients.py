"""The table of coefficients, and of those that were left out."""

from collections.abc import Sequence
from math import isnan
from typing import Any

from accord.infer.advice.all_measures import Estimate, LeftOut


def coefficient_section(
    found: Sequence[Estimate], left: Sequence[LeftOut], confidence: float
) -> dict[str, Any]:
    """One row for each measure; for each that was not computed, the reason."""
    return {
        "rows": [_row(one) for one in found],
        "left": [_left(one) for one in left],
        "level": confidence,
    }


def _row(found: Estimate) -> dict[str, Any]:
    agreement, entry = found.agreement, found.measure.measure
    return {
        **agreement.as_dict(),
        "title": entry.title,
        "better": entry.better,
        "also": list(entry.also),
        "source": list(entry.source),
        "defined": not isnan(agreement.value),
    }


def _left(left: LeftOut) -> dict[str, Any]:
    entry = left.measure
    return {
        "measure": entry.name,
        "symbol": entry.symbol,
        "title": entry.title,
        "reason": left.reason,
    }
