"""Rules for a whole row, column or diagonal with a clue outside the board."""
