"""One block of input to its verdicts: what a worker does. No state but the block itself."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from cpsudoku.bulk.encode import BAD, CLASH, MULTIPLE, NONE, STATUSES, UNIQUE, UNKNOWN, Plan
from cpsudoku.bulk.layout import Layout
from cpsudoku.bulk.settings import Settings
from cpsudoku.bulk.text import (
    CAREFUL,
    FULL_ANSWER,
    NO_ANSWER,
    ODD_ANSWER,
    Bytes,
    Ints,
    Rows,
    hashes,
    parse,
)
from cpsudoku.bulk.verify import Bools, clashes, solves, symmetric
from cpsudoku.engines import lanes
from cpsudoku.errors import EngineError, InputError, Source
from cpsudoku.formats import Entry
from cpsudoku.geometry import Geometry
from cpsudoku.grid import Grid
from cpsudoku.pipeline import settle
from cpsudoku.puzzle import Puzzle
from cpsudoku.render.words import conflicts_in_words
from cpsudoku.verdict import Limit, Verdict

NINE = Geometry.of_size(9)
Hashes = npt.NDArray[np.uint64]
_STATUS_NUMBER = {word: number for number, word in enumerate(STATUSES)}
_SHOWN = 200  # characters of a malformed line


@dataclass(frozen=True)
class Block:
    """Whole lines of one file, in UTF-8. ``first_line`` is the number of the first, from 1."""

    source: str
    first_line: int
    text: bytes
    layout: Layout


@dataclass
class Judged:
    """A block's rows as output, and what the whole run needs to know of them.

    ``body``: the rows; ``tails`` and ``ends``: where each row's tail begins, and where it ends.
    ``lines``: the line of each row; ``spans``: int64[n, 2], its bytes in the block; ``hashes``: 0
    for what can't be a duplicate; ``failed``: bits of requirements; ``statuses``: uint8[n].
    """

    body: bytes
    tails: Ints
    ends: Ints
    lines: Ints
    spans: Ints
    hashes: Hashes
    failed: Ints
    statuses: Bytes
    wrong_answers: Bools
    clues: Counter[int] = field(default_factory=Counter)
    engines: Counter[str] = field(default_factory=Counter)


@dataclass
class _Work:
    """The columns of a block while it is judged; ``odd`` are the rows of no classic 9x9."""

    block: Block
    rows: Rows
    odd: dict[int, Entry]
    statuses: Bytes
    solutions: Bytes
    reasons: list[str]
    reason_of: Ints
    odd_solutions: dict[int, str] = field(default_factory=dict)

    @property
    def classic(self) -> Ints:
        """The numbers of the classic rows."""
        mask = np.ones(len(self.statuses), bool)
        mask[list(self.odd)] = False
        return np.flatnonzero(mask)

    def say(self, row: int, reason: str) -> None:
        """Give a row its reason."""
        self.reason_of[row] = len(self.reasons)
        self.reasons.append(reason)


def scan(block: Block, settings: Settings) -> tuple[Ints, Hashes]:
    """The lines and hashes of a block's rows without a verdict, for a run that is resumed."""
    work = _read(block)
    return work.rows.number + block.first_line, _hashes(work, settings)[0]


def judge_block(block: Block, settings: Settings) -> Judged:
    """The verdict of every row of a block.

    Raises EngineError when a solution is none, or the engines disagree.
    """
    work = _read(block)
    rows, classic = work.rows, work.classic
    _judge_classic(work, classic, settings)
    for row in work.odd:
        _judge_odd(work, row, settings.seconds)
    wrong = _wrong_answers(work)
    clues = np.count_nonzero(rows.cells, axis=1)
    for row, entry in work.odd.items():
        clues[row] = entry.givens.count if isinstance(entry, Puzzle) else 0
    minimal = np.zeros(len(clues), bool)
    if settings.tests_minimality:
        proper = classic[work.statuses[classic] == UNIQUE]
        minimal[proper] = ~lanes.redundant(rows.cells[proper]).any(axis=1)
    digests, canonical = _hashes(work, settings)
    failed = _failed(work, clues, minimal, settings)
    body, tails, ends = _encode(work, clues, wrong, minimal, canonical, failed, settings)
    counted = np.unique(clues[work.statuses != BAD], return_counts=True)
    return Judged(
        body,
        tails,
        ends,
        rows.number + block.first_line,
        np.stack([rows.start, rows.end], axis=1),
        digests,
        failed,
        work.statuses,
        wrong,
        Counter(dict(zip(counted[0].tolist(), counted[1].tolist(), strict=True))),
        Counter(lanes=len(classic), cpsat=sum(isinstance(e, Puzzle) for e in work.odd.values())),
    )


def warm_up(settings: Settings) -> None:
    """Load, or compile, everything that judging a block runs."""
    judge_block(Block("", 1, b"." * 81, Layout()), settings)


