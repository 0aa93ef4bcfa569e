"""The rules of a JSON object. Rules that were read before, for the same board, are found by text.

Many lines repeat the same rules: a board has only 288 different greater-than signs. So a line is
cut into the texts of its rules, and only new texts are decoded. The cut is exact: each text is a
complete JSON object, or else the whole line is decoded at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sized

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import CONSTRAINTS, Constraint
from cpsudoku.core.constraints.amounts import refuse_many_rules
from cpsudoku.core.rule_lines import board_for, rules_of
from cpsudoku.core.rule_names import rule_named
from cpsudoku.formats.tables.board_data import BOARD_KEYS
from cpsudoku.runtime.errors import InputError, Source, quoted
from cpsudoku.runtime.json_text import JsonObject, value_of_json
from cpsudoku.runtime.words import worded

RULES = "rules"
_STANDS_FOR_RULES = '"\\u0000rules"'
_VALUE_OF_STAND_IN = "\0rules"
_BEGINNINGS = ('"rules": [{', '"rules":[{')
_OTHER_KEYS = frozenset(("constraints", "board", "variants", "cages", *CONSTRAINTS))
_MOST_KNOWN = 4096  # rules of one board
_LONGEST_KNOWN = 400  # characters of a rule
_KNOWN = worded("rules by their JSON")  # a name in ``Board.tables``


class RuleTexts(list[str]):
    """The JSON objects of rules as texts without their outer braces."""


def cut(line: str) -> tuple[str, RuleTexts] | None:
    """A line of JSON with a text in the place of its rules, and the rules; None if there is none.

    ``with_rule_texts`` puts them back, after the rest of the line was decoded.
    """
    for beginning in _BEGINNINGS:
        start = line.find(beginning)
        end = line.find("}]", start) if start >= 0 else -1
        if end < 0:
            continue
        body = line[start + len(beginning) : end]
        texts = RuleTexts(body.split("}, {" if "}, {" in body else "},{"))
        braces = len(texts) - 1
        if body.count("{") != braces or body.count("}") != braces or "\\u0000" in line:
            return None
        before = line[: start + len(beginning) - 2]
        return f"{before}{_STANDS_FOR_RULES}{line[end + 2 :]}", texts
    return None


def with_rule_texts(value: object, texts: RuleTexts) -> bool:
    """Put the texts of rules into an object; False if their place is not the key ``rules``."""
    if not isinstance(value, dict) or value.get(RULES) != _VALUE_OF_STAND_IN:
        return False
    value[RULES] = texts
    return True


def read_rules(items: object, board: Board, source: Source) -> tuple[Constraint, ...]:
    """The rules of a list of objects or lines. Raises InputError, which names the rule."""
    if isinstance(items, RuleTexts):
        return _of_texts(items, board, source)
    if not isinstance(items, list) or not all(isinstance(item, dict | str) for item in items):
        raise InputError(
            '"rules" is {items}, needs a list of objects or texts', source, items=quoted(items)
        )
    _refuse_many(items, source)
    found: list[Constraint] = []
    names = (item if isinstance(item, str) else str(item.get("rule", "")) for item in items)
    board = board_for(names, board)
    for number, item in enumerate(items, 1):
        found += _numbered(number, item, board, source)
    return tuple(found)


def _of_texts(texts: RuleTexts, board: Board, source: Source) -> tuple[Constraint, ...]:
    """The rules of texts: those that are known, and those that are decoded. Raises InputError."""
    _refuse_many(texts, source)
    known: dict[str, Constraint] = board.tables.setdefault(_KNOWN, {})
    rules = list(map(known.get, texts))
    if None not in rules:
        return tuple(rule for rule in rules if rule is not None)
    new = [place for place, rule in enumerate(rules) if rule is None]
    board = board_for(texts, board)
    items = _decoded([texts[place] for place in new], source)
    if len(known) + len(new) > _MOST_KNOWN:
        known.clear()
    for place, item in zip(new, items, strict=True):
        (rule,) = _numbered(place + 1, item, board, source)
        rules[place] = rule
        if len(texts[place]) < _LONGEST_KNOWN:
            known[texts[place]] = rule
    return tuple(rule for rule in rules if rule is not None)


def _refuse_many(items: Sized, source: Source) -> None:
    """Raise InputError, with the source, if there are too many rules."""
    try:
        refuse_many_rules(items)
    except InputError as error:
        raise InputError(error.problem, source) from None


def _decoded(texts: list[str], source: Source) -> list[JsonObject]:
    """The objects of some texts. Raises InputError if one of them is not a complete object.

    Each text has no braces. So there are as many objects as texts only if each text is one.
    """
    try:
        items: list[JsonObject] = value_of_json(f"[{{{'},{'.join(texts)}}}]")
    except ValueError:
        items = []
    if len(items) != len(texts):
        raise InputError("the texts of the rules are not objects", source)
    return items


def _numbered(
    number: int, item: str | JsonObject, board: Board, source: Source
) -> tuple[Constraint, ...]:
    """The rules of an object or a line. Errors name its number."""
    try:
        return rules_of(item, board) if isinstance(item, str) else (_rule(item, board),)
    except InputError as error:
        raise InputError(
            "rule {number}: {problem}", source, number=number, problem=error.problem
        ) from None


def _rule(item: Mapping[str, object], board: Board) -> Constraint:
    name = item.get("rule")
    if not isinstance(name, str):
        raise InputError('"rule" is {name}, needs the name of a rule', name=quoted(name))
    fields = dict(item)
    del fields["rule"]
    return rule_named(name).from_data(fields, board)


def refuse_strange_rules(value: Mapping[str, object], source: Source) -> None:
    """Raise InputError if a key of another program holds rules or a board."""
    if _OTHER_KEYS.isdisjoint(value):
        return
    for key in value:
        if key in _OTHER_KEYS and value[key] and isinstance(value[key], list | dict):
            known = '"rules"' if key != "board" else ", ".join(map(quoted, BOARD_KEYS))
            raise InputError(
                "{key} is not a key; use {known}", source, key=quoted(key), known=known
            )
