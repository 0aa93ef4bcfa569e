"""Rules in words, one per line: ``killer 12: r1c1 r1c2 r2c1``.

A line is a name, its parameters, a colon, and then cells. ``=`` separates lists of cells, and ``;``
begins another rule of the same kind. ``#`` begins a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from cpsudoku.core.board import Board
from cpsudoku.core.board_words import BOARD_LINES, BoardWords
from cpsudoku.core.constraints import CONSTRAINTS, Constraint
from cpsudoku.core.constraints.amounts import (
    LONGEST,
    refuse_long_line,
    refuse_many_rules,
)
from cpsudoku.core.constraints.field_kinds import AnyField, AnyKind, is_optional, kinds
from cpsudoku.core.rule_names import (
    LONGEST_NAME,
    known_rule,
    layered_names,
    name_key,
    nearest,
    rule_named,
    rules_by_name,
    unknown_rule,
)
from cpsudoku.runtime.errors import CpsudokuError, InputError, quoted


def rules_of(line: str, board: Board) -> tuple[Constraint, ...]:
    """The rules of one line.

    Raises InputError, which names the word. Raises UnknownRule if the rule does not exist.
    """
    text = _without_comment(line)
    refuse_long_line(text)
    head, colon, tail = text.partition(":")
    if _CELL.match(head):
        raise InputError(
            "{head} continues nothing; a line begins with a rule's name", head=quoted(head)
        )
    rule, words = _named(head)
    cell = _CELL.search(head)
    if cell is not None and not colon:
        place = head[cell.start() :].split()[0]
        form = quoted(syntax_of(rule))
        raise InputError(
            "a colon is missing before {place}; the form is {form}", place=quoted(place), form=form
        )
    parts = _split(tail, ";") if colon else [""]
    return tuple(_rule(rule, words, part, board) for part in parts)


def board_for(lines: Iterable[str], board: Board) -> Board:
    """The board with the layers that the rules of some lines bring."""
    names = {match for line in lines for match in layered_names().findall(line.lower())}
    layers = (layer for name in sorted(names) for layer in rule_named(name).brought(board))
    return board.with_layers(*layers)


def example_of(rule: type[Constraint]) -> tuple[Constraint, ...]:
    """The example of a rule, and the rules that it needs, on a 9x9 board or on the one it needs."""
    words, _ = split_lines(rule.example_board)
    lines = (rule.example, *rule.example_rules)
    return parsed(lines, board_for(lines, words.board(9)))


def line_of(constraint: Constraint) -> str:
    """The line of a rule. ``rules_of`` reads it back."""
    before, after = [constraint.name], list[str]()
    for each, kind in fields_in_line(constraint):
        value = getattr(constraint, each.name)
        if is_optional(each) and value == each.default:
            continue
        if kind.joined_by:
            written = f" {kind.joined_by} ".join(f"({line_of(rule)})" for rule in value)
        else:
            written = kind.write(value, constraint.board)
        (after if kind.is_place else before).append(written)
    return " ".join(before) + (": " + " = ".join(after) if after else "")


def syntax_of(rule: type[Constraint]) -> str:
    """The syntax of a rule, such as ``killer [SUM]: CELLS``."""
    before, after = [rule.name], list[str]()
    for each, kind in fields_in_line(rule):
        word = f"[{kind.word}]" if is_optional(each) else kind.word
        (after if kind.is_place else before).append(word)
    return " ".join(before) + (": " + " = ".join(after) if after else "")


def family_of(rule: type[Constraint]) -> str:
    """The family of a rule, which is the name of its folder."""
    return rule.__module__.split(".")[-2]


def is_rule_line(line: str) -> bool:
    """Whether a line is a rule or a misspelled rule. A misspelled rule is never a title.

    A line is a rule if it names cells such as ``r1c1``, if it has a colon after the name of a rule
    and its numbers, or if the rule needs no cells. Everything after ``#`` is a comment. A line that
    is too long for a rule is one if it begins with a letter and has several words or a colon.
    """
    text = _without_comment(line)
    return _is_short_rule(text) if len(text) <= _SHORT else _is_rule(text)


def _is_rule(text: str) -> bool:
    if len(text) > LONGEST:
        has_words = " " in text or ":" in text
        return text[0].isalpha() and has_words and not _is_data(text)
    if _CELL.search(text):
        return not _is_data(text)
    if not text[:1].isalpha() or not (":" in text or _LETTERS.search(text)):
        return False
    head, colon, tail = text.partition(":")
    words = _words(head)
    if colon:
        return _is_head(words, tail)
    found = known_rule(words) if len(words[0]) > 1 else None  # x is also a blank cell
    if found is not None:
        is_followed = known_rule(found[1]) is not None  # by another rule: an error, not a title
        return is_followed or (not _needs_place(found[0]) and _is_whole(text, found[1]))
    is_title = words[0].lower().startswith("sudoku")
    if is_title or len(words) > LONGEST_NAME or not _NAME.fullmatch(text):
        return False
    near = nearest("".join(words))
    if near is None or near in BOARD_LINES:
        return False
    return not _needs_place(rules_by_name()[name_key(near)][0])


_SHORT = 200  # characters
# A reader looks at the lines of a sample several times to recognise their format.
_is_short_rule = lru_cache(maxsize=8192)(_is_rule)


def _is_data(text: str) -> bool:
    """Whether a line is JSON or begins with the cells of a puzzle instead of a rule."""
    first = text.split(maxsplit=1)[0]
    is_name = re.fullmatch("[A-Za-z-]+:?", first) is not None
    is_long = len(first) >= _CELLS_OF_A_PUZZLE and not is_name
    return text[0] in '{["' or (is_long and not _CELL.search(first))


def is_board_line(line: str) -> bool:
    """Whether a line describes the board: ``boxes: 3x2``."""
    head, colon, _ = _without_comment(line).partition(":")
    return bool(colon) and head.strip().lower() in BOARD_LINES


def split_lines(lines: Iterable[str]) -> tuple[BoardWords, list[str]]:
    """Split lines into the description of the board and the lines of rules."""
    words, rules = BoardWords(), []
    for line in lines:
        if is_board_line(line):
            words = board_line(words, line)
        elif _without_comment(line):
            rules.append(line)
    return words, rules


def board_line(words: BoardWords, line: str) -> BoardWords:
    """The description of a board with one more line. Raises InputError."""
    text = _without_comment(line)
    refuse_long_line(text)
    head, _, tail = text.partition(":")
    name = head.strip().lower()
    try:
        return words.said(name, tail)
    except InputError as error:
        raise InputError(
            "{name}: {error}; the form is {form}",
            name=name,
            error=error,
            form=quoted(BOARD_LINES[name][0]),
        ) from None


def board_of_line(line: str, size: int | None = None) -> Board:
    """The board that a single line describes, with ``size`` digits by default.

    Raises InputError.
    """
    return board_line(BoardWords(), line).board(size)


_CELL = re.compile(r"(?<![A-Za-z0-9])r\d{1,3}(?:[-,]\d{1,3})*c\d", re.IGNORECASE)
_PLACE = re.compile(
    r"\s*(?:none|\w+(?:/\w+)+/?|\d+x\d+|(?:row|column|col|box|region)\s+\d+.*|everything)\s*",
    re.IGNORECASE,
)
_LETTERS = re.compile("[A-Za-z]{2}|[A-Za-z][0-9]")  # never in cells with blanks between them
_NAME = re.compile("[A-Za-z][-_ A-Za-z]{4,30}")
_REGIONS = re.compile(r"\s*\w+(?:/\w+){3,}/?\s*")
_CELLS_OF_A_PUZZLE = 16  # the fewest in one line
_DEEPEST = 40  # nested parentheses of rules and patterns


def _words(head: str) -> list[str]:
    """The words before a colon. A sign or number may touch the name, as in ``sum<=30``."""
    return re.sub(r"^(\s*[A-Za-z][A-Za-z_-]*)(?=[<>=≤≥\d])", r"\1 ", head).split()


def _without_comment(line: str) -> str:
    return line.split("#", maxsplit=1)[0].strip()


def fields_in_line(rule: object) -> list[tuple[AnyField, AnyKind]]:
    """The fields of a rule in line order. A field that takes the rest before the colon is last."""
    return sorted(kinds(rule), key=lambda field: field[1].takes_rest and not field[1].is_place)


def _is_head(words: Sequence[str], tail: str) -> bool:
    """Whether the words before a colon are a rule or board line, or a misspelled one."""
    if not words:
        return False
    if words[0].lower() in BOARD_LINES and len(words) == 1:
        return True
    if _REGIONS.fullmatch(tail):
        return True
    found = known_rule(words)
    if found is not None:
        return not found[1] or not found[1][0].isalpha() or bool(_PLACE.fullmatch(tail))
    names = (" ".join(words[:count]) for count in range(1, min(len(words), LONGEST_NAME) + 1))
    return bool(_PLACE.fullmatch(tail)) and any(map(nearest, names))


def _needs_place(rule: type[Constraint]) -> bool:
    """Whether a line of this rule must name cells."""
    return any(kind.is_place and not is_optional(each) for each, kind in kinds(rule))


def _is_whole(text: str, words: Sequence[str]) -> bool:
    """Whether a line without cells is a rule, not a title such as ``Diagonals, easy``."""
    if not words or not words[0][0].isalpha():
        return True
    return any(_makes_rules(text, board) for board in _USUAL_BOARDS)


def _makes_rules(text: str, board: Board) -> bool:
    try:
        return bool(rules_of(text, board))
    except CpsudokuError:
        return False


_USUAL_BOARDS = (Board.boxes(3, 3), Board.rectangle(9, 9, 10, (3, 3), lowest=0))


def _named(head: str) -> tuple[type[Constraint], list[str]]:
    """The rule at the beginning of the words before the colon, and the remaining words."""
    words = _words(head)
    found = known_rule(words)
    if found is None:
        raise unknown_rule(words[0] if words else "")
    return found


def _rule(rule: type[Constraint], words: list[str], tail: str, board: Board) -> Constraint:
    values: dict[str, object] = {}
    skipped: list[AnyKind] = []
    nests = any(kind.joined_by for _, kind in kinds(rule))
    parts = [tail] if nests else tail.split("=")
    left, places = list(words), [part.strip() for part in parts] if tail.strip() else []
    try:
        for each, kind in fields_in_line(rule):
            stock = places if kind.is_place else left
            if not stock:
                if not is_optional(each):
                    raise InputError("{allowed} is missing", allowed=kind.word)
                continue
            if kind.starts is not None and is_optional(each):
                start = kind.starts.match(stock[0])
                if start is None:
                    skipped.append(kind)
                    continue
                stock[:1] = [part for part in (start[0], stock[0][start.end() :]) if part]
            text = _taken(stock, kind)
            nested = kind.joined_by
            values[each.name] = _inside(text, nested, board) if nested else kind.read(text, board)
        for kind in skipped if left and left[0][0].isalpha() else ():
            kind.read(left[0], board)  # raises InputError, which lists the allowed words
        if left or places:
            known = [
                values.get(each.name) for each, kind in fields_in_line(rule) if not kind.is_place
            ]
            raise _more_than_it_takes(left or places, known)
        return rule(board, **values)
    except InputError as error:
        raise InputError(
            "{name}: {error}; the form is {form}",
            name=rule.name,
            error=error,
            form=quoted(syntax_of(rule)),
        ) from None


def _more_than_it_takes(left: Sequence[str], values: Iterable[object]) -> InputError:
    """The error for words after the last field. Numbers of a list are separated by commas."""
    lists = [each for each in values if isinstance(each, tuple) and each and type(each[0]) is int]
    if left[0].isdigit() and lists:
        written = ",".join([*map(str, lists[0]), *filter(str.isdigit, left)])
        return InputError(
            "several numbers are separated by commas; write {written}", written=written
        )
    return InputError("{left} is more than it takes", left=quoted(left[0]))


def _taken(stock: list[str], kind: AnyKind) -> str:
    """The next part of the line, or everything that is left."""
    if not kind.takes_rest:
        return stock.pop(0)
    text = (" = " if kind.is_place else " ").join(stock)
    stock.clear()
    return text


def _inside(text: str, joined_by: str, board: Board) -> tuple[Constraint, ...]:
    """The rules inside a rule. Rules of one line, separated by ``;``, all hold."""
    together: Any = CONSTRAINTS["all-of"]
    lines = [_without_parentheses(part) for part in _split(text, joined_by)]
    found = [rules_of(line, board) for line in lines]
    return tuple(rules[0] if len(rules) == 1 else together(board, rules) for rules in found)


def _split(text: str, sign: str) -> list[str]:
    """Split a text at each sign outside parentheses."""
    parts, begins, depth = list[str](), 0, 0
    for at, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth < 0:
            raise InputError("{text} has a ')' without its '('", text=quoted(text.strip()))
        if depth > _DEEPEST:
            raise InputError(
                "at most {deepest} parentheses can be inside each other", deepest=_DEEPEST
            )
        if character == sign and not depth:
            parts.append(text[begins:at])
            begins = at + 1
    if depth:
        raise InputError("{text} has a '(' without its ')'", text=quoted(text.strip()))
    parts.append(text[begins:])
    refuse_many_rules(parts)
    return parts


def _without_parentheses(text: str) -> str:
    """A rule without the parentheses around all of it. A rule of rules needs them."""
    inside = text.strip()
    if inside.startswith("(") and inside.endswith(")"):
        return inside[1:-1]
    found = known_rule(inside.partition(":")[0].split())
    if found is not None and any(kind.joined_by for _, kind in kinds(found[0])):
        raise InputError("{inside} needs parentheses around it", inside=quoted(inside))
    return inside


def parsed(lines: Iterable[str], board: Board) -> tuple[Constraint, ...]:
    """The rules of several lines. Blank lines, comments and board lines are skipped."""
    return tuple(
        rule
        for line in lines
        if _without_comment(line) and not is_board_line(line)
        for rule in rules_of(line, board)
    )
