"""How hard a puzzle is for a person: the classic Sudoku Explainer scale, HoDoKu's level and score.

``rate`` takes one puzzle, ``rate_all`` many, in order, on several cores.
"""

from __future__ import annotations

from cpsudoku.teaching.rating.many import rate_all
from cpsudoku.teaching.rating.rate import SCALES, Rating, rate

__all__ = ["SCALES", "Rating", "rate", "rate_all"]
