"""How the functions of this package are compiled, and a few instructions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import getitem, setitem
from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, lower_builtin, models, register_model

from cpsudoku.engines.propagate.layout import SOURCES
from cpsudoku.runtime.compiled.declaring import alone_from
from cpsudoku.runtime.compiled.declaring import inner as inner_with
from cpsudoku.runtime.compiled.numba_internals import AbstractTemplate, infer_global, signature

Program = npt.NDArray[np.int64]
Rows = npt.NDArray[np.int64]  # sets of digits: a row has one for each cell

entry = alone_from(*SOURCES, error_model="numpy")
"""Compile a function that Python calls."""
inner = inner_with(error_model="numpy")
"""Translate a function that only compiled functions call."""


_Instruction = tuple[object, Callable[..., ir.Value]]  # its signature, and what emits it
_intrinsic: Callable[[Callable[..., Any]], Any] = intrinsic


@_intrinsic
def _count(typing: object, mask: object) -> _Instruction:
    return types.int64(types.int64), lambda context, builder, signature, values: builder.ctpop(
        values[0]
    )


@_intrinsic
def _lowest(typing: object, mask: object) -> _Instruction:
    return types.int64(types.int64), lambda context, builder, signature, values: builder.cttz(
        values[0], ir.Constant(ir.IntType(1), 0)
    )


@_intrinsic
def _highest(typing: object, mask: object) -> _Instruction:
    def emit(
        context: object, builder: ir.IRBuilder, signature: object, values: Sequence[ir.Value]
    ) -> ir.Value:
        zeros = builder.ctlz(values[0], ir.Constant(ir.IntType(1), 0))
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

    return types.int64(types.int64), emit


count: Callable[[int], int] = _count
"""The number of bits of a set."""
lowest: Callable[[int], int] = _lowest
"""The number of the lowest bit of a set; 64 if there is none."""
highest: Callable[[int], int] = _highest
"""The number of the highest bit of a set; -1 if there is none."""


class WordArray(types.Type):
    """The numbers of an array of int64, indexed without a test for negative places.

    Machine code of array indices contains that test. Without it, compilation takes half as long,
    and a search is faster (PROPAGATE.md).
    """

    def __init__(self) -> None:
        super().__init__("Words")


WORDS = WordArray()
_LONG = ir.IntType(64)


@register_model(WordArray)
class _WordsModel(models.PrimitiveModel):
    """A pointer to the first number."""

    def __init__(self, manager: object, kind: types.Type) -> None:
        super().__init__(manager, kind, _LONG.as_pointer())


@_intrinsic
def _words(typing: object, array: types.Type) -> _Instruction:
    def emit(
        context: Any, builder: ir.IRBuilder, signature: Any, values: Sequence[ir.Value]
    ) -> ir.Value:
        return context.make_array(signature.args[0])(context, builder, values[0]).data

    return WORDS(array), emit


words: Callable[[Program], Program] = _words
"""The numbers of an array, which must outlive them."""


@infer_global(getitem)
class _Get(AbstractTemplate):
    def generic(self, given: Sequence[types.Type], named: object) -> object:
        is_ours = given[0] is WORDS and isinstance(given[1], types.Integer)
        return signature(types.int64, WORDS, types.int64) if is_ours else None


@infer_global(setitem)
class _Set(AbstractTemplate):
    def generic(self, given: Sequence[types.Type], named: object) -> object:
        is_ours = given[0] is WORDS and isinstance(given[1], types.Integer)
        return signature(types.none, WORDS, types.int64, types.int64) if is_ours else None


@lower_builtin(getitem, WordArray, types.int64)
def _get(
    context: object, builder: ir.IRBuilder, signature: object, values: Sequence[ir.Value]
) -> ir.Value:
    return builder.load(builder.gep(values[0], [values[1]]))


@lower_builtin(setitem, WordArray, types.int64, types.int64)
def _set(
    context: Any, builder: ir.IRBuilder, signature: object, values: Sequence[ir.Value]
) -> ir.Value:
    builder.store(values[2], builder.gep(values[0], [values[1]]))
    return context.get_dummy_value()
