"""One index of names: measures, distances, tasks, formats, programs, concepts, by every spelling.

Entries come from where they are at home (the catalogue, the distances, the tasks, the formats) and
from `data/names.toml`, which has concepts, programs and further spellings. A word is looked for
as a whole name, then with its words written together or in another order, then among the words of
names, then by a close spelling, and last in what is written about each.
"""

import inspect
import re
import tomllib
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import cache
from importlib.resources import files

from accord._measure.catalogue import MEASURES, display_name, find_measure
from accord._measure.distances.distance import DISTANCES
from accord._measure.distances.taxonomic import TAXONOMIC
from accord._measure.entry import Measure
from accord.errors import UnknownNameError
from accord.infer.advice.cases import EVERY
from accord.kinds.table import KINDS
from accord.model.showing import Result, Results

_CLOSE = 0.8
"""Spellings at least so alike may be meant."""
NOT_MEANT = 3.0
"""The rank of a name that is not meant."""
_FEWEST_LETTERS = 3
"""A shorter word stands in most texts as a letter of a formula, so it says nothing."""
IN_TEXTS = "not called so; its text has the words"
"""How an entry was found that no name leads to: it is read about, and not cited."""
MOST_NAMES_SHOWN = 8
"""So many names are shown."""
LITTLE_WORDS = (
    "a an and of the for in on to with by between de des du et la le les der die das für fuer nach "
    "von und zwischen entre par pour coefficient coefficients statistic"
)
LITTLE = frozenset(LITTLE_WORDS.split())
"""Words that name nothing, so that "kappa de Cohen" is Cohen's kappa; years do not, either."""
YEAR = r"(?:19|20)\d\d"
_GREEK = {
    "α": "alpha",
    "β": "beta",
    "γ": "gamma",
    "δ": "delta",
    "ι": "iota",
    "κ": "kappa",
    "λ": "lambda",
    "π": "pi",
    "ρ": "rho",
    "σ": "sigma",
    "τ": "tau",
    "φ": "phi",
    "ω": "omega",
}
"""Letters as they are spelled out."""


@dataclass(frozen=True, slots=True)
class Name(Result):
    """A name of the field: what kind of thing it is, what it says, and what to type.

    :param kind: measure, distance, task, format, program, function or concept.
    :param name: What accord calls it.
    :param says: What it is, in a sentence.
    :param use: What to type.
    :param also: Its other names and spellings.
    :param near: Whether it is not called so.
    :param how: How it was found then: it is only spelled alike, or what is written about it has
        the words.

    >>> import accord
    >>> found = accord.infer.lookup("KALPHA")[0]
    >>> found.kind, found.name
    ('measure', 'alpha')
    """

    _columns = "name, kind, says, use"
    _keys = "kind, name, says, use, also, near"
    kind: str
    name: str
    says: str
    use: str
    also: tuple[str, ...] = field(default=(), repr=False)
    near: bool = False
    how: str = ""

    def __str__(self) -> str:
        how = f", {self.how}" if self.how else ""
        return f"{self.name} ({self.kind}{how}): {self.says}\n    {self.use}"


_Ranked = tuple[tuple[float, int, int], Name]
"""How near an entry is, with its place in the index; and the entry."""


def find(name: str, kind: str | None = None) -> "Measure | Results[Name]":
    """The measure with this name, or what else the name stands for, as `accord find` shows it.

    A measure is found by its own name, its symbol, or any name it has in papers, R, SPSS or Stata.
    For a distance, a program, a format or an idea, you get a short list with what to type. A name
    that is only spelled alike is an error with suggestions.

    :param name: The name, in any spelling.
    :param kind: The kind of study, if several measures share the name.
    :returns: The measure; a list of entries if the name is not one of a measure.

    >>> import accord
    >>> accord.find("fleiss kappa").name, accord.find("KALPHA").name
    ('pi', 'alpha')
    >>> accord.find("MASI")[0].use
    'accord measure FILE -m alpha --distance masi'
    """
    if kind and kind not in KINDS:
        raise UnknownNameError.of("kind of study", kind, KINDS)
    try:
        return find_measure(name, kind)
    except UnknownNameError as unknown:
        try:
            entries = lookup(name)
        except UnknownNameError:
            raise unknown from None
        if entries[0].near:
            raise unknown from None
        return find_measure(entries[0].name) if entries[0].kind == "measure" else entries


