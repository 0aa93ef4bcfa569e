"""The course: what to learn before each technique."""

from __future__ import annotations

from functools import cache

from cpsudoku.techniques.table import LEVELS, TABLE

# Where a technique builds on others. Those without a row need nothing before them.
_BEFORE: dict[str, tuple[str, ...]] = {
    "hidden-single": ("full-house",),
    "naked-single": ("full-house",),
    "pointing": ("hidden-single",),
    "claiming": ("pointing",),
    "direct-pointing": ("pointing",),
    "direct-claiming": ("claiming",),
    "naked-pair": ("naked-single",),
    "hidden-pair": ("hidden-single", "naked-pair"),
    "direct-hidden-pair": ("hidden-pair",),
    "locked-pair": ("naked-pair", "pointing"),
    "naked-triple": ("naked-pair",),
    "hidden-triple": ("hidden-pair", "naked-triple"),
    "direct-hidden-triple": ("hidden-triple",),
    "locked-triple": ("locked-pair", "naked-triple"),
    "naked-quad": ("naked-triple",),
    "hidden-quad": ("hidden-triple", "naked-quad"),
    "x-wing": ("claiming",),
    "swordfish": ("x-wing",),
    "jellyfish": ("swordfish",),
    "finned-x-wing": ("x-wing",),
    "sashimi-x-wing": ("finned-x-wing",),
    "finned-swordfish": ("swordfish", "finned-x-wing"),
    "sashimi-swordfish": ("finned-swordfish",),
    "finned-jellyfish": ("jellyfish", "finned-swordfish"),
    "sashimi-jellyfish": ("finned-jellyfish",),
    "franken-x-wing": ("finned-x-wing",),
    "franken-swordfish": ("franken-x-wing", "swordfish"),
    "franken-jellyfish": ("franken-swordfish", "jellyfish"),
    "finned-franken-x-wing": ("franken-x-wing",),
    "finned-franken-swordfish": ("finned-franken-x-wing", "franken-swordfish"),
    "finned-franken-jellyfish": ("finned-franken-swordfish", "franken-jellyfish"),
    "mutant-x-wing": ("franken-x-wing",),
    "mutant-swordfish": ("mutant-x-wing", "franken-swordfish"),
    "mutant-jellyfish": ("mutant-swordfish", "franken-jellyfish"),
    "mutant-squirmbag": ("mutant-jellyfish",),
    "mutant-whale": ("mutant-squirmbag",),
    "mutant-leviathan": ("mutant-whale",),
    "finned-mutant-x-wing": ("mutant-x-wing",),
    "finned-mutant-swordfish": ("mutant-swordfish",),
    "finned-mutant-jellyfish": ("mutant-jellyfish",),
    "finned-mutant-squirmbag": ("mutant-squirmbag",),
    "finned-mutant-whale": ("mutant-whale",),
    "finned-mutant-leviathan": ("mutant-leviathan",),
    "kraken-fish": ("finned-swordfish", "forcing-chain"),
    "skyscraper": ("x-wing",),
    "two-string-kite": ("skyscraper",),
    "turbot-fish": ("skyscraper", "two-string-kite"),
    "empty-rectangle": ("two-string-kite",),
    "simple-colors": ("turbot-fish",),
    "multi-colors": ("simple-colors",),
    "medusa": ("simple-colors", "xy-wing"),
    "x-chain": ("turbot-fish",),
    "remote-pair": ("naked-pair", "simple-colors"),
    "xy-wing": ("naked-pair",),
    "xyz-wing": ("xy-wing",),
    "wxyz-wing": ("xyz-wing",),
    "w-wing": ("xy-wing",),
    "xy-chain": ("xy-wing", "remote-pair"),
    "nice-loop": ("x-chain", "xy-chain"),
    "grouped-nice-loop": ("nice-loop", "empty-rectangle"),
    "forcing-chain": ("nice-loop",),
    "nishio": ("forcing-chain",),
    "multiple-forcing-chain": ("forcing-chain",),
    "dynamic-forcing-chain": ("multiple-forcing-chain", "nishio"),
    "dynamic-forcing-chain-plus": ("dynamic-forcing-chain",),
    "nested-forcing-chain": ("dynamic-forcing-chain-plus",),
    "unique-rectangle-1": ("naked-pair",),
    "unique-rectangle-2": ("unique-rectangle-1",),
    "unique-rectangle-3": ("unique-rectangle-2", "naked-triple"),
    "unique-rectangle-4": ("unique-rectangle-1",),
    "unique-rectangle-5": ("unique-rectangle-2",),
    "unique-rectangle-6": ("unique-rectangle-4", "x-wing"),
    "hidden-rectangle": ("unique-rectangle-4",),
    "avoidable-rectangle-1": ("unique-rectangle-1",),
    "avoidable-rectangle-2": ("avoidable-rectangle-1", "unique-rectangle-2"),
    "unique-loop": ("unique-rectangle-4",),
    "extended-rectangle": ("unique-rectangle-1",),
    "bug-1": ("unique-rectangle-1",),
    "bug-2": ("bug-1",),
    "bug-3": ("bug-2", "naked-triple"),
    "bug-4": ("bug-1",),
    "sue-de-coq": ("claiming", "naked-triple"),
    "als-xz": ("wxyz-wing",),
    "als-xy-wing": ("als-xz",),
    "als-chain": ("als-xy-wing",),
    "death-blossom": ("als-xz",),
    "aligned-pair-exclusion": ("xyz-wing",),
    "aligned-triplet-exclusion": ("aligned-pair-exclusion",),
    "triple-firework": ("hidden-triple", "empty-rectangle"),
    "quadruple-firework": ("triple-firework",),
    "tridagon": ("unique-loop",),
    "junior-exocet": ("sue-de-coq", "swordfish"),
    "senior-exocet": ("junior-exocet",),
    "sk-loop": ("sue-de-coq",),
    "multi-sector-locked-set": ("sue-de-coq", "jellyfish"),
    "template-set": ("x-chain",),
    "template-delete": ("template-set",),
}


def before(technique: str) -> tuple[str, ...]:
    """The techniques to learn before one."""
    return _BEFORE.get(technique, ())


@cache
def course() -> tuple[str, ...]:
    """All techniques in an order to learn them: level by level, each after those it builds on."""
    found: list[str] = []
    for level in LEVELS:
        for name, row in TABLE.items():
            if row.level == level:
                _add(name, found)
    return tuple(found)


def _add(name: str, found: list[str]) -> None:
    for each in before(name):
        if each not in found:
            _add(each, found)
    if name not in found:
        found.append(name)
