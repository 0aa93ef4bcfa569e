"""Rules that a format of links has no clue for, as sentences in its rules in words.

An example is ``Cells that are 1 row and 3 columns ... apart hold different digits. [offset 1,3]``.
The rule in brackets is read back if the words before it are exactly those that we write.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import CONSTRAINTS, Constraint
from cpsudoku.core.constraints.amounts import MOST_RULES
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of, rules_of
from cpsudoku.formats.links.unsaid import Unsaid, refused_rule
from cpsudoku.runtime.errors import InputError

_RULE = re.compile(r" \[([a-z-]+)(?=[ :\]])")
_LONGEST = 20_000  # characters of a sentence


def sentence_of(rule: Constraint) -> str:
    """The words for a rule, and its line in brackets."""
    return f"{rule.describe()} [{line_of(rule)}]"


def can_be_said(rule: Constraint) -> bool:
    """Whether the sentence of a rule is read back as the same rule, without the other rules."""
    return "\n" not in sentence_of(rule) and _rule_of(sentence_of(rule), rule.board) == rule


def write_rules(
    puzzle: Puzzle,
    name: str,
    write: Callable[[Constraint], None],
    say: Callable[[Constraint], None] | None = None,
) -> None:
    """Write each rule of a puzzle, or say it in words if it can't be written.

    ``write`` raises Unsaid. Raises Unsupported, which names the format ``name`` and the rule.
    """
    for rule in puzzle.constraints:
        try:
            write(rule)
        except Unsaid as reason:
            if say is None or not can_be_said(rule):
                raise refused_rule(puzzle, name, rule, reason) from None
            say(rule)


def info_of(**texts: str) -> tuple[tuple[str, str], ...]:
    """The texts about a puzzle that are not empty, such as its author, each with its name."""
    return tuple((name, text) for name, text in texts.items() if text)


def with_sentences(text: str, rules: Sequence[Constraint]) -> str:
    """The rules in words, with a sentence for each of these rules."""
    return "\n".join(filter(None, (text, *map(sentence_of, rules))))


def rules_said(text: str, board: Board) -> tuple[str, tuple[Constraint, ...]]:
    """The text without the sentences that ``sentence_of`` makes, and their rules."""
    if " [" not in text:
        return text, ()
    lines, found = text.split("\n"), dict[int, Constraint]()
    for number, line in [*enumerate(lines)] * 2:  # again, with the layers that later rules bring
        is_open = line.endswith("]") and number not in found and len(found) < MOST_RULES
        rule = _rule_of(line, board) if is_open else None
        if rule is not None:
            found[number] = rule
            board = board.with_layers(*rule.board.layers)
    rest = [line for number, line in enumerate(lines) if number not in found]
    return "\n".join(rest) if found else text, tuple(found[number] for number in sorted(found))


def changed_sentences(text: str) -> list[str]:
    """The lines of a text without our sentences that still have the line of a rule in brackets."""
    return [line for line in text.split("\n") if _start_of_rule(line)]


def _start_of_rule(sentence: str) -> int | None:
    """Where the line of a rule begins after its bracket, or None."""
    found = (match for match in _RULE.finditer(sentence) if match[1] in CONSTRAINTS)
    return next((match.start() + 2 for match in found), None)


def _rule_of(sentence: str, board: Board) -> Constraint | None:
    """The rule of a sentence, or None if we do not write it like this."""
    start = _start_of_rule(sentence)
    if start is None or not sentence.endswith("]") or len(sentence) > _LONGEST:
        return None
    try:
        rules = rules_of(sentence[start:-1], board)
    except InputError:
        return None
    return rules[0] if len(rules) == 1 and sentence_of(rules[0]) == sentence else None
