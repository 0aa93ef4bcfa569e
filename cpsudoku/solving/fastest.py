"""The engine for those who chose none: CP-SAT or propagators, whichever answers first.

Propagators prove most variants ten times as fast as CP-SAT. CP-SAT learns from conflicts, so it
proves hard puzzles that propagators do not. So both search when one of them is slow. Many puzzles
whose rules are the same houses are first searched by the bulk engine, all at once. For a hard one
with such rules, all lanes of the bulk engine replace the propagators.
"""

from __future__ import annotations

from dataclasses import replace
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, cast

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT, Found, Limit
from cpsudoku.engines import (
    BULK_ENGINE,
    BULK_PROGRAM,
    DEFAULT_ENGINE,
    ENGINES,
    HAS_CPSAT,
    PROPAGATE_ENGINE,
    PROPAGATE_PROGRAM,
    RULES_PROGRAM,
)
from cpsudoku.engines.base import BatchEngine
from cpsudoku.runtime.compiled import HAS_COMPILER
from cpsudoku.runtime.compiled.door import (
    BACKGROUND,
    Work,
    break_even,
    is_at_hand,
    is_coming,
    is_compiled,
)
from cpsudoku.runtime.compiled.programs import LOADING
from cpsudoku.solving.at_once import AtOnce

if TYPE_CHECKING:
    from cpsudoku.engines.cpsat import CpSat
    from cpsudoku.engines.propagate.searching import Search

ALONE = 0.05  # seconds for propagators; 99 % of everyday variants need less than 0.005
OF_LIMIT = 0.05  # they take no more than this share of a limit alone, so that it holds
SEVERAL = 2  # solutions that show that there is more than one
ALIKE = 32  # puzzles with the same rules; fewer leave lanes of the bulk engine empty
PATIENCE = 5.0  # seconds for CP-SAT to find several solutions, after its rival has
POLL = 0.05  # seconds between two looks at the compiler
EACH = 0.05  # seconds for each of them; harder ones are searched one by one
MOST_OF_BULK = 2  # solutions that the bulk engine keeps


class Fastest:
    """CP-SAT and propagators. The evidence names the engine that found it.

    Propagators begin, and CP-SAT joins them after 0.05 s. For one puzzle (not ``for_many``),
    propagators begin only if they are compiled, and after CP-SAT has worked in this process for as
    long as loading them takes. Until then CP-SAT begins, and they join it after 0.12 s. If they are
    not compiled yet, another process begins to compile them after 3.75 s, and they join CP-SAT when
    that is done. CP-SAT also begins if one solution is wanted, and begins anew if propagators find
    a second one. It then has five more seconds, so that what is shown of an improper puzzle depends
    neither on earlier ones nor on what is compiled. Beside CP-SAT, the bulk engine replaces the
    propagators if it is compiled and accepts the puzzle. If not, it is compiled after 3.75 s.
    Puzzles that propagators do not accept, and limits in nodes, are for CP-SAT. Where it is not
    installed, the default engine searches alone.
    """

    name = "fastest"
    title = "propagators or CP-SAT, whichever answers first"

    def __init__(self, for_many: bool) -> None:
        self.for_many = for_many
        self._plain = Work()
        self._at_once = AtOnce()

    def unsupported(self, puzzle: Puzzle) -> str | None:
        """None: CP-SAT accepts every puzzle."""
        return None

    def search(self, puzzle: Puzzle, want: int = 2, limit: Limit = NO_LIMIT) -> Found:
        """Up to ``want`` solutions, from the engine that is first."""
        if not HAS_CPSAT:
            return ENGINES[DEFAULT_ENGINE].search(puzzle, want, limit)
        if limit.nodes is not None:
            return _by_cpsat(puzzle, want, limit)
        if not self.for_many:
            begin = monotonic()
            easy = self._at_once.found(puzzle, want, limit)
            if easy is not None:
                return easy
            limit = limit.after(monotonic() - begin)
        if not self._propagators_begin(want):
            limit = _with_cpsat(limit)  # which does not count as work
            with self._plain.working():
                return self._race(puzzle, want, limit).found()
        begin = monotonic()
        search = _search_of(puzzle, limit)
        if search is None:
            return _by_cpsat(puzzle, want, limit.after(monotonic() - begin))
        found = _alone(search, want if self.for_many else SEVERAL, limit)
        limit = limit.after(monotonic() - begin)
        if found is None:
            return self._race(puzzle, want, limit, search).found()
        if self.for_many or len(found.solutions) < SEVERAL:
            return replace(found, engine=PROPAGATE_ENGINE)
        return self._race(puzzle, want, limit).found()

    def _race(self, puzzle: Puzzle, want: int, limit: Limit, search: Search | None = None) -> _Race:
        return _Race(puzzle, want, limit, search, 0.0 if self.for_many else PATIENCE)

    def _propagators_begin(self, want: int) -> bool:
        """Whether propagators begin. This loads them when it is time to."""
        if self.for_many:
            return True
        return (
            want >= SEVERAL and has_propagators() and not self._plain.is_plain([PROPAGATE_PROGRAM])
        )

    def search_all(
        self, puzzles: list[Puzzle], want: int = 2, limit: Limit = NO_LIMIT
    ) -> list[Found]:
        """The evidence for each puzzle. Those of one board and rule set are searched at once."""
        found: dict[int, Found] = {}
        if want <= MOST_OF_BULK and limit.nodes is None:
            for numbers in alike(puzzles):
                group = [puzzles[number] for number in numbers]
                found |= zip(numbers, _in_bulk(group, want, limit), strict=False)
        return [
            found[number]
            if number in found and found[number].is_settled(want)
            else self.search(puzzle, want, limit)
            for number, puzzle in enumerate(puzzles)
        ]


