"""How the functions of this package are compiled."""

from __future__ import annotations

from pathlib import Path

from cpsudoku.runtime.compiled.declaring import compiled_from
from cpsudoku.runtime.compiled.declaring import inner as inner_with

# Compiled functions call each other across files, and what is called becomes part of the caller's
# machine code. The table of techniques is compiled in too.
_HERE = Path(__file__).parent
_SOURCES = sorted(map(str, (*_HERE.glob("*.py"), _HERE.parent / "table.py")))

entry = compiled_from(*_SOURCES, error_model="numpy")
"""Compile a function that Python calls."""
inner = inner_with(error_model="numpy")
"""Translate a function that only compiled functions call."""
