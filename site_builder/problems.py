"""What an author can do wrong, as values: a position, a sentence, a rule, a hint.

Nothing here raises for an author's mistake.  Stages add to a `Problems` list and go on as
far as they can, so that one run shows everything; the pipeline stops between stages.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Literal, TypeAlias

Severity: TypeAlias = Literal["error", "warning"]


@dataclass(frozen=True, order=True, slots=True)
class SourcePosition:
    """A place in a source file: path relative to the root, 1-based line and column."""

    path: str
    line: int = 1
    column: int = 1

    @classmethod
    def of(cls, text: str, offset: int, path: str) -> SourcePosition:
        """The place of the character at `offset` of a whole file's text."""
        return cls(path, text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Written:
    """A text as its author wrote it, and its place: an expression (``score_matrix(N=6)``), words, not yet parsed."""

    source: str
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule's id phrases the healthy state; `sentence` says it in full."""

    id: str
    sentence: str


@dataclass(frozen=True, order=True, slots=True)
class Problem:
    """One mistake.  `error` stops a build; `warning` is only reported by `check`, or as the course grades its rule."""

    position: SourcePosition
    rule: str
    message: str
    hint: str = ""
    severity: Severity = "error"

    def __str__(self) -> str:
        hint = f" ({self.hint})" if self.hint else ""
        return f"{self.position}: {self.message}{hint} [{self.rule}]"


@dataclass(frozen=True, order=True, slots=True)
class Mistake:
    """A problem whose place is not known yet; `offset` counts the characters before it, in the text in hand."""

    rule: str
    message: str
    hint: str = ""
    severity: Severity = "error"
    offset: int = 0

    def at(self, position: SourcePosition) -> Problem:
        return Problem(position, self.rule, self.message, self.hint, self.severity)


class Refused(Exception):
    """Raised where a text cannot be read any further; whoever knows its place reports the mistake."""

    def __init__(self, mistake: Mistake) -> None:
        super().__init__(mistake.message)
        self.mistake = mistake


@dataclass(slots=True)
class Problems:
    """The problems of one run, in the order found; sorted and free of repeats when read.

    `grades` says which rules' warnings are errors for this course, and which are to be ignored.
    """

    _found: list[Problem] = field(default_factory=list)
    grades: Mapping[str, str] = field(default_factory=dict)
    _read: tuple[Problem, ...] = ()
    _read_at: int = 0

    def error(self, position: SourcePosition, rule: str, message: str, hint: str = "") -> None:
        self.add(Problem(position, rule, message, hint, "error"))

    def warning(self, position: SourcePosition, rule: str, message: str, hint: str = "") -> None:
        self.add(Problem(position, rule, message, hint, "warning"))

    def take(self, found: Iterable[Problem]) -> None:
        """Add the problems that another stage has found."""
        self._found.extend(found)

    def add(self, problem: Problem) -> None:
        if problem.rule not in RULE_IDS:
            raise LookupError(f"no rule has the id {problem.rule!r}; add it to RULES")
        self._found.append(problem)

    @property
    def mark(self) -> int:
        """How much has been reported so far, to ask `has_errors_since` later."""
        return len(self._found)

    def has_errors_since(self, mark: int) -> bool:
        """Whether a stage that began at `mark` failed; an error that is reported again counts, unlike in `errors`."""
        return any(problem.severity == "error" for problem in self._found[mark:])

    @property
    def errors(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self if problem.severity == "error")

    def __iter__(self) -> Iterator[Problem]:
        if self._read_at != len(self._found):
            found = filter(None, map(self._graded, set(self._found)))
            self._read, self._read_at = tuple(sorted(found, key=_order)), len(self._found)
        return iter(self._read)

    def grade(self, grades: Mapping[str, str]) -> None:
        """From now on count warnings as `grades` say, those found already among them."""
        self.grades, self._read_at = grades, -1

    def _graded(self, problem: Problem) -> Problem | None:
        grade = self.grades.get(problem.rule, "warning") if problem.severity == "warning" else "error"
        if grade == "ignore":
            return None
        return replace(problem, severity="error") if grade == "error" and problem.severity == "warning" else problem

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _order(problem: Problem) -> tuple[str | int, ...]:
    """As the records compare, which takes a hundred times as long."""
    place = problem.position
    return (place.path, place.line, place.column, problem.rule, problem.message, problem.hint, problem.severity)


class BuildStopped(Exception):
    """Raised by the pipeline between two stages when errors have been found."""


_MOST_COMPARED = 100
_SIMILAR = 62
"""The least likeness, in percent, of a name that is offered for another."""


def nearest(name: str, names: Iterable[str], otherwise: str = "") -> str:
    """A hint that names the nearest of `names`, or `otherwise`, or all of a short list.

    Of very many names only those that begin alike are compared: a hint must not take longer than the work.
    """
    known = sorted(names)
    if alike := next((other for other in known if other != name and _composed(other) == _composed(name)), ""):
        return (
            f"{alike!r} looks the same but is written in other characters (Unicode's NFC and NFD); copy it from there"
        )
    if len(known) > _MOST_COMPARED:
        known = list(islice((each for each in known if each[:1] == name[:1]), _MOST_COMPARED))
    folded = {_folded(other): other for other in reversed(known)}
    same = folded.get(_folded(name))
    close = same or likest(name, known, _SIMILAR)
    if close:
        return f"did you mean {close!r}?"
    if otherwise:
        return otherwise
    return f"known: {', '.join(known)}" if 0 < len(known) <= 12 else ""


def likest(name: str, names: Iterable[str], least: float) -> str:
    """The one of `names` most like `name`, or nothing where none is like it by `least` percent."""
    from rapidfuzz import fuzz, process  # here, because a course without mistakes needs no hint

    found = process.extract(name, names, scorer=fuzz.ratio, limit=None, score_cutoff=least)
    return max(((score, other) for other, score, _ in found), default=(0, ""))[1]


def _composed(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def _folded(name: str) -> str:
    """What is equal for ``KVCache``, ``kv-cache`` and ``kv_cache``."""
    return re.sub("[-_. ]", "", name).casefold()


RULES: tuple[Rule, ...] = (
    # source: bytes, text, YAML
    Rule("file-is-present", "Every file the course needs exists and is an ordinary file."),
    Rule("file-is-inside-root", "A path never leaves the course's own folder."),
    Rule("file-size-is-bounded", "A source file is of a size that a person could have written."),
    Rule("source-is-utf-8", "Source files are UTF-8 text."),
    Rule("source-has-no-control-characters", "Source files hold no NUL or other control characters."),
    Rule("yaml-is-well-formed", "YAML can be read."),
    Rule("yaml-key-is-unique", "A YAML mapping has each key once."),
    Rule("yaml-is-plain", "YAML holds no tags, no unbounded aliases, and stays within its size."),
    Rule("yaml-value-is-unambiguous", "A YAML value reads as the type its author meant."),
    Rule("json-is-well-formed", "JSON can be read."),
    Rule("json-key-is-unique", "A JSON object has each key once."),
    Rule("number-is-finite", "Numbers are finite and of a size a page can show."),
    # config: validated models
    Rule("field-is-known", "Every field is one that the schema has."),
    Rule("field-is-present", "Every required field is given."),
    Rule("field-has-its-type", "Every field has the type and range its schema declares."),
    Rule("id-is-unique", "An id of the course stands for one thing, whatever its case or Unicode form."),
    Rule("lesson-is-listed", "Every lesson in content/lessons is listed in course.yaml."),
    Rule("file-is-read", "A file that looks like a part of the course stands where the course reads it."),
    Rule("lesson-has-one-title", "A lesson that is written is called as its front matter says, in course.yaml too."),
    Rule("heads-divide", "The number of query heads is a multiple of the number of KV heads."),
    Rule("architecture-is-known", "An imported config is of a model family the engine describes."),
    Rule("anchor-is-consistent", "The fields of an anchor do not contradict one another."),
    # parse: Markdown, directives, roles
    Rule("front-matter-is-complete", "A lesson begins with front matter that has every required field."),
    Rule("lesson-has-text", "A lesson that is no draft has text below its front matter."),
    Rule("directive-is-known", "Every directive is one the dialect has."),
    Rule("directive-is-closed", "Every ::: that opens is closed."),
    Rule("directive-argument-is-right", "A directive has the argument it declares."),
    Rule("directive-body-is-right", "A directive has the body it declares."),
    Rule("option-is-known", "Every option is one its directive declares."),
    Rule("option-has-its-type", "Every option has the type its directive declares."),
    Rule("role-is-known", "Every role is one the dialect has."),
    Rule("role-is-well-formed", "A role's text has the form its kind asks for."),
    Rule("maths-is-well-formed", "TeX can be turned into MathML."),
    Rule("include-is-acyclic", "No file includes itself, directly or through others."),
    Rule("option-is-present", "A directive has every option it requires."),
    Rule("directive-stands-alone", "Directives stand at the margin, outside lists and quotes."),
    Rule("dollar-is-clear", "Every $ is a formula's or a price's; the sign alone is written \\$."),
    Rule("emphasis-is-closed", "No ** or ~~ is left over to be printed."),
    Rule("heading-is-written-right", "What looks like a heading is one: #, an ASCII space, words."),
    Rule("heading-is-below-the-title", "Headings begin at ##; the title of the page is in its front matter."),
    Rule("punctuation-is-full-width", "Punctuation beside Chinese characters is full-width."),
    Rule("marks-are-ascii", "Marks of the dialect are ASCII; full-width ones would be printed."),
    Rule("list-is-written-right", "What looks like a list is one: a space follows the mark."),
    Rule("link-is-written-right", "What looks like a link or a footnote is one."),
    Rule("image-is-a-figure", "An image is a figure with a text alternative, and its file holds nothing but an image."),
    Rule("code-is-written-right", "A block of code is closed, and has nothing but its language after the marks."),
    Rule("comment-is-not-printed", "No HTML comment stands in the text, where it would be printed."),
    Rule("html-is-not-printed", "No HTML element stands in the text, where its tags would be printed."),
    Rule("table-is-written-right", "What looks like a table is one."),
    Rule("table-keeps-its-cells", "A table's rows have as many cells as its header."),
    Rule("nesting-is-shallow", "Lists, quotes, brackets and directives nest no deeper than anyone can read."),
    Rule("label-is-unique", "A label names one thing of its page, and no heading has it as its id."),
    Rule("definition-is-used", "Every footnote and link definition is given once and referred to."),
    # resolve: names and values
    Rule("expression-is-well-formed", "An expression is a quantity call, an anchor field or arithmetic on them."),
    Rule(
        "expression-has-a-value", "An expression can be computed: no division by zero, units that fit, sizes in bounds."
    ),
    Rule("axis-starts-above-zero", "A logarithmic axis starts above zero."),
    Rule("crossing-is-where-curves-meet", "The crossing a calculator marks is where one of its curves passes another."),
    Rule("number-is-computed", "A number that an expression prints, or of memory, work or time, is not typed by hand."),
    Rule("number-has-its-unit", "A number that stands for bytes, seconds or the like is written with its unit."),
    Rule("quantity-is-known", "Every quantity named is one the engine has."),
    Rule("field-is-of-the-model", "A field that an expression reads is one that its model has."),
    Rule("quantity-has-its-unit", "A quantity of the course comes out in the unit it declares."),
    Rule("quantity-is-acyclic", "No definition of a quantity leads to itself."),
    Rule("argument-is-used", "Every argument of a quantity stands in its formula."),
    Rule("argument-is-known", "Every argument of a quantity is one it takes."),
    Rule("lesson-is-known", "Every lesson referred to is in the course."),
    Rule("promise-is-known", "Every promise referred to is in the course."),
    Rule("promise-is-paid-later", "A promise is paid by a lesson that comes after the one that makes it."),
    Rule("target-is-known", "Every link that prints a number leads to a label of its lesson, or of the one it names."),
    Rule("promise-is-paid", "A lesson that is to pay a promise says where it does, and no other does."),
    Rule("section-is-known", "A claim that its own page derives names the section that does."),
    Rule("source-is-known", "Every source cited is in sources.yaml."),
    Rule("entry-is-used", "Every promise, source and term of the course is referred to by a lesson."),
    Rule("term-is-known", "Every term referred to is in glossary.yaml."),
    Rule("dimension-is-known", "Every dimension named is in the dimension key."),
    Rule("widget-is-known", "Every widget a button sets is on the page and accepts the value."),
    Rule("button-sets-what-it-says", "A button whose words hold a number sets that number."),
    Rule("plain-text-has-no-marks", "Texts that are printed as they are written, such as alt, hold no Markdown."),
    Rule("title-holds-no-links", "Titles, and the words of YAML files, hold no links, buttons or footnotes."),
    # links and output
    Rule("link-has-a-target", "Every link within the course leads to a page and an element that exist."),
    Rule("language-has-words", "The course's language has a file of interface words."),
    Rule("template-is-well-formed", "A template can be read, and every name in it exists."),
    Rule("name-is-portable", "File names are ones that every system accepts."),
    Rule("output-is-unique", "No two sources make the same page."),
    Rule("output-is-writable", "The site can be written where it was asked for."),
)
RULE_IDS = frozenset(rule.id for rule in RULES)
