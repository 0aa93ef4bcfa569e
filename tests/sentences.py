"""Sentences of puzzles: usual ones, and ones that no rule of ours says."""

from __future__ import annotations

# By subject: what setters write, and what cpsudoku models.
USUAL = {
    "board": """
        Normal sudoku rules apply
        Normal 6x6 sudoku rules apply
        Standard rules of sudoku apply
        Place the digits 1 through 9 in each empty cell
        Place the digits 1-9 once each in every row, column and 3x3 box
        Fill each empty cell with a digit from 1 to 9
        Fill the grid with the digits 1-6 so that no digit repeats in a row, column or box
        Digits must not repeat in any row, column or box
        Each row, column and 3x3 box contains each number from 1 to 9 exactly once
        Every digit from 1 to 9 must appear once in every row, column and region
        Put the digits 1 to 9 once each into each row, column and 3x3 box
        Digits cannot repeat in any row, column or 3x3 region
        Irregular sudoku rules apply
        Not all possible dots are given
        Not all possible Xs and Vs are necessarily given
        Digits may repeat on a line if allowed by other rules
        Digits may repeat along an arrow
        Have fun!
        Thanks to Ada for testing
        The grid is covered in fog
        Placing a correct digit in a cell lifts fog from that cell and possibly other cells
        Placing correct digits reveals clues in the surrounding 3x3 area
        The lines do not bend, diverge or cross each other
        Arrows may only move orthogonally and don't share cells with other arrows
        All lines are exactly 5 cells long, don't branch, and only move orthogonally
        Most of the grid is covered in fog
        Any two lines that cross each other will each proceed straight through the intersection
        1 is not a prime number
    """,
    "thermo": """
        Digits along a thermometer increase from the bulb
        Digits on a thermometer increase from bulb to tip
        Along thermometers, digits strictly increase from the bulb end
        Thermo: Digits along thermometers must increase from the bulb end
        Digits must increase along thermometers starting at the bulb
        Thermometers increase from the round bulb to the end
        On each thermometer the digits increase from the bulb
        Grey lines are thermometers
        Digits increase from the bulb; they cannot repeat along a thermometer
        Digits along a thermometer form an increasing sequence, with the lowest in the bulb
    """,
    "slow thermo": """
        Digits along a thermometer must increase or stay the same from the bulb to the end
        Slow thermometers: digits increase or remain the same from the bulb
        Digits on slow thermometers never decrease from the bulb
        Digits may remain the same when allowed by other rules, but may never decrease
    """,
    "arrow": """
        Digits along an arrow sum to the digit in that arrow's circle
        Digits along an arrow sum to the digit in the corresponding circle
        Arrows: The digits along an arrow add up to the digit in its attached circle
        The sum of the digits along an arrow equals the digit in the circle
        Digits on an arrow must sum to the digit in the circled cell and may repeat
    """,
    "killer": """
        Digits in a cage sum to the number in the top left corner of the cage
        Digits in cages must sum to the given total and cannot repeat
        Killer cages: Digits in a cage may not repeat and must sum to the given total
        In cages, digits sum to the small clue in the corner
        Digits cannot repeat within a cage
        Digits in cages sum to the total shown, if given
        Cages show their sums
    """,
    "white": """
        White circles between cells indicate the difference between the digits in both cells
        Digits separated by a white dot are consecutive
        Cells joined by a white dot contain consecutive digits
        Kropki dots: digits joined by a white dot must be consecutive
        Digits separated by a white dot have a difference of 1
        A white dot between two cells means that their digits are consecutive
    """,
    "black": """
        Digits separated by a black dot are in a 1:2 ratio
        Digits joined by a black dot must have a ratio of 2:1
        Cells separated by a black dot contain digits where one is double the other
        A black dot means that one digit is twice the other
    """,
    "xv": """
        Digits separated by an X sum to 10
        Digits separated by a V sum to 5
        Cells separated by an X sum to 10 and cells separated by a V sum to 5
        Adjacent cells connected with a V must sum to 5
        Two digits with an X between them add up to ten
    """,
    "whispers": """
        Any pair of cells connected by a green stripe have an absolute difference of 5 or more
        Adjacent digits along a green line must differ by at least 5
        Adjacent digits on a green line differ by 5 or more
        German whispers: neighbouring digits on the green line have a difference of at least 5
        Adjacent digits along an orange Dutch whisper line must have a difference of at least 4
        Along each green line, each pair of adjacent digits have a difference of at least 5
    """,
    "renban": """
        Digits on a purple line form a set of consecutive digits in any order
        Each purple line contains a set of non-repeating consecutive digits in any order
        Renban: Digits along a pink line must form a set of consecutive digits, without repetition
        Digits on renban lines are consecutive and do not repeat, in any order
    """,
    "palindrome": """
        Grey lines are palindromes (sequences of digits which read the same backward as forward)
        Grey line is a palindrome: its digits read the same in either direction
        Grey lines are palindromes and read the same forwards and backwards
        Palindromes read the same from both ends
    """,
    "region-sum": """
        Each blue line passes through multiple regions in the grid
        Digits along blue 'region sum lines' must sum to the same value in each box that they visit
        Box borders divide the blue line into segments with the same sum
        Digits along a blue line have an equal sum N within each 3x3 box the line passes through
        All digits along a blue line must sum to the same total in each 2x3 box the line visits
        Different lines may have different sums
        The 3x3 box borders divide each of the 8 blue lines into segments with the same sum
    """,
    "between": """
        Digits on a line between two circles must be between the digits in the circles
        Between lines: digits on the line lie between the values in the circles at its ends
    """,
    "lockout": """
        Two connected diamonds contain numbers with a difference of at least 4
        Digits along a lockout line must not be between the values of the diamond endpoints
        Diamonds at the ends of a lockout line have a difference of at least 4
    """,
    "zipper": """
        Digits an equal distance from the center of a lavender zipper line sum to the same total
        Zipper lines: cells at equal distance from the centre sum to the digit at the centre
    """,
    "sandwich": """
        Sandwich sums
        Clues outside the grid give the sum of the digits between the 1 and the 9
        Sandwich sums: numbers outside the grid indicate the sum of the digits between 1 and 9
    """,
    "x-sum": """
        Clues outside of the grid tell you the sum of the first X digits in that row or column
        X-sums: A clue outside the grid is the sum of the first X digits
        The clue is the sum of the first X digits, where X is the first digit in that direction
    """,
    "skyscraper": """
        A building is visible when there are no taller buildings before it
        Skyscrapers: clues outside the grid give the number of visible buildings
        Higher buildings hide lower ones behind them
    """,
    "little-killer": """
        Values outside the grid give the sum along the indicated diagonal
        Clues outside the grid show the sum of the digits on the marked diagonal
    """,
    "quadruple": """
        The digits in each circle must appear at least once in the four surrounding cells
        Digits in a white circle appear in the surrounding four cells
    """,
    "odd": """
        Grey circles contain odd digits
        Digits in grey circles are odd
    """,
    "even": """
        Grey squares contain even digits
        A grey square must contain an even digit
    """,
    "anti-knight": """
        Cells a knight's move apart cannot contain the same digit
        Identical digits cannot be a knight's move apart
        Cells separated by a knight's move in chess cannot contain the same digit
        Anti-knight
    """,
    "anti-king": """
        Identical digits must never touch diagonally
        Cells a king's move apart cannot contain the same digit
        Identical digits may not be a king's move apart
    """,
    "diagonals": """
        Both main diagonals contain 1-9 as well
        Digits cannot repeat on the marked diagonals
        Each long diagonal contains the digits 1 to 9 once
        Both main diagonals contain each digit exactly once
    """,
    "non-consecutive": """
        Orthogonally adjacent cells cannot contain consecutive digits
        Consecutive digits may not be orthogonally adjacent
    """,
    "disjoint-groups": """
        Cells in the same position in different boxes contain different digits
        Disjoint groups apply
        Any two cells in the same relative position of their 3x3 boxes must be different
    """,
    "minimum": """
        Grey cells contain digits larger than any orthogonally adjacent white cell
        Cells with inward arrowheads contain digits that are less than their orthogonal neighbours
    """,
    "greater": """
        The inequality sign points to the lower digit
        Inequality signs point to the smaller digit
    """,
    "counting-circles": """
        A digit in a circle indicates how many circles contain that digit
        If a digit n appears in a circle, then it appears in exactly n circles
    """,
}

