"""The catalogue of measures: every name the literature uses leads to one entry.

The entries stand in `kinds/<kind>/measures.py` and are read kind by kind, when one is asked for.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from accord._measure.entry import Measure
from accord._measure.settings import Option
from accord.errors import Setting, UnknownNameError
from accord.kinds.kind import kind_named
from accord.kinds.table import KINDS
from accord.model.study import Study
from accord.words.said import Said, joined, said, worded

if TYPE_CHECKING:
    from accord._measure.bound import Bound
    from accord._measure.cube.kernel import Countable
    from accord.model.agreement import Agreement

FAMILIES = (
    *("coefficients", "correlation", "concordance", "aickin"),
    *("unitizing", "earlier_alphas", "discretized", "pairwise", "corrected_f1", "begins"),
    *("windows", "boundary_edit", "boundary_edit_chance", "shuffled", "segment_sets"),
    *("coreference", "coreference_chance", "gamma", "gamma_cat", "chain_labels"),
    *(
        "alpha_within",
        "kappa_tw",
        "senses",
        "global_beta",
        "distributions",
        "multi_valued",
        "augmented",
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


def find_measure(name: str, kind: str | None = None) -> Measure:
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


def name_for_people(found: Any) -> str:
    """What people call the measure of a result: its best known name.

    >>> from accord import kappa
    >>> name_for_people(kappa("aabb", "abbb"))[:7]
    "Cohen's"
    """
    if (shown := globals().get("display_name")) is not None:
        return str(shown(found))
    entry = MEASURES.get(found.measure)
    return entry.also[0] if entry is not None and entry.also else str(found.symbol)


def counted_by(name: str) -> tuple[str, str]:
    """What a measure counts, one and several: items, documents, images.

    >>> counted_by("alpha"), counted_by("gamma")
    (('item', 'items'), ('document', 'documents'))
    """
    entry = MEASURES.get(name)
    kind = kind_named(entry.kind if entry is not None else "codings")
    return kind.document, kind.documents


def variant(measure: Measure, name: str) -> Mapping[str, Any]:
    """The settings that a name of a measure says, none where it says no more than which it is.

    >>> variant(MEASURES["icc"], "ICC(3,k)")
    {'form': '3,k'}
    """
    wanted = _plain(name)
    return next((says for called, says in measure.variants if _plain(called) == wanted), {})


APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼ`´", "'"))
"""How keyboards, editors and papers write the ' of a name."""

_GREEK = str.maketrans(
    {"α": "alpha", "β": "beta", "γ": "gamma", "κ": "kappa", "π": "pi", "ρ": "rho", "σ": "sigma"}
    | {"τ": "tau", "ϰ": "kappa"}
)
"""Letters that most keyboards do not have, as they are typed."""


def _called(name: str, measures: tuple[Measure, ...]) -> Measure | None:
    """The first of some measures that is called so: as it is shown, by any name as it is written,
    by its own whatever the signs in it, by another one, then with Greek letters in Latin ones."""
    name = name.translate(APOSTROPHES)
    wanted = _plain(name)
    for measure in measures:
        if name in (measure.display, measure.display_many):
            return measure
    for measure in measures:  # signs count: |uα is not uα
        if name in (measure.name, measure.symbol, *measure.also):
            return measure
    for measure in measures:
        if variant(measure, name):
            return measure
    for measure in measures:
        if wanted in (_plain(measure.name), _plain(measure.symbol)):
            return measure
    for measure in measures:
        if wanted in map(_plain, measure.also):
            return measure
    typed = _typed(name)
    return next((m for m in measures if typed in map(_typed, (*m.also, *shown_names(m)))), None)


def shown_names(measure: Measure) -> tuple[str, ...]:
    """The names by which people know it, with and without what stands in brackets.

    >>> shown_names(MEASURES["pi"])
    ("Scott's π", "Scott's π", "Fleiss' κ (multi-π)", "Fleiss' κ")
    """
    shown = (measure.display, measure.display_many)
    return tuple(name for one in shown if one for name in (one, re.sub(r" \(.*\)$", "", one)))


def _typed(name: str) -> str:
    return _plain(name.translate(_GREEK))


