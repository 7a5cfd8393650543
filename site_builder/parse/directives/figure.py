"""`:::{figure}`: an image with its text alternative and caption."""

from site_builder.document.blocks import Figure
from site_builder.parse.addresses import is_elsewhere
from site_builder.parse.directives.label import LABEL
from site_builder.parse.directives.spec import Directive, Given, Option
from site_builder.parse.directives.values import PIXELS, TEXT

WIDTH = Option("width", PIXELS, "how wide it is shown, in pixels; it never grows beyond the column", default="")


def _make(given: Given) -> Figure | None:
    if is_elsewhere(given.argument):
        given.services.problems.error(
            given.argument_position, "image-is-a-figure",
            f"a figure is a file of the course, not the address {given.argument!r}",
            "save it beside the lesson, and give its path",
        )  # fmt: skip
        return None
    shown = given.services.shown_size(given.argument, given.options["width"])
    return Figure(given.argument, given.services.plain(given.options["alt"]), given.body, given.position, shown)


DIRECTIVE = Directive(
    stem="figure",
    doc="An image of the course, by its path relative to this file; the body is its caption.",
    argument="path",
    body="blocks",
    make=_make,
    options=(Option("alt", TEXT, "what the image shows, for those who do not see it"), WIDTH, LABEL),
    numbered="figure",
    example=""":::{figure} images/layers.png
:alt: 四层叠在一起，全注意力在最上面

一个周期四层。
:::""",
)
