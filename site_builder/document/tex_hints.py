r"""What to write in place of the TeX that is refused: one row a command."""

from __future__ import annotations

from types import MappingProxyType

COLOUR_HINT = (
    r"write \textcolor with a role (score, kv, weights, state, work, time) or red, blue, gray, green, magenta, orange"
)
"""What has a colour, and what those are called."""
_SIZE = "leave it out: a formula has the size of its text"
_SPACE = r"write \quad or \, for space"
_LINK = "write the link in the sentence, outside the formula"
_STRUCK = r"write \boxed{…} or say it in the sentence"

HINTS = MappingProxyType({
    **dict.fromkeys((r"\colorbox", r"\fcolorbox", r"\definecolor", r"\pagecolor"), COLOUR_HINT),
    **dict.fromkeys((r"\cancel", r"\bcancel", r"\xcancel", r"\sout", r"\not"), _STRUCK),
    **dict.fromkeys((r"\large", r"\Large", r"\LARGE", r"\huge", r"\small", r"\tiny", r"\footnotesize", r"\normalsize",
                     r"\scalebox", r"\resizebox"), _SIZE),
    **dict.fromkeys((r"\hfill", r"\rlap", r"\llap", r"\mathrlap", r"\mathllap", r"\raisebox"), _SPACE),
    **dict.fromkeys((r"\href", r"\url"), _LINK),
    **dict.fromkeys((r"\class", r"\style", r"\cssId", r"\htmlClass", r"\htmlStyle", r"\require", r"\unicode",
                     r"\vcenter"), "leave it out"),
    r"\ce": r"write \mathrm{H_2O}",
    r"\pu": r"write 3\,\mathrm{m}",
    r"\SI": r"write 3\,\mathrm{m}",
    r"\si": r"write \mathrm{m}",
    r"\qty": r"write 3\,\mathrm{m}, or \left( … \right)",
    r"\root": r"write \sqrt[3]{x}",
    r"\cr": r"write \\",
    r"\argmax": r"write \operatorname*{arg\,max}",
    r"\argmin": r"write \operatorname*{arg\,min}",
    r"\includegraphics": "write ![words](path) outside the formula",
})  # fmt: skip
"""Hints for single commands."""
OF_ONES_OWN = "write it out, or define it for the course, in course.yaml under macros"
"""The hint for every other command that is not known."""
