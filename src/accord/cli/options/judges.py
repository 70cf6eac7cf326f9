"""Files with a judge, read for `accord judge` and `accord check --judge` alike."""

from typing import Any

from accord.cli.options.inputs import chosen_options, read_study, tell
from accord.infer.judges.bench import read_beside
from accord.model.study import Study


def judged_study(
    paths: tuple[str, ...],
    options: dict[str, Any],
    quiet: bool,
    judge: list[str] | None,
    people: list[str] | None,
    what: str | None = None,
) -> Study:
    """Read the files; where a table can be read in two ways, the names of judges say which.
    Counts stand for items that are numbered, unless `what` needs the items themselves."""

    def read(more: dict[str, Any]) -> Study:
        told = {key: _typed(value) for key, value in more.items()}
        return read_study(paths, {**options, **told}, True, what)

    def header() -> list[str]:
        from accord._read.door.read import contents

        chosen = chosen_options(options)
        chosen.pop("engine", None)
        tables = contents(list(paths), **chosen).tables
        return [] if not tables else [str(name) for name in tables[0].header]

    study: Study = read_beside(read, header, judge, people)
    tell(study.audit, quiet)
    return study


def _typed(value: Any) -> Any:
    """A setting as it is typed: lists with commas."""
    if isinstance(value, (list, tuple)):
        import csv
        import io

        line = io.StringIO()
        csv.writer(line).writerow(value)
        return line.getvalue().strip()
    return value
