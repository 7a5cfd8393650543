import json

import html5lib
import pytest

from site_builder.render.json_block import json_block, json_text

HOSTILE = {
    "title": "</script><script>window.HIT=1</script>",
    "series": "<!--<script>",
    "note": "甲\u2028乙 & \"双\" '单' \\n 反斜杠 ]]>",
}


def test_strings_that_would_leave_the_block_stay_in_it():
    page = f"<!doctype html><title>t</title><body>{json_block(HOSTILE)}<p id=after>后</p>"
    document = html5lib.parse(page, namespaceHTMLElements=False)
    scripts = document.findall(".//script")
    assert len(scripts) == 1
    assert json.loads(scripts[0].text) == HOSTILE
    assert document.find(".//p[@id='after']").text == "后"


@pytest.mark.parametrize("character", ["<", ">", "&", "\u2028", "\u2029"])
def test_no_character_that_html_or_an_old_parser_would_see(character):
    assert character not in json_text({character: [character, {character: character}]})
    assert json.loads(json_text({character: character})) == {character: character}


def test_numbers_that_are_not_finite_become_gaps():
    def refuse(token):
        raise AssertionError(token)

    data = {"ys": [1.5, float("nan"), float("-inf")], "nested": {"y": float("inf")}}
    read = json.loads(json_text(data), parse_constant=refuse)
    assert read == {"ys": [1.5, None, None], "nested": {"y": None}}


def test_one_key_and_one_record_a_line():
    curves = {"curves": [{"id": "a", "xs": [1, 2]}, {"id": "b", "xs": [3]}], "from": 1}
    assert json_text(curves).split("\n") == [
        "{",
        '"curves": [',
        '{"id": "a", "xs": [1, 2]},',
        '{"id": "b", "xs": [3]}',
        "],",
        '"from": 1',
        "}",
    ]


def test_attributes_are_escaped_and_keep_their_order():
    block = str(json_block([], role='a"b', data_name="<n>"))
    assert block.startswith('<script type="application/json" data-role="a&#34;b" data-name="&lt;n&gt;">\n')
