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
_LAST = frozenset("ךםןףץ")  # Hebrew letters that only end words
_LATIN = bytes(range(65, 91)) + bytes(range(97, 123))
# In Latin alphabets some letters of a word are accented; in others all are beyond ASCII.
FOREIGN = 0.8
# The commonest letters, two thirds of any longer text, and those that are neither common nor rare.
ALPHABETS = {
    "cp1251": (frozenset("оеаинтсрвлкмдпуяії"), frozenset("ыьгзбчйхжў")),
    "koi8-r": (frozenset("оеаинтсрвлкмдпуя"), frozenset("ыьгзбчйхж")),
    "cp1253": (frozenset("αοιετσνηυρπκμλςόίάέήώ"), frozenset("δγθωύχφβ")),
}
GUESSED = (*ALPHABETS, "cp1250", "cp1252", "cp1254")  # what the letters of a text may show
# Where a letter is two bytes, or alphabets share all places, nothing but the person can tell.
_NAMED = {
    **dict.fromkeys(("gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"), "\u3040-\ud7a3"),
    "cp1255": "א-ת",
    "cp1256": "ء-ي",
}
_IN_PLACE = 0.8  # of the letters beyond ASCII: below, an encoding is not the text's
CAPITALS = 0.9  # what a word in capitals counts, beside one in small letters
_USUAL = 0.8  # what a letter counts that is neither common nor rare
COMMON = 0.7  # of the letters: below, it is another alphabet
# Signs of Windows-1252 that stand inside words only where the text is Central European.
_CENTRAL = re.compile(
    r"[A-Za-z][£¹³¿¯¼¾ºª¥][a-zà-ÿ]|[a-zà-ÿ][£¹³¿¯¼¾ºª][A-Za-z]|(?<!\w)[£¯¼][a-z]{2}"
    # Š and ž are written in Central Europe; ì and ù (ě, ů) end words in Italian and French.
    r"|[ŠŽšž][a-zà-ÿ]|[a-zà-ÿ][šž]|[A-Za-z][ìù][a-z]|Ÿ[a-zà-ÿ]"
    # ś stands where French has œ, which it writes before u and in fœtus, œsophage, œdème.
    r"|œ[rlwmpki]"
    # ř stands where Danish has ø, which has no vowels with this accent.
    r"|ø[áéíý]|[áéíý]ø"
)
_CARONS = re.compile(rb"[A-Za-z\xe0-\xff][\x8d\x8f\x9d]|[\x8d\x8f\x9d][a-z\xe0-\xff]")  # Ť, Ź, ť
# Þ and ð of Icelandic stand where Turkish has Ş and ğ; beside them Icelandic has these.
_TURKISH, _ICELANDIC = re.compile(r"[ðþÞÐ]"), re.compile(r"[áíúéóæÁÍÚÉÓÆ]")
# ý of Czech and Icelandic stands where Turkish has ı; no text of theirs has only these beside it.
_DOTLESS, _BESIDE = re.compile(r"[a-zçöü]ý[a-zçöü]|ý[a-z]*[çöü]"), frozenset("ýðþÝÐÞçöüÇÖÜâîûÂÎÛ")


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
        fitting = [name for name in _NAMED if _may_be(raw, name)] or _NAMED
        raise DataError(
            f"{source}: not UTF-8, and accord cannot tell which letters these are. Name the "
            f"encoding with {Setting('encoding')}: {', '.join(fitting)}"
        )
    try:
        return raw.decode(guess), guess
    except UnicodeDecodeError as error:
        raise DataError(
            f"{source}: neither UTF-8 nor {guess} (byte {error.start}); give {Setting('encoding')}"
        ) from None


def _may_be(raw: bytes, encoding: str) -> bool:
    """Whether the letters of a text are those of an encoding that must be named."""
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        return False
    letters = "".join(letter for letter in text if letter.isalpha() and not letter.isascii())
    own = re.findall(f"[{_NAMED[encoding]}]", letters)
    return len(own) >= _IN_PLACE * max(len(letters), 1)


