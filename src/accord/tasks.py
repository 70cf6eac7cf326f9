"""Independent tasks: many calls of one function, on one process, many, or a cluster.

How they run is said by `Tasks`, which is passed to whatever does costly work: how many at once
(`n_jobs`), and a folder to keep results in (`resume`). The back end is joblib's: `n_jobs=4`, or
inside `joblib.parallel_config(backend="dask")` the workers of a cluster, or Ray's. Each task has
its own seed, so the numbers do not depend on how many processes there are or which of them
finishes first. With a folder every result is written as it comes, and a second run computes
only what is not there yet.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cache, wraps
from inspect import unwrap
from numbers import Integral, Real
from os import PathLike
from pickle import PicklingError
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
)

from accord.errors import DataError, Setting, UnknownNameError
from accord.machine import MOST_DRAWS, MOST_JOBS, safe_children
from accord.version import __version__

if TYPE_CHECKING:
    from pathlib import Path

Progress = Callable[[float], None]
"""Told how much is done, from 0 to 1."""

_Part = TypeVar("_Part")
_Function = TypeVar("_Function", bound=Callable[..., Any])


def watched(parts: Iterable[_Part], of: int, progress: Progress | None) -> Iterator[_Part]:
    """The parts as they come, so many in all; `progress` is told after each.

    >>> list(watched("ab", 2, print))
    0.5
    1.0
    ['a', 'b']
    """
    for done, part in enumerate(parts, 1):
        yield part
        if progress is not None:
            progress(done / max(of, 1))


def check_run(given: Mapping[str, Any]) -> None:
    """Refuse settings that no run can have, by the names that all functions give them.

    >>> check_run({"confidence": 0.9, "resamples": 100, "rng": 1, "n_jobs": -1})
    >>> check_run({"confidence": 1.5})
    Traceback (most recent call last):
    ...
    accord.errors.DataError: `confidence=1.5`: expected a number between 0 and 1, e.g. 0.95
    """
    for name, needed in _RUN.items():
        value = given.get(name)
        fits, text = needed
        if name in given and not fits(value):
            shown = Setting(name, value if len(repr(value)) < 40 else None)
            raise DataError(f"{shown}: expected {text}")


def checked_run(function: _Function) -> _Function:
    """For functions with such settings: they are looked at before anything is computed."""
    code = unwrap(function).__code__
    names = code.co_varnames[: code.co_argcount]

    @wraps(function)
    def checked(*args: Any, **given: Any) -> Any:
        check_run(given)
        check_words(function, {**dict(zip(names, args, strict=False)), **given})
        return function(*args, **given)

    return cast(_Function, checked)


@cache
def words_of_options(function: Callable[..., Any]) -> dict[str, tuple[str, ...]]:
    """The words that each option of a function can have, where no other text is possible.

    >>> def interval(method: Literal["bca", "basic"] | None = None, over: str = "items"): ...
    >>> words_of_options(interval)
    {'method': ('bca', 'basic')}
    """
    from inspect import signature
    from typing import get_type_hints

    hints = {name: p.annotation for name, p in signature(function).parameters.items()}
    with suppress(NameError):  # a type of a library that is imported when it is used
        hints |= {k: v for k, v in get_type_hints(unwrap(function)).items() if k in hints}
    kinds = {name: list(_parts(hint)) for name, hint in hints.items()}
    return {
        name: tuple(word for word in parts if isinstance(word, str))
        for name, parts in kinds.items()
        if str not in parts and Any not in parts and any(isinstance(one, str) for one in parts)
    }


def _parts(hint: Any) -> Iterator[Any]:
    """The types of a union and the words of its literals."""
    if get_origin(hint) in (Union, UnionType):
        for part in get_args(hint):
            yield from _parts(part)
    elif get_origin(hint) is Annotated:
        yield from _parts(get_args(hint)[0])
    elif get_origin(hint) is Literal:
        yield from get_args(hint)
    else:
        yield hint


def check_words(function: Callable[..., Any], given: Mapping[str, Any]) -> None:
    """Refuse a word that an option does not have, with the list of those that it has.

    >>> def interval(*, method: Literal["bca", "basic"] = "bca"): ...
    >>> check_words(interval, {"method": "xyz"})
    Traceback (most recent call last):
    ...
    accord.errors.UnknownNameError: no method 'xyz'; known: basic, bca
    """
    texts = {name: value for name, value in given.items() if isinstance(value, str)}
    for name, words in words_of_options(function).items() if texts else ():
        if name in texts and texts[name] not in words:
            raise UnknownNameError.of(name, texts[name], words)


def _is_level(value: Any) -> bool:
    return isinstance(value, Real) and 0 < float(value) < 1


def _is_draws(value: Any) -> bool:
    return value is None or (isinstance(value, Integral) and 0 <= int(value) <= MOST_DRAWS)


def _is_seed(value: Any) -> bool:
    # A generator, or whatever else numpy makes one of: what is not a number is left to it.
    return not isinstance(value, (Real, str, type(None))) or (
        isinstance(value, Integral) and int(value) >= 0
    )


def _is_jobs(value: Any) -> bool:
    whole = isinstance(value, Integral) and not isinstance(value, bool)
    return value is None or isinstance(value, Tasks) or (whole and 0 < abs(value) <= MOST_JOBS)


_RUN: dict[str, tuple[Callable[[Any], bool], str]] = {
    "confidence": (_is_level, "a number between 0 and 1, e.g. 0.95"),
    "resamples": (_is_draws, f"a whole number from 0 to {MOST_DRAWS}"),
    "permutations": (_is_draws, f"a whole number from 0 to {MOST_DRAWS}"),
    "rng": (_is_seed, "a whole number from 0, or a generator of numpy"),
    "n_jobs": (_is_jobs, f"a whole number of workers, at most {MOST_JOBS}, or -1 for all"),
}
"""Setting → whether a value may be one, and what is needed."""


def share_of_progress(progress: Progress | None, begin: float, end: float) -> Progress | None:
    """The progress of a part of the work, from begin to end of the whole."""
    if progress is None:
        return None
    return lambda done: progress(begin + (end - begin) * done)


@dataclass(frozen=True, slots=True)
class Tasks:
    """How independent tasks run; it changes what is computed where and when, never a number.

    `n_jobs` None takes what `joblib.parallel_config` says. `resume` is a folder in which results
    are kept, and from which those are taken that are known.

    >>> list(Tasks(n_jobs=1).stream(max, [(1, 3), (5, 3)]))
    [3, 5]
    """

    n_jobs: int | None = None
    resume: str | PathLike[str] | None = None

    @classmethod
    def of(cls, given: "Tasks | int | None") -> "Tasks":
        """What a user gives: tasks, a number of processes, or nothing."""
        return given if isinstance(given, Tasks) else cls(given)

    def __reduce__(self) -> tuple[Any, ...]:
        """In another process, and in the key of a result: one at a time, nothing kept."""
        return Tasks, (1,)

    @property
    def jobs(self) -> int:
        """How many tasks run at once: as said, else what `joblib.parallel_config` says, else one.

        >>> Tasks(2).jobs, Tasks().jobs
        (2, 1)
        """
        if self.n_jobs is not None and self.n_jobs > 0:
            return self.n_jobs
        if self.n_jobs is None and "joblib" not in sys.modules:
            return 1  # nobody can have configured what was not imported
        from joblib.parallel import get_active_backend

        backend, known = get_active_backend()
        known = self.n_jobs if self.n_jobs is not None else known
        if known is None:  # joblib's own say; of another one, say Ray's, all is meant
            known = backend.default_n_jobs if type(backend).__module__.startswith("joblib") else -1
        return int(backend.effective_n_jobs(known))

    @property
    def on_threads(self) -> bool:
        """Whether work that threads of this process do as well needs no other process.

        A cluster (Dask, Ray), or a back end that somebody chose, is meant for what it is.

        >>> Tasks(2).on_threads
        True
        """
        if "joblib" not in sys.modules:
            return True
        from joblib.parallel import DEFAULT_BACKEND, get_active_backend

        return type(get_active_backend()[0]).__name__.lower().startswith(DEFAULT_BACKEND)

    def stream(
        self,
        function: Callable[..., Any],
        arguments: Sequence[tuple[Any, ...]],
        *,
        key: Callable[..., Any] | None = None,
        pack: Callable[[Any], Any] | None = None,
        unpack: Callable[[Any], Any] | None = None,
    ) -> Iterator[Any]:
        """function(*given) for each tuple of arguments, in their order, as soon as each is there.

        To be kept, a result must be plain data (numbers, texts, lists), or `pack` makes it plain
        and `unpack` makes it whole again; a file is named after the function, the version of
        accord and `key(*given)`, all that the result depends on (by default the
        arguments themselves).
        """
        if self.resume is None:
            yield from self._computed(function, arguments, "generator")
            return
        folder = _made(self.resume)
        paths = [folder / f"{_digest(function, given, key)}.json" for given in arguments]
        results = {at: found[0] for at, path in enumerate(paths) if (found := _loaded(path))}
        waiting = [at for at in range(len(paths)) if at not in results]
        numbered = [(at, function, *arguments[at]) for at in waiting]
        coming = self._computed(_numbered, numbered, "generator_unordered")
        for at in range(len(paths)):
            while at not in results:
                number, result = next(coming)
                _save(paths[number], result if pack is None else pack(result))
                results[number] = _loaded(paths[number], must=True)[0]  # as a second run reads it
            kept = results.pop(at)
            yield kept if unpack is None else _unpacked(kept, unpack, paths[at])

    def in_threads(
        self, function: Callable[..., Any], arguments: Sequence[tuple[Any, ...]]
    ) -> Iterator[Any]:
        """The same for quick work on tables that all threads share: not worth sending or keeping.

        It runs in order unless a number of jobs was given, whatever joblib's configuration says.

        >>> list(Tasks(n_jobs=2).in_threads(lambda x: x + 1, [(1,), (2,)]))
        [2, 3]
        """
        if self.n_jobs in (None, 1) or len(arguments) < 2:
            yield from (function(*given) for given in arguments)
            return
        from joblib import Parallel, delayed

        run = Parallel(n_jobs=self.n_jobs, require="sharedmem", return_as="generator")
        yield from run(delayed(function)(*given) for given in arguments)

    def _computed(
        self, function: Callable[..., Any], arguments: Sequence[tuple[Any, ...]], order: str
    ) -> Iterator[Any]:
        if len(arguments) < 2 or self.jobs == 1:
            yield from (function(*given) for given in arguments)
            return
        from joblib import Parallel, delayed
        from joblib.parallel import get_active_backend

        calls = [delayed(function)(*given) for given in arguments]
        if get_active_backend()[0].supports_return_generator:
            # More is sent ahead than joblib does unasked: no worker waits for this process.
            work = Parallel(n_jobs=self.n_jobs, return_as=order, pre_dispatch="4*n_jobs")
            with safe_children():  # here the processes start
                coming = work(calls)
            yield from coming
            return
        # Ray's and multiprocessing's back ends bring back lists: some at a time, to be kept.
        some = 4 * self.jobs
        with ExitStack() as working:
            with safe_children():
                work = working.enter_context(Parallel(n_jobs=self.jobs))
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
            f"results of {function.__name__} cannot be saved: an argument is a lambda or local "
            "function; define it at module level, or keep no results"
        ) from None


def _made(folder: str | PathLike[str]) -> "Path":
    from pathlib import Path

    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(
            f"{path}: results cannot be saved here ({error.strerror}); give a directory"
        ) from None
    return path


def _loaded(path: "Path", must: bool = False) -> list[Any]:
    """The stored result in a list of one, an empty list where there is none.

    A file is taken only where it is what `_save` wrote under this name: plain data (nothing in
    it is ever executed), of the task that its name stands for, with nothing changed since.
    """
    if not (must or path.exists()):
        return []
    if not path.is_file():  # a pipe would never end
        raise _not_stored(path)
    import json

    try:
        stored = json.loads(path.read_text("utf-8"))
        result, about = stored["result"], (stored["task"], stored["sha256"])
        if stored.keys() != {"task", "sha256", "result"}:
            raise ValueError
        if about != (path.stem, _checksum(json.dumps(result))):
            raise ValueError
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise _not_stored(path) from None
    return [result]


def _unpacked(kept: Any, unpack: Callable[[Any], Any], path: "Path") -> Any:
    try:
        return unpack(kept)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError):
        raise _not_stored(path) from None


def _not_stored(path: "Path") -> DataError:
    return DataError(
        f"{path}: not a stored result of these data and settings, or changed since; "
        "delete the file and run again"
    )


def _save(path: "Path", result: Any) -> None:
    import json

    text = json.dumps(result, default=_plain)
    about = f'{{"task": "{path.stem}", "sha256": "{_checksum(text)}", "result": '
    from accord.whole_files import whole_file

    with whole_file(path) as part:
        part.write_text(f"{about}{text}}}", "utf-8", newline="\n")


def _checksum(text: str) -> str:
    from hashlib import sha256

    return sha256(text.encode()).hexdigest()


def _plain(value: Any) -> Any:
    if hasattr(value, "tolist"):  # of NumPy
        return value.tolist()
    raise TypeError(f"a result to resume from is plain data, not {type(value).__name__}")
