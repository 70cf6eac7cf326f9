"""What somebody may have meant who asks accord for a name that it does not have."""

from importlib import import_module
from typing import Any

from accord._measure.catalogue import MEASURES, find_measure
from accord.errors import UnknownNameError
from accord.lazy import near_name

FACES = (
    *("spans", "boundaries", "chains", "trees", "relations", "regions", "graphs", "labels"),
    *("latent", "infer", "compat"),
)
"""Where names are that are not in `accord` itself."""

FAR = 0.8
"""A name of another namespace must be so alike: gama and gamma are .89, plot and split .67."""

_PROGRAMS = ("nltk", "segeval", "statsmodels", "irr", "irrcac")
"""Modules of `accord.compat` with names that `accord.compat` itself has not."""

OTHER_WORDS = {
    "ICC": "icc, or accord.infer.icc_table for all forms",
    "intraclass_corr": "compat.intraclass_corr, or accord.infer.icc_table for all forms",
    **dict.fromkeys(("agreement", "agree", "reliability", "score"), "measure"),
    **dict.fromkeys(("percent_agreement", "raw_agreement", "observed_agreement"), "percent"),
    **dict.fromkeys(("bootstrap", "confidence_interval", "ci"), "interval"),
    **dict.fromkeys(("load", "read_csv", "read_table", "from_csv"), "read"),
    **dict.fromkeys(("from_pandas", "from_dataframe", "from_df"), "from_frame"),
    **dict.fromkeys(("from_list", "from_dict"), "from_coders"),
    "krippendorff": "alpha",
    "fleiss": "pi",
    "cohen": "kappa",
}
"""What other programs offer under another name."""


def elsewhere(wanted: str) -> str:
    """The end of a message: where a name is, or what the measure is called that it means.

    >>> elsewhere("gamma"), elsewhere("fleiss_kappa")
    ('; it is accord.spans.gamma', '; it is accord.compat.fleiss_kappa, or accord.pi')
    >>> elsewhere("gwet_ac1"), elsewhere("nothing_like_it")
    ('; did you mean accord.ac1?', '')
    >>> elsewhere("kapa"), elsewhere("gama")
    ('; did you mean accord.kappa?', '; did you mean accord.spans.gamma?')
    """
    # Words of other programs first: `score` or `open` would be near to many names here, and only
    # one of them is meant.
    if wanted in OTHER_WORDS:
        return f"; it is accord.{OTHER_WORDS[wanted]}"
    there = [f"accord.{face}.{wanted}" for face in FACES if wanted in _offered(_face(face))]
    there += [
        f"accord.compat.{program}.{wanted}"
        for program in _PROGRAMS
        if not there and wanted in _defined(f"accord.compat.{program}")
    ]
    try:
        there += _places(find_measure(wanted).name)
    except UnknownNameError:
        close = [m.name for m in MEASURES.values() if _is_called(wanted, (m.name, *m.also))]
        near = [place for name in close[:2] for place in _places(name)]
        if not there:
            return f"; did you mean {' or '.join(near)}?" if near else _spelled(wanted)
    return f"; it is {', or '.join(dict.fromkeys(there))}" if there else ""


def _spelled(wanted: str) -> str:
    """A name that is spelled nearly so: of accord itself, else of its namespaces."""
    found = near_name(wanted, import_module("accord").__all__, "accord.")
    names = {
        f"{face}.{name}": name for face in FACES for name in _offered(_face(face)) if not found
    }
    if found or not (near := near_name(wanted, names.values(), cutoff=FAR)):
        return found
    meant = near.removeprefix("; did you mean ").removesuffix("?")
    return f"; did you mean accord.{next(full for full in names if names[full] == meant)}?"


def _defined(module: str) -> list[str]:
    """The functions that a module has itself."""
    held = vars(import_module(module))
    return [name for name, one in held.items() if getattr(one, "__module__", "") == module]


def _offered(face: Any) -> list[str]:
    return getattr(face, "__all__", None) or [name for name in vars(face) if name[0] != "_"]


def _face(name: str) -> object:
    return import_module(f"accord.{name}")


def _places(name: str) -> list[str]:
    """Where a measure is."""
    if name in import_module("accord").__all__:
        return [f"accord.{name}"]
    return [f"accord.{face}.{name}" for face in FACES[:-1] if name in _offered(_face(face))]


def _is_called(wanted: str, names: tuple[str, ...]) -> bool:
    """Whether a name has the same words, whosever it is: gwet_ac1 and Gwet's AC1."""
    return any(_words(wanted) == _words(name) for name in names)


def _words(name: str) -> list[str]:
    plain = name.lower().replace("\u2019", "'").replace("'s", "").replace("-", " ")
    return sorted(plain.replace("_", " ").split())
