"""Windows, macOS and the browser, simulated: what differs there is in one module, and each way of
it runs here.

A copy of `accord.machine` is loaded in which the system is another one: names that it lacks are
missing from `os` and `signal`, and modules that it lacks cannot be imported. What was never run
on a real machine of its kind is listed in docs/platforms.md.
"""

import ast
import importlib.util
import os
import signal
import socket
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import accord
from accord import errors, machine

SOURCE = Path(accord.__file__).parent
ROOT = SOURCE.parents[1]

POSIX_MODULES = {
    *("fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"),
    *("curses", "crypt", "nis", "spwd", "_posixsubprocess"),
}
"""Modules that the Python of Windows does not have."""

POSIX_NAMES = {
    "os": {
        "fork",
        "forkpty",
        "getegid",
        "geteuid",
        "getgid",
        "getpgid",
        "getuid",
        "killpg",
        "mkfifo",
    }
    | {
        "name",
        "nice",
        "setpgid",
        "setsid",
        "sysconf",
        "sched_getaffinity",
        "wait",
        "uname",
        "getpgrp",
    },
    "signal": {
        "SIGKILL",
        "SIGHUP",
        "SIGXCPU",
        "SIGALRM",
        "SIGUSR1",
        "SIGUSR2",
        "SIGCHLD",
        "SIGSTOP",
        "SIGPIPE",
    }
    | {"alarm", "pause", "pthread_kill", "pthread_sigmask", "setitimer", "sigwait"},
    "sys": {"platform", "getwindowsversion"},
}
"""Names that differ between systems; `os.name` and `sys.platform` ask which one it is."""


class Without:
    """A module without some of its names, and with others instead."""

    def __init__(self, module, missing, **others):
        self.__dict__.update(others)
        self._module, self._missing = module, missing

    def __getattr__(self, name):
        if name in self._missing:
            raise AttributeError(name)
        return getattr(self._module, name)


@pytest.fixture
def on(monkeypatch):
    """A function that gives the module as another system has it."""

    def loaded(platform, **others):
        monkeypatch.setattr(sys, "platform", platform)
        for name in POSIX_MODULES & {"fcntl", "resource"} if platform == "win32" else ():
            monkeypatch.setitem(sys.modules, name, None)
        spec = importlib.util.spec_from_file_location(f"machine_{platform}", machine.__file__)
        copy = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(copy)
        if platform == "win32":
            copy.os = Without(os, POSIX_NAMES["os"] - {"name"}, name="nt", **others)
            copy.signal = Without(signal, POSIX_NAMES["signal"], SIGBREAK=21)
        elif others:
            copy.os = Without(os, set(), **others)
        return copy

    return loaded


def test_windows_tells_no_memory_and_no_limits(on):
    """What the system does not say is None or empty, and setting a limit does nothing."""
    there = on("win32")
    assert (there.memory(), there.limits()) == (None, {})
    there.limit_memory(1)
    there.limit_memory(1, written=True)
    there.lead_group()
    assert there.is_ours(os.stat(__file__))


def test_linux_and_macos_tell_them():
    """Bytes of the machine, and a limit that is a number or None."""
    assert machine.memory() > 1 << 28
    found = machine.limits()
    assert set(found) == {"memory", "open files"}
    assert all(most is None or most > 0 for most in found.values())


def test_a_limit_that_the_system_refuses_is_no_error(on, monkeypatch):
    """macOS refuses limits of address space; the run goes on."""
    refused = []

    def setrlimit(kind, limit):
        refused.append((kind, limit))
        raise ValueError("current limit exceeds maximum limit")

    fake = SimpleNamespace(RLIMIT_AS=9, RLIMIT_DATA=2, setrlimit=setrlimit)
    monkeypatch.setitem(sys.modules, "resource", fake)
    there = on("darwin")
    there.limit_memory(5)
    there.limit_memory(6, written=True)
    assert refused == [(9, (5, 5)), (2, (6, 6))]


@pytest.mark.parametrize(
    ("platform", "ending"), [("win32", "dll"), ("darwin", "dylib"), ("linux", "so")]
)
def test_the_native_core_has_the_name_of_the_system(on, platform, ending):
    """The library that is looked for is the one that a wheel for the system holds."""
    sys.path.insert(0, str(ROOT / "native"))
    try:
        from compile import library_name
    finally:
        sys.path.pop(0)
    assert ending == on(platform).LIBRARY_ENDING
    assert library_name(platform) == f"core.{ending}"


