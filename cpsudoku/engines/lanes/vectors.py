"""Vectors of 32 or 16 words of 16 bits inside Numba functions, on any CPU.

Numba vectorises loops only if LLVM recognises them. Here LLVM gets vector instructions directly:
`emitted` turns a Python function that computes with `Vec` values into a Numba intrinsic. The
function runs once, while Numba compiles. Each operator that it executes emits one instruction for
all lanes. Its Python loops are unrolled and cost Numba's type inference nothing. LLVM lowers a
<32 x i16> to what the CPU has: one AVX-512 register, two AVX2, four SSE2 or NEON. Without AVX-512,
a vector has 16 words.

Memory is a flat uint16 array seen as vectors: number i begins at word LANES * i.

Machine code is cached while the file of its function stays the same, so `compiled_from` must also
get the files with the emitted parts.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, register_model

from cpsudoku.engines.lanes.memory import lanes
from cpsudoku.runtime.compiled.numba_internals import cgutils

Builder: TypeAlias = ir.IRBuilder  # emits instructions; llvmlite has no type hints
Value: TypeAlias = ir.Value  # what an instruction yields, or a constant
Emit = Callable[..., Any]  # of a Builder, and of a Vec, a memory or a Value per argument


LANES = lanes()
READY = LANES // 2  # ready lanes that are worth a round. 32: 8: 0.9 on 17_clue; 24: 0.94
EVERY_LANE = np.uint32((1 << LANES) - 1)
I32, I64 = ir.IntType(32), ir.IntType(64)
WORDS_TYPE = ir.VectorType(ir.IntType(16), LANES)
BYTES_TYPE = ir.VectorType(ir.IntType(8), LANES)

Words = types.Array(types.uint16, 1, "C", aligned=True)
Bytes = types.Array(types.uint8, 1, "C", aligned=True)
Numbers = types.Array(types.int64, 1, "C", aligned=True)
FourMasks = types.UniTuple(types.uint32, 4)  # type: ignore[no-untyped-call]


class VectorType(types.Type):
    """A Vec in a variable of a compiled function, between emitted instructions."""

    def __init__(self) -> None:
        super().__init__("Vector")


@register_model(VectorType)
class _VectorModel(models.PrimitiveModel):
    """The vector itself."""

    def __init__(self, manager: object, kind: object) -> None:
        super().__init__(manager, kind, WORDS_TYPE)  # type: ignore[no-untyped-call]


Vector: TypeAlias = Any  # a vector in a compiled function
A_VECTOR = VectorType()


def several(count: int) -> types.Type:
    """The type of a tuple of vectors."""
    return types.UniTuple(A_VECTOR, count)  # type: ignore[no-untyped-call]


class Vec:
    """A vector in one value. An operator emits one instruction. A plain int means its copies."""

    def __init__(self, builder: Builder, value: Value) -> None:
        self.builder = builder
        self.value = value

    def _of(self, other: Vec | int) -> Value:
        return ir.Constant(WORDS_TYPE, [other] * LANES) if isinstance(other, int) else other.value

    def __and__(self, other: Vec | int) -> Vec:
        return Vec(self.builder, self.builder.and_(self.value, self._of(other)))

    def __or__(self, other: Vec | int) -> Vec:
        return Vec(self.builder, self.builder.or_(self.value, self._of(other)))

    def __xor__(self, other: Vec | int) -> Vec:
        return Vec(self.builder, self.builder.xor(self.value, self._of(other)))

    def __add__(self, other: Vec | int) -> Vec:
        return Vec(self.builder, self.builder.add(self.value, self._of(other)))

    def __sub__(self, other: Vec | int) -> Vec:
        return Vec(self.builder, self.builder.sub(self.value, self._of(other)))

    def times(self, factor: int) -> Vec:
        return Vec(self.builder, self.builder.mul(self.value, self._of(factor)))

    def __invert__(self) -> Vec:
        return self ^ 0xFFFF

    def __neg__(self) -> Vec:
        return (self ^ self) - self

    def one_shifted_down(self) -> Vec:
        """1 << (n - 1) in each lane, 0 where n is 0; n is at most 15."""
        one = ir.Constant(WORDS_TYPE, [1] * LANES)
        return Vec(self.builder, self.builder.lshr(self.builder.shl(one, self.value), one))

    def popcount(self) -> Vec:
        return self._call("ctpop", self)

    def smaller(self, other: Vec) -> Vec:
        return self._call("umin", self, other)

    def _call(self, name: str, *args: Vec) -> Vec:
        kind = ir.FunctionType(WORDS_TYPE, [WORDS_TYPE] * len(args))
        full_name = f"llvm.{name}.v{LANES}i16"
        module = self.builder.module
        function = cgutils.get_or_insert_function(module, kind, full_name)  # type: ignore[no-untyped-call]
        return Vec(self.builder, self.builder.call(function, [a.value for a in args]))

    def equals(self, other: Vec | int) -> Test:
        return Test(self.builder, self.builder.icmp_unsigned("==", self.value, self._of(other)))

    def below(self, other: Vec | int) -> Test:
        return Test(self.builder, self.builder.icmp_unsigned("<", self.value, self._of(other)))

    def above(self, other: Vec) -> Test:
        return Test(self.builder, self.builder.icmp_unsigned(">", self.value, other.value))

    def shuffled(self, other: Vec, order: Sequence[int]) -> Vec:
        """Word k is number order[k] of the words of self, then of other."""
        mask = ir.Constant(ir.VectorType(I32, LANES), list(order))
        return Vec(self.builder, self.builder.shuffle_vector(self.value, other.value, mask))


class Test:
    """One yes or no per lane."""

    def __init__(self, builder: Builder, value: Value) -> None:
        self.builder = builder
        self.value = value

    def pick(self, yes: Vec, no: Vec | int) -> Vec:
        return Vec(self.builder, self.builder.select(self.value, yes.value, yes._of(no)))

    def bits(self) -> Value:
        """The answers as one 32-bit integer, lane 0 lowest."""
        answers = self.builder.bitcast(self.value, ir.IntType(LANES))
        return answers if LANES == 32 else self.builder.zext(answers, I32)


class Memory:
    """A flat uint16 array as a sequence of Vec: `memory[3]`, `memory[start, 3]`; no bounds check.

    start is a 64-bit integer of the compiled function, counted in vectors; the rest is an offset.
    """

    def __init__(self, builder: Builder, data: Value) -> None:
        self.builder = builder
        self.base = builder.bitcast(data, WORDS_TYPE.as_pointer())

    def _at(self, place: int | tuple[Value, int]) -> Value:
        start, offset = place if isinstance(place, tuple) else (ir.Constant(I64, 0), place)
        index = self.builder.add(start, ir.Constant(I64, offset))
        return self.builder.gep(self.base, [index])

    def __getitem__(self, place: int | tuple[Value, int]) -> Vec:
        return Vec(self.builder, self.builder.load(self._at(place), align=2))

    def __setitem__(self, place: int | tuple[Value, int], vec: Vec) -> None:
        self.builder.store(vec.value, self._at(place), align=2)


class ByteMemory:
    """A flat uint8 array that is read and written LANES bytes at a time, as a Vec."""

    def __init__(self, builder: Builder, data: Value) -> None:
        self.builder = builder
        self.base = data

    def _at(self, start: Value, offset: int) -> Value:
        index = self.builder.add(start, ir.Constant(I64, offset))
        return self.builder.bitcast(self.builder.gep(self.base, [index]), BYTES_TYPE.as_pointer())

    def read(self, start: Value, offset: int) -> Vec:
        part = self.builder.load(self._at(start, offset), align=1)
        return Vec(self.builder, self.builder.zext(part, WORDS_TYPE))

    def write(self, start: Value, offset: int, vec: Vec) -> None:
        part = self.builder.trunc(vec.value, BYTES_TYPE)
        self.builder.store(part, self._at(start, offset), align=1)


class NumberMemory:
    """A flat int64 array: `memory[index]`, where index is an IR value; no bounds check."""

    def __init__(self, builder: Builder, data: Value) -> None:
        self.builder = builder
        self.base = data

    def __getitem__(self, index: Value) -> Value:
        return self.builder.load(self.builder.gep(self.base, [index]))


def emitted(result: types.Type, *parameters: types.Type) -> Callable[[Emit], Any]:
    """Decorator: the Python function becomes an instruction that Numba functions can call.

    It gets the IR builder, then its arguments: arrays as Memory or ByteMemory, integers as IR
    values. It returns an IR value, a list of them for a tuple, or None for types.none.
    """

    def decorate(emit: Emit) -> Any:
        def typing(context: object, *arguments: object) -> object:
            return result(*parameters), lower

        def lower(context: Any, builder: Builder, signature: Any, values: Sequence[Value]) -> Value:
            seen = [
                _seen(context, builder, t, v) for t, v in zip(signature.args, values, strict=True)
            ]
            out = emit(builder, *seen)
            if isinstance(out, list):
                return context.make_tuple(builder, signature.return_type, list(map(_plain, out)))
            return context.get_dummy_value() if out is None else _plain(out)

        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        names = ["context", *(f"a{n}" for n in range(len(parameters)))]
        typing.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [inspect.Parameter(name, kind) for name in names]
        )
        typing.__name__ = emit.__name__
        typing.__doc__ = emit.__doc__
        return intrinsic(typing)

    return decorate


def _seen(context: Any, builder: Builder, kind: types.Type, value: Value) -> object:
    if isinstance(kind, VectorType):
        return Vec(builder, value)
    if not isinstance(kind, types.Array):
        return value
    data = context.make_array(kind)(context, builder, value).data
    return _MEMORIES[kind.dtype](builder, data)


_MEMORIES = {types.uint16: Memory, types.uint8: ByteMemory, types.int64: NumberMemory}


def _plain(value: Value) -> Value:
    return value.value if isinstance(value, Vec) else value


def broadcast(builder: Builder, word: Value) -> Vec:
    """Copies of a 16-bit value."""
    undefined = ir.Constant(WORDS_TYPE, ir.Undefined)
    one = Vec(builder, builder.insert_element(undefined, word, ir.Constant(I32, 0)))
    return one.shuffled(one, [0] * LANES)


def words(builder: Builder, numbers: Sequence[int]) -> Vec:
    """A constant vector."""
    return Vec(builder, ir.Constant(WORDS_TYPE, list(numbers)))


def word_of(builder: Builder, number: Value) -> Value:
    """The lowest 16 bits of an integer."""
    return builder.trunc(number, ir.IntType(16))


@emitted(A_VECTOR, types.int64)
def copies(builder: Builder, value: Value) -> Vec:
    """Copies of the lowest 16 bits."""
    return broadcast(builder, word_of(builder, value))


@emitted(types.int64, types.uint32)
def count_bits(builder: Builder, mask: Value) -> Value:
    return builder.zext(builder.ctpop(mask), I64)


@emitted(types.int64, types.uint32)
def lowest(builder: Builder, mask: Value) -> Value:
    """The number of the lowest set bit; 32 if there is none."""
    return builder.zext(builder.cttz(mask, ir.Constant(ir.IntType(1), 0)), I64)


def transposed(rows: Sequence[Vec]) -> list[Vec]:
    """The columns of as many rows as lanes.

    First 8x8 corners, by three perfect shuffles inside each 128 bits (punpcklwd, punpckhwd), then
    4x4 blocks of 128 bits (vshufi32x4), or 2x2: 160 instructions for 32 lanes.
    """
    low = [i for q in range(0, LANES, 8) for j in range(4) for i in (q + j, LANES + q + j)]
    high = [i + 4 for i in low]
    corners = []
    for g in range(0, LANES, 8):
        u = list(rows[g : g + 8])
        for _ in range(3):
            u = [u[i].shuffled(u[i + 4], order) for i in range(4) for order in (low, high)]
        corners.append(u)
    columns = [_block_columns([corner[j] for corner in corners]) for j in range(8)]
    return [columns[j][block] for block in range(LANES // 8) for j in range(8)]


def _block_columns(rows: Sequence[Vec]) -> list[Vec]:
    """The columns of a matrix of 128-bit blocks, 4x4 or 2x2."""

    def blocks(x: Vec, y: Vec, order: Sequence[int]) -> Vec:
        return x.shuffled(y, [8 * block + i for block in order for i in range(8)])

    if len(rows) == 2:
        return [blocks(rows[0], rows[1], order) for order in ((0, 2), (1, 3))]
    p, q, r, s = rows
    even, odd = (0, 2, 4, 6), (1, 3, 5, 7)
    halves = [(blocks(p, q, h), blocks(r, s, h)) for h in ((0, 1, 4, 5), (2, 3, 6, 7))]
    return [blocks(x, y, order) for x, y in halves for order in (even, odd)]