def _read(block: Block) -> _Work:
    """The rows; those that the fast parser leaves are read by the careful one."""
    layout = block.layout
    text = np.frombuffer(block.text, np.uint8)
    rows = parse(text, layout.delimiter, layout.puzzle, layout.solution)
    odd: dict[int, Entry] = {}
    for row in np.flatnonzero(rows.kind == CAREFUL).tolist():
        line = block.text[rows.start[row] : rows.end[row]].decode("utf-8", "replace")
        source = Source(block.source, row=int(rows.number[row]) + block.first_line)
        entry = layout.entry(line, source)
        if isinstance(entry, Puzzle) and entry.geometry == NINE and not entry.variants:
            rows.cells[row] = np.frombuffer(entry.givens.cells, np.uint8)
            if entry.answer is not None:
                rows.answers[row] = np.frombuffer(entry.answer.cells, np.uint8)
                rows.has_answer[row] = FULL_ANSWER if entry.answer.is_complete else ODD_ANSWER
        else:
            odd[row] = entry
    n = len(rows.kind)
    return _Work(
        block,
        rows,
        odd,
        np.full(n, BAD, np.uint8),
        np.zeros((n, 81), np.uint8),
        [""],
        np.zeros(n, np.int64),
    )


def _judge_classic(work: _Work, classic: Ints, settings: Settings) -> None:
    """Status, solution and reason of the classic rows, by the kernel, verified."""
    cells = work.rows.cells[classic]
    statuses, solutions = judge_cells(cells, settings.seconds)
    work.statuses[classic], work.solutions[classic] = statuses, solutions
    for at in np.flatnonzero(statuses == CLASH):
        work.say(int(classic[at]), clash_in_words(cells[at].tobytes()))
    for row in classic[statuses == UNKNOWN].tolist():
        work.say(row, f"the limit of {settings.seconds:g} s ran out")
    _cross_check(cells, statuses, settings.cross_check)


def judge_cells(cells: Bytes, seconds: float | None = None) -> tuple[Bytes, Bytes]:
    """The status of each classic 9x9, a number of STATUSES, and its solution where it is unique.

    cells: uint8[n, 81]. Returns uint8[n] and uint8[n, 81], zeros where there is no one solution.
    Raises EngineError when the kernel's solution is none.
    """
    nodes = lanes.nodes_of(Limit(seconds=seconds))
    counts, solutions, exhausted = lanes.search(cells, 2, nodes)
    bad = np.flatnonzero((counts > 0) & ~solves(solutions, cells))
    if len(bad):
        line = Grid(cells[bad[0]].tobytes(), NINE).line
        raise EngineError("engine 'lanes' returned what is no solution", line)
    statuses = np.choose(counts, (NONE, UNIQUE, MULTIPLE)).astype(np.uint8)
    statuses[~exhausted & (counts < 2)] = UNKNOWN
    nothing = np.flatnonzero(counts == 0)
    statuses[nothing[clashes(cells[nothing])]] = CLASH
    solutions[statuses != UNIQUE] = 0
    return statuses, solutions


@lru_cache(maxsize=4096)
def clash_in_words(cells: bytes) -> str:
    """The first clash of a puzzle: ``5 twice in row 1: r1c1, r1c2``."""
    return _first_clash(Puzzle(Grid(cells, NINE)))


def _first_clash(puzzle: Puzzle) -> str:
    first, *more = puzzle.conflicts
    said = conflicts_in_words(puzzle, (first,))
    return f"{said}; and {len(more)} more" if more else said


def _cross_check(cells: Bytes, statuses: Bytes, share: float) -> None:
    """Judge a share of the rows by CP-SAT too; which ones depends on the puzzle alone."""
    if not share:
        return
    picked = hashes(cells) >> np.uint64(11) < np.uint64(share * (1 << 53))
    for at in np.flatnonzero(picked & (statuses != UNKNOWN)):
        puzzle = Puzzle(Grid(cells[at].tobytes(), NINE))
        word = settle(puzzle).word
        if word != STATUSES[statuses[at]]:
            problem = f"engines disagree: lanes says {STATUSES[statuses[at]]}, cpsat says {word}"
            raise EngineError(problem, puzzle.givens.line)


def _judge_odd(work: _Work, row: int, seconds: float | None) -> None:
    """The verdict of one row that the kernel does not take, by CP-SAT."""
    entry = work.odd[row]
    if isinstance(entry, InputError):
        work.say(row, entry.problem)
        return
    verdict: Verdict = settle(entry, limit=Limit(seconds=seconds))
    work.statuses[row] = _STATUS_NUMBER[verdict.word]
    work.say(row, _first_clash(entry) if verdict.conflicts else verdict.note)
    if verdict.is_unique and verdict.solution is not None:
        work.odd_solutions[row] = verdict.solution.line


