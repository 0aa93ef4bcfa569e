"""Machine code that is called without Numba, which takes a third of a second to load.

LLVM loads the code of one function, for arguments of certain kinds, from a file of its own. It is
then called with the parts of its arguments, as Numba's convention wants them: a number as it is, a
tuple as its items, and an array as ::

    [ 0 | 0 | size | bytes of an item | address | length, length .. | stride, stride .. ]

The first two are an owner of the memory, which only code that allocates needs. Such code is not
kept here.

A file is only used for the kinds and for the machine that it names. It ends with its SHA-256, and a
damaged file is deleted.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from cpsudoku.runtime.compiled.folder import CHOSEN

_SEAL_SIZE = 32
_SUFFIX = ".code"
_SETTINGS = Path(".numba_config.yaml")  # from which Numba reads settings, besides the environment
_OK, _NOTHING = 0, -2  # what a function of Numba returns if it raises no exception
_TYPES = {"i64": ctypes.c_int64, "ptr": ctypes.c_void_p, "i8": ctypes.c_uint8}
RESULTS: dict[str, type[Any]] = {
    "none": ctypes.c_void_p,
    "int64": ctypes.c_int64,
    "uint64": ctypes.c_uint64,
    "bool": ctypes.c_bool,
}
_LONG = range(-(1 << 63), 1 << 63)


@dataclass(frozen=True)
class MachineCode:
    """The machine code of a function for some kinds of arguments, on one machine.

    ``symbol`` is its name in the code, which is empty if there is none that can be called without
    Numba. ``parameters`` are the types of the parts of its arguments, in the words of LLVM.
    """

    symbol: str
    parameters: tuple[str, ...]
    result: str
    code: bytes

    def packed(self) -> Callable[[int], int]:
        """A function of the address of a row: the result, and the parts of arguments, 8 bytes each.

        It returns what Numba's convention wants. One call takes 0.4 µs; with 15 parts as arguments
        of ctypes it takes 4. It takes 1 ms more to load.
        """
        engine = _engine_with(self.code, _packed_source(self))
        prototype = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)
        return prototype(engine.get_function_address("packed"))

    def loaded(self) -> LoadedCode:
        """The function."""
        engine = _engine_with(self.code)
        kinds = [_TYPES[each] for each in self.parameters]
        declared = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *kinds)
        function = declared(engine.get_function_address(self.symbol))
        return LoadedCode(self.symbol, function, RESULTS[self.result])


@dataclass(frozen=True)
class LoadedCode:
    """Machine code in memory, with the type of its result."""

    symbol: str
    function: Callable[..., int]
    result: type[Any]

    def __call__(self, *arguments: Any) -> Any:
        """What the function returns."""
        return self.with_parts(argument_parts(arguments))

    def with_parts(self, parts: Iterable[int]) -> Any:
        """What the function returns for the parts of its arguments."""
        result, exception = self.result(), ctypes.c_void_p()
        status = self.function(ctypes.byref(result), ctypes.byref(exception), *parts)
        if status not in (_OK, _NOTHING):
            raise RuntimeError(f"{self.symbol} ended with {status}")
        return result.value


def kinds_of(arguments: Iterable[Any]) -> str | None:
    """The kinds of arguments in one text; None if one of them is of a kind that is not known."""
    kinds = [_kind_of(each) for each in arguments]
    return None if None in kinds else ",".join(map(str, kinds))


def _kind_of(value: Any) -> str | None:
    kind = type(value)
    if kind is np.ndarray:
        return _array_kind(value)
    if kind is bool:
        return "bool"
    if kind is int:
        return "int64" if value in _LONG else None
    if kind is np.int64:
        return "int64"
    if kind is tuple:
        inside = kinds_of(value)
        return None if inside is None else f"({inside})"
    return None


def _array_kind(array: np.ndarray[Any, Any]) -> str | None:
    flags = array.flags
    if not (flags.c_contiguous and flags.aligned):
        return None
    return f"{array.dtype.str}:{array.ndim}{'' if flags.writeable else 'r'}"


def argument_parts(arguments: Iterable[Any]) -> list[int]:
    """The parts of arguments, in order."""
    parts: list[int] = []
    for each in arguments:
        if isinstance(each, np.ndarray):
            parts += (0, 0, each.size, each.itemsize, each.ctypes.data, *each.shape, *each.strides)
        elif isinstance(each, tuple):
            parts += argument_parts(each)
        else:
            parts.append(int(each))
    return parts


@cache
def machine() -> str:
    """What machine code depends on besides its sources, Python and Numba."""
    import llvmlite
    from llvmlite import binding

    features = binding.get_host_cpu_features().flatten()
    settings = {name: os.environ[name] for name in os.environ if name.startswith("NUMBA_")}
    settings.pop(CHOSEN, None)
    with suppress(OSError):
        settings[str(_SETTINGS)] = _SETTINGS.read_text("utf-8", "replace")
    return json.dumps(
        [
            llvmlite.__version__,
            binding.get_process_triple(),
            binding.get_host_cpu_name(),
            features,
            sorted(settings.items()),
        ]
    )


def _packed_source(made: MachineCode) -> str:
    """A function ``packed`` that calls another one, in LLVM's language. All parts have 8 bytes."""
    kinds = ", ".join(("ptr", "ptr", *made.parameters))
    lines = [f"declare i32 @{made.symbol}({kinds})", "define i32 @packed(ptr %row) {"]
    lines.append("%exception = alloca ptr")
    for number, kind in enumerate(made.parameters, 1):
        lines.append(f"%at{number} = getelementptr i64, ptr %row, i64 {number}")
        lines.append(f"%part{number} = load {kind}, ptr %at{number}")
    parts = (f"{kind} %part{number}" for number, kind in enumerate(made.parameters, 1))
    arguments = ", ".join(("ptr %row", "ptr %exception", *parts))
    return "\n".join(
        [*lines, f"%status = call i32 @{made.symbol}({arguments})", "ret i32 %status }"]
    )