@pytest.mark.parametrize(("platform", "can"), [("emscripten", False), ("darwin", True)])
def test_a_browser_starts_no_processes(on, platform, can):
    """Workbooks are then read without a process of their own."""
    assert on(platform).has_processes() is can


def test_a_process_without_a_group_is_ended_alone(on):
    """Windows has no groups: the process is killed by what multiprocessing has for it."""
    killed = []
    on("win32").end_group(SimpleNamespace(pid=7, kill=lambda: killed.append(7)))
    assert killed == [7]


def test_a_process_with_a_group_is_ended_with_all_it_started(on):
    """Where it leads its group the group gets the signal, otherwise it alone."""
    sent, killed = [], []
    groups = {7: 7, 8: 1}
    there = on("darwin", getpgid=groups.get, killpg=lambda *given: sent.append(given))
    for pid in groups:
        there.end_group(SimpleNamespace(pid=pid, kill=lambda pid=pid: killed.append(pid)))
    assert (sent, killed) == ([(7, signal.SIGKILL)], [8])


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_children_are_known_without_a_list_of_processes(on, monkeypatch, platform):
    """No /proc: those that Python's libraries started are ended, with the signal there is."""
    ended = []
    nowhere = Without(os.path, set(), isdir=lambda path: False)
    there = on(platform, path=nowhere, kill=lambda *given: ended.append(given))
    pool = SimpleNamespace(_executor=SimpleNamespace(_processes={11: None, 12: None}))
    monkeypatch.setitem(sys.modules, "joblib.externals.loky.reusable_executor", pool)
    monkeypatch.setitem(
        sys.modules,
        "multiprocessing",
        SimpleNamespace(active_children=lambda: [SimpleNamespace(pid=13)]),
    )
    there.end_children()
    number = signal.SIGTERM if platform == "win32" else signal.SIGKILL
    assert ended == [(11, number), (12, number), (13, number)]


def test_children_hear_nothing_of_the_working_directory_on_windows(on, monkeypatch):
    """There is no mask of signals; the environment is set and put back."""
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    with on("win32").safe_children():
        assert os.environ["PYTHONSAFEPATH"] == "1"
    assert "PYTHONSAFEPATH" not in os.environ


def test_windows_is_interrupted_by_its_own_signals(on, monkeypatch):
    """Ctrl-C stays a KeyboardInterrupt, Ctrl-Break and SIGTERM end at once; none is asked for
    that the system does not have."""
    there, taken, wakes, threads = on("win32"), {}, [], []
    there.signal = Without(
        signal,
        POSIX_NAMES["signal"],
        SIGBREAK=21,
        signal=lambda number, handler: taken.update({number: handler}),
        getsignal=lambda number: signal.SIG_DFL,
        set_wakeup_fd=lambda fd, warn_on_full_buffer: wakes.append(fd),
    )
    import threading

    fake = SimpleNamespace(start=lambda: threads.append(1))
    monkeypatch.setattr(threading, "Thread", lambda **given: fake)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    there._watch_signals()
    assert taken.keys() == {signal.SIGINT, signal.SIGTERM, 21}
    with pytest.raises(KeyboardInterrupt):
        taken[signal.SIGINT](signal.SIGINT, None)
    taken[signal.SIGINT](signal.SIGINT, None)  # the second is for the thread alone
    assert (len(wakes), threads) == (1, [1])


def test_the_end_is_the_same_everywhere(on):
    """One line, the code 128 + signal, whatever the system lacks."""
    written, codes = [], []

    class Over(BaseException):
        pass

    def leave(code):
        codes.append(code)
        raise Over

    there = on(
        "win32",
        write=lambda stream, text: written.append(text),
        dup2=lambda *given: None,
        open=lambda *given: 5,
        isatty=lambda stream: False,
        path=Without(os.path, set(), isdir=lambda path: False),
        kill=lambda *given: None,
        _exit=leave,
    )
    # What stops other threads cannot be taken back, and would hold up the threads of later tests.
    stopped = []
    there._stop_writers = lambda: stopped.append(True)
    with pytest.raises(Over):
        there.end(signal.SIGTERM)
    assert (written, codes) == ([b"accord: interrupted\n"], [128 + signal.SIGTERM])
    assert stopped == [True]


