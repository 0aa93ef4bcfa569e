"""Finds the phrases of ``sayings.txt`` in a sentence.

A phrase is a line of words, such as ``[strictly] increas*/rise from bulb [to tip]``. Words in
brackets may be absent, ``/`` separates words that mean the same, ``*`` is any end of a word, and
``(a b | c)`` are longer alternatives. ``{low}`` and ``{high}`` are the lowest and the highest digit
of the board, ``{n}`` and ``{times}`` are the number of the rule. Numbers are digits: ``5`` matches
five, too. ``@`` is a word for digits or cells. It may be between any two words. ``...`` is a gap:
both of its sides must be in the sentence, but the words between them need other phrases.

Only the phrases that can begin with a word are compared with the text at that word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from cpsudoku.formats.links.drawn.sayings import all_phrases, filler, numerals, things
from cpsudoku.formats.links.drawn.spelling import mended
from cpsudoku.formats.links.drawn.themes import themed

_TOKEN = re.compile(r"[\[\]()|]|[^\s\[\]()|]+")
_WORD = re.compile(r"[^\W_]+|[,;:()/]|[<>≤≥≠±]=?(?= ?\d)")  # a sign before a number is a word
_MUST = re.compile(r"\b(?:ha(?:ve|s)|needs?|required) to\b")
_COUNT = re.compile(r"\b(?:number|amount|numbers) of\b")
_NUMBER = r"(?:\d+|\b(?:one|two|three|four|five|six|seven|eight|nine|ten))"
_LISTED = re.compile(rf"({_NUMBER}), ?(?=(?:{_NUMBER}, ?)*{_NUMBER},? or\b)")
_STARTS = re.compile(r"\b(?:starts?|begins?|starting|beginning) and (?=end(?:s|ing)?\b)")
_PLURAL = re.compile(r"\b(count of|many) (\d)s\b")  # "number of 9s"
_CIRCLES = re.compile(r"[○◯⚪●⚫⬤]")  # signs in place of the word
_BLACK = re.compile(r"\b(?:black|white) (?=(?:lines?|arrows?|thermo\w*|cages?)\b)")  # no dots
_WITH_REPEATS = re.compile(r"\bwith repeats\b")
_COMMA_OR = re.compile(r"(?<=\d), or\b")
_OR_MULTIPLE = re.compile(r"\b(\d+) or (?:an?y? )?(?=multiple of \1\b)")
_IN_BRACKETS = re.compile(r"(?<!\w)\(((?:[a-z]+ ?){1,3})\) ?")  # "(marked)" ends no clause
# "by a knight's move (in chess) must differ": what follows goes on with the clause before.
_INSERTED = re.compile(
    r"\(((?:in|on|of|as|from|like|with|without|including|excluding) [^()]*)\) "
    r"([^,;:()/]+?) ?(?=[,;:()/]|\b(?:and|but|while|whereas)\b|$)"
)
_ADDRESSED = re.compile(
    r" ?\((?:r\d{1,2}c\d{1,2}(?:, ?| and )?)+\)|"
    r" in (?:r\d{1,2}c\d{1,2}|row \d{1,2},? column \d{1,2})\b"
)
_CELL = re.compile(r"r(?:ow )?(\d{1,2}),? ?c(?:olumn )?(\d{1,2})")
_AVERAGE = re.compile(r"\b(?:arithmetic mean\b|(?:arithmetic )?mean (?=of\b))")  # "which mean"
_THINGS = r"(?:cages?|diagonals?)"
_BOTH_WAYS = re.compile(r"\b(orthogonal(?:ly)?|diagonal(?:ly)?) and (?=orthogonal|diagonal)")
_NO_REPEAT = re.compile(r"\b(?:cannot|cant|not|never|dont|no)\b.*\brepeat")
_EITHER = re.compile(rf"\b({_THINGS}),? or (?=(?:[a-z]+ ){{0,4}}{_THINGS}\b)")
_MOVES = re.compile(r"\b((?:knight|king)s?(?: move)?),? or (?=(?:a )?(?:knight|king)s?\b)")
_IF = re.compile(r"\W*(?:if|when|whenever|wherever)\b")
_TIMES_SIGN = re.compile(r"(?<=\d) ?× ?(?=\d)")  # of "3×3"
_DIGITS_OF_BOARD = re.compile(r"^sudoku (?=\d+ ?(?:-|–|to) ?\d+$)")  # "Sudoku 0-8"
_SQUARE = re.compile(r"\bsquare numbers?\b|(?<=\bperfect )squares?\b")
_WITH = re.compile(r"\bsudoku with\b")  # "arrow sudoku with disjoint groups"
# Only names: "normal sudoku rules, renban rules and 159 rules apply".
_APPLY = re.compile(
    r"^((?:(?:[\w-]+ ){1,3}rules?(?:,? and |, | ))+|normal [\w/-]+ )appl(?:y|ies)\W*(?=$|\()"
)
_SHORT_WORDS = (
    (re.compile(r"\blook[ -]and[ -]say\b"), "lookandsay"),  # no two clauses
    (re.compile(r"\borth\b"), "orthogonally"),
    (re.compile(r"\badj\b"), "adjacent"),
    (re.compile(r"\bdiff\b(?=\W+(?:parit|mod|remainder))"), "different"),
    (re.compile(r"\bdiff\b"), "difference"),
    (re.compile(r"\bmax(?:\.|imum)? (?=difference)"), "maximum "),
)
_MODULO = re.compile(r"\bmod(?=\d)")
_ADDRESS = re.compile(r"\b(?:at )?(?:https?://)?(?:[\w-]+\.)+(?:com|org|net|app|io|de|uk)\b\S*")
_ENDS = frozenset((*",;:()/", "and", "but", "while", "whereas"))  # of a clause
_CLOSING = {"[": "]", "(": ")"}
_DIGITS = "#"  # stands for any number among the words that a phrase can begin with
_TIMES = {"double": "2", "twice": "2", "triple": "3", "thrice": "3", "quadruple": "4"}
_NUMBERS = {
    "#x#": r"\d+x\d+",
    "#": r"\d+",
    "{low}": r"(?P<low>\d+)",
    "{high}": r"(?P<high>\d+)",
    "{n}": r"(?P<n>\d+)",
    "{times}": rf"(?P<n>{'|'.join(_TIMES)}|\d+ times)",
}


@dataclass(frozen=True)
class Place:
    """Where a phrase is in the text of a sentence, and the numbers that stand in it."""

    start: int
    end: int
    numbers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Words:
    """The words of a sentence between single spaces, and where its clauses are in this text."""

    text: str
    clauses: tuple[slice, ...]


@dataclass(frozen=True)
class _Piece:
    """A piece of a phrase between gaps: its pattern, and the words that it can begin with.

    Most pieces are in no sentence of a puzzle, so that their patterns are never compiled.
    """

    text: str
    first: frozenset[str]

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Its pattern."""
        return re.compile(self.text)


