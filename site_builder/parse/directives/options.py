"""The options an author gave, against those a directive declares: all mistakes reported, each at its line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from site_builder.parse.directives.spec import Directive, Option
from site_builder.parse.outline import WrittenDirective, WrittenOption
from site_builder.problems import Mistake, Problems, SourcePosition, nearest


def read_options(directive: Directive, written: WrittenDirective, problems: Problems) -> Mapping[str, Any]:
    """The values of all declared options; what is missing, unknown, repeated or of the wrong type is reported."""
    declared = {option.name: option for option in directive.options}
    given: dict[str, WrittenOption] = {}
    for option in written.options:
        if option.name not in declared:
            hint = nearest(option.name, declared, otherwise="" if declared else f"{directive.stem} takes no options")
            problems.error(option.position, "option-is-known", f"{directive.stem} has no option {option.name!r}", hint)
        elif option.name in given:
            line = given[option.name].position.line
            problems.error(
                option.position, "option-is-known", f"the option {option.name!r} was already given in line {line}"
            )
        else:
            given[option.name] = option
    meant = [line for line in written.unread if _is_meant(line, declared, given)]
    _report_unread([line for line in written.unread if not line.in_body], meant, problems)
    reported = {line.name for line in meant}
    return {
        name: _value(directive, option, given.get(name), name in reported, written.position, problems)
        for name, option in declared.items()
    }


def _is_meant(line: WrittenOption, declared: Mapping[str, Option], given: Mapping[str, WrittenOption]) -> bool:
    """Whether a line of the body can only be an option: it begins with a colon, or it names one that is needed."""
    option = declared.get(line.name)
    return option is not None and line.name not in given and (line.value[0] in ":：" or option.required)


def _report_unread(unread: Sequence[WrittenOption], meant: Sequence[WrittenOption], problems: Problems) -> None:
    """Report each line among the options that is none, and the first that was meant to be among them."""
    for line in unread:
        message = f"this is not an option: {line.value[:40]}"
        problems.error(line.position, "option-is-known", message, f"write :{line.name or 'name'}: value")
    for line in [line for line in meant if line.in_body][:1]:
        message = f"this is not an option but would be part of the body: {line.value[:40]}"
        hint = f"write :{line.name}: value, without an empty line above"
        problems.error(line.position, "option-is-known", message, hint)


def _value(directive: Directive, option: Option, given: WrittenOption | None, is_reported: bool,
           position: SourcePosition, problems: Problems) -> Any:  # fmt: skip
    """The value of one option; `is_reported` is whether a line that was meant to give it has been reported."""
    if given is None:
        if option.required and not is_reported:
            problems.error(
                position, "option-is-present", f"{directive.stem} needs the option {option.name!r}",
                f"write :{option.name}: with {option.kind.name}",
            )  # fmt: skip
        return option.kind.read(option.default, position) if option.default else None
    value = option.kind.read(given.value, given.value_position)
    if isinstance(value, Mistake):
        place = given.value_position
        problems.add(value.at(SourcePosition(place.path, place.line, place.column + value.offset)))
        return None
    if value is None:
        shown = repr(given.value[:40]) if given.value else "nothing"
        message = f"{option.name} is {option.kind.name}, not {shown}"
        problems.error(given.value_position, "option-has-its-type", message)
    return value
