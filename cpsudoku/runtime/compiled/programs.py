"""The table of compiled programs: what they are made of, what they cost, and which are ready.

A program that is ready has a mark in the folder of machine code: looking for a file takes no time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

from cpsudoku.runtime.compiled.folder import code_folder
from cpsudoku.runtime.words import worded

FIRST_RUN = worded("first run on this machine")
PACKAGE = Path(__file__).parents[2]
# Seconds of CPU time to load a program, on an AMD EPYC with AVX-512 (family 25, model 17).
LOADING = 0.12  # NumPy, 0.08, LLVM, 0.02, and machine code, 0.01
WITH_NUMBA = 0.5  # for functions that make arrays, which only Numba can call
# From so many bytes of puzzles on, many at once by programs take less time than one by one.
LEAST_BYTES = 1 << 10  # if the programs are ready to be loaded: 12 puzzles, also easy ones
# Up to so many, they are judged before the programs would be compiled: some 4,000 puzzles.
PLAIN_BYTES = 320 * LEAST_BYTES


@dataclass(frozen=True)
class Program:
    """Some compiled functions that are needed together.

    ``where`` is the ``module:function`` that calls each of them once, and ``sources`` are the files
    that they are compiled from. ``compiling`` is the CPU time in seconds to compile them, on an AMD
    EPYC without AVX-512. ``piece`` is the time that a usual piece of work takes without it, and
    ``loading`` the time to load it. ``has_quick_form``: until it is compiled, a form of it in NumPy
    takes its place.
    """

    name: str
    title: str
    where: str
    sources: tuple[str, ...]
    compiling: float
    piece: float = 0.0
    loading: float = LOADING
    has_quick_form: bool = False


_COMPILER = tuple(
    f"runtime/compiled/{name}.py" for name in ("declaring", "machine_code", "numba_internals")
)
_RATER = ("techniques/compiled/*.py", "techniques/table.py", *_COMPILER)
_LANES = (
    *(f"engines/lanes/{name}.py" for name in ("memory", "vectors", "sweep", "kernel")),
    *_COMPILER,
)
_WITNESSES = (
    *(f"engines/lanes/{name}.py" for name in ("memory", "vectors", "witnesses")),
    *_COMPILER,
)
_FORMS = (
    *(f"engines/lanes/{name}.py" for name in ("canonical", "open_columns", "full_grids")),
    *_COMPILER,
)
_RULES = (
    *(
        f"engines/lanes/{name}.py"
        for name in ("memory", "rule_memory", "vectors", "rule_sweep", "rule_kernel")
    ),
    *_COMPILER,
)
_PROPAGATORS = (
    *(
        f"engines/propagate/{name}.py"
        for name in (
            *("compile", "layout", "room", "innies", "preparing", "excluding", "houses"),
            *("digit_sets", "sums", "paths", "areas", "amounts", "between", "counts"),
            *("narrowing", "kernel"),
        )
    ),
    *_COMPILER,
)
_BULK = (
    *("road/kernels/*.py", "road/steps/duplicates.py", "road/steps/runs.py"),
    *("road/source/reconcile.py", "road/layout.py", "formats/document.py"),
)
_ROWS = (
    Program(
        "chains",
        worded("the rater of chains"),
        "techniques.compiled.warm:chains",
        _RATER,
        15,
        loading=WITH_NUMBA,
    ),
    Program(
        "steps",
        worded("the rater of steps without chains"),
        "techniques.compiled.warm:steps",
        _RATER,
        11,
        loading=WITH_NUMBA,
    ),
    Program(
        "chains-with-rules",
        worded("the rater of chains for other rules"),
        "techniques.compiled.warm:chains_with_rules",
        _RATER,
        17,
        loading=WITH_NUMBA,
    ),
    Program(
        "steps-with-rules",
        worded("the rater of steps for other rules"),
        "techniques.compiled.warm:steps_with_rules",
        _RATER,
        13,
        loading=WITH_NUMBA,
    ),
    Program(
        "kernel",
        worded("the bulk kernel"),
        "engines.lanes:compile_kernel",
        _LANES,
        6,
        piece=1 / 600,  # a classic puzzle by CP-SAT
        has_quick_form=True,
    ),
    Program(
        "propagators",
        worded("the engine of propagators"),
        "engines.propagate.searching:compile_search",
        _PROPAGATORS,
        8,
        piece=1 / 80,  # a variant by CP-SAT
    ),
    Program("rules", worded("the bulk kernel for rules"), "engines.lanes:compile_rules", _RULES, 3),
    Program(
        "canonical", worded("canonical forms"), "engines.lanes.canonical:compile_forms", _FORMS, 5
    ),
    Program(
        "minimal",
        worded("the search for redundant givens"),
        "engines.lanes.minimal:compile_witnesses",
        _WITNESSES,
        3,
    ),
    Program(
        "grids",
        worded("the generator of full grids"),
        "generating.full:compile_grids",
        ("generating/full.py", "generating/draws.py", "generating/mix.py", *_COMPILER),
        3,
    ),
    Program(
        "text",
        worded("the reader of bulk text"),
        "road.running.workers:compile_text",
        (*_BULK, *_COMPILER),
        5,
    ),
    Program(
        "lists",
        worded("the reader of lists of puzzles"),
        "road.running.workers:compile_lists",
        (*_BULK, *_COMPILER),
        2,
    ),
)
PROGRAMS = {row.name: row for row in _ROWS}
"""All programs by name; those that take longest to compile come first."""


def compiling_text(module: str) -> str:
    """What to say while a function of a module is compiled."""
    file = "/".join(module.split(".")[1:]) + ".py"
    titles = [row.title for row in _ROWS if any(fnmatch(file, each) for each in row.sources)]
    title = titles[0] if titles else module
    return worded("compiling {title}, {first_run}{of}", title=title, first_run=FIRST_RUN, of="")


def loading_of(names: Iterable[str]) -> float:
    """The seconds to load some programs together."""
    return max(PROGRAMS[name].loading for name in names)


def is_ready(name: str) -> bool:
    """Whether the machine code of a program is in its folder."""
    mark = mark_of(name)
    return mark is not None and mark.exists()


def mark_of(name: str) -> Path | None:
    """The file that exists when a program is ready; None if there is no folder for it."""
    folder = code_folder()
    return None if folder is None else folder / f"{name}-{_digest(PROGRAMS[name].sources)}.ready"


@cache
def _digest(sources: tuple[str, ...]) -> str:
    digest = hashlib.sha256()
    for pattern in sources:
        for path in sorted(PACKAGE.glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
