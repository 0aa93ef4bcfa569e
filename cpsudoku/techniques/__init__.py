"""The table of techniques: where each is, how hard it is, and the orders they are tried in."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

from cpsudoku.core import parameters
from cpsudoku.core.errors import UnknownName, quoted
from cpsudoku.core.registry import Registry
from cpsudoku.techniques.base import Technique

LEVELS = ("easy", "medium", "hard", "unfair", "extreme")
SCALE = "Sudoku Explainer 1.2.1"  # what every rating is on


@dataclass(frozen=True)
class Row:
    """One technique of the table.

    ``level`` and ``score`` are HoDoKu's. ``rating`` is the lowest on the classic Sudoku Explainer
    1.2.1 scale, in tenths; 0 where that scale does not have it. ``se121`` and ``hodoku`` are the
    turn in those orders, 0 for never; rows of one turn are searched as one. The order of the table
    is the third order, ``human``: the one a person is helped in.
    """

    name: str
    where: str
    level: str
    score: int
    rating: int
    se121: int
    hodoku: int


_ROWS = (
    # name, module:attribute, level, score, rating in tenths, turn in se121, turn in hodoku
    ("full-house", "singles.plain:FULL_HOUSE", "easy", 4, 10, 1, 100),
    ("hidden-single", "singles.plain:HIDDEN_SINGLE", "easy", 14, 12, 1, 300),
    ("naked-single", "singles.plain:NAKED_SINGLE", "easy", 4, 23, 4, 200),
    ("pointing", "subsets.locked:POINTING", "medium", 50, 26, 6, 1200),
    ("claiming", "subsets.locked:CLAIMING", "medium", 50, 28, 6, 1210),
    ("direct-pointing", "singles.direct_locked:DIRECT_POINTING", "medium", 50, 17, 2, 0),
    ("direct-claiming", "singles.direct_locked:DIRECT_CLAIMING", "medium", 50, 19, 2, 0),
    ("direct-hidden-pair", "singles.direct_hidden:DIRECT_HIDDEN_PAIR", "medium", 70, 20, 3, 0),
    ("direct-hidden-triple", "singles.direct_hidden:DIRECT_HIDDEN_TRIPLE", "medium", 100, 25, 5, 0),
    ("locked-pair", "subsets.locked_sets:LOCKED_PAIR", "medium", 40, 30, 0, 1000),
    ("naked-pair", "subsets.naked_sets:NAKED_PAIR", "medium", 60, 30, 7, 1300),
    ("hidden-pair", "subsets.hidden_sets:HIDDEN_PAIR", "medium", 70, 34, 9, 1500),
    ("locked-triple", "subsets.locked_sets:LOCKED_TRIPLE", "medium", 60, 36, 0, 1100),
    ("naked-triple", "subsets.naked_sets:NAKED_TRIPLE", "medium", 80, 36, 10, 1400),
    ("hidden-triple", "subsets.hidden_sets:HIDDEN_TRIPLE", "medium", 100, 40, 12, 1600),
    ("x-wing", "fish.basic_fish:X_WING", "hard", 140, 32, 8, 2200),
    ("skyscraper", "single_digit.skyscraper:SKYSCRAPER", "hard", 130, 0, 0, 3000),
    ("two-string-kite", "single_digit.two_string_kite:TWO_STRING_KITE", "hard", 150, 0, 0, 3100),
    ("turbot-fish", "single_digit.turbot_fish:TURBOT_FISH", "hard", 120, 66, 0, 3120),
    ("empty-rectangle", "single_digit.empty_rectangle:EMPTY_RECTANGLE", "hard", 120, 0, 0, 3170),
    ("xy-wing", "wings.xy_wing:XY_WING", "hard", 160, 42, 13, 3300),
    ("xyz-wing", "wings.xyz_wing:XYZ_WING", "hard", 180, 44, 14, 3400),
    ("w-wing", "wings.w_wing:W_WING", "hard", 150, 0, 0, 3200),
    ("unique-rectangle-1", "uniqueness.unique_rectangle:TYPE_1", "hard", 100, 45, 15, 3500),
    ("unique-rectangle-2", "uniqueness.unique_rectangle:TYPE_2", "hard", 100, 45, 15, 3600),
    ("unique-rectangle-3", "uniqueness.unique_rectangle:TYPE_3", "hard", 100, 45, 15, 3700),
    ("unique-rectangle-4", "uniqueness.unique_rectangle:TYPE_4", "hard", 100, 45, 15, 3800),
    ("unique-rectangle-5", "uniqueness.unique_rectangle:TYPE_5", "hard", 100, 45, 15, 3900),
    ("unique-rectangle-6", "uniqueness.unique_rectangle:TYPE_6", "hard", 100, 0, 0, 4000),
    ("hidden-rectangle", "uniqueness.hidden_rectangle:HIDDEN_RECTANGLE", "hard", 100, 0, 0, 4010),
    ("avoidable-rectangle-1", "uniqueness.avoidable_rectangle:TYPE_1", "hard", 100, 0, 0, 4020),
    ("avoidable-rectangle-2", "uniqueness.avoidable_rectangle:TYPE_2", "hard", 100, 0, 0, 4030),
    ("unique-loop", "uniqueness.unique_loop:UNIQUE_LOOP", "hard", 100, 46, 15, 0),
    ("bug-1", "uniqueness.bug:BUG_1", "hard", 100, 56, 19, 2900),
    ("bug-2", "uniqueness.bug:BUG_2", "hard", 100, 57, 19, 0),
    ("bug-3", "uniqueness.bug:BUG_3", "hard", 100, 58, 19, 0),
    ("bug-4", "uniqueness.bug:BUG_4", "hard", 100, 57, 19, 0),
    ("swordfish", "fish.basic_fish:SWORDFISH", "hard", 150, 38, 11, 2300),
    ("finned-x-wing", "fish.finned_fish:FINNED_X_WING", "hard", 130, 0, 0, 4100),
    ("sashimi-x-wing", "fish.finned_fish:SASHIMI_X_WING", "hard", 150, 0, 0, 4200),
    ("remote-pair", "chains.remote_pair:REMOTE_PAIR", "hard", 110, 0, 0, 2800),
    ("simple-colors", "chains.simple_colors:SIMPLE_COLORS", "hard", 150, 0, 0, 5330),
    ("multi-colors", "chains.multi_colors:MULTI_COLORS", "hard", 200, 0, 0, 5360),
    ("naked-quad", "subsets.naked_sets:NAKED_QUAD", "hard", 120, 50, 16, 2000),
    ("hidden-quad", "subsets.hidden_sets:HIDDEN_QUAD", "hard", 150, 54, 18, 2100),
    ("jellyfish", "fish.basic_fish:JELLYFISH", "hard", 160, 52, 17, 2400),
    ("wxyz-wing", "wings.wxyz_wing:WXYZ_WING", "unfair", 300, 0, 0, 0),
    ("finned-swordfish", "fish.finned_fish:FINNED_SWORDFISH", "unfair", 200, 0, 0, 4300),
    ("sashimi-swordfish", "fish.finned_fish:SASHIMI_SWORDFISH", "unfair", 240, 0, 0, 4400),
    ("finned-jellyfish", "fish.finned_fish:FINNED_JELLYFISH", "unfair", 250, 0, 0, 4500),
    ("sashimi-jellyfish", "fish.finned_fish:SASHIMI_JELLYFISH", "unfair", 260, 0, 0, 4600),
    ("x-chain", "chains.x_chain:X_CHAIN", "unfair", 260, 0, 0, 5400),
    ("xy-chain", "chains.xy_chain:XY_CHAIN", "unfair", 260, 0, 0, 5500),
    ("sue-de-coq", "almost_locked.sue_de_coq:SUE_DE_COQ", "unfair", 250, 0, 0, 5300),
    ("nice-loop", "chains.nice_loop:NICE_LOOP", "unfair", 280, 0, 0, 5600),
    ("grouped-nice-loop", "chains.nice_loop:GROUPED_NICE_LOOP", "unfair", 300, 0, 0, 5650),
    ("als-xz", "almost_locked.als_xz:ALS_XZ", "unfair", 300, 0, 0, 5700),
    ("als-xy-wing", "almost_locked.als_xy_wing:ALS_XY_WING", "unfair", 320, 0, 0, 5800),
    ("als-chain", "chains.als_chain:ALS_CHAIN", "unfair", 340, 0, 0, 5900),
    ("death-blossom", "almost_locked.death_blossom:DEATH_BLOSSOM", "unfair", 360, 0, 0, 0),
    ("franken-x-wing", "fish.franken_fish:FRANKEN_X_WING", "unfair", 300, 0, 0, 6100),
    ("franken-swordfish", "fish.franken_fish:FRANKEN_SWORDFISH", "unfair", 350, 0, 0, 6200),
    ("franken-jellyfish", "fish.franken_fish:FRANKEN_JELLYFISH", "unfair", 370, 0, 0, 0),
    ("finned-franken-x-wing", "fish.franken_fish:FINNED_X_WING", "unfair", 390, 0, 0, 6700),
    ("finned-franken-swordfish", "fish.franken_fish:FINNED_SWORDFISH", "unfair", 410, 0, 0, 6800),
    ("finned-franken-jellyfish", "fish.franken_fish:FINNED_JELLYFISH", "unfair", 430, 0, 0, 0),
    ("aligned-pair-exclusion", "almost_locked.exclusion:PAIR", "unfair", 300, 62, 20, 0),
    ("forcing-chain", "chains.forcing_chain:FORCING_CHAIN", "unfair", 280, 65, 21, 0),
    ("aligned-triplet-exclusion", "almost_locked.exclusion:TRIPLET", "extreme", 500, 75, 22, 0),
    ("nishio", "chains.forcing_chain:NISHIO", "extreme", 500, 75, 23, 0),
    ("multiple-forcing-chain", "chains.forcing_chain:MULTIPLE", "extreme", 500, 80, 24, 8500),
    ("dynamic-forcing-chain", "chains.forcing_chain:DYNAMIC", "extreme", 700, 85, 25, 8600),
    ("dynamic-forcing-chain-plus", "chains.forcing_chain:DYNAMIC_PLUS", "extreme", 700, 90, 26, 0),
    ("nested-forcing-chain", "chains.forcing_chain:NESTED", "extreme", 700, 95, 27, 0),
)
TABLE = {row[0]: Row(*row) for row in _ROWS}
TECHNIQUES: Registry[Technique] = Registry(
    "technique", {name: f"cpsudoku.techniques.{row.where}" for name, row in TABLE.items()}
)


def _sorted_by(order: str) -> tuple[str, ...]:
    turns = [(getattr(row, order), name) for name, row in TABLE.items() if getattr(row, order)]
    return tuple(name for _, name in sorted(turns, key=lambda turn: turn[0]))


ORDERS = {"human": tuple(TABLE), "se121": _sorted_by("se121"), "hodoku": _sorted_by("hodoku")}


def technique_name(text: str) -> str:
    """The name of a technique as people write it: ``X-Wing``, ``x wing`` and ``xwing`` are one.

    Raises UnknownName, with the names that look alike.
    """
    wanted = _letters(parameters.text("technique", text, "the name of a technique"))
    names = {_letters(name): name for name in TABLE}
    if wanted not in names:  # titles are asked last: they load every technique
        names |= {_letters(TECHNIQUES[name].title): name for name in TABLE}
    if wanted in names:
        return names[wanted]
    alike = dict.fromkeys(names[key] for key in get_close_matches(wanted, names, 3))
    meant = f"did you mean {' or '.join(alike)}? " if alike else ""
    raise UnknownName(
        f"unknown technique {text!r}; {meant}'cpsudoku techniques' lists them, with their levels"
    )


def _letters(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())


def in_turn(order: str) -> tuple[str, ...]:
    """The techniques in the turn of an order; raises UnknownName."""
    if not isinstance(order, str) or order not in ORDERS:
        raise UnknownName(f"unknown order {quoted(order)}; known are {', '.join(ORDERS)}")
    return ORDERS[order]


def select(text: str, order: str = "human") -> tuple[str, ...]:
    """The techniques that a text names: a level (and those below it), or names with commas.

    They come in the turn of the order; a name that the order does not have comes last. Raises
    UnknownName.
    """
    names = in_turn(order)
    parameters.text("techniques", text, "a text: a level, or names with commas")
    if text in LEVELS:
        allowed = LEVELS[: LEVELS.index(text) + 1]
        return tuple(name for name in names if TABLE[name].level in allowed)
    wanted = [technique_name(part) for part in text.split(",") if part.strip()]
    if not wanted:
        raise UnknownName(f"no technique is named; levels are {', '.join(LEVELS)}")
    return tuple(name for name in dict.fromkeys((*names, *TABLE)) if name in wanted)
