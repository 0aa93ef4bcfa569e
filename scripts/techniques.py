#!/usr/bin/env python3
"""Writes docs/techniques/, a page with two pictures for each technique: scripts/techniques.py."""

from __future__ import annotations

from pathlib import Path

from cpsudoku.drawing.step_picture import step_picture
from cpsudoku.teaching.lessons import KINDS, Lesson, lesson
from cpsudoku.techniques import LEVELS, ROWS, RULE_TABLE, TABLE, TECHNIQUES
from cpsudoku.techniques.course import before, course

FOLDER = Path(__file__).parent.parent / "docs" / "techniques"
INDEX = """# Techniques

Each technique has a page with an easy and a hard example. `cpsudoku techniques NAME` shows the
same text, and `cpsudoku practise NAME` asks you to find its steps. Hints try the techniques in
the order of this list. [A course](course.md) says what to learn first.
"""
COURSE = """# A course

This is an order in which to learn the [techniques](index.md): level by level, and each after those
that it builds on. `cpsudoku practise` without a name practises the next one of the course. What you
find twice in a row without help is learnt. It is repeated after 1 day, and then after 3, 7, 16,
35 and 80 days. `cpsudoku practise --progress` shows what you have learnt and what comes next, and
`--progress --json` writes it as data.
"""
RULES = """
## For puzzles with rules

Hints try these techniques only on puzzles with rules, or on boards that are not plain. In each
level they come before the others, but after the singles.

| technique | also called | level |
|---|---|---|
"""


def pages() -> dict[str, str]:
    """Every file of the folder, by name."""
    found = {"index.md": index(), "course.md": course_page()}
    for name in ROWS:
        each = lesson(name)
        found[f"{name}.md"] = page(each)
        for kind, example in zip(KINDS, each.examples, strict=False):
            picture = step_picture(example.before, example.step, example.title, example.text)
            found[picture_name(name, kind)] = picture
    return found


def index() -> str:
    """The list of all techniques, by level."""
    text = INDEX
    for level in LEVELS:
        text += f"\n## {level.capitalize()}\n\n| technique | also called |\n|---|---|\n"
        for name, row in TABLE.items():
            if row.level == level:
                text += f"| {_named(name)} |\n"
    text += RULES
    for name, rule_row in RULE_TABLE.items():
        text += f"| {_named(name)} | {rule_row.level} |\n"
    return text


def course_page() -> str:
    """All techniques in the order of the course, with what comes before each."""
    text = COURSE
    for level in LEVELS:
        text += f"\n## {level.capitalize()}\n\n| technique | learn this first |\n|---|---|\n"
        for name in course():
            if TABLE[name].level == level:
                needs = ", ".join(f"[{TECHNIQUES[each].title}]({each}.md)" for each in before(name))
                text += f"| [{TECHNIQUES[name].title}]({name}.md) | {needs} |\n"
    return text


def _named(name: str) -> str:
    return f"[{TECHNIQUES[name].title}]({name}.md) | {', '.join(lesson(name).also)}"


def page(found: Lesson) -> str:
    """The page of one technique."""
    text = f"# {found.title}\n\n{found.definition}\n\n"
    text += "".join(f"- {fact[0].upper()}{fact[1:]}\n" for fact in found.facts)
    if found.also:
        text += f"- Also called: {', '.join(found.also)}\n"
    for heading, words in found.sections:
        text += f"\n## {heading}\n\n{words}\n"
    for kind, example, source in zip(KINDS, found.examples, found.sources, strict=False):
        text += f"\n## {kind}\n\n{example.text}\n\n"
        text += f"![{found.title}, {kind.lower()}]({picture_name(found.technique, kind)})\n\n"
        text += f"Position: {source}\n"
    return text


def picture_name(technique: str, kind: str) -> str:
    """``x-wing-easy.svg``."""
    return f"{technique}-{kind.split(maxsplit=1)[0].lower()}.svg"


def main() -> None:
    """Write all files, and remove those of techniques that no longer exist."""
    from page_folder import write_pages  # tests import this module without its folder

    write_pages(FOLDER, pages())


if __name__ == "__main__":
    main()
