"""cpsudoku: a constraint-programming Sudoku solver for the command line and for Python.

>>> import cpsudoku
>>> verdict = cpsudoku.solve("1....4....3....2")
>>> verdict.word, verdict.is_unique
('multiple', False)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cpsudoku.candidates import Candidates
    from cpsudoku.errors import (
        BadParameter,
        BadShape,
        BadSymbol,
        CpsudokuError,
        EngineError,
        InputError,
        Source,
        UnknownName,
        Unsupported,
    )
    from cpsudoku.explanation import Explanation, explain
    from cpsudoku.geometry import Geometry
    from cpsudoku.grid import Grid
    from cpsudoku.hints import Hint, hint
    from cpsudoku.pipeline import check, read, read_entries, solve, write
    from cpsudoku.puzzle import Puzzle
    from cpsudoku.verdict import Limit, Result, Status, Verdict

__version__ = "0.1.0"

_HOME = {
    "candidates": ("Candidates",),
    "errors": (
        *("BadParameter", "BadShape", "BadSymbol", "CpsudokuError", "EngineError", "InputError"),
        *("Source", "UnknownName", "Unsupported"),
    ),
    "explanation": ("Explanation", "explain"),
    "geometry": ("Geometry",),
    "grid": ("Grid",),
    "hints": ("Hint", "hint"),
    "pipeline": ("check", "read", "read_entries", "solve", "write"),
    "puzzle": ("Puzzle",),
    "verdict": ("Limit", "Result", "Status", "Verdict"),
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "BadParameter",
    "BadShape",
    "BadSymbol",
    "Candidates",
    "CpsudokuError",
    "EngineError",
    "Explanation",
    "Geometry",
    "Grid",
    "Hint",
    "InputError",
    "Limit",
    "Puzzle",
    "Result",
    "Source",
    "Status",
    "UnknownName",
    "Unsupported",
    "Verdict",
    "__version__",
    "check",
    "explain",
    "hint",
    "read",
    "read_entries",
    "solve",
    "write",
]


def __getattr__(name: str) -> Any:
    """Load a public name on first use (PEP 562), so that ``import cpsudoku`` costs nothing."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'cpsudoku' has no attribute {name!r}")
    return getattr(import_module(f"cpsudoku.{_MODULE_OF[name]}"), name)
