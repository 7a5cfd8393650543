"""Images are files of the course that are images and nothing else; nothing else of the course is published."""

import pytest

from site_builder.render.drawing import fault_of_drawing
from tests.scratch import snapshot
from tests.torture.door import OWN_SCRIPTS

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">{}</svg>'
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\2\0\0\0\1\x08\0\0\0\0" + bytes(20)
JPEG = b"\xff\xd8\xff\xc0\0\x0b\x08\0\1\0\2\1\1\x11\0\xff\xd9"
WEBP = b"RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\1\0\0\0\0\0" + bytes(20)


def figure(path, alternative="图"):
    return f":::{{figure}} {path}\n:alt: {alternative}\n\n说明\n:::\n"


def built(course, capsys, path, data):
    course.write(f"content/lessons/{path}", data)
    course.lesson("a", figure(path))
    return course.told(capsys, "build")


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("a.png", PNG), ("A.PNG", PNG), ("a.jpg", JPEG), ("a.gif", b"GIF89a\2\0\1\0" + bytes(3)), ("图 一.png", PNG),
        ("a.webp", WEBP), ("a.svg", SVG.format('<rect width="1" fill="url(#g)"/>')),
        ("a.svg", SVG.format('<style>rect{fill:url(#g)}</style><use xlink:href="#g"/>')),
        ("a.svg", SVG.format('<image href="data:image/png;base64,iVBORw0KGgo="/>')),
        ("a.svg", '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n'
         + SVG.format("<text>甲</text>")),
        ("a#b?c%41.png", PNG),
    ],
)  # fmt: skip
def test_images_are_published_as_they_are(course, capsys, path, data):
    code, out, err = built(course, capsys, path, data)
    assert (code, err) == (0, capsys_told(course)[1])
    assert out.startswith(capsys_told(course)[0])
    assert ("1 warning; site-builder check shows it" in out) == ("?" in path)  # which Windows refuses
    published = snapshot(course.root / "site")[f"assets/images/lessons/{path}"]
    assert published == (data if isinstance(data, bytes) else data.encode())


def capsys_told(course):
    site = snapshot(course.root / "site")
    return f"{len(site) - 1} files, {len(site) - 1} changed, 0 unchanged; ", ""


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("evil.html", b"<script>alert(1)</script>"), ("x.js", b"alert(1)"), ("x.md", b"# x"), ("x", b"x"),
        ("x.xml", b"<x/>"),
        ("x.png", b"<script>alert(1)</script>"), ("x.jpg", PNG), ("x.svgz", b"\x1f\x8b"), ("x.png", b""),
        ("x.svg", b""),
        ("x.svg", SVG.format("<script>alert(1)</script>")), ("x.svg", SVG.format('<rect onload="alert(1)"/>')),
        ("x.svg", SVG.format("<foreignObject/>")), ("x.svg", SVG.format('<a href="javascript:alert(1)"/>')),
        ("x.svg", SVG.format('<image href="https://evil.example/x.png"/>')),
        ("x.svg", SVG.format('<use xlink:href="x.svg#a"/>')),
        ("x.svg", SVG.format("<style>@import 'https://evil.example/x.css'</style>")),
        ("x.svg", SVG.format('<rect style="fill:url(https://evil.example)"/>')),
        ("x.svg", SVG.format('<animate attributeName="xlink:href" values="javascript:alert(1)"/>')),
        ("x.svg", '<?xml-stylesheet href="x.xsl"?>' + SVG.format("")),
        ("x.svg", '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + SVG.format("&x;")),
        ("x.svg", '<!DOCTYPE svg [<!ENTITY a "' + "x" * 1000 + '">]>' + SVG.format("&a;" * 100_000)),
        ("x.svg", "<html xmlns='http://www.w3.org/1999/xhtml'><script/></html>"), ("x.svg", SVG.format("<g>")),
        ("x.svg", SVG.format("<script/>").encode("utf-16")), ("x.svg", "<g>" * 50_000),
    ],
)  # fmt: skip
def test_what_is_no_image_is_not_published(course, capsys, path, data):
    code, _, err = built(course, capsys, path, data)
    assert code == 1
    assert err.startswith("content/lessons/a.md:6:")
    assert "[image-is-a-figure]" in err
    assert not (course.root / "site").exists()


