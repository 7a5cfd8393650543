"""How large an image is: read from its first bytes, never drawn."""

from __future__ import annotations

import io


def image_size(data: bytes) -> tuple[int, int] | None:
    """Width and height in pixels, as a browser turns it; None where the file does not say, as a drawing may."""
    import imagesize  # only a page with an image pays for it: it brings a client of HTTP with it

    try:
        width, height = imagesize.get(io.BytesIO(data))
    except (ValueError, ArithmeticError):  # a drawing of 1e999 pixels
        return None
    return (round(width), round(height)) if width >= 1 and height >= 1 else None
