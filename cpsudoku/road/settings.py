"""The options of a bulk run, as every worker gets them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cpsudoku.core.sizes import SIZES
from cpsudoku.engines import BULK_ENGINE, BULK_PROGRAM, ENGINES
from cpsudoku.runtime import parameters
from cpsudoku.runtime.errors import BadParameter, Unsupported
from cpsudoku.runtime.words import worded

PARQUET = ".parquet"
# The suffixes of tables of verdicts, and the kind of each.
TABLES = {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", PARQUET: "parquet"}
REQUIREMENTS = ("unique", "minimal", "symmetric", "no-duplicates", "min-clues", "max-clues")
_WITH_NUMBER = ("min-clues", "max-clues")
_MOST_CLUES = max(SIZES) ** 2
SETTLES = 2  # solutions to look for, to decide whether a puzzle is proper
PROGRAMS = ("lists", BULK_PROGRAM)  # the compiled programs that judge and write any rows
MOST_OF_KERNEL = 255  # the most solutions that the bulk kernel counts


def is_table(output: Path | None) -> bool:
    """Whether an output is a table of verdicts, by its suffix."""
    return output is not None and output.suffix.lower() in TABLES


@dataclass(frozen=True)
class Requirements:
    """What a row must meet besides being well formed: names of REQUIREMENTS, two with a number."""

    names: tuple[str, ...] = ()
    min_clues: int = 0
    max_clues: int = _MOST_CLUES

    @staticmethod
    def parse(texts: Sequence[str]) -> Requirements:
        """The requirements in ``unique,min-clues=22``; raises BadParameter for an unknown one."""
        names: list[str] = []
        numbers = {"min-clues": 0, "max-clues": _MOST_CLUES}
        for item in (item.strip() for text in texts for item in text.split(",")):
            name, _, number = item.partition("=")
            known_item = "(min|max)-clues=[0-9]{1,4}" if name in _WITH_NUMBER else name
            if name not in REQUIREMENTS or not re.fullmatch(known_item, item):
                known = "unique, minimal, symmetric, no-duplicates, min-clues=N, max-clues=N"
                raise BadParameter("require", item, worded("one of {allowed}", allowed=known))
            if name in _WITH_NUMBER:
                numbers[name] = int(number)
            names += [] if name in names else [name]
        if numbers["min-clues"] > numbers["max-clues"]:
            problem = worded("min-clues is above max-clues; no puzzle can meet both")
            raise BadParameter(
                "require", tuple(texts), worded("requirements that a puzzle can meet"), problem
            )
        return Requirements(tuple(names), numbers["min-clues"], numbers["max-clues"])

    def bit(self, name: str) -> int:
        """The bit of a requirement in a row's ``failed``; 0 if it was not requested."""
        return 1 << self.names.index(name) if name in self.names else 0

    def failed_names(self, bits: int) -> list[str]:
        """The names of the bits of ``failed``."""
        return [name for at, name in enumerate(self.names) if bits >> at & 1]


@dataclass(frozen=True)
class Settings:
    """How each row is judged, and for which columns.

    ``seconds`` is the limit per puzzle. ``cross_check`` is the share of rows that a second engine
    judges too. ``engine`` is by default the kernel for classic 9x9 puzzles and the fastest one for
    others. ``count`` is the number of solutions to look for. ``guesses`` adds the guesses of the
    kernel.
    """

    minimal: bool = False
    canonical: bool = False
    requirements: Requirements = field(default_factory=Requirements)
    seconds: float | None = None
    cross_check: float = 0.0
    engine: str | None = None
    count: int = SETTLES
    guesses: bool = False

    @property
    def uses_kernel(self) -> bool:
        """Whether the bulk kernel judges classic rows."""
        return self.engine in (None, BULK_ENGINE) and self.count <= MOST_OF_KERNEL

    @property
    def programs(self) -> tuple[str, ...]:
        """The compiled programs that judge and write rows."""
        asked = {"canonical": self.canonical, "minimal": self.tests_minimality}
        return (*PROGRAMS, *(name for name, is_asked in asked.items() if is_asked))

    @property
    def has_plain_form(self) -> bool:
        """Whether rows can be judged and written without compiled programs."""
        return self.programs == PROGRAMS and self.engine != BULK_ENGINE

    @property
    def counts(self) -> bool:
        """Whether the number of solutions is part of the output."""
        return self.count != SETTLES

    def __post_init__(self) -> None:
        if self.seconds is not None:
            parameters.seconds("limit", self.seconds)
        parameters.between("cross_check", self.cross_check, 0, 1)
        parameters.whole("count", self.count, least=1)
        if self.engine is not None:
            ENGINES[self.engine]
        if self.engine == BULK_ENGINE and self.count > MOST_OF_KERNEL:
            raise Unsupported(
                "engine {name} counts only to {most} solutions, not to {count}; try {engine} cpsat",
                name=repr(self.engine),
                most=MOST_OF_KERNEL,
                count=self.count,
            )

    @property
    def tests_minimality(self) -> bool:
        """Whether proper puzzles are tested for redundant givens."""
        return self.minimal or "minimal" in self.requirements.names
