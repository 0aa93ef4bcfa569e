"""How the functions of this package are compiled."""

from __future__ import annotations

from pathlib import Path

from cpsudoku.core.compiling import compiled_from

# Compiled functions call each other across files, and what is called becomes part of the caller's
# machine code. The table of techniques is compiled in too.
_HERE = Path(__file__).parent
_SOURCES = sorted(map(str, (*_HERE.glob("*.py"), _HERE.parent / "table.py")))

entry = compiled_from(*_SOURCES, error_model="numpy")
"""Compile a function that Python calls."""
inner = compiled_from(
    *_SOURCES, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True
)
"""Compile a function that only compiled functions call, without the wrappers for Python."""
