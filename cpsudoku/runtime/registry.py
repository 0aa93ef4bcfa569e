"""Ordered tables of names. Entries are loaded on first use, so listing a table imports nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Generic, TypeVar

from cpsudoku.runtime.errors import UnknownName, quoted
from cpsudoku.runtime.words import worded

T = TypeVar("T")


class Registry(Generic[T]):
    """Names in order, each with the ``"module:attribute"`` of its entry.

    >>> engines = Registry("engine", {"cpsat": "cpsudoku.engines.cpsat:ENGINE"})
    >>> list(engines)
    ['cpsat']
    """

    def __init__(self, kind: str, entries: Mapping[str, str]) -> None:
        self.kind = kind
        self._entries = dict(entries)

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._entries

    def __getitem__(self, name: str) -> T:
        """The entry of this name. Raises UnknownName, which lists the known names."""
        if not isinstance(name, str) or name not in self._entries:
            known = ", ".join(self._entries)
            raise UnknownName(
                worded(
                    f"unknown {self.kind} {{name}}; choose one of {{known}}",
                    name=quoted(name),
                    known=known,
                )
            )
        module, _, attribute = self._entries[name].partition(":")
        entry: T = getattr(import_module(module), attribute)
        return entry

    def is_loaded(self, name: str) -> bool:
        """Whether the module of this entry has been imported."""
        return self._entries[name].partition(":")[0] in sys.modules
