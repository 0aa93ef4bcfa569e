"""Where things are in a program: one array of int64, which Python begins and ``prepare`` completes.

Python writes the header, one record for each constraint, and tables that records share. A record
is its kind, its length, 1 if only another record uses it, the number of its cells, its cells, and
what else its kind needs. ``prepare`` adds behind it all that the search looks up or changes::

    0          56                                   END             CAPACITY
    | header   | record | record | .. | tables      | lists ..      | free   |
      Python     Python writes these                  prepare adds these

    a record:   KIND  LENGTH  INNER  SIZE | cell .. cell | what its kind needs
    a cage 12:  SETS    10      0     2   | r1c1 .. r1c2 | 3  {3,9}  {4,8}  {5,7}

Every number in the header that is called the place of something counts from the beginning of the
array. The digits that cells can have are in a second array: one row per depth of the search.
"""

from __future__ import annotations

from pathlib import Path

# The modules whose functions search, each before those that call it.
MODULES = (
    *("room", "innies", "excluding", "paths", "preparing", "houses", "digit_sets", "sums"),
    *("areas", "amounts", "between", "counts", "narrowing", "kernel"),
)
# Compiled functions call each other across files, and what is called becomes part of the caller's
# machine code.
_HERE = Path(__file__).parent
SOURCES = [str(_HERE / f"{name}.py") for name in ("compile", "layout", *MODULES)]

# The header. Python writes the first ones.
CELLS = 0  # the number of cells
DIGITS = 1  # the set of all digits
RECORDS = 2  # where the first record begins
COUNT = 3  # the number of records
END = 4  # where free space begins
CHUNKS = 5  # tables of a relation in each direction, each of 5 digits
# ``prepare`` writes the others: where each list begins.
WHERE = 6  # for each record, where it begins
OF_FIRST = 7  # for each cell, where its records begin in OF
OF = 8  # their numbers
NEAR_FIRST = 9  # for each cell, where its relations begin in NEAR
NEAR = 10  # pairs of a cell and a table
LOCKS = 11  # for each house and digit set, where its locks begin, or 0
MARK = 12  # for each cell, 1 if it is in CHANGED, 2 if its lowest or highest digit is another one
CHANGED = 13
RECORD_WORDS = 14  # words of a set of records
WAITING = 15  # the records that wait, and the houses whose overlaps do, as sets
RING = 16  # the records of each of 4 rings, as sets
TOUCHED = 17  # for each cell, two sets: the records that any change is for, and those of its ends
CURSORS = 51  # 4 pairs of a word and a bit: where the search in each ring goes on
CHANGES = 23  # the number of cells in CHANGED
QUIET = 24  # 1 while the changes of an alternative are not reported
WEIGHT = 25  # for each cell, its share in conflicts
STEP = 26  # what a conflict adds to a weight
BRANCH = 27  # for each depth, the cell that was branched on
DEPTH = 28
MODE = 29
NODES = 30
SCRATCH = 31  # room for one propagator
PEERS = 32  # for each cell, the cells that differ from it, as words of 32 bits
WORDS = 33  # words of such a set
STAMPS = 34  # marks of records and cells while locks are found
ROOM = 35  # numbers of scratch room; Python writes it
CAPACITY = 36  # the size of the program; Python writes it
SPARE = 37  # where two spare rows begin; Python writes it
TABLES = 38  # where the list of tables begins: their numbers and places; Python writes it
CAGES = 39  # for each cage its record, its sum and its cells inside, while innies are found
INNIE = 40  # for each cell, a stamp of the last houses of an innie that have it
TAKEN = 41  # for each cell, the number of its cage from 1, or 0
PREFERRED = 42  # for each cell, the digits that are tried first
ASSUMED = 43  # the cell that an assumption is about; Python writes it
ASSUMPTION = 44  # its digit as a bit; Python writes it
FLOOR = 45  # the depth at which a search ends: 0, or 1 below an assumption
FULL = 46  # the houses in which every digit has a place
FULLS = 47  # their number
TRIED = 48  # the digit that is tried first, or -1
VALUES = 49  # the number of digits; Python writes it
NEIGHBOURS = 50  # 1 if pairs of cells differ that share no house, as a king's move apart
STATES = 20  # where the rows with the states of automata begin in the rows; Python writes it
STATE_WORDS = 21  # the length of such a row; Python writes it
USES = 59  # for each record, how often it excluded something or failed
HEADER = 64

# A record
KIND, LENGTH, INNER, SIZE, FIRST = 0, 1, 2, 3, 4
# Kinds, with what follows the cells
HOUSE = 0  # each digit once, or each digit at most once if there are fewer cells
SETS = 1  # the number of sets, the sets
PAIR = 2  # the number of the tables of the relation, later their place; 0: they differ
LINEAR = 3  # least, most, the number of groups, weights, the end of each group
# The number of the layers, later their place, and where its states are in a row of STATES.
LAYERS = 4  # ``record_tables`` describes layers, ``paths`` states
# The set of digits, the allowed counts as bits (the lowest is minus the number of cells of weight
# -1), and as in LINEAR:
COUNTED = 5  # the number of groups, weights of 1 and -1, the end of each group
EITHER = 6  # the number of alternatives, and for each its records: how many, how far before this
# The number of the graph, later its place, the set of digits inside, the least and the most cells,
# 1 if the last cell counts the others, the lowest value, and what ``narrow_area`` saw last
AREA = 7
MARKED = 8  # marks follow the cells; the mark as a bit, 1 if each digit has a mark
# The number of a table of amounts, later its place, the number of terms, least, most, what sets a
# mark; for each term where its cell is, with its marks behind it, how many marks, where its amounts
# are in the table
AMOUNTS = 9
# The two ends as a set, the other digits, and for each number of digits between them the distance
# from here to the number of their sets and these sets
BETWEEN = 10

WORD = 62  # records or states in a word of a set: words are never negative
# Rings: what is fast comes first. OVERLAPS are those of houses.
HOUSES, MIDDLE, OVERLAPS, SLOW = 0, 1, 2, 3

# Modes of a search
BEGIN, CHOOSE, RETREAT, ASSUME, EXCLUDE = 0, 1, 2, 3, 4
# What a search returns
EXHAUSTED, SOLVED, PAUSED, TOO_SMALL = 0, 1, 2, 3
