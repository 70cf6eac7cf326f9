"""Every option that takes a word refuses an unknown one, with the list of those it has."""

import inspect
from pathlib import Path

import pytest

import accord
from accord.tasks import words_of_options

NAMESPACES = (
    *(
        "boundaries",
        "chains",
        "compat",
        "convert",
        "graphs",
        "infer",
        "labels",
        "latent",
        "regions",
    ),
    *("relations", "render", "scale", "simulate", "spans", "testing", "trees"),
)


def _public():
    """Every public function by its full name."""
    for space in ("", *NAMESPACES):
        module = getattr(accord, space) if space else accord
        names = getattr(module, "__all__", None) or [n for n in vars(module) if n[0] != "_"]
        for name in names:
            thing = getattr(module, name)
            if inspect.isfunction(thing) or inspect.isfunction(inspect.unwrap(thing)):
                yield f"{space}.{name}".lstrip("."), thing


OPTIONS = {
    f"{name}({option})": (function, option, words)
    for name, function in _public()
    for option, words in words_of_options(function).items()
}


def test_there_are_many():
    """The law is about something: measures of every kind, tests and other programs' names."""
    assert len(OPTIONS) > 80
    assert {"infer.z_test(method)", "spans.gamma(chance)", "compat.fleiss_kappa(method)"} <= set(
        OPTIONS
    )


@pytest.mark.parametrize("name", OPTIONS)
def test_an_unknown_word_is_refused(name):
    """Before any data are read: the call fails by the word, and the message has the words."""
    function, option, words = OPTIONS[name]
    parameters = inspect.signature(function).parameters.values()
    needed = [
        p
        for p in parameters
        if p.default is p.empty
        and p.name != option
        and p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)
    ]
    placed = [[[1, 1], [2, 2], [3, 3]] for p in needed if p.kind is p.POSITIONAL_OR_KEYWORD]
    by_name = {p.name: "nominal" for p in needed if p.kind is p.KEYWORD_ONLY}
    with pytest.raises(accord.UnknownNameError) as caught:
        function(*placed, **by_name, **{option: "xyz"})
    assert "'xyz'" in str(caught.value)
    assert any(word in str(caught.value) for word in words)


STUDY = accord.from_coders({"A": "aabbbbbccccc", "B": "abbbbbcccccc"})

CHAINS = accord.Partitions.of_chains({"d": {"A": [[1, 2], [3]], "B": [[1], [2, 3]]}})

SOME_TABLE = Path(__file__).parents[2] / "src" / "accord" / "data" / "dialogue_acts.csv"

OPEN = {
    "interval": lambda: accord.interval(STUDY, "kappa", method="xyz"),
    "compare": lambda: accord.compare(STUDY, STUDY, "kappa", method="xyz"),
    "probability_below": lambda: accord.infer.probability_below(STUDY, "kappa", 0.8, method="xyz"),
    "adjusted": lambda: accord.infer.adjusted([0.1, 0.2], "xyz"),
    "k_rater": lambda: accord.infer.k_rater(STUDY, "kappa", method="xyz"),
    "judge": lambda: accord.judge(STUDY, "A", use="xyz"),
    "latent_classes": lambda: accord.latent.latent_classes(STUDY, criterion="xyz"),
    "missing": lambda: accord.measure(STUDY, "kappa", missing="xyz"),
    "distance": lambda: accord.alpha(STUDY, distance="xyz"),
    "breakdown": lambda: accord.breakdown(STUDY, "xyz", "kappa"),
    "window": lambda: accord.boundaries.pk("0100", "0010", window="xyz"),
    "f_cat": lambda: accord.spans.gamma({"A": [(0, 2, "x")], "B": [(0, 2, "x")]}, f_cat="xyz"),
    "to_frame": lambda: accord.kappa(STUDY).to_frame("xyz"),
    "measure": lambda: accord.measure(STUDY, "xyz"),
    "example": lambda: accord.example("xyz"),
    "coin": lambda: accord.latent.dawid_skene(STUDY, coin="xyz"),
    "fit": lambda: accord.latent.mace(STUDY, fit="xyz"),
    "bias": lambda: accord.labels.bias(STUDY, missing="xyz"),
    "theme": lambda: accord.render.plot(accord.kappa(STUDY), theme="xyz"),
    "themes": lambda: accord.render.charts(accord.report(STUDY, resamples=20), theme="xyz"),
    "kind": lambda: accord.find("kappa", kind="xyz"),
    "changed": lambda: accord.gold(STUDY, [], changed="xyz"),
    "undecided": lambda: accord.gold(STUDY, [], undecided="xyz"),
    "scale": lambda: accord.interpret(0.7, scale="xyz"),
    "language": lambda: accord.report(STUDY, language="xyz"),
    "task": lambda: accord.report(STUDY, task="xyz"),
    "over": lambda: accord.interval(STUDY, "kappa", over="xyz"),
    "decompose": lambda: accord.infer.decompose(STUDY, "xyz", "kappa"),
    "vs": lambda: accord.explain(STUDY, vs="xyz"),
    "matching": lambda: accord.chains.label_chains(CHAINS, matching="xyz"),
    "mentions": lambda: accord.chains.label_chains(CHAINS, mentions="xyz"),
    "label": lambda: accord.chains.label_chains(CHAINS, label="xyz"),
    "atom": lambda: accord.spans.alpha_d({"A": [(0, 2, "x")], "B": [(0, 2, "x")]}, atom="xyz"),
    "variant": lambda: accord.render.methods(accord.report(STUDY, resamples=20), variant="xyz"),
    **{
        f"read {option}": lambda option=option: accord.read(SOME_TABLE, **{option: "xyz"})
        for option in ("discontinuous", "offsets", "unfinished", "format", "shape", "kind")
    },
}


@pytest.mark.parametrize("name", OPEN)
def test_words_among_other_text(name):
    """Options that take any text, because columns and measures have names, too."""
    with pytest.raises(accord.UnknownNameError, match="xyz"):
        OPEN[name]()
