"""What a cell holds, as the check reads it from the XML of any kind of workbook."""

from __future__ import annotations

from typing import NamedTuple

Place = tuple[int, int]
"""A row and a column, counted from 1."""


class CellContent(NamedTuple):
    """The content of a cell: its format, its formula, its value, and everything else in it."""

    style: str = ""
    formula: tuple[str, ...] = ()
    value: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether the cell holds nothing but its format."""
        return not (self.formula or self.value or self.rest)

    @property
    def text(self) -> str:
        """The value alone, without its type."""
        return self.value[-1] if self.value else ""


class Meant(NamedTuple):
    """The intended change of a cell: a new value, empty to clear it; None keeps its content.

    ``forgets``: the stored value of its formula is dropped. ``frees``: a formula that it shares
    with other cells may become one of its own.
    """

    value: str | None = None
    forgets: bool = False
    frees: bool = False

    def allows(self, before: CellContent, after: CellContent) -> bool:
        """Whether a cell changed in the intended way and in no other."""
        if self.value is not None:
            return after.text == self.value or not self.value.isprintable()
        if self.forgets:
            forgot = before.formula == after.formula != () and before.rest == after.rest
            return forgot or before == after
        if self.frees and before.formula[:1] == ("shared",):
            before, after = before._replace(formula=()), after._replace(formula=())
        return before._replace(style="") == after._replace(style="")
