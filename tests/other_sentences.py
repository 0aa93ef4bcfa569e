"""For each rule a text that says it, and sentences that say something else of its subject."""

SAYS_OTHERWISE = {
    "thermo: r1c1 r1c2 r1c3": (
        "Digits along thermometers must increase from the bulb end",
        """
        Digits along thermometers must decrease from the bulb end
        Digits along thermometers must not increase from the bulb end
        Digits along thermometers increase towards the bulb
        Digits along thermometers increase by exactly one
        Digits along thermometers increase or stay the same
        One of the thermometers is faulty
        Two of the four thermometers have their bulb at the wrong end
        Digits along thermometers alternate in parity
        Thermo: Digits along thermometers must increase from the tip to the bulb
        Thermo: At least one thermometer increases from the bulb end
        Digits on a thermometer may stay the same from bulb to tip if they are in different boxes
        Digits on a thermometer increase from bulb to tip or from tip to bulb
        Thermometers contain no even digits
        Digits on a thermometer increase or decrease from bulb to tip
        Digits along a thermometer strictly decrease, starting from the bulb end
        Digits along a thermometer strictly increase, starting from the tip
        """,
    ),
    "slow-thermo: r1c1 r1c2 r1c3": (
        "Digits along a thermometer must increase or stay the same from the bulb to the end",
        """
        Digits along a thermometer strictly increase
        Digits along a thermometer must decrease or stay the same from the bulb to the end
        Exactly one digit is repeated along each thermometer
        Digits along a thermometer may not stay the same
        Digits along a gray thermometer must strictly decrease from bulb to tip
        Digits may never remain the same
        """,
    ),
    "arrow: r5c5 = r5c6 r5c7": (
        "Digits along an arrow sum to the digit in that arrow's circle",
        """
        Digits along an arrow may not sum to the digit in the circle
        Digits along an arrow multiply to the digit in the circle
        Digits along an arrow sum to less than the digit in the circle
        Digits along an arrow sum to the digit in the circle or to one more than it
        Exactly one arrow is a liar
        Arrows may be broken: one arrow in each box does not sum
        Digits on an arrow cannot repeat
        The digit in the circle equals the average of the digits on the arrow
        Digits along an arrow alternate between odd and even
        Digits along an arrow increase from the circle
        Digits along an arrow sum to twice the digit in the corresponding circle
        The digit in a circle is the largest digit along its arrow
        Digits on an arrow sum to the digit in another arrow's circle
        Digits on an arrow must not repeat in any case
        Arrows of the same length have the same sum
        """,
    ),
    "killer 12: r1c1 r1c2": (
        "Digits in a cage may not repeat and must sum to the total in the top left corner",
        """
        Digits may repeat within a cage
        Every cage sums to 9
        Digits in a cage sum to a square number
        Cages with the same number of cells have the same sum
        Digits can repeat within a cage
        Digits in a cage must sum to at least the given total
        Digits in a cage must sum to the given total, with one exception
        The given total of a cage is off by one
        Digits in a cage are in ascending order in reading direction
        Cages of the same colour contain the same digits
        Killer Cages: Digits in a cage may repeat and must sum to the given total
        Exactly three of the cages show a wrong total
        Killer Cages: Digits in a cage may not repeat and must multiply to the given total
        Killer Cages: Digits in a cage may not repeat and must not sum to the given total
        Digits in cages must not sum to the number in the top-left corner
        Digits in cages must sum to the number in the top-left corner but can repeat
        Cages without a total sum to ten
        Digits in cages are all odd or all even
        Digits in a cage sum to the number in the top left corner of the cage or to its double
        """,
    ),
    "white: r1c1 r1c2": (
        "Digits joined by a white dot must be consecutive. Not all possible dots are given",
        """
        All possible dots are given
        Digits joined by a white dot must not be consecutive
        Digits joined by a white dot must have a difference of two
        Digits joined by a black dot must be in a 1:3 ratio
        Digits joined by a black dot must sum to ten
        Digits joined by a grey dot are both odd
        A dot between two cells may be false
        Dots in the middle box are wrong
        Not all of the given dots are correct
        White dots are black dots and black dots are white dots
        Kropki Pairs: Digits joined by a white dot must be in a 1:2 ratio
        Adjacent cells without a dot are never consecutive
        If two cells are separated by a white dot, then one of them is even and divisible by four
        Digits separated by a white dot must be consecutive if they are in the same box
        A white dot requires that the upper or left cell holds the greater value
        A black dot between two cells requires that both cells are even
        Cells joined by a white dot contain digits that are not consecutive modulo nine
        Where no dot is given, the digits are not consecutive
        """,
    ),
    "black: r1c1 r1c2": (
        "Digits separated by a black dot must have a ratio of 2:1 (i.e. one must be "
        "double the other)",
        """
        Digits joined by a black dot must be in a 1:3 ratio
        Digits joined by a black dot must sum to ten
        White dots are black dots and black dots are white dots
        A black dot between two cells requires that both cells are even
        """,
    ),
    "xv X: r1c1 r1c2": (
        "Digits separated by an X sum to 10. Not all Xs and Vs are given",
        """
        All Xs and Vs are given
        Digits separated by an X sum to 5
        Digits separated by a V sum to 10
        Digits separated by an X do not sum to 10
        Digits separated by an X have a product of 10
        Digits not separated by an X or V never sum to 5 or 10
        """,
    ),
    "renban: r1c1 r1c2 r1c3": (
        "Renban: Each purple line contains a set of non-repeating consecutive digits in any order",
        """
        Renban lines may contain repeated digits
        Each purple line contains a set of digits no two of which are consecutive
        Each purple line contains consecutive digits in increasing order
        Each purple line contains both a 1 and a 9
        Purple lines all have the same sum
        Renban: Each purple line contains a set of consecutive even digits
        Adjacent digits on a purple line differ by 5 or more
        Digits on a purple line do not comprise a set of consecutive digits
        Digits on a purple line comprise a set of non-consecutive, non-repeating digits
        Digits along a pink line must have a difference of at least 5
        Digits along a pink line must form a set of consecutive digits in order
        Digits along a pink line must repeat
        The fish (pink line) consists of a set of repeating digits
        Digits on pink lines must form a set of digits of the same parity
        Digits on pink lines must not form a set of consecutive digits
        """,
    ),
    "whispers 5: r1c1 r1c2 r1c3": (
        "German Whispers: Adjacent digits along a green line must have a difference of at least 5",
        """
        Adjacent digits on a green line differ by at most 5
        Adjacent digits on a green line differ by less than 5
        Adjacent digits on a green line differ by 4 or more
        Adjacent digits on a green line differ by exactly 5
        Adjacent digits on a green line have a sum of at least 5
        Digits on a green line comprise a set of consecutive digits
        Adjacent digits on a green line have different parity
        Adjacent digits on a green line differ by 5 or less
        Along each green line, each pair of adjacent digits have a difference of at least 3
        Along each green line, every three adjacent digits have a sum of at least 15
        German Whispers: Adjacent digits along a green line must have a difference of at most 5
        Adjacent digits along a tentacle (green line) differ by at most 5
        """,
    ),
    "palindrome: r1c1 r1c2 r1c3": (
        "The grey line is a palindrome: its digits read the same in either direction",
        """
        Grey line is not a palindrome
        Grey line: its digits increase in either direction from the middle
        Grey line is a renban: its digits are consecutive in some order
        """,
    ),
    "zipper: r1c1 r1c2 r1c3": (
        "Zipper lines: Digits an equal distance from the center of a lavender line sum to "
        "the digit at the center",
        """
        Digits on zipper lines must not repeat
        Zipper lines are also palindromes
        The digit at the center of a zipper line is odd
        Digits an equal distance from the center of a lavender line multiply to the same number
        Digits an equal distance from the center of a lavender line never sum to the same total
        All zipper lines have the same total
        """,
    ),
    "region-sum: r1c3 r1c4": (
        "Box borders divide the blue line into segments with the same sum",
        """
        Digits along a blue line have a different sum within each 2x2 box the line passes through
        All blue lines have the same sum N
        Digits along a blue line do not repeat
        N is a prime number
        All digits along a blue line must multiply to the same total in each 2x3 box the line visits
        All digits along a blue line sum to 12 in each box
        Digits along a blue line must increase from one end to the other
        Region borders divide the blue line into segments with different sums
        Box borders divide the shell into segments that contain the same digits
        """,
    ),
    "quadruple 1,2: r1c1 r1c2 r2c1 r2c2": (
        "The digits in each circle must appear at least once in the four surrounding cells",
        """
        The digits in each circle must appear at most once in the four surrounding cells
        The digits in each circle must not appear in the four surrounding cells
        At least one of the digits in each circle appears in the four surrounding cells
        The four cells surrounding a circle contain no other digits
        The digits in each circle must appear clockwise in the four surrounding cells
        Quadruple: The digits in each circle must appear exactly twice in the four surrounding cells
        """,
    ),
    "anti-knight": (
        "Identical digits cannot be a knight's move apart",
        """
        Identical digits may be a knight's move apart
        Identical digits must be a knight's move apart
        Identical digits cannot be a camel's move apart
        Identical digits cannot be two knight's moves apart
        Only even digits cannot be a knight's move apart
        Identical digits cannot be a knight's move apart, except for fives
        Consecutive digits cannot be a knight's move apart
        Identical digits must be at least a knight's move apart
        If two cells are a knight's move apart, then they must have different parity
        If two cells are a knight's move apart, then they must have the same digit
        If two cells are not a knight's move apart, then they cannot have the same digit
        Cells a chess knight's move apart may not contain consecutive digits
        Digits that are a knight's move apart must be identical at least once in the grid
        Cells two chess knight's moves apart may not contain the same digit
        """,
    ),
    "anti-king": (
        "Cells a chess king's move apart may not contain the same digit",
        """
        Cells a chess king's move apart may contain the same digit
        Cells a chess queen's move apart may not contain the same nine
        Cells a chess bishop's move apart may not contain the same digit
        """,
    ),
    "odd: r1c1": (
        "Grey circles contain odd digits",
        """
        The yellow circles contain even digits
        The yellow circles contain prime digits
        All odd digits in the outer ring are in yellow circles
        The yellow circles contain different digits
        The yellow circles do not contain odd digits
        """,
    ),
    "even: r1c1": (
        "Grey squares contain even digits",
        """
        Grey square must contain odd digit
        Grey square must contain a digit above five
        The yellow squares contain odd digits
        """,
    ),
    "counting-circles: r1c1 r2c2": (
        "If a digit n appears in a circle, then the digit n appears in exactly n circles",
        """
        If a digit n appears in a circle, then the digit n appears in at least n circles
        If a digit n appears in a circle, then the digit n does not appear in exactly n circles
        Digits in circles are odd
        Every digit appears in at least one circle
        Any digit in a circle indicates how many cells in its row contain that digit
        Circles that touch contain different digits
        """,
    ),
    "little-killer 12: r1c2 r2c1": (
        "Values outside the grid give the sum along the indicated diagonal",
        """
        Values outside the grid give the product along the indicated diagonal
        Values outside the grid give the sum of the odd digits along the indicated diagonal
        Values outside the grid give the largest digit along the indicated diagonal
        Values outside the grid give a lower bound for the sum along the indicated diagonal
        Digits cannot repeat along an indicated diagonal
        Values outside the grid are one too high
        Values outside the grid give the sum of the first three cells along the indicated diagonal
        """,
    ),
    "lockout: r1c1 r1c2 r1c3": (
        "Digits along a lockout line must not be between the values of the diamond endpoints",
        """
        Digits along a purple lockout line must be between the values of the diamond endpoints
        Diamond endpoints have a difference of at least 5
        Digits along a purple lockout line must not be equal to the values of the diamond endpoints
        """,
    ),
    "sequence: r1c1 r1c2 r1c3": (
        "Grey sequence lines contain digits in order, with the same difference between "
        "each adjacent pair",
        """
        Grey sequence lines contain digits in any order
        """,
    ),
    "sandwich 10: row 1": (
        "Sandwich sums: Clues outside the grid give the sum of the digits between the 1 "
        "and the 9 in that row or column.",
        """
        Clues outside the grid give the product of the digits between the 1 and the 9
        The digits between the 1 and the 9 are in increasing order
        """,
    ),
    "x-sum 10: row 1": (
        "X-Sums: A clue outside the grid indicates the sum of the first X digits in that "
        "direction, where X is the digit closest to the clue.",
        """
        A clue outside the grid indicates the sum of the last X digits in that direction
        A clue outside the grid indicates the number of even digits among the first X digits
        X is the same digit in the whole puzzle
        """,
    ),
    "skyscraper 2: row 1": (
        "Skyscrapers: Digits represent the heights of buildings. A clue outside the grid "
        "gives the number of buildings that can be seen from there. Taller buildings "
        "block the view of shorter buildings.",
        """
        Shorter buildings block the view of taller buildings
        A clue outside the grid gives the number of buildings that cannot be seen from there
        """,
    ),
    "numbered-room 2: row 1": (
        "Numbered rooms: A clue outside the grid indicates the digit which has to be "
        "placed in the Nth cell in the corresponding direction, where N is the digit "
        "placed in the first cell in that direction.",
        """
        N is the digit placed in the last cell in that direction
        """,
    ),
    "between: r1c1 r1c2 r1c3": (
        "Between lines: Digits on a line between two circles must have values strictly "
        "between those in the circles.",
        """
        Digits on a line between two circles must not have values between those in the circles
        Digits on a line between two circles may be equal to those in the circles
        Digits on a line between two circles sum to the digits in the circles
        The two circles of a line contain consecutive digits
        Digits on a line between two circles must not repeat
        """,
    ),
    "double-arrow: r1c1 r1c2 r1c3": (
        "Double arrows: Digits along a double arrow sum to the sum of the digits in the "
        "two circles.",
        """
        Digits along a double arrow sum to the product of the digits in the two circles
        Digits along a double arrow sum to the difference of the digits in the two circles
        Digits along a double arrow lie between the digits in the two circles
        """,
    ),
    "entropic: r1c1 r1c2 r1c3": (
        "Entropic lines: Any set of three consecutive digits along a peach line must "
        "contain a low digit (1-3), a middle digit (4-6) and a high digit (7-9).",
        """
        Any set of three consecutive digits along a peach line must contain an odd digit
        Low digits are 1 and 2, middle digits are 3 to 7 and high digits are 8 and 9
        """,
    ),
    "modular: r1c1 r1c2 r1c3": (
        "Modular lines: Any set of three consecutive digits along a teal line must "
        "contain one digit from 147, one from 258 and one from 369.",
        """
        Any set of two consecutive digits along a teal line must contain an even and an odd digit
        """,
    ),
    "clone: r1c1 r1c2 = r4c1 r4c2": (
        "Clones: The two grey shapes are clones: they contain the same digits in the same places.",
        """
        The two grey shapes contain different digits in the same places
        The two grey shapes contain the same digits in the reverse order
        The digits in the grey shapes are all even
        The two grey shapes have the same sum but contain no common digit
        """,
    ),
    "minimum: r1c1": (
        "Cells with inward arrows are less than all orthogonally adjacent cells.",
        """
        Cells with inward arrows are greater than all orthogonally adjacent cells
        Cells with inward arrows are less than all diagonally adjacent cells
        Cells with inward arrows are less than at least one orthogonally adjacent cell
        Cells with inward arrows are one less than all orthogonally adjacent cells
        """,
    ),
    "greater: r1c1 r1c2": (
        "Inequality signs point at the smaller of two digits.",
        """
        Inequality signs point at the larger of two digits
        Inequality signs separate digits that differ by more than two
        One of the inequality signs points the wrong way
        Where no inequality sign is given, the digits are consecutive
        """,
    ),
    "non-consecutive": (
        "Orthogonally adjacent cells cannot contain consecutive digits.",
        """
        Diagonally adjacent cells cannot contain consecutive digits
        Orthogonally adjacent cells can contain consecutive digits
        Orthogonally adjacent cells cannot contain digits that sum to ten
        Orthogonally adjacent cells must contain consecutive digits
        Orthogonally adjacent cells cannot contain two odd digits
        Orthogonally adjacent cells in the same box can contain consecutive digits
        """,
    ),
    "disjoint-groups": (
        "Disjoint groups: Cells in the same position within each 3x3 box must contain "
        "different digits.",
        """
        Cells in the same position within each 3x3 box must contain the same digit
        Cells in the centre of each 3x3 box contain odd digits
        Cells in the same position within each 3x3 box may contain equal digits
        """,
    ),
    "diagonals": (
        "Digits cannot repeat along the marked diagonals.",
        """
        Digits can repeat along the marked diagonals
        Digits along the marked diagonals alternate between odd and even
        Digits must repeat along the marked diagonals
        Digits along both marked diagonals have the same sum
        Digits cannot repeat along any diagonal
        Digits along the marked diagonals increase from the top
        """,
    ),
    "windows": (
        "The four shaded 3x3 windows also contain each digit from 1 to 9 once.",
        """
        The four shaded 3x3 windows need not contain each digit from 1 to 9
        The four shaded 3x3 windows contain only odd digits on their corners
        The four shaded 3x3 windows contain the digits in the same order
        """,
    ),
    "row-indexer: r1c1": (
        "Red cells index the column: a digit X in row Y of a red cell means that the "
        "digit Y is in row X of that column.",
        """
        Blue cells index the box they are in
        No red cell contains the number of its own row
        """,
    ),
    "nabner: r1c1 r1c2 r1c3": (
        "Nabner: No two digits on a yellow line may be consecutive or equal.",
        """
        No two adjacent digits on a yellow line may be more than two apart
        All digits on a yellow line must be consecutive
        Digits on a yellow line increase from one end to the other
        """,
    ),
}