def lookup(word: str) -> Results[Name]:
    """What a name of the literature, of R, SPSS, Stata or another program leads to, best first.

    :param word: The name, in any spelling.
    :returns: The entries; an error where nothing is near.

    >>> import accord
    >>> (
    ...     accord.infer.lookup("KALPHA")[0].name,
    ...     accord.infer.lookup("Melamed")[0].kind,
    ...     accord.infer.lookup("kappa paradox")[0].name,
    ... )
    ('alpha', 'distance', 'prevalence paradox')
    """
    wanted = _Spelled.of(word)
    # A whole name or whole words leave no room for what is only spelled alike.
    # Similarity is tried last also because it compares with every name of the index.
    found = _found(wanted, _rank)
    if not found:
        found = _near(_found(wanted, _alike), "only spelled alike")
    if not found:
        found = _near(_written_about(wanted), IN_TEXTS)
    if not found:
        raise UnknownNameError(
            f"no measure, distance, task, format, program or concept is called {word!r}; "
            "'accord measures' lists the measures, 'accord inspect --formats' the formats"
        )
    # Ties keep the order of the index, in which measures stand first.
    ranked = sorted(found, key=lambda pair: pair[0])[:MOST_NAMES_SHOWN]
    return Results(entry for _, entry in ranked)


def _found(
    wanted: "_Spelled", rank: Callable[["_Spelled", "_Spelled"], tuple[float, int]]
) -> list[_Ranked]:
    """The entries of which a name is near, with how near and their place in the index."""
    ranked = [
        (min(rank(wanted, one) for one in spelled), order, entry)
        for order, (entry, spelled) in enumerate(_all_spelled().items())
    ]
    return [((*key, order), entry) for key, order, entry in ranked if key[0] < NOT_MEANT]


def _near(found: list[_Ranked], how: str) -> list[_Ranked]:
    return [(key, replace(entry, near=True, how=how)) for key, entry in found]


def _written_about(wanted: "_Spelled") -> list[_Ranked]:
    """The entries whose sentence, or whose function's docstring, has all words of a name."""
    if any(len(word) < _FEWEST_LETTERS for word in wanted.words):
        return []
    found = []
    for order, entry in enumerate(entries()):
        if wanted.words <= _Spelled.of(entry.says).words:
            found.append(((0.0, 0, order), entry))
        elif entry.kind == "measure":
            text = inspect.getdoc(MEASURES[entry.name].compute) or ""
            if wanted.words <= _Spelled.of(text).words:
                found.append(((1.0, 0, order), entry))
    return found


def known_as(word: str, unknown: UnknownNameError, kind: str = "measure") -> UnknownNameError:
    """An error about a name that is none of one kind, with what else it is called or means."""
    try:
        found = lookup(word)[0]
    except UnknownNameError:
        return unknown
    if found.near:
        return unknown
    if found.kind == kind:
        return UnknownNameError(f"the {kind} {word!r} is called {found.name} here: {found.use}")
    return UnknownNameError(
        f"{word!r} is not a {kind}; {found.name} is a {found.kind}: {found.use}"
    )


def names_led_to(word: str, kind: str) -> list[str]:
    """What accord calls the things of one kind that a word leads to, best first; none if another
    kind of thing is meant first.

    >>> names_led_to("NER", "task"), names_led_to("KALPHA", "measure")
    (['named-entity'], ['alpha'])
    >>> names_led_to("MASI", "measure")
    []
    """
    try:
        found = lookup(word)
    except UnknownNameError:
        return []
    return [one.name for one in found if one.kind == kind] if found[0].kind == kind else []


def whole_name(word: str) -> bool:
    """Whether a word is one of the names of the index, not only like one."""
    wanted = _Spelled.of(word)
    return any(_rank(wanted, one)[0] < 1 for some in _all_spelled().values() for one in some)


