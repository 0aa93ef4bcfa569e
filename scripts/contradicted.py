#!/usr/bin/env python3
"""Changes what each sentence of each link says, and checks that it is not read as before.

    scripts/contradicted.py FILE_OR_FOLDER... [--most NUMBER] [--json FILE]

The lists are those of ``scripts/readings.py``. Every link is read blind, and nothing is solved. In
each link that is readable, one word at a time is replaced by one that says something else, such as
``even`` for ``odd`` or 6 for 5. A change is ``swallowed`` if the link is still readable and has the
same rules. A person must look at these: some words make no difference, as in an example.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

from readings import links_of, parser_of, uninterpreted, without_solution, write_rows

from cpsudoku.core.constraints import Constraint
from cpsudoku.runtime.errors import InputError
from cpsudoku.solving.choices import complete_choices

OPPOSITES = (
    *("increase/decrease", "increasing/decreasing", "increases/decreases", "lowest/highest"),
    *("at least/at most", "more than/less than", "fewer/more", "higher/lower", "smallest/largest"),
    *("greater/smaller", "larger/smaller", "greatest/smallest", "maximum/minimum", "low/high"),
    *("odd/even", "same/different", "equal/unequal", "row/column", "rows/columns", "left/right"),
    *("above/below", "top/bottom", "inside/outside", "white/black", "before/after", "first/last"),
    *("all/some", "every/some", "each/some", "always/never", "positive/negative", "both/neither"),
    *("must/must not", "can/cannot", "may/may not", "do/do not", "is/is not", "are/are not"),
    *("have/lack", "has/lacks", "contains/lacks", "contain/lack", "sum/product", "add/multiply"),
    *("sum/difference", "consecutive/equal", "orthogonally/diagonally", "horizontally/vertically"),
)
WORDS = {
    one: other
    for pair in OPPOSITES
    for left, right in (pair.split("/"),)
    for one, other in ((right, left), (left, right))
}
WORDS |= {"not": "", "cannot": "can", "don't": "do", "doesn't": "does", "no": "some"}
_WORD = re.compile(
    "|".join(rf"\b{re.escape(word)}\b" for word in sorted(WORDS, key=len, reverse=True))
    + r"|(?<![\d.])\d{1,2}(?![\d.])",
    re.IGNORECASE,
)
TEXTS = ("rules", "ruleset", "rulestext", "comment", "comments", "description")


def changed(value: Any, is_text: bool = False) -> Iterator[tuple[Any, str]]:
    """The same JSON with one word of its rules changed, and the words around the change."""
    if isinstance(value, dict):
        for key, each in value.items():
            for new, words in changed(each, key.lower() in TEXTS):
                yield {**value, key: new}, words
    elif isinstance(value, list):
        for at, each in enumerate(value):
            for new, words in changed(each, is_text):
                yield [*value[:at], new, *value[at + 1 :]], words
    elif isinstance(value, str) and is_text:
        for found in _WORD.finditer(value):
            word = found[0]
            other = str(int(word) + 1) if word.isdecimal() else WORDS[word.lower()]
            new = value[: found.start()] + other + value[found.end() :]
            around = value[max(found.start() - 60, 0) : found.end() + 40]
            yield new, f"{word} -> {other or 'nothing'} in {' '.join(around.split())}"


def rules_of(value: dict[str, Any]) -> frozenset[Constraint] | None:
    """The rules of a readable link, read blind and the most likely way, or None for another."""
    try:
        puzzle = uninterpreted(value)
    except InputError:
        return None
    guesses = puzzle.guesses
    if guesses is None:
        return None if puzzle.uninterpreted else frozenset(puzzle.constraints)
    choices = complete_choices(puzzle, guesses)
    if not choices and not guesses.unexplained():
        return frozenset(puzzle.constraints)
    return frozenset(choices[0].puzzle.constraints) if choices else None


def main() -> int:
    """Print how many changes are swallowed, and each of them."""
    parser = parser_of(__doc__)
    parser.add_argument("--most", type=int, default=10_000, help="how many links to try")
    options = parser.parse_args()
    links, tried, rows = 0, 0, list[dict[str, object]]()
    for link in islice((each for path in options.paths for each in links_of(path)), options.most):
        try:
            value = without_solution(link.value())
        except InputError:
            continue
        rules = rules_of(value)
        if rules is None:
            continue
        links += 1
        for other, words in changed(value):
            tried += 1
            if rules_of(other) == rules:
                rows.append({"link": link.name, "change": words})
                print(f"{link.name}: {words}", flush=True)
    print(f"{links} links, {tried} changes, {len(rows)} swallowed")
    write_rows(options.json, rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
