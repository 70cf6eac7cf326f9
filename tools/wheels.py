"""Make the wheels: one for each platform with the native core in it, and a pure one for all others.

    python tools/wheels.py                      all, into dist/
    python tools/wheels.py --only linux --to wheels

The core is compiled for every platform on this machine by zig, which PyPI has as `ziglang` (this
script needs it and hatchling, nothing else). The library has no Python in it, so that a wheel
serves every version of Python: py3-none-<platform>. Each library is read back: it must be for its
machine, offer the functions of the core, and need nothing that an old system does not have;
those for Linux are loaded and used where this machine can (tools/try_library.py).
"""

import argparse
import base64
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "native"), str(ROOT / "tools")]
from compile import FLAGS, SOURCES, library_name  # noqa: E402
from libraries import Library, read_library  # noqa: E402
from try_library import tried  # noqa: E402


@dataclass(frozen=True)
class Platform:
    """A platform: what zig calls it, the tags of its wheels, the least system it must run on."""

    target: str
    tags: str
    system: str
    machine: str
    oldest: tuple[int, ...] = (0,)

    @property
    def library(self) -> str:
        """What the library is called there."""
        return library_name({"windows": "win32", "macos": "darwin"}.get(self.system, "linux"))


def _linux(machine: str) -> list[Platform]:
    glibc = f"manylinux_2_17_{machine}.manylinux2014_{machine}"
    return [
        Platform(f"{machine}-linux-gnu.2.17", glibc, "linux", machine, (2, 17)),
        Platform(f"{machine}-linux-musl", f"musllinux_1_2_{machine}", "linux", machine),
    ]


PLATFORMS = [
    *_linux("x86_64"),
    *_linux("aarch64"),
    Platform("aarch64-macos.11.0", "macosx_11_0_arm64", "macos", "arm64", (11, 0)),
    Platform("x86_64-macos.11.0", "macosx_11_0_x86_64", "macos", "x86_64", (11, 0)),
    Platform("x86_64-windows-gnu", "win_amd64", "windows", "x86_64"),
]

EVERYWHERE = re.compile(
    r"lib(c|m|pthread|dl|rt)\.so(\.\d+)?|ld-linux-[\w-]+\.so\.\d|(?i:kernel32|ntdll|msvcrt"
    r"|ucrtbase|api-ms-win-crt-[\w-]+)\.dll|/usr/lib/libSystem\.B\.dylib"
)
"""Libraries that every system of its kind has."""


def declared() -> set[str]:
    """The functions of the core, as its sources declare them."""
    told = "".join(
        path.read_text("utf-8") for path in [*SOURCES.glob("*.h"), *SOURCES.glob("*.cpp")]
    )
    return set(re.findall(r"ACCORD_API\s+[\w:]+\s+(accord_\w+)\s*\(", told))


def compiled(platform: Platform, folder: Path) -> Path:
    """The core for a platform, compiled by zig."""
    target = folder / platform.library
    flags = [flag for flag in FLAGS if flag != "-fPIC" or platform.system != "windows"]
    command = [sys.executable, "-m", "ziglang", "c++", "-target", platform.target, *flags, "-s"]
    sources = sorted(map(str, SOURCES.glob("*.cpp")))
    done = subprocess.run(
        [*command, *sources, "-o", str(target)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{platform.target}: zig failed\n{done.stderr[-3000:]}")
    return target


def objections(library: Library, platform: Platform) -> list[str]:
    """What is wrong with a library for a platform."""
    found = []
    if (library.system, library.machine) != (platform.system, platform.machine):
        found.append(f"it is for {library.system} {library.machine}")
    if missing := declared() - library.offers:
        found.append(f"it does not offer {', '.join(sorted(missing))}")
    if foreign := [name for name in library.needs if not EVERYWHERE.fullmatch(name)]:
        found.append(f"it needs {', '.join(foreign)}")
    if library.oldest > platform.oldest:
        found.append(f"it needs version {'.'.join(map(str, library.oldest))} of the system")
    return found


def pure_wheel(folder: Path) -> Path:
    """The wheel without the core."""
    code = (
        "import sys; from hatchling.builders.wheel import WheelBuilder; "
        "print(*WheelBuilder(sys.argv[1]).build(directory=sys.argv[2], versions=['standard']))"
    )
    told = subprocess.run(
        [sys.executable, "-c", code, str(ROOT), str(folder)],
        env={**os.environ, "ACCORD_NATIVE": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    if told.returncode:
        raise SystemExit(f"the wheel was not built\n{told.stderr[-3000:]}")
    return Path(told.stdout.split()[-1])


def wheel_with(pure: Path, library: Path, tags: str, folder: Path) -> Path:
    """The pure wheel with a library in it, tagged for the platform; the same bytes every time."""
    target = folder / pure.name.replace("-py3-none-any", f"-py3-none-{tags}")
    with zipfile.ZipFile(pure) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        files = {name: old.read(name) for name in old.namelist()}
        record = next(name for name in files if name.endswith(".dist-info/RECORD"))
        about = record.removesuffix("RECORD") + "WHEEL"
        del files[record]
        tagged = "".join(f"Tag: py3-none-{tag}\n" for tag in tags.split("."))
        said = files[about].decode()
        said = said.replace("Root-Is-Purelib: true", "Root-Is-Purelib: false")
        files[about] = re.sub(r"(Tag: .*\n)+", tagged, said).encode()
        files[f"accord/native/{library.name}"] = library.read_bytes()
        lines = [f"{name},{_digest(data)},{len(data)}" for name, data in files.items()]
        files[record] = "\n".join([*lines, f"{record},,", ""]).encode()
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (2020, 2, 2, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            new.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return target


def _digest(data: bytes) -> str:
    code = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"sha256={code}"


def main() -> None:
    """Make the wheels, and say what each holds."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", default="", help="a part of the platform's name, e.g. macosx")
    parser.add_argument("--to", type=Path, default=ROOT / "dist", help="where the wheels go")
    given = parser.parse_args()
    chosen = [p for p in PLATFORMS if given.only in p.tags or given.only in p.target]
    given.to.mkdir(parents=True, exist_ok=True)
    pure = pure_wheel(given.to)
    print(pure.name, "without the core", flush=True)
    for platform in chosen:
        with tempfile.TemporaryDirectory() as folder:
            path = compiled(platform, Path(folder))
            library = read_library(path)
            if wrong := objections(library, platform):
                raise SystemExit(f"{platform.target}: {'; '.join(wrong)}")
            made = wheel_with(pure, path, platform.tags, given.to)
            needs = ", ".join(library.needs) or "nothing"
            print(
                f"{made.name} {path.stat().st_size // 1024} KB, needs {needs}; "
                f"{tried(platform.target, path)}",
                flush=True,
            )


if __name__ == "__main__":
    main()
