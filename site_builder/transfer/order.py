"""Which files of a folder are chapters, and in which order: as its own table of contents says, or by their names."""

from __future__ import annotations

import posixpath
import re
from urllib.parse import unquote

from site_builder.problems import Problems
from site_builder.source.snapshot import Files

SUFFIXES = (".md", ".mdx", ".markdown", ".qmd", ".rmd", ".ipynb")
_LISTS = ("SUMMARY.md", "_sidebar.md")
_MKDOCS = ("mkdocs.yml", "mkdocs.yaml")
_DATA = (*_MKDOCS, "_toc.yml", "_quarto.yml", "_bookdown.yml", "myst.yml")
_FOLDERS = ("", "src", "docs", "book", "content")
APART = re.compile(
    r"(?:^|/)(?:node_modules|_build|_site|site|build|dist|venv|tests?)/|"
    r"(?:^|/)(?:summary|_sidebar|_navbar|_coverpage|license|contributing|changelog|code_of_conduct)\.", re.IGNORECASE
)  # fmt: skip
_LINK = re.compile(r"\]\(\s*<?([^()<>\s#]+)")
_ENTRY = re.compile(
    r"(?:^|[\s:\"'\[,-])([^\s:\"'\[\],#-][^:\"'\[\],#\n]*?\.(?:mdx?|qmd|ipynb|rmd|markdown))\b", re.IGNORECASE
)
_FILE = re.compile(r"\b(?:file|root):\s*[\"']?([^\s\"'#]+)")
_TREE = re.compile(r"^(`{3,}|:{3,})\s*\{?(?:toc|toctree)\}?[^\n]*\n(.*?)^\1", re.MULTILINE | re.DOTALL)


def chapters_of(files: Files) -> tuple[tuple[str, ...], str]:
    """The chapters' paths in order, and the file that gives it; nothing where their names do."""
    for folder in _FOLDERS:
        for name in (*_LISTS, *_DATA):
            path = posixpath.join(folder, name)
            if files.has(path) and (listed := _listed(path, files)):
                return listed, path
    for folder in _FOLDERS:
        index = posixpath.join(folder, "index.md")
        if files.has(index) and (listed := _tree(index, files, ())):
            return listed, index
    return tuple(sorted(sources_of(files), key=_natural)), ""


def sources_of(files: Files) -> tuple[str, ...]:
    """Every file that may be a chapter."""
    paths = files.names("", deep=True)
    return tuple(path for path in paths if path.lower().endswith(SUFFIXES) and not APART.search(path))


def _natural(path: str) -> tuple[object, ...]:
    """2 before 10, a folder's own page before the others."""
    folder, name = posixpath.split(path)
    stem = name.partition(".")[0].lower()
    parts = re.split(r"(\d+)", f"{folder}/{'' if stem in ('readme', 'index') else name}")
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts)


def _listed(path: str, files: Files) -> tuple[str, ...]:
    text = files.text(path, Problems())
    if text is None:
        return ()
    if path.endswith(_LISTS):
        named = _LINK.findall(text.text)
    else:
        lines = [re.sub(r"(?:^|\s)#.*", "", line) for line in text.text.split("\n")]
        named = [found for line in lines for found in (_ENTRY.findall(line) or _FILE.findall(line))]
    base = posixpath.dirname(path)
    return _existing(named, posixpath.join(base, "docs") if path.endswith(_MKDOCS) else base, files)


def _existing(named: list[str], base: str, files: Files) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for name in named:
        clean = unquote(name.strip()).strip("/")
        candidates = (
            posixpath.normpath(posixpath.join(folder, clean + ending))
            for folder in (base, posixpath.join(base, "docs"), posixpath.join(base, "src"), "")
            for ending in ("", *SUFFIXES, "/README.md", "/index.md")
        )
        path = next((each for each in candidates if each.lower().endswith(SUFFIXES) and files.has(each)), "")
        if path:
            found[path] = None
    return tuple(found)


def _tree(path: str, files: Files, above: tuple[str, ...]) -> tuple[str, ...]:
    """The pages that a page's own tables of contents name, each followed by those that it names."""
    text = files.text(path, Problems())
    if text is None or path in above or len(above) > 10:
        return ()
    entries = [
        re.sub(r".*<(.*)>", r"\1", line.strip())
        for tree in _TREE.finditer(text.text)
        for line in tree[2].split("\n")
        if line.strip() and not line.strip().startswith(":")
    ]
    found: dict[str, None] = {}
    for page in _existing(entries, posixpath.dirname(path), files):
        for each in (page, *_tree(page, files, (*above, path))):
            found[each] = None
    return tuple(found)
