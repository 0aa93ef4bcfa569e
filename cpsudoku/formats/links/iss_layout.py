"""The layout of regions in a link of ISS: one symbol per cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cpsudoku.core.board import Board
from cpsudoku.formats.links.iss_tokens import Arguments, IssToken
from cpsudoku.runtime.errors import InputError


def with_layout(tokens: Sequence[IssToken]) -> list[IssToken]:
    """The tokens; lines of equal sums have the layout of the regions as an argument."""
    layout = next((token.arguments[-1:] for token in tokens if token.name == "Jigsaw"), [])
    if not layout:
        return list(tokens)

    def changed_token(token: IssToken) -> IssToken:
        inside = [changed_token(each) for each in token.inside]
        added = [f"_{layout[0]}"] if token.name == "RegionSumLine" else []
        return replace(token, arguments=[*added, *token.arguments], inside=inside)

    return [changed_token(token) for token in tokens]


def regions_of_layout(layout: str, board: Board) -> Iterator[list[int]]:
    """The cells of each region of a layout. A dash is a cell without a region."""
    if len(layout) > len(board):
        raise InputError(
            "a layout of {count} cells; the board has {needed}",
            count=len(layout),
            needed=len(board),
        )
    for symbol in dict.fromkeys(layout.replace("-", "")):
        region = [cell for cell, each in enumerate(layout) if each == symbol]
        if max(board.height, board.width) <= len(region) <= board.size:
            yield region


def read_jigsaw(arguments: Arguments) -> Iterator[str]:
    """The regions that are not houses of the board already."""
    board = arguments.board
    known = {frozenset(h.cells) for h in (*board.houses, *board.groups)}
    for region in regions_of_layout(arguments.text(-1), board):
        if frozenset(region) not in known:
            yield f"region: {' '.join(map(board.cell_name, region))}"
