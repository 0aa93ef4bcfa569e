"""Prepares docstrings for the API reference: an extension of Griffe, named in zensical.toml."""

from __future__ import annotations

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)  # a doctest ends at a blank line


def fenced(docstring: str) -> str:
    """A docstring with examples as code blocks. Markdown would read ``>>>`` as quotations."""
    return EXAMPLE.sub(lambda example: f"```pycon\n{example[0]}\n```", docstring)


class Reference(griffe.Extension):
    """Puts fences around the examples, and functions before types."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Change the docstrings of the whole package, and order its public names."""
        fence_all(pkg)
        if pkg.exports is not None:
            pkg.exports = sorted(pkg.exports, key=lambda name: (not str(name).islower(), str(name)))


def fence_all(thing: griffe.Object) -> None:
    """Put fences around the examples of an object and of everything inside it."""
    if thing.docstring is not None:
        thing.docstring.value = fenced(thing.docstring.value)
    for member in thing.members.values():
        if isinstance(member, griffe.Object):  # not a name that is imported from elsewhere
            fence_all(member)
