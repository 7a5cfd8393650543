"""Ten chapters of ten tools in one run: nothing is lost, nothing overwritten, and what was written builds."""

import re
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from site_builder import cli
from site_builder.commands import import_
from site_builder.commands.import_ import _course_files
from site_builder.problems import Problems
from site_builder.source.snapshot import files_of
from site_builder.transfer.course import import_course
from site_builder.transfer.order import chapters_of
from tests.scratch import built, prose, snapshot, visible
from tests.transfer.chapters import NAMES, SOURCE, png

KEPT = {
    "01-tokens": "一句话先切成词元 第二章 https://example.org/tokens 切得越细 读完这一章 做一道题 苹果 "
    "为什么不按字切 的账就大了 快了",
    "02-vectors": "记号 是向量 第二段还在框里 它没有方向 另一页 缩进的字 第一层 七 | 八 要记住 方向比长度稳 键和值",
    "03-heads": "先猜一猜 一个头够不够？ 外层。 里层 内层。 heads.py print(heads) 标签里的字还在。 粗体 斜体 Ctrl",
    "04-training": "一步多少次乘法 先看单位 一次乘加算两次。 6 * 7 每个参数约六次 kaplan2020, p. 3 上文 两栏里的字。",
    "05-cache": "一句话 缓存存的是 每层一份。 这一章 pope2022 cache = []",
    "06-norm": "均值为零 Ba.Kiros.2016 归一化前后 所示，由 更多见 LayerNorm norm(x) 小结 就这些。",
    "07-residual": "别忘了相加。 回到词元 段落里有 下划线 红字 https://example.org",
    "08-positions": "每格一个位置 位置从零数起。 词元 文本的一小块 写在行内的注 一 二",
    "09-sampling": "温度是什么 温度把分布拉平。 第二行。 "
    "缓存 外站 坏公式 undefinedmacro 也要留下 missing.md 远处的图 丢了的图 "
    "images/lost.png https://example.org/video <b>代码里的标签</b> 也不动",
    "10-experiment": "先算一次。 print('结果') 再看一眼。",
}
"""Words of each chapter that its page must have."""


def imported(source):
    problems = Problems()
    found = import_course(files_of(source), "课程", (), problems)
    assert found is not None, list(problems)
    return found


def site(found):
    return built(files_of({**_course_files(found, Problems()), **found.files}))


def on_disk(folder, source=SOURCE):
    for path, data in source.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data if isinstance(data, bytes) else data.encode())
    return folder


@pytest.fixture(scope="module")
def ten():
    return imported(SOURCE)


@pytest.fixture(scope="module")
def pages(ten):
    return {path.split("/")[1]: data.decode() for path, data in site(ten).items() if path.count("/") == 2}


@pytest.mark.parametrize("lesson", KEPT)
def test_every_word_is_on_the_page(pages, lesson):
    words = "".join(visible(prose(pages[lesson])).split())
    for kept in KEPT[lesson].split():
        assert kept in words


def test_what_was_markup_is_none_on_the_page(pages):
    for lesson, page in pages.items():
        text = re.sub(r"<(code|annotation)\b.*?</\1>", "", prose(page), flags=re.DOTALL)
        left = re.findall(r":::|!!!|&lt;/?[a-z]+|\{[%<.#:]|\]\(|\[\[|==|:[a-z]+:`|\\\\[\[(]", text)
        assert left == [], lesson


def test_chapters_come_in_their_order_with_their_titles(ten):
    ((_, lessons),) = ten.chapters
    assert [f"{lesson}." for lesson, _ in lessons] == [name.rpartition(".")[0] + "." for name in NAMES]
    assert [title for _, title in lessons] == [
        "词元与词表", "向量的方向", "多头", "训练的账", "缓存里有什么",
        "归一化", "残差连接", "位置编码", "采样", "一个小实验",
    ]  # fmt: skip
    assert ten.lang == "zh-CN"


def test_links_figures_and_formulas_lead_somewhere(pages):
    assert re.search(r'<a href="[^"]*02-vectors/index.html">第二章</a>', pages["01-tokens"])
    assert 'href="#figure-fig-cache"' in pages["05-cache"]
    assert 'href="#equation-eq_norm"' in pages["06-norm"]
    assert 'href="#小结"' in unquote(pages["06-norm"])
    assert pages["01-tokens"].count('width="64" height="48"') == 2


