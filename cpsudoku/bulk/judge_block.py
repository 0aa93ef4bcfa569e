"""Turns one block of input into verdicts: the work of a worker, without any other state."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from hashlib import blake2b

import numpy as np

from cpsudoku.bulk.block import AnyBlock, Block, EntryBlock
from cpsudoku.bulk.encode import BAD, CLASH, UNIQUE, UNKNOWN
from cpsudoku.bulk.forms import form_of
from cpsudoku.bulk.hashing import Hashes, hashes
from cpsudoku.bulk.judging import (
    FIRST_ONLY,
    NINE,
    check_again,
    clash_in_words,
    is_minimal,
    judge_cells,
    judge_others,
)
from cpsudoku.bulk.layout import ANY, Layout
from cpsudoku.bulk.rows import rows_of
from cpsudoku.bulk.settings import Settings
from cpsudoku.bulk.text import (
    CAREFUL,
    FULL_ANSWER,
    NO_ANSWER,
    ODD_ANSWER,
    Bytes,
    Ints,
    Rows,
    parse,
)
from cpsudoku.bulk.verify import Bools, clashes, clue_counts, solves, symmetric
from cpsudoku.bulk.work import Work
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.symmetry import symmetries_of
from cpsudoku.core.words import NO_GUESSES, wrong_answer
from cpsudoku.engines import BULK_ENGINE, lanes
from cpsudoku.formats import Entry
from cpsudoku.formats.document import line_of
from cpsudoku.formats.rule_text import belongs_to_a_grid
from cpsudoku.runtime.errors import InputError, Unsupported

_LATE = (
    "a rule or a solution below many puzzles without them; put a puzzle with such lines first, so "
    "that all lines are read with them"
)


@dataclass
class Judged:
    """A block's rows as output, and what the whole run needs to know about them.

    ``body``: the rows; ``tails`` and ``ends``: where the tail of each row begins and ends;
    ``lines``: the line of each row; ``starts`` and ``stops``: its bytes in the block; ``hashes``: 0
    for a row that can't be a duplicate; ``failed``: bits of requirements; ``statuses``: uint8[n];
    ``formless``: the number of puzzles without a canonical form, if forms were requested;
    ``uncounted``: the number of proper puzzles without a number of guesses, if these were;
    ``doubtful``: the number of puzzles with parts that were not interpreted.
    """

    body: Bytes
    tails: Ints
    ends: Ints
    lines: Ints
    starts: Ints
    stops: Ints
    hashes: Hashes
    failed: Ints
    statuses: Bytes
    wrong_answers: Bools
    formless: int = 0
    uncounted: int = 0
    doubtful: int = 0
    clues: Counter[int] = field(default_factory=Counter)
    engines: Counter[str] = field(default_factory=Counter)


def rows_in(block: AnyBlock) -> Work:
    """The rows of a block before judging."""
    return _read(block) if isinstance(block, Block) else _work_of(block)


def scan(block: AnyBlock, settings: Settings) -> tuple[Ints, Hashes]:
    """The lines and hashes of a block's rows without verdicts, for a resumed run."""
    work = rows_in(block)
    _find_forms(work, settings)
    return work.rows.number + block.first_line, _hashes(work)