def display_name(
    measure: "Agreement | Bound | Measure | Mapping[str, Any]",
    coders: int | None = None,
    *,
    distance: bool | None = None,
) -> Said:
    """The name of a measure for people, with what its settings add.

    It is for a result, a measure with settings, an entry, or the data of a result (`as_dict`). π
    and κ have another name with more than two coders; without a number of coders both are said.
    The distance is added unless it is nominal or the measure's own; `distance` says otherwise.

    :param measure: A result, a measure with its settings, or an entry of the catalogue.
    :param coders: How many coders there are; a result knows it.
    :param distance: True adds the distance in any case, False never.

    >>> from accord import MEASURES, bound, pi
    >>> str(display_name(pi("aabb", "abbb"))), str(display_name(MEASURES["pi"], 3))
    ("Scott's π", "Fleiss' κ (multi-π)")
    >>> str(display_name(bound("ICC(3,k)"))), str(display_name(bound("alpha", distance="ordinal")))
    ('ICC(3,k)', "Krippendorff's α (ordinal)")
    """
    entry, symbol, settings, counts = _facts(measure)
    if entry is None:  # somebody's own
        return joined([symbol])
    coders = counts.get("c", 0) if coders is None and counts else coders
    name = _variant_shown(entry, settings) or _by_coders(entry, coders)
    stated = str(settings.get("d", settings.get("distance", "nominal")))
    if distance is None:
        distance = stated not in ("nominal", _own_distance(entry))
    elif distance:
        distance = "d" in settings or "distance" in settings
    shown = re.split("[:@]", stated)[0]  # its parameters are in the signature
    return said("name.with-distance", name=name, d=shown) if distance else name


def display_names(results: "Sequence[Agreement | Bound]", coders: int | None = None) -> list[Said]:
    """The names of several results: each with its distance where one measure has several.

    >>> from accord import bound
    >>> [str(n) for n in display_names([bound("alpha", distance="nominal"), bound("kappa")], 2)]
    ["Krippendorff's α", "Cohen's κ"]
    """
    entries = [_facts(one)[:2] for one in results]
    return [
        display_name(one, coders, distance=True if entries.count(entry) > 1 else None)
        for entry, one in zip(entries, results, strict=True)
    ]


def _facts(
    measure: "Agreement | Bound | Measure | Mapping[str, Any]",
) -> tuple[Measure | None, str, Mapping[str, Any], Mapping[str, int]]:
    """The entry, the letter, the settings and the counts of whatever has a name."""
    if isinstance(measure, Measure):
        return measure, measure.symbol, {}, {}
    if isinstance(measure, Mapping):
        settings, counts = measure.get("settings", {}), measure.get("counts", {})
        return MEASURES.get(measure["measure"]), measure["symbol"], settings, counts
    if isinstance(measure.measure, Measure):
        return measure.measure, measure.symbol, measure.settings, {}
    counts = getattr(measure, "counts", {})
    return MEASURES.get(measure.measure), measure.symbol, measure.settings, counts


def _variant_shown(entry: Measure, settings: Mapping[str, Any]) -> Said | None:
    """The first name that says these settings: ICC(3,k)."""
    for called, says in entry.variants:
        # A signature writes 3/k, since its parts have commas between them elsewhere.
        if all(str(settings.get(key, "")).replace("/", ",") == says[key] for key in says):
            return joined([called])
    return None


def _by_coders(entry: Measure, coders: int | None) -> Said:
    one = worded(f"name.{entry.name}", entry.display)
    if not entry.display_many or coders == 2:
        return one
    many = worded(f"name.{entry.name}-many", entry.display_many)
    return joined([one, many], " / ") if coders is None else many


def _own_distance(entry: Measure) -> str | None:
    """The distance that a measure has where none is given."""
    if entry.distance != "optional":
        return None
    from inspect import Parameter, signature

    own = signature(entry.compute).parameters["distance"].default
    return None if own in (Parameter.empty, None) else str(own)


def search(text: str) -> list[Measure]:
    """The measures whose name, symbol, other names or title have all words of `text`.

    >>> [m.name for m in search("conger")]
    ['kappa', 'beta']
    """
    words = {*_plain(text).split()}
    return [m for m in MEASURES.values() if words <= _words(m)]


def applicable(study: "Study | Countable") -> list[Measure]:
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
    shown = (measure.display, measure.display_many)
    return (measure.name, measure.symbol, measure.title, *shown, *measure.also)


def _words(measure: Measure) -> set[str]:
    """The words of all its names, those of people with and without their s."""
    text = " ".join(_names(measure))
    bare = re.sub(r"'s?\b", "", text.translate(APOSTROPHES))
    return {*_plain(text).split(), *_plain(bare).split(), *_typed(text).split()}


def _plain(name: str) -> str:
    """Lower case, without apostrophes; every other sign that is not a letter is a space."""
    bare = name.lower().translate(APOSTROPHES).replace("'", "")
    return re.sub(r"[\W_]+", " ", bare).strip() or name


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
        for other in (each.name, *each.also, *shown_names(each)):
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
        f"unknown measure {name!r}. Did you mean {' or '.join([*hints.values()][:4])}?"
    )