ACTING = [
    '<meta xmlns="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0;url=https://evil.example"/>',
    '<img xmlns="http://www.w3.org/1999/xhtml" srcset="https://evil.example/x.png 1x"/>',
    '<link xmlns="http://www.w3.org/1999/xhtml" rel="preload" imagesrcset="https://evil.example/x 1x" as="image"/>',
    '<body xmlns="http://www.w3.org/1999/xhtml" background="https://evil.example/x.png"/>',
    '<form xmlns="http://www.w3.org/1999/xhtml" action="javascript:alert(1)"><button/></form>',
    '<h:base xmlns:h="http://www.w3.org/1999/xhtml" href="https://evil.example/"/>',
    '<math xmlns="http://www.w3.org/1998/Math/MathML" href="javascript:alert(1)"/>',
    '<style>rect{fill:image-set("https://evil.example/x.png" 1x)}</style>',
    '<style>@\\69mport "https://evil.example/x.css";</style>',
    '<style>rect{background:u\\72l(https://evil.example/x)}</style>',
    '<style>@font-face{font-family:x;src:url(https://evil.example/x)}</style>',
    '<style>@IMPORT "https://evil.example/x.css";</style>',
    '<style>rect{background:-webkit-image-set("https://evil.example/x" 1x)}</style>',
    '<style>rect{background:cross-fade("https://evil.example/x",red)}</style>',
    '<style>rect{fill:url("data:text/html,x")}</style>',
    '<rect style="fill:/**/url( \'https://evil.example\')"/>',
    '<rect fill="url(https://evil.example#x)"/>', '<rect xml:base="https://evil.example/"/>',
    '<rect srcset="x"/>', '<rect OnClick="alert(1)"/>', '<g xlink:actuate="onLoad" xlink:href="https://evil.example"/>',
    '<set attributeName="href" to="javascript:alert(1)"/>', '<animate attributeName="onclick" to="alert(1)"/>',
    '<image href=" data:image/svg+xml,&lt;svg/&gt;"/>', '<use href="data:image/svg+xml;base64,x#a"/>',
    '<tref href="x.svg#a"/>', '<cursor href="x.cur"/>', '<font-face-uri href="x.svg#f"/>', '<audio src="x.mp3"/>',
]  # fmt: skip


@pytest.mark.parametrize("root", ["g", "path", "html", "x:svg xmlns:x='urn:x'", "SVG"])
def test_what_is_no_svg_at_its_root_is_no_drawing(root):
    name = root.split()[0]
    assert fault_of_drawing(f'<{root} xmlns="http://www.w3.org/2000/svg"></{name}>'.encode()) == "it is no SVG"


def test_what_editors_write_of_a_link_draws_nothing_and_is_kept():
    said = 'xlink:type="simple" xlink:title="t" xlink:show="new" xlink:role="urn:r"'
    assert fault_of_drawing(SVG.format(f"<g {said}/>").encode()) == ""


@pytest.mark.parametrize("drawing", ACTING)
def test_a_drawing_that_would_act_is_refused_by_what_it_holds(drawing):
    assert fault_of_drawing(SVG.format(drawing).encode())


def test_a_document_type_adds_nothing():
    declared = '<!DOCTYPE svg [<!ATTLIST rect onload CDATA "alert(1)">]>' + SVG.format("<rect/>")
    assert fault_of_drawing(declared.encode()) == "it holds <!ATTLIST"