def entries() -> tuple[Name, ...]:
    """Every entry of the index, measures first."""
    return _entries()


def _shown(measure: Measure) -> tuple[str, ...]:
    """What tables call it, for two coders and for more."""
    return (measure.display, *((measure.display_many,) if measure.display_many else ()))


@cache  # read once, as a module is
def _entries() -> tuple[Name, ...]:
    from accord._read.formats.table import FORMATS

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
            f"{display_name(m)}. {m.title}",
            f"accord measure FILE -m {m.name}"
            + (" --distance …" if m.distance == "required" else ""),
            (m.symbol, *_shown(m), *m.also, *more.get(("measure", m.name), ()), m.title),
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


@dataclass(frozen=True, slots=True)
class _Spelled:
    """A name in the forms by which it is compared.

    :param plain: In lower case, other signs as spaces.
    :param joined: Written together.
    :param core: Written together without little words.
    :param words: Its words, without little ones and without the s of a plural; "KendallTauB" has
        three.
    """

    plain: str
    joined: str
    core: str
    words: frozenset[str]

    @staticmethod
    def of(text: str) -> "_Spelled":
        plain = _plain(text)
        apart = _plain(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text))
        telling = [w for w in apart.split() if w not in LITTLE and not re.fullmatch(YEAR, w)]
        words = frozenset(map(_singular, telling or apart.split()))
        return _Spelled(plain, plain.replace(" ", ""), "".join(telling), words)


def _singular(word: str) -> str:
    word = word.replace("labell", "label").replace("isation", "ization")
    # Enough for the plurals of this vocabulary; analysis, consensus and gloss are none.
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


@cache  # read once, as a module is
def _all_spelled() -> dict[Name, tuple[_Spelled, ...]]:
    return {entry: tuple(map(_Spelled.of, (entry.name, *entry.also))) for entry in entries()}


def _rank(wanted: _Spelled, name: _Spelled) -> tuple[float, int]:
    """0 the whole name, then written together, then in another order, 1 among its words; then how
    many other words there are."""
    if wanted.plain == name.plain:
        return 0, 0
    if wanted.joined == name.joined:
        return 0.25, 0
    if wanted.words and wanted.words == name.words:
        return 0.5, 0
    if wanted.words and wanted.words <= name.words:
        return 1, len(name.words) - len(wanted.words)
    return NOT_MEANT, 0


def _alike(wanted: _Spelled, name: _Spelled) -> tuple[float, int]:
    """How far the names are alike, whole or word by word; then how many other words there are."""
    # Two names of several words are alike in whole as soon as they share a long word ("kappa
    # statistic"), so these are compared word by word.
    one_word = min(len(wanted.words), len(name.words)) <= 1
    whole = _ratio(wanted.core, name.core) if one_word else 0.0
    words = [max((_ratio(one, other) for other in name.words), default=0) for one in wanted.words]
    # The worst word counts: one that is nothing like any of the name's makes it another name.
    alike = max(whole, min(words, default=0))
    return (
        (3 - alike, abs(len(name.words) - len(wanted.words))) if alike >= _CLOSE else (NOT_MEANT, 0)
    )


def _ratio(one: str, other: str) -> float:
    """How far two words are alike; short ones have no slips."""
    # A slip in three letters is another name: AC1 and AC2.
    if one == other or min(len(one), len(other)) <= 3:
        return float(one == other)
    match = SequenceMatcher(None, one, other)
    # The two upper bounds cost next to nothing and rule out nearly every name.
    return match.ratio() if match.real_quick_ratio() >= _CLOSE <= match.quick_ratio() else 0.0


def _plain(text: str) -> str:
    """Lower case, without accents and possessives, Greek letters spelled out; every other sign is
    a space."""
    text = unicodedata.normalize("NFKD", text.lower().replace("ß", "ss"))
    text = "".join(_GREEK.get(sign, sign) for sign in text if not unicodedata.combining(sign))
    text = re.sub(r"\b[dl]['’](?=\w)|['’]s?\b", "", text)
    return re.sub(r"[\W_]+", " ", text).strip() or text.strip()
