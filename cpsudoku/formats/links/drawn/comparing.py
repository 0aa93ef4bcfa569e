"""Decides whether a sentence says what the rules of a guess do, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.cages.killer import KillerCage
from cpsudoku.core.constraints.cells.indexer import ColumnIndexer, RowIndexer
from cpsudoku.core.constraints.outside.frame_sum import FrameSum
from cpsudoku.core.constraints.pairs.negative import Negative
from cpsudoku.core.guesses import Guess
from cpsudoku.core.rule_lines import line_of
from cpsudoku.formats.links.drawn.all_given import marks_in
from cpsudoku.formats.links.drawn.grammar import ANY, RuleMeaning
from cpsudoku.formats.links.drawn.outside_clues import OUTSIDE_CLUES
from cpsudoku.formats.links.drawn.sayings import is_property, sayings_about
from cpsudoku.formats.links.drawn.sentences import RuleWords
from cpsudoku.formats.links.drawn.several_grids import cells_of_grid

_OWN_NUMBER = re.compile(r"[a-z-]+ (\d+)(?:[: ]|$)")
_COUNTED = re.compile(r"\bcount (\d+):")
_RELATION = re.compile(r"\b(?:pair|neighbours) (?:all )?[^:]*")
_NOT_ALL = re.compile(
    r"^\W*(?:not|note that not)\b|^all\b.*\bmay not\b|"
    r"\b(?:no|without) (?:an? |any )?negative\b"
)
_OF_LINES = re.compile(r"\b(?:all|every) (?:\w+ ){0,2}lines?\b")
_SIZE = re.compile(r"(?<!surrounding )\b(\d{1,2}) ?[x×] ?(\d{1,2})\b")
_DIGITS = re.compile(r"\b(\d{1,2}) ?(?:-|–|to|through) ?(\d{1,2})\b")
_REGIONS = re.compile(r"\b(\d+) (?:irregular |outlined |jigsaw )?(?:regions|boxes)\b")
_NOUNS = {"region sum line": "region-sum", "divided line": "sum-line"}
_NOUNS |= {"equal cell": "equal cells", "corner sum": "sum around corner"}
_NOUNS |= {"full rank": "full-rank"}
_NOUNS |= {"difference dot": "difference between cells"}
_NOUNS |= {"first-cells clue": "among first cells", "battlefield clue": "battlefield"}
_OF_DOTS = {"white": frozenset("1"), "black": frozenset("2")}
_NUMBER_OF_OTHERS = (
    *OUTSIDE_CLUES,
    "dice cage",
    "remainder cage",
    "run-on renban",
    "indexed column",
    "among first cells",
    "difference-count line",
    "equal product diagonal",
    "equal product line",
    "magic square",
    "either-sum cage",
    "one-off cage",
    "listed-digits cage",
    "look-and-say cage",
    "look-and-say cage or border",
    "rounded cage",
    "last-digit cage",
    "half-sum cage",
    "vault",
    "cube cage",
    "cube or square cage",
    "end-sum line",
    "half-sum line",
    "zigzag line",
    "oscillating line",
    "full line",
    "even count",
    "odd count",
    "absent digits",
    "three-to-one sum",
    "three-digit diagonal",
    "digit-set",
    "distance arrow",
    "visible arrow",
    "clue letters",
    "masked x-sum",
    "masked sandwich",
    "diagonal result",
    "sum on lines",
    "battlefield",
    "magic box",
    "one magic box",
    "numbered magic box",
    "anti-taxicab",
    "equal sums by size",
    "different sums by size",
    "listed-digits cell",
    "few odd digits in rows",
    "few even digits in rows",
    "few odd digits in columns",
    "few even digits in columns",
    "multiple segment",
    "remainder mark",
    "coloured remainder dot",
    "box-remainder line",
)  # whose rules have other numbers


def meanings_of(noun: str, rules: Iterable[Constraint], board: Board) -> tuple[RuleMeaning, ...]:
    """What the rules of a guess mean: by its noun if that has phrases, or by their names."""
    if " and " in noun and not noun.startswith("negative"):  # rules that hold together
        rules = tuple(rules)
        each = (meanings_of(part, rules, board) for part in noun.split(" and "))
        return (*dict.fromkeys(chain.from_iterable(each)), RuleMeaning("both rules"))
    if noun == "negative xv":  # says what X and V mean, too, if none of them is drawn
        return (RuleMeaning("negative"), RuleMeaning("xv"))
    if noun.startswith("negative "):  # says what dots mean, too, if none of them is drawn
        dots = (RuleMeaning(name, _OF_DOTS[name]) for name in noun.split() if name in _OF_DOTS)
        return (RuleMeaning("negative"), *dots)
    noun = "negative" if noun.startswith("negative") else _NOUNS.get(noun, noun)
    noun = noun if sayings_about(noun).phrases else ""
    found: dict[str, list[Constraint]] = {noun: []} if noun else {}
    for rule in rules:
        for key in (noun,) if noun else (rule.name, *_more_names(rule)):
            found.setdefault(key, []).append(rule)
    meanings = [RuleMeaning(key, _numbers(key, each, board)) for key, each in found.items()]
    more = (
        _shared_sum(found.get("killer", ())),
        _of_windows(found.get("renban", ())),
        _of_signs(found.get("thermo", ())),
        *map(_indexed, (found.get("column-indexer", ()), found.get("row-indexer", ()))),
    )
    return (*meanings, *chain.from_iterable(more))


def _shared_sum(cages: Sequence[Constraint]) -> Iterator[RuleMeaning]:
    """That cages have one sum, which a sentence may state, if they have."""
    sums = {cage.sum for cage in cages if isinstance(cage, KillerCage)}
    if len(sums) == 1 and None not in sums:
        yield RuleMeaning("stated sum", frozenset(map(str, sums)))


def _more_names(rule: Constraint) -> Iterator[str]:
    """What else sentences may call a rule: a region of all digits."""
    board = rule.board
    if isinstance(rule, Negative):
        yield from marks_in(line_of(rule))
    if isinstance(rule, KillerCage) and rule.sum is None and len(rule.cells) == board.size:
        yield "region"
    if rule.name == "region" and len(rule.cells) == board.size and not board.houses:
        yield "overlapping boxes"


def _of_windows(renbans: Sequence[Constraint]) -> Iterator[RuleMeaning]:
    """That lines have consecutive sets of so many cells, if each of these renbans has so many."""
    counts = {len(rule.cells) for rule in renbans}
    if len(counts) == 1:
        yield RuleMeaning("run-on renban", frozenset(map(str, counts)))


def _of_signs(thermometers: Sequence[Constraint]) -> Iterator[RuleMeaning]:
    """That thermometers are signs between two cells, if each has two."""
    if thermometers and all(len(rule.cells) == 2 for rule in thermometers):
        yield RuleMeaning("greater")


def _indexed(rules: Sequence[Constraint]) -> Iterator[RuleMeaning]:
    """What sentences call cells that index: all of them, or those of columns 1, 5 and 9."""
    found = [rule for rule in rules if isinstance(rule, ColumnIndexer | RowIndexer)]
    cells = {cell for rule in found for cell in rule.indexers}
    if found and len(cells) == len(found[0].board):
        yield RuleMeaning(f"{found[0].name} everywhere")
    columns = {found[0].board.row_column(cell)[1] for cell in cells}
    if columns == {0, 4, 8} and len(cells) == 27 and found[0].name == ColumnIndexer.name:
        yield RuleMeaning("159")


def _numbers(key: str, rules: Iterable[Constraint], board: Board) -> frozenset[str]:
    """The numbers of rules, or their usual number if their lines have none."""
    if key in _NUMBER_OF_OTHERS or is_property(key):
        return ANY
    if key == "frame-sum":
        return frozenset(str(rule.count) for rule in rules if isinstance(rule, FrameSum))
    if key == "renban":  # "four consecutive digits"
        lengths = {str(len(rule.cells)) for rule in rules}
        return frozenset(lengths if len(lengths) == 1 else {"0"})
    lines = list(map(line_of, rules))
    if key.startswith("given-digit "):
        return frozenset(_COUNTED.findall(" ".join(lines)))
    found = {match[1] for match in map(_OWN_NUMBER.match, lines) if match}
    for relation in filter(None, map(_RELATION.search, lines)):
        found.update(re.findall(r"\d+", relation[0]))
    return frozenset(found or {str(_usual(key, board.size))})


def _usual(key: str, size: int) -> int:
    usual = {"white": 1, "black": 2, "sum-line": 10}
    usual |= {"whispers": (size + 1) // 2, "lockout": size // 2}
    return usual.get(key, 3)


@dataclass(frozen=True)
class Comparison:
    """The sentences of a puzzle, and what all rules mean that were read or may be drawn."""

    words: RuleWords
    board: Board
    known: tuple[RuleMeaning, ...]

    def said(self, sentences: Iterable[int], meanings: Collection[RuleMeaning]) -> frozenset[int]:
        """Those of the sentences that say what one of the rules does, and their examples."""
        found = set[int]()
        for number in sorted(sentences):
            sentence = self.words.said[number]
            is_example = number - 1 in found and sentence.is_example
            if is_example or sentence.is_said(meanings, self.known):
                found.add(number)
        return frozenset(found)

    def of_cells(self, sentences: Iterable[int], rules: Iterable[Constraint]) -> frozenset[int]:
        """The sentences without those that name other cells, or another grid, than the rules."""
        own = {cell for rule in rules for cell in rule.cells if cell < len(self.board)}
        places = set(map(self.board.row_column, own))
        return frozenset(
            number
            for number in sentences
            if self.words.said[number].cells_named in (frozenset(), places)
            and own <= (cells_of_grid(self.words.lower[number], self.board) or own)
        )

    def harmless(self, read: Iterable[Constraint], guesses: Iterable[Guess]) -> frozenset[int]:
        """The plain sentences, and "not all are given", without those that contradict others.

        Those are about another board, or about marks that are said to be all given.
        """
        texts = enumerate(self.words.lower)
        denied = [number for number, text in texts if _NOT_ALL.search(text)]
        not_all = self.said(denied, (RuleMeaning("not all given"),))
        not_all |= {number for number in denied if number in self.words.plain}
        said = (guess.sentences for guess in guesses if guess.noun.startswith("negative"))
        given = {mark for number in frozenset().union(*said) for mark in self._marks(number)}
        for rule in read:
            given |= marks_in(line_of(rule)) if isinstance(rule, Negative) else set()
        return frozenset(
            number
            for number in self.words.plain | not_all
            if not _is_of_another_board(self.words.lower[number], self.board)
            and not (given and number in not_all and self._meets(number, given))
        )

    def _meets(self, number: int, marks: set[str]) -> bool:
        """Whether a sentence is about one of the marks or lines, or names none."""
        own = self._marks(number)
        return not own or bool(own & marks)

    def _marks(self, number: int) -> set[str]:
        """The marks that a sentence names, or lines, or else those of the one before it."""
        if _OF_LINES.search(self.words.lower[number]):
            return {"line"}
        texts = self.words.lower[max(number - 1, 0) : number + 1]
        return next((found for text in reversed(texts) if (found := marks_in(text))), set())


def _is_of_another_board(text: str, board: Board) -> bool:
    """Whether a sentence names another size of board or box, other digits, or other regions."""
    sizes = [int(one) * int(other) for one, other in _SIZE.findall(text)]
    digits = [(int(one), int(other)) for one, other in _DIGITS.findall(text)]
    fits = (len(board.values), len(board.values) ** 2, len(board))
    regions = sum(house.kind == "box" for house in (*board.houses, *board.groups))
    return (
        any(size not in fits for size in sizes)
        or any(pair != (board.values[0], board.values[-1]) for pair in digits)
        or any(int(count) != regions for count in _REGIONS.findall(text))
    )
