"""The names that the codes of compiled steps have in the table of techniques."""

from __future__ import annotations

_BY_CODE = {
    0: "full-house",
    1: "hidden-single",
    2: "direct-pointing",
    3: "direct-claiming",
    5: "naked-single",
    6: "pointing",
    7: "claiming",
    11: "xy-wing",
    12: "xyz-wing",
    20: "aligned-pair-exclusion",
    21: "aligned-triplet-exclusion",
    34: "bug-1",
    35: "bug-2",
    36: "bug-3",
    37: "bug-4",
}
_BY_RATING = {
    4: {20: "direct-hidden-pair", 25: "direct-hidden-triple"},
    8: {30: "naked-pair", 36: "naked-triple", 50: "naked-quad"},
    9: {34: "hidden-pair", 40: "hidden-triple", 54: "hidden-quad"},
    10: {32: "x-wing", 38: "swordfish", 52: "jellyfish"},
}
_LOOPS = {30: 1, 31: 2, 32: 3, 33: 4}
_BY_TURN = {
    1: "forcing-chain",
    3: "nishio",
    4: "multiple-forcing-chain",
    5: "dynamic-forcing-chain",
    6: "dynamic-forcing-chain-plus",
    7: "nested-forcing-chain",
    8: "nested-forcing-chain",
    9: "nested-forcing-chain",
}


def technique_of(code: int, rating: int, turn: int) -> str:
    """The technique of a step: by its code, its rating in tenths, and its turn among chains.

    Of unique loops ``turn`` is the number of cells; of other easy steps it does not matter.
    """
    if code in _BY_CODE:
        return _BY_CODE[code]
    if code in _BY_RATING:
        return _BY_RATING[code][rating]
    if code in _LOOPS:
        return f"unique-rectangle-{_LOOPS[code]}" if turn == 4 else "unique-loop"
    return _BY_TURN[turn]
