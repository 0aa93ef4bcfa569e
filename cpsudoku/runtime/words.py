"""Messages in English that know how to be said in another language.

A message such as an error is raised far from where it is shown. Its text has named places, and it
keeps the values of these places, so that the one who shows it can use another language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

_PLACE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Wording:
    """What a message consists of: its text, or two texts for one and several, and its values."""

    text: str
    values: dict[str, str]
    several: str = ""
    count: int = 1


class Worded(str):
    """A message in English, together with its form. To a program it is a text like any other."""

    __slots__ = ("form",)
    form: Wording

    def __new__(cls, english: str, form: Wording) -> Worded:
        """The words of a form; ``english`` is what they say in English."""
        made = super().__new__(cls, english)
        made.form = form
        return made

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the form, too."""
        return Worded, (str(self), self.form)


class HasName(Protocol):
    """A rule, or what else has a title in English and a name in the present language."""

    @property
    def title(self) -> str:
        """The name in English."""

    @property
    def named(self) -> str:
        """The name in the present language."""


class Called(str):
    """The title of a thing in English, which still has its name in other languages."""

    __slots__ = ("thing",)
    thing: HasName

    def __new__(cls, thing: HasName) -> Called:
        """The title of a thing."""
        made = super().__new__(cls, thing.title)
        made.thing = thing
        return made

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the thing, too."""
        return Called, (self.thing,)


def called(thing: HasName) -> Called:
    """A rule as a value of a message: its title, or its name in another language."""
    return Called(thing)


def worded(text: str, /, **values: object) -> Worded:
    """A message, in which ``{name}`` is replaced by the value of that name.

    Other names in braces stay: they are parameters, which each caller spells in another way.
    A text that is such a message already stays as it is.
    """
    if isinstance(text, Worded):
        return text
    held = {name: _kept(value) for name, value in values.items()}
    return Worded(filled(text, held), Wording(text, held))


class WordedError(Exception):
    """An error that is caught where its message is put into another one, or shown."""

    def __init__(self, text: str = "", /, **values: object) -> None:
        super().__init__(worded(text, **values))


def tallied(one: str, several: str, count: int, /, **values: object) -> Worded:
    """One of two messages, by a count; both may contain ``{count}``."""
    held = {"count": f"{count:,}", **{name: _kept(value) for name, value in values.items()}}
    return Worded(filled(one if count == 1 else several, held), Wording(one, held, several, count))


def filled(text: str, values: dict[str, str]) -> str:
    """The text with its values; names in braces without a value stay."""
    return _PLACE.sub(lambda found: values.get(found[1], found[0]), text)


def changed(text: str, change: Callable[[str], str]) -> str:
    """The text after a change of its English, with the same form if it has one."""
    return Worded(change(text), text.form) if isinstance(text, Worded) else change(text)


def joined(clauses: Iterable[str], text: str = "{one}; {other}") -> str:
    """Clauses with semicolons between them, or with what another text of two has between them."""
    said = ""
    for clause in filter(None, clauses):
        said = worded(text, one=said, other=clause) if said else clause
    return said


def both(names: Iterable[str]) -> str:
    """Names with ``and`` between them."""
    return joined(names, "{one} and {other}")


def either(names: Iterable[str]) -> str:
    """Names with ``or`` between them."""
    return joined(names, "{one} or {other}")


def _kept(value: object) -> str:
    """A value as a text; errors and places keep their own form."""
    words = getattr(value, "words", value)
    if isinstance(words, Exception) and words.args:
        words = words.args[0]
    return words if isinstance(words, Worded | Called) else str(words)
