"""Tiers of speech tools: layers of one coder, unless their names say whose they are.

    words, phones                     two layers
    Anna - words, Anna - phones       layers too: Anna speaks
    Coder1_words, words@coder2        layer "words" of two coders

Speakers have tiers as coders do, so only a name that says "coder", "annotator" or the like is
taken for one; the user's word (`coder_from="tier"`) makes every tier a coder, or the part of its
name behind "@" where all names have one.
"""

import re
from collections.abc import Sequence

_CODER = r"(?:coder|annotator|rater|judge|labell?er|transcriber|reviewer)[ _.-]?[a-z0-9]{1,3}"
_NAMED = re.compile(
    rf"(?i)(?P<first>{_CODER})(?:[\s_.:@/-]+(?P<rest>.+))?|"
    rf"(?P<layer>.+?)[\s_.:@/(-]+(?P<last>{_CODER})\)?"
)
_LONGEST_NAME = 100  # a longer name is none: it would only take long to look at
# The atom of times in seconds: a frame of speech tools is as long, and people hear no edge better.
TICK = 0.01

Owner = tuple[str, str]  # coder and layer


def coders_of_tiers(names: Sequence[str], *, told: bool) -> dict[str, Owner] | None:
    """Tier → whose it is and its layer; None where tiers are not coders' or their names are.

    Tiers that name no coder, where others do, are not in the answer. `told` is whether the user
    says that tiers are coders.

    >>> coders_of_tiers(["Coder1_words", "words@coder2", "notes"], told=False)
    {'Coder1_words': ('Coder1', 'words'), 'words@coder2': ('coder2', 'words')}
    >>> coders_of_tiers(["words", "phones"], told=False) is None
    True
    >>> coders_of_tiers(["xds@CHI", "xds@FA1"], told=True)
    {'xds@CHI': ('CHI', 'xds'), 'xds@FA1': ('FA1', 'xds')}
    """
    owners = {name: owner for name in names if (owner := _owner(name)) is not None}
    # One coder alone is no second opinion: "annotator 1" may be what somebody calls all tiers.
    if len({coder for coder, _ in owners.values()}) > 1:
        return owners
    if told and names and all(0 < name.find("@") < len(name) - 1 for name in names):
        parts = {name: name.rpartition("@") for name in names}
        return {name: (coder, layer) for name, (layer, _, coder) in parts.items()}
    return None


def _owner(name: str) -> Owner | None:
    match = _NAMED.fullmatch(name.strip()) if len(name) <= _LONGEST_NAME else None
    if match is None:
        return None
    return match["first"] or match["last"], match["rest"] or match["layer"] or ""
