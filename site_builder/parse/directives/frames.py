"""The directives of all frames, made from their table."""

from __future__ import annotations

from functools import partial

from site_builder.document.blocks import Framed
from site_builder.document.frames import FRAMES, Frame
from site_builder.parse.directives.spec import Directive, Given


def _make(frame: Frame, given: Given) -> Framed:
    return Framed(frame, given.title, given.body, given.position)


def _directive(frame: Frame) -> Directive:
    return Directive(
        stem=frame.stem,
        doc=frame.doc,
        argument=frame.title,
        body="required blocks",
        make=partial(_make, frame),
        example=frame.example,
    )


DIRECTIVES = tuple(_directive(frame) for frame in FRAMES)
