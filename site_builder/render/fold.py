"""The form in which search compares a text with what a reader types: ``N²``, ``N^2`` and ``ｎ2`` are one.

static/search/fold.js says the same in the browser; a test holds the two together.
"""

from __future__ import annotations

import re
import unicodedata

SIGNS = str.maketrans({
    "⊤": "t", "⋅": "·", "∙": "·", "−": "-", "–": "-", "‐": "-", "‑": "-", "∗": "*", "ς": "σ",
    "“": '"', "”": '"', "‘": "'", "’": "'", "′": "'",
})  # fmt: skip
COMMANDS = {
    **dict.fromkeys((
        "mathrm", "mathbf", "mathbb", "mathcal", "mathsf", "mathit", "operatorname", "text", "left", "right",
        "bigl", "bigr", "quad", "qquad", "displaystyle",
    ), ""),
    "top": "t", "times": "×", "cdot": "·", "sqrt": "√", "approx": "≈", "sim": "∼", "infty": "∞", "to": "→",
    "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠", "ne": "≠", "propto": "∝", "sum": "∑", "prod": "∏",
    "in": "∈", "partial": "∂", "nabla": "∇", "pm": "±", "langle": "⟨", "rangle": "⟩",
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ",
    "eta": "η", "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π",
    "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ",
    "omega": "ω",
}  # fmt: skip
"""What a command of TeX is in plain text; any other is its own name."""

_COMMAND = re.compile(r"\\([a-z]+)[ \t]*")
_UNSEEN = re.compile("[\\\\^_{}$\u00ad\u200b-\u200d\u2060\ufe00-\ufe0f\ufeff]")
_HYPHEN = re.compile(r"([a-z0-9])-(?=[a-z0-9])")
_GROUPED = re.compile(r"([0-9]),(?=[0-9]{3}(?![0-9]))")
_SPACES = re.compile(r"[ \t]+")
_LOOSE = re.compile(r"([a-z]) (?![a-z])|([0-9]) (?![0-9])|([^a-z0-9]) | (?=\n|$)|^ ")


def folded(text: str) -> str:
    """`text` without what a reader may type in another way; its lines stay lines.

    Spaces are kept between two words of letters or two numbers only: ``51.75 GiB`` is ``51.75gib``.
    """
    text = unicodedata.normalize("NFKC", text).lower().translate(SIGNS)
    text = _COMMAND.sub(lambda found: COMMANDS.get(found[1], found[1]), text)
    text = _HYPHEN.sub(r"\1 ", _UNSEEN.sub("", text))
    text = _SPACES.sub(" ", _GROUPED.sub(r"\1", text))
    return _LOOSE.sub(r"\1\2\3", text)
