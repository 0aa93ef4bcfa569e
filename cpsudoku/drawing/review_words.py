"""What stands out in a puzzle before it is published, as sentences and as JSON values."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.words import cell_names
from cpsudoku.diagnosing.base import BrokenSymmetry, Review
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.language import counted, marked, translated
from cpsudoku.runtime.lists import separated
from cpsudoku.techniques import TECHNIQUES


def of_review(puzzle: Puzzle, review: Review) -> Iterator[str]:
    """The hardest step, and a sentence for everything that stands out, or that nothing does."""
    if review.outcome == "solved" and review.steps:
        yield _hardest(review)
    found = [*_of_path(review), *_of_rules(puzzle, review)]
    found += [_broken(puzzle, each) for each in review.broken_symmetries]
    yield from found or [translated("nothing stands out in the solving path or the pattern")]


def _hardest(review: Review) -> str:
    number, step = max(enumerate(review.steps, 1), key=lambda each: (each[1].effort, -each[0]))
    return counted(
        "the solving path has {count} step; the hardest is step {number}, {technique} ({level}, "
        "effort {effort})",
        "the solving path has {count} steps; the hardest is step {number}, {technique} ({level}, "
        "effort {effort})",
        len(review.steps),
        number=number,
        technique=translated(TECHNIQUES[step.technique].title),
        level=translated(step.level),
        effort=f"{step.effort:.1f}",
    )


def _of_path(review: Review) -> Iterator[str]:
    steps = counted("{count} step", "{count} steps", len(review.steps))
    if review.outcome == "stuck":
        yield translated("after {steps}, no technique finds the next one", steps=steps)
    elif review.outcome != "solved":
        text = marked("the limit ran out before the solving path was complete, after {steps}")
        yield translated(text, steps=steps)
    rest = max(
        (each.effort for n, each in enumerate(review.steps, 1) if n not in review.spikes),
        default=0.0,
    )
    for number in review.spikes:
        step = review.steps[number - 1]
        yield translated(
            "step {number} is much harder than the others: {technique} takes an effort of "
            "{effort}, and they take {rest} at most",
            number=number,
            technique=translated(TECHNIQUES[step.technique].title),
            effort=f"{step.effort:.1f}",
            rest=f"{rest:.1f}",
        )
    if review.trials:
        yield counted(
            "only trial and error finds step {numbers}",
            "only trial and error finds the steps {numbers}",
            len(review.trials),
            numbers=separated(map(str, review.trials)),
        )


def _of_rules(puzzle: Puzzle, review: Review) -> Iterator[str]:
    for number in review.idle_rules:
        text = marked("{rule} never acts: the same steps solve the puzzle without it")
        yield translated(text, rule=puzzle.constraints[number].named)
    if review.untested_rules:
        names = separated(puzzle.constraints[number].named for number in review.untested_rules)
        yield translated("undecided whether these rules act: {rules}", rules=names)


def _broken(puzzle: Puzzle, broken: BrokenSymmetry) -> str:
    return translated(
        "one place breaks the symmetry of the pattern ({name}): {givens} given, {blanks} blank",
        name=translated(broken.name),
        givens=cell_names(puzzle, broken.givens),
        blanks=cell_names(puzzle, broken.blanks),
    )


def data_of_review(puzzle: Puzzle, review: Review) -> JsonObject:
    """The review as JSON values; cells by name, steps by number from 1, rules from 0."""
    name = puzzle.board.cell_name
    return {
        "outcome": review.outcome,
        "steps": [
            {"technique": each.technique, "level": each.level, "effort": each.effort}
            for each in review.steps
        ],
        "spikes": list(review.spikes),
        "trials": list(review.trials),
        "idle_rules": list(review.idle_rules),
        "untested_rules": list(review.untested_rules),
        "broken_symmetries": [
            {
                "symmetry": each.name,
                "givens": [name(cell) for cell in each.givens],
                "blanks": [name(cell) for cell in each.blanks],
            }
            for each in review.broken_symmetries
        ],
    }
