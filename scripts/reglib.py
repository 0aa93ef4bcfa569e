#!/usr/bin/env python3
"""Runs the techniques on a regression library of HoDoKu: scripts/reglib.py FILE [CODE...].

Prints the numbers of passed and failed lines for each code, then every failed line with the steps
found instead. A line passes if a step with its technique and digits is found, and all such steps
remove or place exactly the candidates that the line lists. A fail case (variant x) passes if no
such step is found.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cpsudoku.techniques import TECHNIQUES
from cpsudoku.techniques.base import Detail, Step
from cpsudoku.techniques.chains.loops import LoopKind
from cpsudoku.techniques.chains.multi_colors import NetRule
from cpsudoku.techniques.chains.simple_colors import ColorRule
from cpsudoku.techniques.hodoku_notation import HodokuLine, parse_position


@dataclass(frozen=True)
class Code:
    """The technique for a code, its options, and the detail that its steps must have."""

    name: str
    options: dict[str, Any] = field(default_factory=dict)
    detail: Detail | None = None
    any_digits: bool = False  # HoDoKu does not name digits here


_SIZES = ("x-wing", "swordfish", "jellyfish")
_ALL_SIZES = (*_SIZES, "squirmbag", "whale", "leviathan")
CODES = {
    "0000": Code("full-house"),
    "0002": Code("hidden-single"),
    "0003": Code("naked-single"),
    "0100": Code("pointing"),
    "0101": Code("claiming"),
    "0110": Code("locked-pair"),
    "0111": Code("locked-triple"),
    "0200": Code("naked-pair"),
    "0201": Code("naked-triple"),
    "0202": Code("naked-quad"),
    "0210": Code("hidden-pair"),
    "0211": Code("hidden-triple"),
    "0212": Code("hidden-quad"),
    **{f"030{n}": Code(name) for n, name in enumerate(_SIZES)},
    **{f"031{n}": Code(f"finned-{name}") for n, name in enumerate(_SIZES)},
    **{f"031{n}1": Code(f"finned-{name}", {"siamese": True}) for n, name in enumerate(_SIZES)},
    **{f"032{n}": Code(f"sashimi-{name}") for n, name in enumerate(_SIZES)},
    **{f"032{n}1": Code(f"sashimi-{name}", {"siamese": True}) for n, name in enumerate(_SIZES)},
    **{f"033{n}": Code(f"franken-{name}") for n, name in enumerate(_SIZES)},
    **{f"034{n}": Code(f"finned-franken-{name}") for n, name in enumerate(_SIZES)},
    **{
        f"034{n}1": Code(f"finned-franken-{name}", {"siamese": True})
        for n, name in enumerate(_SIZES)
    },
    **{f"035{n}": Code(f"mutant-{name}") for n, name in enumerate(_ALL_SIZES)},
    **{f"036{n}": Code(f"finned-mutant-{name}") for n, name in enumerate(_ALL_SIZES)},
    **{
        f"036{n}1": Code(f"finned-mutant-{name}", {"siamese": True})
        for n, name in enumerate(_ALL_SIZES)
    },
    "0371": Code("kraken-fish"),
    "0372": Code("kraken-fish"),
    "0400": Code("skyscraper"),
    "0401": Code("two-string-kite"),
    "0402": Code("empty-rectangle"),
    "0402-1": Code("empty-rectangle", {"two": True}),
    "0403": Code("turbot-fish"),
    "0404": Code("two-string-kite", {"dual": True}),
    "0405": Code("empty-rectangle", {"two": True, "dual": True}),
    "0500": Code("simple-colors", detail=ColorRule.TRAP),
    "0501": Code("simple-colors", detail=ColorRule.WRAP),
    "0502": Code("multi-colors", detail=NetRule.OPPOSITES),
    "0503": Code("multi-colors", detail=NetRule.FALSE_COLOR),
    **{
        f"060{n - 1}-{variant}": Code(f"unique-rectangle-{n}", {"missing": variant == 2})
        for n in range(1, 7)
        for variant in (1, 2)
    },
    "0606-1": Code("hidden-rectangle", {"missing": False}),
    "0606-2": Code("hidden-rectangle"),
    "0606": Code("hidden-rectangle"),
    "0607-1": Code("avoidable-rectangle-1"),
    "0608-1": Code("avoidable-rectangle-2"),
    "0610": Code("bug-1", any_digits=True),
    "0701": Code("x-chain"),
    "0702": Code("xy-chain"),
    "0703": Code("remote-pair"),
    "0706": Code("nice-loop", detail=LoopKind.CONTINUOUS),
    "0707": Code("nice-loop", detail=LoopKind.DISCONTINUOUS),
    "0708": Code("nice-loop", detail=LoopKind.AIC),
    "0709": Code("grouped-nice-loop", detail=LoopKind.CONTINUOUS),
    "0710": Code("grouped-nice-loop", detail=LoopKind.DISCONTINUOUS),
    "0711": Code("grouped-nice-loop", detail=LoopKind.AIC),
    "0709-2": Code("grouped-nice-loop", {"als": True}, LoopKind.CONTINUOUS),
    "0710-3": Code("grouped-nice-loop", {"als": True}, LoopKind.DISCONTINUOUS),
    "0710-4": Code("grouped-nice-loop", {"als": True}, LoopKind.DISCONTINUOUS),
    "0711-3": Code("grouped-nice-loop", {"als": True}, LoopKind.AIC),
    "0711-4": Code("grouped-nice-loop", {"als": True}, LoopKind.AIC),
    "0800": Code("xy-wing"),
    "0801": Code("xyz-wing"),
    "0803": Code("w-wing"),
    "0901": Code("als-xz"),
    "0902": Code("als-xy-wing"),
    "0902-2": Code("als-xy-wing", {"overlap": True}),
    "0903": Code("als-chain"),
    "0903-2": Code("als-chain", {"overlap": True}),
    "0904": Code("death-blossom"),
    "0904-2": Code("death-blossom", {"overlap": True}),
    "1101": Code("sue-de-coq"),
    "1201": Code("template-set"),
    "1202": Code("template-delete"),
}


def code_of(field: str) -> Code | None:
    """The code for a first field such as ``0600-2`` or ``0711``; None if the table has none."""
    return CODES.get(field) or CODES.get(field.partition("-")[0])


def verdict(position: HodokuLine, code: Code) -> str:
    """``passed``, ``not built``, or the steps found instead."""
    try:
        technique = TECHNIQUES[code.name]
    except ModuleNotFoundError:
        return "not built"
    if code.options:
        technique = replace(technique, **code.options)  # type: ignore[type-var]
    found = [
        step
        for step in technique.find(position.candidates)
        if code.detail in (None, step.detail)
        and (code.any_digits or sorted(step.digits) == sorted(position.digits))
    ]
    if position.technique.endswith("-x"):
        return f"found {_said(found[0])}" if found else "passed"
    wanted = {*position.eliminations}, {*position.placements}
    others = [step for step in found if ({*step.eliminations}, _placed(step, position)) != wanted]
    if others:
        return f"{len(others)} of {len(found)} differ, such as {_said(others[0])}"
    return "passed" if found else "nothing found"


def _placed(step: Step, position: HodokuLine) -> set[tuple[int, int]]:
    """The placements of a step, if the line has any."""
    return {*step.placements} if position.placements or not step.eliminations else set()


def _said(step: Step) -> str:
    return f"{step.technique} {step.digits} -{step.eliminations} +{step.placements}"


def lines(path: str) -> Iterator[str]:
    """The lines of a library, without comments."""
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        if line.startswith(":"):
            yield line


def main(path: str, wanted: list[str]) -> int:
    """Print the counts and the failures; return 1 if any line failed."""
    counts: dict[str, Counter[str]] = {}
    failures = []
    for line in lines(path):
        position = parse_position(line)
        if wanted and position.technique.partition("-")[0] not in wanted:
            continue
        code = code_of(position.technique)
        said = "not built" if code is None else verdict(position, code)
        word = said if said in ("passed", "not built") else "failed"
        counts.setdefault(position.technique, Counter())[word] += 1
        if word == "failed":
            failures.append(f"{line}\n    {said}")
    for named, count in sorted(counts.items()):
        code = code_of(named)
        name = code.name if code else "-"
        print(f"{named:8} {name:26} " + ", ".join(f"{n} {word}" for word, n in count.items()))
    total = sum(counts.values(), Counter())
    print("all:", ", ".join(f"{n} {word}" for word, n in total.items()))
    print("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
