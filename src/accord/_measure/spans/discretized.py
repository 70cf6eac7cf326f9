"""Discretized coefficients: a continuum cut into atoms, each atom an item (κ_d and its kin).

    A  |---x---|-x-|  |y|          x x x x x ∅ y
    B  |-----x-----|   |y|    →    x x x x x ∅ ∅ y

A fairly standard makeshift where no measure for unitizing is at hand. What it cannot see
(Mathet et al. 2015, §3.4.1): whether a span is one unit or several; whether a
difference is a missed unit or a shifted border; agreement on blanks raises it; and units
that overlap cannot be represented.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any

import numpy as np

from accord._measure.by_document import ByDocument, DocumentSums
from accord._measure.cube import coefficients as coding
from accord._measure.cube.chance import Chance
from accord._measure.cube.kernel import Countable, Whole, whole_of
from accord._measure.cube.rows import Rows, alike_by_coder
from accord._measure.distances.metric import Distance
from accord._measure.spans.sections import overlap_objection, refuse
from accord.errors import DataError, NotApplicableError
from accord.kinds.convert import BLANK
from accord.kinds.kind import must_be
from accord.kinds.labels.patterns import Counts, by_coder
from accord.kinds.labels.study import Codings
from accord.kinds.spans.atoms import PASSAGES, Atoms, atoms_of, runs_of, values_at, values_of
from accord.kinds.spans.study import Unitizings
from accord.model.agreement import Agreement
from accord.model.audit import Audit
from accord.model.names import FloatArray, IntArray, Names

OnAtoms = Annotated[
    Atoms | None,
    "Step in which lengths are counted: a length, character, token, word, sentence, turn or "
    "paragraph (default: as the data).",
]


def kappa_d(study: Unitizings, *, atom: OnAtoms = None) -> Agreement:
    """κ_d: κ on atoms, each with the category of the unit at its middle, or blank.

    Chance is one distribution of categories (blank among them) for each coder.
    `atom` is a length, "character", "token", "word", "sentence", "turn" (a line) or "paragraph",
    or document → (begin, end) pairs. A turn or paragraph has the category that covers most of it.
    Undefined where all atoms have one category. References: reidsma2008, mathet2015.

    >>> import accord
    >>> study = accord.Unitizings.of(
    ...     [("d", "A", 0, 4, "x"), ("d", "B", 0, 3, "x")], extents={"d": (0, 8)}
    ... )
    >>> round(accord.spans.kappa_d(study).value, 4)
    0.75
    """
    return _on_atoms("kappa_d", "κ_d", study, atom, coding.kappa)


def pi_d(study: Unitizings, *, atom: OnAtoms = None) -> Agreement:
    """π_d: π on atoms; chance is one distribution of categories (blank among them) for all.

    See κ_d. References: reidsma2008, mathet2015.

    >>> import accord
    >>> study = accord.Unitizings.of(
    ...     [("d", "A", 0, 4, "x"), ("d", "B", 0, 3, "x")], extents={"d": (0, 8)}
    ... )
    >>> round(accord.spans.pi_d(study).value, 4)
    0.746
    """
    return _on_atoms("pi_d", "π_d", study, atom, coding.pi)


def alpha_d(study: Unitizings, *, distance: Any = "nominal", atom: OnAtoms = None) -> Agreement:
    """α_d: α on atoms; chance draws two of all atoms, blanks included.

    With a distance other than nominal the blank needs a distance too: give a mapping or a
    matrix that has "∅". See κ_d. References: reidsma2008, mathet2015.

    >>> import accord
    >>> study = accord.Unitizings.of(
    ...     [("d", "A", 0, 4, "x"), ("d", "B", 0, 3, "x")], extents={"d": (0, 8)}
    ... )
    >>> round(accord.spans.alpha_d(study).value, 4)
    0.7619
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
    must_be(study, Unitizings.kind, name)
    refuse(overlap_objection(study))
    atom, shown = read_atom(atom, study)
    runs = AtomRuns.of(study, atom)
    result = compute(runs, **settings)
    return replace(
        result,
        measure=name,
        symbol=symbol,
        settings={"d": result.settings["d"], "atom": shown},
        counts={**study.counts(), "a": runs.counts()["i"]},
    )


