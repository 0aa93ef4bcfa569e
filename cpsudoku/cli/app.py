"""The command line: the commands, and the one place where an error becomes a line and a code."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from cpsudoku import __version__
from cpsudoku.cli.check import check
from cpsudoku.cli.convert import convert
from cpsudoku.cli.report import say
from cpsudoku.cli.solve import solve
from cpsudoku.cli.tables import engines, formats
from cpsudoku.errors import EXIT_BUG, EXIT_CLOSED_PIPE, EXIT_INTERRUPT, CpsudokuError

EPILOG = (
    "Examples:  cpsudoku solve puzzle.txt   cpsudoku check book.xlsx   pbpaste | cpsudoku solve -"
)

app = typer.Typer(
    name="cpsudoku",
    epilog=EPILOG,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (solve, check, convert, engines, formats):
    app.command()(command)


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


def main() -> None:
    """Run the command line and exit; a user never sees a traceback.

    CPSUDOKU_DEBUG=1 in the environment shows it after all.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except CpsudokuError as error:
        _leave(str(error), error.exit_code)
    except KeyboardInterrupt:
        _leave("interrupted", EXIT_INTERRUPT)
    except BrokenPipeError:
        # What is still in the buffer has nowhere to go; say nothing when Python flushes it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(EXIT_CLOSED_PIPE)
    except OSError as error:
        _leave(f"stdout can't be written: {error.strerror or error}", CpsudokuError.exit_code)
    except Exception as error:
        if os.environ.get("CPSUDOKU_DEBUG"):
            raise
        _leave(f"internal error, please report it: {type(error).__name__}: {error}", EXIT_BUG)


def _leave(message: str, code: int) -> None:
    """Flush what is finished, say the message, exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    say(message)
    sys.exit(code)
