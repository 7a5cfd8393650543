"""The forms that texts of the YAML files must have, each with the words that an author is reported."""

from __future__ import annotations

from collections.abc import Mapping

ANCHOR_ID = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$"
ID = r"^[^\s./\\<>`][^/\\<>`\x00-\x1f\x7f]*$"
LANGUAGE = r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"
VARIABLE = r"^[A-Za-z][A-Za-z0-9_]*$"
URL = r"^https?://[^\s<>\"']+$"

REPORT = r"^(https?://|mailto:)[^\s<>\"']+$"

WORDS: Mapping[str, str] = {
    ANCHOR_ID: "Latin letters, digits, dots, hyphens and underscores",
    ID: r"a name that begins with no dot or space and has none of / \ < > `",
    LANGUAGE: "a code of a language, as en or zh-CN",
    VARIABLE: "a name that an expression can use: letters, digits and _, a letter first",
    URL: "a whole address, as https://example.org",
    REPORT: "an address that begins with https:// or mailto:, as https://example.org/new?title={title}",
}
