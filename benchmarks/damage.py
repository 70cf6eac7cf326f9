"""Damaged copies of files: raw bytes, what is inside of containers, and well-formed nonsense.

A study is a dict of names and bytes. `damaged_copy` removes or exchanges a file of it, or damages
one: half of the time its bytes, else what the bytes mean (a key of JSON, an attribute of XML, a
cell of a table), inside of zip, gzip, zlib and Parquet, packed again with the right check sums.
"""

import gzip
import io
import json
import random
import re
import zipfile
import zlib
from collections.abc import Callable
from copy import deepcopy
from typing import Any
from xml.dom import minidom

Damage = Callable[[bytes, random.Random], bytes]
MOST = 4 << 20
NUMBERS = [
    b"-1",
    b"0",
    b"99999999999999999999",
    b"1e999",
    b"NaN",
    b"null",
    b"4294967296",
    b'""',
    b"9" * 5000,
    b"[]",
    b"{}",
    b"true",
    b"-0.0",
]
ODD = [
    None,
    True,
    False,
    -1,
    0,
    1,
    7,
    0.5,
    2**31,
    2**64,
    10**400,
    1e308,
    float("nan"),
    float("inf"),
    "",
    " ",
    "0",
    "-1",
    "1e5",
    "x",
    "B-",
    "I-x",
    "O",
    "_",
    "*",
    "x" * 3000,
    "\x00",
    "\u2028",
    "\ud800",
    "\U0001f600",
    "a\tb\nc",
    [],
    {},
    [[]],
    [None],
    {"": None},
    [1, "a", {}],
    {"set": [1]},
    "none",
    "../../x",
    "true",
]


# ------------------------------------------------------------------------------------ raw bytes


