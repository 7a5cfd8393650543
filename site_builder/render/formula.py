"""A formula as it is printed: MathML that carries its line of plain text, for whoever copies it."""

from __future__ import annotations

from html import escape
from xml.etree import ElementTree

from site_builder.document.maths import to_mathml
from site_builder.document.plain_maths import plain_maths

_LONG = 16.0
"""The width in em that a formula in a sentence has on the narrowest phone."""
_LETTER, _BESIDE_SIGN, _SCRIPT = 0.6, 0.5, 0.7
_BREAKS = frozenset("+−-±=<>≤≥≠≈≡∼≃∝∈∉⊂⊆→←⇒⇐⇔↦≔⋅·×,;∣")
"""Signs behind which TeX, too, would break a line."""


def formula(tex: str, display: bool = False, dimensions: frozenset[str] = frozenset()) -> str:
    """The ``<math>`` element, its ``alttext`` the formula as `plain_maths` writes it.  Refused as in `to_mathml`.

    One that is longer than a line can be broken behind its signs; where it still is, it scrolls.
    """
    written = to_mathml(tex, display, dimensions)
    alternative = escape(plain_maths(tex))
    if len(alternative) < _LONG / 2:  # of most formulas nothing else is asked
        return f'<math alttext="{alternative}"{written.removeprefix("<math")}'
    math = ElementTree.fromstring(written)
    if _width(math) <= _LONG:
        return f'<math alttext="{alternative}"{written.removeprefix("<math")}'
    row = math[0][0]
    parts = _parts(row)
    row[:] = parts
    broken = ElementTree.tostring(math, encoding="unicode", short_empty_elements=False).replace("\n", "&#10;")
    long = f'<math class="long" alttext="{alternative}"{broken.removeprefix("<math")}'
    if display:
        return long
    kind = "scroll" if max(map(_width, parts)) > _LONG else "line"
    return f'<span class="formula-{kind}">{long}</span>'


def _parts(row: ElementTree.Element) -> list[ElementTree.Element]:
    """The row in parts, each up to a sign that a line may end with."""
    parts = [ElementTree.Element("mrow")]
    for child in row:
        parts[-1].append(child)
        if child.tag == "mo" and (child.text or "").strip() in _BREAKS and child is not row[0]:
            child.set("form", "infix")
            parts.append(ElementTree.Element("mrow"))
    return [part for part in parts if len(part)]


def _width(element: ElementTree.Element) -> float:
    """About how wide an element is, in em."""
    inside = [_width(child) for child in element if child.tag != "annotation"]
    match element.tag:
        case "mfrac" | "munder" | "mover" | "munderover":
            return max(inside, default=0)
        case "msub" | "msup" | "msubsup":
            return inside[0] + _SCRIPT * max(inside[1:])
        case "mtable":
            return max(inside, default=0)
        case "mtd":
            return sum(inside) + _BESIDE_SIGN
    text = len((element.text or "").strip()) * _LETTER if not inside else 0
    return text + sum(inside) + (_BESIDE_SIGN if element.tag == "mo" and (element.text or "") in _BREAKS else 0)
