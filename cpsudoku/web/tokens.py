"""The tokens of a script of the page, and which of its names no other script can see."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

_SPACE = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_TOKEN = re.compile(
    r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\d[\w.]*|\#?[A-Za-z_$][\w$]*|=>|\.{3}|\+\+|--|.""",
    re.DOTALL,
)
_REGULAR = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_TEMPLATE = re.compile(r"[`}](?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{)", re.DOTALL)  # a part of one
_OPERAND = re.compile(r"(?!(?:return|typeof|case)$).*[\w$)\]}\"'`]$", re.DOTALL)  # "/" divides it
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
# Words that are names only where they are not these words, and names of browsers.
_KNOWN = frozenset(
    (
        *("as", "async", "from", "get", "of", "set"),
        *("document", "history", "localStorage", "location", "navigator", "sessionStorage"),
        "window",
    )
)


def tokens_of(text: str) -> Iterator[str]:
    """The tokens of a script. A template is split at its values: ```a${``, ``}b```."""
    at, last = _after_space(text, 0), ""
    depths = [0]  # of braces: in the script, then in each value of a template
    while at < len(text):
        last = _token(text, at, last, is_in_template=len(depths) > 1 and not depths[-1])
        if last in {"{", "}"}:
            depths[-1] += 1 if last == "{" else -1
        else:
            _follow(last, depths)
        yield last
        at = _after_space(text, at + len(last))


def _follow(token: str, depths: list[int]) -> None:
    """Keep count of the values of templates that are open."""
    if _ends_value(token):
        depths.pop()
    if _begins_value(token):
        depths.append(0)


def _begins_value(token: str) -> bool:
    return token[0] in "`}" and token.endswith("${")


def _ends_value(token: str) -> bool:
    return token[0] == "}" and len(token) > 1


def _token(text: str, at: int, last: str, is_in_template: bool) -> str:
    """The token at a place, after another one."""
    pattern = _TOKEN
    if text[at] == "`" or (text[at] == "}" and is_in_template):
        pattern = _TEMPLATE
    elif text[at] == "/" and not _OPERAND.match(last):
        pattern = _REGULAR
    found = pattern.match(text, at)
    assert found is not None
    return found[0]


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    assert found is not None
    return found.end()


def local_names(tokens: Sequence[str]) -> Iterator[str]:
    """Each use of a variable whose name means nothing else in the script, such as a property."""
    declared, fixed = set[str](), {*_KNOWN}
    for at, token in enumerate(tokens):
        if _NAME.fullmatch(token):
            before, after = tokens[at - 1], tokens[at + 1]
            if before in {"let", "const", "function"} or after == "=>":
                declared.add(token)
            if before == "." or "export" in tokens[max(0, at - 3) : at]:
                fixed.add(token)
    for begin, end in _brackets(tokens):
        if _declares(tokens, begin, end):
            declared |= _variables(tokens[begin : end + 1])
        elif tokens[begin] == "{":
            fixed |= _keys(tokens, begin, end)
    return (token for token in tokens if token in declared - fixed)


def begins_bracket(token: str) -> bool:
    """Whether a token opens a bracket, or a value of a template."""
    return token in {*"([{"} or _begins_value(token)


def ends_bracket(token: str) -> bool:
    """Whether a token closes a bracket, or a value of a template."""
    return token in {*")]}"} or _ends_value(token)


def _brackets(tokens: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The places of both brackets of each pair."""
    begun = list[int]()
    for at, token in enumerate(tokens):
        if ends_bracket(token):
            yield begun.pop(), at
        if begins_bracket(token):
            begun.append(at)


def _declares(tokens: Sequence[str], begin: int, end: int) -> bool:
    """Whether brackets hold variables: parameters of a function, or parts of an array."""
    before, after = tokens[begin - 1], tokens[end + 1] if end + 1 < len(tokens) else ""
    if tokens[begin] == "[":
        return before in {"let", "const"}
    is_function = after in {"=>", "{"} and before not in {"if", "for", "while", "switch"}
    return tokens[begin] == "(" and is_function


def _variables(tokens: Sequence[str]) -> set[str]:
    return {
        name
        for before, name in pairwise(tokens)
        if before in {"(", ",", "[", "..."} and _NAME.fullmatch(name)
    }


def _keys(tokens: Sequence[str], begin: int, end: int) -> set[str]:
    """The names of properties in braces: of an object, or of a class."""
    is_class = "class" in tokens[max(0, begin - 4) : begin]
    found, depth = set[str](), 0
    for at in range(begin + 1, end):
        token, before, after = tokens[at], tokens[at - 1], tokens[at + 1]
        depth -= ends_bracket(token)
        if not depth and _NAME.fullmatch(token):
            is_key = before in {"{", ","} and after in {":", "(", ",", "}", "="}
            if is_key or is_class:
                found.add(token)
        depth += begins_bracket(token)
    return found
