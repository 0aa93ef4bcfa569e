"""Guesses for everything that is drawn on a board and said in the rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from cpsudoku.core.constraints import Constraint
from cpsudoku.core.guesses import Guess, Guesses, Part
from cpsudoku.formats.links.drawn.all_given import negative_questions
from cpsudoku.formats.links.drawn.all_lines_given import negative_line_questions
from cpsudoku.formats.links.drawn.arrow_guesses import arrow_questions
from cpsudoku.formats.links.drawn.backgrounds import with_backgrounds
from cpsudoku.formats.links.drawn.cage_guesses import cage_questions
from cpsudoku.formats.links.drawn.cell_arrows import cell_arrow_questions
from cpsudoku.formats.links.drawn.clue_types import type_questions
from cpsudoku.formats.links.drawn.comparing import Comparison, meanings_of
from cpsudoku.formats.links.drawn.decorations import decoration
from cpsudoku.formats.links.drawn.figures import Drawing
from cpsudoku.formats.links.drawn.found_regions import region_questions
from cpsudoku.formats.links.drawn.grammar import RuleMeaning
from cpsudoku.formats.links.drawn.layered import figure_questions
from cpsudoku.formats.links.drawn.line_guesses import line_questions
from cpsudoku.formats.links.drawn.looks import Looks, may_be_about
from cpsudoku.formats.links.drawn.mark_guesses import mark_questions
from cpsudoku.formats.links.drawn.modifiers import modifiers_in
from cpsudoku.formats.links.drawn.offers import Offer, guesses_of
from cpsudoku.formats.links.drawn.sayings import is_relation
from cpsudoku.formats.links.drawn.sentences import RuleWords, sentences_of
from cpsudoku.formats.links.drawn.valued_cells import letter_questions
from cpsudoku.formats.links.drawn.word_guesses import word_questions
from cpsudoku.runtime.printable import one_line

_NAME_WORD = re.compile(r"[^\W_]+")
_LITTLE = re.compile(r"\b(?:with|the|an?)\b")


def guesses_for(
    drawing: Drawing,
    parts: Sequence[Part],
    rules: str,
    read: Sequence[Constraint],
    others: Sequence[str],
    looks: Looks | None = None,
    title: str = "",
    names: Collection[str] = (),
) -> Guesses:
    """The parts and sentences of a puzzle, and what they may mean.

    ``rules`` are its rules in words, ``read`` the rules that were read, and ``others`` the names of
    what no guess explains. Mere decoration and sentences that restrict nothing need no guess. A
    format whose rules are data gives the ``looks`` of its clues: sentences about rules that were
    read need no guess then, unless they name other colours, and neither do those that are the
    ``names`` of rules. Without any sentence, the ``title`` is one if it names rules that are drawn.
    """
    words = _words_of(rules, title, drawing)
    modifiers = modifiers_in(words, drawing.board, read)
    drawn = guesses_of(_questions(drawing, words, read, looks or {}), drawing.board)
    drawn += modifiers.questions if modifiers else ()
    comparison = Comparison(words, drawing.board, _meanings(words, drawn, read))
    of_read = Comparison(words, drawing.board, _meanings(words, (), read))  # without guesses
    asked = tuple(_said(drawn, number, read, of_read) for number in range(len(drawn)))
    about = Guess("", 0, (), frozenset(), _about(of_read, read, looks or {}))
    harmless = comparison.harmless(read, chain.from_iterable(asked))
    certain = harmless | (about.sentences if looks is not None else frozenset())
    plain = Guess("", 0, (), decoration(drawing, words), certain | _named(words, names))
    asked = with_backgrounds(asked, drawing, words)
    asked = modifiers.changed(asked) if modifiers else asked
    questions = tuple(
        each for each in (*asked, (about,)) if any(_explains(guess, plain) for guess in each)
    )
    return Guesses(tuple(parts), words.sentences, questions, tuple(others), plain)


def _words_of(rules: str, title: str, drawing: Drawing) -> RuleWords:
    """The rules in words, or the title in their place."""
    words = RuleWords(sentences_of(rules), drawing.board)
    if words.sentences or not title:
        return words
    titled = RuleWords((f"Title: {one_line(title)}",), drawing.board)
    questions = _questions(drawing, titled, (), {})
    is_drawn = any(offer.sentences and offer.parts for offers in questions for offer in offers)
    return titled if is_drawn else words


def _meanings(
    words: RuleWords, drawn: Sequence[Sequence[Guess]], read: Sequence[Constraint]
) -> tuple[RuleMeaning, ...]:
    """What the rules mean that were read, and the most likely guesses."""
    found = [*meanings_of("", read, words.board), RuleMeaning("board")]
    if not any(map(words.is_about_all, range(len(words.sentences)))):
        found.append(RuleMeaning("not all given"))
    for first, *_ in drawn:
        found += meanings_of(first.noun, first.rules, words.board)
    return tuple(dict.fromkeys(each for each in found if each.key != "negative"))


def _said(
    drawn: Sequence[Sequence[Guess]], number: int, read: Sequence[Constraint], of_read: Comparison
) -> tuple[Guess, ...]:
    """The guesses of a question, with only those of their sentences that say what their rules do.

    A part of a sentence may be about a rule that was read, or about the guess of another question.
    Of a relation of digits and a rule of its own, which say the same, only the rule is left.
    ``of_read`` knows only the rules that were read.
    """
    words = of_read.words
    others = [each for at, each in enumerate(drawn) if at != number]
    comparison = Comparison(words, words.board, _meanings(words, others, read))
    found = []
    for guess in drawn[number]:
        meanings = meanings_of(guess.noun, guess.rules, words.board)
        said = comparison.of_cells(comparison.said(guess.sentences, meanings), guess.rules)
        shared = {
            (number, clause)
            for number in said - of_read.said(said, meanings)
            for clause in words.said[number].clauses_said(meanings)
        }
        found.append(replace(guess, sentences=said, shared=frozenset(shared)))
    related = [(_relations_in(guess), guess.sentences) for guess in found]
    return tuple(
        guess
        for guess, (count, own) in zip(found, related, strict=True)
        if not any(less < count and own <= sentences for less, sentences in related)
    )


def _relations_in(guess: Guess) -> int:
    """How many of its rules, one or two, are relations of digits."""
    return sum(map(is_relation, guess.noun.split(" and ")))


def _about(comparison: Comparison, read: Sequence[Constraint], looks: Looks) -> frozenset[int]:
    """The sentences that say what rules do that were read, and name no other colours."""
    words = comparison.words
    meanings = meanings_of("", read, read[0].board) if read else ()
    keys = {rule: {each.key for each in meanings_of("", (rule,), words.board)} for rule in read}
    return frozenset(
        number
        for each in meanings
        for number in comparison.of_cells(
            (
                *comparison.said(words.about(each.key), (each,)),
                *comparison.said(words.of_both & words.about(each.key), meanings),
            ),
            [rule for rule, own in keys.items() if each.key in own],
        )
        if may_be_about(looks, each.key, words.colours(number), words.lower[number])
    )


def _named(words: RuleWords, names: Collection[str]) -> frozenset[int]:
    """The sentences that are the name of a rule, perhaps in another order of its words."""
    wanted = {frozenset(_NAME_WORD.findall(_as_in_names(name.lower()))) for name in names}
    if any("wrapped" in _as_in_names(text) for text in words.lower):  # one sentence says it for all
        wanted |= {each - {"wrapped"} for each in wanted}
    return frozenset(
        number
        for number, text in enumerate(words.lower)
        if text and frozenset(_NAME_WORD.findall(_as_in_names(text))) in wanted
    )


def _as_in_names(text: str) -> str:
    """A name in lower case without hyphens and little words: ``antiknight wrapped``."""
    text = text.replace("anti-", "anti").replace("non-", "non").replace("wraparound", "wrapped")
    return _LITTLE.sub("", text)


def _explains(guess: Guess, plain: Guess) -> bool:
    """Whether a guess explains anything that needs it."""
    return not (guess.parts <= plain.parts and guess.sentences <= plain.sentences)


def _questions(
    drawing: Drawing, words: RuleWords, read: Sequence[Constraint], looks: Looks
) -> Iterator[list[Offer]]:
    taken, marks, drawn = set[int](), [], list[list[Offer]]()
    lines = [*line_questions(drawing, words)]
    for offers in (*arrow_questions(drawing, words), *lines):
        taken |= offers[0].parts
        drawn.append(offers)
        yield offers
    for offers in [*mark_questions(drawing, words, taken)]:
        taken |= offers[0].parts
        marks.append(offers)
        yield offers
    cages = [cage for cage in drawing.cages if cage.number not in taken]
    drawn += [*marks, *(of_cages := [*cage_questions(drawing, cages, words, read)])]
    yield from of_cages
    yield from type_questions(words, drawing, drawn, read)
    yield from word_questions(words, drawing, read)
    yield from letter_questions(drawing, words)
    yield from region_questions(words, drawing)
    yield from cell_arrow_questions(drawing, words)
    yield from figure_questions(words, drawing)
    yield from negative_questions(words, drawing, read, marks)
    yield from negative_line_questions(words, drawing, read, lines, looks)
