"""What of a run of inline content is text: code, formulas, texts of roles and addresses are blanked out."""

from __future__ import annotations

from collections.abc import Sequence

from markdown_it.token import Token


def text_view(token: Token) -> str:
    """The content of an inline token, with a space for each character that is no text; offsets stay.

    A token that a rule made knows where what it was made of begins and ends (``meta["offset"]``, ``meta["end"]``).
    """
    if all(child.type == "text" for child in token.children or ()):
        return token.content
    view = list(token.content)
    _blank_children(view, token.children or ())
    return "".join(view)


def _blank_children(view: list[str], children: Sequence[Token]) -> None:
    links: list[Token] = []
    for child in children:
        start: int = child.meta.get("offset", 0)
        end: int = child.meta.get("end", 0)
        if child.type == "link_open":
            links.append(child)
        elif child.type == "link_close":
            _blank_link(view, links.pop(), child)
        elif child.type == "code_inline":
            _blank(view, start + len(child.markup), end - len(child.markup))
        elif child.type == "role":
            ticks = child.meta["text_offset"] - start - len(child.info) - 2
            _blank(view, child.meta["text_offset"], end - ticks)
        elif child.type in ("image", "footnote_ref", "comment") or child.tag == "math":
            _blank(view, start, end)


def _blank_link(view: list[str], opening: Token, closing: Token) -> None:
    """Leave the words of a link: `closing` stands where they end, before the bracket."""
    start, end = opening.meta["offset"], opening.meta["end"]
    words = start if opening.markup == "autolink" else closing.meta["offset"]
    _blank(view, start, start + 1)
    _blank(view, words, end)


def _blank(view: list[str], start: int, end: int) -> None:
    view[start:end] = ["\n" if char == "\n" else " " for char in view[start:end]]
