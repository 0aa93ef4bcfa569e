"""Reads a constraint string of Interactive-Sudoku-Solver: ``.Cage~9~R1C1~R1C2.~R5C5_3``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.part_names import unknown_rule
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import board_for, rules_of
from cpsudoku.formats.links.iss_board import ABOUT_BOARD, board_of_tokens
from cpsudoku.formats.links.iss_clues import CLUES
from cpsudoku.formats.links.iss_copies import COPIED, copied
from cpsudoku.formats.links.iss_layout import with_layout
from cpsudoku.formats.links.iss_ranks import with_ties
from cpsudoku.formats.links.iss_tokens import MOST_TOKENS, Arguments, IssToken
from cpsudoku.formats.links.unsaid import Unsaid
from cpsudoku.runtime.errors import InputError, Source, quoted
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.words import worded

MOST_ARGUMENTS = 4_000  # of a token
MOST_REPEATS = 2  # of a type in HEAVY
HEAVY = ("AntiTaxicab", "GlobalEntropy", "GlobalMod")  # each means hundreds of our rules
_DEEPEST = 20  # rules nested inside rules
COMBINED = {"Or": ("any-of", "|"), "And": ("all-of", "&")}
COMPOSITE = (*COMBINED, COPIED)
IGNORED = ("SearchPriority",)  # where a solver should begin; this is not a rule


def is_constraint_string(text: str) -> bool:
    """Whether a text begins like a constraint string."""
    match = re.match(r"\s*\.+\s*([A-Za-z]*)(~|\.|\s|$)", text)
    if match is None:
        return False
    if match[2] == "~" or match[1] in {*CLUES.clues, *ABOUT_BOARD, *COMPOSITE} - {""}:
        return True
    return bool(re.match("[A-Z][a-z]{3}", match[1])) and match[1].upper() != match[1]


def puzzle_of_string(text: str, source: Source, label: str = "") -> Puzzle:
    """The puzzle of a constraint string; raises InputError, which quotes the token.

    Cells with one value are givens; other sets of values are marks. Blanks and line ends are
    ignored.
    """
    items = re.sub(r"\s+", "", text).lstrip(".").split(".")
    if len(items) > MOST_TOKENS:
        raise InputError("more than {most} rules in a constraint string", most=f"{MOST_TOKENS:,}")
    for name in HEAVY:
        if sum(item.split("~")[0] == name for item in items) > MOST_REPEATS:
            raise InputError("{name} more than {most} times", name=quoted(name), most=MOST_REPEATS)
    tokens = _tree(iter([item.split("~") for item in items]))
    rules_said = (CLUES.clues[token.name].rules for token in tokens if token.name in CLUES.clues)
    board = board_for(rules_said, board_of_tokens(tokens))
    kept, unknown, rules = dict[int, set[int]](), Counter[str](), list[Constraint]()
    for token in _by_cell(with_layout(with_ties(copied(tokens, board)))):
        rules += _rules(token, board, kept, unknown)
    rules += [rule for line in _of_variables(board, kept) for rule in rules_of(line, board)]
    return Puzzle(
        _givens(board, kept),
        tuple(rules),
        source=source,
        label=label,
        marks=_marks(board, kept),
        uninterpreted=phrases(unknown),
    )


def phrases(unknown: Counter[str]) -> tuple[str, ...]:
    """The parts that were not interpreted: ``rule 'Var'`` or ``3 rules 'ConnectedValues'``."""
    return tuple(
        unknown_rule(name)
        if count == 1
        else worded("{parts} {quoted}", parts=plural(count, "rule"), quoted=quoted(name))
        for name, count in unknown.items()
    )


def _tree(items: Iterator[list[str]], within: str = "", depth: int = 0) -> list[IssToken]:
    """The tokens up to the ``End`` of a rule that contains rules."""
    if depth > _DEEPEST:
        raise InputError(
            "at most {deepest} rules of rules can be inside each other", deepest=_DEEPEST
        )
    tree: list[IssToken] = []
    for name, *arguments in items:
        if len(arguments) > MOST_ARGUMENTS:
            raise InputError(
                "{name} has more than {most} arguments",
                name=quoted(name),
                most=f"{MOST_ARGUMENTS:,}",
            )
        if name == "End":
            if not within:
                raise InputError("'End' without a rule of rules before it")
            return tree
        token = IssToken(name, arguments)
        if name in COMPOSITE:
            token.inside = _tree(items, name, depth + 1)
        tree.append(token)
    if within:
        raise InputError("'End' is missing after {within}", within=quoted(within))
    return tree


def _by_cell(tokens: Iterable[IssToken]) -> Iterator[IssToken]:
    """The tokens, with a separate token for each cell that has givens."""
    for token in tokens:
        if token.name:
            yield token
        else:
            yield from (IssToken("", [each]) for each in token.arguments)


def _rules(
    token: IssToken, board: Board, kept: dict[int, set[int]], unknown: Counter[str]
) -> list[Constraint]:
    """The rules of a token. The values that it leaves in cells are added to ``kept``."""
    if token.name in (*ABOUT_BOARD, *IGNORED):
        return []
    try:
        lines = [_combined(token, board)] if token.inside else _lines(token, board, kept)
        return [rule for line in lines for rule in rules_of(line, board)]
    except Unsaid:
        unknown[token.name or "Given"] += 1
    except InputError as error:
        raise InputError(
            "{place}: {problem}", place=quoted(str(token)), problem=error.problem
        ) from None
    return []


def _lines(token: IssToken, board: Board, kept: dict[int, set[int]]) -> list[str]:
    """The lines of our rules for a token; raises Unsaid and InputError."""
    clue = CLUES.clues.get(token.name)
    if clue is None:
        raise Unsaid(token.name)
    for argument in token.arguments:
        if re.search(r"[:;#&|]" if argument.startswith("_") else r"[:;#&|()]", argument):
            raise InputError("{argument} is not an argument of a rule", argument=quoted(argument))
    return list(clue.read(Arguments(token.arguments, board, kept)))


def _combined(token: IssToken, board: Board) -> str:
    """The line for a rule that contains rules."""
    if token.name not in COMBINED:
        raise Unsaid(token.name)
    word, sign = COMBINED[token.name]
    return f"{word}: " + f" {sign} ".join(f"({_one(each, board)})" for each in token.inside)


def _one(token: IssToken, board: Board) -> str:
    """A single line for everything that a token inside another rule means."""
    if token.inside:
        return _combined(token, board)
    kept: dict[int, set[int]] = {}
    lines = _lines(token, board, kept)
    for cell, values in kept.items():
        symbols = "".join(board.symbols[value - board.lowest + 1] for value in sorted(values))
        lines.append(f"line [{symbols}]: {board.cell_name(cell)}")
    together = " & ".join(f"({line})" for line in lines)
    return lines[0] if len(lines) == 1 else f"all-of: {together}"


def _of_variables(board: Board, kept: Mapping[int, set[int]]) -> Iterator[str]:
    """The values that are left in variables, as lines of rules."""
    cells: dict[str, list[str]] = {}
    for cell, values in kept.items():
        if cell >= len(board):
            left = ",".join(map(str, sorted(values)))
            cells.setdefault(left, []).append(board.cell_name(cell))
    for left, names in cells.items():
        yield f"only {left}: {' '.join(names)}"


def _givens(board: Board, kept: Mapping[int, set[int]]) -> Grid:
    """The cells with one value."""
    above = board.lowest - 1
    only = {cell: min(values) - above for cell, values in kept.items() if len(values) == 1}
    return Grid(bytes(only.get(cell, 0) for cell in range(len(board))), board)


def _marks(board: Board, kept: Mapping[int, set[int]]) -> tuple[tuple[int, ...], ...] | None:
    """The digits that are left in each cell, or None if every cell has one digit or all of them."""
    above = board.lowest - 1
    of_cells = (values for cell, values in kept.items() if cell < len(board))
    if all(len(values) in (1, board.size) for values in of_cells):
        return None
    every = set(board.values)
    return tuple(
        tuple(sorted(value - above for value in kept.get(cell, every)))
        for cell in range(len(board))
    )