def test_what_needs_a_person_is_reported_with_file_and_line(ten):
    told = {(note.path, note.line) for note in ten.notes if note.state == "person"}
    assert told >= {("09-sampling.md", line) for line in (11, 13, 15, 17)}
    assert ("04-training.qmd", 19) in told
    assert any(note.state == "left" and note.path == "notes.md" for note in ten.notes)


def test_the_command_writes_once_and_what_it_wrote_has_no_errors(tmp_path, capsys):
    source, course = on_disk(tmp_path / "source"), tmp_path / "course"
    arguments = ["import", str(source), "--to", str(course)]
    assert cli.main(arguments) == 0
    told = capsys.readouterr()
    assert "09-sampling.md:11: a link that leads to no lesson: [链接](missing.md)" in told.out
    assert told.err.startswith("10 lessons, ")
    first = snapshot(course)
    assert cli.main(arguments) == 0
    assert "10 lessons, 0 files written" in capsys.readouterr().err
    assert snapshot(course) == first
    assert cli.main(["build", "--root", str(course)]) == 0


def test_nothing_is_overwritten(tmp_path, capsys):
    source, course = on_disk(tmp_path / "source"), tmp_path / "course"
    lesson = course / "content" / "lessons" / "05-cache.md"
    lesson.parent.mkdir(parents=True)
    lesson.write_text("我的\n", encoding="utf-8")
    assert cli.main(["import", str(source), "--to", str(course)]) == 1
    assert "05-cache.md:1:1: this file is there already and holds something else" in capsys.readouterr().err
    assert {path: data.decode() for path, data in snapshot(course).items()} == {"content/lessons/05-cache.md": "我的\n"}


def test_a_file_saved_between_the_check_and_the_writing_is_not_overwritten(tmp_path, monkeypatch, capsys):
    """The last moment counts: each file is made anew or not at all."""
    monkeypatch.setattr(import_, "_check_free", lambda *_: None)
    on_disk(tmp_path / "there", {"a.md": "# A\n"})
    lesson = tmp_path / "course" / "content" / "lessons" / "a.md"
    lesson.parent.mkdir(parents=True)
    lesson.write_text("mine", encoding="utf-8")
    assert cli.main(["import", str(tmp_path / "there"), "--to", str(tmp_path / "course")]) == 1
    assert lesson.read_text(encoding="utf-8") == "mine"
    assert "lessons/a.md" in capsys.readouterr().err


def test_lessons_for_a_course_that_there_is_are_listed_by_its_author(tmp_path, capsys, course):
    course.lesson("a")
    before = (course.root / "content" / "course.yaml").read_bytes()
    single = on_disk(tmp_path / "one", {"02 x.md": "# 新的一课\n\n正文。\n"})
    assert cli.main(["import", str(single / "02 x.md"), "--to", str(course.root)]) == 0
    assert '      - {id: 02-x, topic: "新的一课"}\n' in capsys.readouterr().out
    assert (course.root / "content" / "course.yaml").read_bytes() == before
    assert (course.root / "content/lessons/02-x.md").read_text(encoding="utf-8").endswith("正文。\n")


NO_NOTEBOOKS = (
    "{",
    "[]",
    '{"cells": 5}',
    '{"cells": [], "metadata": []}',
    '{"cells": [], "metadata": {"kernelspec": "python"}}',
    '{"cells": [{"cell_type": "markdown", "attachments": [1], "source": "x"}]}',
    '{"cells": [{"cell_type": "code", "outputs": [1], "source": "x"}]}',
    '{"cells": [{"cell_type": "code", "outputs": [{"data": [1]}], "source": "x"}]}',
    '{"cells": [], "n": ' + "9" * 5000 + "}",
    "[" * 100_000,
)


@pytest.mark.parametrize(
    "source", [{"a.txt": "x"}, *({"a.ipynb": text} for text in NO_NOTEBOOKS), {"a.md": b"\xff\xfe"}]
)
def test_what_cannot_be_imported_is_refused_by_name(tmp_path, capsys, source):
    folder = on_disk(tmp_path / "source", source)
    assert cli.main(["import", str(folder), "--to", str(tmp_path / "course")]) == 1
    assert capsys.readouterr().err.strip()
    assert not (tmp_path / "course").exists()


