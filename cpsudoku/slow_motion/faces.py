"""What each cell shows at a moment of a search."""

from __future__ import annotations

from cpsudoku.render.board import Face, roles_of, signs_of
from cpsudoku.slow_motion.film import Frame

TRIED, TAKEN_BACK, STARVED = "cursor", "alert", "alert"  # grounds
NOTHING_LEFT = "×"


def faces_of(frame: Frame, givens: bytes) -> list[Face]:
    """The face of each cell; of a step of a technique with its pattern."""
    moment = frame.moment
    roles = roles_of(moment.step) if moment.step is not None else {}
    placed = {cell for cell, _ in moment.step.placements} if moment.step is not None else set()
    starved = set(frame.starved)
    faces = []
    for cell, (digit, marks) in enumerate(zip(moment.digits, moment.marks, strict=True)):
        ground = "given-ground" if givens[cell] else "paper"
        if cell in placed:
            ground = TRIED
        elif cell == moment.cell:
            ground = TAKEN_BACK if moment.event == "back" else TRIED
        elif cell in roles:
            ground = "cell"
        if cell in starved:
            faces.append(Face(ink="clash", ground=STARVED, flag=NOTHING_LEFT))
        elif digit:
            faces.append(Face(digit, "given" if givens[cell] else "entry", ground))
        else:
            parts = roles.get(cell, {})
            shown = marks
            for candidate in parts:  # those that the step has just crossed out, too
                shown |= 1 << (candidate - 1)
            inks = tuple(sorted(parts.items()))
            faces.append(
                Face(ground=ground, ink="blank", marks=shown, roles=inks, signs=signs_of(parts))
            )
    return faces
