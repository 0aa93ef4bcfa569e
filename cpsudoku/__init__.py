"""cpsudoku: a constraint-programming Sudoku solver for the command line and for Python.

Each function takes a puzzle in any form (a text, a file, a table of numbers, a Puzzle) and returns
a value with fields. The functions whose names end in ``_many`` take many puzzles and return an
iterator in the same order.

>>> import cpsudoku
>>> verdict = cpsudoku.solve("1....4....3....2")
>>> verdict.word, verdict.is_unique
('multiple', False)
"""

import importlib as _importlib

from cpsudoku.core import text_reader as _text_reader

TYPE_CHECKING = False  # without ``typing``: it takes longer to load than this module
if TYPE_CHECKING:
    from typing import Any as _Any

    from cpsudoku.core.board import Board
    from cpsudoku.core.candidates import Candidates
    from cpsudoku.core.grid import Grid
    from cpsudoku.core.puzzle import Puzzle
    from cpsudoku.core.verdict import Limit, Result, Status, TrueCandidates, Verdict
    from cpsudoku.diagnosing import Diagnosis, diagnose, diagnose_many
    from cpsudoku.drawing.in_photos import draw_in_photos
    from cpsudoku.generating import GeneratedPuzzle, Generation, generate, generate_many
    from cpsudoku.generating.data_set import DataSet
    from cpsudoku.play.practice import practise
    from cpsudoku.proving.folder import write_proofs
    from cpsudoku.proving.proof import Proof, prove, prove_many
    from cpsudoku.proving.verifying import Verification, verify
    from cpsudoku.road.files import check_files
    from cpsudoku.road.steps.shared import Overlap, Shared, overlap
    from cpsudoku.road.tables import check_table, rate_table, solve_table
    from cpsudoku.runtime.errors import (
        BadParameter,
        BadShape,
        BadSymbol,
        CpsudokuError,
        EngineError,
        InputError,
        MissingExtra,
        Source,
        UnknownName,
        Unsupported,
    )
    from cpsudoku.runtime.version import __version__
    from cpsudoku.solving import (
        Reward,
        Written,
        candidates,
        candidates_many,
        check,
        check_many,
        convert,
        read,
        read_many,
        reward,
        solve,
        solve_many,
        write,
    )
    from cpsudoku.teaching.exercise import Exercise, Feedback, exercise_of
    from cpsudoku.teaching.explanation import Explanation, explain
    from cpsudoku.teaching.hints import Hint, hint
    from cpsudoku.teaching.lessons import Lesson, lesson
    from cpsudoku.teaching.many import explain_many, hint_many
    from cpsudoku.teaching.rating.base import Rating
    from cpsudoku.teaching.rating.many import rate_many
    from cpsudoku.teaching.rating.rate import rate

_HOME = {
    "runtime.version": "__version__",
    "core.candidates": "Candidates",
    "runtime.errors": "BadParameter BadShape BadSymbol CpsudokuError EngineError InputError "
    "MissingExtra Source UnknownName Unsupported",
    "core.board": "Board",
    "core.grid": "Grid",
    "core.puzzle": "Puzzle",
    "core.verdict": "Limit Result Status TrueCandidates Verdict",
    "solving": "Reward Written candidates candidates_many check check_many convert read read_many "
    "reward solve solve_many write",
    "play.practice": "practise",
    "teaching.exercise": "Exercise Feedback exercise_of",
    "teaching.explanation": "Explanation explain",
    "teaching.hints": "Hint hint",
    "teaching.lessons": "Lesson lesson",
    "teaching.many": "explain_many hint_many",
    "teaching.rating.base": "Rating",
    "teaching.rating.many": "rate_many",
    "teaching.rating.rate": "rate",
    "proving.folder": "write_proofs",
    "proving.proof": "Proof prove prove_many",
    "proving.verifying": "Verification verify",
    "diagnosing": "Diagnosis diagnose diagnose_many",
    "drawing.in_photos": "draw_in_photos",
    "road.files": "check_files",
    "road.steps.shared": "Overlap Shared overlap",
    "road.tables": "check_table rate_table solve_table",
    "generating.data_set": "DataSet",
    "generating": "GeneratedPuzzle Generation generate generate_many",
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names.split()}

__all__ = [
    "BadParameter",
    "BadShape",
    "BadSymbol",
    "Board",
    "Candidates",
    "CpsudokuError",
    "DataSet",
    "Diagnosis",
    "EngineError",
    "Exercise",
    "Explanation",
    "Feedback",
    "GeneratedPuzzle",
    "Generation",
    "Grid",
    "Hint",
    "InputError",
    "Lesson",
    "Limit",
    "MissingExtra",
    "Overlap",
    "Proof",
    "Puzzle",
    "Rating",
    "Result",
    "Reward",
    "Shared",
    "Source",
    "Status",
    "TrueCandidates",
    "UnknownName",
    "Unsupported",
    "Verdict",
    "Verification",
    "Written",
    "__version__",
    "candidates",
    "candidates_many",
    "check",
    "check_files",
    "check_many",
    "check_table",
    "convert",
    "diagnose",
    "diagnose_many",
    "draw_in_photos",
    "exercise_of",
    "explain",
    "explain_many",
    "generate",
    "generate_many",
    "hint",
    "hint_many",
    "lesson",
    "overlap",
    "practise",
    "prove",
    "prove_many",
    "rate",
    "rate_many",
    "rate_table",
    "read",
    "read_many",
    "reward",
    "solve",
    "solve_many",
    "solve_table",
    "verify",
    "write",
    "write_proofs",
]


def __getattr__(name: str) -> "_Any":
    """Load a public name on first use (PEP 562), so that ``import cpsudoku`` costs nothing."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'cpsudoku' has no attribute {name!r}")
    return getattr(_importlib.import_module(f"cpsudoku.{_MODULE_OF[name]}"), name)


def __dir__() -> list[str]:
    """The public names, for completion and ``help``."""
    return __all__


def _parse(text: str, box: str | None) -> "Puzzle":
    """What ``Puzzle.parse`` does: the rooms below ``solving`` do not know who reads."""
    from cpsudoku.solving import parse

    return parse(text, box)


_text_reader.read_text = _parse
del TYPE_CHECKING
