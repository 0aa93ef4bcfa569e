"""Errors in the words of the page, where nobody types options."""

from __future__ import annotations

import re

from cpsudoku.runtime.errors import PARAMETERS, CpsudokuError, spelled
from cpsudoku.runtime.language import in_words, marked, translated

_FORMAT = re.compile(r"\{to\} ([\w-]+)(?: (or|oder|ou|hoặc|または) ([\w-]+))?")
_BETWEEN = re.compile(r"( ?; |。(?!$))")  # between clauses, in each language
_PAGE = re.compile("^the page ?: ?")
_BRACES = re.compile(r"\{(\w+)\}")
_ON_THE_PAGE = {
    "to": marked("the format"),
    "online": marked("the option online of 'cpsudoku serve'"),
}


def on_the_page(error: CpsudokuError) -> str:
    """The message of an error without advice that only the command line can follow.

    >>> on_the_page(CpsudokuError("no text can hold this; try {to} json"))
    "no text can hold this; try the format 'json' of Export"
    >>> on_the_page(CpsudokuError("the page: csv can't hold this; try {to} json or grid"))
    "csv can't hold this; try the format 'json' or 'grid' of Export"
    >>> on_the_page(CpsudokuError("two boards are possible; use {range} A1:I9 to read the first"))
    'two boards are possible'
    """
    text = _PAGE.sub("", in_words(error.template))
    parts = _BETWEEN.split(text)  # clauses, and between them what separates them
    left = [at for at in range(0, len(parts), 2) if not _is_for_options(parts[at])]
    kept = "".join(parts[at - 1] * (at > left[0]) + parts[at] for at in left) if left else text
    return spelled(_FORMAT.sub(_format, kept), _named)


def _format(advice: re.Match[str]) -> str:
    names = f"{advice[1]}' {advice[2]} '{advice[3]}" if advice[2] else advice[1]
    return translated("the format '{names}' of Export", names=names)


def _named(parameter: str) -> str:
    known = _ON_THE_PAGE.get(parameter)
    return translated(known) if known else f"'--{parameter.replace('_', '-')}'"


def _is_for_options(part: str) -> bool:
    named = {*_BRACES.findall(part)} & PARAMETERS.keys()
    return bool(named - _ON_THE_PAGE.keys())
