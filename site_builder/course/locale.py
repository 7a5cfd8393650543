"""The words of the interface: the package's own, overlaid word by word with the course's."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import TypeAlias

from site_builder.course.entries import load_node
from site_builder.problems import Problems, SourcePosition, nearest
from site_builder.source.nodes import MappingEntry, MappingNode, Node, ScalarNode, SequenceNode
from site_builder.source.snapshot import Files

LOCALES = "templates/locale"
REFERENCE = "en"
"""The language whose file says which words there are."""

Words: TypeAlias = Mapping[str, "str | tuple[str, ...] | Words"]

_FORMS = {str: "text", tuple: "a list of texts", Mapping: "a mapping of words"}


def load_words(
    files: Files, package: Files, lang: str, problems: Problems, at: SourcePosition | None = None
) -> Words | None:
    """The words for `lang`, as nested mappings that end in texts or lists of texts; None, with every problem reported.

    A course may override single words of a language the package has; a language of its own must be complete.
    `at` is where the language is written.
    """
    mark = problems.mark
    path = f"{LOCALES}/{lang}.yaml"
    bases = [base for base in (package, files) if base.has(path)]
    if not bases:
        _report_unknown(files.over(package), lang, problems, at or SourcePosition("content/course.yaml"))
        return None
    words: Words = {}
    for base in bases:
        node = load_node(base, path, problems)
        words = _overlaid(words, node, problems) if node else words
    if not problems.has_errors_since(mark) and package not in bases:
        _check_complete(package, words, path, problems)
    return None if problems.has_errors_since(mark) else words


def _report_unknown(files: Files, lang: str, problems: Problems, at: SourcePosition) -> None:
    known = [path.rpartition("/")[2].removesuffix(".yaml") for path in files.names(LOCALES, ".yaml")]
    message = f"no words are there for the language {lang!r}: {LOCALES}/{lang}.yaml is missing"
    problems.error(at, "language-has-words", message, nearest(lang, known))


def _overlaid(words: Words, node: Node, problems: Problems) -> Words:
    """`words` with those of `node` in their place."""
    if not isinstance(node, MappingNode):
        problems.error(node.position, "field-has-its-type", "expected a mapping of words")
        return words
    result = dict(words)
    for entry in node.entries:
        old, new = result.get(entry.key), _word(entry.value)
        if isinstance(entry.value, MappingNode) and isinstance(old, Mapping | None):
            result[entry.key] = _overlaid(old or {}, entry.value, problems)
        elif new is not None and isinstance(old, type(new) | None):
            _check_places(entry, old, new, problems)
            result[entry.key] = new
        else:
            wanted = _FORMS[next((form for form in _FORMS if isinstance(old, form)), str)]
            problems.error(entry.value.position, "field-has-its-type", f"{entry.key}: expected {wanted}")
    return result


def _check_places(entry: MappingEntry, old: object, new: object, problems: Problems) -> None:
    """Report a place ``{…}`` in a text that nothing would be put into, or that is more than a name."""
    if not isinstance(new, str):
        return
    try:
        places = [place for place in Formatter().parse(new) if place[1] is not None]
    except ValueError as error:
        problems.error(entry.value.position, "field-has-its-type", f"{entry.key}: {error}", "write {{ for a brace")
        return
    known = {name for _, name, _, _ in Formatter().parse(old) if name} if isinstance(old, str) else None
    for _, name, form, conversion in places:
        if form or conversion or not (name or "").isidentifier() or (known is not None and name not in known):
            shown = "{" + (name or "") + "}"
            hint = f"known: {', '.join(f'{{{each}}}' for each in sorted(known))}" if known else ""
            message = f"{entry.key}: nothing is put into {shown}"
            problems.error(entry.value.position, "field-has-its-type", message, hint)


def _word(node: Node) -> str | tuple[str, ...] | None:
    """The text or the list of texts that `node` is, if it is one."""
    match node:
        case ScalarNode():
            return node.written
        case SequenceNode() if all(isinstance(item, ScalarNode) for item in node.items):
            return tuple(item.written for item in node.items if isinstance(item, ScalarNode))
        case _:
            return None


def _check_complete(package: Files, words: Words, path: str, problems: Problems) -> None:
    node = load_node(package, f"{LOCALES}/{REFERENCE}.yaml", problems)
    wanted = _names(_overlaid({}, node, problems)) if node else []
    missing = [name for name in wanted if name not in set(_names(words))]
    if missing:
        message = f"{len(missing)} words are missing: {', '.join(missing[:5])}{' …' if len(missing) > 5 else ''}"
        problems.error(SourcePosition(path), "language-has-words", message, f"see {LOCALES}/{REFERENCE}.yaml")


def _names(words: Words, prefix: str = "") -> list[str]:
    """The dotted names of all words, in order."""
    return [
        name
        for key, word in words.items()
        for name in (_names(word, f"{prefix}{key}.") if isinstance(word, Mapping) else [f"{prefix}{key}"])
    ]