@lru_cache(maxsize=2048)
def words_of(text: str) -> Words:
    """The words of a sentence in lower case, without those of no content."""
    joined, clauses, start = " ", list[slice](), 1
    text = _CIRCLES.sub(" circle ", text)
    text = _COUNT.sub("count of", _MUST.sub("must", mended(themed(text.replace("'", "")))))
    text = _ADDRESSED.sub("", text)
    text = _STARTS.sub(", ", text)  # a clause of its own: "a path that starts and ends in ..."
    text = _PLURAL.sub(r"\1 \2 copies", text)
    text = _OR_MULTIPLE.sub("", _BLACK.sub("", _AVERAGE.sub("average ", text)))
    text = _IN_BRACKETS.sub(_without_filler, _DIGITS_OF_BOARD.sub("standard ", text))
    text = _INSERTED.sub(r"\2 (\1) ", text)
    text = _ADDRESS.sub("", _TIMES_SIGN.sub("x", text))  # without pages in the web
    text = _WITH_REPEATS.sub("may repeat", text.replace(" as well as ", " and "))
    text = _COMMA_OR.sub(" or", _LISTED.sub(r"\1 or ", text))  # "7, 8, or 9"
    text = _BOTH_WAYS.sub(r"\1 or ", text)  # one clause: "orthogonally and diagonally"
    if _NO_REPEAT.search(text):
        text = _EITHER.sub(r"\1 and ", text)  # "in a cage or on a diagonal"
    text = _MOVES.sub(r"\1 and ", text)  # two rules: "a knight's move or a king's move apart"
    text = _SQUARE.sub("squared", text)  # not cells
    for short, long in _SHORT_WORDS:
        text = short.sub(long, text)
    text = _APPLY.sub(r"\1", text)
    text = _MODULO.sub("mod ", _WITH.sub("sudoku,", text))
    is_condition = _IF.match(text) is not None  # its comma ends no clause: "if ..., then ..."
    for found in _WORD.findall(text):
        if found == "," and is_condition:
            is_condition = False
        elif found in _ENDS:
            clauses.append(slice(start, len(joined)))
            start = len(joined)
        elif found not in filler():
            joined += ("@" if found in things() else numerals().get(found, found)) + " "
    clauses.append(slice(start, len(joined)))
    return Words(joined, tuple(each for each in clauses if each.start < each.stop))


