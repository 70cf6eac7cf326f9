"""`accord rank FILE`: a ranking from votes for one of two things."""

from math import isnan

from accord._report.render.terminal import number_text, p_value, table
from accord.cli import parsing as click
from accord.cli.console import in_options, json_text
from accord.infer.ranking.pair_votes import votes_of
from accord.infer.ranking.ranking import TIE_MODELS, Alike, JudgeOfPairs, Ranking, Ties, rank

_MOST_JUDGES = 20
"""So many judges are listed; JSON has all."""


@click.command(name="rank")
@click.option(
    "--ties", type=click.Choice(TIE_MODELS), default="davidson", help="The model of ties."
)
@click.option("--first", metavar="COLUMN", help="Column of what was shown first, e.g. model_a.")
@click.option("--second", metavar="COLUMN", help="Column of what was shown second.")
@click.option("--winner", metavar="COLUMN", help="Column of the preferred one, first, second, tie.")
@click.option("--judge", metavar="COLUMN", help="Column of the judge.")
@click.option("--prompt", metavar="COLUMN", help="Column of what both answered.")
@click.option("--level", type=float, default=0.95, help="Confidence of the intervals.")
@click.option("--seed", type=int, default=0, help="Seed of simulated judges.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.argument("path", metavar="FILE")
def command(
    path: str,
    ties: Ties,
    first: str | None,
    second: str | None,
    winner: str | None,
    judge: str | None,
    prompt: str | None,
    level: float,
    seed: int,
    as_json: bool,
) -> None:
    """Rank things that judges compared two by two: strengths with intervals, ties, position.

    FILE has a row for each vote (two things, the winner, the judge), as MT-Bench and arenas write
    it, or items such as 'x vs y' with a column for each judge. Beside the ranking: how far judges
    agree beyond a coin, whether they prefer what is shown first, whether each has one order, and
    whether all rank alike.

    \b
        accord rank votes.csv
        accord rank votes.jsonl --ties rao-kupper
        accord rank choices.csv --first left --second right --winner chosen --judge rater
    """
    told = {"first": first, "second": second, "winner": winner, "judge": judge, "prompt": prompt}
    found = rank(votes_of(path, **told), ties=ties, confidence=level, rng=seed)
    if as_json:
        click.echo(json_text(found.as_dict()))
        return
    _print_things(found)
    _print_judges(found)
    for line in _said(found):
        click.echo(in_options(line))


def _print_things(found: Ranking) -> None:
    cells = [
        [
            str(one.name),
            number_text(one.strength),
            f"[{one.low:.4f}, {one.high:.4f}]",
            str(one.best) if one.best == one.worst else f"{one.best}–{one.worst}",
            str(one.votes),
            f"{one.wins:g}",
            p_value(one.reversed),
            "–" if isnan(one.more) else f"{one.more:,.0f}" if one.more < 1e9 else "> 10⁹",
        ]
        for one in found.things
    ]
    head = ["", "strength", "interval", "place", "votes", "won", "p reversed", "votes for 5%"]
    table(head, cells)


def _print_judges(found: Ranking) -> None:
    click.echo()
    cells = [_judge_row(one) for one in found.judges[:_MOST_JUDGES]]
    head = ["judge", "votes", "ties", "first", "position", "p", "kept", "circular", "ζ", "p guess"]
    rest = len(found.judges) - len(cells)
    table(head, cells, [f"{rest} more judges: --json has all"] if rest else [])
    click.echo()


def _judge_row(one: JudgeOfPairs) -> list[str]:
    return [
        str(one.judge),
        str(one.votes),
        f"{one.ties:.3f}",
        number_text(one.first, 3, without="–"),
        number_text(one.position, 3, without="–"),
        p_value(one.p),
        number_text(one.kept, 3, without="–"),
        f"{one.circular} of {one.triples}",
        number_text(one.zeta, 3, without="–"),
        p_value(one.p_guess),
    ]


def _said(found: Ranking) -> list[str]:
    """What there is beside the tables, a line each."""
    lines = [f"Agreement beyond a coin, ties as a third answer: {found.agreement}"]
    lines.append(f"Kendall's u, ties as half a vote for either: {found.u}")
    if found.ties:
        lines.append(f"Ties: {found.ties:.1%} of {found.votes} votes; both bad: {found.bad:.1%}")
    if isnan(found.position):
        lines.append("Position: not known, because pairs were shown, or listed, in one order only")
    else:
        p = f", p = {found.p:.3g}" if not isnan(found.p) else ""
        error = f"{found.position:.3f} ± {found.position_error:.3f}"
        lines.append(f"Position: being shown first adds {error} logits{p}")
    if found.seen_twice:
        lines.append(f"Kept when shown the other way: {found.kept:.1%} of {found.seen_twice}")
    lines += [_alike(found.alike)] if found.alike else []
    return [*lines, *(f"Note: {note}" for note in found.notes), found.signature]


def _alike(found: Alike) -> str:
    return (
        f"Do judges rank the same way? G² = {found.g2:.2f}, df {found.df}, p = {found.p:.3g}; "
        "mean τ "
        f"between judges {found.tau:.3f}, and {found.expected:.3f} by the noise of votes alone"
    )