def _wrong_answers(work: _Work) -> Bools:
    """Which rows came with a solution that does not solve them."""
    rows = work.rows
    wrong: Bools = rows.has_answer != NO_ANSWER
    if wrong.any():
        wrong &= ~solves(rows.answers, rows.cells)
    for row, entry in work.odd.items():
        wrong[row] = isinstance(entry, Puzzle) and entry.answer_ok is False
    return wrong


def _hashes(work: _Work, settings: Settings) -> tuple[Hashes, Bytes | None]:
    """What tells duplicates, and the canonical form of each classic row where it is asked for.

    With the canonical form, puzzles are duplicates when they are the same up to symmetry.
    """
    canonical = None
    cells = work.rows.cells
    if settings.canonical:
        from cpsudoku.engines.lanes.canonical import canonical as canonical_of

        canonical = cells.copy()  # of givens that clash there is no canonical form
        sound = work.classic[~clashes(cells[work.classic])]
        canonical[sound] = canonical_of(cells[sound])
    digests = hashes(cells if canonical is None else canonical)
    for row, entry in work.odd.items():
        digests[row] = 0
        if isinstance(entry, Puzzle):
            text = f"{entry.geometry!r} {entry.givens.line} {entry.variants!r}"
            digest = blake2b(text.encode(), digest_size=8).digest()
            digests[row] = int.from_bytes(digest, "little") | 1
    return digests, canonical


def _failed(work: _Work, clues: Ints, minimal: Bools, settings: Settings) -> Ints:
    """The bits of the requirements that each row fails; a malformed row fails none but unique."""
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
        tests["symmetric"] = well_formed & ~symmetric(work.rows.cells)
    for name, mask in tests.items():
        failed |= np.where(mask, asked.bit(name), 0)
    return failed


def _encode(
    work: _Work,
    clues: Ints,
    wrong: Bools,
    minimal: Bools,
    canonical: Bytes | None,
    failed: Ints,
    settings: Settings,
) -> tuple[bytes, Ints, Ints]:
    """The rows as output; where the tail of each begins, and where it ends."""
    rows, n = work.rows, len(failed)
    plan = Plan(n, settings.output)
    yes, no, nothing = _truth(plan)
    numbers = np.arange(n)
    is_odd = np.zeros(n, bool)
    is_odd[list(work.odd)] = True
    odd_puzzle, odd_solution = np.full(n, plan.field("")), np.full(n, plan.field(""))
    for row, entry in work.odd.items():
        odd_puzzle[row] = plan.field(_shown(work, row, entry))
        odd_solution[row] = plan.field(work.odd_solutions.get(row, ""))
    plan.name("source")
    plan.add(plan.field(work.block.source))
    plan.name("line")
    plan.add_number(rows.number + work.block.first_line)
    plan.name("puzzle")
    plan.add_grids(np.where(is_odd, -1, numbers), odd_puzzle)
    plan.name("status")
    words = np.array([plan.field(word) for word in STATUSES])
    plan.add(words[work.statuses])
    plan.name("clues")
    plan.add_number(clues)
    plan.name("solution")
    solved = (work.statuses == UNIQUE) & ~is_odd
    plan.add_grids(np.where(solved, n + numbers, -1), odd_solution)
    plan.name("given_solution_ok")
    answered = rows.has_answer != NO_ANSWER
    for row, entry in work.odd.items():
        answered[row] = isinstance(entry, Puzzle) and entry.answer is not None
    plan.add(np.where(answered, np.where(wrong, no, yes), nothing))
    plan.name("reason")
    plan.add(np.array([plan.field(reason) for reason in work.reasons])[work.reason_of])
    if settings.tests_minimality:
        plan.name("minimal")
        tested = (work.statuses == UNIQUE) & ~is_odd
        plan.add(np.where(tested, np.where(minimal, yes, no), nothing))
    if settings.canonical:
        plan.name("canonical")
        plan.add_grids(np.where(is_odd, -1, 2 * n + numbers), np.full(n, plan.field("")))
    plan.add(plan.piece(b", " if settings.output == "jsonl" else b","))
    plan.add_tail(failed, settings.requirements)
    grids = [rows.cells, work.solutions, *([canonical] if canonical is not None else [])]
    return plan.joined(np.concatenate(grids))


def _truth(plan: Plan) -> tuple[int, int, int]:
    words = (b"true", b"false", b"null" if plan.output == "jsonl" else b"")
    yes, no, nothing = (plan.piece(word) for word in words)
    return yes, no, nothing


def _shown(work: _Work, row: int, entry: Entry) -> str:
    """What the puzzle column has for a row that is no classic 9x9: its line, or its start."""
    if isinstance(entry, Puzzle):
        return entry.givens.line
    start, end = work.rows.start[row], work.rows.end[row]
    text = work.block.text[start : min(end, start + _SHOWN)]
    return "".join(c if c.isprintable() else "\ufffd" for c in text.decode("utf-8", "replace"))
