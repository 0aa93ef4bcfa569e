"""The command line: the commands, and the one place where an error becomes a line and a code."""

from __future__ import annotations

import functools
import gc
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand

from cpsudoku import __version__
from cpsudoku.cli.check import check
from cpsudoku.cli.convert import convert
from cpsudoku.cli.diagnose import diagnose
from cpsudoku.cli.explain import explain
from cpsudoku.cli.generate import generate
from cpsudoku.cli.grids import grids
from cpsudoku.cli.hint import hint
from cpsudoku.cli.new import new
from cpsudoku.cli.play import play
from cpsudoku.cli.rate import rate
from cpsudoku.cli.report import say
from cpsudoku.cli.solve import solve
from cpsudoku.cli.streams import STDOUT_NAME, Streams
from cpsudoku.cli.tables import engines, formats
from cpsudoku.cli.techniques import techniques
from cpsudoku.cli.watch import watch
from cpsudoku.cli.watch_search import watch_search
from cpsudoku.core.errors import (
    EXIT_BUG,
    EXIT_CLOSED_PIPE,
    EXIT_INTERRUPT,
    EXIT_OK,
    EXIT_USAGE,
    CpsudokuError,
    reason,
)
from cpsudoku.core.printable import printable
from cpsudoku.core.remarks import heard_by
from cpsudoku.formats.document import looks_like_a_puzzle

COMMANDS = (
    *(solve, check, diagnose, generate, convert, explain, hint, rate, play, watch_search),
    *(grids, new, watch),
    *(techniques, engines, formats),
)
EPILOG = """\b
Examples:
  cpsudoku solve puzzle.txt
  cpsudoku check book.xlsx --sheet Easy
  pbpaste | cpsudoku solve -
"""

app = typer.Typer(
    name="cpsudoku",
    epilog=EPILOG,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: rich would double the start-up time
    context_settings={"help_option_names": ["-h", "--help"]},
)


def guarded(command: Callable[..., None]) -> Callable[..., None]:
    """The command, ending in a line on stderr and an exit code whatever happens.

    CPSUDOKU_DEBUG=1 in the environment lets a traceback of ours through.
    """

    @functools.wraps(command)
    def run(**options: object) -> None:
        try:
            with heard_by((lambda text: None) if options.get("quiet") else say):
                command(**options)
            sys.stdout.flush()
        except typer.Exit:
            raise
        except KeyboardInterrupt as stop:
            _end(EXIT_INTERRUPT, *getattr(stop, "__notes__", ()), "interrupted")
        except CpsudokuError as error:
            _end(error.exit_code, error.template)
        except BrokenPipeError:
            _end(EXIT_CLOSED_PIPE)
        except OSError as error:
            _end(EXIT_USAGE, *_of_system(error))
        except Exception as error:
            if os.environ.get("CPSUDOKU_DEBUG") or hasattr(error, "exit_code"):
                raise  # an error of usage, which typer shows
            problem = f"internal error, please report it: {type(error).__name__}: {error}"
            _end(EXIT_BUG, problem)

    return run


def _end(code: int, *messages: str) -> NoReturn:
    """Put out what is finished, say why it ends, exit."""
    with suppress(OSError):  # main says what became of stdout
        sys.stdout.flush()
    for message in messages:
        say(message)
    raise typer.Exit(code)


def _of_system(error: OSError) -> list[str]:
    """What to say of a fault of the system; nothing of one of stdout, which ``Streams`` reports."""
    if error.filename == STDOUT_NAME:
        return []
    return [f"{error.filename or 'the system reports'}: {reason(error)}"]


def _version(wanted: bool) -> None:
    if wanted:
        print(f"cpsudoku {__version__}")
        raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
]


@app.callback()
def root(version: Version = False) -> None:
    """Solve Sudoku by constraint programming, and prove that a solution is the only one."""


class Command(TyperCommand):
    """A command with two habits of its own.

    ``--cross-check`` may stand without its number, for all rows; and a puzzle that begins with the
    blank ``-`` is no option.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Give a bare --cross-check its number, and such a puzzle another blank."""
        args = [
            f".{arg[1:]}" if arg.startswith("-") and looks_like_a_puzzle(arg) else arg
            for arg in args
        ]
        for at in reversed(range(len(args))):
            if args[at] == "--cross-check" and not _is_share(args[at + 1 : at + 2]):
                args.insert(at + 1, "1")
        return super().parse_args(ctx, args)


def _is_share(following: list[str]) -> bool:
    return bool(following) and re.fullmatch(r"[01]|[01]?\.\d{1,12}", following[0]) is not None


for each in COMMANDS:
    app.command(cls=Command)(guarded(each))


def main() -> NoReturn:
    """Run the command line and exit.

    The process ends without Python's tidying up, which takes 0.09 s once ortools has brought in
    pandas.
    """
    gc.set_threshold(100_000)  # importing ortools makes no garbage: 0.05 s of 0.5 s saved
    streams = Streams()
    os._exit(streams.end(_run()))


def _run() -> int:
    """The exit code of the command line."""
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
    """Show an error of usage; its exit code. The message may quote what a stranger wrote."""
    if type(error).__name__ != "NoArgsIsHelpError":  # whose message is the help
        error.message = printable(error.message)
    error.show()
    return int(error.exit_code)
