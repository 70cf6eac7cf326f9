"""`accord choose`: what a study or a task holds, and which measures suit it."""

from typing import Any, get_args

from accord._measure.catalogue import display_name
from accord._measure.entry import Purpose
from accord._report.render.terminal import table
from accord.cli import parsing as click
from accord.cli.console import in_options, json_text
from accord.cli.options.inputs import (
    READING_NAMES,
    comparable,
    read_study,
    reading_options,
    refuse_options,
    somebody_answers,
)
from accord.cli.options.measure_settings import distance_options
from accord.errors import UnknownNameError
from accord.infer.advice.cases import EVERY, TRAITS, Task, suited, task
from accord.infer.advice.choose import Choice, choose
from accord.infer.advice.lookup import names_led_to, whole_name
from accord.infer.advice.meaning import NONE, published_values, summary
from accord.kinds.kind import kind_words
from accord.kinds.properties import properties
from accord.words.said import spoken


@click.command(name="choose")
@click.argument("paths", metavar="[FILE...]", nargs=-1)
@click.option(
    "--task",
    "asked",
    metavar="NAME",
    help="Answer for a kind of task instead of a file: one of "
    f"{', '.join(EVERY)}; or its properties, e.g. units,categories,overlap.",
)
@click.option(
    "--weighted/--nominal",
    default=None,
    help="Some disagreements are worse than others (weighted), or all count the same (nominal).",
)
@click.option(
    "--purpose",
    type=click.Choice(get_args(Purpose)),
    default="reliability",
    show_default=True,
    help="reliability: would other coders agree? validity: do these particular coders agree?",
)
@distance_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@reading_options
def command(
    paths: tuple[str, ...],
    asked: str | None,
    weighted: bool | None,
    purpose: Purpose,
    distance: Any,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Recommend a measure for FILE or for a task.

    \b
        accord choose spans.csv
        accord choose acts.csv --weighted
        accord choose --task named-entity
        accord choose --task units,categories,overlap
        accord choose
    """
    if asked is not None:
        refuse_options(["paths"], "and --task are two questions; leave out one")
        refuse_options(
            ["weighted", "purpose", "distance", "taxonomy", *READING_NAMES],
            "is about a file, and --task needs none",
        )
        _print_task(_task(asked), as_json)
        return
    if not paths and somebody_answers():
        parts = _asked_for()
        print(f"\naccord choose --task {parts}\n")
        _print_task(_task(parts), as_json)
        return
    if not paths:
        raise click.UsageError(
            "name a file (accord choose FILE) or a task (accord choose --task named-entity). "
            "Tasks: accord choose --help"
        )
    study = comparable(read_study(paths, {name: options[name] for name in READING_NAMES}, quiet))
    found = properties(study)
    choices = choose(study, weighted=weighted, purpose=purpose, distance=distance)
    if as_json:
        _print_json({"properties": found.as_dict()}, choices)
        return
    said = [text for name, text in _SEEN.items() if getattr(found, name)]
    numbers = {"item": found.documents, "coder": found.coders, "category": found.categories}
    counts = ", ".join(spoken("en").count(n, noun) for noun, n in numbers.items())
    print(f"{'; '.join([f'{kind_words(found.kind)}: {counts}', *said])}\n")
    _print_choices(choices)


_SEEN = {
    "embedded": "spans inside others of one coder",
    "free_overlap": "spans of one coder that overlap",
}
"""What is said of the data: properties that rule out measures or lead to others."""

FOLLOWING = {
    "categories": {"weights": "Are some disagreements worse than others?"},
    "units": {
        "categories": "Does each span have a label?",
        "gaps": "May parts of the material stay unmarked?",
        "embedding": "Can a span be inside another span of the same coder?",
        "overlap": "Can spans of one coder partly overlap?",
        "aggregatable": "Do two neighbouring spans with one label mean the same as a long span?",
    },
}
"""What is asked next, by what coders do: the property, and the question about it."""

_MANY = {"many-coders": "Are there more than two coders?"}
FURTHER = {part for asked in (*FOLLOWING.values(), _MANY) for part in asked} - {*FOLLOWING}
"""Properties of what coders do, not what they do."""

ANNOTATED = {
    **{name: text for name, text in TRAITS.items() if name not in FURTHER},
    "ratings": "coders give numbers: ratings, grades, measurements",
}
"""What coders do, by the task or property that it is."""


def _asked_for() -> str:
    """The task, from what a person on a terminal answers."""
    click.echo("What did the coders do?", err=True)
    for number, what in enumerate(ANNOTATED.values(), 1):
        click.echo(f"{number:3}  {what}", err=True)
    answer = click.prompt("Number", type=click.IntRange(1, len(ANNOTATED)), err=True)
    first = list(ANNOTATED)[answer - 1]
    if first not in TRAITS:
        return first
    parts = [first]
    for part, question in {**FOLLOWING.get(first, {}), **_MANY}.items():
        parts += [part] if click.confirm(question, err=True) else []
    return ",".join(parts)


def _task(asked: str) -> Task:
    """A task by its name or properties, or by any name that the field has for it."""
    try:
        return task(asked)
    except UnknownNameError as unknown:
        names = names_led_to(asked, "task")
        if not names or not whole_name(asked):  # a slip of the pen has its suggestions already
            raise unknown from None
        return task(names[0])


def _print_task(asked: Task, as_json: bool) -> None:
    from accord.infer.atlas.standing import usual

    choices, values = suited(asked), published_values(asked.name)
    if as_json:
        about = {"name": asked.name, "about": asked.about, "must": asked.must, "may": asked.may}
        _print_json(
            {
                "task": {**about, "advice": asked.advice, "reported": asked.reported},
                "published": [row.as_dict() for row in values],
            },
            choices,
        )
        return
    may = f"; optional: {', '.join(asked.may)}" if asked.may else ""
    print(f"{asked.title}: {asked.about}\nrequired: {', '.join(asked.must)}{may}")
    said = [in_options(asked.advice)] if asked.advice else []
    others = "; ".join(filter(None, (summary(values) or NONE, asked.reported)))
    said += [f"published elsewhere (not a benchmark): {others}"]
    said += [
        f"recomputed from public annotations (not a benchmark): {what} {low:.3f} to {high:.3f} in "
        f"{sets} data sets; accord standing --task {asked.name}"
        for what, (low, high, sets) in (usual(asked.name) if asked.name in EVERY else {}).items()
    ]
    print("\n".join(said) + "\n" if said else "")
    _print_choices([choice for choice in choices if choice.verdict != "unsuitable"])


def _print_json(head: dict[str, Any], choices: list[Choice]) -> None:
    listed = [
        {
            "measure": c.measure.name,
            "symbol": c.measure.symbol,
            "verdict": c.verdict,
            "because": list(c.because),
            "purpose": c.purpose,
        }
        for c in choices
    ]
    click.echo(json_text({**head, "choices": listed}))


def _print_choices(choices: list[Choice]) -> None:
    rows = []
    for c in choices:
        # What is recommended says itself what it answers.
        purpose = "" if c.verdict == "recommended" and c.because else c.purpose
        said = "; ".join(filter(None, (purpose, *map(in_options, c.because))))
        rows.append([c.verdict, display_name(c.measure), c.measure.symbol, c.measure.name, said])
    table(["verdict", "measure", "symbol", "-m", "because"], rows)
