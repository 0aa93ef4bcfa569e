"""Rules for cages that only sentences state: the words about them, and the rules they become."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isqrt

from cpsudoku.formats.links.drawn.figures import Drawing, DrawnCage, cells_beside
from cpsudoku.formats.links.drawn.offers import different_sums, one_is_rest, one_of_sums

_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43)
_CUBES = tuple(n**3 for n in range(1, 7))


@dataclass(frozen=True)
class SaidCages:
    """Cages, the number that the sentences give their rule, and those that have a number."""

    drawing: Drawing
    cages: tuple[DrawnCage, ...]
    number: str

    @property
    def numbered(self) -> tuple[DrawnCage, ...]:
        """The cages whose text is a number."""
        return tuple(cage for cage in self.cages if cage.text.isdecimal())

    def names(self, cage: DrawnCage) -> str:
        """The cells of a cage as a line of rules names them."""
        return self.drawing.named(cage.cells)

    def one_of(self, cage: DrawnCage, totals: Sequence[int]) -> str:
        """The line that says that the digits of a cage have one of these sums."""
        able = [total for total in totals if total in self.totals(cage)]
        if len(cage.cells) == 1 and len(self.drawing.board.values) < 10:
            return f"only {','.join(map(str, able))}: {self.names(cage)}"
        return one_of_sums(able, self.names(cage))

    def totals(self, cage: DrawnCage) -> range:
        """The sums that the digits of a cage can have."""
        values = self.drawing.board.values
        return range(values[0] * len(cage.cells), values[-1] * len(cage.cells) + 1)


@dataclass(frozen=True)
class CageFamily:
    """A rule for cages that only sentences state. Its noun is the name of the phrases about it.

    ``build`` makes its lines without those for different digits, or None if it does not fit.
    """

    noun: str
    build: Callable[[SaidCages], list[str] | None]


def _remainders(said: SaidCages) -> list[str] | None:
    """The sum of a cage, divided by a number of the sentences, has the remainder in its text."""
    divisor = int(said.number or 0)
    if divisor < 2 or any(int(cage.text) >= divisor for cage in said.numbered):
        return None
    return [f"sums {int(cage.text)}%{divisor}: {said.names(cage)}" for cage in said.numbered]


def _multiples(said: SaidCages) -> list[str] | None:
    """The sum of a cage is a multiple of its text."""
    if not all(int(cage.text) for cage in said.numbered):
        return None
    return [f"sums 0%{int(cage.text)}: {said.names(cage)}" for cage in said.numbered]


def _calculated(rule: str) -> Callable[[SaidCages], list[str] | None]:
    def build(said: SaidCages) -> list[str] | None:
        return [f"{rule} {cage.text}: {said.names(cage)}" for cage in said.numbered]

    return build


def _with_totals(allows: Callable[[int], bool]) -> Callable[[SaidCages], list[str] | None]:
    """The sums are of a kind, if no cage has a text."""

    def build(said: SaidCages) -> list[str] | None:
        if any(cage.text for cage in said.cages):
            return None
        return [said.one_of(cage, [*filter(allows, said.totals(cage))]) for cage in said.cages]

    return build


def _of_sum(said: SaidCages) -> list[str] | None:
    """All cages have the sum that sentences state. No cage has another text."""
    if not said.number or any(cage.text not in ("", said.number) for cage in said.cages):
        return None
    return [f"sum {said.number}: {said.names(cage)}" for cage in said.cages]


def _primes(said: SaidCages) -> list[str] | None:
    """The sums are prime numbers, if no cage has a text."""
    return _with_totals(_PRIMES.__contains__)(said)


def _different_primes(said: SaidCages) -> list[str] | None:
    """The sums are different prime numbers."""
    lines = _primes(said)
    return lines and [*lines, *different_sums([*map(said.names, said.cages)])]


def _either_sum(said: SaidCages) -> list[str] | None:
    """Each cage has one of the sums that sentences state, and perhaps shows which one."""
    totals = [int(each) for each in said.number.split("|") if each]
    if len(totals) < 2 or any(cage.text and int(cage.text) not in totals for cage in said.cages):
        return None
    return [said.one_of(cage, [int(cage.text)] if cage.text else totals) for cage in said.cages]


def _listed(said: SaidCages) -> list[str] | None:
    """The digits of its text are in the cage."""
    if len(said.drawing.board.values) > 9:
        return None
    return [f"quadruple {','.join(cage.text)}: {said.names(cage)}" for cage in said.numbered]


def _near(apart: int) -> Callable[[SaidCages], list[str] | None]:
    def build(said: SaidCages) -> list[str] | None:
        """The sum is so much larger or smaller than the text."""
        lines = []
        for cage in said.numbered:
            near = (int(cage.text) - apart, int(cage.text) + apart)
            lines.append(said.one_of(cage, [n for n in near if n in said.totals(cage)]))
        return lines

    return build


def _rounded(said: SaidCages) -> list[str] | None:
    """The text is the sum, rounded to a multiple of an odd number: no sum is between two."""
    step = int(said.number or 0)
    if step % 2 == 0 or any(int(cage.text) % step for cage in said.numbered):
        return None
    half = step // 2
    return [
        said.one_of(cage, range(int(cage.text) - half, int(cage.text) + half + 1))
        for cage in said.numbered
    ]


def _last_digit(said: SaidCages) -> list[str] | None:
    """All sums end in a digit that sentences state."""
    if not said.number:
        return None
    return _with_totals(lambda total: str(total)[-1] == said.number)(said)


def _half_sum(said: SaidCages) -> list[str] | None:
    """One digit of each cage is the sum of the others, of so many as the sentences state."""
    others = int(said.number or 0)
    if any(cage.text or others not in (0, len(cage.cells) - 1) for cage in said.cages):
        return None
    names = [[said.drawing.named([cell]) for cell in cage.cells] for cage in said.cages]
    return [one_is_rest(each, range(len(each))) for each in names if len(each) > 1]


def _look_and_say(said: SaidCages) -> list[str] | None:
    """The text says how often some digits are in the cage."""
    if any(len(cage.text) % 2 for cage in said.numbered):
        return None
    return [f"look-and-say {cage.text}: {said.names(cage)}" for cage in said.numbered]


def _look_and_say_around(said: SaidCages) -> list[str] | None:
    """The text says how often some digits are in the cage, or beside it."""
    lines = []
    for cage, line in zip(said.numbered, _look_and_say(said) or (), strict=False):
        beside = said.drawing.named(cells_beside(said.drawing, cage.cells))
        lines.append(f"any-of: ({line}) | (look-and-say {cage.text}: {beside})")
    return lines or None


def _is_square(total: int) -> bool:
    return isqrt(total) ** 2 == total


def _is_cube(total: int) -> bool:
    return total in _CUBES


FAMILIES = (
    CageFamily("remainder cage", _remainders),
    CageFamily("multiple cage", _multiples),
    CageFamily("product cage", _calculated("product")),
    CageFamily("difference cage", _calculated("difference")),
    CageFamily("quotient cage", _calculated("quotient")),
    CageFamily("different prime cage", _different_primes),
    CageFamily("prime cage", _primes),
    CageFamily("sum cage", _of_sum),
    CageFamily("either-sum cage", _either_sum),
    CageFamily("one-off cage", _near(1)),
    CageFamily("listed-digits cage", _listed),
    CageFamily("look-and-say cage", _look_and_say),
    CageFamily("look-and-say cage or border", _look_and_say_around),
    CageFamily("rounded cage", _rounded),
    CageFamily("last-digit cage", _last_digit),
    CageFamily("half-sum cage", _half_sum),
    CageFamily(
        "cube or square cage", _with_totals(lambda total: _is_square(total) or _is_cube(total))
    ),
    CageFamily("cube cage", _with_totals(_is_cube)),
    CageFamily("square cage", _with_totals(_is_square)),
    CageFamily("odd cage", _with_totals(lambda total: total % 2 == 1)),
    CageFamily("even cage", _with_totals(lambda total: total % 2 == 0)),
)
