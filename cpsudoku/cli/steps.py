"""What ``explain`` and ``hint`` share: reading positions and printing steps."""

from __future__ import annotations

from collections.abc import Collection, Generator
from pathlib import Path
from typing import TYPE_CHECKING

from cpsudoku.cli.asking import Ask, settled
from cpsudoku.cli.inputs import read_with
from cpsudoku.cli.options import Input, PositionOptions
from cpsudoku.cli.say import say
from cpsudoku.core.candidates import Candidates
from cpsudoku.core.verdict import Status
from cpsudoku.core.words import uninterpreted_in_words
from cpsudoku.runtime.errors import EXIT_IMPROPER, EXIT_OK, EXIT_UNDECIDED, InputError
from cpsudoku.runtime.language import in_words
from cpsudoku.solving import as_puzzle
from cpsudoku.teaching.positions import Position, candidates_of, read_positions
from cpsudoku.teaching.positions import positions_of as positions_of_several
from cpsudoku.teaching.start import Start

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from cpsudoku.core.candidates import Candidate
    from cpsudoku.techniques.base import Step


def positions_of_inputs(
    source: Input, given: PositionOptions, output: Path | None = None, ask: Ask | None = None
) -> Generator[Position, None, None]:
    """The positions of the inputs, or errors.

    ``ask`` is called for the cells of photos that are in doubt.
    """
    puzzle = as_puzzle(given.givens) if given.givens is not None else None
    positions = read_with(source, read_positions, output, given.handwriting)
    for read in positions_of_several(positions, puzzle):
        position = read
        if ask is not None and isinstance(read, Candidates) and read.puzzle.sight is not None:
            position = candidates_of(settled(read.puzzle, ask))
        if not isinstance(position, InputError) and position.puzzle.uninterpreted:
            parts = uninterpreted_in_words(position.puzzle.uninterpreted)
            say(f"{in_words(position.puzzle.source.words)}: {parts}")
        yield position


def exit_code_of_steps(start: Start, ignore_drawings: bool) -> int:
    """1 for a wrong entry, and for no or several solutions.

    3 if the limit ran out, or if parts of the puzzle were not interpreted.
    """
    if start.verdict.is_doubtful and not ignore_drawings:
        return EXIT_UNDECIDED
    if start.verdict.status is Status.UNKNOWN:
        return EXIT_UNDECIDED
    return EXIT_IMPROPER if start.word != "unique" else EXIT_OK


def print_position(
    console: Console,
    candidates: Candidates,
    step: Step | None = None,
    written: Collection[Candidate] | None = None,
    plain: bool = False,
) -> None:
    """Print the pencilmarks of a position; mark those of a step and add a legend.

    written: the candidates that are shown, by default all. plain: print lines to listen to.
    """
    if plain:
        from cpsudoku.drawing.spoken import spoken_position

        for line in spoken_position(candidates, step, written):
            console.print(line, markup=False, soft_wrap=True)
        return
    from cpsudoku.drawing.terminal_grid import lines_for, width_allowed
    from cpsudoku.drawing.terminal_steps import legend, pencilmarks

    columns = width_allowed(console)
    print_text(console, pencilmarks(candidates, step, lines_for(console), columns, written=written))
    if step is not None:
        print_text(console, legend(step), wraps=True)


def print_text(console: Console, text: Text, wraps: bool = False) -> None:
    """Print a text in one piece; with ``wraps``, a terminal breaks its lines between words.

    A pipe has no styles, and rich would take 0.1 ms for each text, and 2 ms for each position.
    """
    if console.is_terminal or console.color_system:
        console.print(text, soft_wrap=not (wraps and console.is_terminal))
    else:
        print(text.plain, file=console.file, flush=True)
