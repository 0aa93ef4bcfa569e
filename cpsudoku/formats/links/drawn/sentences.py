"""The rules of a puzzle in words: sentences, and what each of them is about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from unicodedata import normalize

from cpsudoku.core.board import Board
from cpsudoku.formats.links.drawn.colours import words_in
from cpsudoku.formats.links.drawn.grammar import RuleMeaning, Sentence, is_example, without_example
from cpsudoku.formats.links.drawn.phrases import words_of
from cpsudoku.formats.links.drawn.sayings import (
    counted,
    is_combined,
    is_in_list,
    is_relation,
    kinds_of_pairs,
    mixes,
    properties,
    relations,
    sayings_about,
)
from cpsudoku.formats.links.drawn.several_grids import grids_of

_LONGEST_TEXT = 20_000  # characters that may be understood
_LONGEST = 600  # characters of a sentence that may be understood
_MOST = 300  # sentences
_END = re.compile(
    r"(?<=[.!?;])(?<![\"?]\?)[\"”')]*\s+|(?<=[a-z]{2}\.)(?=[A-Z][a-z ])|"
    r"\s+[-–—]\s+(?=[Nn]ot all\b)|\s*[(,](?= ?[Nn]ot all\b[^().]*\)?\s*(?:\.|$))|"
    r"\s*(?:\n|\\n)+\s*|(?<!\d)\s+[-–•]\s+|^\s*[-–•*]\s*"
)
_SHORT = re.compile(
    r"\b(i\. ?e|e\. ?g|etc|vs|ie|eg|orth|adj|diff)\.(?=\s|,)|\bi\. ?e\b", re.IGNORECASE
)
_DASHES = re.compile(r"(?:[-–—] ){2,}[-–—]")  # a dashed line, drawn in words
_HIDDEN = "\x00"  # in place of the dot of an abbreviation
_ALL = re.compile(
    r"\b(?:all\b(?! (?:of )?(?:the )?(?:digits|numbers|cells|marked|indicated|drawn|shaded)\b)|"
    r"every (?:possible )?(?:\w+ )?(?:dot|x|v|kropki)\b).{0,60}"
    r"(?<!\ba )\b(given|shown|marked|indicated|present|drawn|clued)\b(?! (?:total|sum)s?\b)|"
    r"\bno other\b|negative (constraint|rule|xv|kropki)|"
    r"\bif there is no (?:\w+ )?(?:dot|circle)s? between\b.*\bneither\b"
)
_MARKS = re.compile(r"\b(?:dots?|kropki|xv|(?:xs?|vs?)\b.{0,20}\b(?:clues|signs|pairs|given))\b")
_NOT_ALL = re.compile(
    r"^not all|^all\b.*\bmay not\b|\bnot (all|every|necessarily)\b|"
    r"\b(no|without) (an? |any )?negative\b"
)
_OBLIGES = re.compile(r"^(?!.*\b(?:repeat|order|differ)).*\b(?:must|ha(?:ve|s) to|needs? to)\b")
_LINES = re.compile(r"\b(?:lines?|thermo\w*|arrows?|renbans?|whispers?|palindromes?|zippers?)\b")
# For names of rules, the sentences that are about others.
_OF_OTHERS = (
    ("sum on lines", r"^(?!.*\b(?:on|along) (?:the |any |drawn )?lines?\b)"),
    ("negative", r"^(?!.*(?:\bdots?|kropki|\bx|\bv)).*\blines?\b"),  # "all lines are given"
    ("column-indexer.*", r"^(?!.*\bcolumns? index).*\brows? index"),
    (  # rules that hold across the edges of the board
        "anti-king|anti-knight|non-consecutive|.* of neighbours",
        r"\bwrap|\btor(?:us|oid)|\bopposite (?:side|edge)s?\b",
    ),
    ("row-indexer.*", r"^(?!.*\brows? index).*\bcolumns? index"),
    (  # "each pair of digits forms a number divisible by 5" is not about their sum
        "(?:forbidden )?divisible sum .*",
        r"^(?!.*\b(?:sum|total|add)).*\b(?:form|make|read|number)",
    ),
    (  # "along the diagonals" are the main ones
        ".* of diagonal neighbours",
        r"^(?!.*\b(?:all|each|every|any) diagonals?\b).*\bdiagonals\b",
    ),
    (  # cages that compare their sums
        "killer|sum",
        r"(different|distinct|unique) (sum|total)s?|"
        r"(sum|total)s? (are|is|must be) (all )?(different|unique|distinct)",
    ),
    ("one-parity.*", r"^(?!.*\b(?:all|only|entirely|same|both)\b)"),  # only "odd or even"
    (".* cage", rf"^(?!.*cage).*{_LINES.pattern}"),  # "lines have the same sum"
    (".* diagonal", rf"^(?!.*diagonal).*{_LINES.pattern}"),
    (  # "each line contains a pair of consecutive digits" is not about all neighbours
        ".* (?:line|of [a-z' ]*(?:neighbours?|moves))",
        r"\b(?:contains?|ha(?:ve|s)|includes?)\b[^,;:]*\b(?:an?|one|1|some) pair\b",
    ),
    (  # paths through all cells, or along their borders
        "(?:loop|snake)(?:(?:-free)? cell)?",
        r"\b(?:all|every|each) (?:\w+ )?(?:cells?|squares?)\b|\bgrid ?lines?\b|\bedges\b",
    ),
    ("column-indexer.*", r"\brow[- ]index"),
    ("row-indexer.*", r"\bcolumn[- ]index"),
    ("letter", r"^(?!.*\b(?:digit|number|value)s?\b)"),  # "each cell has a different letter"
    (  # "circles sum to 20" is not about the digits on both sides of a circle
        "(?!white or black ).* dot",
        r"^(?!.*\b(?:between|pairs?|two|both|either|joined|connect\w*|separat\w*|adjacent|"
        r"across|straddl\w*|neighbou?r\w*)\b).*\b(?:circles?|squares?|diamonds?)\b",
    ),
)
_SUM = re.compile(r"\b(?:sums?|totals?|adds?)\b")
# "Cages do not share digits" is a rule, "lines do not share cells" is not. Nor is a box number what
# each box has.
_RESTRICTS = re.compile(
    r"\bshar(?:e|es|ing) (?:\w+ ){0,2}(?:digit|number|value)s?\b|"
    r"\b(?:row|column|box|region)[ -](?:number|index)\b"
)
_OTHER_RULES = re.compile(r"\bdifferent (?:rules?|constraints?|meanings?)\b")  # not digits
# Things of any colour. A name before a colon, as in "Renbans: all lines ...", says which they are.
_COLOURED = re.compile(r"\bcolou?red (?:lines?|cells?|squares?|circles?|dots?|marks?)\b")
_OF_ANY_COLOUR = re.compile(
    r"^(?![^:]{1,40}:).*\b(?:(?:all|any|every) (?:of )?(?:the )?(?:drawn )?lines?|"
    r"(?:lines?|circles?|dots?) (?:of|in) (?:any|every|all|each) colou?rs?)\b"
)
_WORD = re.compile(r"[^\W_]+")
_YEAR = re.compile(r"(?:19|20)\d\d")
# The beginning of sentences that a list continues: "Cells separated", "- by an X sum to 10".
_HEAD = re.compile(r"^[^.,:;!?]{4,60}\b[a-z]+ed:?$")
_ITEM = re.compile(r"^\s*[-–•*]\s*(?=(?:by|with)\b)", re.IGNORECASE)
_PLAIN = tuple(map(RuleMeaning, ("board", "not all given", "remark", "fog")))
_WITH_SEVERAL = ("either-sum cage",)  # rules with several numbers
_OF_REGIONS = (RuleMeaning("irregular board"),)  # regions of such a board are drawn
_WITHOUT_REGIONS = (RuleMeaning("board without regions"),)


def sentences_of(text: str) -> tuple[str, ...]:
    """The sentences of a text, each on one line. Of a long text, the last one counts the rest."""
    text, rest = text[:_LONGEST_TEXT], text[_LONGEST_TEXT:].strip()
    text = text.replace("’", "'").replace("‘", "'").replace("\\n", "\n").replace("**", "")
    text = _DASHES.sub("dashed", text)
    text = _SHORT.sub(lambda match: match[0].replace(".", _HIDDEN), text)
    lines = _with_heads(text.split("\n"))
    parts = (part.strip(" \t-–•*+\"'") for line in lines for part in _END.split(line))
    found = _with_rests(part.replace(_HIDDEN, ".") for part in parts if any(map(str.isalpha, part)))
    sentences = tuple(part.rstrip(".!;:, ") for part in found if part.rstrip(".!;:, "))
    return (*sentences, f"({len(rest)} more characters)") if rest else sentences


def _with_heads(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a text, and before each item of a list the beginning of its sentence."""
    head, is_used = "", False
    for line in lines:
        item = _ITEM.match(line)
        if head and item:
            is_used = True
            yield f"{head.rstrip(':')} {line[item.end() :]}"
            continue
        if head and not is_used:
            yield head
        is_head = _HEAD.match(line.strip()) is not None
        head, is_used = (line.strip(), False) if is_head else ("", False)
        if not is_head:
            yield line
    if head and not is_used:
        yield head


