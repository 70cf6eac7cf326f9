"""Discretized coefficients: a continuum cut into atoms, each atom an item (κ_d and its kin).

    A  |---x---|-x-|  |y|          x x x x x ∅ y
    B  |-----x-----|   |y|    →    x x x x x ∅ ∅ y

A fairly standard makeshift where no measure for unitizing is at hand. What it cannot see
(Mathet et al. 2015, §3.4.1): whether a span is one unit or several; whether a
difference is a missed unit or a shifted border; agreement on blanks raises it; and units
that overlap cannot be represented.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from accord.errors import AccordError
from accord.measure.cube import coefficients as coding
from accord.measure.entry import Measure, suits
from accord.measure.spans.sections import overlap_objection, refuse
from accord.model.agreement import Agreement
from accord.model.convert import units_to_codings
from accord.model.units.atoms import Atoms
from accord.model.units.unitizings import Unitizings

OnAtoms = Annotated[
    Atoms | None, "Atom: a length, character, token or sentence (default: as the data)."
]


def kappa_d(study: Unitizings, *, atom: OnAtoms = None) -> Agreement:
    """κ_d: κ on atoms, each with the category of the unit at its middle, or blank.

    Chance is one distribution of categories (blank among them) for each coder.
    `atom` is a length, "character", "token" or "sentence", or document → (begin, end) pairs.
    Undefined where all atoms have one category. References: reidsma2008, mathet2015.

    >>> study = Unitizings.of([("d", "A", 0, 4, "x"), ("d", "B", 0, 3, "x")], extents={"d": (0, 8)})
    >>> round(kappa_d(study).value, 4)
    0.75
    """
    return _on_atoms("kappa_d", "κ_d", study, atom, coding.kappa)


def pi_d(study: Unitizings, *, atom: OnAtoms = None) -> Agreement:
    """π_d: π on atoms; chance is one distribution of categories (blank among them) for all.

    See κ_d. References: reidsma2008, mathet2015.
    """
    return _on_atoms("pi_d", "π_d", study, atom, coding.pi)


def alpha_d(study: Unitizings, *, distance: Any = "nominal", atom: OnAtoms = None) -> Agreement:
    """α_d: α on atoms; chance draws two atoms of all that there are, blanks included.

    With a distance other than nominal the blank needs a distance too: give a mapping or a
    matrix that has "∅". See κ_d. References: reidsma2008, mathet2015.
    """
    return _on_atoms("alpha_d", "α_d", study, atom, coding.alpha, distance=distance)


def _on_atoms(
    name: str,
    symbol: str,
    study: Unitizings,
    atom: Atoms | None,
    compute: Callable[..., Agreement],
    **settings: Any,
) -> Agreement:
    if not isinstance(study, Unitizings):
        raise AccordError(f"{name} takes Unitizings, got {type(study).__name__}")
    refuse(overlap_objection(study))
    atom, shown = read_atom(atom, study)
    codings = units_to_codings(study, atom=atom)
    result = compute(codings, **settings)
    return replace(
        result,
        measure=name,
        symbol=symbol,
        settings={"d": result.settings["d"], "atom": shown},
        counts={**study.counts(), "a": len(codings.items)},
    )


def read_atom(atom: Atoms | None, study: Unitizings) -> tuple[Atoms, str]:
    """The atom as given, a length also where the command line has it as text, and in words.

    None is the resolution of the study.
    """
    if atom is None:
        atom = study.resolution
    if isinstance(atom, str):
        try:
            atom = float(atom)
        except ValueError:
            return atom, str(atom)
    return atom, f"{atom:g}" if isinstance(atom, (int, float)) else "given"


_ATOMS = "counts agreement on blanks, blind to splits; short units weigh little"

_entry = partial(Measure, study=Unitizings, objections=(overlap_objection,))

ENTRIES: tuple[Measure, ...] = (
    _entry(
        kappa_d,
        "κ_d",
        title="κ on atoms of the continuum",
        also=("discretized kappa", "token-level kappa", "kappa d"),
        chance="per coder",
        suits=suits("categorizing chance many_coders", part="unitizing", remark=_ATOMS),
    ),
    _entry(
        pi_d,
        "π_d",
        title="π on atoms of the continuum",
        also=("discretized pi",),
        chance="pooled",
        suits=suits("categorizing chance many_coders", part="unitizing", remark=_ATOMS),
    ),
    _entry(
        alpha_d,
        "α_d",
        title="α on atoms of the continuum",
        also=("discretized alpha",),
        chance="drawn",
        suits=suits("categorizing weighted chance many_coders", part="unitizing", remark=_ATOMS),
    ),
)
