#!/usr/bin/env python3
"""Writes the pages of rules, docs/rules/, and the tables in docs/rules.md: scripts/rules.py."""

from __future__ import annotations

from pathlib import Path

from page_folder import write_pages
from rule_faces import faces_page

from cpsudoku.cli.rules import example_of
from cpsudoku.core.rule_facts import families, rule_facts
from cpsudoku.solving import write

PAGE = Path(__file__).parent.parent / "docs" / "rules.md"
FOLDER = PAGE.with_suffix("")
START, END = "<!-- rules -->", "<!-- end of rules -->"
INDEX = """# The rules in pictures

A picture leads to the page of its rule. [Rules and boards](../rules.md) says how rules are written.
`cpsudoku rules NAME` describes a rule and solves its example. [What each rule has](faces.md) lists
the layers, engines, explanations and formats of each rule.
"""
ACROSS = 4  # pictures


def tables() -> str:
    """A table for each family."""
    text = ""
    for family, names in families().items():
        text += f"\n### {family.capitalize()}\n\n| example | meaning |\n|---|---|\n"
        for name in names:
            data = rule_facts(name)
            example = data["example"].replace("|", r"\|")
            text += f"| `{example}` | {data['summary']} |\n"
    return text


def pages() -> dict[str, str]:
    """Every file of the folder, by name: a page for each family, a picture for each rule."""
    found = {"index.md": index(), "faces.md": faces_page()}
    for family, names in families().items():
        found[f"{family}.md"] = f"# Rules: {family}\n" + "".join(map(section, names))
        for name in names:
            found[f"{name}.svg"] = write(example_of(name), format="svg").text
    return found


def index() -> str:
    """The pictures of all rules, by family."""
    text = INDEX
    for family, names in families().items():
        text += f"\n## {family.capitalize()}\n\n{'| ' * ACROSS}|\n{'|---' * ACROSS}|\n"
        for start in range(0, len(names), ACROSS):
            row = (_picture(name, family) for name in names[start : start + ACROSS])
            text += f"| {' | '.join(row)} |\n"
    return text


def _picture(name: str, family: str) -> str:
    image = f'<img src="{name}.svg" alt="an example of {name}" width="160">'
    return f"[{image}<br>{name}]({family}.md#{name.lower()})"


def section(name: str) -> str:
    """The part of a page about one rule."""
    data = rule_facts(name)
    also = f", also called {', '.join(data['aliases'])}" if data["aliases"] else ""
    return (
        f"\n## {name}\n\n{data['summary']}\n\n"
        f"Written `{data['syntax']}`{also}. The picture shows `{data['example']}`.\n\n"
        f"![an example of {name}]({name}.svg)\n"
    )


def main() -> None:
    """Write the pages, and replace the text between the two markers in docs/rules.md."""
    write_pages(FOLDER, pages())
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(START)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{START}\n{tables()}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
