"""Playing by plain prompts: for screen readers, dumb terminals, and pipes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from cpsudoku.core.candidates import digits_of
from cpsudoku.core.errors import InputError, Source, reason
from cpsudoku.core.grid import SYMBOLS, Grid, symbols_allowed
from cpsudoku.core.words import clock
from cpsudoku.play.game import in_range
from cpsudoku.play.session import Session

_COMMANDS = {
    "hint": "the next level of a hint; after the last its step is done",
    "check": "compare the entries with the solution",
    "candidates R C": "the candidates of a cell",
    "undo": "take back the last move",
    "redo": "make it again",
    "board": "the whole board",
    "row N": "a row in words; column N and box N too",
    "solve": "fill in the solution",
    "give up": "end with the solution",
    "pause": "stop the clock until the next command",
    "time": "the time played",
    "help": "this list",
    "quit": "end; the game is saved",
}


class Plain:
    """A game by lines of text: what is said goes to ``say``, a line at a time."""

    def __init__(self, session: Session, say: Callable[[str], None] = print) -> None:
        self.session, self.game, self.say = session, session.game, say
        self._sure = ""

    def run(self, lines: Iterator[str]) -> None:
        """Play by these lines until they end, or one says quit."""
        self.game.go_on()
        try:
            self._begin()
            for line in lines:
                if line.strip().lower() in ("q", "quit", "exit"):
                    break
                self.game.go_on()
                self.answer(line)
                if self.game.is_finished:
                    break
        finally:
            self.game.pause()
            self.session.save()
            if self.session.farewell:
                self.say(self.session.farewell)

    def answer(self, line: str) -> None:
        """Do what one line asks for and say what came out."""
        words = line.lower().split()
        try:
            said = self._answer(words) if words else ""
        except InputError as error:
            said = f"{error}."
        for text in (said, self.session.unsaved):
            if text:
                self.say(text)

    def _begin(self) -> None:
        size = self.game.size
        self.say(f"A {size}x{size} Sudoku, {self.game.left} cells to go. . is an empty cell.")
        self.say(self.board())
        self.say(f"Type: row column digit (digits {symbols_allowed(size)}, 0 takes back), or help.")

    def _answer(self, words: list[str]) -> str:
        if words[0].isdigit():
            return self._enter(words)
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
            "time": lambda: f"{clock(self.game.elapsed)}, {self.game.left} cells to go.",
            "help": self._help,
            "?": self._help,
        }
        if name in simple:
            return simple[name]()
        if name in ("solve", "give up"):
            if sure != name:
                self._sure = name
                return f"Type {name} again to do it."
            said = self.session.solve(giving_up=name == "give up")
            return f"{self.board()}\n{said}"
        if words[0] in ("row", "column", "box") and len(words) == 2:
            return self._house(words[0], words[1])
        if words[0] == "candidates" and len(words) == 3:
            return self._candidates(words[1], words[2])
        return f"{name!r} is not known; help lists what is."

    def _enter(self, words: list[str]) -> str:
        if len(words) != 3:
            return f"A move is three numbers, row column digit; found {len(words)}."
        cell = self.game.cell(_number("row", words[0]), _number("column", words[1]))
        name = self.game.puzzle.geometry.cell_name(cell)
        if words[2] in ("0", "."):
            return self.session.erase([cell]) or f"{name} is empty."
        digit = self._digit(words[2])
        if self.game.written(cell).digit == digit:
            return f"{name} is {SYMBOLS[digit]} already."
        return self.session.enter(cell, digit) or self._entered(name, digit)

    def _entered(self, name: str, digit: int) -> str:
        return f"{name} is {SYMBOLS[digit]}; {self.game.left} cells to go."

    def _digit(self, text: str) -> int:
        """A digit as its symbol or as a number."""
        symbol = text.upper()
        if len(symbol) == 1 and symbol in SYMBOLS[1:]:
            digit = SYMBOLS.index(symbol)
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
            said += " (hint does it)"
        return f"{title}. {said}" if title else said

    def _pause(self) -> str:
        self.game.pause()
        return "The clock stands still until you type something."

    def board(self) -> str:
        """The board in lines of characters that every terminal has."""
        from cpsudoku.drawing.terminal_grid import ASCII, boxed

        givens = self.game.puzzle.givens
        grid = Grid(self.game.cells, givens.geometry)
        return boxed(grid, givens, tuple(self.game.clashes), lines=ASCII).plain

    def _house(self, kind: str, number: str) -> str:
        size = self.game.size
        at = _number(kind, number)
        in_range(kind, at, 1, size)
        first = ("row", "column", "box").index(kind) * size
        house = self.game.puzzle.geometry.houses[first + at - 1]
        digits = [SYMBOLS[self.game.cells[cell]] for cell in house.cells]
        told = ", ".join("empty" if digit == "." else digit for digit in digits)
        return f"{house.name}: {told}."

    def _candidates(self, row: str, column: str) -> str:
        cell = self.game.cell(_number("row", row), _number("column", column))
        name = self.game.puzzle.geometry.cell_name(cell)
        if self.game.cells[cell]:
            return f"{name} is {SYMBOLS[self.game.cells[cell]]}."
        digits = [SYMBOLS[digit] for digit in digits_of(self.game.marks[cell])]
        return f"{name} can be {', '.join(digits)}." if digits else f"Nothing is left for {name}."

    def _help(self) -> str:
        rows = [f"  {name:15} {what}" for name, what in _COMMANDS.items()]
        return "\n".join(["  row column digit  a move; 0 as digit takes back", *rows])


def _number(name: str, text: str) -> int:
    if not text.isdecimal() or len(text) > 4:
        raise InputError(f"{name} {text!r} is no number")
    return int(text)


def prompted(prompt: str = "> ") -> Iterator[str]:
    """Lines that are typed, each after a prompt where standard input is a terminal."""
    while True:
        if sys.stdin.isatty():
            print(prompt, end="", flush=True)
        try:
            line = sys.stdin.readline()
        except OSError as error:
            raise InputError(f"can't be read: {reason(error)}", Source("<stdin>")) from None
        if not line:
            return
        yield line
