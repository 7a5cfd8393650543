r"""What authors write in TeX and the converter does not know, as what it knows: one row a command or environment."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from site_builder.document.tex import Piece, pieces_of, refused
from site_builder.document.tex_hints import COLOUR_HINT

QUOTE, WIDE = "\ue000", "\ue001"
"""Stand for a straight quotation mark, and mark the base of a wide tilde, on their way through the converter."""

COMMANDS = {
    r"\dotsc": r"\ldots",
    r"\dotso": r"\ldots",
    r"\dotsb": r"\cdots",
    r"\dotsm": r"\cdots",
    r"\dotsi": r"\cdots",
    r"\hdots": r"\ldots",
    r"\mbox": r"\text",
    r"\mathds": r"\mathbb",
    r"\mathbbm": r"\mathbb",
    r"\ensuremath": "",
    '"': QUOTE,
}
"""One piece for one piece."""
COLOURS = {
    **dict.fromkeys(("score", "red"), "red"),
    **dict.fromkeys(("kv", "blue"), "blue"),
    **dict.fromkeys(("weights", "gray", "grey"), "gray"),
    **dict.fromkeys(("state", "green"), "green"),
    **dict.fromkeys(("work", "magenta", "purple", "violet"), "magenta"),
    **dict.fromkeys(("time", "orange", "brown"), "orange"),
}
"""What an author may call a colour: the role of a curve, whose colour it is, or the common name of one; and the
converter's name for it."""
TINTS = {
    "#FF0000": "role-score",
    "#0000FF": "role-kv",
    "#808080": "role-weights",
    "#03FF00": "role-state",
    "#FB3199": "role-work",
    "#FF8001": "role-time",
}
"""The class of each of the converter's colours."""
_TEXTS = tuple(rf"\{name}" for name in ("text", "mbox", "textrm", "textbf", "textit", "textsf", "texttt"))
_NUMBERED = frozenset(["equation", "align", "gather", "multline", "flalign", "alignat"])
ENVIRONMENTS = {
    "split": "aligned",
    "alignedat": "aligned",
    "smallmatrix": "subarray",
    "eqnarray": "array",
    "eqnarray*": "array",
    **{f"{name}matrix*": f"{name}matrix" for name in ("", "p", "b", "B", "v", "V")},
    **{name: f"{name}*" for name in _NUMBERED},  # what has a label is numbered, and only that
    **dict.fromkeys(("flalign", "flalign*", "alignat", "alignat*"), "align*"),
}


def known_tex(tex: str) -> list[Piece]:
    """`tex` as the converter understands it.  Refused as in `pieces_of`."""
    return _numbered(_rewritten(pieces_of(tex)))


def _rewritten(pieces: Sequence[Piece]) -> list[Piece]:
    made: list[Piece] = []
    index = 0
    while index < len(pieces):
        written, index = _step(pieces, index)
        made += written
    return made


Rewritten = tuple[list[Piece], int]
"""What stands in place of a command and its arguments, and the index behind them."""


def _as_pieces(template: str, offset: int, **parts: Sequence[Piece]) -> list[Piece]:
    """`template` in pieces, in which ``<name>`` stands for a part."""
    made: list[Piece] = []
    for text in template.split("<"):
        name, mark, rest = text.partition(">")
        if mark:
            made += parts[name]
        made.append(Piece(rest if mark else text, offset))
    return made


def _step(pieces: Sequence[Piece], index: int) -> Rewritten:
    """What the piece at `index` becomes, with its arguments if they change."""
    piece = pieces[index]
    rewrite = _REWRITES.get(piece.text)
    return (
        rewrite(pieces, index) if rewrite else ([Piece(COMMANDS.get(piece.text, piece.text), piece.offset)], index + 1)
    )


def _group(pieces: Sequence[Piece], index: int) -> Rewritten:
    """The argument at `index`, rewritten, without its braces."""
    index = _after_spaces(pieces, index)
    if index >= len(pieces):
        raise refused("an argument is missing at the end", pieces[-1].offset)
    if pieces[index].text != "{":
        return _step(pieces, index)
    made: list[Piece] = []
    opening, index = pieces[index], index + 1
    depth = 0
    while index < len(pieces) and (depth or pieces[index].text != "}"):
        depth += {"{": 1, "}": -1}.get(pieces[index].text, 0)
        written, index = _step(pieces, index)
        made += written
    if index >= len(pieces):
        raise refused("a { is not closed", opening.offset)
    return made, index + 1


def _text_command(pieces: Sequence[Piece], index: int) -> Rewritten:
    r"""``\\text{…}``: what stands between dollars in it is a formula again."""
    command, opening = pieces[index], _after_spaces(pieces, index + 1)
    if opening >= len(pieces) or pieces[opening].text != "{":
        return [Piece(COMMANDS.get(command.text, command.text), command.offset)], index + 1
    end = _closing_brace(pieces, opening)
    made: list[Piece] = []
    is_formula, depth = False, 0
    run: list[Piece] = []
    for piece in (*pieces[opening + 1 : end], Piece("$", command.offset)):
        if piece.text == "_" and not is_formula:  # TeX wants it escaped, what draws formulas elsewhere does not
            piece = Piece(r"\_", piece.offset)
        depth += {"{": 1, "}": -1}.get(piece.text, 0)
        if piece.text != "$" or depth:
            run.append(piece)
            continue
        name = COMMANDS.get(command.text, command.text)
        template = "{<run>}" if is_formula else name + "{<run>}"
        made += _as_pieces(template, command.offset, run=_rewritten(run)) if run else []
        is_formula, run = not is_formula, []
    if not is_formula:
        raise refused(f"a $ in {command.text} has no partner", command.offset, r"write \$ for the sign")
    return made, end + 1


