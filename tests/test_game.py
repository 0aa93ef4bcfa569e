"""The rules of play: moves, clashes, undo, time; and games saved to JSON and loaded."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.regions.all_different import AllDifferent
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.play.game import COLOURS, MARKS, NOTHING, CellMarks, Game
from cpsudoku.play.saved_game import game_from_json, game_to_json
from cpsudoku.runtime.errors import InputError, Source
from tests.game_cases import CASES, outcome
from tests.puzzles import SOLVED, WIKIPEDIA, all_boxes, box_name, grid_of, random_givens

SOLUTION = grid_of(SOLVED)
EMPTY = [cell for cell, digit in enumerate(grid_of(WIKIPEDIA).cells) if not digit]
R1C3, R1C4 = 2, 3  # empty; 4 and 6 in the solution


class Clock:
    """A clock that goes only when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def new_game(line: str = WIKIPEDIA, clock: Callable[[], float] | None = None) -> Game:
    """A game of a one-line puzzle."""
    return Game(Puzzle(grid_of(line)), clock or Clock())


def play_randomly(game: Game, seed: int, moves: int) -> None:
    """That many tries at moves of every kind."""
    random = Random(seed)
    own = [cell for cell in range(game.size**2) if not game.is_given(cell)]
    if not own:
        return
    for _ in range(moves):
        cells = random.sample(own, min(len(own), random.randint(1, 3)))
        digit = random.randint(1, game.size)
        choices: list[Callable[[], object]] = [
            partial(game.enter, cells[0], digit),
            partial(game.erase, cells),
            partial(game.mark, random.choice(MARKS), cells, digit),
            partial(game.paint, cells, random.randint(0, COLOURS)),
            partial(game.follow, [(cells[0], digit)], [(cells[-1], digit)]),
            game.undo,
            game.redo,
        ]
        random.choice(choices)()


def state(game: Game) -> list[CellMarks]:
    """All that is written."""
    return [game.written(cell) for cell in range(game.size**2)]


@given(st.integers(), st.sampled_from(all_boxes(16)), st.integers(1, 60))
def test_undo_leads_back_to_the_start_and_redo_to_the_end(
    seed: int, board: Board, moves: int
) -> None:
    game = Game(Puzzle(random_givens(Random(seed), board, 0.4, spoiled=False)))
    play_randomly(game, seed, moves)
    while game.redo():
        pass
    states = [state(game)]
    while game.undo():
        states.append(state(game))
    assert states[-1] == [NOTHING] * board.size**2
    assert all(before != after for before, after in pairwise(states))
    for expected in states[-2::-1]:
        assert game.redo()
        assert state(game) == expected
    assert game.redo() is None


@given(st.integers(), st.sampled_from(all_boxes(16)), st.integers(0, 60))
def test_a_saved_game_is_loaded_as_it_was(seed: int, board: Board, moves: int) -> None:
    puzzle = Puzzle(random_givens(Random(seed), board, 0.4, spoiled=False), label="a label")
    game = Game(puzzle)
    play_randomly(game, seed, moves)
    loaded = game_from_json(game_to_json(game))
    assert loaded.puzzle == puzzle
    assert (state(loaded), loaded.moves, loaded.undone) == (state(game), game.moves, game.undone)
    assert game_to_json(loaded) == game_to_json(game)


@given(st.integers())
def test_no_move_changes_a_given_or_clashes_without_being_told(seed: int) -> None:
    game = new_game()
    play_randomly(game, seed, 60)
    cells = game.cells
    assert all(not g or g == c for g, c in zip(game.puzzle.givens.cells, cells, strict=True))
    peers = game.puzzle.board.peers
    for cell in EMPTY:
        same = tuple(p for p in peers[cell] if cells[cell] and cells[p] == cells[cell])
        assert game.clashes.get(cell, ()) == same


@pytest.mark.parametrize("name", CASES)
def test_moves_lead_to_what_the_table_says(name: str) -> None:
    case = CASES[name]
    found = outcome(case)
    assert found["written"] == {cell: own._asdict() for cell, own in case.written.items()}
    assert found["clashes"] == case.clashes