def alike(puzzles: list[Puzzle]) -> list[list[int]]:
    """The numbers of the puzzles in each large group with the same board and the same houses."""
    groups: dict[tuple[object, ...], list[int]] = {}
    if len(puzzles) >= ALIKE:
        for number, puzzle in enumerate(puzzles):
            if puzzle.has_only_houses:
                groups.setdefault((puzzle.board, puzzle.constraints), []).append(number)
    return [numbers for numbers in groups.values() if len(numbers) >= ALIKE]


def _is_for_bulk(puzzle: Puzzle) -> bool:
    return puzzle.has_only_houses and ENGINES[BULK_ENGINE].unsupported(puzzle) is None


def _in_bulk(puzzles: list[Puzzle], want: int, limit: Limit) -> list[Found]:
    """The evidence of the bulk engine for puzzles with the same rules, or none without it.

    It never waits for the compiler. A puzzle that needs many guesses is left unsettled.
    """
    if not is_at_hand(RULES_PROGRAM):
        return []
    engine = cast(BatchEngine, ENGINES[BULK_ENGINE])
    if engine.unsupported(puzzles[0]) is not None:
        return []
    seconds = EACH if limit.seconds is None else min(EACH, limit.seconds)
    found = engine.search_all(puzzles, want, Limit(seconds))
    return [replace(each, engine=BULK_ENGINE) for each in found]


def load_cpsat() -> None:
    """Import CP-SAT, so that processes that are forked later have it."""
    ENGINES[DEFAULT_ENGINE]


def _with_cpsat(limit: Limit) -> Limit:
    """What is left of a limit when CP-SAT is loaded."""
    begin = monotonic()
    load_cpsat()
    return limit.after(monotonic() - begin)


def _cpsat() -> CpSat:
    return cast("CpSat", ENGINES[DEFAULT_ENGINE])


def _by_cpsat(puzzle: Puzzle, want: int, limit: Limit) -> Found:
    limit = _with_cpsat(limit)
    found = _cpsat().search(puzzle, want, limit)
    return replace(found, engine=DEFAULT_ENGINE)


def can_propagate(puzzle: Puzzle) -> bool:
    """Whether propagators can search this puzzle at once: they know its rules and are compiled."""
    return has_propagators() and ENGINES[PROPAGATE_ENGINE].unsupported(puzzle) is None


def _search_of(puzzle: Puzzle, limit: Limit) -> Search | None:
    """A search by propagators, or None if they do not accept the puzzle."""
    from cpsudoku.engines.propagate.searching import search_of

    return search_of(puzzle, limit)


def _alone(search: Search, want: int, limit: Limit) -> Found | None:
    """What propagators find before CP-SAT joins them, or None."""
    seconds = ALONE if limit.seconds is None else min(ALONE, OF_LIMIT * limit.seconds)
    end = monotonic() + seconds
    return search.run(want, lambda: monotonic() > end)


