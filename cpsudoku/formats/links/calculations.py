"""The texts of KenKen's cages, such as ``24×``, ``3−``, ``2÷`` and ``7+``."""

from __future__ import annotations

import re
from typing import Any

from cpsudoku.formats.links.unsaid import Unsaid

# The signs of each rule. The first one is written.
SIGNS = {"product": "×x*·", "difference": "−-–", "quotient": "÷/:", "sum": "+"}
_RULES = {sign: rule for rule, signs in SIGNS.items() for sign in signs}
_TEXT = re.compile(
    rf"\s*(\d{{1,10}})\s*([{re.escape(''.join(_RULES))}])\s*", re.ASCII | re.IGNORECASE
)


def calculation_of(text: object) -> tuple[str, int] | None:
    """The rule and the number of a text, or None if it is not that of such a cage."""
    match = _TEXT.fullmatch(text) if isinstance(text, str) else None
    return (_RULES[match[2].lower()], int(match[1])) if match else None


def calculation_text(rule: Any) -> str:
    """The text of a rule; raises Unsaid for a sum with weights, bounds or repeated cells."""
    if rule.name != "sum":
        return f"{rule.number}{SIGNS[rule.name][0]}"
    if rule.relation != "=" or {weight for _, weight in rule.terms} != {1}:
        raise Unsaid("with weights or bounds")
    if len(set(rule.cells)) < len(rule.cells) or rule.total < 0:
        raise Unsaid("with repeated cells or a negative sum")
    return f"{rule.total}{SIGNS[rule.name][0]}"
