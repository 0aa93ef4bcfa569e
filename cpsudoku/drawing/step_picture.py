"""A picture of a step: its houses are tinted, its candidates in shapes, its links arrows."""

from __future__ import annotations

from collections.abc import Collection

from cpsudoku.core.candidates import Candidate, Candidates, digits_of
from cpsudoku.drawing.looks import LOOKS, drawn_label, legend_of, roles_in_order
from cpsudoku.drawing.svg_picture import Picture
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.base import BLOCKER, Link, Step


def candidates_picture(candidates: Candidates, title: str = "") -> str:
    """The SVG of a position with its pencilmarks."""
    picture = Picture(candidates.board, title, "", candidates.puzzle.constraints)
    picture.grid(candidates.grid, candidates.puzzle.givens)
    picture.candidates(_all_marks(candidates))
    return picture.svg


def step_picture(
    candidates: Candidates,
    step: Step,
    title: str = "",
    text: str = "",
    written: Collection[Candidate] | None = None,
) -> str:
    """The SVG of a step: the position before it, the pattern, and the effects.

    title: the text above the board. text: the step in words, for readers who can't see it.
    written: the candidates that are shown, by default all.
    """
    picture = Picture(candidates.board, title, text, candidates.puzzle.constraints)
    draw_step(picture, candidates, step, written)
    picture.grid(candidates.grid, candidates.puzzle.givens)
    _draw_legend(picture, step)
    return picture.svg


def draw_step(
    picture: Picture,
    candidates: Candidates,
    step: Step,
    written: Collection[Candidate] | None = None,
) -> None:
    """Draw a step and candidates on a board, without digits and without a legend.

    written: the candidates that are shown, by default all.
    """
    _tint(picture, step)
    parts = roles_in_order(step)
    drawn = {at for part in parts for at in part.candidates if not candidates.cells[at[0]]}
    others = [at for at in _all_marks(candidates) if at not in drawn]
    picture.candidates([at for at in others if written is None or at in written])
    for part in parts:
        for at in part.candidates:
            shape, label = LOOKS[part.name].shape, drawn_label(part, parts)
            picture.shape(at, shape, part.name, label, large=at not in drawn)
    eliminated = set(step.eliminations)
    picture.candidates(sorted(drawn - eliminated), "given", bold=True)
    picture.candidates(sorted(eliminated), "eliminated", bold=True)
    ends = (end for link in step.links for end in (link.first, link.second))
    for group in dict.fromkeys(tuple(sorted(end)) for end in ends if len(end) > 1):
        if len({cell for cell, _ in group}) > 1:  # a cell that loses digits is tinted already
            picture.group(group)
    for link in dict.fromkeys(step.links):
        _draw_link(picture, link)


def _tint(picture: Picture, step: Step) -> None:
    """Tint the houses of a step and the cells of its pattern."""
    board = picture.board
    houses = {cell for house in step.houses for cell in board.houses[house].cells}
    cells = {cell for role in step.roles if role.name != BLOCKER for cell, _ in role.candidates}
    cells |= {cell for cell, _ in step.placements}
    picture.fill(sorted(houses - cells), "house")
    picture.fill(sorted(cells), "cell")


def _all_marks(candidates: Candidates) -> list[Candidate]:
    marks = enumerate(candidates.marks)
    return [(cell, digit) for cell, mark in marks for digit in digits_of(mark)]


def _draw_link(picture: Picture, link: Link) -> None:
    """An arrow between the two nearest candidates of its ends."""
    pairs = ((one, other) for one in link.first for other in link.second)
    nearest = min(pairs, key=lambda pair: _distance(picture, *pair))
    picture.arrow(*nearest, dashed=not link.strong)


def _distance(picture: Picture, start: Candidate, end: Candidate) -> float:
    (x, y), (u, v) = picture.place(start), picture.place(end)
    return (x - u) ** 2 + (y - v) ** 2


def _draw_legend(picture: Picture, step: Step) -> None:
    for name, label, words in legend_of(step):
        picture.explain(LOOKS[name].shape, name, words, label)
    if any(link.strong for link in step.links):
        picture.explain("line", "", translated("strong link: not the first, so the second"))
    if any(not link.strong for link in step.links):
        picture.explain("dashes", "", translated("weak link: the first, so not the second"))
