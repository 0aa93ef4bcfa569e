"""Interprets the programs of custom rules, step by step, and collects the components that they add.

Nothing of a program reaches Python: it has numbers, texts, lists, objects and functions of its own,
a board, and ``puzzle.addConstraintComponent``. The number of its steps and all sizes are limited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from cpsudoku.formats.links.custom.syntax import Node, program_of
from cpsudoku.formats.links.custom.tokens import NotKnown
from cpsudoku.formats.links.custom.values import (
    LONGEST,
    OF_LISTS,
    SHORT,
    Value,
    array_of,
    builtins,
    calculated,
    is_true,
    items_of,
    number,
    type_of,
)

_MOST_STEPS = 600_000
_IGNORED = ("console", "naming")  # what they return is never part of a rule


@dataclass(frozen=True)
class Component:
    """What ``new SumComponent("name", 10, cells)`` makes."""

    kind: str
    values: tuple[Value, ...]


@dataclass
class Scope:
    """The variables of a block, and the block around it."""

    values: dict[str, Value] = field(default_factory=dict)
    outer: Scope | None = None

    def holder(self, name: str) -> dict[str, Value]:
        """The variables that have this name."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.values:
                return scope.values
            scope = scope.outer
        raise NotKnown(name)


class _Jump(Exception):
    """``break``, ``continue`` or ``return`` with its value."""

    def __init__(self, kind: str, value: Value = None) -> None:
        super().__init__(kind)
        self.kind, self.value = kind, value


# How a program fails that this does not know, or that is wrong.
_FAILURES = (RecursionError, ArithmeticError, TypeError, ValueError, _Jump)


def components_of(code: str, names: dict[str, Value]) -> list[Component]:
    """The components that a program adds to the puzzle; raises NotKnown.

    ``names`` are the objects that it finds, such as ``helpers``.
    """
    running = _Running()
    puzzle = {**names.get("puzzle", {}), "addConstraintComponent": running.add}
    scope = Scope({**builtins(), "Number": {"prototype": running.of_numbers}, **names})
    scope.values["puzzle"] = puzzle
    try:
        running.block(program_of(code), scope)
    except _FAILURES as error:
        raise NotKnown(str(error)) from None
    return running.added


def functions_of(code: str) -> dict[str, Callable[..., Value]]:
    """The functions of a program of a component, by their names; raises NotKnown.

    Those with ``function*`` are steps of a solver. They are known only by their names.
    """
    running, scope = _Running(), Scope(builtins())
    try:
        running.block(program_of(code), scope)
    except _FAILURES as error:
        raise NotKnown(str(error)) from None
    return {name: running.guarded(value) for name, value in scope.values.items() if callable(value)}


