"""A depth-first search with unit propagation that ends in a refutation.

The search tries literals. When a clause becomes false, the search learns a new clause from it (at
the first unique implication point) and steps back. Each learnt clause follows by unit propagation
from those before it, so the learnt clauses are the refutation. ``verify.py`` shares no code with
this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import monotonic

Clause = Sequence[int]
PATIENCE = 64  # decisions between two looks at the clock
GROWTH = 1.05  # of the weight of recent conflicts


class RefutingOutOfTime(Exception):
    """The time ran out before a refutation was found."""


class NotRefuted(Exception):
    """Something satisfies all clauses. ``literals`` are the positive literals of it."""

    def __init__(self, literals: list[int]) -> None:
        super().__init__()
        self.literals = literals


def refuting_clauses(
    variables: int, clauses: Iterable[Clause], deadline: float | None = None
) -> list[tuple[int, ...]]:
    """Clauses that follow from the given ones, one after the other; the last one is empty.

    Raises NotRefuted if there is none, and OutOfTime after the deadline, by ``time.monotonic``.
    """
    return _RefutationSearch(variables, clauses).run(deadline)


class _RefutationSearch:
    """The state of the search. Lists by literal have the literal -v at the index -v."""

    def __init__(self, variables: int, clauses: Iterable[Clause]) -> None:
        size = 2 * variables + 1
        self.true = bytearray(size)
        self.implied: list[list[int]] = [[] for _ in range(size)]  # by clauses of two literals
        self.watched: list[list[list[int]]] = [[] for _ in range(size)]
        self.level = [0] * (variables + 1)
        self.reason: list[Clause | None] = [None] * (variables + 1)
        self.activity = [0.0] * (variables + 1)
        self.trail: list[int] = []
        self.ends: list[int] = []  # the length of the trail before each decision
        self.done = 0  # literals of the trail that were propagated
        self.weight = 1.0
        self.learnt: list[tuple[int, ...]] = []
        self.choices: list[list[int]] = []  # clauses of positive literals, one of which is true
        units = []
        for clause in clauses:
            literals = list(dict.fromkeys(clause))
            if len(literals) < 2:
                units.append(literals)
            else:
                self.keep(literals)
                if min(literals) > 0:
                    self.choices.append(list(literals))
        self.is_refuted = not all(self.begin_with(literals) for literals in units)

    def begin_with(self, literals: list[int]) -> bool:
        """Make the only literal of a clause true. False if it is false, or if there is none."""
        if not literals or self.true[-literals[0]]:
            return False
        if not self.true[literals[0]]:
            self.put(literals[0], None)
        return True

    def run(self, deadline: float | None) -> list[tuple[int, ...]]:
        """The learnt clauses, once the last one is empty."""
        decisions = 0
        while not self.is_refuted:
            false = self.propagate()
            if false is not None:
                self.learn_from(false)
                continue
            decisions += 1
            if deadline is not None and decisions % PATIENCE == 1 and monotonic() > deadline:
                raise RefutingOutOfTime
            self.decide()
        return [*self.learnt, ()]

    def keep(self, literals: list[int]) -> None:
        """Propagate with a clause of two or more literals from now on."""
        if len(literals) == 2:
            one, other = literals
            self.implied[-one].append(other)
            self.implied[-other].append(one)
        else:
            self.watched[literals[0]].append(literals)
            self.watched[literals[1]].append(literals)

    def put(self, literal: int, reason: Clause | None) -> None:
        """Make a literal true."""
        variable = abs(literal)
        self.true[literal] = 1
        self.reason[variable], self.level[variable] = reason, len(self.ends)
        self.trail.append(literal)

    def propagate(self) -> Clause | None:
        """Make all literals true that follow. Returns a clause that is false, or None."""
        true, trail = self.true, self.trail
        while self.done < len(trail):
            literal = trail[self.done]
            self.done += 1
            for other in self.implied[literal]:
                if not true[other]:
                    if true[-other]:
                        return (other, -literal)
                    self.put(other, (other, -literal))
            false = self._visit(-literal)
            if false is not None:
                return false
        return None

    def _visit(self, false: int) -> Clause | None:
        """Look at the clauses that watch a literal that became false."""
        true, watching = self.true, self.watched[false]
        if not watching:
            return None
        kept: list[list[int]] = []
        self.watched[false] = kept
        for number, clause in enumerate(watching):
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            first = clause[0]
            if true[first]:
                kept.append(clause)
                continue
            for place in range(2, len(clause)):
                literal = clause[place]
                if not true[-literal]:
                    clause[1], clause[place] = literal, false
                    self.watched[literal].append(clause)
                    break
            else:
                kept.append(clause)
                if true[-first]:
                    kept += watching[number + 1 :]
                    return clause
                self.put(first, clause)
        return None

    def decide(self) -> None:
        """Try the most active literal of a choice with the fewest possibilities."""
        true, activity = self.true, self.activity
        best: list[int] = []
        best_key = (0.0, 0.0)
        for choice in self.choices:
            free = []
            for literal in choice:
                if true[literal]:
                    break
                if not true[-literal]:
                    free.append(literal)
            else:
                active = sum([activity[literal] for literal in free]) / len(free)
                key = (float(len(free)), -active)
                if not best or key < best_key:
                    best, best_key = free, key
        if not best:
            raise NotRefuted([literal for literal in self.trail if literal > 0])
        self.ends.append(len(self.trail))
        self.put(max(best, key=activity.__getitem__), None)

    def learn_from(self, false: Clause) -> None:
        """Learn a clause from one that is false, step back, and make its first literal true."""
        if not self.ends:
            self.is_refuted = True
            return
        first, others = self._reasons_of(false)
        others.sort(key=lambda literal: -self.level[abs(literal)])
        clause = [first, *others]
        for literal in clause:
            self.activity[abs(literal)] += self.weight
        self.weight *= GROWTH
        if self.weight > 1e100:
            self.weight *= 1e-100
            self.activity = [each * 1e-100 for each in self.activity]
        self._back_to(self.level[abs(others[0])] if others else 0)
        self.learnt.append(tuple(clause))
        if others:
            self.keep(clause)
        self.put(first, tuple(clause))

    def _reasons_of(self, false: Clause) -> tuple[int, list[int]]:
        """The literals of the learnt clause: one of the last level, and those of lower levels."""
        last, level, reason = len(self.ends), self.level, self.reason
        seen: set[int] = set()
        others: list[int] = []
        left, place, clause = 0, len(self.trail), false
        while True:
            for literal in clause:
                variable = abs(literal)
                if variable not in seen and level[variable]:
                    seen.add(variable)
                    if level[variable] == last:
                        left += 1
                    else:
                        others.append(literal)
            place -= 1
            while abs(self.trail[place]) not in seen:
                place -= 1
            found, left = self.trail[place], left - 1
            if not left:
                break
            clause = reason[abs(found)] or ()
        needed = [literal for literal in others if not self._follows(literal, seen)]
        return -found, needed

    def _follows(self, literal: int, seen: set[int]) -> bool:
        """Whether a literal of a learnt clause follows from the other ones."""
        reason = self.reason[abs(literal)]
        return reason is not None and all(
            abs(each) in seen or not self.level[abs(each)] for each in reason
        )

    def _back_to(self, level: int) -> None:
        """Undo the decisions after a level."""
        end = self.ends[level]
        for literal in self.trail[end:]:
            self.true[literal] = 0
        del self.trail[end:], self.ends[level:]
        self.done = end
