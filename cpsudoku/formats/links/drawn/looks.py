"""The looks of clues that a format holds as data, and whether a sentence may be about them.

A program draws each kind of clue in a colour of its own, unless its file names another one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from cpsudoku.formats.links.drawn.colours import Colour, colour_of

Looks = Mapping[str, Collection[Colour]]  # by the name of a rule

# The colours in which f-puzzles and SudokuMaker draw the clues of a rule.
USUAL_LOOKS: Looks = {
    rule: tuple(map(colour_of, colours.split()))
    for rule, colours in {
        "thermo": "#cfcfcf",
        "slow-thermo": "#cfcfcf",
        "palindrome": "#cfcfcf",
        "between": "#cfcfcf",
        "renban": "#f067f0",
        "whispers": "#67f067 #ffa500",
        "region-sum": "#2ecbff",
        "nabner": "#fff000",
        "lockout": "#aabeef #0000ff",
        "zipper": "#c1a7e9",
        "odd": "#a8a8a8",
        "even": "#a8a8a8",
    }.items()
}

# An odd digit is in a circle there, and an even one in a square.
_OTHER_SHAPE = {
    "odd": re.compile(r"\bsquares?\b(?:(?!circle)[^,;.]){0,40}(?<!/)\bodd\b(?!/)"),
    "even": re.compile(r"\bcircles?\b(?:(?!square)[^,;.]){0,40}(?<!/)\beven\b(?!/)"),
}


def may_be_about(looks: Looks, rule: str, named: Collection[str], text: str = "") -> bool:
    """Whether a sentence that names these colours may be about the clues of a rule.

    text: the sentence, which may name their shape.
    """
    colours, other = looks.get(rule, ()), _OTHER_SHAPE.get(rule)
    if not colours:
        return True
    if other is not None and other.search(text):
        return False
    return not named or any(each.is_called(word) for each in colours for word in named)
