"""The native core: a small library in C++ that aligns and counts faster; never needed.

It is compiled when the package is built (`native/` in the sources) and loaded here with ctypes,
so that one library serves every version of Python. Where it is not there NumPy computes the same
numbers. The environment variable `ACCORD_NATIVE` decides: 0 never loads it, 1 insists on it,
otherwise it is used if it is there.

Sizes and indices are checked by the callers, in Python; `call` runs a function of the core such
that Ctrl-C ends it.
"""

import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Event, Thread, current_thread, main_thread
from typing import TYPE_CHECKING, Any

from accord.errors import MissingExtraError
from accord.machine import LIBRARY_ENDING

if TYPE_CHECKING:
    from ctypes import CDLL

INTERFACE = 13
"""The interface that is spoken here; a library with another one was built from other sources."""

PATH = Path(__file__).parent / f"core.{LIBRARY_ENDING}"

STOPPED, NO_MEMORY = 1, 2

FUNCTIONS = {
    "accord_interface": "",
    "accord_align": "ppppppp",
    "accord_text_edits": "nppnnpp",
    "accord_tree_edits": "npppnpp",
    "accord_tree_pairs": "npppnpppp",
    "accord_count_kinds": "nppnnnnnnnpp",
    "accord_count_categories": "nppnnnnnpppp",
    "accord_merge_kinds": "pnnppp",
    "accord_place_items": "nnpppn",
    "accord_add_codings": "npppppnnnppnpnpnp",
    "accord_item_sizes": "npnnnnnppp",
    "accord_category_words": "npnnnnnp",
    "accord_count_equal": "npnnpnppp",
    "accord_json_may_repeat": "pn",
    "accord_certain_cells": "npppnnpp",
    "accord_set_distances": "pnppnpnpnnp",
    "accord_set_sums": "pnppnpnppp",
    "accord_refined": "pnnppppp",
    "accord_split_cells": "pnnnnpppppp",
    "accord_split_records": "pnnnnpppppp",
    "accord_number_texts": "pnnnppppp",
    "accord_number_words": "pnnnnppp",
}
"""What each function takes, as `native/accord.h` declares it: addresses and numbers of 64 bits."""


def core() -> "CDLL | None":
    """The library; None where it is not there or not wanted, and NumPy computes.

    >>> core() is None or core().accord_interface() == INTERFACE
    True
    """
    said = os.environ.get("ACCORD_NATIVE", "")
    if said == "0":
        return None
    found = _opened()
    if said == "1" and isinstance(found, str):
        raise MissingExtraError(
            f"ACCORD_NATIVE=1 insists on the native core, but {found}; install accord where "
            "there is a C++ compiler, or unset ACCORD_NATIVE"
        )
    return None if isinstance(found, str) else found


def description() -> str:
    """Which of the two computes, in words."""
    return "with native core" if core() is not None else "without native core: NumPy computes"


@cache  # a library is opened once in a process, as a module is imported once
def _opened() -> "CDLL | str":
    """The library, or why it is not there."""
    if not PATH.exists():
        return f"{PATH.name} was not compiled"
    from ctypes import CDLL

    try:
        found = CDLL(str(PATH))
        spoken = found.accord_interface()
    except (OSError, AttributeError) as error:
        return f"{PATH.name} cannot be loaded ({error})"
    if spoken != INTERFACE:
        return f"{PATH.name} was built from other sources (interface {spoken}, not {INTERFACE})"
    from ctypes import c_int32, c_int64, c_void_p

    for name, takes in FUNCTIONS.items():
        function = getattr(found, name)
        function.argtypes = [c_void_p if one == "p" else c_int64 for one in takes]
        function.restype = c_int32
    return found


def call(name: str, *arguments: Any) -> int:
    """Call a function of the core whose last argument is the flag that stops it.

    Python hears Ctrl-C only between two of its own steps: the core works in another thread while
    the main one waits, raises the flag, and lets the core end before anything it works on goes.
    It waits a moment at a time, since a signal that the system hands to another thread does not
    end a wait without a limit.
    """
    from ctypes import byref, c_int32

    library = core()
    assert library is not None
    function = getattr(library, name)
    stop = c_int32(0)
    if current_thread() is not main_thread():
        return _known(function(*arguments, byref(stop)))
    code: list[int] = []
    ended = Event()  # not join(): interrupted, that takes a thread that still works for ended

    def work() -> None:
        try:
            code.append(function(*arguments, byref(stop)))
        finally:
            ended.set()

    Thread(target=work, daemon=True).start()
    try:
        while not ended.wait(0.05):
            pass
    except BaseException:
        stop.value = 1
        while not ended.is_set():  # however often Ctrl-C is pressed
            with suppress(KeyboardInterrupt):
                ended.wait(0.05)
        raise
    return _known(code[0])


def run(name: str, *arguments: Any) -> int:
    """Call a function of the core that takes milliseconds, with arguments as `in_c` makes them.

    Callers hand over long work in pieces, so that Ctrl-C is heard between two of them."""
    library = core()
    assert library is not None
    return _known(getattr(library, name)(*in_c(*arguments)))


def in_c(*arguments: Any) -> list[Any]:
    """Numbers and bytes as they are, arrays, which must be in one piece, as their addresses."""
    passed: list[Any] = []
    for one in arguments:
        plain = one is None or isinstance(one, (int, bytes))
        assert plain or one.flags.c_contiguous
        passed.append(one if plain else one.ctypes.data)
    return passed


def _known(code: int) -> int:
    """What the core returned; memory that it did not get is an error as in Python."""
    if code == NO_MEMORY:
        raise MemoryError
    return code
