"""Messages on stderr. This module loads nothing else of the command line."""

from __future__ import annotations

import sys

from cpsudoku.runtime.errors import spelled
from cpsudoku.runtime.language import in_words
from cpsudoku.runtime.printable import printable


def say(text: str) -> None:
    """Print one line on stderr. Parameters are shown as options: ``{sheet}`` as ``--sheet``."""
    shown = printable(with_options(text))
    print(f"cpsudoku: {shown}", file=sys.stderr, flush=True)


def with_options(text: str) -> str:
    """A message in the present language, with the options of this program."""
    return spelled(in_words(text), as_option)


def as_option(parameter: str) -> str:
    """The option of a parameter: ``--sheet``."""
    return "-o" if parameter == "output" else f"--{parameter.replace('_', '-')}"