def _by_document(
    compute: Callable[..., Agreement], study: Unitizings, *, atom: OnAtoms = None, **settings: Any
) -> ByDocument:
    """How many atoms of each kind (who has what there) each document has."""
    from scipy.sparse import csr_array

    refuse(overlap_objection(study))
    length, _ = read_atom(atom, study)
    runs = AtomRuns.of(study, length)
    # By who has what there: κ_d needs the categories of each coder, not their counts alone.
    kinds, _, kind = alike_by_coder(runs.merged)
    documents = len(study.continua)
    shape = (documents, len(kinds.items))
    rows = csr_array((runs.multiplicity, (runs.document, kind)), shape=shape)

    def of(number: FloatArray) -> Agreement:
        return compute(replace(runs, merged=kinds, multiplicity=number), **settings)

    def again(coders: Sequence[int] | IntArray) -> ByDocument:
        return _by_document(compute, study.only(coders), atom=atom, **settings)

    return DocumentSums(documents, rows, of, again)


@dataclass(frozen=True, eq=False)
class AtomRuns(Countable):
    """Atoms as items, those alike beside each other counted together."""

    coders: Names
    categories: Names
    merged: Codings
    multiplicity: FloatArray
    document: IntArray  # of each run
    declared: bool = True
    audit: Audit | None = None

    @classmethod
    def of(cls, study: Unitizings, atom: Atoms) -> "AtomRuns":
        """The atoms of a study, each with the category of the unit at its middle, or blank."""
        # Else a unit of this name would be taken for a gap.
        if BLANK in study.categories:
            raise DataError(f"{BLANK!r} is already a category of these data. Rename it")
        names = ["unit" if name is None else name for name in study.categories]
        parts: list[tuple[IntArray, IntArray, IntArray]] = []
        sizes: list[IntArray] = []
        first = 0
        for continuum in study.continua:
            coders = np.flatnonzero(continuum.seen)
            size: IntArray
            if atom in PASSAGES:
                begin, end = atoms_of(continuum, atom)
                size = np.ones(len(begin), dtype=np.int64)
                values = [values_of(continuum, int(c), begin, end, atom) for c in coders]
            else:
                middle, size = runs_of(continuum, atom)
                values = [values_at(continuum, int(coder), middle) for coder in coders]
            item = np.repeat(np.arange(first, first + len(size)), len(coders))
            found = np.stack(values, axis=1).ravel() if values else item[:0]
            parts.append((item, np.tile(coders, len(size)), found))
            sizes.append(size)
            first += len(size)
        at, who, what = (np.concatenate(column) for column in zip(*parts, strict=True))
        # What no unit covers is a category like any other here: coders agree that there is nothing.
        what = np.where(what < 0, len(names), what)
        known = (study.coders, Names([*names, BLANK]))
        cells = (at.astype(np.int32), who.astype(np.int32), what.astype(np.int32))
        merged = Codings(Names(range(first)), *known, *cells, declared=True)
        document = np.repeat(np.arange(len(sizes)), [len(size) for size in sizes])
        number = np.concatenate(sizes).astype(np.float64)
        return cls(*known, merged, number, document, audit=study.audit)

    def counts(self) -> dict[str, Any]:
        """Atoms, coders and categories."""
        return {**self.merged.counts(), "i": int(self.multiplicity.sum())}

    def only(self, coders: Sequence[int] | IntArray) -> "AtomRuns":
        """The atoms of these coders."""
        merged = self.merged.only(coders)
        return replace(self, coders=merged.coders, merged=merged)

    def codings(self) -> Codings:
        """Not one by one: they may be very many."""
        raise NotApplicableError.of_counts("labels")

    def cube_whole(self, recipe: Distance, chance: Chance, missing: str) -> Whole:
        """The sums of all atoms."""
        merged = self.merged
        counts = Counts.of(merged.item, merged.category, len(merged.items), len(self.categories))
        rows = Rows(counts, self.multiplicity, missing, len(self.coders))
        table = by_coder(merged, missing, self.multiplicity) if chance.by_coder else None
        metric = recipe.fit(self.categories, rows.used, self.declared)
        return whole_of(rows, table, metric, chance, self.coders, self.categories)

    def cube_sums(self, recipe: Distance, chance: Chance, missing: str) -> None:
        """Atoms are no items to draw from: documents are."""


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


documents_of_kappa_d = partial(_by_document, coding.kappa)
documents_of_pi_d = partial(_by_document, coding.pi)
documents_of_alpha_d = partial(_by_document, coding.alpha, distance="nominal")
