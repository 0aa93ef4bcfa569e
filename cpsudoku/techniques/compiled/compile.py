"""How the functions of this package are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from numba import njit

F = TypeVar("F", bound=Callable[..., Any])
_njit: Any = njit  # its stubs do not know all options


def inner(function: F) -> F:
    """Compile a function that only compiled ones call: without the wrappers for Python."""
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    compiled: F = _njit(cache=True, error_model="numpy", **options)(function)
    return compiled


def entry(function: F) -> F:
    """Compile a function that Python calls; it lets other threads run."""
    compiled: F = _njit(cache=True, error_model="numpy", nogil=True)(function)
    return compiled
