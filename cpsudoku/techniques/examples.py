"""Positions for each technique, with their steps and explanations."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from cpsudoku.runtime.errors import UnknownName
from cpsudoku.techniques import TECHNIQUES
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.hodoku_notation import HodokuLine, parse_position


@dataclass(frozen=True)
class Example:
    """A position of a file: a library line, its source, and the explanation.

    The line's first field is the name of the technique.
    """

    position: HodokuLine
    source: str
    text: str

    @property
    def technique(self) -> str:
        """The name of the technique."""
        return self.position.technique

    def step(self) -> Step:
        """The first step of the technique with the digits and the result of the line.

        Raises UnknownName if the technique finds none.
        """
        wanted = self.position
        result = (set(wanted.eliminations), set(wanted.placements))
        for step in TECHNIQUES[self.technique].find(wanted.candidates):
            found = (set(step.eliminations), set(step.placements))
            if step.digits == wanted.digits and found == result:
                return step
        raise UnknownName("{name} does not find its own example", name=self.technique)


@cache
def examples() -> dict[str, Example]:
    """One position of each technique, by name, for tests of its search in both forms."""
    return {name: each[2] if len(each) > 2 else each[0] for name, each in _positions().items()}


@cache
def all_examples() -> dict[str, tuple[Example, ...]]:
    """The examples that people see, by technique: an easy one, then a hard one."""
    return {name: each[:2] for name, each in _positions().items()}


@cache
def _positions() -> dict[str, tuple[Example, ...]]:
    """The positions of the file, by technique, in the order of the file.

    Each position has three lines: library line, source, explanation. Blank lines and lines that
    start with # are skipped.
    """
    text = files("cpsudoku.techniques").joinpath("examples.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    found: dict[str, tuple[Example, ...]] = {}
    for line, source, words in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        example = Example(parse_position(line), source, words)
        found[example.technique] = (*found.get(example.technique, ()), example)
    return found
