"""Further sentences that say what a rule does, and ones that say something else of its subject."""

SAYS_FURTHER = {
    "whispers 4: r1c1 r1c2": (
        "Dutch whispers",
        """
        German whispers
        Dutch whispers on every second line
        No Dutch whispers
        """,
    ),
    "whispers 5: r1c1 r1c2": (
        "German whispers",
        """
        Dutch whispers
        German whispers and their opposite
        """,
    ),
    "sandwich 12: row 2": (
        "Digits between the highest and lowest digit of a row or column sum to the number outside",
        """
        Digits between the highest and lowest digit of a row or column multiply to the clue
        Digits between the highest and lowest digit of a row do not sum to the number outside
        Digits beside the highest and lowest digit of a row or column sum to the number outside
        """,
    ),
    "disjoint-groups": (
        "Disjoint: digits cannot be in the same respective cell in multiple boxes",
        """
        Digits must be in the same cell in multiple boxes
        Digits cannot be in the same row in multiple boxes
        """,
    ),
    "zipper: r1c1 r1c2 r1c3": (
        "The digit in the exact centre of a line represents a sum, and each pair of cells that are "
        "the same distance from the centre, sum to the value in the centre",
        """
        The digit in the exact centre of a line represents a product
        """,
    ),
    "lockout 4: r1c1 r1c2 r1c3": (
        "Lockout: Diamonds differ by at least 4 and digits on the line fall outside the endpoint "
        "values (cannot be equal to them)",
        """
        Digits on the line fall inside the endpoint values
        Digits on the line fall outside the endpoint values or are equal to one of them
        """,
    ),
    "thermo: r1c1 r1c2": (
        "The greater than sign in the first row shows which digit is larger",
        """
        The greater than sign in the first row is wrong
        The greater than sign shows which digit is twice the other
        """,
    ),
    "negative black": (
        "A black dot marks a ratio of 1:2",
        """
        A black dot marks a ratio of 1:3
        A white dot marks consecutive digits
        A black dot marks two equal digits
        """,
    ),
    "minimum: r1c1": (
        "Minimum cells hold the smallest digits with respect to the indicated directions",
        """
        Minimum cells hold the smallest digits with respect to their box
        Minimum cells hold the greatest digits with respect to the indicated directions
        """,
    ),
    "killer 12: r1c1 r1c2": (
        "Digits within a - - - area do not repeat, and sum to the number in the top left",
        """
        Digits within a dashed area repeat
        Digits within a dashed area do not sum to the number in the top left
        """,
    ),
    "column-indexer: row 1; row 2; row 3; row 4; row 5; row 6; row 7; row 8; row 9": (
        "Each cell is a column indexer, e. g. a 4 in r3c2 puts a 2 in r3c4",
        """
        Each cell is a row indexer
        Each cell is a column indexer, or a row indexer
        """,
    ),
    "white: r1c1 r1c2": (
        "Kropki (no negative constraint): Digits adjacent to a ◯ are consecutive",
        """
        Kropki with a negative constraint: digits without a ◯ are not consecutive
        Digits adjacent to a ◯ are not consecutive
        """,
    ),
    "numbered-room 2: row 1": (
        "Numbered rooms: digits outside are placed in the position determined by the first digit "
        "in that direction (1 means the first cell)",
        """
        Digits outside are placed in the position determined by the last digit in that direction
        Digits outside are not placed in the position determined by the first digit
        """,
    ),
    "non-consecutive": (
        "Digits in orthogonally adjacent cells are not consecutive",
        """
        Digits in orthogonally adjacent cells are not consecutive and have a different colour
        Digits in orthogonally adjacent cells are not consecutive but have the same sum
        """,
    ),
    "between: r1c1 r1c2 r1c3": (
        "Digits on a line are between those in the circles. Not all possible digits must be on it",
        """
        Not all digits on a line are between those in the circles
        All possible digits have to be on a line
        """,
    ),
}
