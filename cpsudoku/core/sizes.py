"""The sizes of boards, and the usual box of each."""

from cpsudoku.runtime.words import worded

LARGEST = 25
# The usual box of each size, as (rows, columns). Other sizes have no usual box.
BOXES = {
    4: (2, 2),
    6: (2, 3),
    8: (2, 4),
    9: (3, 3),
    10: (2, 5),
    12: (3, 4),
    14: (2, 7),
    15: (3, 5),
    16: (4, 4),
    18: (3, 6),
    20: (4, 5),
    21: (3, 7),
    22: (2, 11),
    24: (4, 6),
    25: (5, 5),
}
SIZES = tuple(range(4, LARGEST + 1))  # the sizes that are recognized in a text without a hint
SIZE_OF_CELLS = {size * size: size for size in SIZES}
COMMON_SIZES = (4, 6, 8, 9, 10, 12, 15, 16, 20, 25)  # the sizes that sheets are searched for


def sizes_allowed() -> str:
    """The allowed sizes, as the end of every message about a size."""
    return worded("sizes are 1-{largest}", largest=LARGEST)
