"""A formula as it is printed: MathML that carries its line of plain text, for whoever copies it."""

from __future__ import annotations

from html import escape

from site_builder.document.maths import to_mathml
from site_builder.document.plain_maths import plain_maths


def formula(tex: str, display: bool = False, dimensions: frozenset[str] = frozenset()) -> str:
    """The ``<math>`` element, its ``alttext`` the formula as `plain_maths` writes it.  Refused as in `to_mathml`."""
    written = to_mathml(tex, display, dimensions)
    return f'<math alttext="{escape(plain_maths(tex))}"{written.removeprefix("<math")}'
