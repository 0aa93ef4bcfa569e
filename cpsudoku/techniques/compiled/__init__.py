"""Chains and ratings in compiled code: the classic Sudoku Explainer scale."""
