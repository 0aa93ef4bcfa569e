#!/usr/bin/env python3
"""Counts how many sentences of rules are understood, and lists those that are not.

    scripts/sentences.py FILE_OR_FOLDER... [--most NUMBER]

A text is the ``rulestext`` or ``ruleset`` of an object in a JSON file, one line of a text file, or
the rules in a link of a list for ``scripts/readings.py``. A sentence is understood if it says what
a rule does, or continues a sentence that does, and each of its clauses says something of a rule and
nothing else. It is understood, too, if it restricts nothing. Sentences that
differ only in their numbers and capitals are one sentence in the list, with how often it comes.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from cpsudoku.core.board import Board
from cpsudoku.formats.links.drawn.grammar import RuleMeaning
from cpsudoku.formats.links.drawn.sayings import rules_with_sayings, sayings_about
from cpsudoku.formats.links.drawn.sentences import RuleWords, sentences_of

BOARDS = (Board.boxes(3, 3), Board.boxes(2, 3))
_SIZE = re.compile(r"\b(\d{1,2})x\1\b|\b1 ?(?:-|–|to) ?(\d{1,2})\b")
_GRIDS = re.compile(
    r"\b(\d|two|three|four|five|six)(?: \w+)?(?: \d+x\d+)?(?: \w+)? (?:grids|sudokus)\b"
)
_COUNTS = ("two", "three", "four", "five", "six")
FIELDS = ("rulestext", "ruleset", "rules")


def texts_in(value: Any) -> Iterator[str]:
    """The texts of rules in a JSON value."""
    if isinstance(value, dict):
        for key, each in value.items():
            if isinstance(each, str) and key in FIELDS:
                yield each
            else:
                yield from texts_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts_in(each)


def texts_of(path: Path) -> Iterator[str]:
    """The texts of rules in a file, or in all files of a folder."""
    if path.is_dir():
        for each in sorted(path.rglob("*.*")):
            if each.suffix in (".json", ".jsonl", ".txt"):
                yield from texts_of(each)
    elif path.suffix == ".json":
        yield from texts_in(json.loads(path.read_text("utf-8")))
    else:
        for line in path.read_text("utf-8").splitlines():
            yield from texts_in(json.loads(line)) if line.startswith("{") else (line,)


def boards_of(text: str) -> tuple[Board, ...]:
    """The boards that a text may be about: usual ones, those of its size, and several grids."""
    text = text.lower()
    sizes = {int(one or other) for one, other in _SIZE.findall(text)} & {4, 5, 7, 8}
    boards = (*BOARDS, *map(Board.of_size, sorted(sizes)))
    found = _GRIDS.search(text)
    if found is None:
        return boards
    count = _COUNTS.index(found[1]) + 2 if found[1] in _COUNTS else int(found[1])
    boxes = (each.box_shape for each in boards)
    return (*boards, *(several_grids(count, box) for box in boxes if box and count > 1))


def several_grids(count: int, box: tuple[int, int]) -> Board:
    """A board of so many grids side by side."""
    return Board.of_grids([(0, n * (box[0] * box[1] + 1)) for n in range(count)], box)


def unknown(text: str) -> tuple[int, list[str]]:
    """The number of sentences of a text, and those that are not understood."""
    words = [RuleWords(sentences_of(text), board) for board in boards_of(text)]
    sentences = words[0].sentences
    return len(sentences), [
        sentence
        for number, sentence in enumerate(sentences)
        if not any(is_understood(each, number) for each in words)
    ]


def is_understood(words: RuleWords, number: int) -> bool:
    """Whether a sentence says what one or two rules do, continues one, or restricts nothing."""
    said = words.said[number]
    known = [each for each in _all_rules() if said.phrases & sayings_about(each.key).phrases]
    about = [each for each in known if number in words.about(each.key)]
    return (
        number in words.plain
        or any(said.is_said((each,), known) for each in about)
        or (said.is_of_both and any(said.is_said(both, ()) for both in combinations(about, 2)))
    )


@cache
def _all_rules() -> tuple[RuleMeaning, ...]:
    """All rules that a sentence may be about, with any number."""
    return tuple(map(RuleMeaning, rules_with_sayings()))


def main() -> int:
    """Print the share of the sentences that are understood, and the commonest other ones."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=20, help="how many sentences to list")
    options = parser.parse_args()
    count, left, whole, texts = 0, Counter[str](), 0, 0
    for text in (text for path in options.paths for text in texts_of(path)):
        number, unread = unknown(text)
        texts, count, whole = texts + 1, count + number, whole + (not unread)
        left.update(re.sub(r"\d+", "#", sentence.lower()) for sentence in unread)
    known = count - left.total()
    print(f"{texts} texts, {whole} understood wholly")
    print(f"{count} sentences, {known} understood ({known / max(count, 1):.1%})")
    for sentence, times in left.most_common(options.most):
        print(f"{times:5}  {sentence}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
