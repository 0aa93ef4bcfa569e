"""Parses JSON and the short form of JSON in SudokuPad's links (PuzzleZipper).

The short form leaves out the quotes of keys and every ``{}``, abbreviates keys, ``true``, ``false``
and colours, and writes ``'`` for ``"``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from cpsudoku.formats.links.lz_string import LARGEST
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.words import worded

_KEYS = {
    "a": "arrows",
    "c": "color",
    "c1": "borderColor",
    "c2": "backgroundColor",
    "ca": "cages",
    "ce": "cells",
    "cs": "cellSize",
    "ct": "center",
    "d": "duration",
    "d2": "d",
    "fs": "fontSize",
    "h": "height",
    "hl": "headLength",
    "l": "lines",
    "o": "overlays",
    "r": "rounded",
    "re": "regions",
    "t": "title",
    "te": "text",
    "th": "thickness",
    "u": "underlays",
    "v": "value",
    "vd": "videos",
    "w": "width",
    "wp": "wayPoints",
}
_WORDS = {"t": "true", "f": "false", "#0": '"#000000"', "#F": '"#FFFFFF"'}
_PLAIN = {"true", "false", "null"}
_TOKEN = re.compile(
    r"""(?P<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
    r"|(?P<sign>[][{}:,])|(?P<word>[^][{}:,'\"\s]+)|\s+|(?P<wrong>.)",
    re.DOTALL,
)
_TOO_DEEP = worded("it is nested too deeply")
_COLOUR = re.compile("[0-9a-fA-F]{6}")


def value_of_json(text: str) -> object:
    """The value of JSON, or of its short form; raises InputError."""
    if len(text) > LARGEST:
        raise InputError("it has more than {largest} characters", largest=f"{LARGEST:,}")
    try:
        return json.loads(text)
    except RecursionError:
        raise InputError(_TOO_DEEP) from None
    except ValueError:
        pass
    try:
        return _with_long_keys(json.loads("".join(_json(text)), strict=False))
    except RecursionError:
        raise InputError(_TOO_DEEP) from None
    except ValueError:
        raise InputError("it is not JSON") from None


def is_whole(line: str) -> bool:
    """Whether a line is a value by itself, even if it is nested too deeply."""
    try:
        value_of_json(line)
    except InputError as error:
        return error.problem == _TOO_DEEP
    return True


def joined_lines(lines: Iterator[str], source: Source) -> str:
    """The text of some lines; raises InputError if it is too long."""
    kept, size = list[str](), 0
    for line in lines:
        size += len(line) + 1
        if size > LARGEST:
            raise InputError(
                "it has more than {largest} characters", source, largest=f"{LARGEST:,}"
            )
        kept.append(line)
    return "\n".join(kept).strip()


def _json(text: str) -> Iterator[str]:
    """The text as JSON, piece by piece."""
    before = ""
    for token in _TOKEN.finditer(text):
        sign, word, quoted = token["sign"], token["word"], token["text"]
        if token["wrong"]:
            raise ValueError(token["wrong"])
        if sign in {",", "]", "}"} and before in {",", "["}:
            yield "{}"
        if sign:
            yield sign
        elif quoted:
            yield _text(quoted)
        elif word:
            is_key = text[token.end() : token.end() + 1] == ":"
            yield json.dumps(word) if is_key else _word(word)
        before = sign or word or quoted or before


def _text(quoted: str) -> str:
    if quoted[0] == '"':
        return quoted
    inside = quoted[1:-1].replace("\\'", "'")
    return '"' + inside.replace('"', '\\"') + '"'


def _word(word: str) -> str:
    if word in _WORDS:
        return _WORDS[word]
    if _COLOUR.fullmatch(word):
        return f'"#{word}"'
    if word in _PLAIN or word[0] in "-0123456789":
        return word
    raise ValueError(word)


def _with_long_keys(value: object) -> object:
    if isinstance(value, list):
        return [_with_long_keys(each) for each in value]
    if isinstance(value, dict):
        return {_KEYS.get(key, key): _with_long_keys(each) for key, each in value.items()}
    return value
