"""Independent tasks: many calls of one function, on one process, many, or a cluster.

The back end is joblib's: `n_jobs=4`, inside `joblib.parallel_config(backend="dask")` the
workers of a cluster, or Ray's. Each task has its own seed, so the numbers do not depend on how
many processes there are or which of them finishes first. Inside `resuming(folder)` every result
is written as it comes, and a second run computes only what is not there yet.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from os import PathLike
from pathlib import Path
from pickle import PicklingError
from typing import Any

import numpy as np

from accord.errors import DataError
from accord.model.agreement import __version__

_FOLDER: ContextVar[Path | None] = ContextVar("folder", default=None)


@contextmanager
def resuming(folder: str | PathLike[str] | None) -> Iterator[None]:
    """Keep the results of costly tasks in `folder`, and take from there what is known.

    It changes what is computed again, never a number.
    """
    token = _FOLDER.set(None if folder is None else _made(folder))
    try:
        yield
    finally:
        _FOLDER.reset(token)


def run(
    function: Callable[..., Any],
    tasks: Sequence[Any],
    *,
    shared: tuple[Any, ...] = (),
    n_jobs: int | None = None,
    resume: str | PathLike[str] | None = None,
) -> list[Any]:
    """function(*shared, task) for every task; the results in the order of the tasks.

    `resume` is a folder to keep results in; without it, that of `resuming`, if there is one.

    >>> run(max, [1, 5, 2], shared=(3,), n_jobs=1)
    [3, 5, 3]
    """
    with resuming(_FOLDER.get() if resume is None else resume):
        return list(stream(function, [(*shared, task) for task in tasks], n_jobs=n_jobs))


def stream(
    function: Callable[..., Any],
    arguments: Sequence[tuple[Any, ...]],
    *,
    n_jobs: int | None = None,
    prefer: str | None = None,
    key: Callable[..., Any] | None = None,
    pack: Callable[[Any], Any] | None = None,
    unpack: Callable[[Any], Any] | None = None,
    keep: bool = True,
) -> Iterator[Any]:
    """function(*given) for each tuple of arguments, in their order, as soon as each is there.

    `n_jobs` None takes what `joblib.parallel_config` says. To be kept, a result must be plain
    data (numbers, texts, lists), or `pack` makes it plain and `unpack` makes it whole again; a
    file is named after the function, the version of accord and `key(*given)`, all that the
    result depends on (the arguments themselves, unless said). With `keep` False nothing is kept.

    >>> list(stream(max, [(1, 3), (5, 3)], n_jobs=1))
    [3, 5]
    """
    folder = _FOLDER.get()
    if folder is None or not keep:
        yield from _computed(function, arguments, n_jobs, prefer, "generator")
        return
    paths = [folder / f"{_digest(function, given, key)}.json" for given in arguments]
    results = {at: found[0] for at, path in enumerate(paths) if (found := _loaded(path))}
    waiting = [at for at in range(len(paths)) if at not in results]
    numbered = [(at, function, *arguments[at]) for at in waiting]
    coming = _computed(_numbered, numbered, n_jobs, prefer, "generator_unordered")
    for at in range(len(paths)):
        while at not in results:
            number, result = next(coming)
            _save(paths[number], result if pack is None else pack(result))
            results[number] = _loaded(paths[number], must=True)[0]  # as a second run reads it
        kept = results.pop(at)
        yield kept if unpack is None else unpack(kept)


def jobs(n_jobs: int | None) -> int:
    """How many tasks run at once: as said, else what `joblib.parallel_config` says, else one.

    >>> jobs(2), jobs(None)
    (2, 1)
    """
    if n_jobs is not None and n_jobs > 0:
        return n_jobs
    if n_jobs is None and "joblib" not in sys.modules:
        return 1  # nobody can have configured what was not imported
    from joblib.parallel import get_active_backend

    backend, known = get_active_backend()
    known = n_jobs if n_jobs is not None else known
    if known is None:  # joblib's own say; of another one, say Ray's, all is meant
        known = backend.default_n_jobs if type(backend).__module__.startswith("joblib") else -1
    return int(backend.effective_n_jobs(known))


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
    arguments: Sequence[tuple[Any, ...]],
    n_jobs: int | None,
    prefer: str | None,
    order: str,
) -> Iterator[Any]:
    if len(arguments) < 2 or jobs(n_jobs) == 1:
        yield from (function(*given) for given in arguments)
        return
    from joblib import Parallel, delayed
    from joblib.parallel import get_active_backend

    calls = [delayed(function)(*given) for given in arguments]
    if get_active_backend(prefer=prefer)[0].supports_return_generator:
        # More is sent ahead than joblib does unasked: no worker waits for this process.
        work = Parallel(n_jobs=n_jobs, prefer=prefer, return_as=order, pre_dispatch="4*n_jobs")
        yield from work(calls)
        return
    # Ray's and multiprocessing's back ends bring back lists: some at a time, to be kept.
    some = 4 * jobs(n_jobs)
    with Parallel(n_jobs=jobs(n_jobs), prefer=prefer) as work:
        for at in range(0, len(calls), some):
            yield from work(calls[at : at + some])


def _numbered(at: int, function: Callable[..., Any], *arguments: Any) -> tuple[int, Any]:
    return at, function(*arguments)


def _digest(
    function: Callable[..., Any], given: tuple[Any, ...], key: Callable[..., Any] | None
) -> str:
    from joblib import hash as digest

    name = f"{function.__module__}.{function.__qualname__}"
    try:
        return str(digest((name, __version__, given if key is None else key(*given))))
    except (PicklingError, AttributeError, TypeError):
        raise DataError(
            f"results of {function.__name__} cannot be kept: they depend on a function without a "
            "name of its own; define it at the top of a module, or run without --resume"
        ) from None


def _made(folder: str | PathLike[str]) -> Path:
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(
            f"{path}: results cannot be kept here ({error.strerror}); --resume needs a directory"
        ) from None
    return path


def _loaded(path: Path, must: bool = False) -> list[Any]:
    """The stored result in a list of one, an empty list where there is none."""
    try:
        return [json.loads(path.read_text("utf-8"))["result"]]
    except FileNotFoundError:
        if must:
            raise
        return []
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
