"""The views of each kind of value in Python: its line, its text and its picture."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, TypeVar

from cpsudoku.core.candidates import Candidates
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result, TrueCandidates, Verdict
from cpsudoku.core.views import View
from cpsudoku.core.words import givens_in_words
from cpsudoku.drawing.framed import ASCII
from cpsudoku.drawing.step_picture import candidates_picture, step_picture
from cpsudoku.drawing.svg_sheet import DrawnGrid
from cpsudoku.drawing.svg_sheet import svg as sheet
from cpsudoku.drawing.terminal_grid import boxed, rules_below
from cpsudoku.drawing.terminal_grid import line as status_line
from cpsudoku.drawing.terminal_steps import legend, pencilmarks
from cpsudoku.drawing.themes import embedded, scaled, standalone
from cpsudoku.drawing.true_candidates import (
    candidates_grid,
    candidates_in_words,
    candidates_svg,
)
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.printable import markup
from cpsudoku.runtime.wide_lines import wrapped
from cpsudoku.techniques import TECHNIQUES
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.step_words import effect_text

if TYPE_CHECKING:
    from cpsudoku.diagnosing import Diagnosis
    from cpsudoku.generating import GeneratedPuzzle
    from cpsudoku.teaching.exercise import Exercise
    from cpsudoku.teaching.explanation import ExplainedStep, Explanation
    from cpsudoku.teaching.hints import Hint

T = TypeVar("T")
GAP = "   "  # between two grids of a text
WIDTH = 100  # columns for the words of a step
GRID_SCALE = 0.8  # for pictures with large digits


def view(
    line: Callable[[T], str],
    text: Callable[[T], str],
    picture: Callable[[T], str],
    below: Callable[[T], str] = lambda _: "",
) -> View:
    """The view with these parts; ``below`` is HTML under the picture."""
    return View(
        line,
        text,
        lambda value: standalone(picture(value)),
        lambda value: embedded(picture(value), text(value), below(value)),
    )


# Grids and puzzles


def _grid_picture(grid: Grid) -> str:
    return scaled(sheet([DrawnGrid(grid, grid)]), GRID_SCALE)


def _puzzle_picture(puzzle: Puzzle) -> str:
    """The givens, and the pencilmarks that came with them."""
    marks = {
        cell: digits for cell, digits in enumerate(puzzle.marks or ()) if not puzzle.givens[cell]
    }
    givens = puzzle.givens
    rules = puzzle.constraints
    drawing = DrawnGrid(givens, givens, candidates=marks, title=puzzle.label, constraints=rules)
    return scaled(sheet([drawing]), 1 if marks else GRID_SCALE)


# Verdicts


def _verdict_line(verdict: Verdict) -> str:
    word, _, detail = status_line(Result(verdict.puzzle, verdict)).plain.partition("  ")
    return f"{word}: {detail}"


def _verdict_text(verdict: Verdict) -> str:
    """The solution, the first two of several, or the givens; then the status in words."""
    givens = verdict.puzzle.givens
    if len(verdict.solutions) > 1:
        first, second = (
            boxed(solution, givens, verdict.differing_cells, lines=ASCII).plain.splitlines()
            for solution in verdict.solutions[:2]
        )
        pairs = zip_longest(first, second, fillvalue="")
        drawn = "\n".join(f"{left}{GAP}{right}" for left, right in pairs)
    else:
        drawn = boxed(verdict.solution or givens, givens, _clashing(verdict), lines=ASCII).plain
    rules = rules_below(verdict.puzzle).plain if verdict.solution is None else ""
    return "\n".join(filter(None, (drawn, rules, _verdict_line(verdict))))


def _verdict_picture(verdict: Verdict) -> str:
    givens, rules = verdict.puzzle.givens, verdict.puzzle.constraints
    fills = dict.fromkeys(verdict.differing_cells, "second") | dict.fromkeys(
        _clashing(verdict), "alert"
    )
    grids = verdict.solutions[:2] or (givens,)
    titles = [f"solution {number}" for number in (1, 2)] if len(grids) > 1 else [""]
    words = [[_verdict_line(verdict)], *[[]] * (len(grids) - 1)]
    drawings = [
        DrawnGrid(grid, givens, fills, title=title, words=said, constraints=rules)
        for grid, title, said in zip(grids, titles, words, strict=True)
    ]
    return scaled(sheet(drawings, columns=2), GRID_SCALE)


def _clashing(verdict: Verdict) -> Collection[int]:
    return {cell for conflict in verdict.conflicts for cell in conflict.cells}


# Explanations and their steps


def _candidates_line(candidates: Candidates) -> str:
    grid = candidates.grid
    left = sum(marks.bit_count() for marks in candidates.marks)
    return f"{grid.line} with {plural(left, 'candidate')} left"


def _step_line(step: ExplainedStep) -> str:
    return f"{step.number}: {step.title}, {step.effect}"


def _step_text(step: ExplainedStep) -> str:
    grid = pencilmarks(step.before, step.step, ASCII).plain
    words = "\n".join(wrapped(step.text, WIDTH))
    return "\n".join([f"{step.number}. {step.title}", grid, legend(step.step).plain, words])


def _step_picture(step: ExplainedStep) -> str:
    return step_picture(step.before, step.step, f"{step.number}. {step.title}", step.text)


def _bare_line(step: Step) -> str:
    """The technique and the effect; only numbers if the position is not known."""
    title = TECHNIQUES[step.technique].title
    if step.before is not None:
        return f"{title}, {effect_text(step, step.before.board)}"
    placed = plural(len(step.placements), "placement")
    return f"{title}, {placed}, {plural(len(step.eliminations), 'elimination')}"


def _bare_text(step: Step) -> str:
    if step.before is None:
        return _bare_line(step)
    grid = pencilmarks(step.before, step, ASCII).plain
    title, words = TECHNIQUES[step.technique].title, _bare_words(step, step.before)
    words = "\n".join(wrapped(words, WIDTH))
    return "\n".join([title, grid, legend(step).plain, words])


def _bare_picture(step: Step) -> str:
    if step.before is None:  # then IPython shows the text
        raise NotImplementedError("a step is drawn in the position that it was found in")
    title = TECHNIQUES[step.technique].title
    return step_picture(step.before, step, title, _bare_words(step, step.before))


def _bare_words(step: Step, before: Candidates) -> str:
    return TECHNIQUES[step.technique].explain(step, before)


def _explanation_line(explanation: Explanation) -> str:
    count = plural(len(explanation.steps), "step")
    words = {
        "solved": f"solved in {count}",
        "stuck": f"stuck after {count}",
        "unfinished": f"unfinished after {count}",
        "stopped": f"stopped after {count}",
        "refused": f"without steps: {explanation.start.word}",
    }
    return words[explanation.outcome]


def _explanation_text(explanation: Explanation) -> str:
    steps = [f"{step.number:>3}. {step.title}: {step.effect}" for step in explanation.steps]
    return "\n".join([*steps, str(explanation.end.grid), _explanation_line(explanation)])


def _explanation_picture(explanation: Explanation) -> str:
    """The position after the last step; entries are not bold."""
    end = explanation.end
    if not end.is_solved:
        return candidates_picture(end, _explanation_line(explanation))
    words, puzzle = [_explanation_line(explanation)], end.puzzle
    drawing = DrawnGrid(end.grid, puzzle.givens, words=words, constraints=puzzle.constraints)
    return scaled(sheet([drawing]), GRID_SCALE)


def _steps_html(explanation: Explanation) -> str:
    """The steps as a list. Each can be opened to show its words."""
    steps = "".join(
        f"<li><details><summary>{markup(step.title)}: {markup(step.effect)}</summary>"
        f"{markup(step.text)}</details></li>"
        for step in explanation.steps
    )
    return f"<ol>{steps}</ol>"


def _hint_line(hint: Hint) -> str:
    return hint.problem or (hint.levels[0] if hint.levels else "no step found")


def _levels(hint: Hint) -> list[tuple[str, str]]:
    """The name and the words of each level; empty if there is no step."""
    from cpsudoku.teaching.hints import LEVELS

    return list(zip(LEVELS, hint.levels, strict=bool(hint.levels)))


def _hint_text(hint: Hint) -> str:
    """The levels, one line each, or the reason why there are none."""
    lines = [f"{number}. {words}" for number, words in enumerate(hint.levels, 1)]
    return "\n".join([str(hint.start.candidates), *(lines or [_hint_line(hint)])])


def _levels_html(hint: Hint) -> str:
    """The levels. Each is hidden until it is opened, so that it gives nothing away."""
    levels = "".join(
        f"<details><summary>{markup(name)}</summary>{markup(words)}</details>"
        for name, words in _levels(hint)
    )
    return levels or f"<p>{markup(_hint_line(hint))}</p>"


def _exercise_line(exercise: Exercise) -> str:
    return f"{exercise.number}: {exercise.title} in {exercise.candidates.grid.line}"


def _exercise_text(exercise: Exercise) -> str:
    return f"{exercise.candidates}\n{exercise.task}"


# Generated puzzles and true candidates


def _generated_line(generated: GeneratedPuzzle) -> str:
    rating = f", {generated.rating}" if generated.rating is not None else ""
    return f"{generated.givens.line}{rating}"


def _true_line(true: TrueCandidates) -> str:
    return candidates_in_words(true)[0]


def _true_text(true: TrueCandidates) -> str:
    return "\n".join([candidates_grid(true, ASCII).plain, *candidates_in_words(true)])


# Diagnoses: the module that draws them is imported only when needed, since it loads the engines


def _diagnosis_line(found: Diagnosis) -> str:
    return _verdict_line(found.verdict)


def _diagnosis_text(found: Diagnosis) -> str:
    from cpsudoku.drawing.diagnosis import diagnosis_marks
    from cpsudoku.drawing.diagnosis_words import in_words

    givens = found.puzzle.givens
    grid = boxed(givens, givens, diagnosis_marks(found), lines=ASCII).plain
    rules = rules_below(found.puzzle, found.conflict_rules).plain
    return "\n".join([grid, *filter(None, [rules]), found.verdict.word, *in_words(found)])


def _diagnosis_picture(found: Diagnosis) -> str:
    from cpsudoku.drawing.diagnosis import diagnosis_drawing

    words = [found.puzzle.label, found.verdict.word]
    return sheet([replace(diagnosis_drawing(found), title=": ".join(filter(None, words)))])


GRID = view(lambda grid: grid.line, str, _grid_picture)
PUZZLE = view(givens_in_words, str, _puzzle_picture)
VERDICT = view(_verdict_line, _verdict_text, _verdict_picture)
CANDIDATES = view(
    _candidates_line,
    lambda candidates: pencilmarks(candidates, lines=ASCII).plain,
    candidates_picture,
)
STEP = view(_step_line, _step_text, _step_picture, lambda step: f"<p>{markup(step.text)}</p>")
BARE_STEP = view(_bare_line, _bare_text, _bare_picture)
EXPLANATION = view(_explanation_line, _explanation_text, _explanation_picture, _steps_html)
HINT = view(
    _hint_line, _hint_text, lambda hint: candidates_picture(hint.start.candidates), _levels_html
)
EXERCISE = view(
    _exercise_line,
    _exercise_text,
    lambda exercise: candidates_picture(exercise.candidates, exercise.task),
)
GENERATED = view(
    _generated_line,
    lambda generated: str(generated.puzzle),
    lambda generated: _puzzle_picture(generated.puzzle),
)
TRUE_CANDIDATES = view(_true_line, _true_text, candidates_svg)
DIAGNOSIS = view(_diagnosis_line, _diagnosis_text, _diagnosis_picture)
