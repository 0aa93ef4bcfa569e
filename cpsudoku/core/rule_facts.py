"""What there is to say about each rule and each line that describes a board, as JSON values."""

from __future__ import annotations

from cpsudoku.core.board_words import BOARD_LINES
from cpsudoku.core.constraints import CONSTRAINTS
from cpsudoku.core.rule_lines import family_of, syntax_of
from cpsudoku.core.rule_names import rule_named
from cpsudoku.runtime.json_text import JsonObject

FAMILY_OF_BOARDS = "board"


def families() -> dict[str, list[str]]:
    """The names of the rules of each family, and of the lines that describe a board."""
    found: dict[str, list[str]] = {}
    for name in CONSTRAINTS:
        found.setdefault(family_of(CONSTRAINTS[name]), []).append(name)
    return found | {FAMILY_OF_BOARDS: list(BOARD_LINES)}


def listed_name(text: str) -> str:
    """The name of a rule or of a line that describes a board. Raises UnknownName."""
    return text.lower() if text.lower() in BOARD_LINES else rule_named(text).name


def rule_facts(name: str) -> JsonObject:
    """A rule, or a line that describes a board, as JSON values."""
    if name in BOARD_LINES:
        syntax, summary, example = BOARD_LINES[name]
        return _facts(name, FAMILY_OF_BOARDS, summary, syntax, (), example)
    rule = CONSTRAINTS[name]
    return _facts(name, family_of(rule), rule.summary, syntax_of(rule), rule.aliases, rule.example)


def _facts(
    name: str, family: str, summary: str, syntax: str, aliases: tuple[str, ...], example: str
) -> JsonObject:
    return {
        "rule": name,
        "family": family,
        "summary": summary,
        "syntax": syntax,
        "aliases": list(aliases),
        "example": example,
    }
