"""The text of every technique: what ``texts.md`` says about it, and its other names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from cpsudoku.runtime.language import marked

CHAIN_NOTATION = marked(
    "How to read the chain: 3r8c4 is 3 in r8c4. A = B: if A is false, B is true (a strong link). "
    "A - B: if A is true, B is false (a weak link)."
)
FORCING_NOTATION = marked(
    "How to read the chain: r1c2=3 means that r1c2 is 3, r1c2≠3 that it is not. A → B: if A holds, "
    "so does B. Several facts can lead to one; the chain shows its main line."
)
_NOTATIONS = {
    "x-chain": CHAIN_NOTATION,
    "xy-chain": CHAIN_NOTATION,
    "nice-loop": CHAIN_NOTATION,
    "grouped-nice-loop": CHAIN_NOTATION,
    "kraken-fish": FORCING_NOTATION,
    "rule-chain": CHAIN_NOTATION,
    "forcing-chain": FORCING_NOTATION,
    "nishio": FORCING_NOTATION,
    "multiple-forcing-chain": FORCING_NOTATION,
    "dynamic-forcing-chain": FORCING_NOTATION,
    "dynamic-forcing-chain-plus": FORCING_NOTATION,
    "nested-forcing-chain": FORCING_NOTATION,
}


@dataclass(frozen=True)
class TechniqueText:
    """The text of one technique.

    ``also`` are its other names. ``marks`` has what a part of a picture means, by role.
    """

    also: tuple[str, ...] = ()
    what: str = ""
    why: str = ""
    spot: str = ""
    pays: str = ""
    notation: str = ""
    marks: Mapping[str, str] = field(default_factory=dict)

    @property
    def sections(self) -> tuple[tuple[str, str], ...]:
        """The headings and texts of a page about the technique, without empty ones."""
        every = (
            (marked("What it is"), self.what),
            (marked("Why it works"), self.why),
            (marked("How to spot it"), self.spot),
            (marked("When it pays"), self.pays),
            (marked("Notation"), self.notation),
        )
        return tuple((heading, text) for heading, text in every if text)


@cache
def texts() -> dict[str, TechniqueText]:
    """The text of each technique, by name."""
    source = files("cpsudoku.techniques").joinpath("texts.md").read_text(encoding="utf-8")
    _, *parts = source.split("\n## ")
    return dict(_text(part) for part in parts)


def text_of_technique(name: str) -> TechniqueText:
    """The text of a technique; an empty one if the file has none."""
    return texts().get(name, TechniqueText())


@cache
def names_of_aliases() -> dict[str, str]:
    """The technique of each other name."""
    return {alias: name for name, text in texts().items() for alias in text.also}


def _text(part: str) -> tuple[str, TechniqueText]:
    name, *lines = part.strip().splitlines()
    values = dict(line.split(": ", 1) for line in lines)
    marks = dict(each.split(": ", 1) for each in values["marks"].split("; "))
    also = tuple(values.pop("also").split(", ")) if "also" in values else ()
    del values["marks"]
    return name, TechniqueText(also, **values, notation=_NOTATIONS.get(name, ""), marks=marks)
