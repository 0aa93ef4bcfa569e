"""The colours of clues that a format holds as data, and whether a sentence may be about them.

A program draws each kind of clue in a colour of its own, unless its file names another one.
"""

from __future__ import annotations

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


def may_be_about(looks: Looks, rule: str, named: Collection[str]) -> bool:
    """Whether a sentence that names these colours may be about the clues of a rule."""
    colours = looks.get(rule, ())
    return (
        not named or not colours or any(each.is_called(word) for each in colours for word in named)
    )