def _closing_brace(pieces: Sequence[Piece], opening: int) -> int:
    """The index of the brace that closes the one at `opening`.  Refused where none does."""
    depth = 0
    for index in range(opening, len(pieces)):
        depth += {"{": 1, "}": -1}.get(pieces[index].text, 0)
        if not depth:
            return index
    raise refused("a { is not closed", pieces[opening].offset)


def _substack(pieces: Sequence[Piece], index: int) -> Rewritten:
    lines, end = _group(pieces, index + 1)
    return _as_pieces(r"\begin{subarray}{c}<lines>\end{subarray}", pieces[index].offset, lines=lines), end


def _wide_tilde(pieces: Sequence[Piece], index: int) -> Rewritten:
    base, end = _group(pieces, index + 1)
    return _as_pieces(r"\tilde{<base>" + WIDE + "}", pieces[index].offset, base=base), end


def _operator(pieces: Sequence[Piece], index: int) -> Rewritten:
    r"""``\mathop{…}\limits_{…}^{…}``: the scripts stand below and above."""
    at = pieces[index].offset
    name, end = _group(pieces, index + 1)
    made = _as_pieces(r"\mathop{<name>}", at, name=name)
    position = _after_spaces(pieces, end)
    if position >= len(pieces) or pieces[position].text != r"\limits":
        return made, end
    end = position + 1
    scripts: dict[str, list[Piece]] = {}
    while (position := _after_spaces(pieces, end)) < len(pieces) and pieces[position].text in ("_", "^"):
        if pieces[position].text in scripts:
            break
        scripts[pieces[position].text], end = _group(pieces, position + 1)
    if "_" in scripts:
        made = _as_pieces(r"\underset{<script>}{<base>}", at, script=scripts["_"], base=made)
    if "^" in scripts:
        made = _as_pieces(r"\overset{<script>}{<base>}", at, script=scripts["^"], base=made)
    return made, end


def _colour(pieces: Sequence[Piece], index: int) -> Rewritten:
    r"""``\\textcolor{red}{…}``, ``\\color{red}``: the colour of a role, one of the page's own."""
    command = pieces[index]
    letters, end = _group(pieces, index + 1)
    name = "".join(letter.text for letter in letters).strip()
    if name not in COLOURS:
        raise refused(f"no colour of a formula is called {name[:40]!r}", pieces[index + 1].offset, COLOUR_HINT)
    return [Piece(f"{command.text}{{{COLOURS[name]}}}", command.offset)], end


def _environment(pieces: Sequence[Piece], index: int) -> Rewritten:
    """``\\begin`` or ``\\end`` of an environment that goes by another name here; ``[t]`` behind it is dropped."""
    command = pieces[index]
    letters, end = _group(pieces, index + 1)
    name = "".join(letter.text for letter in letters)
    made = f"{command.text}{{{ENVIRONMENTS.get(name, name)}}}"
    if command.text == r"\begin":
        if name in ("aligned", "split", "gathered", "alignedat") and _text(pieces, end, 3) in ("[t]", "[b]", "[c]"):
            end += 3
        if name in ("alignedat", "alignat", "alignat*"):
            end = _group(pieces, end)[1]
        if name.endswith("matrix*") and _text(pieces, end, 3) in ("[l]", "[c]", "[r]"):
            end += 3
        if name.startswith("eqnarray"):
            made += "{rcl}"
        if name == "smallmatrix":
            made += "{" + "c" * _columns(pieces, end) + "}"
    return [Piece(made, command.offset)], end


def _columns(pieces: Sequence[Piece], index: int) -> int:
    """The most cells of a row of the environment whose body begins at `index`."""
    most = cells = 1
    depth = 0
    for piece in pieces[index:]:
        depth += {"{": 1, "}": -1, r"\begin": 1, r"\end": -1}.get(piece.text, 0)
        if depth < 0:
            break
        if depth == 0 and piece.text == r"\\":
            cells = 1
        elif depth == 0 and piece.text == "&":
            cells += 1
            most = max(most, cells)
    return most


def _text(pieces: Sequence[Piece], index: int, count: int) -> str:
    return "".join(piece.text for piece in pieces[index : index + count])


def _after_spaces(pieces: Sequence[Piece], index: int) -> int:
    while index < len(pieces) and pieces[index].text.isspace():
        index += 1
    return index


def _numbered(pieces: list[Piece]) -> list[Piece]:
    r"""The pieces in an ``equation``, where they have a ``\tag`` that stands in no environment with numbers."""
    open_environments = 0
    for index, piece in enumerate(pieces):
        named = piece.text.partition("{")[2].rstrip("}").rstrip("*")
        if named in _NUMBERED:
            open_environments += 1 if piece.text.startswith(r"\begin") else -1
        if piece.text in (r"\tag", r"\tag*") and not open_environments:
            tag, end = _group(pieces, index + 1)
            rest = [*pieces[:index], *pieces[end:]]
            star = piece.text.removeprefix(r"\tag")
            return _as_pieces(
                rf"\begin{{equation}}<rest>\tag{star}{{<tag>}}\end{{equation}}", piece.offset, rest=rest, tag=tag
            )
    return pieces


_REWRITES: dict[str, Callable[[Sequence[Piece], int], Rewritten]] = {
    **dict.fromkeys(_TEXTS, _text_command),
    r"\substack": _substack,
    r"\widetilde": _wide_tilde,
    r"\mathop": _operator,
    r"\color": _colour,
    r"\textcolor": _colour,
    r"\begin": _environment,
    r"\end": _environment,
}
