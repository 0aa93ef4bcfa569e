"""Names of parts that were not interpreted, and of guessed rules, in the present language.

Readers name parts in English, and files keep these names, so that programs and people in all
languages can pass them on. Where a person reads them, a name is compared with the texts below.
"""

from __future__ import annotations

import re
from functools import cache

from cpsudoku.runtime.language import (
    ENGLISH,
    counted,
    in_words,
    marked,
    paired,
    present_language,
    translated,
)

NOUNS = {
    "line": paired("{count} line", "{count} lines"),
    "arrow": paired("{count} arrow", "{count} arrows"),
    "circle": paired("{count} circle", "{count} circles"),
    "rectangle": paired("{count} rectangle", "{count} rectangles"),
    "text": paired("{count} text", "{count} texts"),
    "cage": paired("{count} cage", "{count} cages"),
    "cell": paired("{count} cell", "{count} cells"),
    "symbol": paired("{count} symbol", "{count} symbols"),
    "rule": paired("{count} rule", "{count} rules"),
    "region": paired("{count} region", "{count} regions"),
}
# The first text that fits counts. In the files, ``quoted`` stands in quotation marks.
TEXTS = (
    marked("{parts} with the text {quoted} (drawing)"),
    marked("{parts} with a text (drawing)"),
    marked("{parts} with a colour (drawing)"),
    marked("{parts} with several colours (drawing)"),
    marked("{parts} with a highlight (drawing)"),
    marked("{parts} with pencil marks or colours (drawing)"),
    marked("{parts} {quoted} (drawing)"),
    marked("{parts} (drawing)"),
    marked("{parts} with other values"),
    marked("{parts} (the stored solution repeats digits there)"),
    marked("{parts} (the stored solution breaks it)"),
    marked("{parts} outside the board (drawing)"),
    marked("rows and columns (the stored solution repeats digits in them)"),
    marked("custom rule {quoted} (JavaScript)"),
    marked("rule of type {quoted}"),
    marked("rule {quoted}"),
    marked("{parts} {quoted}"),
    marked("sentence {quoted}"),
    marked("digits {digits} (guessed)"),
    marked("guess {names} ({why})"),
    marked("{cell} (unclear)"),
    marked("handwriting in {cell} ({digits})"),
    marked("dashed lines, as around the cages of a killer"),
    marked("thick lines that are not those of boxes, as in a jigsaw"),
    marked("thick lines that do not form regions (drawing)"),
    marked("the cage with {quoted} (drawing)"),
    marked("outlines of cages (drawing)"),
    marked("look-and-say cage {quoted}"),
    marked("region sum lines with one total for each region"),
    marked("lines of groups of digits"),
    marked("a shade or colour in {named}"),
    marked("something drawn in {named}"),
)
_PLACES = {"quoted": "'.*'", "parts": r"[\d,]+ \w+", "cell": r"r\d+c\d+"}
_MORE = re.compile(r"(.+) and ([\d,]+) more cells?")
_COUNTED = re.compile(r"([\d,]+) (.+)")


def part_in_words(name: str) -> str:
    """``2 Linien (Zeichnung)`` for ``2 lines (drawing)``; an unknown name stays as it is."""
    if present_language() == ENGLISH:
        return name
    if (said := in_words(name)) != name:
        return said
    for text, form in _forms():
        found = form.fullmatch(name)
        if found is not None:
            values = {place: _value(place, value) for place, value in found.groupdict().items()}
            return translated(text, **values)
    return name


def rules_in_words(names: str) -> str:
    """``9 × Zählkreis`` for ``9 counting circles``; several names have commas between them."""
    return ", ".join(map(_rule_in_words, names.split(", ")))


def _rule_in_words(name: str) -> str:
    found = _COUNTED.fullmatch(name)
    things = found[2] if found is not None else name
    for each in (things.removesuffix("s"), things):
        said = translated(each)
        if said != each:
            return f"{found[1]} × {said}" if found is not None else said
    return name


def _value(place: str, value: str) -> str:
    """What stands at a place of a text, in the present language."""
    if place == "names":
        return rules_in_words(value)
    if place == "why":
        return translated(value)
    if place == "named":
        return _cells_in_words(value)
    if place != "parts":
        return value
    count, _, noun = value.partition(" ")
    known = NOUNS.get(noun) or NOUNS.get(noun.removesuffix("s"))
    if known is None:
        return rules_in_words(value)
    return counted(*known, int(count.replace(",", "")))


def _cells_in_words(names: str) -> str:
    """``r1c1 r1c2 und 5 weitere Zellen`` for ``r1c1 r1c2 and 5 more cells``."""
    more = _MORE.fullmatch(names)
    if more is None:
        return names
    return counted(
        "{names} and {count} more cell",
        "{names} and {count} more cells",
        int(more[2].replace(",", "")),
        names=more[1],
    )


@cache
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Each text with the form of the names that it translates."""
    return tuple((text, re.compile(_form(text), re.DOTALL)) for text in TEXTS)


def _form(text: str) -> str:
    pieces = re.split(r"\{(\w+)\}", text)
    pieces[::2] = map(re.escape, pieces[::2])
    pieces[1::2] = (f"(?P<{place}>{_PLACES.get(place, '.+')})" for place in pieces[1::2])
    return "".join(pieces)
