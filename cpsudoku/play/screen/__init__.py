"""What the programs on a whole terminal share: colours, and the board as a widget."""