def test_a_thousand_moves_are_undone() -> None:
    game = new_game()
    for number in range(1500):
        game.enter(EMPTY[number % 7], 1 + number % 2)
        game.erase([EMPTY[number % 7]])
    assert len(game.moves) == 3000
    while game.undo():
        pass
    assert state(game) == [NOTHING] * 81


OUT_OF_RANGE: dict[str, tuple[Callable[[Game], object], str]] = {
    "row": (lambda game: game.cell(10, 1), "row 10 is out of range 1-9"),
    "row 0": (lambda game: game.cell(0, 1), "row 0 is out of range 1-9"),
    "column": (lambda game: game.cell(1, -1), "column -1 is out of range 1-9"),
    "digit": (lambda game: game.enter(R1C3, 10), "digit 10 is out of range 1-9"),
    "digit 0": (lambda game: game.enter(R1C3, 0), "digit 0 is out of range 1-9"),
    "mark": (lambda game: game.mark("corner", [R1C3], 10), "digit 10 is out of range 1-9"),
    "kind": (lambda game: game.mark("edge", [R1C3], 1), "choose one of corner, centre, crossed"),
    "colour": (lambda game: game.paint([R1C3], 7), "colour 7 is out of range 0-6"),
    "cell": (lambda game: game.enter(81, 1), "cell 81 is out of range 0-80"),
    "cell of marks": (lambda game: game.mark("corner", [-1], 1), "cell -1 is out of range 0-80"),
    "true": (lambda game: game.enter(R1C3, True), "digit True is out of range 1-9"),
    "given": (lambda game: game.enter(0, 4), "r1c1 is a given and can't be changed"),
    "given erased": (lambda game: game.erase([0]), "r1c1 is a given and can't be changed"),
    "given in a hint": (lambda game: game.follow([(0, 5)], []), "r1c1 is a given"),
    "no solution": (lambda game: game.fill(grid_of("5" + SOLVED[:-1])), "this is not a solution"),
    "no move": (lambda game: game.make("jump", {}), "move 'jump' is not known"),
}


@pytest.mark.parametrize("name", OUT_OF_RANGE)
def test_what_is_not_allowed_says_why_and_changes_nothing(name: str) -> None:
    game = new_game()
    act, problem = OUT_OF_RANGE[name]
    with pytest.raises(InputError, match=problem.replace("(", r"\(")):
        act(game)
    assert not game.moves


@pytest.mark.parametrize("board", all_boxes(16), ids=box_name)
def test_the_range_is_that_of_the_size(board: Board) -> None:
    game = Game(Puzzle(Grid(bytes(board.size**2), board)))
    game.enter(game.cell(board.size, board.size), board.size)
    with pytest.raises(InputError, match=f"out of range 1-{board.size}$"):
        game.cell(board.size + 1, 1)
    with pytest.raises(InputError, match=f"out of range 1-{board.size}$"):
        game.enter(0, board.size + 1)


def test_a_clash_names_the_cells_and_goes_with_the_entry() -> None:
    game = new_game()
    game.enter(R1C3, 5)  # with r1c1, a given
    game.enter(R1C4, 5)
    name = game.puzzle.board.cell_name
    told = {name(cell): [name(other) for other in others] for cell, others in game.clashes.items()}
    assert told == {"r1c3": ["r1c1", "r1c4"], "r1c4": ["r1c1", "r1c3", "r2c6"]}
    game.erase([R1C3, R1C4])
    assert not game.clashes


def test_an_entry_that_pencilmarks_rule_out_clashes_with_no_cell() -> None:
    marks = tuple((1, 2, 3) if cell == 0 else (1, 2, 3, 4) for cell in range(16))
    game = Game(Puzzle(grid_of("." * 16), marks=marks))
    game.enter(0, 4)
    game.enter(15, 4)
    assert game.clashes == {0: ()}


