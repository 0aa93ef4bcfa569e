"""Sudoku in spreadsheets: reads sheets, finds the grids on them, and writes answers back.

``reading`` makes a neutral picture of each sheet. ``finding`` finds the grids in a picture.
``roles`` tells puzzles from solutions and from blocks that formulas calculate. ``book`` joins the
three and turns a workbook into its puzzles. ``writing`` puts answers into a workbook and keeps
everything else in it.
"""
