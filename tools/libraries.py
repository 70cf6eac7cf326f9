"""What a shared library is, read from its own bytes: for which system, which names it offers and
what it needs. Elf (Linux), Mach-O (macOS) and PE (Windows), 64 bits, little-endian.
"""

import struct
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Library:
    """A shared library: `needs` are libraries, `oldest` the least glibc or macOS it runs on."""

    system: str
    machine: str
    offers: frozenset[str]
    needs: tuple[str, ...]
    oldest: tuple[int, ...]


def read_library(path: Path) -> Library:
    """The library in a file; ValueError where it is none."""
    data = path.read_bytes()
    for magic, reader in ((b"\x7fELF\x02\x01", _elf), (b"\xcf\xfa\xed\xfe", _mach), (b"MZ", _pe)):
        if data.startswith(magic):
            return reader(data)
    raise ValueError(f"{path}: not a shared library")


def _text(data: bytes, at: int) -> str:
    return data[at : data.index(b"\0", at)].decode()


def _elf(data: bytes) -> Library:
    machine = {62: "x86_64", 183: "aarch64"}[struct.unpack_from("<H", data, 18)[0]]
    (table,) = struct.unpack_from("<Q", data, 40)
    size, number = struct.unpack_from("<HH", data, 58)
    sections = []
    for at in range(table, table + size * number, size):
        _, kind, _, _, offset, length, link, info, _, each = struct.unpack_from(
            "<IIQQQQIIQQ", data, at
        )
        sections.append((kind, offset, length, link, info, each))
    offers, needs, versions = set(), [], [(0,)]
    for kind, offset, length, link, info, each in sections:
        names = sections[link][1] if link < len(sections) else 0
        if kind == 11:  # symbols: offered where they are defined here and global
            for at in range(offset, offset + length, each):
                name, how, _, section = struct.unpack_from("<IBBH", data, at)
                if section and how >> 4 == 1:
                    offers.add(_text(data, names + name))
        elif kind == 6:
            for at in range(offset, offset + length, 16):
                tag, value = struct.unpack_from("<qQ", data, at)
                needs += [_text(data, names + value)] if tag == 1 else []
        elif kind == 0x6FFFFFFE:  # versions that are needed
            at = offset
            for _ in range(info):
                _, parts, _, first, following = struct.unpack_from("<HHIII", data, at)
                part = at + first
                for _ in range(parts):
                    _, _, _, name, more = struct.unpack_from("<IHHII", data, part)
                    said = _text(data, names + name)
                    if said.startswith("GLIBC_"):
                        versions.append(tuple(map(int, said[6:].split("."))))
                    part += more
                at += following
    return Library("linux", machine, frozenset(offers), tuple(needs), max(versions))


def _mach(data: bytes) -> Library:
    processor, _, kind, commands = struct.unpack_from("<IIII", data, 4)
    if kind != 6:
        raise ValueError("not a dynamic library")
    offers, needs, oldest, at = set(), [], (0,), 32
    for _ in range(commands):
        command, size = struct.unpack_from("<II", data, at)
        if command == 2:
            symbols, number, names, _ = struct.unpack_from("<IIII", data, at + 8)
            for place in range(symbols, symbols + 16 * number, 16):
                name, how, section = struct.unpack_from("<IBB", data, place)
                if section and how & 0x11 == 1:  # defined here, external, not private
                    offers.add(_text(data, names + name).removeprefix("_"))
        elif command == 0x0C:
            needs.append(_text(data, at + struct.unpack_from("<I", data, at + 8)[0]))
        elif command == 0x32:
            (version,) = struct.unpack_from("<I", data, at + 12)
            oldest = (version >> 16, version >> 8 & 255)
        at += size
    machine = {0x01000007: "x86_64", 0x0100000C: "arm64"}[processor]
    return Library("macos", machine, frozenset(offers), tuple(needs), oldest)


def _pe(data: bytes) -> Library:
    (head,) = struct.unpack_from("<I", data, 60)
    machine, number = struct.unpack_from("<HH", data, head + 4)
    optional, flags = struct.unpack_from("<HH", data, head + 20)
    if not flags & 0x2000:
        raise ValueError("not a dynamic library")
    first = head + 24 + optional
    sections = [struct.unpack_from("<IIII", data, first + 40 * at + 8) for at in range(number)]

    def place(address: int) -> int:
        for size, begin, length, offset in sections:
            if begin <= address < begin + max(size, length):
                return address - begin + offset
        raise ValueError("damaged library")

    exports, _, imports, _ = struct.unpack_from("<IIII", data, head + 24 + 112)
    offers, needs = set(), []
    if exports:
        at = place(exports)
        (names,) = struct.unpack_from("<I", data, at + 24)
        (list_at,) = struct.unpack_from("<I", data, at + 32)
        for name in struct.unpack_from(f"<{names}I", data, place(list_at)):
            offers.add(_text(data, place(name)))
    at = place(imports) if imports else 0
    while at and (name := struct.unpack_from("<I", data, at + 12)[0]):
        needs.append(_text(data, place(name)))
        at += 20
    kinds = {0x8664: "x86_64", 0xAA64: "arm64"}
    return Library("windows", kinds[machine], frozenset(offers), tuple(needs), (0,))
