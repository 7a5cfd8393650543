"""The parts of ``docs/authoring.md`` that the declared specs make: ``python -m site_builder.parse.manual``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from site_builder.engine.dims import DIMS
from site_builder.parse.directives.registry import DIRECTIVES
from site_builder.parse.directives.spec import Directive, Option
from site_builder.parse.roles import ROLES
from site_builder.source.schema import rows

_ARGUMENTS = {
    "none": "none",
    "title": "a title, optional",
    "required title": "a title, required",
    "path": "a path, required",
    "label": "a label, required",
}
_BODIES = {
    "none": "none",
    "blocks": "Markdown, optional",
    "required blocks": "Markdown, required",
    "sections": "sections, each begun by a heading `###`",
    "data": "YAML",
    "table or data": "a Markdown table, or YAML",
}


def with_current_parts(manual: str) -> str:
    """The manual with what stands between ``<!-- name: … -->`` and ``<!-- end of name -->`` made anew."""
    for name, lines in (("directives", _directives()), ("roles", _roles()), ("dimensions", _dimensions())):
        marks = re.compile(rf"(<!-- {name}: [^>]*-->\n).*?(<!-- end of {name} -->)", re.DOTALL)
        part = "\n".join(("", *lines, "", "")).replace("\\", r"\\")
        manual = marks.sub(rf"\1{part}\2", manual)
    return manual


def _directives() -> Iterator[str]:
    yield "| Directive | Argument | Body | What it is |"
    yield "|---|---|---|---|"
    for directive in DIRECTIVES:
        argument, body = _ARGUMENTS[directive.argument], _BODIES[directive.body]
        yield f"| [`{directive.stem}`](#{directive.stem}) | {argument} | {body} | {directive.doc} |"
    for directive in DIRECTIVES:
        yield from _directive(directive)


def _directive(directive: Directive) -> Iterator[str]:
    yield f"\n### {directive.stem}\n\n{directive.doc}\n"
    if directive.options:
        yield "| Option | Value | Default | What it is |"
        yield "|---|---|---|---|"
        yield from (_option(option) for option in directive.options)
        yield ""
    if directive.data:
        yield "| Field of the body | Value | What it is |"
        yield "|---|---|---|"
        for name, (value, doc) in rows(directive.data.schema).items():
            yield f"| `{name}` | {value} | {doc} |"
        yield ""
    yield f"````markdown\n{directive.example}\n````"


def _option(option: Option) -> str:
    default = "required" if option.required else f"`{option.default}`" if option.default else "none"
    return f"| `:{option.name}:` | {option.kind.name} | {default} | {option.doc} |"


def _roles() -> Iterator[str]:
    yield "| Role | How it is written | What it does |"
    yield "|---|---|---|"
    for role in ROLES:
        forms = " or ".join(f"`` {form} ``" for form in role.form.split(" or "))
        yield f"| `{role.name}` | {forms} | {role.doc} |"


def _dimensions() -> Iterator[str]:
    yield "| Dimension | What it is |"
    yield "|---|---|"
    yield from (f"| `{dim.name}` | {dim.meaning} |" for dim in DIMS)


if __name__ == "__main__":
    file = Path("docs/authoring.md")
    file.write_text(with_current_parts(file.read_text(encoding="utf-8")), encoding="utf-8")
