"""What each cell shows in a frame of a search."""

from __future__ import annotations

from cpsudoku.drawing.character_board import parts_in, with_parts
from cpsudoku.play.slow_motion.film import Frame
from cpsudoku.scene.faces import Face

TRIED, TAKEN_BACK, STARVED = "cursor", "alert", "alert"  # grounds
NOTHING_LEFT = "×"


def faces_of_frame(frame: Frame, givens: bytes) -> list[Face]:
    """The face of each cell; a step of a technique shows its pattern."""
    moment = frame.moment
    parts = parts_in(moment.step) if moment.step is not None else {}
    placed = {cell for cell, _ in moment.step.placements} if moment.step is not None else set()
    starved = set(frame.starved)
    faces = []
    for cell, (digit, marks) in enumerate(zip(moment.digits, moment.marks, strict=True)):
        ground = "given-ground" if givens[cell] else "paper"
        if cell in placed:
            ground = TRIED
        elif cell == moment.cell:
            ground = TAKEN_BACK if moment.event == "back" else TRIED
        elif cell in parts:
            ground = "cell"
        if cell in starved:
            faces.append(Face(ink="clash", ground=STARVED, flag=NOTHING_LEFT))
        elif digit:
            faces.append(Face(digit, "given" if givens[cell] else "entry", ground))
        else:
            own = parts.get(cell, {})
            crossed = sum(
                1 << (candidate - 1) for candidate in own
            )  # including those that this step removes
            face = Face(ground=ground, ink="blank", marks=marks | crossed)
            faces.append(with_parts(face, own))
    return faces
