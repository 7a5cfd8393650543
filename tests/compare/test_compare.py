"""What `diff` finds after each edit of the table: reports to the letter, and every cause against one told by hand."""

import json

import pytest

from site_builder.compare.as_html import as_html
from site_builder.compare.as_markdown import as_markdown
from site_builder.compare.compare import compare
from site_builder.compare.site import NUMBERS
from site_builder.problems import Refused
from tests.compare.edits import CASES, EDITS, built, expected, report

WEIGHTS = {"weights", "crossing_score_weights", "crossing_kv_weights", "decode_floor"}
HEAD_DIM = ("fact", "head_dim", "256", "128")
CAUSES = {
    "anchor-field": {(HEAD_DIM,): {*WEIGHTS, "head_dim"}},
    "pattern": {(("fact", "layer_pattern", "3 linear, full", "linear, full"),): WEIGHTS},
    "two-fields": {
        (HEAD_DIM, ("fact", "vocab_size", "248,320", "151,936")): WEIGHTS,
        (HEAD_DIM,): {"head_dim"},
    },
    "fact": {(("fact", "bandwidth", "4.8 TB/s", "3.2 TB/s"),): {"decode_floor"}},
    "formula": {
        (("formula", "decode_floor", "weights() / h200.bandwidth", "2 * weights() / h200.bandwidth"),): {"decode_floor"}
    },
    "argument": {(("expression", "score_count(N)", "6", "8"),): {"score_count(N=8)"}},
    "printing": {(("printing", "weights", "51.75 GiB", "55.56 GB"),): {"weights"}},
}
"""What each edit changed, and which numbers that moved; the others move none."""


@pytest.mark.parametrize("name", EDITS)
def test_the_reports_are_as_they_were_read_once(name):
    found = {path.suffix[1:]: path.read_text(encoding="utf-8") for path in CASES.glob(f"{name}.*")}
    assert found == expected(name)


@pytest.mark.parametrize("name", EDITS)
def test_every_cause_is_what_was_edited(name):
    found = {
        tuple((root.kind, root.what, root.old, root.new) for root in cause.roots): {each.call for each in cause.numbers}
        for cause in report(name).causes
    }
    assert found == CAUSES.get(name, {})


def test_nothing_changed_is_nothing_to_say():
    assert not report("nothing")
    assert expected("nothing")["txt"] == ""


def test_weights_go_back_to_the_field_by_the_parts_it_is_in():
    """51.75 → 50.09 GiB and 166,678 → 163,983 were worked out apart: P is 27,781,427,952 − 891,293,952 then."""
    (cause,) = report("anchor-field").causes
    numbers = {number.call: number for number in cause.numbers}
    parts = "parameters_full_attention, parameters_mtp"
    assert (numbers["weights"].old, numbers["weights"].new) == ("51.75 GiB", "50.09 GiB")
    assert numbers["weights"].path == ("parameters", parts, "head_dim")
    crossing = numbers["crossing_score_weights"]
    assert (crossing.old, crossing.new) == ("166,678", "163,983")
    assert crossing.path == ("weights", "parameters", parts, "head_dim")
    assert numbers["head_dim"].path == ()


def test_curves_are_compared_by_name():
    (cause,) = report("anchor-field").causes
    assert [(curve.label, curve.change) for curve in cause.curves] == [
        ("权重", "−3.21%"),
        ("一样大", "166,678 → 163,983"),
    ]


def test_what_should_have_moved_too_is_named():
    """rotary_dim is 0.25 of head_dim by its own source; a cited number and one with another value are left alone."""
    found = report("anchor-field")
    assert [stale.what for stale in found.facts] == ["qk_norm = true", "rotary_dim = 64"]
    assert [stale.what for stale in found.typed] == ["256, now 128"]
    assert "画图时手写了 256" in found.typed[0].said


def test_a_broken_permalink_is_named():
    (page,) = report("heading").pages
    assert "权重" in page.gone
    (moved,) = (page for page in report("lesson-moved").pages if page.id == "times")
    assert (moved.status, moved.old_url, moved.new_url) == ("moved", "c0/times/index.html", "c1/times/index.html")


def test_json_has_the_causes_too():
    (cause,) = json.loads(expected("fact")["json"])["causes"]
    assert cause["roots"][0]["what"] == "bandwidth"
    assert cause["numbers"][0]["path"] == ["h200.bandwidth"]


@pytest.mark.parametrize("name", EDITS)
def test_the_page_and_the_summary_report_every_change(name):
    page = as_html(report(name), built("nothing"), built(name))
    summary = as_markdown(report(name))
    for cause in report(name).causes:
        for number in cause.numbers:
            assert f"<ins>{number.new}</ins>" in page
            assert f"| {number.new} |" in summary
    assert "<script" not in page
    assert 'src="' not in page


def test_the_file_is_equal_for_equal_courses_and_one_number_is_one_line():
    text = built("nothing")[NUMBERS].decode()
    lines = [line for line in text.splitlines() if '"call": "weights"' in line]
    assert len([line for line in lines if line.startswith('{"id": "number-weights"')]) == 1
    changed = built("word")[NUMBERS].decode().splitlines()
    assert sum(one != other for one, other in zip(text.splitlines(), changed, strict=True)) == 1


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"[]", b"\xff", b'{"version": 1, "pages": [{}], "facts": {}}', b"[" * 99999]
)
def test_another_file_of_that_name_is_refused(data):
    with pytest.raises(Refused):
        compare({NUMBERS: data}, built("nothing"))


def test_a_site_without_the_file_is_refused():
    with pytest.raises(Refused):
        compare({}, built("nothing"))
