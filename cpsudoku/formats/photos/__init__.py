"""Puzzles in photographs, screenshots and pages: found, straightened, and read.

``loading`` opens a file as pages. ``finding`` looks for the outlines of grids, ``mesh``
follows their lines, and ``cells`` cuts the cells out. ``network`` gives each cell the probability
of every digit, ``handwriting`` compares the digits of a grid, and ``photo`` is the format.
``borders`` and ``unread`` look at everything else in the grid. ``solving.doubting`` then accepts a
reading or not.
"""
