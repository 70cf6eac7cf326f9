"""What the sections of a report hold, between those who make them and those who show them.

They are plain data, the JSON of the report itself, so their types are those of dictionaries: a key
that a renderer reads and no section has is found before anything runs.
"""

from typing import Any, NotRequired, TypedDict


class LimitsOfValue(TypedDict):
    """An interval: its limits, None where it has none, and how it was made."""

    low: float | None
    high: float | None
    level: float
    method: str
    n: int
    seed: int
    over: str
    notes: list[str]


class Measurement(TypedDict):
    """A coefficient with its parts, as `Agreement.as_dict` has it."""

    measure: str
    symbol: str
    value: float | None
    undefined: str | None
    A_o: float | None
    A_e: float | None
    D_o: float | None
    D_e: float | None
    interval: LimitsOfValue | None
    settings: dict[str, Any]
    signature: str
    title: str
    better: str


class CoefficientRow(Measurement):
    """A row of the table of coefficients: what its measure is, and whether time ended it."""

    also: list[str]
    source: list[str]
    bounds: list[float | None]
    levels: bool
    defined: bool
    late: str | None
    test: NotRequired["FTest"]


class FTest(TypedDict):
    """The test of an intraclass correlation against 0; nan, as None, with missing ratings."""

    F: float | None
    df1: int
    df2: int
    p: float | None


class LeftOutRow(TypedDict):
    """A measure that was not computed, and why."""

    measure: str
    symbol: str
    title: str
    reason: str


class CoefficientSection(TypedDict):
    """All coefficients."""

    rows: list[CoefficientRow]
    left: list[LeftOutRow]
    level: float
    no_interval: list[str]
    own_scale: list[str]
    asked: list[str]


class BelowLevel(TypedDict):
    """How probable it is that the value is below a level."""

    threshold: float
    probability: float


class LimitingFact(TypedDict):
    """Something that keeps the value down: its section or step, and a sentence."""

    what: str
    sentence: str


class AnswerSection(Measurement):
    """The coefficient that leads."""

    why: list[str]
    below: list[BelowLevel]
    headline: str
    sentence: str
    limits: list[LimitingFact]
    notes: list[str]


class Apartness(TypedDict):
    """How many times as often as the others a coder differs, and whether chance makes it."""

    times: float | None
    p: float | None
    named: bool


class CoderRow(Apartness):
    """A coder: agreement with the others, the value without them, how often they differ."""

    coder: str
    mean: float | None
    without: float | None
    marked: int


class WorkerRow(TypedDict):
    """A coder of a crowd: agreement with all others beyond chance, and signs of spam."""

    coder: str
    codings: int
    agreement: float | None
    low: float | None
    high: float | None
    majority: float | None
    label: str
    same: float | None
    without: float | None
    pace: float | None
    flagged: bool


class CoderSection(TypedDict):
    """All coders, and the matrix of their pairs; of a crowd a row for each, and no matrix."""

    symbol: str
    without_symbol: str
    measured: str
    marked: str
    coders: list[str]
    matrix: list[list[float | None]]
    crowd: list[WorkerRow]
    pace: str | None
    rows: list[CoderRow]
    left_out: int
    habits: list[dict[str, Any]]


class CoverageSection(TypedDict):
    """Who coded what: the share of each block of items."""

    complete: bool
    missing: int
    share: float
    coders: list[str]
    blocks: list[list[int]]
    coded: list[list[float]]
    per_item: list[list[int]]
    left_out: int


class DisagreementSection(TypedDict):
    """All disagreements, as rows under `columns` that refer to names by their position."""

    noun: str
    nouns: str
    of: int
    disputed: int
    listed: int
    alone: int
    coders: list[str]
    documents: list[str]
    kinds: list[str]
    labels: list[str]
    text: str | None
    columns: list[str]
    rows: list[list[Any]]  # a cell is what its column says
    bins: list[list[float]]
    far: bool


class DocumentRow(TypedDict):
    """A document: what was compared in it, and what is disputed."""

    document: str
    compared: int
    disputed: int
    share: float
    disagreement: float


class GroupRow(TypedDict):
    """Items that a column sets apart, and on which coders differ more than on the rest."""

    column: str
    group: str
    items: int
    disagreement: float
    rest: float
    p: float


class DocumentSection(TypedDict):
    """The documents, groups and times in which disagreements are."""

    nouns: str
    documents: list[DocumentRow]
    left_out: int
    groups: list[GroupRow]
    trend: dict[str, Any] | None


class CategoryRow(TypedDict):
    """A category: how often it is used, and how well it is told from the rest."""

    category: str
    prevalence: float
    codings: float
    alpha: float | None
    agreement: float | None
    share: float | None


class ConfusionRow(TypedDict):
    """Two categories that meet, their share of all disagreement, and what merging would give."""

    first: str
    second: str
    share: float
    coincidences: float
    merged: float | None
    expected: float | None
    p: float | None


class CategoryMatrix(TypedDict):
    """How often each category meets each."""

    categories: list[str]
    values: list[list[float]]
    left_out: int


class CategorySection(TypedDict):
    """The categories of labels."""

    distance: str
    rows: list[CategoryRow]
    confusions: list[ConfusionRow]
    matrix: CategoryMatrix
    pair: dict[str, Any] | None
    skew: dict[str, Any]
