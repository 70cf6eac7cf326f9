"""How sure a number is, and why it is what it is: everything behind the verbs of `accord.`."""

from accord.infer.advice.choose import Choice as Choice
from accord.infer.advice.differences import Difference as Difference
from accord.infer.advice.k_rater import (
    EnoughCoders as EnoughCoders,
    KRater as KRater,
    enough_coders as enough_coders,
    k_rater as k_rater,
)
from accord.infer.advice.lookup import Name as Name, lookup as lookup
from accord.infer.advice.meaning import (
    AsIf as AsIf,
    PublishedValue as PublishedValue,
    Standing as Standing,
    among_published as among_published,
    as_if as as_if,
    published_values as published_values,
)
from accord.infer.advice.next_steps import NextSteps as NextSteps, next_steps as next_steps
from accord.infer.advice.plan import (
    Plan as Plan,
    chance_agreements as chance_agreements,
    krippendorff_minimum as krippendorff_minimum,
    plan_items as plan_items,
)
from accord.infer.advice.reading_values import Reading as Reading, advise as advise
from accord.infer.advice.when_to_stop import (
    StopOrGoOn as StopOrGoOn,
    stop_or_go_on as stop_or_go_on,
)
from accord.infer.atlas.standing import AtlasPlace as AtlasPlace
from accord.infer.judges.corrected import (
    Score as Score,
    prediction_powered as prediction_powered,
    rogan_gladen as rogan_gladen,
    score_difference as score_difference,
)
from accord.infer.judges.decision import JudgeDecision as JudgeDecision
from accord.infer.judges.sheet import JudgeSheet as JudgeSheet
from accord.infer.judges.soft_labels import SoftLabels as SoftLabels, soft_labels as soft_labels
from accord.infer.ranking.system_scores import (
    PairTau as PairTau,
    ScoredSystem as ScoredSystem,
    SystemRanking as SystemRanking,
    systems as systems,
)
from accord.infer.ratings.measurement_error import (
    LimitsWithMean as LimitsWithMean,
    MeasurementError as MeasurementError,
    Repeatability as Repeatability,
    limits_with_mean as limits_with_mean,
    measurement_error as measurement_error,
    repeatability as repeatability,
)
from accord.infer.ratings.raters import (
    Drift as Drift,
    Halo as Halo,
    Rater as Rater,
    Raters as Raters,
    drift as drift,
    halo as halo,
    raters as raters,
)
from accord.infer.ratings.summary import (
    RatingSummary as RatingSummary,
    rating_summary as rating_summary,
)
from accord.infer.ratings.two_raters import Concordance as Concordance, concordance as concordance
from accord.infer.resample.equal_numbers import (
    EqualNumbers as EqualNumbers,
    equal_numbers as equal_numbers,
)
from accord.infer.resample.replicates import Replicates as Replicates, replicates as replicates
from accord.infer.rounds.gold import Gold as Gold
from accord.infer.rounds.screened_records import (
    Conflict as Conflict,
    Reviewer as Reviewer,
    Screening as Screening,
    screening as screening,
)
from accord.infer.rounds.todo_table import Adjudication as Adjudication
from accord.infer.rounds.training import Training as Training, may_stop as may_stop
from accord.infer.tests.analytic import StandardError as StandardError
from accord.infer.tests.cohesion import (
    Cohesion as Cohesion,
    GroupCohesion as GroupCohesion,
    cohesion as cohesion,
)
from accord.infer.tests.compare import Comparison as Comparison
from accord.infer.tests.cross_replication import (
    CrossReplication as CrossReplication,
    cross_replication as cross_replication,
)
from accord.infer.tests.icc_table import (
    IccForm as IccForm,
    IccTable as IccTable,
    icc_table as icc_table,
)
from accord.infer.tests.people import (
    AlternativeAnnotator as AlternativeAnnotator,
    Ceiling as Ceiling,
    CoderAgreement as CoderAgreement,
    intra_coder as intra_coder,
)
from accord.infer.tests.significance import (
    Significance as Significance,
    adjusted as adjusted,
    level_test as level_test,
    probability_below as probability_below,
    z_test as z_test,
)
from accord.infer.tests.slices import compare_slices as compare_slices
from accord.infer.tests.small_test_set import (
    SmallTestSet as SmallTestSet,
    shaffer_rho as shaffer_rho,
)
from accord.infer.why.border_habits import (
    BorderHabit as BorderHabit,
    border_habits as border_habits,
)
from accord.infer.why.breakdown import Breakdown as Breakdown
from accord.infer.why.coders import (
    PairAgreement as PairAgreement,
    PairMatrix as PairMatrix,
    by_pair as by_pair,
    pair_matrix as pair_matrix,
)
from accord.infer.why.confused import (
    ConfusedPair as ConfusedPair,
    confused as confused,
    decompose as decompose,
)
from accord.infer.why.disagreements import (
    Disagreement as Disagreement,
    Disagreements as Disagreements,
    disagreements as disagreements,
)
from accord.infer.why.g_study import (
    FacetPart as FacetPart,
    GStudy as GStudy,
    g_study as g_study,
)
from accord.infer.why.generalizability import (
    Decision as Decision,
    Generalizability as Generalizability,
    generalizability as generalizability,
)
from accord.infer.why.groups import (
    GroupApart as GroupApart,
    Trend as Trend,
    trend as trend,
    worse_groups as worse_groups,
)
from accord.infer.why.influence import collapse as collapse, worth_settling as worth_settling
from accord.infer.why.lemmas import LemmaAgreement as LemmaAgreement, by_lemma as by_lemma
from accord.infer.why.matrices import (
    Matrix as Matrix,
    coincidence_matrix as coincidence_matrix,
    coincidences as coincidences,
    confusion_matrix as confusion_matrix,
)
from accord.infer.why.narratives import Narrative as Narrative, narratives as narratives
from accord.infer.why.who_differs import CoderApart as CoderApart, who_differs as who_differs
from accord.kinds.properties import Properties as Properties, properties as properties
