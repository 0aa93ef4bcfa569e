"""Chains of alternating links: how they are searched, ordered, drawn and written."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, Candidates, bits
from cpsudoku.runtime.language import marked, translated
from cpsudoku.techniques.base import Detail, Link, Role, Step
from cpsudoku.techniques.step_words import (
    cell_groups,
    removal_text,
    remove_seeing,
    remove_text,
    sentences,
)

Path = tuple[int, ...]
# From a node that is true: each node that is then false, and one that is true because of it.
Hops = Callable[[int], Iterable[tuple[int, int]]]
LONGEST = 19  # links; HoDoKu's limit for X-Chains and XY-Chains
EFFORT = 5000  # hops that are tried for a chain that breadth first search missed


def simple_chains(
    start: int, firsts: Iterable[int], ends: int, hops: Hops, area: int
) -> Iterator[Path]:
    """A short chain from ``start``, assumed false, to each of the nodes ``ends``, then true.

    A chain is a sequence of candidates that are alternately false and true. It visits no cell
    twice; only its end can be its start. ``firsts`` are true if the start is false; node % area is
    the cell.
    """
    queue: deque[tuple[Path, int]] = deque(_begun(start, firsts, area))
    seen = 0
    while queue:
        path, used = queue.popleft()
        last = path[-1]
        if seen >> last & 1:
            continue
        seen |= 1 << last
        if ends >> last & 1 and len(path) > 2:
            yield path
        if last != start and len(path) < LONGEST:
            queue.extend(_longer(path, used, hops, area))
    for end in bits(ends & ~seen):
        found = _roundabout(start, firsts, end, hops, area)
        if found:
            yield found


def _begun(start: int, firsts: Iterable[int], area: int) -> Iterator[tuple[Path, int]]:
    """The chains of one link, each with its cells."""
    for first in firsts:
        yield (start, first), 1 << start % area | 1 << first % area


def _longer(path: Path, used: int, hops: Hops, area: int) -> Iterator[tuple[Path, int]]:
    """The chain with one more hop, in each way that visits new cells or closes it."""
    for off, on in hops(path[-1]):
        at, to = 1 << off % area, 1 << on % area
        if not used & at and (not used & to or on == path[0]):
            yield (*path, off, on), used | at | to


def _roundabout(start: int, firsts: Iterable[int], end: int, hops: Hops, area: int) -> Path:
    """Some chain to one end, depth first; () if none was found with the allowed effort."""
    stack = list(_begun(start, firsts, area))
    for _ in range(EFFORT):
        if not stack:
            break
        path, used = stack.pop()
        if path[-1] == end and len(path) > 2:
            return path
        if path[-1] != start and len(path) < LONGEST:
            stack.extend(_longer(path, used, hops, area))
    return ()


def preference(eliminations: Iterable[Candidate]) -> tuple[int, int]:
    """The key by which HoDoKu sorts steps: most eliminations first, then those near the top."""
    ordered = sorted((digit, cell) for cell, digit in eliminations)
    weighted = sum(cell * (1 + 80 * turn) + digit for turn, (digit, cell) in enumerate(ordered))
    return -len(ordered), weighted


def preferred(steps: Iterable[Step]) -> list[Step]:
    """One step for each kind and set of eliminations, the simplest; the best first.

    Of equally good sets of eliminations, that comes first which was found first, as in HoDoKu.
    """
    best: dict[tuple[Detail | None, frozenset[Candidate]], Step] = {}
    for step in steps:
        key = step.detail, frozenset(step.eliminations)
        if key not in best or _size(step) < _size(best[key]):
            best[key] = step
    return sorted(best.values(), key=lambda step: preference(step.eliminations))


def _size(step: Step) -> tuple[int, int]:
    """How much there is to see: links, then candidates."""
    return len(step.links), sum(len(role.candidates) for role in step.roles)


def path_links(path: Sequence[int], area: int) -> tuple[Link, ...]:
    """The links of a chain of single candidates that starts false: strong, weak, strong ..."""
    ends = [((node % area, node // area + 1),) for node in path]
    return tuple(
        Link(first, second, number % 2 == 0)
        for number, (first, second) in enumerate(pairwise(ends))
    )


def chain_roles(links: Sequence[Link]) -> tuple[Role, ...]:
    """The candidates of a chain that are true, and those that are false."""
    if not links:
        return ()
    on: dict[Candidate, None] = {}
    off: dict[Candidate, None] = dict.fromkeys(links[0].first if links[0].strong else ())
    on.update(dict.fromkeys(() if links[0].strong else links[0].first))
    for link in links:
        (on if link.strong else off).update(dict.fromkeys(link.second))
    roles = (Role("on", tuple(on)), Role("off", tuple(at for at in off if at not in on)))
    return tuple(role for role in roles if role.candidates)


def chain_text(links: Sequence[Link], board: Board) -> str:
    """A chain as text: ``3r1c2 = 3r1c7 - 5r1c7 = 5r4c7``, ``=`` strong and ``-`` weak."""
    parts = [_node_text(links[0].first, board)]
    for link in links:
        parts += ["=" if link.strong else "-", _node_text(link.second, board)]
    return " ".join(parts)


def the_chain(links: Sequence[Link], board: Board) -> str:
    """``the chain 3r1c2 = 3r1c7 - 5r1c7 = 5r4c7``, as the subject of a sentence."""
    return translated("the chain {chain}", chain=chain_text(links, board))


def either_text(step: Step, candidates: Candidates, bivalue: bool = False) -> str:
    """What a chain with two strong ends shows, and what follows.

    bivalue: say that its cells have two candidates.
    """
    board = candidates.board
    ((cell, first),), ((last, other),) = step.links[0].first, step.links[-1].second
    start, end = board.cell_name(cell), board.cell_name(last)
    digit, chain = board.symbols[first], the_chain(step.links, board)
    if bivalue:
        text = marked("the chain {chain} through cells with two candidates")
        chain = translated(text, chain=chain_text(step.links, board))
    if (cell, first) == (last, other):
        said = proved_text(start, digit, chain)
        return sentences(said, remove_text(step.eliminations, board))
    if first == other:
        said = translated(
            "If {start} is not {digit}, {chain} shows that {end} is {digit}. So at least one of "
            "these two cells is {digit}.",
            start=start,
            digit=digit,
            chain=chain,
            end=end,
        )
        return sentences(said, remove_seeing(step.eliminations, board, translated("both")))
    return translated(
        "If {start} is not {digit}, {chain} shows that {end} is {other}. So {start} is {digit}, or "
        "{end} is {other}. Remove {gone}, which both cases rule out.",
        start=start,
        digit=digit,
        chain=chain,
        end=end,
        other=board.symbols[other],
        gone=removal_text(step.eliminations, board),
    )


def proved_text(cell: str, digit: str, chain: str) -> str:
    """Why a chain that leads from a false candidate to itself proves the candidate."""
    return translated(
        "Suppose that {cell} is not {digit}. Then {chain} shows that {cell} is {digit}. This is a "
        "contradiction, so {cell} is {digit}.",
        cell=cell,
        digit=digit,
        chain=chain,
    )


def _node_text(candidates: Sequence[Candidate], board: Board) -> str:
    digits = "".join(board.symbols[d] for d in sorted({digit for _, digit in candidates}))
    return digits + "+".join(cell_groups((cell for cell, _ in candidates), board))
