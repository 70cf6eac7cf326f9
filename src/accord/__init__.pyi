"""What `accord.` offers: studies, the coefficients of the cube, and the verbs."""

from accord import (
    boundaries as boundaries,
    chains as chains,
    compat as compat,
    convert as convert,
    graphs as graphs,
    infer as infer,
    labels as labels,
    latent as latent,
    parts as parts,
    regions as regions,
    relations as relations,
    render as render,
    scale as scale,
    simulate as simulate,
    spans as spans,
    testing as testing,
    trees as trees,
)
from accord._measure.bound import Bound as Bound, bound as bound
from accord._measure.catalogue import MEASURES as MEASURES
from accord._measure.distances.distance import Distance as Distance, distance as distance
from accord._measure.entry import Measure as Measure
from accord._read.door.examples import example as example, example_taxonomy as example_taxonomy
from accord._read.door.read import contents as contents, read as read
from accord._read.door.read_options import Limits as Limits
from accord._read.door.records import from_records as from_records
from accord._read.tables.taxonomies import read_taxonomy as read_taxonomy
from accord._report.overview import Report as Report, report as report
from accord._report.render.shown_page import open as open
from accord._report.todo_lists import adjudicate as adjudicate
from accord._report.write import write as write
from accord.errors import (
    AccordError as AccordError,
    DataError as DataError,
    MissingExtraError as MissingExtraError,
    NotApplicableError as NotApplicableError,
    UnknownNameError as UnknownNameError,
)
from accord.infer.advice.choose import choose as choose
from accord.infer.advice.differences import explain as explain
from accord.infer.advice.lookup import find as find
from accord.infer.advice.plan import plan as plan
from accord.infer.advice.reading_values import interpret as interpret
from accord.infer.atlas.standing import standing as standing
from accord.infer.judges.sheet import judge as judge
from accord.infer.measured import Measured as Measured, measure as measure
from accord.infer.resample.interval import interval as interval
from accord.infer.rounds.gold import gold as gold
from accord.infer.tests.analytic import standard_error as standard_error
from accord.infer.tests.compare import compare as compare
from accord.infer.tests.people import (
    alternative_annotator_test as alternative_annotator_test,
    ceiling as ceiling,
)
from accord.infer.tests.permutation import permutation_test as permutation_test
from accord.infer.why.breakdown import breakdown as breakdown
from accord.infer.why.influence import influence as influence
from accord.kinds.boundaries.study import Segmentations as Segmentations
from accord.kinds.chains.study import Partitions as Partitions
from accord.kinds.dimensions.study import Dimensions as Dimensions
from accord.kinds.labels.study import Codings as Codings
from accord.kinds.labels.tabular import (
    codings as codings,
    declare as declare,
    from_coders as from_coders,
    from_columns as from_columns,
    from_confusion as from_confusion,
    from_counts as from_counts,
    from_frame as from_frame,
    from_wide as from_wide,
)
from accord.kinds.labels.taxonomy import Taxonomy as Taxonomy
from accord.kinds.spans.parts import Continuum as Continuum, Unit as Unit
from accord.kinds.spans.study import Unitizings as Unitizings
from accord.measures import (
    ac1 as ac1,
    ac2 as ac2,
    alpha as alpha,
    alpha_prime as alpha_prime,
    beta as beta,
    icc as icc,
    kappa as kappa,
    light_kappa as light_kappa,
    percent as percent,
    pi as pi,
    s as s,
    weighted_kappa as weighted_kappa,
    weighted_s as weighted_s,
)
from accord.model.agreement import Agreement as Agreement, Interval as Interval
from accord.model.audit import Audit as Audit

__version__: str
