"""The shapes of JSON values. Each is written once, as a JSON Schema, and checks what arrives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cpsudoku.runtime.errors import InputError, quoted
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.words import worded

Schema = Mapping[str, Any]
LARGEST = 1 << 20  # characters of a text: more than any puzzle needs
CELLS = 2000  # more cells than any board that the program draws has


def _about(schema: JsonObject, about: str) -> Schema:
    return {**schema, "description": about} if about else schema


def text(most: int = LARGEST, about: str = "") -> Schema:
    """A text."""
    return _about({"type": "string", "maxLength": most}, about)


def whole(least: int, most: int, about: str = "") -> Schema:
    """A whole number."""
    return _about({"type": "integer", "minimum": least, "maximum": most}, about)


def flag(about: str = "") -> Schema:
    """True or false."""
    return _about({"type": "boolean"}, about)


def choice(*words: str, about: str = "") -> Schema:
    """One of some words."""
    return _about({"type": "string", "enum": list(words)}, about)


def listed(item: Schema, most: int = CELLS, about: str = "") -> Schema:
    """A list of values of one shape."""
    return _about({"type": "array", "items": item, "maxItems": most}, about)


def anything(about: str = "") -> Schema:
    """An object that the reader of JSON puzzles or of saved games checks itself."""
    return _about({"type": "object"}, about)


def fields(known: Mapping[str, Schema], *needed: str) -> Schema:
    """An object with these keys and no others."""
    return {
        "type": "object",
        "properties": dict(known),
        "required": list(needed),
        "additionalProperties": False,
    }


DIGITS = listed(whole(0, 32), about="the digit of each cell by number, 0 for an empty cell")


_TYPES: Mapping[str, tuple[type, str]] = {
    "string": (str, "a text"),
    "integer": (int, worded("a whole number")),
    "boolean": (bool, worded("true or false")),
    "array": (list, "a list"),
    "object": (dict, worded("an object")),
}


def check(schema: Schema, value: object, name: str = worded("the request")) -> None:
    """Raise InputError, which names the key, unless a value has this shape."""
    kind, words = _TYPES[schema["type"]]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise InputError(
            "{name} is {value}, needs {words}", name=name, value=quoted(value), words=words
        )
    _CHECKS[schema["type"]](schema, value, name)


def _check_text(schema: Schema, value: str, name: str) -> None:
    if len(value) > schema.get("maxLength", LARGEST):
        raise InputError(
            "{name} has {count} characters; at most {schema}",
            name=name,
            count=f"{len(value):,}",
            schema=f"{schema['maxLength']:,}",
        )
    if "enum" in schema and value not in schema["enum"]:
        raise InputError(
            "{name} is {value}; choose one of {allowed}",
            name=name,
            value=quoted(value),
            allowed=", ".join(schema["enum"]),
        )


def _check_whole(schema: Schema, value: int, name: str) -> None:
    if not schema["minimum"] <= value <= schema["maximum"]:
        allowed = worded("{least} to {most}", least=schema["minimum"], most=schema["maximum"])
        raise InputError(
            "{name} is {value}; allowed are {allowed}",
            name=name,
            value=quoted(value),
            allowed=allowed,
        )


def _check_list(schema: Schema, value: list[object], name: str) -> None:
    if len(value) > schema["maxItems"]:
        raise InputError(
            "{name} has {count} values; at most {schema}",
            name=name,
            count=f"{len(value):,}",
            schema=f"{schema['maxItems']:,}",
        )
    for number, item in enumerate(value, 1):
        check(schema["items"], item, worded("value {number} of {name}", number=number, name=name))


def _check_object(schema: Schema, value: JsonObject, name: str) -> None:
    known = schema.get("properties")
    if known is None:
        return
    for key in value:
        if key not in known:
            raise InputError(
                "{key} is not a key; allowed are {known}", key=quoted(key), known=", ".join(known)
            )
    for key in schema["required"]:
        if key not in value:
            raise InputError("{name} needs {key}", name=name, key=quoted(key))
    for key, item in value.items():
        check(known[key], item, quoted(key))


_CHECKS: Mapping[str, Callable[[Schema, Any, str], None]] = {
    "string": _check_text,
    "integer": _check_whole,
    "boolean": lambda schema, value, name: None,
    "array": _check_list,
    "object": _check_object,
}
