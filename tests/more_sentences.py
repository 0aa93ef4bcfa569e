"""More sentences that say something else of the subject of a rule."""

SAYS_MORE = {
    "region-sum: r1c3 r1c4": (
        "Box borders divide the blue line into segments with the same sum",
        """
        Each blue line passes through different regions and has a different sum in each
        Different lines must have the same sum
        Each blue line passes through several boxes without the same sum
        Each visit to a box counts double
        """,
    ),
    "zipper: r1c1 r1c2 r1c3": (
        "Zipper lines: Digits an equal distance from the center of a lavender line sum "
        "to the digit at the center",
        """
        Digits an equal distance from the centre are the same
        """,
    ),
    "between: r1c1 r1c2 r1c3": (
        "Between lines: Digits on a line between two circles must have values strictly "
        "between those in the circles.",
        """
        Every non-circle cell must not be between the digits in the circles
        Digits on the line are between the digits in the circles or equal to one of them
        Digits on the line are not strictly between the circles
        Digits on a between line are inclusive of the circles
        """,
    ),
    "anti-king": (
        "Cells a chess king's move apart may not contain the same digit",
        """
        Identical digits must touch diagonally
        Identical digits must never touch orthogonally
        Identical digits sometimes touch diagonally
        """,
    ),
    "anti-knight": (
        "Identical digits cannot be a knight's move apart",
        """
        Every digit can see itself a knight's move away
        No even digit can see itself a knight's move away
        No digit can see its double a knight's move away
        """,
    ),
    "entropic: r1c1 r1c2 r1c3": (
        "Entropic lines: Any set of three consecutive digits along a peach line must "
        "contain a low digit (1-3), a middle digit (4-6) and a high digit (7-9).",
        """
        Every set of four contiguous digits includes one low, one medium and one high digit
        Every set of three contiguous digits includes two low digits
        Digits alternate low and high
        """,
    ),
    "modular: r1c1 r1c2 r1c3": (
        "Modular lines: Any set of three consecutive digits along a teal line must "
        "contain one digit from 147, one from 258 and one from 369.",
        """
        Every 3 sequential digits are all from the same group 147, 258 or 369
        Every four contiguous digits have different remainders modulo 3
        Every three-cell-segment of a teal line contains no digit from the groups 147, 258, 369
        Every three-cell-segment of a teal line contains one digit from the groups 148, 257, 369
        """,
    ),
    "x-sum 10: row 1": (
        "X-Sums: A clue outside the grid indicates the sum of the first X digits in that "
        "direction, where X is the digit closest to the clue.",
        """
        Clues outside the grid tell you the sum of the last X digits in that row
        X is the value of the digit furthest from the clue
        Clues outside the grid tell you the product of the first X digits in that row or column
        """,
    ),
    "white: r1c1 r1c2": (
        "Digits joined by a white dot must be consecutive. Not all possible dots are given",
        """
        Digits separated by a white dot have the sum shown in that dot
        White dots between cells indicate the sum of both
        White dots indicate the difference between the first pair
        Digits with a white dot between them may satisfy either
        """,
    ),
    "quadruple 1,2: r1c1 r1c2 r2c1 r2c2": (
        "The digits in each circle must appear at least once in the four surrounding cells",
        """
        Each number written in a circle must appear in exactly one of the four cells around it
        Digits in circles appear in the diagonal cells around them
        Digits in the circle sum to the four cells around it
        """,
    ),
    "lockout: r1c1 r1c2 r1c3": (
        "Digits along a lockout line must not be between the values of the diamond endpoints",
        """
        Digits on the line must lie strictly inside the range of the diamonds
        Two connected diamonds differ by at least 5
        Two connected diamonds are equal
        The numbers on the line must be between the numbers in the diamonds
        Two connected diamonds differ by at most 4
        """,
    ),
    "maximum: r1c1": (
        "A maximum cell is larger than its orthogonally adjacent cells",
        """
        Grey cells contain digits larger than two adjacent white cells
        Unshaded cells are higher than any adjacent shaded cell
        """,
    ),
    "minimum: r1c1": (
        "Cells with inward arrows are less than all orthogonally adjacent cells.",
        """
        Minimum cells contain the second smallest digit around it
        The cells around it are smaller
        A minimum is not smaller than the cells around it
        """,
    ),
    "region: r1c1 r1c2 r1c3": (
        "Grey cells form an extra region",
        """
        Each number must appear exactly twice among the grey cells
        There are 4 additional regions to be found
        """,
    ),
    "arrow: r5c5 = r5c6 r5c7": (
        "Digits along an arrow sum to the digit in that arrow's circle",
        """
        The digits on the body of an arrow must multiply to the number in the circle
        The circled digit is less than the sum of the digits along the arrow
        Pills are read from right to left
        The circled digit constitutes the largest digit along the arrow
        Pills are read from left to right or upwards
        """,
    ),
    "clone: r1c1 r1c2 = r4c1 r4c2": (
        "Clones: The two grey shapes are clones: they contain the same digits in the same places.",
        """
        The grey areas have different numbers in the same positions
        The grey areas are mirrored clones of each other
        One of the areas is not an exact clone
        """,
    ),
    "skyscraper 2: row 1": (
        "Skyscrapers: Digits represent the heights of buildings. A clue outside the grid "
        "gives the number of buildings that can be seen from there. Taller buildings block the "
        "view of shorter buildings.",
        """
        A building is visible when there are taller buildings before it
        A building is visible when there are no smaller buildings before it
        Clues tell you how many buildings are hidden
        Clues tell you the tallest building that can be seen
        """,
    ),
    "sandwich 10: row 1": (
        "Sandwich sums: Clues outside the grid give the sum of the digits between the 1 "
        "and the 9 in that row or column.",
        """
        Values outside of the grid give the sum of the digits not located between the 1 and the 9
        Values outside of the grid give the number of digits located between the 1 and the 9
        Values outside of the grid give the sum of the digits between the 2 and the 8
        """,
    ),
    "disjoint-groups": (
        "Disjoint groups: Cells in the same position within each 3x3 box must contain "
        "different digits.",
        """
        Cells in the same position of a 3x3 box must contain the same digit in the other boxes
        The same digit must appear in the same relative position in two different regions
        Cells in the same row of different 3x3 boxes must be different
        Exactly two cells in the same relative position of their boxes must contain different digits
        The same digit may appear in the same relative position
        """,
    ),
    "whispers 5: r1c1 r1c2 r1c3": (
        "German Whispers: Adjacent digits along a green line must have a difference of at least 5",
        """
        Any pair of cells connected by a green stripe have an absolute difference of 4 or more
        Any pair of cells connected by a green stripe have an absolute difference of 5 or less
        Successive cells differ by exactly 5
        Successive cells sum to at least 5
        """,
    ),
    "killer 12: r1c1 r1c2": (
        "Digits in a cage may not repeat and must sum to the total in the top left corner",
        """
        If the sum of a cage is even, it has only even digits
        No killer cage shows its sum
        Killer rules do not apply
        Killer rule applies to one cage only
        """,
    ),
    "diagonals": (
        "Digits cannot repeat along the marked diagonals.",
        """
        Only one main diagonal contains 1-9
        Both main diagonals contain 1-9 twice
        Both main diagonals have the same sum
        The two main diagonals do not contain 9
        """,
    ),
    "palindrome: r1c1 r1c2 r1c3": (
        "The grey line is a palindrome: its digits read the same in either direction",
        """
        Sequences read differently backward and forward
        The line reads the same backward only in even boxes
        Palindromes may not cross each other in the centre box
        """,
    ),
    "little-killer 12: r1c2 r2c1": (
        "Values outside the grid give the sum along the indicated diagonal",
        """
        Digits along a pointed diagonal multiply to the clue
        Digits along a pointed diagonal do not sum to the clue next to the arrow
        Digits may not repeat along a diagonal
        Arrows give either the sum or the product
        """,
    ),
    "even: r1c1": (
        "Grey squares contain even digits",
        """
        Digits in bordered squares must be odd
        Digits in bordered squares must not be even
        Even digits are never represented by a grey square
        """,
    ),
    "renban: r1c1 r1c2 r1c3": (
        "Renban: Each purple line contains a set of non-repeating consecutive digits in any order",
        """
        Digits along such a line form a consecutive set in ascending order
        Digits on a renban line have an undetermined sum
        Purple lines are renbans or palindromes
        """,
    ),
}
