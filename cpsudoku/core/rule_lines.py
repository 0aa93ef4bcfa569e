"""Rules in words, one per line: ``killer 12: r1c1 r1c2 r2c1``.

A line is a name, then what belongs before the colon, then cells; ``=`` separates lists of cells
and ``;`` begins another rule of the same kind. ``#`` begins a comment.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import CONSTRAINTS, Constraint
from cpsudoku.core.constraints.fields import Kind, is_optional, kinds
from cpsudoku.core.errors import InputError, UnknownName, quoted


def rules_of(line: str, board: Board) -> tuple[Constraint, ...]:
    """The rules of one line.

    Raises InputError, which names the word, and UnknownName for a rule that does not exist.
    """
    head, colon, tail = line.split("#", maxsplit=1)[0].partition(":")
    rule, words = _named(head)
    parts = tail.split(";") if colon else [""]
    return tuple(_rule(rule, words, part, board) for part in parts)


def line_of(constraint: Constraint) -> str:
    """The line of a rule; ``rules_of`` reads it back."""
    before, after = [constraint.name], list[str]()
    for each, kind in kinds(constraint):
        value = getattr(constraint, each.name)
        if is_optional(each) and value == each.default:
            continue
        written = kind.write(value, constraint.board)
        (after if kind.is_place else before).append(written)
    return " ".join(before) + (": " + " = ".join(after) if after else "")


def syntax_of(rule: type[Constraint]) -> str:
    """The syntax of a rule, such as ``killer [SUM]: CELLS``."""
    before, after = [rule.name], list[str]()
    for each, kind in kinds(rule):
        word = f"[{kind.word}]" if is_optional(each) else kind.word
        (after if kind.is_place else before).append(word)
    return " ".join(before) + (": " + " = ".join(after) if after else "")


def is_rule(line: str) -> bool:
    """Whether a line begins with the name of a rule."""
    try:
        _named(line.split("#", maxsplit=1)[0].partition(":")[0])
    except UnknownName:
        return False
    return True


@cache
def _names() -> dict[str, tuple[type[Constraint], list[str]]]:
    """Every name and alias, without hyphens; its rule, and the words that an alias stands for."""
    found = {}
    for name in CONSTRAINTS:
        rule = CONSTRAINTS[name]
        for each in (name, *rule.aliases):
            alias, *words = each.split()
            found[alias.replace("-", "")] = rule, words
    return found


def _named(head: str) -> tuple[type[Constraint], list[str]]:
    """The rule that the words before the colon begin with, and the other words."""
    words = head.replace("_", "-").split()
    for count in range(len(words), 0, -1):
        key = "".join(words[:count]).replace("-", "").lower()
        if key in _names():
            rule, before = _names()[key]
            return rule, [*before, *head.split()[count:]]
    raise UnknownName(
        f"{quoted(head.strip())} is not a rule; known rules: {', '.join(CONSTRAINTS)}"
    )


def _rule(rule: type[Constraint], words: list[str], tail: str, board: Board) -> Constraint:
    values: dict[str, Any] = {}
    left, places = list(words), [part.strip() for part in tail.split("=")] if tail.strip() else []
    try:
        for each, kind in kinds(rule):
            stock = places if kind.is_place else left
            if not stock:
                if not is_optional(each):
                    raise InputError(f"{kind.word} is missing")
                continue
            if kind.starts is not None and is_optional(each):
                start = kind.starts.match(stock[0])
                if start is None:
                    continue
                stock[:1] = [part for part in (start[0], stock[0][start.end() :]) if part]
            values[each.name] = kind.read(_taken(stock, kind), board)
        if left or places:
            raise InputError(f"{quoted((left or places)[0])} is more than it takes")
        return rule(board, **values)
    except InputError as error:
        raise InputError(f"{rule.name}: {error}; the form is {quoted(syntax_of(rule))}") from None


def _taken(stock: list[str], kind: Kind) -> str:
    """The next part of the line, or all that is left."""
    if not kind.takes_rest:
        return stock.pop(0)
    text = (" = " if kind.is_place else " ").join(stock)
    stock.clear()
    return text


def parsed(lines: Iterable[str], board: Board) -> tuple[Constraint, ...]:
    """The rules of several lines, without blank lines and comments."""
    return tuple(
        rule for line in lines if line.split("#")[0].strip() for rule in rules_of(line, board)
    )