class _Race:
    """CP-SAT in this thread and a rival in another one. The first answer stops the other.

    The rival is propagators, or the bulk engine where it is compiled and accepts the puzzle.
    Several solutions of the rival stop CP-SAT only after some more seconds, its ``patience``.
    """

    def __init__(
        self, puzzle: Puzzle, want: int, limit: Limit, search: Search | None, patience: float
    ) -> None:
        self.puzzle, self.want, self.search = puzzle, want, search
        self.limit, self.patience = limit, patience
        self.won, self.lost = Event(), Event()  # by the rival
        self.answer: Found | None = None
        self.stop = bytearray(1)  # 1 stops the bulk engine
        self.is_bulk = want <= MOST_OF_BULK and _is_for_bulk(puzzle)
        self.later = monotonic() + BACKGROUND  # when compiling the bulk engine pays

    def found(self) -> Found:
        """The evidence of the first engine with an answer."""
        if self.search is None and not HAS_COMPILER:
            return _by_cpsat(self.puzzle, self.want, self.limit)
        limit = _with_cpsat(self.limit)  # loaded before the rival counts its time
        rival = Thread(target=self._compete, name="rival", daemon=True)
        rival.start()
        try:
            found = _cpsat().search_until(self.won, self.puzzle, self.want, limit)
        finally:
            self.lost.set()
            self.stop[0] = 1
            rival.join()
        if self.answer is None or found.is_settled(self.want):
            return replace(found, engine=DEFAULT_ENGINE)
        return self.answer

    def _compete(self) -> None:
        if self.search is None and self.lost.wait(LOADING):
            return
        found = None if self._bulk_is_ready() else self._propagated()
        if found is None and self._bulk_is_ready():
            found = self._shared()
        if found is not None and found.is_settled(self.want):
            self.answer = found
            if len(found.solutions) >= SEVERAL:
                self.lost.wait(self.patience)
            self.won.set()

    def _bulk_is_ready(self) -> bool:
        return self.is_bulk and is_compiled(RULES_PROGRAM)

    def _propagated(self) -> Found | None:
        if self.search is None:
            if not self._are_compiled():
                return None
            self.search = _search_of(self.puzzle, self.limit)
        found = None if self.search is None else self.search.run(self.want, self._are_over)
        return None if found is None else replace(found, engine=PROPAGATE_ENGINE)

    def _are_over(self) -> bool:
        """Whether propagators stop: CP-SAT was first, or the bulk engine can replace them."""
        if self.lost.is_set():
            return True
        return self.is_bulk and monotonic() > self.later and is_at_hand(RULES_PROGRAM)

    def _shared(self) -> Found | None:
        from cpsudoku.engines.lanes import search_shared

        found = search_shared(self.puzzle, self.want, self.stop)
        return None if found is None else replace(found, engine=BULK_ENGINE)

    def _are_compiled(self) -> bool:
        """Whether propagators are compiled. If they are not, it waits for them while CP-SAT works.

        Another process compiles them when CP-SAT has worked for some seconds.
        """
        if has_propagators() or self.lost.wait(BACKGROUND):
            return has_propagators()
        while is_coming(PROPAGATE_PROGRAM):
            if self.lost.wait(POLL):
                return False
        return has_propagators()


ONE = Fastest(for_many=False)
MANY = Fastest(for_many=True)


def has_propagators() -> bool:
    """Whether the propagators are compiled. It asks nobody to compile them."""
    return is_compiled(PROPAGATE_PROGRAM)


def is_kernel_compiled() -> bool:
    """Whether the bulk kernel for classic puzzles is compiled. It asks nobody to compile it."""
    return is_compiled(BULK_PROGRAM)


def puzzles_before_kernel() -> int:
    """The number of classic puzzles for which loading the bulk engine does not pay."""
    return break_even(BULK_PROGRAM)


def puzzles_before_propagators() -> int:
    """The number of variants for which loading the propagators does not pay."""
    return break_even(PROPAGATE_PROGRAM)


def for_many() -> Fastest:
    """The engine for many questions about one puzzle. It never waits for the compiler.

    Another process compiles the propagators if necessary. Use it where only the number of solutions
    counts: engines find different ones first.
    """
    return MANY if is_at_hand(PROPAGATE_PROGRAM) else ONE
