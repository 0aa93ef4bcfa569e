"""Makes puzzles on request: turns keywords into a wish, and yields the puzzles."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats import open_input
from cpsudoku.formats.base import asked_board
from cpsudoku.generating.generation import GeneratedPuzzle, GenerationRun
from cpsudoku.generating.ruled import RuleWish
from cpsudoku.generating.wish import Wish
from cpsudoku.runtime import parameters
from cpsudoku.runtime.errors import BadParameter, InputError, Unsupported
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.processes import processes
from cpsudoku.runtime.signatures import keywords_of
from cpsudoku.runtime.words import worded
from cpsudoku.solving import Progress, Solvable, as_puzzle
from cpsudoku.teaching.rating.base import Rater
from cpsudoku.techniques import technique_name

if TYPE_CHECKING:
    from cpsudoku.generating.data_set import DataSet

PER_WORKER = 200  # for fewer quick puzzles, starting a worker takes longer than it saves
MOST_SEED = 2**32

Range = float | tuple[float, float]


class Generation(Iterator[GeneratedPuzzle]):
    """An iterator over new puzzles, with facts about the run so far.

    The same ``seed`` makes the same puzzles again. ``asked`` are the keywords that were given, as
    JSON values, except ``limit`` and ``jobs``. ``tried`` is the number of candidates.
    ``in_time`` is False if the time ran out before there were ``count`` puzzles.
    """

    def __init__(
        self,
        run: GenerationRun,
        count: int,
        progress: Progress,
        asked: JsonObject | None = None,
    ) -> None:
        self.seed, self.count = run.seed, count
        self.asked = asked or {}
        self._run, self._progress = run, progress
        self._puzzles = _made(run, count, progress)

    def __next__(self) -> GeneratedPuzzle:
        return next(self._puzzles)

    @property
    def tried(self) -> int:
        """The number of candidates that were tried."""
        return self._run.tried

    @property
    def in_time(self) -> bool:
        """False if the time ran out before there were enough puzzles."""
        return self._run.in_time

    def write_set(
        self, folder: str | Path, *, split: float = 0.9, scale: str = "guesses"
    ) -> DataSet:
        """Write the puzzles as a data set: ``train.parquet``, ``test.parquet`` and a data card.

        Each puzzle has a row with its solution, its number of clues, its guesses (a difficulty, see
        ``rate``) and its canonical form. A ``scale`` other than ``guesses`` adds the ratings of
        ``rate``, which takes much longer. The share ``split`` of all classes of equivalent puzzles
        is in ``train.parquet``, the others are in ``test.parquet``. A hash of the canonical form
        decides, so the two never share a puzzle up to symmetry, and neither do those of another
        seed. No class occurs twice. If the call is interrupted, or if its time runs out, the same
        call continues. Raises Unsupported for puzzles that are not classic 9x9, and InputError if
        the folder already has a data set.

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     made = generate_many(100, seed=1).write_set(folder, split=0.8)
        >>> made.train + made.test
        100
        """
        from cpsudoku.generating.data_set import write_set

        return write_set(self._run, self.count, self.asked, folder, split, scale, self._progress)


def _made(run: GenerationRun, count: int, progress: Progress) -> Iterator[GeneratedPuzzle]:
    """The puzzles of a run.

    It does not refer to the ``Generation``. Otherwise the workers of one that nobody needs any more
    would run until the next garbage collection.
    """
    run.start_clock()
    for number, made in enumerate(run.puzzles(count), 1):
        progress(number)
        yield made


def generate_many(
    count: int,
    *,
    seed: int | None = None,
    clues: int | tuple[int, int] | None = None,
    symmetry: str = "none",
    minimal: bool = False,
    difficulty: str | None = None,
    rating: Range | None = None,
    technique: str | None = None,
    uses: str | None = None,
    alone: bool = False,
    pattern: str | Path | Grid | Puzzle | None = None,
    solution: Solvable | None = None,
    size: int | None = None,
    box: str | None = None,
    rules: str | Sequence[str] | None = None,
    limit: float | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Generation:
    """Make ``count`` new puzzles with exactly one solution each, and yield each at once.

    The same ``seed`` makes the same puzzles on every machine. Without a seed, a random one is used;
    the returned value has it. ``clues`` is a number of givens or a range. Without it, as many
    givens are removed as possible. ``symmetry`` is that of the givens. With ``minimal``, no given
    is redundant. ``difficulty`` is a level of HoDoKu. ``rating`` is an ER or a range.
    ``technique`` is the hardest technique of the puzzle; with ``alone``, all other steps are
    singles. The technique ``uses`` is used at least once. ``pattern`` says which cells are givens:
    a puzzle, or a text with ``x`` for a given and ``.`` for a blank. ``solution`` is the full grid
    of all puzzles. ``size`` and ``box`` (such as ``"3x2"``, or ``"none"``) choose the board.
    ``rules`` are names with commas: ``jigsaw``, ``samurai`` and other boards of several grids,
    rules whose clues are placed at random, such as ``killer``, and rules for the whole board, such
    as ``anti-knight``. Puzzles with rules need techniques of the ``difficulty``, and no trials
    below ``extreme``. It stops after ``limit`` seconds, or by default after a minute without a
    puzzle. ``jobs`` is the number of processes [default: one per core, fewer for few puzzles].
    Raises BadParameter if no puzzle can meet the request.

    >>> puzzles = list(generate_many(2, seed=1, size=4))
    >>> [made.puzzle.givens.count for made in puzzles]
    [5, 4]
    """
    count = parameters.whole("count", count, least=1)
    mask = _mask(pattern, box) if pattern is not None else None
    full = as_puzzle(solution).givens if solution is not None else None
    board = _board(size, box, mask or full)
    ruled = _ruled(rules, difficulty)
    if ruled is not None:
        _refuse_with_rules(rating, technique, uses, alone, pattern, solution)
    level = difficulty if ruled is None else None
    rater = _rater(board, level, rating, technique, uses, alone)
    wish = Wish(board, _clues(clues), symmetry, minimal, mask, full, rater, ruled)
    chosen = secrets.randbelow(MOST_SEED) if seed is None else parameters.whole("seed", seed, 0)
    most = processes(jobs)
    if jobs is None and wish.is_quick and rater is None:
        most = min(most, 1 + count // PER_WORKER)
    rated = {"difficulty": difficulty, "rating": _er(rating), "technique": technique, "uses": uses}
    given = _asked(wish, rated | {"alone": alone or None}, size, box)
    run = GenerationRun(wish, chosen, most, limit)
    return Generation(run, count, progress or (lambda _: None), given)


@keywords_of(generate_many)
def generate(**wanted: Any) -> GeneratedPuzzle:
    """Make a new puzzle with exactly one solution.

    It takes the keywords of ``generate_many``. Raises InputError if no puzzle is found in time.

    >>> made = generate(seed=1, size=4)
    >>> made.puzzle.board.size, made.solution.is_complete, made.rating
    (4, True, None)
    """
    made = generate_many(1, **wanted)
    for puzzle in made:
        return puzzle
    raise InputError(
        "no such puzzle was found in {attempts}; a longer {limit} may help",
        attempts=plural(made.tried, "attempt"),
    )


def _ruled(rules: str | Sequence[str] | None, difficulty: str | None) -> RuleWish | None:
    """The rules of the puzzles; None for classic ones. A text has names with commas."""
    if rules is None:
        return None
    names = rules.split(",") if isinstance(rules, str) else list(rules)
    kept = tuple(dict.fromkeys(str(name).strip() for name in names if str(name).strip()))
    if not kept:
        raise BadParameter("rules", rules, worded("names of rules, with commas"))
    return RuleWish(kept, difficulty)


def _refuse_with_rules(*others: object) -> None:
    names = ("rating", "technique", "uses", "alone", "pattern", "solution")
    for name, value in zip(names, others, strict=True):
        if value not in (None, False):
            raise Unsupported("{option} does not work with {rules}", option=f"{{{name}}}")


def _clues(clues: int | tuple[int, int] | None) -> tuple[int, int] | None:
    if clues is None:
        return None
    both = clues if isinstance(clues, tuple | list) else (clues, clues)
    if len(both) != 2:
        raise BadParameter("clues", clues, worded("a number, or the fewest and the most"))
    return parameters.whole("clues", both[0], 0), parameters.whole("clues", both[1], 0)


def _asked(wish: Wish, rated: JsonObject, size: int | None, box: str | None) -> JsonObject:
    """The keywords that were given, as JSON values."""
    asked = {
        "clues": wish.clues,
        "symmetry": wish.symmetry if wish.symmetry != "none" else None,
        "minimal": wish.minimal or None,
        **rated,
        "pattern": wish.pattern.line if wish.pattern is not None else None,
        "solution": wish.solution.line if wish.solution is not None else None,
        "size": size,
        "box": box,
    }
    return {name: value for name, value in asked.items() if value is not None}


def _er(rating: Range | None) -> tuple[float, float] | None:
    if rating is None:
        return None
    both = rating if isinstance(rating, tuple | list) else (rating, rating)
    if len(both) != 2:
        raise BadParameter("rating", rating, worded("a number, or the lowest and the highest"))
    lowest, highest = (parameters.between("rating", each, 0, 100) for each in both)
    return lowest, highest


def _rater(
    board: Board,
    difficulty: str | None,
    rating: Range | None,
    technique: str | None,
    uses: str | None,
    alone: bool,
) -> Rater | None:
    """The rater that accepts puzzles of the chosen difficulty; None if none was chosen."""
    if all(each is None for each in (difficulty, rating, technique, uses)) and not alone:
        return None
    if not board.is_classic_9x9:
        raise Unsupported(
            "{difficulty}, {rating}, {technique} and {uses} work only for 9x9 puzzles"
        )
    from cpsudoku.generating.rated import Hardness

    return Hardness(
        difficulty,
        _er(rating),
        technique_name(technique) if technique is not None else None,
        technique_name(uses) if uses is not None else None,
        alone,
    )


def _board(size: int | None, box: str | None, grid: Grid | None) -> Board:
    """The board that ``box``, ``size`` or the given grid chooses."""
    board, without_boxes = asked_board(box)
    if without_boxes:
        usual = grid.board.size if grid is not None else 9
        return Board.without_boxes(usual if size is None else size)
    if board is not None:
        if size not in (None, board.size):
            made = f"{board.size}x{board.size}"
            problem = worded(
                "{box} makes a {made} grid, but {size} is {wanted}", box=box, made=made, wanted=size
            )
            raise BadParameter("box", box, worded("a box for a board of this size"), problem)
        return board
    if size is not None:
        return Board.of_size(size)
    return grid.board if grid is not None else Board.of_size(9)


def _mask(pattern: str | Path | Grid | Puzzle, box: str | None) -> Grid:
    """The pattern as a grid with a 1 in each cell that will be a given."""
    if isinstance(pattern, Puzzle):
        return pattern.givens
    if isinstance(pattern, Grid):
        return pattern
    text = _pattern_text(str(pattern))
    marks = "".join(text.split())
    strange = re.sub(r"[.0_\-1-9A-Za-z#*]", "", marks)
    if strange:
        problem = worded(
            "{strange} is neither a given (x) nor a blank (.)", strange=repr(strange[0])
        )
        raise BadParameter("pattern", pattern, worded("x for a given and . for a blank"), problem)
    given = re.sub(r"[^1.]", "1", re.sub(r"[.0_\-]", ".", marks))
    try:
        board, without_boxes = asked_board(box)
        found = Grid.from_line(given, board)
        return Grid(found.cells, Board.without_boxes(found.board.size)) if without_boxes else found
    except InputError as error:
        raise BadParameter("pattern", pattern, worded("as long as a grid"), str(error)) from None


def _pattern_text(text: str) -> str:
    """The text, or the content of the file with that name."""
    try:
        if not Path(text).is_file():
            return text
    except (OSError, ValueError):
        return text
    with open_input(text, 1) as document:
        return document.data().decode("utf-8", "replace")
