"""One drawing of a board as values. Each medium paints the same ones and knows no rules."""
