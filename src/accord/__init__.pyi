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
from accord.errors import (
    AccordError as AccordError,
    DataError as DataError,
    MissingExtraError as MissingExtraError,
    NotApplicableError as NotApplicableError,
    UnknownNameError as UnknownNameError,
)
from accord.infer.advice.choose import choose as choose
from accord.infer.advice.differences import explain as explain
from accord.infer.advice.plan import plan as plan
from accord.infer.advice.reading_values import interpret as interpret
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
from accord.measure.bound import Bound as Bound, bound as bound
from accord.measure.catalogue import MEASURES as MEASURES, find as find
from accord.measure.distances.distance import Distance as Distance, distance as distance
from accord.measure.entry import Measure as Measure
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
from accord.model.chains.partitions import Partitions as Partitions
from accord.model.codings.codings import Codings as Codings
from accord.model.codings.dimensions import Dimensions as Dimensions
from accord.model.codings.tabular import (
    codings as codings,
    declare as declare,
    from_coders as from_coders,
    from_columns as from_columns,
    from_confusion as from_confusion,
    from_counts as from_counts,
    from_frame as from_frame,
    from_wide as from_wide,
)
from accord.model.codings.taxonomy import Taxonomy as Taxonomy
from accord.model.units.segmentations import Segmentations as Segmentations
from accord.model.units.unitizings import (
    Continuum as Continuum,
    Unit as Unit,
    Unitizings as Unitizings,
)
from accord.read.door.examples import example as example, example_taxonomy as example_taxonomy
from accord.read.door.read import contents as contents, read as read
from accord.read.door.read_options import Limits as Limits
from accord.read.door.records import from_records as from_records
from accord.read.tables.taxonomies import read_taxonomy as read_taxonomy
from accord.report.overview import Report as Report, report as report
from accord.report.todo_lists import adjudicate as adjudicate
from accord.report.write import write as write

__version__: str