def _with_rests(parts: Iterable[str]) -> Iterator[str]:
    """The parts of a text, each example with its parts after semicolons."""
    example = ""
    for part in parts:
        if example.endswith(";"):
            example = f"{example} {part}"
            continue
        if example:
            yield example
        example = part if is_example(part.lower()) else ""
        if not example:
            yield part
    if example:
        yield example


@dataclass(frozen=True)
class RuleWords:
    """The rules in words, of a puzzle on this board."""

    sentences: tuple[str, ...]
    board: Board

    @cached_property
    def lower(self) -> tuple[str, ...]:
        """The sentences in lower case and plain letters. Those too long or too many are empty."""
        return tuple(
            normalize("NFKC", text).lower() if len(text) <= _LONGEST and number < _MOST else ""
            for number, text in enumerate(self.sentences)
        )

    @cached_property
    def said(self) -> tuple[Sentence, ...]:
        """What each sentence says."""
        return tuple(Sentence(text, self.board) for text in self.lower)

    @cached_property
    def plain(self) -> frozenset[int]:
        """The sentences that need no rule: the board implies them, or they restrict nothing."""
        found = set[int]()
        for n, each in enumerate(self.said):
            if self.is_about_all(n) and _MARKS.search(each.lower):
                continue
            is_harmless = bool(each.lower) and (_is_chat(each.lower) or _is_plain(each))
            if is_harmless or (n and each.is_example):
                found.add(n)
        return frozenset(found)

    @cached_property
    def of_both(self) -> frozenset[int]:
        """The sentences that say that something is both this and that."""
        return frozenset(n for n, each in enumerate(self.said) if each.is_of_both)

    def about(self, key: str, denied: str = "") -> frozenset[int]:
        """The sentences that are about a rule, with those that continue them.

        They name the rule, or say what it does in its own words. At least one must say what it
        does. A sentence that matches ``denied`` is about something else.
        """
        named = self._named_by(sayings_about(key).names)
        if not named:
            return frozenset()
        rule = RuleMeaning(key)
        other = self._other_things | self._denied(denied) | _of_others(key, self.lower)
        other |= self._of_all if key != "negative" else frozenset()
        found = {n for n in named - other if self.said[n].says(key)}
        if is_combined(key):  # "consecutive digits are adjacent" only names pairs
            found = {n for n in found if self.said[n].claims(rule)}
        for n, each in enumerate(self.said):
            continues = n - 1 in found and n not in other and not is_relation(key)
            if continues and (each.is_example or self._continues(n, rule)):
                found.add(n)
        is_claimed = any(self.said[n].claims(rule) for n in found)
        return frozenset(found if is_claimed else ())

    def _named_by(self, phrases: frozenset[str]) -> frozenset[int]:
        """The sentences that have one of these phrases, perhaps before their colons."""
        places = self._with_phrase
        return frozenset(n for phrase in phrases & places.keys() for n in places[phrase])

    @cached_property
    def _with_phrase(self) -> dict[str, set[int]]:
        """The sentences that have each phrase."""
        found: dict[str, set[int]] = {}
        for number, each in enumerate(self.said):
            for phrase in each.phrases_and_title:
                found.setdefault(phrase, set()).add(number)
        return found

    @cached_property
    def _of_all(self) -> frozenset[int]:
        """The sentences that say that all marks are given."""
        return frozenset(
            n
            for n, text in enumerate(map(without_example, self.lower))
            if _ALL.search(text) and not _NOT_ALL.search(text)
        )

    @cached_property
    def _other_things(self) -> frozenset[int]:
        """The sentences that are about no rule of their own. An example continues another one."""
        plain = frozenset(n for n in self.plain if not self.said[n].is_example)
        return plain | _matching(_OTHER_RULES.pattern, self.lower)

    def _denied(self, pattern: str) -> frozenset[int]:
        """The sentences that match a pattern, if there is one."""
        return _matching(pattern, self.lower) if pattern else frozenset()

    def _continues(self, number: int, rule: RuleMeaning) -> bool:
        """Whether a sentence says what a rule does without its name, and of no other pairs."""
        said, text = self.said[number], self.lower[number]
        if _OBLIGES.match(text) and not said.claims(rule):
            return False
        if _LINES.search(text) and not _LINES.search(self.lower[number - 1]):
            return False  # after a sentence about other things
        if rule.key.endswith(" cage") and said.says("cages") and _SUM.search(self.lower[number]):
            return False  # what usual cages do
        return said.is_said((rule,), ()) and not any(
            said.says(f"{name} {pairs}") for name in self.relations for pairs in kinds_of_pairs()
        )

    @cached_property
    def relations(self) -> dict[str, str]:
        """The relations of two digits that sentences speak of, by their names."""
        return self._spoken_of("relation", relations())

    @cached_property
    def properties(self) -> dict[str, str]:
        """The properties of groups of cells that sentences speak of, by their names."""
        return self._spoken_of("property", properties())

    @cached_property
    def mixes(self) -> dict[str, str]:
        """What sentences say that squares have some of, by its names."""
        return self._spoken_of("mix", mixes())

    @cached_property
    def counted(self) -> dict[str, str]:
        """What sentences say that marked cells count, by its names."""
        return self._spoken_of("counted", counted())

    def _spoken_of(self, kind: str, values: dict[str, str]) -> dict[str, str]:
        """The relations or properties of which a sentence has a claim."""
        found = frozenset().union(*(each.phrases for each in self.said))
        return {
            name: value
            for name, value in values.items()
            if not found.isdisjoint(sayings_about(f"{kind} {name}").claims)
        }

    def numbered(self, key: str, sentences: Sequence[int]) -> tuple[str, frozenset[int]]:
        """The number that the first sentences give a rule, and those that give no other one.

        Several numbers of a relation of digits, or of sums, are written ``1|3``.
        """
        numbers = {n: self.said[n].numbers(key) for n in sentences}
        first = next((each for each in numbers.values() if each), frozenset[str]())
        has_several = is_relation(key) or key in _WITH_SEVERAL
        if has_several and len(first) > 1:  # "differ by 1 or 3"
            return "|".join(sorted(first)), frozenset(
                n for n, each in numbers.items() if each in (first, frozenset())
            )
        number = min(first, default="")
        return number, frozenset(n for n, each in numbers.items() if each <= {number})

    def is_about_all(self, number: int) -> bool:
        """Whether a sentence says that all marks are given."""
        return number in self._of_all

    def colours(self, number: int) -> frozenset[str]:
        """The colours that a sentence names."""
        return words_in(self.lower[number])

    def is_of_all(self, number: int, is_coloured: bool) -> bool:
        """Whether a sentence is about all things of its kind, or all of those with a colour."""
        text = self.lower[number]
        found = (is_coloured and _COLOURED.search(text)) or _OF_ANY_COLOUR.match(text)
        return bool(found) and not self.colours(number)


