"""Independent tasks in order, each with its own seed, on any number of workers."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from accord.tasks import stream


def in_parallel(
    task: Callable[..., Any], arguments: Sequence[tuple[Any, ...]], n_jobs: int | None, prefer: str
) -> Iterator[Any]:
    """The task for each tuple of arguments, in order, with joblib where there are jobs."""
    if prefer == "processes":  # costly: worth keeping
        yield from stream(task, arguments, n_jobs=n_jobs, prefer=prefer, unpack=np.asarray)
        return
    if n_jobs in (None, 1) or len(arguments) < 2:
        yield from (task(*given) for given in arguments)
        return
    from joblib import Parallel, delayed

    # Products of tables that all threads share: not worth sending to a cluster.
    run = Parallel(n_jobs=n_jobs, require="sharedmem", return_as="generator")
    yield from run(delayed(task)(*given) for given in arguments)
