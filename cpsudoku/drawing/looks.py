"""The look of each part of a step: a mark on a terminal, a shape in a picture, and a colour.

Every part has a mark and a shape of its own, so that nothing is lost without colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cpsudoku.runtime.language import marked, translated
from cpsudoku.techniques.base import BLOCKER, ROLES, Role, Step
from cpsudoku.techniques.texts import text_of_technique


@dataclass(frozen=True)
class Look:
    """``mark`` follows a candidate on a terminal, in the rich style ``style``.

    ``shape`` surrounds the candidate in a picture. Its ink has the name of the part.
    """

    mark: str
    style: str
    shape: str


LOOKS = {
    "pattern": Look("*", "bold green", "circle"),
    "pivot": Look("@", "bold magenta", "ringed"),
    "fin": Look("^", "bold yellow", "diamond"),
    "first": Look("#", "bold blue", "square"),
    "second": Look("~", "bold yellow", "hexagon"),
    "third": Look("%", "bold magenta", "triangle"),
    BLOCKER: Look("&", "bold cyan", "frame"),
    "on": Look("+", "bold green", "circle"),
    "off": Look("-", "bold blue", "ring"),
    "placed": Look("=", "bold white on dark_green", "seal"),
    "eliminated": Look("x", "bold red strike", "strike"),
}
EFFECTS = {"placed": marked("placed"), "eliminated": marked("eliminated")}


def roles_in_order(step: Step) -> list[Role]:
    """The roles of a step in the order of a legend, then what it places and eliminates.

    A placed candidate has no other part.
    """
    order = list(ROLES)
    roles = sorted(step.roles, key=lambda role: (order.index(role.name), role.label))
    parts = [
        replace(role, candidates=tuple(at for at in role.candidates if at not in step.placements))
        for role in roles
    ]
    effects = [Role("placed", step.placements), Role("eliminated", step.eliminations)]
    return [part for part in parts + effects if part.candidates]


def legend_of(step: Step) -> list[tuple[str, str, str]]:
    """The name of each part of a step, the label that is drawn with it, and its meaning.

    A label is drawn only if parts with the same name have several labels. The legend always has it.
    """
    parts = roles_in_order(step)
    meanings = EFFECTS | ROLES | dict(text_of_technique(step.technique).marks)
    entries = []
    for part in parts:
        words = translated(meanings[part.name])
        if part.label:
            words = f"{part.label}: {words}"
        entries.append((part.name, drawn_label(part, parts), words))
    return list(dict.fromkeys(entries))


def drawn_label(part: Role, parts: Sequence[Role]) -> str:
    """The label of a part if another part with its name has a different label; else empty."""
    labels = {other.label for other in parts if other.name == part.name}
    return part.label if len(labels) > 1 else ""
