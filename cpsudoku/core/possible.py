"""Rules that nothing satisfies, such as a cage of one cell with the sum 99."""

from __future__ import annotations

from cpsudoku.core.constraints.base import Constraint
from cpsudoku.runtime.language import translated


def why_impossible(rule: Constraint) -> str:
    """Why no digits satisfy a rule, even without any givens; empty if some may.

    It is exact for rules whose ``allows`` or ``narrow`` notices it, which are nearly all.
    """
    values, cells = rule.board.values, len(rule.board)
    if max(rule.cells, default=0) >= cells:  # a rule about layers
        return ""
    left = {cell: set(values) for cell in rule.cells}
    reason = ""
    for each in rule.narrow(dict.fromkeys(left, tuple(values))):
        reason = reason or each.reason
        left[each.cell].discard(each.value)
    if all(left.values()) and rule.allows([None] * len(rule.cells)):
        return ""
    return reason or translated("no digits satisfy {rule}", rule=rule.title)
