"""Custom rules of SudokuMaker: programs in JavaScript that add known components to a puzzle."""