def test_candidates_follow_from_any_rule() -> None:
    few = AllDifferent(Board.of_size(4), (0, 5))  # no house: techniques do not know it
    game = Game(Puzzle(grid_of("." * 16), (few,)))
    plain = Game(Puzzle(grid_of("." * 16)))
    for each in (game, plain):
        each.enter(0, 4)
        each.mark("crossed", [15], 1)
    assert [cell for cell in range(16) if game.marks[cell] != plain.marks[cell]] == []
    game.enter(5, 1)
    assert not game.clashes
    game.erase([5, 0])
    game.enter(5, 2)
    assert game.marks[0] == 0b1101
    game.mark("crossed", [0], 1)
    assert game.marks[0] == 0b1100
    assert plain.marks == plain.candidates.marks


def test_mistakes_are_told_only_when_asked_for() -> None:
    game = new_game()
    game.enter(R1C3, 2)  # no peer has it, the solution says 4
    assert not game.clashes
    assert game.mistakes(SOLUTION) == (R1C3,)
    game.mark("crossed", [R1C4], 6)
    assert game.wrongly_crossed(SOLUTION) == (R1C4,)
    game.enter(R1C3, 4)
    assert game.mistakes(SOLUTION) == ()


def test_an_entry_takes_its_digit_from_the_marks_of_its_peers_and_undo_brings_it_back() -> None:
    game = new_game()
    far = game.cell(9, 1)
    for kind in ("corner", "centre"):
        game.mark(kind, [R1C4, far], 4)
    game.enter(R1C3, 4)
    assert game.written(R1C4) == NOTHING
    assert game.written(far) == CellMarks(corner=8, centre=8)
    game.undo()
    assert game.written(R1C4) == CellMarks(corner=8, centre=8)


def test_marks_are_added_to_all_cells_or_taken_from_all() -> None:
    game = new_game()
    game.mark("corner", [R1C3], 1)
    game.mark("corner", [0, R1C3, R1C4], 1)  # 0 is a given and passed over
    assert game.written(R1C3).corner == game.written(R1C4).corner == 1
    game.mark("corner", [0, R1C3, R1C4], 1)
    assert game.written(R1C3) == game.written(R1C4) == game.written(0) == NOTHING


def test_what_is_crossed_out_is_no_candidate() -> None:
    game = new_game()
    assert game.candidates.has(R1C3, 1)
    game.mark("crossed", [R1C3], 1)
    assert not game.candidates.has(R1C3, 1)
    game.follow([(R1C4, 6)], [(R1C3, 2)])
    assert game.cells[R1C4] == 6
    assert game.candidates.marks[R1C3] == 1 << 3
    assert game.help_taken == {"hint"}


def test_a_move_that_changes_nothing_is_none_and_keeps_what_can_be_redone() -> None:
    game = new_game()
    game.enter(R1C3, 4)
    game.undo()
    game.erase([R1C3])
    game.paint([0], 0)
    assert not game.moves
    assert game.redo()


def test_finished_is_noticed_and_stops_the_clock() -> None:
    clock = Clock()
    game = new_game(clock=clock)
    game.go_on()
    for cell in EMPTY:
        assert not game.is_finished
        clock.now += 1
        game.enter(cell, SOLUTION[cell])
    assert game.is_finished
    assert game.is_paused
    clock.now += 100
    assert game.elapsed == len(EMPTY)
    game.undo()
    assert not game.is_paused
    game.enter(EMPTY[-1], SOLUTION[EMPTY[-1]] % 9 + 1)
    assert not game.left
    assert not game.is_finished
    game.fill(SOLUTION)
    assert game.is_finished
    assert game.help_taken == {"solve"}


def test_the_clock_stands_still_in_a_pause() -> None:
    clock = Clock()
    game = new_game(clock=clock)
    clock.now += 5
    assert game.elapsed == 0
    for seconds in (3, 4):
        game.go_on()
        game.go_on()
        clock.now += seconds
        game.pause()
        game.pause()
        clock.now += 60
    assert game.elapsed == 7
    assert game_from_json(game_to_json(game), clock=clock).elapsed == 7


def saved() -> dict[str, Any]:
    """A saved game of three moves, as values to be spoiled."""
    game = new_game()
    game.enter(R1C3, 4)
    game.mark("corner", [R1C4], 6)
    game.enter(R1C4, 6)
    data: dict[str, Any] = json.loads(game_to_json(game))
    return data


