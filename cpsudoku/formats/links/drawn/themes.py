"""Names that a setter has for drawings of a colour: "the sage green wire", "a red cherry"."""

from __future__ import annotations

import re

from cpsudoku.formats.links.drawn.colours import COLOUR_WORDS
from cpsudoku.formats.links.drawn.sayings import is_in_list, is_known_word

_COLOUR = rf"(?:(?:light|dark|pale|bright) )?(?:{COLOUR_WORDS})(?:ish)?"
_COLOURED = re.compile(rf"\b({_COLOUR})[ -]colou?r(?:ed)?\b")
_ALONG = re.compile(rf"\b((?:along|on) (?:(?:a|an|the|each|every|any) )?{_COLOUR}) ([a-z]{{3,}})\b")
_BETWEEN = re.compile(
    rf"\b((?:separated|joined|connected|linked) (?:by|with) (?:a|an|the) {_COLOUR}) ([a-z]{{3,}})\b"
)

_ALLOWED_ON = re.compile(r"\b(allowed (?:on|along) (?:the|a|an|any|each|every)) sum ([a-z]{3,})\b")


def themed(text: str) -> str:
    """A sentence in lower case with plain words: a red cherry between cells is a red dot."""
    text = _COLOURED.sub(r"\1", text)
    text = _ALLOWED_ON.sub(lambda found: found[0] if _is_usual(found[2]) else found[1], text)
    text = _ALONG.sub(lambda found: found[0] if _is_usual(found[2]) else found[1], text)
    return _BETWEEN.sub(lambda found: found[0] if _is_usual(found[2]) else f"{found[1]} dot", text)


def _is_usual(word: str) -> bool:
    """Whether a word may be a part of a rule, and not only a name."""
    return is_known_word(word) or is_in_list(word, "decisive") or is_in_list(word, "telling")
