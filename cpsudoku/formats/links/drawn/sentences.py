"""The rules of a puzzle in words: sentences, and what each of them is about."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

from cpsudoku.formats.links.drawn.colours import words_in
from cpsudoku.formats.links.drawn.contents import is_contradictory

_LONGEST = 600  # characters of a sentence that may be understood
_MOST = 300  # sentences
_END = re.compile(r"(?<=[.!?;])[\"”')]*\s+|\s*(?:\n|\\n)+\s*|(?<!\d)\s+[-–•]\s+|^\s*[-–•*]\s*")
_SHORT = re.compile(r"\b(i\.e|e\.g|etc|vs|ie|eg)\.(?=\s|,)", re.IGNORECASE)
_HIDDEN = "\x00"  # in place of the dot of an abbreviation

# Sentences that the board says, and those that restrict nothing.
_BOARD = (
    r"(rules: ?)?(apply )?((the )?(normal|standard|classic|regular|irregular|usual|jigsaw)\b ?)+"
    r"(\d ?[x×] ?\d ?)?((rules of|sudoku|jigsaw|killer|cage|thermo|arrow|kropki)\b ?)*"
    r"(rules\b ?)?(for \d ?[x×] ?\d sudoku ?)?(apply|applies|appy)?( ?here)?( ?\(.*\))?",
    r"(rules: ?)?(sudoku|sudoku rules|rules|standard rules of sudoku)( apply)?",
)
_RESTRICTS_NOTHING = (
    r"(note that )?not (all|every)( of the)?( possible| such)?( \w+){0,3} "
    r"(are|is|were|have been)( necess?ar\w+)? (given|marked|shown|indicated|drawn|clued|present)\b"
    r"((?!but|must|appl|rule|cages?).){0,30}",
    r"(such |these |the )?(digits|numbers|values|they)\b[^.,()]{0,40}\b(may|can)( also)? repeat"
    r"(,? (on|along|in|within|inside|across|if|where|when|as)\b"
    r"((?!sum|must|average|but|not\b|unless|and |cage|row|column|box|region|diagonal|white|thermo|"
    r"renban).)*)?",
    r"((?!not|n't).)*\bif allowed by (the )?(other|normal|sudoku)?.{0,20}rules?",
    r".*\b(different|each) (lines?|segments?|arrows?|cages?)\b.*\b(may|can) have different\b.*",
)
# Words without which a sentence cannot be a rule.
_THINGS = re.compile(
    r"\b(digits?|numbers?|cells?|rows?|columns?|box(es)?|regions?|grid|sums?|total|lines?|cages?|"
    r"arrows?|circles?|dots?|repeat|adjacent|differ\w*|same|equal|consecutive|even|odd|greater|"
    r"less|higher|lower|values?|clues?|must|cannot|can't|apart|diagonal\w*|between|along|"
    r"squares?|marked|indicat\w+|every|each|knight\w*|king\w*|inside|outside|touch\w*|draw|find|"
    r"rules?|orthogonal\w*|thermo\w*|whisper\w*|renban\w*|palindrome\w*|kropki|killer|letters?|"
    r"colou?rs?|colou?red|shaded?|fog|loop|path|snake|place|position|\d+|product|ratio|difference|"
    r"all|possible|given|shown|constraints?|exactly|increas\w*|decreas\w*|ascend\w*|descend\w*|"
    r"missing|add|subtract\w*|appl(y|ies)|everything|nothing|none|never|always|whole|parity|prime|chess|"
    r"bulbs?|tips?|solutions?|bishops?|queens?|stars?|ships?|tents?|symmetr\w*|copy|copies|clones?|towers?|buildings?)\b"
)
# How a sentence begins that is not about digits, and words that it does not contain.
_CHAT = re.compile(
    r"(i|i'm|i am|i've|we|my|thanks?|thank you|many thanks|special thanks|enjoy|have fun|have a|"
    r"good luck|hope\w*|happy|inspired|dedicated|please|welcome|hints?|tips?|this (puzzle|sudoku) "
    r"(was|is)|make sure)\b(?!.*\b(must|cannot|can't|not|sums?|differ\w*|repeat\w*|increas\w*|"
    r"contain\w*|consecutive|same|equal\w*|each|every|decreas\w*|thermo\w*|cages?|arrows?|dots?|"
    r"lines?|diagonals?|knight\w*|odd|even|rows?|columns?|everything|always|never|only)\b)"
)
# Words that change the meaning of other rules or ask for more than digits.
_MORE = re.compile(
    r"\b(except|unless|wrong|incorrect|false|liars?|lying|lies|mistakes?|errors?|determined?|"
    r"deduced?|divide the grid|divided? into|shade|shading|loops?|snakes?|path|fog\w*|doublers?|"
    r"modifiers?|multipl\w+|negative cells?|negators?|counts? as|counts? (double|twice)|swap\w*|"
    r"rotat\w+|torus|toroidal|wraps?|yin|pentomino\w*|tetromino\w*|galax\w*|nurikabe|masyu|"
    r"star battle|hidden|unknown|to be (found|drawn|determined)|draw (a|an|the|some)|must be drawn|"
    r"schr[oö]+dinger\w*|ciphers?|encod\w+|decod\w+|represents? (a )?(different|unique)|"
    r"replaced?|switch\w*|at least one (cage|line|arrow|clue|thermo\w*) is|"
    r"(each|every|all|is|are) .*either an?\b.*\bor an?\b|"
    r"colou?rs? (exactly )?once|different colou?rs|letters?|exactly (one|two|three|half)|"
    r"one of (the|them) (is|are)|impostors?|products?|multiply|prime|square numbers?|"
    r"in reverse|opposite|mirror\w*|wildcards?|blank|empty|cells? (that|which) (is|are) not|"
    r"solver|find the|identify|locate)\b"
)
_EXAMPLE = re.compile(r"\(?(for example|for instance|as an example|example|e\.?g\b)")
_EMPTY = re.compile(r"\b(empty|blank|white|free) (cell|square)(?=s?\b)")
_FOLLOWS = re.compile(
    r"(\(?(i\.?e\b|in other words|"
    r"that is|this means|thus|hence|so\b|therefore|note( that)?\b|or in other))"
)
# How a sentence begins that only says more about the one before it.
_CONTINUES = re.compile(
    r"\(?(it|they|these|those|this|such|each such|different (segments|lines|arrows|cages)|"
    r"for (odd|even|each|lines of)\b.*\blines?\b|the (total|sum|centre|center)|the digits? on)\b"
)


def sentences_of(text: str) -> tuple[str, ...]:
    """The sentences of a text. Each line is at least one."""
    text = text.replace("’", "'").replace("‘", "'").replace("\\n", "\n").replace("**", "")
    text = _SHORT.sub(lambda match: match[0].replace(".", _HIDDEN), text)
    parts = (part.strip(" \t-–•*+\"'") for line in text.split("\n") for part in _END.split(line))
    found = (part.replace(_HIDDEN, ".") for part in parts if any(map(str.isalpha, part)))
    return tuple(part.rstrip(".!;:, ") for part in found if part.rstrip(".!;:, "))


@dataclass(frozen=True)
class RuleWords:
    """The rules in words."""

    sentences: tuple[str, ...]

    @cached_property
    def lower(self) -> tuple[str, ...]:
        """The sentences in lower case, those that are understood at all."""
        return tuple(
            text.lower() if len(text) <= _LONGEST and number < _MOST else ""
            for number, text in enumerate(self.sentences)
        )

    @cached_property
    def text(self) -> str:
        """All sentences that are understood."""
        return "\n".join(self.lower)

    @cached_property
    def plain(self) -> frozenset[int]:
        """The sentences that need no rule: the board implies them, or they restrict nothing."""
        return frozenset(n for n, text in enumerate(self.lower) if text and _is_plain(text))

    @cached_property
    def sober(self) -> frozenset[int]:
        """The sentences that only say what a rule of their subject says."""
        return frozenset(n for n, text in enumerate(self.lower) if text and _is_sober(text))

    def about(self, pattern: str, denied: str = "") -> frozenset[int]:
        """The sober sentences that match a pattern, and the explanations after them.

        A sentence that matches ``denied`` has another content.
        """
        found = {n for n in self.sober if searched(pattern, self.lower[n])}
        found = {n for n in found if not denied or not searched(denied, self.lower[n])}
        for n, text in enumerate(self.lower):
            explains = n in self.sober and (_FOLLOWS.match(text) or _CONTINUES.match(text))
            is_denied = denied and searched(denied, text)
            if n - 1 in found and (_EXAMPLE.match(text) or (explains and not is_denied)):
                found.add(n)
        return frozenset(found)

    def is_example(self, number: int) -> bool:
        """Whether a sentence is an example of the one before it."""
        return _EXAMPLE.match(self.lower[number]) is not None

    def colours(self, number: int) -> frozenset[str]:
        """The colours that a sentence names."""
        return words_in(self.lower[number])


def searched(pattern: str, text: str) -> re.Match[str] | None:
    """The first match of a pattern in a text."""
    return _compiled(pattern).search(text)


@lru_cache(maxsize=512)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _is_sober(text: str) -> bool:
    return not (_MORE.search(text) or is_contradictory(text))


def _is_plain(text: str) -> bool:
    text = _EMPTY.sub("cell", text)
    if _MORE.search(text) or is_contradictory(text):
        return False
    if not _THINGS.search(text) or _CHAT.match(text):
        return True
    body = re.sub(r"^[\w '&/-]{1,30}: +", "", text)
    return any(
        _compiled(form).fullmatch(each)
        for each in (text, body)
        for form in (*_BOARD, *_RESTRICTS_NOTHING)
    ) or any(_is_placing(each) for each in (text, body))


_IN_CELLS = re.compile(
    r"(place|put|enter|write|insert|fill)\b(?=.*\b(each|every|all)\b.*\bcells?\b)((?!not|repeat).)*"
)


def _is_placing(text: str) -> bool:
    """Whether a sentence only says that digits are placed in rows, columns and regions."""
    allowed = re.sub(
        r"\b(\d ?[x×] ?\d|\d+|normal|standard|sudoku|rules?|apply|digits?|numbers?|place|put|fill|"
        r"enter|write|use|insert|select|each|every|all|no|any|in|into|the|to|from|through|and|or|"
        r"once|exactly|so|that|a|an|of|with|without|rows?|columns?|cols?|box(es)?|regions?|blocks?|"
        r"outlined|marked|bordered|bold|thick|must|should|has|have|contains?|appears?|not|cannot|"
        r"can't|do|does|don't|repeats?|repeated|repeating|repetitions?|ie|i|e|grid|cells?|such|"
        r"own|different|house|heavily|shaped|square|is|are|one|only|occur|within|apart|also|them|"
        r"can|may|be|will|irregular|jigsaw|shapes?|group|there|here|get|subgrid)\b",
        "",
        text,
    )
    leftover = re.sub(r"[\W\d_]", "", allowed)
    if leftover or _compiled(r"\b(not|cannot) apply|n't apply|\b(may|can) repeat").search(text):
        return False
    is_about_houses = searched(r"\brows?\b", text) and searched(r"\bcol(umn)?s?\b", text)
    return bool(is_about_houses or _IN_CELLS.fullmatch(text))