def _engine_with(code: bytes, source: str = "") -> Any:
    """An engine of LLVM that has loaded an object file. The code lives as long as the engine."""
    from llvmlite import binding

    target = _target()
    engine = binding.create_mcjit_compiler(binding.parse_assembly(source), target)
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _engines.append(engine)
    return engine


_engines: list[Any] = []


def _target() -> Any:
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    target = binding.Target.from_triple(binding.get_process_triple())
    return target.create_target_machine(jit=True)


class CodeFile:
    """The file of a function for some kinds of arguments. ``name`` is that of the function."""

    def __init__(self, folder: Path, name: str, kinds: str) -> None:
        self._for = [kinds, machine()]
        digest = hashlib.sha256(json.dumps(self._for).encode()).hexdigest()
        self.path = folder / f"{name}-{digest[:16]}{_SUFFIX}"

    def read(self) -> MachineCode | None:
        """What is in the file; None if it is missing or damaged."""
        try:
            content = self.path.read_bytes()
        except OSError:
            return None
        try:
            return self._opened(content)
        except (ValueError, KeyError, TypeError):
            with suppress(OSError):
                self.path.unlink()
            return None

    def _opened(self, content: bytes) -> MachineCode:
        body, seal = content[:-_SEAL_SIZE], content[-_SEAL_SIZE:]
        if hashlib.sha256(body).digest() != seal:
            raise ValueError
        heading, _, code = body.partition(b"\n")
        fields = json.loads(heading)
        if fields.pop("for") != self._for:
            raise ValueError
        return MachineCode(code=code, **fields | {"parameters": tuple(fields["parameters"])})

    def write(self, made: MachineCode) -> None:
        """Replace the file. Raises OSError."""
        fields = asdict(made)
        code = fields.pop("code")
        body = json.dumps({"for": self._for, **fields}).encode() + b"\n" + code
        partial = self.path.with_suffix(f".{os.getpid()}")
        partial.write_bytes(body + hashlib.sha256(body).digest())
        partial.replace(self.path)
