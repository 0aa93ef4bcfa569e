"""Full rank: where a row or column is among all rows and columns, read as numbers both ways.

``FullRank~C1~6~20`` says that column 1 has the rank 6 from the top and 20 from the bottom. With n
rows and columns, n of the 4n numbers begin at each edge of the board. As their first digits differ,
every digit begins four of them, so a rank gives a first digit v and how many of the other three
numbers that begin with v are less. A state machine compares two numbers digit by digit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, product

from cpsudoku.core.board import Board
from cpsudoku.formats.links.iss_kinds import Clue
from cpsudoku.formats.links.iss_tokens import Arguments, IssToken
from cpsudoku.formats.links.unsaid import Unsaid
from cpsudoku.runtime.errors import InputError, quoted

RANK, TIES = "FullRank", "FullRankTies"
_NEVER, _UNCLUED, _ALWAYS = _KINDS = ("none", "only-unclued", "any")
_LARGEST = 9  # rows; the rules of a larger board are too long
_Number = tuple[int, ...]  # the cells from an edge to the opposite one


def with_ties(tokens: Sequence[IssToken]) -> list[IssToken]:
    """The tokens; those about a rank have a last argument for the ties of the whole puzzle."""
    ties = next((token.arguments[:1] for token in tokens if token.name == TIES), [])

    def told(token: IssToken) -> IssToken:
        inside = [told(each) for each in token.inside]
        arguments = [*token.arguments, "", ""][:3] + ties if token.name == RANK else token.arguments
        return replace(token, arguments=arguments, inside=inside)

    return [told(token) for token in tokens]


def _edges(board: Board) -> list[list[_Number]]:
    """The numbers that begin at the left, the right, the top and the bottom."""
    size = board.size
    if size > _LARGEST or len(board) != size**2 or (board.height, board.width) != (size, size):
        raise Unsaid("ranks on a board of this size")
    rows, columns = (
        [board.houses[h].cells for h in lines] for lines in (board.rows, board.columns)
    )
    return [list(rows), [c[::-1] for c in rows], list(columns), [c[::-1] for c in columns]]


def _ties(arguments: Arguments, at: int) -> str:
    ties = arguments.text(at) if len(arguments.texts) > at else _UNCLUED
    if ties not in _KINDS:
        raise InputError(f"{quoted(ties)} is not one of {', '.join(_KINDS)}")
    return ties


def _read_rank(arguments: Arguments) -> Iterator[str]:
    """The ranks at either end of a row or column."""
    left, right, top, bottom = edges = _edges(arguments.board)
    size, has_ties = arguments.board.size, _ties(arguments, 3) == _ALWAYS
    kind, number = arguments.line(0).split()
    if int(number) > size:
        raise InputError(f"{quoted(arguments.text(0))} is not on the board")
    own = (left, right) if kind == "row" else (top, bottom)
    for text, edge in zip(arguments.texts[1:3], own, strict=False):
        if not text:
            continue
        if not text.isdecimal() or not 1 <= int(text) <= 4 * size:
            raise InputError(f"{quoted(text)} is not a rank 1-{4 * size}")
        others = [each for each in edges if each is not edge]
        yield from _ranked(arguments.board, edge[int(number) - 1], others, int(text), has_ties)


def _ranked(
    board: Board, own: _Number, edges: Sequence[Sequence[_Number]], rank: int, has_ties: bool
) -> Iterator[str]:
    """Lines for the rank of a number. The numbers of the other edges may begin with its digit."""
    first, count = divmod(rank - 1, 4)
    digit = board.symbols[1 + first]
    yield f"line {digit}: {board.cell_name(own[0])}"
    cases = [
        [
            line
            for edge in edges
            for line in _compared(board, edge, own, digit, edge in less, has_ties)
        ]
        for less in combinations(edges, count)
    ]
    if len(cases) == 1:
        yield from cases[0]
    else:
        parts = (" & ".join(f"({line})" for line in case) for case in cases)
        yield "any-of: " + " | ".join(f"(all-of: {part})" for part in parts)


def _compared(
    board: Board,
    numbers: Sequence[_Number],
    own: _Number,
    digit: str,
    is_less: bool,
    has_ties: bool,
) -> list[str]:
    """Lines by which those of some numbers that begin with a digit are less than another, or not.

    With ties, a number that is not less may be the same.
    """
    symbols = board.symbols[1:]
    steps = [f"other ^{digit} done", f"other {digit} same", "done . done"]
    for at, one in enumerate(symbols):
        wins = symbols[at + 1 :] if is_less else symbols[:at]
        steps += [f"same {one} after{one}", f"after{one} {one} same"]
        steps += [f"after{one} {wins} done"] if wins else []
    ends = "done same" if has_ties and not is_less else "done"
    machine = f"machine {', '.join(steps)}, end {ends}"
    cells = ([number[0], *_pairs(number[1:], own[1:])] for number in numbers)
    return [f"{machine}: {_names(board, each)}" for each in cells]


def _pairs(one: _Number, other: _Number) -> Iterator[int]:
    """The cells of two numbers, in turn."""
    return chain.from_iterable(zip(one, other, strict=True))


def _names(board: Board, cells: Sequence[int]) -> str:
    return " ".join(map(board.cell_name, cells))


def _read_ties(arguments: Arguments) -> Iterator[str]:
    """Without ties, no two numbers are the same. Both may be read backwards."""
    if _ties(arguments, 0) != _NEVER:
        return
    board = arguments.board
    rows, rows_back, columns, columns_back = _edges(board)
    symbols = board.symbols[1:]
    steps = [
        f"same {one} after{one}, after{one} {one} same, after{one} ^{one} done" for one in symbols
    ]
    pairs = [
        *((rows[at], back) for number, back in enumerate(rows_back) for at in range(number)),
        *((columns[at], back) for number, back in enumerate(columns_back) for at in range(number)),
        *product(rows, [*columns, *columns_back]),
    ]
    for one, other in pairs:
        cells = _names(board, [*_pairs(one, other)])
        yield f"machine {', '.join(steps)}, done . done, end done: {cells}"


RANKS = (Clue(RANK, "", _read_rank), Clue(TIES, "", _read_ties))
