#!/usr/bin/env python3
"""Counts how many links can be read whole, and lists what stops the others, the commonest first.

    scripts/unread.py FILE_OR_FOLDER... [--most NUMBER] [--json FILE]

The lists are those of ``scripts/readings.py``. Every link is read blind, and nothing is solved. A
link is ``readable`` if there are guesses that explain all its drawn parts and all its sentences, or
if it has nothing to guess. Otherwise each part and sentence that no guess explains is a cause.
Numbers and capitals do not count when causes are compared. A cause is ``alone`` if nothing else
stops its link.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator

from readings import Link, links_of, parser_of, uninterpreted, without_solution, write_rows

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.runtime.errors import InputError
from cpsudoku.solving.choices import complete_choices

CONFLICT = "each part and sentence has a guess, but these do not fit together"
MANY = "too many ways to read it"


def causes(puzzle: Puzzle) -> tuple[str, ...]:
    """What stops a puzzle from being read, before anything is solved."""
    guesses = puzzle.guesses
    if guesses is None:
        return puzzle.uninterpreted
    certain = [each for some in guesses.questions for each in some if not each.is_doubtful]
    left = guesses.unexplained(certain)
    if left:
        return tuple(sentence_of(each, guesses.sentences) for each in left)
    choices = complete_choices(puzzle, guesses)
    if choices is None:
        return (MANY,)
    return () if choices or not guesses.unexplained() else (CONFLICT,)


def sentence_of(name: str, sentences: tuple[str, ...]) -> str:
    """The whole sentence for a name that shows its beginning."""
    start = name.removeprefix("sentence '").removesuffix("...'").removesuffix("'")
    whole = (each for each in sentences if each.startswith(start))
    return f"sentence {next(whole, start)}" if name.startswith("sentence ") else name


def measured(links: Iterator[Link]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The name of each link, and what stops it."""
    for link in links:
        try:
            yield link.name, causes(uninterpreted(without_solution(link.value())))
        except InputError as error:
            yield link.name, (f"refused: {error.problem}",)


def plain(cause: str) -> str:
    """A cause without its numbers and capitals."""
    return re.sub(r"\d+", "#", cause.lower())


def main() -> int:
    """Print how many links are readable, and the commonest causes."""
    parser = parser_of(__doc__)
    parser.add_argument("--most", type=int, default=20, help="how many causes to list")
    options = parser.parse_args()
    found = [*measured(link for path in options.paths for link in links_of(path))]
    readable = sum(not left for _, left in found)
    print(f"{len(found)} links, {readable} readable ({readable / max(len(found), 1):.1%})")
    every = Counter(cause for _, left in found for cause in {*map(plain, left)})
    alone = Counter(plain(left[0]) for _, left in found if len({*map(plain, left)}) == 1)
    for cause, count in sorted(every.items(), key=lambda each: (-each[1], each[0]))[: options.most]:
        print(f"{count:5}  {alone[cause]:4} alone  {cause}")
    write_rows(options.json, ({"link": name, "left": left} for name, left in found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
