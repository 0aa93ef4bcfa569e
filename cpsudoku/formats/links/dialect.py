"""A dialect of links: one table of clues, with which its puzzles are read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from cpsudoku.core.constraints import Constraint
from cpsudoku.formats.links.unsaid import Unsaid

Key = TypeVar("Key")
Place = TypeVar("Place")  # what is read: an entry of a list, or the arguments of a token
Form = TypeVar("Form")  # of the rules that it means: lines, or names with their JSON
Written = TypeVar("Written")


@dataclass(frozen=True)
class LinkClue(Generic[Key, Place, Form, Written]):
    """A clue of a dialect: its key, the rules that are written as it, and how it is read.

    Blanks separate the names of several rules. ``read`` yields the rules that it means. ``write``
    returns what stands for a rule. Both raise Unsaid, with the reason, for what they can't express.
    """

    key: Key
    rules: str
    read: Callable[[Place], Iterable[Form]]
    write: Callable[[Any], Sequence[Written]] = lambda rule: ()


class Dialect(Generic[Key, Place, Form, Written]):
    """The table of a dialect. Several rows may have the same key; the first one reads it."""

    def __init__(self, *clues: LinkClue[Key, Place, Form, Written]) -> None:
        self.clues: Mapping[object, LinkClue[Key, Place, Form, Written]] = {
            clue.key: clue for clue in reversed(clues)
        }
        self._writers: dict[str, list[LinkClue[Key, Place, Form, Written]]] = {}
        for clue in clues:
            for rule in clue.rules.split():
                self._writers.setdefault(rule, []).append(clue)

    def written(self, rule: Constraint) -> tuple[Key, Sequence[Written]]:
        """What stands for a rule, and its key: of the first clue that can express it.

        Raises Unsaid, with the reason of the last clue.
        """
        reason = Unsaid()
        for clue in self._writers.get(rule.name, ()):
            try:
                return clue.key, clue.write(rule)
            except Unsaid as error:
                reason = error
        raise reason