def flip(raw: bytes, rng: random.Random) -> bytes:
    """Change some bytes."""
    data = bytearray(raw)
    for _ in range(rng.randint(1, 8)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


def cut(data: bytes, rng: random.Random) -> bytes:
    """Cut the end, the beginning, or a piece out of the middle."""
    first, last = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    return rng.choice([data[:first], data[last:], data[:first] + data[last:]])


def repeat(data: bytes, rng: random.Random) -> bytes:
    """Write a piece several times."""
    first, last = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    return data[:last] + data[first:last] * rng.randint(1, 5) + data[last:]


def number(data: bytes, rng: random.Random) -> bytes:
    """Put something else in place of a number."""
    found = list(re.finditer(rb"\d+", data))
    if not found:
        return flip(data, rng)
    at = rng.choice(found)
    return data[: at.start()] + rng.choice(NUMBERS) + data[at.end() :]


def field(data: bytes, rng: random.Random) -> bytes:
    """Remove or swap what stands between two marks of punctuation."""
    marks = [at for at, byte in enumerate(data) if byte in b',\t"<>|;:= \n']
    if len(marks) < 4:
        return flip(data, rng)
    a, b = sorted(rng.sample(range(len(marks) - 1), 2))
    first, other = (data[marks[n] : marks[n + 1]] for n in (a, b))
    if rng.random() < 0.5:
        return data[: marks[a]] + data[marks[a + 1] :]
    return data[: marks[a]] + other + data[marks[a + 1] : marks[b]] + first + data[marks[b + 1] :]


def encoding(data: bytes, rng: random.Random) -> bytes:
    """The same text in another encoding, or with letters that are none."""
    text = data.decode("utf-8", "replace")
    name = rng.choice(["utf-16", "utf-16-le", "utf-32", "cp1252", "shift_jis", "utf-8-sig"])
    at = rng.randrange(len(text) + 1)
    odd = rng.choice(["\u2028", "\x00", "\x85", "\x1f", "\U0001f600", "\\ud800", "\u202e", "\r"])
    return (text[:at] + odd + text[at:]).encode(name, "replace")


def nest(data: bytes, rng: random.Random) -> bytes:
    """Nest deeply somewhere in the middle, or write the same sign without end."""
    opener = rng.choice(
        [
            b"[",
            b'{"a":',
            b"<a>",
            b"(",
            b"((1|",
            b"&a;",
            b'"',
            b" ",
            b"a:",
            b"1",
            b"\\",
            b"|",
            b"x\t",
        ]
    )
    at = rng.randrange(len(data) + 1)
    return data[:at] + opener * rng.choice([50, 500, 20_000]) + data[at:]


RAW: tuple[Damage, ...] = (flip, cut, repeat, number, field, encoding, nest)


# ------------------------------------------------------------------------- what the bytes mean


def odd_like(value: Any, rng: random.Random) -> Any:
    """Something else in place of a value: off by one, of another type, in a list, nothing."""
    if isinstance(value, int) and rng.random() < 0.4:
        return value + rng.choice([-1, 1, 1000])
    if isinstance(value, str) and rng.random() < 0.3:
        return rng.choice([value[:-1], value + value, value.upper(), value[::-1]])
    if rng.random() < 0.15:
        return rng.choice([[value], {"a": value}, str(value), [value, value]])
    return rng.choice(ODD)


def tree(value: Any, rng: random.Random) -> Any:
    """Damage one place in lists and dicts, in place where it can be."""
    places: list[tuple[Any, Any]] = []
    left = [value]
    while left:
        at = left.pop()
        keys = list(at) if isinstance(at, dict) else range(len(at))
        places += [(at, key) for key in keys]
        left += [at[key] for key in keys if isinstance(at[key], (dict, list))]
    if not places:
        return odd_like(value, rng)
    at, key = rng.choice(places)
    way = rng.randrange(6)
    if way == 0:
        del at[key]
    elif way == 1:
        other, there = rng.choice(places)
        at[key], other[there] = deepcopy(other[there]), deepcopy(at[key])  # copies: no circles
    elif way == 2:
        other, there = rng.choice(places)
        at[key] = deepcopy(other[there])
    elif way == 3 and isinstance(at, list):
        at.insert(rng.randrange(len(at) + 1), at[key])
    elif way == 3 and isinstance(key, str):
        at[rng.choice(["", key + "x", key.upper(), *at])] = at.pop(key)
    else:
        at[key] = odd_like(at[key], rng)
    return value


def json_damage(data: bytes, rng: random.Random) -> bytes:
    """A key or value of JSON, of a line of JSON Lines, or the lines themselves."""
    text = data.decode("utf-8-sig")
    try:
        whole = json.loads(text)
    except json.JSONDecodeError:
        lines = [json.loads(line) for line in text.splitlines() if line.strip()]
        made = [json.dumps(line) for line in tree(lines, rng)]
        return "\n".join(made).encode()
    return json.dumps(tree(whole, rng), ensure_ascii=rng.random() < 0.5).encode(errors="replace")


def xml_damage(data: bytes, rng: random.Random) -> bytes:
    """An element, an attribute or a text of XML."""
    document = minidom.parseString(data.replace(b'version="1.1"', b'version="1.0"', 1))
    elements = document.getElementsByTagName("*")
    node, other = rng.choice(elements), rng.choice(elements)
    parent, way = node.parentNode, rng.randrange(8)
    names = list(node.attributes.keys())
    odd = re.sub("[\x00-\x08\ud800]", "", str(odd_like("1", rng)))
    if way == 0 and parent is not document:
        parent.removeChild(node)
    elif way == 1 and parent is not document:
        parent.insertBefore(node.cloneNode(True), node)
    elif way == 2:
        other.appendChild(node.cloneNode(True))
    elif way == 3:
        node.tagName = rng.choice([other.tagName, "x", node.tagName + "x"])
    elif way == 4 and names:
        node.removeAttribute(rng.choice(names))
    elif way == 5 and len(names) > 1:
        a, b = rng.sample(names, 2)
        first, second = node.getAttribute(a), node.getAttribute(b)
        node.setAttribute(a, second)
        node.setAttribute(b, first)
    elif names and way < 7:
        name = rng.choice(names)
        value = node.getAttribute(name)
        node.setAttribute(name, str(int(value) + 1) if value.isdecimal() and way == 6 else odd)
    else:
        for child in list(node.childNodes):
            if child.nodeType == child.TEXT_NODE:
                child.data = odd
    made = document.toxml().encode()
    document.unlink()  # parents and children hold each other
    return made


def line_damage(data: bytes, rng: random.Random) -> bytes:
    """A line of a text, or a cell of it."""
    lines = data.decode("utf-8-sig").split("\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    way = rng.randrange(8)
    if way == 0:
        del lines[at]
    elif way == 1:
        lines[at], lines[other] = lines[other], lines[at]
    elif way == 2:
        lines.insert(other, lines[at])
    else:
        mark = max("\t,;| =", key=lines[at].count)
        cells = lines[at].split(mark)
        cell = rng.randrange(len(cells))
        if way == 3:
            del cells[cell]
        elif way == 4:
            cells.insert(cell, rng.choice(cells))
        elif way == 5 and len(lines[other].split(mark)) > cell:
            cells[cell] = lines[other].split(mark)[cell]
        elif cells[cell].isdecimal() and way == 6:
            cells[cell] = str(int(cells[cell]) + rng.choice([-1, 1, 100]))
        else:
            cells[cell] = str(odd_like(cells[cell], rng))
        lines[at] = mark.join(cells)
    return "\n".join(lines).encode(errors="replace")


# ----------------------------------------------------------------------------------- containers


def zip_damage(data: bytes, rng: random.Random) -> bytes:
    """A member of an archive or workbook: damaged, removed, or under another's name."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        members = {i.filename: packed.read(i) for i in packed.infolist() if not i.is_dir()}
    return zipped(study_damage(members, rng))


def zipped(files: dict[str, bytes]) -> bytes:
    """An archive of files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    return out.getvalue()


def gzip_damage(data: bytes, rng: random.Random) -> bytes:
    """What gzip packed."""
    return gzip.compress(damaged(gzip.decompress(data), rng), 1)


def zlib_damage(data: bytes, rng: random.Random) -> bytes:
    """What zlib packed: the message of a DocBin, its parts too, or bytes of it."""
    inner = zlib.decompress(data)
    if rng.random() < 0.8:
        from srsly import msgpack_dumps, msgpack_loads

        message = msgpack_loads(inner)
        parts = [key for key, value in message.items() if isinstance(value, bytes) and value]
        if parts and rng.random() < 0.5:
            key = rng.choice(parts)
            message[key] = _bytes_of_message(message[key], rng)
        else:
            message = tree(message, rng)
        inner = msgpack_dumps(message)
    else:
        inner = rng.choice(RAW)(inner, rng)
    return zlib.compress(inner, 1)


def _bytes_of_message(data: bytes, rng: random.Random) -> bytes:
    """Numbers in an array of 64 bits each, or a message in the message."""
    if len(data) % 8 == 0 and rng.random() < 0.7:
        at = 8 * rng.randrange(len(data) // 8)
        new = rng.choice([0, 1, 2**63, 2**64 - 1, rng.randrange(2**64), rng.randrange(100)])
        return data[:at] + new.to_bytes(8, "little") + data[at + 8 :]
    return rng.choice(RAW)(data, rng)


def parquet_damage(data: bytes, rng: random.Random) -> bytes:
    """A cell, a column or a type of a Parquet table."""
    import pyarrow
    from pyarrow import parquet

    records = parquet.read_table(io.BytesIO(data)).to_pylist()
    key = rng.choice(list(records[0]))
    odd = rng.choice(
        [
            lambda v: None,
            str,
            lambda v: [v],
            lambda v: {"a": v},
            lambda v: 0.5,
            lambda v: str(v).encode(),
        ]
    )
    if rng.random() < 0.4:
        records = [{**record, key: odd(record[key])} for record in records]
    else:
        records = tree(records, rng)
    out = io.BytesIO()
    parquet.write_table(pyarrow.Table.from_pylist(records), out)
    return out.getvalue()


def word_damage(data: bytes, rng: random.Random) -> bytes:
    """A whole number of 32 bits in a binary file: a count, a length, a place."""
    at = rng.randrange(max(len(data) - 4, 1))
    new = rng.choice([0, 1, 2, 255, 2**16, 2**31 - 1, 2**31, 2**32 - 1, rng.randrange(2**32)])
    return data[:at] + new.to_bytes(4, rng.choice(["little", "big"])) + data[at + 4 :]


def meaning(data: bytes) -> Damage:
    """The damage that keeps a file of this kind well-formed."""
    for magic, damage in (
        (b"PK\x03\x04", zip_damage),
        (b"\x1f\x8b", gzip_damage),
        (b"PAR1", parquet_damage),
        (b"x\x9c", zlib_damage),
        (b"x\x01", zlib_damage),
        (b"x\xda", zlib_damage),
        (b"$FL", word_damage),
        (b"<stata_dta>", word_damage),
    ):
        if data.startswith(magic):
            return damage
    first = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    return {b"<": xml_damage, b"{": json_damage, b"[": json_damage}.get(first, line_damage)


def damaged(data: bytes, rng: random.Random) -> bytes:
    """One damaged copy: of the meaning where it can be found, else of the bytes."""
    made = data or b" "
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        if rng.random() < 0.5:
            try:
                made = meaning(made)(made, rng) or b" "
                continue
            except Exception:
                pass  # nothing that can be understood, or what makes no sense cannot be written
        made = rng.choice(RAW)(made, rng) or b" "
    return made[:MOST]


def study_damage(files: dict[str, bytes], rng: random.Random) -> dict[str, bytes]:
    """One file of several damaged, or gone, or in place of another."""
    made, name = dict(files), rng.choice(list(files))
    way = rng.random()
    if way < 0.08 and len(made) > 1:
        del made[name]
    elif way < 0.12:
        made[name] = made[rng.choice(list(made))]
    else:
        made[name] = damaged(made[name], rng)
    return made


def members(files: dict[str, bytes]) -> list[str]:
    """The names of files, and of what is packed in them."""
    found = list(files)
    for name, data in files.items():
        if data.startswith(b"\x1f\x8b"):
            found.append(name.removesuffix(".gz"))
        if data.startswith(b"PK\x03\x04"):
            try:
                with zipfile.ZipFile(io.BytesIO(data)) as packed:
                    found += packed.namelist()
                    inner = [
                        name
                        for name in packed.namelist()
                        if name.endswith((".zip", ".gz", ".qdpx"))
                    ]
                    found += members({name: packed.read(name) for name in inner})
            except Exception:
                continue  # as far as they can be known
    return found


def damaged_copy(files: dict[str, bytes], rng: random.Random) -> dict[str, bytes]:
    """A damaged copy of a study, now and then packed in one archive or by gzip."""
    made = study_damage(files, rng)
    way = rng.random()
    if way < 0.04:
        packed = zipped(made)
        return {"packed.zip": packed if rng.random() < 0.5 else zip_damage(packed, rng)}
    if way < 0.06 and len(made) == 1:
        ((name, data),) = made.items()
        return {f"{name}.gz": gzip.compress(data, 1)}
    return made