def guessed(raw: bytes) -> str | None:
    """The likeliest encoding of a text that is no UTF-8, None where it is of no known alphabet.

    >>> guessed("Эксперт 1, да".encode("cp1251")), guessed("Søren, weiß".encode("cp1252"))
    ('cp1251', 'cp1252')
    """
    words = [_without_mark(word) for word in _HIGH.findall(raw[:_LOOKED_AT])]
    letters = sum(map(len, words))
    foreign = sum(len(word) for word in words if all(byte > 127 for byte in word) and len(word) > 1)
    if not letters or foreign < FOREIGN * letters:
        return _latin(raw[:_LOOKED_AT])
    best = max(ALPHABETS, key=lambda name: _fits(words, name))
    no_greek = best == "cp1253" and _is_unaccented(words)
    return None if no_greek or _is_hebrew(words) or _fits(words, best) < COMMON else best


def _without_mark(word: bytes) -> bytes:
    """A word without the Latin letter or two that count it: a coder's mark in another alphabet."""
    bare = word.rstrip(_LATIN)
    return bare if len(bare) > len(word) - 3 and len(bare) > 3 else word


def _latin(raw: bytes) -> str:
    """The encoding of a text in Latin letters: Western, Central European or Turkish.

    >>> _latin("věta".encode("cp1250")), _latin("doğru".encode("cp1254"))
    ('cp1250', 'cp1254')
    """
    text = raw.decode("cp1252", "ignore")
    if _CENTRAL.search(text) or _CARONS.search(raw):
        return "cp1250"
    turkish = _TURKISH.search(text) and not _ICELANDIC.search(text)
    letters = {letter for letter in text if letter.isalpha() and not letter.isascii()}
    dotless = _DOTLESS.search(text) and letters <= _BESIDE
    return "cp1254" if turkish or dotless else "cp1252"


def _fits(words: list[bytes], encoding: str) -> float:
    """Which share of the letters are common ones, small but for the first of a word.

    A sign that stands alone, as № does, tells nothing; ς stands at the end of a word only, and the
    letter in its place is a common one of Russian.
    """
    decoded = [word.decode(encoding, "replace") for word in words if len(word) > 1]
    number = sum(map(len, decoded))
    common, usual = ALPHABETS[encoding]
    score = 0.0
    for word in decoded:
        small = word.lower()
        if word.isalpha() and (word[1:].islower() or word.isupper()) and "ς" not in small[:-1]:
            # Words all in capitals are rarer, and what another encoding makes of small letters.
            sure = CAPITALS if len(word) > 1 and word.isupper() else 1.0
            score += sure * sum(letter in common for letter in small)
            score += sure * _USUAL * sum(letter in usual for letter in small)
    return score / max(number, 1)


def _is_unaccented(words: list[bytes]) -> bool:
    """Whether most long words are without an accent, in Greek: there each has one.

    >>> _is_unaccented(["κριτής".encode("cp1253")]), _is_unaccented(["שופט".encode("cp1255")])
    (False, True)
    """
    long = [word.decode("cp1253", "replace") for word in words if len(word) > 3]
    bare = [word for word in long if not word.isupper() and not set(word) & set("άέήίόύώΐΰ")]
    return len(bare) > len(long) / 2


def _is_hebrew(words: list[bytes]) -> bool:
    """Whether all letters are Hebrew ones, and those that end words stand nowhere else.

    >>> _is_hebrew(["שופט".encode("cp1255"), "כן".encode("cp1255")])
    True
    >>> _is_hebrew(["да".encode("cp1251"), "нет".encode("cp1251")])
    False
    """
    letters = [word.decode("cp1255", "replace") for word in words]
    inside = {letter for word in letters for letter in word[:-1]}
    ends = {word[-1:] for word in letters}
    hebrew = all("א" <= letter <= "ת" for letter in inside | ends)
    return hebrew and bool(ends & _LAST) and not inside & _LAST
