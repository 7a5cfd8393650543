"""Frames and containers of MkDocs, Docusaurus, Quarto, GitBook, Hugo, Obsidian and HTML."""

from __future__ import annotations

import re
from collections.abc import Sequence

from site_builder.transfer.context import Context
from site_builder.transfer.fences import TITLE, directive, figure
from site_builder.transfer.frames import frame_of
from site_builder.transfer.made import Found, Line, Made, converted, dedented, framed, until
from site_builder.transfer.text import rewritten

_COLONS = re.compile(r"(\s*)(:{3,})[ \t]*(\S.*)?$")
_NAMES = re.compile(r"(?:[\w-]+[ \t]*)?(?:\{[ -z|~]*\})?", re.ASCII)
"""What names a container and holds no words of its own."""
_MKDOCS = re.compile(r"(\s*)(!!!|\?\?\?\+?)[ \t]+([\w-]+)(?:[ \t]+[\w-]+)*(?:[ \t]+\"([^\"]*)\")?[ \t]*$")
_TAB_OF_MKDOCS = re.compile(r"(\s*)===[!+]?[ \t]+\"([^\"]*)\"[ \t]*$")
_TABLE = re.compile(r"\s*<table\b", re.IGNORECASE)
_ROW = re.compile(r"<tr\b[^<>]*>(.*?)(?=</tr|<tr\b|\Z)", re.IGNORECASE | re.DOTALL)
_CELL = re.compile(r"<(?:td|th)\b([^<>]*)>(.*?)(?=</t[dh]|<t[dh]\b|\Z)", re.IGNORECASE | re.DOTALL)
_LIQUID = re.compile(r"\s*\{%-?\s*(?:hint|note|tip|callout|alert)\b([^%]*?)-?%\}[ \t]*$")
_LIQUID_END = re.compile(r"\s*\{%-?\s*end\w+\s*-?%\}[ \t]*$")
_HUGO = re.compile(r"\s*\{\{[<%]\s*(\w+)\b([^<>%]*)[>%]\}\}[ \t]*$")
_HUGO_END = re.compile(r"\s*\{\{[<%]\s*/\s*(\w+)\s*[>%]\}\}[ \t]*$")
_DETAILS = re.compile(r"(\s*)<details[^<>]*>\s*(?:<summary[^<>]*>(.*?)</summary>)?\s*$", re.IGNORECASE)
_SUMMARY = re.compile(r"\s*<summary[^<>]*>(.*?)</summary>\s*(.*)$", re.IGNORECASE)
_DETAILS_END = re.compile(r"\s*</details>\s*$", re.IGNORECASE)
_CALLOUT = re.compile(r"[ ]{0,3}>[ \t]*\[!([\w-]+)\][-+]?[ \t]*(.*)$")
_OURS = frozenset(("NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"))
_TAB = re.compile(r"\s*:(?:begin_tab|end_tab):(?:`[^`]*`)?[ \t]*$")
_LABEL = re.compile(r"\s*:(?:eq)?label:`([^`]+)`\s*$")
_LONE_IMAGE = re.compile(r"\s*!\[((?:[^\[\]\\]|\\.)*)\]\(\s*([^\s()]+)[^()]*\)(?:\{[^{}]*\})?\s*$")


def _colons(lines: Sequence[Line], index: int, context: Context) -> Found:
    opening = _COLONS.match(lines[index].text)
    if opening is None:
        return None
    if not opening[3]:
        context.note("left", "colons that close nothing", lines[index].text, lines[index].number)
        return Made(), index + 1

    def opens(text: str) -> bool:
        return bool((mark := _COLONS.match(text)) and mark[3])

    def closes(text: str) -> bool:
        return bool((mark := _COLONS.match(text)) and not mark[3])

    end = until(lines, index + 1, opens, closes)
    body = lines[index + 1 : end]
    indent, info = opening[1], opening[3].strip().rstrip(":").strip()
    if braced := re.match(r"\{([A-Za-z][\w:-]*)\}[ \t]*(.*)$", info):
        return directive(braced[1], braced[2], body, indent, context, lines[index]), end + 1
    name = re.match(r"\{?[ \t]*[.#]?([\w-]+)", info)
    stem = frame_of(name[1]) if name else ""
    if not stem:
        context.note("left", "a container, whose text stays", lines[index].text, lines[index].number)
        words = [] if _NAMES.fullmatch(info) else [Line(lines[index].number, info), Line(lines[index].number, "")]
        return converted([*words, *body], context), end + 1
    return framed(stem, _colon_title(info, name[0] if name else ""), body, indent, context, lines[index]), end + 1


def _colon_title(info: str, name: str) -> str:
    if found := TITLE.search(info):
        return next((each for each in found.groups() if each), "")
    rest = info[len(name) :].strip()
    bracketed = re.match(r"\[([^\[\]]*)\]", rest)
    return bracketed[1] if bracketed else "" if info.startswith("{") else re.sub(r"\{[^{}]*\}$", "", rest).strip()


def _mkdocs(lines: Sequence[Line], index: int, context: Context) -> Found:
    opening = _MKDOCS.match(lines[index].text)
    if opening is None:
        return None
    end = _indented(lines, index, len(opening[1]) + 1)
    stem = "dig" if opening[2].startswith("???") else frame_of(opening[3]) or "note"
    title = opening[4] or ("" if stem != "dig" else opening[3])
    return framed(stem, title, lines[index + 1 : end], opening[1], context, lines[index]), end


