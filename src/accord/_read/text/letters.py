"""The encoding of a text: as told, by its mark, UTF-8, or what its letters show.

Programs that know no UTF-8 write one byte a letter, by an alphabet that the file does not name. No
label becomes another by a wrong guess, but names are spelt wrongly: so a guess is always said, and
where the letters are of no alphabet that is tried, it is asked.
"""

import re

from accord.errors import DataError, Setting

# A letter of UTF-16 is two bytes, one of which is zero where it is of a European alphabet.
# No other text has zeros: where they stand at even places only, or at odd ones, it is UTF-16.
# Commas, digits and line ends are a tenth of a table in any alphabet.
_WIDE = 0.1
_LOOKED_AT = 65_536  # bytes
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")  # in no text
_HIGH = re.compile(rb"[A-Za-z\x80-\xff]*[\x80-\xff][A-Za-z\x80-\xff]*")
# In Latin alphabets some letters of a word are accented; in others all are beyond ASCII.
FOREIGN = 0.8
# The commonest letters: two thirds of any longer text in the language are of these.
ALPHABETS = {
    "cp1251": frozenset("оеаинтсрвлкмдпуяії"),
    "koi8-r": frozenset("оеаинтсрвлкмдпуя"),
    "cp1253": frozenset("αοιετσνηυρπκμλςόίάέήώ"),
}
GUESSED = (*ALPHABETS, "cp1250", "cp1252", "cp1254")  # what the letters of a text may show
CAPITALS = 0.9  # what a word in capitals counts, beside one in small letters
COMMON = 0.7  # of the letters: below, it is another alphabet
# Signs of Windows-1252 that stand inside words only where the text is Central European.
_CENTRAL = re.compile(
    r"[A-Za-z][£¹³¿¯¼¾ºª¥][a-zà-ÿ]|[a-zà-ÿ][£¹³¿¯¼¾ºª][A-Za-z]|(?<!\w)[£¯¼][a-z]{2}"
    # Š and ž are written in Central Europe; ì and ù (ě, ů) end words in Italian and French.
    r"|[ŠŽšž][a-zà-ÿ]|[a-zà-ÿ][šž]|[A-Za-z][ìù][a-z]|Ÿ[a-zà-ÿ]"
)
_CARONS = re.compile(rb"[A-Za-z\xe0-\xff][\x8d\x8f\x9d]|[\x8d\x8f\x9d][a-z\xe0-\xff]")  # Ť, Ź, ť
# Þ and ð of Icelandic stand where Turkish has Ş and ğ; beside them Icelandic has these.
_TURKISH, _ICELANDIC = re.compile(r"[ðþÞÐ]"), re.compile(r"[áíúéóæÁÍÚÉÓÆ]")


def wide_encoding(raw: bytes) -> str | None:
    """The name of the encoding where letters are two bytes, None where they are not."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    some = raw[:_LOOKED_AT]
    if len(some) < 4:
        return None
    half = len(some) // 2
    low, high = some[0::2].count(0), some[1::2].count(0)
    if max(low, high) < _WIDE * half or min(low, high):
        return None
    encoding = "utf-16-le" if high else "utf-16-be"
    text = some[: 2 * half].decode(encoding, "ignore")
    return None if _CONTROL.search(text) else encoding


def decode(raw: bytes, source: str, encoding: str | None = None) -> tuple[str, str]:
    """The text of a file and the encoding."""
    told = encoding is not None
    encoding = encoding or wide_encoding(raw) or "utf-8-sig"
    try:
        return raw.decode(encoding), encoding
    except LookupError:
        raise DataError(
            f"{source}: unknown encoding {encoding!r}. Try utf-8, utf-16 or cp1252"
        ) from None
    except UnicodeDecodeError as error:
        if told or encoding != "utf-8-sig":
            raise DataError(
                f"{source}: byte {error.start} is not {encoding}; give the right "
                f"{Setting('encoding')}"
            ) from None
    guess = guessed(raw)
    if guess is None:
        raise DataError(
            f"{source}: not UTF-8, and its letters are of no alphabet that is known without being "
            f"named; give {Setting('encoding')}: e.g. gbk, big5, shift_jis, euc-kr, cp1255, cp1256"
        )
    try:
        return raw.decode(guess), guess
    except UnicodeDecodeError as error:
        raise DataError(
            f"{source}: neither UTF-8 nor {guess} (byte {error.start}); give {Setting('encoding')}"
        ) from None


def guessed(raw: bytes) -> str | None:
    """The likeliest encoding of a text that is no UTF-8, None where it is of no known alphabet.

    >>> guessed("Эксперт 1, да".encode("cp1251")), guessed("Søren, weiß".encode("cp1252"))
    ('cp1251', 'cp1252')
    """
    words = _HIGH.findall(raw[:_LOOKED_AT])
    letters = sum(map(len, words))
    foreign = sum(len(word) for word in words if all(byte > 127 for byte in word) and len(word) > 1)
    if not letters or foreign < FOREIGN * letters:
        return _latin(raw[:_LOOKED_AT])
    best = max(ALPHABETS, key=lambda name: _fits(words, name))
    return best if _fits(words, best) >= COMMON else None


def _latin(raw: bytes) -> str:
    """The encoding of a text in Latin letters: Western, Central European or Turkish.

    >>> _latin("věta".encode("cp1250")), _latin("doğru".encode("cp1254"))
    ('cp1250', 'cp1254')
    """
    text = raw.decode("cp1252", "ignore")
    if _CENTRAL.search(text) or _CARONS.search(raw):
        return "cp1250"
    return "cp1254" if _TURKISH.search(text) and not _ICELANDIC.search(text) else "cp1252"


def _fits(words: list[bytes], encoding: str) -> float:
    """Which share of the letters are common ones, small but for the first of a word."""
    decoded = [word.decode(encoding, "replace") for word in words]
    number = sum(map(len, decoded))
    common = ALPHABETS[encoding]
    score = 0.0
    for word in decoded:
        if word.isalpha():
            # Words all in capitals are rarer, and what another encoding makes of small letters.
            sure = CAPITALS if len(word) > 1 and word.isupper() else 1.0
            score += sure * sum(letter in common for letter in word.lower())
    return score / max(number, 1)
