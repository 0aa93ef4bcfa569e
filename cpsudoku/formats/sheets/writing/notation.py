"""How a sheet shows the digits of a puzzle: as numbers or letters, alone or after a sum."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from string import ascii_uppercase

from cpsudoku.core.grid import SYMBOLS
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.sheets.finding.cages import content_of
from cpsudoku.formats.sheets.finding.values import meaning_of
from cpsudoku.formats.sheets.reading.raised import raised
from cpsudoku.formats.sheets.reading.sheet_picture import Place, SheetPicture

Text = int | str
PLAIN_SIZE = 9  # up to this size all digits are numbers


def is_plain(puzzle: Puzzle) -> bool:
    """Whether every answer is a number on its own, whatever the sheet shows."""
    has_sums = any(rule.totals() for rule in puzzle.constraints)
    return puzzle.board.size <= PLAIN_SIZE and not has_sums


def notation(
    picture: SheetPicture, puzzle: Puzzle, places: Mapping[int, Place]
) -> Callable[[int, int], Text]:
    """What to write into a cell for a digit. ``places`` are the cells of the puzzle on the sheet.

    Answers are written like the givens, as numbers or texts in the same alphabet. A sum in the cell
    stays before the digit, in raised digits.
    """
    texts = {cell: _text(picture, place) for cell, place in places.items()}
    shown = {(texts[cell], digit) for cell, digit in enumerate(puzzle.givens.cells) if digit}
    values = (picture.cell(*places[cell]).value for cell in places if puzzle.givens[cell])
    is_text = any(isinstance(value, str) and value.strip().isdigit() for value in values)
    alphabet = _alphabet(shown, puzzle.board.size)
    totals = [each for rule in puzzle.constraints for each in rule.totals()]
    sums = {min(each.cells): each.total for each in totals}

    def text_of(cell: int, digit: int) -> Text:
        text = alphabet[digit]
        if cell in sums:
            content = content_of(picture.cell(*places[cell]).value)
            if content is not None and content.number == sums[cell]:
                return f"{raised(str(sums[cell]))}{text}"
        return int(text) if text.isdigit() and not is_text else text

    return text_of


def _text(picture: SheetPicture, place: Place) -> str:
    """The text of a given, in the case in which it is written."""
    cell = picture.cell(*place)
    text = meaning_of(cell).text
    return text.lower() if isinstance(cell.value, str) and cell.value.islower() else text


def _alphabet(shown: Iterable[tuple[str, int]], size: int) -> tuple[str, ...]:
    """The first alphabet in which the givens are written: the text of each digit, from 1."""
    known = dict(shown)
    numbers = ["", *map(str, range(1, size + 1))]
    symbols = ["", *SYMBOLS[1 : size + 1]]
    hexadecimal = [*symbols[:-1], "0"]
    letters = ["", *ascii_uppercase[:size]]
    for alphabet in (numbers, symbols, hexadecimal, letters):
        for each in (alphabet, [text.lower() for text in alphabet]):
            if len(each) > size and all(each[known[text]] == text for text in known):
                return tuple(each)
    return tuple(numbers)
