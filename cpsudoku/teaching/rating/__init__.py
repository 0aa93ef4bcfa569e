"""How hard a puzzle is for a person: the classic Sudoku Explainer scale, HoDoKu's level and score.

``rate`` rates one puzzle. ``many`` rates many in order on several cores. ``base`` has the value.
"""
