"""Relations of two digits that groups of digits give."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def different_groups(groups: Sequence[Collection[int]], values: Sequence[int]) -> str | None:
    """The relation of two digits of different groups, or None unless each digit is in one group.

    ``[{1, 2}, {3, 4}]`` is ``not ((a=1 or a=2) and (b=1 or b=2) or ...)``, or a remainder.
    """
    members = [digit for group in groups for digit in group]
    if sorted(members) != sorted(values):
        return None
    kind = {digit: number for number, group in enumerate(groups) for digit in group}
    for size in range(2, len(values)):
        rests = {(kind[digit], digit % size) for digit in values}
        if len(rests) == len({one for one, _ in rests}) == len({rest for _, rest in rests}):
            return f"a%{size}!=b%{size}"
    same = [
        " and ".join(
            f"({' or '.join(f'{name}={digit}' for digit in sorted(group))})" for name in "ab"
        )
        for group in groups
        if group
    ]
    return f"not ({' or '.join(same)})"
