"""Distinguishes rules in a drawing: letters at clues and groups, and sentences below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import count

from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.constraints.shapes import Clue, Note, Shade, Shape, cells_of_shape
from cpsudoku.core.rule_lines import line_of
from cpsudoku.runtime.language import ENGLISH, present_language, translated
from cpsudoku.runtime.lists import capital


def shapes_of_rules(
    constraints: Iterable[Constraint], among: Iterable[Constraint] | None = None
) -> tuple[Shape, ...]:
    """The shapes of all rules, each only once.

    If several rules have outside clues, each clue has letters of its rule. If there are several
    groups of cells, each group has a letter. The letters are those of the rules in ``among``, which
    are the same rules by default.
    """
    rules = tuple(constraints)
    every = rules if among is None else tuple(among)
    tags, letters, found = _clue_tags(every), _group_letters(every), dict[Shape, None]()
    for rule in rules:
        tag, letter = tags.get(rule.name, ""), letters.get(rule, "")
        found |= dict.fromkeys(_tagged(shape, tag, letter) for shape in shapes_of_rule(rule))
    return tuple(found)


def shapes_of_rule(rule: Constraint) -> tuple[Shape, ...]:
    """The shapes of a rule. A rule that lists variables is a line of words instead."""
    found = rule.drawing()
    cells = len(rule.board)
    if rule.board.layers and any(max(cells_of_shape(each), default=0) >= cells for each in found):
        return (Note(line_of(rule)),)
    return found


def _tagged(shape: Shape, tag: str, letter: str) -> Shape:
    if isinstance(shape, Clue) and not shape.arrow and tag:
        return replace(shape, tag=tag)
    return replace(shape, text=letter) if isinstance(shape, Shade) and letter else shape


def _clue_tags(rules: Sequence[Constraint]) -> dict[str, str]:
    """The letters for each rule with numbers outside the board, if there are several such rules."""
    names = {
        rule.name: None
        for rule in rules
        if any(isinstance(shape, Clue) and not shape.arrow for shape in shapes_of_rule(rule))
    }
    if len(names) < 2:
        return {}
    return {name: _beginning(name, names) for name in names}


def _beginning(name: str, names: Iterable[str]) -> str:
    """The shortest beginning of a name that no other name shares."""
    others = [other for other in names if other != name]
    lengths = (
        length
        for length in range(1, len(name) + 1)
        if not any(other.startswith(name[:length]) for other in others)
    )
    return name[: next(lengths, len(name))].capitalize()


def _group_letters(rules: Sequence[Constraint]) -> dict[Constraint, str]:
    """A letter for each rule that draws several areas, if there are several such rules."""
    groups = [
        rule
        for rule in dict.fromkeys(rules)
        if sum(isinstance(shape, Shade) for shape in shapes_of_rule(rule)) > 1
    ]
    letters = (chr(ord("A") + at % 26) + str(at // 26 or "") for at in count())
    return dict(zip(groups, letters, strict=False)) if len(groups) > 1 else {}


# Sentences


def notes_of(constraints: Iterable[Constraint]) -> tuple[str, ...]:
    """The sentences of rules that apply to the whole board, in the present language, each once."""
    notes = (note for rule in constraints for note in _notes(rule))
    return tuple(dict.fromkeys(notes))


def said_once(constraints: Iterable[Constraint]) -> tuple[str, ...]:
    """The rules of a puzzle as sentences in the present language, each only once."""
    rules = tuple(constraints)
    tags, found = _clue_tags(rules), dict[str, None]()
    for rule in rules:
        tag = f"{tags[rule.name]}: " if rule.name in tags else ""
        for sentence in _notes(rule) or (text_of(rule),):
            found[f"{tag}{sentence}"] = None
    return tuple(found)


def rule_sentence(rule: Constraint) -> str:
    """What a rule says. In other languages than English, its name and its general summary."""
    if present_language() == ENGLISH:
        return rule.describe()
    return f"{capital(rule.named)}: {text_of(rule)}"


def text_of(rule: Constraint) -> str:
    """The text of a rule in the present language, or else its summary, which has a translation."""
    said = translated(rule.rule_text)
    is_known = present_language() == ENGLISH or said != rule.rule_text
    return said if is_known else translated(rule.summary)


def _notes(rule: Constraint) -> tuple[str, ...]:
    """The sentences of a rule that applies to the whole board, or lists variables."""
    shown = [shape.text for shape in shapes_of_rule(rule) if isinstance(shape, Note)]
    if present_language() == ENGLISH:
        return tuple(shown)
    return (rule_sentence(rule),) if shown else ()
