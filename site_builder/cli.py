"""Arguments in, one command called, exit code out.

0 clean, 1 problems, 2 usage, 3 a bug of ours (traceback in a log file), 130 interrupted.
"""

from __future__ import annotations

import argparse
import errno
import importlib
import io
import keyword
import os
import sys
import tempfile
import traceback
from collections.abc import Sequence
from types import ModuleType

from site_builder import __version__
from site_builder.commands.report import PROBLEMS, USAGE

BUG = 3
_UNWRITABLE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}
"""Errors of writing; whoever writes a file reports them with its name."""

# Each is a module of `commands` with ARGUMENTS and run(); only the one asked for is imported.
COMMANDS: tuple[tuple[str, str], ...] = (
    ("new", "Make a course that builds at once, a lesson, or what a host needs to publish."),
    ("build", "Build the site from content/."),
    ("serve", "Show the course in a browser, up to date with every save; write nothing."),
    ("check", "Check the course and report every problem and warning; write nothing."),
    ("diff", "Compare two built sites, or two revisions of the course: numbers, words, links."),
    ("import", "Make lessons of the Markdown and the notebooks of another tool."),
    ("template", "Copy one of our templates, styles or files of words into the course, to change it there."),
    ("charts", "Fetch the light chart library into the course, so that pages load less."),
    ("face", "Fetch a Chinese face into the course, in which previews of its lessons are drawn."),
    ("numbers", "Print every quantity of a model with its formula."),
    ("schema", "Write JSON Schemas of the course's YAML files, for editors."),
    ("anchor", "Make an anchor file from a model's config.json."),
)


def main(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code; nothing but an interrupt escapes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _dispatch(arguments)
        if sys.stdout:  # None where a caller has closed it
            sys.stdout.flush()
        return code
    except SystemExit as usage:
        return usage.code if isinstance(usage.code, int) else USAGE
    except BrokenPipeError:
        return _stop_printing()
    except OSError as error:
        if error.errno not in _UNWRITABLE or error.filename:
            return _report_bug(error)
        print(f"site-builder: standard output cannot be written: {error.strerror}", file=sys.stderr)
        return _stop_printing()
    except Exception as bug:
        return _report_bug(bug)


def _stop_printing() -> int:
    """Nothing reads what is still to be printed; Python must not try once more as it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return PROBLEMS


def _dispatch(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser("site-builder", description="Interactive lessons whose numbers are computed.")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    asked = next((word for word in arguments if not word.startswith("-")), "")
    for name, summary in COMMANDS:
        subparser = subparsers.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        if name == asked:
            command = _declare(subparser, name)
    values = vars(parser.parse_args(arguments))
    del values["command"]
    code: int = command.run(**values)
    return code


def _declare(parser: argparse.ArgumentParser, name: str) -> ModuleType:
    """Import a command and declare its arguments."""
    module = f"{name}_" if keyword.iskeyword(name) else name
    command = importlib.import_module(f"site_builder.commands.{module}")
    for argument in command.ARGUMENTS:
        parser.add_argument(*argument.flags, help=argument.help, **argument.settings)
    return command


def _report_bug(bug: Exception) -> int:
    first = next(iter(str(bug).splitlines()), "")
    line = f"site-builder: a bug of ours stopped this run ({type(bug).__name__}: {first})"
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", errors="backslashreplace", prefix="site-builder-", suffix=".log", delete=False
        ) as log:
            traceback.print_exception(bug, file=log)
        line += f"; details: {log.name}"
    except OSError:
        line += "; the details could not be written to a file"
    print(line, file=sys.stderr)
    return BUG
