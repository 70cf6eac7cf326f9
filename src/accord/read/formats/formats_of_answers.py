"""Formats of answers to questions: crowds, surveys, qualitative coding, evaluations."""

from accord.read.formats.format import JSON, LABELS, Format, Signs

ANSWERS: tuple[Format, ...] = (
    Format(
        "sagemaker",
        "SageMaker Ground Truth",
        "sagemaker",
        "Ground Truth worker responses, consolidation requests",
        ("codings", "unitizings"),
        Signs(begins=JSON),
        coders="`workerId`",
        offsets="code points",
        layers="every answer",
        also=("ground-truth",),
    ),
    Format(
        "potato",
        "potato user state",
        "potato",
        "potato `user_state.json`",
        ("codings", "unitizings"),
        Signs(("user_state.json",), b"", ("{",), ('"instance_id_to_label_to_value"',)),
        coders="`user_id`",
        offsets="code points",
        layers="every scheme",
    ),
    Format(
        "mturk",
        "Mechanical Turk batch",
        "crowd",
        "Mechanical Turk, batch CSV",
        LABELS,
        Signs(words=("HITId", "WorkerId")),
        coders="`WorkerId`",
        layers="every answer",
    ),
    Format(
        "crowdflower",
        "CrowdFlower report",
        "crowd",
        "CrowdFlower, full report",
        LABELS,
        Signs(words=("_unit_id", "_worker_id")),
        coders="`_worker_id`",
        layers="every answer",
        also=("appen",),
    ),
)
