"""A list of the allowed fillings of some cells, encoded for CP-SAT with a literal for each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cpsudoku.core.constraints.encodings.clauses import negated, post_clause
from cpsudoku.core.constraints.modelling import CpModel, IntVar, Variables


def post_table(
    model: CpModel, x: Variables, cells: Sequence[int], rows: Iterable[Sequence[int]]
) -> None:
    """The values of the cells are one of the rows. The rows are distinct, and so are the cells."""
    left = [row for row in rows if all(v in x[c] for c, v in zip(cells, row, strict=True))]
    chosen: list[IntVar | bool] = (
        [True] if len(left) == 1 else [model.new_bool_var("") for _ in left]
    )
    model.add_exactly_one(chosen)
    for place, cell in enumerate(cells):
        for value, literal in x[cell].items():
            rows_of_it = [
                is_it for row, is_it in zip(left, chosen, strict=True) if row[place] == value
            ]
            post_clause(model, [*rows_of_it, negated(literal)])
            for is_it in rows_of_it:
                post_clause(model, [literal, negated(is_it)])
