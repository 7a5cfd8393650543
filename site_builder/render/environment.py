"""The Jinja environment: always escaping, never silent about a name that does not exist, closed to Python's insides.

Markdown is never run through it; a block's template sees the block and the globals below.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import BytecodeCache, Environment, FunctionLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from site_builder.document.blocks import Blocks, Framed
from site_builder.document.inline import Inline, Prose
from site_builder.document.maths import DIMENSIONS
from site_builder.document.plain import plain
from site_builder.document.resolved import (
    CiteTarget,
    ComputedValue,
    DimTarget,
    LessonTarget,
    LiveValue,
    PaidTarget,
    PromiseTarget,
    Resolved,
    SetTarget,
    TargetNumber,
    TermTarget,
)
from site_builder.engine.dims import BY_NAME
from site_builder.render.element import element_id, fragment
from site_builder.render.formula import formula
from site_builder.render.images import image_url
from site_builder.render.json_block import json_block, json_line
from site_builder.render.ledger import heading, number_id, quantity_title, source_url
from site_builder.render.markdown import PageRenderer, RoleWriter
from site_builder.render.numbers import target_text
from site_builder.render.spacing import legible, spaced
from site_builder.render.structured import learning_resource, report_address

ROLES: Mapping[type, str] = {
    ComputedValue: "value",
    LessonTarget: "lesson",
    PromiseTarget: "promise",
    PaidTarget: "paid",
    CiteTarget: "cite",
    TermTarget: "term",
    DimTarget: "dim",
    SetTarget: "set",
    LiveValue: "live",
    TargetNumber: "number",
}
"""What a role resolved to → the macro of ``templates/partials/roles.html`` that writes it."""


_LAST: dict[str, Environment] = {}
"""The environment made last, by what it was made of: a preview needs it again at every save, and compiling templates
takes longer than all the rest."""


class _Environment(ImmutableSandboxedEnvironment):
    """The sandbox, which is asked the same of the same types all the time: whether an attribute is safe is theirs."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._safe: dict[tuple[type, str], bool] = {}

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        key = (type(obj), attr)
        if key not in self._safe:
            self._safe[key] = super().is_safe_attribute(obj, attr, value)
        return self._safe[key]


def make_environment(
    templates: Mapping[str, str], words: Mapping[str, Any], compiled: BytecodeCache | None = None
) -> Environment:
    """The environment for one site; `templates` maps a name (``components/note.html``) to its source.

    It is the one made before where both are equal, with its templates compiled; a new one takes those that `compiled`
    has, and adds the others to it.
    """
    made_of = json.dumps([sorted(templates.items()), words], ensure_ascii=False)
    if made_of not in _LAST:
        made = _environment(templates, words, compiled)
        _LAST.clear()
        _LAST[made_of] = made
    return _LAST[made_of]


def _environment(templates: Mapping[str, str], words: Mapping[str, Any], compiled: BytecodeCache | None) -> Environment:
    """A new one.

    Inline content that a template prints by its name alone (``{{ course.subtitle }}``) has nothing to press in it.
    """
    environment = _Environment(
        loader=FunctionLoader(lambda name: (templates[name], f"templates/{name}", None) if name in templates else None),
        bytecode_cache=compiled,
        autoescape=True,
        undefined=StrictUndefined,
        finalize=lambda value: inline(value, links=False) if isinstance(value, Inline) else value,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    linked = PageRenderer(_role_writer(environment, "partials/roles.html"))
    unlinked = PageRenderer(_role_writer(environment, "partials/roles_unlinked.html"), links=False)

    def body(blocks: Blocks) -> Markup:
        """The HTML of blocks, each through its own macro."""
        return Markup("\n".join(_block(block) for block in blocks))

    def _block(block: Any) -> str:
        if isinstance(block, Prose):
            return linked.blocks(block.tokens)
        own = f"components/{block.stem}.html"  # a course may draw one frame differently
        name = "components/frame.html" if isinstance(block, Framed) and own not in templates else own
        return str(_macro(environment, name, "component")(block))

    def inline(content: Inline, links: bool = True) -> Markup:
        """The HTML of one run of inline content."""
        return Markup((linked if links else unlinked).inline(content.tokens))

    def dim(name: str) -> Markup:
        """A dimension's letter with its colour and line."""
        return _macro(environment, "partials/roles.html", "dim")(DimTarget(name, BY_NAME[name].tex, f"dim-{name}"))

    def titled(value: ComputedValue) -> str:
        return quantity_title(value, words)

    def number_text(target: TargetNumber) -> str:
        return target_text(target, words)

    environment.filters["lang"] = _lang_attribute
    environment.filters["spaced"] = spaced
    environment.filters["legible"] = legible
    environment.globals.update(
        quantity_title=titled, source_url=source_url, heading=heading, body=body, inline=inline, plain=plain,
        math=_math, dim=dim, words=words, number_text=number_text,
        json_block=json_block, json_line=json_line,
        learning_resource=learning_resource, report_address=report_address,
        element_id=element_id, fragment=fragment, number_id=number_id, image_url=image_url,
    )  # fmt: skip
    return environment


def _math(tex: str, display: bool = False) -> Markup:
    return Markup(formula(tex, display, DIMENSIONS))


def _lang_attribute(text: str) -> Markup:
    """`` lang="en"`` for a text in ASCII alone, so that it is read aloud as what it is."""
    return Markup(' lang="en"') if text.isascii() and any(map(str.isalpha, text)) else Markup("")


def _role_writer(environment: Environment, template: str) -> RoleWriter:
    def write(resolved: Resolved) -> str:
        # Plain text from here on: joined to plain text, a Markup would escape its neighbours.
        return str(_macro(environment, template, ROLES[type(resolved)])(resolved))

    return write


def _macro(environment: Environment, template: str, name: str) -> Callable[..., Markup]:
    macro: Callable[..., Markup] = getattr(environment.get_template(template).module, name)
    return macro
