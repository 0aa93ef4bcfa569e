"""What we use of Numba beyond its public interface, read from version 0.68.1.

No other module imports ``numba.core``. Numba may change these parts in any version, so
`pyproject.toml` has an upper bound for it. Before you raise the bound, compare this file with the
new version.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from numba import typeof
from numba.core import caching, cgutils, config, types
from numba.core.bytecode import FunctionIdentity
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.typing.templates import AbstractTemplate, infer_global, signature

from cpsudoku.runtime.compiled.machine_code import RESULTS, MachineCode

__all__ = [
    "READ_FROM",
    "AbstractTemplate",
    "CacheFiles",
    "FunctionCache",
    "NullCache",
    "PartDispatcher",
    "WholeCompiler",
    "cgutils",
    "compiled_alone",
    "config",
    "infer_global",
    "signature",
]

READ_FROM = "0.68.1"
# In machine code, Numba names a function by two counters of the process that compiles it: one of
# functions, one of types. The code of two processes can thus hold different functions of one name.
# A process that loads both would call only the first. Random numbers in place of the first counter
# keep the names apart.
FunctionIdentity._unique_ids = iter(partial(secrets.randbits, 62), -1)  # type: ignore[assignment]
SEAL_SIZE = 32
NullCache = caching.NullCache


def _begin() -> None:
    """Let Numba begin, which looks through Python's builtins.

    OR-Tools adds to them while it is loaded. If another thread loads it just then, Python says that
    the builtins have changed, and Numba can begin again.
    """
    for _ in range(100):
        with suppress(RuntimeError):
            assert cpu_target.target_context
            return


_begin()

# Numba would translate a part again for each width of an argument, and for each constant.
_SCALARS = {
    "int": types.int64,
    "bool": types.boolean,
    "float": types.float64,
    "np.int64": types.int64,
    "Bits": types.uint32,
}


class PartDispatcher(CPUDispatcher):
    """The translations of a part."""

    def __init__(self, function: Callable[..., object], options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions=options, pipeline_class=PartCompiler)
        self._compiler._customize_flags = _without_code  # type: ignore[attr-defined]
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


class PartLibrary(JITCodeLibrary):
    """The translation of a part. It is not optimised, and does not become machine code."""

    def finalize(self) -> None:
        """Only close the library."""
        self._finalized = True


class WholeLibrary(JITCodeLibrary):
    """The code of a function that Python calls, and of all parts that it calls."""

    def add_linking_library(self, library: JITCodeLibrary) -> None:
        """Link a library, and what its parts link."""
        if library not in self._linking_libraries:
            super().add_linking_library(library)
            for each in library._linking_libraries if isinstance(library, PartLibrary) else ():
                self.add_linking_library(each)


class WholeCompiler(Compiler):
    """Numba's compiler, with a library of ours."""

    kind: type[JITCodeLibrary] = WholeLibrary

    def __init__(
        self, typingctx: object, targetctx: Any, library: JITCodeLibrary | None, *rest: object
    ) -> None:
        if library is None:
            library = self.kind(targetctx.codegen(), self.kind.__name__)
            library.enable_object_caching()
        super().__init__(typingctx, targetctx, library, *rest)


class PartCompiler(WholeCompiler):
    kind = PartLibrary


_CALLED = ("memset", "memcpy", "memmove")  # what LLVM may call, and any process has
_NO_CODE = MachineCode("", (), "", b"")


def compiled_alone(
    function: Callable[..., object], arguments: Sequence[object], given: Mapping[str, object]
) -> MachineCode:
    """The machine code of a function for arguments of these types, without Numba's own wrappers.

    ``given`` are options of ``numba.njit``. The code has no symbol if it can't be called without
    Numba, as where it calls functions that only Numba knows.
    """
    options = {"nopython": True, "boundscheck": None, "nogil": True, "_nrt": False, **given}
    wrappers = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    dispatcher: Any = CPUDispatcher(
        function, targetoptions=options | wrappers, pipeline_class=WholeCompiler
    )
    with global_compiler_lock:
        made = dispatcher._compiler.compile(tuple(map(typeof, arguments)), None)
    module, symbol = made.library._final_module, made.fndesc.llvm_func_name
    foreign = {each.name for each in module.functions if each.is_declaration}
    parameters = [str(each.type) for each in module.get_function(symbol).arguments]
    result = str(made.signature.return_type)
    if (
        any(not name.startswith("llvm.") and name not in _CALLED for name in foreign)
        or parameters != ["ptr", "ptr", *_parts(made.signature.args)]
        or result not in RESULTS
    ):
        return _NO_CODE
    code = made.library._get_compiled_object()
    return MachineCode(symbol, tuple(parameters[2:]), result, code)


def _parts(kinds: Iterable[Any]) -> Iterator[str]:
    """The types of the parts of arguments, as ``machine_code`` passes them."""
    for kind in kinds:
        if isinstance(kind, types.Array):
            yield from ("ptr", "ptr", "i64", "i64", "ptr", *["i64"] * (2 * kind.ndim))
        elif isinstance(kind, types.BaseTuple):
            yield from _parts(tuple(kind))  # type: ignore[arg-type]
        else:
            yield {types.int64: "i64", types.boolean: "i8"}.get(kind, str(kind))


class DamagedCode(Exception):
    """A file of machine code does not contain what was written to it."""


class CacheFiles(caching.IndexDataCacheFile):
    """The files of one function. Pickle stops before the seal, and so ignores it."""

    def save(self, key: object, data: object) -> None:
        """Write the machine code for a signature, together with the signature."""
        super().save(key, (key, data))

    def load(self, key: object) -> object:
        """The machine code for a signature, or None. Raises an exception if the file is damaged."""
        found = super().load(key)
        if found is None:
            return None
        its_key, data = found
        if its_key != key:
            raise DamagedCode
        return data

    def discard(self) -> None:
        """Delete everything that is cached for the function."""
        with suppress(OSError):
            os.unlink(self._index_path)

    def _dump(self, obj: object) -> bytes:
        body = super()._dump(obj)
        return bytes(body + hashlib.sha256(body).digest())

    def _load_data(self, name: str) -> object:
        content = Path(self._data_path(name)).read_bytes()
        body, seal = content[:-SEAL_SIZE], content[-SEAL_SIZE:]
        if hashlib.sha256(body).digest() != seal:
            raise DamagedCode
        return pickle.loads(body)


class _Locator:
    """The folder and the stamp of one function, as Numba asks for them."""

    def __init__(self, folder: Path, stamp: str) -> None:
        self._folder, self._stamp = folder, stamp

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._stamp

    def ensure_cache_path(self) -> None:
        """The folder exists."""


class _Contents(caching.CompileResultCacheImpl):
    """How a compiled function becomes data."""

    def __init__(self, function: Callable[..., object], locator: _Locator) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = locator
        name = f"{Path(function.__code__.co_filename).stem}.{function.__qualname__}"
        self._filename_base = f"{name}-{locator.get_source_stamp()[:16]}"


class FunctionCache(caching.FunctionCache):
    """Numba's cache of one function in files of ours."""

    _cache_file: CacheFiles

    def __init__(self, function: Callable[..., object], folder: Path, digest: str) -> None:
        kind: Any = partial(_Contents, locator=_Locator(folder, digest))
        self._impl_class = kind
        super().__init__(function)
        self.base = str(self._impl.filename_base)
        self._cache_file = CacheFiles(str(folder), self.base, digest)
