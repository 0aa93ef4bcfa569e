"""Errors in the words of the page, where nobody types options."""

from __future__ import annotations

import re

from cpsudoku.core.constraints.base import Constraint
from cpsudoku.runtime.error_words import error_in_words
from cpsudoku.runtime.errors import PARAMETERS, CpsudokuError, spelled
from cpsudoku.runtime.language import ENGLISH, present_language, translated
from cpsudoku.scene.tags import notes_of, sentences_of

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


def sentence_of(rule: Constraint) -> str:
    """What a rule says. In other languages than English, its name and its general summary."""
    if present_language() == ENGLISH:
        return rule.describe()
    named = rule.named
    return f"{named[0].upper()}{named[1:]}: {text_of(rule)}"


def sentences_for_paper(rule: Constraint) -> tuple[str, ...]:
    """What people who solve on paper must know of a rule, in the present language."""
    if present_language() == ENGLISH:
        return sentences_of(rule)
    return (sentence_of(rule) if notes_of([rule]) else text_of(rule),)


def text_of(rule: Constraint) -> str:
    """The text of a rule in the present language, or else its summary, which has a translation."""
    said = translated(rule.rule_text)
    is_known = present_language() == ENGLISH or said != rule.rule_text
    return said if is_known else translated(rule.summary)


def _format(advice: re.Match[str]) -> str:
    names = advice[1].replace(" or ", "' or '")
    return f"the format '{names}' of Export"


def _is_for_options(part: str) -> bool:
    named = {*_BRACES.findall(part)} & PARAMETERS.keys()
    return bool(named - _ON_THE_PAGE.keys())
