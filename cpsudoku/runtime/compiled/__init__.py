"""Compiled code behind one door.

A room *declares* compiled functions with ``declaring``, and a row of ``programs`` names those that
are needed together. Whoever has work to do asks ``door``: whether to use the compiled form now, and
from how much work on it pays. Everything else here is a detail.
"""

from __future__ import annotations

from importlib.util import find_spec

HAS_COMPILER = find_spec("numba") is not None  # a browser has none
