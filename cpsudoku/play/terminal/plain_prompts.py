"""The game with plain prompts, for screen readers, dumb terminals and pipes."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from cpsudoku.core.candidates import digits_of
from cpsudoku.core.grid import SYMBOLS, Grid, symbols_allowed
from cpsudoku.core.words import clock, house_in_words
from cpsudoku.play.game import in_range
from cpsudoku.play.session import Session
from cpsudoku.runtime.errors import InputError, Source, UnknownName, reason
from cpsudoku.runtime.language import counted, in_words, marked, translated
from cpsudoku.runtime.listening import are_boards_in_words
from cpsudoku.teaching.answers import parse_answer

if TYPE_CHECKING:
    from cpsudoku.play.typed_drill import TypedDrill
    from cpsudoku.teaching.exercise import Exercise
    from cpsudoku.teaching.explanation import ExplainedStep

_COMMANDS = {
    "row column digit": marked("enter a digit; 0 clears the cell"),
    "r2c1 = 3": marked("the same for the cell in row 2, column 1"),
    "hint": marked("show the next level of a hint; after the last, apply it"),
    "practise NAME": marked("practise a technique; back continues the game"),
    "check": marked("compare the entries with the solution"),
    "candidates R C": marked("show the candidates of a cell"),
    "undo": marked("undo the last move"),
    "redo": marked("redo the move that was undone last"),
    "board": marked("show the whole board"),
    "row N": marked("show a row in words; also column N and box N"),
    "solve": marked("fill in the solution"),
    "give up": marked("end the game and show the solution"),
    "pause": marked("stop the clock until the next command"),
    "time": marked("show the time played"),
    "help": marked("show this list"),
    "quit": marked("end the program; the game is saved"),
}


_CELL = re.compile(r"r\d+c\d+")
_CLEARS = re.compile(r"r(?P<row>\d+)c(?P<column>\d+)\s*(?:=|is)\s*(?P<digit>[0.])")


class Plain:
    """A game in lines of text; each message is passed to ``say``."""

    def __init__(self, session: Session, say: Callable[[str], None] = print) -> None:
        self.session, self.game, self.say = session, session.game, say
        self._sure = ""
        self._drill: TypedDrill | None = None

    def run(self, lines: Iterator[str]) -> None:
        """Play with these lines until they end or the player quits."""
        self.game.go_on()
        try:
            self._begin()
            for line in lines:
                if self._drill is None and line.strip().lower() in ("q", "quit", "exit"):
                    break
                self.answer(line)
                if self.game.is_finished:
                    break
        finally:
            self.game.pause()
            self.session.save()
            if self.session.farewell:
                self.say(self.session.farewell)

    def answer(self, line: str) -> None:
        """Carry out the command on one line and report the result."""
        if self._drill is not None:
            self._practise_on(self._drill, line)
            return
        self.game.go_on()
        words = line.lower().split()
        try:
            said = self._answer(words) if words else ""
        except InputError as error:
            said = f"{in_words(error.words)}."
        for text in (said, self.session.unsaved):
            if text:
                self.say(text)

    def _begin(self) -> None:
        size = self.game.size
        text = marked("A {size} Sudoku, {left}. A dot is an empty cell.")
        if are_boards_in_words():
            text = marked("A {size} Sudoku, {left}.")
        self.say(translated(text, size=f"{size}x{size}", left=self._to_go))
        self.say(self.board())
        text = marked("Type: row column digit (digits {digits}, 0 to clear), or help.")
        self.say(translated(text, digits=symbols_allowed(size)))

    def _answer(self, words: list[str]) -> str:
        if words[0].isdigit():
            return self._enter(words)
        if _CELL.match(words[0]):
            return self._place(" ".join(words))
        name, sure = " ".join(words), self._sure
        self._sure = ""
        simple: dict[str, Callable[[], str]] = {
            "hint": self._hint,
            "h": self._hint,
            "check": self.session.check,
            "undo": self.session.undo,
            "u": self.session.undo,
            "redo": self.session.redo,
            "board": self.board,
            "b": self.board,
            "pause": self._pause,
            "time": lambda: f"{clock(self.game.elapsed)}, {self._to_go}.",
            "help": self._help,
            "?": self._help,
        }
        if name in simple:
            return simple[name]()
        if name in ("solve", "give up"):
            if sure != name:
                self._sure = name
                return translated("Type {command} again to do it.", command=name)
            said = self.session.solve(giving_up=name == "give up")
            return f"{self.board()}\n{said}"
        if words[0] in ("practise", "practice") and len(words) > 1:
            return self._practise(" ".join(words[1:]))
        if words[0] in ("row", "column", "box") and len(words) == 2:
            return self._house(words[0], words[1])
        if words[0] == "candidates" and len(words) == 3:
            return self._candidates(words[1], words[2])
        return translated("Unknown command {command}. Type help for a list.", command=repr(name))

    def _place(self, text: str) -> str:
        """Enter the digits of ``r2c1 = 3``, as the practice reads them. 0 or a dot clears."""
        board = self.game.puzzle.board
        clears = _CLEARS.fullmatch(text)
        if clears and (clears["digit"] == "." or "0" not in self._symbols[1:]):
            return self._enter([clears["row"], clears["column"], "."])
        placed, removed = parse_answer(text, board)
        if removed:
            raise InputError(
                "{text} removes candidates; a move is 'r2c1 = 3', or 0 to clear", text=repr(text)
            )
        moves = [(*board.row_column(cell), board.symbols[digit]) for cell, digit in placed]
        return "\n".join(self._enter([str(r + 1), str(c + 1), digit]) for r, c, digit in moves)

    def _enter(self, words: list[str]) -> str:
        if len(words) != 3:
            text = marked("A move is three numbers: row column digit. Found {count}.")
            return translated(text, count=len(words))
        cell = self.game.cell(_number("row", words[0]), _number("column", words[1]))
        name = self.game.puzzle.board.cell_name(cell)
        if words[2] == "." or (words[2] == "0" and "0" not in self._symbols):
            return self.session.erase([cell]) or translated("{cell} is empty.", cell=name)
        digit = self._digit(words[2])
        if self.game.written(cell).digit == digit:
            return translated("{cell} is already {digit}.", cell=name, digit=self._symbols[digit])
        return self.session.enter(cell, digit) or self._entered(name, digit)

    def _entered(self, name: str, digit: int) -> str:
        text = marked("{cell} is {digit}; {left}.")
        return translated(text, cell=name, digit=self._symbols[digit], left=self._to_go)

    @property
    def _symbols(self) -> str:
        """The symbol of a blank, and those of the digits."""
        return self.game.puzzle.board.symbols

    @property
    def _to_go(self) -> str:
        return counted("{count} cell to go", "{count} cells to go", self.game.left)

    def _digit(self, text: str) -> int:
        """A digit as its symbol or as a number."""
        symbol = text.upper()
        if len(symbol) == 1 and symbol in self._symbols[1:]:
            digit = self._symbols.index(symbol)
        elif len(symbol) == 1 and symbol in SYMBOLS[1:]:  # of a larger board
            digit = max(SYMBOLS.index(symbol), self.game.size + 1)
        else:
            digit = _number("digit", text)
        self.game.check_digit(digit)
        return digit

    def _hint(self) -> str:
        session = self.session
        if session.help is None:
            said = session.open_help(session.find_help())
        else:
            said = session.more_help()
        title = session.help_title
        if session.help is not None and session.level == len(session.help.levels):
            said += f" ({translated('Type hint again to apply it.')})"
        return f"{title}. {said}" if title else said

    def _practise(self, technique: str) -> str:
        """Begin to practise; the clock of the game stops."""
        from cpsudoku.play.practice import practise
        from cpsudoku.play.progress import Progress
        from cpsudoku.play.typed_drill import TypedDrill

        try:
            drill = TypedDrill(practise(technique), Progress(), self._position, self.say)
            self.game.pause()
            drill.begin()
        except UnknownName as error:
            return f"{in_words(error.words)}."
        self._drill = drill
        return ""

    def _practise_on(self, drill: TypedDrill, line: str) -> None:
        """Pass a line to the practice, or continue the game."""
        from cpsudoku.play.typed_drill import LEAVING

        if line.strip().lower() not in LEAVING:
            drill.answer(line)
            if not drill.is_over:
                return
        drill.end()
        self._drill = None
        self.game.go_on()
        self.say(self.board())

    def _position(self, exercise: Exercise, step: ExplainedStep | None) -> None:
        from cpsudoku.drawing.framed import ASCII
        from cpsudoku.drawing.terminal_steps import legend, pencilmarks

        found = step.step if step is not None else None
        self.say(pencilmarks(exercise.candidates, found, ASCII).plain)
        if found is not None:
            self.say(legend(found).plain)

    def _pause(self) -> str:
        self.game.pause()
        return translated("The clock is stopped until you type something.")

    def board(self) -> str:
        """The board in characters that every terminal can show."""
        from cpsudoku.drawing.framed import ASCII
        from cpsudoku.drawing.terminal_grid import boxed, rules_below

        puzzle = self.game.puzzle
        grid = Grid(self.game.cells, puzzle.board)
        drawn = boxed(grid, puzzle.givens, tuple(self.game.clashes), lines=ASCII).plain
        return "\n".join(filter(None, (drawn, rules_below(puzzle).plain)))

    def _house(self, kind: str, number: str) -> str:
        size = self.game.size
        at = _number(kind, number)
        in_range(kind, at, 1, size)
        first = ("row", "column", "box").index(kind) * size
        house = self.game.puzzle.board.houses[first + at - 1]
        digits = [self._symbols[self.game.cells[cell]] for cell in house.cells]
        words = ", ".join(translated("empty") if digit == "." else digit for digit in digits)
        return f"{house_in_words(house.name)}: {words}."

    def _candidates(self, row: str, column: str) -> str:
        cell = self.game.cell(_number("row", row), _number("column", column))
        name = self.game.puzzle.board.cell_name(cell)
        if self.game.cells[cell]:
            digit = self._symbols[self.game.cells[cell]]
            return translated("{cell} is {digit}.", cell=name, digit=digit)
        digits = [self._symbols[digit] for digit in digits_of(self.game.marks[cell])]
        if not digits:
            return translated("{cell} has no candidates left.", cell=name)
        return translated("{cell} can be {digits}.", cell=name, digits=", ".join(digits))

    def _help(self) -> str:
        rows = [f"  {name:16} {translated(what)}" for name, what in _COMMANDS.items()]
        return "\n".join(rows)


def _number(name: str, text: str) -> int:
    if not text.isdecimal() or len(text) > 4:
        raise InputError("{name} {text} is not a number", name=name, text=repr(text))
    return int(text)


def prompted(prompt: str = "> ") -> Iterator[str]:
    """Typed lines; if standard input is a terminal, each after a prompt."""
    while True:
        if sys.stdin.isatty():
            print(prompt, end="", flush=True)
        try:
            line = sys.stdin.readline()
        except OSError as error:
            raise InputError(
                "can't be read: {error}", Source("<stdin>"), error=reason(error)
            ) from None
        if not line:
            return
        yield line
