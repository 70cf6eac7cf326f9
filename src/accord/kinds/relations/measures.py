"""The measures of relations: each function by its name, and every fact about it."""

from functools import partial

from accord._measure.entry import Leads, Measure, named

_entry = partial(Measure, kind="relations", needs_coders=True)

MEASURES: tuple[Measure, ...] = (
    _entry(
        "accord._measure.structures.relation_measures:corrected_relation_f1",
        "F1_rel corrected",
        title="F1 of relations against relations that go anywhere in the document",
        also=("chance-corrected relation F1", "relation F1 corrected by rewiring"),
        chance="rewired",
        because="it counts relations that two coders share beyond those they would share if "
        "each joined any two entities of the document, and needs no list of what could "
        "have been marked",
        leads=Leads(reliability=1, validity=1),
        documents="accord._measure.structures.relation_measures:rewired_relations",
    ),
    _entry(
        "accord._measure.structures.entity_links:relation_alpha",
        "α_rel",
        title="α of the sets of links of entities",
        also=("alpha of relations", "set-valued alpha of relations"),
        chance="drawn",
        distance="optional",
        documents="accord._measure.structures.entity_links:links_of_documents",
    ),
    _entry(
        "accord._measure.structures.relation_measures:relation_kappa",
        "κ_rel",
        title="κ over pairs of entities within a window",
        also=("kappa of relations", "candidate pair kappa"),
        chance="per coder",
        documents="accord._measure.structures.relation_measures:candidate_relations",
    ),
    _entry(
        "accord._measure.structures.relation_measures:relation_f1",
        "F1_rel",
        title="F1 of relations, mean over pairs, not corrected for chance",
        also=named("relation F1; brateval relations; link F1; event role F1"),
        bounds=(0.0, 1.0),
        documents="accord._measure.structures.relation_measures:common_relations",
    ),
    _entry(
        "accord._measure.structures.relation_measures:entity_f1",
        "F1_ent",
        title="F1 of the entities of relations, mean over pairs, not corrected for chance",
        also=("F1 of entities", "bratiaa"),
        bounds=(0.0, 1.0),
        documents="accord._measure.structures.relation_measures:common_entities",
        unasked=("categories",),
    ),
    _entry(
        "accord._measure.structures.event_measures:event_f1",
        "F1_event",
        title="F1 of whole events, mean over pairs, not corrected for chance",
        also=named("event F1; event extraction; trigger and arguments; slot filling F1; frames"),
        bounds=(0.0, 1.0),
        documents="accord._measure.structures.event_measures:common_events",
        objections=("accord._measure.structures.event_measures:no_events",),
    ),
)
