"""Deep or huge input is shown whole or refused by name, in bounded time and memory."""

import os
import re
import resource
import subprocess

import pytest

from tests.scratch import COMMAND, environment, prose

GIB = 1 << 30
SECONDS = 20  # of the processor, on a machine that has other work


PROGRESS = re.compile(r"^\d+ of \d+ pages\n", re.MULTILINE)
"""What a build says of itself after ten seconds."""


def bounded(course, command="build"):
    """Run a command with no more than 1 GiB: exit code, messages, seconds of processor time."""

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (2 * GIB, 2 * GIB))  # address space, of which libraries reserve much

    with (course.root.parent / "told").open("w+b") as told:
        process = subprocess.Popen(
            [*COMMAND, command], cwd=course.root, env=environment(), stderr=told, stdout=subprocess.DEVNULL,
            preexec_fn=limit,
        )  # fmt: skip
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        told.seek(0)
        err = PROGRESS.sub("", told.read().decode())
    assert used.ru_maxrss * 1024 < GIB
    assert used.ru_utime + used.ru_stime < SECONDS
    assert "Traceback" not in err
    return process.returncode, err


def test_deep_lists_and_quotes_are_shown_whole(course):
    lists = "\n".join("  " * level + f"- 第{level}层" for level in range(12))
    course.lesson("90-deep", f"{lists}\n\n{'>' * 24} 引文到底\n")
    assert bounded(course) == (0, "")
    page = course.page("90-deep")
    assert all(f"第{level}层" in page for level in range(12))
    assert "引文到底" in page


def test_ten_thousand_equal_headings(course):
    course.lesson("91-many", "## 小结\n\n正文。\n" * 10000)
    assert bounded(course) == (0, "")
    found = re.findall(r'<h2 id="([^"]+)">', prose(course.page("91-many")))
    assert len(found) == len(set(found)) == 10000


def test_brackets_and_quotes_by_the_thousand(course):
    course.lesson("92-bad", f"{'>' * 5000} 底\n{'[' * 20000}甲{']' * 20000}\n")
    code, err = bounded(course)
    assert code == 1
    assert "content/lessons/92-bad.md:6:101: " in err
    assert "[nesting-is-shallow]" in err


WHOLE = (
    (":::{note}\n甲\n:::\n" * 10000, "甲</p>"),
    ("{eval}`layers` {term}`kv-cache` {cite}`vaswani2017` " * 5000, "KV cache"),
    ("".join(f"甲[^{n}]\n\n[^{n}]: 注{n}\n\n" for n in range(10000)), "注9999"),
    ("甲[^1]" * 10000 + "\n\n[^1]: 注\n", "注"),
    ("甲[^0]\n\n" + "".join(f"[^{n}]: 注[^{n + 1}]\n\n" for n in range(9999)) + "[^9999]: 完", "完"),
    ("".join(f"$x_{{{n}}}$ " for n in range(10000)), "x_{9999}"),
    ("".join(f"{{eval}}`score_matrix(N={n})` " for n in range(1, 5001)), "score_matrix"),
    ("| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 10000, "<td>2</td>"),
    (":::{stepper}\n" + "### 步\n文\n" * 10000 + ":::\n", "文"),
    ("```python\n" + "a = [1, 'x']\n" * 30000 + "```\n", "language-python"),
    ("中文" * 170_000, "中文"),
    ("中文，\n" * 95_000, "中文，中文"),
    ("[](" * 130_000, "[]("),
    ("*a " * 130_000, "*a"),
    ("$a " * 130_000, "$a"),
    ("> a\n\n" * 75_000, "<blockquote>"),
    ("＄a＄ " * 95_000, "＄a＄"),
    ("{eval}`" + "2*" * 200 + "2`", f"{2**201:,}"),
    ("{eval}`" + "(" * 200 + "1" + ")" * 200 + "`", ">1</a>"),
)  # fmt: skip
"""(what much of is written, what its page then shows)"""
REFUSED = (
    ("字" * 400_001, "file-size-is-bounded"),
    ("a" * (1 << 20), "file-size-is-bounded"),
    ("$" * 300_000, "maths-is-well-formed"),
    ("$" + "x+" * 3000 + "x$", "maths-is-well-formed"),
    ("$" + "\\sqrt" * 900 + "x$", "maths-is-well-formed"),
    ("\n".join(":" * (60 - level) + "{note} x" for level in range(50)), "nesting-is-shallow"),
    (":::{note}\n" * 20000, "directive-is-closed"),
    (":::{note}\n" + ":a: b\n" * 20000 + ":::\n", "option-is-known"),
    ("{term}`x` " * 5000, "term-is-known"),
    ("".join(f"{{eval}}`wieghts{n}` " for n in range(5000)), "quantity-is-known"),
    (":::{include} part.md\n:::\n" * 250, "include-is-acyclic"),
    ("{eval}`" + "(" * 600 + "1" + ")" * 600 + "`", "role-is-well-formed"),
    ("{eval}`9**9**9**9**9`", "expression-has-a-value"),
    ("{eval}`score_matrix(N=10**5000)`", "expression-has-a-value"),
    ("{eval}`weights(digits=10**9)`", ""),
    (":::{shape_diagram} t\n:N: 4096\n:d_k: 128\n:::\n\n" * 8000, "file-size-is-bounded"),
    (
        ":::{table} t\nrows: {over: N, values: [" + "1," * 60_000 + "1]}\ncolumns:\n  - {label: a, value: N}\n:::\n",
        "file-size-is-bounded",
    ),
)  # fmt: skip
"""(what too much of is written, the rule that names it)"""
GROUPS = 5
"""Several lessons share a process, and the bounds that each of them has to keep."""


@pytest.mark.parametrize("group", range(GROUPS))
def test_much_of_one_thing_is_shown_whole_in_bounded_time(course, group):
    course.furnish()
    cases = dict(enumerate(WHOLE[group::GROUPS]))
    for number, (body, _) in cases.items():
        course.lesson(f"much-{number}", body)
    for name in "ab":
        course.lesson(name)
    assert bounded(course) == (0, "")
    for number, (_, shown) in cases.items():
        assert shown in course.page(f"much-{number}")


@pytest.mark.parametrize("group", range(GROUPS))
def test_too_much_is_refused_by_name(course, group):
    course.furnish()
    cases = dict(enumerate(REFUSED[group::GROUPS]))
    for number, (body, _) in cases.items():
        course.lesson(f"much-{number}", body)
    for name in "ab":
        course.lesson(name)
    code, err = bounded(course)
    assert code == 1
    for number, (_, rule) in cases.items():
        told = [line for line in err.splitlines() if f"content/lessons/much-{number}.md:" in line]
        assert any(f"[{rule}" in line for line in told), rule
