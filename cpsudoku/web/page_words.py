"""Errors in the words of the page, where nobody types options."""

from __future__ import annotations

import re

from cpsudoku.runtime.error_words import error_in_words
from cpsudoku.runtime.errors import PARAMETERS, CpsudokuError, spelled

_FORMAT = re.compile(r"\{to\} ([\w-]+(?: or [\w-]+)*)")
_BRACES = re.compile(r"\{(\w+)\}")
_ON_THE_PAGE = {"to": "the format", "online": "the option online of 'cpsudoku serve'"}


def on_the_page(error: CpsudokuError) -> str:
    """The message of an error without advice that only the command line can follow.

    >>> on_the_page(CpsudokuError("no text can hold this; try {to} json"))
    "no text can hold this; try the format 'json' of Export"
    >>> on_the_page(CpsudokuError("the page: csv can't hold this; try {to} json or grid"))
    "csv can't hold this; try the format 'json' or 'grid' of Export"
    >>> on_the_page(CpsudokuError("two boards are possible; use {range} A1:I9 to read the first"))
    'two boards are possible'
    """
    parts = error.template.split("; ")
    kept = [part for part in parts if not _is_for_options(part)] or parts
    text = _FORMAT.sub(_format, "; ".join(kept).removeprefix("the page: "))
    said = spelled(text, lambda name: _ON_THE_PAGE.get(name, f"'--{name.replace('_', '-')}'"))
    return error_in_words(said)


def _format(advice: re.Match[str]) -> str:
    names = advice[1].replace(" or ", "' or '")
    return f"the format '{names}' of Export"


def _is_for_options(part: str) -> bool:
    named = {*_BRACES.findall(part)} & PARAMETERS.keys()
    return bool(named - _ON_THE_PAGE.keys())
