"""`accord chains FILE...`: where coders of coreference disagree."""

from itertools import combinations
from typing import Any

from accord._measure.chains import coreference
from accord._measure.chains.chain_labels import chain_conditions
from accord._report.render.terminal import number_text, table
from accord.cli import parsing as click
from accord.cli.console import in_options, json_text
from accord.cli.options.inputs import READING_NAMES, file_options, read_study
from accord.errors import NotApplicableError
from accord.infer.why.chain_anatomy import ChainAnatomy, chain_anatomy
from accord.infer.why.narratives import Narrative, narratives
from accord.kinds.chains.labelled import LABEL_RULES, LabelRule
from accord.kinds.chains.mentions import MATCHINGS, MENTIONS, MatchingRule, MentionRule
from accord.kinds.chains.study import Partitions
from accord.model.agreement import Agreement
from accord.model.showing import Results, picked, plain


@click.command(name="chains")
@file_options
@click.option(
    "--distance",
    default="passonneau,jaccard,dice,masi",
    help="Distances between sets, comma-separated.",
)
@click.option(
    "--mentions",
    type=click.Choice(MENTIONS),
    default="marked",
    help="Mentions that only one coder marked.",
)
@click.option(
    "--matching",
    type=click.Choice(MATCHINGS),
    default="exact",
    help="When two spans are the same mention.",
)
@click.option("--itself/--not-itself", default=True, help="Whether a mention is in its own label.")
@click.option(
    "--top", type=click.IntRange(0), default=10, help="How many disputed mentions; 0 for all."
)
@click.option(
    "--by",
    type=click.Choice(["document"]),
    help="κ, recall and precision of each document of two coders, σ below; nothing else.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    paths: tuple[str, ...],
    by: str | None,
    distance: str,
    mentions: MentionRule,
    matching: MatchingRule,
    itself: bool,
    top: int,
    as_json: bool,
    quiet: bool,
    **given: Any,
) -> None:
    """Analyse agreement on coreference chains.

    Recall, precision and F for each pair of coders; K, α, α′ and β on chains as labels, from
    the antecedent to the full chain; split and merged chains, missed and extra mentions; and
    the mentions that cause most of the disagreement, to adjudicate.

    \b
        accord chains ann.conll bob.conll cleo.conll
        accord chains chains.jsonl --matching overlap --top 20 --json
        accord chains key.conll response.conll --by document
    """
    options = {**{name: given[name] for name in READING_NAMES}, "kind": "coreference"}
    study: Any = read_study(paths, options, quiet)
    if len(study.coders) < 2:
        raise NotApplicableError(
            f"{_alone(study)}; agreement needs two: give one file for each coder, "
            "or a table with a column of coders"
        )
    if by is not None:
        _print_narratives(narratives(study, mentions=mentions, matching=matching), as_json)
        return
    scores = [score(study, mentions=mentions, matching=matching) for score in coreference.SCORES]
    conditions = _conditions(study, distance, itself, mentions, matching)
    anatomy = chain_anatomy(study, matching=matching, limit=top or None)
    if as_json:
        click.echo(json_text(_plain(scores, conditions, anatomy)))
        return
    _print_scores(scores)
    _print_conditions(conditions)
    _print_anatomy(anatomy)


def _print_narratives(rows: Results[Narrative], as_json: bool) -> None:
    if as_json:
        click.echo(json_text([row.as_dict() for row in rows]))
        return
    parts = ("kappa", "recall", "precision")
    cells = [[str(row.document), *(_known(getattr(row, part)) for part in parts)] for row in rows]
    notes = [f"{row.document}: {in_options(row.why)}" for row in rows if row.why]
    table(["document", "κ", "recall", "precision"], cells, notes)


def _known(value: float) -> str:
    return number_text(value, without="n/a")


def _alone(study: Partitions) -> str:
    names = [str(coder) for coder in study.coders]
    return f"there is one coder only ({names[0]})" if names else "there is no mention and no coder"


def _conditions(
    study: Partitions, distance: str, itself: bool, mentions: MentionRule, matching: MatchingRule
) -> dict[tuple[str, str, str], Agreement]:
    labels: tuple[LabelRule, ...] = LABEL_RULES
    # The antecedent, and what comes before it, need an order of mentions.
    if not all(document.ordered for document in study.documents):
        click.echo("mentions are ids in no known order: full chains are the only labels", err=True)
        labels = ("full",)
    distances = [part.strip() for part in distance.split(",")]
    return chain_conditions(
        study,
        distances=distances,
        labels=labels,
        itself=itself,
        mentions=mentions,
        matching=matching,
    )