class _Running:
    """A program that runs: what it has added, and how many steps it made."""

    def __init__(self) -> None:
        self.added: list[Component] = []
        self.of_numbers: dict[str, Value] = {}
        self.steps = 0

    def add(self, component: Value = None, *_: Value) -> None:
        """Add a component to the puzzle."""
        if not isinstance(component, Component):
            raise NotKnown("a component of its own")
        self.added.append(component)

    def guarded(self, function: Callable[..., Value]) -> Callable[..., Value]:
        """A function that raises nothing but NotKnown when its program fails."""

        def call(*values: Value) -> Value:
            try:
                return function(*values)
            except _FAILURES as error:
                raise NotKnown(str(error)) from None

        return call

    def block(self, statements: Iterable[Node], scope: Scope) -> None:
        """Run statements; functions are known before their place."""
        kept = list(statements)
        for each in kept:
            if each[0] == "declare" and each[1][0][1][0] == "function" and each[1][0][1][1]:
                self._run(each, scope)
        for each in kept:
            self._run(each, scope)

    def _step(self, count: int = 1) -> None:
        """Count steps, or the values of a list that is made or searched."""
        self.steps += count
        if self.steps > _MOST_STEPS:
            raise NotKnown("more than {most} steps", most=f"{_MOST_STEPS:,}")

    def _run(self, statement: Node, scope: Scope) -> None:
        self._step()
        kind = statement[0]
        if kind == "expression":
            self.value(statement[1], scope)
        elif kind == "declare":
            for target, value in statement[1]:
                self._declare(target, self.value(value, scope), scope)
        elif kind == "block":
            self.block(statement[1], Scope(outer=scope) if statement[1] else scope)
        elif kind == "if":
            self._run(statement[2 if is_true(self.value(statement[1], scope)) else 3], scope)
        elif kind in ("for", "for of"):
            self._loop(statement, scope)
        elif kind == "switch":
            self._switch(statement, scope)
        else:
            raise _Jump(kind, self.value(statement[1], scope) if kind == "return" else None)

    def _loop(self, statement: Node, scope: Scope) -> None:
        if statement[0] == "for of":
            for each in list(items_of(self.value(statement[2], scope))):
                inner = Scope(outer=scope)
                self._declare(statement[1], each, inner)
                if self._is_left(statement[3], inner):
                    return
            return
        _, first, condition, step, body = statement
        inner = Scope(outer=scope)
        self._run(first, inner)
        while is_true(self.value(condition, inner)):
            if self._is_left(body, inner):
                return
            self.value(step, inner)

    def _switch(self, statement: Node, scope: Scope) -> None:
        """Run the statements from the case with the value on, until a break."""
        _, asked, cases = statement
        value, inner = self.value(asked, scope), Scope(outer=scope)
        tests = [each if each is None else self.value(each, inner) for each, _ in cases]
        usual = next((n for n, (each, _) in enumerate(cases) if each is None), len(cases))
        chosen = (
            n
            for n, test in enumerate(tests)
            if cases[n][0] is not None and calculated("===", value, test)
        )
        rest = [each for _, body in cases[next(chosen, usual) :] for each in body]
        try:
            self.block(rest, inner)
        except _Jump as jump:
            if jump.kind != "break":
                raise

    def _is_left(self, body: Node, scope: Scope) -> bool:
        """Run the body of a loop, and return whether it breaks the loop."""
        try:
            self._run(body, scope)
        except _Jump as jump:
            if jump.kind == "return":
                raise
            return jump.kind == "break"
        return False

    def _declare(self, target: Node, value: Value, scope: Scope) -> None:
        if target[0] == "name":
            scope.values[target[1]] = value
        elif target[0] == "list":
            items = items_of(value)
            for number, each in enumerate(target[1]):
                self._declare(each, items[number] if number < len(items) else None, scope)
        else:
            for name, each in target[1]:
                self._declare(each, self._member(value, name), scope)

    def value(self, node: Node, scope: Scope) -> Value:
        """The value of an expression."""
        self._step()
        kind = node[0]
        if kind == "value":
            return node[1]
        if kind == "name":
            return scope.holder(node[1])[node[1]]
        if kind not in _VALUES:
            raise NotKnown(kind)
        return _VALUES[kind](self, node, scope)

    def _binary_of(self, node: Node, scope: Scope) -> Value:
        _, sign, left, right = node
        one = self.value(left, scope)
        if sign in SHORT:
            return self.value(right, scope) if SHORT[sign](one) else one
        return calculated(sign, one, self.value(right, scope))

    def _unary_of(self, node: Node, scope: Scope) -> Value:
        value = self.value(node[2], scope)
        if node[1] == "!":
            return not is_true(value)
        if node[1] == "typeof":
            return type_of(value)
        return number(value) if node[1] == "+" else -number(value)

    def _choice_of(self, node: Node, scope: Scope) -> Value:
        return self.value(node[2 if is_true(self.value(node[1], scope)) else 3], scope)

    def _list_of(self, node: Node, scope: Scope) -> list[Value]:
        return self._values(node[1], scope)

    def _object_of(self, node: Node, scope: Scope) -> dict[str, Value]:
        return {name: self.value(each, scope) for name, each in node[1]}

    def _new_of(self, node: Node, scope: Scope) -> Value:
        values = self._values(node[2], scope)
        if node[1] in ("Array", "Set"):
            made = array_of(*values) if node[1] == "Array" else []
            return made or list(dict.fromkeys(items_of(values[0]) if values else ()))
        return Component(node[1], tuple(values))

    def _function_of(self, node: Node, scope: Scope) -> Callable[..., Value]:
        _, _, names, body, is_arrow = node

        def call(*values: Value, this: Value = None) -> Value:
            given = dict(zip(names, [*values, *[None] * len(names)], strict=False))
            if not is_arrow:
                given["this"] = this
            try:
                self.block(body, Scope(given, scope))
            except _Jump as jump:
                if jump.kind == "return":
                    return jump.value
                raise
            return None

        return call

    def _assign_of(self, node: Node, scope: Scope) -> Value:
        _, sign, target, source = node
        value = self.value(source, scope)
        if sign:
            value = calculated(sign, self.value(target, scope), value)
        self._put(target, value, scope)
        return value

    def _after_of(self, node: Node, scope: Scope) -> Value:
        before = self.value(node[2], scope)
        self._put(node[2], calculated(node[1], before, 1), scope)
        return before

    def _put(self, target: Node, value: Value, scope: Scope) -> None:
        if target[0] == "name":
            try:
                scope.holder(target[1])[target[1]] = value
            except NotKnown:  # a variable that was not declared
                scope.values[target[1]] = value
            return
        if target[0] != "member":
            raise NotKnown("an assignment")
        holder, name = self.value(target[1], scope), self.value(target[2], scope)
        if isinstance(holder, dict):
            holder[str(name)] = value
        elif isinstance(holder, list) and isinstance(name, int) and 0 <= name < len(holder):
            holder[name] = value
        elif isinstance(holder, list) and name == len(holder) < LONGEST:
            holder.append(value)
        else:
            raise NotKnown("an assignment")

    def _member_of(self, node: Node, scope: Scope) -> Value:
        return self._member(self.value(node[1], scope), self.value(node[2], scope))

    def _member(self, holder: Value, name: Value) -> Value:
        """A field of an object, an item of a list, or a method."""
        if isinstance(holder, dict):
            if name not in holder:
                raise NotKnown(str(name))
            return holder[name]
        if isinstance(holder, list | str):
            if name == "length":
                return len(holder)
            if isinstance(name, int):
                return holder[name] if 0 <= name < len(holder) else None
            if isinstance(holder, list) and name in OF_LISTS:
                method = OF_LISTS[name]
                self._step(len(holder) // 16)
                return lambda *values: method(holder, *values)
        if isinstance(holder, int | float) and isinstance(name, int):
            return None  # a number has no items
        if isinstance(holder, int | float) and name in self.of_numbers:
            method = self.of_numbers[name]
            return lambda *values: method(*values, this=holder)
        raise NotKnown(str(name))

    def _call_of(self, node: Node, scope: Scope) -> Value:
        if _is_ignored(node[1]):
            return ""
        values = self._values(node[2], scope)
        if node[1] == ("name", "Array"):
            return array_of(*values)
        called = self.value(node[1], scope)
        if not callable(called):
            raise NotKnown("a call of something that is not a function")
        found = called(*values)
        self._step(len(found) if isinstance(found, list | str) else 1)
        return found

    def _values(self, nodes: Iterable[Node], scope: Scope) -> list[Value]:
        found = list[Value]()
        for node in nodes:
            if node[0] == "spread":
                found += items_of(self.value(node[1], scope))
                self._step(len(found))
            else:
                found.append(self.value(node, scope))
            if len(found) > LONGEST:
                raise NotKnown("more than {longest} values", longest=f"{LONGEST:,}")
        return found


def _is_ignored(node: Node) -> bool:
    """Whether this is a function that only prints, or only names things."""
    while node[0] == "member":
        if node[2][1] in _IGNORED:
            return True
        node = node[1]
    return node[0] == "name" and node[1] in _IGNORED


_VALUES: dict[str, Callable[[_Running, Node, Scope], Value]] = {
    "binary": _Running._binary_of,
    "unary": _Running._unary_of,
    "choice": _Running._choice_of,
    "list": _Running._list_of,
    "object": _Running._object_of,
    "new": _Running._new_of,
    "function": _Running._function_of,
    "assign": _Running._assign_of,
    "after": _Running._after_of,
    "member": _Running._member_of,
    "call": _Running._call_of,
}
