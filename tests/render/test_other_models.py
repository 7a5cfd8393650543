"""A page about one model may print numbers of another, of a fact sheet and of the course's own quantities."""

import re

from tests.scratch import REPOSITORY, built, prose, scratch_course, visible

BODY = """\
{eval}`decode_floor()`、{eval}`decode_floor(model="llama-3.1-8b")`、{eval}`h200.bandwidth`、
{eval}`show(weights() / h200.memory, as="percent")`、{eval}`sqrt(2)`。
"""


def test_numbers_of_other_models_say_whose_they_are(tmp_path):
    course = scratch_course(tmp_path)
    given = ["content/anchors/llama-3.1-8b.yaml", "content/quantities.yaml", "content/sources.yaml"]
    for path in (*given, *(f"content/facts/{card}.yaml" for card in ("a100", "a100_40gb", "h100", "h200", "b200"))):
        course.write(path, (REPOSITORY / path).read_bytes())
    course.lesson("a", BODY)
    page = built(tmp_path)["c0/a/index.html"].decode()
    # 55,562,855,904 and 16,060,522,496 bytes at 4.8 TB/s; 55.562855904 of 141 GB.
    assert "11.58 ms、3.346 ms、4.8 TB/s、 39.41%、≈ 1.414。" in visible(prose(page))
    titles = [visible(title) for title in re.findall(r'<h3 class="ledger-title">(.*?)</h3>', page, re.DOTALL)]
    assert "把权重读一遍的时间 decode_floor" in titles
    assert "把权重读一遍的时间（llama-3.1-8b） decode_floor" in titles
    ledger = visible(page.partition('id="numbers"')[2])
    assert "27,781,427,952 × 2 ÷ 4,800,000,000,000 s = 11.58 ms" in ledger
    assert "（llama-3.1-8b.parameters）" in ledger
    assert "（h200.bandwidth）" in ledger
    assert "√(2) ≈ 1.414" in ledger


def test_a_constant_that_divides_bytes_is_warned_about(tmp_path, capsys):
    course = scratch_course(tmp_path)
    course.lesson("a", "一张卡的 {eval}`weights() / (80 * 2**30)`。\n")
    code, out, err = course.told(capsys, "check")
    assert code == 1  # warnings too
    assert "a.md:6:26: " in out + err
    assert "(write 80*GiB for bytes) [number-has-its-unit]" in out + err


def test_a_number_made_of_rounded_ones_says_so(tmp_path):
    course = scratch_course(tmp_path)
    course.write(
        "content/quantities.yaml",
        b"first: {title: First, formula: exp(1)}\n"
        b"second: {title: Second, arguments: {before: {symbol: f, default: first()}}, formula: before / 2}\n",
    )
    course.lesson(
        "a", '{eval}`show(second(), as="count", digits=6)`，{eval}`show(second() * 2, as="count", digits=3)`。\n'
    )
    page = built(tmp_path)["c0/a/index.html"].decode()
    assert "≈ 1.35914，≈ 2.72。" in visible(prose(page))  # e = 2.718281828…
    assert "2.71828… ÷ 2 ≈ 1.35914" in visible(page.partition('id="numbers"')[2])