DRAWN = [
    # as Inkscape writes
    '<sodipodi:namedview xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" pagecolor="#fff">'
    '<inkscape:grid xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" type="xygrid"/></sodipodi:namedview>'
    '<g xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" inkscape:label="Layer 1" style="display:inline">'
    '<path d="m 1,2 c 3,4 5,6 7,8 z" style="fill:none;stroke:#000000;stroke-width:0.2;marker-end:url(#arrow)"/></g>',
    # as Matplotlib writes
    '<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:cc="http://creativecommons.org/ns#"><cc:Work>'
    '<dc:type rdf:resource="http://purl.org/dc/dcmitype/StillImage"/></cc:Work></rdf:RDF></metadata>'
    '<defs><style type="text/css">*{stroke-linejoin: round; stroke-linecap: butt}</style></defs>'
    '<g id="patch_1" clip-path="url(#p1)"><use xlink:href="#m1" x="1" y="2" transform="translate(1 2)"/></g>',
    # by hand
    "<style>@media (prefers-color-scheme: dark) { text { fill: rgb(250 250 250 / 80%) } } /* url(x) */</style>"
    '<text aria-label="see (https://example.org)" data-x="f(y)" id="a(b)">甲 (乙)</text>',
    '<rect width="1"><animate attributeName="opacity" values="0;1" dur="2s" repeatCount="indefinite"/></rect>',
    '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter><rect filter="url(#f)" fill="var(--ink, #333)"/>',
]


@pytest.mark.parametrize("drawing", DRAWN)
def test_what_drawing_programs_write_is_published(drawing):
    assert fault_of_drawing(SVG.format(drawing).encode()) == ""


@pytest.mark.parametrize("path", ["../course.yaml", "../../.git/config", "../../.env", "../anchors/qwen3.8-27b.yaml"])
@pytest.mark.parametrize("directive", ["include", "figure"])
def test_other_files_of_the_folder_are_not_published(course, capsys, directive, path):
    course.write(".git/config", "机密")
    course.write(".env", "机密")
    course.lesson("a", f":::{{{directive}}} {path}\n" + (":alt: 图\n" if directive == "figure" else "") + ":::\n")
    code, out, err = course.told(capsys, "build")
    assert code == 1
    assert err.startswith("content/lessons/a.md:6:")
    assert "机密" not in out + err


def test_images_are_published_wherever_they_stand(course, capsys):
    course.furnish()
    for name in "abcdef":
        course.write(f"content/lessons/{name}.png", PNG)
    course.write("content/parts/images/g.png", PNG)
    course.write("content/parts/part.md", figure("images/g.png"))
    course.lesson(
        "a",
        f"::::{{note}}\n{figure('a.png')}::::\n\n::::{{steps_figure}}\n{figure('b.png')}::::\n\n"
        f"::::{{stepper}}\n### 一\n{figure('c.png')}::::\n\n::::{{figure}} d.png\n:alt: 图\n\n{figure('e.png')}::::\n\n"
        f"::::{{dataflow}}\n{figure('f.png')}::::\n\n:::{{include}} ../parts/part.md\n:::\n",
    )
    course.lesson("b")
    code, _, err = course.told(capsys, "build")
    assert code == 0, err
    page, site = course.page("a"), snapshot(course.root / "site")
    for path in [*(f"lessons/{name}.png" for name in "abcdef"), "parts/images/g.png"]:
        assert f'src="../../assets/images/{path}"' in page
        assert f"assets/images/{path}" in site


def test_two_images_of_one_address_are_refused_by_both_names(course, capsys):
    course.write("content/x.png", PNG)
    course.write("x.png", PNG + b"other")
    course.lesson("a", figure("../x.png") + "\n" + figure("../../x.png"))
    code, _, err = course.told(capsys, "build")
    assert code == 1
    assert "content/x.png and x.png would both be published as assets/images/x.png" in err
    course.write("content/X.png", PNG)
    course.lesson("a", figure("../x.png") + "\n" + figure("../X.png"))
    code, _, err = course.told(capsys, "build")
    assert code == 1
    assert "[output-is-unique]" in err


@pytest.mark.parametrize("text", ['" onerror="x', "<script>", "&quot;", "]]>", "{{ x }}", "`code`", "$x$"])
def test_the_alternative_is_text(course, capsys, text):
    course.write("content/lessons/a.png", PNG)
    course.lesson("a", figure("a.png", text))
    assert course.told(capsys, "build")[0] == 0
    assert course.page("a").count("<script") == OWN_SCRIPTS
    assert "onerror=" not in course.page("a").replace("&#34; onerror=&#34;x", "")
