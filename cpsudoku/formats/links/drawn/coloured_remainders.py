"""Sentences that give the dots of several colours other remainders of the sum of two digits.

``Red dots mark sums divisible by 3, green dots have a remainder of 1 and blue ones one of 2 when
divided by 3`` is about three colours at once, and so is ``a red/green dot marks a sum with a
remainder of 0/1 when divided by 3``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from cpsudoku.formats.links.drawn.colours import COLOUR_WORDS, Colour
from cpsudoku.formats.links.drawn.mark_families import MarkFamily, pairs_family
from cpsudoku.formats.links.drawn.sentences import RuleWords

_NAME = "coloured remainder"
_DIVISOR = re.compile(r"\bdivi(?:ded|sible) by (\d+)|\bmod(?:ulo)? (\d+)")
_COLOUR = re.compile(rf"\b(?:{COLOUR_WORDS})\b")
_REMAINDER = re.compile(r"\b(?:remain(?:d)?er|one) of (\d+)|\b(divisible)\b")
_LISTED = re.compile(
    rf"\b((?:{COLOUR_WORDS})(?:/(?:{COLOUR_WORDS}))+)\b.*\bremainders? of (\d+(?:/\d+)+)\b"
)


def remainders_of(text: str) -> dict[str, tuple[int, int]]:
    """For each colour in a sentence, the remainder and the divisor; nothing if one is missing."""
    divisors = {int(one or other) for one, other in _DIVISOR.findall(text)}
    if len(divisors) != 1 or not (divisor := divisors.pop()):
        return {}
    found = _listed(text) or _in_turn(text)
    if len(found) < 2 or any(rest >= divisor for rest in found.values()):
        return {}
    return {colour: (rest, divisor) for colour, rest in found.items()}


def _listed(text: str) -> dict[str, int]:
    """Those of ``a red/green dot ... a remainder of 0/1``."""
    match = _LISTED.search(text)
    if match is None:
        return {}
    colours, rests = match[1].split("/"), [int(each) for each in match[2].split("/")]
    is_paired = len(set(colours)) == len(colours) == len(rests) == len(set(rests))
    return dict(zip(colours, rests, strict=True)) if is_paired else {}


def _in_turn(text: str) -> dict[str, int]:
    """Those of colours that each have their own remainder behind them."""
    colours = list(_COLOUR.finditer(text))
    found = dict[str, int]()
    for number, colour in enumerate(colours):
        end = colours[number + 1].start() if number + 1 < len(colours) else len(text)
        rests = [
            0 if each[2] else int(each[1]) for each in _REMAINDER.finditer(text, colour.end(), end)
        ]
        if len(rests) != 1 or colour[0] in found:
            return {}
        found[colour[0]] = rests[0]
    return found


def coloured_families(words: RuleWords, colour: Colour) -> Iterator[MarkFamily]:
    """The families of dots of this colour whose sums have a remainder, each of its sentences."""
    texts: dict[str, list[str]] = {}
    for number in sorted(words.about(f"{_NAME} dot")):
        table = remainders_of(words.lower[number])
        fitting = [word for word in table if colour.is_called(word)]
        if fitting:
            rest, divisor = table[min(fitting, key=colour.distance)]
            texts.setdefault(f"(a+b)%{divisor}={rest}", []).append(words.lower[number])
    for relation, said in texts.items():
        others = rf"^(?!(?:{'|'.join(map(re.escape, said))})$)"
        yield replace(pairs_family(_NAME, relation), denied=others)
