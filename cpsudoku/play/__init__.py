"""Programs for the terminal: the game, and an engine's search in slow motion."""
