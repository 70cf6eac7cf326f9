"""The measures of relations: each function by its name, and every fact about it."""

from functools import partial

from accord._measure.entry import Leads, Measure, names_in

_entry = partial(Measure, kind="relations", needs_coders=True)

MEASURES: tuple[Measure, ...] = (
    _entry(
        "accord._measure.structures.relation_measures:corrected_relation_f1",
        "F1_rel corrected",
        display="Chance-corrected relation F1",
        title="Relation F1 compared with randomly rewired relations",
        also=("chance-corrected relation F1", "relation F1 corrected by rewiring"),
        chance="rewired",
        because="It counts relations that two coders share, corrected for relations between "
        "random entities of the document. It needs no list of possible relations.",
        leads=Leads(reliability=1, validity=1),
        documents="accord._measure.structures.relation_measures:rewired_relations",
    ),
    _entry(
        "accord._measure.structures.entity_links:relation_alpha",
        "α_rel",
        display="Krippendorff's α for relations",
        title="α over the set of links of each entity",
        also=("alpha of relations", "set-valued alpha of relations"),
        chance="drawn",
        distance="optional",
        documents="accord._measure.structures.entity_links:links_of_documents",
    ),
    _entry(
        "accord._measure.structures.relation_measures:relation_kappa",
        "κ_rel",
        display="κ over candidate pairs",
        title="Cohen's κ with every possible pair of entities as an item",
        also=("kappa of relations", "candidate pair kappa"),
        chance="per coder",
        documents="accord._measure.structures.relation_measures:candidate_relations",
    ),
    _entry(
        "accord._measure.structures.relation_measures:relation_f1",
        "F1_rel",
        display="Relation F1",
        title="F1 of relations, mean over pairs of coders. Not corrected for chance",
        also=names_in("relation F1; brateval relations; link F1; event role F1"),
        bounds=(0.0, 1.0),
        documents="accord._measure.structures.relation_measures:common_relations",
    ),
    _entry(
        "accord._measure.structures.relation_measures:entity_f1",
        "F1_ent",
        display="Entity F1",
        title="F1 of the entities that relations connect. Not corrected for chance",
        also=("F1 of entities", "bratiaa"),
        bounds=(0.0, 1.0),
        documents="accord._measure.structures.relation_measures:common_entities",
        unasked=("categories",),
    ),
    _entry(
        "accord._measure.structures.event_measures:event_f1",
        "F1_event",
        display="Event F1",
        title="F1 of whole events (trigger and roles). Not corrected for chance",
        also=names_in("event F1; event extraction; trigger and arguments; slot filling F1; frames"),
        bounds=(0.0, 1.0),
        documents="accord._measure.structures.event_measures:common_events",
        objections=("accord._measure.structures.event_measures:no_events",),
    ),
)
