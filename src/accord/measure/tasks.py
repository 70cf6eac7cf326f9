"""Independent tasks: many calls of one function, on one process, many, or a cluster.

The back end is joblib's: `n_jobs=4`, or `joblib.parallel_config(backend="dask")` around the
call, or Ray's. Each task has its own seed, so the numbers do not depend on how many processes
there are or which of them finishes first. With `resume` every result is written as it comes,
and a second run computes only what is not there yet.
"""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from accord.errors import DataError
from accord.model.agreement import __version__


def run(
    function: Callable[..., Any],
    tasks: Sequence[Any],
    *,
    shared: tuple[Any, ...] = (),
    n_jobs: int | None = None,
    resume: str | PathLike[str] | None = None,
) -> list[Any]:
    """function(*shared, task) for every task; the results in the order of the tasks.

    `function` stands at the top of a module, so that other processes find it. `n_jobs` None
    takes what `joblib.parallel_config` says. With `resume`, a directory, results must be plain
    data (numbers, strings, lists, dicts): each is kept in a file of its own, named after the
    function, the shared arguments, the task and the version of accord.

    >>> run(max, [1, 5, 2], shared=(3,))
    [3, 5, 3]
    """
    if resume is None:
        from joblib import Parallel, delayed

        return list(Parallel(n_jobs=n_jobs)(delayed(function)(*shared, task) for task in tasks))
    folder = _folder(resume)
    paths = [folder / f"{key}.json" for key in _keys(function, tasks, shared)]
    results = [_loaded(path) for path in paths]
    waiting = [at for at, found in enumerate(results) if found is None]
    for at, result in _computed(function, tasks, waiting, shared, n_jobs):
        _save(paths[at], result)
        results[at] = _loaded(paths[at])  # as a second run would read it
    return [found[0] for found in results if found is not None]


def seeds(rng: int | np.random.Generator, number: int) -> list[int]:
    """A seed for each of `number` tasks; the first ones stay when there are more tasks.

    >>> seeds(0, 3)[:2] == seeds(0, 2)
    True
    """
    if isinstance(rng, np.random.Generator):
        rng = int(rng.integers(2**63))
    drawn = np.random.SeedSequence(rng).generate_state(number, np.uint64)
    return [int(seed) for seed in drawn]


def _computed(
    function: Callable[..., Any],
    tasks: Sequence[Any],
    waiting: Sequence[int],
    shared: tuple[Any, ...],
    n_jobs: int | None,
) -> Iterator[tuple[int, Any]]:
    """The results of the waiting tasks with their positions, as they come."""
    from joblib import Parallel, delayed

    parallel = Parallel(n_jobs=n_jobs, return_as="generator_unordered")
    yield from parallel(delayed(_numbered)(at, function, *shared, tasks[at]) for at in waiting)


def _numbered(at: int, function: Callable[..., Any], *arguments: Any) -> tuple[int, Any]:
    return at, function(*arguments)


def _keys(function: Callable[..., Any], tasks: Sequence[Any], shared: tuple[Any, ...]) -> list[str]:
    """One name for each task, from all that its result depends on."""
    from joblib import hash as digest

    name = f"{function.__module__}.{function.__qualname__}"
    everything = digest((name, __version__, shared))
    return [str(digest((everything, task))) for task in tasks]


def _folder(resume: str | PathLike[str]) -> Path:
    folder = Path(resume)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(
            f"{folder}: results cannot be kept here ({error.strerror}); --resume needs a directory"
        ) from None
    return folder


def _loaded(path: Path) -> list[Any] | None:
    """The stored result in a list of one, None where there is none."""
    try:
        return [json.loads(path.read_text("utf-8"))["result"]]
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):
        raise DataError(f"{path}: not a stored result; delete the file and run again") from None


def _save(path: Path, result: Any) -> None:
    """Write under another name first: a file that is there is whole."""
    text = json.dumps({"result": result}, default=_plain)
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_text(text, "utf-8")
    part.replace(path)


def _plain(value: Any) -> Any:
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    raise TypeError(f"a result to resume from is plain data, not {type(value).__name__}")
