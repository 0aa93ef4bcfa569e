"""How people reason: techniques that find steps and explain why they are right."""

from __future__ import annotations

from difflib import get_close_matches

from cpsudoku.runtime import parameters
from cpsudoku.runtime.errors import UnknownName, quoted
from cpsudoku.runtime.registry import Registry
from cpsudoku.runtime.words import either, worded
from cpsudoku.techniques.base import Technique
from cpsudoku.techniques.table import (
    LEVELS,
    ORDERS,
    ROWS,
    RULE_TABLE,
    SCALE,
    TABLE,
    RuleTechniqueRow,
    TechniqueRow,
    with_rules,
)
from cpsudoku.techniques.texts import names_of_aliases

__all__ = [
    "LEVELS",
    "ORDERS",
    "ROWS",
    "RULE_TABLE",
    "SCALE",
    "TABLE",
    "TECHNIQUES",
    "RuleTechniqueRow",
    "TechniqueRow",
    "in_turn",
    "select",
    "technique_name",
    "with_rules",
]

TECHNIQUES: Registry[Technique] = Registry(
    "technique", {name: row.where for name, row in ROWS.items()}
)


def technique_name(text: str) -> str:
    """The technique that a text names: ``X-Wing``, ``x wing`` and ``xwing`` are the same.

    Its other names work, too, such as ``Y-Wing``. Raises UnknownName, with suggestions.
    """
    wanted = _letters(parameters.text("technique", text, "the name of a technique"))
    names = {_letters(name): name for name in ROWS}
    if wanted not in names:  # titles come last, because they load every technique
        names |= {_letters(TECHNIQUES[name].title): name for name in ROWS}
        names = {_letters(alias): name for alias, name in names_of_aliases().items()} | names
    if wanted in names:
        return names[wanted]
    alike = dict.fromkeys(names[key] for key in get_close_matches(wanted, names, 3))
    meant = worded("did you mean {alike}? ", alike=either(alike)) if alike else ""
    raise UnknownName(
        "unknown technique {text}; {meant}'cpsudoku techniques' lists them, with their levels",
        text=repr(text),
        meant=meant,
    )


def _letters(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())


def in_turn(order: str) -> tuple[str, ...]:
    """The techniques in an order; raises UnknownName."""
    if not isinstance(order, str) or order not in ORDERS:
        raise UnknownName(
            "unknown order {order}; choose one of {orders}",
            order=quoted(order),
            orders=", ".join(ORDERS),
        )
    return ORDERS[order]


def select(text: str, order: str = "human") -> tuple[str, ...]:
    """The techniques that a text names: a level (and those below it), or names with commas.

    They are sorted by the order, with techniques for rules in their places; techniques that the
    order does not have come last. Raises UnknownName.
    """
    names = with_rules(in_turn(order))
    parameters.text("techniques", text, "a text: a level, or names with commas")
    if text in LEVELS:
        allowed = LEVELS[: LEVELS.index(text) + 1]
        return tuple(name for name in names if ROWS[name].level in allowed)
    wanted = [technique_name(part) for part in text.split(",") if part.strip()]
    if not wanted:
        raise UnknownName(
            "no technique is named; the levels are {levels}", levels=", ".join(LEVELS)
        )
    return tuple(name for name in dict.fromkeys((*names, *ROWS)) if name in wanted)
