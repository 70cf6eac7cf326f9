"""What depends on the operating system, and nothing else does: signals, child processes, limits of
memory, exclusive files, names of libraries. What a system lacks is asked for when it is used, so
that this module loads on each of them.

A program calls `ready` before it imports anything else. Python modules that lie beside the data
are then never imported by a child process, and a signal ends the run and all its children.
"""

import _signal as signal  # type: ignore[import-not-found]  # at no cost, unlike its wrapper
import os
import sys
from _thread import allocate_lock, get_ident
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

_ending, _interrupted = allocate_lock(), allocate_lock()

WINDOWS = sys.platform == "win32"
"""Whether commands are typed into cmd or PowerShell."""

LIBRARY_ENDING = {"win32": "dll", "cygwin": "dll", "darwin": "dylib"}.get(sys.platform, "so")
"""How the names of shared libraries end here."""

GRACE = 1.0
"""Seconds that Ctrl-C leaves a run to say what it has so far."""

SETTLES = 0.02
"""Seconds in which a call to the system that makes a file comes back."""

MOST_DRAWS = 10_000_000
"""Resamples or permutations: their values alone take 80 MB, and the third digit of p is certain."""

MOST_JOBS = 4096
"""Workers: more than the largest machines have cores."""

NO_WORKING_DIRECTORY = "PYTHONSAFEPATH"
"""Where this is set, Python does not look for modules in the working directory."""


def ready() -> None:
    """Make this process a safe place to run a command in; for programs, not for libraries."""
    os.environ[NO_WORKING_DIRECTORY] = "1"
    # Where a signal ends us, those who tidy up after the workers have nothing to complain about.
    said = os.environ.get("PYTHONWARNINGS", "")
    os.environ["PYTHONWARNINGS"] = ",".join([*([said] if said else []), *_TRACKERS])
    _watch_signals()


_TRACKERS = (
    "ignore:::joblib.externals.loky.backend.resource_tracker",
    "ignore:::multiprocessing.resource_tracker",
)


@contextmanager
def safe_children() -> Iterator[None]:
    """Python processes that start here do not look for modules in the working directory.

    Nor do they hear Ctrl-C, which a terminal sends to all: who started them ends them.
    """
    was = os.environ.get(NO_WORKING_DIRECTORY)
    os.environ[NO_WORKING_DIRECTORY] = "1"
    mask = getattr(signal, "pthread_sigmask", None)  # not on Windows
    if mask:
        _start_trackers()
    heard = mask(signal.SIG_BLOCK, {signal.SIGINT}) if mask else None
    try:
        yield
    finally:
        if mask:
            mask(signal.SIG_SETMASK, heard)
        if was is None:
            os.environ.pop(NO_WORKING_DIRECTORY, None)
        else:
            os.environ[NO_WORKING_DIRECTORY] = was


def _start_trackers() -> None:
    """Those who tidy up after workers start first: when they start, Ctrl-C is heard again."""
    from importlib import import_module

    for name in ("multiprocessing", "joblib.externals.loky.backend"):
        with suppress(ImportError, AttributeError):
            import_module(f"{name}.resource_tracker").ensure_running()


def end(number: int = signal.SIGINT) -> None:
    """End now: no child left, nothing half-written left, one line on the error stream.

    Only one thread does it, and no signal breaks into that: `_interrupt` looks at the lock.
    """
    from select import select
    from time import sleep

    while not _ending.acquire(blocking=False):  # another thread is at it
        sleep(GRACE)
    _stop_writers()
    end_children()
    with suppress(OSError, ValueError):
        # A progress bar hides the cursor and stands in the last line.
        tidy = b"\r\x1b[K\x1b[?25h" if os.isatty(2) else b""
        # A pipe that is full and that nobody reads must not hold up the end.
        if WINDOWS or select([], [2], [], GRACE)[1]:
            os.write(2, tidy + b"accord: interrupted\n")
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # other threads may still complain
    writing = sys.modules.get("accord.whole_files")
    unfinished = tuple(getattr(writing, "UNFINISHED", ()))
    for wait in (SETTLES, 0) if unfinished else ():  # twice: one may be on its way just now
        for path in unfinished:
            sys.modules["shutil"].rmtree(path, ignore_errors=True)
            with suppress(OSError):
                os.unlink(path)
        sleep(wait)
    os._exit(128 + number)


