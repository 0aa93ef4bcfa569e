"""Asks on the terminal what is in the cells of a photo that are in doubt."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from cpsudoku.cli.progress import Counter
from cpsudoku.cli.say import say
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.sight import Sight
from cpsudoku.formats import Entry, open_input
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.files import is_file
from cpsudoku.runtime.language import translated
from cpsudoku.runtime.words import worded

Ask = Callable[[str], str]
"""A function that shows a question and returns the answer. It raises EOFError at the end."""
LEAVE = "q"


def can_ask() -> bool:
    """Whether a person sits at the terminal."""
    return all(each.isatty() for each in (sys.stdin, sys.stdout, sys.stderr))


def prompted(question: str) -> str:
    """The answer of the person at the terminal."""
    print(question, end="", file=sys.stderr, flush=True)
    return input()


def asking(counter: Counter) -> Ask | None:
    """A function that asks the person at the terminal while no progress is shown.

    None without a terminal.
    """
    if not can_ask():
        return None

    def ask(question: str) -> str:
        with counter.silenced():
            return prompted(question)

    return ask


def asked(entries: Iterator[Entry], ask: Ask | None) -> Iterator[Entry]:
    """The same entries. What is in doubt in photos is asked for first, if it can be asked for."""
    if ask is None:
        yield from entries
        return
    for entry in entries:
        yield entry if isinstance(entry, InputError) else settled(entry, ask)


def settled(puzzle: Puzzle, ask: Ask) -> Puzzle:
    """The puzzle after a person was asked about each cell of its photo that is in doubt.

    It stays in doubt if the person does not answer.
    """
    from cpsudoku.solving.correcting import corrected

    while puzzle.sight is not None and puzzle.uninterpreted:
        cells = puzzle.sight.named(puzzle.uninterpreted)
        try:
            digit = _digit(puzzle, cells[0], ask) if cells else None
            if digit is None:
                break
            puzzle = corrected(puzzle, {cells[0]: digit})
        except EOFError:
            break
        except InputError as error:
            say(error.template)
            break
    return puzzle


def _digit(puzzle: Puzzle, cell: int, ask: Ask) -> int | None:
    """What a person reads in a cell: a digit, 0 for a blank, or None to leave it in doubt."""
    sight = puzzle.sight
    assert sight is not None
    for line in _picture(puzzle, sight, cell):
        print(f"    {line}", file=sys.stderr)
    symbols = puzzle.board.symbols
    likeliest = puzzle.givens.cells[cell]
    default = symbols[likeliest] if likeliest else translated("blank")
    question = translated(
        "{source}: {cell}: which digit? 0 is a blank, Enter is {default}, q leaves it in doubt: ",
        source=str(puzzle.source),
        cell=sight.in_words(cell),
        default=default,
    )
    while True:
        answer = ask(question).strip().upper()
        if answer == LEAVE.upper():
            return None
        if not answer:
            return likeliest
        if answer == "0":
            return 0
        if len(answer) == 1 and answer in symbols[1 : puzzle.board.size + 1]:
            return symbols.index(answer)
        allowed = worded("0 to {symbols}", symbols=symbols[puzzle.board.size])
        say(
            worded(
                "{answer} is not a digit of this puzzle; allowed are {allowed}, Enter and {leave}",
                answer=repr(answer),
                allowed=allowed,
                leave=LEAVE,
            )
        )


def _picture(puzzle: Puzzle, sight: Sight, cell: int) -> list[str]:
    """The cell in characters; nothing if the photo is not a file."""
    if not is_file(puzzle.source.file):
        return []
    from cpsudoku.formats.photos.characters import cell_in_characters

    stream = getattr(sys.stderr, "rich_proxied_file", sys.stderr)  # that of a running spinner
    plain = (stream.encoding or "").lower().replace("-", "") not in ("utf8", "utf16")
    with open_input(puzzle.source.file) as document:
        return cell_in_characters(document, sight, cell, plain)
