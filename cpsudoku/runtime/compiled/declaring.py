"""Declare compiled functions.

Every compiled function of the package is made here. Numba compiles a function when it is first
called, together with the functions that it calls. By default it makes machine code of each of
these, and repeats in each what it did for those below it. A function that only compiled functions
call is therefore a *part*: Numba only translates it, and its machine code is made once, in the
function that Python calls. With that, and with one translation per part, the rater compiles in a
quarter of the time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit

from cpsudoku.runtime.compiled.cache import cache_of
from cpsudoku.runtime.compiled.numba_internals import PartDispatcher, TwoFormed, WholeCompiler

F = TypeVar("F", bound=Callable[..., object])


def compiled_from(*sources: str, two_forms: bool = False, **options: Any) -> Callable[[F], F]:
    """A decorator that compiles with Numba, without the GIL, and caches the machine code.

    The cached code is used until a source changes. ``sources`` are the files that the machine code
    depends on besides the file of the function: those of the compiled functions that it calls, and
    of emitted instructions. Without them, an upgrade that changes only such a file would run the
    old machine code. With ``two_forms``, the function can also run as the Python that it is, inside
    ``plainly()``. ``options`` are those of ``numba.njit``.
    """
    digest = hashlib.sha256(b"".join(Path(s).read_bytes() for s in sources))

    def decorate(function: F) -> F:
        own = digest.copy()
        own.update(Path(function.__code__.co_filename).read_bytes())
        dispatcher: Any = (
            TwoFormed(function, options)
            if two_forms
            else njit(nogil=True, pipeline_class=WholeCompiler, **options)(function)
        )
        # as Dispatcher.enable_caching does
        dispatcher._cache = cache_of(function, own.hexdigest())
        dispatcher.sources = {*sources, function.__code__.co_filename}
        return cast(F, dispatcher)

    return decorate


def inner(**options: bool | str) -> Callable[[F], F]:
    """A decorator for a function that only compiled functions call, by position.

    Its arguments have the types of its annotations: ``int`` is int64, ``Bits`` is uint32.
    """

    def decorate(function: F) -> F:
        wanted = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "nogil": True, **options}
        return cast(F, PartDispatcher(function, {"nopython": True, "boundscheck": None, **wanted}))

    return decorate