ORDERS = [
    ({"SUMMARY.md": "* [甲](b.md)\n  * [乙](a.md#x)\n"}, ("b.md", "a.md")),
    ({"src/SUMMARY.md": "[甲](b.md)", "src/b.md": "x"}, ("src/b.md",)),
    ({"docs/_sidebar.md": "- [甲](/b)", "docs/b.md": "x"}, ("docs/b.md",)),
    ({"mkdocs.yml": "site_name: x\nnav:\n  - 首页: b.md\n  - '二': sub/a.md\nx: !!python/name:y\n", "docs/b.md": "x",
      "docs/sub/a.md": "y"}, ("docs/b.md", "docs/sub/a.md")),
    ({"_toc.yml": "root: b\nparts:\n- chapters:\n  - file: a\n"}, ("b.md", "a.md")),
    ({"_quarto.yml": "book:\n  chapters:\n    - b.md\n    - part: x\n    # - c.md\n    - a.md\n"}, ("b.md", "a.md")),
    ({"myst.yml": "project:\n  toc:\n    - file: b.md\n    - file: a.md\n"}, ("b.md", "a.md")),
    ({"index.md": "# 书\n\n```toc\n:maxdepth: 2\n\nb\na\n```\n"}, ("b.md", "a.md")),
    ({"index.md": "```{toctree}\n题 <b>\nsub/index\n```\n", "sub/index.md": "```{toctree}\nc\n```\n", "sub/c.md": "x"},
     ("b.md", "sub/index.md", "sub/c.md")),
    ({"10.md": "x", "9.md": "x", "README.md": "x", "LICENSE.md": "x"}, ("README.md", "9.md", "10.md", "a.md", "b.md")),
]  # fmt: skip


@pytest.mark.parametrize(("files", "order"), ORDERS)
def test_the_order_is_that_of_the_source(files, order):
    assert chapters_of(files_of({"a.md": "x", "b.md": "y", **files}))[0] == order


BLOCKS = (
    "@ @\n", "## @\n", "- @\n- @\n", "1. @\n\n   @\n", "> @\n", "!!! note \"@\"\n    @\n", "??? tip \"@\"\n    @\n",
    ":::tip @\n@\n:::\n", "::: {.callout-warning}\n@\n:::\n", "::: columns\n@\n:::\n", "```{note}\n@\n```\n",
    "```python\n@\n```\n", "> [!info] @\n> @\n", "<details><summary>@</summary>\n\n@\n\n</details>\n",
    "{% hint style=\"info\" %}\n@\n{% endhint %}\n", "| @ | @ |\n|---|---|\n| @ | @ |\n", "<b>@</b> <u>@</u>\n",
    "==@== [@](missing.md) ![@](no.png)\n", "<table><tr><td>@</td></tr></table>\n", "[[@]] :ref:`@`\n", "*[KV]: @\n",
    "@\n: @\n", "@^[@]\n", "$$\n\\text{@}\n$$\n", "\\[\n\\text{@}\n\\]\n", "<p align=\"center\">@</p>\n", "`@` {.c}\n",
    "<Tabs>\n@\n</Tabs>\n", "=== \"@\"\n\n    @\n", "<!-- x -->\n@\n", ":::note\n@\n", "```\n@\n", "$@\\undefined$ @\n",
    "@ {{< ref >}} {% x %}\n", ":::{unknown} @\n@\n:::\n", "```{unknown} @\n@\n```\n", "- !!! note \"@\"\n      @\n",
)  # fmt: skip


@settings(max_examples=25)
@given(st.lists(st.sampled_from(BLOCKS), min_size=1, max_size=6))
def test_import_check_and_build_lose_no_word(blocks):
    numbers = iter(range(1000, 9999))
    text = "\n".join(re.sub("@", lambda _: f"词{next(numbers)}", block) for block in blocks)
    found = imported({"a.md": f"# 题\n\n{text}"})
    page = site(found)["c1/a/index.html"].decode()
    words = visible(prose(page))
    assert [word for word in re.findall(r"词\d{4}", text) if word not in words] == []


