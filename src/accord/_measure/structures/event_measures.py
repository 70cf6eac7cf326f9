"""Agreement on events: a trigger with all that plays a role in it.

The links of one source are one event where their types are `Event:Role`, as readers of events write
them, and have the same event; without a colon, all links of a source are one event.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any

import numpy as np

from accord._measure.by_document import BY_PAIRS, PairSums, f1_of, mean_known, mean_over_pairs
from accord._measure.structures.arguments import names_of
from accord._measure.structures.relation_measures import RelationRules, both_saw
from accord.kinds.relations.parts import Linked
from accord.kinds.relations.study import Relations
from accord.model.agreement import Agreement
from accord.model.keywords import keywords
from accord.words.said import said


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeEvents(RelationRules):
    """When two events are the same: the keywords of F1 of events."""

    roles: Annotated[bool, "Whether all that plays a role must be the same too."] = True


@keywords(WholeEvents)
def event_f1(study: Relations, **given: Any) -> Agreement:
    """F1 of events: one is found if the other coder has the same trigger, type and roles.

    F1 = 2 · common / (events of one + events of the other) over all documents that both saw, the
    mean over pairs of coders; not corrected for chance (for that, `relation_alpha` of the layer of
    roles takes each trigger as an item, its label the set of roles and what plays them).
    `roles=False` asks only for trigger and type, `typed=False` ignores types and names of roles.
    Events without a role are not among the relations and do not count. Undefined where no pair
    has events. References: hripcsak2005, verspoor2013.

    >>> import accord
    >>> study = accord.relations.Relations.of([("d", "A", (0, 3), (5, 9), "Buy:who"),
    ...                       ("d", "A", (0, 3), (12, 14), "Buy:what"),
    ...                       ("d", "B", (0, 3), (5, 9), "Buy:who")])
    >>> accord.relations.event_f1(study).value, accord.relations.event_f1(study, roles=False).value
    (0.0, 1.0)
    """
    rules = WholeEvents(**given)
    table = common_events(study, **given)
    sums = table.totals()
    value = mean_known(f1_of(sums))
    told = {key: rule for key, rule in rules.told.items() if key != "directed"}
    told |= BY_PAIRS
    result = Agreement("event_f1", "F1_event", 1.0 - value, None, told, study.counts())
    why = said("undefined.no-two-coders-saw-document-one-them")
    detail = {"common": float(sums[:, 0].sum()), "events": float(sums[:, 1:].sum())}
    return replace(result, undefined=why if np.isnan(value) else None, detail=detail)


def common_events(study: Relations, **given: Any) -> PairSums:
    """The events of every two coders in every document that both have, and how many each has."""
    rules = WholeEvents(**given)

    def found() -> Iterator[tuple[int, int, int, tuple[float, ...]]]:
        for at, part, i, j in both_saw(study):
            one, other = _events(part, (i, j), rules)
            yield at, i, j, (len(one & other), len(one), len(other))

    return PairSums.found(len(study.documents), found(), 3, mean_over_pairs(f1_of))


def _events(part: Linked, coders: tuple[int, int], rules: WholeEvents) -> list[frozenset[Any]]:
    made = []
    for c, name in zip(coders, names_of(part, coders, rules.arguments), strict=True):
        events: dict[Any, set[Any]] = {}
        for link in part.links[c]:
            # Readers of events write their type and role as "type:role".
            kind, colon, role = link.type.partition(":")
            if not colon:
                kind, role = "", link.type
            played = (role if rules.typed else "", name[link.target])
            trigger = name[link.source], kind if rules.typed else ""
            events.setdefault(trigger, set()).add(played if rules.roles else None)
        made.append(frozenset((*key, frozenset(played)) for key, played in events.items()))
    return made


def no_events(study: Any) -> str | None:
    """What speaks against it where there are relations and nobody marked an event."""
    types = {link.type for part in study.documents for own in part.links for link in own}
    if not types or any(":" in name for name in types):
        return None
    return said("undefined.no-events")
