"""An SVG file that is nothing but a drawing: what it may hold is listed, and everything else is refused.

A browser runs no script of an image on a page, but it does when a reader opens the file by itself.  Names are those of
SVG 2 (https://www.w3.org/TR/SVG2/eltindex.html, attindex.html, propidx.html), without those that act or lead elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from site_builder.problems import Problems
from site_builder.source.decode import decode


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_XML = "http://www.w3.org/XML/1998/namespace"
_NOTES = _words(
    """
    http://www.w3.org/1999/02/22-rdf-syntax-ns# http://creativecommons.org/ns# http://web.resource.org/cc/
    http://purl.org/dc/elements/1.1/ http://purl.org/dc/terms/ http://www.inkscape.org/namespaces/inkscape
    http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd http://www.serif.com/
    http://www.bohemiancoding.com/sketch/ns http://www.figma.com/figma/ns
    """
)
"""What drawing programs write beside the drawing; no browser does anything for it."""

_ELEMENTS = _words(
    """
    svg g defs symbol use switch title desc metadata style image path rect circle ellipse line polyline polygon
    text tspan textPath linearGradient radialGradient stop pattern clipPath mask marker view animate
    animateMotion animateTransform mpath filter feBlend feColorMatrix feComponentTransfer feComposite
    feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB
    feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight
    feSpecularLighting feSpotLight feTile feTurbulence
    """
)
_PLAIN = _words("id class lang role d points")
"""Attributes whose text is no CSS: it may hold any sign."""

_ATTRIBUTES = _PLAIN | _words(
    """
    accumulate additive alignment-baseline amplitude attributeName attributeType azimuth baseFrequency
    baseProfile baseline-shift begin bias by calcMode clip clip-path clip-rule clipPathUnits color
    color-interpolation color-interpolation-filters color-rendering contentScriptType contentStyleType
    crossorigin cursor cx cy diffuseConstant direction display divisor dominant-baseline dur dx dy edgeMode
    elevation enable-background end exponent fill fill-opacity fill-rule filter filterUnits filterRes
    flood-color flood-opacity font font-family font-feature-settings font-kerning font-size font-size-adjust
    font-stretch font-style font-variant font-variant-ligatures font-weight fr from fx fy
    glyph-orientation-horizontal glyph-orientation-vertical gradientTransform gradientUnits height href
    image-rendering in in2 inline-size intercept isolation k1 k2 k3 k4 kernelMatrix kernelUnitLength kerning
    keyPoints keySplines keyTimes lengthAdjust letter-spacing lighting-color limitingConeAngle line-height
    marker marker-end marker-mid marker-start markerHeight markerUnits markerWidth mask mask-type
    maskContentUnits maskUnits max media method min mix-blend-mode mode numOctaves offset opacity operator order
    orient origin overflow paint-order path pathLength patternContentUnits patternTransform patternUnits
    pointer-events pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits r radius refX
    refY rendering-intent repeatCount repeatDur requiredExtensions requiredFeatures restart result rotate rx ry
    scale seed shape-inside shape-rendering side spacing specularConstant specularExponent spreadMethod
    startOffset stdDeviation stitchTiles stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset
    stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width style surfaceScale
    systemLanguage tableValues targetX targetY text-align text-anchor text-decoration text-overflow
    text-rendering textLength title to transform transform-box transform-origin type unicode-bidi values
    vector-effect version vertical-align viewBox visibility white-space width word-spacing writing-mode x x1 x2
    xChannelSelector y y1 y2 yChannelSelector z zoomAndPan
    """
)
_FUNCTIONS = _words(
    """
    url rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark var calc min max clamp matrix
    translate translatex translatey scale scalex scaley rotate skewx skewy matrix3d translate3d scale3d rotate3d
    cubic-bezier steps linear-gradient radial-gradient blur brightness contrast drop-shadow grayscale hue-rotate
    invert opacity saturate sepia not is where nth-child nth-of-type lang path polygon circle ellipse inset rect
    """
)
_RULES = frozenset(("media", "keyframes", "supports", "layer"))

_ADDRESS = re.compile(r"\s*(?:#|data:image/(?:png|jpeg|gif|webp|avif)[;,])")
_CALL = re.compile(r"([\w-]+)\(")
_URL = re.compile(r"url\s*\(\s*[\"']?(?!\s*(?:#|data:image/(?:png|jpeg|gif|webp|avif)[;,]))", re.IGNORECASE)
_AT_RULE = re.compile(r"@\s*([\w-]*)")
_DECLARATION = re.compile(r"<!(?!--|\[CDATA\[|DOCTYPE\b)[A-Z]*|<\?(?!xml\s)[\w-]*")


def fault_of_drawing(data: bytes) -> str:
    """Why this SVG may not be published, or nothing."""
    text = decode(data, "", Problems())
    if text is None:
        return "it is not UTF-8 text"
    if found := _DECLARATION.search(re.sub(r"<!--.*?-->|<!\[CDATA\[.*?\]\]>", "", text, flags=re.DOTALL)):
        return f"it holds {found[0]}"
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        line, column = error.position
        return f"it is no well-formed SVG (line {line}, column {column + 1})"
    if root.tag not in ("svg", f"{{{_SVG}}}svg"):
        return "it is no SVG"
    return next(_faults(root), "")


def _faults(root: ElementTree.Element) -> Iterator[str]:
    for element in root.iter():
        space, name = _split(str(element.tag))
        if space in _NOTES:
            continue
        if space not in (_SVG, "") or name not in _ELEMENTS:
            yield f"it holds <{name}>, which is no part of a drawing"
        if name == "style":
            yield from _faults_of_css("its style", "".join(element.itertext()))
        for attribute, value in element.attrib.items():
            yield from _faults_of_attribute(*_split(attribute), value)


def _faults_of_attribute(space: str, name: str, value: str) -> Iterator[str]:
    if space in _NOTES or (space == "" and name.startswith(("data-", "aria-"))):
        return
    if (space, name) == (_XML, "space") or (space, name) == (_XML, "lang"):
        return
    if space == _XLINK and name in ("title", "type", "show", "actuate", "role"):
        return
    if space not in ("", _XLINK) or name not in _ATTRIBUTES:
        yield f"it holds the attribute {name}, which is no part of a drawing"
    elif name == "href":
        if not _ADDRESS.match(value):
            yield f"it refers to {value.strip()[:60]!r}"
    elif name == "attributeName" and value.strip() not in _ATTRIBUTES - {"href"}:
        yield f"it changes {value.strip()[:60]!r}"
    elif name not in _PLAIN:
        yield from _faults_of_css(f"its {name}", value)


def _faults_of_css(owner: str, text: str) -> Iterator[str]:
    """What in CSS is escaped, asks for another file, or is not known to ask for none."""
    if "\\" in text:
        yield f"{owner} holds an escape, \\"
    text = re.sub(r"/\*.*?(?:\*/|\Z)", " ", text, flags=re.DOTALL)
    if _URL.search(text):
        yield f"{owner} asks for other files"
    for call in _CALL.finditer(text):
        if call[1].lower() not in _FUNCTIONS:
            yield f"{owner} holds {call[1]}()"
    for rule in _AT_RULE.finditer(text):
        if rule[1].lower() not in _RULES:
            yield f"{owner} holds @{rule[1]}"


def _split(name: str) -> tuple[str, str]:
    """``{http://…}href`` → its namespace and its name."""
    space, _, own = name.rpartition("}")
    return space.removeprefix("{"), own