@lru_cache(maxsize=1024)
def _matching(pattern: str, texts: tuple[str, ...]) -> frozenset[int]:
    """The numbers of the texts that match a pattern."""
    return frozenset(n for n, text in enumerate(texts) if re.search(pattern, text))


def _of_others(key: str, texts: tuple[str, ...]) -> frozenset[int]:
    """The numbers of the texts that are about other rules than this one, whatever its name."""
    return frozenset().union(*(_matching(each, texts) for each in _patterns_of_others(key)))


@cache
def _patterns_of_others(key: str) -> tuple[str, ...]:
    """The patterns of sentences that are about other rules than this one."""
    return tuple(text for of, text in _OF_OTHERS if re.fullmatch(of, key))


def _is_plain(sentence: Sentence) -> bool:
    """Whether a sentence only says what the board says, or restricts nothing."""
    if not sentence.has_words:
        return not sentence.is_example
    if _RESTRICTS.search(sentence.lower) or sentence.cells_named:
        return False
    boxes = any(house.kind == "box" for house in sentence.board.houses)
    regions = _OF_REGIONS if _is_irregular(sentence.board) else ()
    plain = (*_PLAIN, *(regions if boxes else _WITHOUT_REGIONS))
    count = len(grids_of(sentence.board))
    plain += (RuleMeaning("several grids", frozenset((str(count),))),) if count > 1 else ()
    return any(sentence.says(each.key) for each in plain) and sentence.is_said(plain, plain)


@lru_cache(maxsize=16)
def _is_irregular(board: Board) -> bool:
    """Whether a region of the board is not a box."""
    regions = (house.cells for house in board.houses if house.kind == "box")
    return any(_area(board, cells) != len(cells) for cells in regions)


def _area(board: Board, cells: Sequence[int]) -> int:
    """The number of cells of the box around some cells."""
    rows = [board.positions[cell][0] for cell in cells]
    columns = [board.positions[cell][1] for cell in cells]
    return (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)


def _is_chat(text: str) -> bool:
    """Whether a sentence is a greeting, or has no word that is ever in a rule, nor a rule's name.

    Such a name is "Squishdoku". Words are looked at as written, and with "orth" spelled out.
    """
    words = _WORD.findall(text.replace("'", ""))
    words += words_of(text).text.replace("@", "").split()
    if any(word.endswith("doku") and word != "sudoku" for word in words):
        return False
    if any(is_in_list(word, "decisive") for word in words):
        return False
    is_greeting = bool(words) and is_in_list(words[0], "greetings")
    return is_greeting or not any(
        is_in_list(word, "telling") or (word.isdigit() and not _YEAR.fullmatch(word))
        for word in words
    )
