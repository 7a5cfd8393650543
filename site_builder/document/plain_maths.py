"""A formula on one line of plain text, where no element may stand: ``N²``, ``(a + b)/c``, ``√d_k``."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from xml.etree import ElementTree

from site_builder.document.maths import to_mathml

_SUPERSCRIPTS = str.maketrans("0123456789+−-=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
_ABOVE = frozenset(map(chr, _SUPERSCRIPTS)) | {"⊤", "′", "∗"}
"""What may stand above a letter; a transpose, a prime and a star stand high by themselves."""


@lru_cache(maxsize=4096)
def plain_maths(tex: str) -> str:
    """The formula as a reader would type it.  Refused as in `to_mathml`."""
    return " ".join(_read(ElementTree.fromstring(to_mathml(tex))).replace("\u2061", " ").split())  # log N, not logN


def _read(element: ElementTree.Element) -> str:
    form = _FORMS.get(element.tag) if element.get("linethickness") is None else _beside
    children = [child for child in element if child.tag != "annotation"]
    if form is None:
        return (element.text or "") + "".join(map(_read, children))
    return form(*map(_read, children))


def _fraction(above: str, below: str) -> str:
    return f"{_group(above)}/{_group(below)}"


def _beside(*parts: str) -> str:
    """The numbers of a binomial or a matrix, which no rule divides."""
    return " ".join(parts)


def _power(base: str, above: str) -> str:
    return base + above.translate(_SUPERSCRIPTS) if set(above) <= _ABOVE else f"{base}^{_group(above)}"


def _over(base: str, above: str) -> str:
    return base + above if len(above) == 1 else _power(base, above)


def _index(base: str, below: str) -> str:
    return f"{base}_{_group(below)}"


def _both(base: str, below: str, above: str) -> str:
    return _power(_index(base, below), above)


def _root(*inside: str) -> str:
    return "√" + _group("".join(inside))


def _root_of_degree(inside: str, degree: str) -> str:
    return _power("", degree) + _root(inside)


def _group(text: str) -> str:
    """`text`, in brackets where it would fall apart beside a sign."""
    stripped = text.strip()
    return stripped if stripped.replace("_", "").isalnum() or len(stripped) == 1 else f"({stripped})"


_FORMS: dict[str, Callable[..., str]] = {
    "mtr": _beside,
    "mtable": _beside,
    "mfrac": _fraction,
    "msup": _power,
    "mover": _over,
    "msub": _index,
    "munder": _index,
    "msubsup": _both,
    "munderover": _both,
    "msqrt": _root,
    "mroot": _root_of_degree,
}
