"""Names of parts that were not interpreted, and of rules that were read from drawings.

Readers make these names here. A name is English for programs and files, and keeps its form, so
that it is said in the language of the person who reads it.
"""

from __future__ import annotations

from cpsudoku.runtime.errors import quoted
from cpsudoku.runtime.language import marked, paired
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.words import Worded, Wording, tallied, worded

# Each kind of a drawn part: one and several of them, and one by its number.
NOUNS = {
    "line": (*paired("{count} line", "{count} lines"), marked("line {number}")),
    "arrow": (*paired("{count} arrow", "{count} arrows"), marked("arrow {number}")),
    "circle": (*paired("{count} circle", "{count} circles"), marked("circle {number}")),
    "rectangle": (*paired("{count} rectangle", "{count} rectangles"), marked("rectangle {number}")),
    "text": (*paired("{count} text", "{count} texts"), marked("text {number}")),
    "cage": (*paired("{count} cage", "{count} cages"), marked("cage {number}")),
    "cell": (*paired("{count} cell", "{count} cells"), marked("cell {number}")),
    "symbol": (*paired("{count} symbol", "{count} symbols"), marked("symbol {number}")),
    "number": (*paired("{count} number", "{count} numbers"), marked("number {number}")),
    "region": (*paired("{count} region", "{count} regions"), marked("region {number}")),
}
# What is said about some parts of a kind: ``{parts}`` becomes ``2 lines``.
DRAWN = worded("{parts} (drawing)")
WITH_TEXT = worded("{parts} with a text (drawing)")
WITH_COLOUR = worded("{parts} with a colour (drawing)")
WITH_COLOURS = worded("{parts} with several colours (drawing)")
WITH_HIGHLIGHT = worded("{parts} with a highlight (drawing)")
WITH_MARKS = worded("{parts} with pencil marks or colours (drawing)")
WITH_VALUES = worded("{parts} with other values")
REPEATING = worded("{parts} (the stored solution repeats digits there)")
OUTSIDE = worded("{parts} outside the board (drawing)")
BROKEN = worded("{parts} (the stored solution breaks it)")


def drawn_with(text: str) -> Worded:
    """What is said about drawn parts with a text, or without one if it is empty."""
    return (
        worded("{parts} with the text {quoted} (drawing)", quoted=quoted(text)) if text else DRAWN
    )


def parts_in_words(noun: str, said: Worded, count: int) -> Worded:
    """``12 lines (drawing)``: some parts of a kind, and what is said about them."""
    return worded(said.form.text, parts=counted_parts(noun, count), **said.form.values)


def counted_parts(noun: str, count: int) -> Worded:
    """``12 lines``: parts of a kind, or rules."""
    if noun in NOUNS:
        return tallied(*NOUNS[noun][:2], count)
    return counted_rules(noun, count)


def numbered_part(noun: str, number: int) -> Worded:
    """``line 2``: a part by its number among its kind."""
    if noun in NOUNS:
        return worded(NOUNS[noun][2], number=number)
    english = f"{noun} {number}"
    return Worded(
        english, Wording("{noun} {number}", {"noun": worded(noun), "number": str(number)})
    )


def counted_rules(noun: str, count: int) -> Worded:
    """``9 counting circles``, or ``9 × Zählkreis``: rules of a kind."""
    several = str(plural(count, noun))
    return Worded(
        several, Wording("{count} × {noun}", {"count": f"{count:,}", "noun": worded(noun)})
    )


def unknown_rule(name: object) -> Worded:
    """``rule 'torus'``: a rule that cpsudoku does not have."""
    return worded("rule {quoted}", quoted=quoted(name))


def sentence_left(shown: str) -> Worded:
    """``sentence 'Cells in fog are odd'``: a sentence that was not interpreted."""
    return worded("sentence {quoted}", quoted=shown)
