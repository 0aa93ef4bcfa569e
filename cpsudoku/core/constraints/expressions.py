"""Relations of two digits as text, such as ``a + b < 10 or abs(a - b) == 5``.

The text becomes a syntax tree, in which only a few kinds of nodes are allowed. This module computes
the result from the tree. The text is never executed as a program.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import pairwise

from cpsudoku.runtime.errors import InputError, quoted
from cpsudoku.runtime.words import worded

LONGEST = 200  # characters; bounds the depth of the tree and the size of every result
LARGEST = 10_000  # the largest number in an expression
NAMES = ("a", "b")
ALLOWED = worded(
    "allowed are a, b, whole numbers, + - * // %, abs(), min(), max(), = != < <= > >=, and, or, "
    "not, parentheses"
)
_WORDS = re.compile(r"(?:\s|\d+(?![a-z\d])|[a-z]+(?![a-z\d])|[-+*/%()<>=!,])*")
Values = Mapping[str, int]
Table = frozenset[tuple[int, int]]

_SIGNS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_COMPARISONS: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_FUNCTIONS: dict[str, Callable[..., int]] = {"abs": abs, "min": min, "max": max}


@lru_cache(maxsize=256)
def table_of(text: str, values: tuple[int, ...]) -> Table:
    """The pairs (a, b) of values for which an expression is true.

    A pair that causes a division by zero is not included. Raises InputError.
    """
    tree = _tree(text)
    return frozenset((a, b) for a in values for b in values if _is_true(tree, {"a": a, "b": b}))


@lru_cache(maxsize=256)
def relation_in(text: str) -> Callable[[int, int], bool]:
    """Whether an expression is true for any two numbers a and b; raises InputError."""
    tree = _tree(text)
    return lambda a, b: _is_true(tree, {"a": a, "b": b})


def check_expression(text: str) -> None:
    """Raise InputError unless the text is an expression that compares a and b."""
    _tree(text)


@lru_cache(maxsize=256)
def _tree(text: str) -> ast.expr:
    if len(text) > LONGEST:
        raise InputError(
            "an expression of {count} characters; at most {longest} are allowed",
            count=len(text),
            longest=LONGEST,
        )
    source = re.sub(r"(?<![<>=!])=(?!=)", "==", text)
    if not _WORDS.fullmatch(source):
        raise InputError(
            "{text} is not an expression; {allowed}", text=quoted(text), allowed=ALLOWED
        )
    try:
        tree = ast.parse(source.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise InputError(
            "{text} is not an expression; {allowed}", text=quoted(text), allowed=ALLOWED
        ) from None
    _check_truth(tree)
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    if not names.issuperset(NAMES):
        raise InputError("{text} does not compare a and b, the two digits", text=quoted(text))
    return tree


def _check_truth(node: ast.expr) -> None:
    """Raise InputError unless the value of the node is true or false."""
    if isinstance(node, ast.BoolOp):
        for part in node.values:
            _check_truth(part)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        _check_truth(node.operand)
    elif isinstance(node, ast.Compare) and all(type(each) in _COMPARISONS for each in node.ops):
        for part in (node.left, *node.comparators):
            _check_number(part)
    else:
        raise InputError(
            "{part} is not a comparison such as a+b<10; {allowed}",
            part=_part(node),
            allowed=ALLOWED,
        )


def _check_number(node: ast.expr) -> None:
    """Raise InputError unless the value of the node is a number."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        if node.value > LARGEST:
            raise InputError(
                "{node} is too large; numbers up to {largest} are allowed",
                node=node.value,
                largest=LARGEST,
            )
    elif isinstance(node, ast.Name) and node.id in NAMES:
        pass
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        _check_number(node.operand)
    elif isinstance(node, ast.BinOp) and type(node.op) in _SIGNS:
        _check_number(node.left)
        _check_number(node.right)
    elif _is_call(node):
        for part in node.args:  # type: ignore[attr-defined]
            _check_number(part)
    else:
        raise InputError(
            "{part} cannot be part of a pair; {allowed}", part=_part(node), allowed=ALLOWED
        )


def _is_call(node: ast.expr) -> bool:
    """Whether the node calls one of the functions with the right number of arguments."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.keywords:
        return False
    counts = {"abs": range(1, 2), "min": range(2, LONGEST), "max": range(2, LONGEST)}
    return len(node.args) in counts.get(node.func.id, ())


def _part(node: ast.expr) -> str:
    return quoted(ast.unparse(node))


def _is_true(node: ast.expr, values: Values) -> bool:
    try:
        return _truth(node, values)
    except ZeroDivisionError:
        return False


def _truth(node: ast.expr, values: Values) -> bool:
    match node:
        case ast.BoolOp(op=ast.And(), values=parts):
            return all(_truth(part, values) for part in parts)
        case ast.BoolOp(values=parts):
            return any(_truth(part, values) for part in parts)
        case ast.UnaryOp(operand=part):
            return not _truth(part, values)
        case ast.Compare(left=left, ops=signs, comparators=others):
            numbers = [_number(part, values) for part in (left, *others)]
            compared = zip(signs, pairwise(numbers), strict=True)
            return all(_COMPARISONS[type(sign)](*pair) for sign, pair in compared)
    raise AssertionError(node)


def _number(node: ast.expr, values: Values) -> int:
    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.Name(id=name):
            return values[name]
        case ast.UnaryOp(op=sign, operand=part):
            return -_number(part, values) if isinstance(sign, ast.USub) else _number(part, values)
        case ast.BinOp(left=left, op=sign, right=right):
            return _SIGNS[type(sign)](_number(left, values), _number(right, values))
        case ast.Call(func=ast.Name(id=name), args=parts):
            return _FUNCTIONS[name](*(_number(part, values) for part in parts))
    raise AssertionError(node)