def cells_named(text: str) -> frozenset[tuple[int, int]]:
    """The row and column, from 0, of the cells that a sentence names as the place of something.

    ``words_of`` leaves these places out: "the digit in the red cell (r1c1)".
    """
    found = (cell for each in _ADDRESSED.finditer(text) for cell in _CELL.findall(each[0]))
    return frozenset((int(row) - 1, int(column) - 1) for row, column in found)


def _without_filler(found: re.Match[str]) -> str:
    """A text in brackets, or nothing if all of its words have no content."""
    return "" if filler().issuperset(found[1].split()) else found[0]


def phrases_in(words: Words) -> dict[str, list[Place]]:
    """The phrases of all rules that are in a sentence, with their places."""
    found: dict[tuple[str, int], list[Place]] = {}
    for start, word in _starts(words.text):
        for phrase, number in _beginning_with(word):
            match = pieces_of(phrase)[number].pattern.match(words.text, start)
            if match is not None and match.end() > start:
                numbers = tuple((name, text) for name, text in match.groupdict().items() if text)
                place = Place(start, match.end(), numbers)
                found.setdefault((phrase, number), []).append(place)
    return {
        phrase: places
        for phrase in {each for each, _ in found}
        if (places := list(_in_order(found, phrase)))
    }


def _in_order(found: dict[tuple[str, int], list[Place]], phrase: str) -> Iterator[Place]:
    """The places of all pieces of a phrase, if each is after the first one, or nothing."""
    pieces = [found.get((phrase, number), []) for number in range(len(pieces_of(phrase)))]
    if all(pieces):
        after = pieces[0][0].end
        later = [[each for each in places if each.start >= after] for places in pieces[1:]]
        if all(later):
            yield from pieces[0]
            for places in later:
                yield from places


def _starts(text: str) -> Iterator[tuple[int, str]]:
    """Each word of a text, with where it begins."""
    start = 1
    for word in text.split():
        yield start, word
        start += len(word) + 1


@lru_cache(maxsize=8192)
def _beginning_with(word: str) -> tuple[tuple[str, int], ...]:
    """The pieces of phrases that can begin with a word."""
    index = _index()
    keys = [word, *(f"{word[:length]}*" for length in range(1, len(word) + 1))]
    keys += [_DIGITS] if word[0].isdigit() else []
    return tuple(dict.fromkeys(each for key in keys for each in index.get(key, ())))


@cache
def _index() -> dict[str, list[tuple[str, int]]]:
    """The pieces of all phrases by the words that they can begin with."""
    found: dict[str, list[tuple[str, int]]] = {}
    for phrase in all_phrases():
        for number, piece in enumerate(pieces_of(phrase)):
            for word in piece.first:
                found.setdefault(word, []).append((phrase, number))
    return found


@cache
def pieces_of(phrase: str) -> tuple[_Piece, ...]:
    """A phrase in pieces between its gaps."""
    found = []
    for part in phrase.split(" ... "):
        pattern, first, _ = _sequence(iter(_TOKEN.findall(part)), "")
        found.append(_Piece(pattern, frozenset(first)))
    return tuple(found)


def _sequence(tokens: Iterator[str], closing: str) -> tuple[str, set[str], bool]:
    """The pattern of the tokens until a bracket, its first words, and if it may be empty."""
    ways, pattern = list[str](), ""
    first, all_first = set[str](), set[str]()
    is_empty, may_be_empty = True, False
    for token in tokens:
        if token == closing:
            break
        if token == "|":
            ways.append(pattern)
            all_first |= first
            may_be_empty |= is_empty
            pattern, first, is_empty = "", set(), True
            continue
        more, words, optional = _item(tokens, token)
        pattern += more
        first |= words if is_empty else set()
        is_empty &= optional
    whole = "|".join((*ways, pattern))
    return whole, all_first | first, may_be_empty or is_empty


def _item(tokens: Iterator[str], token: str) -> tuple[str, set[str], bool]:
    """The same for one group or word."""
    if token in _CLOSING:
        pattern, first, is_empty = _sequence(tokens, _CLOSING[token])
        is_optional = token == "["
        return f"(?:{pattern}){'?' * is_optional}", first, is_optional or is_empty
    words = [word for word in token.split("/") if word not in filler()]
    if not words:
        return "", set(), True
    return f"(?:{'|'.join(map(_pattern_of, words))}) (?:@ )*", set(_firsts(words)), False


def _pattern_of(word: str) -> str:
    if word in _NUMBERS:
        return _NUMBERS[word]
    return re.escape(numerals().get(word, word)).replace(r"\*", r"\w*")


def _firsts(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        if word == "{times}":
            yield from _TIMES
        yield _DIGITS if word in _NUMBERS else numerals().get(word, word)


def number_in(text: str) -> str:
    """The number that ``{n}`` or ``{times}`` found: ``2`` for ``twice`` and ``2 times``."""
    return _TIMES.get(text, text.removesuffix(" times"))