def _interrupt(number: int, _: Any) -> None:
    """Ctrl-C in the main thread: one KeyboardInterrupt, and none while somebody ends the process.

    Handlers run in the main thread between any two of its steps, also those of `end` and of what
    answers the first Ctrl-C: one that raised there, or called `end` again, would hang or complain.
    """
    if _interrupted.acquire(blocking=False) and not _ending.locked():
        raise KeyboardInterrupt


def interrupted() -> bool:
    """Whether Ctrl-C came: a library that it meets while it is imported may make an error of it."""
    return _interrupted.locked()


def end_children() -> None:
    """End what is still running; at the end of a command nothing of it is needed."""
    for child in _children(os.getpid()):
        with suppress(OSError):
            os.kill(child, getattr(signal, "SIGKILL", signal.SIGTERM))


def _stop_writers() -> None:
    """From now on other threads open no file and make no folder: it would be left half-written."""
    from time import sleep

    me = get_ident()

    def stop(event: str, _: Any) -> None:
        while event in ("open", "os.mkdir") and get_ident() != me:
            sleep(GRACE)

    sys.addaudithook(stop)


def ends_at_once() -> bool:
    """Whether this process is a program that `ready` made safe: it may be ended at once."""
    return signal.getsignal(signal.SIGINT) is _interrupt


STUCK = 30.0
"""Seconds after Ctrl-C after which a library that does not come back is taken to be dead."""


@contextmanager
def ended_if_stuck(what: str) -> Iterator[None]:
    """Call a library that may never come back from a Ctrl-C: after a while one line, and the end.

    A thread that waits inside a library cannot be freed; without this, neither Ctrl-C nor anything
    else but a kill would end the process. Programs have `ready`, which ends them in a second.
    """
    import threading

    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not usual or threading.current_thread() is not threading.main_thread():
        yield
        return
    back = threading.Event()

    def wait() -> None:
        if not back.wait(STUCK):
            line = f"accord: {what} does not come back {STUCK:g} s after Ctrl-C; ended\n"
            with suppress(OSError):
                os.write(2, line.encode())
            os._exit(128 + signal.SIGINT)

    def interrupt(number: int, _: Any) -> None:
        threading.Thread(target=wait, daemon=True).start()
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        back.set()
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _watch_signals() -> None:
    """SIGTERM ends at once. Ctrl-C is a KeyboardInterrupt, and a moment later the end.

    Python runs handlers between two of its own steps, and one step may be a long computation: so
    a thread waits for the signals, and it alone ends the process. Signals that the caller ignores
    (nohup) stay ignored.
    """
    names = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK", "SIGXCPU")
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    taken = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
    if not taken:
        return
    import threading

    try:
        from _socket import socketpair  # a tenth of the cost of its wrapper
    except ImportError:  # where the wrapper alone has it (Windows)
        from socket import socketpair

    inner, outer = socketpair()
    outer.setblocking(False)
    for number in taken:
        # The thread below ends the process; a handler is needed for it to be woken.
        signal.signal(number, _interrupt if number == signal.SIGINT else lambda number, _: None)
    signal.set_wakeup_fd(outer.fileno(), warn_on_full_buffer=False)
    heard = threading.Event()
    waiting = (inner, outer, frozenset(taken), heard)
    threading.Thread(target=_wait, args=waiting, daemon=True).start()
    sys.unraisablehook = _unraisable
    usual = threading.excepthook

    def in_thread(problem: Any) -> None:
        """Threads of libraries that lose their workers when the run ends have nothing to add."""
        if not heard.wait(0.2):
            usual(problem)

    threading.excepthook = in_thread


def _wait(inner: Any, outer: Any, taken: frozenset[int], heard: Any) -> None:
    """Wait for a signal; `outer` is kept, for it closes with its last reference."""
    import warnings
    from time import monotonic

    until = None  # when Ctrl-C is the end
    while True:
        try:
            inner.settimeout(None if until is None else max(until - monotonic(), 0.001))
            number = inner.recv(1)[0]
        except TimeoutError:
            end()
        if number not in taken:
            continue
        heard.set()
        warnings.simplefilter("ignore")  # of libraries about work that was not finished
        if number != signal.SIGINT:
            end(number)
        until = until or monotonic() + GRACE  # and not a moment later for each Ctrl-C that follows


def _unraisable(problem: Any) -> None:
    """Ctrl-C at a moment at which Python cannot raise it: while an object is destroyed."""
    if problem.exc_type is KeyboardInterrupt:
        end()
    sys.__unraisablehook__(problem)