def first_move(name: object, **cells: object) -> Callable[[dict[str, Any]], object]:
    """Replaces the first move."""
    return lambda data: data["moves"].__setitem__(0, {"move": name, "cells": cells})


SPOILED: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "version": (lambda d: d.update(version=9), "version 9; this program reads 1"),
    "no version": (lambda d: d.pop("version"), "version None; this program reads 1"),
    "not a save": (lambda d: d.pop("saved"), "not a saved game of cpsudoku"),
    "no puzzle": (lambda d: d.pop("puzzle"), "no puzzle"),
    "puzzle cut": (lambda d: d.update(puzzle=WIKIPEDIA[1:]), "80 cells"),
    "box": (lambda d: d.update(box="2x3"), "the box 2x3 asks for 6x6"),
    "puzzle changed": (lambda d: d.update(puzzle="534" + WIKIPEDIA[3:]), "r1c3 is a given"),
    "done": (lambda d: d.update(done=4), '"done" 4 is out of range 0-3'),
    "done half": (lambda d: d.update(done=1.5), '"done" 1.5 is out of range 0-3'),
    "seconds": (lambda d: d.update(seconds=-1), '"seconds" is -1; it must be a number from 0'),
    "seconds text": (lambda d: d.update(seconds="1"), "\"seconds\" is '1'"),
    "moves": (lambda d: d.update(moves={}), '"moves" is not a list'),
    "no moves": (lambda d: d.pop("moves"), '"moves" is not a list'),
    "move": (lambda d: d["moves"].append(1), 'move 4: it needs "move" and "cells"'),
    "move twice": (lambda d: d["moves"].insert(0, d["moves"][0]), "move 2: it changes nothing"),
    "name": (first_move("jump", r1c3={}), "move 1: move 'jump' is not known"),
    "name list": (first_move([], r1c3={}), r"move 1: move \[\] is not known"),
    "cell": (first_move("enter", r10c1={"digit": 1}), "move 1: row 10 is out of range 1-9"),
    "cell name": (first_move("enter", a1={"digit": 1}), "move 1: 'a1' is not a cell"),
    "digit": (first_move("enter", r1c3={"digit": 10}), "move 1: digit 10 is out of range 0-9"),
    "digit text": (first_move("enter", r1c3={"digit": "1"}), "move 1: digit '1' is out of range"),
    "given": (first_move("enter", r1c1={"digit": 4}), "move 1: r1c1 is a given"),
    "mark": (first_move("corner", r1c3={"corner": [0]}), "move 1: digit 0 is out of range 1-9"),
    "marks": (first_move("corner", r1c3={"corner": 3}), 'move 1: "corner" is 3; it must be a list'),
    "colour": (first_move("colour", r1c3={"colour": 7}), "move 1: colour 7 is out of range 0-6"),
    "key": (
        first_move("enter", r1c3={"didgit": 4}),
        "it must be an object of digit, corner, centre",
    ),
    "cells": (lambda d: d["moves"][0].update(cells=[]), r'"cells" is \[\]; it must be an object'),
}


@pytest.mark.parametrize("name", SPOILED)
def test_the_error_for_a_spoiled_game_names_the_problem(name: str) -> None:
    data = saved()
    spoil, problem = SPOILED[name]
    spoil(data)
    with pytest.raises(InputError, match=problem) as caught:
        game_from_json(json.dumps(data), Source("game.json"))
    assert str(caught.value).startswith("game.json")


@pytest.mark.parametrize("text", ["", "[]", "3", "null", '"x"', "[" * 100_000, "\x00", "{}"])
def test_a_text_that_is_not_a_saved_game_is_an_error(text: str) -> None:
    with pytest.raises(InputError):
        game_from_json(text)


def test_a_game_cut_short_anywhere_is_an_error() -> None:
    text = game_to_json(game_from_json(json.dumps(saved())))
    for length in range(0, len(text) - 2, 7):
        with pytest.raises(InputError, match="cut short or damaged"):
            game_from_json(text[:length])
