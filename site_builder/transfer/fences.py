"""Code, and the directives that MyST writes like code: with a language, a title, a figure, a frame."""

from __future__ import annotations

import re
from collections.abc import Sequence

from site_builder.parse.fences import MARKED, NUMBERED, STARTS, TITLES, fence_info
from site_builder.transfer.context import Context
from site_builder.transfer.formulas import formula
from site_builder.transfer.frames import DROPPED, frame_of
from site_builder.transfer.made import FENCE, Found, Line, Made, converted, dedented, framed, trimmed

TITLE = re.compile(r"""\b(?:title|caption|filename|name)=(?:"([^"]*)"|'([^']*)'|(\S+))""")
_SAID = (*TITLES, *NUMBERED, *STARTS, *MARKED)
_OPTION = re.compile(r"\s*:([\w-]+):[ \t]*(.*)$")


def fence(lines: Sequence[Line], index: int, context: Context) -> Found:
    opening = FENCE.match(lines[index].text)
    if opening is None:
        return None
    indent, mark, info = opening[1], opening[2], opening[3].strip()
    end = index + 1
    closing = re.compile(rf"\s*{mark[0]}{{{len(mark)},}}\s*$")
    while end < len(lines) and not closing.match(lines[end].text):
        end += 1
    body = lines[index + 1 : end]
    named = re.match(r"\{([A-Za-z][\w:-]*)\}[ \t]*(.*)$", info)
    if info in ("toc", "math") or named:
        name, argument = (named[1], named[2]) if named else (info, "")
        return directive(name, argument, body, indent, context, lines[index]), end + 1
    return code(info, body, indent, context, lines[index]), end + 1


def code(info: str, body: Sequence[Line], indent: str, context: Context, line: Line) -> Made:
    said = fence_info(info)
    words = said.title.replace('"', "”")
    written = " ".join(filter(None, (
        _language(said.language),
        f'title="{words}"' if words else "",
        f"linenos={said.first}" if said.first > 1 else "linenos" if said.first else "",
        f'hl_lines="{said.marked}"' if said.marked else "",
    )))  # fmt: skip
    if written != info:
        context.note("rewritten", "words behind the marks of code", info, line.number)
    longest = max((len(run) for each in body for run in re.findall(r"`{3,}", each.text)), default=2)
    marks = "`" * (longest + 1)
    inside = [each.text if each.text.startswith(indent) or not indent else indent + each.text.lstrip() for each in body]
    return Made((f"{indent}{marks}{written}", *inside, f"{indent}{marks}"))


def _language(name: str) -> str:
    """The language's own name, without the tool that runs it."""
    return re.sub(r"[^\w+#-].*|^i?(?=python\d?$)|(?<=python)\d$", "", name)


def directive(name: str, argument: str, body: Sequence[Line], indent: str, context: Context, line: Line) -> Made:
    """A directive of MyST, written as a fence or between colons."""
    options: dict[str, str] = {}
    if body and body[0].text.strip() == "---":
        end = next((place for place, each in enumerate(body[1:], 1) if each.text.strip() == "---"), 0)
        given = (re.match(r"\s*([\w-]+):[ \t]*(.*)$", each.text) for each in body[1:end])
        options = {each[1]: each[2].strip().strip("\"'") for each in given if each}
        body = body[end + 1 :] if end else body
    while body and (option := _OPTION.match(body[0].text)):
        options[option[1]] = option[2].strip()
        body = body[1:]
    if name in DROPPED:
        context.note(
            "left", f"{{{name}}}, which a course makes by itself", " ".join(each.text for each in body), line.number
        )
        return Made()
    if name in ("figure", "image"):
        return figure(argument, options, body, context, line)
    if name == "math":
        return formula([each.text for each in body], options.get("label", ""), indent, context, line)
    if name in ("code-block", "code", "sourcecode", "code-cell"):
        context.note("rewritten", "code in a directive", line.text, line.number)
        said = " ".join(f'{option}="{value}"' for option, value in options.items() if option in _SAID)
        return code(f"{(argument.split() or [''])[0]} {said}".strip(), body, indent, context, line)
    if stem := frame_of(name):
        return framed(stem, argument, body, indent, context, line)
    if re.fullmatch(r"[a-z]{1,10}", name) and not argument and not options:
        return code(f"{{{name}}}", body, indent, context, line)
    context.note("person", f"a directive of another tool, {{{name}}}", argument, line.number)
    shown = code("text", body, indent, context, line)
    return Made((f"{indent}`{name}` {argument}".rstrip(), "", *shown.lines)) if argument else shown


def figure(path: str, options: dict[str, str], body: Sequence[Line], context: Context, line: Line) -> Made:
    context.note("rewritten", "a figure", line.text, line.number)
    caption = converted(dedented(body), context)
    words = options.get("alt") or " ".join(part.strip() for part in caption.lines).strip()
    found = context.image(path.strip())
    if not found:
        context.note("person", "an image that is not there, or is none", path, line.number)
        return Made((f"{words} ({path})", *caption.lines))
    words = re.sub(r"[\[\]*`]", "", words)[:300] or path.rpartition("/")[2]
    label = re.sub(r"[^\w-]+", "-", options.get("name", "").strip("-"))
    width = re.match(r"(\d+)(?:px)?$", options.get("width", ""))
    more = [f":label: {label}"] if re.match(r"[A-Za-z][\w-]*$", label, re.ASCII) else []
    more += [f":width: {width[1]}"] if width else []
    colons = ":" * (3 + caption.height)
    lines = (f"{colons}{{figure}} {found}", f":alt: {words}", *more, "", *trimmed(caption.lines), colons)
    return Made(("", *lines, ""), caption.height + 1)
