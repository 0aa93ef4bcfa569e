"""Parses the part of JavaScript in which custom rules are usually written.

A program becomes nested tuples: each begins with the name of its kind. Classes, generators, regular
expressions, ``try`` and labels are not known. Everything raises NotKnown at what it does not know.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from cpsudoku.formats.links.custom.tokens import NotKnown, tokens_of
from cpsudoku.runtime.words import worded

Node = tuple[Any, ...]
_REFUSED = re.compile(
    r"async|await|case|catch|class|delete|do|else|export|extends|finally|import|in|instanceof|"
    r"super|switch|throw|try|void|with|yield"
)
_VALUE = re.compile(r"\$\{([^{}]*)\}")
_BINARY = (
    ("??",),
    ("||",),
    ("&&",),
    ("==", "!=", "===", "!=="),
    ("<", ">", "<=", ">="),
    ("+", "-"),
    ("*", "/", "%"),
)
_ASSIGNED = ("=", "+=", "-=", "*=", "/=", "%=", "**=")
_DECLARED = ("const", "let", "var")


def program_of(code: str) -> list[Node]:
    """The statements of a program; raises NotKnown."""
    parser, statements = _ScriptParser(tokens_of(code)), list[Node]()
    try:
        while not parser.is_at_end:
            statements.append(parser.statement())
    except RecursionError:
        raise NotKnown("brackets that are nested too deeply") from None
    return statements


def _template(text: str) -> Node:
    """A text with values in it, such as ``cell ${n + 1}``, as a sum of texts."""
    found: Node = ("value", "")
    for at, part in enumerate(_VALUE.split(text)):
        if at % 2 == 0:
            if "${" in part:
                raise NotKnown(part)
            found = ("binary", "+", found, ("value", part))
            continue
        parser = _ScriptParser(tokens_of(part))
        found = ("binary", "+", found, parser.expression())
        if not parser.is_at_end:
            raise NotKnown(part)
    return found


class _ScriptParser:
    """Reads tokens from left to right."""

    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self.tokens = [*tokens, ("end", "")]
        self.place = 0

    @property
    def is_at_end(self) -> bool:
        """Whether no token is left."""
        return self.tokens[self.place][0] == "end"

    def statement(self) -> Node:
        """One statement."""
        kind, text = self.tokens[self.place]
        if kind == "name" and text in _STATEMENTS:
            self.place += 1
            return _STATEMENTS[text](self)
        if kind == "name" and text in _DECLARED:
            return self._ended(self._declaration())
        if text == "{" and kind == "sign":
            return ("block", self._block())
        if self._takes(";"):
            return ("block", [])
        return self._ended(("expression", self.expression()))

    def expression(self) -> Node:
        """One expression, with assignments but without commas."""
        return self._arrow() or self._assignment()

    def _assignment(self) -> Node:
        target = self._choice()
        sign = self.tokens[self.place][1]
        if self._is_sign(*_ASSIGNED):
            self.place += 1
            return ("assign", sign[:-1], target, self.expression())
        return target

    def _arrow(self) -> Node | None:
        """A function such as ``(x, i) => x + i``, if one begins here."""
        start = self.place
        kind, text = self.tokens[start]
        names: list[str] | None = None
        if kind == "name" and self.tokens[start + 1][1] == "=>":
            self.place += 1
            names = [text]
        elif text == "(" and kind == "sign":
            names = self._tried(self._parameters)
        if names is None or not self._takes("=>"):
            self.place = start
            return None
        if self._is_sign("{"):
            return ("function", "", names, self._block(), True)
        return ("function", "", names, [("return", self.expression())], True)

    def _tried(self, read: Callable[[], list[str]]) -> list[str] | None:
        try:
            return read()
        except NotKnown:
            return None

    def _choice(self) -> Node:
        condition = self._binary(0)
        if not self._takes("?"):
            return condition
        one = self.expression()
        self._expect(":")
        return ("choice", condition, one, self.expression())

    def _binary(self, level: int) -> Node:
        if level == len(_BINARY):
            return self._power()
        left = self._binary(level + 1)
        while self._is_sign(*_BINARY[level]):
            sign = self._next()
            left = ("binary", sign, left, self._binary(level + 1))
        return left

    def _power(self) -> Node:
        base = self._unary()
        return ("binary", "**", base, self._power()) if self._takes("**") else base

    def _unary(self) -> Node:
        kind, text = self.tokens[self.place]
        if self._is_sign("-", "+", "!"):
            self.place += 1
            return ("unary", text, self._unary())
        if self._is_sign("++", "--"):
            self.place += 1
            return ("assign", text[0], self._unary(), ("value", 1))
        if kind == "name" and text == "typeof":
            self.place += 1
            return ("unary", text, self._unary())
        found = self._called(self._primary())
        if self._is_sign("++", "--"):
            return ("after", self._next()[0], found)
        return found

    def _called(self, found: Node) -> Node:
        """What follows a value: members, indices and calls."""
        while True:
            if self._takes("."):
                found = ("member", found, ("value", self._name()))
            elif self._takes("["):
                found = ("member", found, self.expression())
                self._expect("]")
            elif self._takes("("):
                found = ("call", found, self._items(")"))
            else:
                return found

    def _primary(self) -> Node:
        kind, text = self.tokens[self.place]
        self.place += 1
        if kind == "number":
            number = float(int(text, 16)) if text[:2] in ("0x", "0X") else float(text)
            return ("value", int(number) if number.is_integer() else number)
        if kind == "text" and text[0] == "`":
            return _template(text[1:-1])
        if kind == "text":
            return ("value", re.sub(r"\\(.)", r"\1", text[1:-1]))
        if kind == "name":
            return self._named(text)
        if text == "(":
            found = self.expression()
            self._expect(")")
            return found
        if text == "[":
            return ("list", self._items("]"))
        if text == "{":
            return self._object()
        raise NotKnown(text or worded("the end"))

    def _named(self, text: str) -> Node:
        values = {"true": True, "false": False, "null": None, "undefined": None}
        if text in values:
            return ("value", values[text])
        if text == "new":
            name = self._name()
            return ("new", name, self._items(")") if self._takes("(") else [])
        if text == "function":
            return self._function("")
        if _REFUSED.fullmatch(text):
            raise NotKnown(text)
        return ("name", text)

    def _object(self) -> Node:
        """An object such as ``{ name: 1, cells }``."""
        found: list[tuple[str, Node]] = []
        while not self._takes("}"):
            kind, text = self.tokens[self.place]
            if kind not in ("name", "text", "number"):
                raise NotKnown(text)
            self.place += 1
            name = text[1:-1] if kind == "text" else text
            found.append((name, self.expression() if self._takes(":") else ("name", name)))
            if not self._is_sign("}"):
                self._expect(",")
        return ("object", found)

    def _items(self, closing: str) -> list[Node]:
        """Expressions between commas, until a bracket closes; ``...x`` is spread."""
        found: list[Node] = []
        while not self._takes(closing):
            is_spread = self._takes("...")
            found.append(("spread", self.expression()) if is_spread else self.expression())
            if not self._is_sign(closing):
                self._expect(",")
        return found

    def _declaration(self) -> Node:
        """``const a = 1, b = 2``, or ``const [a, b] = c``."""
        self.place += 1
        found: list[tuple[Node, Node]] = []
        while True:
            target = self._target()
            found.append((target, self.expression() if self._takes("=") else ("value", None)))
            if not self._takes(","):
                return ("declare", found)

    def _target(self) -> Node:
        if self._takes("["):
            names: list[Node] = []
            while not self._takes("]"):
                names.append(("name", self._name()))
                if not self._is_sign("]"):
                    self._expect(",")
            return ("list", names)
        if self._takes("{"):
            found = []
            while not self._takes("}"):
                found.append(self._name())
                if not self._is_sign("}"):
                    self._expect(",")
            return ("object", [(name, ("name", name)) for name in found])
        return ("name", self._name())

    def _function(self, name: str) -> Node:
        return ("function", name, self._parameters(), self._block(), False)

    def _parameters(self) -> list[str]:
        self._expect("(")
        names: list[str] = []
        while not self._takes(")"):
            names.append(self._name())
            if not self._is_sign(")"):
                self._expect(",")
        return names

    def _block(self) -> list[Node]:
        self._expect("{")
        found = []
        while not self._takes("}"):
            if self.is_at_end:
                raise NotKnown("a block without an end")
            found.append(self.statement())
        return found

    def _skip_block(self) -> None:
        """Pass over a block, whatever is in it."""
        self._expect("{")
        depth = 1
        while depth:
            if self.is_at_end:
                raise NotKnown("a block without an end")
            depth += self._is_sign("{") - self._is_sign("}")
            self.place += 1

    def function_statement(self) -> Node:
        """A declared function. Of a generator, only its name is known."""
        is_generator = self._takes("*")
        name = self._name()
        if is_generator:
            self._parameters()
            self._skip_block()
            return ("declare", [(("name", name), ("function", name, [], [], False))])
        return ("declare", [(("name", name), self._function(name))])

    def if_statement(self) -> Node:
        """``if`` with its ``else``."""
        condition = self._condition()
        then = self.statement()
        has_else = self.tokens[self.place] == ("name", "else")
        self.place += has_else
        return ("if", condition, then, self.statement() if has_else else ("block", []))

    def switch_statement(self) -> Node:
        """``switch``, with a list of cases: a value, or None for ``default``, and statements."""
        value = self._condition()
        self._expect("{")
        cases: list[tuple[Node | None, list[Node]]] = []
        while not self._takes("}"):
            kind, word = self.tokens[self.place]
            if kind == "name" and word in ("case", "default"):
                self.place += 1
                cases.append((self.expression() if word == "case" else None, []))
                self._expect(":")
            elif not cases or self.is_at_end:
                raise NotKnown(word or worded("the end"))
            else:
                cases[-1][1].append(self.statement())
        return ("switch", value, cases)

    def while_statement(self) -> Node:
        """``while``."""
        return ("for", ("block", []), self._condition(), ("value", None), self.statement())

    def for_statement(self) -> Node:
        """``for (a; b; c)`` or ``for (const a of b)``."""
        self._expect("(")
        is_declared = self.tokens[self.place][1] in _DECLARED
        start = self.place
        self.place += is_declared
        target = self._tried_target()
        if target is not None and self.tokens[self.place] == ("name", "of"):
            self.place += 1
            values = self.expression()
            self._expect(")")
            return ("for of", target, values, self.statement())
        self.place = start
        first: Node = ("block", [])
        if not self._is_sign(";"):
            first = self._declaration() if is_declared else ("expression", self.expression())
        self._expect(";")
        condition = ("value", True) if self._is_sign(";") else self.expression()
        self._expect(";")
        step = ("value", None) if self._is_sign(")") else self.expression()
        self._expect(")")
        return ("for", first, condition, step, self.statement())

    def _tried_target(self) -> Node | None:
        try:
            return self._target()
        except NotKnown:
            return None

    def return_statement(self) -> Node:
        """``return`` with or without a value."""
        is_empty = self._is_sign(";", "}")
        return self._ended(("return", ("value", None) if is_empty else self.expression()))

    def _condition(self) -> Node:
        self._expect("(")
        found = self.expression()
        self._expect(")")
        return found

    def _ended(self, statement: Node) -> Node:
        self._takes(";")
        return statement

    def _name(self) -> str:
        kind, text = self.tokens[self.place]
        if kind != "name" or _REFUSED.fullmatch(text):
            raise NotKnown(text or worded("the end"))
        self.place += 1
        return text

    def _next(self) -> str:
        self.place += 1
        return self.tokens[self.place - 1][1]

    def _is_sign(self, *signs: str) -> bool:
        kind, text = self.tokens[self.place]
        return kind == "sign" and text in signs

    def _takes(self, sign: str) -> bool:
        found = self._is_sign(sign)
        self.place += found
        return found

    def _expect(self, sign: str) -> None:
        if not self._takes(sign):
            raise NotKnown(
                "{found} instead of {sign}",
                found=self.tokens[self.place][1] or worded("the end"),
                sign=sign,
            )


_STATEMENTS: dict[str, Callable[[_ScriptParser], Node]] = {
    "if": _ScriptParser.if_statement,
    "for": _ScriptParser.for_statement,
    "while": _ScriptParser.while_statement,
    "switch": _ScriptParser.switch_statement,
    "return": _ScriptParser.return_statement,
    "function": _ScriptParser.function_statement,
    "break": lambda parser: parser._ended(("break",)),
    "continue": lambda parser: parser._ended(("continue",)),
}
