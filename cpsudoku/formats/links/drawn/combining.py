"""Several offers for the same drawings: rules that hold at once, as sentences say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from cpsudoku.core.board import Board
from cpsudoku.formats.links.drawn.colours import Colour
from cpsudoku.formats.links.drawn.comparing import meanings_of
from cpsudoku.formats.links.drawn.offers import Offer
from cpsudoku.formats.links.drawn.sayings import is_relation
from cpsudoku.formats.links.drawn.sentences import RuleWords

MOST_TOGETHER = 4  # of the rules of a group, those that may hold together


def by_two_sentences(
    offers: Sequence[Offer],
    others: Sequence[Sequence[Offer]],
    words: RuleWords,
    speaks_of_them: re.Pattern[str],
) -> Iterator[Offer]:
    """Two of these offers at once, because their sentences can be about no other drawings.

    The sentences name no two colours, and both speak of such drawings: "adjacent digits" may be
    any. If both give relations of digits, not even a doubtful offer for others has them. If a
    sentence says that lines have two rules, ``together`` offers them with that sentence.
    """
    if words.about("both rules"):
        return
    found = [offer for each in others for offer in each]
    certain = {n for offer in found if not offer.is_doubtful for n in offer.sentences}
    elsewhere = certain.union(*(offer.sentences for offer in found))
    for one, other in combinations(offers[:MOST_TOGETHER], 2):
        both = one.sentences | other.sentences
        is_apart = not one.sentences & other.sentences and not both & (
            elsewhere if is_relation(one.noun) and is_relation(other.noun) else certain
        )
        colours = {colour for number in both for colour in words.colours(number)}
        are_of_them = all(
            speaks_of_them.search(words.lower[number]) or words.said[number].is_example
            for number in both
        )
        if one.noun != other.noun and is_apart and are_of_them and len(colours) < 2:
            yield joint(one, other, both)


def is_said(offer: Offer, board: Board, words: RuleWords) -> bool:
    """Whether each sentence of an offer says what its rules do, and nothing else."""
    guess = offer.guess(board)
    if guess is None or not offer.sentences or offer.is_doubtful:
        return False
    meanings = meanings_of(offer.noun, guess.rules, board)
    return all(words.said[number].is_said(meanings, ()) for number in offer.sentences)


def with_those_of_all(offers: list[Offer], words: RuleWords, is_coloured: bool) -> list[Offer]:
    """The offers without those that ignore a sentence about things of all colours, if one has it.

    If none has all such sentences, each is doubtful. A sentence that only continues another one is
    about what that one is about.
    """
    of_all = {
        number
        for offer in offers
        for number in offer.sentences
        if words.is_of_all(number, is_coloured) and number - 1 not in offer.sentences
    }
    found = [offer for offer in offers if of_all <= offer.sentences]
    return found or [replace(offer, is_doubtful=True) for offer in offers]


def together(
    offers: Sequence[Offer], words: RuleWords, colour: Colour, board: Board
) -> Iterator[Offer]:
    """Two rules that lines have at once, because a sentence says so.

    It says that they have both, or each of its clauses says one of them, or one is about all lines
    and the other about those of a colour.
    """
    both = words.about("both rules")
    certain = [each for each in offers if each.sentences and not each.is_doubtful][:MOST_TOGETHER]
    for one, other in combinations(certain, 2):
        shared = one.sentences & other.sentences & words.of_both
        are_both = (
            shared
            or _share(one, other, board, words)
            or _are_of_all_and_some(one, other, words, colour)
        )
        if one.noun != other.noun and (both or are_both):
            yield joint(one, other, one.sentences | other.sentences | both)


def _share(one: Offer, other: Offer, board: Board, words: RuleWords) -> bool:
    """Whether a sentence says what both offers do, and more than each of them does."""
    shared = one.sentences & other.sentences
    guesses = [each.guess(board) for each in (one, other)] if shared else []
    found = [meanings_of(each.noun, each.rules, board) for each in guesses if each is not None]
    if len(found) < 2:
        return False
    return any(
        words.said[number].is_said((*found[0], *found[1]), ())
        and not any(words.said[number].is_said(each, ()) for each in found)
        for number in shared
    )


def _are_of_all_and_some(one: Offer, other: Offer, words: RuleWords, colour: Colour) -> bool:
    """Whether one offer is about all lines, and the other about lines of this colour."""
    is_of_all = [
        any(words.is_of_all(n, colour.is_vivid) for n in each.sentences) for each in (one, other)
    ]
    named = {word for each in (one, other) for n in each.sentences for word in words.colours(n)}
    return is_of_all[0] != is_of_all[1] and any(map(colour.is_called, named))


def joint(one: Offer, other: Offer, sentences: frozenset[int]) -> Offer:
    """Two offers for the same lines as one."""
    noun, parts = f"{one.noun} and {other.noun}", one.parts | other.parts
    is_doubtful = one.is_doubtful or other.is_doubtful
    return Offer(noun, one.count, one.lines + other.lines, parts, sentences, is_doubtful)
