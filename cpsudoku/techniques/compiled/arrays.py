"""The types of numbers and arrays in records."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import numpy.typing as npt

Bits = np.uint32
Int8s = npt.NDArray[np.int8]
Int16s = npt.NDArray[np.int16]
Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]
Int16 = Annotated[int, np.int16]
Int32 = Annotated[int, np.int32]
UInt8s = npt.NDArray[np.uint8]
UInt32s = npt.NDArray[np.uint32]
UInt64s = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float64]
TYPES: dict[str, type] = {
    "Int8s": np.int8,
    "Int16s": np.int16,
    "Int32s": np.int32,
    "Int64s": np.int64,
    "Int16": np.int16,
    "Int32": np.int32,
    "UInt8s": np.uint8,
    "UInt32s": np.uint32,
    "UInt64s": np.uint64,
    "Floats": np.float64,
}
