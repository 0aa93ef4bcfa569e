#!/usr/bin/env python3
"""Updates the tables in docs/rules.md: ``scripts/rules.py``."""

from __future__ import annotations

from pathlib import Path

from cpsudoku.core.rule_facts import families, rule_facts

PAGE = Path(__file__).parent.parent / "docs" / "rules.md"
START, END = "<!-- rules -->", "<!-- end of rules -->"


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


def main() -> None:
    """Replace the text between the two markers in the page."""
    page = PAGE.read_text()
    before, _, rest = page.partition(START)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{START}\n{tables()}\n{END}{after}")


if __name__ == "__main__":
    main()
