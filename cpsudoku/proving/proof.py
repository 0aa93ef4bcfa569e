"""Finds proofs: the verdict of a puzzle, and a refutation of every other solution."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from time import monotonic

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Found, Limit, Status, Verdict, judge
from cpsudoku.engines import DEFAULT_ENGINE
from cpsudoku.proving import verify
from cpsudoku.proving.description import Unprovable, rules_text
from cpsudoku.proving.refuting import NotRefuted, RefutingOutOfTime, refuting_clauses
from cpsudoku.runtime.errors import EngineError, InputError
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.words import worded
from cpsudoku.solving import AnyEngine, Progress, Several, Solvable, as_puzzle, entries_of, settle
from cpsudoku.solving.many import answers

Clauses = list[list[int]]
CLAIMS = {Status.UNIQUE: "unique", Status.MULTIPLE: "multiple", Status.NO_SOLUTION: "none"}


@dataclass(frozen=True, repr=False)
class Proof:
    """A verdict with what proves it.

    ``clauses`` refute every other solution; the last one is empty. They are empty if the puzzle has
    several solutions, because two solutions prove that. ``rules`` is the text of the rules file.
    If the limit ran out, the status of the verdict is UNKNOWN, and there is no proof. ``unproved``
    names a rule that can't be written as clauses. If it is not empty, there is no proof.
    """

    verdict: Verdict
    clauses: tuple[tuple[int, ...], ...]
    rules: str
    unproved: str = ""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.verdict.puzzle

    @property
    def claim(self) -> str | None:
        """What is proved: ``unique``, ``multiple`` or ``none``. None if there is no proof."""
        return None if self.unproved else CLAIMS.get(self.verdict.status)

    def __repr__(self) -> str:
        return f"<Proof {self.verdict.word}, {plural(len(self.clauses), 'clause')}>"

    @property
    def drat(self) -> str:
        """The refutation in the DRAT format, one clause per line."""
        return "".join(" ".join(map(str, [*clause, 0])) + "\n" for clause in self.clauses)


def prove(puzzle: Solvable, *, engine: str | None = None, limit: float | None = None) -> Proof:
    """Prove that a puzzle has exactly one solution, or none, or several.

    ``puzzle`` is anything that ``solve`` takes. ``engine`` finds the solutions; our own search then
    refutes that there is another one. ``limit`` is in seconds. Raises Unsupported, which names the
    rule, if a rule can't be written as clauses.

    >>> proof = prove("1..4..1.2......3")
    >>> proof.claim, proof.clauses
    ('unique', ((),))
    """
    return prove_puzzle(as_puzzle(puzzle), engine or DEFAULT_ENGINE, Limit(seconds=limit))


def prove_many(
    puzzles: Several,
    *,
    engine: str | None = None,
    limit: float | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Proof | InputError]:
    """Prove many puzzles, and yield each proof in order, or the input error.

    It takes what ``prove`` takes, and ``jobs`` and ``progress`` of ``solve_many``. If a rule can't
    be written as clauses, the result has a verdict, but no proof: ``unproved`` names the rule.

    >>> [proof.claim for proof in prove_many(["1....4....3....2"])]
    ['multiple']
    """
    return prove_entries(entries_of(puzzles), engine, Limit(seconds=limit), jobs, progress)


def prove_entries(
    entries: Iterable[Puzzle | InputError],
    engine: AnyEngine | None,
    limit: Limit,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Proof | InputError]:
    """Yield the proof of each entry, in order. Errors among the entries are passed on."""
    work = partial(_proof_or_verdict, engine=engine or DEFAULT_ENGINE, limit=limit)
    return answers(work, entries, jobs, progress)


def _proof_or_verdict(puzzle: Puzzle, engine: AnyEngine, limit: Limit) -> Proof:
    try:
        return prove_puzzle(puzzle, engine, limit)
    except Unprovable as error:
        return Proof(settle(puzzle, engine, 2, limit), (), "", error.reason)


def prove_puzzle(puzzle: Puzzle, engine: AnyEngine, limit: Limit) -> Proof:
    """The proof of a puzzle. The limit applies to the engine, and then to our search."""
    text = rules_text(puzzle)
    verdict = settle(puzzle, engine, 2, limit)
    if verdict.status in (Status.UNKNOWN, Status.MULTIPLE):
        return Proof(verdict, (), text)
    deadline = None if limit.seconds is None else monotonic() + limit.seconds
    clauses, variables = formula_of(text, puzzle.givens, verdict.solutions)
    try:
        found = refuting_clauses(variables, clauses, deadline)
    except RefutingOutOfTime:
        return Proof(_undecided(verdict, limit), (), text)
    except NotRefuted:
        problem = worded(
            "engine {engine} missed a solution that the search for a proof found",
            engine=repr(verdict.engine),
        )
        raise EngineError(problem, puzzle.givens.line) from None
    return Proof(verdict, tuple(found), text)


def _undecided(verdict: Verdict, limit: Limit) -> Verdict:
    note = worded(
        "no proof that there is no other solution was found in {seconds} s",
        seconds=f"{limit.seconds:g}",
    )
    found = Found(verdict.solutions, False, note)
    return judge(verdict.puzzle, found, verdict.engine, verdict.seconds)


def formula_of(rules: str, givens: Grid, solutions: Iterable[Grid]) -> tuple[Clauses, int]:
    """The clauses of the rules, the givens and "none of these solutions"; the variables."""
    clauses, variables = clauses_of(rules)
    facts = [[literal] for literal in literals_of(givens)]
    others = [[-literal for literal in literals_of(solution)] for solution in solutions]
    return [*clauses, *facts, *others], variables


def literals_of(grid: Grid) -> list[int]:
    """The literal of each filled cell."""
    size = grid.board.size
    return [cell * size + digit for cell, digit in enumerate(grid.cells) if digit]


@lru_cache(maxsize=4)
def clauses_of(rules: str) -> tuple[Clauses, int]:
    """The clauses of a rules file, and the number of variables."""
    clauses, variables = verify.clauses_of(json.loads(rules))
    return clauses, variables


def dimacs(clauses: Clauses, variables: int) -> str:
    """Clauses in the DIMACS format, as ``verify.py`` expects them."""
    lines = (" ".join(map(str, [*clause, 0])) for clause in clauses)
    return "\n".join([f"p cnf {variables} {len(clauses)}", *lines, ""])