# Sentences that take something back, say the contrary, or speak of something else.
FOREIGN = """
    Not all of the given rules apply
    Not all rules apply
    Some of the rules do not apply
    One of the rules is false
    Exactly one of the rules is wrong
    The rules above do not apply
    These rules are not true
    Ignore the lines
    All of this is reversed
    Everything is mirrored
    The lines are only decorative
    The clues may be wrong
    At least one of the clues is incorrect
    Some of the dots are missing and some of them lie
    Not every cage is correct
    Some cages are liars
    One cage is wrong
    The clues are off by one
    Each clue is one too high
    Half of the arrows are broken
    Digits along thermometers must decrease
    Digits decrease from the bulb
    Thermometers decrease from the bulb to the tip
    On a thermometer, digits fall from the bulb
    Digits along a thermometer increase towards the bulb
    Digits get smaller from the bulb to the end
    Digits on thermometers do not increase
    Digits along thermometers must not increase from the bulb
    Digits on a thermometer alternate between odd and even
    Digits on a thermometer are consecutive
    Digits along thermometers sum to 20 or less on one of them
    The bulb of each thermometer contains an odd digit
    Every thermometer contains a 5
    Some thermometers are slow
    Exactly one of the thermometers is a slow thermometer
    Note that digits along thermometers must decrease
    This means that digits decrease from the bulb
    Digits along an arrow multiply to the digit in the circle
    The product of the digits along an arrow is the digit in its circle
    Digits along an arrow do not sum to the digit in the circle
    Digits along an arrow cannot repeat
    Digits along an arrow increase from the circle
    Digits along an arrow sum to more than the digit in the circle
    The average of the digits on an arrow is in its circle
    The digits along an arrow sum to twice the digit in the circle
    Digits in cages multiply to the given number
    The product of the digits in a cage is the clue
    Digits in a cage do not sum to the number in the corner
    The digits in a cage sum to less than the number in its corner
    Digits in a cage sum to at least the number in its corner
    Digits in cages must repeat
    All cages have different sums
    Every cage contains an even digit
    Digits in cages are consecutive
    The sum of a cage is the given number plus one
    The difference of the two digits in a cage is the clue
    Digits separated by a white dot are in a 1:2 ratio
    Digits separated by a white dot are not consecutive
    Digits separated by a white dot sum to 10
    Digits separated by a white dot differ by 4
    Digits joined by a white dot are both odd
    Digits separated by a black dot are consecutive
    Digits separated by a black dot are in a 1:3 ratio
    Digits separated by a black dot are not in a 1:2 ratio
    Digits separated by a black dot differ by 2
    Digits separated by a black dot sum to 9
    Digits separated by an X sum to 5
    Digits separated by a V sum to 10
    Digits separated by an X sum to 10 and digits separated by a V sum to 6
    Digits separated by an X do not sum to 10
    Digits separated by a V differ by 5
    Adjacent digits on a brown line differ by at most 5
    Adjacent digits on a green line differ by less than 5
    Adjacent digits on a green line do not differ by at least 5
    Adjacent digits on a green line sum to at least 10
    Digits on a green line increase
    Adjacent digits on a whispers line differ by exactly 5
    Digits on a purple line are not consecutive
    Digits on a purple line increase
    Digits on a renban may repeat
    Digits on a purple line form a set of non-consecutive digits
    Digits on a purple line sum to 15
    Palindromes do not read the same in both directions
    Digits on a palindrome differ
    The digits of a palindrome are all odd
    Box borders divide the blue line into segments with different sums
    Digits on a blue line have no two equal sums in a box
    The product of the digits on a blue line is the same in each box
    Digits on a zipper line at equal distance from the centre have the same product
    Digits on a between line are outside the values of its circles
    Digits along a lockout line must be between the values of the diamond endpoints
    Clues outside the grid give the product of the digits between the 1 and the 9
    Sandwich sums include the 1 and the 9
    X-sums: a clue is the sum of the last X digits
    Skyscrapers: a clue is the sum of the visible buildings
    Lower buildings hide higher ones behind them
    Values outside the grid give the product along the indicated diagonal
    Numbers outside the grid do not sum the indicated diagonals
    The digits in a circle do not appear in the surrounding cells
    The digits in each circle appear at most once in the four surrounding cells
    Grey circles do not contain odd digits
    Grey circles contain digits that are not odd
    Cells with a grey square are odd or even
    Grey squares are never even
    Cells a knight's move apart must contain the same digit
    Cells a knight's move apart may contain the same digit
    Cells a knight's move apart contain consecutive digits
    Cells a knight's move apart sum to 10
    At least one cell a knight's move apart contains the same digit
    Cells a king's move apart must have the same digit
    Cells a king's move apart can contain the same digit
    The digits on the diagonals sum to the same total as each other's neighbours
    The product of the diagonals is equal
    The inequality sign points to the larger digit
    The rules about the lines are not used
    None of the dots count
    The lines might be thermometers
    Perhaps the circles are odd
    Choose for each line whether it is a palindrome or a renban
    Each line is either a renban or a palindrome
    Lines are renbans or whispers, to be determined
    Each dot is either black or white
    All but one of the arrows are correct
    Most of the cages are correct
    Only one of the diagonals contains each digit once
    The snake visits every row
    Draw a loop through the centres of cells
    Place nine stars so that no two stars touch
    Shade cells so that no two shaded cells are adjacent
    Every region contains one doubler, whose value counts twice
    Each row contains one wildcard that may be any digit
    Cells in fog are odd
    Rat must find the cupcake through the maze
    Digits in kingdoms sum to their king's strength and treasure
    The dragon sleeps between the towers of the castle
    Each letter stands for a different digit
    Each colour appears once in each row
    Divide the grid into regions
    Two cells are negative
    Locate the doublers in each row, column and box
    Each galaxy has rotational symmetry around its circle
    Ships occupy cells of the fleet and sink when hit
    The grid wraps around at its edges
    The grid is a torus
    Swap two digits of each cage before adding
    Digits in a cage sum to a prime number
    Each row has exactly two even digits before its first odd digit somewhere
    Digits on the border of the island are bridges of the harbour
    Mirrors reflect the laser beams of the outside clues
    Tents are next to trees and campsites
    Battleships do not touch, not even diagonally
    Multiply the clue by the number of neighbours
    Count the mines around each clue
    Every cell next to a mine is shaded
    Whenever a digit is odd, its neighbour to the right lies
    The solver has to find out which rules are broken
    A liar tells the truth on Sundays
    Normal sudoku rules do not apply
    Normal sudoku rules apply except in the centre box
    Rows and columns may repeat digits
    Digits may repeat in rows and columns
    Digits may repeat in boxes
    Rules apply in reverse
    The opposite of each rule is true
    Swap the meaning of X and V
    Black and white dots are swapped
    Treat bulbs as tips
    Sums are taken modulo 10
    Read all digits backwards
    All clues are doubled
    Add one to each digit on an arrow
    Subtract the digit in the circle from each cage
    All odd digits count as even
    Zero counts as ten
    Thermometers go down from bulb to tip
    Thermometers contain no 9
    The circle is the difference of the digits on the arrow
    The first two digits on an arrow sum to the circle
    The largest digit of a cage is its clue
    Cages sum to a different total than shown
    White dots mark digits that are not consecutive
    Black dots mark cells where one digit is three times the other
    X means the digits sum to 9
    Sandwich clues count the cells between 1 and 9
    Clues outside are products
    Nothing of the above is true
    Three of the clues are false
    Corner cells sum to 20
    Each box contains a 3 in its corner
    This puzzle has two solutions
    A thermometer is a whisper
    Diagonally adjacent digits are coprime
    Digits on a purple line have different colours at each end
    Every circle contains the same digit
    Circles in the same box contain different digits
    At least two circles contain different digits
    Not all circles contain different digits
    Circled digits increase from left to right
    No two cages share a digit
    All cages have different sizes
    No two cages in the same row have the same sum
    Exactly one cage has a different sum
    The central 3x3 box is not a magic square
    One of the corner boxes is a magic square
    Digits outside the grid must not appear in the first three cells
    Digits outside the grid must appear in the last three cells
    Digits outside the grid appear exactly twice in the first four cells
    The circled number is the product of the two digits
    Circles show the sum of two of the four surrounding digits
    At least one line has digits of the same parity
    Neighbouring digits sum either to 5 or to 10 on exactly one line
    Digits in a cage or on a line may be wrong
    Digits joined by a blue impostor are consecutive
    If a line re-enters a box, only the first visit counts
    The sum applies to all visits of a line together
    Every V and X is given twice
    Two diagonally adjacent cells must contain the same digit
    Coloured cells form a loop
    Lines may share endpoints but have different rules
    Half the clues are true
"""


def listed(text: str) -> list[str]:
    """The sentences of a list."""
    return [line.strip() for line in text.splitlines() if line.strip()]
