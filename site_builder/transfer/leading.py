"""What links, images and references of another dialect become: each function is given a match and the chapter."""

from __future__ import annotations

import re

from site_builder.transfer.context import MADE, Context


def _words_and_name(found: re.Match[str]) -> tuple[str, str]:
    written = re.fullmatch(r"(.*?)\s*<([^<>]+)>", found[2], re.DOTALL)
    return (written[1], written[2]) if written else ("", found[2])


def to_reference(found: re.Match[str], context: Context) -> str:
    words, name = _words_and_name(found)
    return context.reference(name.strip(), words.replace("{number}", "%s"))


def to_document(found: re.Match[str], context: Context) -> str:
    words, name = _words_and_name(found)
    target = context.link(name)
    return f"[{words or name.rpartition('/')[2]}]({MADE}{target})" if target else words or name


def to_link(found: re.Match[str], context: Context) -> str:
    words, target, title = found[1], found[2].strip("<>"), found[3] or ""
    if target.startswith(MADE):
        return found[0]
    led = context.link(target)
    if led:
        return f"[{words}]({MADE}{led}{title})"
    context.note("person", "a link that leads to no lesson", found[0])
    return f"{words} ({target})" if words else target


def to_image(found: re.Match[str], context: Context) -> str:
    words, target, title = found[1], found[2].strip("<>"), found[3] or ""
    if target.startswith(MADE):
        return found[0]
    width = re.search(r"\bwidth=[\"']?(\d+)(?:px)?[\"']?(?![\d%])", found[4] or "")
    return _image_of(context, words, target, title, width[1] if width else "")


def _image_of(context: Context, words: str, target: str, title: str = "", width: str = "") -> str:
    caption = title.strip().strip("\"'()")
    stem = re.sub(r"[-_]+", " ", target.rpartition("/")[2].rpartition(".")[0])
    words = words.strip() or caption or stem or "image"
    if re.match(r"(?:https?:)?//", target):
        context.note("person", "an image from another site, now a link", target)
        return f"[{words}]({MADE}{context.link(target)})"
    if path := context.image(target):
        return f"![{words}]({MADE}{path}{title})" + (f"{{width={width}}}" if width else "")
    context.note("person", "an image that is not there, or is none", target)
    return f"{words} ({target})"


def to_image_of_html(found: re.Match[str], context: Context) -> str:
    given = dict(re.findall(r"([\w-]+)\s*=\s*[\"']?([^\"'>]*)", found[1]))
    width = re.match(r"(\d+)(?:px)?$", given.get("width", "").strip())
    return _image_of(context, given.get("alt", ""), given.get("src", "").strip(), "", width[1] if width else "")


def to_link_of_html(found: re.Match[str], context: Context) -> str:
    target = re.search(r"href\s*=\s*[\"']?([^\"'\s>]+)", found[1])
    led = context.link(target[1]) if target else ""
    return f"[{found[2]}]({MADE}{led})" if led else found[2]


def to_link_of_wiki(found: re.Match[str], context: Context) -> str:
    target, _, words = found[2].partition("|")
    if found[1]:
        return _image_of(context, "" if words.isdigit() else words, target, "", words if words.isdigit() else "")
    led = context.link(target)
    return f"[{words or target}]({MADE}{led})" if led else words or target


def to_footnote(found: re.Match[str], context: Context) -> str:
    context.footnotes.append(found[1])
    return f"[^note-{len(context.footnotes)}]"


_LOCATED = re.compile(r"-?@?([^\s,]+)(?:\s*,\s*(.+))?")


def to_citation(found: re.Match[str], context: Context) -> str:
    """Citations of sources that the bibliography has; as it stood where it has not all of them."""
    kind, written = found.groups()
    apart = r"\s*;\s*|\s*,\s*(?=@)" if "@" in written else r"\s*,\s*"
    cited = [each for part in re.split(apart, written) if (each := _LOCATED.fullmatch(part.strip()))]
    if not cited or any(each[1] not in context.citations for each in cited):
        return found[0]
    made = (f"{MADE}{{cite}}`{' '.join(filter(None, each.groups()))}`" for each in cited)
    if kind == "t":  # whose authors are a part of the sentence
        return ", ".join(f"{context.citations[each[1]]} {role}" for each, role in zip(cited, made, strict=True))
    return "".join(made)


def to_words(found: re.Match[str], context: Context) -> str:
    keys = re.sub(r"\s*[;,]\s*(?=@)|(?<=\w),(?=\w)|;", ", ", found[1])
    return f"({keys.replace('@', '').strip()})"
