"""Sudoku in spreadsheets: what stands on a sheet, where its grids are, how answers go back.

``reading`` makes a neutral picture of each sheet. ``finding`` finds the grids in a picture.
``book`` joins the two: from a workbook to its puzzles. ``writing`` puts answers into a
workbook and keeps everything else in it.
"""
