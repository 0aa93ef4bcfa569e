"""True candidates in words, as a grid of characters, and as a picture."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, Candidates
from cpsudoku.core.layers import Layer
from cpsudoku.core.verdict import Status, TrueCandidates
from cpsudoku.core.words import under_rules_read
from cpsudoku.drawing.framed import UNICODE, Lines, Piece
from cpsudoku.drawing.svg_picture import Picture
from cpsudoku.drawing.terminal_grid import ANSWER
from cpsudoku.drawing.terminal_steps import pencilmarks
from cpsudoku.runtime.language import counted, in_words, marked, translated
from cpsudoku.scene.faces import faces_of_candidates

SETTLING, FEW, OPEN = "bold green", "yellow", "bold magenta"
_RAISED = str.maketrans("0123456789+", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺")


def candidates_position(found: TrueCandidates) -> Candidates:
    """The digits that are not excluded, as the candidates of the empty cells."""
    givens, marked = found.puzzle.givens.cells, found.marked.marks or ()
    marks = (
        0 if given else sum(1 << (digit - 1) for digit in digits)
        for given, digits in zip(givens, marked, strict=True)
    )
    return Candidates(found.puzzle, givens, tuple(marks))


def candidates_grid(
    found: TrueCandidates, lines: Lines = UNICODE, width: int | None = None
) -> Text:
    """The grid with the candidates of each cell, and their numbers of solutions as raised digits.

    With lines of ASCII, a number follows its candidate after a colon.
    """
    marks = {
        at: pieces
        for cell, given in enumerate(found.puzzle.givens.cells)
        if not given
        for at, pieces in _marks(found, cell, lines is UNICODE)
    }
    return pencilmarks(candidates_position(found), None, lines, width, marks)


def _marks(
    found: TrueCandidates, cell: int, raised: bool
) -> Iterator[tuple[Candidate, list[Piece]]]:
    """The text behind each candidate of a cell that has one, and its style."""
    settled = len(found.digits[cell]) == 1 and found.is_complete
    for digit in found.digits[cell]:
        sign = found.sign(cell, digit)
        text = sign.translate(_RAISED) if raised else f":{sign}" if sign else ""
        if sign or settled:
            unique = found.settles(cell, digit)
            yield (cell, digit), [(text, SETTLING if unique else ANSWER if settled else FEW)]
    for digit in found.undecided[cell]:
        yield (cell, digit), [("?", OPEN)]


def candidates_in_words(found: TrueCandidates) -> list[str]:
    """What was found, one sentence per line."""
    parts = found.puzzle.uninterpreted
    lines = [under_rules_read(parts)] if parts else []
    if found.verdict.status is not Status.NO_SOLUTION:
        lines = [*lines, *_sentences(found), *_layers(found)]
    else:
        lines.append(translated("there is no solution, so no digit is possible"))
    return lines


def _sentences(found: TrueCandidates) -> Iterator[str]:
    blanks = [cell for cell, given in enumerate(found.puzzle.givens.cells) if not given]
    number = sum(len(found.digits[cell]) for cell in blanks)
    candidates = counted("{count} candidate", "{count} candidates", number)
    cells = counted("{count} blank cell", "{count} blank cells", len(blanks))
    where = translated("{candidates} in {cells}", candidates=candidates, cells=cells)
    if any(found.undecided):
        yield counted(
            "{where} so far; {count} digit is undecided: {note}",
            "{where} so far; {count} digits are undecided: {note}",
            sum(map(len, found.undecided)),
            where=where,
            note=in_words(found.verdict.note),
        )
    elif number == len(blanks):
        text = marked("{where}, one for each cell: the solution; no other digit is possible")
        yield translated(text, where=where)
    else:
        yield translated("{where}; no other digit is possible", where=where)
    if found.bound > 1:
        yield from _about_counts(found, blanks)


def _layers(found: TrueCandidates) -> Iterator[str]:
    """The variables of each layer, one line for all that have the same values."""
    board = found.puzzle.board
    for layer in board.layers:
        alike: dict[str, list[int]] = {}
        for number in board.numbers_of[layer.name]:
            alike.setdefault(found.values_text(number), []).append(number)
        for text, numbers in alike.items():
            free = translated("{layer}, which no rule restricts", layer=layer.name)
            what = f"{layer.name} {text}" if text else free
            yield f"{what}: {_names(board, layer, numbers)}"


def _names(board: Board, layer: Layer, numbers: list[int]) -> str:
    """The names of variables of a layer, without the name of the layer."""
    names = (board.cell_name(number) for number in numbers)
    return " ".join(name.removeprefix(f"{layer.name}.") for name in names)


def _about_counts(found: TrueCandidates, blanks: list[int]) -> Iterator[str]:
    settling = sum(found.settles(cell, digit) for cell in blanks for digit in found.digits[cell])
    if found.verdict.status is Status.MULTIPLE:
        yield (
            counted(
                "{count} candidate leaves exactly one solution",
                "{count} candidates each leave exactly one solution",
                settling,
            )
            if settling
            else translated("no candidate leaves exactly one solution")
        )
    left = sum(map(len, found.uncounted))
    if left and found.is_complete:
        yield counted(
            "{count} candidate has more solutions than shown: the limit ran out",
            "{count} candidates have more solutions than shown: the limit ran out",
            left,
        )


def candidates_legend(found: TrueCandidates) -> Text:
    """The meaning of the numbers and signs of ``candidates_grid``; empty if there are none."""
    text = Text()
    if found.bound > 1:
        text.append("1", SETTLING)
        text.append(f" {translated('exactly one solution')}", "dim")
        if found.bound > 2:
            text.append("   2", FEW)
            text.append(f" {translated('two solutions, and so on')}", "dim")
        more = translated("no number: {count} or more", count=f"{found.bound:,}")
        text.append(f"   {more}", "dim")
    if not found.is_complete:
        text.append("   " if text else "")
        text.append("?", OPEN)
        text.append(f" {translated('undecided')}", "dim")
    return text


def candidates_svg(found: TrueCandidates) -> str:
    """The SVG of the candidates, for a page."""
    picture = Picture(found.puzzle.board, constraints=found.puzzle.constraints)
    picture.faces(faces_of_candidates(found))
    return picture.svg
