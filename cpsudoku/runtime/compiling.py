"""Compile functions, and cache their machine code for the next run.

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
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher

from cpsudoku.runtime.code_cache import cache_of

F = TypeVar("F", bound=Callable[..., Any])

# Numba would translate a part again for each width of an argument, and for each constant.
_SCALARS = {
    "int": types.int64,
    "bool": types.boolean,
    "float": types.float64,
    "np.int64": types.int64,
    "Bits": types.uint32,
}


def compiled_from(*sources: str, **options: Any) -> Callable[[F], F]:
    """A decorator that compiles with Numba, without the GIL, and caches the machine code.

    The cached code is used until a source changes. ``sources`` are the files that the machine code
    depends on besides the file of the function: those of the compiled functions that it calls, and
    of emitted instructions. Without them, an upgrade that changes only such a file would run the
    old machine code. ``options`` are passed to ``numba.njit``.
    """
    digest = hashlib.sha256(b"".join(Path(s).read_bytes() for s in sources))

    def decorate(function: F) -> F:
        own = digest.copy()
        own.update(Path(function.__code__.co_filename).read_bytes())
        dispatcher: Any = njit(nogil=True, pipeline_class=_WholeCompiler, **options)(function)
        # as Dispatcher.enable_caching does
        dispatcher._cache = cache_of(function, own.hexdigest())
        dispatcher.sources = {*sources, function.__code__.co_filename}
        return cast(F, dispatcher)

    return decorate


def inner(**options: Any) -> Callable[[F], F]:
    """A decorator for a function that only compiled functions call, by position.

    Its arguments have the types of its annotations: ``int`` is int64, ``Bits`` is uint32.
    """

    def decorate(function: F) -> F:
        wanted = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "nogil": True, **options}
        return cast(F, _Part(function, {"nopython": True, "boundscheck": None, **wanted}))

    return decorate


class _Part(CPUDispatcher):
    """The translations of a part."""

    def __init__(self, function: Any, options: Any) -> None:
        super().__init__(function, targetoptions=options, pipeline_class=_PartCompiler)
        compiler: Any = self._compiler  # type: ignore[attr-defined]
        compiler._customize_flags = _without_code
        self._named = [str(name) for name in function.__annotations__.values()]

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Translate the part for these arguments, or for arguments that they convert to."""
        wanted = tuple(
            _SCALARS.get(name, arg) for name, arg in zip(self._named, args, strict=False)
        )
        return super().get_call_template(wanted, kws)

    def add_overload(self, cres: Any) -> None:
        """Let compiled functions call a translation. Its entry point is only a key."""
        cres = cres._replace(entry_point=object())
        self.overloads[tuple(cres.signature.args)] = cres
        self.targetctx.insert_user_function(cres.entry_point, cres.fndesc, [cres.library])


def _without_code(flags: Any) -> Any:
    flags.no_compile = True
    return flags


class _PartLibrary(JITCodeLibrary):
    """The translation of a part. It is not optimised, and does not become machine code."""

    def finalize(self) -> None:
        """Only close the library."""
        self._finalized = True


class _WholeLibrary(JITCodeLibrary):
    """The code of a function that Python calls, and of all parts that it calls."""

    def add_linking_library(self, library: Any) -> None:
        """Link a library, and what its parts link."""
        if library not in self._linking_libraries:
            super().add_linking_library(library)
            for each in library._linking_libraries if isinstance(library, _PartLibrary) else ():
                self.add_linking_library(each)


class _WholeCompiler(Compiler):
    """Numba's compiler, with a library of ours."""

    kind: type[JITCodeLibrary] = _WholeLibrary

    def __init__(self, typingctx: Any, targetctx: Any, library: Any, *rest: Any) -> None:
        if library is None:
            library = self.kind(targetctx.codegen(), self.kind.__name__)
            library.enable_object_caching()
        super().__init__(typingctx, targetctx, library, *rest)


class _PartCompiler(_WholeCompiler):
    kind = _PartLibrary
