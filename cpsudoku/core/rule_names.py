"""The names of rules: in any spelling, at the beginning of a line, and the nearest to a mistake."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from cpsudoku.core.board_words import BOARD_LINES
from cpsudoku.core.constraints import CONSTRAINTS, Constraint
from cpsudoku.runtime.errors import InputError, UnknownName, quoted
from cpsudoku.runtime.words import either

_LIKENESS = 0.8
# words of the field for what rules with other names say
IN_OTHER_WORDS = {
    "kropki": ("white", "black"),
    "dot": ("white", "black"),
    "parity": ("odd", "even"),
    "odd-even": ("odd", "even"),
    "parity-line": ("modular 2",),
    "jigsaw": ("regions",),
    "irregular": ("regions",),
    "samurai": ("grids",),
    "gattai": ("grids",),
    "girandola": ("region",),
    "asterisk": ("region",),
    "centre-dot": ("region",),
    "argyle": ("region",),
    "knights-move": ("anti-knight",),
    "kings-move": ("anti-king",),
    "bishop": ("offset",),
    "queen": ("offset",),
    "futoshiki": ("greater",),
    "unequal": ("greater",),
    "towers": ("skyscraper",),
    "calcudoku": ("sum", "difference", "product", "quotient"),
    "kenken": ("sum", "difference", "product", "quotient"),
    "shading": ("yin-yang", "nurikabe", "layer"),
}
LONGEST_NAME = 4  # words


class UnknownRule(UnknownName, InputError):
    """A rule does not exist. The message suggests what it may be called here, or lists all."""


def nearest(name: str) -> str | None:
    """The name of the rule or board line that is most similar to a word, or None."""
    from difflib import get_close_matches

    known = {name_key(each): each for each in BOARD_LINES} | {key: key for key in rules_by_name()}
    close = get_close_matches(name_key(name), known, 1, _LIKENESS)
    return _spelled(close[0]) if close else None


def rule_named(name: str) -> type[Constraint]:
    """The rule with a name or alias, in any spelling. Raises UnknownName."""
    rule = _usual().get(name)
    if rule is not None:
        return rule
    found = rules_by_name().get(name_key(name))
    if found is None:
        raise unknown_rule(name)
    return found[0]


def name_key(name: str) -> str:
    """A name for comparison: lower case, without blanks, hyphens, commas and full stops."""
    return re.sub(r"[\s_.,-]+", "", name).lower()


@cache
def rules_by_name() -> dict[str, tuple[type[Constraint], list[str]]]:
    """For each name and alias, as compared: its rule, and the words that an alias adds."""
    found = {}
    for name in CONSTRAINTS:
        rule = CONSTRAINTS[name]
        for each in (name, *rule.aliases):
            alias, *words = each.split()
            found[name_key(alias)] = rule, words
    return found


@cache
def layered_names() -> re.Pattern[str]:
    """Matches each name of a rule that brings a layer, where a rule begins."""
    rules = {CONSTRAINTS[name] for name in CONSTRAINTS if CONSTRAINTS[name].brings}
    every = (each.split()[0] for rule in rules for each in (rule.name, *rule.aliases))
    names = {each.replace("-", "[ _-]?") for each in every}
    return re.compile(
        rf"(?:^|[(;]|\"rule\":\s*\")\s*({'|'.join(sorted(names, reverse=True))})(?![\w-])"
    )


@cache
def _beginnings() -> frozenset[str]:
    """Each beginning of each name, as compared."""
    return frozenset(name[:end] for name in rules_by_name() for end in range(1, len(name) + 1))


@cache
def _usual() -> dict[str, type[Constraint]]:
    """The rule of each name, spelled as in the table."""
    return {name: CONSTRAINTS[name] for name in CONSTRAINTS}


@cache
def _spelled(key: str) -> str:
    """A name as it is usually spelled."""
    rules = [rule for rule, _ in rules_by_name().values()]
    names = [name.split()[0] for rule in rules for name in (rule.name, *rule.aliases)]
    return next(name for name in (*BOARD_LINES, *names) if name_key(name) == key)


def known_rule(words: Sequence[str]) -> tuple[type[Constraint], list[str]] | None:
    """The rule at the beginning of some words, and the remaining words."""
    for count in range(min(len(words), LONGEST_NAME), 0, -1):
        found = rules_by_name().get(name_key("".join(words[:count])))
        if found is not None:
            rule, before = found
            return rule, [*before, *words[count:]]
    return None


def begins_rule(words: Sequence[str]) -> bool:
    """Whether some words begin with the name of a rule, as in a rule whose digits are left out."""
    named = [word.rstrip(":<>=≤≥") for word in words]
    return bool(named) and name_key(named[0]) in _beginnings() and known_rule(named) is not None


def _in_other_words(name: str) -> tuple[str, ...]:
    """The rules with other names that say what a name of the field, or its beginning, means."""
    key = name_key(name)
    begun = [word for word in IN_OTHER_WORDS if key.startswith(name_key(word))]
    return IN_OTHER_WORDS[max(begun, key=len)] if begun else ()


def unknown_rule(word: str) -> UnknownRule:
    """The error for a word that is not a rule."""
    near = _in_other_words(word) or tuple(filter(None, [nearest(word)]))
    if near:
        return UnknownRule(
            "{word} is not a rule; did you mean {near}?", word=quoted(word), near=either(near)
        )
    known = ", ".join((*CONSTRAINTS, *BOARD_LINES))
    return UnknownRule(
        "{name} is not a rule; choose one of {rules}", name=quoted(word), rules=known
    )
