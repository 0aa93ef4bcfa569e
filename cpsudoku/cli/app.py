"""The list of commands, and the one place that turns errors into messages and exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from cpsudoku.cli.command import OTHER, Command, Commands
from cpsudoku.cli.listed import LISTED
from cpsudoku.cli.say import say, saying_in
from cpsudoku.cli.streams import STDOUT_NAME, Streams
from cpsudoku.runtime.errors import (
    EXIT_BUG,
    EXIT_CLOSED_PIPE,
    EXIT_INTERRUPT,
    EXIT_OK,
    EXIT_USAGE,
    CpsudokuError,
    reason,
)
from cpsudoku.runtime.language import (
    ENGLISH,
    first_known,
    known_language,
    language_of,
    speaking,
)
from cpsudoku.runtime.listening import boards_in_words
from cpsudoku.runtime.printable import printable
from cpsudoku.runtime.remarks import heard_by
from cpsudoku.runtime.version import __version__
from cpsudoku.runtime.words import worded

if TYPE_CHECKING:
    from typer._click.core import Command as ClickCommand


def program() -> Commands:
    """The program with all its commands, as typer builds it."""
    built = typer.main.get_command(app)
    assert isinstance(built, Commands)
    return built


def man() -> None:
    """Write the manual page; 'cpsudoku man | man -l -' shows it."""
    from cpsudoku.cli.manual import page

    print(page(program()))


EPILOG = """\b
Examples:
  cpsudoku solve puzzle.txt
  cpsudoku check book.xlsx --all
  pbpaste | cpsudoku solve -

'cpsudoku help COMMAND' describes a command. A puzzle or a file without a command is solved.
"""

PICTURES = ("svg", "png", "pdf")  # formats for people, who read the rules below a board
SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 88}
app = typer.Typer(
    name="cpsudoku",
    cls=Commands,
    epilog=EPILOG,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: rich would double the start-up time
    context_settings=SETTINGS,
)


def guarded(command: Callable[..., None]) -> Callable[..., None]:
    """Return the command, made to end with a message and an exit code after any error.

    With CPSUDOKU_DEBUG=1 in the environment, an internal error shows its traceback.
    """

    @wraps(command)
    def run(**options: object) -> None:
        try:
            heard = heard_by((lambda text: None) if options.get("quiet") else say)
            plain = boards_in_words(bool(options.get("plain")))
            messages = saying_in(_language_of_messages(options))
            with heard, speaking(_language(options)), messages, plain:
                command(**options)
            sys.stdout.flush()
        except typer.Exit:
            raise
        except KeyboardInterrupt as stop:
            _end(EXIT_INTERRUPT, *getattr(stop, "__notes__", ()), worded("interrupted"))
        except CpsudokuError as error:
            with speaking(_language_of_messages(options)):
                _end(error.exit_code, error.template)
        except BrokenPipeError:
            _end(EXIT_CLOSED_PIPE)
        except OSError as error:
            _end(EXIT_USAGE, *_of_system(error))
        except Exception as error:
            if _is_of_interrupt(error):
                _end(EXIT_INTERRUPT, worded("interrupted"))
            if os.environ.get("CPSUDOKU_DEBUG") or hasattr(error, "exit_code"):
                raise  # typer shows errors in the usage
            what = f"{type(error).__name__}: {error}"
            problem = worded("internal error, please report it: {error}", error=what)
            _end(EXIT_BUG, problem)

    return run


def _is_of_interrupt(error: BaseException) -> bool:
    """Whether an interrupt caused an error: ortools turns one while it loads into ImportError."""
    causes = [each for each in (error.__cause__, error.__context__) if each is not None]
    return any(isinstance(each, KeyboardInterrupt) or _is_of_interrupt(each) for each in causes)


def _language(options: dict[str, object]) -> str:
    """The language of what a command shows. JSON, tables and links are English.

    What a pipe or a file holds must not change with LANG, so there only --lang counts.
    """
    lang = options.get("lang")
    asked = known_language(str(lang)) if lang is not None else None
    is_data = bool(options.get("json")) or _format(options) not in ("", *PICTURES)
    if "lang" not in options or is_data:
        return ENGLISH
    if asked is not None:
        return asked
    is_file = any(options.get(name) for name in ("html", "pictures", "output", "to"))
    return language_of(os.environ) if sys.stdout.isatty() and not is_file else ENGLISH


def _format(options: dict[str, object]) -> str:
    """The format in which a command writes, or nothing if it prints for people."""
    named = options.get("to") or PurePath(str(options.get("output") or "")).suffix.lstrip(".")
    return str(named).lower() or ("file" if options.get("output") else "")


def _language_of_messages(options: dict[str, object]) -> str:
    """The language of messages on stderr: that of ``--lang``, or of the terminal."""
    if lang := options.get("lang"):
        return first_known([str(lang)])
    return language_of(os.environ) if sys.stderr.isatty() else ENGLISH


def _end(code: int, *messages: str) -> NoReturn:
    """Flush stdout, print the messages on stderr, and exit."""
    with suppress(OSError):  # main reports errors of stdout
        sys.stdout.flush()
    for message in messages:
        say(message)
    raise typer.Exit(code)


def _of_system(error: OSError) -> list[str]:
    """The message for an error of the operating system. ``Streams`` reports those of stdout."""
    if error.filename == STDOUT_NAME:
        return []
    return [f"{error.filename or 'the system reports'}: {reason(error)}"]


def _version(wanted: bool) -> None:
    if wanted:
        print(f"cpsudoku {__version__}")
        raise typer.Exit


Version = Annotated[
    bool,
    typer.Option(
        "--version",
        callback=_version,
        is_eager=True,
        help="Show the version.",
        rich_help_panel=OTHER,
    ),
]


@app.callback()
def root(version: Version = False) -> None:
    """Solve Sudoku, prove that a solution is the only one, and explain the steps."""


def command_of(name: str, title: str, hidden: bool) -> ClickCommand:
    """The command of a name, loaded now, as typer makes it."""
    from cpsudoku.cli.groups import flat

    alone = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=SETTINGS)
    register = alone.command(name, cls=Command, rich_help_panel=title, hidden=hidden)
    register(guarded(flat(LISTED[name].load())))
    return typer.main.get_command(alone)


Commands.build = staticmethod(command_of)


def main() -> NoReturn:
    """Run the command line and exit.

    The process ends without Python's clean-up, which takes 0.09 s once ortools has loaded pandas.
    """
    streams = Streams()
    os._exit(streams.end(_run()))


def _run() -> int:
    """Run the command and return its exit code."""
    try:
        code = app(standalone_mode=False)
    except SystemExit as done:
        code = done.code
    except OSError as error:  # while the help was printed
        code = EXIT_USAGE
        for message in _of_system(error):
            say(message)
    except Exception as error:
        if not hasattr(error, "exit_code"):
            raise
        code = _shown(error)
    return code if isinstance(code, int) else EXIT_OK


def _shown(error: Any) -> int:
    """Show an error in the usage and return its exit code. The message may quote any text."""
    if type(error).__name__ != "NoArgsIsHelpError":  # its message is the help
        error.message = printable(error.message)
    error.show()
    return int(error.exit_code)
