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
    from cpsudoku.core.candidates import Candidates
    from cpsudoku.core.errors import (
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
    from cpsudoku.core.geometry import Geometry
    from cpsudoku.core.grid import Grid
    from cpsudoku.core.puzzle import Puzzle
    from cpsudoku.core.verdict import Limit, Result, Status, Verdict
    from cpsudoku.solving import check, read, read_entries, solve, write
    from cpsudoku.teaching.explanation import Explanation, explain
    from cpsudoku.teaching.hints import Hint, hint

__version__ = "0.1.0"

_HOME = {
    "core.candidates": ("Candidates",),
    "core.errors": (
        *("BadParameter", "BadShape", "BadSymbol", "CpsudokuError", "EngineError", "InputError"),
        *("Source", "UnknownName", "Unsupported"),
    ),
    "core.geometry": ("Geometry",),
    "core.grid": ("Grid",),
    "core.puzzle": ("Puzzle",),
    "core.verdict": ("Limit", "Result", "Status", "Verdict"),
    "solving": ("check", "read", "read_entries", "solve", "write"),
    "teaching.explanation": ("Explanation", "explain"),
    "teaching.hints": ("Hint", "hint"),
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