def _children(of: int) -> list[int]:
    """The processes that this one started, and theirs, the nearest first.

    joblib's tracker of resources is none of them: it ends by itself once this process has, and
    must, for it removes what the workers shared.
    """
    if not os.path.isdir("/proc/self"):
        return _known_children()
    parents: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        with suppress(OSError, ValueError):
            with open(f"/proc/{int(name)}/stat", "rb") as stat:
                parent = int(stat.read().rpartition(b")")[2].split()[1])
            parents.setdefault(parent, []).append(int(name))
    found = list(parents.get(of, ()))
    for child in found:
        found += parents.get(child, ())
    return [child for child in found if not _is_tracker(child)]


def _is_tracker(process: int) -> bool:
    with suppress(OSError), open(f"/proc/{process}/cmdline", "rb") as line:
        return b"resource_tracker" in line.read()
    return False


def _known_children() -> list[int]:
    """The same where the system does not list them: those that Python's libraries know of."""
    loaded = sys.modules.get("joblib.externals.loky.reusable_executor")
    executor = getattr(loaded, "_executor", None)
    found = list(getattr(executor, "_processes", None) or ())
    if "multiprocessing" in sys.modules:
        from multiprocessing import active_children

        found += [child.pid for child in active_children() if child.pid is not None]
    return found


def hold(path: str | os.PathLike[str]) -> Any:
    """Make a file and hold it until this process ends, however it does."""
    file = open(path, "wb")  # noqa: SIM115
    with suppress(ImportError):  # on Windows an open file cannot be removed: that is enough
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise
    return file


def held(path: str | os.PathLike[str]) -> bool:
    """Whether some process holds the file."""
    try:
        import fcntl
    except ImportError:
        try:
            os.remove(path)
        except FileNotFoundError:
            return False
        except OSError:
            return True
        return False
    try:
        with open(path, "rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def private_folder(name: str, make: bool = True) -> Any:
    """A folder of this user for what outlives a run, which nobody else may look into."""
    from pathlib import Path

    home = os.path.expanduser("~")
    usual = {
        "win32": os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local"),
        "darwin": os.path.join(home, "Library", "Application Support"),
    }
    state = os.environ.get("XDG_STATE_HOME") or usual.get(sys.platform)
    folder = Path(state or os.path.join(home, ".local", "state"), "accord", name)
    if make:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder.chmod(0o700)
    return folder


def has_processes() -> bool:
    """Whether a program can start another one: not within a browser."""
    return sys.platform not in ("emscripten", "wasi")


def memory() -> int | None:
    """The memory of the machine in bytes; None where the system does not tell (Windows)."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None


def limit_memory(most: int, written: bool = False) -> None:
    """Let this process have so many bytes: of address space, or `written` ones alone.

    Windows has no such limit and macOS does not keep to it: there nothing happens.
    """
    with suppress(ImportError, AttributeError, ValueError, OSError):  # or a lower one is set
        import resource

        kind = resource.RLIMIT_DATA if written else resource.RLIMIT_AS
        resource.setrlimit(kind, (most, most))


def limits() -> dict[str, int | None]:
    """What the system lets this process have, None without a limit; empty on Windows."""
    try:
        import resource
    except ImportError:
        return {}
    kinds = {"memory": "RLIMIT_AS", "open files": "RLIMIT_NOFILE"}
    found = {name: getattr(resource, kind, None) for name, kind in kinds.items()}
    set_to = {n: resource.getrlimit(kind)[0] for n, kind in found.items() if kind is not None}
    return {n: None if most == resource.RLIM_INFINITY else most for n, most in set_to.items()}


def lead_group() -> None:
    """Make this process the head of a group, so that all it starts can be ended with it."""
    with suppress(AttributeError, OSError):  # not on Windows
        os.setsid()


def end_group(process: Any) -> None:
    """End a process of `multiprocessing` and, where it leads a group, all that it started."""
    with suppress(OSError):
        if hasattr(os, "killpg") and os.getpgid(process.pid) == process.pid:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def is_ours(about: os.stat_result) -> bool:
    """Whether a file belongs to who runs this; where files have no owners' numbers, it does."""
    return not hasattr(os, "getuid") or about.st_uid == os.getuid()


def share_address(listener: Any) -> None:
    """Let a new server have the address of one that just ended.

    On Windows the same option would let two servers have one address at a time, so it is not set.
    """
    if os.name != "nt":
        import socket

        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
