"""Bytes to text: UTF-8 or refused by name, line ends made LF, nothing invisible let through."""

from __future__ import annotations

import codecs
import re
import unicodedata

from site_builder.problems import Problems, SourcePosition

_UNWANTED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 and C1 controls but tab and line feed
    "\u2028\u2029\ufeff"  # further line ends, and byte order marks inside the text
    "\u202d\u202e"  # overrides of direction: what a reviewer sees is not what is there
    "\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]"  # code points that are no characters
)
_NAMES = {0: "NUL", 0x7F: "DELETE", 0x85: "NEXT LINE", 0xFEFF: "BYTE ORDER MARK"}
_KINDS = {"Cc": "a control character", "Cs": "a lone surrogate", "Cn": "no character"}
_MOST_REPORTED = 5

_UTF_16_OR_32 = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
_GBK = re.compile(rb"(?:[\x00-\x7f]|[\x81-\xfe][\xa1-\xfe])*")
_SURROGATE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")


def decode(data: bytes, path: str, problems: Problems) -> str | None:
    """The text of `data`: strict UTF-8, a byte order mark dropped, CRLF and CR as LF; None with problems."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        _refuse_encoding(data, error.start, path, problems)
        return None
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    unwanted = list(_UNWANTED.finditer(text))
    if not unwanted:
        return text
    hint = "the file looks like UTF-16; save it as UTF-8" if _looks_like_utf_16(data) else "delete it"
    for match in unwanted[:_MOST_REPORTED]:
        name = character_name(match.group())
        problems.error(
            _position(text[: match.start()], path), "source-has-no-control-characters", f"the text holds {name}", hint
        )
    return None


def unwanted_character(text: str) -> str:
    """The first character of `text` that no page can show, or nothing.  Line separators are let through here."""
    return next((char for char in _UNWANTED.findall(text) if char not in "\u2028\u2029"), "")


def character_name(char: str) -> str:
    """``U+00A0 NO-BREAK SPACE``: how messages name a character nobody can see."""
    name = _NAMES.get(ord(char)) or unicodedata.name(char, "") or _KINDS.get(unicodedata.category(char), "")
    return f"U+{ord(char):04X} {name}"


def _position(before: str, path: str) -> SourcePosition:
    """The position right after the text `before`."""
    return SourcePosition(path, before.count("\n") + 1, len(before) - before.rfind("\n"))


def _refuse_encoding(data: bytes, offset: int, path: str, problems: Problems) -> None:
    before = data[:offset].decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    guess = _guess(data, offset)
    problems.error(
        _position(before, path),
        "source-is-utf-8",
        f"not UTF-8: byte 0x{data[offset]:02X} at offset {offset}",
        f"it looks like {guess}; save the file as UTF-8" if guess else "save the file as UTF-8",
    )


def _guess(data: bytes, offset: int) -> str:
    """The encoding `data` is most likely in, or nothing."""
    for mark, name in _UTF_16_OR_32:
        if data.startswith(mark):
            return name
    if _SURROGATE.match(data, offset):
        return "UTF-8 with a lone surrogate"
    if _looks_like_utf_16(data):
        return "UTF-16"
    if _GBK.fullmatch(data):
        return "GBK"
    if offset + 3 >= len(data) and 0xC2 <= data[offset] <= 0xF4:
        return "a UTF-8 file that was cut off"
    return ""


def _looks_like_utf_16(data: bytes) -> bool:
    """Whether every other byte of some ASCII in `data` is NUL, as in UTF-16 without its mark."""
    sample = data[:4096]
    return max(sample[0::2].count(0), sample[1::2].count(0)) * 4 > len(sample) // 2 > 0
