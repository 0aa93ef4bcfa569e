"""Removes givens from a full grid as long as one solution is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence

AT_ONCE = 32  # cells to remove in one test, as long as that succeeds
Orbit = tuple[int, ...]
IsProper = Callable[[bytes], bool]
TakeAway = Callable[[bytearray, Sequence[Orbit]], None]
"""Removes what can be removed, in this order."""


class RunOutOfTime(Exception):
    """The time of the whole run has ended."""


def take_away(puzzle: bytearray, orbits: Sequence[Orbit], is_proper: IsProper) -> None:
    """Remove the orbits that can be removed: all at once if possible, else one by one."""
    if not orbits:
        return
    tried = without_orbits(puzzle, orbits)
    if is_proper(tried):
        puzzle[:] = tried
    elif len(orbits) > 1:
        half = len(orbits) // 2
        take_away(puzzle, orbits[:half], is_proper)
        take_away(puzzle, orbits[half:], is_proper)


def without_orbits(puzzle: bytes | bytearray, orbits: Sequence[Orbit]) -> bytes:
    """The puzzle without some orbits."""
    less = bytearray(puzzle)
    for orbit in orbits:
        for cell in orbit:
            less[cell] = 0
    return bytes(less)


def take_away_down_to(
    puzzle: bytearray, orbits: Sequence[Orbit], target: int, remove: TakeAway
) -> None:
    """Remove the orbits that can be removed, the last ones first, down to a number of givens."""
    left = list(orbits)
    while left:
        some: list[Orbit] = []
        count = len(puzzle) - puzzle.count(0)
        while left and len(some) < AT_ONCE:
            orbit = left.pop()
            if count - len(orbit) >= target:
                some.append(orbit)
                count -= len(orbit)
        remove(puzzle, some)


def is_minimal(puzzle: bytes, is_proper: IsProper) -> bool:
    """Whether no single given is redundant."""
    given = [cell for cell, digit in enumerate(puzzle) if digit]
    less = (puzzle[:cell] + b"\0" + puzzle[cell + 1 :] for cell in given)
    return not any(map(is_proper, less))
