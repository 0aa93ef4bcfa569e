"""A puzzle: its givens, rules and source, and the definition of "solved"."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from cpsudoku.core import text_reader
from cpsudoku.core.board import Board
from cpsudoku.core.conflicts import Conflict, repeated
from cpsudoku.core.constraints.amounts import refuse_many_rules
from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.constraints.regions.all_different import AllDifferent
from cpsudoku.core.copying import Lean
from cpsudoku.core.grid import Grid
from cpsudoku.core.guesses import Guesses, Reading, RuleSentence
from cpsudoku.core.layers import EXTRA
from cpsudoku.core.rule_lines import board_for, line_of, parsed, split_lines
from cpsudoku.core.sight import Sight
from cpsudoku.core.views import Drawn
from cpsudoku.runtime.errors import BadShape, InputError, Source, quoted
from cpsudoku.runtime.printable import one_line
from cpsudoku.runtime.words import called, worded

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@lru_cache(maxsize=32)
def house_rules(board: Board) -> tuple[AllDifferent, ...]:
    """AllDifferent on every house and group of a board."""
    return tuple(
        AllDifferent(board, house.cells)
        for house in (*board.houses, *board.groups)
        if len(house.cells) > 1
    )


@dataclass(frozen=True, repr=False)
class Puzzle(Lean, Drawn, view="puzzle"):
    """Givens to be completed so that every house of the board and every constraint is satisfied.

    ``label`` is the text that came with the puzzle (a name, a rating). ``info`` is what the file
    contained about it (author, date ...). ``answer`` is the solution that came with it, not yet
    verified. ``marks`` are the candidates that came with it: the digits of each cell, ascending.
    ``uninterpreted`` names the parts of the file that the puzzle lacks: ``2 lines (drawing)``.
    ``interpreted`` names the rules that were read from drawings and sentences, and ``readings`` has
    them with their sources. ``sentences`` are those of the rules in a link, in order. ``guesses``
    are what drawings may mean, until ``solving`` has decided. ``sight`` is what was seen
    in the picture from which the puzzle was read.
    """

    givens: Grid
    constraints: tuple[Constraint, ...] = ()
    source: Source = field(default=Source(), compare=False)
    label: str = ""
    info: tuple[tuple[str, str], ...] = ()
    answer: Grid | None = None
    marks: tuple[tuple[int, ...], ...] | None = None
    uninterpreted: tuple[str, ...] = ()
    interpreted: tuple[str, ...] = ()
    guesses: Guesses | None = field(default=None, compare=False, repr=False)
    readings: tuple[Reading, ...] = field(default=(), compare=False, repr=False)
    sentences: tuple[RuleSentence, ...] = field(default=(), compare=False, repr=False)
    sight: Sight | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.givens, Grid):
            raise InputError(
                "givens are a Grid, not {givens}; Puzzle.parse takes a text",
                givens=quoted(self.givens),
            )
        if self.answer is not None and self.answer.board != self.givens.board:
            raise BadShape("the solution that came with the puzzle is of another size", self.source)
        if self.marks is not None and len(self.marks) != len(self.board):
            raise BadShape(
                "marks of {count} cells; the board has {needed}",
                count=len(self.marks),
                needed=len(self.board),
            )
        refuse_many_rules(self.constraints)
        if any(each.board.layers for each in self.constraints):
            self._join_layers()
        board = self.board
        for constraint in self.constraints:
            if constraint.board is not board and constraint.board != board:
                raise BadShape("{rule} is made for another board", rule=called(constraint))
        if len(self.constraints) > 1:  # a rule that is written twice is the same rule
            object.__setattr__(self, "constraints", tuple(dict.fromkeys(self.constraints)))
        if any(type(each).among is not Constraint.among for each in self.constraints):
            known = tuple(rule for each in self.constraints for rule in each.includes())
            settled = tuple(each.among(known) for each in self.constraints)
            object.__setattr__(self, "constraints", settled)

    def _join_layers(self) -> None:
        """Put everything on the board with the layers of all rules."""
        board = self.board
        for each in self.constraints:
            board = board.with_layers(*each.board.layers)
        object.__setattr__(self, "givens", self.givens.on_layers(board))
        if self.answer is not None:
            object.__setattr__(self, "answer", self.answer.on_layers(board))
        object.__setattr__(self, "constraints", tuple(each.on(board) for each in self.constraints))

    @staticmethod
    def parse(text: str, box: str | None = None) -> Puzzle:
        """The one puzzle of a text in any text format. Texts from strangers are safe.

        This never accesses the file system, whatever the text contains. ``box`` is the shape of the
        boxes, such as ``"3x2"``, or ``"none"`` if there are none. Raises InputError if the text
        contains no puzzle or several.
        """
        puzzle = text_reader.read_text(text, box)
        assert isinstance(puzzle, Puzzle)
        return puzzle

    def with_rules(self, *rules: str | Constraint) -> Puzzle:
        """The puzzle with more rules: lines such as ``killer 12: r1c1 r1c2``, or constraints.

        A line about the board, such as ``regions: AAB/...``, puts the same givens on that board.
        Raises InputError.
        """
        lines = [each for each in rules if isinstance(each, str)]
        words, _ = split_lines(lines)
        puzzle = self._on(words.board(self.board.size)) if words else self
        board = board_for(lines, puzzle.board)
        more: list[Constraint] = []
        for each in rules:
            if isinstance(each, Constraint):
                more.append(each)
            elif isinstance(each, str):
                more += parsed([each], board)
            else:
                raise InputError(
                    "{found} is not a rule; use a line or a constraint", found=quoted(each)
                )
        return replace(puzzle, constraints=(*puzzle.constraints, *more))

    def _on(self, board: Board) -> Puzzle:
        """The same givens on another board. Raises BadShape if they do not fit."""
        if self.constraints:
            raise InputError("the board can't change below rules; name it first")
        answer = None if self.answer is None else Grid(self.answer.cells, board)
        return replace(self, givens=Grid(self.givens.cells, board), answer=answer)

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[np.generic]:
        """The givens as an array of shape (n, n). 0 is a blank. See ``Grid.__array__``."""
        return self.givens.__array__(dtype, copy)

    def __str__(self) -> str:
        """The drawn givens, with the label above them."""
        return f"# {one_line(self.label)}\n{self.givens}" if self.label else str(self.givens)

    def __repr__(self) -> str:
        """An expression for an equal puzzle, without the source and empty fields."""
        more = [
            f", {each.name}={value!r}"
            for each in fields(self)[1:]
            if each.compare
            and each.name != "constraints"
            and (value := getattr(self, each.name)) != each.default
        ]
        rules = ", ".join(repr(line_of(each)) for each in self.constraints)
        return f"Puzzle({self.givens!r}{''.join(more)})" + (
            f".with_rules({rules})" if rules else ""
        )

    def only(self, cells: Collection[int], rules: Collection[int]) -> Puzzle:
        """The puzzle with only the givens of these cells and these constraints, by number.

        Each constraint keeps the meaning that it has among all of them.
        """
        kept = bytes(digit if cell in cells else 0 for cell, digit in enumerate(self.givens.cells))
        part = replace(self, givens=Grid(kept, self.board), constraints=(), answer=None)
        some = tuple(each for number, each in enumerate(self.constraints) if number in rules)
        object.__setattr__(part, "constraints", some)
        return part

    @property
    def board(self) -> Board:
        """The board."""
        return self.givens.board

    @cached_property
    def cell_rules(self) -> tuple[tuple[int, Constraint], ...]:
        """The constraints about cells only, with their numbers. Techniques know no others."""
        every, cells = enumerate(self.constraints), len(self.board)
        if not self.board.layers:
            return tuple(every)
        return tuple((n, each) for n, each in every if max(each.cells, default=0) < cells)

    @cached_property
    def layered_rules(self) -> tuple[Constraint, ...]:
        """The constraints about layers, too, which techniques do not know."""
        known = {number for number, _ in self.cell_rules}
        return tuple(each for n, each in enumerate(self.constraints) if n not in known)

    @cached_property
    def free_variables(self) -> frozenset[int]:
        """The variables that no rule lists. Their values mean nothing."""
        ruled = {cell for each in self.constraints for cell in each.cells}
        return frozenset(range(len(self.board), self.board.total)) - ruled

    def layer_faults(self) -> Iterator[tuple[str, str]]:
        """Each layer that makes no sense, by name, and why: no rule uses it, or too many values."""
        for layer in self.board.layers:
            if self.free_variables.issuperset(self.board.numbers_of[layer.name]):
                what = worded("the cells") if layer.kind == EXTRA else worded("the layer")
                yield (
                    layer.name,
                    worded("no rule uses {what} {layer}", what=what, layer=quoted(layer.name)),
                )
            elif layer.values > self.board.size:
                has = worded(
                    "{layer} has {values} values", layer=quoted(layer.name), values=layer.values
                )
                yield (
                    layer.name,
                    worded("{has}; the board has {size} digits", has=has, size=self.board.size),
                )

    def cleared(self, solution: Grid) -> Grid:
        """A solution without values of free variables, except in layers that count."""
        board = solution.board
        if not board.layers or self.free_variables <= set(board.counted):
            return solution
        idle = self.free_variables.difference(board.counted)
        return Grid.of_all([0 if n in idle else v for n, v in enumerate(solution.every)], board)

    def with_digits_of(self, solution: Grid) -> Puzzle:
        """The puzzle with all digits given, in which every layer distinguishes solutions.

        Free variables have a value too, so that they do not distinguish any.
        """
        layers = (replace(layer, is_counted=True) for layer in self.board.layers)
        board = self.board.without_layers.with_layers(*layers)
        free = (number in self.free_variables for number in range(len(board), board.total))
        givens = Grid(solution.cells, board, bytes(free))
        return Puzzle(givens, self.constraints, self.source)

    @property
    def brought_layers(self) -> set[str]:
        """The names of the layers that its rules bring."""
        return {name for rule in self.constraints for name in rule.brought_names()}

    @property
    def is_plain(self) -> bool:
        """Whether the puzzle has only givens and a board: no constraints, marks or layers."""
        return not self.constraints and self.marks is None and not self.board.layers

    @property
    def is_classic_9x9(self) -> bool:
        """Whether it is a plain puzzle on the board of classic Sudoku."""
        return self.is_plain and self.board.is_classic_9x9

    @property
    def rules(self) -> tuple[Constraint, ...]:
        """AllDifferent on every house, then the constraints."""
        return (*house_rules(self.board), *self.constraints)

    @property
    def has_only_houses(self) -> bool:
        """Whether houses describe all constraints completely, such as diagonals."""
        return all(each.only_houses for each in self.constraints)

    @cached_property
    def board_with_rules(self) -> Board:
        """The board with the houses and groups that the constraints add."""
        if self.has_only_houses:  # many puzzles have the same
            return _with_houses(self.board, self.constraints)
        return self.board.with_houses(house for each in self.constraints for house in each.houses())

    @cached_property
    def conflicts(self) -> tuple[Conflict, ...]:
        """What the givens break: first houses with repeated digits, then constraints."""
        board = self.board
        conflicts = [
            Conflict(digit, house.name, cells)
            for house in (*board.houses, *board.groups)
            for digit, cells in repeated(self.givens, house.cells)
        ]
        for number, constraint in enumerate(self.constraints):
            cells = constraint.clashes(self.values(self.givens, constraint.cells))
            if cells:
                conflicts.append(Conflict(0, constraint.title.removeprefix("the "), cells, number))
        return tuple(conflicts)

    def values(self, grid: Grid, cells: Iterable[int]) -> list[int | None]:
        """The values of cells as constraints read them. A blank is None."""
        digits, least = grid.every if grid.board.layers else grid.cells, self.board.lowest - 1
        return [digits[cell] + least if digits[cell] else None for cell in cells]

    def broken_by(self, grid: Grid) -> str | None:
        """Why a grid is not a solution, in words, or None if it is one."""
        return next((words for words, _ in self.faults(grid)), None)

    def faults(self, grid: Grid, with_layers: bool = True) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Each reason why a grid is not a solution, in words, with its cells.

        Without ``with_layers``, the variables of the board need no values.

        This method is an independent definition of a solution, written with sets. It shares no code
        with the engines except ``allows`` of constraints.
        """
        if grid.board != self.board:
            yield worded("it is a grid of another shape"), ()
            return
        digits = grid.every if self.board.layers else grid.cells
        if not grid.is_complete:
            yield (
                worded("it has an empty cell"),
                tuple(at for at, digit in enumerate(grid.cells) if not digit),
            )
        for cell, given in enumerate(self.givens.every if with_layers else self.givens.cells):
            if given and given != digits[cell]:
                yield (
                    worded("it changes the given {cell}", cell=self.board.cell_name(cell)),
                    (cell,),
                )
        for house in (*self.board.houses, *self.board.groups):
            if len(set(house.digits_of(digits))) < len(house.cells):
                for _, cells in repeated(grid, house.cells):
                    yield worded("it repeats a digit in {house}", house=house.name), cells
        for cell, marks in enumerate(self.marks or ()):
            if digits[cell] and digits[cell] not in marks:
                yield (
                    worded(
                        "the digit in {cell} is not among its marks",
                        cell=self.board.cell_name(cell),
                    ),
                    (cell,),
                )
        if with_layers:
            yield from self._layer_faults(grid)
        values = self.values(grid, range(len(grid.every))) if self.constraints else []
        for constraint in self.constraints:
            if not constraint.allows([values[cell] for cell in constraint.cells]):
                yield (
                    worded("it breaks {constraint}", constraint=called(constraint)),
                    tuple(constraint.cells),
                )

    def _layer_faults(self, grid: Grid) -> Iterator[tuple[str, tuple[int, ...]]]:
        for at in range(len(self.board), self.board.total):
            digit = grid.every[at]
            if not digit and at in self.free_variables:
                continue
            if not digit or not self.board.domains[at] >> digit - 1 & 1:
                yield worded("{cell} has no value", cell=self.board.cell_name(at)), ()

    def is_solved_by(self, grid: Grid) -> bool:
        """Whether a grid is a solution of this puzzle."""
        return self.broken_by(grid) is None

    @property
    def answer_ok(self) -> bool | None:
        """Whether the solution that came with the puzzle is correct, or None if none came.

        If it has no layers, and the puzzle has, it is correct if it breaks no rule on digits.
        """
        if self.answer is None:
            return None
        return next(self.faults(self.answer, bool(self.answer.variables)), None) is None

    def wrong_answer(self, solution: Grid | None) -> tuple[int, ...]:
        """The cells in which the solution that came with the puzzle is wrong.

        They are those that differ from the only ``solution``. Without one, they are those of the
        rules and givens that it breaks.
        """
        if self.answer is None:
            return ()
        if solution is not None:
            return solution.differing(self.answer)
        faults = self.faults(self.answer, bool(self.answer.variables))
        return tuple(sorted({at for _, cells in faults for at in cells}))


@lru_cache(maxsize=64)
def _with_houses(board: Board, rules: tuple[Constraint, ...]) -> Board:
    """The board with the houses of some rules, as one object with its tables."""
    return board.with_houses(house for each in rules for house in each.houses())
