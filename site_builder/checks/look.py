"""Files and words of a course's own look that change nothing: each was meant to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from site_builder.course.locale import LOCALES
from site_builder.document.frames import FRAMES
from site_builder.problems import Problems, SourcePosition, nearest
from site_builder.source.nodes import MappingNode
from site_builder.source.snapshot import Files
from site_builder.source.text import SourceText
from site_builder.source.yaml import load_yaml

CUSTOM = ("static/css/custom.css", "static/js/custom.js")
_TOKENS = "static/css/tokens.css"
_JOINED = ("static/css/", "static/search/", "static/components/", "static/js/")
"""Folders whose files are joined, and none copied."""
_OPEN = ("quantities", "ledger.choices", "ledger.origins", "ledger.named_sources", "dataflow.parts")
"""Words by ids of quantities, conventions and sources, which a course may have more of."""
_DECLARED, _USED = re.compile(r"(--[\w-]+)\s*:"), re.compile(r"var\(\s*(--[\w-]+)")
_RULE = "file-is-read"


def check_look(files: Files, package: Files, lang: str, problems: Problems) -> None:
    """Warn of templates, styles and scripts that nothing reads, of tokens and of words that nothing uses."""
    _check_templates(files, package, lang, problems)
    _check_static(files, package, problems)
    templates = "\n".join(_texts(files, "templates", ".html"))
    used_in = "\n".join((templates, *_texts(files, "static"), *_texts(package, "static")))
    ours = set(_DECLARED.findall("".join(_text(package, _TOKENS))))
    _check_tokens(files, ours | set(_USED.findall(used_in)), problems)
    path = f"{LOCALES}/{lang}.yaml"
    known = next((each for each in (path, f"{LOCALES}/en.yaml") if package.has(each)), "")
    if files.has(path) and known:
        words, own = _mapping(package, known), _mapping(files, path)
        if words and own:
            _check_words(words, own, templates, problems)


def _check_templates(files: Files, package: Files, lang: str, problems: Problems) -> None:
    ours = package.names("templates", deep=True)
    frames = {f"templates/components/{frame.stem}.html" for frame in FRAMES}
    texts = {path: text for path in files.names("templates", ".html", deep=True) for text in _text(files, path)}
    for path in files.names("templates", deep=True):
        if path in (*ours, *frames) or path == f"{LOCALES}/{lang}.yaml":
            is_copy = list(_text(files, path)) == list(_text(package, path))  # the package's own folder has them all
            if path.startswith(f"{LOCALES}/") and path != f"{LOCALES}/{lang}.yaml" and not is_copy:
                _warn(path, f"the course is in {lang}, and has no words from this file", "", problems)
            continue
        name = path.removeprefix("templates/")
        if not any(f'"{name}"' in text or f"'{name}'" in text for other, text in texts.items() if other != path):
            _warn(path, "no template includes this one", nearest(path, (*ours, *frames)), problems)


def _check_static(files: Files, package: Files, problems: Problems) -> None:
    ours = package.names("static", deep=True)
    components = {path.split("/")[-1][:-5] for base in (files, package) for path in base.names("templates/components")}
    for path in files.names("static", deep=True):
        folder = next((each for each in _JOINED if path.startswith(each)), "")
        stem, _, suffix = path.rpartition("/")[2].rpartition(".")
        is_script_of_page = folder == "static/js/" and suffix == "js"
        is_of_component = folder == "static/components/" and suffix in ("css", "js") and stem in components
        if folder and path not in (*ours, *CUSTOM) and not is_script_of_page and not is_of_component:
            hint = nearest(path, (*ours, *CUSTOM)) if suffix != "css" else "styles of your own go into css/custom.css"
            _warn(path, "nothing reads this file", hint, problems)


def _check_tokens(files: Files, known: set[str], problems: Problems) -> None:
    for text in _text(files, _TOKENS):
        bare = re.sub(r"/\*.*?\*/", lambda found: re.sub(r"[^\n]", " ", found[0]), text, flags=re.DOTALL)
        for found in _DECLARED.finditer(bare):
            if found[1] not in known:
                line, start = bare.count("\n", 0, found.start()) + 1, bare.rfind("\n", 0, found.start())
                place = SourcePosition(_TOKENS, line, found.start() - start)
                problems.warning(place, _RULE, f"nothing uses the token {found[1]}", nearest(found[1], known))


def _check_words(ours: MappingNode, theirs: MappingNode, templates: str, problems: Problems, above: str = "") -> None:
    known = {entry.key: entry.value for entry in ours.entries}
    for entry in theirs.entries:
        name, old = f"{above}{entry.key}", known.get(entry.key)
        if name in _OPEN or re.search(rf"\b{re.escape(entry.key)}\b", templates):
            continue
        if old is None:
            message = f"nothing shows the word {name!r}"
            problems.warning(entry.position, "field-is-known", message, nearest(entry.key, known))
        elif isinstance(old, MappingNode) and isinstance(entry.value, MappingNode):
            _check_words(old, entry.value, templates, problems, f"{name}.")


def _warn(path: str, message: str, hint: str, problems: Problems) -> None:
    problems.warning(SourcePosition(path), _RULE, message, hint)


def _mapping(files: Files, path: str) -> MappingNode | None:
    """The words in a file; what is wrong with it is reported where the theme is read."""
    text = files.text(path, Problems())
    node = load_yaml(text, Problems()) if isinstance(text, SourceText) else None
    return node if isinstance(node, MappingNode) else None


def _texts(files: Files, folder: str, suffix: str = "") -> Iterable[str]:
    suffixes = (suffix,) if suffix else (".css", ".js", ".svg")
    return [text for path in files.names(folder, deep=True) if path.endswith(suffixes) for text in _text(files, path)]


def _text(files: Files, path: str) -> Iterator[str]:
    text = files.text(path, Problems()) if files.has(path) else None
    if text:
        yield text.text
