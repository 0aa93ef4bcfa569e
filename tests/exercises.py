"""Exercises that several tests practise. They are made once, by the first test that needs them."""

from __future__ import annotations

from functools import cache
from itertools import islice

from cpsudoku.play.practice import practise
from cpsudoku.teaching.exercise import Exercise


@cache
def wings() -> tuple[Exercise, ...]:
    """Two exercises for X-Wings."""
    return tuple(islice(practise("x-wing", seed=1), 2))


@cache
def single() -> Exercise:
    """An exercise for hidden singles."""
    return next(practise("hidden-single", seed=1))
