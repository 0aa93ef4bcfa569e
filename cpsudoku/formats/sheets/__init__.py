"""Sudoku in spreadsheets: what stands on a sheet, where its grids are, how answers go back.

``picture`` is a sheet as any program keeps it, ``values`` what its cells mean, ``windows`` and
``find`` where the grids are; ``guard``, ``excel`` and ``others`` make pictures of files;
``package`` and ``fill`` write into a workbook without losing a part of it.
"""
