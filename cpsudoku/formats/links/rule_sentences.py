"""Knows which sentences of written rules only repeat what is read from a puzzle."""

from __future__ import annotations

import re
from collections.abc import Collection

# Sentences that the board implies, and those that a rule implies once it is read.
_BOARD = (
    r"(rules: ?)?((the )?(usual|normal|standard|classic|regular|irregular) )(\d ?x ?\d )?"
    r"(rules of )?sudoku( rules)?( apply)?( here)?",
    r"(rules: ?)?sudoku( rules apply)?|rules|standard rules of sudoku apply",
    r"(i\.?e\.? )?(sudoku: )?((place|put|fill|enter|write|use) (in )?(the grid with )?)?"
    r"(the )?(digits|numbers)( from)? 1( ?- ?| to | through )\d+,?( exactly)?( once)?( each)?,?"
    r"( appear)? (in|into) (each|every) row, (each |every )?column,? (and|or) (each |every )?"
    r"((outlined )?(\dx\d )?(box|region|block))( without repeats?| once| exactly once)*",
    r"fill the grid with the digits 1-\d so that no digit repeats in a row, column, or box",
    r"each row and column contains the digits 1-\d( once each)?",
    r"each row, column,? and (\dx\d )?(box|region) contains each (number|digit) from 1 to \d"
    r"( exactly)? once",
)
_OF_RULES = {
    "anti-knight": r".*knight.*(same|identical|repeat).*|identical digits .*knight.*|anti-?knight",
    "anti-king": r".*king'?s? move.*(same|identical|repeat).*|anti-?king",
    "killer": r"(killer )?cages?|killer( sudoku)?( rules apply)?|"
    r"(killer cages?: )?(the )?(digits|numbers) (with)?in (a|each|the|killer)? ?cages? "
    r"(must |can ?not |may not |do not |don't )?(sum|add|repeat)((?!may|prime|same).)*",
    "xv": r"((adjacent )?(cells|digits) (connected|separated|joined) (with|by) an? [xv]( must)? "
    r"(sum|add up) to (5|10))",
    "diagonals": r".*(digits|numbers) (can ?not|do not|don't|may not) repeat (on|along) "
    r".*diagonals?",
    "windows": r"windoku.*",
}
_END = re.compile(r"[.!;]+(?=\s|$)|\n+|(?<=\w):(?=\s)|\s[-–•]\s")


def other_sentences(rules: str, read: Collection[str]) -> int:
    """The number of sentences that say more than the board and the rules of these names.

    An unknown sentence counts, to be on the safe side.
    """
    known = [*_BOARD, *(_OF_RULES[name] for name in _OF_RULES if name in read)]
    text = rules.replace("’", "'").replace("\\n", "\n")
    sentences = (part.strip(" \t-–•*\"'()").lower() for part in _END.split(text))
    return sum(
        1
        for sentence in sentences
        if any(map(str.isalpha, sentence))
        and not (len(sentence) <= _LONGEST and any(re.fullmatch(each, sentence) for each in known))
    )


_LONGEST = 300  # characters of a sentence that may be known
