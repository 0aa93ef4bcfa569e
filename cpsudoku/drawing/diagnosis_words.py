"""A diagnosis in words, in the present language."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, islice

from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Status
from cpsudoku.core.words import (
    NAMED_CELLS,
    and_more,
    cell_in_words,
    cell_names,
    conflicts_in_words,
    givens_in_words,
    house_in_words,
    impossible_in_words,
    solutions_in_words,
    under_rules_read,
)
from cpsudoku.diagnosing.base import ClueEdit, Diagnosis, Edit, Repair, Unnecessary
from cpsudoku.drawing.review_words import of_review
from cpsudoku.runtime.language import counted, marked, translated

LINES = 6  # about clues that leave several solutions; the JSON lists all
SETTLING = 40  # clues that alone make a puzzle unique; the JSON lists all


def in_words(found: Diagnosis) -> list[str]:
    """The findings, one per line."""
    status = found.verdict.status
    parts = found.puzzle.uninterpreted
    lines = [under_rules_read(parts)] if parts else []
    if status is Status.NO_SOLUTION:
        lines += why_no_solution(found)
    elif status is Status.MULTIPLE:
        lines += _of_several(found)
    elif status is Status.UNIQUE:
        lines += _of_proper(found)
    lines += _repairs(found)
    return [*lines, *map(translated, found.notes)]


def why_no_solution(found: Diagnosis) -> Iterator[str]:
    """What breaks a rule or contradicts each other, in lines."""
    puzzle = found.puzzle
    if found.verdict.conflicts:
        yield conflicts_in_words(puzzle, found.verdict.conflicts)
    else:
        yield from _contradiction(found)


def _contradiction(found: Diagnosis) -> Iterator[str]:
    """The givens and rules that contradict each other. The rules are on a line each."""
    if not found.conflict and not found.conflict_rules:
        if found.irreducible:
            yield translated("the board has no filling, even without any given and any rule")
        return
    puzzle, rules = found.puzzle, guilty_of(found)
    cells = [Edit(cell, 0, puzzle.givens[cell]) for cell in found.conflict]
    if len(cells) + len(rules) == 1:
        if rules:
            yield impossible_in_words(rules[0])
        else:
            given = _clues(puzzle, cells)
            yield translated("this given is impossible by itself: {part}", part=given)
        return
    needed = translated(", and each is needed for that") * found.irreducible
    fewest = translated("; no smaller set conflicts") * found.smallest
    said = f"{_contradicting(len(cells), len(rules))}{needed}{fewest}:"
    if not rules:
        yield f"{said} {_clues(puzzle, cells)}"
    else:
        yield said
        yield from (f"  {text}" for text in _parts(puzzle, cells, rules))


def _contradicting(givens: int, rules: int) -> str:
    """That two or more givens and rules contradict each other."""
    clues = counted("{count} given", "{count} givens", givens)
    if not rules:
        return translated("these {givens} can't stand together", givens=clues)
    parts = counted("{count} rule", "{count} rules", rules)
    if givens:
        parts = translated("{givens} and {rules}", givens=clues, rules=parts)
    return translated("{parts} can't stand together", parts=parts)


def _parts(puzzle: Puzzle, edits: list[Edit], rules: list[Constraint]) -> list[str]:
    """Givens on one line, then each rule on a line."""
    return [_clues(puzzle, edits)] * bool(edits) + [rule.full_named for rule in rules]


def _of_several(found: Diagnosis) -> Iterator[str]:
    puzzle = found.puzzle
    yield solutions_in_words(found.verdict)
    shown = " ".join(
        f"{cell_in_words(puzzle, cell)}={'/'.join(puzzle.board.symbols[d] for d in digits)}"
        for cell, digits in found.varying[:NAMED_CELLS]
    )
    named = and_more(shown, len(found.varying) - NAMED_CELLS)
    count = len(found.varying)
    if not found.varying_all:
        least = counted("at least {count} cell varies", "at least {count} cells vary", count)
        yield f"{least}: {named}"
    else:
        said = counted("{count} cell varies", "{count} cells vary", count)
        yield f"{said}: {named}" if named else said
        blank = len(puzzle.givens.cells) - puzzle.givens.count
        yield from _same_in_all(blank - count)
    yield from _of_clues(found)


def _same_in_all(count: int) -> Iterator[str]:
    if count:
        yield counted(
            "the other {count} blank cell is the same in all",
            "the other {count} blank cells are the same in all",
            count,
        )


def _of_clues(found: Diagnosis) -> Iterator[str]:
    """The clues that would leave one solution, and the number that each other clue leaves."""
    puzzle, extra = found.puzzle, found.extra
    settling = [each.edit for each in found.singles if each.solutions == 1]
    if len(settling) > 1:
        text = marked("each of these {count} clues alone makes it unique: {clues}")
        clues = _some(puzzle, settling, SETTLING)
        yield translated(text, count=len(settling), clues=clues)
    elif settling:
        clues = _clues(puzzle, settling)
        yield translated("only this clue alone makes it unique: {clues}", clues=clues)
    elif extra is not None:
        fewest = {
            "any": translated(" (fewer do not suffice)"),
            "this": translated(" (fewer do not suffice for this solution)"),
        }
        made = counted(
            "{count} added clue makes it unique",
            "{count} added clues make it unique",
            len(extra.clues),
        )
        yield f"{made}{fewest.get(extra.proved, '')}: {_clues(puzzle, extra.clues)}"
    yield from _of_other_clues(found, bool(settling))


def _of_other_clues(found: Diagnosis, others: bool) -> Iterator[str]:
    """The clues that leave several solutions, in groups by their number."""
    singles = [each for each in found.singles if each.solutions > 1]
    groups = groupby(singles, key=lambda each: (each.solutions, each.exact))
    for (solutions, exact), group in islice(groups, LINES):
        edits = [each.edit for each in group]
        left = _left(solutions, exact)
        if others:
            said = counted(
                "{count} other clue leaves {left}",
                "{count} other clues each leave {left}",
                len(edits),
                left=left,
            )
        else:
            said = counted(
                "{count} clue leaves {left}",
                "{count} clues each leave {left}",
                len(edits),
                left=left,
            )
        yield f"{said}: {_some(found.puzzle, edits, NAMED_CELLS)}"
    more = [each.solutions for _, group in groups for each in group]
    if more:
        yield counted(
            "{count} more clue leaves {least} to {most} solutions",
            "{count} more clues leave {least} to {most} solutions",
            len(more),
            least=f"{min(more):,}",
            most=f"{max(more):,}",
        )


def _left(solutions: int, exact: bool) -> str:
    if exact:
        return counted("{count} solution", "{count} solutions", solutions)
    return translated("{count} or more solutions", count=f"{solutions:,}")


def _of_proper(found: Diagnosis) -> Iterator[str]:
    puzzle = found.puzzle
    yield translated("{givens}, exactly one solution", givens=givens_in_words(puzzle))
    if found.unnecessary is not None:
        yield from _of_unnecessary(puzzle, found.unnecessary)
    elif found.redundant:
        names = cell_names(puzzle, found.redundant)
        yield translated("not minimal; redundant, each by itself: {cells}", cells=names)
    elif found.redundant is not None:
        yield translated("minimal: no given is redundant")
    names = ", ".join(translated(name) for name in found.symmetries) or translated("none")
    yield translated("symmetries of the pattern: {names}", names=names)
    if found.rating is not None:
        yield translated("rating: {rating}", rating=found.rating.words)
    if found.review is not None:
        yield from of_review(puzzle, found.review)


def _of_unnecessary(puzzle: Puzzle, tested: Unnecessary) -> Iterator[str]:
    """What the puzzle does not need: each part by itself, and many together."""
    undecided = len(tested.undecided_cells) + len(tested.undecided_rules)
    if not tested.cells and not tested.rules:
        if not undecided:
            every = marked("minimal: every given and every rule is needed")
            given = marked("minimal: every given is needed")
            yield translated(every if puzzle.constraints else given)
    else:
        yield translated(
            "unnecessary, each by itself: the puzzle stays unique without any one of these"
        )
        yield from _listed(puzzle, tested.cells, tested.rules)
    if len(tested.cells) + len(tested.rules) > 1:
        then = "" if undecided else translated("; then everything else is needed")
        together = translated("unnecessary together: it stays unique without all of these")
        yield f"{together}{then}"
        yield from _listed(puzzle, tested.together_cells, tested.together_rules)
    if undecided:
        yield translated("undecided")
        yield from _listed(puzzle, tested.undecided_cells, tested.undecided_rules)


def _listed(puzzle: Puzzle, cells: tuple[int, ...], numbers: tuple[int, ...]) -> Iterator[str]:
    edits = [Edit(cell, 0, puzzle.givens[cell]) for cell in cells]
    rules = [puzzle.constraints[number] for number in numbers]
    yield from (f"  {text}" for text in _parts(puzzle, edits, rules))


def _repairs(found: Diagnosis) -> Iterator[str]:
    if not found.repairs:
        if found.verdict.status is Status.NO_SOLUTION and not found.notes:
            yield translated("no typing mistake of the kinds that were tried explains it")
        return
    shown, every = len(found.repairs), found.repairs_found
    likeliest = translated("the likeliest {shown} of {every}", shown=shown, every=every)
    some = likeliest if every > shown else f"{shown}"
    text = marked("typing mistakes that would explain it, each proved ({number}):")
    yield translated(text, number=some)
    for number, repair in enumerate(found.repairs, 1):
        yield f"  {number}. {repair_in_words(found.puzzle, repair)}"


def repair_in_words(puzzle: Puzzle, repair: Repair) -> str:
    """``r3c4: 5 should be 7``."""
    if repair.clue is not None:
        return _clue_repair(repair, repair.clue)
    if repair.kind in ("change", "pair"):
        said = ", ".join(_change(puzzle, edit) for edit in repair.edits)
        if not repair.removable:
            return said
        one, several = marked(" (or leave it out)"), marked(" (or leave them out)")
        return said + translated(one if len(repair.edits) == 1 else several)
    if repair.kind in ("move", "swap"):
        return _moved(puzzle, repair)
    line = house_in_words(repair.line)
    if repair.kind == "shift":
        return translated(
            "in {line}, {first} to {last}, the digits are one cell off: {digits}",
            line=line,
            first=cell_in_words(puzzle, repair.edits[0].cell),
            last=cell_in_words(puzzle, repair.edits[-1].cell),
            digits=_line(puzzle, repair),
        )
    becomes = _line(puzzle, repair)
    twice = marked("{line} is the one before it, entered twice: leave it out")
    if becomes.strip("."):
        twice = marked(
            "{line} is the one before it, entered twice: it should be {digits}, and so on"
        )
    return translated(twice, line=line, digits=becomes) + _several(repair)


def _several(repair: Repair) -> str:
    return "" if repair.proper else translated("; that leaves several solutions")


def _moved(puzzle: Puzzle, repair: Repair) -> str:
    """A digit that belongs in another cell, or two that are swapped."""
    first, last = repair.edits[0], repair.edits[-1]
    names = cell_in_words(puzzle, first.cell), cell_in_words(puzzle, last.cell)
    symbols = puzzle.board.symbols
    if repair.kind == "swap":
        return translated(
            "the {digit} in {cell} and the {other} in {place} are swapped",
            digit=symbols[first.before],
            cell=names[0],
            other=symbols[last.before],
            place=names[1],
        )
    off, to = names if first.before else names[::-1]
    digit = symbols[first.before or last.before]
    return translated("the {digit} in {cell} belongs in {place}", digit=digit, cell=off, place=to)


def _clue_repair(repair: Repair, clue: ClueEdit) -> str:
    """``the 23 cage at r4c5 with r4c5 r4c6: 23 should be 21``."""
    name = clue.before.full_named
    if clue.after is None:
        return translated("leave out {part}", part=name) + _several(repair)
    said = _should_be(name, *clue.values)
    leave = translated(" (or leave it out)") if repair.removable else ""
    return f"{said}{leave}{_several(repair)}"


def _change(puzzle: Puzzle, edit: Edit) -> str:
    symbols = puzzle.board.symbols
    return _should_be(cell_in_words(puzzle, edit.cell), symbols[edit.before], symbols[edit.after])


def _should_be(part: str, before: object, after: object) -> str:
    return translated("{part}: {before} should be {after}", part=part, before=before, after=after)


def _line(puzzle: Puzzle, repair: Repair) -> str:
    """The row or column after the repair."""
    house = next(house for house in puzzle.board.houses if house.name == repair.line)
    return "".join(puzzle.board.symbols[repair.mended[cell]] for cell in house.cells)


def _clues(puzzle: Puzzle, edits: tuple[Edit, ...] | list[Edit]) -> str:
    return " ".join(
        f"{cell_in_words(puzzle, e.cell)}={puzzle.board.symbols[e.after]}" for e in edits
    )


def _some(puzzle: Puzzle, edits: list[Edit], most: int) -> str:
    """The first few clues, and the number of the others."""
    return and_more(_clues(puzzle, edits[:most]), len(edits) - most)


def guilty_of(found: Diagnosis) -> list[Constraint]:
    """The rules that contradict each other or the givens."""
    return [found.puzzle.constraints[number] for number in found.conflict_rules]
