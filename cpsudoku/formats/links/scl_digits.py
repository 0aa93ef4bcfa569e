"""The digits of a puzzle of SudokuPad, which only its sentences name."""

from __future__ import annotations

import re

from cpsudoku.formats.links.drawn.sayings import numerals

_SOME_OF = re.compile(
    r"\b(?:(?P<count>four|five|six|seven|eight|[4-8]) (?:different |unique |distinct )?"
    r"(?:of the )?digits,? \(?(?:(?:chosen |selected )?from )?(?:the )?(?:set |digits )?|"
    r"(?:subset of the|of the) digits (?:from )?)(?P<low>[01]) ?(?:-|–|to) ?(?P<high>9)\b"
)
_FROM_ZERO = re.compile(
    r"\b(?:digits|numbers) (?:from )?0 ?(?:-|–|to|through) ?(\d{1,2})\b[^.;\n]*\brow", re.IGNORECASE
)


def said_digits(rules: str, size: int) -> range | None:
    """The digits of which a sentence says that each row has only so many as it has cells."""
    said = _SOME_OF.search(rules.lower())
    if said is None or numerals().get(said["count"] or "", said["count"] or "") not in (
        "",
        str(size),
    ):
        return None
    digits = range(int(said["low"]), int(said["high"]) + 1)
    return digits if len(digits) > size else None


def is_said_from_zero(rules: str, size: int) -> bool:
    """Whether a sentence says that each row has the digits from 0, as many as there are."""
    said = _FROM_ZERO.search(rules)
    return said is not None and int(said[1]) == size - 1
