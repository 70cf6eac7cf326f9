"""A distance of the user's own, named on the command line: package.module:function.

The function takes two categories and returns a number: at least 0, 0 for equal ones, the same both
ways. It is code that the user asks for by name, so it is imported: from an installed package, or
from a file that is named with its ending (`distances.py:mine`). The working folder is never
searched. The signature holds a hash of the function's source, so that a changed function shows.
"""

import hashlib
import importlib
import inspect
import re
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from accord.errors import AccordError, UnknownNameError

_NAMED = re.compile(r"(?P<where>.+\.py|[^\W\d]\w*(\.[^\W\d]\w*)*):(?P<name>[^\W\d]\w*)")


def is_function(text: str) -> bool:
    """Whether a text names a function: package.module:function or file.py:function.

    >>> is_function("scipy.spatial.distance:cosine"), is_function("circular:U=360")
    (True, False)
    """
    return _NAMED.fullmatch(text) is not None


def function_named(text: str) -> tuple[Callable[[Any, Any], float], str]:
    """The function, and what the signature calls it.

    >>> function_named("difflib:ndiff")[1].startswith("difflib:ndiff@")
    True
    """
    found = _NAMED.fullmatch(text)
    assert found is not None
    where, name = found["where"], found["name"]
    module = _from_file(where) if where.endswith(".py") else _installed(where, name)
    function = getattr(module, name, None)
    if not callable(function):
        known = [n for n, one in vars(module).items() if callable(one) and not n.startswith("_")]
        raise UnknownNameError.of(f"function in {where}", name, known)
    called = f"{Path(where).name}:{name}" if where.endswith(".py") else text  # no machine's path
    try:
        source = inspect.getsource(function)
    except (OSError, TypeError):
        return function, called  # compiled: there is no source to tell versions apart
    return function, f"{called}@{hashlib.sha256(source.encode()).hexdigest()[:8]}"


def _installed(where: str, name: str) -> Any:
    try:
        return importlib.import_module(where)
    except ImportError as problem:
        here = Path(f"{where.replace('.', '/')}.py")
        if here.is_file():
            raise AccordError(
                f"no installed module {where!r}; for the file {here} write {here}:{name}"
            ) from None
        raise AccordError(f"distance {where}:{name} cannot be imported: {problem}") from None


def _from_file(where: str) -> Any:
    path = Path(where)
    if not path.is_file():
        raise AccordError(f"{where}: no such file; a distance of your own is FILE.py:FUNCTION")
    # Processes that share the work find the function again under this name.
    called = f"accord_distance_{hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:8]}"
    if called in sys.modules:
        return sys.modules[called]
    spec = spec_from_file_location(called, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[called] = module
    try:
        spec.loader.exec_module(module)
    except Exception as problem:
        del sys.modules[called]
        raise AccordError(f"{where}: {type(problem).__name__}: {problem}") from None
    return module
