"""Messages on stderr. This module loads nothing else of the command line."""

from __future__ import annotations

import sys

from cpsudoku.runtime.errors import spelled
from cpsudoku.runtime.printable import printable


def say(text: str) -> None:
    """Print one line on stderr. Parameters are shown as options: ``{sheet}`` as ``--sheet``."""
    shown = printable(spelled(text, as_option))
    print(f"cpsudoku: {shown}", file=sys.stderr, flush=True)


def as_option(parameter: str) -> str:
    """The option of a parameter: ``--sheet``."""
    return "-o" if parameter == "output" else f"--{parameter.replace('_', '-')}"
