"""A value in a JSON document, and its path there for messages: ``arrow[3].lines[0][1]``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cpsudoku.runtime.errors import InputError, quoted
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.words import worded

_WHOLE = re.compile(r"\s*[+-]?\d{1,6}\s*")


def whole_number(value: object) -> int | None:
    """The whole number in a value, which may be a text; None for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int | str) and _WHOLE.fullmatch(str(value)):
        return int(value)
    return None


@dataclass(frozen=True)
class JsonPlace:
    """A value in a JSON document. Its methods raise InputError, which names the path."""

    value: object
    path: str = ""

    def __getitem__(self, key: str) -> JsonPlace:
        """A value of the object that it is, or None if the object does not have the key."""
        return JsonPlace(self.object().get(key), f"{self.path}.{key}" if self.path else key)

    def object(self) -> JsonObject:
        """The object that it is."""
        if not isinstance(self.value, dict):
            raise self.not_allowed(worded("an object"))
        return self.value

    def items(self) -> list[JsonPlace]:
        """The values of the list that it is."""
        if not isinstance(self.value, list):
            raise self.not_allowed(worded("a list"))
        return [JsonPlace(each, f"{self.path}[{at}]") for at, each in enumerate(self.value)]

    def items_if_any(self) -> list[JsonPlace]:
        """The values of the list that it is; none if it is missing or empty."""
        return self.items() if self.value else []

    def objects(self) -> list[JsonPlace]:
        """The objects of the list that it is; none if it is missing or empty."""
        found = self.items_if_any()
        for each in found:
            each.object()
        return found

    def whole(self, usual: int | None = None) -> int:
        """The whole number that it is, or the usual one if it is missing."""
        found = usual if self.value is None else self.value
        number = found if type(found) is int else whole_number(found)
        if number is None:
            raise self.not_allowed(worded("a whole number"))
        return number

    def not_allowed(self, allowed: str) -> InputError:
        """The error for a value that is not what is allowed here."""
        missing = self.value is None
        return self.wrong(
            worded("{allowed} is missing", allowed=allowed)
            if missing
            else worded("{found} is not {allowed}", found=quoted(self.value), allowed=allowed)
        )

    def wrong(self, problem: str) -> InputError:
        """The error for a problem at this place."""
        return InputError(
            "{place}: {problem}", place=self.path or worded("the JSON"), problem=problem
        )
