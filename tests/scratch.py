"""A scratch course on disk, and the real command line to run on it."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path

import pytest

from site_builder import cli
from site_builder.build.pipeline import Options, build_site
from site_builder.problems import BuildStopped, Problems
from site_builder.source.folder import read_folder, read_package
from site_builder.source.snapshot import Files

REPOSITORY = Path(__file__).resolve().parents[1]
COMMAND = (sys.executable, "-m", "site_builder")
FURNITURE = {
    "content/sources.yaml": "vaswani2017: {title: Attention Is All You Need, authors: Vaswani et al., year: 2017}\n",
    "content/glossary.yaml": "kv-cache: {title: KV cache, english: KV cache, sentence: 存下来的 K 和 V。}\n",
    "content/lessons/part.md": "一段文字。\n",
    "content/lessons/pixel.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
}
MORE_OF_THE_COURSE = """\
severities: {entry-is-used: ignore, file-is-read: ignore}
running_example: [小明, 把, 苹果]
promises:
  word-order: {text: 词的先后, lesson: b}
pipeline:
  - {id: text, title: 文本, lesson: a}
  - {id: decoder-layer, title: 解码层, lesson: a, detail: decoder_layer}
"""


def environment(**changes: str) -> dict[str, str]:
    """The environment of a command run anywhere: the checkout's package is found; `changes` are added."""
    return {**os.environ, "PYTHONPATH": str(REPOSITORY), **changes}


@dataclass(frozen=True)
class ScratchCourse:
    """A course of one chapter, ``c0``, in the folder `root`."""

    root: Path
    listed: list[str] = field(default_factory=list)
    more: list[str] = field(default_factory=list)
    """Further lines of ``course.yaml``."""

    def lesson(self, lesson_id: str, body: str = "正文。\n", title: str = "一课", front: str = "") -> Path:
        """Write and list a lesson; `body` follows front matter made of `title` and the lines of `front`."""
        return self.source(lesson_id, f"---\ntitle: {title}\ntime: 5\n{front}---\n\n{body}")

    def source(self, lesson_id: str, text: str | bytes) -> Path:
        """Write the whole file of a lesson, and list it."""
        path = self.write(f"content/lessons/{lesson_id}.md", text)
        self.list_lessons([*dict.fromkeys([*self.listed, lesson_id])])
        return path

    def furnish(self) -> None:
        """Give the course one of everything a lesson may name: source, term, promise, node, image, part."""
        for path, text in FURNITURE.items():
            self.write(path, text)
        self.more[:] = [MORE_OF_THE_COURSE]
        self.list_lessons(self.listed)

    def write(self, path: str, text: str | bytes) -> Path:
        """Write a file of the course, by its path from the root."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    def list_lessons(self, lesson_ids: Sequence[str]) -> None:
        """Make ``course.yaml`` list exactly these lessons."""
        self.listed[:] = lesson_ids
        lessons = "".join(f"      - {{id: {_quoted(name)}, topic: 题}}\n" for name in lesson_ids)
        (self.root / "content" / "course.yaml").write_text(
            "title: 课程\nlang: zh-CN\nanchor: qwen3.8-27b\nchapters:\n"
            f"  - id: c0\n    label: C0\n    title: 序章\n    lessons:\n{lessons or '      []'}\n" + "".join(self.more),
            encoding="utf-8",
        )

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the course's folder, inside this process: a process of its own takes a second longer."""
        streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2)]
        with chdir(self.root), redirect_stdout(streams[0]), redirect_stderr(streams[1]):
            code = cli.main(arguments)
        for stream in streams:
            stream.seek(0)
        return subprocess.CompletedProcess(arguments, code, *(stream.read() for stream in streams))

    def run_apart(self, *arguments: str, cwd: Path | None = None, **changes: str) -> subprocess.CompletedProcess[str]:
        """Run a command as a user does, in a process with an environment of its own."""
        return subprocess.run(
            [*COMMAND, *arguments],
            cwd=cwd or self.root, env=environment(**changes), capture_output=True, timeout=120, check=False,
            encoding="utf-8", errors="backslashreplace",
        )  # fmt: skip

    def told(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
        """Run a command inside this process, which is quicker: exit code, standard output, standard error."""
        capsys.readouterr()
        code = cli.main([*arguments, "--root", str(self.root)])
        streams = capsys.readouterr()
        return code, streams.out, streams.err

    def build(self) -> Path:
        """Build with success; the folder of the site."""
        done = self.run("build")
        assert done.returncode == 0, done.stderr
        return self.root / "site"

    def page(self, lesson_id: str) -> str:
        """The built page of a lesson."""
        return (self.root / "site" / "c0" / lesson_id / "index.html").read_text(encoding="utf-8")


def scratch_course(root: Path) -> ScratchCourse:
    """A course with the project's own anchor and no lesson yet."""
    anchors = root / "content" / "anchors"
    anchors.mkdir(parents=True)
    shutil.copy(REPOSITORY / "content" / "anchors" / "qwen3.8-27b.yaml", anchors)
    for name in ("sources", "glossary"):
        (root / "content" / f"{name}.yaml").write_text("{}\n", encoding="utf-8")
    course = ScratchCourse(root)
    course.list_lessons([])
    return course


def built(files: Files | Path, problems: Problems | None = None, **options: object) -> dict[str, bytes]:
    """The site of these files, or of the course in this folder, in memory; without `problems` there may be no error."""
    told = Problems() if problems is None else problems
    try:
        read = read_folder(files) if isinstance(files, Path) else files
        return build_site(read, read_package(), Options(**options), told).files
    except BuildStopped:
        if problems is None:
            raise AssertionError("\n".join(str(problem) for problem in told)) from None
        raise


def snapshot(folder: Path) -> Mapping[str, bytes]:
    """Every file of a folder by relative path."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def prose(page: str) -> str:
    """The lesson's own part of a page: what stands between its head and its apparatus."""
    words = page.partition("<main")[2].partition("</header>\n")[2].partition('<div class="apparatus">')[0]
    return words.partition('<nav class="neighbours"')[0]


def paragraphs(page: str) -> list[str]:
    """The inner HTML of each paragraph of the lesson."""
    return re.findall(r"<p>(.*?)</p>", prose(page), re.DOTALL)


def formulas(html: str) -> list[str]:
    """The TeX of each formula."""
    return [unescape(tex) for tex in re.findall(r'<annotation encoding="application/x-tex">(.*?)</annotation>', html)]


def visible(html: str) -> str:
    """The text a reader sees of some HTML: formulas as their TeX, white space as one space."""
    html = re.sub(r"<math.*?<annotation[^>]*>(.*?)</annotation>.*?</math>", r"\1", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<br>", "\n", re.sub(r"</?[a-z][^>]*>", "", html))).split())