@pytest.mark.parametrize(
    "text",
    ["甲\n\n:::{龙}\n乙\n:::::\n", "甲\n\n~~~{\n:::{include} 乙.md\n:::\n", "```{include} 乙.md\n```\n",
     "::: \n:::{note\n甲", "[^a]: 乙\n", "- :::{note}\n  甲\n  :::\n",
     "甲 {eval}`乙`\n",
     "[甲]: 乙\n",     "> ```\n> 乙\n\n丙\n", "| 甲 |\n|---|\n| 乙 | 丙 |\n", ":::{龙}\n" * 80],
)  # fmt: skip
def test_whatever_stands_there_what_was_written_has_no_errors(text):
    found = imported({"x.md": f"# 题\n\n{text}"})
    words = visible(prose(site(found)["c1/x/index.html"].decode()))
    assert [char for char in "甲乙丙龙" if char in text and char not in words] == []


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# 甲 [![乙](https://a.org/b.svg)](https://a.org)\n", "甲 乙"),
        ("# **甲** `乙` [丙](x.md) {#id}\n", "甲 乙 丙"),
        ("---\ntitle: 见 https://a.org $\\undefined$\n---\n", "见 undefined"),
        ("甲\n", "x"),
    ],
)
def test_a_title_is_words(text, title):
    found = imported({"x.md": f"{text}\n正文。\n"})
    assert f'title: "{title}"\n' in found.files["content/lessons/x.md"].decode()
    assert "正文" in site(found)["c1/x/index.html"].decode()


def test_images_of_a_source_become_images_of_the_course():
    found = imported({"a.md": "![甲](img/a.png) ![乙](/static/b.png)", "img/a.png": png(), "static/b.png": png(2, 3)})
    assert {path for path in found.files if path.endswith(".png")} == {
        "content/images/img/a.png", "content/images/static/b.png",
    }  # fmt: skip


def test_a_bibliography_comes_along_and_is_cited():
    bib = "@article{dao2022, title={Flash{Attention}}, author={Dao, Tri and Fu, Dan}, year=2022}\n"
    found = imported(
        {"a.md": "# 一\n\n见 [@dao2022]，又见 [@nobody]。\n", "refs.bib": bib, "build/old.bib": "@misc{x}"}
    )
    assert found.files["content/sources.bib"] == bib.encode()
    assert b"\xe8\xa7\x81 {cite}`dao2022`" in found.files["content/lessons/a.md"]
    assert [note.kind for note in found.notes if note.state == "person"] == [
        "a citation: name its source in sources.yaml, then write {cite}`key`"
    ]
    page = visible(site(found)["c1/a/index.html"].decode())
    assert "Dao & Fu 2022 FlashAttention" in page


def test_a_reference_to_what_could_not_be_written_becomes_words():
    source = {"a.md": "# A\n\n![图](no.png)\n:label:`fig_a`\n\n见 :numref:`fig_a` 与 {numref}`图 %s <fig_a>`。\n\n"
                      "```{math}\n:label: m\nx \\\\\nz\n```\n\n{eq}`m`\n"}  # fmt: skip
    found = imported(source)
    text = found.files["content/lessons/a.md"].decode()
    assert "见 `fig_a` 与 图。" in text
    assert [note.text for note in found.notes if note.kind == "a reference to nothing"] == ["fig_a", "m"]
    assert any("<code>fig_a</code>" in page for page in map(str, site(found).values()))


def test_a_note_that_nothing_refers_to_takes_no_other_with_it():
    text = imported({"a.md": "# A\n\n甲[^1] [乙][b]\n\n[b]: https://a.org\n[^1]: 注\n[^2]: 多余\n"}).files
    assert text["content/lessons/a.md"].decode().endswith("[^1]: 注\n\n\\[^2]: 多余\n")


def test_options_between_dashes_and_the_names_of_kernels_are_read():
    code = "```{code-cell} ipython3\n---\nlineno-start: 10\nemphasize-lines: 1, 2\ncaption: 甲\n---\na\nb\n```\n"
    text = imported({"a.mdx": f"# A\n\n{code}"}).files["content/lessons/a.md"].decode()
    assert text.endswith('```python title="甲" linenos=10 hl_lines="1, 2"\na\nb\n```\n')