def _directions(score: Agreement) -> list[tuple[str, str, float, float, float]]:
    """(key, response, recall, precision, F) for every pair of coders."""
    coders = [str(coder) for coder in score.detail["coders"]]
    recall, precision, f = (score.detail[part] for part in ("recall", "precision", "f"))
    return [
        (coders[i], coders[j], float(recall[i, j]), float(precision[i, j]), float(f[i, j]))
        for i, j in combinations(range(len(coders)), 2)
    ]


def _print_scores(scores: list[Agreement]) -> None:
    rows = [
        [f"{a} – {b}", score.symbol, _known(recall), _known(precision), _known(f)]
        for score in scores
        for a, b, recall, precision, f in _directions(score)
    ]
    reasons = [
        f"{score.symbol}: {in_options(why)}"
        for score in scores
        for why in dict.fromkeys([score.undefined, *score.detail["left_out"]])
        if why is not None
    ]
    table(["key – response", "score", "recall", "precision", "F"], rows, reasons)


def _print_conditions(conditions: dict[tuple[str, str, str], Agreement]) -> None:
    kinds = list(dict.fromkeys(key[1:] for key in conditions))
    labels = [label for label in LABEL_RULES if any(key[0] == label for key in conditions)]
    rows = [
        [symbol, d, *(_known(conditions[label, symbol, d].value) for label in labels)]
        for symbol, d in kinds
    ]
    reasons: dict[str, list[str]] = {}
    for (label, *_), result in conditions.items():
        if result.undefined:
            reasons.setdefault(result.undefined, []).append(label)
    click.echo("")
    notes = [
        f"n/a ({', '.join(dict.fromkeys(where))}): {in_options(why)}"
        for why, where in reasons.items()
    ]
    # Each once, in the order in which they came: most conditions have the same.
    notes += dict.fromkeys(r.detail["note"] for r in conditions.values() if "note" in r.detail)
    table(["on labels", "distance", *labels], rows, notes)


def _print_anatomy(anatomy: ChainAnatomy) -> None:
    click.echo(f"\n{anatomy.matched}")
    rows = [
        [f"{p.first} – {p.second}", *(str(len(x)) for x in (p.split, p.merged, p.missed, p.extra))]
        for p in anatomy.pairs
    ]
    table(["pair", "split", "merged", "missed", "extra"], rows)
    if not anatomy.disputed:
        return
    click.echo("")
    rows = [
        [str(m.document), _shown(m.mention, m.text), number_text(m.disagreement), f"{m.share:.1%}"]
        for m in anatomy.disputed
    ]
    table(["document", "mention", "disagreement", "share"], rows)


def _shown(mention: Any, text: str | None) -> str:
    place = str(mention)
    if isinstance(mention, tuple):
        spans = mention if isinstance(mention[0], tuple) else (mention,)
        place = " ".join(f"{begin}–{end}" for begin, end in spans)
    return place if text is None else f"{place} {text!r}"


def _plain(
    scores: list[Agreement],
    conditions: dict[tuple[str, str, str], Agreement],
    anatomy: ChainAnatomy,
) -> dict[str, Any]:
    columns = ("score", "key", "response", "recall", "precision", "f")
    return {
        "scores": plain(scores),
        "pairs": [
            dict(zip(columns, (score.measure, *plain(row)), strict=True))
            for score in scores
            for row in _directions(score)
        ],
        "conditions": [
            {"label": label, "coefficient": symbol, "distance": d, **result.as_dict()}
            for (label, symbol, d), result in conditions.items()
        ],
        "anatomy": [
            {
                "first": p.first,
                "second": p.second,
                "split": [picked(b, "document chain parts") for b in p.split],
                "merged": [picked(b, "document chain parts") for b in p.merged],
                "missed": p.missed,
                "extra": p.extra,
            }
            for p in anatomy.pairs
        ],
        "disputed": [
            {
                **picked(m, "document mention text disagreement share"),
                "chains": [{"coder": c, "chain": chain} for c, chain in m.chains.items()],
            }
            for m in anatomy.disputed
        ],
    }
