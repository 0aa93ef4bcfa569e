"""The tokens of JavaScript, and the error at what is not known."""

from __future__ import annotations

import re

from cpsudoku.runtime.words import WordedError

_LONGEST = 40_000  # characters of a program
_TOKEN = re.compile(
    r"(?P<space>\s+|//[^\n]*|/\*[\s\S]*?\*/)|"
    r"(?P<number>0[xX][0-9a-fA-F]+|\d+(?:\.\d+)?(?:e[+-]?\d+)?)|"
    r"(?P<name>[A-Za-z_$][\w$]*)|"
    r"(?P<text>'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"|`[^`\\]*`)|"
    r"(?P<sign>\.\.\.|===|!==|\*\*=|=>|==|!=|<=|>=|&&|\|\||\?\?|\+\+|--|\*\*|[-+*/%]=|"
    r"[-+*/%=<>!?:;,.(){}\[\]])"
)


class NotKnown(WordedError):
    """The program has something that is not interpreted."""


def tokens_of(code: str) -> list[tuple[str, str]]:
    """The tokens, each with its kind."""
    if len(code) > _LONGEST:
        raise NotKnown("a program of {count} characters", count=f"{len(code):,}")
    found, place = [], 0
    while place < len(code):
        match = _TOKEN.match(code, place)
        if match is None:
            raise NotKnown(repr(code[place]))
        if match.lastgroup != "space":
            found.append((match.lastgroup or "", match[0]))
        place = match.end()
    return found