def _tab(lines: Sequence[Line], index: int, context: Context) -> Found:
    """A tab of MkDocs: its name in bold, and its text."""
    opening = _TAB_OF_MKDOCS.match(lines[index].text)
    if opening is None:
        return None
    end = _indented(lines, index, len(opening[1]) + 1)
    context.note("rewritten", "a tab, now its name in bold", lines[index].text, lines[index].number)
    inner = converted(dedented(lines[index + 1 : end]), context)
    return Made((f"**{opening[2]}**", "", *inner.lines, ""), inner.height), end


def _table(lines: Sequence[Line], index: int, context: Context) -> Found:
    """A table in HTML; one whose cells span others stays as it is, as code."""
    if not _TABLE.match(lines[index].text):
        return None
    end = index
    while end < len(lines) and "</table" not in lines[end].text.lower():
        end += 1
    block = lines[index : end + 1]
    rows = [_CELL.findall(row) for row in _ROW.findall("\n".join(line.text for line in block))]
    rows = [row for row in rows if row]
    spans = any("span" in given.lower() for row in rows for given, _ in row)
    if not rows or spans or len({len(row) for row in rows}) > 1:
        context.note("person", "a table in HTML, kept as code", lines[index].text, lines[index].number)
        return Made(("```html", *(line.text for line in block), "```")), end + 1
    context.note("rewritten", "a table in HTML", lines[index].text, lines[index].number)
    context.line = lines[index].number
    cells = [[" ".join(rewritten(cell, context).replace("|", "\\|").split()) for _, cell in row] for row in rows]
    shown = [f"| {' | '.join(row)} |" for row in cells]
    return Made(("", shown[0], "|" + "---|" * len(cells[0]), *shown[1:], "")), end + 1


def _indented(lines: Sequence[Line], index: int, within: int) -> int:
    """The index below the lines that are indented under the one at `index`."""
    end = index + 1
    while end < len(lines) and (not lines[end].text.strip() or _width(lines[end].text) >= within):
        end += 1
    while end > index + 1 and not lines[end - 1].text.strip():
        end -= 1
    return end


def _width(text: str) -> int:
    expanded = text.expandtabs(4)
    return len(expanded) - len(expanded.lstrip())


def _liquid(lines: Sequence[Line], index: int, context: Context) -> Found:
    opening = _LIQUID.match(lines[index].text)
    if opening is None:
        return None
    end = until(lines, index + 1, _LIQUID.match, _LIQUID_END.match)
    style = re.search(r"[\"'](\w+)[\"']", opening[1])
    stem = (frame_of(style[1]) if style else "") or "note"
    return framed(stem, "", lines[index + 1 : end], "", context, lines[index]), end + 1


def _hugo(lines: Sequence[Line], index: int, context: Context) -> Found:
    opening = _HUGO.match(lines[index].text)
    if opening is None:
        return None
    given: dict[str, str] = dict(re.findall(r"(\w+)=[\"']?([^\"'\s]+[^\"']*)[\"']?", opening[2]))
    if opening[1] == "figure" and "src" in given:
        caption = given.get("caption", "")
        body = [Line(lines[index].number, caption)] if caption else []
        return figure(given["src"], {"alt": given.get("alt", caption)}, body, context, lines[index]), index + 1
    end = until(lines, index + 1, _HUGO.match, _HUGO_END.match)
    if end == len(lines):
        return None
    style = (
        frame_of(given.get("type", ""))
        or frame_of(opening[1])
        or frame_of(opening[2].split()[0].strip("\"'") if opening[2].split() else "")
    )
    if not style:
        return None
    return framed(style, given.get("title", ""), lines[index + 1 : end], "", context, lines[index]), end + 1


def _details(lines: Sequence[Line], index: int, context: Context) -> Found:
    opening = _DETAILS.match(lines[index].text)
    if opening is None:
        return None
    end = until(lines, index + 1, _DETAILS.match, _DETAILS_END.match)
    body, title = list(lines[index + 1 : end]), opening[2] or ""
    if not title and body and (summary := _SUMMARY.match(body[0].text)):
        title = summary[1]
        body[0] = Line(body[0].number, summary[2])
    title = re.sub(r"</?\w+>", "", title).strip()
    return framed("dig", title, body, opening[1] if len(opening[1]) > 1 else "", context, lines[index]), end + 1


def _callout(lines: Sequence[Line], index: int, context: Context) -> Found:
    """Obsidian's callouts; GitHub's alerts are ours as they are."""
    opening = _CALLOUT.match(lines[index].text)
    if opening is None or (opening[1].upper() in _OURS and not opening[2].strip()):
        return None
    end = index + 1
    while end < len(lines) and lines[end].text.lstrip().startswith(">"):
        end += 1
    body = [Line(line.number, re.sub(r"^[ ]{0,3}>[ ]?", "", line.text)) for line in lines[index + 1 : end]]
    return framed(frame_of(opening[1]) or "note", opening[2], body, "", context, lines[index]), end


def _tabs(lines: Sequence[Line], index: int, context: Context) -> Found:
    if not _TAB.match(lines[index].text):
        return None
    context.note("left", "the edge of a tab, whose text stays", lines[index].text, lines[index].number)
    return Made(), index + 1


def _labelled_image(lines: Sequence[Line], index: int, context: Context) -> Found:
    image = _LONE_IMAGE.match(lines[index].text)
    below = _LABEL.match(lines[index + 1].text) if image and index + 1 < len(lines) else None
    if image is None or below is None:
        return None
    caption = [Line(lines[index].number, image[1])]
    return figure(image[2], {"alt": image[1], "name": below[1]}, caption, context, lines[index]), index + 2


CONTAINERS = (_colons, _mkdocs, _tab, _table, _liquid, _hugo, _details, _callout, _tabs, _labelled_image)