def test_a_file_that_is_held_on_windows(on, tmp_path):
    """An open file cannot be removed there: that it cannot says that somebody holds it."""
    path = tmp_path / "lock"

    def refused(_):
        raise PermissionError(13, "used by another process")

    there = on("win32", remove=refused)
    with there.hold(path):
        assert path.exists()
        assert there.held(path)
    there = on("win32")
    assert not there.held(path)
    assert not path.exists()
    assert not there.held(path)


def test_two_servers_never_share_an_address_on_windows(on):
    """SO_REUSEADDR means something else there."""
    asked = []
    listener = SimpleNamespace(setsockopt=lambda *given: asked.append(given))
    on("win32").share_address(listener)
    assert asked == []
    on("linux").share_address(listener)
    assert asked == [(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)]


@pytest.mark.parametrize(
    ("word", "windows", "elsewhere"),
    [
        ("acts.csv", "acts.csv", "acts.csv"),
        ("my acts.csv", '"my acts.csv"', "'my acts.csv'"),
        (r"C:\data\acts.csv", r"C:\data\acts.csv", r"'C:\data\acts.csv'"),
        ("|", '"|"', "'|'"),
        ('5"', '"5\\""', "'5\"'"),
        ("", '""', "''"),
    ],
)
def test_commands_that_are_shown_can_be_typed(monkeypatch, word, windows, elsewhere):
    """cmd and PowerShell take double quotes alone, and a backslash is a part of a name."""
    for there, shown in ((True, windows), (False, elsewhere)):
        monkeypatch.setattr(errors, "WINDOWS", there)
        assert errors.quoted(word) == shown


def test_windows_is_known_by_its_name(on):
    """And no other system is taken for it."""
    assert [on(name).WINDOWS for name in ("win32", "darwin", "linux")] == [True, False, False]


def _modules(node):
    if isinstance(node, ast.Import):
        return {name.name.partition(".")[0] for name in node.names}
    return {(node.module or "").partition(".")[0]} if isinstance(node, ast.ImportFrom) else set()


def _outside_functions(node):
    """The nodes of a module that run when it is imported."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield child
            yield from _outside_functions(child)


def _parsed(words):
    """The modules in which one of the words stands: to parse all takes seconds."""
    for path in (*SOURCE.rglob("*.py"), ROOT / "hatch_build.py", *(ROOT / "native").glob("*.py")):
        text = path.read_text("utf-8")
        if any(word in text for word in words):
            yield path, ast.parse(text)


def test_nothing_of_posix_is_needed_to_load_a_module():
    """No module imports fcntl, resource and their like when it is loaded."""
    for path, tree in _parsed(POSIX_MODULES):
        for node in _outside_functions(tree):
            assert not _modules(node) & POSIX_MODULES, f"{path}:{node.lineno}"


def test_one_module_knows_the_system():
    """Elsewhere in the package nobody asks which system it is, or for what only some have."""
    found = []
    for path, tree in _parsed(POSIX_MODULES | {f".{n}" for s in POSIX_NAMES.values() for n in s}):
        if path == SOURCE / "machine.py" or SOURCE not in path.parents:
            continue
        for node in ast.walk(tree):
            found += [(path, node.lineno) for _ in _modules(node) & POSIX_MODULES]
            named = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
            if named and node.attr in POSIX_NAMES.get(node.value.id, ()):
                found.append((path, node.lineno, node.attr))
    assert found == []


def test_no_process_is_made_by_fork():
    """Processes start anew (spawn, or joblib's own way) as they do on Windows and macOS."""
    asked = []
    for path, tree in _parsed(["multiprocessing", "get_context"]):
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module == "multiprocessing":
                assert not {"Pool", "Process", "set_start_method"} & {n.name for n in node.names}
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "get_context":
                asked.append((path.name, node.args[0].value))
    assert asked == [("jobs.py", "spawn")]


def test_text_is_written_with_the_same_bytes_everywhere():
    """Whatever writes text names the encoding and the ends of lines: Windows has others."""
    writers = 0
    for path, tree in _parsed(["open(", "write_text"]):
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or SOURCE not in path.parents:
                continue
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            words = {word.arg for word in node.keywords}
            given = [a.value for a in node.args if isinstance(a, ast.Constant)]
            text = called in ("open", "fdopen") and "w" in given and "devnull" not in ast.dump(node)
            if called == "write_text" or text:
                writers += 1
                where = f"{path}:{node.lineno}"
                assert "newline" in words, where
                assert "encoding" in words or "utf-8" in given, where
    assert writers >= 8
