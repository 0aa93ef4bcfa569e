"""Full rank: where a row or column is among all rows and columns, read as numbers both ways.

``FullRank~C1~6~20`` says that column 1 has the rank 6 from the top and 20 from the bottom. By
default no other number is equal to one with a clue. ``FullRankTies`` says whether numbers may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, product
from typing import TYPE_CHECKING

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.outside.full_rank import has_ranks
from cpsudoku.formats.links.iss_kinds import Clue, ends, where
from cpsudoku.formats.links.iss_tokens import Arguments, IssToken
from cpsudoku.formats.links.unsaid import Unsaid
from cpsudoku.runtime.errors import InputError, quoted

if TYPE_CHECKING:
    from cpsudoku.core.constraints.outside.full_rank import FullRank


RANK, TIES = "FullRank", "FullRankTies"
_NEVER, _UNCLUED, _ALWAYS = _KINDS = ("none", "only-unclued", "any")
_LARGEST = 9  # rows; the rules of a larger board are too long
_Number = tuple[int, ...]  # the cells from an edge to the opposite one


def with_ties(tokens: Sequence[IssToken]) -> list[IssToken]:
    """The tokens; those about a rank have a last argument for the ties of the whole puzzle."""
    ties = next((token.arguments[:1] for token in tokens if token.name == TIES), [])

    def changed_token(token: IssToken) -> IssToken:
        inside = [changed_token(each) for each in token.inside]
        arguments = [*token.arguments, "", ""][:3] + ties if token.name == RANK else token.arguments
        return replace(token, arguments=arguments, inside=inside)

    return [changed_token(token) for token in tokens]


def _edges(board: Board) -> list[list[_Number]]:
    """The numbers that begin at the left, the right, the top and the bottom."""
    if not has_ranks(board) or board.size > _LARGEST:
        raise Unsaid("ranks on a board of this size")
    rows, columns = (
        [board.houses[h].cells for h in lines] for lines in (board.rows, board.columns)
    )
    return [list(rows), [c[::-1] for c in rows], list(columns), [c[::-1] for c in columns]]


def _ties(arguments: Arguments, at: int) -> str:
    ties = arguments.text(at) if len(arguments.texts) > at else _UNCLUED
    if ties not in _KINDS:
        raise InputError(
            "{found} is not one of {allowed}", found=quoted(ties), allowed=", ".join(_KINDS)
        )
    return ties


def _read_rank(arguments: Arguments) -> Iterator[str]:
    """The ranks at either end of a row or column."""
    ties = "ties " if _ties(arguments, 3) == _ALWAYS else ""
    if not has_ranks(arguments.board):
        raise Unsaid("ranks on a board of this size")
    for clue, line in ends(replace(arguments, texts=arguments.texts[:3])):
        yield f"full-rank {clue} {ties}: {line}"


def _write_rank(rule: FullRank) -> list[str]:
    if rule.ties == "ties":
        raise Unsaid("with ties")  # all clues of a string have them, or none
    line, is_start = where(rule.board, rule.line)
    return [f"{line}~{rule.rank}~" if is_start else f"{line}~~{rule.rank}"]


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


RANKS = (Clue(RANK, "full-rank", _read_rank, _write_rank), Clue(TIES, "", _read_ties))
