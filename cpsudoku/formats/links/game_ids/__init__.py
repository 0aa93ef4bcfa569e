"""Game ids of Simon Tatham's collection, one file per game."""
