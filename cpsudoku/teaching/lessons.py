"""Lessons: everything that is written about a technique, with an easy and a hard example."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.language import marked, translated
from cpsudoku.teaching.explanation import ExplainedStep, explained
from cpsudoku.techniques import ROWS, RULE_TABLE, SCALE, TABLE, TECHNIQUES, technique_name
from cpsudoku.techniques.base import rating_text
from cpsudoku.techniques.examples import all_examples
from cpsudoku.techniques.rules.examples import PUZZLES, examples_of
from cpsudoku.techniques.texts import text_of_technique

KINDS = (marked("Easy example"), marked("Hard example"))


@dataclass(frozen=True)
class Lesson:
    """What there is to say about a technique.

    ``sections`` are headings with their texts. ``examples`` are steps, the easy one first, and
    ``sources`` say where their positions are from. ``facts`` are in the language in which the
    lesson was asked for.
    """

    technique: str
    title: str
    definition: str
    also: tuple[str, ...]
    facts: tuple[str, ...]
    sections: tuple[tuple[str, str], ...]
    examples: tuple[ExplainedStep, ...]
    sources: tuple[str, ...]

    def to_data(self) -> JsonObject:
        """The lesson as JSON values."""
        return {
            "technique": self.technique,
            "title": self.title,
            "definition": self.definition,
            "also": list(self.also),
            "facts": list(self.facts),
            "sections": [{"heading": heading, "text": text} for heading, text in self.sections],
            "examples": [
                {"kind": kind, "source": source} | step.to_data()
                for kind, source, step in zip(KINDS, self.sources, self.examples, strict=False)
            ],
        }


def technique_facts(name: str) -> JsonObject:
    """A technique as JSON values."""
    technique, row = TECHNIQUES[name], ROWS[name]
    return {
        "technique": name,
        "title": technique.title,
        "definition": technique.definition,
        "rating": row.rating / 10 or None,
        "scale": SCALE,
        "level": row.level,
        "score": row.score,
        "assumes_unique": technique.assumes_unique,
        "any_houses": technique.any_houses,
    }


def lesson(technique: str) -> Lesson:
    """The lesson about a technique, which may have any of its names; raises UnknownName.

    >>> found = lesson("Y-Wing")
    >>> found.title, len(found.examples)
    ('XY-Wing', 2)
    """
    name = technique_name(technique)
    if name in RULE_TABLE:
        return _lesson_for_rules(name)
    known, text, examples = TECHNIQUES[name], text_of_technique(name), all_examples().get(name, ())
    return Lesson(
        name,
        known.title,
        known.definition,
        text.also,
        _facts(name),
        text.sections,
        tuple(explained(each.position.candidates, each.step()) for each in examples),
        tuple(each.source for each in examples),
    )


def _lesson_for_rules(name: str) -> Lesson:
    """The lesson about a technique for rules."""
    known, text = TECHNIQUES[name], text_of_technique(name)
    facts = (
        translated("not in {scale}", scale=SCALE),
        translated("level {level}", level=translated(RULE_TABLE[name].level)),
        translated("for puzzles with rules or boards beyond the classic ones"),
    )
    steps = tuple(explained(*each) for each in examples_of(name))
    sources = tuple(f"made for this page, with {_rules_text(rules)}" for _, *rules in PUZZLES[name])
    return Lesson(
        name, known.title, known.definition, text.also, facts, text.sections, steps, sources
    )


def _rules_text(rules: Sequence[str]) -> str:
    """Rules as they are given to ``--rules``."""
    return f"the rule{'s' * (len(rules) > 1)} {', '.join(f'`{rule}`' for rule in rules)}"


def _facts(name: str) -> tuple[str, ...]:
    """The rating, the level, and what the technique needs."""
    technique, row = TECHNIQUES[name], TABLE[name]
    rating, level = rating_text(row.rating), translated(row.level)
    facts = [
        f"{SCALE}: {rating}" if rating else translated("not in {scale}", scale=SCALE),
        f"HoDoKu: {level}, {row.score}" if row.hodoku else translated("level {level}", level=level),
        translated("assumes one solution") if technique.assumes_unique else "",
        ""
        if technique.any_houses
        else translated("needs plain rows, columns and rectangular boxes"),
    ]
    return tuple(fact for fact in facts if fact)