def judge_block(block: AnyBlock, settings: Settings) -> Judged:
    """The verdict of every row of a block.

    Raises EngineError if an engine returns a wrong solution, or the engines disagree.
    """
    work = rows_in(block)
    rows, classic = work.rows, work.classic
    others: dict[int, Entry] = {}
    if settings.uses_kernel:
        _judge_classic(work, classic, settings)
    else:
        for row in classic.tolist():
            others[row] = Puzzle(Grid(rows.cells[row].tobytes(), NINE), source=work.source(row))
    _judge_others(work, others | work.odd, settings)
    wrong = _wrong_answers(work)
    _say_where(work, np.flatnonzero(wrong))
    clues = clue_counts(rows.cells)
    for row, entry in work.odd.items():
        clues[row] = entry.givens.count if isinstance(entry, Puzzle) else 0
    minimal = _minimal(work, classic, settings)
    _find_forms(work, settings)
    _count_guesses(work, classic, settings)
    failed = _failed(work, clues, minimal, settings)
    body, tails, ends = rows_of(work, clues, wrong, minimal, failed, settings)
    well_formed = work.statuses != BAD
    counted = np.bincount(clues[well_formed])
    formless = well_formed & (work.statuses != CLASH) & ~work.has_form
    uncounted = (work.statuses == UNIQUE) & (work.guesses < 0)
    odd = work.odd.values()
    return Judged(
        body,
        tails,
        ends,
        rows.number + block.first_line,
        rows.start,
        rows.end,
        _hashes(work),
        failed,
        work.statuses,
        wrong,
        int(np.count_nonzero(formless)) if settings.canonical else 0,
        int(np.count_nonzero(uncounted)) if settings.guesses else 0,
        sum(isinstance(entry, Puzzle) and bool(entry.uninterpreted) for entry in odd),
        Counter({number: int(counted[number]) for number in np.flatnonzero(counted).tolist()}),
        work.engines,
    )


def compile_text() -> None:
    """Call the compiled functions of bulk text once."""
    judge_block(Block("", 1, b"." * 81, Layout()), Settings())


def _read(block: Block) -> Work:
    """The rows; the careful parser reads those that the fast one leaves."""
    layout = block.layout
    text = np.frombuffer(block.text, np.uint8)
    rows = parse(text, layout.delimiter, layout.puzzle, layout.solution)
    careful = np.flatnonzero((rows.kind == CAREFUL) | layout.is_careful).tolist()
    entries = {row: _careful(block, rows, row) for row in careful}
    entries |= _late_rules(block, rows, entries)
    nothing = [row for row, entry in entries.items() if entry is None]
    if nothing:
        kept = np.ones(len(rows.kind), bool)
        kept[nothing] = False
        number_of = np.cumsum(kept) - 1
        rows = Rows._make(column[kept] for column in rows)
        entries = {int(number_of[row]): entry for row, entry in entries.items() if kept[row]}
    odd = {
        row: entry
        for row, entry in entries.items()
        if entry is not None and not _fits(rows, row, entry)
    }
    return Work.of(block, rows, odd)


def _late_rules(
    block: Block, rows: Rows, entries: dict[int, Entry | None]
) -> dict[int, Entry | None]:
    """The problem of each rule far down in a file, and of the puzzle above it.

    Lines are read with their rules where the first lines of a file have some; these had none.
    """
    found: dict[int, Entry | None] = {}
    for row in sorted(entries):
        if block.layout.delimiter != ANY or not belongs_to_a_grid(line_of(_line(block, rows, row))):
            continue
        problem = InputError(_LATE, block.source_of(row, int(rows.number[row])))
        above = row - 1
        while above in entries and (entries[above] is None or above in found):
            above -= 1
        found |= {row: problem} | ({above: problem} if above >= 0 else {})
    return found


def _line(block: Block, rows: Rows, row: int) -> bytes:
    """A row as it is in the file."""
    start = int(rows.start[row])
    end = block.text.find(b"\n", start)  # spaces at the end of a line may be cells
    return block.text[start : end if end >= 0 else len(block.text)]


def _careful(block: Block, rows: Rows, row: int) -> Entry | None:
    """A row read by the careful reader; None for a blank line or a comment."""
    return block.layout.entry(_line(block, rows, row), block.source_of(row, int(rows.number[row])))


def _fits(rows: Rows, row: int, entry: Entry) -> bool:
    """Whether an entry is nothing but a classic 9x9 puzzle; if so, copy it into its row."""
    if isinstance(entry, InputError) or not entry.is_classic_9x9 or entry.uninterpreted:
        return False
    rows.cells[row] = np.frombuffer(entry.givens.cells, np.uint8)
    if entry.answer is not None:
        rows.answers[row] = np.frombuffer(entry.answer.cells, np.uint8)
        rows.has_answer[row] = FULL_ANSWER if entry.answer.is_complete else ODD_ANSWER
    return True


