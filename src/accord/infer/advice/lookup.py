"""One index of names: measures, distances, tasks, formats, programs, concepts, by every spelling.

Entries come from where they are at home (the catalogue, the distances, the tasks, the formats) and
from `data/names.toml`, which has concepts, programs and further spellings. A word is looked for
as a whole name, then among the words of names, then by a close spelling.
"""

import re
import tomllib
import unicodedata
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cache
from importlib.resources import files

from accord.errors import UnknownNameError
from accord.infer.advice.cases import EVERY
from accord.measure.catalogue import MEASURES
from accord.measure.distances.distance import DISTANCES
from accord.measure.distances.taxonomic import TAXONOMIC
from accord.model.showing import Result

CLOSE = 0.8
"""Spellings at least so alike may be meant."""
MOST = 8
"""So many names are shown."""


@dataclass(frozen=True, slots=True)
class Name(Result):
    """A name of the field: what kind of thing it is, what it says, and what to type.

    :param kind: measure, distance, task, format, program, function or concept.
    :param name: What accord calls it.
    :param says: What it is, in a sentence.
    :param use: What to type.
    :param also: Its other names and spellings.

    >>> import accord
    >>> found = accord.infer.lookup("KALPHA")[0]
    >>> found.kind, found.name
    ('measure', 'alpha')
    """

    kind: str
    name: str
    says: str
    use: str
    also: tuple[str, ...] = field(default=(), repr=False)

    def __str__(self) -> str:
        return f"{self.name} ({self.kind}): {self.says}\n    {self.use}"


def lookup(word: str) -> list[Name]:
    """What a name of the literature, of R, SPSS, Stata or another program leads to, best first.

    :param word: The name, in any spelling.
    :returns: The entries; an error where nothing is near.

    >>> lookup("KALPHA")[0].name, lookup("Melamed")[0].kind, lookup("kappa paradox")[0].name
    ('alpha', 'distance', 'prevalence paradox')
    """
    wanted = _plain(word)
    found: list[tuple[tuple[float, int, int], Name]] = []
    for order, entry in enumerate(entries()):
        rank = min((_rank(wanted, one) for one in _spellings(entry)), default=None)
        if rank is not None and rank[0] < 3:
            found.append(((*rank, order), entry))
    if not found:
        raise UnknownNameError(
            f"no measure, distance, task, format, program or concept is called {word!r}; "
            "'accord measures' lists the measures, 'accord inspect --formats' the formats"
        )
    best = min(key[0] for key, _ in found)
    # A whole name or whole words leave no room for what is only spelled alike.
    kept = [(key, entry) for key, entry in found if key[0] < 2 or best >= 2]
    return [entry for _, entry in sorted(kept, key=lambda pair: pair[0])][:MOST]


def known_as(word: str, unknown: UnknownNameError, kind: str = "measure") -> UnknownNameError:
    """An error about a name that is none of one kind, with what else it is called or means."""
    try:
        found = lookup(word)[0]
    except UnknownNameError:
        return unknown
    if found.kind == kind:
        return UnknownNameError(f"the {kind} {word!r} is called {found.name} here: {found.use}")
    return UnknownNameError(f"{word!r} is no {kind}; {found.name} is a {found.kind}: {found.use}")


def names_of(word: str, kind: str) -> list[str]:
    """What accord calls the things of one kind that a word leads to, best first; none if another
    kind of thing is meant first.

    >>> names_of("NER", "task"), names_of("KALPHA", "measure"), names_of("MASI", "measure")
    (['named-entity'], ['alpha'], [])
    """
    try:
        found = lookup(word)
    except UnknownNameError:
        return []
    return [one.name for one in found if one.kind == kind] if found[0].kind == kind else []


def whole_name(word: str) -> bool:
    """Whether a word is one of the names of the index, not only like one."""
    wanted = _plain(word)
    return any(wanted in _spellings(entry) for entry in entries())


def entries() -> tuple[Name, ...]:
    """Every entry of the index, measures first."""
    return _entries()


@cache  # read once, as a module is
def _entries() -> tuple[Name, ...]:
    from accord.read.formats.table import FORMATS

    text = files("accord").joinpath("data", "names.toml").read_text("utf-8")
    told = tomllib.loads(text)["entry"]
    more: dict[tuple[str, str], tuple[str, ...]] = {}
    for entry in told:
        key = entry["kind"], entry["name"]
        more[key] = more.get(key, ()) + tuple(entry["also"].split("; "))
    measures = [
        Name(
            "measure",
            m.name,
            f"{m.symbol}, {m.title}",
            f"accord measure FILE -m {m.name}"
            + (" --distance …" if m.distance == "required" else ""),
            (m.symbol, *m.also, *more.get(("measure", m.name), ()), m.title),
        )
        for m in MEASURES.values()
    ]
    distances = [
        Name(
            "distance",
            name,
            _first_line(name),
            f"accord measure FILE -m alpha --distance {name}"
            + (" --taxonomy FILE" if name in TAXONOMIC else ""),
            more.get(("distance", name), ()),
        )
        for name in (*DISTANCES, *TAXONOMIC)
    ]
    tasks = [
        Name(
            "task",
            t.name,
            t.about,
            f"accord choose --task {t.name}",
            (t.title, *more.get(("task", t.name), ())),
        )
        for t in EVERY.values()
    ]
    formats = [
        Name("format", f.name, f"files of {f.title}", "accord inspect FILE", (f.title, *f.also))
        for f in FORMATS.values()
    ]
    own = [
        Name(e["kind"], e["name"], e["says"], e["use"], tuple(e["also"].split("; ")))
        for e in told
        if "says" in e
    ]
    return (*measures, *distances, *own, *tasks, *formats)


def _first_line(name: str) -> str:
    """What a distance is, as the makers of distances say it."""
    if name in TAXONOMIC:
        return "a distance over a taxonomy of categories"
    said = (DISTANCES[name].__doc__ or "").strip().split("\n")[0]
    return said or f"the {name} distance between categories"


def _spellings(entry: Name) -> list[str]:
    return [_plain(one) for one in (entry.name, *entry.also)]


def _rank(wanted: str, name: str) -> tuple[float, int]:
    """0 the whole name, 1 its words, 2 a close spelling, 3 nothing; then how much else there is."""
    if wanted == name:
        return 0, 0
    words, given = name.split(), wanted.split()
    if given and all(word in words for word in given):
        return 1, len(words) - len(given)
    alike = SequenceMatcher(None, wanted, name).ratio() if len(wanted) > 3 else 0.0
    return (3.0 - alike, 0) if alike >= CLOSE else (3, 0)


def _plain(text: str) -> str:
    """Lower case, without accents and possessives; every other sign is a space."""
    text = unicodedata.normalize("NFKD", text.lower())
    text = "".join(sign for sign in text if not unicodedata.combining(sign))
    text = re.sub(r"['’]s?\b", "", text)
    return re.sub(r"[\W_]+", " ", text).strip() or text.strip()
