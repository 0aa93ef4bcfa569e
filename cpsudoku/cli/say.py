"""Messages on stderr. This module loads nothing else of the command line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from cpsudoku.runtime.errors import spelled
from cpsudoku.runtime.language import in_words, present_language, speaking
from cpsudoku.runtime.printable import printable

_language: ContextVar[str | None] = ContextVar("language of messages", default=None)


@contextmanager
def saying_in(language: str) -> Iterator[None]:
    """Say messages in a language, also where data is English, until the end of the block."""
    before = _language.set(language)
    try:
        yield
    finally:
        _language.reset(before)


@contextmanager
def as_message() -> Iterator[None]:
    """A context in which the present language is that of messages."""
    with speaking(_language.get() or present_language()):
        yield


def say(text: str) -> None:
    """Print one line on stderr. Parameters are shown as options: ``{sheet}`` as ``--sheet``."""
    with as_message():
        shown = printable(with_options(text))
    print(f"cpsudoku: {shown}", file=sys.stderr, flush=True)


def with_options(text: str) -> str:
    """A message in the present language, with the options of this program."""
    return spelled(in_words(text), as_option)


def as_option(parameter: str) -> str:
    """The option of a parameter: ``--sheet``."""
    return "-o" if parameter == "output" else f"--{parameter.replace('_', '-')}"