def _work_of(block: EntryBlock) -> Work:
    """The rows of the entries that a format has read."""
    n = len(block.entries)
    numbers, lines = np.arange(n), np.array([line for _, line in block.places], np.int64)
    cells, kinds = np.zeros((2, n, 81), np.uint8), np.zeros((2, n), np.uint8)
    rows = Rows(lines, numbers, numbers + 1, kinds[0], cells[0], cells[1], kinds[1])
    odd = {n: entry for n, entry in enumerate(block.entries) if not _fits(rows, n, entry)}
    return Work.of(block, rows, odd)


def _judge_classic(work: Work, classic: Ints, settings: Settings) -> None:
    """Set status, solution and reason of the classic rows: by the kernel, and verified."""
    seconds, is_all = settings.seconds, len(classic) == len(work.statuses)
    cells = work.rows.cells if is_all else work.rows.cells[classic]
    statuses, solutions, counts = judge_cells(cells, seconds, settings.count)
    if is_all:
        work.statuses, work.solutions, work.counts = statuses, solutions, counts
    else:
        work.statuses[classic], work.solutions[classic] = statuses, solutions
        work.counts[classic] = counts
    for at in np.flatnonzero(statuses == CLASH):
        work.say(int(classic[at]), clash_in_words(cells[at].tobytes()))
    for row in classic[statuses == UNKNOWN].tolist():
        stopped = settings.count == 1 and work.counts[row] == 1
        work.say(row, FIRST_ONLY if stopped else f"the limit of {seconds:g} s ran out")
    if settings.cross_check:
        picked = _picked(hashes(cells), settings)
        check_again(cells[picked], statuses[picked], counts[picked], settings.count)
    work.engines[BULK_ENGINE] += len(classic)


def _judge_others(work: Work, entries: dict[int, Entry], settings: Settings) -> None:
    """Set the verdicts of rows that the kernel for classic puzzles does not judge."""
    puzzles = {row: entry for row, entry in entries.items() if isinstance(entry, Puzzle)}
    digests = np.array([_digest(puzzle) for puzzle in puzzles.values()], np.uint64)
    checked = _picked(digests, settings).tolist()
    judged = dict(zip(puzzles, judge_others([*puzzles.values()], settings, checked), strict=True))
    for row, entry in entries.items():
        if isinstance(entry, InputError):
            work.say(row, entry.problem)
            continue
        found = judged[row]
        if isinstance(found, Unsupported):
            work.say(row, str(found))
            continue
        work.engines[found.engine] += 1
        work.statuses[row], work.counts[row] = found.status, found.count
        work.say(row, found.reason)
        if found.solution is not None and row in work.odd:
            work.odd_solutions[row] = found.solution.line
        elif found.solution is not None:
            work.solutions[row] = np.frombuffer(found.solution.cells, np.uint8)


def _picked(digests: Hashes, settings: Settings) -> Bools:
    """Which rows a second engine judges too; this depends only on the puzzle."""
    return digests >> np.uint64(11) < np.uint64(settings.cross_check * (1 << 53))


def _minimal(work: Work, classic: Ints, settings: Settings) -> Bools:
    """Which of the proper puzzles have no redundant given."""
    minimal = np.zeros(len(work.statuses), bool)
    if not settings.tests_minimality:
        return minimal
    proper = classic[work.statuses[classic] == UNIQUE]
    found = lanes.redundant(work.rows.cells[proper], work.solutions[proper])
    minimal[proper] = ~found.any(axis=1)
    for row, entry in work.odd.items():
        if work.statuses[row] == UNIQUE and isinstance(entry, Puzzle):
            known = is_minimal(entry, settings.seconds)
            minimal[row] = known is True
            if known is None:
                work.untested.append(row)
                work.say(row, "the limit ran out before every given was tested")
    return minimal


