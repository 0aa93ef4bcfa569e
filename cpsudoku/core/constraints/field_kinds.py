"""What a field of a rule is: how its values are written in text and in JSON, and read back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import cache
from typing import Any, Generic, TypeVar

from cpsudoku.core.board import Board
from cpsudoku.runtime.errors import InputError, quoted
from cpsudoku.runtime.json_text import JsonObject

T = TypeVar("T")
D = TypeVar("D")


@dataclass(frozen=True)
class FieldKind(Generic[T]):
    """How a field is written.

    ``word`` is its placeholder in the syntax. A field with ``is_place`` comes after the colon of a
    line, and the others come before it. ``read`` and ``write`` convert the text form, ``load`` and
    ``dump`` the JSON form. ``read`` and ``load`` raise InputError. A field with ``takes_rest``
    takes every part that is left. An optional field takes a word only if its beginning matches
    ``starts``. The rest of the word belongs to the next field. If ``joined_by`` is set, the field
    contains rules, and a line has this sign between them. A place has at least so many ``lists`` of
    cells, with at most ``most`` cells each. If they are ``copies``, they have the same shape.
    ``others`` returns the values that a person may have meant instead of a value, nearest first; it
    is None for places.
    """

    word: str
    read: Callable[[str, Board], T]
    write: Callable[[T, Board], str]
    load: Callable[[object, Board], T]
    dump: Callable[[T, Board], object]
    is_place: bool = False
    takes_rest: bool = False
    starts: re.Pattern[str] | None = None
    joined_by: str = ""
    lists: int = 0
    most: int | None = None
    copies: bool = False
    others: Callable[[T], Iterable[T]] | None = None


AnyField = Field[Any]
AnyKind = FieldKind[Any]


def kind_of(each: AnyField) -> AnyKind | None:
    """The kind of a field of a rule, or None for the board and for derived fields."""
    kind: AnyKind | None = each.metadata.get("kind")
    return kind


def kinds(rule: object) -> tuple[tuple[AnyField, AnyKind], ...]:
    """The fields of a rule or of its class, each with its kind."""
    return _kinds(rule if isinstance(rule, type) else type(rule))


@cache
def _kinds(rule: type) -> tuple[tuple[AnyField, AnyKind], ...]:
    every = ((each, kind_of(each)) for each in fields(rule))
    return tuple((each, kind) for each, kind in every if kind is not None)


def is_optional(each: AnyField) -> bool:
    """Whether a field may be left out."""
    return each.default is not MISSING or each.default_factory is not MISSING


class Needed:
    """Stands for the default of a field that has none."""


NEEDED = Needed()


def field_of(kind: FieldKind[T], default: D | Needed = NEEDED) -> T | D:
    """A dataclass field of a kind."""
    metadata = {"kind": kind}
    made: T | D = (
        field(metadata=metadata)
        if isinstance(default, Needed)
        else field(default=default, metadata=metadata)
    )
    return made


def derived(default: T) -> T:
    """A field that ``among`` fills. It is not written to JSON or text."""
    return field(default=default, repr=False)


def other_values(rule: object) -> Iterator[tuple[str, Any]]:
    """The name of each field that a board shows, with each value that may have been meant."""
    for each, kind in kinds(rule):
        value = getattr(rule, each.name)
        if kind.others is not None and value is not None and value != each.default:
            for other in kind.others(value):
                yield each.name, other


def value_text(rule: object, name: str, board: Board) -> str:
    """The value of a field in text; empty if there is no field of this name."""
    return next(
        (kind.write(getattr(rule, name), board) for each, kind in kinds(rule) if each.name == name),
        "",
    )


def written_places(rule: object, board: Board) -> Iterator[str]:
    """The cells of each field, as in a line of the rule language."""
    for each, kind in kinds(rule):
        if kind.is_place and not kind.joined_by:
            yield kind.write(getattr(rule, each.name), board)


def dumped(rule: object, board: Board) -> JsonObject:
    """The fields of a rule as JSON values. Fields at their default are omitted."""
    found = {}
    for each, kind in kinds(rule):
        value = getattr(rule, each.name)
        if not is_optional(each) or value != each.default:
            found[each.name] = kind.dump(value, board)
    return found


@cache
def _known(rule: type) -> dict[str, tuple[AnyField, AnyKind]]:
    return {each.name: (each, kind) for each, kind in kinds(rule)}


def loaded(rule: Any, data: Mapping[str, object], board: Board) -> dict[str, object]:
    """The fields of a rule from JSON values. Raises InputError, which names the key."""
    known = _known(rule)
    if not data.keys() <= known.keys():
        strange = [key for key in data if key not in known]
        allowed = ", ".join(known) or "none"
        raise InputError(
            "{rule}: {strange} is not a field; it has {allowed}",
            rule=repr(rule.name),
            strange=quoted(strange[0]),
            allowed=allowed,
        )
    found = {}
    for key, (each, kind) in known.items():
        if key not in data:
            if not is_optional(each):
                raise InputError("{name} needs {key}", name=repr(rule.name), key=quoted(key))
            continue
        try:
            found[key] = kind.load(data[key], board)
        except InputError as error:
            raise InputError(
                "{rule}, {key}: {error}", rule=repr(rule.name), key=key, error=error
            ) from None
    return found
