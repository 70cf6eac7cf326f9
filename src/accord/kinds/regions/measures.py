"""The measures of regions: each function by its name, and every fact about it."""

from functools import partial

from accord._measure.entry import Leads, Measure, names_in

_entry = partial(Measure, kind="regions", needs_coders=True)

MEASURES: tuple[Measure, ...] = (
    _entry(
        "accord._measure.structures.region_measures:region_alpha",
        "α_reg",
        display="Krippendorff's α for image regions",
        title="Agreement on boxes or masks, matched by overlap, position and label together",
        also=names_in("alpha of boxes; alpha of regions; box agreement; KαLOS with localisation"),
        chance="drawn",
        because="It counts regions that two coders mark in the same place with the same label, "
        "corrected for what different images would share.",
        leads=Leads(reliability=1, validity=1),
        documents="accord._measure.structures.region_measures:chance_of_images",
    ),
    _entry(
        "accord._measure.structures.region_measures:region_label_alpha",
        "α_lab",
        display="Krippendorff's α of region labels (KαLOS)",
        title="Agreement on labels of matched regions",
        also=names_in("KαLOS; kalphacv; vision alpha; alpha of matched labels"),
        chance="drawn",
        documents="accord._measure.structures.region_measures:labelled_regions",
    ),
    _entry(
        "accord._measure.structures.region_measures:region_f1",
        "F1_reg",
        display="Region F1 (at an IoU threshold)",
        title="F1 of boxes or masks. Not corrected for chance",
        also=names_in("box F1; F1 at IoU; region F1"),
        bounds=(0.0, 1.0),
        documents="accord._measure.structures.region_measures:shared_regions",
    ),
    _entry(
        "accord._measure.structures.region_measures:region_overlap",
        "IoU",
        display="Mean IoU",
        title="Mean overlap of matched regions. Not corrected for chance",
        also=names_in("mean IoU; intersection over union; Dice of masks; OKS; overlap of regions"),
        bounds=(0.0, 1.0),
        documents="accord._measure.structures.region_measures:overlapping_regions",
    ),
)