def _count_guesses(work: Work, classic: Ints, settings: Settings) -> None:
    """Set the guesses that the kernel needs for each proper classic row, if they were requested."""
    if not settings.guesses:
        return
    proper = classic[work.statuses[classic] == UNIQUE]
    work.guesses[proper] = lanes.search_counting(work.rows.cells[proper])[3]
    for row in work.odd:
        if work.statuses[row] == UNIQUE:
            work.say(row, NO_GUESSES)


def _wrong_answers(work: Work) -> Bools:
    """Which rows have a given solution that does not solve them."""
    rows = work.rows
    wrong: Bools = rows.has_answer != NO_ANSWER
    if wrong.any():
        wrong &= ~solves(rows.answers, rows.cells)
    for row, entry in work.odd.items():
        wrong[row] = isinstance(entry, Puzzle) and entry.answer_ok is False
    return wrong


def _say_where(work: Work, wrong: Ints) -> None:
    """Add the wrong cells to the reason of each row with a wrong solution."""
    for row in wrong.tolist():
        known, solution = work.odd.get(row), None
        if isinstance(known, Puzzle):
            line = work.odd_solutions.get(row, "")
            solution = Grid.from_line(line, known.board) if line else None
            puzzle = known
        else:
            grids = (work.rows.cells, work.rows.answers, work.solutions)
            givens, answer, found = (Grid(cells[row].tobytes(), NINE) for cells in grids)
            puzzle = Puzzle(givens, answer=answer)
            solution = found if work.statuses[row] == UNIQUE else None
        said = wrong_answer(puzzle, puzzle.wrong_answer(solution))
        before = work.reasons[work.reason_of[row]]
        work.say(row, f"{before}; {said}" if before else said)


def _find_forms(work: Work, settings: Settings) -> None:
    """Set the canonical form of each row that has one, if forms were requested."""
    if not settings.canonical:
        return
    from cpsudoku.engines.lanes.canonical import canonical

    cells, classic = work.rows.cells, work.classic
    sound = classic[~clashes(cells[classic])]
    work.canonical = cells.copy()
    work.canonical[sound] = canonical(cells[sound])
    work.has_form[sound] = True
    for row, entry in work.odd.items():
        form = form_of(entry) if isinstance(entry, Puzzle) else None
        if form is not None:
            work.forms[row] = form
            work.has_form[row] = True


def _hashes(work: Work) -> Hashes:
    """The hashes of the canonical forms, or of the puzzles that have none."""
    digests = hashes(work.rows.cells if work.canonical is None else work.canonical)
    for row, entry in work.odd.items():
        if isinstance(entry, Puzzle):
            form = work.forms.get(row)
            digests[row] = _digest(entry if form is None else Puzzle(form))
        else:
            digests[row] = 0
    return digests


def _digest(puzzle: Puzzle) -> int:
    """A 64-bit hash of a puzzle that is not a classic 9x9; never 0."""
    text = f"{puzzle.board!r} {puzzle.givens.line} {puzzle.constraints!r} {puzzle.marks!r}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little") | 1


def _failed(work: Work, clues: Ints, minimal: Bools, settings: Settings) -> Ints:
    """The bits of the requirements that each row fails; a malformed row fails only unique."""
    asked = settings.requirements
    failed = np.zeros(len(clues), np.int64)
    well_formed = work.statuses != BAD
    tests = {
        "unique": work.statuses != UNIQUE,
        "minimal": well_formed & ~minimal,
        "min-clues": well_formed & (clues < asked.min_clues),
        "max-clues": well_formed & (clues > asked.max_clues),
    }
    if "symmetric" in asked.names:
        tests["symmetric"] = well_formed & ~_symmetric(work)
    for name, mask in tests.items():
        failed |= np.where(mask, asked.bit(name), 0)
    return failed


def _symmetric(work: Work) -> Bools:
    """Which patterns of givens are symmetric, whatever the size of the board."""
    found = symmetric(work.rows.cells)
    for row, entry in work.odd.items():
        if isinstance(entry, Puzzle):
            found[row] = bool(symmetries_of(entry.givens.cells, entry.board))
    return found
