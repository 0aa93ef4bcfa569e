"""Chains, almost locked sets, Sue de Coq, Franken fish, aligned exclusion: right and complete."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from random import Random

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates, bits, digits_of
from cpsudoku.core.constraints.regions.all_different import AllDifferent
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.solving import settle
from cpsudoku.techniques import TABLE, TECHNIQUES
from cpsudoku.techniques.almost_locked.als import Commons, als_table
from cpsudoku.techniques.base import ROLES, Detail, Step
from cpsudoku.techniques.chains.als_links import AlsLinks
from cpsudoku.techniques.chains.loops import LoopKind
from cpsudoku.techniques.chains.multi_colors import NetRule
from cpsudoku.techniques.chains.simple_colors import ColorRule
from cpsudoku.techniques.examples import examples
from cpsudoku.techniques.fish.fish_search import find_fish, make_fish
from cpsudoku.techniques.hodoku_notation import HodokuLine, parse_position
from cpsudoku.techniques.links import closure, links_of
from cpsudoku.techniques.single_digit.templates import possible_places
from cpsudoku.techniques.walk import check_sound
from tests.chance import Chance
from tests.puzzles import less, random_solution

NINE = Board.of_size(9)


MODULES = (
    *("simple_colors", "multi_colors", "x_chain", "xy_chain", "nice_loop", "sue_de_coq"),
    *("als_xz", "als_xy_wing", "als_chain", "death_blossom", "franken_fish", "exclusion"),
)
ENTRIES = [
    (example.position, example.text)
    for name, example in examples().items()
    if TABLE[name].where.partition(":")[0].rpartition(".")[2] in MODULES
]
NAMES = [position.technique for position, _ in ENTRIES]
FOUND = {TABLE[name].where.partition(":")[0].rpartition(".")[2] for name in NAMES}
assert set(MODULES) == FOUND  # a module that has moved would drop out of every test below
WITH_OPTIONS: list[tuple[str, dict[str, bool]]] = [(name, {}) for name in NAMES] + [
    ("grouped-nice-loop", {"als": True}),
    ("als-xy-wing", {"overlap": True}),
    ("als-chain", {"overlap": True}),
    ("death-blossom", {"overlap": True}),
    ("finned-franken-swordfish", {"siamese": True}),
]
# Kinds of a technique that its own position does not show: found like those of examples.txt.
KINDS: list[tuple[Detail, str]] = [
    (
        ColorRule.WRAP,
        ":simple-colors:9:+6..+124.+78+18.3+6+72+4.+27+45+8+9+31+6..+7..8...4.6+7.1+8..+5.+8."
        "9+2+7..+752+8+4+6+1+938+6+1+97+3+45+2.+4.2+1+56+8+7:342 942 348 549 949:912 917 923 "
        "941 959 993::",
    ),
    (
        NetRule.FALSE_COLOR,
        ":multi-colors:5:+731+2.6...4...+3...7....4+71+321.+3+47.+98+6....+1.4+73.+4+79.+3+25"
        "+1.+1+4+7.8.+29..53.4+71+8.7..2....:622 922 623 923 526 554 596:515 577 594::",
    ),
    (
        LoopKind.DISCONTINUOUS,
        ":nice-loop:9:+6..+124.+78+18.3+6+72+4.+27+45+8+9+31+6..+7..8...4.6+7.1+8..+5.+8.9+2+"
        "7..+752+8+4+6+1+938+6+1+97+3+45+2.+4.2+1+56+8+7:342 942 348 549 949:912::",
    ),
    (
        LoopKind.AIC,
        ":nice-loop:9:+6..+124.+78+18.3+6+72+4.+27+45+8+9+31+6..+7..8...4.6+7.1+8..+5.+8.9+2+"
        "7..+752+8+4+6+1+938+6+1+97+3+45+2.+4.2+1+56+8+7:342 942 348 549 949:917 923::",
    ),
    (
        LoopKind.RING,
        ":nice-loop:3:.2..+1+45+8998+52+7.+1.+4.+14+58+9+2+7.2+4+9+8+316+5+713+8+76+5+49+257+"
        "6+4+9+23+1+8.6+19+2.+845+4+9..+5+87.+1+8+5.1+4.+9..::396 311::",
    ),
    (
        LoopKind.CONTINUOUS,
        ":grouped-nice-loop:27:.4.+1+52....+5.8+43..6.+2.7+69..52+1..36+57..+65..+7.1.9+7.+5."
        "+1+6.4.+9.2+7+485+3+53.+6+9+8..+1.8.+31+59+6.:313 713 919 337 483:268 711 727::",
    ),
    (
        LoopKind.AIC,
        ":grouped-nice-loop:2:..+1+2+6+48+5..45+13...6.6.7.+51.4+1+3784+2+6+959+28+6+53...+4+"
        "5+6+91+7....145....2...4+2..6....+37....:758 871 881 389 891 898:227 268::",
    ),
    (
        Commons((1, 9)),
        ":als-xz:135:+1+9.3+2.+6.+75+73..6+2.+8+26..7...1+3+2+1984+76+59+4+576+2+8+1+3+68+7.."
        ".+92+4+4+52+8..1.+67+1+6+2+4..8+9+839+6..4.2::165 376 596::",
    ),
]


def steps_of(name: str, options: dict[str, bool], candidates: Candidates) -> Iterator[Step]:
    """The steps of a technique with its options."""
    technique = TECHNIQUES[name]
    found = replace(technique, **options) if options else technique  # type: ignore[type-var]
    return found.find(candidates)


@cache
def positions() -> tuple[tuple[Candidates, Grid], ...]:
    """Random positions, each with a solution: some cells filled, some wrong candidates deleted.

    There may be other solutions: none of these techniques needs that there is one.
    """
    random, found = Random(55), []
    for deleted in (0.0, 0.15, 0.3, 0.45):
        solution = random_solution(random, NINE)
        given = bytes(digit if random.random() < 0.35 else 0 for digit in solution.cells)
        candidates = Candidates.of(Puzzle(Grid(given, NINE)))
        found.append((less(random, candidates, solution, deleted), solution))
    return tuple(found)


@pytest.mark.parametrize(("position", "said"), ENTRIES, ids=NAMES)
def test_each_technique_finds_and_explains_its_own_position(
    position: HodokuLine, said: str
) -> None:
    technique = TECHNIQUES[position.technique]
    for step in technique.find(position.candidates):
        if step.digits == position.digits and {*step.eliminations} == {*position.eliminations}:
            assert technique.explain(step, position.candidates) == said
            break
    else:
        pytest.fail("not found")


@pytest.mark.parametrize(
    ("kind", "line"), KINDS, ids=[f"{k[1].split(':')[1]} {k[0]}" for k in KINDS]
)
def test_each_kind_is_found(kind: Detail, line: str) -> None:
    position = parse_position(line)
    steps = TECHNIQUES[position.technique].find(position.candidates)
    alike = [step for step in steps if step.detail == kind and step.digits == position.digits]
    assert {*position.eliminations} in [{*step.eliminations} for step in alike]


@pytest.mark.parametrize(("name", "options"), WITH_OPTIONS, ids=str)
def test_no_step_contradicts_the_solution(
    name: str, options: dict[str, bool], chance: Chance
) -> None:
    own = ENTRIES[NAMES.index(name)][0].candidates
    solution = settle(own.puzzle).solution
    assert solution is not None
    slow = bool(options) or name in ("als-chain", "death-blossom")
    found = 0
    others = () if "als" in options else positions()[3:] if slow else positions()
    for candidates, right in ((own, solution), *chance.part(others, 6)):
        for step, _ in zip(steps_of(name, options, candidates), range(60), strict=False):
            check_sound(step, candidates, right)
            assert_can_be_shown(step, candidates)
            found += 1
    assert found or options


def assert_can_be_shown(step: Step, candidates: Candidates) -> None:
    """Whatever a step names is there to be seen, and it has words."""
    assert {role.name for role in step.roles} <= set(ROLES)
    shown = [at for role in step.roles for at in role.candidates]
    shown += [at for link in step.links for at in (*link.first, *link.second)]
    assert all(candidates.has(*at) for at in (*step.eliminations, *shown))
    assert TECHNIQUES[step.technique].explain(step, candidates).endswith(".")


def test_extra_houses_count() -> None:
    diagonals = tuple(range(0, 81, 10)), tuple(range(8, 80, 8))
    rules = tuple(AllDifferent(NINE, cells) for cells in diagonals)
    random = Random(3)
    start = bytes([*random.sample(range(1, 10), 9), *bytes(72)])
    solution = settle(Puzzle(Grid(start, NINE), rules), want=1).solution
    assert solution is not None
    given = bytes(digit if random.random() < 0.35 else 0 for digit in solution.cells)
    candidates = Candidates.of(Puzzle(Grid(given, NINE), rules))
    candidates = less(random, candidates, solution, 0.35)
    found = set()
    for name in NAMES:
        if TECHNIQUES[name].any_houses and name != "als-chain":
            for step, _ in zip(TECHNIQUES[name].find(candidates), range(60), strict=False):
                check_sound(step, candidates, solution)
                found.add(name)
    assert len(found) > 8


def test_closure_is_what_walks_reach() -> None:
    random, decided = Random(1), 0
    for _ in range(300):
        nodes = random.sample(range(20), random.randint(1, 12))
        chance = random.choice([0.05, 0.15, 0.3])
        direct = {
            node: sum(1 << other for other in nodes if random.random() < chance) for node in nodes
        }
        for node, reached in closure(direct).items():
            walked, left = 0, direct[node]
            while left:
                after = left.bit_length() - 1
                walked |= 1 << after
                left = (left | direct[after]) & ~walked
            assert reached == walked
            decided += 1
    assert decided > 1000


def test_sets_of_links_are_the_lists_of_links() -> None:
    for candidates, solution in positions():
        links = links_of(candidates, grouped=True)
        sets = AlsLinks(candidates.board, candidates.marks, als_table(candidates).sets)
        for node in links.weak:
            for state, nodes in ((2 * node + 1, links.weak), (2 * node, links.strong)):
                after = links.successors(state)
                assert nodes.get(node, 0) == sum(1 << (each >> 1) for each in after)
                assert sets.successors(state)[: len(after)] == after
        for node in bits(links.contradicted):
            if links.is_candidate(node):
                assert solution[node % 81] != node // 81 + 1


def test_a_closed_loop_removes_along_every_weak_link() -> None:
    lines = [line for kind, line in KINDS if kind in (LoopKind.CONTINUOUS, LoopKind.RING)]
    checked = 0
    for position in [*map(parse_position, lines), ENTRIES[NAMES.index("nice-loop")][0]]:
        candidates = position.candidates
        for step in TECHNIQUES[position.technique].find(candidates):
            if step.detail in (LoopKind.CONTINUOUS, LoopKind.RING):
                used = {cell for link in step.links for cell, _ in (*link.first, *link.second)}
                for link in step.links:
                    ends = (*link.first, *link.second)
                    if not link.strong and link.first[0][0] != link.second[0][0]:
                        seen = candidates.board.seen_by_all(sum(1 << cell for cell, _ in ends))
                        digit = ends[0][1]
                        gone = seen & candidates.places[digit - 1]
                        wanted = {(cell, digit) for cell in bits(gone) if cell not in used}
                        assert wanted <= {*step.eliminations}
                        checked += 1
    assert checked > 10


def test_fish_are_those_that_trying_all_houses_finds() -> None:
    found = 0
    for candidates, _ in positions():
        board = candidates.board
        bases, covers = (*board.rows, *board.regions), (*board.columns, *board.regions)
        for places in candidates.places:
            tried = []
            for some in combinations([b for b in bases if places & board.house_cells[b]], 2):
                for across in combinations(covers, 2):
                    fish = None if {*some} & {*across} else make_fish(board, places, some, across)
                    tried += [fish] if fish else []
            assert find_fish(board, places, bases, covers, 2) == tried
            assert not any(fish.gone & possible_places(board, places) for fish in tried)
            found += len(tried)
    assert found > 50


@pytest.mark.parametrize("name", ["aligned-pair-exclusion", "aligned-triplet-exclusion"])
def test_aligned_exclusion_is_what_trying_all_digits_shows(name: str) -> None:
    position = ENTRIES[NAMES.index(name)][0]
    found = 0
    for candidates in (position.candidates, positions()[3][0]):
        for step in TECHNIQUES[name].find(candidates):
            cells = list(dict.fromkeys(cell for cell, _ in step.roles[0].candidates))
            assert {*step.eliminations} == _dead(candidates, cells)
            found += 1
    assert found


def _dead(candidates: Candidates, cells: list[int]) -> set[tuple[int, int]]:
    marks, peers = candidates.marks, candidates.board.peer_cells
    excluders = [
        set(digits_of(marks[cell]))
        for cell in bits(
            candidates.empty & candidates.board.seen_by_all(sum(1 << c for c in cells))
        )
        if 2 <= marks[cell].bit_count() <= len(cells)
    ]
    alive = set()
    for digits in product(*(digits_of(marks[cell]) for cell in cells)):
        choice = list(zip(cells, digits, strict=True))
        clash = any(a[1] == b[1] and peers[a[0]] >> b[0] & 1 for a, b in combinations(choice, 2))
        if not clash and all(excluder - set(digits) for excluder in excluders):
            alive.update(choice)
    return {(cell, d) for cell in cells for d in digits_of(marks[cell])} - alive
