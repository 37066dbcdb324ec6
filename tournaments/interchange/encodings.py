"""What encoding a text file from somewhere is in.

A byte order mark decides. Without one, a strict UTF-8 reading is taken; else every Japanese
encoding that can read all bytes is tried and the most plausible text wins: kana and common
kanji speak for it, half-width kana and private-use characters against it.
"""

import codecs
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from charset_normalizer import from_bytes

ENCODINGS: tuple[str, ...] = ("utf-8", "cp932", "euc_jp", "utf-16-le", "utf-16-be", "iso2022_jp")
"""What a person may choose from; any encoding of Python can be forced."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WIDER = {"cp932": "shift_jis_2004", "euc_jp": "euc_jis_2004"}
_SAMPLE = 20_000


@dataclass(frozen=True, slots=True)
class Decoded:
    text: str
    encoding: str
    marked: bool = False
    """A byte order mark said so."""
    sure: bool = True
    """False for a guess that a person should look at."""


class NotTextError(ValueError):
    """No encoding gives a readable text."""


class WrongEncodingError(ValueError):
    """The encoding that was asked for cannot read the bytes, or is none."""

    def __init__(self, encoding: str, line: int | None) -> None:
        super().__init__(encoding, line)
        self.encoding = encoding
        self.line = line
        """The line of the first byte that does not fit."""


def decode(data: bytes, encoding: str | None = None) -> Decoded:
    """The text of ``data``, without its byte order mark.

    Raise NotTextError; WrongEncodingError when ``encoding`` is given, and for UTF-8 with a
    broken character in it.
    """
    if encoding:
        return _forced(data, encoding)
    for mark, name in _MARKS:
        if data.startswith(mark):
            text = _strict(data[len(mark) :], name)
            if text is None:
                raise NotTextError
            return Decoded(text, name, marked=True)
    if b"\0" in data:
        return _wide(data)
    text = _strict(data, "utf-8")
    if text is not None and not (b"\x1b$" in data or b"\x1b(" in data):
        return Decoded(_readable(text), "utf-8")
    if (line := _damaged_utf8(data)) is not None:
        raise WrongEncodingError("utf-8", line)
    if b"\x1b" in data and (text := _strict(data, "iso2022_jp")) is not None:
        return Decoded(text, "iso2022_jp")
    return _legacy(data)


def plausibility(text: str) -> float:
    """How much a text looks like Japanese; higher is more so, and 0 says nothing.

    >>> plausibility("山田 太郎") > plausibility("ｻｳﾅﾄ ﾂﾀﾏｺ")
    True
    """
    return sum(_weight(char) for char in text[:_SAMPLE])


def _forced(data: bytes, encoding: str) -> Decoded:
    try:
        name = codecs.lookup(encoding).name
    except (LookupError, ValueError):
        raise WrongEncodingError(encoding, None) from None
    if name.startswith(("utf-16", "utf-32")):
        # Either byte order is meant unless the file or the name says otherwise.
        for mark, marked in _MARKS[1:]:
            if marked.startswith(name[:6]) and data.startswith(mark):
                data, name = data[len(mark) :], marked
                break
        else:
            if name == "utf-16":
                return _wide(data)
    elif name in {"utf-8", "utf-8-sig"}:
        data, name = data.removeprefix(codecs.BOM_UTF8), "utf-8"
    elif name == "shift_jis":
        # What is called so is nearly always the larger set.
        name = "cp932"
    failed: UnicodeError | LookupError
    try:
        return Decoded(data.decode(name), name)
    except (UnicodeError, LookupError) as error:
        failed = error
    if name in _WIDER and (text := _japanese(data, name)) is not None:
        return Decoded(text, name)
    at = failed.start if isinstance(failed, UnicodeDecodeError) else None
    line = None if at is None else data.count(b"\n", 0, at) + 1
    raise WrongEncodingError(encoding, line)


def _strict(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _damaged_utf8(data: bytes) -> int | None:
    """The line of the first fault in what is plainly UTF-8 otherwise."""
    try:
        data.decode()
    except UnicodeDecodeError as error:
        sample = data[:_SAMPLE].decode("utf-8", "replace")
        broken = max(1, sample.count("\ufffd"))
        whole = sum(not char.isascii() for char in sample) - broken
        return data.count(b"\n", 0, error.start) + 1 if whole > 5 * broken else None
    return None


def _japanese(data: bytes, encoding: str) -> str | None:
    """Read one of the two families with whichever of its character sets fits."""
    text = _strict(data, encoding)
    if text is None and encoding == "euc_jp":
        text = _windows_euc(data)
    if text is None:
        text = _strict(data, _WIDER[encoding])
    return text


def _windows_euc(data: bytes) -> str | None:
    """EUC with the additions of CP932 (① 髙 﨑), as spreadsheets and old servers write it.

    Python lacks this one (CP51932); each pair of bytes is read by way of CP932.
    """
    found = bytearray()
    at = 0
    while at < len(data):
        lead = data[at]
        if lead < 0x80:
            found.append(lead)
            at += 1
            continue
        if at + 1 == len(data):
            return None
        trail = data[at + 1]
        at += 2
        if lead == 0x8E and 0xA1 <= trail <= 0xDF:
            found.append(trail)
        elif 0xA1 <= lead <= 0xFE and 0xA1 <= trail <= 0xFE:
            row, cell = lead - 0xA1, trail - 0xA1
            found.append(0x81 + row // 2 if row < 62 else 0xC1 + row // 2)
            found.append(0x9F + cell if row % 2 else 0x40 + cell + (cell > 62))
        else:
            return None
    return _strict(bytes(found), "cp932")


def _readable(text: str) -> str:
    """Raise NotTextError for a text full of control characters."""
    sample = text[:_SAMPLE]
    strange = sum(unicodedata.category(char) == "Cc" and char not in "\t\r\n" for char in sample)
    if strange * 10 > len(sample):
        raise NotTextError
    return text


def _wide(data: bytes) -> Decoded:
    """UTF-16 without a mark, which a zero byte gives away; or UTF-8 with a stray zero."""
    found = []
    zeros = (data[1::2].count(0), data[0::2].count(0))
    for name, high in zip(("utf-16-le", "utf-16-be"), zeros, strict=True):
        text = _strict(data, name)
        if text is not None and "\0" not in text and _strange(text) * 50 <= len(text):
            found.append((plausibility(text), high, name, text))
    if found:
        _, _, name, text = max(found)
        return Decoded(text, name)
    text = _strict(data, "utf-8")
    if text is None:
        text = next((read for name in _WIDER if (read := _japanese(data, name))), None)
        if text is None:
            raise NotTextError
        return Decoded(_readable(text), "cp932", sure=False)
    return Decoded(_readable(text), "utf-8")


def _legacy(data: bytes) -> Decoded:
    found = []
    for name in _WIDER:
        text = _japanese(data, name)
        if text is not None and not _strange(text):
            found.append((plausibility(text), name, text))
    if len(found) == 2:
        # Much of EUC can be read as CP932 and next to nothing the other way round.
        score, name, text = found[0]
        found[0] = score - sum(not char.isascii() for char in text[:_SAMPLE]), name, text
    if found:
        _, name, text = max(found)
        return Decoded(_readable(text), name)
    guess = from_bytes(data[: 2 * _SAMPLE]).best()
    if guess is not None:
        text = _strict(data, guess.encoding)
        if text is not None and _strange(text) * 50 <= len(text):
            return Decoded(_readable(text), guess.encoding, sure=False)
    raise NotTextError


_PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010ffff\ufffd]")


def _strange(text: str) -> int:
    """How many characters no one writes on purpose."""
    sample = text[:_SAMPLE]
    return len(_PRIVATE.findall(sample)) + sum(
        unicodedata.category(char) in {"Cn", "Cc"} and char not in "\t\r\n" for char in sample
    )


@lru_cache(maxsize=20_000)
def _weight(char: str) -> float:
    point = ord(char)
    if point < 0x80:
        return 0.5 if char.isalnum() or char in ",;\t\r\n " else 0.0
    if 0x3040 <= point <= 0x30FF:
        return 3.0
    if 0x3000 <= point <= 0x303F or 0xFF01 <= point <= 0xFF5E:
        return 1.0
    if 0xFF61 <= point <= 0xFF65:
        return -3.0
    if 0xFF66 <= point <= 0xFF9F:
        return -1.0
    if 0x4E00 <= point <= 0x9FFF:
        return _kanji_weight(char)
    if _PRIVATE.match(char) or unicodedata.category(char) in {"Cn", "Cc"}:
        return -8.0
    return -1.0


def _kanji_weight(char: str) -> float:
    """The common kanji are the first half of the Japanese standard set (JIS X 0208)."""
    try:
        first = char.encode("euc_jp")
    except UnicodeEncodeError:
        return 0.0 if _in_cp932(char) else -2.0
    if len(first) == 3:
        return -1.0
    return 2.0 if first[0] <= 0xCF else 0.0


def _in_cp932(char: str) -> bool:
    try:
        char.encode("cp932")
    except UnicodeEncodeError:
        return False
    return True
