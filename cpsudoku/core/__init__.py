"""What a puzzle is: errors, the board, rules, givens, pencilmarks and verdicts."""
