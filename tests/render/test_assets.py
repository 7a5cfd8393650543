import json
from pathlib import Path

from site_builder.problems import Problems
from site_builder.render.assets import ALONE, CALCULATOR, CORE, SEARCH, make_assets
from site_builder.render.theme import chart_library, read_theme
from site_builder.source.folder import read_package
from site_builder.source.snapshot import files_of

ROOT = Path(__file__).parents[2]

STATIC = {
    **{f"css/{name}.css": name.encode() for name in ("print", "figure", "map", "foot", "course_pages")},
    **{f"css/{name}.css": name.encode() for name in ("blocks", "frames", "marks", "page", "layout")},
    "css/base.css": b"base", "css/tokens.css": b"tokens",
    "js/lesson.js": b"L", "js/first_paint.js": b"T", "js/explore.js": b"X", "js/formula.js": b"F",
    **{path: path.encode() for path in SEARCH}, "search/search.css": b"found /* why */",
    "components/b.css": b"B",
    "components/a.css": b"A", "components/b.js": b"B()", "components/a.js": b"A()", "icon.svg": b"<svg/>",
}  # fmt: skip


def test_styles_are_joined_in_order():
    joined = make_assets(STATIC, {}).files["assets/site.css"].decode()
    names = "tokens base layout page marks blocks frames foot figure A B print"
    assert " ".join(joined.split()) == names


def test_scripts_are_joined_in_order_each_in_its_own_try():
    script = make_assets(STATIC | {"js/notes.js": b"N", "js/zero.js": b"Z"}, {}).files["assets/site.js"].decode()
    order = [script.index(text) for text in ("\nL\n", "\nN\n", "\nZ\n")]
    assert order == sorted(order)
    assert script.count("try {") == 3
    assert "\nT\n" not in script


def test_search_is_a_file_of_its_own():
    files = make_assets(STATIC, {}).files
    order = [files["assets/search.js"].decode().index(path) for path in SEARCH]
    assert order == sorted(order)
    assert files["assets/search.css"] == b"found\n"
    assert b"search" not in files["assets/site.css"]


def test_every_component_is_a_file_which_the_first_script_knows():
    added = {"components/calculator.js": b"C", "components/calculator-chart.js": b"P", "components/areas.js": b"R"}
    files = make_assets(STATIC | added, {}).files
    family = files["assets/components/calculator.js"].decode()
    order = [family.index(text) for text in ("\nF\n", "\nP\n", "\nC\n")]
    assert order == sorted(order)
    assert "A()" in files["assets/components/a.js"].decode()
    assert [path for path in files if path.startswith("assets/components/")] == [
        f"assets/components/{name}.js" for name in ("calculator", "a", "areas", "b")
    ]
    known = json.loads(files["assets/site.js"].decode().partition("lesson.files = ")[2].removesuffix(";\n"))
    assert known == {name: f"components/{name}.js" for name in ("calculator", "areas", "a", "b")}


def test_comments_stay_at_home_and_nothing_else_does():
    source = b'// why\nuse("https://x"); // how\n  /* so */\nwrite(`a\n// no comment\n`, /[/*]/.test(y));\n// end\n'
    script = make_assets(STATIC | {"js/b.js": source}, {}).files["assets/site.js"].decode()
    assert 'use("https://x");' in script
    assert "write(`a\n// no comment\n`,/[/*]/.test(y));" in script
    for word in ("why", "how", "so */", "end"):
        assert word not in script
    styles = make_assets(STATIC | {"css/base.css": b'/* why */ a :is(b)::after { content: "/* kept */"; }'}, {})
    assert 'a :is(b)::after { content: "/* kept */"; }' in styles.files["assets/site.css"].decode()


def test_every_script_of_ours_has_its_place_in_the_order():
    ours = {
        path.removeprefix("static/")
        for folder in ("static/js", "static/components")
        for path in read_package().names(folder, ".js", deep=True)
    }
    own = {path for path in ours if path.startswith("components/")} - {*CALCULATOR}
    assert ours - own == {*CORE, *CALCULATOR, *ALONE}
    assert not [path for path in own if "-" in path]  # a part of a component stands in its family


def test_order_of_the_input_does_not_matter():
    assert make_assets(dict(reversed(STATIC.items())), {}).files == make_assets(STATIC, {}).files


def test_the_light_chart_library_is_used_where_it_is_there():
    full = files_of({"static/vendor/plotly.min.js": b"full"})
    light = full.with_file("static/vendor/plotly-basic.min.js", b"basic")
    assert chart_library(full, Problems()) == {"vendor/plotly.min.js": b"full"}
    assert chart_library(light, Problems()) == {"vendor/plotly-basic.min.js": b"basic"}
    assert make_assets(STATIC, {"vendor/plotly.min.js": b"full"}).plotly == "assets/vendor/plotly.min.js"


def test_a_site_without_charts_carries_no_chart_library():
    assert make_assets(STATIC, {}).plotly == ""
    theme = read_theme(files_of({}), read_package(), "en", Problems())
    assert not [path for path in theme.static if "vendor" in path]


def test_no_style_of_a_pointer_sticks_to_what_a_finger_has_touched():
    """Every ``:hover`` stands in a query for a pointer that can hover."""
    for path in sorted((ROOT / "static").rglob("*.css")):
        for line in path.read_text(encoding="utf-8").splitlines():
            assert ":hover" not in line or line.startswith("@media (hover: hover)"), f"{path.name}: {line}"


def test_the_licence_of_the_chart_library_comes_with_it():
    static = STATIC | {"notices.txt": b"MIT"}
    assert "assets/notices.txt" not in make_assets(static, {}).files
    assert make_assets(static, {"vendor/plotly.min.js": b"P"}).files["assets/notices.txt"] == b"MIT"
    notices = (ROOT / "static" / "notices.txt").read_text(encoding="utf-8")
    assert "Permission is hereby granted, free of charge" in notices
    assert "Plotly, Inc." in notices
