"""Messages speak Python; on the command line the same settings are options."""

import re

# Settings that errors and reasons name, and what the command line calls them.
OPTIONS = {
    name: f"--{name}"
    for name in (
        "categories",
        "chance",
        "distance",
        "label",
        "matching",
        "mentions",
        "missing",
        "over",
        "sets",
    )
}
OPTIONS["method"] = "--interval"

_SETTING = re.compile(rf"\b({'|'.join(OPTIONS)})=('[^']*'|\[…\])")


def in_options(message: str) -> str:
    """The message with settings as a user types them.

    >>> in_options("ask for mentions='common', or declare categories=[…]; sets='|' splits")
    "ask for --mentions common, or declare --categories …; --sets '|' splits"
    """
    return _SETTING.sub(_option, message)


def _option(found: "re.Match[str]") -> str:
    value = found[2][1:-1]
    quoted = value if re.fullmatch(r"[\w.:…-]+", value) else f"'{value}'"
    return f"{OPTIONS[found[1]]} {quoted}"
