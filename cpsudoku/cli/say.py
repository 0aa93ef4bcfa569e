"""Messages on stderr. This module loads nothing else of the command line."""

from __future__ import annotations

import sys

from cpsudoku.runtime.errors import spelled
from cpsudoku.runtime.language import ENGLISH, present_language
from cpsudoku.runtime.printable import printable


def say(text: str) -> None:
    """Print one line on stderr. Parameters are shown as options: ``{sheet}`` as ``--sheet``."""
    shown = printable(worded(spelled(text, as_option)))
    print(f"cpsudoku: {shown}", file=sys.stderr, flush=True)


def worded(text: str) -> str:
    """A message in the present language."""
    if present_language() == ENGLISH:
        return text
    from cpsudoku.runtime.error_words import error_in_words

    return error_in_words(text)


def as_option(parameter: str) -> str:
    """The option of a parameter: ``--sheet``."""
    return "-o" if parameter == "output" else f"--{parameter.replace('_', '-')}"
