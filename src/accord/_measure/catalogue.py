"""The catalogue of measures: every name the literature uses leads to one entry."""

import re

from accord._measure.boundaries import (
    boundary_edit,
    boundary_edit_chance,
    boundary_f1,
    shuffled as segmentation_chance,
    windows as segmentation,
)
from accord._measure.chains import chain_labels, coreference, coreference_chance
from accord._measure.cube import coefficients as coding
from accord._measure.cube.kernel import Countable
from accord._measure.entry import Measure
from accord._measure.gamma import gamma, gamma_cat
from accord._measure.labels import (
    chance_elsewhere,
    concordance,
    correlation,
    distributions,
    global_beta,
    kappa_tw,
    majority_opinion,
    multi_valued,
    preferences,
    senses,
    within_group,
)
from accord._measure.latent import aickin
from accord._measure.settings import Option
from accord._measure.spans import discretized, earlier_alphas, pairwise as spans, unitizing
from accord._measure.structures import (
    event_measures,
    graph_measures,
    region_measures,
    relation_measures,
    rhetorical_measures,
    tree_measures,
)
from accord.errors import Setting, UnknownNameError
from accord.model.study import Study

MEASURES: dict[str, Measure] = {
    entry.name: entry
    for entry in (
        *coding.ENTRIES,
        *correlation.ENTRIES,
        *concordance.ENTRIES,
        *aickin.ENTRIES,
        *unitizing.ENTRIES,
        *earlier_alphas.ENTRIES,
        *discretized.ENTRIES,
        *spans.ENTRIES,
        *segmentation.ENTRIES,
        *boundary_edit.ENTRIES,
        *boundary_edit_chance.ENTRIES,
        *segmentation_chance.ENTRIES,
        *coreference.ENTRIES,
        *coreference_chance.ENTRIES,
        *gamma.ENTRIES,
        *gamma_cat.ENTRIES,
        *chain_labels.ENTRIES,
        *kappa_tw.ENTRIES,
        *senses.ENTRIES,
        *global_beta.ENTRIES,
        *distributions.ENTRIES,
        *multi_valued.ENTRIES,
        *majority_opinion.ENTRIES,
        *chance_elsewhere.ENTRIES,
        *preferences.ENTRIES,
        *within_group.ENTRIES,
        *boundary_f1.ENTRIES,
        *tree_measures.ENTRIES,
        *rhetorical_measures.ENTRIES,
        *graph_measures.ENTRIES,
        *relation_measures.ENTRIES,
        *region_measures.ENTRIES,
        *event_measures.ENTRIES,
    )
}
"""All measures by name; each family's file lists its own entries."""


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
    wanted = _plain(name)
    own = [m for m in MEASURES.values() if m.kind == kind]
    for measures in (own, list(MEASURES.values())):
        for measure in measures:  # signs count: |uα is not uα
            if name in (measure.name, measure.symbol, *measure.also):
                return measure
        for measure in measures:
            if wanted in (_plain(measure.name), _plain(measure.symbol)):
                return measure
        for measure in measures:
            if wanted in map(_plain, measure.also):
                return measure
    raise _unknown(name)


def search(text: str) -> list[Measure]:
    """The measures whose name, symbol, other names or title have all words of `text`.

    >>> [m.name for m in search("conger")]
    ['kappa', 'beta']
    """
    words = {*_plain(text).split()}
    return [m for m in MEASURES.values() if words <= _words(m)]


def applicable(study: Study | Countable) -> list[Measure]:
    """The measures that apply to `study` without a choice of distance, in catalogue order."""
    return [
        measure
        for measure in MEASURES.values()
        if measure.listed and measure.distance != "required" and _own(measure, study)
    ]


def _own(measure: Measure, study: Study | Countable) -> bool:
    """Whether a measure is for this kind of study; one for codings also takes trees, which are
    codings, but knows only whether two trees are the same."""
    narrower = isinstance(study, measure.study) and measure.kind != study.kind
    return not narrower and not measure.objection(study)


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
