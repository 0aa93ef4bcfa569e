"""Rules in rarer words, and sentences in these words that say something else."""

SAYS_WORDED = {
    "renban: r1c1 r1c2 r1c3": (
        """
        A purple line of length n contains n sequential (consecutive) digits, in any order
        Purple lines form a sequence, not necessarily in order
        Any line has a sequence of consecutive digits, not in any particular order
        Purple (renban) lines feature three consecutive digits in any order
        """,
        """
        Purple (renban) lines feature four consecutive digits in any order
        Purple lines contain a sequence of two consecutive digits
        A purple line of length n contains n odd digits
        A purple line of length n contains the digit n
        Purple lines form a sequence in ascending order
        Purple lines do not form a sequence
        """,
    ),
    "palindrome: r1c1 r1c2 r1c3": (
        "Grey lines (without circles) are palindromes, i.e. the digits in both tips are equal",
        """
        The digits in both tips of a palindrome are consecutive
        The digits in both tips of a palindrome are not equal
        The two digits on the two-cell palindrome must be odd
        Lines with circles are palindromes
        """,
    ),
    "between: r1c1 r1c2 r1c3": (
        """
        Digits along lines separated by grey circles have values in between those in the circles
        (i.e. the digit in one circle is larger than all the digits on the line)
        Digits on a line must be between the circles, i.e. higher than the lower of the two circled
        """,
        """
        Digits on a line are higher than the higher of the two circled digits
        The digit in one circle is larger than twice the other circle
        The digit in one circle is larger than the sum of the digits on the line
        """,
    ),
    "skyscraper 3: r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9": (
        "Clues outside the grid count the visible buildings. Buildings hide equal or smaller ones",
        """
        Buildings hide equal or larger ones
        Buildings hide odd or smaller ones
        Buildings do not hide smaller ones
        """,
    ),
    "star-battle 2": (
        """
        Place 2 stars in each row, column and region
        Stars cannot be placed in cells that share an edge or corner
        """,
        """
        Stars must be placed in cells that share an edge or corner
        Stars share an edge or corner with a shaded cell
        """,
    ),
    "sandwich 21: column 1": (
        "The (unarrowed) 21 clue outside the grid is the sum of the digits sandwiched between the "
        "1 and the 9 in its column",
        """
        The (unarrowed) 21 clue outside the grid is the product of the digits between 1 and 9
        The 21 clue is wrong
        """,
    ),
    "x-sum 21: column 1": (
        "Numbers outside the grid (which must be deduced) are the sum of the x first digits in "
        "that row or column, where x is the first of those digits",
        """
        Numbers outside the grid (which must be deduced) are the sum of the x last digits
        Numbers outside the grid (which must be different) are the sum of the x first digits
        """,
    ),
    "numbered-room 3: column 1": (
        "Clues outside the grid equal the Xth digit in their column seen from the side of the "
        "clue, with X being the 1st digit in their column",
        """
        Clues outside the grid equal the Xth digit, with X being the last digit in their column
        Clues outside the grid equal the Xth odd digit, with X being the 1st digit in their column
        """,
    ),
    "lockout 4: r1c1 r1c2 r1c3": (
        """
        Digits on a line must fall outside the range of their diamond endpoints
        Each endpoint must differ by at least 4 from other directly connected endpoints
        """,
        """
        Digits on a line must fall inside the range of their diamond endpoints
        Digits on a line are within the range of their endpoints
        Each endpoint must differ by at least 3 from other directly connected endpoints
        Each endpoint must differ by at most 4 from other directly connected endpoints
        """,
    ),
    "arrow: r1c1 r2c1 = r3c1 r4c1": (
        "Digits on an arrow sum to the circle or pill. The two digit pill total is read from top "
        "down",
        """
        The two digit pill total is read from the bottom up
        The two digit pill total is twice the sum
        """,
    ),
    "greater: r1c1 r1c2": (
        """
        Some cells have an inequality sign next to an edge
        These inequality signs point to the smaller of the two digits
        """,
        """
        Some inequality signs are wrong
        Some cells next to an inequality sign are odd
        """,
    ),
    "nabner: r1c1 r1c2 r1c3": (
        "Nabner: Digits on a red line cannot repeat, nor can it contain any consecutive digits",
        """
        Nor can it contain any odd digits
        A red line must contain consecutive digits
        """,
    ),
    "diagonals": (
        "Digits cannot repeat along the main (marked) diagonals",
        """
        Digits cannot repeat along the main (odd) diagonals
        Digits cannot repeat along the main (broken) diagonals
        """,
    ),
    "white: r1c1 r1c2": (
        """
        White dots join consecutive digits
        All dots may not be given
        A 1/2 pair could have a black or white dot
        (1 and 2 might be joined by a white or black dot)
        (Note: between 1 and 2, either a white or a black circle can be given)
        """,
        """
        A 1/2 pair must have a black dot
        A 1/3 pair could have a black or white dot
        (1 and 2 must be joined by a white or black dot)
        (Note: between 1 and 2, no circle can be given)
        All dots are given
        """,
    ),
    "killer 12: r1c1 r1c2": (
        """
        Digits in cages sum to the small clue in the corner
        All thermometers must be at least two cells long
        Arrows cannot cross and different arrows cannot share a cell
        Note that, in box 2, there are two lines crossing each other
        Row 5 text is just aesthetic
        Repeats are allowed on the sum bands
        The odd digits around a circle don't have to be different from each other
        """,
        """
        Different cages cannot share a digit
        Arrows do not share digits with other arrows
        The odd digits around a circle must not be different from each other
        Thermometers contain at least two odd digits
        Thermometers contain at least three digits in box 2
        Repeats are allowed on the sum bands of one box
        Row 5 is just decreasing
        There are two lines that must not cross each other in box 5 at a 3
        """,
    ),
    "clone: r1c1 r1c2 = r5c1 r5c2": (
        "Blue cells contain the same digit in the same order in grids 1 and 2",
        """
        Blue cells contain different digits in the same order in grids 1 and 2
        Blue cells contain the same digits in reverse order in grids 1 and 2
        Blue cells contain the same digit in the same order in grid 1 only
        """,
    ),
}
