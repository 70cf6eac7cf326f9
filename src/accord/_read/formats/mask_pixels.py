"""Masks as tools pack them: Label Studio's brushes, and the small pictures (PNG) of LabelMe.

Label Studio packs the four channels of every pixel, row by row, by rle-pack: 32 bits for how many
numbers there are, 5 for how long one is, four times 4 for how long a count may be; then runs (a
bit that says whether one number is repeated, which of the four lengths, a count, the numbers).
The last channel says what was painted.
"""

import zlib
from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Sequence
from struct import unpack
from typing import Any

import numpy as np

from accord.errors import DataError
from accord.kinds.regions.geometry import MOST_PIXELS
from accord.model.names import BoolArray

PNG = b"\x89PNG\r\n\x1a\n"


def brushed(packed: Sequence[int], width: int, height: int, where: str) -> BoolArray:
    """The painted pixels (rows × columns) of a brush of Label Studio."""
    size = width * height * 4
    if min(width, height) < 1 or width * height > MOST_PIXELS // 4:  # four channels are unpacked
        raise DataError(f"{where}: a brush on an image of {width} × {height} pixels")
    if not all(type(one) in (int, bool) and 0 <= one < 256 for one in packed):
        raise DataError(f"{where}: 'rle' is a list of bytes, whole numbers from 0 to 255")
    bits = np.unpackbits(np.array(packed, dtype=np.uint8))
    at = 0

    def take(length: int) -> int:
        nonlocal at
        part = bits[at : at + length]
        if len(part) < length:
            raise DataError(f"{where}: the runs of the brush end too early")
        at += length
        return int("".join(map(str, part.tolist())), 2) if length else 0

    number, word = take(32), take(5) + 1
    if number != size:
        raise DataError(
            f"{where}: a brush of {number} numbers, and the image of {width} × {height} pixels has "
            f"{size} (four for each pixel)"
        )
    lengths = [take(4) + 1 for _ in range(4)]
    channels = np.zeros(number, dtype=np.uint32)
    done = 0
    while done < number:
        again = take(1)
        many = min(take(lengths[take(2)]) + 1, number - done)
        if again:
            channels[done : done + many] = take(word)
        else:
            part = bits[at : at + many * word]
            if len(part) < many * word:
                raise DataError(f"{where}: the runs of the brush end too early")
            at += many * word
            places = 1 << np.arange(word - 1, -1, -1, dtype=np.uint32)
            channels[done : done + many] = part.reshape(many, word) @ places
        done += many
    return np.asarray(channels.reshape(height, width, 4)[:, :, 3] > 0)


def small_picture(packed: Any, where: str) -> BoolArray:
    """The pixels that are not black of a PNG in base64 with one channel, as LabelMe keeps masks."""
    try:
        raw = b64decode(packed, validate=True)
    except (NotBase64, TypeError, ValueError):
        raise DataError(f"{where}: 'mask' is not a picture in base64") from None
    if not raw.startswith(PNG) or len(raw) < 33:  # signature, and the header with its frame
        raise DataError(f"{where}: 'mask' is not a PNG picture")
    width, height, depth, colour, _, _, interlaced = unpack(">IIBBBBB", raw[16:29])
    if colour not in (0, 3) or depth not in (1, 2, 4, 8) or interlaced:
        raise DataError(f"{where}: 'mask' is a PNG with several channels; save it as grey or 1 bit")
    if not 0 < width * height <= MOST_PIXELS:
        raise DataError(f"{where}: a mask of {width} × {height} pixels")
    row = (width * depth + 7) // 8
    data = b"".join(_chunks(raw, where))
    try:
        # No more than the picture can have, whatever the stream would unpack to.
        lines = zlib.decompressobj().decompress(data, (row + 1) * height)
    except zlib.error:
        raise DataError(f"{where}: 'mask' is a damaged PNG picture") from None
    if len(lines) != (row + 1) * height:
        raise DataError(f"{where}: 'mask' is a truncated PNG picture")
    plain = _unfiltered(np.frombuffer(lines, np.uint8).reshape(height, row + 1), where)
    if depth == 8:
        return np.asarray(plain[:, :width] > 0)
    bits = np.unpackbits(plain, axis=1)[:, : width * depth]
    return np.asarray(bits.reshape(height, width, depth).any(axis=2))


def _chunks(raw: bytes, where: str) -> list[bytes]:
    """The packed lines of a PNG."""
    packed, at = [], len(PNG)
    while at + 8 <= len(raw):
        (size,) = unpack(">I", raw[at : at + 4])
        if at + 12 + size > len(raw):
            raise DataError(f"{where}: 'mask' is a truncated PNG picture")
        if raw[at + 4 : at + 8] == b"IDAT":
            packed.append(raw[at + 8 : at + 8 + size])
        at += 12 + size
    return packed


def _unfiltered(lines: Any, where: str) -> Any:
    """Lines of bytes after PNG's filters (a byte before each line says which) are undone."""
    height, row = lines.shape[0], lines.shape[1] - 1
    plain = np.zeros((height, row), dtype=np.uint8)
    above = [0] * row
    for at in range(height):
        kind, line = int(lines[at, 0]), lines[at, 1:].tolist()
        if kind > 4:
            raise DataError(f"{where}: 'mask' is a damaged PNG picture")
        if kind:
            left = corner = 0
            for x in range(row):
                up = above[x]
                guess = (0, left, up, (left + up) // 2, _paeth(left, up, corner))[kind]
                left = line[x] = (line[x] + guess) & 255
                corner = up
        plain[at] = above = line
    return plain


def _paeth(left: int, up: int, corner: int) -> int:
    """Of the three neighbours the one that is nearest to left + up − corner."""
    guess = left + up - corner
    return min((left, up, corner), key=lambda one: abs(guess - one))
