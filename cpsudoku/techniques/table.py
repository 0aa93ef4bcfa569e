"""The table of techniques: every fact that more than one part of the program uses.

Names, orders, levels, scores, ratings and compiled codes are all derived from it. A technique adds
its title, its definition and its search in its own module.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LEVELS = ("easy", "medium", "hard", "unfair", "extreme")
SCALE = "Sudoku Explainer 1.2.1"  # the scale of every rating


@dataclass(frozen=True)
class TechniqueRow:
    """One technique.

    ``module`` is its module below this package; the technique is there under its name in capitals,
    such as ``X_WING``. ``level`` and ``score`` are HoDoKu's.
    ``rating`` is its lowest rating on the classic Sudoku Explainer 1.2.1 scale, in tenths; 0 if
    that scale does not have it. ``se121`` and ``hodoku`` are its positions in those orders, 0 for
    never; techniques at the same position are searched together. ``code`` is its number in
    compiled code, 0 if it has no compiled form. The order of the table is the third order,
    ``human``: the one in which hints try the techniques.
    """

    name: str
    module: str
    level: str
    score: int
    rating: int
    se121: int
    hodoku: int
    code: int

    @property
    def family(self) -> str:
        """The folder of the technique, such as ``fish``."""
        return self.module.partition(".")[0]

    @property
    def where(self) -> str:
        """The module and the attribute, such as ``cpsudoku.techniques.fish.basic_fish:X_WING``."""
        return f"cpsudoku.techniques.{self.module}:{self.name.upper().replace('-', '_')}"


_ROWS = (
    # name, module, level, score, rating in tenths, se121, hodoku, compiled code
    ("full-house", "singles.plain", "easy", 4, 10, 1, 100, 1),
    ("hidden-single", "singles.plain", "easy", 14, 12, 1, 300, 2),
    ("naked-single", "singles.plain", "easy", 4, 23, 4, 200, 3),
    ("pointing", "subsets.locked", "medium", 50, 26, 6, 1200, 4),
    ("claiming", "subsets.locked", "medium", 50, 28, 6, 1210, 5),
    ("direct-pointing", "singles.direct_locked", "medium", 50, 17, 2, 0, 6),
    ("direct-claiming", "singles.direct_locked", "medium", 50, 19, 2, 0, 7),
    ("direct-hidden-pair", "singles.direct_hidden", "medium", 70, 20, 3, 0, 8),
    ("direct-hidden-triple", "singles.direct_hidden", "medium", 100, 25, 5, 0, 9),
    ("locked-pair", "subsets.locked_sets", "medium", 40, 30, 0, 1000, 0),
    ("naked-pair", "subsets.naked_sets", "medium", 60, 30, 7, 1300, 10),
    ("hidden-pair", "subsets.hidden_sets", "medium", 70, 34, 9, 1500, 11),
    ("locked-triple", "subsets.locked_sets", "medium", 60, 36, 0, 1100, 0),
    ("naked-triple", "subsets.naked_sets", "medium", 80, 36, 10, 1400, 12),
    ("hidden-triple", "subsets.hidden_sets", "medium", 100, 40, 12, 1600, 13),
    ("x-wing", "fish.basic_fish", "hard", 140, 32, 8, 2200, 14),
    ("skyscraper", "single_digit.skyscraper", "hard", 130, 0, 0, 3000, 0),
    ("two-string-kite", "single_digit.two_string_kite", "hard", 150, 0, 0, 3100, 0),
    ("turbot-fish", "single_digit.turbot_fish", "hard", 120, 66, 0, 3120, 0),
    ("empty-rectangle", "single_digit.empty_rectangle", "hard", 120, 0, 0, 3170, 0),
    ("xy-wing", "wings.xy_wing", "hard", 160, 42, 13, 3300, 15),
    ("xyz-wing", "wings.xyz_wing", "hard", 180, 44, 14, 3400, 16),
    ("w-wing", "wings.w_wing", "hard", 150, 0, 0, 3200, 0),
    ("unique-rectangle-1", "uniqueness.unique_rectangle", "hard", 100, 45, 15, 3500, 17),
    ("unique-rectangle-2", "uniqueness.unique_rectangle", "hard", 100, 45, 15, 3600, 18),
    ("unique-rectangle-3", "uniqueness.unique_rectangle", "hard", 100, 45, 15, 3700, 19),
    ("unique-rectangle-4", "uniqueness.unique_rectangle", "hard", 100, 45, 15, 3800, 20),
    ("unique-rectangle-5", "uniqueness.unique_rectangle", "hard", 100, 45, 15, 3900, 0),
    ("unique-rectangle-6", "uniqueness.unique_rectangle", "hard", 100, 0, 0, 4000, 0),
    ("hidden-rectangle", "uniqueness.hidden_rectangle", "hard", 100, 0, 0, 4010, 0),
    ("avoidable-rectangle-1", "uniqueness.avoidable_rectangle", "hard", 100, 0, 0, 4020, 0),
    ("avoidable-rectangle-2", "uniqueness.avoidable_rectangle", "hard", 100, 0, 0, 4030, 0),
    ("unique-loop", "uniqueness.unique_loop", "hard", 100, 46, 15, 0, 21),
    ("extended-rectangle", "uniqueness.extended_rectangle", "hard", 100, 0, 0, 0, 0),
    ("bug-1", "uniqueness.bug", "hard", 100, 56, 19, 2900, 22),
    ("bug-2", "uniqueness.bug", "hard", 100, 57, 19, 0, 23),
    ("bug-3", "uniqueness.bug", "hard", 100, 58, 19, 0, 24),
    ("bug-4", "uniqueness.bug", "hard", 100, 57, 19, 0, 25),
    ("swordfish", "fish.basic_fish", "hard", 150, 38, 11, 2300, 26),
    ("finned-x-wing", "fish.finned_fish", "hard", 130, 0, 0, 4100, 0),
    ("sashimi-x-wing", "fish.finned_fish", "hard", 150, 0, 0, 4200, 0),
    ("remote-pair", "chains.remote_pair", "hard", 110, 0, 0, 2800, 0),
    ("simple-colors", "chains.simple_colors", "hard", 150, 0, 0, 5330, 0),
    ("multi-colors", "chains.multi_colors", "hard", 200, 0, 0, 5360, 0),
    ("naked-quad", "subsets.naked_sets", "hard", 120, 50, 16, 2000, 27),
    ("hidden-quad", "subsets.hidden_sets", "hard", 150, 54, 18, 2100, 28),
    ("jellyfish", "fish.basic_fish", "hard", 160, 52, 17, 2400, 29),
    ("wxyz-wing", "wings.wxyz_wing", "unfair", 300, 0, 0, 0, 0),
    ("finned-swordfish", "fish.finned_fish", "unfair", 200, 0, 0, 4300, 0),
    ("sashimi-swordfish", "fish.finned_fish", "unfair", 240, 0, 0, 4400, 0),
    ("finned-jellyfish", "fish.finned_fish", "unfair", 250, 0, 0, 4500, 0),
    ("sashimi-jellyfish", "fish.finned_fish", "unfair", 260, 0, 0, 4600, 0),
    ("medusa", "chains.medusa", "unfair", 250, 0, 0, 0, 0),
    ("x-chain", "chains.x_chain", "unfair", 260, 0, 0, 5400, 0),
    ("xy-chain", "chains.xy_chain", "unfair", 260, 0, 0, 5500, 0),
    ("sue-de-coq", "almost_locked.sue_de_coq", "unfair", 250, 0, 0, 5300, 0),
    ("nice-loop", "chains.nice_loop", "unfair", 280, 0, 0, 5600, 0),
    ("grouped-nice-loop", "chains.nice_loop", "unfair", 300, 0, 0, 5650, 0),
    ("als-xz", "almost_locked.als_xz", "unfair", 300, 0, 0, 5700, 0),
    ("als-xy-wing", "almost_locked.als_xy_wing", "unfair", 320, 0, 0, 5800, 0),
    ("als-chain", "chains.als_chain", "unfair", 340, 0, 0, 5900, 0),
    ("death-blossom", "almost_locked.death_blossom", "unfair", 360, 0, 0, 0, 0),
    ("franken-x-wing", "fish.franken_fish", "unfair", 300, 0, 0, 6100, 0),
    ("franken-swordfish", "fish.franken_fish", "unfair", 350, 0, 0, 6200, 0),
    ("franken-jellyfish", "fish.franken_fish", "unfair", 370, 0, 0, 0, 0),
    ("finned-franken-x-wing", "fish.franken_fish", "unfair", 390, 0, 0, 6700, 0),
    ("finned-franken-swordfish", "fish.franken_fish", "unfair", 410, 0, 0, 6800, 0),
    ("finned-franken-jellyfish", "fish.franken_fish", "unfair", 430, 0, 0, 0, 0),
    ("triple-firework", "patterns.fireworks", "unfair", 320, 0, 0, 0, 0),
    ("quadruple-firework", "patterns.fireworks", "unfair", 340, 0, 0, 0, 0),
    ("tridagon", "patterns.tridagon", "unfair", 400, 0, 0, 0, 0),
    ("junior-exocet", "patterns.exocet", "unfair", 450, 0, 0, 0, 0),
    ("senior-exocet", "patterns.exocet", "unfair", 470, 0, 0, 0, 0),
    ("sk-loop", "almost_locked.sk_loop", "unfair", 450, 0, 0, 0, 0),
    ("multi-sector-locked-set", "almost_locked.multi_sector", "unfair", 470, 0, 0, 0, 0),
    ("aligned-pair-exclusion", "almost_locked.exclusion", "unfair", 300, 62, 20, 0, 30),
    ("mutant-x-wing", "fish.mutant_fish", "extreme", 450, 0, 0, 0, 0),
    ("mutant-swordfish", "fish.mutant_fish", "extreme", 450, 0, 0, 0, 0),
    ("mutant-jellyfish", "fish.mutant_fish", "extreme", 450, 0, 0, 0, 0),
    ("mutant-squirmbag", "fish.mutant_fish", "extreme", 470, 0, 0, 0, 0),
    ("mutant-whale", "fish.mutant_fish", "extreme", 470, 0, 0, 0, 0),
    ("mutant-leviathan", "fish.mutant_fish", "extreme", 470, 0, 0, 0, 0),
    ("finned-mutant-x-wing", "fish.mutant_fish", "extreme", 470, 0, 0, 0, 0),
    ("finned-mutant-swordfish", "fish.mutant_fish", "extreme", 470, 0, 0, 0, 0),
    ("finned-mutant-jellyfish", "fish.mutant_fish", "extreme", 470, 0, 0, 0, 0),
    ("finned-mutant-squirmbag", "fish.mutant_fish", "extreme", 470, 0, 0, 0, 0),
    ("finned-mutant-whale", "fish.mutant_fish", "extreme", 470, 0, 0, 0, 0),
    ("finned-mutant-leviathan", "fish.mutant_fish", "extreme", 470, 0, 0, 0, 0),
    ("kraken-fish", "fish.kraken_fish", "extreme", 500, 0, 0, 0, 0),
    ("template-set", "single_digit.templates", "extreme", 10000, 0, 0, 0, 0),
    ("template-delete", "single_digit.templates", "extreme", 10000, 0, 0, 0, 0),
    ("forcing-chain", "chains.forcing_chain", "unfair", 280, 65, 21, 0, 31),
    ("aligned-triplet-exclusion", "almost_locked.exclusion", "extreme", 500, 75, 22, 0, 32),
    ("nishio", "chains.forcing_chain", "extreme", 500, 75, 23, 0, 33),
    ("multiple-forcing-chain", "chains.forcing_chain", "extreme", 500, 80, 24, 8500, 34),
    ("dynamic-forcing-chain", "chains.forcing_chain", "extreme", 700, 85, 25, 8600, 35),
    ("dynamic-forcing-chain-plus", "chains.forcing_chain", "extreme", 700, 90, 26, 0, 36),
    ("nested-forcing-chain", "chains.forcing_chain", "extreme", 700, 95, 27, 0, 37),
)
TABLE = {row[0]: TechniqueRow(*row) for row in _ROWS}


def _sorted_by(order: str) -> tuple[str, ...]:
    places = [(getattr(row, order), name) for name, row in TABLE.items() if getattr(row, order)]
    return tuple(name for _, name in sorted(places, key=lambda place: place[0]))


ORDERS = {"human": tuple(TABLE), "se121": _sorted_by("se121"), "hodoku": _sorted_by("hodoku")}
NAME_OF_CODE = {row.code: name for name, row in TABLE.items() if row.code}


@dataclass(frozen=True)
class RuleTechniqueRow:
    """A technique for rules beyond houses. It is in no published scale, so it has no rating.

    ``level`` is ours; docs/techniques.md describes it.
    """

    name: str
    module: str
    level: str
    score: int = 0
    rating: int = 0

    family: str = "rules"

    @property
    def where(self) -> str:
        """The module and the attribute, as in ``TechniqueRow``."""
        return f"cpsudoku.techniques.{self.module}:{self.name.upper().replace('-', '_')}"


_RULE_ROWS = (
    # name, module, level
    ("related-cells", "rules.single_rule", "easy"),
    ("bounds", "rules.single_rule", "easy"),
    ("cage-combinations", "rules.single_rule", "easy"),
    ("sums", "rules.single_rule", "easy"),
    ("rule-cells", "rules.single_rule", "easy"),
    ("innies", "rules.sums_of_houses", "medium"),
    ("outies", "rules.sums_of_houses", "medium"),
    ("needed-digit", "rules.common_exclusion", "medium"),
    ("leftovers", "rules.leftovers", "medium"),
    ("common-peers", "rules.common_exclusion", "medium"),
    ("innies-and-outies", "rules.sums_of_houses", "hard"),
    ("cell-cases", "rules.common_exclusion", "hard"),
    ("rule-chain", "rules.rule_chain", "unfair"),
    ("trial", "rules.trial", "extreme"),
)
RULE_TABLE = {row[0]: RuleTechniqueRow(*row) for row in _RULE_ROWS}
ROWS: dict[str, TechniqueRow | RuleTechniqueRow] = {**TABLE, **RULE_TABLE}


def with_rules(names: Sequence[str]) -> tuple[str, ...]:
    """An order for puzzles with rules: techniques for rules come first in each level.

    Singles come before all of them. A level begins where no technique of a lower level follows.
    """
    rows = list(RULE_TABLE.values())
    found: list[str] = []
    for at, name in enumerate(names):
        level = min(LEVELS.index(TABLE[each].level) for each in names[at:])
        while level and rows and LEVELS.index(rows[0].level) <= level:
            found.append(rows.pop(0).name)
        found.append(name)
    return (*found, *(row.name for row in rows))
