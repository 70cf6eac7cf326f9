"""Files of every format, damaged: cut, stretched, filled with what does not belong there."""

from pathlib import Path
from random import Random

from accord._read.formats.table import FORMATS
from tests.redteam.hostile import HOSTILE

SAMPLES = Path(__file__).parents[1] / "formats"
ODD = [b"\x00", b"\xff\xfe", "\u202e".encode(), b"\x1b[2J", b'"', b"<", b"{", b"-1", b"9" * 400]


def _sample(format: str) -> Path | None:
    """The smallest file of a format's samples."""
    files = [
        path
        for path in (SAMPLES / format).rglob("*")
        if path.is_file() and path.name not in ("cases.json", "SOURCES.md")
    ]
    return min(files, key=lambda path: (path.stat().st_size, path.name), default=None)


def _cut(data: bytes, rng: Random) -> bytes:
    return data[: rng.randrange(1, max(len(data), 2))]


def _stretched(data: bytes, rng: Random) -> bytes:
    """One line, or the middle third, many times."""
    parts = data.splitlines(keepends=True)
    if len(parts) < 3:
        third = len(data) // 3
        return data[:third] + data[third : 2 * third] * 50 + data[2 * third :]
    at = rng.randrange(len(parts))
    times = min(20_000, 400_000 // max(len(parts[at]), 1) + 1)
    return b"".join(parts[:at] + [parts[at]] * times + parts[at + 1 :])


def _soiled(data: bytes, rng: Random) -> bytes:
    """Odd bytes in 20 places."""
    made = bytearray(data)
    for _ in range(20):
        at = rng.randrange(len(made) + 1)
        made[at:at] = rng.choice(ODD)
    return bytes(made)


def _numbered(data: bytes, rng: Random) -> bytes:
    """Every digit a 9: offsets, times and counts become large and equal."""
    return bytes(57 if 48 <= byte <= 57 else byte for byte in data)


DAMAGE = {"cut": _cut, "stretched": _stretched, "soiled": _soiled, "numbered": _numbered}


def _write(format: str, damage: str, folder: Path) -> list[str]:
    sample = _sample(format)
    assert sample is not None
    data = DAMAGE[damage](sample.read_bytes(), Random(f"{format} {damage}"))
    (folder / sample.name).write_bytes(data)
    command = "measure" if damage in ("cut", "numbered") else "inspect"
    return [command, sample.name, "--format", format]


for _format in FORMATS:
    if _sample(_format) is not None:
        for _damage in DAMAGE:
            HOSTILE[f"{_format} {_damage}"] = lambda folder, f=_format, d=_damage: _write(
                f, d, folder
            )
