"""Rules inside a rule: the field that contains them, and their JSON form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NoReturn

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.amounts import refuse_many_rules
from cpsudoku.core.constraints.field_kinds import FieldKind, field_of
from cpsudoku.runtime.errors import InputError, quoted
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.words import worded

if TYPE_CHECKING:
    from cpsudoku.core.constraints.base import Constraint
    from cpsudoku.runtime.registry import Registry

DEEPEST = 10  # levels of rules inside rules

TOO_DEEP = worded("at most {deepest} rules can be inside each other", deepest=DEEPEST)


class _RuleTable:
    """The table of rules. Its package fills it, because a rule cannot import the table."""

    rules: Registry[type[Constraint]]


def know(rules: Registry[type[Constraint]]) -> None:
    """Set the table in which rules inside rules are looked up."""
    _RuleTable.rules = rules


def item_of(rule: Constraint) -> JsonObject:
    """A rule as a JSON object, with its name."""
    return {"rule": rule.name} | rule.to_data()


def rule_of(item: object, board: Board) -> Constraint:
    """The rule of a JSON object. Raises InputError."""
    if not isinstance(item, Mapping) or not isinstance(item.get("rule"), str):
        raise InputError('{item} is not a rule such as {"rule": "diagonals"}', item=quoted(item))
    data = {key: value for key, value in item.items() if key != "rule"}
    return _named(item["rule"]).from_data(data, board)


def _named(name: str) -> type[Constraint]:
    for known in _RuleTable.rules:
        if name == known or name in _RuleTable.rules[known].aliases:
            return _RuleTable.rules[known]
    raise InputError(
        "{name} is not a rule; choose one of {rules}",
        name=quoted(name),
        rules=", ".join(_RuleTable.rules),
    )


def rules(joined_by: str) -> tuple[Constraint, ...]:
    """Several rules. In a line each is in parentheses, with ``joined_by`` between them."""

    def load(data: object, board: Board) -> tuple[Constraint, ...]:
        if not isinstance(data, list) or not data:
            raise InputError("{found} is not a list of rules", found=quoted(data))
        refuse_many_rules(data)
        if _depth(data) > DEEPEST:
            raise InputError(TOO_DEEP)
        return tuple(rule_of(item, board) for item in data)

    return field_of(
        FieldKind(
            f"(RULE) {joined_by} (RULE)",
            _only_lines,
            _only_lines,
            load,
            lambda value, board: [item_of(rule) for rule in value],
            is_place=True,
            joined_by=joined_by,
        )
    )


def _only_lines(value: object, board: Board) -> NoReturn:
    raise AssertionError("the module rule_lines reads and writes rules inside rules")


def _depth(data: object) -> int:
    """The depth to which the rules of a list are nested. Deep data would break a recursion."""
    depth, level = 0, [data]
    while level:
        depth += 1
        level = [
            inner
            for items in level
            if isinstance(items, list)
            for item in items
            if isinstance(item, Mapping)
            for inner in item.values()
            if isinstance(inner, list)
        ]
    return depth
