"""The build hook: the native core goes into the wheel where it can be compiled.

A wheel with it runs with every Python on one platform (py3-none-<platform>); one without it is
pure (py3-none-any). An editable install has it beside the sources.
"""

import sys
import sysconfig
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "native"))
from compile import IN_PLACE, compiled, library_name


class NativeHook(BuildHookInterface):  # type: ignore[type-arg,misc]
    """Compile, and say what the wheel then holds."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the files of the wheel are collected."""
        if version == "editable":
            compiled(IN_PLACE)
            return
        made = compiled(Path(mkdtemp()))
        if made is not None:
            platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{platform}"
            build_data["force_include"][str(made)] = f"accord/native/{library_name()}"
