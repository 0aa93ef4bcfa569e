"""The looks of SudokuMaker's constraints, which its links must name for each of them."""

from __future__ import annotations

from cpsudoku.runtime.json_text import JsonObject

_GREY, _DARK, _LIGHT = "#aaaaaa", "#000000", "#00000033"
_CELLS = {"color": _LIGHT}
_CLUE = {"color": _DARK}
_DIAGONAL = {"color": "#34bbe6ff", "thickness": 0.02}


def _line(color: str, thickness: float = 0.15) -> JsonObject:
    return {"color": color, "thickness": thickness}


def _bulb(fill: str, stroke: str, thickness: float = 0.02) -> JsonObject:
    return {"size": 0.8, "fill": fill, "stroke": _line(stroke, thickness)}


STYLES: dict[int, JsonObject] = {
    10: _DIAGONAL,
    11: _DIAGONAL,
    100: {"color": _LIGHT, "size": 0.8},
    101: {"color": _LIGHT, "size": 0.8},
    102: _CELLS,
    103: _CELLS,
    300: {"color": "#cccccc", "thickness": 0.3, "bulbRadius": 0.4},
    301: {"cage": _CLUE, "text": _CLUE},
    302: _CELLS,
    303: {"singleLine": False},
    305: {"color": _LIGHT, "offset": 0.1},
    306: _bulb("#ffffff00", _DARK),
    400: _line("#f067f0"),
    401: _line("#67f067"),
    402: _line("#bbbbbb"),
    403: {"lines": _line(_GREY, 0.1), "endPoints": _bulb("#ffffff80", _GREY)},
    404: _line("#2ecbff"),
    405: _line(_GREY),
    406: _line("#ffccaa"),
    407: {"lines": _line("#aabeefff", 0.1), "endPoints": _bulb("#e7e6ff80", "#0000ff80", 0.05)},
    408: {
        "arrow": {"color": _GREY, "thickness": 0.05, "headSize": 0.35},
        "bulb": _bulb("#ffffff", _GREY),
    },
    409: {"lines": _line(_GREY, 0.05), "endPoints": _bulb("#ffffff", _GREY)},
    500: {"text": _CLUE, "arrow": _CLUE},
    501: _CLUE,
    502: _CLUE,
    503: _CLUE,
    504: _CLUE,
    600: {"color": "#0080f955"},
    601: {"color": "#f9000055"},
}
