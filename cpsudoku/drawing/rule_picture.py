"""An example of a rule in characters."""

from __future__ import annotations

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.drawing.character_board import CharacterBoard
from cpsudoku.drawing.character_cell import CellShape
from cpsudoku.drawing.framed import ASCII, UNICODE
from cpsudoku.drawing.spoken import spoken_grid
from cpsudoku.drawing.terminal_grid import boxed
from cpsudoku.runtime.listening import are_boards_in_words
from cpsudoku.scene.faces import Face

_SHAPE = CellShape(3, 1, 3, bars=True, rules=True)


def rule_picture(puzzle: Puzzle, solution: Grid | None, is_plain: bool = False) -> str:
    """The board of a puzzle with the signs of its rules, and a solution in the cells of the rules.

    With layers, it is the solution with its layers, without the signs. ``is_plain``: in ASCII, with
    only the digits and layers.
    """
    if solution is not None and solution.variables:
        return boxed(solution, puzzle.givens, lines=ASCII if is_plain else UNICODE).plain
    shown = {cell for rule in puzzle.constraints for cell in rule.cells}
    digits = bytes(
        solution[cell] if solution is not None and cell in shown else 0
        for cell in range(len(puzzle.board))
    )
    if are_boards_in_words():
        return "\n".join(spoken_grid(Grid(digits, puzzle.board)))
    if is_plain:
        return str(Grid(digits, puzzle.board))
    faces = [Face(digit) for digit in digits]
    board = CharacterBoard(puzzle.board, _SHAPE, puzzle.constraints)
    lines = (
        "".join(text for text, _ in board.line(y, faces)).rstrip() for y in range(board.height)
    )
    return "\n".join(lines)
