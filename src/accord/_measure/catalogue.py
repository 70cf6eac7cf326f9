"""The catalogue of measures: every name the literature uses leads to one entry.

The entries stand in `kinds/<kind>/measures.py` and are read kind by kind, when one is asked for.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from accord._measure.cube.countable import Countable
from accord._measure.entry import Measure
from accord._measure.settings import Option
from accord.errors import Setting, UnknownNameError
from accord.kinds.table import KINDS
from accord.model.study import Study

FAMILIES = (
    *("coefficients", "correlation", "concordance", "aickin"),
    *("unitizing", "earlier_alphas", "discretized", "pairwise", "corrected_f1"),
    *("windows", "boundary_edit", "boundary_edit_chance", "shuffled"),
    *("coreference", "coreference_chance", "gamma", "gamma_cat", "chain_labels"),
    *(
        "alpha_within",
        "kappa_tw",
        "senses",
        "global_beta",
        "distributions",
        "multi_valued",
        "majority_opinion",
    ),
    *("chance_elsewhere", "preferences", "within_group", "boundary_f1"),
    *("random_trees", "tree_measures", "rhetorical_measures", "graph_measures"),
    *("relation_measures", "entity_links", "region_measures", "event_measures"),
)
"""The modules of measures in the order in which they are listed: the best known first, of labels,
spans, boundaries and chains; then what is rarer. A module that is not here comes last."""


class Catalogue(Mapping[str, Measure]):
    """All measures by name.

    >>> MEASURES["alpha"].symbol, len(MEASURES.of_kind("graphs"))
    ('α', 2)
    """

    def of_kind(self, kind: str) -> tuple[Measure, ...]:
        """The measures of one kind of study, without a look at the others; none of a kind that
        somebody made for themselves."""
        return tuple(_of_kind(kind).values()) if kind in KINDS else ()

    def __getitem__(self, name: str) -> Measure:
        for kind in KINDS:  # labels first: a name of theirs loads no other kind's entries
            entry = _of_kind(kind).get(name)
            if entry is not None:
                return entry
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        every = [entry for kind in KINDS for entry in self.of_kind(kind)]
        return iter([entry.name for entry in sorted(every, key=_place)])

    def __len__(self) -> int:
        return sum(len(_of_kind(kind)) for kind in KINDS)


@cache
def _of_kind(kind: str) -> dict[str, Measure]:
    entries: tuple[Measure, ...] = import_module(f"accord.kinds.{KINDS[kind]}.measures").MEASURES
    return {entry.name: entry for entry in entries}


def _place(entry: Measure) -> int:
    family = str(entry.function).partition(":")[0].rpartition(".")[2]
    return FAMILIES.index(family) if family in FAMILIES else len(FAMILIES)


MEASURES = Catalogue()


def find(name: str, kind: str | None = None) -> Measure:
    """The measure called `name`, by its own name, its symbol or any other name it has.

    Where measures of several kinds of study share a name, the one for `kind` is meant.

    :param name: A name or symbol of the measure.
    :param kind: The kind of study, where several measures share the name.

    >>> import accord
    >>> accord.find("fleiss kappa").name
    'pi'
    >>> accord.find("alpha").name, accord.find("alpha", kind="partitions").name
    ('alpha', 'chain_alpha')
    """
    own = MEASURES.of_kind(kind or "")
    entry = _called(name, own) or MEASURES.get(name) or _called(name, tuple(MEASURES.values()))
    if entry is None:
        raise _unknown(name)
    return entry


def variant(measure: Measure, name: str) -> Mapping[str, Any]:
    """The settings that a name of a measure says, none where it says no more than which it is.

    >>> variant(MEASURES["icc"], "ICC(3,k)")
    {'form': '3,k'}
    """
    wanted = _plain(name)
    return next((says for called, says in measure.variants if _plain(called) == wanted), {})


def _called(name: str, measures: tuple[Measure, ...]) -> Measure | None:
    """The first of some measures that is called so: by any name as it is written, then by its own
    whatever the signs in it, then by another one."""
    wanted = _plain(name)
    for measure in measures:  # signs count: |uα is not uα
        if name in (measure.name, measure.symbol, *measure.also):
            return measure
    for measure in measures:
        if variant(measure, name):
            return measure
    for measure in measures:
        if wanted in (_plain(measure.name), _plain(measure.symbol)):
            return measure
    return next((m for m in measures if wanted in map(_plain, m.also)), None)


def search(text: str) -> list[Measure]:
    """The measures whose name, symbol, other names or title have all words of `text`.

    >>> [m.name for m in search("conger")]
    ['kappa', 'beta']
    """
    words = {*_plain(text).split()}
    return [m for m in MEASURES.values() if words <= _words(m)]


def applicable(study: Study | Countable) -> list[Measure]:
    """The measures that apply to `study` without a choice of distance, in catalogue order.

    Only those of its own kind: a measure of labels takes trees, too, but knows only whether two
    trees are the same.
    """
    return [
        measure
        for measure in MEASURES.of_kind(study.kind)
        if measure.listed and measure.distance != "required" and not measure.objection(study)
    ]


def every_option() -> dict[str, Option]:
    """Everything that some measure of the catalogue lets users set, by name."""
    found: dict[str, Option] = {}
    for measure in MEASURES.values():
        for option in measure.options:
            name = option.name
            found[name] = found[name].joined(option) if name in found else option
    return found


def _names(measure: Measure) -> tuple[str, ...]:
    return (measure.name, measure.symbol, measure.title, *measure.also)


def _words(measure: Measure) -> set[str]:
    """The words of all its names, those of people with and without their s."""
    text = " ".join(_names(measure))
    return {*_plain(text).split(), *_plain(re.sub(r"['’]s?\b", "", text)).split()}


def _plain(name: str) -> str:
    """Lower case, without apostrophes; every other sign that is not a letter is a space."""
    return re.sub(r"[\W_]+", " ", name.lower().replace("'", "").replace("’", "")).strip() or name


def _unknown(name: str) -> UnknownNameError:
    """Names with that word in them (cohen, fleiss); else names spelled nearly so; one a measure."""
    from difflib import get_close_matches

    from accord._measure.distances.distance import DISTANCES

    if name in DISTANCES:
        return UnknownNameError(
            f"{name!r} is a distance, not a measure; use it with alpha, beta …: "
            f"{Setting('distance', name)}"
        )
    known: dict[str, tuple[str, Measure]] = {}
    for each in MEASURES.values():  # several share a name: the first is the best known
        for other in (each.name, *each.also):
            known.setdefault(_plain(other), (other, each))
    near = [n for n in known if f" {_plain(name)}" in f" {n}"]
    near = near or get_close_matches(_plain(name), known, n=3, cutoff=0.6)
    if not near:
        return UnknownNameError(f"no measure {name!r}; 'accord find' searches all names")
    hints: dict[str, str] = {}
    for called, measure in (known[n] for n in near):
        hint = measure.name if called == measure.name else f"{measure.name} (also called {called})"
        hints.setdefault(measure.name, hint)
    return UnknownNameError(
        f"no measure {name!r}; did you mean {' or '.join([*hints.values()][:4])}?"
    )
