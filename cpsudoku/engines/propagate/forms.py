"""The forms of the compiled search: machine code, WebAssembly, and plain Python without a compiler.

All have the same source, so their answers are equal. Plain Python is a hundred times slower.
``scripts/static_page.py`` compiles the library of WebAssembly.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from cpsudoku.engines.propagate import layout
from cpsudoku.runtime.compiled import HAS_COMPILER
from cpsudoku.runtime.compiled.plain_source import Functions, functions_of
from cpsudoku.runtime.errors import EngineError

if TYPE_CHECKING:
    from ctypes import CDLL

    from cpsudoku.runtime.compiled.declaring import AloneFunction

    GoOn = Callable[[int], int]
    """Searches on, with a budget of nodes, and returns the outcome."""
    Form = Callable[[array[int], array[int]], GoOn]
    """How to search a program and its rows. ``kernel.search`` describes them."""

LIBRARY = Path(__file__).with_name("kernel.so")


def form() -> Form:
    """The form that this Python has."""
    if HAS_COMPILER:
        return _compiled
    return _linked if LIBRARY.is_file() else plain


def _compiled(program: array[int], rows: array[int]) -> GoOn:
    packed = _packed()
    if packed is None:
        import numpy as np

        return partial(_search(), np.frombuffer(program, np.int64), np.frombuffer(rows, np.int64))
    (first, length), (second, count), size = program.buffer_info(), rows.buffer_info(), 8
    # The result, both arrays as ``machine_code`` describes them, and the budget.
    row = [0, 0, 0, length, size, first, length, size, 0, 0, count, size, second, count, size, 0]
    parts = array("q", row)
    address, _ = parts.buffer_info()

    def go_on(budget: int, kept: object = (program, rows)) -> int:
        parts[-1] = budget
        if packed(address):
            raise EngineError("the compiled search ended without a result", "-")
        return parts[0]

    return go_on


@cache
def _packed() -> Callable[[int], int] | None:
    import numpy as np

    return _search().packed_for(np.zeros(1, np.int64), np.zeros(1, np.int64), 0)


@cache
def _search() -> AloneFunction:
    """``search`` in ``kernel.py``, which is loaded only if it must be compiled."""
    from cpsudoku.runtime.compiled.declaring import alone_in

    kernel = str(Path(__file__).with_name("kernel.py"))
    return alone_in("cpsudoku.engines.propagate.kernel", "search", kernel, *layout.SOURCES)


def _linked(program: array[int], rows: array[int]) -> GoOn:
    addresses = (each.buffer_info()[0] for each in (program, rows))
    return partial(_library().search, *addresses)


@cache
def _library() -> CDLL:
    from ctypes import CDLL, c_int64, c_void_p

    library = CDLL(str(LIBRARY))
    library.search.argtypes, library.search.restype = (c_void_p, c_void_p, c_int64), c_int64
    return library


def plain(program: array[int], rows: array[int]) -> GoOn:
    """The form that begins at once. Rewriting its source takes 0.06 s."""
    return partial(_functions()["search"], program, rows)


@cache
def _functions() -> Functions:
    """The functions of the compiled modules by name."""
    names = {name: value for name, value in vars(layout).items() if name.isupper()}
    instructions = {
        "words": lambda numbers: numbers,
        "count": int.bit_count,
        "lowest": lambda mask: (mask & -mask).bit_length() - 1 if mask else 64,
        "highest": lambda mask: mask.bit_length() - 1,
    }
    return functions_of(__file__, layout.MODULES, names | instructions)
