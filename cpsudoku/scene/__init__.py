"""The drawing of a board as values. Every medium paints the same values and needs no rules."""
