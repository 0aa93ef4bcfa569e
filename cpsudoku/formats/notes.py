"""Lines of text around a puzzle that are not rules: titles, its solution, and sentences.

A sentence may be a rule in words. It is never taken for one, but the verdict names it. If it only
says the name of a rule, it is offered: ``anti-knight ('Anti-knight rule applies')`` is gone with
``--rules anti-knight``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from cpsudoku.core.board import Board
from cpsudoku.core.part_names import sentence_left
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import is_rule_line, rules_of
from cpsudoku.core.rule_names import begins_rule
from cpsudoku.runtime.errors import CpsudokuError
from cpsudoku.runtime.printable import one_line

_EDGES = " \t,;:#|\"'"  # around a label or in quotes
_LONGEST = 60  # characters of a text that are shown

# Words that only the rules of a variant need, in a title or between two puzzles.
_OF_VARIANTS = re.compile(
    r"\banti[- ]?\w+|\b(knight|king|queen|bishop|chess)('?s?)? (move|sudoku|constraint|rule)|"
    r"\bdiagonals?\b|\bx[- ]?sudoku\b|\bsudoku[- ]?x\b|\bwindoku\b|\bhyper[- ]?sudoku\b|"
    r"\b(killer|jigsaw|irregular|thermo\w*|arrow|kropki|sandwich|samurai|consecutive|xv|odd|even|"
    r"palindrome|renban|disjoint|windows?|argyle|asterisk|chaos|nonomino|skyscrapers?|outside|"
    r"frame|toroidal|centre|center|girandola|greater[- ]than|parity|whispers?)[- ]?(line )?"
    r"(sudoku|doku|puzzle|rules?|groups?|constraint|variant|even)\b|"
    r"\b(thermometers?|kropki|renban|whispers?|palindromes?|skyscrapers?|cages?|little killer|"
    r"non-?consecutive|disjoint groups?|negative constraint)\b|"
    r"\brules?\s*:|\brules? (also )?appl|\b(constraints?|variants?)\b|"
    r"\b(must|cannot|can't|may not|must not|should)\b|\bno two\b|\brepeat\w*\b|"
    r"\b(extra|additional|special|all|every|each|both|main) (regions?|diagonals?|rules?|houses?|"
    r"cages?|dots?|lines?|digits?|cells?|rows?|columns?|box(es)?|clues?)\b|"
    r"\b(add|sum)s? (up )?to\b|\bdots? (are )?given\b",
    re.IGNORECASE,
)
# Words without which a line below a puzzle cannot be a rule.
_OF_RULES = re.compile(
    r"\b(digits?|numbers?|cells?|rows?|columns?|box(es)?|regions?|sums?|totals?|lines?|cages?|"
    r"arrows?|circles?|dots?|repeat\w*|adjacent|neighbou?rs?|differ\w*|same|equals?|consecutive|"
    r"even|odd|greater|less|larger|smaller|higher|lower|values?|clues?|givens?|must|cannot|can't|"
    r"not|no|never|apart|diagonals?|between|along|squares?|marked|shaded|gr[ae]y|colou?r\w*|"
    r"knights?|kings?|queens?|bishops?|chess|anti\w*|inside|outside|touch\w*|rules?|all|every|each|"
    r"both|only|once|twice|thermo\w*|whispers?|renban|palindromes?|kropki|killer|jigsaw|irregular|"
    r"windoku|hyper|sandwich\w*|skyscrapers?|samurai|xv|fog|loops?|path|snake|product|ratio|"
    r"differences?|constraints?|variants?|appl(y|ies)|except|unless|x)\b|[<>≤≥=+×]",
    re.IGNORECASE,
)
_TITLE = re.compile(
    r"\W*(?:(?:the|a|an|my|our|this|next|puzzles?|sudokus?|grids?|boards?|games?|numbers?|no|nr|"
    r"number|problems?|page|book|volume|vol|level|set|round|week|day|example|sample|exercise|case|"
    r"test|part|of|from|in|on|for|by|and|with|very|too|quite|super|easy|easiest|simple|gentle|"
    r"beginner|medium|moderate|normal|classic|standard|intermediate|tricky|hard|harder|hardest|"
    r"tough|difficult|difficulty|expert|evil|extreme|fiendish|diabolical|daily|weekly|monthly|"
    r"today'?s?|tomorrow'?s?|world'?s|january|february|march|april|may|june|july|august|september|"
    r"october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tues?|wed|"
    r"thurs?|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|pm|am|st|nd|rd|"
    r"th|rating|rated|score|stars?|se|er|ep|ed|hodoku|clues?|givens?|hints?|(?:\d+(?:[.,:/]\d+)*))"
    r"\W*)+",
    re.IGNORECASE,
)
_DETAIL = re.compile(
    r"\W*(author|by|creator|setter|constructor|composer|composed by|made by|created by|set by|"
    r"posted by|posted|date|created|published|source|from|to|cc|sent|subject|re|fwd?|name|title|id|"
    r"number|no|nr|puzzle|level|difficulty|rating|grade|score|stars|clues|givens|time|url|link|"
    r"copyright|collection|event|series|book|page|file|seed|se|er|ep|ed|hodoku)\b\W*[:=#]\W*(.*)",
    re.IGNORECASE | re.DOTALL,
)
_ADDRESS = re.compile(r"\W*(https?://|www\.)\S+\W*|\W*\S+@\S+\.\S+\W*")
_CHAT = re.compile(
    r"\W*(sent|thanks?|thank you|many thanks|cheers|regards|kind regards|best( wishes)?|yours|"
    r"hello|hi|dear|enjoy|have fun|good luck|hope|happy|here (is|are)|here's|who (can|could)|"
    r"(can|could) (you|anyone|any of you)|please|i|i'm|i've|we|my|copyright|©|\(c\))\b",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"\s*(#|//)")
_SOLUTION = re.compile(
    r"\s*(?:the )?(?:solution|answer|solved)s?(?: is)?\s*[:=]?\s*"
    r"([0-9A-Pa-p][\s0-9A-Pa-p]{14,1300})|\s*(?:the )?(?:solution|answer)\s*[:=]\s*(\d{4}[\s\d]*)",
    re.IGNORECASE,
)
_SOLUTION_TITLE = re.compile(
    r"\W*(the |its )?(solution|answer|solved)( grid| to .{1,20}| of .{1,20})?\W*", re.IGNORECASE
)
_AROUND_NAME = re.compile(
    r"\W*(?:(?:rules?|constraints?|variants?|types?|everything|also|plus)\b\s*:?)?\s*(?:the )?"
    r"(.{3,40}?)(?:\s+(?:sudoku|rules?|constraints?|variant))*(?: also)?(?:\s+appl(?:y|ies))?\W*",
    re.IGNORECASE,
)
_IN_WORDS = {  # the rules that people describe instead of naming them
    "diagonals": r"\bdiagonals?\b|\bx[- ]?sudoku\b|\bsudoku[- ]?x\b",
    "anti-knight": r"\bknight'?s?\b",
    "anti-king": r"\bking'?s?\b",
    "windows": r"\bwindoku\b|\bhyper[- ]?sudoku\b",
    "disjoint-groups": r"\bdisjoint\b",
    "non-consecutive": r"\bnon-?consecutive\b",
}
_CONTENT = re.compile(
    r"\b(must|cannot|can't|may|not|no|all|every|each|contain\w*|repeat\w*|\w+ly|digits?|cells?)\b",
    re.IGNORECASE,
)
_LONGEST_TITLE = 8  # words
_LONGEST_NAME = 3  # words of the name of a person or place
_PLAIN_VALUES = ("", "none", "no", "false", "0", "plain", "vanilla", "9x9")
_PLAIN_RULES = re.compile(
    r"(the )?((classic(al)?|normal|standard|regular|usual) ?)*(9x9 ?)?(sudoku)? ?(rules)?"
    r"( apply)?\.?"
)
_KEYS_OF_RULES = re.compile(
    r"(extra|additional|special|other)?[-_ ]?(rules?([-_ ]?(text|set))?|ruleset|variants?|"
    r"variation|constraints?|cages|regions|diagonals?|x[-_ ]?sudoku|anti[-_ ]?(knight|king)|"
    r"windoku|hyper|disjoint[-_ ]?(groups|sets)|non[-_ ]?consecutive|jigsaw|killer|thermos?|"
    r"thermometers|arrows|kropki|dots|lines)",
    re.IGNORECASE,
)


def is_comment(text: str) -> bool:
    """Whether a line is a comment."""
    return _COMMENT.match(text) is not None


def solution_in(text: str) -> str | None:
    """The symbols of a line such as ``solution: 5346...``; None for other lines."""
    match = _SOLUTION.fullmatch(text.rstrip(" .;"))
    return "".join((match[1] or match[2]).split()) if match is not None else None


def is_solution_title(text: str) -> bool:
    """Whether a title says that the grid below it is a solution."""
    return _SOLUTION_TITLE.fullmatch(text) is not None


def is_about_rules(text: str) -> bool:
    """Whether a title speaks of the rules of a variant."""
    if is_comment(text) or _ADDRESS.fullmatch(text):
        return False
    return _OF_VARIANTS.search(text) is not None


def is_rule_or_about_rules(text: str) -> bool:
    """Whether the value of a field is a complete rule, or speaks of the rules of a variant."""
    return is_about_rules(text) or (is_rule_line(text) and _is_complete_rule(text))


def may_hold_rule(row: str, delimiter: str | None) -> bool:
    """Whether a field of a row may be a rule or speak of rules, even if the digits are left out.

    Many rows are the same without their digits, so one question is enough for all of them. Without
    a delimiter, the row is a line of text: a puzzle and its label.
    """
    fields = row.split(delimiter) if delimiter else [row]
    words = (field.strip(_EDGES).split()[:_LONGEST_NAME] for field in fields)
    return _OF_VARIANTS.search(row) is not None or any(map(begins_rule, words))


def _is_complete_rule(text: str) -> bool:
    try:
        return bool(rules_of(text, Board.of_size(9)))
    except CpsudokuError:
        return False


def may_be_rule(text: str) -> bool:
    """Whether a line below a puzzle may be a rule in words: it is not surely something else."""
    if is_about_rules(text):
        return True
    harmless = (_ADDRESS.fullmatch, _TITLE.fullmatch, _DETAIL.fullmatch, _CHAT.match)
    if is_comment(text) or any(matches(text) for matches in harmless):
        return False
    name = _AROUND_NAME.fullmatch(text)
    is_named = name is not None and begins_rule(name[1].split())
    return is_named or len(text.split()) > _LONGEST_NAME or bool(_OF_RULES.search(text))


def with_sentences(puzzle: Puzzle, sentences: Iterable[str]) -> Puzzle:
    """The puzzle with sentences that were not interpreted, except those that its rules say."""
    parts = dict.fromkeys(part for text in sentences for part in _parts(puzzle, text))
    more = tuple(part for part in parts if part not in puzzle.uninterpreted)
    return replace(puzzle, uninterpreted=(*puzzle.uninterpreted, *more)) if more else puzzle


def fields_about_rules(fields: Mapping[str, object]) -> Iterator[str]:
    """The fields of another program that may be rules, each as a sentence: ``variant: X``."""
    for key, value in fields.items():
        text = value.strip().lower() if isinstance(value, str) else value
        if is_key_of_rules(key):
            is_said = isinstance(value, str | float) or (type(value) is int and value != 1)
            if text and not _is_plain(text):
                yield f"{key}: {one_line(str(value))}" if is_said else key
        elif isinstance(value, str) and is_rule_or_about_rules(value):
            yield f"{key}: {one_line(value)}"


def _is_plain(value: object) -> bool:
    return value in _PLAIN_VALUES or (
        isinstance(value, str) and _PLAIN_RULES.fullmatch(value) is not None
    )


def is_key_of_rules(key: str) -> bool:
    """Whether a key or a heading is about rules."""
    return _KEYS_OF_RULES.fullmatch(key.strip()) is not None


def _parts(puzzle: Puzzle, text: str) -> Iterator[str]:
    """How a sentence is named, unless the puzzle has the rule that it names."""
    rules = {rule.name for rule in puzzle.constraints}
    if _is_said(puzzle, text):
        return
    quoted = _quoted(text)
    exact = _named(text)
    if exact is not None:
        if exact not in rules:
            yield f"{exact} ({quoted})"
        return
    about = [name for name, pattern in _IN_WORDS.items() if re.search(pattern, text, re.IGNORECASE)]
    alone = about[0] if len(about) == 1 and about[0] not in rules else None
    yield f"{alone} ({quoted})" if alone else sentence_left(quoted)


def _is_said(puzzle: Puzzle, text: str) -> bool:
    """Whether a title only names a rule that the puzzle has, such as ``Killer Sudoku 5``."""
    if _CONTENT.search(text) or len(text.split()) > _LONGEST_TITLE:
        return False
    names = [rule.name.replace("-", "") for rule in puzzle.constraints]
    names += ["jigsaw", "irregular", "samurai"] if not puzzle.board.is_usual else []
    letters = re.sub(r"[^a-z]", "", text.lower())
    return any(name in letters for name in names)


def _quoted(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= _LONGEST else f"{line[: _LONGEST - 3]}...")


def _named(text: str) -> str | None:
    """The rule of the whole board whose name is all that a sentence says."""
    match = _AROUND_NAME.fullmatch(text)
    try:
        found = rules_of(match[1].replace(" ", "-"), Board.of_size(9)) if match else ()
    except CpsudokuError:
        return None
    return found[0].name if len(found) == 1 else None
